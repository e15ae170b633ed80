"""scripts/bench from the outside, over the stand-in application."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from conftest import SCRIPTS
from galois_cps.charts import growth, scales
from galois_cps.runs import machine, results
from lab.bench import bench_cli, counters, policies, runner


@pytest.fixture
def bench(fake_bin, graph, tmp_path):
    out = tmp_path / "out.jsonl"

    def call(*more, out=out):
        worklists = [] if "--wl" in more else ["--wl", "smq,obim"]
        return bench_cli.main(["--bin", str(fake_bin), "--input", str(graph), *worklists,
                               "--repeats", "3", "--out", str(out), *more])

    call.out = out
    return call


def records(path):
    return [json.loads(text) for text in path.read_text().splitlines()]


def test_every_run_is_recorded_with_its_place_in_the_sweep(bench, capsys):
    assert bench("--algo", "worklist,dijkstra", "--threads", "1,2", "--seed", "4") == 0
    lines = records(bench.out)
    assert len(lines) == 5 * (1 + 3)
    assert [line["bench"]["order"] for line in lines] == list(range(20))
    first = lines[0]["bench"]
    assert first["warmup"] and first["seed"] == 4 and first["config"]["input"] == "road"
    assert "--json" not in first["replay"] and "sssp-cpu" in first["replay"]
    shown = capsys.readouterr().out
    assert "median" in shown and "wasted work" in shown and "15 measured runs" in shown


def test_worklists_are_named_by_what_the_program_has(bench, monkeypatch, capsys):
    monkeypatch.setattr(policies, "described", lambda _program: [
        {"name": "smq", "parameters": [{"name": "delta"}]}, {"name": "fifo", "parameters": []},
        {"name": "obim", "parameters": [{"name": "chunk"}, {"name": "delta"}]}])
    for words, names in (("all", ["smq", "fifo", "obim"]), ("ordered,-smq", ["obim"]), ("all,-fifo", ["smq", "obim"])):
        out = bench.out.with_name(f"{words}.jsonl")
        assert bench("--wl", words, "--repeats", "1", "--warmup", "0", out=out) == 0
        assert sorted(record["wl"] for record in records(out)) == sorted(names)
    monkeypatch.setattr(policies, "described", lambda _program: None)
    assert bench("--wl", "all") == 2 and "does not list its worklists" in capsys.readouterr().err


def test_programs_without_a_graph(fake_bin, log, tmp_path, capsys):
    out = tmp_path / "forks.jsonl"
    argv = ["--bin", str(fake_bin), "--app", "fib-cpu", "--wl", "serial,tbb", "--threads", "1,2",
            "--repeats", "2", "--out", str(out), "--plot", str(tmp_path / "picture")]
    assert bench_cli.main(argv) == 0
    assert len(records(out)) == 3 * (1 + 2) and not any("road" in call for call in log())
    assert {record["bench"]["config"]["input"] for record in records(out)} == {"default"}
    assert "nodes" not in records(out)[0]
    assert bench_cli.main([*argv, "--plot-growth", str(tmp_path / "growth")]) == 1
    assert "default is none" in capsys.readouterr().err
    assert bench_cli.main([*argv[:4], "--input", str(fake_bin / "fib-cpu")]) == 2
    assert "reads no graph" in capsys.readouterr().err


def test_settings_of_the_machine_are_recorded_and_warned_of(bench, monkeypatch, capsys):
    monkeypatch.setattr(machine, "look", lambda: {"governor": "powersave", "load": 2.5})
    assert bench("--repeats", "1") == 0
    assert all(record["host"]["load"] == 2.5 and record["host"]["cpu"] == "a test"
               for record in records(bench.out))
    told = capsys.readouterr().err
    assert told.count("warning: ") == 2 and "governor is powersave" in told
    assert bench("--repeats", "1") == 0  # nothing runs, so nothing is warned of
    assert "warning: " not in capsys.readouterr().err


def test_programs_are_looked_for_in_the_repository():
    assert bench_cli.default_bin() == str(SCRIPTS.parent / "build" / "bin")
    assert bench_cli.preset_bin("virtual") == str(SCRIPTS.parent / "build" / "virtual" / "bin")


def test_a_plan_of_several_sweeps_is_one_file(fake_bin, graph, tmp_path, monkeypatch, capsys):
    plan, out = tmp_path / "plan.toml", tmp_path / "plan.jsonl"
    plan.write_text(f"""
