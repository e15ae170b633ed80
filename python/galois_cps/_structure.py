"""How a graph is built: its components, cores, triangles and communities, and which nodes lie between others."""

from __future__ import annotations

import time
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from . import _arrays, _calls, _core
from ._algorithms import finish, nodes_of
from ._calls import Progress, Scheduler
from ._graph import GraphLike, as_graph
from ._results import Centrality, Clustering, Communities, Components, CoreNumbers, Triangles

_LABELS = np.iinfo(np.uint32)


def connected_components(graph: GraphLike, *, algorithm: str = "auto", symmetric: bool = False,
                         threads: int | None = None, timeout: float | None = None, progress: Progress = None,
                         verify: bool = False) -> Components:
    """Finds the parts of a graph that its edges connect, whatever their direction.

    Parameters
    ----------
    graph : Graph or what its makers take
        Its weights are not looked at. On a directed graph, components are weak; `strongly_connected_components`
        finds strong ones.
    algorithm : {'auto', 'sampling', 'union-find'}
        The answer is the same. 'auto' is 'sampling', which joins nodes by a few edges of each first, on all
        threads. 'union-find' runs on one thread.
    symmetric : bool
        Says that every edge has its reverse, so that 'sampling' can leave edges out. If that is wrong, so are
        the components.
    threads, timeout, progress, verify
        As for `sssp`.

    Returns
    -------
    Components

    Raises
    ------
    ValueError
        If `verify` finds that `symmetric` is wrong.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> parts = galois_cps.connected_components(galois_cps.Graph.from_edges([0, 1], [3, 2], num_nodes=5))
    >>> parts.num_components, parts.labels.tolist()
    (3, [0, 1, 1, 0, 4])
    """
    return _components(graph, algorithm, False, symmetric, threads, timeout, progress, verify)


def strongly_connected_components(graph: GraphLike, *, threads: int | None = None, timeout: float | None = None,
                                  progress: Progress = None, verify: bool = False) -> Components:
    """Finds the parts of a directed graph in which a path leads from each node to each other one.

    Parameters
    ----------
    graph : Graph or what its makers take
        Its weights are not looked at.
    threads, timeout, progress, verify
        As for `sssp`. The depth-first search runs on one thread, whatever `threads` says.

    Returns
    -------
    Components
        Its `order` is a reverse topological one.

    Raises
    ------
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> parts = galois_cps.strongly_connected_components(galois_cps.Graph.from_edges([0, 1, 2, 2], [1, 2, 1, 3]))
    >>> parts.labels.tolist(), parts.order.tolist()
    ([0, 1, 1, 3], [3, 1, 0])
    """
    return _components(graph, "auto", True, False, threads, timeout, progress, verify)


def _components(graph: GraphLike, algorithm: str, strong: bool, symmetric: bool, threads: int | None,
                timeout: float | None, progress: Progress, verify: bool) -> Components:
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    with _calls.options(what="components", threads=threads, timeout=timeout, progress=progress,
                        begin=begin) as options:
        labels, order, execution = _core.components(known._core, _arrays.text(algorithm, "algorithm"), strong,
                                             bool(symmetric), options)
        verdict = _core.verify_components(known._core, labels, strong, options) if verify else None
    if verdict and symmetric:
        raise ValueError(f"symmetric=True: not every edge has its reverse, and {verdict}; leave it out")
    answer = Components(known, labels, order if strong else None)
    return finish("components", answer, execution, begin, {"strong": strong}, verdict)


