"""The answers of algorithms."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _calls, _core
from ._arrays import whole_number
from ._graph import Graph
from ._run import Answer, Run
from .runs.node_values import NodeValues


def node_number(node: Any, graph: Graph, what: str = "node") -> int:
    """The number of a node as an argument gives it.

    :raises IndexError: if there is no such node"""
    if isinstance(node, (bool, np.bool_)) or not hasattr(node, "__index__"):
        raise TypeError(f"{what} must be the number of a node, not {type(node).__name__}")
    number = node.__index__()
    if not 0 <= number < graph.num_nodes:
        raise IndexError(
            f"{what} {number} is not in a graph with {graph.num_nodes} nodes, numbered from 0")
    return number


class ShortestPaths:
    """The answer of `sssp` and `bfs`.

    Attributes
    ----------
    distances : numpy.ndarray, (num_nodes,)
        The length of the shortest path from the nearest source, or the number of its edges. Where no
        path leads, it is the largest integer of the dtype, or inf.
    sources : numpy.ndarray
        The sources.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, sources: NDArray[np.uint32], distances: NDArray[Any],
                 edges: bool) -> None:
        self.graph = graph
        self.sources = sources
        self.distances = distances
        self.run: Run
        self._edges = edges
        self._predecessors: NDArray[np.int32] | None = None

    @property
    def reached(self) -> NDArray[np.bool_]:
        """Whether a path leads to each node, (num_nodes,)."""
        return self.distances != unreached(self.distances.dtype)

    def to_dict(self) -> dict[Hashable, int | float]:
        """Returns {name: distance} of the nodes that are reached.

        Nodes without names have their numbers. Values are numbers of Python.

        Examples
        --------
        >>> import galois_cps
        >>> table = {"source": ["Ulm", "Bonn"], "target": ["Bonn", "Ulm"], "km": [420, 420]}
        >>> galois_cps.sssp(galois_cps.Graph.from_table(table, weight="km"), 0).to_dict()
        {'Ulm': 0, 'Bonn': 420}
        """
        found = np.flatnonzero(self.reached)
        return dict(zip(self.graph._names_of(found), self.distances[found].tolist()))

    def predecessors(self, *, threads: int | None = None) -> NDArray[np.int32]:
        """Returns the node before each node on a shortest path, (num_nodes,).

        It is -1 where no path leads, and a source is its own predecessor. The first call takes one
        pass over the edges; the array is kept.

        Raises
        ------
        ValueError
            If the distances were changed in the meantime.
        """
        if self._predecessors is None:
            with _calls.options(what="predecessors", threads=threads) as options:
                self._predecessors = _core.shortest_path_tree(
                    self.graph._core, self.sources, self.distances, self._edges, options)
        return self._predecessors

    def path_to(self, node: int) -> NDArray[np.uint32]:
        """Returns the nodes of a shortest path, from its source to `node`; empty if none leads there.

        Raises
        ------
        IndexError
            If there is no such node.
        """
        number = node_number(node, self.graph)
        return _core.path_to(self.predecessors(), number)

    def path_edges(self, node: int) -> NDArray[np.int64]:
        """Returns the positions of the edges of `path_to`, from its source to `node`.

        They are positions in what the graph was made of: rows of the arrays or the table of
        `Graph.from_edges` and `Graph.from_table`; elements of ``list(graph.edges)`` for a graph of
        networkx, with keys in a multigraph; and otherwise elements of ``indices`` of compressed rows, such as
        those of `Graph.to_csr`. For a matrix of SciPy these are those of ``matrix.tocsr()``, with duplicates
        summed. Of parallel edges it is the one that the path takes: the lightest, and of these the first.
        Takes a pass over the edges.

        Raises
        ------
        IndexError
            If there is no such node.

        Examples
        --------
        >>> import galois_cps
        >>> graph = galois_cps.Graph.from_edges([1, 0, 0], [2, 1, 1], [3, 9, 4])
        >>> galois_cps.sssp(graph, 0).path_edges(2).tolist()
        [2, 0]
        """
        return self.graph._edges_of_path(self.path_to(node), self._edges)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {int(self.reached.sum())} of {self.graph.num_nodes} nodes reached>"

    def _answer(self) -> Answer:
        finite = self.distances[self.reached]
        if finite.dtype.kind == "f":
            checksum: float = float(finite.sum())
            greatest: float = float(finite.max(initial=0))
        else:
            checksum = int(finite.sum(dtype=np.uint64))
            greatest = int(finite.max(initial=0))
        return checksum, {"reached": int(finite.size), "max": greatest}

    def _values(self) -> NodeValues:
        return NodeValues(np.where(self.reached, self.distances, np.inf), self.graph.names)


