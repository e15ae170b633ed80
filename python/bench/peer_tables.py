"""Tables of distances beside other packages: the rows of `peers.py --tables`.

Each case has its sources and targets, and is measured in interleaved rounds. Rows of a table are searched
for one after the other, so that a sample of them tells the time of all: with `sample` rows, times of longer
tables are scaled, for everybody alike. What a package prepares once per graph is not in its times, and is
printed for pandana, whose contraction hierarchies take long.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import galois_cps

#: The greatest number of cells that a package without targets computes at a time.
_CELLS = 2**27


class Case(NamedTuple):
    """One question: a table, or what is within a limit of each source if there are no targets."""

    name: str
    sources: np.ndarray
    targets: np.ndarray | None
    limit: float | None


#: A package's answer to a case: a table of floats with inf, or the number of nodes within the limit. None
#: if it has no such call.
Ask = Callable[[Case], "np.ndarray | int | None"]


def cases_of(graph: Any, seed: int, sample: int) -> Iterator[tuple[Case, float]]:
    """The cases, and how many times longer the whole of each is."""
    indptr, _, _ = graph.to_csr()
    chance = np.random.default_rng(seed)
    usable = np.flatnonzero(np.diff(indptr))
    first = int(usable[0])
    for node in chance.choice(usable, 20):  # one that reaches much
        reached = galois_cps.bfs(graph, int(node)).reached
        if reached.mean() > 0.4:
            first, usable = int(node), np.flatnonzero(reached & (np.diff(indptr) > 0))
            break
    for rows, columns in ((1, 1000), (100, 100), (1000, 1000)):
        kept = min(rows, sample or rows)
        sources, targets = chance.choice(usable, rows)[:kept], chance.choice(usable, columns)
        yield Case(f"{rows:,} x {columns:,}", sources if rows > 1 else np.array([first]), targets, None), rows / kept
    distances = galois_cps.sssp(graph, first, dtype="uint64" if graph.weight_type == "uint32" else None).distances
    near = np.sort(distances)[graph.num_nodes // 100]
    yield Case("1 within 1 %", np.array([first]), None, float(near)), 1


def ours(graph: Any, threads: int) -> Ask:
    def ask(case: Case) -> np.ndarray | int:
        if case.targets is None:
            return len(galois_cps.distances(graph, case.sources, limit=case.limit, threads=threads).data)
        return galois_cps.distances(graph, case.sources, case.targets, threads=threads, dtype="float64")
    return ask


def _by_rows(case: Case, nodes: int, all_targets: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The columns of a table from a call that gives all, in parts that fit into the memory."""
    step = max(1, _CELLS // nodes)
    return np.concatenate([all_targets(case.sources[at:at + step])[:, case.targets]
                           for at in range(0, len(case.sources), step)])


def scipy_tables(rows: Any) -> Ask:
    from scipy.sparse import csgraph, csr_array
    indptr, indices, data = rows
    matrix = csr_array((data.astype(float), indices.astype(np.int32), indptr.astype(np.int32)),
                       shape=(len(indptr) - 1,) * 2)

    def ask(case: Case) -> np.ndarray | int:
        if case.targets is None:
            return int(np.isfinite(csgraph.dijkstra(matrix, indices=case.sources, limit=case.limit)).sum())
        return _by_rows(case, len(indptr) - 1, lambda sources: csgraph.dijkstra(matrix, indices=sources))
    return ask


def networkit_tables(rows: Any) -> Ask:
    import networkit
    indptr, indices, data = rows
    graph = networkit.GraphFromCoo(
        (data.astype(float), (np.repeat(np.arange(len(indptr) - 1), np.diff(indptr)), indices.astype(np.int64))),
        n=len(indptr) - 1, weighted=True, directed=True)

    def ask(case: Case) -> np.ndarray | None:
        if case.targets is None:
            return None
        search = networkit.distance.SPSP(graph, case.sources.tolist())
        unique, place = np.unique(case.targets, return_inverse=True)
        search.setTargets(unique.tolist())
        found = np.array(search.run().getDistances(asarray=True))[:, place.reshape(-1)]
        return np.where(found > 1e300, np.inf, found)
    return ask


def igraph_tables(rows: Any) -> Ask:
    import igraph
    indptr, indices, data = rows
    begins = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    graph = igraph.Graph(len(indptr) - 1, np.column_stack([begins, indices]), directed=True)
    weights = data.astype(float).tolist()

    def ask(case: Case) -> np.ndarray | None:
        if case.targets is None:
            return None
        (sources, row), (targets, column) = (np.unique(nodes, return_inverse=True)
                                             for nodes in (case.sources, case.targets))
        found = graph.distances(source=sources.tolist(), target=targets.tolist(), weights=weights, mode="out",
                                algorithm="dijkstra")
        return np.array(found)[row.reshape(-1)][:, column.reshape(-1)]
    return ask


def rustworkx_tables(rows: Any) -> Ask:
    import rustworkx
    indptr, indices, data = rows
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(len(indptr) - 1))
    begins = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr)).tolist()
    graph.add_edges_from(list(zip(begins, indices.tolist(), data.astype(float).tolist())))

    def ask(case: Case) -> np.ndarray | None:
        if case.targets is None:
            return None
        table = []
        for source in case.sources.tolist():
            found = rustworkx.dijkstra_shortest_path_lengths(graph, source, float)
            table.append([0.0 if node == source else found[node] if node in found else np.inf
                          for node in case.targets.tolist()])
        return np.array(table)
    return ask


