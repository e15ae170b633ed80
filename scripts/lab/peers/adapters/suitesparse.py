"""SuiteSparse GraphBLAS through python-graphblas.

GraphBLAS has operations on matrices and no graph algorithms, so the loops are the textbook's:
Bellman-Ford and breadth-first search from a sparse frontier, and power iteration.
"""

import dataclasses
from typing import Any

import graphblas
import numpy
from graphblas import Matrix, Vector, binary, monoid, semiring, unary

from lab.peers.adapters import Adapter, main
from lab.peers.grfile import Array, Graph

_FAR = numpy.iinfo(numpy.int64).max


@dataclasses.dataclass
class _Surfer:
    """What PageRank needs: the transposed graph and the number of edges of each node."""

    transposed: Any
    degrees: Array


class SuiteSparse(Adapter):
    """Asks SuiteSparse GraphBLAS."""

    def __init__(self, threads: int, tolerance: float, damping: float) -> None:
        super().__init__(threads, tolerance, damping)
        graphblas.ss.config["nthreads"] = threads

    def build_sssp(self, graph: Graph) -> Any:
        tails, heads, weights = graph.simple()
        return _matrix(graph.nodes, tails, heads, weights)

    def sssp(self, matrix: Any, source: int) -> Array:
        distances = Vector.from_scalar(_FAR, matrix.nrows, dtype=int)
        distances[source] = 0
        frontier = Vector.from_coo([source], [0], size=matrix.nrows, dtype=int)
        reached, shorter = Vector(int, matrix.nrows), Vector(bool, matrix.nrows)
        while frontier.nvals:
            reached << semiring.min_plus(frontier @ matrix)
            shorter << binary.lt(reached & distances)
            frontier(mask=shorter.V, replace=True) << reached
            distances(mask=frontier.S) << frontier
        return distances.to_dense()

    def build_bfs(self, graph: Graph) -> Any:
        tails, heads, weights = graph.simple()
        return _matrix(graph.nodes, tails, heads, numpy.ones(len(weights), dtype=bool))

    def bfs(self, matrix: Any, source: int) -> Array:
        levels = Vector(int, matrix.nrows)
        frontier = Vector.from_coo([source], [True], size=matrix.nrows)
        level = 0
        while frontier.nvals:
            levels(mask=frontier.S) << level
            frontier(mask=~levels.S, replace=True) << semiring.any_pair(frontier @ matrix)
            level += 1
        return levels.to_dense(fill_value=_FAR)

    def build_pagerank(self, graph: Graph) -> Any:
        tails, heads, counts = graph.multiplicities()
        order = numpy.lexsort((tails, heads))
        return _Surfer(_matrix(graph.nodes, heads[order], tails[order],
                               counts[order].astype(float)), numpy.diff(graph.offsets))

    def pagerank(self, surfer: Any, _source: None) -> Array:
        nodes = surfer.transposed.nrows
        shares = Vector.from_dense(numpy.where(surfer.degrees > 0,
                                               self.damping / numpy.maximum(surfer.degrees, 1), 0))
        stuck = Vector.from_dense((surfer.degrees == 0).astype(float))
        ranks = Vector.from_scalar(1 / nodes, nodes, dtype=float)
        following, passed, work = (Vector(float, nodes) for _ in range(3))
        change = 2.0
        while change > self.last_change:
            work << binary.times(ranks & stuck)
            lost = float(work.reduce(monoid.plus).new().value)
            passed << binary.times(ranks & shares)
            following[:] << (1 - self.damping + self.damping * lost) / nodes
            following(binary.plus) << semiring.plus_times(surfer.transposed @ passed)
            work << binary.minus(following & ranks)
            work << unary.abs(work)
            change = float(work.reduce(monoid.plus).new().value)
            ranks, following = following, ranks
        return ranks.to_dense()


def _matrix(nodes: int, rows: Array, columns: Array, values: Array) -> Any:
    """A matrix from entries that are sorted by row."""
    offsets = numpy.zeros(nodes + 1, dtype=numpy.int64)
    numpy.cumsum(numpy.bincount(rows, minlength=nodes), out=offsets[1:])
    return Matrix.from_csr(offsets, columns, values, ncols=nodes)


if __name__ == "__main__":
    main(SuiteSparse)
