"""Tables of distances, and the nearest of several sources."""

import errno
import json
import os
import warnings

import numpy as np
import pytest
from conftest import LONG, grid, random_csr, run_python

import galois_cps
from galois_cps import Graph, _distances

CELLS = ["uint16", "uint32", "uint64", "float32", "float64"]
KINDS = ["uint32", "uint64", "float64", None]


def graph_of(seed, kind, nodes=40, edges=110):
    """A graph with unreachable nodes, weights of 0, loops and parallel edges."""
    indptr, indices, data = random_csr(np.random.default_rng(seed), nodes, edges, kind or "uint32", greatest=9)
    return Graph.from_csr(indptr, indices, None if kind is None else data)


def rows_of(graph, sources, weighted=True):
    """The rows by single searches, as floats with inf."""
    search = galois_cps.sssp if weighted else galois_cps.bfs
    answers = [search(graph, int(source)) for source in sources]
    return np.array([np.where(answer.reached, answer.distances.astype(float), np.inf) for answer in answers])


def as_floats(table):
    if table.dtype.kind == "f":
        return table.astype(float)
    return np.where(table == np.iinfo(table.dtype).max, np.inf, table.astype(float))


def assert_table(table, expected):
    """Integers are the nearest ones."""
    assert table.shape == expected.shape
    found, inexact = as_floats(table), table.dtype.kind == "u"
    np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))
    finite = np.isfinite(expected)
    np.testing.assert_allclose(found[finite], expected[finite], rtol=1e-6, atol=0.5 if inexact else 0)


@pytest.mark.parametrize("seed", range(6 if LONG else 2))
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", [None, *CELLS])
def test_tables(dtype, kind, threads, seed):
    graph = graph_of(seed, kind)
    sources, targets = [3, 0, 3, 39], [5, 5, 1, 38, 3]
    expected = rows_of(graph, sources)
    table = galois_cps.distances(graph, sources, dtype=dtype, threads=threads, verify=True)
    assert table.dtype == np.dtype(dtype or kind or "uint32")
    assert_table(table, expected)
    assert_table(galois_cps.distances(graph, sources, targets, dtype=dtype, threads=threads), expected[:, targets])
    for limit in (0, 7):
        within = np.where(expected <= limit, expected, np.inf)
        assert_table(galois_cps.distances(graph, sources, limit=limit, sparse=False, dtype=dtype, threads=threads), within)
        assert_table(galois_cps.distances(graph, sources, targets, limit=limit, dtype=dtype), within[:, targets])
        near = galois_cps.distances(graph, sources, limit=limit, dtype=dtype, threads=threads, verify=True)
        assert near.data.dtype == table.dtype and len(near) == 4
        for row, line in enumerate(within):
            nodes, found = near.row(row)
            assert nodes.tolist() == np.flatnonzero(np.isfinite(line)).tolist()
            assert_table(found, line[nodes])
        some = galois_cps.distances(graph, sources, targets, limit=limit, sparse=True, dtype=dtype, verify=True)
        assert some.row(3)[0].tolist() == sorted(set(targets) & set(near.row(3)[0].tolist()))


@pytest.mark.parametrize("seed", range(3))
def test_tables_are_those_of_scipy(seed):
    csgraph = pytest.importorskip("scipy.sparse.csgraph")
    graph = grid(12, seed)
    indptr, indices, data = graph.to_csr()
    from scipy.sparse import csr_array
    matrix = csr_array((data.astype(float), indices.astype(np.int32), indptr.astype(np.int32)))
    sources = [0, 143, 70]
    assert_table(galois_cps.distances(graph, sources), csgraph.dijkstra(matrix, indices=sources))
    near = galois_cps.distances(graph, sources, limit=900).to_scipy()
    expected = csgraph.dijkstra(matrix, indices=sources, limit=900)
    assert near.shape == expected.shape and near.nnz == np.isfinite(expected).sum()
    np.testing.assert_array_equal(near.toarray(), np.where(np.isinf(expected), 0, expected))
    assert_table(galois_cps.distances(graph, sources, weighted=False),
                 csgraph.dijkstra(matrix, indices=sources, unweighted=True))


