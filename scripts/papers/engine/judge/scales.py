"""The least scale at which a claim that is too small here would be large enough, where it can be
told."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

from .cases import Facts
from .claims import Claim
from .vectors import Missing

_SUFFIX = {"": 1, "K": 10**3, "M": 10**6}


def enough(claim: Claim, source: str, catalogue: Any, nodes: dict[str, float]) -> str:
    """The first scale with a case that meets `where` and `needs`; "" if none does or a condition is
    about something that only runs can tell. `nodes` are known sizes of graphs."""
    try:
        for scale in getattr(catalogue, "scales", {}):
            for known in _widest(claim, places(claim, source, catalogue, nodes, scale)):
                if not any(map(Facts(known).unmet, claim.conditions)):
                    return scale
    except AttributeError:  # a condition is about what only runs can tell
        pass
    return ""


def _widest(claim: Claim, found: Iterator[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Of the places that `where` admits, those with the most threads of each case."""
    widest: dict[tuple[Any, ...], dict[str, Any]] = {}
    for known in found:
        try:
            if claim.where is not None and not claim.where.holds(Facts(known)):
                continue
        except Missing:
            continue
        key = tuple(known[name] for name in {"app", "graph", "machine", *claim.case})
        if key not in widest or known["threads"] > widest[key]["threads"]:
            widest[key] = known
    return widest.values()


def places(claim: Claim, source: str, catalogue: Any, nodes: dict[str, float],
            scale: str) -> Iterator[dict[str, Any]]:
    """Facts about each application, graph and number of threads that the claim's figures run."""
    for figure in (catalogue.figures[name] for name in claim.figures if name in catalogue.figures):
        for spec in figure.runs:
            for case in catalogue.cases(spec.cases, scale, source):
                graph = catalogue.graphs[case.graph]
                for threads in spec.threads_of(source, scale):
                    all_nodes = nodes_of(catalogue.graphs, case.graph, nodes)
                    yield {"app": case.app, "graph": case.graph, "kind": graph.kind,
                           "threads": threads or math.nan, "source": source,
                           "machine": figure.options.get("machine", "") if source == "S" else "",
                           "nodes": all_nodes,
                           "reached": reached_nodes(graph, case.app, all_nodes)}


def nodes_of(graphs: dict[str, Any], name: str, known: dict[str, float]) -> float:
    """The number of nodes of a graph: known, asked of graph-gen, or that of the graph it is made of."""
    source = getattr(graphs[name], "source", "").partition("graph:")[2]
    return known.get(name) or (nodes_of(graphs, source, known) if source else made_nodes(graphs[name].make))


def reached_nodes(graph: Any, app: str, nodes: float) -> float:
    """How many nodes an application reaches on a graph of the catalogue, which says it where it is not
    all `nodes`."""
    return float(getattr(graph, "reached", {}).get(app, nodes))


def made_nodes(arguments: tuple[str, ...]) -> float:
    """The number of nodes that arguments of graph-gen ask for; nan without such arguments."""
    for argument in arguments:
        if match := re.fullmatch(r"--nodes=(\d+)([KM]?)", argument):
            return float(int(match[1]) * _SUFFIX[match[2]])
        if match := re.fullmatch(r"--scale=(\d+)", argument):
            return float(2 ** int(match[1]))
    return math.nan
