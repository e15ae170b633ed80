"""Betweenness with networkx' signature and answers."""

import math
from typing import Any

import galois_cps
import numpy as np

from .selection import answers
from .structure import has_neighbours_of_its_own


def _refuse(G: Any, k: Any, weight: Any, **_: Any) -> str:
    if callable(weight):
        return "the weight is a function"
    return "no node is drawn" if k == 0 else has_neighbours_of_its_own(G)


@answers(_refuse)
def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    """{node: betweenness}."""
    searched = G.structure
    if weight is not None:
        G.need_weight(weight)
        if len(G.weights) and not G.weights.min() > 0:
            raise NotImplementedError("an edge weighs nothing")
        searched = G.weighted
    numbers = None
    if k is not None and k != len(G):
        state = seed.getstate() if hasattr(seed, "getstate") else None
        numbers = [G.index[node] for node in seed.sample(list(G.nodes), k)]
    try:
        # All paths, those back as well.
        scores = galois_cps.betweenness(searched, numbers, weighted=weight is not None, endpoints=endpoints,
                                        undirected=False).scores
    except (ValueError, OverflowError) as error:
        if numbers is not None and state is not None:
            seed.setstate(state)  # networkx draws the same nodes then
        raise NotImplementedError(str(error)) from error
    _scale(scores, numbers, normalized, endpoints, G.is_directed())
    return dict(zip(G.nodes, scores.tolist()))


def _scale(scores: np.ndarray, numbers: list[int] | None, normalized: bool, endpoints: bool, directed: bool) -> None:
    """Divides sums over sources as networkx does.

    :param numbers: the sample of sources; None if every node is one"""
    ends = len(scores) if endpoints else len(scores) - 1  # of paths through a node
    if ends < 2:
        return
    sources = ends if numbers is None else len(numbers)

    def factor(count: int) -> float:
        if count < 1:
            return math.nan
        return 1 / (count * (ends - 1)) if normalized else ends / (count * (1 if directed else 2))

    if numbers is None or endpoints:
        scores *= factor(sources)
        return
    # A path that begins at a source does not count there.
    of_sources = scores[numbers] * factor(sources - 1)
    scores *= factor(sources)
    scores[numbers] = of_sources
