"""Shortest paths with networkx' signatures, errors and answers."""

import math
from collections.abc import Collection, Hashable, Mapping
from typing import Any

import galois_cps
import networkx as nx
import numpy as np

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
        source = numbers[0] if len(numbers) == 1 else numbers
        if weight is None:
            self._answer = galois_cps.bfs(graph.structure, source)
        else:
            graph.need_weight(weight)
            try:
                self._answer = galois_cps.sssp(graph.weighted, source)
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

    def within(self, cutoff: float | None) -> np.ndarray:
        """The numbers of reached nodes, by increasing distance; besides the sources, no farther than
        `cutoff`."""
        wanted = self._reached
        if cutoff is not None:
            wanted = wanted & ~_beyond(self._distances, cutoff)
            wanted[self._answer.sources] = True
        found = np.flatnonzero(wanted)
        return found[np.argsort(self._distances[found], kind="stable")]

    def distances(self, cutoff: float | None) -> dict[Hashable, int | float]:
        """{node: distance} of the nodes within()."""
        found = self.within(cutoff)
        return dict(zip(self._graph.node_array[found].tolist(), self._distances[found].tolist()))

    def paths(self, cutoff: float | None) -> dict[Hashable, list[Hashable]]:
        """{node: path} of the nodes within()."""
        before = np.asarray(self._answer.predecessors()).tolist()
        nodes = self._graph.nodes
        found: dict[int, list[Hashable]] = {}
        for number in self.within(cutoff).tolist():
            waiting = []
            while number not in found:
                waiting.append(number)
                if before[number] == number:  # a source
                    break
                number = before[number]
            for each in reversed(waiting):  # edges of weight 0 may lead to a lower number
                found[each] = [*found.get(before[each], ()), nodes[each]]
        return {nodes[number]: path for number, path in found.items()}


def _beyond(distances: np.ndarray, cutoff: float) -> np.ndarray:
    """Whether each distance exceeds the cutoff. Integers are compared with integers, of which NumPy
    would make floats."""
    if isinstance(cutoff, (float, np.floating)) and not math.isfinite(cutoff):
        return distances > cutoff
    if distances.dtype.kind == "f":
        greatest, limit = float(np.finfo(float).max), cutoff
    else:
        greatest, limit = np.iinfo(distances.dtype).max, math.floor(cutoff)
    if not 0 <= limit < greatest:
        return np.full(distances.shape, limit < 0)
    return distances > distances.dtype.type(limit)


def _search(graph: ConvertedGraph, sources: Collection[Hashable], weight: str | None) -> _Search:
    """Raises the errors that networkx raises for such sources."""
    if not sources:
        raise ValueError("sources must not be empty")
    numbers = []
    for source in sources:
        number = graph.number(source)
        if number is None:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
        numbers.append(number)
    return _Search(graph, numbers, weight)


@answers(_refuse_functions)
def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    """Distances and paths from a node, or the distance and path to `target`."""
    found = _search(G, {source}, weight)
    if target is None:
        return found.distances(cutoff), found.paths(cutoff)
    if target == source:
        return 0, [target]
    number = G.number(target)
    length = None if number is None else found.distance(number)
    if length is None or (cutoff is not None and length > cutoff):
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return length, found.path(number)


@answers(_refuse_functions)
def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    """Shortest paths from a node."""
    return _search(G, {source}, weight).paths(cutoff)


@answers(_refuse_functions)
def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    """Distances from a node."""
    return _search(G, {source}, weight).distances(cutoff)


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
def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    """Distances from the nearest of several nodes."""
    return _search(G, sources, weight).distances(cutoff)


@answers()
def single_source_shortest_path_length(G, source, cutoff=None):
    """Numbers of edges from a node."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if isinstance(cutoff, (float, np.floating)):  # networkx begins a level while the one before is below the cutoff
        cutoff = 0 if math.isnan(cutoff) else cutoff if math.isinf(cutoff) else math.ceil(cutoff)
    return _search(G, {source}, None).distances(cutoff)


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

    _RADIUS = 6371008.8  # metres

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
        return self.scale * 2 * self._RADIUS * math.asin(min(1.0, math.sqrt(bow)))

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
