"""The algorithms."""

from __future__ import annotations

import time
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _arrays, _calls, _core
from ._adjacency import is_of_networkx
from ._calls import Progress, Scheduler
from ._graph import Graph, GraphLike, as_graph
from ._results import Coloring, Ranks, Route, ShortestPaths, SpanningForest, node_number
from ._run import Answer, Run
from .runs.node_values import NodeValues


class _HasRun(Protocol):
    """What each answer has."""

    graph: Graph
    run: Run

    def _answer(self) -> Answer: ...

    def _values(self) -> NodeValues | None: ...


_Answer = TypeVar("_Answer", bound=_HasRun)


def finish(app: str, answer: _Answer, execution: dict[str, Any], begin: float,
            params: dict[str, Any], verdict: str | None) -> _Answer:
    """Adds the description of the run to an answer, which the caller has checked if `verdict` is not
    None."""
    if verdict:
        raise RuntimeError(f"the answer is wrong, which is a fault of galois-cps: {verdict}")
    answer.run = Run(app, answer.graph, execution, params=params, answer=answer._answer,
                     values=answer._values, total_s=time.perf_counter() - begin, verified=None if verdict is None else True)
    return answer


def nodes_of(values: Any, graph: Graph, name: str, *, least: int = 1) -> NDArray[np.uint32]:
    """The nodes that an argument names, of which there is one, or an array.

    :raises ValueError: if there are fewer than `least`
    :raises IndexError: if one is no node"""
    if np.ndim(values) == 0:
        return np.array([node_number(values, graph, name)], np.uint32)
    array = _arrays.as_array(values, name)
    if not array.size:
        if least:
            raise ValueError(f"{name} is empty: at least one node is needed")
        return np.empty(0, np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must have numbers of nodes, not {array.dtype}")
    for wrong in (array.min(), array.max()):
        node_number(wrong, graph, name)
    # A copy: the array may be out=, and the answer keeps its sources.
    return np.array(array, np.uint32)


def _sources_of(source: Any, graph: Graph, function: str) -> NDArray[np.uint32]:
    sources = nodes_of(source, graph, "source")
    if sources.size > 1:
        _calls.warn(f"{function}() of several sources gives the distance from the nearest of them: nearest() says "
                    "so, and which one it is, and distances() gives a row per source", FutureWarning)
    return sources


def _whole_or_none(value: Any, name: str, greatest: int = _arrays.GREATEST) -> int | None:
    return None if value is None else _arrays.whole_number(value, name, 0, greatest)


def _floats_of(values: Any, name: str) -> NDArray[np.float64]:
    array = _arrays.as_array(values, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must have numbers, not {array.dtype}")
    return np.ascontiguousarray(array, np.float64)


def start_nodes(sources: NDArray[np.uint32]) -> dict[str, Any]:
    return {"startNode": int(sources[0])} if sources.size == 1 else {"sources": sources.tolist()}


def distance_type(graph: Graph, dtype: DTypeLike | None) -> str:
    own = graph.weight_type or "uint32"
    if dtype is None:
        return own
    name = np.dtype(dtype).name
    wider = {"uint32": ("uint32", "uint64", "float64"), "uint64": ("uint64",), "float64": ("float64",)}
    if name not in wider[own]:
        raise ValueError(f"dtype={name}: with weights of type {own}, distances can have the dtype "
                         + " or ".join(wider[own]))
    return name


def sssp(graph: GraphLike, source: int | ArrayLike, *, dtype: DTypeLike | None = None,
         out: NDArray[Any] | None = None, algorithm: str = "auto", delta: int | None = None,
         edge_tile: int | None = None, scheduler: str | Scheduler = "auto",
         threads: int | None = None, seed: int = 1, timeout: float | None = None,
         progress: Progress = None, drift: int = 0, per_thread: bool = False,
         verify: bool = False) -> ShortestPaths:
    """Finds the lengths of the shortest paths from the nearest source to every node.

    Parameters
    ----------
    graph : Graph or what its makers take
        Weights are at least 0. Without weights, every edge has 1.
    source : int or array_like of int
        One node. With several, the answer has the distance from the nearest of them: `nearest` says so, and
        which one it is, and `distances` gives a row per source.
    dtype : dtype, optional
        The type of distances, by default that of weights. Those of 32-bit weights may also be uint64
        or float64.
    out : numpy.ndarray, (num_nodes,), optional
        Receives the distances.
    algorithm : {'auto', 'worklist', 'delta-stepping', 'dijkstra', 'radix-heap', 'buckets'}
        'auto' is the fastest: 'worklist', or with one thread 'buckets' or 'radix-heap'.
        'worklist' runs tasks in the order of `scheduler`, and is what 'auto' takes if that is
        named. The last three run on one thread.
    delta : int, optional
        Of 'delta-stepping': the base-2 logarithm of the bucket width.
    edge_tile : int, optional
        Of 'worklist': the greatest number of edges that one task relaxes; 0 means all of its node.
    scheduler : str or Scheduler
        One of `schedulers()`, or 'auto' for the one that is fastest for the algorithm. An algorithm
        that runs no tasks under a scheduler refuses one.
    threads : int, optional
        The number of threads; see `default_threads`.
    seed : int
        The seed of the scheduler's random choices. The answer does not depend on it.
    timeout : float, optional
        Seconds after which the call ends with TimeoutError. Looked at every 50 ms, and after what
        makes a `Graph` of another one.
    progress : bool or callable, optional
        True shows a bar of tqdm. A function is called every 50 ms with the number of tasks and the
        seconds so far.
    drift : int
        Samples the priority drift between threads each time that a thread has executed this many
        tasks; 0 never.
    per_thread : bool
        Counts per thread, in ``run.per_thread``.
    verify : bool
        Checks the answer by code that shares nothing with the algorithms.

    Returns
    -------
    ShortestPaths

    Raises
    ------
    IndexError
        If a source is no node.
    ValueError
        If a weight is negative, infinite or NaN, or an argument is out of range.
    OverflowError
        If a shortest path is longer than `dtype` can hold.
    TimeoutError, KeyboardInterrupt
        If the call was ended. The graph stays usable.

    Warns
    -----
    FutureWarning
        If there are several sources.

    Examples
    --------
    >>> import galois_cps, scipy.sparse
    >>> matrix = scipy.sparse.csr_array([[0, 7, 1], [0, 0, 0], [0, 2, 0]])
    >>> galois_cps.sssp(matrix, 0).distances.tolist()
    [0, 3, 1]
    >>> galois_cps.sssp(matrix, 1, dtype="uint64").reached.tolist()
    [False, True, False]
    """
    begin = time.perf_counter()
    known = as_graph(graph)
    sources = _sources_of(source, known, "sssp")
    name = distance_type(known, dtype)
    if algorithm not in ("auto", "worklist"):
        _calls.refuse_unused(algorithm, "'worklist' or 'auto'", scheduler=_calls.named(scheduler),
                             edge_tile=edge_tile is not None)
    if algorithm != "delta-stepping":
        _calls.refuse_unused(algorithm, "'delta-stepping'", delta=delta is not None)
    given = None if out is None else _arrays.out_array(out, known._borrowed)
    with _calls.options(what="sssp", scheduler=scheduler, threads=threads, seed=seed, timeout=timeout,
                        progress=progress, drift=drift, per_thread=per_thread, begin=begin) as options:
        distances, execution = _core.sssp(known._core, sources, name, given, _arrays.text(algorithm, "algorithm"),
                                          _whole_or_none(delta, "delta", 63),
                                          _whole_or_none(edge_tile, "edge_tile"), options)
        verdict = None
        if verify:
            verdict = _core.verify_sssp(known._core, sources, distances, False, options)
    answer = ShortestPaths(known, sources, distances, edges=False)
    params = {**start_nodes(sources), "distance-bits": 8 * distances.dtype.itemsize}
    return finish("sssp", answer, execution, begin, params, verdict)


def bfs(graph: GraphLike, source: int | ArrayLike, *, out: NDArray[np.uint32] | None = None,
        algorithm: str = "auto", edge_tile: int | None = None,
        scheduler: str | Scheduler = "auto", threads: int | None = None, seed: int = 1,
        timeout: float | None = None, progress: Progress = None, drift: int = 0,
        per_thread: bool = False, verify: bool = False) -> ShortestPaths:
    """Finds the number of edges on the shortest path from the nearest source to every node.

    Parameters
    ----------
    graph : Graph or what its makers take
        Its weights are not looked at.
    source : int or array_like of int
        As for `sssp`; `nearest` and `distances` count edges with ``weighted=False``.
    out : numpy.ndarray, (num_nodes,) uint32, optional
        Receives the answer.
    algorithm : {'auto', 'levels', 'worklist', 'sequential'}
        'auto' is 'levels', which searches level by level, in the direction that visits fewer edges.
        'worklist' runs tasks in the order of `scheduler`, and is what 'auto' takes if that is named,
        or if `edge_tile`, `drift` or `per_thread` are given.
    edge_tile, scheduler, threads, seed, timeout, progress, drift, per_thread, verify
        As for `sssp`.

    Returns
    -------
    ShortestPaths
        Its distances are uint32.

    Raises
    ------
    IndexError
        If a source is no node.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> galois_cps.bfs(([0, 1, 2, 2], [1, 2]), 0).distances.tolist()
    [0, 1, 2]
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    sources = _sources_of(source, known, "bfs")
    given = None if out is None else _arrays.out_array(out, known._borrowed)
    if algorithm == "auto":
        wanted = _calls.named(scheduler) or edge_tile is not None or drift or per_thread
        algorithm = "worklist" if wanted else "levels"
    elif algorithm != "worklist":
        _calls.refuse_unused(algorithm, "'worklist' or 'auto'", scheduler=_calls.named(scheduler),
                             edge_tile=edge_tile is not None)
    with _calls.options(what="bfs", scheduler=scheduler, threads=threads, seed=seed, timeout=timeout,
                        progress=progress, drift=drift, per_thread=per_thread, begin=begin) as options:
        levels, execution = _core.bfs(known._core, sources, given, _arrays.text(algorithm, "algorithm"),
                                      _whole_or_none(edge_tile, "edge_tile"), options)
        verdict = _core.verify_bfs(known._core, sources, levels, False, options) if verify else None
    answer = ShortestPaths(known, sources, levels, edges=True)
    return finish("bfs", answer, execution, begin, start_nodes(sources), verdict)


def mst(graph: GraphLike, *, algorithm: str = "auto", scheduler: str | Scheduler = "auto",
        threads: int | None = None, seed: int = 1, timeout: float | None = None,
        progress: Progress = None, drift: int = 0, per_thread: bool = False,
        verify: bool = False) -> SpanningForest:
    """Finds the edges of least total weight that connect all nodes that the graph connects.

    Parameters
    ----------
    graph : Graph or what its makers take
        The direction of edges does not matter, and of parallel edges the lightest counts. Weights
        may be negative, if they are floats.
    algorithm : {'auto', 'boruvka', 'worklist', 'kruskal', 'filter-kruskal'}
        The answer is the same. 'auto' is the fastest: 'boruvka', or with one or two threads 'kruskal'.
        'worklist' runs tasks in the order of `scheduler`, and is what 'auto' takes if that is
        named.
    scheduler, threads, seed, timeout, progress, drift, per_thread, verify
        As for `sssp`.

    Returns
    -------
    SpanningForest

    Raises
    ------
    ValueError
        If a weight is infinite or NaN.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 0], [1, 2, 2], [4, 5, 6])
    >>> forest = galois_cps.mst(graph)
    >>> forest.edges.tolist(), forest.weight
    ([[0, 1], [1, 2]], 9)
    """
    begin = time.perf_counter()
    known = as_graph(graph)
    if algorithm not in ("auto", "worklist"):
        _calls.refuse_unused(algorithm, "'worklist' or 'auto'", scheduler=_calls.named(scheduler))
    with _calls.options(what="mst", scheduler=scheduler, threads=threads, seed=seed, timeout=timeout,
                        progress=progress, drift=drift, per_thread=per_thread, begin=begin) as options:
        (edges, weights, weight), execution = _core.mst(known._core, _arrays.text(algorithm, "algorithm"), options)
        verdict = _core.verify_mst(known._core, edges.reshape(-1), weights, False, options) if verify else None
    return finish("mst", SpanningForest(known, edges, weights, weight), execution, begin, {}, verdict)


def color(graph: GraphLike, *, algorithm: str = "worklist", improve: bool = True,
          scheduler: str | Scheduler = "auto", threads: int | None = None, seed: int = 1,
          timeout: float | None = None, progress: Progress = None, drift: int = 0,
          per_thread: bool = False, verify: bool = False) -> Coloring:
    """Colours the nodes such that no edge joins two nodes of one colour, with few colours.

    Parameters
    ----------
    graph : Graph or what its makers take
        The direction of edges does not matter, and loops are ignored.
    algorithm : {'worklist', 'dsatur', 'greedy', 'parallel-greedy'}
        'worklist' colours nodes whose neighbours have many colours first. With several threads,
        'worklist' and 'parallel-greedy' may give other colours in each run.
    improve : bool
        Of 'worklist': tries to give up colours at the end.
    scheduler, threads, seed, timeout, progress, drift, per_thread, verify
        As for `sssp`.

    Returns
    -------
    Coloring

    Raises
    ------
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> galois_cps.color(galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 0])).num_colors
    3
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    if algorithm != "worklist":
        _calls.refuse_unused(algorithm, "'worklist'", scheduler=_calls.named(scheduler))
    with _calls.options(what="color", scheduler=scheduler, threads=threads, seed=seed,
                        timeout=timeout, progress=progress, drift=drift,
                        per_thread=per_thread, begin=begin) as options:
        colors, execution = _core.color(known._core, _arrays.text(algorithm, "algorithm"), bool(improve), options)
        verdict = _core.verify_color(known._core, colors, options) if verify else None
    return finish("color", Coloring(known, colors), execution, begin, {}, verdict)


