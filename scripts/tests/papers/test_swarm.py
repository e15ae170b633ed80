"""The model of Swarm: replays worked out by hand, runs against each other, and rows of a figure."""

import json
import random
import types

import pytest

from galois_cps.runs import UserError
from lab.peers import grfile
from papers.engine.plan import catalogue
from papers.hdcps import swarm_cli, swarm_model
from papers.hdcps.kinds import swarm_runs
from papers.hdcps.swarm_model import Task
from made_graphs import graph
import stand_in

KIND = swarm_runs.SwarmRuns()

# Only edges take time: one nanosecond each.
EDGES = dict.fromkeys(swarm_model._TIMES, 0.0) | {"edge": 1.0}


def tasks(*rows):
    """Tasks of (parent, reads, writes, time)."""
    return [Task(parent, reads, writes, time) for parent, reads, writes, time in rows]


def test_what_a_more_urgent_task_writes_is_read_again():
    # From 10 on, tasks 1 and 2 run. Task 2 ends at 15, and its child runs until 20. When task 1 ends
    # at 30, it writes node 3, which task 2 has read: task 2 runs again (to 35), then its child, which
    # shares no node with it.
    found = swarm_model.replay(tasks((-1, (0,), (1, 2), 10), (0, (1,), (3,), 20),
                                     (0, (2, 3), (4,), 5), (2, (5,), (), 5)), EDGES, 2)
    assert (found.time, found.useful, found.undone) == (40, 40, 10)
    assert (found.tasks, found.runs, found.undone_runs) == (4, 6, 2)
    assert found.to_json()["idle_share"] == pytest.approx(1 - 50 / 80)


def test_a_running_task_is_undone_at_once():
    # Task 2 begins at 10 and has run for 5 when task 1 ends. Only then does it begin again.
    found = swarm_model.replay(tasks((-1, (0,), (1, 2), 10), (0, (1,), (3,), 5),
                                     (0, (2, 3), (), 20)), EDGES, 2)
    assert (found.time, found.useful, found.undone) == (35, 35, 5)
    assert (found.runs, found.undone_runs) == (4, 1)


def test_tasks_that_share_no_node_run_side_by_side():
    row = [(-1, (0,), (), 10)] + [(0, (n,), (), 10) for n in range(1, 9)]
    assert swarm_model.replay(tasks(*row), EDGES, 8).time == 20
    assert swarm_model.replay(tasks(*row), EDGES, 4).time == 30
    assert swarm_model.replay(tasks(*row), EDGES, 1).time == 90


def test_less_urgent_writes_undo_nothing():
    found = swarm_model.replay(tasks((-1, (0,), (1, 2), 10), (0, (3,), (), 20),
                                     (0, (2,), (3,), 5)), EDGES, 2)
    assert (found.time, found.undone_runs) == (30, 0)


def test_a_full_commit_queue_displaces_and_stalls():
    # Three entries. Tasks 3, 4 and 5 have finished by 25 and wait for task 1. Task 6 ends at 30 and is
    # less urgent, so it waits. Task 2 ends at 35 and displaces task 5, which runs again until 40.
    # When task 1 ends at 40, tasks 1 to 4 commit, which makes room for task 6.
    rows = [(-1, (0,), (), 10), (0, (1,), (), 30), (0, (2,), (), 25), (0, (3,), (), 5),
            (0, (4,), (), 5), (0, (5,), (), 5), (0, (6,), (), 5)]
    found = swarm_model.replay(tasks(*rows), EDGES, 3, commit_queue=1)
    assert (found.displaced, found.stalls) == (1, 1)
    assert (found.time, found.undone, found.runs) == (40, 5, 8)
    # Task 6 held its core from 25 to 40.
    assert found.useful == 10 + 30 + 25 + 5 + 5 + 5 + 15
    free = swarm_model.replay(tasks(*rows), EDGES, 3, commit_queue=2)
    assert (free.displaced, free.stalls, free.time) == (0, 0, 40)


def test_tasks_beyond_the_queue_go_through_memory():
    costs = EDGES | {"near": 100.0}
    rows = [(-1, (), (), 10)] + [(0, (), (), 10)] * 4
    assert swarm_model.replay(tasks(*rows), costs, 1, task_queue=4).spills == 0
    found = swarm_model.replay(tasks(*rows), costs, 1, task_queue=2)
    # The two least urgent ones, each on both ways.
    assert found.spills == 2 and found.useful == found.time == 50 + 2 * 2 * 100


