"""scripts/figures make and list from the outside, over stand-in programs."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import stand_in
from galois_cps.runs import machine
from papers.engine.plan import make, plan, session, tidy
from papers.engine.show import run_summary


@pytest.fixture
def log(tmp_path, monkeypatch):
    path = tmp_path / "calls"
    monkeypatch.setenv("FAKE_LOG", os.fspath(path))
    return lambda: [call for call in (path.read_text().splitlines() if path.exists() else [])
                    if "--json=" in call]


@pytest.fixture
def figures(tmp_path, monkeypatch):
    return stand_in.commands(tmp_path, monkeypatch)


def table(figures, name):
    return tidy.read(figures.out / "tidy" / f"{name}.csv")


def command_of(tmp_path, name):
    """What the report calls the command of a figure."""
    bins = {preset: tmp_path / preset for preset in ("release", "virtual")}
    here = session.Session("smoke", bins, tmp_path / "out")
    return run_summary.of(here, here.tables())["figures"][name]["command"]


def test_a_figure_gets_its_graphs_runs_and_table(figures, log):
    assert figures("make", "map", "--jobs=2") == 0
    assert (figures.out / "graphs" / "road.gr").read_text().startswith("road ")
    rows = table(figures, "map")
    assert set(rows[0]) == set(tidy.COLUMNS)
    times = [row for row in rows if row["metric"] == "time_s"]
    real = [row for row in times if row["source"] == "T"]
    assert len(real) == 2 * (4 + 1), "rounds, cells of the grid and mq0"
    assert {row["round"] for row in times} == {0, 1}
    assert {row["series"] for row in times} == {"smq", "mq0"}
    assert {row["threads"] for row in times if row["source"] == "S"} == {16}
    metrics = {row["metric"] for row in rows}
    assert {"tasks.executed", "wasted_work", "worklist.pushes", "nodes"} <= metrics


def test_the_record_of_a_row_is_the_line_that_it_comes_from(figures):
    assert figures("make", "plain") == 0
    for row in table(figures, "plain"):
        if row["metric"] == "time_s":
            name, _, line = row["record"].partition(":")
            text = (figures.out / "runs" / name).read_text().splitlines()[int(line) - 1]
            record = json.loads(text)
            assert record["time_s"] == row["value"]
            assert record["bench"]["config"]["threads"] == str(row["threads"])


def test_a_second_call_runs_nothing_again(figures, log):
    assert figures("make", "map", "plain") == 0
    before = log()
    assert figures("make", "plain", "map") == 0
    assert log() == before


def test_figures_share_runs(figures, log):
    assert figures("make", "map", "--real") == 0
    before = len(log())
    assert figures("make", "plain", "--real") == 0
    mine = log()[before:]
    assert not [call for call in mine if "--wl=mq" in call and "--startNode=3" in call
                and call.endswith("-noverify") and "bfs" in call]
    sssp_mq = [call for call in mine if "--wl=mq " in call and "--startNode=3" in call]
    assert len(sssp_mq) <= 2, "only the run for the noise, which is repeated in both rounds"


def test_more_rounds_go_on_where_it_stopped(figures, log):
    assert figures("make", "plain", "--rounds=1") == 0
    before = len(log())
    assert figures("make", "plain", "--rounds=3") == 0
    assert len(log()) == 3 * before


def test_simulated_runs_have_the_seed_of_their_round(figures, log):
    assert figures("make", "map", "--simulated", "--rounds=3") == 0
    seeds = {word for call in log() for word in call.split() if word.startswith("--seed=")}
    assert seeds == {"--seed=1", "--seed=2", "--seed=3"}


def test_runs_of_one_kind_leave_those_of_the_other_in_the_tables(figures):
    assert figures("make", "map", "--simulated") == 0
    assert figures("make", "map", "--real") == 0
    assert {row["source"] for row in table(figures, "map")} == {"S", "T"}


def test_the_best_cell_is_measured_again_in_fresh_rounds(figures, log, monkeypatch):
    monkeypatch.setenv("FAKE_FAST", "--steal-size=4")
    assert figures("make", "lines") == 0
    tuned = [row for row in table(figures, "lines")
             if row["series"] == "smq" and row["metric"] == "time_s"]
    assert tuned and all("steal-size=4" in row["parameters"] for row in tuned)
    assert {row["round"] for row in tuned} == {plan.FRESH, plan.FRESH + 1}
    assert (figures.out / "tidy" / "map.csv").exists(), "the figure that cells are chosen from"


def test_some_series_run_with_the_baseline_and_the_others_follow(figures, log):
    assert figures("make", "lines", "--series=dijkstra") == 0
    rows = table(figures, "lines")
    assert {row["series"] for row in rows} == {"dijkstra", "mq0"}
    assert {row["round"] for row in rows} == {plan.FRESH, plan.FRESH + 1}, "as with all series"
    assert not (figures.out / "tidy" / "map.csv").exists(), "nothing is tuned"
    first = len(log())
    assert any("dijkstra" in call for call in log())
    assert figures("make", "lines") == 0
    assert {row["series"] for row in table(figures, "lines")} == {"dijkstra", "mq0", "smq"}
    assert not any("dijkstra" in call for call in log()[first:]), "it has run"


def test_some_applications_run_and_the_others_follow(figures, log, tmp_path):
    assert figures("make", "plain", "--app=bfs", "--graph=road") == 0
    assert {row["app"] for row in table(figures, "plain")} == {"bfs"}
    assert command_of(tmp_path, "plain") == "scripts/figures make plain --scale smoke --app=bfs"
    first = len(log())
    assert figures("make", "plain") == 0
    assert {row["app"] for row in table(figures, "plain")} == {"sssp", "bfs"}
    assert not any("bfs" in call for call in log()[first:] if "--wl=obim" in call), "it has run"


def test_the_baseline_of_a_figure_that_only_tunes_is_not_run(tmp_path, figures, log):
    (tmp_path / "catalogue/smq/figures.toml").write_text(
        stand_in.FIGURES.replace('options = { machine = "A", baseline = "mq0" }\nruns = [\n',
                                 'options = { machine = "A", baseline = "obim" }\nruns = [\n'
                                 '  { series = ["obim"], cases = "one", threads = "many" },\n'))
    assert figures("make", "lines", "--series=smq", "--real") == 0
    assert {row["series"] for row in table(figures, "map")} == {"smq"}
    assert {row["series"] for row in table(figures, "lines")} == {"smq", "mq0"}
    assert not any("--wl=obim" in call for call in log()), "nobody asked for it"


def test_a_figure_without_runs_of_the_wanted_kind_is_named(figures, capsys):
    assert figures("make", "lines", "--simulated") == 2
    said = capsys.readouterr().err
    assert "lines: there are no runs with simulated cores, so that nothing is left to make" in said
    assert not figures.out.exists()
    assert figures("make", "lines", "plain", "map", "--simulated", "--dry-run") == 0
    assert "lines, plain: there are no runs with simulated cores" in capsys.readouterr().err
    assert figures("make", "--all", "--simulated", "--dry-run") == 0
    assert "there are no runs" not in capsys.readouterr().err


def test_figures_of_models_and_of_graphs_have_the_kinds_of_runs_that_they_are_made_of(tmp_path):
    found = session.Session("smoke", {}, tmp_path, kinds=["S"])
    idle = {name for name, figure in found.catalogue.figures.items() if make._is_idle(found, figure)}
    assert {"smq-thm1", "pd-thm1", "order", "pmod-traces", "pmod-levels", "hdcps-drift",
            "ypp-fig4.7"} == idle


def test_the_command_of_a_figure_is_the_one_that_made_it(figures, tmp_path):
    def command(name):
        return command_of(tmp_path, name)

    start = "scripts/figures make {} --scale smoke"
    assert figures("make", "map", "--simulated", "--series=mq0") == 0
    assert command("map") == start.format("map") + " --simulated --series=mq0"
    assert figures("make", "map", "--simulated") == 0
    assert command("map") == start.format("map") + " --simulated"
    assert figures("make", "map") == 0
    assert command("map") == start.format("map")
    assert figures("make", "lines", "--series=dijkstra", "--rounds=3") == 0
    assert command("lines") == start.format("lines") + " --series=mq0,dijkstra --rounds=3"
    assert figures("make", "plain", "--add-series=mine:--wl=obim --delta=3") == 0
    assert command("plain") == start.format("plain") + " '--add-series=mine:--wl=obim --delta=3'"


def test_one_series_is_tuned_by_different_figures(tmp_path, figures):
    (tmp_path / "catalogue/smq/figures.toml").write_text(stand_in.FIGURES + """
