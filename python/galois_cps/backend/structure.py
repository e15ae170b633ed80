"""Components, cores, triangles and matchings with networkx' signatures, errors and answers."""

from collections.abc import Hashable, Iterator, Sized
from typing import Any

import galois_cps
import networkx as nx
import numpy as np

from .graph import ConvertedGraph
from .selection import answers

_FEW = 8  # one node in so many is few


def _components(graph: ConvertedGraph, strong: bool) -> Any:
    if strong:
        return galois_cps.strongly_connected_components(graph.structure)
    return galois_cps.connected_components(graph.structure, symmetric=not graph.is_directed())


def _sets(graph: ConvertedGraph, strong: bool = False) -> Iterator[set[Hashable]]:
    """The components, in the order in which networkx completes them."""
    answer = _components(graph, strong)
    places = np.empty(len(graph), np.int64)
    places[answer.order] = np.arange(answer.num_components)
    numbers = places[answer.labels]
    nodes = graph.node_array[np.argsort(numbers, kind="stable")].tolist()
    begin = 0
    for size in np.bincount(numbers).tolist():
        yield set(nodes[begin:begin + size])
        begin += size


def _is_one(graph: ConvertedGraph, strong: bool = False) -> bool:
    """Whether there is one component."""
    if not len(graph):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return _components(graph, strong).num_components == 1


def _slower_than_a_search(converted: bool, **_: Any) -> str:
    return "" if converted else "networkx has searched the graph before it is converted"


@answers(slower=_slower_than_a_search)
def connected_components(G):
    """The sets of nodes that edges connect, by their first nodes."""
    return _sets(G)


@answers(slower=_slower_than_a_search)
def number_connected_components(G):
    """The number of connected components."""
    return _components(G, False).num_components


@answers(slower=_slower_than_a_search)
def is_connected(G):
    """Whether there is one connected component."""
    return _is_one(G)


@answers(slower=_slower_than_a_search)
def node_connected_component(G, n):
    """The set of the nodes that are connected with a node."""
    number = G.number(n)
    if number is None:
        hash(n)  # the error of networkx if it has none
        raise KeyError(n)
    return set(G.node_array[galois_cps.bfs(G.structure, number).reached].tolist())


@answers(slower=_slower_than_a_search)
def weakly_connected_components(G):
    """The sets of nodes that edges connect, whatever their direction, by their first nodes."""
    return _sets(G)


@answers(slower=_slower_than_a_search)
def number_weakly_connected_components(G):
    """The number of weakly connected components."""
    return _components(G, False).num_components


@answers(slower=_slower_than_a_search)
def is_weakly_connected(G):
    """Whether there is one weakly connected component."""
    return _is_one(G)


@answers()
def strongly_connected_components(G):
    """The sets of nodes between which paths lead both ways, in reverse topological order."""
    return _sets(G, strong=True)


@answers()
def number_strongly_connected_components(G):
    """The number of strongly connected components."""
    return _components(G, True).num_components


@answers()
def is_strongly_connected(G):
    """Whether there is one strongly connected component."""
    return _is_one(G, strong=True)


_CLASSES = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
_NEIGHBOURS = {name: {getattr(kind, name) for kind in _CLASSES} for name in ("adj", "neighbors", "__getitem__")}


def has_neighbours_of_its_own(graph: Any) -> str:
    """The reason if the class of a graph says which nodes are neighbours, as classes in networkx do that
    keep the edges that are missing. Searches of networkx do not ask for that."""
    if isinstance(graph, ConvertedGraph):
        return ""
    wrong = [name for name, usual in _NEIGHBOURS.items() if getattr(type(graph), name) not in usual]
    return f"{type(graph).__name__} has its own {wrong[0]}" if wrong else ""


def _refuse_directed(G: Any, **_: Any) -> str:
    if G.is_directed():
        return "an edge to each of two nodes from the other one is two edges"
    return has_neighbours_of_its_own(G)


@answers(_refuse_directed)
def core_number(G):
    """{node: core number}."""
    if G.loops.any():
        raise nx.NetworkXNotImplemented("Input graph has self loops which is not permitted; "
                                        "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")
    return dict(zip(G.nodes, galois_cps.core_numbers(G.structure).cores.tolist()))


class _Nodes:
    """What networkx' nbunch_iter() looks for in a graph."""

    def __init__(self, graph: ConvertedGraph) -> None:
        self._graph = graph
        self._adj = graph.index

    def __contains__(self, node: Any) -> bool:
        return node in self._graph


def _of(nodes: Any, graph: ConvertedGraph, values: list[Any]) -> Any:
    """The values of all nodes, of some, or of one, as the argument `nodes` says."""
    if nodes is None:
        return dict(zip(graph.nodes, values))
    if nodes in graph:
        return values[graph.index[nodes]]
    known = nx.Graph.nbunch_iter(_Nodes(graph), nodes)
    return {node: values[graph.index[node]] for node in known}


def _slower_than_some(_converted: bool, G: Any, nodes: Any, **__: Any) -> str:
    """networkx counts for the nodes that are wanted, and the backend for all."""
    if nodes is None or nodes not in G and isinstance(nodes, Sized) and _FEW * len(nodes) >= len(G):
        return ""
    return "networkx counts for these nodes alone"


def _refuse_subset_of_parallel(G: Any, nodes: Any, **_: Any) -> str:
    if G.is_multigraph() and nodes is not None:
        return "networkx takes no nodes of a graph with parallel edges"
    return has_neighbours_of_its_own(G)


@answers(_refuse_subset_of_parallel, _slower_than_some)
def triangles(G, nodes=None):
    """{node: triangles}, or the triangles of one node."""
    return _of(nodes, G, galois_cps.triangles(G.structure).triangles.tolist())


def _refuse_clustering(G: Any, weight: Any = None, **_: Any) -> str:
    if G.is_directed() or G.is_multigraph():
        return "the graph is directed, or has parallel edges"
    return has_neighbours_of_its_own(G) if weight is None else "edges have weights"


def _coefficients(graph: ConvertedGraph) -> list[float]:
    # 0 is an integer, as in networkx.
    return [each or 0 for each in galois_cps.clustering(graph.structure).coefficients.tolist()]


@answers(_refuse_clustering, _slower_than_some)
def clustering(G, nodes=None, weight=None):
    """{node: clustering coefficient}, or the coefficient of one node."""
    del weight
    return _of(nodes, G, _coefficients(G))


@answers(_refuse_clustering, _slower_than_some)
def average_clustering(G, nodes=None, weight=None, count_zeros=True):
    """The mean of clustering coefficients."""
    del weight
    found = _of(nodes, G, _coefficients(G)).values()
    if not count_zeros:
        found = [each for each in found if each]
    return sum(found) / len(found)


@answers(_refuse_clustering)
def transitivity(G):
    """The share of the pairs of edges with one end in common that are part of a triangle."""
    twice = 2 * sum(galois_cps.triangles(G.structure).triangles.tolist())
    degrees = np.diff(G.indptr) - G.loops
    return twice / int((degrees * (degrees - 1)).sum()) if twice else 0


def _refuse_own(G: Any, **_: Any) -> str:
    return has_neighbours_of_its_own(G)


@answers(_refuse_own)
def maximal_matching(G):
    """The set of the edges of a maximal matching."""
    nodes = G.nodes
    return {(nodes[one], nodes[other])
            for one, other in galois_cps.maximal_matching(G.structure, order="id").edges.tolist()}
