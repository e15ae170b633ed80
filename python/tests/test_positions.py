"""Positions of the edges of paths, in whatever a graph was made of."""

import pickle

import numpy as np
import pytest

import galois_cps
from galois_cps import Graph


def random_edges(rng, nodes=12, edges=40):
    """Ends and weights with loops, parallel edges and weights of 0."""
    return rng.integers(0, nodes, edges), rng.integers(0, nodes, edges), rng.integers(0, 5, edges)


def assert_path(path, edges, positions, weights, directed, length):
    """`edges` are pairs of ends."""
    assert sum(weights[position] for position in positions) == length
    assert len(positions) == max(len(path) - 1, 0)
    for begin, end, position in zip(path, path[1:], positions):
        pair = tuple(edges[position][:2])
        assert pair == (begin, end) or (not directed and pair == (end, begin))


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("dtype", [np.int64, np.uint32])
@pytest.mark.parametrize("seed", range(6))
def test_edges_of_lists_have_the_positions_of_their_rows(directed, dtype, seed):
    source, target, weight = random_edges(np.random.default_rng(seed))
    graph = Graph.from_edges(source.astype(dtype), target.astype(dtype), weight, num_nodes=12, directed=directed)
    edges = list(zip(source.tolist(), target.tolist()))
    for known in (graph, pickle.loads(pickle.dumps(graph))):
        paths = galois_cps.sssp(known, 0)
        for node in range(12):
            length = paths.distances[node] if paths.reached[node] else 0
            assert_path(paths.path_to(node).tolist(), edges, paths.path_edges(node).tolist(), weight, directed, length)
    levels = galois_cps.bfs(graph, 0)
    for node in range(12):
        length = levels.distances[node] if levels.reached[node] else 0
        assert_path(levels.path_to(node).tolist(), edges, levels.path_edges(node).tolist(), np.ones(40), directed, length)


def test_of_parallel_edges_it_is_the_lightest_and_then_the_first():
    graph = Graph.from_edges([0, 1, 0, 0, 0], [1, 2, 1, 1, 1], [7, 1, 4, 3, 3])
    assert galois_cps.sssp(graph, 0).path_edges(2).tolist() == [3, 1]
    assert galois_cps.bfs(graph, 0).path_edges(2).tolist() == [0, 1]
    assert galois_cps.astar(graph, 0, 2).edges.tolist() == [3, 1]


def test_rows_of_a_table():
    table = {"from": ["Ulm", "Bonn", "Linz"], "to": ["Bonn", "Linz", "Ulm"], "km": [420, 700, 390]}
    graph = Graph.from_table(table, "from", "to", "km", directed=False)
    paths = galois_cps.sssp(graph, graph.node("Linz"))
    assert paths.path_edges(graph.node("Bonn")).tolist() == [1]
    assert paths.path_edges(graph.node("Ulm")).tolist() == [2]
    assert paths.path_edges(graph.node("Linz")).tolist() == []


def test_elements_of_rows_and_matrices(tmp_path):
    rows = [0, 2, 4, 4], [2, 1, 2, 0], [9, 1, 3, 8]
    wanted = [1, 2]
    assert galois_cps.sssp(rows, 0).path_edges(2).tolist() == wanted
    graph = Graph.from_csr(*rows)
    assert galois_cps.astar(graph, 0, 2).edges.tolist() == wanted
    records = np.array(list(zip(*rows[1:])), np.dtype([("dst", "u4"), ("weight", "u4")]))
    assert galois_cps.sssp(Graph.from_csr(rows[0], records), 0).path_edges(2).tolist() == wanted
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.coo_array(([3, 1, 9], ([1, 0, 0], [2, 1, 2])), shape=(3, 3))
    positions = galois_cps.sssp(matrix, 0).path_edges(2)
    assert matrix.tocsr().data[positions].tolist() == [1, 3]
    (tmp_path / "edges.wel").write_text("1 2 3\n0 2 9\n0 1 1\n", encoding="utf-8")
    read = Graph.read(tmp_path / "edges.wel")
    assert read.to_csr()[2][galois_cps.sssp(read, 0).path_edges(2)].tolist() == [1, 3]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_edges_of_networkx_have_their_keys(kind, seed):
    networkx = pytest.importorskip("networkx")
    theirs = getattr(networkx, kind)()
    for one, other, weight in zip(*(array.tolist() for array in random_edges(np.random.default_rng(seed)))):
        theirs.add_edge(f"n{one}", f"n{other}", weight=weight)
    graph = Graph.from_networkx(theirs)
    edges = list(theirs.edges)
    weights = [theirs.edges[edge]["weight"] for edge in edges]
    paths = galois_cps.sssp(graph, 0)
    for node in range(len(theirs)):
        path = [graph.names[each] for each in paths.path_to(node).tolist()]
        length = paths.distances[node] if paths.reached[node] else 0
        assert_path(path, edges, paths.path_edges(node).tolist(), weights, theirs.is_directed(), length)


def test_what_has_no_positions():
    source = np.array([0, 1], np.uint32)
    paths = galois_cps.sssp(Graph.from_edges(source, [1, 2], [3, 4], num_nodes=4), 0)
    assert paths.path_edges(3).tolist() == [] and paths.path_edges(3).dtype == np.int64
    with pytest.raises(IndexError):
        paths.path_edges(4)
    source[:] = 3  # the graph refers to the array
    with pytest.raises(ValueError, match="have been changed"):
        paths.path_edges(2)
