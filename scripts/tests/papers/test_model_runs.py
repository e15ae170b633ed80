"""scripts/figures make of the process of theorem 1, over a stand-in program."""

import json
import os
import sys
import types

import pytest

from galois_cps.runs import UserError
from papers.engine.plan.kinds import model_records, model_runs
import stand_in

KIND = model_runs.ModelRuns()

PROGRAM = f"""#!{sys.executable}
import json, os, sys
flags = dict(each.lstrip("-").partition("=")[::2] for each in sys.argv[1:])
if flags.get("gamma") == "9":
    sys.exit("smq-process: --gamma=9: it is 0 or more and below 1, or limit")
with open(os.environ["FAKE_LOG"], "a") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n")
with open(flags["json"], "w") as out:
    json.dump([{{"params": {{"queues": int(n), "batch": 1, "steal_prob": flags.get("steal-prob", "1/8"),
                            "gamma": 0.0, "skew": "both", "steps": int(flags.get("steps", 0)),
                            "processes": int(flags["processes"])}},
                "seed": int(flags["seed"]), "time_s": 0.1,
                "answer": {{"summary": {{"rank": {{"mean": 2.0 * int(n), "max": 9.0}},
                                        "bound": {{"mean": 5.0}}}}}}}}
               for n in flags["queues"].split(",")], out)
"""
SWEEPS = [{"series": "smq-process", "queues": [8, 16]},
          {"series": "smq-process", "queues": [4], "steal-prob": ["0"], "steps": [100]}]


@pytest.fixture
def session(tmp_path, monkeypatch):
    path = tmp_path / "smq-process"
    path.write_text(PROGRAM)
    path.chmod(0o755)
    monkeypatch.setenv("FAKE_LOG", os.fspath(tmp_path / "log"))
    builds = types.SimpleNamespace(program=lambda preset, name: path,
                                   fingerprint=lambda preset, name: "abc")
    scale = types.SimpleNamespace(name="smoke", timeout=3600)
    found = types.SimpleNamespace(builds=builds, scale=scale, rounds=2, folder=tmp_path / "out")
    found.calls = lambda: len((tmp_path / "log").read_text().splitlines())
    return found


def figure(sweeps):
    return types.SimpleNamespace(id="thm", options={"source": "process", "sweeps": sweeps,
                                                    "processes": {"smoke": 3}})


def test_each_sweep_runs_once_per_round_and_is_kept(session):
    mine = figure(SWEEPS)
    assert KIND.is_for(mine) and KIND.count(session, mine) == (0, 4)
    assert stand_in.made(KIND, session, mine, None, False, print) == 0
    assert KIND.count(session, mine) == (4, 4) and session.calls() == 4
    assert stand_in.made(KIND, session, mine, None, False, print) == 0 and session.calls() == 4
    assert stand_in.made(KIND, session, mine, None, True, print) == 0 and session.calls() == 8


def test_rows_have_the_parameters_that_expressions_know(session):
    mine = figure(SWEEPS)
    stand_in.made(KIND, session, mine, None, False, print)
    rows = KIND.rows(session, mine, [])
    assert {row["source"] for row in rows} == {"M"} and {row["round"] for row in rows} == {0, 1}
    assert {row["parameters"] for row in rows} == {
        "batch=1 gamma=0 n=8 steal_prob=1/8", "batch=1 gamma=0 n=16 steal_prob=1/8",
        "batch=1 gamma=0 n=4 steal_prob=0 steps=100"}
    one = {row["metric"]: row["value"] for row in rows
           if " n=8 " in row["parameters"] and row["round"] == 0}
    assert one["rank.mean"] == 16 and one["bound.mean"] == 5
    assert one["rank.max_over_nlogn"] == pytest.approx(9 / (8 * 2.0794415), rel=1e-6)


def test_a_deadline_leaves_runs_and_a_failure_is_told(session):
    assert stand_in.made(KIND, session, figure(SWEEPS), 0.0, False, print) == 4
    wrong = figure([{"series": "smq-process", "queues": [8], "gamma": ["9"]}])
    with pytest.raises(UserError, match="below 1"):
        stand_in.made(KIND, session, wrong, None, False, print)


def test_without_the_program_it_says_so(session):
    session.builds.program = lambda preset, name: None
    told = []
    assert stand_in.made(KIND, session, figure(SWEEPS), None, False, told.append) == 0
    assert "not built" in told[0]