def pagerank(graph: GraphLike, damping: float = 0.85, tolerance: float = 1e-4,
             personalize: ArrayLike | None = None, *, weight: bool | str | ArrayLike | None = None,
             algorithm: str = "auto", spread_dangling: bool = True, iterations: int | None = None,
             scheduler: str | Scheduler = "auto", threads: int | None = None, seed: int = 1,
             timeout: float | None = None, progress: Progress = None, drift: int = 0,
             per_thread: bool = False, verify: bool = False) -> Ranks:
    """Computes the share of time that a random surfer spends at each node.

    Parameters
    ----------
    graph : Graph or what its makers take
        Its weights are looked at only with `weight`. Parallel edges count separately.
    damping : float
        The probability of following an edge, from 0 to below 1.
    tolerance : float
        The greatest sum of differences to the true ranks.
    personalize : array_like of float, (num_nodes,), optional
        The distribution of restarts; by default all nodes are equally likely.
    weight : bool or str or array_like of float, (num_edges,), optional
        By default, a surfer follows all edges of a node with the same probability. With True, the
        probabilities are in proportion to the weights of the graph, which are 1 where it has none. A
        text is for graphs of networkx, and names the attribute with the weights. An array has the
        weights in the order of `Graph.to_csr`. A node whose weights are all 0 is as one without
        edges.
    algorithm : {'auto', 'hybrid', 'worklist', 'power'}
        'auto' is the fastest: 'worklist' with `personalize` or a named scheduler, 'power' with
        `iterations`, otherwise 'hybrid'. 'hybrid' sweeps over all nodes first, and runs tasks in
        the order of `scheduler` if few nodes are left.
    spread_dangling : bool
        Whether a surfer at a node without edges restarts; else the ranks sum to less than 1.
    iterations : int, optional
        Of 'power': the exact number of iterations.
    scheduler, threads, seed, timeout, progress, drift, per_thread, verify
        As for `sssp`.

    Returns
    -------
    Ranks

    Raises
    ------
    ValueError
        If the graph has no nodes, an argument is out of range, or a weight is negative or infinite or
        nan.
    TypeError
        If `weight` is a text, and the graph is none of networkx.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> ranks = galois_cps.pagerank(galois_cps.Graph.from_edges([0, 1], [1, 0])).ranks
    >>> ranks.round(3).tolist()
    [0.5, 0.5]
    """
    begin = time.perf_counter()
    known, weights = _weighted(graph, weight)
    restarts = None
    if personalize is not None:
        restarts = _floats_of(personalize, "personalize")
    if algorithm == "power" or (algorithm == "auto" and iterations is not None):
        _calls.refuse_unused("power", "'worklist' or 'hybrid'", scheduler=_calls.named(scheduler))
    what = (_arrays.real_number(damping, "damping"), _arrays.real_number(tolerance, "tolerance"), restarts,
            bool(spread_dangling), _whole_or_none(iterations, "iterations"), weights)
    with _calls.options(what="pagerank", scheduler=scheduler, threads=threads, seed=seed,
                        timeout=timeout, progress=progress, drift=drift,
                        per_thread=per_thread, begin=begin) as options:
        ranks, execution = _core.pagerank(known._core, _arrays.text(algorithm, "algorithm"), *what, options)
        verdict = _core.verify_pagerank(known._core, ranks, *what, options) if verify else None
    params = {"damping": float(damping), "tolerance": float(tolerance)}
    if weights is not None:
        params["weighted"] = True
    return finish("pagerank", Ranks(known, ranks), execution, begin, params, verdict)


