"""Random graphs: answers for every dtype, scheduler and algorithm against those of SciPy."""

import numpy as np
import pytest
import scipy.sparse
from conftest import LONG, random_csr
from scipy.sparse import csgraph

import galois_cps

DTYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"]
GRAPHS = 300 if LONG else 60


def graph_of(number):
    """Graph number `number`: its arrays, and what varies with it."""
    rng = np.random.default_rng(number)
    nodes = int(rng.integers(1, 120))
    edges = int(rng.integers(0, 6 * nodes))
    dtype = DTYPES[number % len(DTYPES)]
    return rng, random_csr(rng, nodes, edges, dtype)


def least_of_parallel(indptr, indices, data):
    """The matrix that SciPy takes: the lightest of parallel edges, and all weights above 0, because a
    dense zero is no edge there."""
    nodes = len(indptr) - 1
    least = {}
    rows = np.repeat(np.arange(nodes), np.diff(indptr))
    for u, v, w in zip(rows.tolist(), indices.tolist(), data.tolist()):
        least[u, v] = min(w, least.get((u, v), w))
    ends = np.array(list(least), int).reshape(-1, 2)
    return scipy.sparse.csr_array((np.array(list(least.values()), float), (ends[:, 0], ends[:, 1])),
                                  shape=(nodes, nodes))


def as_floats(distances):
    """Distances with inf for what is not reached, as SciPy has them."""
    if distances.dtype.kind == "f":
        return distances
    return np.where(distances == np.iinfo(distances.dtype).max, np.inf, distances.astype(float))


@pytest.mark.parametrize("number", range(GRAPHS))
def test_shortest_paths(number):
    rng, (indptr, indices, data) = graph_of(number)
    nodes = len(indptr) - 1
    source = int(rng.integers(nodes))
    matrix = least_of_parallel(indptr, indices, data)
    expected = csgraph.dijkstra(matrix, indices=source)
    graph = galois_cps.Graph.from_csr(indptr, indices, data)
    scheduler = galois_cps.schedulers()[number % len(galois_cps.schedulers())]
    for algorithm in ("auto", "worklist", "delta-stepping", "dijkstra", "radix-heap", "buckets"):
        paths = galois_cps.sssp(graph, source, algorithm=algorithm, threads=1 + number % 3, verify=True,
                                scheduler=scheduler if algorithm == "worklist" else "auto")
        np.testing.assert_allclose(as_floats(paths.distances), expected, rtol=1e-9)
        assert paths.run.verified is True
        assert paths.to_dict() == pytest.approx({node: each for node, each in enumerate(expected) if np.isfinite(each)})
        assert {type(each) for each in paths.to_dict().values()} <= {int, float}
    check_paths(paths, source, matrix)


def check_paths(paths, source, matrix):
    """The path to every node has the length of its distance."""
    predecessors = paths.predecessors()
    assert predecessors.dtype == np.int32
    assert ((predecessors >= 0) == paths.reached).all()
    assert predecessors[source] == source
    for node in range(len(predecessors)):
        path = paths.path_to(node)
        if not paths.reached[node]:
            assert path.size == 0
            continue
        assert path[0] == source and path[-1] == node
        length = sum(matrix[[u], [v]][0] for u, v in zip(path[:-1], path[1:]))
        assert np.isclose(float(length), float(paths.distances[node]), rtol=1e-9)


@pytest.mark.parametrize(("given", "own", "wider"), [
    ("int32", "uint32", ["uint32", "uint64", "float64"]), ("int64", "uint64", ["uint64"]),
    ("float32", "float64", ["float64"]), ("bool", "uint32", ["uint64"])])
