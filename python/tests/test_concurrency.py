"""Calls from several threads and processes."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from conftest import grid, run_python

import galois_cps

THREADS, CALLS = 8, 50


def test_eight_threads_of_fifty_calls(small):
    graph = galois_cps.Graph.from_csr(*small.to_csr()[:3])  # nothing is derived from it yet
    expected = [galois_cps.sssp(small, source, algorithm="dijkstra").distances for source in range(CALLS)]
    coloring = galois_cps.color(small, threads=1).colors
    start = threading.Barrier(THREADS)

    def work(number):
        start.wait()
        for source in range(CALLS):
            paths = galois_cps.sssp(graph, source, threads=1 + (number + source) % 3, dtype="uint64")
            np.testing.assert_array_equal(paths.distances, expected[source])
            if source % 10 == 0:
                assert galois_cps.bfs(graph, source).distances.max() > 0
                np.testing.assert_array_equal(galois_cps.color(graph, threads=1).colors, coloring)
                assert paths.path_to(399)[0] == source
        return number

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(work, range(THREADS))) == list(range(THREADS))


def reached(source):
    return int(galois_cps.sssp(grid(20), source, threads=2, verify=True).distances.sum())


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method):
    expected = [reached(source) for source in range(4)]  # the parent has threads of the library now
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(reached, range(4), timeout=300)) == expected


def test_joblib(monkeypatch):
    joblib = pytest.importorskip("joblib")
    assert joblib.Parallel(2)(joblib.delayed(reached)(source) for source in range(4)) == [
        reached(source) for source in range(4)]


FORK = """
import os, sys, threading
import numpy as np
import galois_cps
graph = galois_cps.Graph.from_edges([0, 1], [1, 2], [3, 4])
{before}
child = os.fork()
if child == 0:
    try:
        answer = galois_cps.sssp(graph, 0, threads=2).distances.tolist()
        os._exit(0 if answer == [0, 3, 7] else 1)
    except RuntimeError as error:
        os.write(2, str(error).encode())
        os._exit(7)
_, status = os.waitpid(child, 0)
{after}
assert galois_cps.sssp(graph, 0).distances.tolist() == [0, 3, 7]
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.parametrize("before", ["", "galois_cps.sssp(graph, 0)"], ids=["before any call", "when idle"])
def test_a_child_starts_afresh(before):
    run_python(FORK.format(before=before, after=""))


def test_a_child_forked_during_a_call_refuses():
    before = """
side = 300
number = np.arange(side * side - 1)
large = galois_cps.Graph.from_edges(number, number + 1, directed=False)
began, enough = threading.Event(), threading.Event()
def report(executed, seconds):
    if executed > 0:  # on a busy machine the first report may come before the call runs
        began.set()
    if enough.is_set():
        raise LookupError
def work():
    try:
        galois_cps.pagerank(large, 0.9999999, 1e-10, progress=report)
    except LookupError:
        pass
thread = threading.Thread(target=work)
thread.start()
assert began.wait(100)
"""
    done = run_python(FORK.format(before=before, after="enough.set(); thread.join()"), check=False)
    assert done.returncode == 7, done.stderr
    assert "fork" in done.stderr
    # A child that ends as programs do says nothing of what the call of another thread held.
    ending = FORK.replace("os._exit(7)", "sys.exit(7)")
    done = run_python(ending.format(before=before, after="enough.set(); thread.join()"), check=False)
    assert done.returncode == 7, done.stderr
    assert "leaked" not in done.stderr


def test_callers_are_not_pinned(small):
    before = os.sched_getaffinity(0)
    galois_cps.sssp(small, 0)
    assert os.sched_getaffinity(0) == before