def test_another_program_has_its_own_flag_and_records(session):
    program = session.folder.parent / "smq-process"
    program.write_text(f"""#!{sys.executable}
import json, sys
flags = dict(each.lstrip("-").partition("=")[::2] for each in sys.argv[1:])
with open(flags["json"], "w") as out:
    out.write(json.dumps({{"app": "pd-model", "study": flags["study"], "delta": 30.0,
                          "runs": int(flags["runs"]), "seed": int(flags["seed"])}}) + "\\n")
""")
    mine = types.SimpleNamespace(id="model", options={
        "source": "process", "program": "pd-model", "processes": {"smoke": 5},
        "sweeps": [{"series": "pd-model", "study": "grid"}]})
    assert model_runs.program(mine) == "pd-model" and model_runs.program(figure([])) == "smq-process"
    assert stand_in.made(KIND, session, mine, None, False, print) == 0
    rows = KIND.rows(session, mine, [])
    assert {(row["metric"], row["value"], row["round"]) for row in rows} == {
        ("delta", 30.0, 0), ("delta", 30.0, 1)}
    assert rows[0]["record"].startswith("pd-model-abc/0-")


def test_records_of_the_model_tell_cells_from_numbers():
    cell = {"app": "pd-model", "study": "grid", "dag": "fib:18:30", "forks": 17, "depth": 64,
            "processors": 4, "delta": 2.0, "protocol": "sender", "requests": None,
            "dates": "reset", "runs": 2, "seed": 3, "time": 30.0, "time_error": 2.0, "bound": 40.0,
            "exceeds_bound": False, "all_busy": None, "by_idle": []}
    (seed, parameters, numbers, *_), = model_records.of_deques(json.dumps(cell) + "\n")
    assert seed == 3
    assert parameters == ("dag=fib:18:30 dates=reset delta=2 depth=64 forks=17 processors=4 "
                          "protocol=sender")
    assert dict(numbers) == {"forks": 17, "processors": 4, "delta": 2, "time": 30,
                             "time_error": 2, "bound": 40, "time_over_bound": 0.75, "excess": -5}
    (_, _, numbers, *_), = model_records.of_deques(json.dumps(cell | {"time_error": 0.0}))
    assert "excess" not in dict(numbers)  # no division by an error of zero


ORDER = f"""#!{sys.executable}
import json, sys
flags = dict(each.lstrip("-").partition("=")[::2] for each in sys.argv[1:])
with open(flags["json"], "w") as out:
    json.dump([{{"app": "rank-bench", "seed": int(flags["seed"]), "threads": int(threads),
                "params": {{"mix": flags["mix"], "operations": int(flags["operations"])}},
                "wl": flags["wl"], "time_s": 0.5, "flags": flags,
                "answer": {{"summary": {{"pops": 9, "rank_error": {{
                    "mean": int(threads) * float(flags["mq-insert"]), "p99": 7, "max": 8}}}}}}}}
               for threads in flags["threads"].split(",")], out)
"""


def test_rank_bench_runs_the_schedulers_of_the_series(session):
    (session.folder.parent / "smq-process").write_text(ORDER)
    session.catalogue = types.SimpleNamespace(series={
        "mq0": types.SimpleNamespace(wl="mq-tl-tl", params=(("mq-c", "4"), ("mq-insert", "1"))),
        "mq-tl-tl": types.SimpleNamespace(wl="mq-tl-tl", params=())})
    mine = types.SimpleNamespace(id="order", options={
        "source": "process", "program": "rank-bench", "processes": {"smoke": 1000},
        "fixed": {"mix": "hold", "schedule": "turns"},
        "sweeps": [{"series": "mq0", "threads": [2, 4]},
                   {"series": "mq-tl-tl", "threads": [4], "mq-insert": "8"}]})
    assert stand_in.made(KIND, session, mine, None, False, print) == 0
    first = next(model_runs.runs(session, mine))
    assert first.swept == "" and {"--wl=mq-tl-tl", "--mq-c=4", "--mq-insert=1", "--mix=hold",
                                  "--schedule=turns", "--operations=1000"} <= {*first.args}
    rows = KIND.rows(session, mine, [])
    assert {(row["series"], row["parameters"], row["graph"], row["threads"], row["value"])
            for row in rows if row["metric"] == "answer.summary.rank_error.mean"} == {
        ("mq0", "", "hold", 2, 2.0), ("mq0", "", "hold", 4, 4.0),
        ("mq-tl-tl", "mq-insert=8", "hold", 4, 32.0)}
    assert {row["value"] for row in rows if row["metric"] == "seconds_per_operation"} == {0.0005}
    assert {(row["source"], row["round"], row["seed"]) for row in rows} == {
        ("M", 0, 1), ("M", 1, 2)}


def test_records_tell_the_machine(session):
    program = session.folder.parent / "smq-process"
    program.write_text(PROGRAM.replace('"seed": int', '"host": {"cpu": "this"}, "seed": int'))
    mine = types.SimpleNamespace(id="thm", options=figure(SWEEPS).options)
    session.catalogue = types.SimpleNamespace(figures={
        "thm": mine, "other": types.SimpleNamespace(id="other", options={})})
    assert not list(KIND.records(session, mine))
    stand_in.made(KIND, session, mine, None, False, print)
    assert [record["host"] for record in KIND.records(session, mine)] == [{"cpu": "this"}] * 4
