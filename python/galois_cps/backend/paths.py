"""Shortest paths with networkx' signatures, errors and answers."""

import itertools
import math
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Any

import galois_cps
import networkx as nx
import numpy as np

from .. import _core
from .._distances import within_reach
from .graph import ConvertedGraph
from .selection import answers

_COORDINATE = np.iinfo(np.int32)
_LONGEST = np.iinfo(np.uint32).max  # weight of A*


def _refuse_functions(weight: Any, **_: Any) -> str:
    return "the weight is a function" if callable(weight) else ""


class _Search:
    """The distances from the nearest of some nodes, and paths from there.

    `numbers` are those of the sources.
    """

    def __init__(self, graph: ConvertedGraph, numbers: list[int], weight: str | None) -> None:
        self._graph = graph
        searched = _searched(graph, weight)
        try:
            if len(numbers) > 1:
                self._answer = galois_cps.nearest(searched, numbers, weighted=weight is not None)
            elif weight is None:
                self._answer = galois_cps.bfs(searched, numbers[0])
            else:
                self._answer = galois_cps.sssp(searched, numbers[0])
        except OverflowError as error:
            raise NotImplementedError("a distance exceeds 64 bits") from error
        self._distances = self._answer.distances
        self._reached = self._answer.reached

    def distance(self, number: int) -> int | float | None:
        """The distance of a node, None if no path leads there."""
        return self._distances[number].item() if self._reached[number] else None

    def path(self, number: int) -> list[Hashable]:
        """The nodes of the path to a node that was reached."""
        return [self._graph.nodes[each] for each in np.asarray(self._answer.path_to(number)).tolist()]

    def within(self, cutoff: Any, paths: bool) -> "_Row":
        """What is no farther than `cutoff`, and the sources."""
        wanted = self._reached
        limit = _limit_of(cutoff, self._distances.dtype.kind == "u")
        if limit is not None:
            wanted = wanted & (self._distances <= self._distances.dtype.type(limit) if limit >= 0 else False)
            wanted[self._answer.sources] = True
        found = np.flatnonzero(wanted)
        return _Row(self._graph, found, self._distances[found], self._answer.predecessors()[found] if paths else None)


class _Row:
    """Nodes that are reached, by increasing distance.

    :param numbers: of the nodes
    :param before: the node before each on its path; a source is its own"""

    def __init__(self, graph: ConvertedGraph, numbers: np.ndarray, distances: np.ndarray,
                 before: np.ndarray | None) -> None:
        order = np.argsort(distances, kind="stable")
        self._graph = graph
        self._numbers = numbers[order]
        self._distances = distances[order]
        self._before = None if before is None else before[order]

    def distances(self) -> dict[Hashable, int | float]:
        """{node: distance}."""
        return dict(zip(self._graph.node_array[self._numbers].tolist(), self._distances.tolist()))

    def paths(self) -> dict[Hashable, list[Hashable]]:
        """{node: path}."""
        assert self._before is not None
        numbers = self._numbers.tolist()
        before = dict(zip(numbers, self._before.tolist()))
        nodes = self._graph.nodes
        found: dict[int, list[Hashable]] = {}
        for number in numbers:
            waiting = []
            while number not in found:
                waiting.append(number)
                if before[number] == number:  # a source
                    break
                number = before[number]
            for each in reversed(waiting):  # edges of weight 0 may lead to an earlier node
                found[each] = [*found.get(before[each], ()), nodes[each]]
        return {nodes[number]: found[number] for number in numbers}


def _searched(graph: ConvertedGraph, weight: str | None) -> Any:
    """The galois_cps.Graph for the weights of this name."""
    if weight is None:
        return graph.structure
    graph.need_weight(weight)
    return graph.weighted


def _limit_of(cutoff: Any, integers: bool) -> int | float | None:
    """The greatest distance that does not exceed a cutoff; None if there is none, and -1 if there is no
    distance. Nothing exceeds a nan."""
    if cutoff is None or cutoff != cutoff or cutoff >= (2**64 - 1 if integers else float(np.finfo(float).max)):
        return None
    if cutoff < 0:
        return -1
    if integers:
        return math.floor(cutoff)
    limit = float(cutoff)
    return limit if limit <= cutoff else math.nextafter(limit, 0.0)  # of a long integer


