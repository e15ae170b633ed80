"""Parallel graph algorithms under relaxed priority schedulers.

Functions take a `Graph`, or what its makers take: a SciPy matrix, arrays of compressed sparse rows,
a networkx graph, or the path of a file. They return arrays of NumPy, and say in ``.run`` what the
run did.

>>> import galois_cps
>>> graph = galois_cps.Graph.from_edges([0, 0, 1], [1, 2, 2], [5, 9, 1])
>>> paths = galois_cps.sssp(graph, source=0)
>>> paths.distances.tolist()
[0, 5, 6]
>>> paths.path_to(2).tolist()
[0, 1, 2]
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from . import plots as plots
    from ._algorithms import Astar, astar, bfs, color, mst, pagerank, sssp
    from ._calls import Scheduler, default_threads, schedulers
    from ._distances import SparseDistances, distances, nearest
    from ._files import read_coordinates
    from ._graph import Graph
    from ._greedy import IndependentSet, Matching, maximal_independent_set, maximal_matching
    from ._isochrone import isochrone
    from ._results import (Centrality, Clustering, Coloring, Communities, Components, CoreNumbers,
                           NearestSources, Ranks, Route, ShortestPaths, SpanningForest, Triangles)
    from ._run import Run
    from ._structure import (betweenness, clustering, connected_components, core_numbers,
                             label_propagation, strongly_connected_components, triangles)
    from .notebook import compare as compare
    from .notebook import records as records

# What `from galois_cps import *` gives. For plots, compare and records, other packages are needed.
__all__ = [
    "Astar",
    "Centrality",
    "Clustering",
    "Coloring",
    "Communities",
    "Components",
    "CoreNumbers",
    "Graph",
    "IndependentSet",
    "Matching",
    "NearestSources",
    "Ranks",
    "Route",
    "Run",
    "Scheduler",
    "ShortestPaths",
    "SpanningForest",
    "SparseDistances",
    "Triangles",
    "astar",
    "betweenness",
    "bfs",
    "clustering",
    "color",
    "connected_components",
    "core_numbers",
    "default_threads",
    "distances",
    "isochrone",
    "label_propagation",
    "maximal_independent_set",
    "maximal_matching",
    "mst",
    "nearest",
    "pagerank",
    "read_coordinates",
    "schedulers",
    "sssp",
    "strongly_connected_components",
    "triangles",
]

# Names are looked for in these modules when they are first used: galois_cps.runs and
# galois_cps.charts, which scripts of the repository import, need no compiled module.
_COMPILED = ("_algorithms", "_calls", "_distances", "_files", "_graph", "_greedy", "_isochrone", "_results", "_run",
             "_structure")
_NOTEBOOK = ("compare", "records")


def __getattr__(name: str) -> Any:
    if name == "plots":
        return importlib.import_module(".plots", __name__)
    if name == "__version__":
        return importlib.import_module("._core", __name__).__version__
    for home in _COMPILED if name in __all__ else ("notebook",) if name in _NOTEBOOK else ():
        found = vars(importlib.import_module(f".{home}", __name__))
        if name in found:
            globals()[name] = found[name]
            return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_NOTEBOOK, "plots"})
