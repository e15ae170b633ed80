"""Greedy sets of nodes and of edges, which do not depend on threads."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _calls, _core
from ._algorithms import finish
from ._calls import Progress
from ._graph import Graph, GraphLike, as_graph
from ._run import Answer, Run
from .runs.node_values import NodeValues

_NONE = np.iinfo(np.uint32).max


class IndependentSet:
    """The answer of `maximal_independent_set`.

    Attributes
    ----------
    members : numpy.ndarray, (num_nodes,) bool
        Whether each node is in the set.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, members: NDArray[np.bool_]) -> None:
        self.graph = graph
        self.members = members
        self.run: Run

    @property
    def nodes(self) -> NDArray[np.int64]:
        """The nodes of the set, ascending."""
        return np.flatnonzero(self.members)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.members))

    def __repr__(self) -> str:
        return f"<IndependentSet: {len(self)} of {len(self.members)} nodes>"

    def _answer(self) -> Answer:
        return int((self.nodes + 1).sum()), {"members": len(self)}

    def _values(self) -> NodeValues:
        return NodeValues(self.members.view(np.uint8), self.graph.names)


class Matching:
    """The answer of `maximal_matching`.

    Attributes
    ----------
    partners : numpy.ndarray, (num_nodes,) int64
        The partner of each node, -1 for none.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, partners: NDArray[np.int64], by_weight: bool) -> None:
        self.graph = graph
        self.partners = partners
        self.run: Run
        self._by_weight = by_weight

    @property
    def edges(self) -> NDArray[np.int64]:
        """The pairs, (num_pairs, 2), the lower node first, and sorted."""
        nodes = np.arange(len(self.partners))
        lower = nodes[self.partners > nodes]
        return np.stack([lower, self.partners[lower]], axis=1)

    @property
    def weight(self) -> float:
        """The sum of the weights of the pairs. Of parallel edges the lightest counts; without weights each weighs 1."""
        indptr, targets, data = self.graph.to_csr()
        if data is None:
            return len(self)
        sources = np.repeat(np.arange(len(self.partners)), np.diff(indptr))
        taken = self.partners[sources] == targets
        lower = np.minimum(sources[taken], targets[taken])
        order = np.lexsort((data[taken], lower))
        first = np.unique(lower[order], return_index=True)[1]
        return data[taken][order][first].sum().item()

    def __len__(self) -> int:
        return int(np.count_nonzero(self.partners >= 0)) // 2

    def __repr__(self) -> str:
        return f"<Matching: {len(self)} pairs of {len(self.partners)} nodes>"

    def _answer(self) -> Answer:
        pairs = self.edges.astype(np.uint64)
        summary = {"edges": len(self), **({"weight": self.weight} if self._by_weight else {})}
        return int((pairs[:, 0] << np.uint64(32) | pairs[:, 1]).sum(dtype=np.uint64)), summary

    def _values(self) -> NodeValues:
        return NodeValues(np.where(self.partners < 0, np.inf, self.partners), self.graph.names)


def maximal_independent_set(graph: GraphLike, *, order: str = "random", order_seed: int = 1,
                            algorithm: str = "auto", threads: int | None = None, timeout: float | None = None,
                            progress: Progress = None, verify: bool = False) -> IndependentSet:
    """Finds a set of nodes of which no two are neighbours, and to which no node can be added.

    It is the one of the greedy algorithm, which looks at the nodes in an order and takes each that has no
    neighbour in the set so far, on any number of threads.

    Parameters
    ----------
    graph : Graph or what its makers take
        The direction of edges does not matter, and loops and parallel edges are ignored.
    order : {'random', 'id'}
        The order of the nodes: a random permutation, or by their numbers.
    order_seed : int
        Selects the permutation.
    algorithm : {'auto', 'rounds', 'greedy'}
        The answer is the same. 'auto' is 'greedy', the greedy algorithm itself, with up to four threads, else
        'rounds'.
    threads, timeout, progress, verify
        As for `sssp`.

    Returns
    -------
    IndependentSet

    Raises
    ------
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> path = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3])
    >>> galois_cps.maximal_independent_set(path, order="id").nodes.tolist()
    [0, 2]
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=False)
    which = _arrays.text(order, "order"), _arrays.whole_number(order_seed, "order_seed")
    with _calls.options(what="mis", threads=threads, timeout=timeout, progress=progress, begin=begin) as options:
        members, execution = _core.mis(known._core, _arrays.text(algorithm, "algorithm"), *which, options)
        verdict = _core.verify_mis(known._core, members, *which, options) if verify else None
    return finish("mis", IndependentSet(known, members.view(np.bool_)), execution, begin, _params(*which), verdict)


def maximal_matching(graph: GraphLike, *, order: str = "random", order_seed: int = 1, algorithm: str = "auto",
                     threads: int | None = None, timeout: float | None = None, progress: Progress = None,
                     verify: bool = False) -> Matching:
    """Finds a set of edges of which no two share a node, and to which no edge can be added.

    It is the one of the greedy algorithm, which looks at the edges in an order and takes each whose ends are
    free, on any number of threads.

    Parameters
    ----------
    graph : Graph or what its makers take
        The direction of edges does not matter, loops are ignored, and of parallel edges the lightest counts.
    order : {'random', 'id', 'weight'}
        The order of the edges: a random one, by their lower ends and then their higher ends, or the heaviest
        first. That gives at least half of the greatest total weight of a matching.
    order_seed : int
        Selects the random order.
    algorithm : {'auto', 'proposals', 'greedy'}
        The answer is the same. 'auto' is 'proposals', on all threads, or with `order='id'` and one or two threads
        'greedy', the greedy algorithm itself, on one thread.
    threads, timeout, progress, verify
        As for `sssp`.

    Returns
    -------
    Matching

    Raises
    ------
    TypeError
        If the order is 'weight', and weights are not integers below 2**32.
    TimeoutError, KeyboardInterrupt
        If the call was ended.

    Examples
    --------
    >>> import galois_cps
    >>> path = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3], [3, 5, 3])
    >>> galois_cps.maximal_matching(path, order="weight").edges.tolist()
    [[1, 2]]
    >>> galois_cps.maximal_matching(path, order="id").edges.tolist()
    [[0, 1], [2, 3]]
    """
    begin = time.perf_counter()
    which = _arrays.text(order, "order"), _arrays.whole_number(order_seed, "order_seed")
    by_weight = order == "weight"
    known = as_graph(graph, weighted=by_weight)
    if by_weight:
        known = known._narrowed()
        if known.weight_type not in (None, "uint32"):
            raise TypeError(f"order='weight' needs integers below 2**32 for weights, and these are {known.weight_type}")
    with _calls.options(what="matching", threads=threads, timeout=timeout, progress=progress, begin=begin) as options:
        found, execution = _core.greedy_matching(known._core, _arrays.text(algorithm, "algorithm"), *which, options)
        verdict = _core.verify_greedy_matching(known._core, found, *which, options) if verify else None
    partners = np.where(found == _NONE, -1, found.astype(np.int64))
    return finish("greedymatching", Matching(known, partners, by_weight), execution, begin, _params(*which), verdict)


def _params(order: str, order_seed: int) -> dict[str, object]:
    return {"order": order, "order-seed": order_seed} if order == "random" else {"order": order}