def unreached(dtype: np.dtype[Any]) -> Any:
    """What stands for the distance of a node that is not reached."""
    return np.inf if dtype.kind == "f" else np.iinfo(dtype).max


class NearestSources(ShortestPaths):
    """The answer of `nearest`: that of `sssp` or `bfs`, and which source it is.

    Attributes
    ----------
    positions : numpy.ndarray, (num_nodes,) int32
        The position of the nearest source in `sources`, and -1 where none leads to the node.
    """

    def __init__(self, graph: Graph, sources: NDArray[np.uint32], distances: NDArray[Any], edges: bool,
                 positions: NDArray[np.int32]) -> None:
        super().__init__(graph, sources, distances, edges)
        self.positions = positions

    @property
    def nearest(self) -> NDArray[np.int64]:
        """The nearest source of each node, (num_nodes,), and -1 where none leads to the node."""
        return np.where(self.positions < 0, -1, self.sources[self.positions].astype(np.int64))

    def _wrong(self) -> str:
        """What is wrong with the positions, if the distances are right: each node but the sources has that
        of a node before it on a shortest path."""
        if ((self.positions >= 0) != self.reached).any():
            return "the positions are not of the nodes that are reached"
        indptr, targets, data = self.graph.to_csr()
        wide = np.float64 if self.distances.dtype.kind == "f" else np.uint64
        length = self.distances.astype(wide)
        begin = np.repeat(np.arange(self.graph.num_nodes), np.diff(indptr))
        weights = np.ones(len(targets), wide) if data is None or self._edges else data.astype(wide)
        tight = (self.reached[begin] & (length[begin] + weights == length[targets])
                 & (self.positions[begin] == self.positions[targets]))
        explained = ~self.reached
        explained[targets[tight]] = True
        explained[self.sources] |= self.sources[self.positions[self.sources]] == self.sources
        wrong = np.flatnonzero(~explained)
        return f"source {self.positions[wrong[0]]} is not the nearest of node {wrong[0]}" if wrong.size else ""


class SpanningForest:
    """The answer of `mst`.

    Attributes
    ----------
    edges : numpy.ndarray, (num_edges, 2) uint32
        The ends of each edge, the lower one first; sorted by weight, then by ends.
    weights : numpy.ndarray, (num_edges,)
        The weight of each edge.
    weight : int or float
        The sum of the weights.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, edges: NDArray[np.uint32], weights: NDArray[Any],
                 weight: float) -> None:
        self.graph = graph
        self.edges = edges
        self.weights = weights
        self.weight = weight
        self.run: Run

    @property
    def num_trees(self) -> int:
        """The number of trees: of the parts that edges connect."""
        return self.graph.num_nodes - len(self.edges)

    def __repr__(self) -> str:
        return f"<SpanningForest: {len(self.edges)} edges of weight {self.weight}>"

    def _answer(self) -> Answer:
        return self.weight, {"trees": self.num_trees, "edges": len(self.edges)}

    def _values(self) -> NodeValues:
        names = self.graph.names
        ends = self.edges.tolist()
        return NodeValues(self.weights, [
            " ".join(str(end if names is None else names[end]) for end in edge) for edge in ends])


class Coloring:
    """The answer of `color`.

    Attributes
    ----------
    colors : numpy.ndarray, (num_nodes,) uint32
        The colour of each node; colours are numbered from 0.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, colors: NDArray[np.uint32]) -> None:
        self.graph = graph
        self.colors = colors
        self.run: Run

    @property
    def num_colors(self) -> int:
        """The number of colours."""
        return int(self.colors.max(initial=0)) + 1 if self.colors.size else 0

    def __repr__(self) -> str:
        return f"<Coloring: {self.num_colors} colors>"

    def _answer(self) -> Answer:
        return self.num_colors, {"colors": self.num_colors}

    def _values(self) -> NodeValues:
        return NodeValues(self.colors, self.graph.names)