repeats = 2
inputs = ["{graph}"]
[[sweeps]]
worklists = ["obim"]
[[sweeps]]
worklists = ["smq"]
preset = "made"
""")
    argv = ["--sweep", str(plan), "--out", str(out)]
    monkeypatch.setattr(bench_cli, "default_bin", lambda: str(fake_bin))
    monkeypatch.setattr(bench_cli, "preset_bin", lambda name: str(tmp_path / "nothing"))
    assert bench_cli.main(argv) == 2
    assert "cmake --preset made" in capsys.readouterr().err
    monkeypatch.setattr(bench_cli, "preset_bin", lambda name: str(fake_bin))
    assert bench_cli.main(argv) == 0
    found = [(record["bench"]["config"].get("build", ""), record["wl"]) for record in records(out)]
    assert len(found) == 2 * 3 and set(found) == {("", "obim"), ("made", "smq")}
    assert {record["wl"] for record in records(out)[:2]} == {"obim", "smq"}  # in each round


def test_simulated_runs_go_side_by_side(bench, monkeypatch, log):
    monkeypatch.setenv("FAKE_VIRTUAL", "core:4")
    assert bench("--jobs", "3", "--threads", "1,2,4") == 0
    assert len(log()) == 6 * 4
    found = records(bench.out)
    assert [record["bench"]["order"] for record in found] == list(range(24))
    assert len({(each["bench"]["key"], each["bench"]["repeat"], each["bench"]["warmup"])
                for each in found}) == 24
    assert bench("--jobs", "3", "--threads", "1,2,4") == 0 and len(log()) == 24


def test_real_runs_never_go_side_by_side(bench, log, capsys):
    assert bench("--jobs", "3") == 1
    assert len(log()) == 1 and "--jobs is for simulated machines" in capsys.readouterr().err


def test_only_the_first_run_of_each_configuration_verifies(bench, log):
    assert bench() == 0
    assert [line["verified"] for line in records(bench.out)].count(True) == 2
    assert sum("-noverify" not in call for call in log()) == 2


@pytest.mark.parametrize("choice, verified", [("all", 8), ("never", 0)])
def test_verify_choices(bench, choice, verified):
    assert bench("--verify", choice) == 0
    assert [line["verified"] for line in records(bench.out)].count(True) == verified


def test_a_second_call_runs_nothing_again(bench, log):
    assert bench() == 0
    before = bench.out.read_bytes()
    assert bench() == 0
    assert len(log()) == 8 and bench.out.read_bytes() == before


def test_more_repeats_go_on_where_it_stopped(bench, log):
    assert bench() == 0
    assert bench("--repeats", "5") == 0
    assert len(log()) == 12


def test_a_torn_last_line_is_run_again(bench, log, capsys):
    assert bench() == 0
    text = bench.out.read_text()
    bench.out.write_text(text[:-40])
    assert bench() == 0
    assert len(log()) == 9
    assert "half-written" in capsys.readouterr().err
    assert len(records(bench.out)) == 8


def test_fresh_starts_over(bench, log):
    assert bench() == 0
    assert bench("--fresh") == 0
    assert len(log()) == 16 and len(records(bench.out)) == 8


def test_fresh_loses_nothing(bench, log, tmp_path, capsys):
    assert bench() == 0
    before = bench.out.read_text()
    capsys.readouterr()
    # A mistake is found before anything is set aside.
    for mistake in (["--input", "raod.gr"], ["--param", "steal"], ["--sweep", "nowhere.toml"],
                    ["--report", "page.pdf"], ["--csv", str(tmp_path)]):
        assert bench("--fresh", *mistake) != 0
        assert capsys.readouterr().err.count("\n") == 1
        assert bench.out.read_text() == before and not list(tmp_path.rglob("*.old*"))
    assert bench("--fresh") == 0
    assert f"earlier runs are in {bench.out}.old\n" in capsys.readouterr().err
    assert (bench.out.parent / f"{bench.out.name}.old").read_text() == before
    assert bench("--fresh") == 0
    assert (bench.out.parent / f"{bench.out.name}.old").read_text() == before
    assert (bench.out.parent / f"{bench.out.name}.old-2").exists()
    with results.ResultFile(str(bench.out)):  # another sweep
        assert bench("--fresh") == 1
    assert "another sweep is writing" in capsys.readouterr().err and bench.out.exists()


def test_simulated_times_are_called_so(bench, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(machine, "look", lambda: {"governor": "powersave", "load": 2.5})
    monkeypatch.setattr(policies, "is_simulated", lambda program: True)
    assert bench("--repeats", "1") == 0
    told = capsys.readouterr()
    assert "warning: the load" not in told.err and "governor" not in told.err
    lines = bench.out.read_text().splitlines()
    bench.out.write_text("".join(line[:-1] + ', "virtual": {"cores": 4}}\n' if "wl=smq" in line else line + "\n"
                                 for line in lines))
    assert bench("--repeats", "1", "--csv", str(tmp_path / "table.csv")) == 0
    table = capsys.readouterr().out
    assert re.search(r"smq +1 +simulated ", table) and re.search(r"obim +1 +real ", table), table
    assert ",time," in (tmp_path / "table.csv").read_text().splitlines()[0]


def test_answers_that_differ_are_an_error_that_names_both(bench, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_WRONG", "obim")
    assert bench() == 1
    said = capsys.readouterr().err
    assert "disagree on answer" in said and "wl=smq" in said and "wl=obim" in said
    assert "41" in said and "42" in said
    monkeypatch.delenv("FAKE_WRONG")
    assert bench() == 1, "the file still holds the contradiction"


def test_failures_are_recorded_reported_and_tried_again(bench, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_FAIL", "obim")
    assert bench() == 1
    said = capsys.readouterr()
    assert "exit status 1" in said.err and "no such worklist" in said.err and "--wl=obim" in said.err
    assert "smq" in said.out and "3 measured runs" in said.out
    monkeypatch.delenv("FAKE_FAIL")
    assert bench() == 0


@pytest.mark.parametrize("warning, names", [
    ("warning: --chunk has no effect with --wl=smq; --limit-deal has no effect with --algo=worklist",
     ["chunk", "limit-deal"]),
    ("warning: --wl, --delta, -t have no effect with --algo=dijkstra", ["wl", "delta"]),
    ("warning: --hdcps-delay has no effect with --wl=hdcps.published\nTime 1 s", ["hdcps-delay"]),
    ("warning: more threads than cores; see --pin", []),
    ("error: --chunk has no effect with --wl=smq", []),
])
def test_flags_without_effect_are_found_in_warnings(warning, names):
    assert runner.without_effect(warning) == names


def test_an_error_is_told_once_for_all_repeats(bench, monkeypatch, capsys, log):
    monkeypatch.setenv("FAKE_FAIL", "obim")
    assert bench("--threads", "1,2", "--repeats", "4") == 1
    assert sum("--wl=obim" in call for call in log()) == 2 * 5
    err = capsys.readouterr().err
    assert err.count("no such worklist obim") == 2 + 1, "once per configuration, and once at the end"
    assert "10 runs failed" in err and err.count("(5 runs)") == 2
    assert err.count("to repeat it") == 1


def test_a_refused_command_line_is_not_tried_again(bench, monkeypatch, capsys, log):
    monkeypatch.setenv("FAKE_FAIL", "obim")
    monkeypatch.setenv("FAKE_STATUS", "2")
    assert bench() == 1
    assert sum("--wl=obim" in call for call in log()) == 1
    assert sum("--wl=smq" in call for call in log()) == 4
    assert "1 run failed" in capsys.readouterr().err


def test_runs_that_are_too_short_are_pointed_out(bench, monkeypatch, capsys):
    assert bench() == 0
    assert "too short" not in capsys.readouterr().err
    monkeypatch.setenv("FAKE_SHORT", "obim")
    assert bench("--fresh", "--threads", "1,2") == 0
    warned = [line for line in capsys.readouterr().err.splitlines() if "too short" in line]
    assert len(warned) == 1, "one line, however many they are"
    assert warned[0].startswith("warning: 2 of 4 configurations (obim")
    assert "10 ms" in warned[0] and "larger graph" in warned[0]
    assert bench("--fresh") == 0
    assert "warning: obim: runs of" in capsys.readouterr().err


def test_an_answer_that_fails_verification_is_a_failure(bench, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_UNVERIFIED", "obim")
    assert bench("--verify", "all") == 1
    assert "verification failed" in capsys.readouterr().err


def test_a_hanging_run_is_ended_and_its_configuration_given_up(bench, monkeypatch, capsys, log, hangs):
    monkeypatch.setenv("FAKE_HANG", "obim")
    assert bench("--timeout", "7") == 1
    assert "ran past its 7 s" in capsys.readouterr().err
    assert sum("--wl=obim" in call for call in log()) == 1


def test_results_of_another_build_are_not_mixed_in(bench, fake_bin, capsys):
    assert bench() == 0
    with open(fake_bin / "sssp-cpu", "a", encoding="utf-8") as program:
        program.write("# rebuilt\n")
    assert bench() == 1
    assert "another build" in capsys.readouterr().err


def test_dry_run_lists_the_commands_and_touches_nothing(bench, log, capsys):
    assert bench("--dry-run", "--threads", "1,2") == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 16 and sum("# warm-up" in text for text in shown) == 4
    assert not log() and not bench.out.exists()


@pytest.mark.parametrize("arguments, status, said", [
    (["--input", "nowhere.gr"], 1, "no input file"),
    (["--bin", "nowhere", "--input", "x"], 2, "no program"),
    (["--threads", "two"], 2, "not a whole number"),
    (["--threads", "0"], 2, "thread counts are whole numbers from 1"),
    (["--repeats", "0"], 2, "at least 1"),
    (["--jobs", "0"], 2, "at least 1"),
    (["--timeout", "0"], 2, "a positive number"),
    (["--param", "steal"], 2, "not of the form"),
    (["--flag", "verify"], 2, "not a flag"),
    (["--wl", "smq,smqq"], 2, "has no worklist smqq; did you mean smq?"),
    (["--wl", "smq,wasp"], 2, "bench: sssp-cpu: --wl=wasp: this build leaves it out; to add it: brew it"),
    (["--wl", "xyzzy"], 2, "there are smq-bucket, smq, obim"),
    (["--algo", "dijkstar"], 2, "has no algorithm dijkstar; did you mean dijkstra?"),
    (["--param", "detla=3"], 2, "has no flag --detla; did you mean --delta?"),
    (["--param", "obim:xyzzy=3"], 2, "has no flag --xyzzy; its --help lists all"),
    (["--out", "/dev/full"], 2, "is not a regular file"),
    (["--out", "/dev/full", "--fresh"], 2, "is not a regular file"),
    (["--out", "/"], 2, "is not a regular file"),
    (["--sweep", "nowhere.toml"], 1, "cannot read"),
])
def test_mistakes_get_one_line_before_the_first_run(bench, capsys, log, monkeypatch, arguments,
                                                    status, said):
    monkeypatch.setenv("FAKE_POLICIES", "smq-bucket smq obim")
    monkeypatch.setenv("FAKE_ABSENT", "wasp")
    assert bench(*arguments) == status
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1
    assert not log() and os.path.exists("/dev/full")


@pytest.mark.parametrize("cached", [True, False])
def test_a_program_that_is_not_built_is_named_with_the_command_that_builds_it(bench, tmp_path, capsys, cached):
    build = tmp_path / "a build"
    (build / "bin").mkdir(parents=True)
    if cached:
        (build / "CMakeCache.txt").touch()
    assert bench("--bin", str(build / "bin"), "--app", "bfs-cpu") == 2
    how = f"cmake --build '{build}' --target bfs-cpu" if cached else "cmake --build --preset release --target bfs-cpu"
    assert f"no program {build}/bin/bfs-cpu; build it (" in (said := capsys.readouterr().err) and how in said


def test_unknown_flag_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as end:
        bench_cli.main(["--inptu", "x"])
    assert end.value.code == 2 and "--help" in capsys.readouterr().err


def test_csv_and_plot(bench, tmp_path):
    assert bench("--csv", str(tmp_path / "t.csv"), "--plot", str(tmp_path / "t")) == 0
    assert (tmp_path / "t.csv").read_text().startswith("wl,n,median_s,")
    assert (tmp_path / "t.png").stat().st_size > 5000
    assert (tmp_path / "t.svg").read_text().startswith("<?xml")


def test_a_chart_by_threads(bench, tmp_path, capsys):
    assert bench("--threads", "1,4,16", "--plot-scaling", str(tmp_path / "s")) == 0
    assert (tmp_path / "s.png").stat().st_size > 5000
    assert (tmp_path / "s.svg").read_text().startswith("<?xml")
    assert bench("--out", str(tmp_path / "one"), "--plot-scaling", str(tmp_path / "s")) != 0
    assert "two thread counts" in capsys.readouterr().err


@pytest.mark.parametrize("low, high", [(1.004, 1.009), (0.9, 1.1), (1, 3), (1, 40), (0.02, 250), (1e-6, 1e6)])
def test_an_axis_of_doublings_has_numbers(low, high):
    figure = Figure()
    axis = figure.add_subplot()
    axis.plot([1, 2], [low, high])
    scales.doublings(axis)
    FigureCanvasAgg(figure).draw()
    labels = [each.get_text() for each in axis.get_yticklabels()]
    assert 3 <= len(labels) == len(set(labels)) <= 14


def test_a_chart_by_size(bench, tmp_path, capsys):
    inputs = []
    for name in ("road1M", "road2M", "rmat10", "rmat11"):
        (tmp_path / f"{name}.gr").write_text("")
        inputs += ["--input", f"{name}={tmp_path}/{name}.gr"]
    assert bench(*inputs, "--plot-growth", str(tmp_path / "s")) == 0
    assert (tmp_path / "s.png").stat().st_size > 5000
    assert (tmp_path / "s.svg").read_text().startswith("<?xml")
    assert bench("--out", str(tmp_path / "one"), "--plot-growth", str(tmp_path / "s")) != 0
    assert "two graphs or more of a kind" in capsys.readouterr().err


@pytest.mark.parametrize("name, kind", [
    ("road16M", "road"), ("rmat20", "rmat"), ("grid-2048", "grid"), ("NE", "NE"), ("20", "20")])
def test_families_of_graphs(name, kind):
    assert growth.family(name) == kind


def test_each_round_has_its_own_seed_if_wanted(bench, log, capsys):
    assert bench("--vary-seed", "--warmup", "0") == 0
    seeds = [word for line in log() for word in line.split() if word.startswith("--seed=")]
    assert sorted(seeds) == [f"--seed={r}" for r in (1, 1, 2, 2, 3, 3)]
    assert bench("--vary-seed", "--param", "seed=7") != 0
    assert "drop one" in capsys.readouterr().err


@pytest.mark.parametrize("number, jobs", [(signal.SIGINT, 1), (signal.SIGTERM, 1),
                                          (signal.SIGINT, 2)])
def test_an_interrupt_leaves_a_file_that_can_be_continued(fake_bin, graph, tmp_path, monkeypatch,
                                                         log, number, jobs):
    out = tmp_path / "out.jsonl"
    argv = [sys.executable, "-m", "lab.bench.bench_cli", "--bin", str(fake_bin), "--input",
            str(graph), "--wl", "smq,obim", "--repeats", "2", "--warmup", "0", "--out", str(out),
            "--jobs", str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(SCRIPTS), "FAKE_HANG": "obim"}
    if jobs > 1:
        environment["FAKE_VIRTUAL"] = "core:4"
    process = subprocess.Popen(argv, env=environment, stderr=subprocess.PIPE, text=True)
    while not any("--wl=obim" in call for call in log()) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(number)
    _, err = process.communicate()
    assert process.returncode == 130 and "run the same command again" in err
    done = len(records(out)) if out.exists() else 0
    del environment["FAKE_HANG"]
    subprocess.run(argv, env=environment, check=True, capture_output=True)
    assert done < 4 and len(records(out)) == 4


def test_nothing_overwrites_an_input(fake_bin, graph, tmp_path, log, capsys):
    link, sweep = tmp_path / "link.csv", tmp_path / "sweep.toml"
    link.symlink_to(graph.name)
    sweep.write_text(f'inputs = ["{graph}"]\n')
    (tmp_path / "road.png").hardlink_to(graph)
    common = ["--bin", str(fake_bin), "--sweep", str(sweep), "--repeats", "1"]
    for outputs in (["--out", str(graph)], ["--out", str(graph), "--fresh"], ["--out", str(link)],
                    ["--out", str(sweep)], ["--csv", str(link)], ["--plot", str(tmp_path / "road")],
                    ["--plot-scaling", str(tmp_path / "road")], ["--plot-growth", str(tmp_path / "road")],
                    ["--csv", str(tmp_path / "one"), "--out", str(tmp_path / "." / "one")]):
        assert bench_cli.main([*common, *outputs]) == 2, outputs
        error = capsys.readouterr().err
        assert "is the same file as the" in error and error.count("\n") == 1
    assert graph.read_bytes() == b"graph" and not log()


OTHER = "#!/bin/sh\necho \"$@\" >> '{log}'\nexit {status}\n"


def other(tmp_path, status=0):
    """A program of somebody else, and what it was called with."""
    program, called = tmp_path / "other", tmp_path / "other-calls"
    program.write_text(OTHER.format(log=called, status=status))
    program.chmod(0o755)
    return program, lambda: called.read_text().splitlines()


def test_a_command_runs_in_the_same_rounds(bench, graph, tmp_path, capsys):
    program, called = other(tmp_path)
    argv = ["--cmd", f"theirs={program} -x {{threads}} {{input}}", "--threads", "1,2", "--report",
            str(tmp_path / "page.html")]
    assert bench(*argv) == 0
    assert sorted(set(called())) == [f"-x 1 {graph}", f"-x 2 {graph}"] and len(called()) == 2 * 4
    found = records(bench.out)
    theirs = [record for record in found if "command" in record["bench"]]
    assert {record["bench"]["config"]["wl"] for record in theirs} == {"theirs"}
    assert all(record["time_s"] == pytest.approx(record["bench"]["wall_s"], abs=1e-3) for record in theirs)
    first = found[:6]  # a round has every configuration, commands included
    assert len({record["bench"]["key"] for record in first}) == 6
    told = capsys.readouterr()
    assert "process" in told.out and "the time of theirs is that of the whole process" in told.err
    assert "Only the exit status of this command" in (tmp_path / "page.html").read_text()
    assert bench(*argv) == 0 and len(called()) == 2 * 4, "a second call runs nothing again"


def test_a_command_without_threads_runs_once_per_round(bench, tmp_path):
    program, called = other(tmp_path)
    assert bench("--cmd", f"theirs={program} {{input}}", "--threads", "1,2") == 0
    assert len(called()) == 4


def test_a_command_that_fails_is_told(bench, tmp_path, capsys):
    program, _ = other(tmp_path, status=3)
    assert bench("--cmd", f"theirs={program} {{input}}") == 1
    assert "exit status 3" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "said"), [
    ("theirs", "is not of the form NAME='COMMAND'"), ("a b=true", "has a blank"), ("theirs='x", "is no command line"),
    ("theirs=no-such-program-here", "is no program here")])
def test_a_command_that_cannot_run_is_told_before(bench, log, given, said, capsys):
    assert bench("--cmd", given) == 2
    assert said in capsys.readouterr().err and not log()


PERF = """#!/bin/sh
while [ "$1" != -- ]; do
  if [ "$1" = -o ]; then out=$2; fi
  shift
