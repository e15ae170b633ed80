"""What networkx reads about the backend when it is imported: its name, and what each function does.

It imports neither numpy nor the compiled part of the package, because `import networkx` loads it.
"""

_PATHS = "Weights must be integers or floats, none negative, infinite or nan. "
_TIES = "Among paths of equal length it may choose another one than networkx."
_SETS = "Components come by their first nodes."
_SIMPLE = "For undirected graphs without parallel edges, and without weights."
_TABLE = " Each thread searches from a node of its own, no farther than `cutoff`."

# {function: what its users should know}
FUNCTIONS = {
    "single_source_dijkstra": _PATHS + _TIES,
    "single_source_dijkstra_path": _PATHS + _TIES,
    "single_source_dijkstra_path_length": _PATHS,
    "dijkstra_path": _PATHS + _TIES,
    "dijkstra_path_length": _PATHS,
    "multi_source_dijkstra": _PATHS + _TIES,
    "multi_source_dijkstra_path": _PATHS + _TIES,
    "multi_source_dijkstra_path_length": _PATHS,
    "all_pairs_dijkstra": _PATHS + _TIES + _TABLE,
    "all_pairs_dijkstra_path": _PATHS + _TIES + _TABLE,
    "all_pairs_dijkstra_path_length": _PATHS + _TABLE,
    "single_source_shortest_path": _TIES,
    "single_source_shortest_path_length": "Searches level by level, on all threads.",
    "all_pairs_shortest_path": _TIES + _TABLE,
    "all_pairs_shortest_path_length": _TABLE.strip(),
    "astar_path": _PATHS + "The heuristic is None or a galois_cps.backend.Straight. " + _TIES,
    "astar_path_length": _PATHS + "The heuristic is None or a galois_cps.backend.Straight.",
    "pagerank": "The ranks are within `tol` of the true ones, summed over all nodes, whatever "
                "`max_iter` says.",
    "minimum_spanning_edges": "With data=False, for graphs without parallel edges. " + _PATHS
                              + "Edges come by increasing weight.",
    "greedy_color": "For strategy='saturation_largest_first' and its other name, 'DSATUR'. The ends of "
                    "each edge differ also in directed graphs, where networkx' may not.",
    "connected_components": _SETS,
    "number_connected_components": "On all threads.",
    "is_connected": "On all threads.",
    "node_connected_component": "Searches level by level, on all threads.",
    "weakly_connected_components": _SETS,
    "number_weakly_connected_components": "On all threads.",
    "is_weakly_connected": "On all threads.",
    "strongly_connected_components": "In reverse topological order. One depth-first search, on one thread.",
    "number_strongly_connected_components": "One depth-first search, on one thread.",
    "is_strongly_connected": "One depth-first search, on one thread.",
    "core_number": "For undirected graphs. k_core, k_shell and their like take core numbers from here, too.",
    "triangles": "Counts for all nodes, on all threads, even if `nodes` are given.",
    "clustering": _SIMPLE,
    "average_clustering": _SIMPLE,
    "maximal_matching": "Takes edges by their first nodes, then by their second ones.",
    "betweenness_centrality": _PATHS + "None may be 0. Draws the sample of `seed` as networkx does.",
    "transitivity": "For undirected graphs without parallel edges.",
}


def get_info():
    """The dictionary behind the entry point networkx.backend_info."""
    return {
        "backend_name": "galois_cps",
        "project": "galois-cps",
        "package": "galois_cps",
        "short_summary": "Shortest paths, components, cores, triangles, PageRank and more on all cores.",
        "description": "Parallel graph algorithms under concurrent priority schedulers.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
    }
