"""scripts/enter: what an entry may say, what a check finds, and what is measured."""

import json
import math
import os
import pathlib
import shutil
import sys

import pytest

from conftest import SCRIPTS
from galois_cps.runs import UserError, results
from lab.entries import adapter, build, check, cli, entry, inputs, mixes, table
from lab.peers import plan

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(SCRIPTS / "tests" / "peers"))

import peers_stand_in as stand_in  # noqa: E402

QUEUE = """\
title = "A queue"
authors = "N. N."
paper = "none"
licence = "MIT"
[queue]
header = "Faulty.h"
type = "Faulty"
empty = "moment"
bound = "rank:0"
"""
# Answers sssp on the graph of the stand-ins, with 5 tasks.
PROGRAM = """\
title = "A program"
authors = "N. N."
paper = "none"
licence = "MIT"
[program]
command = "{entry}/solve {graph} {source} {answer} {record} {factor}"
time = 'after ([0-9.]+) s'
elapsed = true
tasks = '"tasks": ([0-9]+)'
questions = ["sssp"]
threads = false
[settings]
factor = 1
[[open]]
factor = 2
"""
SOLVE = """\
#!/bin/sh
case $2 in
  0) distances="0 2 4 6 7" ;; 1) distances="2 0 2 4 5" ;; 2) distances="4 2 0 2 3" ;;
  3) distances="6 4 2 0 1" ;; *) distances="7 5 3 1 0" ;;
esac
node=0
for far in $distances; do echo "$node $far"; node=$((node + 1)); done > "$3"
echo '{"tasks": 5}' > "$4"
echo "after 9 s"
echo "after 9.$5 s"
"""


def write(folder, text, name="entry.toml"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("change", "told"), [
    (("[queue]", "[queues]"), "has none of the tables [queue], [adapter] and [program]; an entry has one"),
    (('licence = "MIT"', ""), "lacks licence, a text"),
    (('licence = "MIT"', 'license = "MIT"'), "knows no 'license'"),
    (('"moment"', '"never"'), "empty is 'never'"),
    (('"rank:0"', '"best"'), "is none of rank:K"),
    (('header = "Faulty.h"', ""), "lacks header"),
    (("[queue]", "[settings]\nx = [1]\n[queue]"), "settings are names with a number or a word each"),
])
def test_what_is_wrong_with_an_entry_is_one_line(tmp_path, change, told):
    assert change[0] in QUEUE
    with pytest.raises(UserError) as error:
        entry.read(write(tmp_path, QUEUE.replace(*change)))
    assert told in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(("change", "told"), [
    (("([0-9.]+)", "[0-9.]+"), "time has 0 groups"),
    (("([0-9.]+)", "([0-9.+"), "time is no regular expression"),
    (('"sssp"]', '"tsp"]'), "questions has 'tsp'; there are sssp, bfs"),
    (('threads = false', 'answer = "words"'), "answer is 'words'; there are pairs, list"),
])
def test_what_is_wrong_with_a_program_is_one_line(tmp_path, change, told):
    assert change[0] in PROGRAM
    with pytest.raises(UserError) as error:
        entry.read(write(tmp_path, PROGRAM.replace(*change)))
    assert told in str(error.value)


def test_all_entries_of_the_repository_can_be_read():
    assert {"locked-heap", "multi-queue", "smq", "gapbs"} <= set(entry.names())
    for name in entry.names():
        assert entry.find(name).name == name
    with pytest.raises(UserError, match="there are .*locked-heap"):
        entry.find("lockedheap")


def test_words_in_braces_are_filled_in():
    assert adapter.filled("-f={graph},{k}", {"graph": "a b.gr", "k": "3"}) == "-f=a b.gr,3"
    with pytest.raises(UserError, match="names {x}, which is no setting"):
        adapter.filled("{x}", {})


def test_the_last_number_counts():
    assert adapter.last_number("t=([0-9.e-]+)", "t=1 t=2.5e-1", "time") == 0.25
    assert adapter.last_number("t=([0-9.]+)", "t=1 t=2.5", "time", 2) == 1
    with pytest.raises(UserError, match="matches no number"):
        adapter.last_number("t=([a-z]+)", "t=x", "time")
    with pytest.raises(UserError, match="matches fewer than 2 numbers"):
        adapter.last_number("t=([0-9])", "t=1", "time", 2)


