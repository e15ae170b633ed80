"""NetworKit. Its searches and forests run on one thread, the rest on several."""

from typing import Any

import networkit
import numpy
from scipy import sparse

from lab.peers.adapters import Adapter, main
from lab.peers.grfile import Array, Graph


class Networkit(Adapter):
    """Asks networkit."""

    def __init__(self, threads: int, tolerance: float, damping: float) -> None:
        super().__init__(threads, tolerance, damping)
        networkit.setNumberOfThreads(threads)

    def build_sssp(self, graph: Graph) -> Any:
        return _directed(graph, graph.lengths().astype(float), weighted=True)

    def sssp(self, graph: Any, source: int) -> Array:
        search = networkit.distance.Dijkstra(graph, source, storePaths=False)
        return numpy.array(search.run().getDistances())

    def build_bfs(self, graph: Graph) -> Any:
        return _directed(graph, numpy.ones(len(graph.targets)), weighted=False)

    def bfs(self, graph: Any, source: int) -> Array:
        search = networkit.distance.BFS(graph, source, storePaths=False)
        return numpy.array(search.run().getDistances())

    def build_mst(self, graph: Graph) -> Any:
        u, v, weight = graph.undirected()
        return networkit.GraphFromCoo((weight.astype(float), (u, v)), n=graph.nodes, weighted=True,
                                      directed=False)

    def mst(self, graph: Any, _source: None) -> Array:
        forest = networkit.graph.KruskalMSF(graph).run().getForest()
        return numpy.array(list(forest.iterEdgesWeights()), dtype=float)

    def build_pagerank(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def pagerank(self, graph: Any, _source: None) -> Array:
        return numpy.array(self._page_rank(graph, self.last_change).run().scores())

    def build_power(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def power(self, graph: Any, rounds: int) -> Array:
        ranks = self._page_rank(graph, 0)
        ranks.maxIterations = rounds
        return numpy.array(ranks.run().scores())

    def _page_rank(self, graph: Any, tolerance: float) -> Any:
        ranks = networkit.centrality.PageRank(
            graph, damp=self.damping, tol=tolerance,
            distributeSinks=networkit.centrality.SinkHandling.DistributeSinks)
        ranks.norm = networkit.centrality.Norm.L1_NORM
        return ranks

    def build_components(self, graph: Graph) -> Any:
        return _undirected(graph)

    def components(self, graph: Any, _source: None) -> Array:
        kind = (networkit.components.ConnectedComponents if self.threads == 1
                else networkit.components.ParallelConnectedComponents)
        return numpy.array(kind(graph).run().getPartition().getVector())

    def build_kcore(self, graph: Graph) -> Any:
        return _undirected(graph)

    def kcore(self, graph: Any, _source: None) -> Array:
        return numpy.array(networkit.centrality.CoreDecomposition(graph).run().scores())

    def build_clustering(self, graph: Graph) -> Any:
        return _undirected(graph)

    def clustering(self, graph: Any, _source: None) -> Array:
        found = networkit.centrality.LocalClusteringCoefficient(graph, turbo=True)
        return numpy.array(found.run().scores())

    def build_triangles(self, graph: Graph) -> Any:
        found = _undirected(graph)
        found.indexEdges()
        return found

    def triangles(self, graph: Any, _source: None) -> Array:
        scores = networkit.sparsification.TriangleEdgeScore(graph).run().scores()
        return numpy.array(scores).sum(keepdims=True) / 3


def _directed(graph: Graph, values: Array, *, weighted: bool) -> Any:
    matrix = sparse.csr_matrix((values, graph.targets.astype(numpy.int32), graph.offsets),
                               shape=(graph.nodes, graph.nodes))
    return networkit.GraphFromCsr(matrix, directed=True, weighted=weighted)


def _undirected(graph: Graph) -> Any:
    u, v, weight = graph.undirected()
    return networkit.GraphFromCoo((weight.astype(float), (u, v)), n=graph.nodes, directed=False)


if __name__ == "__main__":
    main(Networkit)