class _Parts:
    """Nodes that have labels: a part is all that have one."""

    def __init__(self, graph: Graph, labels: NDArray[np.uint32]) -> None:
        self.graph = graph
        self.labels = labels
        self.run: Run

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of each node's part, (num_nodes,): they are numbered from 0, by their labels."""
        return np.unique(self.labels, return_inverse=True)[1].reshape(-1)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of nodes of each part, in the order of `numbers`."""
        return np.unique(self.labels, return_counts=True)[1]

    def groups(self) -> list[NDArray[np.int64]]:
        """Returns the nodes of each part, ascending, in the order of `numbers`.

        Examples
        --------
        >>> import galois_cps
        >>> graph = galois_cps.Graph.from_edges([0, 1], [3, 2])
        >>> [group.tolist() for group in galois_cps.connected_components(graph).groups()]
        [[0, 3], [1, 2]]
        """
        if not self.labels.size:
            return []
        return np.split(np.argsort(self.labels, kind="stable"), np.cumsum(self.sizes)[:-1])

    def _counts(self) -> tuple[int, int, int]:
        """The sum of the labels, the number of parts, and the size of the largest."""
        sizes = self.sizes
        return int(self.labels.sum(dtype=np.uint64)), len(sizes), int(sizes.max(initial=0))

    def _values(self) -> NodeValues:
        return NodeValues(self.labels, self.graph.names)


class Components(_Parts):
    """The answer of `connected_components` and `strongly_connected_components`.

    Attributes
    ----------
    labels : numpy.ndarray, (num_nodes,) uint32
        The lowest node of each node's component.
    numbers : numpy.ndarray, (num_nodes,)
        The number of each node's component: they are numbered from 0, by their lowest nodes.
    sizes : numpy.ndarray, (num_components,)
        The number of nodes of each component, in the order of `numbers`.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, labels: NDArray[np.uint32], order: NDArray[np.uint32] | None = None) -> None:
        super().__init__(graph, labels)
        self._order = order

    @property
    def order(self) -> NDArray[np.uint32]:
        """The labels of the components, (num_components,): ascending, but strong components come in reverse
        topological order, so that an edge leads to its own component or to an earlier one."""
        return np.unique(self.labels) if self._order is None else self._order

    @property
    def num_components(self) -> int:
        """The number of components."""
        return int(np.count_nonzero(self.labels == np.arange(len(self.labels))))

    def __repr__(self) -> str:
        return f"<Components: {self.num_components} of {len(self.labels)} nodes>"

    def _answer(self) -> Answer:
        total, count, largest = self._counts()
        return total, {"components": count, "largest": largest}


class Communities(_Parts):
    """The answer of `label_propagation`.

    Attributes
    ----------
    labels : numpy.ndarray, (num_nodes,) uint32
        The label of each node: nodes of one label are a community.
    numbers : numpy.ndarray, (num_nodes,)
        The number of each node's community: they are numbered from 0, by their labels.
    sizes : numpy.ndarray, (num_communities,)
        The number of nodes of each community, in the order of `numbers`.
    run : Run
        What the run did.
    """

    @property
    def num_communities(self) -> int:
        """The number of communities."""
        return len(np.unique(self.labels))

    def __repr__(self) -> str:
        return f"<Communities: {self.num_communities} of {len(self.labels)} nodes>"

    def _answer(self) -> Answer:
        total, count, largest = self._counts()
        return total, {"communities": count, "largest": largest}


class CoreNumbers:
    """The answer of `core_numbers`.

    Attributes
    ----------
    cores : numpy.ndarray, (num_nodes,) uint32
        The core number of each node.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, cores: NDArray[np.uint32]) -> None:
        self.graph = graph
        self.cores = cores
        self.run: Run

    @property
    def greatest(self) -> int:
        """The greatest core number, which is the degeneracy of the graph."""
        return int(self.cores.max(initial=0))

    def nodes_of(self, k: int | None = None) -> NDArray[np.int64]:
        """Returns the nodes of the k-core, ascending; by default those of the innermost core that has any."""
        return np.flatnonzero(self.cores >= (self.greatest if k is None else whole_number(k, "k")))

    def __repr__(self) -> str:
        return f"<CoreNumbers: up to {self.greatest}, {len(self.cores)} nodes>"

    def _answer(self) -> Answer:
        return int(self.cores.sum(dtype=np.uint64)), {"greatest_core": self.greatest,
                                                      "nodes_of_greatest_core": len(self.nodes_of())}

    def _values(self) -> NodeValues:
        return NodeValues(self.cores, self.graph.names)


class Triangles:
    """The answer of `triangles`.

    Attributes
    ----------
    triangles : numpy.ndarray, (num_nodes,) uint64
        The number of triangles of each node.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, triangles: NDArray[np.uint64]) -> None:
        self.graph = graph
        self.triangles = triangles
        self.run: Run

    @property
    def total(self) -> int:
        """The number of triangles of the graph."""
        return int(self.triangles.sum(dtype=np.uint64)) // 3

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.total} triangles, {len(self.triangles)} nodes>"

    def _answer(self) -> Answer:
        return self.total, {"triangles": self.total}

    def _values(self) -> NodeValues:
        return NodeValues(self.triangles, self.graph.names)


