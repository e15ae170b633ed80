"""Where the edges of a path are in what a graph was made of.

Compressed rows keep their order, and so does a matrix in that format: an edge has the position of its
element in ``indices``. Other makers sort edges into rows, and the classes here undo that for the edges
of one path, in a pass over the caller's edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._graph import Graph

Places = NDArray[np.int64]


class Origin(Protocol):
    """What a graph was made of, if that is not compressed rows."""

    def positions(self, graph: Graph, nodes: NDArray[np.uint32], places: Places, begins: Places) -> Places:
        """The position of each edge between two consecutive nodes.

        :param places: of the edges in the rows of the graph
        :param begins: of the first edges of these rows"""
        ...


class EdgeList:
    """The two ends of each edge, as `Graph.from_edges` gets them. Edges of one node keep their order.

    :param target: None if edges lead one way"""

    def __init__(self, source: NDArray[np.uint32], target: NDArray[np.uint32] | None) -> None:
        self._source = source
        self._target = target

    def positions(self, graph: Graph, nodes: NDArray[np.uint32], places: Places, begins: Places) -> Places:
        del graph
        if not places.size:
            return places
        wanted = np.zeros(int(nodes.max()) + 2, np.bool_)
        wanted[nodes[:-1]] = True
        last = len(wanted) - 1  # stands for all greater numbers
        rows = np.flatnonzero(wanted[np.minimum(self._source, last)])
        begin = self._source[rows]
        if self._target is not None:  # the same edges from their other ends, but for loops
            back = np.flatnonzero(wanted[np.minimum(self._target, last)] & (self._source != self._target))
            rows, begin = np.concatenate([rows, back]), np.concatenate([begin, self._target[back]])
        order = np.lexsort((rows, begin))
        rows, begin = rows[order], begin[order]
        found = np.searchsorted(begin, nodes[:-1]) + (places - begins)
        if found.max() >= len(rows) or (begin[found] != nodes[:-1]).any():
            raise ValueError("the arrays of which the graph was made have been changed")
        return rows[found]


class EdgesOfNetworkx:
    """The edges of an undirected graph of networkx: each is in the rows of both its ends, and counts at
    the end that comes first."""

    def positions(self, graph: Graph, nodes: NDArray[np.uint32], places: Places, begins: Places) -> Places:
        del begins
        indptr, targets, _ = graph.to_csr()
        begin = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
        counted = np.cumsum(targets >= begin) - 1
        found = np.empty_like(places)
        for number, (one, other, place) in enumerate(zip(nodes[:-1].tolist(), nodes[1:].tolist(), places.tolist())):
            if one > other:  # the same of parallel edges in the row of the other end
                before = int((targets[indptr[one]:place] == other).sum())
                twins = targets[indptr[other]:indptr[other + 1]] == one
                place = int(indptr[other]) + int(np.flatnonzero(twins)[before])
            found[number] = counted[place]
        return found