done
shift
"$@" || exit
printf '# started\\n\\n1000,,cycles:u,5,100.00,,\\n2500,,instructions:u,5,100.00,2.50,insn\\n' > "$out"
printf '<not supported>,,cache-misses:u,0,100.00,,\\n' >> "$out"
"""


@pytest.mark.parametrize(("script", "shown"), [
    (PERF, "instructions per cycle</th><td>2.50"),
    ("#!/bin/sh\necho 'No permission here' >&2\nexit 255\n", "Not available: perf stat fails: No permission here"),
    (PERF.replace("1000", "<not supported>").replace("2500", "<not counted>"),
     "Not available: perf finds no hardware counters")])
def test_hardware_counters_are_shown_or_said_to_be_absent(bench, tmp_path, monkeypatch, capsys, script, shown):
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "perf").write_text(script)
    (folder / "perf").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    assert bench("--counters", "--report", str(tmp_path / "page.html")) == 0
    assert shown in (tmp_path / "page.html").read_text()
    told = capsys.readouterr()
    if "Not available" in shown:
        assert "hardware counters are not available" in told.err
        assert all("no_counters" in record["bench"] for record in records(bench.out))
    else:
        assert "cycles" in told.out and "2,500" in told.out
        assert records(bench.out)[0]["bench"]["counters"] == {"cycles": 1000, "instructions": 2500}


def test_a_machine_without_perf_says_so(monkeypatch):
    monkeypatch.setattr(counters.shutil, "which", lambda _name: None)
    assert counters.look() == counters.Counters(reason="perf is not installed")