def test_without_weights_a_distance_is_a_number_of_edges():
    graph = graph_of(3, "float64")
    expected = rows_of(graph, range(40), weighted=False)
    table = galois_cps.distances(graph, range(40), weighted=False, verify=True)
    assert table.dtype == np.uint32
    assert_table(table, expected)
    assert_table(galois_cps.distances(graph.to_csr()[:2], range(40)), expected)
    near = galois_cps.distances(graph, range(40), limit=1.5, weighted=False)
    assert len(near.data) == (expected <= 1).sum() and near.run.app == "bfs"


def test_a_distance_of_0_is_no_gap():
    near = galois_cps.distances(([0, 1, 1, 1], [1], [0]), [0, 2], limit=5)
    assert near.to_dict(0) == {0: 0, 1: 0} and near.to_dict(1) == {2: 0}
    assert near.indptr.tolist() == [0, 2, 3] and near.data.tolist() == [0, 0, 0]
    pytest.importorskip("scipy.sparse")
    assert near.to_scipy().nnz == 3


def test_names_of_what_is_near():
    table = {"source": ["Ulm", "Bonn"], "target": ["Bonn", "Linz"], "km": [420, 700]}
    graph = Graph.from_table(table, weight="km")
    near = galois_cps.distances(graph, [graph.node("Ulm")], limit=500)
    assert near.to_dict(0) == {"Ulm": 0, "Bonn": 420}
    assert type(near.to_dict(0)["Bonn"]) is int


@pytest.mark.parametrize(("weights", "dtype", "most"), [
    ("uint32", "uint16", 2**16 - 2), ("uint64", "uint16", 2**16 - 2), ("float64", "uint16", 2**16 - 2),
    ("uint32", "uint32", 2**32 - 2), ("uint64", "uint32", 2**32 - 2), ("float64", "uint32", 2**32 - 2),
    ("uint64", "uint64", 2**64 - 2)])
@pytest.mark.parametrize("sparse", [False, True])
def test_a_distance_that_does_not_fit_is_an_error(weights, dtype, most, sparse):
    """The greatest integer stands for what is not reached."""
    half = most // 2
    for second, fits in ((most - half, True), (most - half + 1, False), (most - half + 2, False)):
        graph = Graph.from_csr([0, 1, 2, 2], [1, 2], np.array([half, second], weights))
        options = dict(dtype=dtype, sparse=sparse)
        if fits:
            answer = galois_cps.distances(graph, [0, 2], **options)
            assert (answer.row(0)[1] if sparse else answer[0]).tolist() == [0, half, most]
        else:
            with pytest.raises(OverflowError, match="node 0 to node 2|64"):
                galois_cps.distances(graph, [0, 2], **options)
        near = galois_cps.distances(graph, [0], limit=half, **options)  # what lies beyond need not fit
        assert (near.row(0)[1].tolist() == [0, half]) if sparse else (near[0, :2].tolist() == [0, half])


@pytest.mark.parametrize("sparse", [False, True])
def test_limits(sparse):
    graph = Graph.from_csr([0, 1, 2, 2], [1, 2], [2, 3])
    real = Graph.from_csr([0, 1, 2, 2], [1, 2], [2.0, 3.0])
    for known in (graph, real):
        for limit, reached in ((0, 1), (1.9, 1), (2, 2), (np.float32(4.5), 2), (np.int8(5), 3), (2**64, 3), (10**300, 3),
                               (float("inf"), 3), (None, 3)):
            near = galois_cps.distances(known, 0, limit=limit, sparse=True)
            assert len(near.data) == reached
            assert np.isfinite(as_floats(galois_cps.distances(known, [0], limit=limit, sparse=False))).sum() == reached
        for limit, error in ((-1, ValueError), (-0.5, ValueError), (float("nan"), ValueError), ("2", TypeError),
                             (True, TypeError)):
            with pytest.raises(error, match="limit"):
                galois_cps.distances(known, 0, limit=limit, sparse=sparse)


