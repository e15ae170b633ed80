"""Greedy independent sets and matchings of 40 graphs, against the greedy algorithm in Python."""

import numpy as np
import pytest
from test_structure import SHAPES, THREADS

import galois_cps

ORDERS = ("id", "random")


@pytest.fixture(params=[(shape, seed) for shape in SHAPES for seed in range(4)], ids=str)
def case(request):
    """A graph with weights, and its edges (lower end, higher end): weight of the lightest."""
    shape, seed = request.param
    rng = np.random.default_rng(seed)
    nodes, ends = SHAPES[shape](rng)
    weights = rng.integers(0, 9, len(ends))
    graph = galois_cps.Graph.from_edges(ends[:, 0], ends[:, 1], weights, num_nodes=nodes)
    lightest = {}
    for (u, v), weight in zip(np.sort(ends, axis=1).tolist(), weights.tolist()):
        if u != v:
            lightest[u, v] = min(weight, lightest.get((u, v), weight))
    return graph, lightest


def neighbours_of(graph, edges):
    found = [set() for _ in range(graph.num_nodes)]
    for u, v in edges:
        found[u].add(v)
        found[v].add(u)
    return found


@pytest.mark.parametrize("threads", THREADS)
def test_independent_sets(case, threads):
    graph, edges = case
    neighbours = neighbours_of(graph, edges)
    greedy = []
    for node in range(graph.num_nodes):
        if neighbours[node].isdisjoint(greedy):
            greedy.append(node)
    for algorithm in ("auto", "rounds", "greedy"):
        found = galois_cps.maximal_independent_set(graph, order="id", algorithm=algorithm, threads=threads, verify=True)
        assert found.nodes.tolist() == greedy and found.members.dtype == bool and len(found) == len(greedy)
        assert found.run.verified is True
    assert found.run.to_dict()["answer"] == {"checksum": sum(node + 1 for node in greedy), "summary": {"members": len(greedy)}}
    for seed in (1, 2):
        alone = galois_cps.maximal_independent_set(graph, order_seed=seed, algorithm="greedy", threads=1, verify=True)
        for algorithm in ("auto", "rounds"):
            found = galois_cps.maximal_independent_set(graph, order_seed=seed, algorithm=algorithm, threads=threads, verify=True)
            np.testing.assert_array_equal(found.members, alone.members)
        inside = set(alone.nodes.tolist())
        assert all((node in inside) == neighbours[node].isdisjoint(inside) for node in range(graph.num_nodes))


def greedily(edges):
    used, taken = set(), []
    for edge in edges:
        if used.isdisjoint(edge):
            used.update(edge)
            taken.append(edge)
    return sorted(taken)


@pytest.mark.parametrize("threads", THREADS)
def test_matchings(case, threads):
    graph, edges = case
    for order, sequence in (("id", sorted(edges)), ("weight", sorted(edges, key=lambda edge: (-edges[edge], edge)))):
        greedy = greedily(sequence)
        for algorithm in ("auto", "proposals", "greedy"):
            found = galois_cps.maximal_matching(graph, order=order, algorithm=algorithm, threads=threads, verify=True)
            assert list(map(tuple, found.edges.tolist())) == greedy and len(found) == len(greedy)
            assert found.weight == sum(edges[edge] for edge in greedy) and found.run.verified is True
    assert found.run.to_dict()["answer"] == {
        "checksum": sum(u << 32 | v for u, v in greedy), "summary": {"edges": len(greedy), "weight": found.weight}}
    for seed in (1, 2):
        alone = galois_cps.maximal_matching(graph, order_seed=seed, algorithm="greedy", threads=1, verify=True)
        found = galois_cps.maximal_matching(graph, order_seed=seed, threads=threads, verify=True)
        np.testing.assert_array_equal(found.partners, alone.partners)
        pairs = list(map(tuple, found.edges.tolist()))
        used = {node for pair in pairs for node in pair}
        assert len(used) == 2 * len(pairs) and set(pairs) <= set(edges)
        assert not [edge for edge in edges if used.isdisjoint(edge)]
        assert all(found.partners[u] == v and found.partners[v] == u for u, v in pairs)
        assert np.count_nonzero(found.partners == -1) == graph.num_nodes - len(used)


def test_orders_have_seeds(small):
    for function, values in ((galois_cps.maximal_independent_set, "members"), (galois_cps.maximal_matching, "partners")):
        first, second, other = (getattr(function(small, order_seed=seed), values) for seed in (1, 1, 2))
        np.testing.assert_array_equal(first, second)
        assert (first != other).any()
        params = function(small, order_seed=2**63).run.to_dict()["params"]
        assert params["order"] == "random" and params["order-seed"] == 2**63
        assert "order-seed" not in function(small, order="id").run.to_dict()["params"]
        with pytest.raises(ValueError, match="^order=best: must be one of random, id"):
            function(small, order="best")
        with pytest.raises(TypeError, match="order must be"):
            function(small, order=3)
        with pytest.raises(ValueError, match="algorithm=worklist: must be one of auto, "):
            function(small, algorithm="worklist")
        for wrong, error in ((-1, ValueError), (0.5, TypeError)):
            with pytest.raises(error, match="order_seed"):
                function(small, order_seed=wrong)


def test_weights_of_matchings():
    wide = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3], np.array([3, 7, 3], np.int64))
    assert galois_cps.maximal_matching(wide, order="weight").edges.tolist() == [[1, 2]]
    plain = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3])
    found = galois_cps.maximal_matching(plain, order="weight", verify=True)
    assert found.edges.tolist() == [[0, 1], [2, 3]] and found.weight == 2
    for weights in ([0.5, 1.0, 1.0], np.array([2**32, 1, 1])):
        graph = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3], weights)
        with pytest.raises(TypeError, match=r"order='weight' needs integers below 2\*\*32"):
            galois_cps.maximal_matching(graph, order="weight")
        assert galois_cps.maximal_matching(graph, order="id").weight == weights[0] + weights[2]


def test_graphs_without_nodes_or_edges():
    for nodes in (0, 3):
        graph = galois_cps.Graph.from_edges([], [], num_nodes=nodes)
        chosen = galois_cps.maximal_independent_set(graph, verify=True)
        assert chosen.nodes.tolist() == list(range(nodes)) and repr(chosen) == f"<IndependentSet: {nodes} of {nodes} nodes>"
        pairs = galois_cps.maximal_matching(graph, verify=True)
        assert pairs.edges.shape == (0, 2) and pairs.weight == 0 and repr(pairs) == f"<Matching: 0 pairs of {nodes} nodes>"
        assert pairs.run.to_dict()["answer"] == {"checksum": 0, "summary": {"edges": 0}}