def _weighted(graph: GraphLike, weight: bool | str | ArrayLike | None
              ) -> tuple[Graph, NDArray[np.float64] | None]:
    """The graph, and the weights of its edges that the argument `weight` of `pagerank` means."""
    if weight is None or weight is False:
        return as_graph(graph, weighted=False), None
    if isinstance(weight, str):
        if not is_of_networkx(graph):
            raise TypeError(f"weight={weight!r} names an attribute of a graph of networkx, and this is "
                            f"{type(graph).__name__}; give weight=True for the weights that it has")
        graph, weight = Graph.from_networkx(graph, weight), True
    known = as_graph(graph)
    data = known.to_csr()[2] if weight is True else weight
    if data is None:
        return known, None
    weights = _floats_of(data, "weight")
    if weights.shape != (known.num_edges,):
        raise ValueError(f"weight has the shape {weights.shape}; the graph has {known.num_edges} "
                         "edges, and each needs a weight")
    return known, weights


def _coordinates_of(coordinates: Any, graph: Graph) -> NDArray[np.int32] | None:
    if coordinates is None:
        coordinates = graph.coordinates
    if coordinates is None:
        return None
    _arrays.refuse_masked(coordinates, "coordinates")
    array = np.asarray(coordinates)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"coordinates must have the shape (num_nodes, 2), not {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"coordinates must be integers, not {array.dtype}: degrees in units of 1e-6, "
                        "or x and y")
    limits = np.iinfo(np.int32)
    if array.size and (array.min() < limits.min or array.max() > limits.max):
        raise ValueError("coordinates must be integers of 32 bits")
    return np.ascontiguousarray(array, np.int32)


