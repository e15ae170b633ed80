"""SciPy csgraph: Dijkstra, breadth-first order, minimum spanning tree."""

import numpy
from scipy import sparse
from scipy.sparse import csgraph

from lab.peers.adapters import Adapter, main
from lab.peers.grfile import Array, Graph


class Scipy(Adapter):
    """Asks scipy.sparse.csgraph."""

    def build_sssp(self, graph: Graph) -> sparse.csr_array:
        return sparse.csr_array((graph.lengths().astype(float), graph.targets.astype(numpy.int32),
                                 graph.offsets), shape=(graph.nodes, graph.nodes))

    def sssp(self, matrix: sparse.csr_array, source: int) -> Array:
        return csgraph.dijkstra(matrix, indices=source)

    def build_bfs(self, graph: Graph) -> sparse.csr_array:
        return sparse.csr_array((numpy.ones(len(graph.targets)), graph.targets.astype(numpy.int32),
                                 graph.offsets), shape=(graph.nodes, graph.nodes))

    def bfs(self, matrix: sparse.csr_array, source: int) -> Array:
        order, parents = csgraph.breadth_first_order(matrix, source)
        # Parents come in the order of their children, so each level is one range of the order.
        place = numpy.empty(matrix.shape[0], dtype=numpy.int64)
        place[order] = numpy.arange(len(order))
        parent_at = place[parents[order[1:]]]
        levels = numpy.full(matrix.shape[0], numpy.inf)
        first, last, level = 0, 1, 0
        while first < last:
            levels[order[first:last]] = level
            first, last = last, 1 + int(numpy.searchsorted(parent_at, last))
            level += 1
        return levels

    def build_mst(self, graph: Graph) -> sparse.csr_array:
        u, v, weight = graph.undirected()
        return sparse.coo_array((weight.astype(float), (u, v)),
                                shape=(graph.nodes, graph.nodes)).tocsr()

    def mst(self, matrix: sparse.csr_array, _source: None) -> Array:
        tree = csgraph.minimum_spanning_tree(matrix).tocoo()
        return numpy.stack([tree.row, tree.col, tree.data], axis=1)

    def build_components(self, graph: Graph) -> sparse.csr_array:
        return self.build_bfs(graph)

    def components(self, matrix: sparse.csr_array, _source: None) -> Array:
        return csgraph.connected_components(matrix, connection="weak")[1]


if __name__ == "__main__":
    main(Scipy)