def test_lines_move_from_core_to_core():
    costs = dict.fromkeys(swarm_model._TIMES, 0.0) | {"memory": 100.0, "near": 10.0, "hit": 1.0}
    # Nodes 0 and 1 share a line, node 99 has another.
    alone = swarm_model.replay(tasks((-1, (0,), (1,), 1), (0, (1,), (99,), 1)), costs, 1)
    assert alone.time == (100 + 1) + (1 + 100)
    lines = swarm_model._Lines(costs)
    assert lines.touch(Task(-1, (0,), (), 0), 0) == 100
    assert lines.touch(Task(-1, (0,), (), 0), 1) == 10
    assert lines.touch(Task(-1, (), (0,), 0), 1) == 10, "core 0 has a copy"
    assert lines.touch(Task(-1, (), (0,), 0), 1) == 1
    assert lines.touch(Task(-1, (0,), (), 0), 0) == 10


# 0 -> 1 costs 10, but over 2 it costs 3: the first task of node 1 comes too late.
SMALL = graph(4, [(0, 1, 10), (0, 2, 1), (2, 1, 2), (1, 3, 4), (1, 0, 1)])


def test_the_recorded_run_of_dijkstra():
    assert swarm_model.record("sssp", SMALL, 0) == [
        Task(-1, (0,), (1, 2), 2), Task(0, (2,), (1,), 1), Task(1, (1, 0), (3,), 2),
        Task(2, (3,), (), 0), Task(0, (1,), (), 0)]


def test_the_recorded_run_of_a_search_by_levels():
    assert swarm_model.record("bfs", SMALL, 0) == [
        Task(-1, (0,), (1, 2), 2), Task(0, (1, 0), (3,), 2), Task(0, (2, 1), (), 1),
        Task(1, (3,), (), 0)]


def test_every_task_commits_once_whatever_the_sizes():
    chance = random.Random(3)
    edges = {(chance.randrange(80), chance.randrange(80), chance.randrange(1, 9))
             for _ in range(500)}
    rows = swarm_model.record("sssp", graph(80, edges), 0)
    costs = dict.fromkeys(swarm_model._TIMES, 1.0)
    serial = swarm_model.replay(rows, costs, 1)
    assert serial.undone_runs == 0 and serial.runs == len(rows)
    for cores in (2, 7, 64):
        for task_queue, commit_queue in ((1, 1), (2, 1), (64, 16)):
            found = swarm_model.replay(rows, costs, cores, task_queue, commit_queue)
            assert found.runs - found.undone_runs == len(rows)
            assert found.time < serial.time
            assert found.useful + found.undone <= found.time * cores + 1e-6


def test_costs_come_from_files(tmp_path):
    one, other = tmp_path / "one.costs", tmp_path / "other.costs"
    one.write_text("".join(f"{name} 1 ns # why\n" for name in swarm_model._TIMES) + "jitter 0.1 share\n")
    other.write_text("near 2 us\n")
    costs = swarm_model.costs_of([one, other])
    assert costs["near"] == 2000 and costs["hit"] == 1 and "jitter" not in costs
    with pytest.raises(UserError, match="has the time hit"):
        swarm_model.costs_of([other])
    for text in ("near\n", "near x ns\n", "near 1 cycles\n"):
        other.write_text(text)
        with pytest.raises(UserError, match=r"other.costs:1: a time such as 'near 5 ns'"):
            swarm_model.costs_of([one, other])
    with pytest.raises(UserError, match="cannot read"):
        swarm_model.costs_of([tmp_path / "none"])