class Astar:
    """Answers any number of queries for the shortest path between two nodes of one graph.

    Parameters
    ----------
    graph : Graph or what its makers take
        Its weights are integers below 2**32, or there are none.
    coordinates : array_like of int, (num_nodes, 2), optional
        Longitude and latitude in 1e-6 degrees, or x and y in any unit; by default those of the
        graph's file.
    metric : {'auto', 'none', 'great-circle', 'euclidean', 'octile'}
        How separations are measured.
    scale : float, optional
        A weight per unit of separation; by default the greatest that no edge contradicts.
    algorithm : {'worklist', 'sequential', 'dijkstra', 'bidirectional'}
        'worklist' runs tasks in the order of a scheduler, the others run on one thread.
    threads : int, optional
        The number of threads of the preparation.
    timeout : float, optional
        Seconds after which the preparation ends with TimeoutError.

    Raises
    ------
    TypeError
        If weights are not integers below 2**32.
    ValueError
        If coordinates or the scale do not fit the graph.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 0], [1, 2, 2], [2, 2, 9])
    >>> search = galois_cps.Astar(graph, [[0, 0], [1, 0], [2, 0]])
    >>> search.query(0, 2).path.tolist()
    [0, 1, 2]
    """

    def __init__(self, graph: GraphLike, coordinates: ArrayLike | None = None, *,
                 metric: str = "auto", scale: float | None = None, algorithm: str = "worklist",
                 threads: int | None = None, timeout: float | None = None) -> None:
        begin = time.perf_counter()
        self.graph = as_graph(graph)
        narrow = self.graph._narrowed()
        if narrow.weight_type not in (None, "uint32"):
            raise TypeError("A* needs integers below 2**32 for weights, and these are "
                            f"{self.graph.weight_type}")
        self._algorithm = algorithm
        factor = None if scale is None else _arrays.real_number(scale, "scale")
        with _calls.options(what="astar", threads=threads, timeout=timeout, begin=begin) as options:
            self._core = _core.Astar(narrow._core, _coordinates_of(coordinates, self.graph),
                                     _arrays.text(metric, "metric"), factor,
                                     _arrays.text(algorithm, "algorithm"), options)

    @property
    def heuristic(self) -> dict[str, Any]:
        """The metric, the scale, and what they follow from."""
        return self._core.heuristic()

    def query(self, source: int, target: int, *, scheduler: str | Scheduler = "auto",
              threads: int | None = None, seed: int = 1, timeout: float | None = None,
              progress: Progress = None, drift: int = 0, per_thread: bool = False,
              verify: bool = False) -> Route:
        """Finds a shortest path from `source` to `target`. Arguments and errors are those of `sssp`."""
        return self._query(time.perf_counter(), source, target, scheduler=scheduler, threads=threads,
                           seed=seed, timeout=timeout, progress=progress, drift=drift,
                           per_thread=per_thread, verify=verify)

    def _query(self, begin: float, source: int, target: int, *, scheduler: str | Scheduler, verify: bool,
               **options: Any) -> Route:
        first = node_number(source, self.graph, "source")
        last = node_number(target, self.graph, "target")
        if self._algorithm != "worklist":
            _calls.refuse_unused(self._algorithm, "'worklist'", scheduler=_calls.named(scheduler))
        with _calls.options(what="astar", scheduler=scheduler, begin=begin, **options) as how:
            distance, path, touched, execution = self._core.query(first, last, how)
            verdict = self._core.verify(first, last, distance, path, how) if verify else None
        params = {"startNode": first, "targetNode": last, **self.heuristic}
        return finish("astar", Route(self.graph, distance, path, touched), execution, begin, params,
                       verdict)