def test_answers_by_node_or_in_order(tmp_path):
    path = tmp_path / "answer"
    path.write_text("2 7\n0 0\n")
    assert adapter.values(path, "pairs", 4).tolist() == [0, math.inf, 7, math.inf]
    assert adapter.values(path, "list", 4).tolist() == [2, 7, 0, 0]
    for broken in ("1 2 3\n", "9 1\n", "x y\n"):
        path.write_text(broken)
        with pytest.raises(UserError, match="not of the form 'pairs'"):
            adapter.values(path, "pairs", 4)
    with pytest.raises(UserError, match="wrote no answer"):
        adapter.values(tmp_path / "none", "pairs", 4)


def record(peer, source, repeat, seconds, tasks=None):
    config = {"app": "peer", "input": "g", "question": "sssp", "peer": peer, "source": str(source), "threads": "2"}
    about = {"title": peer, "division": "closed", "settings": {}}
    found = {"time_s": seconds, "total_s": 2 * seconds, "peer": about, "answer": {"summary": {"reached": 10}},
             "bench": {"key": f"{peer} {source}", "config": config, "repeat": repeat, "warmup": False}}
    return found if tasks is None else found | {"tasks": tasks}


def test_the_interval_is_that_of_sources_and_holds_the_median():
    records = [record("a", source, repeat, 1 + source + repeat / 10, 10 * (source + 1))
               for source in range(9) for repeat in range(3)]
    [row] = table.rows(records)
    assert row.time_s.value == 5.1 and 1.1 <= row.time_s.low < 5.1 < row.time_s.high <= 9.1
    assert row.waste.value == 5 and row.file_s.value == 10.2 and row.answers == 27
    assert row.time_s == table.rows(records)[0].time_s, "the same draws each time"


def test_one_source_has_the_interval_of_its_rounds():
    [row] = table.rows([record("a", 0, repeat, 1 + repeat) for repeat in range(5)])
    assert (row.time_s.value, row.time_s.low, row.time_s.high) == (3, 1, 5)
    assert math.isnan(row.waste.value) and not row.frontier


def test_the_frontier_has_those_that_no_other_beats_in_both():
    found = table.rows([record("fast", 0, 0, 1, 30), record("thrifty", 0, 0, 3, 10), record("middle", 0, 0, 2, 20),
                        record("beaten", 0, 0, 2.5, 25), record("silent", 0, 0, 0.5)])
    assert [row.entry for row in found] == ["silent", "fast", "middle", "beaten", "thrifty"]
    assert {row.entry for row in found if row.frontier} == {"fast", "middle", "thrifty"}


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """A place with stand-ins of our programs, in which the queue with faults is built once."""
    place = stand_in.Place(tmp_path_factory.mktemp("place"))
    cached = pathlib.Path("/usr/lib/ccache/c++")
    found = build.Builds(place.out, place.bin)
    with pytest.MonkeyPatch.context() as patch:
        if cached.exists():
            patch.setenv("CXX", str(cached))
        found.make(queue(place.folder))
    return found


def queue(folder):
    """The entry with faults."""
    folder = write(folder / "faulty", QUEUE)
    shutil.copy(HERE / "Faulty.h", folder)
    return entry.read(folder)


@pytest.fixture
def small(builds, monkeypatch):
    """Checks take the graph of the stand-ins, and graphs are not converted."""
    graph = builds.programs.parent / "path.gr"
    monkeypatch.setattr(check, "targets", lambda *_: plan.targets([f"path={graph}"], "0,1,4"))
    monkeypatch.setattr(inputs, "_convert", lambda source, target, *_: shutil.copy(source, target))
    return graph


