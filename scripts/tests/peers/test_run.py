"""scripts/peers run and table from the outside, over stand-in programs and adapters."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from galois_cps.runs import results
from lab.bench import compare_cli
from lab.peers import cli
from lab.peers.catalogue import PYPI, Peer

import peers_stand_in as stand_in
from peers_stand_in import OURS, peer

GOOD = peer("good", parallel=["pagerank"])


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A place with the stand-in `good`; more are installed by the tests."""
    found = stand_in.Place(tmp_path, ["good"])
    for name, value in found.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("GALOIS_BIN", raising=False)
    return found


@pytest.fixture
def run(place):
    """run(peers, arg...) is `peers run` on the graph of the place."""
    def call(peers, *args, graph=None):
        return cli.main(["run", os.fspath(graph or place.graph), "--out", os.fspath(place.out),
                         "--bin", os.fspath(place.bin), "--threads", "1", *args], peers)
    return call


def rows(place, peers, capsys):
    """The rows of `peers table --format json`."""
    capsys.readouterr()
    assert cli.main(["table", "--out", os.fspath(place.out), "--format", "json"], peers) == 0
    return json.loads(capsys.readouterr().out)


def records(place):
    return results.read(os.fspath(place.out / "runs.jsonl"))


def test_every_question_is_answered_and_right(place, run, capsys):
    peers = [OURS, GOOD]
    assert run(peers, "--sources", "0,4") == 0
    found = rows(place, peers, capsys)
    assert {(row["question"], row["peer"]) for row in found} == {
        (question, name) for question in ("sssp", "bfs", "mst", "pagerank", "color")
        for name in ("galois", "good")}
    for row in found:
        assert row["status"] == "answered"
        assert row["answers"] == (2 if row["question"] in ("sssp", "bfs") else 1)
        assert row["date"][:2] == "20"
    good = next(row for row in found if (row["question"], row["peer"]) == ("sssp", "good"))
    assert (good["version"], good["build_s"], good["time_s"], good["memory_mib"]) == (
        "1.0", 0.25, 0.06, 30)
    assert good["ratio"] == pytest.approx(2)  # ours takes 1.03 - 1.0 s
    ours = next(row for row in found if (row["question"], row["peer"]) == ("color", "galois"))
    assert (ours["version"], ours["colors"]) == ("0123456789ab", 2)


def test_ours_is_the_second_of_two_runs_without_checks(place, run):
    assert run([OURS], "--question", "pagerank") == 0
    reference, measured = place.calls()
    assert "--tolerance=1e-8" in reference and "-noverify" not in reference
    for flag in ("--runs=2", "-noverify", "--tolerance=0.0001", "--damping=0.85", "-t=1"):
        assert flag in measured.split()
    [record] = records(place)
    assert record["build_s"] == pytest.approx(0.98)
    assert record["loop_s"] == 0.02


def test_the_table_has_two_groups(place, run, capsys):
    peers = [OURS, GOOD]
    assert run(peers, "--question", "pagerank,color", "--threads", "1,2") == 0
    text = capsys.readouterr().out
    parallel = text.split("path: pagerank, parallel, 2 threads")[1].split("\n\n")[0]
    assert "Good" in parallel and "our programs" in parallel
    assert "Good" not in text.split("path: color, parallel, 2 threads")[1].split("\n\n")[0]
    assert {(row["threads"], row["group"]) for row in rows(place, peers, capsys)} == {
        (1, "sequential"), (2, "parallel")}


