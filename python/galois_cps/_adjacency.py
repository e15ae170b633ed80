"""The edges of a networkx graph as arrays. It imports nothing of networkx."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NUMBERS = (int, float, np.number)

#: Nodes in their order, indptr, indices, and the attribute of each arc.
Arcs = tuple[list[Hashable], NDArray[np.int64], NDArray[np.uint32], list[Any]]


def is_of_networkx(graph: Any) -> bool:
    """Whether this is a graph of networkx, of any of its four classes."""
    return hasattr(graph, "_adj") and hasattr(graph, "is_multigraph")


def arcs_of(graph: Any, attribute: str | None, default: Any = 1) -> Arcs:
    """The arcs of a graph: an edge of an undirected graph is two, but a loop is one.

    :param attribute: of edges, `default` where it is missing; with None, no attributes are read"""
    nodes = list(graph)
    rows = list(graph._adj.values())
    parallel = graph.is_multigraph()
    ends: Iterable[Any] = itertools.chain.from_iterable(rows)
    if parallel:
        degrees = [sum(map(len, row.values())) for row in rows]
        ends = itertools.chain.from_iterable(
            itertools.repeat(node, len(edges)) for row in rows for node, edges in row.items())
    else:
        degrees = list(map(len, rows))
    if nodes != list(range(len(nodes))):
        ends = map({node: number for number, node in enumerate(nodes)}.__getitem__, ends)
    indptr = np.zeros(len(nodes) + 1, np.int64)
    np.cumsum(degrees, out=indptr[1:])
    targets = np.fromiter(ends, np.uint32, int(indptr[-1]))
    if attribute is None:
        return nodes, indptr, targets, []
    edges_of = operator.methodcaller("values")

    def edges() -> Iterable[Any]:
        all_of_rows = itertools.chain.from_iterable(map(edges_of, rows))
        return itertools.chain.from_iterable(map(edges_of, all_of_rows)) if parallel else all_of_rows

    try:  # without a call in Python per edge, if the attribute is missing nowhere
        return nodes, indptr, targets, list(map(operator.itemgetter(attribute), edges()))
    except KeyError:
        return nodes, indptr, targets, [edge.get(attribute, default) for edge in edges()]


def refuse_other_attributes(graph: Any, attribute: str, values: list[Any], missing: Any) -> None:
    """Refuses an attribute that no edge has. It is no mistake if it is the usual name of weights, and
    the edges have no numbers that could be meant.

    :param values: the attribute of each arc, or `missing`
    :raises KeyError: if it is one"""
    if not values or any(value is not missing for value in values):
        return
    names: dict[str, bool] = {}  # of all attributes, and whether they have numbers
    for *_, data in graph.edges(data=True):
        for name, value in data.items():
            names[name] = names.get(name, False) or isinstance(value, _NUMBERS)
    if attribute != "weight" or any(names.values()):
        there = f"there are {', '.join(map(repr, names))}" if names else "they have none"
        raise KeyError(f"no edge has the attribute {attribute!r}; {there}: give one of them as weight=, "
                       "weight=None for no weights, or default=1")


def numbers_of(values: list[Any]) -> NDArray[Any]:
    """Weights of edges as an array of uint64 or float64."""
    array = np.asarray(values) if values else np.empty(0, np.uint64)
    if array.dtype.kind in "bu":
        return array.astype(np.uint64)
    if array.dtype.kind == "i":
        if array.size and array.min() < 0:
            raise ValueError(f"there is an edge of weight {array.min()}; integers must be at least 0")
        return array.astype(np.uint64)
    if array.dtype.kind == "f" and array.ndim == 1:
        return array
    raise TypeError("a weight of an edge is no number of 64 bits")