def pandana_tables(rows: Any) -> Ask:
    import pandana
    import pandas
    indptr, indices, data = rows
    nodes = len(indptr) - 1
    nowhere = pandas.Series(np.zeros(nodes))  # its tables need no places
    begin = time.perf_counter()
    network = pandana.Network(
        nowhere, nowhere, pandas.Series(np.repeat(np.arange(nodes), np.diff(indptr))), pandas.Series(indices.astype(np.int64)),
        pandas.DataFrame({"weight": data.astype(float)}), twoway=False)
    print(f"pandana prepares the graph in {time.perf_counter() - begin:.1f} s")

    def ask(case: Case) -> np.ndarray | int:
        if case.targets is None:
            return len(network.nodes_in_range(case.sources.tolist(), case.limit))
        found = network.shortest_path_lengths(np.repeat(case.sources, len(case.targets)),
                                              np.tile(case.targets, len(case.sources)))
        table = np.array(found, float).reshape(len(case.sources), len(case.targets))
        return np.where(table > 4e6, np.inf, table)  # what it says where no path leads
    return ask


PEERS: dict[str, Callable[[Any], Ask]] = {
    "scipy": scipy_tables, "networkit": networkit_tables, "igraph": igraph_tables, "rustworkx": rustworkx_tables,
    "pandana": pandana_tables}


def _differs(found: Any, expected: Any) -> bool:
    if isinstance(found, int):
        return abs(found - expected) > 0.001 * expected  # pandana rounds
    return not np.allclose(found, expected, rtol=1e-3 if len(found) else 0, atol=1)


def measure(graph: Any, names: list[str], threads: list[int], rounds: int, sample: int,
            seed: int, clock: Callable[[], float]) -> dict[str, dict[str, float]]:
    """{case: {name: seconds}}, the least of the rounds, which others on the machine disturb. Prints a line
    for each package that is missing.

    :param clock: time.perf_counter, or time.process_time for the time of all processors together"""
    rows = graph.to_csr()
    if rows[2] is None:
        rows = (*rows[:2], np.ones(graph.num_edges, np.uint32))
    asks: dict[str, Ask] = {f"galois-cps, {count}": ours(graph, count) for count in threads}
    for name in names:
        if importlib.util.find_spec(name) is None:
            print(f"not installed: {name}")
        else:
            asks[name] = PEERS[name](rows)
    told: dict[str, dict[str, float]] = {}
    for case, scale in cases_of(graph, seed, sample):
        times: dict[str, list[float]] = {name: [] for name in asks}
        expected, wrong = None, set()
        for number in range(rounds + 1):  # the first round is not counted
            for name, ask in asks.items():
                if name in wrong:
                    continue
                begin = clock()
                answer = ask(case)
                took = (clock() - begin) * scale
                if answer is None:
                    continue
                if number == 0:
                    expected = answer if expected is None else expected
                    if _differs(answer, expected):
                        print(f"the answer of {name} to {case.name} differs, so its time is left out")
                        wrong.add(name)
                else:
                    times[name].append(took)
        told[case.name] = {name: min(values) for name, values in times.items() if values}
    return told


def report(told: dict[str, dict[str, float]], threads: list[int]) -> None:
    """Prints a table of Markdown: times, and beside those of others how many times longer they are than ours."""
    names = list(dict.fromkeys(name for medians in told.values() for name in medians))
    print("| | " + " | ".join(names) + " |")
    print("| --- |" + " ---: |" * len(names))
    for case, medians in told.items():
        cells = []
        for name in names:
            if name not in medians:
                cells.append("")
                continue
            ratios = "" if name.startswith("galois-cps") else " ({})".format(", ".join(
                f"{medians[name] / medians[f'galois-cps, {count}']:.2g}" for count in threads))
            cells.append(f"{medians[name] * 1e3:.3g} ms{ratios}" if medians[name] < 1 else
                         f"{medians[name]:.3g} s{ratios}")
        print(f"| {case} | " + " | ".join(cells) + " |")
