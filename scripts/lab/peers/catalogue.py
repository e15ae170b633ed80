"""The packages that are asked: names, pinned versions, adapters, and what each of them offers."""

import dataclasses
import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from galois_cps.runs import UsageError

# What is asked unless questions are named, and what most packages offer.
USUAL = ("sssp", "bfs", "mst", "pagerank", "color")
QUESTIONS = (*USUAL, "components", "kcore", "triangles", "betweenness")
# What only scripts/bench --suite asks: shortest paths with weights that are doubles, ranks after a given
# number of rounds, and clustering coefficients, which directed graphs have by several definitions.
OF_SUITES = ("paths", "power", "clustering")
# Questions with one answer per source.
WITH_SOURCES = ("sssp", "bfs", "paths")
# Questions with one answer per so many sources.
SOURCES_AT_ONCE = {"betweenness": 4}
# Questions whose answer depends on the weights of the edges.
WITH_WEIGHTS = ("sssp", "mst")
DAMPING = 0.85
TOLERANCE = 1e-4

PYPI, DEBIAN, OWN = "pypi", "debian", "own"
# Every Python adapter reads graphs and returns answers as arrays.
_ARRAYS = ("numpy==2.4.6", "scipy==1.17.1")


@dataclasses.dataclass(frozen=True)
class Peer:
    """A package, or our own programs.

    `adapter` is a module of lab.peers.adapters, or the name of a C++ file there. `packages` are
    installed for it; `distribution` is the one whose version is shown. `parallel` are the questions
    that the package answers on several threads. `about` is what an installation of another kind
    (lab.entries) has to know; its `record` becomes part of records.
    """

    name: str
    title: str
    kind: str
    adapter: str
    packages: tuple[str, ...]
    distribution: str
    questions: tuple[str, ...]
    parallel: tuple[str, ...] = ()
    flags: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict, hash=False)
    about: dict[str, Any] = dataclasses.field(default_factory=dict, hash=False)


PEERS = (
    Peer("galois", "our programs", OWN, "own", (), "", QUESTIONS, QUESTIONS),
    Peer("galois-sequential", "our sequential algorithms", OWN, "own", (), "",
         ("sssp", "bfs", "mst", "color"),
         flags={"sssp": ("--algo=auto",), "bfs": ("--algo=sequential",),
                "mst": ("--algo=kruskal",), "color": ("--algo=greedy",)}),
    Peer("scipy", "SciPy csgraph", PYPI, "scipy_csgraph", _ARRAYS, "scipy",
         ("sssp", "bfs", "mst", "components")),
    Peer("networkx", "NetworkX", PYPI, "networkx_graphs", (*_ARRAYS, "networkx==3.6.1"),
         "networkx", QUESTIONS),
    Peer("igraph", "igraph", PYPI, "igraph_graphs", (*_ARRAYS, "igraph==1.0.0"), "igraph",
         (*QUESTIONS, "paths", "clustering")),
    Peer("networkit", "NetworKit", PYPI, "networkit_graphs", (*_ARRAYS, "networkit==11.3"),
         "networkit", ("sssp", "bfs", "mst", "pagerank", "components", "kcore", "triangles",
                       *OF_SUITES),
         ("pagerank", "power", "components", "kcore", "triangles", "clustering")),
    Peer("rustworkx", "rustworkx", PYPI, "rustworkx_graphs", (*_ARRAYS, "rustworkx==0.18.1"),
         "rustworkx", USUAL),
    Peer("graphblas", "SuiteSparse GraphBLAS", PYPI, "suitesparse",
         (*_ARRAYS, "suitesparse-graphblas==9.4.5.0", "python-graphblas==2025.2.0"),
         "suitesparse-graphblas", ("sssp", "bfs", "pagerank"), ("sssp", "bfs", "pagerank")),
    Peer("boost", "Boost Graph Library", DEBIAN, "boost", ("libboost-graph-dev",), "", USUAL),
    Peer("lemon", "LEMON", DEBIAN, "lemon", ("liblemon-dev",), "", ("sssp", "bfs", "mst")),
)


def find(peers: Sequence[Peer], names: Iterable[str]) -> list[Peer]:
    """The peers of these names, each once; UsageError with a suggestion for an unknown one."""
    known = {peer.name: peer for peer in peers}
    return [known[_known("peer", name, known)] for name in dict.fromkeys(names)]


def questions(names: Iterable[str]) -> list[str]:
    """The questions of these names, each once; UsageError for an unknown one."""
    return [_known("question", name, QUESTIONS) for name in dict.fromkeys(names)]


def _known(kind: str, name: str, known: Iterable[str]) -> str:
    known = list(known)
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise UsageError(f"there is no {kind} {name!r}; {hint}")
    return name
