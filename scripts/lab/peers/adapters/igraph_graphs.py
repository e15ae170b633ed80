"""igraph, through its Python interface."""

from typing import Any

import igraph
import numpy

from lab.peers.adapters import Adapter, main
from lab.peers.grfile import Array, Graph


class Igraph(Adapter):
    """Asks igraph. PageRank is PRPACK's, which has no tolerance to set."""

    def build_sssp(self, graph: Graph) -> Any:
        found = self.build_bfs(graph)
        found.es["weight"] = graph.lengths().tolist()
        return found

    def sssp(self, graph: Any, source: int) -> Array:
        return numpy.array(graph.distances(source, weights="weight", mode="out")[0], dtype=float)

    def build_bfs(self, graph: Graph) -> Any:
        arcs = numpy.stack([graph.sources, graph.targets.astype(numpy.int64)], axis=1)
        return igraph.Graph(n=graph.nodes, edges=arcs, directed=True)

    def bfs(self, graph: Any, source: int) -> Array:
        return numpy.array(graph.distances(source, mode="out")[0], dtype=float)

    def build_mst(self, graph: Graph) -> Any:
        found, weight = _undirected(graph)
        found.es["weight"] = weight.tolist()
        return found

    def mst(self, graph: Any, _source: None) -> Array:
        edges = graph.spanning_tree(weights="weight", return_tree=False)
        ends = numpy.array(graph.get_edgelist(), dtype=float).reshape(-1, 2)
        weights = numpy.array(graph.es["weight"], dtype=float)
        return numpy.column_stack([ends[edges], weights[edges]])

    def build_pagerank(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def pagerank(self, graph: Any, _source: None) -> Array:
        return numpy.array(graph.pagerank(damping=self.damping))

    def build_color(self, graph: Graph) -> Any:
        return _undirected(graph)[0]

    def color(self, graph: Any, _source: None) -> Array:
        return numpy.array(graph.vertex_coloring_greedy())

    def build_components(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def components(self, graph: Any, _source: None) -> Array:
        return numpy.array(graph.connected_components(mode="weak").membership)

    def build_kcore(self, graph: Graph) -> Any:
        return _undirected(graph)[0]

    def kcore(self, graph: Any, _source: None) -> Array:
        return numpy.array(graph.coreness())

    def build_clustering(self, graph: Graph) -> Any:
        return _undirected(graph)[0]

    def clustering(self, graph: Any, _source: None) -> Array:
        return numpy.array(graph.transitivity_local_undirected(mode="zero"))

    def build_triangles(self, graph: Graph) -> Any:
        return _undirected(graph)[0]

    def triangles(self, graph: Any, _source: None) -> Array:
        """igraph has no count, but coefficients, and degrees."""
        degrees = numpy.array(graph.degree(), dtype=float)
        pairs = degrees * (degrees - 1) / 2
        return numpy.rint((self.clustering(graph, None) * pairs).sum(keepdims=True) / 3)

    def build_betweenness(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def betweenness(self, graph: Any, sources: list[int]) -> Array:
        return numpy.array(graph.betweenness(directed=True, sources=sources))


def _undirected(graph: Graph) -> tuple[Any, Array]:
    u, v, weight = graph.undirected()
    return igraph.Graph(n=graph.nodes, edges=numpy.stack([u, v], axis=1)), weight


if __name__ == "__main__":
    main(Igraph)