FAULTS = {"loses": (3, "lost"), "twice": (3, "repeated"), "empty-too-early": (3, "too_early")}


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("fault", [*FAULTS, "none"])
def test_a_fault_in_a_million_is_counted(builds, fault, threads):
    found = mixes.counts(builds, queue(builds.programs.parent), {"fault": fault}, "check",
                         mixes.Mix(threads, 3_000_000 // threads))
    number, field = FAULTS.get(fault, (0, "lost"))
    assert found[field] == number
    assert {found[other] for _, other in FAULTS.values() if other != field} == {0}
    assert found["pushed"] == threads * mixes.START + 3_000_000 and found["invented"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "told"), [
    ("loses", "3 lost"), ("twice", "3 returned more than once"), ("empty-too-early", "3 empty answers while items were there"),
    ("none", "")])
def test_a_check_says_what_is_wrong(builds, small, fault, told):
    faulty = queue(builds.programs.parent)
    object.__setattr__(faulty, "settings", {"fault": fault, "every": "100000"})
    said = []
    wrong = check.run(faulty, builds, "", check.Plan(items=300_000, history=40_000), said.append)
    assert "12 of 12" in "\n".join(said) or "18 of 18" in "\n".join(said)
    assert bool(wrong) == bool(told) and told in "".join(wrong)
    assert bool(builds.noted()["faulty"].checked) == (fault == "none")


@pytest.mark.slow
def test_a_history_is_judged_by_what_is_promised(builds):
    found = mixes.judged(builds, queue(builds.programs.parent), {"fault": "twice", "every": "1000"},
                         mixes.Mix(3, 5000, start=100))
    assert "duplicated" in [fault.kind for fault in found.faults]


@pytest.mark.slow
def test_a_setting_that_nobody_has_is_refused(builds):
    with pytest.raises(UserError, match="nothing here has a setting fautl"):
        mixes.counts(builds, queue(builds.programs.parent), {"fautl": "none"}, "measure", mixes.Mix(1, 10))


@pytest.mark.slow
def test_queues_and_programs_stand_in_one_table_and_one_picture(builds, small, tmp_path, capsys):
    program = write(tmp_path / "program", PROGRAM)
    write(program, SOLVE, "solve").joinpath("solve").chmod(0o755)
    base = builds.programs.parent
    where = ["--out", str(builds.folder), "--bin", str(builds.programs)]
    faulty = str(queue(base).folder)
    assert cli.main(["run", str(small), "--seed", "3", "--entries", str(program), *where]) == 1
    assert "program has not passed its check; scripts/enter check program" in capsys.readouterr().err
    for each in (faulty, str(program)):
        assert cli.main(["check", each, "--items", "10000", "--history", "4000", *where]) == 0
    assert "complete and right" in capsys.readouterr().out
    args = ["--seed", "3", "--entries", f"{faulty},{program}", "--threads", "1,2", "--sources", "3", "--repeats", "2",
            *where]
    assert cli.main(["run", str(small), *args]) == 0
    text = capsys.readouterr().out
    assert "path: sssp, 1 thread\n" in text and "queues, 2 threads\n" in text and "100 ms (100 ms to 100 ms)" in text
    runs = results.read(os.fspath(builds.folder / "closed.jsonl"))
    assert len(runs) == (2 + 1) * 3 * 2 and {run["verified"] for run in runs} == {True}
    for run in runs:
        about = run["peer"]
        assert about["binary"] and about["built"] and run["bench"]["graph"] and about["conditions"]["seed"] == 3
        assert run["tasks"] >= 5 and about["division"] == "closed"
    assert cli.main(["run", str(small), *args, "--no-queues"]) == 0, "nothing is left to do"
    assert len(results.read(os.fspath(builds.folder / "closed.jsonl"))) == len(runs)

    assert cli.main(["run", str(small), *args, "--division", "open", "--no-queues"]) == 0
    opened = [run["peer"] for run in results.read(os.fspath(builds.folder / "open.jsonl")) if run["wl"] == "program"]
    assert {json.dumps(about["settings"]) for about in opened} == {'{"factor": "1"}'}, "which is faster"
    assert all(about["tuning_s"] > 0 for about in opened)

    pytest.importorskip("matplotlib")
    assert cli.main(["page", *where]) == 0
    index = pathlib.Path(capsys.readouterr().out.splitlines()[-1])
    page = index.read_text(encoding="utf-8")
    assert "## path: sssp, 2 threads" in page and "seed 3" in page
    for name in ("path-sssp-1-thread.svg", "queues-2-threads.svg"):
        assert f"]({name})" in page and "A queue" not in name
        assert (index.parent / name).stat().st_size > 5000
