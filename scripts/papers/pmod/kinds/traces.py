"""Traces of the tasks of sequential runs: how many tasks share a priority, and how far apart the
priorities of parents and children are.

A figure with `source = "traces"` has the sets of its cases in the option `sets`. A trace depends on
application, graph and source alone, so it is computed once and kept as one file in runs/, and its
rows count for every round. A task is a push of Dijkstra's algorithm (sssp) or of the search by levels
(bfs), and its priority is the distance with which it was pushed.
"""

import heapq
import json
import pathlib
import time
from collections.abc import Iterator

import numpy as np

from galois_cps.runs import whole_file
from lab.peers import grfile

from ...engine.plan import catalogue as data
from ...engine.plan.catalogue import Case, Figure
from ...engine.plan.plan import FRESH
from ...engine.plan.kinds import Kind, Rows, Work
from ...engine.plan.session import Session

SOURCE = "traces"
SERIES = "dijkstra"
_VERSION = 1  # of what is computed; files of other versions are left alone
_QUANTILES = (50, 90, 99)
_APPS = ("sssp", "bfs")


class Traces(Kind):
    """Figures of the tasks of sequential runs."""

    alone = True
    source = "T"

    def is_for(self, figure: Figure) -> bool:
        """Whether the numbers of a figure come from here."""
        return figure.options.get("source") == SOURCE

    def make(self, session: Session, figure: Figure, work: Work) -> None:
        """Computes the traces that are missing."""
        for case, path in wanted(session, figure):
            if path.exists() and not work.fresh:
                continue
            if work.deadline is not None and time.monotonic() >= work.deadline:
                work.total.left += 1
                continue
            work.say(f"tracing {case.app} on {case.graph}")
            graph = grfile.read(session.graphs.path(case.graph))
            numbers = describe(case.app, graph, case.start)
            whole_file.write(path, json.dumps(numbers) + "\n")

    def count(self, session: Session, figure: Figure) -> tuple[int, int]:
        """The numbers of traces that are there and that are wanted."""
        found = [path.exists() for _, path in wanted(session, figure)]
        return sum(found), len(found)

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """The tidy table of a figure, from the traces that are there."""
        found = []
        for case, path in wanted(session, figure):
            if not path.exists():
                continue
            numbers = json.loads(path.read_text(encoding="utf-8"))
            for number in [*range(session.rounds), *range(FRESH, FRESH + session.rounds)]:
                common = {"figure": figure.id, "source": "M", "app": case.app, "graph": case.graph,
                          "series": SERIES, "parameters": "", "threads": 1, "round": number,
                          "seed": "", "record": f"{path.parent.name}/{path.name}:{number}"}
                found += [common | {"metric": f"trace.{name}", "value": value}
                          for name, value in numbers.items()]
        return found





def wanted(session: Session, figure: Figure) -> Iterator[tuple[Case, pathlib.Path]]:
    """The cases of a figure whose graphs exist, each with the file of its trace."""
    cases = dict.fromkeys(case for name in figure.options["sets"] for kind in data.KINDS
                          for case in session.catalogue.cases(name, session.scale.name, kind))
    for case in cases:
        if case.app in _APPS and session.graphs.there(case.graph):
            mark = session.graphs.fingerprint(case.graph)
            yield case, (session.folder / "runs" / f"traces-{_VERSION}"
                         / f"{case.app}-{case.graph}-{case.start}-{mark}.json")


def describe(app: str, graph: grfile.Graph, start: int) -> dict[str, float]:
    """Numbers about the tasks of one run; distances of children are relative to the range of all
    priorities."""
    priorities, apart = levels(graph, start) if app == "bfs" else dijkstra(graph, start)
    span = float(priorities.max() - priorities.min())
    numbers = {"tasks": float(len(priorities)), "priorities": float(len(np.unique(priorities)))}
    numbers["tasks_per_priority"] = numbers["tasks"] / numbers["priorities"]
    if len(apart) and span > 0:
        for part in _QUANTILES:
            numbers[f"relative_child_distance.p{part}"] = float(
                np.percentile(apart, part, method="inverted_cdf")) / span
    return numbers


def dijkstra(graph: grfile.Graph, start: int) -> tuple[np.ndarray, np.ndarray]:
    """The priorities of all pushes of Dijkstra's algorithm, and how far each but the first is from
    the task that pushed it."""
    offsets, targets = graph.offsets.tolist(), graph.targets.tolist()
    lengths = graph.lengths().tolist()
    distances: list[float] = [float("inf")] * graph.nodes
    distances[start] = 0
    heap = [(0, start)]
    priorities, apart = [0], []
    while heap:
        distance, node = heapq.heappop(heap)
        if distance > distances[node]:
            continue
        for edge in range(offsets[node], offsets[node + 1]):
            length, target = lengths[edge], targets[edge]
            if distance + length < distances[target]:
                distances[target] = distance + length
                heapq.heappush(heap, (distance + length, target))
                priorities.append(distance + length)
                apart.append(length)
    return np.array(priorities), np.array(apart)


def levels(graph: grfile.Graph, start: int) -> tuple[np.ndarray, np.ndarray]:
    """The same of a search by levels, which pushes each node once."""
    seen = np.zeros(graph.nodes, dtype=bool)
    seen[start] = True
    front, found, level = np.array([start]), [np.zeros(1, dtype=np.int64)], 0
    while len(front):
        counts = graph.offsets[front + 1] - graph.offsets[front]
        first = np.repeat(graph.offsets[front] - np.concatenate(([0], np.cumsum(counts)[:-1])),
                          counts)
        reached = np.unique(graph.targets[first + np.arange(counts.sum())].astype(np.int64))
        front = reached[~seen[reached]]
        seen[front] = True
        level += 1
        found.append(np.full(len(front), level))
    priorities = np.concatenate(found)
    return priorities, np.ones(len(priorities) - 1, dtype=np.int64)