def test_the_dtype_of_distances(given, own, wider, rng):
    indptr, indices, data = random_csr(rng, 50, 300, "int32")
    graph = galois_cps.Graph.from_csr(indptr, indices, data.astype(given))
    plain = galois_cps.sssp(graph, 0)
    assert plain.distances.dtype == own
    for dtype in wider:
        paths = galois_cps.sssp(graph, 0, dtype=dtype, verify=True)
        assert paths.distances.dtype == dtype
        np.testing.assert_array_equal(as_floats(paths.distances), as_floats(plain.distances))
        np.testing.assert_array_equal(paths.predecessors(), plain.predecessors())
    with pytest.raises(ValueError, match="distances can have the dtype"):
        galois_cps.sssp(graph, 0, dtype="float32")


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_levels(number):
    rng, (indptr, indices, data) = graph_of(number)
    nodes = len(indptr) - 1
    source = int(rng.integers(nodes))
    matrix = scipy.sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=(nodes, nodes))
    expected = csgraph.dijkstra(matrix, indices=source, unweighted=True)
    for algorithm in ("auto", "levels", "worklist", "sequential"):
        paths = galois_cps.bfs((indptr, indices, data), source, algorithm=algorithm, verify=True)
        np.testing.assert_array_equal(as_floats(paths.distances), expected)
    # Without weights, every edge has 1.
    np.testing.assert_array_equal(galois_cps.sssp((indptr, indices), source).distances, paths.distances)


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_several_sources(number):
    rng, arrays = graph_of(number)
    nodes = len(arrays[0]) - 1
    sources = rng.integers(0, nodes, 3)
    expected = csgraph.dijkstra(least_of_parallel(*arrays), indices=sources, min_only=True)
    with pytest.warns(FutureWarning):
        paths = galois_cps.sssp(arrays, sources, verify=True)
    np.testing.assert_allclose(as_floats(paths.distances), expected, rtol=1e-9)
    assert (paths.predecessors()[sources] == sources).all()


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_forests(number):
    _, (indptr, indices, data) = graph_of(number)
    data = np.maximum(data, np.ones(1, data.dtype))  # SciPy takes a weight of 0 for no edge
    matrix = least_of_parallel(indptr, indices, data)
    # The lightest edge counts, in whichever direction it leads.
    matrix = matrix.tocoo()
    both = scipy.sparse.coo_array(
        (np.r_[matrix.data, matrix.data], (np.r_[matrix.row, matrix.col], np.r_[matrix.col, matrix.row])),
        shape=matrix.shape)
    arrays = scipy.sparse.csr_array(both.shape, dtype=float).todok()
    for u, v, w in zip(both.row, both.col, both.data):
        if u != v:
            arrays[u, v] = min(w, arrays.get((u, v), np.inf) or np.inf)
    expected = csgraph.minimum_spanning_tree(arrays.tocsr())
    for algorithm in ("auto", "boruvka", "worklist", "kruskal", "filter-kruskal"):
        forest = galois_cps.mst((indptr, indices, data), algorithm=algorithm, verify=True)
        assert np.isclose(float(forest.weight), expected.sum())
        assert len(forest.edges) == expected.nnz
        assert np.isclose(float(forest.weights.sum()), float(forest.weight))


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_colors(number):
    _, (indptr, indices, _) = graph_of(number)
    nodes = len(indptr) - 1
    rows = np.repeat(np.arange(nodes), np.diff(indptr))
    for algorithm in ("worklist", "dsatur", "greedy", "parallel-greedy"):
        coloring = galois_cps.color((indptr, indices), algorithm=algorithm, verify=True)
        proper = coloring.colors[rows] != coloring.colors[indices]
        assert (proper | (rows == indices)).all()
        assert coloring.num_colors == len(np.unique(coloring.colors))


