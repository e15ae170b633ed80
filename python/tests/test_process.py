"""What the package does to its process: threads, output, memory, exit."""

import gc
import pathlib

import galois_cps
import pytest
from conftest import grid, run_python


def test_import_starts_nothing():
    run_python("""
import os
import numpy
before = len(os.listdir("/proc/self/task"))
import galois_cps
galois_cps.schedulers(), galois_cps.Scheduler("smq"), galois_cps.default_threads()
assert len(os.listdir("/proc/self/task")) == before, os.listdir("/proc/self/task")
galois_cps.sssp(([0, 1, 1], [1]), 0)
assert len(os.listdir("/proc/self/task")) > before
""")


def test_stdout_stays_empty():
    done = run_python("""
import galois_cps
graph = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 0], [1, 2, 3])
for name in galois_cps.schedulers():
    galois_cps.sssp(graph, 0, scheduler=name, threads=3)
galois_cps.bfs(graph, 0), galois_cps.mst(graph), galois_cps.color(graph), galois_cps.pagerank(graph)
galois_cps.astar(galois_cps.Graph.from_edges([0], [1]), 0, 1)
""", env={"GALOIS_NUM_THREADS": "2"})
    assert done.stdout == "" and done.stderr == ""


EXIT = """
import threading
import numpy as np
import galois_cps
number = np.arange(200_000)
graph = galois_cps.Graph.from_edges(number, number + 1, directed=False)
began = threading.Event()
def work():
    galois_cps.pagerank(graph, 0.9999999, 1e-10, progress=lambda *_: began.set())
threading.Thread(target=work, daemon=True).start()
assert began.wait(100)
{end}
"""


def test_exit_during_a_call():
    """The call would take minutes. The process ends before, and not by a signal."""
    for end in ("", "raise SystemExit(0)"):
        done = run_python(EXIT.format(end=end), timeout=60)
        assert "terminate" not in done.stderr


def test_no_call_starts_at_exit():
    done = run_python("""
import atexit, galois_cps
from galois_cps import _core
_core.end_calls()
try:
    galois_cps.sssp(([0, 1, 1], [1]), 0)
except RuntimeError as error:
    print(error)
""")
    assert "exiting" in done.stdout


def resident():
    """The resident memory of this process, in KiB."""
    status = pathlib.Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0])


def test_five_hundred_calls_keep_no_memory():
    graph = grid(60)

    def calls(count):
        for call in range(count):
            source = call % graph.num_nodes
            galois_cps.sssp(graph, source, threads=2).predecessors()
            galois_cps.bfs(graph, source)
            galois_cps.Graph.from_csr(*graph.to_csr())
        gc.collect()

    calls(100)
    before = resident()
    calls(500)
    assert resident() - before < 2048


def test_answers_are_freed():
    graph = grid(500)
    galois_cps.sssp(graph, 0)
    gc.collect()
    before = resident()
    kept = [galois_cps.sssp(graph, source).distances for source in range(20)]
    held = resident() - before
    assert held > 10 * graph.num_nodes * 4 // 1024  # the measure sees what is kept
    del kept
    gc.collect()
    assert resident() - before < held / 2


@pytest.mark.parametrize(("kept", "report"), [("", False), ("ctypes.pythonapi.Py_IncRef(ctypes.py_object(core))", True)])
def test_nothing_leaks_at_exit(kept, report):
    """nanobind names on stderr what is alive at exit; the second case keeps one object to see that."""
    done = run_python(f"""
import ctypes
import galois_cps
graph = galois_cps.Graph.from_edges([0, 1], [1, 2], [3, 4])
core = graph._core
for call in (galois_cps.sssp, galois_cps.bfs):
    paths = call(graph, 0)
    paths.path_to(2)
    paths.run.to_dict()
kept = [galois_cps.mst(graph), galois_cps.color(graph), galois_cps.pagerank(graph)]
try:
    galois_cps.sssp(graph, 9)
except IndexError:
    pass
{kept}
""")
    assert ("nanobind: leaked" in done.stderr) == report, done.stderr