def test_failures_are_cells(place, run, capsys, hours):
    place.install("wrong", "broken", "slow", "hungry", "narrow")
    peers = [OURS, GOOD, *map(peer, ("wrong", "broken", "slow", "hungry")),
             peer("narrow", ["bfs"])]
    assert run(peers, "--question", "sssp,bfs", "--sources", "0", "--timeout", "7",
               "--memory", "0.2") == 1
    found = {row["peer"]: row for row in rows(place, peers, capsys) if row["question"] == "sssp"}
    assert {name: row["status"] for name, row in found.items()} == {
        "galois": "answered", "good": "answered", "wrong": "wrong", "broken": "crash",
        "slow": "time", "hungry": "memory", "narrow": "not offered"}
    assert found["wrong"]["detail"].startswith("wrong answer: 1 distances differ from ours")
    assert found["broken"]["detail"] == "exit status 1: no such graph"
    assert found["slow"]["detail"] == "the answer ran past its 7 s"
    assert found["hungry"]["detail"] == "needed more than 0.2 GiB"
    assert found["hungry"]["memory_mib"] > 200


def test_a_failure_of_ours_has_the_version_of_other_rows(place, run, capsys):
    assert run([OURS], "--question", "mst,color") == 0
    path = place.out / "runs.jsonl"
    kept = records(place)
    bench = {**kept[1]["bench"], "version": "", "failure": {
        "kind": "time", "reason": "late", "stderr": "", "timeout": True}}
    path.write_text("".join(json.dumps(record) + "\n" for record in (kept[0], {"bench": bench})))
    assert [row["version"] for row in rows(place, [OURS], capsys)] == ["0123456789ab"] * 2


def test_wrong_answers_are_no_times(place, run, capsys):
    place.install("wrong")
    peers = [OURS, peer("wrong")]
    assert run(peers, "--question", "mst,pagerank") == 1
    found = {row["question"]: row for row in rows(place, peers, capsys) if row["peer"] == "wrong"}
    assert found["mst"]["detail"] == "wrong answer: the forest weighs 8 instead of 7"
    assert found["pagerank"]["status"] == "wrong" and found["pagerank"]["time_s"] is None


def test_a_second_call_asks_nothing(place, run):
    peers = [GOOD]
    assert run(peers, "--question", "sssp,mst") == 0
    calls, lines = place.calls(), records(place)
    assert run(peers, "--question", "sssp,mst") == 0
    assert place.calls() == calls
    assert records(place) == lines


def test_more_sources_and_rounds_are_added(place, run):
    assert run([OURS, GOOD], "--question", "sssp", "--sources", "0") == 0
    assert run([OURS, GOOD], "--question", "sssp", "--sources", "0,4", "--repeats", "2") == 0
    found = [(record["bench"]["config"]["peer"], record["bench"]["config"]["source"],
              record["bench"]["repeat"]) for record in records(place)]
    assert sorted(found) == sorted((name, source, repeat) for name in ("galois", "good")
                                   for source in "04" for repeat in (0, 1))


def test_time_outs_are_tried_again_only_with_more_time(place, run, hours):
    place.install("slow")
    args = ([OURS, peer("slow")], "--question", "bfs", "--peer", "slow", "--sources", "0,4")
    assert run(*args, "--timeout", "7") == 1
    assert len(records(place)) == 1  # the other source would not fare better
    run(*args, "--timeout", "7")
    assert len(records(place)) == 1
    assert run(*args, "--timeout", "8") == 1
    assert len(records(place)) == 2


def test_crashes_are_tried_again(place, run, capsys):
    place.install("broken")
    peers = [OURS, peer("broken")]
    args = (peers, "--question", "color", "--peer", "broken")
    assert run(*args) == 1
    script = place.out / "build" / "broken"
    script.write_text(script.read_text().replace(" broken ", " mended "))
    assert run(*args) == 0
    assert [row["status"] for row in rows(place, peers, capsys)] == ["answered"]


def test_another_version_is_measured_again(place, run, capsys):
    assert run([OURS, GOOD], "--question", "bfs,mst", "--sources", "0") == 0
    place.install("good", version="1.1")
    assert run([OURS, GOOD], "--question", "bfs", "--sources", "0") == 0
    assert "1 records of other versions are measured again" in capsys.readouterr().err
    found = {(row["question"], row["peer"]): row["version"]
             for row in rows(place, [OURS, GOOD], capsys)}
    assert found["bfs", "good"] == "1.1"
    assert found["mst", "good"] == "1.0"  # not asked this time, so it stays
    assert found["bfs", "galois"] == "0123456789ab"