def core_numbers(graph: GraphLike, *, algorithm: str = "auto", scheduler: str | Scheduler = "auto",
                 threads: int | None = None, seed: int = 1, timeout: float | None = None,
                 progress: Progress = None, drift: int = 0, per_thread: bool = False,
                 verify: bool = False) -> CoreNumbers:
    """Finds the core number of each node: the greatest k of whose k-core it is part.

    The k-core is the greatest part of a graph in which each node has at least k neighbours.

    Parameters
    ----------
    graph : Graph or what its makers take
        The direction of edges does not matter, and loops and parallel edges are ignored.
    algorithm : {'auto', 'worklist', 'rounds', 'peeling'}
        The answer is the same. 'auto' is the fastest: 'rounds', or with one thread 'peeling'. 'worklist' runs
        tasks in the order of `scheduler`, and is what 'auto' takes if that is named, or `drift` or
        `per_thread` are given.
    scheduler, threads, seed, timeout, progress, drift, per_thread, verify
        As for `sssp`.

    Returns
    -------
    CoreNumbers

    Raises
    ------
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> cores = galois_cps.core_numbers(galois_cps.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3]))
    >>> cores.cores.tolist(), cores.nodes_of(2).tolist()
    ([2, 2, 2, 1], [0, 1, 2])
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    if algorithm not in ("auto", "worklist"):
        _calls.refuse_unused(algorithm, "'worklist' or 'auto'", scheduler=_calls.named(scheduler))
    with _calls.options(what="kcore", scheduler=scheduler, threads=threads, seed=seed, timeout=timeout,
                        progress=progress, drift=drift, per_thread=per_thread, begin=begin) as options:
        cores, execution = _core.kcore(known._core, _arrays.text(algorithm, "algorithm"), options)
        verdict = _core.verify_kcore(known._core, cores, options) if verify else None
    return finish("kcore", CoreNumbers(known, cores), execution, begin, {}, verdict)


def triangles(graph: GraphLike, *, algorithm: str = "auto", threads: int | None = None,
              timeout: float | None = None, progress: Progress = None, verify: bool = False) -> Triangles:
    """Counts the triangles of each node: the pairs of its neighbours that are neighbours of each other.

    Parameters
    ----------
    graph : Graph or what its makers take
        The direction of edges does not matter, and loops and parallel edges are ignored.
    algorithm : {'auto', 'marks', 'merge'}
        The answer is the same. 'auto' is 'marks', which looks neighbours up among marks of each thread, if
        these take no more memory than the edges, and otherwise 'merge', which merges rows of neighbours.
    threads, timeout, progress, verify
        As for `sssp`. Of a large graph, `verify` looks at a sample of the nodes.

    Returns
    -------
    Triangles

    Raises
    ------
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> found = galois_cps.triangles(galois_cps.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3]))
    >>> found.total, found.triangles.tolist()
    (1, [1, 1, 1, 0])
    """
    return _triangles(graph, algorithm, False, threads, timeout, progress, verify)


def clustering(graph: GraphLike, *, algorithm: str = "auto", threads: int | None = None,
               timeout: float | None = None, progress: Progress = None, verify: bool = False) -> Clustering:
    """Computes the local clustering coefficient of each node, and counts its triangles.

    It is the share of the pairs of a node's neighbours that are neighbours of each other, and 0 with fewer than
    two neighbours. On a directed graph nodes are neighbours if an edge leads either way, and the edges between
    them count in both directions, as LDBC Graphalytics defines it; `networkx.clustering` differs there.

    Parameters
    ----------
    graph : Graph or what its makers take
        Loops and parallel edges are ignored.
    algorithm, threads, timeout, progress, verify
        As for `triangles`.

    Returns
    -------
    Clustering

    Raises
    ------
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False)
    >>> galois_cps.clustering(graph).coefficients.round(2).tolist()
    [1.0, 1.0, 0.33, 0.0]
    """
    return _triangles(graph, algorithm, True, threads, timeout, progress, verify)


@overload
def _triangles(graph: GraphLike, algorithm: str, coefficients: Literal[True], threads: int | None,
               timeout: float | None, progress: Progress, verify: bool) -> Clustering: ...


@overload
def _triangles(graph: GraphLike, algorithm: str, coefficients: Literal[False], threads: int | None,
               timeout: float | None, progress: Progress, verify: bool) -> Triangles: ...


def _triangles(graph: GraphLike, algorithm: str, coefficients: bool, threads: int | None,
               timeout: float | None, progress: Progress, verify: bool) -> Triangles:
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    with _calls.options(what="triangles", threads=threads, timeout=timeout, progress=progress,
                        begin=begin) as options:
        counts, shares, execution = _core.triangles(known._core, _arrays.text(algorithm, "algorithm"),
                                                    coefficients, options)
        verdict = _core.verify_triangles(known._core, counts, shares, options) if verify else None
    answer = Clustering(known, counts, shares) if coefficients else Triangles(known, counts)
    return finish("triangles", answer, execution, begin, {"clustering": coefficients}, verdict)


def betweenness(graph: GraphLike, sources: int | ArrayLike | None = None, *, weighted: bool = False,
                normalized: bool = False, endpoints: bool = False, undirected: bool | None = None,
                algorithm: str = "auto", threads: int | None = None, timeout: float | None = None,
                progress: Progress = None, verify: bool = False) -> Centrality:
    """Computes the betweenness of each node: how many shortest paths between other nodes pass through it.

    Of several shortest paths between two nodes, each counts its share.

    Parameters
    ----------
    graph : Graph or what its makers take
        Edges are followed in their direction. Loops are ignored, and of parallel edges the lightest counts, and
        counts once.
    sources : int or array_like of int, optional
        The nodes where paths begin; by default every node, which takes a search from each.
    weighted : bool
        Whether shortest paths are those of least weight, where each edge must weigh more than 0; by default they
        have fewest edges.
    normalized : bool
        Divides by the number of pairs that can have a path through the node, as networkx does, for which given
        sources are its sample.
    endpoints : bool
        A path counts at both of its ends, too.
    undirected : bool, optional
        Whether the path back from one node to another is the same path, so that each counts half if paths
        begin at every node. By default it is if every edge has its reverse.
    algorithm : {'auto', 'sources', 'levels'}
        'sources' searches from one source per thread at a time, 'levels' from one on all threads, without
        weights. 'auto' takes what is faster. The answers differ by rounding alone.
    threads, timeout, progress, verify
        As for `sssp`. Of a large graph, `verify` looks at what every answer fulfils.

    Returns
    -------
    Centrality

    Raises
    ------
    IndexError
        If a source is no node.
    ValueError
        If an edge weighs nothing, or less, or endlessly much.
    OverflowError
        If a distance exceeds 64 bits.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> star = galois_cps.Graph.from_edges([0, 0, 0], [1, 2, 3], directed=False)
    >>> galois_cps.betweenness(star).scores.tolist()
    [3.0, 0.0, 0.0, 0.0]
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=weighted)
    given = None if sources is None else nodes_of(sources, known, "sources")
    starts = np.empty(0, np.uint32) if given is None else given
    how = bool(normalized), bool(endpoints), None if undirected is None else bool(undirected)
    with _calls.options(what="betweenness", threads=threads, timeout=timeout, progress=progress,
                        begin=begin) as options:
        scores, execution = _core.betweenness(known._core, starts, bool(weighted),
                                              _arrays.text(algorithm, "algorithm"), *how, options)
        verdict = None
        if verify:
            verdict = _core.verify_betweenness(known._core, starts, bool(weighted), scores, *how, options)
    params = {"sources": "all" if given is None else given.tolist(), "weighted": bool(weighted),
              "normalized": bool(normalized), "endpoints": bool(endpoints)}
    if undirected is not None:
        params["undirected"] = bool(undirected)
    return finish("betweenness", Centrality(known, scores, given), execution, begin, params, verdict)


