"""rustworkx, whose functions call Python for each weight."""

from typing import Any

import numpy
import rustworkx

from lab.peers.adapters import MOST_ITERATIONS, Adapter, by_node, main
from lab.peers.grfile import Array, Graph


class Rustworkx(Adapter):
    """Asks rustworkx."""

    def build_sssp(self, graph: Graph) -> Any:
        return _filled(rustworkx.PyDiGraph(), graph.nodes,
                       (graph.sources, graph.targets, graph.lengths().astype(float)))

    def sssp(self, graph: Any, source: int) -> Array:
        lengths = rustworkx.dijkstra_shortest_path_lengths(graph, source, float)
        found = by_node(len(graph), lengths.items())
        found[source] = 0  # the mapping leaves the source out
        return found

    def build_bfs(self, graph: Graph) -> Any:
        found = rustworkx.PyDiGraph()
        found.add_nodes_from(range(graph.nodes))
        found.extend_from_edge_list(list(zip(graph.sources.tolist(), graph.targets.tolist(),
                                             strict=True)))
        return found

    def bfs(self, graph: Any, source: int) -> Array:
        levels = numpy.full(len(graph), numpy.inf)
        for level, nodes in enumerate(rustworkx.bfs_layers(graph, [source])):
            levels[nodes] = level
        return levels

    def build_mst(self, graph: Graph) -> Any:
        return _filled(rustworkx.PyGraph(multigraph=False), graph.nodes, graph.undirected())

    def mst(self, graph: Any, _source: None) -> Array:
        return numpy.array(list(rustworkx.minimum_spanning_edges(graph, weight_fn=float)),
                           dtype=float)

    def build_pagerank(self, graph: Graph) -> Any:
        return self.build_bfs(graph)

    def pagerank(self, graph: Any, _source: None) -> Array:
        ranks = rustworkx.pagerank(graph, alpha=self.damping, tol=self.last_change / len(graph),
                                   max_iter=MOST_ITERATIONS)
        return by_node(len(graph), ranks.items())

    def build_color(self, graph: Graph) -> Any:
        return _filled(rustworkx.PyGraph(multigraph=False), graph.nodes, graph.undirected())

    def color(self, graph: Any, _source: None) -> Array:
        return by_node(len(graph), rustworkx.graph_greedy_color(graph).items())


def _filled(empty: Any, nodes: int, edges: tuple[Array, Array, Array]) -> Any:
    empty.add_nodes_from(range(nodes))
    empty.extend_from_weighted_edge_list(list(zip(*(part.tolist() for part in edges),
                                                  strict=True)))
    return empty


if __name__ == "__main__":
    main(Rustworkx)