[[figure]]
id = "sizes"
like = "map"
title = "One parameter"
runs = [{ series = ["smq"], cases = "one", grid = "sizes", threads = "many" }]
[[figure]]
id = "lines-by-size"
like = "lines"
title = "Another comparison"
options = { tuned_from = { smq = "sizes" } }
""")
    cases = tmp_path / "catalogue/engine/plan/cases.toml"
    cases.write_text(cases.read_text() + "[grids.sizes]\nsteal-size = [1, 4]\n")
    assert figures("make", "lines", "lines-by-size") == 0
    swept = {name: {row["parameters"] for row in table(figures, name) if row["series"] == "smq"}
             for name in ("lines", "lines-by-size")}
    assert all("steal-prob=" in each for each in swept["lines"]) and swept["lines"]
    assert all("steal-prob=" not in each for each in swept["lines-by-size"])
    assert swept["lines-by-size"]


def test_only_the_first_run_of_a_configuration_is_checked_in_full(figures, log):
    assert figures("make", "plain", "--rounds=3") == 0
    full = [call for call in log() if "-noverify" not in call]
    assert len(full) == len(set(full)) == 2 * 2


def test_failures_are_rows_and_are_tried_again(figures, log, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_FAIL", "obim")
    assert figures("make", "plain") == 1
    assert "no such worklist obim" in capsys.readouterr().err
    failed = [row for row in table(figures, "plain") if row["metric"] == "failure"]
    assert len(failed) == 4 and all("exit status 1" in row["record"] for row in failed)
    monkeypatch.delenv("FAKE_FAIL")
    assert figures("make", "plain") == 0
    assert not [row for row in table(figures, "plain") if row["metric"] == "failure"]


def test_a_parameter_without_effect_is_a_failure_that_is_told_once(figures, log, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_IDLE", "steal-size")
    assert figures("make", "map", "--simulated", "--rounds=2") == 1
    assert "--steal-size has no effect: warning: --steal-size has no effect with --wl=smq" \
        in capsys.readouterr().err
    swept = [call for call in log() if "--steal-size" in call]
    assert len(swept) == len(set(swept)) == 4
    assert {row["series"] for row in table(figures, "map") if row["metric"] == "time_s"} == {"mq0"}
    monkeypatch.setenv("FAKE_IDLE", "noverify")  # no parameter of the figure
    assert figures("make", "map", "--simulated", "--rounds=2") == 0


def test_what_ran_out_of_time_is_a_row_and_is_not_run_again(figures, log, monkeypatch, hangs):
    monkeypatch.setenv("FAKE_HANG", "obim")
    assert figures("make", "plain", "--rounds=2") == 1
    failed = [row for row in table(figures, "plain") if row["metric"] == "failure"]
    assert len(failed) == 2 and all("ran past" in row["record"] for row in failed)
    before = log()
    assert figures("make", "plain", "--rounds=2") == 0
    assert log() == before


def test_answers_that_differ_are_an_error(figures, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_WRONG", "obim")
    assert figures("make", "plain") == 1
    assert "disagree on answer" in capsys.readouterr().err


def test_another_build_keeps_its_runs_and_runs_anew(figures, log, tmp_path):
    assert figures("make", "plain") == 0
    before = len(log())
    with open(tmp_path / "release" / "sssp-cpu", "a") as program:
        program.write("# rebuilt\n")
    assert figures("make", "plain") == 0
    assert len(list((figures.out / "runs").glob("release-sssp-cpu-*.jsonl"))) == 2
    assert len(list((figures.out / "runs").glob("release-bfs-cpu-*.jsonl"))) == 1
    again = len(log()) - before
    assert 0 < again < before, "sssp-cpu alone was rebuilt"


def test_another_graph_under_the_same_name_is_measured_anew(figures, log):
    assert figures("make", "plain", "--real") == 0
    before = len(log())
    graph = figures.out / "graphs" / "road.gr"
    graph.write_text("another graph")
    assert figures("make", "plain", "--real") == 0
    assert len(log()) == 2 * before


def test_fresh_measures_again(figures, log):
    assert figures("make", "plain") == 0
    before = len(log())
    assert figures("make", "plain", "--fresh") == 0
    assert len(log()) == 2 * before
    assert len({row["record"] for row in table(figures, "plain")}) == 8


def test_a_dry_run_prints_commands_and_writes_nothing(figures, log, capsys):
    assert figures("make", "plain", "--dry-run") == 0
    out = capsys.readouterr().out
    assert "sssp-cpu" in out and "# " in out and "graph-gen" in out
    assert log() == [] and not figures.out.exists()


def test_a_blocked_figure_is_status_3_and_others_are_made(figures, capsys):
    assert figures("make", "wall", "plain") == make.BLOCKED
    assert "wall is blocked" in capsys.readouterr().err
    assert table(figures, "plain")
    assert figures("make", "--all", "--real") == 0, "nobody asked for it by name"


def test_missing_programs_are_named_with_their_commands(figures, tmp_path, capsys):
    (tmp_path / "release" / "bfs-cpu").unlink()
    assert figures("make", "plain", "--no-build", "--real") == 0
    said = capsys.readouterr().err
    assert "not built with bfs-cpu" in said and "cmake --build --preset release" in said
    assert {row["app"] for row in table(figures, "plain")} == {"sssp"}


def test_a_budget_leaves_runs_for_the_next_call(figures, capsys):
    assert figures("make", "map", "--budget=1s", "--rounds=100", "--real") == 0
    assert "runs are left" in capsys.readouterr().err


@pytest.mark.parametrize("flag", ["--jobs=0", "--rounds=-1", "--jobs=two"])
def test_counts_are_whole_numbers(figures, capsys, flag):
    with pytest.raises(SystemExit) as ended:
        figures("make", "map", flag)
    assert ended.value.code == 2
    assert f"{flag.partition('=')[2]!r} is no whole number from 1 on" in capsys.readouterr().err


@pytest.mark.parametrize("args, said", [((), "name figures"), (("map", "--all"), "name figures"),
                                        (("mop",), "did you mean map"),
                                        (("map", "--series=smw"), "did you mean smq"),
                                        (("map", "--series=smq,obim"), "has the series obim"),
                                        (("map", "--app=ssps"), "did you mean sssp"),
                                        (("map", "--graph=web"), "none of these figures runs"),
                                        (("map", "--graph=nowhere"), "there is no graph 'nowhere'")])
def test_wrong_usage_is_status_2(figures, capsys, args, said):
    assert figures("make", *args) == 2
    assert said in capsys.readouterr().err


def test_the_machine_is_recorded_and_warned_of_before_real_runs(figures, monkeypatch, capsys):
    monkeypatch.setattr(machine, "look", lambda: {"governor": "powersave", "load": 3.0})
    assert figures("make", "map", "--simulated") == 0
    assert "warning: " not in capsys.readouterr().err
    assert figures("make", "map") == 0
    told = capsys.readouterr().err
    assert told.count("warning: ") == 2 and "the load is 3.0" in told
    lines = [json.loads(line) for path in (figures.out / "runs").glob("*.jsonl")
             for line in path.read_text().splitlines()]
    assert lines and all(line["host"]["governor"] == "powersave" for line in lines)


def test_facts_name_threads_only_where_they_mean_something(tmp_path):
    found = session.Session("smoke", {}, tmp_path)
    row = {"app": "", "graph": "", "series": "", "record": "", "round": 0}
    tables = {"smq-thm1": [row | {"source": "M", "threads": 1}],
              "order": [row | {"source": "M", "threads": count} for count in (64, 2)],
              "pmod-fig5": [row | {"source": "T", "threads": 1}, row | {"source": "S", "threads": 4}],
              "smq-table1": [row | {"source": "T", "threads": 0}]}
    known = {name: each["threads"] for name, each in run_summary.of(found, tables)["figures"].items()}
    assert known == {"smq-thm1": "", "order": "threads in turns: 2, 64", "smq-table1": "",
                     "pmod-fig5": "simulated cores: 4; real threads: 1"}


def test_list_counts_runs_and_says_what_blocks(figures, capsys):
    assert figures("list") == 0
    before = capsys.readouterr().out
    assert "program:no-such-program" in before and "0/8" in before
    assert figures("make", "plain") == 0
    assert figures("list") == 0
    after = capsys.readouterr().out
    assert "8/8" in after and "done" in after
    assert figures("list", "--missing") == 0
    missing = capsys.readouterr().out
    assert "Two applications" not in missing and "policy:later" in missing


def test_an_interrupt_ends_the_programs_and_loses_nothing_else(tmp_path, figures, log):
    """A process of its own, since an interrupt goes to the main thread of a program."""
    script = tmp_path / "call.py"
    script.write_text(f"""