def test_fresh_measures_again_what_is_asked_for(place, run):
    assert run([GOOD], "--question", "bfs,mst", "--sources", "0") == 0
    calls, before = len(place.calls()), records(place)
    assert run([GOOD], "--question", "mst", "--peer", "good", "--fresh") == 0
    assert len(place.calls()) == calls + 1  # the checked answers are kept
    assert len(records(place)) == len(before)
    assert records(place)[-1]["bench"]["config"]["peer"] == "good"


def test_two_calls_at_once_do_not_mix(place, run, capsys):
    with results.ResultFile(os.fspath(place.out / "runs.jsonl")):
        assert run([GOOD], "--question", "mst") == 1
    assert "another sweep is writing" in capsys.readouterr().err
    assert place.calls() == []


def test_a_file_of_another_script_stays_as_it_is(place, run, capsys):
    text = '{"bench":{"key":"a","config":{"app":"sssp-cpu"},"repeat":0,"warmup":false}}\n'
    (place.out / "runs.jsonl").write_text(text)
    assert run([GOOD], "--question", "mst") == 1
    assert "is a result file of another script" in capsys.readouterr().err
    assert (place.out / "runs.jsonl").read_text() == text


def test_another_graph_of_the_same_name_is_measured_again(place, run):
    assert run([GOOD], "--question", "mst") == 0
    stand_in.write_gr(place.graph, stand_in.both_ways([(0, 1, 3)]), 2)
    assert run([GOOD], "--question", "mst") == 0
    assert [record["answer"]["checksum"] for record in records(place)] == [3]


def test_a_kill_loses_the_answer_that_is_computed(place, tmp_path):
    """The first source is there (it was asked twice, to warm up), the second is not."""
    stop = tmp_path / "stopped"
    argv = [sys.executable, "-c", "import sys; from lab.peers import cli; from peers_stand_in "
            "import OURS, peer; sys.exit(cli.main(sys.argv[1:], [OURS, peer('good')]))",
            "run", os.fspath(place.graph), "--out", os.fspath(place.out), "--bin",
            os.fspath(place.bin), "--question", "sssp", "--peer", "good", "--sources", "0,4"]
    path = os.pathsep.join(map(os.fspath, (stand_in.SOLVER.parent, stand_in.SOLVER.parents[2])))
    env = dict(os.environ, PYTHONPATH=path)
    process = subprocess.Popen(argv, env={**env, "FAKE_STOP": os.fspath(stop)},
                               stderr=subprocess.DEVNULL)
    while not (stop.exists() and stop.read_text().endswith("\n")) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    os.kill(int(stop.read_text()), signal.SIGKILL)  # the adapter, which is in a session of its own
    assert [record["bench"]["config"]["source"] for record in records(place)] == ["0"]
    assert subprocess.run(argv, env=env, capture_output=True, check=False).returncode == 0
    assert [record["bench"]["config"]["source"] for record in records(place)] == ["0", "4"]


def test_an_interrupt_says_how_to_go_on(place, run, monkeypatch, capsys):
    def interrupted(*_args):
        raise KeyboardInterrupt
    monkeypatch.setattr("lab.peers.adapter_process.ask", interrupted)
    assert run([GOOD], "--question", "mst") == 130
    assert "run the same command again to go on" in capsys.readouterr().err


def test_compare_works_on_the_records(place, run, capsys):
    assert run([OURS, GOOD], "--question", "sssp,pagerank,color", "--sources", "0",
               "--repeats", "2") == 0
    capsys.readouterr()
    path = os.fspath(place.out / "runs.jsonl")
    assert compare_cli.main([path, "--b", "peer=galois,threads=1"]) == 0
    text = capsys.readouterr().out
    assert text.count("peer=good") == 3
    assert "2.000" in text
    assert compare_cli.main([path, "--b", "peer=galois", "--metric", "build_s"]) == 0