@pytest.mark.parametrize(("arguments", "error", "told"), [
    (dict(sources=[]), ValueError, "sources is empty"), (dict(sources=[0, 400]), IndexError, "sources 400"),
    (dict(sources=0, targets=[400]), IndexError, "targets 400"), (dict(sources=[0.5]), TypeError, "sources"),
    (dict(sources=0, targets=[[1]]), ValueError, "targets"), (dict(sources=0, dtype="int32"), ValueError, "uint16"),
    (dict(sources=0, dtype="int32", sparse=True), ValueError, "uint16"), (dict(sources=0, start=1), ValueError, "out"),
    (dict(sources=0, out=np.empty((1, 400), np.int32)), TypeError, "dtype int32"),
    (dict(sources=0, out=np.empty((1, 400), np.uint32), dtype="uint64"), TypeError, "uint64"),
    (dict(sources=0, out=np.empty((2, 400), np.uint32)), ValueError, r"\(2, 400\) instead of \(1, 400\)"),
    (dict(sources=0, out=np.empty((400, 1), np.uint32).T[:, ::1]), None, ""),
    (dict(sources=[0, 1], out=np.empty((400, 2), np.uint32).T), TypeError, "contiguous"),
    (dict(sources=0, out=[[0] * 400]), TypeError, "array"), (dict(sources=0, out=np.empty((1, 400), ">u4")), TypeError, "dtype >u4"),
    (dict(sources=0, out=np.empty((1, 400), np.uint32), sparse=True), ValueError, "sparse"),
    (dict(sources=0, out=np.empty((1, 400), np.uint32), start=2), ValueError, "start"),
    (dict(sources=0, targets=[], sparse=True), ValueError, "targets is empty"),
    (dict(sources=0, timeout=-1), ValueError, "timeout"), (dict(sources=0, progress=3), TypeError, "progress")])
def test_arguments(small, arguments, error, told):
    if error is None:
        galois_cps.distances(small, **arguments)
        return
    with pytest.raises(error, match=told):
        galois_cps.distances(small, **arguments)


def test_no_targets_are_an_empty_table(small):
    assert galois_cps.distances(small, [0, 1], []).shape == (2, 0)


def test_weights_that_are_refused():
    for weights in ([-1.0, 1], [float("nan"), 1], [float("inf"), 1]):
        with pytest.raises(ValueError):
            galois_cps.distances(([0, 2, 2], [1, 1], weights), [0], sparse=False)


def test_a_table_that_does_not_fit_is_one_line():
    nodes = 5 * 10**6
    graph = Graph.from_edges([0], [1], num_nodes=nodes)
    with pytest.raises(MemoryError, match="5000000 x 5000000 of uint64 needs .* GiB.*memmap") as raised:
        galois_cps.distances(graph, np.arange(nodes), dtype="uint64")
    assert "\n" not in str(raised.value)


def test_a_file_in_memory_is_filled_and_goes_on_where_it_stopped(small, tmp_path):
    sources = np.arange(300)
    expected = galois_cps.distances(small, sources)
    table = np.memmap(tmp_path / "table", np.uint32, "w+", shape=expected.shape)
    table[:] = 7
    seen = []

    def stop(rows, _seconds):
        seen.append(rows)
        if rows >= 20:
            raise LookupError

    # A progress function is called every 50 ms, so blocks are made to take as long.
    fill = _distances._core.distances
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_distances._core, "distances", lambda *args: [fill(*args), stop(seen_rows(args), 0)])
        with pytest.raises(LookupError) as raised:
            galois_cps.distances(small, sources, out=table)
    done = raised.value.rows_done
    assert 0 < done < 300
    np.testing.assert_array_equal(table[:done], expected[:done])
    table.flush()
    again = np.memmap(tmp_path / "table", np.uint32, "r+", shape=expected.shape)
    kept = again[:done - 1].copy()
    again[0] = 9  # rows before start stay as they are
    assert galois_cps.distances(small, sources, out=again, start=done) is again
    again[0] = kept[0]
    np.testing.assert_array_equal(again, expected)
    assert galois_cps.distances(small, sources, out=again, start=300) is again


