#!/usr/bin/env python3
"""Compares shortest paths of galois_cps with those of other Python packages, in interleaved rounds.

    python python/bench/peers.py GRAPH [--rounds 5] [--threads 1,2] [--source 0] [--only NAME,NAME]
        [--grid 300]
    python python/bench/peers.py GRAPH --tables [--sample 10] [--processor-time]
    python python/bench/peers.py --all-pairs 100000

Each round calls every package once, so that a slow moment of the machine hits all. The table has the
median of each, and how many times longer it takes than ours; the last column is the ratio that we want
to reach at least, and whether it was. All answers must agree. Packages that are not installed are left
out and named.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import peer_tables

import galois_cps
from galois_cps.runs import stats, whole_file

Answer = Callable[[], np.ndarray]
#: The least ratio to our time, on one thread and on two.
TARGETS = {"scipy": (3.5, 6.5), "scipy-from-arrays": (2, 3), "networkit": (8, 14), "rustworkx": (10, 18),
           "igraph": (16, 30)}
#: The same for networkx' function through the backend, for the first call and for later ones.
BACKEND_TARGETS = {"first call": 3, "later call": 12}


def reasons(nodes: int) -> str:
    """What is known to speak against a fair comparison with the targets, which are for NE on two idle
    processors."""
    known = []
    if nodes < 10**6:
        known.append(f"targets are for NE, of 1.5 million nodes, and this graph has {nodes}")
    load, processors = os.getloadavg()[0], len(os.sched_getaffinity(0))
    if load > processors + 0.5:
        known.append(f"the load was {load:.1f} on {processors} processors")
    return "; ".join(known) or "not known"


def scipy_call(rows: Any, source: int) -> Answer:
    from scipy.sparse import csgraph, csr_array
    indptr, indices, data = rows
    narrow = np.int32 if len(indices) < 2**31 else np.int64
    matrix = csr_array((data.astype(float), indices.astype(narrow), indptr.astype(narrow)),
                       shape=(len(indptr) - 1,) * 2)
    return lambda: csgraph.dijkstra(matrix, indices=source)


def networkit_call(rows: Any, source: int) -> Answer:
    import networkit
    indptr, indices, data = rows
    graph = networkit.GraphFromCoo(
        (data.astype(float), (np.repeat(np.arange(len(indptr) - 1), np.diff(indptr)), indices.astype(np.int64))),
        n=len(indptr) - 1, weighted=True, directed=True)
    return lambda: np.array(networkit.distance.Dijkstra(graph, source, storePaths=False).run().getDistances())


def rustworkx_call(rows: Any, source: int) -> Answer:
    import rustworkx
    indptr, indices, data = rows
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(len(indptr) - 1))
    begins = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr)).tolist()
    graph.add_edges_from(list(zip(begins, indices.tolist(), data.astype(float).tolist())))

    def call() -> np.ndarray:
        found = rustworkx.dijkstra_shortest_path_lengths(graph, source, float)
        distances = np.full(len(indptr) - 1, np.inf)
        distances[np.fromiter(found.keys(), int)] = np.fromiter(found.values(), float)
        distances[source] = 0
        return distances
    return call


def igraph_call(rows: Any, source: int) -> Answer:
    import igraph
    indptr, indices, data = rows
    begins = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    graph = igraph.Graph(len(indptr) - 1, np.column_stack([begins, indices]), directed=True)
    weights = data.astype(float).tolist()
    return lambda: np.array(graph.distances(source=[source], weights=weights, mode="out")[0])


def networkx_call(rows: Any, source: int) -> Answer:
    import networkx
    indptr, indices, data = rows
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(indptr) - 1))
    begins = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr)).tolist()
    for u, v, w in zip(begins, indices.tolist(), data.tolist()):
        if not graph.has_edge(u, v) or graph[u][v]["weight"] > w:
            graph.add_edge(u, v, weight=w)

    def call() -> np.ndarray:
        found = networkx.single_source_dijkstra_path_length(graph, source)
        distances = np.full(len(indptr) - 1, np.inf)
        distances[np.fromiter(found.keys(), int)] = np.fromiter(found.values(), float)
        return distances
    return call


PEERS: dict[str, tuple[str, Callable[[Any, int], Answer]]] = {
    "scipy": ("scipy", scipy_call),
    "networkit": ("networkit", networkit_call),
    "rustworkx": ("rustworkx", rustworkx_call),
    "igraph": ("igraph", igraph_call),
    "networkx": ("networkx", networkx_call),
}


def as_floats(distances: np.ndarray) -> np.ndarray:
    """Distances with inf for what is not reached."""
    if distances.dtype.kind == "f":
        return np.where(distances > 1e300, np.inf, distances)
    return np.where(distances == np.iinfo(distances.dtype).max, np.inf, distances.astype(float))


def measure(calls: dict[str, Answer], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in calls}
    expected = None
    for number in range(rounds + 1):  # the first round is not counted
        for name, call in calls.items():
            begin = time.perf_counter()
            answer = call()
            took = time.perf_counter() - begin
            if number == 0:
                found = as_floats(answer)
                expected = found if expected is None else expected
                if not np.allclose(found, expected, rtol=1e-9):
                    sys.exit(f"peers: the answer of {name} differs")
            else:
                times[name].append(took)
    return times


def measure_backend(side: int, rounds: int) -> None:
    """Prints how many times longer networkx takes for a grid than through the backend."""
    import random
    import warnings

    import networkx
    warnings.filterwarnings("ignore", message="Note: conversions to backend graphs")
    grid = networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(side, side))
    weights = random.Random(1)
    for begin, end in grid.edges:
        grid[begin][end]["weight"] = weights.randint(1, 10000)
    times: dict[str, list[float]] = {"networkx": [], **{name: [] for name in BACKEND_TARGETS}}
    answers = []
    for _ in range(rounds):
        fresh = grid.copy()
        for name, taken in times.items():
            backend = None if name == "networkx" else "galois_cps"
            begin = time.perf_counter()
            answers.append(networkx.single_source_dijkstra_path_length(fresh, 0, backend=backend))
            taken.append(time.perf_counter() - begin)
            if answers[-1] != answers[0]:
                sys.exit(f"peers: the answer of {name} differs")
            answers = answers[:1]
    base = stats.median(times["networkx"])
    for name, target in BACKEND_TARGETS.items():
        ratio = base / stats.median(times[name])
        print(f"networkx / backend, {side * side} nodes, {name}: {ratio:.2f} "
              f"{'>=' if ratio >= target else '<'} {target}")


def measure_all_pairs(nodes: int) -> None:
    """Prints how many times longer a program of networkx takes than with the backend, all calls included."""
    import random

    import networkx
    side = round(nodes ** 0.5)
    chance = random.Random(1)
    road = networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(side, side))
    road.remove_edges_from([edge for edge in road.edges if chance.random() < 0.15])
    for begin, end in road.edges:
        road[begin][end]["weight"] = chance.randint(50, 200)
    times: dict[str, float] = {}
    busy: dict[str, float] = {}
    answers = []
    for name in ("galois_cps", "networkx"):
        fresh = road.copy()
        begin, spent = time.perf_counter(), time.process_time()
        with networkx.config(backend_priority=[] if name == "networkx" else [name], warnings_to_ignore={"cache"}):
            found = {node: (len(near), sum(near.values()))
                     for node, near in networkx.all_pairs_dijkstra_path_length(fresh, cutoff=1000)}
        times[name], busy[name] = time.perf_counter() - begin, time.process_time() - spent
        answers.append(found)
    if answers[0] != answers[1]:
        sys.exit("peers: the answers of networkx and the backend differ")
    near = sum(count for count, _ in answers[0].values()) / len(answers[0])
    print(f"all pairs within a cutoff that reaches {near:.0f} of {len(answers[0])} nodes on average: networkx "
          f"{times['networkx']:.1f} s, backend {times['galois_cps']:.1f} s, ratio "
          f"{times['networkx'] / times['galois_cps']:.1f}; of processor time {busy['networkx']:.1f} s, "
          f"{busy['galois_cps']:.1f} s, ratio {busy['networkx'] / busy['galois_cps']:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph", nargs="?", help="a file that Graph.read() takes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--source", type=int, default=0)
    parser.add_argument("--only", default=",".join(PEERS), help="packages to compare with")
    parser.add_argument("--grid", type=int, default=300, help="side of the grid for networkx, 0: none")
    parser.add_argument("--json", help="a file for the times")
    parser.add_argument("--tables", action="store_true", help="compare tables of distances")
    parser.add_argument("--sample", type=int, default=0, help="rows of a table that are measured, 0: all")
    parser.add_argument("--processor-time", action="store_true",
                        help="take the time of all processors together for tables, on a machine that others use, too")
    parser.add_argument("--all-pairs", type=int, metavar="NODES", help="compare all pairs of networkx alone")
    options = parser.parse_args()
    if options.all_pairs:
        measure_all_pairs(options.all_pairs)
        return
    if options.graph is None:
        parser.error("a graph is needed")
    graph = galois_cps.Graph.read(options.graph)
    rows = graph.to_csr()
    if rows[2] is None:
        rows = (*rows[:2], np.ones(graph.num_edges, np.uint32))
    print(f"{options.graph}: {graph}")
    if options.tables:
        counts = [int(text) for text in options.threads.split(",")]
        names = list(peer_tables.PEERS) if options.only == ",".join(PEERS) else options.only.split(",")
        told = peer_tables.measure(graph, names, counts, options.rounds, options.sample, options.source,
                                   time.process_time if options.processor_time else time.perf_counter)
        peer_tables.report(told, counts)
        return
    calls: dict[str, Answer] = {}
    threads = [int(text) for text in options.threads.split(",")]
    for count in threads:
        calls[f"galois-cps, {count}"] = (
            lambda count=count: galois_cps.sssp(graph, options.source, threads=count).distances)
        calls[f"galois-cps from arrays, {count}"] = (
            lambda count=count: galois_cps.sssp(rows, options.source, threads=count).distances)
    for name in options.only.split(","):
        module, make = PEERS[name]
        if importlib.util.find_spec(module) is None:
            print(f"not installed: {module}")
        else:
            calls[name] = make(rows, options.source)
    times = measure(calls, options.rounds)
    medians = {name: stats.median(values) for name, values in times.items()}
    print(f"{'':28} {'median':>10} " + " ".join(f"{f'/ ours, {count}':>10} {'target':>10}" for count in threads))
    for name, median in medians.items():
        line = f"{name:28} {median * 1e3:7.1f} ms"
        for place, count in enumerate(threads):
            if name in PEERS:
                ratio = median / medians[f"galois-cps, {count}"]
                wanted = TARGETS.get(name, (0, 0))[min(place, 1)]
                verdict = f">= {wanted}" if not wanted or ratio >= wanted else f"< {wanted}"
                line += f" {ratio:10.2f} {verdict if wanted else '':>10}"
        print(line)
        if "< " in line:
            print(f"{'':28} missed; reason: {reasons(graph.num_nodes)}")
    if "scipy" in medians:
        for place, count in enumerate(threads):
            ratio = medians["scipy"] / medians[f"galois-cps from arrays, {count}"]
            print(f"SciPy / ours from arrays on {count}: {ratio:.2f}, target "
                  f"{TARGETS['scipy-from-arrays'][min(place, 1)]}")
    if options.grid and "networkx" in options.only.split(",") and importlib.util.find_spec("networkx"):
        measure_backend(options.grid, options.rounds)
    if options.json:
        whole_file.write(options.json, json.dumps({"graph": options.graph, "times": times}))


if __name__ == "__main__":
    main()