def astar(graph: GraphLike, source: int, target: int, coordinates: ArrayLike | None = None,
          metric: str = "auto", *, scale: float | None = None, algorithm: str = "worklist",
          scheduler: str | Scheduler = "auto", threads: int | None = None, seed: int = 1,
          timeout: float | None = None, progress: Progress = None, drift: int = 0,
          per_thread: bool = False, verify: bool = False) -> Route:
    """Finds a shortest path from one node to another, guided by coordinates.

    For several queries on one graph, make an `Astar` once.

    Parameters
    ----------
    graph, coordinates, metric, scale, algorithm
        As for `Astar`.
    source, target : int
        The ends of the path.
    scheduler, threads, seed, timeout, progress, drift, per_thread, verify
        As for `sssp`.

    Returns
    -------
    Route

    Raises
    ------
    IndexError
        If the source or the target is no node.
    TypeError
        If weights are not integers below 2**32.
    OverflowError
        If a path is longer than 2**32 - 2.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 0], [1, 2, 2], [2, 2, 9])
    >>> galois_cps.astar(graph, 0, 2).distance
    4
    """
    begin = time.perf_counter()
    search = Astar(graph, coordinates, metric=metric, scale=scale, algorithm=algorithm, threads=threads,
                   timeout=timeout)
    return search._query(begin, source, target, scheduler=scheduler, threads=threads, seed=seed,
                         timeout=timeout, progress=progress, drift=drift, per_thread=per_thread,
                         verify=verify)
