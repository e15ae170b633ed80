"""Components, core numbers, triangles and clustering coefficients of 40 graphs, against SciPy, networkx and
products of matrices."""

import numpy as np
import pytest
import scipy.sparse
from scipy.sparse import csgraph

import galois_cps

THREADS = (1, 2, 5)


def random_edges(rng, nodes, edges):
    return rng.integers(0, nodes, (edges, 2))


def two_ways(edges):
    return np.r_[edges, edges[:, ::-1]]


def roads(side):
    number = np.arange(side * side).reshape(side, side)
    return two_ways(np.r_[np.c_[number[:, :-1].ravel(), number[:, 1:].ravel()],
                          np.c_[number[:-1].ravel(), number[1:].ravel()]])


def skewed(rng, nodes, edges):
    """Few nodes have most of the edges."""
    return (nodes * rng.random((edges, 2)) ** 3).astype(int)


SHAPES = {
    "directed": lambda rng: (70, random_edges(rng, 70, 150)),
    "undirected": lambda rng: (70, two_ways(random_edges(rng, 70, 110))),
    "dense": lambda rng: (40, two_ways(random_edges(rng, 40, 400))),
    "skewed": lambda rng: (120, skewed(rng, 120, 500)),
    "roads": lambda rng: (100, roads(10)[rng.random(360) < 0.8]),
    "disconnected": lambda rng: (90, np.r_[random_edges(rng, 30, 50), 40 + two_ways(random_edges(rng, 20, 40))]),
    "loops and several edges": lambda rng: (30, np.repeat(two_ways(np.r_[random_edges(rng, 30, 50), [[3, 3], [7, 7]]]),
                                                          3, axis=0)),
    "no edges": lambda rng: (int(rng.integers(1, 20)), np.empty((0, 2), int)),
    "one node": lambda rng: (1, np.zeros((int(rng.integers(0, 3)), 2), int)),
    "a ring": lambda rng: (25, np.c_[np.arange(25), np.roll(np.arange(25), -1)][rng.permutation(25)[:rng.integers(24, 26)]]),
}


@pytest.fixture(params=[(shape, seed) for shape in SHAPES for seed in range(4)], ids=str)
def case(request):
    """A graph, and the matrix of which nodes have an edge to which."""
    shape, seed = request.param
    nodes, edges = SHAPES[shape](np.random.default_rng(seed))
    matrix = np.zeros((nodes, nodes), bool)
    matrix[edges[:, 0], edges[:, 1]] = True
    return galois_cps.Graph.from_edges(edges[:, 0], edges[:, 1], num_nodes=nodes), matrix


def lowest_of(numbers):
    """The lowest node of each node's component, of components that have numbers."""
    first = np.full(numbers.max() + 1, len(numbers))
    np.minimum.at(first, numbers, np.arange(len(numbers)))
    return first[numbers]


def check_components(parts, matrix, connection):
    count, numbers = csgraph.connected_components(scipy.sparse.csr_array(matrix), connection=connection)
    lowest = lowest_of(numbers)
    assert parts.labels.dtype == np.uint32
    np.testing.assert_array_equal(parts.labels, lowest)
    assert parts.num_components == count and parts.run.verified is True
    np.testing.assert_array_equal(np.unique(lowest)[parts.numbers], lowest)
    np.testing.assert_array_equal(parts.sizes, np.bincount(parts.numbers))
    assert [group.tolist() for group in parts.groups()] == [
        np.flatnonzero(lowest == label).tolist() for label in np.unique(lowest)]
    assert parts.run.to_dict()["answer"] == {
        "checksum": int(lowest.sum()), "summary": {"components": count, "largest": int(np.bincount(numbers).max())}}


@pytest.mark.parametrize("threads", THREADS)
def test_components(case, threads):
    graph, matrix = case
    for algorithm in ("auto", "sampling", "union-find"):
        parts = galois_cps.connected_components(graph, algorithm=algorithm, threads=threads, verify=True)
        check_components(parts, matrix, "weak")
    if (matrix == matrix.T).all():
        check_components(galois_cps.connected_components(graph, symmetric=True, threads=threads, verify=True), matrix, "weak")
    strong = galois_cps.strongly_connected_components(graph, threads=threads, verify=True)
    check_components(strong, matrix, "strong")
    places = np.full(len(matrix), -1)
    places[strong.order] = np.arange(strong.num_components)
    source, target = np.nonzero(matrix)
    assert (places[strong.labels[source]] >= places[strong.labels[target]]).all() and (places[strong.labels] >= 0).all()
    np.testing.assert_array_equal(parts.order, np.unique(parts.labels))