def _level_of(cutoff: Any) -> Any:
    """The last level that a cutoff of numbers of edges leaves: networkx begins one while the one before is
    below the cutoff."""
    if cutoff is None or cutoff in (math.inf, -math.inf):
        return cutoff
    return 0 if cutoff != cutoff else math.ceil(cutoff)


#: Entries of the rows that are searched for at a time, and the sources of the first time.
_ENTRIES = 2**20
_FIRST = 16


def _blocks(graph: ConvertedGraph, numbers: np.ndarray, weight: str | None, cutoff: Any,
            paths: bool) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]]:
    """What some sources at a time reach within the cutoff: the arrays of within_reach()."""
    searched = _searched(graph, weight)
    limit = _limit_of(cutoff, weight is None or graph.weights.dtype.kind == "u")
    if limit is not None and limit < 0:
        yield np.arange(len(numbers) + 1), numbers, np.zeros(len(numbers), np.uint64), numbers
        return
    first, count = 0, _FIRST
    while first < len(numbers):
        block = within_reach(searched, numbers[first:first + count], limit, weighted=weight is not None,
                             predecessors=paths)
        yield block
        first += count
        count = max(_FIRST, min(8 * count, _ENTRIES * count // max(len(block[1]), 1)))


def _rows(graph: ConvertedGraph, numbers: np.ndarray, weight: str | None, cutoff: Any,
          paths: bool = True) -> Iterator[_Row]:
    """What each source reaches within the cutoff."""
    for indptr, found, distances, before in _blocks(graph, numbers, weight, cutoff, paths):
        for begin, end in zip(indptr[:-1].tolist(), indptr[1:].tolist()):
            yield _Row(graph, found[begin:end], distances[begin:end], None if before is None else before[begin:end])


def _lengths(graph: ConvertedGraph, numbers: np.ndarray, weight: str | None,
             cutoff: Any) -> Iterator[dict[Hashable, int | float]]:
    """The distances alone: the same as those of _rows(), with less work for each row."""
    for indptr, found, distances, _ in _blocks(graph, numbers, weight, cutoff, paths=False):
        found, distances = _sorted_rows(indptr, found, distances)
        pairs = zip(graph.node_array[found].tolist(), distances.tolist())
        for size in np.diff(indptr).tolist():
            yield dict(itertools.islice(pairs, size))


def _sorted_rows(indptr: np.ndarray, found: np.ndarray, distances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The entries of each row by increasing distance, and of one distance by increasing number."""
    rows = np.repeat(np.arange(len(indptr) - 1, dtype=np.uint64), np.diff(indptr))
    wide, middle, narrow = ((int(array.max(initial=0)) if array.dtype.kind == "u" else 2**64).bit_length()
                            for array in (rows, distances, found))
    if wide + middle + narrow <= 64:  # they are one integer, and a sort needs no second array
        keys = rows << np.uint64(middle + narrow) | distances.astype(np.uint64) << np.uint64(narrow) | found
        keys.sort()
        return (keys & np.uint64(2**narrow - 1)).astype(np.uint32), keys >> np.uint64(narrow) & np.uint64(2**middle - 1)
    order = np.lexsort((found, distances, rows))
    return found[order], distances[order]


def _numbers_of(graph: ConvertedGraph, sources: Collection[Hashable]) -> list[int]:
    """Raises the errors that networkx raises for such sources."""
    if not sources:
        raise ValueError("sources must not be empty")
    numbers = []
    for source in sources:
        number = graph.number(source)
        if number is None:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
        numbers.append(number)
    return numbers


def _search(graph: ConvertedGraph, sources: Collection[Hashable], weight: str | None) -> _Search:
    return _Search(graph, _numbers_of(graph, sources), weight)


def _within(graph: ConvertedGraph, sources: Collection[Hashable], cutoff: Any, weight: str | None,
            paths: bool) -> _Row:
    """What is within the cutoff of the nearest source. From one source, the search ends there."""
    numbers = _numbers_of(graph, sources)
    if cutoff is None or len(numbers) > 1:
        return _Search(graph, numbers, weight).within(cutoff, paths)
    try:
        return next(_rows(graph, np.array(numbers, np.uint32), weight, cutoff, paths))
    except OverflowError as error:
        raise NotImplementedError("a distance exceeds 64 bits") from error


def _all_pairs(graph: ConvertedGraph, weight: str | None, cutoff: Any,
               answer: Callable[[_Row], Any] | None = None) -> Iterator[tuple[Hashable, Any]]:
    """(node, answer) of each node, as they are asked for; by default the answer is the distances. What
    networkx must answer is known before."""
    _searched(graph, weight)
    if weight is not None and graph.weights.dtype.kind == "u":
        if int(graph.weights.max(initial=0)) * max(len(graph) - 1, 0) >= 2**64 - 1:
            raise NotImplementedError("a distance may exceed 64 bits")
    numbers = np.arange(len(graph), dtype=np.uint32)
    if answer is None:
        return ((node, lengths) for node, lengths in zip(graph.nodes, _lengths(graph, numbers, weight, cutoff)))
    return ((node, answer(row)) for node, row in zip(graph.nodes, _rows(graph, numbers, weight, cutoff)))


def _both(row: _Row) -> tuple[dict[Hashable, Any], dict[Hashable, Any]]:
    return row.distances(), row.paths()


@answers(_refuse_functions)
def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    """Distances and paths from a node, or the distance and path to `target`."""
    return multi_source_dijkstra(G, {source}, target=target, cutoff=cutoff, weight=weight)


@answers(_refuse_functions)
def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    """Shortest paths from a node."""
    return _within(G, {source}, cutoff, weight, paths=True).paths()


@answers(_refuse_functions)
def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    """Distances from a node."""
    return _within(G, {source}, cutoff, weight, paths=False).distances()


@answers(_refuse_functions)
def dijkstra_path(G, source, target, weight="weight"):
    """A shortest path between two nodes."""
    if target is None:
        raise NotImplementedError("there is no target")
    return single_source_dijkstra(G, source, target, weight=weight)[1]


@answers(_refuse_functions)
def dijkstra_path_length(G, source, target, weight="weight"):
    """The distance between two nodes."""
    found = _search(G, {source}, weight)
    if source == target:
        return 0
    number = G.number(target)
    length = None if number is None else found.distance(number)
    if length is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return length


@answers(_refuse_functions)
def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    """Distances and paths from the nearest of several nodes, or the distance and path to `target`."""
    if target is None:
        return _both(_within(G, sources, cutoff, weight, paths=True))
    numbers = _numbers_of(G, sources)
    if target in sources:
        return 0, [target]
    found, number = _Search(G, numbers, weight), G.number(target)
    length = None if number is None else found.distance(number)
    if length is None or (cutoff is not None and length > cutoff):
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return length, found.path(number)


@answers(_refuse_functions)
def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    """Shortest paths from the nearest of several nodes."""
    return _within(G, sources, cutoff, weight, paths=True).paths()


@answers(_refuse_functions)
def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    """Distances from the nearest of several nodes."""
    return _within(G, sources, cutoff, weight, paths=False).distances()


@answers(_refuse_functions)
def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    """An iterator over (node, (distances, paths))."""
    return _all_pairs(G, weight, cutoff, _both)


@answers(_refuse_functions)
def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    """An iterator over (node, paths)."""
    return _all_pairs(G, weight, cutoff, _Row.paths)


@answers(_refuse_functions)
def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    """An iterator over (node, distances)."""
    return _all_pairs(G, weight, cutoff)


@answers()
def single_source_shortest_path(G, source, cutoff=None):
    """Paths of the fewest edges from a node."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    return _within(G, {source}, _level_of(cutoff), None, paths=True).paths()


@answers()
def single_source_shortest_path_length(G, source, cutoff=None):
    """Numbers of edges from a node."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    return _within(G, {source}, _level_of(cutoff), None, paths=False).distances()


@answers()
def all_pairs_shortest_path(G, cutoff=None):
    """An iterator over (node, paths) of the fewest edges."""
    return _all_pairs(G, None, _level_of(cutoff), _Row.paths)


@answers()
def all_pairs_shortest_path_length(G, cutoff=None):
    """An iterator over (node, numbers of edges)."""
    return _all_pairs(G, None, _level_of(cutoff))


class Straight:
    """A heuristic for nx.astar_path() that the backend knows: the straight line to the target.

    The backend finds the greatest weight per unit of distance that makes paths shortest. Where
    networkx runs in its place, it calls this for two nodes, without a graph to measure: without
    `scale` the estimate is 0 then, with which the path is a shortest one, too, and no node is spared.

    Parameters
    ----------
    positions : dict
        The coordinates (x, y) of every node, or (longitude, latitude) in degrees.
    metric : {"euclidean", "great-circle"}
        How the distance of two positions is measured: in their own unit, or in metres on a sphere.
    scale : float, optional
        For networkx, a weight per unit of distance: no edge may weigh less than this times the
        distance of its ends, or paths may be too long.

    Examples
    --------
    >>> import networkx as nx
    >>> from galois_cps.backend import Straight
    >>> grid = nx.grid_2d_graph(9, 9)
    >>> len(nx.astar_path(grid, (0, 0), (8, 8), heuristic=Straight({n: n for n in grid})))
    17
    """

    def __init__(self, positions: Mapping[Hashable, tuple[float, float]],
                 metric: str = "euclidean", scale: float | None = None) -> None:
        if metric not in ("euclidean", "great-circle"):
            raise ValueError(f"metric is {metric!r}; give 'euclidean' or 'great-circle'")
        if scale is not None and not (scale >= 0 and math.isfinite(scale)):
            raise ValueError(f"scale={scale}: a number of at least 0 is needed")
        self.positions = positions
        self.metric = metric
        self.scale = scale

    def __call__(self, node: Hashable, target: Hashable) -> float:
        if self.scale is None:
            return 0.0
        (x, y), (far_x, far_y) = self.positions[node], self.positions[target]
        if self.metric == "euclidean":
            return self.scale * math.hypot(x - far_x, y - far_y)
        x, y, far_x, far_y = map(math.radians, (x, y, far_x, far_y))
        bow = (math.sin((y - far_y) / 2) ** 2
               + math.cos(y) * math.cos(far_y) * math.sin((x - far_x) / 2) ** 2)
        return self.scale * 2 * _core.EARTH_RADIUS * math.asin(min(1.0, math.sqrt(bow)))

    def coordinates(self, nodes: list[Hashable]) -> np.ndarray:
        """The positions as the compiled search takes them: two 32-bit integers per node."""
        try:
            found = np.array([self.positions[node] for node in nodes], dtype=float).reshape(-1, 2)
        except KeyError as error:
            raise NotImplementedError(f"node {error} has no position") from error
        if self.metric == "great-circle":
            found = found * 1e6
        rounded = np.rint(found)
        fits = (rounded >= _COORDINATE.min) & (rounded <= _COORDINATE.max)
        if not fits.all() or (self.metric == "euclidean" and (rounded != found).any()):
            raise NotImplementedError("positions are no integers of 32 bits")
        return rounded.astype(np.int32)


def _refuse_astar(heuristic: Any, cutoff: Any, **arguments: Any) -> str:
    if cutoff is not None:
        return "there is a cutoff"
    if heuristic is not None and not isinstance(heuristic, Straight):
        return "the heuristic is not of galois_cps"
    return _refuse_functions(**arguments)


def _astar(graph: ConvertedGraph, source: Hashable, target: Hashable,
           heuristic: Straight | None, weight: str | None) -> tuple[Any, list[Hashable]]:
    """The length and the nodes of a shortest path between two nodes that the graph has."""
    ends = graph.number(source), graph.number(target)
    if heuristic is None or weight is None:
        found = _search(graph, {source}, weight)
        length = found.distance(ends[1])
        path = [] if length is None else found.path(ends[1])
    else:
        graph.need_weight(weight)
        if graph.weights.dtype.kind != "u" or graph.weights.max(initial=0) > _LONGEST:
            raise NotImplementedError("A* with a heuristic takes integers below 2^32 as weights")
        try:
            answer = galois_cps.astar(graph.weighted, *ends, heuristic.coordinates(graph.nodes),
                                      metric=heuristic.metric)
        except OverflowError as error:
            raise NotImplementedError("a distance of A* exceeds 32 bits") from error
        length = None if answer.distance is None else int(answer.distance)
        path = [graph.nodes[each] for each in np.asarray(answer.path).tolist()]
    if length is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return length, path


@answers(_refuse_astar)
def astar_path(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    """A shortest path between two nodes."""
    del cutoff
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if target not in G:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    return _astar(G, source, target, heuristic, weight)[1]


@answers(_refuse_astar)
def astar_path_length(G, source, target, heuristic=None, weight="weight", *, cutoff=None):
    """The length of a shortest path between two nodes."""
    del cutoff
    if source not in G or target not in G:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    return _astar(G, source, target, heuristic, weight)[0]
