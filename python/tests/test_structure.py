"""Components, core numbers, triangles, clustering coefficients, betweenness and communities of 40 graphs, against
SciPy, networkx, products of matrices and the definitions."""

import collections

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


def arcs_of(graph, weights=None):
    """A graph of networkx with the lightest of parallel edges."""
    nx = pytest.importorskip("networkx")
    indptr, targets, _ = graph.to_csr()
    made = nx.DiGraph()
    made.add_nodes_from(range(graph.num_nodes))
    sources = np.repeat(np.arange(graph.num_nodes), np.diff(indptr)).tolist()
    values = [1] * len(sources) if weights is None else weights.tolist()
    for source, target, weight in zip(sources, targets.tolist(), values):
        if not made.has_edge(source, target) or made.edges[source, target]["weight"] > weight:
            made.add_edge(source, target, weight=weight)
    return nx, made


@pytest.mark.parametrize("threads", THREADS)
def test_betweenness(case, threads):
    graph, matrix = case
    nx, arcs = arcs_of(graph)
    raw = np.array(list(nx.betweenness_centrality(arcs, normalized=False).values()))
    symmetric = bool((matrix == matrix.T).all())
    for algorithm in ("auto", "sources", "levels"):
        found = galois_cps.betweenness(graph, algorithm=algorithm, threads=threads, verify=True)
        assert found.scores.dtype == np.float64 and found.sources is None and found.run.verified is True
        np.testing.assert_allclose(found.scores, raw / 2 if symmetric else raw, rtol=1e-9, atol=1e-12)
        whole = galois_cps.betweenness(graph, algorithm=algorithm, threads=threads, undirected=False, endpoints=True)
        np.testing.assert_allclose(whole.scores, list(nx.betweenness_centrality(arcs, normalized=False, endpoints=True).values()),
                                   rtol=1e-9, atol=1e-12)
    scaled = galois_cps.betweenness(graph, normalized=True, threads=threads, verify=True)
    np.testing.assert_allclose(scaled.scores, list(nx.betweenness_centrality(arcs).values()), rtol=1e-9, atol=1e-12)
    summary = found.run.to_dict()["answer"]["summary"]
    assert summary == {"sum": pytest.approx(found.scores.sum()), "greatest": found.scores.max(),
                       "greatest_node": int(found.scores.argmax()), "sources": graph.num_nodes}


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("dtype", ["uint32", "uint64", "float64"])
def test_weighted_betweenness(case, threads, dtype):
    plain, _ = case
    rng = np.random.default_rng(plain.num_edges)
    weights = rng.integers(1, 9, plain.num_edges).astype(dtype)
    if dtype == "float64":
        weights /= 4
    indptr, targets, _ = plain.to_csr()
    graph = galois_cps.Graph.from_csr(indptr, targets, weights)
    nx, arcs = arcs_of(plain, weights)
    expected = nx.betweenness_centrality(arcs, normalized=False, weight="weight")
    found = galois_cps.betweenness(graph, weighted=True, undirected=False, threads=threads, verify=True)
    np.testing.assert_allclose(found.scores, list(expected.values()), rtol=1e-9, atol=1e-12)
    by_edges = galois_cps.betweenness(graph, undirected=False, threads=threads)
    np.testing.assert_allclose(by_edges.scores, galois_cps.betweenness(plain, undirected=False).scores, rtol=1e-9)
    assert found.run.to_dict()["params"]["weighted"] is True


def test_betweenness_of_some_sources(small):
    sources = [3, 77, 200]
    parts = [galois_cps.betweenness(small, source).scores for source in sources]
    found = galois_cps.betweenness(small, np.array(sources), verify=True)
    np.testing.assert_allclose(found.scores, sum(parts), rtol=1e-9, atol=1e-12)
    assert found.sources.tolist() == sources and found.run.to_dict()["params"]["sources"] == sources
    assert found.top(3).tolist() == np.argsort(-found.scores, kind="stable")[:3].tolist()
    for wrong, error in ((400, IndexError), ([], ValueError), ("a", TypeError)):
        with pytest.raises(error):
            galois_cps.betweenness(small, wrong)
    with pytest.raises(ValueError, match="weights"):
        galois_cps.betweenness(small, algorithm="levels", weighted=True)
    with pytest.raises(ValueError):
        galois_cps.betweenness(galois_cps.Graph.from_edges([0, 1], [1, 0], [0, 0]), weighted=True)


def communities_of(graph, rounds, labels):
    """By the definition."""
    indptr, targets, _ = graph.to_csr()
    sources = np.repeat(np.arange(graph.num_nodes), np.diff(indptr))
    symmetric = collections.Counter(zip(sources.tolist(), targets.tolist())) == collections.Counter(
        zip(targets.tolist(), sources.tolist()))
    pairs = list(zip(sources.tolist(), targets.tolist()))
    for _ in range(rounds):
        seen = [collections.Counter() for _ in labels]
        for source, target in pairs:
            seen[source][labels[target]] += 1
            if not symmetric:
                seen[target][labels[source]] += 1
        labels = [min(counts, key=lambda each: (-counts[each], each)) if counts else own
                  for counts, own in zip(seen, labels)]
    return labels


@pytest.mark.parametrize("threads", THREADS)
def test_communities(case, threads):
    graph, _ = case
    nodes = graph.num_nodes
    for rounds, initial in ((0, None), (1, None), (10, None), (4, np.arange(nodes)[::-1] // 3)):
        begin = list(range(nodes)) if initial is None else initial.tolist()
        found = galois_cps.label_propagation(graph, rounds, initial=initial, threads=threads, verify=True)
        expected = communities_of(graph, rounds, begin)
        assert found.labels.dtype == np.uint32 and found.labels.tolist() == expected
        assert found.num_communities == len(set(expected)) == len(found.groups())
        assert found.run.to_dict()["answer"] == {
            "checksum": sum(expected),
            "summary": {"communities": len(set(expected)), "largest": max(collections.Counter(expected).values())}}


@pytest.mark.parametrize(("initial", "error"), [
    ([1, 2], ValueError), ([-1, 0, 0], ValueError), ([2**32, 0, 0], ValueError), ([0.5, 1, 1], TypeError), (["a"] * 3, TypeError)])
def test_labels_are_checked(initial, error):
    graph = galois_cps.Graph.from_edges([0, 1], [1, 2])
    with pytest.raises(error, match="^initial [^\n]*$"):
        galois_cps.label_propagation(graph, initial=initial)
    assert galois_cps.label_propagation(graph, 0, initial=[2**32 - 1, 5, 5]).labels.tolist() == [2**32 - 1, 5, 5]


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
                         (galois_cps.clustering(graph), "<Clustering: 1 triangles, 4 nodes>"),
                         (galois_cps.betweenness(graph), "<Centrality of 4 nodes>"),
                         (galois_cps.label_propagation(graph), "<Communities: 1 of 4 nodes>")):
        assert repr(answer) == text
