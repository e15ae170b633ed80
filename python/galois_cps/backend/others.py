"""Ranks, spanning trees and colours with networkx' signatures and answers."""

from collections.abc import Hashable, Iterator
from typing import Any

import galois_cps
import numpy as np

from .graph import ConvertedGraph
from .selection import answers

_DSATUR = ("DSATUR", "saturation_largest_first")
_ALGORITHMS = ("boruvka", "borůvka", "kruskal", "prim")
# Power iteration of so many rounds is accurate enough, so that nobody relies on its limit.
_ROUNDS = 100
_LEAST_TOLERANCE = 1e-10


def _refuse_pagerank(alpha: Any, tol: Any, max_iter: Any, nstart: Any, weight: Any, dangling: Any,
                     **_: Any) -> str:
    if nstart is not None or dangling is not None:
        return "nstart or dangling is given"
    if not isinstance(max_iter, int) or max_iter < _ROUNDS:
        return f"max_iter limits a power iteration to less than {_ROUNDS} rounds"
    if not 0 <= alpha < 1 or not _LEAST_TOLERANCE <= tol < 1:
        return f"alpha is outside [0, 1), or tol outside [{_LEAST_TOLERANCE}, 1)"
    return "the weight is a function" if callable(weight) else ""


@answers(_refuse_pagerank)
def pagerank(G, alpha=0.85, personalization=None, max_iter=100, tol=1e-6, nstart=None,
             weight="weight", dangling=None):
    """{node: rank}; the ranks sum to 1."""
    del max_iter, nstart, dangling
    if not len(G):
        return {}
    weights = None
    if weight is not None:
        G.need_weight(weight)
        weights = None if G.equal_weights else G.weights
    restarts = None if personalization is None else _restarts(G, personalization)
    answer = galois_cps.pagerank(G.structure, damping=alpha, tolerance=tol, personalize=restarts,
                                 weight=weights)
    return dict(zip(G.nodes, answer.ranks.tolist()))


def _restarts(graph: ConvertedGraph, personalization: Any) -> np.ndarray:
    """The weight of every node as an array."""
    weights = np.array([personalization.get(node, 0) for node in graph.nodes], dtype=float)
    if not np.isfinite(weights).all() or (weights < 0).any() or not weights.any():
        raise NotImplementedError("personalization has no finite positive sum")
    return weights


def _refuse_tree(G: Any, algorithm: Any, weight: Any, data: Any, **_: Any) -> str:
    if algorithm not in _ALGORITHMS:
        return f"networkx has no algorithm {algorithm}"
    if G.is_directed() or G.is_multigraph():
        return "the graph is directed, or has parallel edges"
    if data is not False:
        return "the edges' attributes are asked for"
    return "the weight is a function" if callable(weight) else ""


@answers(_refuse_tree)
def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True,
                           ignore_nan=False):
    """An iterator over the edges (u, v) of a minimum spanning forest, by increasing weight."""
    del algorithm, keys, data, ignore_nan
    if weight is not None:
        G.need_weight(weight)
    forest = galois_cps.mst(G.structure if weight is None else G.weighted)
    return _pairs(G.nodes, forest.edges.tolist())


def _pairs(nodes: list[Hashable], edges: list[Any]) -> Iterator[tuple[Hashable, Hashable]]:
    return ((nodes[edge[0]], nodes[edge[1]]) for edge in edges)


def _refuse_color(strategy: Any, interchange: Any, **_: Any) -> str:
    if strategy not in _DSATUR:
        return "the strategy is not DSATUR"
    return "networkx refuses interchange with DSATUR" if interchange else ""


@answers(_refuse_color)
def greedy_color(G, strategy="largest_first", interchange=False):
    """{node: colour}, by the degree of saturation."""
    del strategy, interchange
    if not len(G):
        return {}
    answer = galois_cps.color(G.structure, algorithm="dsatur")
    return dict(zip(G.nodes, answer.colors.tolist()))