def seen_rows(arguments):
    """The last source of a block, which are numbered as rows."""
    return int(arguments[1][-1])


def test_errors_say_how_many_rows_are_done(small):
    table = np.zeros((3, 400), np.uint32)
    with pytest.raises(TimeoutError) as raised:
        galois_cps.distances(small, [0, 1, 2], out=table, timeout=0)
    assert raised.value.rows_done == 0 and not table.any()
    weights = np.ones(400, np.uint32)
    weights[300] = 2**16
    number = np.arange(400)
    graph = Graph.from_edges(number, number + 1, weights)
    sources = [*range(301, 321), 300, *range(100)]
    cells = np.zeros((len(sources), 401), np.uint16)
    with pytest.raises(OverflowError, match="to node 301 does not fit") as raised:
        galois_cps.distances(graph, sources, out=cells, threads=1)
    done = raised.value.rows_done
    assert 1 <= done <= 20
    assert_table(cells[:done], rows_of(graph, sources[:done]))


def test_ctrl_c_keeps_what_is_finished():
    done = run_python("""
import os, signal, threading
import numpy as np
import galois_cps
number = np.arange(10**5)
graph = galois_cps.Graph.from_edges(number, number + 1, directed=False)
table = np.zeros((10**5, 10), np.uint32)
targets = np.arange(10) * 10**4
begun = threading.Event()
threading.Thread(target=lambda: (begun.wait(), os.kill(os.getpid(), signal.SIGINT))).start()
try:
    galois_cps.distances(graph, number, targets, out=table, progress=lambda rows, _: begun.set() if rows > 3 else None)
except KeyboardInterrupt as error:
    rows = error.rows_done
    assert 0 < rows < 10**5
    assert (table[:rows] == np.abs(targets - number[:rows, None])).all()
    galois_cps.distances(graph, number[:rows + 9], targets, out=table[:rows + 9], start=rows)
    assert (table[:rows + 9] == np.abs(targets - number[:rows + 9, None])).all()
    print("kept")
""")
    assert done.stdout == "kept\n"


def test_a_disk_without_room_is_an_error_before_the_search(small, tmp_path, monkeypatch):
    table = np.memmap(tmp_path / "table", np.uint32, "w+", shape=(400, 400))
    asked = []

    def full(_file, offset, size):
        asked.append((offset, size))
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    for part in (table, table[100:]):
        with pytest.raises(OSError, match="No space left on device"):
            galois_cps.distances(small, np.arange(400)[-len(part):], out=part)
    assert asked == [(0, 640_000)] * 2 and not table.any()
    monkeypatch.setattr(os, "posix_fallocate", lambda *_: unable())
    galois_cps.distances(small, np.arange(400), out=table)
    np.testing.assert_array_equal(table, galois_cps.distances(small, np.arange(400)))


def unable():
    """What a file system says that cannot take room in advance."""
    raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))


def test_progress_tells_rows(small):
    told = []
    galois_cps.distances(small, np.arange(100), progress=lambda rows, seconds: told.append((rows, seconds)))
    assert told[-1][0] == 100 and sorted(told) == told and told[-1][1] > 0
    galois_cps.distances(small, np.arange(100), limit=9, progress=lambda rows, seconds: told.append((rows, seconds)))
    assert told[-1][0] == 100


