"""Graphs and helpers that the tests share."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import galois_cps

#: Whether to test at length, as scripts/test --all does.
LONG = os.environ.get("GALOIS_TEST_LONG") == "1"


def random_csr(rng, nodes, edges, dtype, greatest=1000):
    """Arrays of a random graph, which may have loops and parallel edges."""
    source = np.sort(rng.integers(0, nodes, edges)) if edges else np.empty(0, np.int64)
    indptr = np.zeros(nodes + 1, np.int64)
    np.cumsum(np.bincount(source, minlength=nodes), out=indptr[1:])
    indices = rng.integers(0, nodes, edges).astype(np.int32)
    if np.dtype(dtype).kind == "f":
        data = rng.random(edges) * greatest
    else:
        data = rng.integers(0, min(greatest, np.iinfo(dtype).max), edges, endpoint=True)
    return indptr, indices, data.astype(dtype)


def grid(side, seed=1):
    """A grid of side * side nodes whose edges lead both ways, with random weights."""
    number = np.arange(side * side).reshape(side, side)
    source = np.concatenate([number[:, :-1].ravel(), number[:-1].ravel()])
    target = np.concatenate([number[:, 1:].ravel(), number[1:].ravel()])
    weight = np.random.default_rng(seed).integers(1, 1000, source.size).astype(np.uint32)
    return galois_cps.Graph.from_edges(source, target, weight, directed=False)


def run_python(code, *, timeout=120, env=None, check=True):
    """Runs a program of its own, and returns what it printed."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout,
                          check=False, env={**os.environ, **(env or {})})
    if check:
        assert done.returncode == 0, done.stderr
    return done


def threads_now():
    """The names of the threads of this process, as the kernel has them."""
    return sorted(int(task.name) for task in pathlib.Path("/proc/self/task").iterdir())


@pytest.fixture
def rng(request):
    return np.random.default_rng(abs(hash(request.node.name)) % 2**32 if LONG else 7)


@pytest.fixture(scope="session")
def small():
    """A graph with weights of 32 bits, of 400 nodes."""
    return grid(20)