class Clustering(Triangles):
    """The answer of `clustering`.

    Attributes
    ----------
    coefficients : numpy.ndarray, (num_nodes,) float64
        The local clustering coefficient of each node, from 0 to 1.
    """

    def __init__(self, graph: Graph, triangles: NDArray[np.uint64], coefficients: NDArray[np.float64]) -> None:
        super().__init__(graph, triangles)
        self.coefficients = coefficients

    @property
    def mean(self) -> float:
        """The mean of the coefficients, 0 without nodes."""
        return float(self.coefficients.mean()) if self.coefficients.size else 0.0

    def _answer(self) -> Answer:
        total, summary = super()._answer()
        return total, {**summary, "mean_clustering": self.mean}


class Ranks:
    """The answer of `pagerank`.

    Attributes
    ----------
    ranks : numpy.ndarray, (num_nodes,) float64
        The rank of each node.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, ranks: NDArray[np.float64]) -> None:
        self.graph = graph
        self.ranks = ranks
        self.run: Run

    def top(self, count: int = 10) -> NDArray[np.int64]:
        """Returns the nodes of the highest ranks, the highest first."""
        return np.argsort(-self.ranks, kind="stable")[:whole_number(count, "count")]

    def __repr__(self) -> str:
        return f"<Ranks of {len(self.ranks)} nodes>"

    def _answer(self) -> Answer:
        top = [{"node": int(node), "rank": float(self.ranks[node])} for node in self.top()]
        return None, {"sum": float(self.ranks.sum()), "top": top}

    def _values(self) -> NodeValues:
        return NodeValues(self.ranks, self.graph.names)


class Centrality:
    """The answer of `betweenness`.

    Attributes
    ----------
    scores : numpy.ndarray, (num_nodes,) float64
        The betweenness of each node.
    sources : numpy.ndarray or None
        The nodes where paths begin; None for every node.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, scores: NDArray[np.float64], sources: NDArray[np.uint32] | None) -> None:
        self.graph = graph
        self.scores = scores
        self.sources = sources
        self.run: Run

    def top(self, count: int = 10) -> NDArray[np.int64]:
        """Returns the nodes of the highest scores, the highest first."""
        return np.argsort(-self.scores, kind="stable")[:whole_number(count, "count")]

    def __repr__(self) -> str:
        return f"<Centrality of {len(self.scores)} nodes>"

    def _answer(self) -> Answer:
        top = int(self.top(1)[0]) if self.scores.size else None
        return None, {"sum": float(self.scores.sum()), "greatest": 0.0 if top is None else float(self.scores[top]),
                      "greatest_node": top,
                      "sources": self.graph.num_nodes if self.sources is None else len(self.sources)}

    def _values(self) -> NodeValues:
        return NodeValues(self.scores, self.graph.names)


class Route:
    """The answer of `astar`.

    Attributes
    ----------
    distance : int or None
        The length of the path; None if no path leads to the target.
    path : numpy.ndarray, uint32
        The nodes of the path, both ends included; empty if there is none.
    touched : int
        The number of nodes that the search reached.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, distance: int | None, path: NDArray[np.uint32],
                 touched: int) -> None:
        self.graph = graph
        self.distance = distance
        self.path = path
        self.touched = touched
        self.run: Run

    @property
    def edges(self) -> NDArray[np.int64]:
        """The positions of the edges of the path, as those of `ShortestPaths.path_edges`."""
        return self.graph._edges_of_path(self.path, False)

    def __repr__(self) -> str:
        return f"<Route: distance {self.distance}, {len(self.path)} nodes>"

    def _answer(self) -> Answer:
        return self.distance, {"reached": self.distance is not None, "length": self.distance}

    def _values(self) -> None:
        return None
