"""networkx' own tests under the backend: those of the functions that it has, and with
GALOIS_TEST_LONG=1 those of all algorithms."""

import os
import subprocess
import sys

import pytest

from conftest import LONG

nx = pytest.importorskip("networkx", minversion="3.6")
pytest.importorskip("scipy", minversion="1.11.2")  # networkx' tests need it

ALGORITHMS = "networkx.algorithms."
DISPATCHED = ("shortest_paths.tests.test_weighted", "shortest_paths.tests.test_unweighted",
              "shortest_paths.tests.test_astar", "link_analysis.tests.test_pagerank",
              "tree.tests.test_mst", "coloring.tests.test_coloring", "components.tests.test_connected",
              "components.tests.test_strongly_connected", "components.tests.test_weakly_connected",
              "tests.test_core", "tests.test_cluster", "tests.test_matching", "approximation.tests.test_kcomponents",
              "centrality.tests.test_betweenness_centrality")


def run_tests(*modules):
    environment = {**os.environ, "NETWORKX_TEST_BACKEND": "galois_cps",
                   "NETWORKX_FALLBACK_TO_NX": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                           "--pyargs", *modules], env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_tests_of_the_functions_that_it_has():
    status, told = run_tests(*(ALGORITHMS + module for module in DISPATCHED))
    assert status == 0, told


@pytest.mark.skipif(not LONG, reason="needs GALOIS_TEST_LONG=1")
def test_tests_of_all_algorithms():
    status, told = run_tests(ALGORITHMS.rstrip("."))
    assert status == 0, told
