"""What networkx reads about the backend when it is imported: its name, and what each function does.

It imports neither numpy nor the compiled part of the package, because `import networkx` loads it.
"""

_PATHS = "Weights must be integers or floats, none negative, infinite or nan. "
_TIES = "Among paths of equal length it may choose another one than networkx."
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
}


def get_info():
    """The dictionary behind the entry point networkx.backend_info."""
    return {
        "backend_name": "galois_cps",
        "project": "galois-cps",
        "package": "galois_cps",
        "short_summary": "Shortest paths, PageRank, spanning trees and colours on all cores.",
        "description": "Parallel graph algorithms under concurrent priority schedulers.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
    }
