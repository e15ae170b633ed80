"""A graph of networkx as arrays: nodes are numbered in networkx' order, and each edge of an
undirected graph is two arcs."""

import itertools
from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any

import galois_cps
import networkx as nx
import numpy as np

from .._adjacency import arcs_of

# Integers up to this one are floats, too.
_EXACT = 2**53


class ConvertedGraph:
    """What convert_from_nx() gives. The compiled graphs are made when they are first needed."""

    __networkx_backend__ = "galois_cps"

    def __init__(self, nodes: list[Hashable], index: Mapping[Hashable, int], indptr: np.ndarray,
                 targets: np.ndarray, weights: np.ndarray | None, weight_name: str | None,
                 directed: bool, multigraph: bool) -> None:
        self.__networkx_cache__: dict[str, Any] = {}
        self.nodes = nodes
        self.index = index
        self.indptr = indptr
        self.targets = targets
        self.weights = weights
        self.weight_name = weight_name
        self._directed = directed
        self._multigraph = multigraph

    @cached_property
    def structure(self) -> Any:
        """The galois_cps.Graph without weights."""
        return galois_cps.Graph.from_csr(self.indptr, self.targets)

    @cached_property
    def weighted(self) -> Any:
        """The galois_cps.Graph with the weights."""
        return galois_cps.Graph.from_csr(self.indptr, self.targets, self.weights)

    @cached_property
    def equal_weights(self) -> bool:
        """Whether all arcs weigh the same, and more than 0."""
        weights = self.weights
        return weights is None or not len(weights) or bool(
            weights[0] > 0 and (weights == weights[0]).all())

    @cached_property
    def node_array(self) -> np.ndarray:
        """The nodes, of dtype object."""
        return np.fromiter(self.nodes, object, len(self.nodes))

    @cached_property
    def loops(self) -> np.ndarray:
        """The number of loops of each node."""
        rows = np.repeat(np.arange(len(self.nodes)), np.diff(self.indptr))
        return np.bincount(rows[rows == self.targets], minlength=len(self.nodes))

    def need_weight(self, name: str) -> None:
        """Raises NotImplementedError if the graph was converted with the weights of another name."""
        if name != self.weight_name:
            raise NotImplementedError(f"the graph was converted with the weights "
                                      f"{self.weight_name!r}, not {name!r}")

    def number(self, node: Hashable) -> int | None:
        """The number of a node; None if the graph does not have it."""
        try:
            return self.index.get(node)
        except TypeError:  # it cannot be hashed
            return None

    def __contains__(self, node: Any) -> bool:
        return self.number(node) is not None

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.nodes)

    def is_directed(self) -> bool:
        """Whether arcs have one direction."""
        return self._directed

    def is_multigraph(self) -> bool:
        """Whether two nodes may have several edges."""
        return self._multigraph


def convert_from_nx(graph: Any, edge_attrs: Mapping[str, Any] | None = None,
                    node_attrs: Any = None, preserve_edge_attrs: Any = False,
                    preserve_node_attrs: Any = False, preserve_graph_attrs: Any = False,
                    name: str | None = None, graph_name: str | None = None) -> ConvertedGraph:
    """The graph with the weights that `edge_attrs` names, {attribute: default}, or without weights.

    Other attributes are left out: no function of the backend reads them.

    Raises
    ------
    NotImplementedError
        When a weight is not an integer or a float; negative, infinite or nan; or too large.
    """
    del node_attrs, preserve_node_attrs, preserve_graph_attrs, name, graph_name
    if preserve_edge_attrs:
        raise NotImplementedError("galois_cps keeps one attribute of the edges")
    if edge_attrs and len(edge_attrs) > 1:
        raise NotImplementedError(f"galois_cps keeps one attribute of the edges, "
                                  f"not {', '.join(edge_attrs)}")
    attribute, default = next(iter((edge_attrs or {None: 1}).items()))
    nodes, indptr, targets, values = arcs_of(graph, attribute, default)
    index = dict(zip(nodes, itertools.count()))
    weights = None if attribute is None else _as_array(values)
    return ConvertedGraph(nodes, index, indptr, targets, weights, attribute, graph.is_directed(),
                          graph.is_multigraph())


def _as_array(values: list[Any]) -> np.ndarray:
    """Weights as uint64 if all are integers, otherwise as float64."""
    kinds = set(map(type, values))
    if kinds - {int, float}:
        kind = min(each.__name__ for each in kinds - {int, float})
        raise NotImplementedError(f"galois_cps takes weights of int and float, not of {kind}")
    if float in kinds:
        if int in kinds and any(type(value) is int and abs(value) > _EXACT for value in values):
            raise NotImplementedError("an integer weight beyond 2^53 stands beside floats")
        array = np.array(values, dtype=np.float64) + 0.0  # -0.0 becomes 0.0
        if not np.isfinite(array).all():
            raise NotImplementedError("galois_cps takes no infinite weights, and no nan")
    else:
        try:
            array = np.fromiter(values, np.int64, len(values))
        except OverflowError:
            array = _long_integers(values)
    if len(array) and array.min() < 0:
        raise NotImplementedError("galois_cps takes no negative weights")
    return array if array.dtype == np.float64 else array.astype(np.uint64, copy=False)


def _long_integers(values: list[int]) -> np.ndarray:
    """Integers that do not all fit into 63 bits."""
    if min(values) < 0 or max(values) >= 2**64:
        raise NotImplementedError("galois_cps takes integer weights from 0 to 2^64 - 1")
    return np.array(values, dtype=np.uint64)


def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
    """A graph of networkx for a ConvertedGraph, and everything else as it is."""
    del name
    if not isinstance(result, ConvertedGraph):
        return result
    kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph,
             (False, True): nx.MultiGraph, (True, True): nx.MultiDiGraph}
    graph = kinds[result.is_directed(), result.is_multigraph()]()
    graph.add_nodes_from(result.nodes)
    sources = np.repeat(np.arange(len(result.nodes)), np.diff(result.indptr))
    weights = itertools.repeat(None) if result.weights is None else result.weights.tolist()
    for source, target, weight in zip(sources.tolist(), result.targets.tolist(), weights):
        if result.is_directed() or source <= target:
            data = {} if weight is None else {result.weight_name: weight}
            graph.add_edge(result.nodes[source], result.nodes[target], **data)
    return graph