def test_the_program_writes_a_record(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(grfile, "read", lambda path: SMALL)
    assert swarm_cli.main(["any.gr", "--cores=2", f"--json={tmp_path / 'r.json'}"]) == 0
    record = json.loads((tmp_path / "r.json").read_text())
    assert (record["cores"], record["tasks"], record["nodes"]) == (2, 5, 4)
    assert 0 < record["time"] and 0 < record["sequential"]
    assert swarm_cli.main(["any.gr", "--app=bfs"]) == 0
    assert json.loads(capsys.readouterr().out)["app"] == "bfs"
    assert swarm_cli.main(["any.gr", "--start=4"]) == 2
    assert "the graph has the nodes 0 to 3" in capsys.readouterr().err
    assert swarm_cli.main(["any.gr", f"--json={tmp_path / 'r.json' / 'r'}"]) == 1
    for flag in ("--cores=0", "--task-queue=-1", "--commit-queue=x"):
        with pytest.raises(SystemExit) as left:
            swarm_cli.main(["any.gr", flag])
        assert left.value.code == 2


@pytest.fixture
def session(tmp_path):
    graphs = types.SimpleNamespace(
        there=lambda name: name == "road", can_be_made=lambda name: name == "road",
        path=lambda name: tmp_path / f"{name}.gr", fingerprint=lambda name: "abc")
    cases = [catalogue.Case("sssp", "road", ("--startNode=2",), "sssp-cpu"),
             catalogue.Case("pr", "road", (), "pagerank-cpu"), catalogue.Case("bfs", "far")]
    return types.SimpleNamespace(
        rounds=2, folder=tmp_path, scale=types.SimpleNamespace(name="smoke", timeout=3600),
        graphs=graphs, planner=types.SimpleNamespace(sources=lambda figure: []), catalogue=types.SimpleNamespace(
            cases=lambda name, scale, kind: cases, thinned=lambda grid, scale: grid))


def figure(grid=None):
    spec = catalogue.RunSpec(("hdcps-hw",), "any", grid or {}, {"S": (16,)})
    return types.SimpleNamespace(id="t", runs=(spec,),
                                 options={"swarm": "swarm-model", "costs": "tiled.costs"})


RANGES = {"virtual-costs": ("@scripts/virtual/tiled.costs",
                            "@scripts/virtual/tiled.costs,@scripts/virtual/assumed/lines-60.costs")}


def test_a_figure_has_a_run_per_case_and_file_of_costs(session):
    run, = swarm_runs.wanted(session, figure())
    assert run.parameters == "" and run.cores == 16 and run.command[1].endswith("road.gr")
    assert {"--app=sssp", "--start=2", "--cores=16"} <= set(run.command)
    two = list(swarm_runs.wanted(session, figure(RANGES)))
    assert [each.parameters for each in two] == [f"virtual-costs={text}"
                                                 for text in RANGES["virtual-costs"]]
    assert two[0].path == run.path and two[1].path != run.path
    assert sum(word.startswith("--costs=") for word in two[1].command) == 2


def test_costs_that_the_model_does_not_read_share_a_run(session, monkeypatch):
    more = figure({"virtual-costs": (*RANGES["virtual-costs"], RANGES["virtual-costs"][0]
                                     + ",@scripts/virtual/assumed/interrupt-100.costs")})
    runs = list(swarm_runs.wanted(session, more))
    assert len(runs) == 3 and runs[2].path == runs[0].path != runs[1].path
    done = []
    monkeypatch.setattr(swarm_runs.subprocess, "run", lambda command, **_: done.append(command) or
                        types.SimpleNamespace(returncode=0, stderr=""))
    stand_in.made(KIND, session, more, None, True, print, 1)
    assert len(done) == 2


def test_a_figure_can_name_the_cases_of_the_model(session):
    asked = []
    session.catalogue.cases = lambda name, scale, kind: asked.append(name) or []
    named = figure()
    named.options["swarm_cases"] = "some"
    assert not list(swarm_runs.wanted(session, figure())) + list(swarm_runs.wanted(session, named))
    assert asked == ["any", "some"]


def test_runs_are_done_once_and_their_rows_count_for_every_round(session, monkeypatch):
    done = []

    def fake(command, **_):
        done.append(command)
        result = swarm_model.Result(16, 3, 100.0, 800.0, 400.0, 5, 2)
        path = command[-1].removeprefix("--json=")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(result.to_json() | {"nodes": 4, "edges": 5}, file)
        return types.SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(swarm_runs.subprocess, "run", fake)
    assert KIND.is_for(figure()) and KIND.count(session, figure()) == (0, 1)
    assert stand_in.made(KIND, session, figure(), 0.0, False, print, 2) == 1 and not done
    assert stand_in.made(KIND, session, figure(), None, False, print, 2) == 0
    assert stand_in.made(KIND, session, figure(), None, False, print, 2) == 0 and len(done) == 1
    assert stand_in.made(KIND, session, figure(), None, True, print, 2) == 0 and len(done) == 2
    rows = KIND.rows(session, figure(), [])
    assert {row["round"] for row in rows} == {0, 1}
    session.planner.sources = lambda figure: ["tuned"]
    assert {row["round"] for row in KIND.rows(session, figure(), [])} == {100, 101}
    first = {row["metric"]: row["value"] for row in rows if row["round"] == 0}
    assert first["time_s"] == pytest.approx(1e-7) and first["tasks.executed"] == 5
    shares = [first[f"breakdown.{name}"] for name in ("good_work", "useless_work", "failed_dequeue")]
    assert shares == pytest.approx([0.5, 0.25, 0.25])
    assert {(row["source"], row["series"], row["threads"]) for row in rows} == {
        ("S", "swarm-model", 16)}


def test_a_run_that_fails_is_an_error(session, monkeypatch):
    monkeypatch.setattr(swarm_runs.subprocess, "run",
                        lambda command, **_: types.SimpleNamespace(returncode=1, stderr="no\n"))
    with pytest.raises(UserError, match="no$"):
        stand_in.made(KIND, session, figure(), None, False, print, 1)
