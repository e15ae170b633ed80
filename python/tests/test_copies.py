"""Where arrays are copied and where they must not be: NumPy's rules, measured by addresses."""

import gc
import weakref

import numpy as np
import pytest
import scipy.sparse
from conftest import random_csr

import galois_cps
from galois_cps import _core


def addresses(monkeypatch):
    """The addresses of the arrays with which the library makes graphs from now on."""
    seen = []
    for name in ("borrow", "borrow_edges"):
        original = getattr(_core, name)

        def spy(*arguments, original=original):
            seen[:] = [each.__array_interface__["data"][0] for each in arguments[:2]]
            return original(*arguments)

        monkeypatch.setattr(_core, name, spy)
    return seen


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("offsets", ["int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize("targets", ["int32", "uint32"])
@pytest.mark.parametrize("copy", [None, False])
def test_rows_without_weights_are_borrowed(offsets, targets, copy, monkeypatch, rng):
    indptr, indices, _ = random_csr(rng, 30, 200, "int32")
    indptr, indices = indptr.astype(offsets), indices.astype(targets)
    seen = addresses(monkeypatch)
    graph = galois_cps.Graph.from_csr(indptr, indices, copy=copy)
    assert seen == [address(indptr), address(indices)]
    # It is the memory itself: what is written there is seen, which is why arrays must not change.
    before = galois_cps.bfs(graph, 0).distances.copy()
    indices[:] = indices[::-1].copy()
    again = galois_cps.bfs(galois_cps.Graph.from_csr(indptr, indices), 0)
    np.testing.assert_array_equal(galois_cps.bfs(graph, 0, algorithm="sequential").distances, again.distances)
    assert before.shape == again.distances.shape


@pytest.mark.parametrize("weights", ["uint32", "int32", "uint64", "int64", "float64"])
def test_records_are_borrowed(weights, monkeypatch, rng):
    indptr, indices, data = random_csr(rng, 30, 200, weights)
    edges = np.empty(200, np.dtype([("dst", np.uint32), ("weight", weights)], align=True))
    edges["dst"], edges["weight"] = indices, data
    seen = addresses(monkeypatch)
    graph = galois_cps.Graph.from_csr(indptr, edges, copy=False)
    assert seen == [address(indptr), address(edges)]
    packed = galois_cps.Graph.from_csr(indptr, indices, data)
    assert graph.weight_type == packed.weight_type
    np.testing.assert_array_equal(galois_cps.sssp(graph, 0).distances, galois_cps.sssp(packed, 0).distances)
    assert graph.input_id == packed.input_id


@pytest.mark.parametrize("fields", [[("weight", "u4"), ("dst", "u4")], [("dst", "i8"), ("weight", "u2")],
                                    [("weight", "f4"), ("dst", "u4")]], ids=str)
def test_records_are_read_by_the_names_of_their_fields(fields, rng):
    indptr, indices, data = random_csr(rng, 30, 200, "uint16")
    edges = np.empty(200, fields)
    edges["dst"], edges["weight"] = indices, data
    graph = galois_cps.Graph.from_csr(indptr, edges)
    own, targets, weights = graph.to_csr()
    assert (own.tolist(), targets.tolist(), weights.tolist()) == (indptr.tolist(), indices.tolist(), data.tolist())
    with pytest.raises(ValueError, match="unable to avoid a copy"):
        galois_cps.Graph.from_csr(indptr, edges, copy=False)
    edges.dtype.names = ["to" if name == "dst" else name for name in edges.dtype.names]
    with pytest.raises(TypeError, match="the fields dst and weight"):
        galois_cps.Graph.from_csr(indptr, edges)


def test_a_borrowed_array_lives_as_long_as_the_graph(rng):
    class Owned(np.ndarray):
        pass  # only a subclass takes weak references

    indptr, indices, _ = random_csr(rng, 30, 200, "int32")
    indices = indices.view(Owned)
    alive = weakref.ref(indices)
    graph = galois_cps.Graph.from_csr(indptr, indices)
    expected = galois_cps.bfs(graph, 0).distances
    del indices
    gc.collect()
    assert galois_cps.bfs(graph, 0).distances.tolist() == expected.tolist()
    assert alive() is not None or graph is not None
    del graph
    gc.collect()
    assert alive() is None


def test_copy_true_copies(monkeypatch, rng):
    indptr, indices, _ = random_csr(rng, 30, 200, "int32")
    seen = addresses(monkeypatch)
    galois_cps.Graph.from_csr(indptr, indices, copy=True)
    assert seen[0] != address(indptr) and seen[1] != address(indices)


@pytest.mark.parametrize("spoil", [
    lambda indptr, indices, data: (indptr, indices, data),
    lambda indptr, indices, data: (indptr, indices.astype(np.int64), None),
    lambda indptr, indices, data: (indptr, np.repeat(indices, 2)[::2], None),
    lambda indptr, indices, data: (indptr.astype(np.int16), indices, None),
    lambda indptr, indices, data: (indptr, indices.astype(">i4"), None)])
def test_copy_false_refuses_what_needs_a_copy(spoil, rng):
    arrays = spoil(*random_csr(rng, 30, 200, "int32"))
    galois_cps.Graph.from_csr(*arrays)
    with pytest.raises(ValueError, match="unable to avoid a copy"):
        galois_cps.Graph.from_csr(*arrays, copy=False)


def test_read_only_arrays_are_borrowed(monkeypatch, rng):
    indptr, indices, _ = random_csr(rng, 30, 200, "int32")
    indptr.flags.writeable = indices.flags.writeable = False
    seen = addresses(monkeypatch)
    galois_cps.Graph.from_csr(indptr, indices, copy=False)
    assert seen == [address(indptr), address(indices)]


def test_a_matrix_of_bool_is_borrowed(monkeypatch, rng):
    indptr, indices, _ = random_csr(rng, 30, 200, "int32")
    matrix = scipy.sparse.csr_array((np.ones(200, bool), indices, indptr.astype(np.int32)), shape=(30, 30))
    with pytest.raises(ValueError, match="duplicates"):
        galois_cps.Graph.from_scipy(matrix, copy=False)
    matrix.sum_duplicates()
    for row in range(30):  # what is not sorted need not be copied
        matrix.indices[matrix.indptr[row]:matrix.indptr[row + 1]] = (
            matrix.indices[matrix.indptr[row]:matrix.indptr[row + 1]][::-1].copy())
    matrix = scipy.sparse.csr_array((matrix.data, matrix.indices, matrix.indptr), shape=(30, 30))
    assert not matrix.has_sorted_indices and matrix.indices.dtype == np.int32
    seen = addresses(monkeypatch)
    graph = galois_cps.Graph.from_scipy(matrix, copy=False)
    assert seen == [address(matrix.indptr), address(matrix.indices)] and graph.weight_type is None
    seen.clear()
    galois_cps.bfs(matrix.astype(float), 0)  # which does not need the weights
    assert seen
    with pytest.raises(ValueError, match="unable to avoid a copy"):
        galois_cps.Graph.from_scipy(matrix.tocsc(), copy=False)


def test_other_libraries_arrays_are_read_in_place(monkeypatch, rng):
    pyarrow = pytest.importorskip("pyarrow")
    indptr, indices, _ = random_csr(rng, 30, 200, "int32")
    targets = pyarrow.array(indices)
    seen = addresses(monkeypatch)
    galois_cps.Graph.from_csr(memoryview(indptr), targets, copy=False)
    assert seen == [address(indptr), targets.buffers()[1].address]
    galois_cps.Graph.from_csr(indptr, pyarrow.chunked_array([targets]), copy=False)
    assert seen[1] == targets.buffers()[1].address
    with pytest.raises(ValueError, match="nulls"):
        galois_cps.Graph.from_csr(indptr, pyarrow.array([None] * 200, pyarrow.int32()))


def test_out_is_the_answer(small):
    out = np.empty(small.num_nodes, np.uint32)
    paths = galois_cps.sssp(small, 0, out=out)
    assert paths.distances is out
    levels = galois_cps.bfs(small, 0, out=np.empty(small.num_nodes, np.uint32))
    assert levels.distances.max() == 38
    for wrong in (np.empty(small.num_nodes, np.uint64), np.empty((small.num_nodes, 1), np.uint32),
                  np.empty(2 * small.num_nodes, np.uint32)[::2]):
        with pytest.raises(TypeError, match="out must be"):
            galois_cps.sssp(small, 0, out=wrong)
    with pytest.raises(ValueError, match="out has 3 elements"):
        galois_cps.sssp(small, 0, out=np.empty(3, np.uint32))
    out.flags.writeable = False
    with pytest.raises(TypeError, match="writable"):
        galois_cps.sssp(small, 0, out=out)


@pytest.mark.parametrize("weights", [None, "uint32"])
def test_out_may_not_be_memory_of_the_graph(weights, rng):
    """The answer would overwrite edges while they are read."""
    indptr, indices, data = random_csr(rng, 40, 40, "uint32")
    indptr, indices = indptr.astype(np.uint32), indices.astype(np.uint32)
    edges = indices.copy()
    if weights:
        edges = np.empty(40, np.dtype([("dst", np.uint32), ("weight", weights)], align=True))
        edges["dst"], edges["weight"] = indices, data
    for graph in (galois_cps.Graph.from_csr(indptr, edges), (indptr, edges)):
        for function in (galois_cps.sssp, galois_cps.bfs):
            for out in (edges.view(np.uint32)[:40], indptr[:-1], edges.view(np.uint32)[-40:]):
                before = indptr.tolist(), edges.tolist()
                with pytest.raises(ValueError, match="memory that the graph uses"):
                    function(graph, 0, out=out)
                assert before == (indptr.tolist(), edges.tolist())
    copied = galois_cps.Graph.from_csr(indptr, edges, copy=True)
    expected = galois_cps.bfs(copied, 0).distances
    own = edges.view(np.uint32)[:40]
    np.testing.assert_array_equal(galois_cps.bfs(copied, 0, out=own).distances, expected)
    packed = galois_cps.Graph.from_csr(indptr, indices, data)
    np.testing.assert_array_equal(galois_cps.bfs(packed, 0, out=data).distances, expected)


def test_out_may_be_the_sources(small):
    """The answer keeps the sources that it was asked for."""
    out = np.arange(400, dtype=np.uint32)
    expected = galois_cps.nearest(small, [7, 8]).distances
    with pytest.warns(FutureWarning):
        paths = galois_cps.sssp(small, out[7:9], out=out)
    np.testing.assert_array_equal(paths.distances, expected)
    assert paths.sources.tolist() == [7, 8] and paths.path_to(7).tolist() == [7]


def test_answers_own_their_memory(small):
    distances = galois_cps.sssp(small, 0).distances
    assert distances.flags.writeable and distances.base is not None
    expected = distances.copy()
    for _ in range(50):
        galois_cps.sssp(small, 1)
    gc.collect()
    np.testing.assert_array_equal(distances, expected)
