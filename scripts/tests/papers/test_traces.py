"""Traces of tasks: of a small graph by hand, against each other, and as rows of a figure."""

import types

import numpy as np
import pytest

from papers.engine.plan import catalogue
from papers.pmod.kinds import traces
from lab.peers import grfile
from made_graphs import graph
import stand_in

KIND = traces.Traces()

# 0 -> 1 costs 10, but over 2 it costs 3: node 1 is pushed twice. Node 4 is not reached.
SMALL = graph(5, [(0, 1, 10), (0, 2, 1), (2, 1, 2), (1, 3, 17), (4, 0, 5)])


def test_every_push_of_dijkstra_is_a_task():
    priorities, apart = traces.dijkstra(SMALL, 0)
    assert priorities.tolist() == [0, 10, 1, 3, 20] and apart.tolist() == [10, 1, 2, 17]
    found = traces.describe("sssp", SMALL, 0)
    assert found == {"tasks": 5, "priorities": 5, "tasks_per_priority": 1,
                     "relative_child_distance.p50": 0.1, "relative_child_distance.p90": 0.85,
                     "relative_child_distance.p99": 0.85}


def test_a_search_by_levels_has_a_task_per_node():
    priorities, apart = traces.levels(SMALL, 0)
    assert priorities.tolist() == [0, 1, 1, 2] and apart.tolist() == [1, 1, 1]
    found = traces.describe("bfs", SMALL, 0)
    assert found["tasks_per_priority"] == pytest.approx(4 / 3)
    assert found["relative_child_distance.p90"] == 0.5


def test_a_source_without_edges_has_one_task():
    assert traces.describe("sssp", SMALL, 3) == {"tasks": 1, "priorities": 1,
                                                 "tasks_per_priority": 1}
    assert traces.describe("bfs", SMALL, 3)["tasks"] == 1


def test_with_equal_weights_both_have_the_same_levels():
    random = np.random.default_rng(5)
    edges = {(int(a), int(b), 1) for a, b in random.integers(60, size=(200, 2))}
    big = graph(60, edges)
    one, other = traces.dijkstra(big, 7)[0], traces.levels(big, 7)[0]
    assert sorted(one) == sorted(other) and len(one) > 30


@pytest.fixture
def session(tmp_path, monkeypatch):
    cases = {"T": [catalogue.Case("sssp", "road", ("--startNode=2",), "sssp-cpu"),
                   catalogue.Case("pr", "road", (), "pagerank-cpu")],
             "S": [catalogue.Case("sssp", "road", ("--startNode=2",), "sssp-cpu"),
                   catalogue.Case("bfs", "road", (), "bfs-cpu"),
                   catalogue.Case("bfs", "absent", (), "bfs-cpu")]}
    monkeypatch.setattr(grfile, "read", lambda path: SMALL)
    return types.SimpleNamespace(
        rounds=2, folder=tmp_path, scale=types.SimpleNamespace(name="smoke"),
        catalogue=types.SimpleNamespace(cases=lambda name, scale, kind: cases[kind]),
        graphs=types.SimpleNamespace(there=lambda name: name == "road", path=lambda name: name,
                                     fingerprint=lambda name: "abc"))


FIGURE = types.SimpleNamespace(id="t", options={"source": "traces", "sets": ["any"]})


def test_each_trace_is_computed_once(session):
    told = []
    assert KIND.is_for(FIGURE) and KIND.count(session, FIGURE) == (0, 2)
    assert stand_in.made(KIND, session, FIGURE, 0.0, False, told.append) == 2 and not told
    assert stand_in.made(KIND, session, FIGURE, None, False, told.append) == 0 and len(told) == 2
    assert stand_in.made(KIND, session, FIGURE, None, False, told.append) == 0 and len(told) == 2
    assert stand_in.made(KIND, session, FIGURE, None, True, told.append) == 0 and len(told) == 4
    assert KIND.count(session, FIGURE) == (2, 2)


def test_rows_count_for_every_round(session):
    stand_in.made(KIND, session, FIGURE, None, False, print)
    rows = KIND.rows(session, FIGURE, [])
    tasks = [row for row in rows if row["metric"] == "trace.tasks"]
    assert {(row["app"], row["value"]) for row in tasks} == {("sssp", 3.0), ("bfs", 4.0)}
    assert sorted({row["round"] for row in tasks}) == [0, 1, 100, 101]
    assert {(row["source"], row["series"], row["threads"]) for row in rows} == {("M", "dijkstra", 1)}
