"""The least scale at which a claim that is too small here would be large enough, where it can be
told."""

import math
import re
from collections.abc import Iterator
from typing import Any

from .cases import Facts
from .claims import Claim
from .vectors import Missing

_SUFFIX = {"": 1, "K": 10**3, "M": 10**6}


def enough(claim: Claim, source: str, catalogue: Any, nodes: dict[str, float]) -> str:
    """The first scale with a case that meets `where` and `needs`; "" if none does or a condition is
    about something that only runs can tell. `nodes` are known sizes of graphs."""
    for scale in getattr(catalogue, "scales", {}):
        for known in places(claim, source, catalogue, nodes, scale):
            facts = Facts(known)
            try:
                if (claim.where is None or claim.where(facts)) and \
                        not any(map(facts.unmet, claim.conditions)):
                    return scale
            except Missing:
                continue
            except AttributeError:  # a condition is about what only runs can tell
                return ""
    return ""


def places(claim: Claim, source: str, catalogue: Any, nodes: dict[str, float],
            scale: str) -> Iterator[dict[str, Any]]:
    """Facts about each application, graph and number of threads that the claim's figures run."""
    for figure in (catalogue.figures[name] for name in claim.figures if name in catalogue.figures):
        for spec in figure.runs:
            for case in catalogue.cases(spec.cases, scale, source):
                graph = catalogue.graphs[case.graph]
                for threads in spec.threads_of(source, scale):
                    yield {"app": case.app, "graph": case.graph, "kind": graph.kind,
                           "threads": threads or math.nan, "source": source,
                           "machine": figure.options.get("machine", "") if source == "S" else "",
                           "nodes": nodes.get(case.graph, made_nodes(graph.make))}


def made_nodes(arguments: tuple[str, ...]) -> float:
    """The number of nodes that arguments of graph-gen ask for; nan without such arguments."""
    for argument in arguments:
        if match := re.fullmatch(r"--nodes=(\d+)([KM]?)", argument):
            return float(int(match[1]) * _SUFFIX[match[2]])
        if match := re.fullmatch(r"--scale=(\d+)", argument):
            return float(2 ** int(match[1]))
    return math.nan