def test_that_edges_are_symmetric_is_checked():
    """The last node has one edge, which leads there from a node whose first edges join it to most nodes."""
    nodes = 3000
    edges = two_ways(random_edges(np.random.default_rng(1), nodes - 1, 6 * nodes))
    graph = galois_cps.Graph.from_edges(np.r_[edges[:, 0], [5]], np.r_[edges[:, 1], [nodes - 1]])
    assert galois_cps.connected_components(graph, verify=True).num_components == 1
    with pytest.raises(ValueError, match="^symmetric=True: not every edge has its reverse, and [^\n]*; leave it out$"):
        galois_cps.connected_components(graph, symmetric=True, threads=1, verify=True)


def cores_of(matrix):
    """By the definition: k from 1 on, and nodes with fewer than k neighbours leave until none is left."""
    neighbours = (matrix | matrix.T) & ~np.eye(len(matrix), dtype=bool)
    cores = np.zeros(len(matrix), int)
    inside = np.ones(len(matrix), bool)
    k = 0
    while inside.any():
        leaving = inside & ((neighbours & inside).sum(axis=1) <= k)
        cores[leaving] = k
        inside &= ~leaving
        k += not leaving.any()
    return cores


@pytest.mark.parametrize("threads", THREADS)
def test_core_numbers(case, threads):
    graph, matrix = case
    expected = cores_of(matrix)
    for algorithm in ("auto", "worklist", "rounds", "peeling"):
        found = galois_cps.core_numbers(graph, algorithm=algorithm, threads=threads, verify=True)
        assert found.cores.dtype == np.uint32 and found.run.verified is True
        np.testing.assert_array_equal(found.cores, expected)
    assert found.greatest == expected.max()
    for k in (0, 1, found.greatest, found.greatest + 1):
        np.testing.assert_array_equal(found.nodes_of(k), np.flatnonzero(expected >= k))
    np.testing.assert_array_equal(found.nodes_of(), found.nodes_of(found.greatest))


def test_core_numbers_under_every_scheduler(case):
    graph, matrix = case
    expected = cores_of(matrix)
    for number, name in enumerate(galois_cps.schedulers()):
        found = galois_cps.core_numbers(graph, scheduler=name, threads=THREADS[number % 3], verify=True)
        assert found.run.scheduler == name and found.run.algorithm == "worklist"
        np.testing.assert_array_equal(found.cores, expected)


@pytest.mark.parametrize("threads", THREADS)
def test_triangles(case, threads):
    graph, matrix = case
    arcs = (matrix & ~np.eye(len(matrix), dtype=bool)).astype(int)
    near = np.maximum(arcs, arcs.T)
    expected = np.diagonal(near @ near @ near) // 2
    degrees = near.sum(axis=1)
    pairs = np.maximum(degrees * (degrees - 1), 1)
    coefficients = np.diagonal(near @ arcs @ near) / pairs  # arcs between neighbours, in both directions
    for algorithm in ("auto", "marks", "merge"):
        found = galois_cps.clustering(graph, algorithm=algorithm, threads=threads, verify=True)
        assert (found.triangles.dtype, found.coefficients.dtype) == (np.uint64, np.float64)
        np.testing.assert_array_equal(found.triangles, expected)
        np.testing.assert_allclose(found.coefficients, coefficients, rtol=1e-12)
        plain = galois_cps.triangles(graph, algorithm=algorithm, threads=threads, verify=True)
        np.testing.assert_array_equal(plain.triangles, expected)
        assert plain.total == found.total == expected.sum() // 3
    assert found.mean == pytest.approx(coefficients.mean())
    summary = found.run.to_dict()["answer"]["summary"]
    assert summary == {"triangles": found.total, "mean_clustering": pytest.approx(coefficients.mean())}
    assert found.run.to_dict()["params"]["clustering"] is True


def test_undirected_graphs_are_those_of_networkx(case):
    nx = pytest.importorskip("networkx")
    graph, matrix = case
    simple = nx.from_numpy_array((matrix | matrix.T) & ~np.eye(len(matrix), dtype=bool))
    assert simple.number_of_nodes() == graph.num_nodes
    assert dict(enumerate(galois_cps.core_numbers(simple).cores.tolist())) == nx.core_number(simple)
    assert dict(enumerate(galois_cps.triangles(simple).triangles.tolist())) == nx.triangles(simple)
    assert dict(enumerate(galois_cps.clustering(simple).coefficients.tolist())) == nx.clustering(simple)
    assert [set(group.tolist()) for group in galois_cps.connected_components(simple).groups()] == list(
        nx.connected_components(simple))


def test_answers_describe_themselves():
    graph = galois_cps.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 2])
    for answer, text in ((galois_cps.connected_components(graph), "<Components: 1 of 4 nodes>"),
                         (galois_cps.strongly_connected_components(graph), "<Components: 2 of 4 nodes>"),
                         (galois_cps.core_numbers(graph), "<CoreNumbers: up to 2, 4 nodes>"),
                         (galois_cps.triangles(graph), "<Triangles: 1 triangles, 4 nodes>"),
                         (galois_cps.clustering(graph), "<Clustering: 1 triangles, 4 nodes>")):
        assert repr(answer) == text