import pathlib, sys
sys.path[:0] = [{os.fspath(stand_in.SCRIPTS)!r}, {os.path.dirname(__file__)!r}]
from papers.engine import cli
from papers.engine.plan import catalogue
load = catalogue.load
catalogue.load = lambda: load(pathlib.Path({os.fspath(tmp_path / "catalogue")!r}))
sys.exit(cli.main(sys.argv[1:]))
""")
    args = [sys.executable, script, "make", "map", "--simulated", "--scale=smoke", "--jobs=2",
            f"--out={tmp_path / 'out'}",
            *(f"--bin={preset}={tmp_path / preset}" for preset in ("release", "virtual"))]
    environment = os.environ | {"FAKE_HANG": "mq"}
    with subprocess.Popen(args, env=environment, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not any("--wl=mq " in call for call in log()):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said = process.communicate()[1]  # the stand-in would hang for an hour
    assert process.returncode == 130 and "run the same command again" in said
    assert figures("make", "map", "--simulated") == 0
    lines = (figures.out / "runs").glob("virtual-*.jsonl")
    assert all(json.loads(line) for path in lines for line in path.read_text().splitlines())


def test_verdicts_of_one_paper(figures, capsys):
    assert figures("verdicts", "--paper=pd") == 0
    said = capsys.readouterr().out
    assert "pd-04" in said and "x-40" in said and "smq-01" not in said
    assert figures("verdicts", "--paper=dp") == 2
    assert "hdcps, pd, pmod, relaxed, smq, ypp" in capsys.readouterr().err