def label_propagation(graph: GraphLike, iterations: int = 10, *, initial: ArrayLike | None = None,
                      threads: int | None = None, timeout: float | None = None, progress: Progress = None,
                      verify: bool = False) -> Communities:
    """Finds communities by label propagation, as LDBC Graphalytics defines it.

    In each round, every node takes the label that most of its neighbours have, and among several the least. All
    nodes change at the same time, so the answer depends on nothing else.

    Parameters
    ----------
    graph : Graph or what its makers take
        An edge shows the label of either end to the other one, so that edges in both directions, and parallel
        edges, count several times. Weights are not looked at.
    iterations : int
        The number of rounds.
    initial : array_like of int, (num_nodes,), optional
        The label of each node before the first round, from 0 to 2**32 - 1; by default its number.
    threads, timeout, progress, verify
        As for `sssp`.

    Returns
    -------
    Communities

    Raises
    ------
    ValueError
        If `initial` has another size than the graph, or a label is out of range.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 2, 3, 4, 5], [1, 2, 0, 4, 5, 3], directed=False)
    >>> galois_cps.label_propagation(graph).labels.tolist()
    [0, 0, 0, 3, 3, 3]
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    rounds = _arrays.whole_number(iterations, "iterations", 0, _LABELS.max)
    labels = None
    if initial is not None:
        labels = _arrays.as_array(initial, "initial")
        if labels.dtype.kind not in "iu":
            raise TypeError(f"initial must have whole numbers, not {labels.dtype}")
        if labels.shape != (known.num_nodes,):
            raise ValueError(f"initial has the shape {labels.shape}; the graph has {known.num_nodes} nodes, and each "
                             "needs a label")
        if labels.size and (labels.min() < 0 or labels.max() > _LABELS.max):
            raise ValueError("initial must have labels from 0 to 2**32 - 1")
        labels = np.ascontiguousarray(labels, np.uint32)
    with _calls.options(what="cdlp", threads=threads, timeout=timeout, progress=progress, begin=begin) as options:
        found, execution = _core.cdlp(known._core, rounds, labels, options)
        verdict = _core.verify_cdlp(known._core, found, rounds, labels, options) if verify else None
    return finish("cdlp", Communities(known, found), execution, begin, {"iterations": rounds}, verdict)