def ranks_of(indptr, indices, weights, restart):
    """The ranks of a surfer who follows edges in proportion to their weights, by solving the equations."""
    nodes = len(indptr) - 1
    rows = np.repeat(np.arange(nodes), np.diff(indptr))
    sums = np.bincount(rows, weights, nodes)
    kept = weights > 0
    steps = np.zeros((nodes, nodes))
    np.add.at(steps, (rows[kept], indices[kept]), weights[kept] / sums[rows[kept]])
    steps[sums == 0] = restart
    return np.linalg.solve(np.eye(nodes) - 0.85 * steps.T, 0.15 * restart)


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_ranks(number):
    rng, (indptr, indices, _) = graph_of(number)
    restart = rng.random(len(indptr) - 1)
    restart /= restart.sum()
    expected = ranks_of(indptr, indices, np.ones(len(indices)), restart)
    for algorithm in ("auto", "hybrid", "worklist", "power"):
        ranks = galois_cps.pagerank((indptr, indices), tolerance=1e-8, personalize=restart,
                                    algorithm=algorithm, verify=True)
        np.testing.assert_allclose(ranks.ranks, expected, atol=1e-7)


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_weighted_ranks(number):
    rng, (indptr, indices, _) = graph_of(number)
    nodes = len(indptr) - 1
    weights = rng.random(len(indices)) * 10.0 ** rng.integers(-9, 9, len(indices))
    weights[rng.random(len(indices)) < 0.2] = 0
    weights[indptr[nodes // 2]:indptr[nodes // 2 + 1]] = 0
    expected = ranks_of(indptr, indices, weights, np.full(nodes, 1 / nodes))
    plain = galois_cps.pagerank((indptr, indices), tolerance=1e-8).ranks
    for algorithm in ("auto", "hybrid", "worklist", "power"):
        for graph, weight in (((indptr, indices, weights), True), ((indptr, indices), weights)):
            ranks = galois_cps.pagerank(graph, tolerance=1e-8, weight=weight, algorithm=algorithm, verify=True)
            np.testing.assert_allclose(ranks.ranks, expected, atol=1e-7)
            assert ranks.run.to_dict()["params"]["weighted"] is True
    np.testing.assert_array_equal(galois_cps.pagerank((indptr, indices, weights), tolerance=1e-8, threads=1).ranks,
                                  galois_cps.pagerank((indptr, indices), tolerance=1e-8, threads=1).ranks)
    if weights.any():
        assert not np.allclose(plain, expected, atol=1e-7)


def test_weights_of_ranks(tmp_path):
    """The file of the tracker, and what no weight can be."""
    right = [0.3748, 0.1991, 0.3466, 0.0796]
    path = tmp_path / "f30.el"
    path.write_text("0 1 3\n1 0 3\n1 2 1\n2 1 1\n2 0 5\n0 2 5\n2 3 1\n3 2 1\n")
    graph = galois_cps.Graph.read(path)
    for weight in (True, graph.to_csr()[2]):
        ranks = galois_cps.pagerank(graph, tolerance=1e-8, weight=weight, verify=True).ranks
        np.testing.assert_allclose(ranks, right, atol=1e-4)
    alike = galois_cps.pagerank(graph, tolerance=1e-8).ranks
    np.testing.assert_allclose(alike, [0.2459, 0.2459, 0.3667, 0.1414], atol=1e-4)
    no_weights = galois_cps.Graph.read(path, weights=False)
    np.testing.assert_array_equal(galois_cps.pagerank(no_weights, tolerance=1e-8, weight=True, threads=1).ranks,
                                  galois_cps.pagerank(graph, tolerance=1e-8, threads=1).ranks)
    for weight in (-1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="from node 0 to node 1"):
            galois_cps.pagerank(galois_cps.Graph.from_edges([0, 1], [1, 0], [weight, 1.0]), weight=True)
    with pytest.raises(ValueError, match="8 edges"):
        galois_cps.pagerank(graph, weight=[1.0, 2.0])
    for unnamed in (graph, graph.to_csr(), path):  # whose weights have no name that could be meant
        for weight in ("weight", "km"):
            with pytest.raises(TypeError, match=f"weight='{weight}' names an attribute .* give weight=True"):
                galois_cps.pagerank(unnamed, weight=weight)


@pytest.mark.parametrize("number", range(0, GRAPHS, 3))
def test_routes(number):
    rng, (indptr, indices, data) = graph_of(number)
    data = data.astype(np.uint32)
    nodes = len(indptr) - 1
    source, target = rng.integers(0, nodes, 2)
    expected = csgraph.dijkstra(least_of_parallel(indptr, indices, data), indices=source)[target]
    coordinates = rng.integers(-1000, 1000, (nodes, 2))
    for metric in ("none", "euclidean", "octile"):
        for algorithm in ("worklist", "sequential", "dijkstra", "bidirectional"):
            if algorithm == "dijkstra" and metric != "none":
                continue
            search = galois_cps.Astar((indptr, indices, data), coordinates, metric=metric,
                                      algorithm=algorithm)
            route = search.query(source, target, verify=True)
            assert (np.inf if route.distance is None else route.distance) == expected
            if route.distance is not None:
                assert (route.path[0], route.path[-1]) == (source, target)