def test_dry_run_prints_commands_and_asks_nothing(place, run, capsys):
    assert run([OURS, GOOD], "--question", "sssp", "--sources", "0,4", "--dry-run") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and all(line.endswith("# sources 0 4") for line in lines)
    assert place.calls() == [] and not (place.out / "runs.jsonl").exists()


def test_random_sources_are_the_same_each_time_and_have_edges(place, run):
    assert run([GOOD], "--question", "bfs", "--sources", "random:5") == 0
    found = {record["bench"]["config"]["source"] for record in records(place)}
    assert found == set("01234")  # node 5 has no edge
    calls = place.calls()
    assert run([GOOD], "--question", "bfs", "--sources", "random:5") == 0
    assert place.calls() == calls


def test_markdown_is_a_table(place, run, capsys):
    assert run([OURS, GOOD], "--question", "mst") == 0
    capsys.readouterr()
    assert cli.main(["table", "--out", os.fspath(place.out), "--format", "markdown"],
                    [OURS, GOOD]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "**path: mst, sequential**"
    assert [line[0] for line in lines[2:6]] == ["|"] * 4


def test_a_graph_without_weights_is_asked_what_needs_none(place, run, tmp_path, capsys):
    plain = stand_in.write_gr(tmp_path / "plain.gr", stand_in.both_ways(stand_in.EDGES), 6,
                              edge_bytes=0)
    assert run([GOOD], graph=plain) == 0
    assert "has no weights, so sssp and mst are not asked" in capsys.readouterr().err
    assert {row["question"] for row in rows(place, [GOOD], capsys)} == {
        "bfs", "pagerank", "color"}
    assert run([GOOD], "--question", "mst", graph=plain) == 1
    assert "has no weights, which mst need" in capsys.readouterr().err


@pytest.mark.parametrize(("args", "status", "complaint"), [
    (["--question", "sssq"], 2, "there is no question 'sssq'; did you mean sssp?"),
    (["--peer", "goood"], 2, "there is no peer 'goood'; did you mean good?"),
    (["--peer", "absent"], 1, "absent is not installed; scripts/peers install absent"),
    (["--peer", "pip"], 1, "pip is not installed; scripts/peers install pip"),
    (["--sources", "6"], 1, "source 6 is no node"),
    (["--sources", "-1"], 2, "'-1' is no node; write 0,17 or random:5"),
    (["--sources", "random:0"], 2, "'0' is no number of sources"),
    (["--threads", "0"], 2, "whole numbers from 1"),
    (["--timeout", "-5"], 2, "'-5' is no positive number"),
    (["--repeats", "0"], 2, "'0' is no whole number from 1"),
    (["--bin", "nowhere"], 2, "no program "),
    (["--peer", "mute", "--question", "mst"], 1, "none of mute offers mst")])
def test_errors_are_one_line(run, place, capsys, args, status, complaint):
    place.install("mute")
    peers = [OURS, GOOD, peer("absent"), peer("mute", ["bfs"]),
             Peer("pip", "Pip", PYPI, "none", (), "none", ("sssp",))]
    try:
        found = run(peers, *args)
    except SystemExit as error:
        found = error.code
    assert found == status
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1


@pytest.mark.parametrize(("argv", "status", "complaint"), [
    (["run", "missing.gr"], 1, "no input file"),
    (["run"], 2, "required"),
    (["table"], 1, "scripts/peers run GRAPH makes it"),
    (["fetch"], 2, "invalid choice")])
def test_commands_without_files_are_one_line(argv, status, complaint, tmp_path, monkeypatch,
                                             capsys):
    monkeypatch.chdir(tmp_path)
    try:
        found = cli.main(argv, [OURS])
    except SystemExit as error:
        found = error.code
    err = capsys.readouterr().err
    assert (found, err.count("\n")) == (status, 1)
    assert complaint in err
