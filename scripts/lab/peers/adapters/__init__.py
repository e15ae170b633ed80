"""What the Python adapters share: they read a graph, answer each source, and report events.

An adapter is called as

    ADAPTER GRAPH QUESTION THREADS FOLDER TOLERANCE DAMPING

It builds the package's structure, and then answers each line of standard input: a source, or `null`
for questions without one. It appends one JSON object per line to FOLDER/events: first
{"built": seconds, "peak_mib": ...}, and then, for each answer,
{"source": ..., "time_s": ..., "peak_mib": ..., "answer": file, "dtype": ...}, with the answer as a
plain array in that file. An answer is, for n nodes:

    sssp, bfs   n distances, with infinity or the greatest value of the type where there is none
    mst         u, v and weight of each edge of the forest, one after the other
    pagerank    n ranks
    color       n colours
    components  n labels, equal for nodes that are connected, whatever the directions of edges
    kcore       n core numbers
    triangles   one number, the triangles of the graph without directions
    betweenness n sums over the paths from the sources (a list in place of one)
    paths       n distances, with weights that are doubles
    power       n ranks after as many rounds of the power method as the number in place of a source
    clustering  n clustering coefficients of a graph in which every edge has its reverse

A Python adapter is a module with a subclass of Adapter that it hands to `main`. It defines
build_<question>(graph), which returns the package's structure, and <question>(structure, source),
which returns the answer as an array. The C++ adapters do the same with Adapter.h.
"""

import json
import os
import pathlib
import sys
import time
from typing import Any

import numpy

from galois_cps.runs import UserError
from lab.peers import grfile
from lab.peers.grfile import Array, Graph

MOST_ITERATIONS = 10_000


class Adapter:
    """What an adapter knows about its task besides the graph."""

    def __init__(self, threads: int, tolerance: float, damping: float) -> None:
        self.threads = threads
        self.tolerance = tolerance
        self.damping = damping

    @property
    def last_change(self) -> float:
        """The greatest L1 change in an iteration of PageRank after which the ranks are within the
        tolerance: each further iteration changes at most `damping` times as much."""
        return self.tolerance * (1 - self.damping) / self.damping

    def build_paths(self, graph: Graph) -> Any:
        """As for sssp."""
        return self.build_sssp(graph)  # type: ignore[attr-defined]

    def paths(self, graph: Any, source: int) -> Any:
        """As sssp."""
        return self.sssp(graph, source)  # type: ignore[attr-defined]


def by_node(nodes: int, pairs: Any, missing: float = numpy.inf) -> Array:
    """An array from (node, value) pairs, for packages that answer with a dictionary."""
    found = numpy.full(nodes, missing)
    table = numpy.array(list(pairs), dtype=float).reshape(-1, 2)
    found[table[:, 0].astype(numpy.int64)] = table[:, 1]
    return found


def main(adapter_type: type[Adapter]) -> None:
    """Runs an adapter as its command line says."""
    graph_file, question, threads, folder, tolerance, damping = sys.argv[1:]
    adapter = adapter_type(int(threads), float(tolerance), float(damping))
    with (pathlib.Path(folder) / "events").open("a", encoding="utf-8") as events:
        try:
            _answer(adapter, graph_file, question, folder, events)
        except MemoryError:
            sys.exit("out of memory")
        except UserError as error:
            sys.exit(str(error))


def _answer(adapter: Adapter, graph_file: str, question: str, folder: str, events: Any) -> None:
    began = time.perf_counter()
    graph: Graph = grfile.read(graph_file, doubles=True)
    structure = getattr(adapter, f"build_{question}")(graph)
    del graph
    tell(events, built=time.perf_counter() - began)
    for line in sys.stdin:
        source = json.loads(line)
        began = time.perf_counter()
        answer = numpy.ascontiguousarray(getattr(adapter, question)(structure, source))
        seconds = time.perf_counter() - began
        peak = peak_mib()
        path = os.path.join(folder, f"answer-{source}")
        answer.tofile(path)
        tell(events, source=source, time_s=seconds, peak_mib=peak, answer=path,
             dtype=answer.dtype.name)


def peak_mib() -> float:
    """The greatest memory of this process so far. (getrusage counts that of its parent, too.)"""
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines()
                if line.startswith("VmHWM:"))


def tell(events: Any, **fields: Any) -> None:
    """Reports an event."""
    fields.setdefault("peak_mib", peak_mib())
    events.write(json.dumps(fields) + "\n")
    events.flush()
