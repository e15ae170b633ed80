"""scripts/tune from the outside, over a stand-in whose best configuration is known.

Only the test that kills a search starts a process per run. Elsewhere the stand-in is called.
"""

import json
import os
import signal
import subprocess
import sys

import pytest
import tuning_app
from conftest import SCRIPTS

from lab.bench import runner
from lab.tune import cli, halving

# A small search, however long a process takes here.
SMALL = "halving.PER_POLICY, halving._MOST_ROUNDS, halving.HELD_OUT_ROUNDS = (6,), 1, 3"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a graph and programs."""
    for app in ("sssp-cpu", "mst-cpu"):
        program = tmp_path / app
        program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -S -E '{tuning_app.__file__}' "
                           f"'{app}' \"$@\"\n")
        program.chmod(0o755)
    (tmp_path / "a.gr").write_bytes(b"graph")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STAND_IN_LOG", os.fspath(tmp_path / "calls"))
    monkeypatch.setenv("TMPDIR", os.fspath(tmp_path))
    monkeypatch.setattr(halving, "_MOST_ROUNDS", 1)
    monkeypatch.setattr(runner, "_wait", call)
    return tmp_path


def call(argv, stderr, _timeout, _started=None):
    """Stands in for the start of a process."""
    return tuning_app.call(os.path.basename(argv[0]), argv[1:],
                           lambda text: stderr.write(text.encode()))


def tune(*args, app="sssp"):
    return cli.main([app, "a.gr", "--bin=.", "--threads=2", "--wl=obim", "--budget=60s", *args])


def calls(folder):
    return (folder / "calls").read_text().splitlines()


def written(folder, name="tuned.json"):
    return json.loads((folder / name).read_text())


def test_the_best_delta_is_found(folder, monkeypatch, capsys):
    monkeypatch.setenv("STAND_IN_NOISE", "0.03")
    assert tune() == 0
    said = capsys.readouterr()
    found = written(folder)
    assert found["wl"] == "obim"
    assert abs(found["params"]["delta"] - tuning_app.BEST_DELTA) <= 1
    text = (folder / "tuned.json").read_text()
    assert "of the time of the default, obim, in 9 rounds on 7 other queries" in text
    assert "takes 0." in said.out and "rung 1 of 4" in said.err and " left] " in said.err
    for line in calls(folder):
        assert "-t=2" in line
    records = [json.loads(line) for line in (folder / "tuned.jsonl").read_text().splitlines()]
    search = {record["bench"]["replay"].split("--startNode=")[1].split()[0]
              for record in records[1:] if record["bench"]["repeat"] < 1000}
    final = {record["bench"]["replay"].split("--startNode=")[1].split()[0]
             for record in records[1:] if record["bench"]["repeat"] >= 1000}
    assert (len(final), len(search)) == (7, 7) and not search & final
    isolated = {str(source) for source in range(10, 200) if source % 5 == 4}
    assert not (search | final) & isolated


def test_a_flat_landscape_keeps_the_default(folder, monkeypatch, capsys):
    monkeypatch.setenv("STAND_IN", "flat")
    monkeypatch.setenv("STAND_IN_NOISE", "0.1")
    assert tune("--out=flat.json") == 0
    flat = written(folder, "flat.json")
    assert (flat["wl"], flat["params"]) == ("obim", {})
    assert "keep the default, obim: no configuration is shown to be faster" in \
        capsys.readouterr().out


def test_a_killed_search_goes_on_and_loses_one_run(folder):
    def start(out, kill=0):
        code = ("import sys; from lab.tune import cli, halving; " + SMALL
                + "; sys.exit(cli.main(sys.argv[1:]))")
        return subprocess.run(
            [sys.executable, "-c", code, "sssp", "a.gr", "--bin=.", "--threads=2", "--wl=obim",
             "--budget=1h", f"--out={out}"], capture_output=True, text=True, check=False,
            timeout=300, env={**os.environ, "PYTHONPATH": os.fspath(SCRIPTS),
                              "STAND_IN_NOISE": "0.03", "STAND_IN_KILL": str(kill)})

    assert start("whole.json").returncode == 0
    whole = calls(folder)
    (folder / "calls").unlink()
    for number in (7, 14):
        assert start("tuned.json", number).returncode == -signal.SIGKILL
        assert not (folder / "tuned.json").exists()
    with open(folder / "tuned.jsonl", "a", encoding="utf-8") as file:
        file.write('{"schema":"galois-cps/1","be')  # a write that was cut short
    done = start("tuned.json")
    assert done.returncode == 0 and "tuned.jsonl: 12 runs are there already" in done.stderr
    again = calls(folder)
    assert without_record(whole) == without_record(again)
    assert len(again) == len(whole) + 2, "each kill costs one run"
    assert written(folder) == written(folder, "whole.json")
    assert start("tuned.json").returncode == 0
    assert len(calls(folder)) == len(again), "a finished search runs nothing"


def without_record(lines):
    return {line.partition(" --json=")[0] for line in lines}


def test_other_settings_do_not_continue_a_search(folder, capsys):
    assert tune() == 0
    assert tune("--seed=2") == 1
    assert "seed 1, and it is 2 now; --fresh starts over" in capsys.readouterr().err
    with open(folder / "sssp-cpu", "a", encoding="utf-8") as file:
        file.write("# another build\n")
    assert tune() == 1
    assert "another build of the program" in capsys.readouterr().err
    before = len(calls(folder))
    assert tune("--fresh") == 0
    assert len(calls(folder)) > before


def test_a_budget_that_is_too_small_may_be_raised(folder, capsys):
    assert tune("--budget=1s") == 1
    assert "the smallest search takes about" in capsys.readouterr().err
    assert tune() == 0


def test_configurations_that_fail_are_given_up(folder, monkeypatch, capsys):
    monkeypatch.setenv("STAND_IN_FAIL", f"--delta={tuning_app.BEST_DELTA}")
    assert tune() == 0
    assert "given up: obim" in capsys.readouterr().err
    assert written(folder)["params"]["delta"] != tuning_app.BEST_DELTA


def test_a_wrong_answer_ends_the_search(folder, monkeypatch, capsys):
    monkeypatch.setenv("STAND_IN_WRONG", f"--delta={tuning_app.BEST_DELTA}")
    assert tune() == 1
    assert "disagree on answer" in capsys.readouterr().err
    assert not (folder / "tuned.json").exists()


def test_the_reference_must_not_fail(folder, monkeypatch, capsys):
    monkeypatch.setenv("STAND_IN_FAIL", "-t=2")
    assert tune() == 1
    assert "it cannot do this" in capsys.readouterr().err


def test_short_runs_are_reported(folder, monkeypatch, capsys):
    monkeypatch.setenv("STAND_IN_SCALE", "0.01")
    assert tune() == 0
    assert "runs take 5.4 ms, and at least 10 ms are needed" in capsys.readouterr().err


def test_a_source_of_ones_own_and_applications_without_sources(folder):
    assert tune("--flag=--startNode=7", "--out=one.json") == 0
    assert all("--startNode=7" in line for line in calls(folder))
    (folder / "calls").unlink()
    assert tune("--out=forest.json", app="mst") == 0
    assert not any("--startNode" in line or "--sources" in line for line in calls(folder))
    assert "on the same query" in (folder / "forest.json").read_text()


def test_several_policies_are_compared_with_the_first(folder):
    assert tune("--wl=smq,obim,smq") == 0
    worklists = {flag for line in calls(folder) for flag in line.split() if flag[:4] == "--wl"}
    assert worklists == {"--wl=smq", "--wl=obim"}
    assert not any("numa-weight" in line for line in calls(folder))
    assert "the default, smq" in (folder / "tuned.json").read_text()


@pytest.mark.parametrize("args, status, said", [
    (["--wl=obmi"], 2, "did you mean obim?"),
    (["--threads=0"], 2, "thread counts are whole numbers from 1"),
    (["--threads=x"], 2, "invalid int value"),
    (["--budget=soon"], 2, "is no time"),
    (["--flag=startNode"], 2, "is not a flag"),
    (["--flag=--sources=random:3"], 2, "several answers per run"),
    (["--flag=--wl=smq"], 2, "set by the sweep itself"),
    (["--flag=--delta=3"], 2, "set by the search itself"),
    (["--flag=--wl-config=x.json"], 2, "set by the search itself"),
    (["--out=a.gr"], 2, "same file as the input"),
    (["--runs=tuned.json"], 2, "same file as the output"),
    (["--out=."], 2, "is a folder"),
    (["--bin=nowhere"], 2, "build it"),
    (["--wl=plain"], 1, "no parameters to tune"),
    (["--surprise"], 2, "--help"),
])
def test_wrong_usage_is_one_line(folder, monkeypatch, capsys, args, status, said):
    try:
        found = tune(*args)
    except SystemExit as error:
        found = error.code
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tune: ")]
    assert found == status and len(lines) == 1 and said in lines[0], lines
    assert not (folder / "tuned.json").exists()


def test_a_graph_that_is_not_there(folder, capsys):
    assert cli.main(["sssp", "b.gr", "--bin=."]) == 2
    assert "no input file b.gr" in capsys.readouterr().err
    (folder / "other.jsonl").write_text('{"bench": {"key": "x", "repeat": 0, "warmup": false}}\n')
    assert tune("--runs=other.jsonl") == 1
    assert "runs of another program" in capsys.readouterr().err
