"""The backend of networkx 3.6: networkx calls these functions in place of its own.

    graph       a graph of networkx as arrays
    paths       shortest paths
    structure   components, cores, triangles, matchings
    centrality  betweenness
    others      ranks, spanning trees, colours

    >>> import networkx as nx
    >>> nx.config.backend_priority = ["galois_cps"]           # for every call that gains
    >>> nx.dijkstra_path_length(G, 0, 9, backend="galois_cps")  # for this call

Each function has the signature of networkx' function and gives the same answer, as Python numbers.
What it cannot answer in this way it does not begin: `can_run` gives the reason, or
NotImplementedError does, and networkx goes on with its own code.
"""

from .centrality import betweenness_centrality
from .graph import ConvertedGraph, convert_from_nx, convert_to_nx
from .others import greedy_color, minimum_spanning_edges, pagerank
from .paths import (Straight, all_pairs_dijkstra, all_pairs_dijkstra_path,
                    all_pairs_dijkstra_path_length, all_pairs_shortest_path,
                    all_pairs_shortest_path_length, astar_path, astar_path_length, dijkstra_path,
                    dijkstra_path_length, multi_source_dijkstra, multi_source_dijkstra_path,
                    multi_source_dijkstra_path_length, single_source_dijkstra,
                    single_source_dijkstra_path, single_source_dijkstra_path_length,
                    single_source_shortest_path, single_source_shortest_path_length)
from .selection import can_run, should_run
from .structure import (average_clustering, clustering, connected_components, core_number, is_connected,
                        is_strongly_connected, is_weakly_connected, maximal_matching, node_connected_component,
                        number_connected_components, number_strongly_connected_components,
                        number_weakly_connected_components, strongly_connected_components, transitivity,
                        triangles, weakly_connected_components)
from .their_tests import on_start_tests

__all__ = [
    "ConvertedGraph", "Straight", "all_pairs_dijkstra", "all_pairs_dijkstra_path",
    "all_pairs_dijkstra_path_length", "all_pairs_shortest_path", "all_pairs_shortest_path_length",
    "astar_path", "astar_path_length", "average_clustering", "betweenness_centrality", "can_run",
    "clustering", "connected_components", "convert_from_nx", "convert_to_nx", "core_number",
    "dijkstra_path", "dijkstra_path_length", "greedy_color", "is_connected",
    "is_strongly_connected", "is_weakly_connected", "maximal_matching", "minimum_spanning_edges",
    "multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length",
    "node_connected_component", "number_connected_components",
    "number_strongly_connected_components", "number_weakly_connected_components", "on_start_tests",
    "pagerank", "should_run", "single_source_dijkstra", "single_source_dijkstra_path",
    "single_source_dijkstra_path_length", "single_source_shortest_path",
    "single_source_shortest_path_length", "strongly_connected_components", "transitivity",
    "triangles", "weakly_connected_components",
]