def test_the_record_of_a_sparse_answer(small):
    near = galois_cps.distances(small, [0, 9], limit=2000)
    record = json.loads(json.dumps(near.run.to_dict()))
    assert record["app"] == "sssp" and record["params"]["sources"] == [0, 9]
    assert record["answer"] == {"checksum": int(near.data.sum()),
                                "summary": {"rows": 2, "reached": len(near.data), "max": int(near.data.max())}}
    assert repr(near) == f"<SparseDistances: {len(near.data)} entries of 2 sources>"
    with pytest.raises(ValueError, match="row=2"):
        near.row(2)


def test_verify_sees_wrong_rows(small):
    row = galois_cps.distances(small, 0)[0]
    for node, wrong in ((5, row[5] + 1), (0, 1), (399, np.iinfo(np.uint32).max)):
        bad = row.copy()
        bad[node] = wrong
        with pytest.raises(RuntimeError, match=f"to node {node} "):
            _distances._check(small, np.uint32(0), None, None, True, 1, bad)
    with pytest.raises(RuntimeError, match="to node 9 "):
        _distances._check(small, np.uint32(0), np.array([9]), 1, True, 1, row[9:10])


# --- the nearest of several sources -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6 if LONG else 3))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weighted", [True, False])
def test_nearest(kind, weighted, seed):
    graph = graph_of(seed, kind)
    sources = np.array([4, 9, 4, 20])
    rows = rows_of(graph, sources, weighted and kind is not None)
    found = galois_cps.nearest(graph, sources, weighted=weighted, verify=True)
    np.testing.assert_allclose(as_floats(found.distances), rows.min(axis=0), rtol=1e-12)
    reached = np.isfinite(rows.min(axis=0))
    assert found.reached.tolist() == reached.tolist() == (found.positions >= 0).tolist()
    nodes = np.flatnonzero(reached)
    np.testing.assert_allclose(rows[found.positions[nodes], nodes], rows.min(axis=0)[nodes], rtol=1e-12)
    assert found.nearest[nodes].tolist() == sources[found.positions[nodes]].tolist()
    assert (found.nearest[~reached] == -1).all() and found.sources.tolist() == sources.tolist()
    for node in nodes.tolist():
        path = found.path_to(node).tolist()
        assert path[0] in sources and path[-1] == node
    assert json.dumps(found.run.to_dict())


def test_types_of_the_nearest():
    graph = Graph.from_csr([0, 1, 2, 2], [1, 2], np.array([2**32 - 1, 5], np.uint32))
    with pytest.raises(OverflowError):
        galois_cps.nearest(graph, [0, 0])
    assert galois_cps.nearest(graph, [0], dtype="uint64").distances.tolist() == [0, 2**32 - 1, 2**32 + 4]
    for arguments, error in ((dict(sources=[]), ValueError), (dict(sources=[3]), IndexError),
                             (dict(sources=[0], dtype="uint16"), ValueError),
                             (dict(sources=[0], dtype="uint64", weighted=False), ValueError)):
        with pytest.raises(error):
            galois_cps.nearest(graph, **arguments)


def test_verify_sees_wrong_sources(small):
    found = galois_cps.nearest(small, [0, 399])
    assert found._wrong() == ""
    for node in (1, 0, 200):
        wrong = galois_cps.nearest(small, [0, 399])
        wrong.positions[node] = 1 - wrong.positions[node]
        assert f"of node {node}" in wrong._wrong()
    wrong.positions[3] = -1
    assert "reached" in wrong._wrong()


@pytest.mark.parametrize("search", [galois_cps.sssp, galois_cps.bfs])
def test_several_sources_of_a_search_are_named_in_a_warning(search, small):
    with pytest.warns(FutureWarning, match=r"nearest\(\).*distances\(\)") as told:
        several = search(small, [0, 399])
    assert len(told) == 1 and told[0].filename == __file__ and "\n" not in str(told[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = galois_cps.nearest(small, [0, 399], weighted=search is galois_cps.sssp)
        search(small, [0])
        search(small, 0)
    np.testing.assert_array_equal(several.distances, found.distances)
