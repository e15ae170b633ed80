"""NetworkX, whose graphs are dictionaries."""

from typing import Any

import networkx
import numpy

from lab.peers.adapters import MOST_ITERATIONS, Adapter, by_node, main
from lab.peers.grfile import Array, Graph


class Networkx(Adapter):
    """Asks networkx."""

    def build_sssp(self, graph: Graph) -> Any:
        return _filled(networkx.DiGraph(), graph.nodes, graph.simple())

    def sssp(self, graph: Any, source: int) -> Array:
        return by_node(len(graph),
                       networkx.single_source_dijkstra_path_length(graph, source).items())

    def build_bfs(self, graph: Graph) -> Any:
        found = networkx.DiGraph()
        found.add_nodes_from(range(graph.nodes))
        found.add_edges_from(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))
        return found

    def bfs(self, graph: Any, source: int) -> Array:
        return by_node(len(graph),
                       dict(networkx.single_source_shortest_path_length(graph, source)).items())

    def build_mst(self, graph: Graph) -> Any:
        return _filled(networkx.Graph(), graph.nodes, graph.undirected())

    def mst(self, graph: Any, _source: None) -> Array:
        edges = networkx.minimum_spanning_edges(graph, data=True)
        return numpy.array([(u, v, data["weight"]) for u, v, data in edges], dtype=float)

    def build_pagerank(self, graph: Graph) -> Any:
        return _filled(networkx.DiGraph(), graph.nodes, graph.multiplicities())

    def pagerank(self, graph: Any, _source: None) -> Array:
        ranks = networkx.pagerank(graph, self.damping, tol=self.last_change / len(graph),
                                  max_iter=MOST_ITERATIONS)
        return by_node(len(graph), ranks.items())

    def build_color(self, graph: Graph) -> Any:
        return _filled(networkx.Graph(), graph.nodes, graph.undirected())

    def color(self, graph: Any, _source: None) -> Array:
        return by_node(len(graph), networkx.greedy_color(graph).items())

    def build_components(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def components(self, graph: Any, _source: None) -> Array:
        found = networkx.weakly_connected_components(graph)
        return by_node(len(graph), ((node, label) for label, nodes in enumerate(found)
                                    for node in nodes))

    def build_kcore(self, graph: Graph) -> Any:
        return self.build_color(graph)

    def kcore(self, graph: Any, _source: None) -> Array:
        return by_node(len(graph), networkx.core_number(graph).items())

    def build_triangles(self, graph: Graph) -> Any:
        return self.build_color(graph)

    def triangles(self, graph: Any, _source: None) -> Array:
        return numpy.array([sum(networkx.triangles(graph).values()) / 3])

    def build_betweenness(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def betweenness(self, graph: Any, sources: list[int]) -> Array:
        found = networkx.betweenness_centrality_subset(graph, sources, list(graph))
        return by_node(len(graph), found.items())


def _filled(empty: Any, nodes: int, edges: tuple[Array, Array, Array]) -> Any:
    empty.add_nodes_from(range(nodes))
    empty.add_weighted_edges_from(zip(*(part.tolist() for part in edges), strict=True))
    return empty


if __name__ == "__main__":
    main(Networkx)
