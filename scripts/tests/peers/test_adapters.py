"""What adapters share: the Python class on a stand-in package, Adapter.h on a stand-in peer."""

import json
import os
import shutil
import subprocess
import sys

import numpy
import pytest
from lab.peers import adapters

import peers_stand_in as stand_in

SCRIPTS = stand_in.SOLVER.parents[2]
HEADER = SCRIPTS / "lab" / "peers" / "adapters" / "Adapter.h"
ARCS = [(0, 1, 7), (0, 1, 3), (0, 2, 5), (1, 0, 4), (2, 2, 1)]

PYTHON = """
import numpy
from lab.peers.adapters import Adapter, main
class Fake(Adapter):
    def build_sssp(self, graph):
        return graph
    def sssp(self, graph, source):
        return graph.lengths() + numpy.uint32(source)
    def build_mst(self, graph):
        raise MemoryError
main(Fake)
"""
# Answers with the arrays themselves, so that the test sees what was read.
CPP = """
#include "Adapter.h"
struct Lengths {
  std::vector<std::uint32_t> found;
  explicit Lengths(const peers::Graph& graph) : found(graph.weights) {}
  std::vector<std::uint32_t> operator()(const peers::Task& task) {
    std::vector<std::uint32_t> sums = found;
    for (auto& sum : sums) { sum += task.source; }
    return sums;
  }
};
struct Edges {
  std::vector<std::uint64_t> found;
  explicit Edges(const peers::Graph& graph) {
    for (const auto& edge : graph.undirected()) {
      found.insert(found.end(), {edge.u, edge.v, edge.weight});
    }
  }
  std::vector<std::uint64_t> operator()(const peers::Task&) { return found; }
};
struct Changes {
  explicit Changes(const peers::Graph&) {}
  std::vector<double> operator()(const peers::Task& task) { return {task.lastChange}; }
};
struct Fake {
  using Sssp = Lengths;
  using Bfs = peers::NotOffered;
  using Mst = Edges;
  using Pagerank = Changes;
  using Color = peers::NotOffered;
  static std::string version() { return "3.1"; }
};
int main(int argc, char** argv) { return peers::run<Fake>(argc, argv); }
"""


@pytest.fixture
def ask(tmp_path):
    """ask(argv, arcs, question, lines): the events of an adapter, and its status and complaint."""
    def call(argv, question, lines, version=1, arcs=ARCS):
        graph = stand_in.write_gr(tmp_path / "g.gr", arcs, 4, version)
        (tmp_path / "events").unlink(missing_ok=True)
        done = subprocess.run([*argv, graph, question, "1", tmp_path, "1e-4", "0.85"], text=True,
                              input=lines, capture_output=True, check=False,
                              env={**os.environ, "PYTHONPATH": os.fspath(SCRIPTS)})
        events = tmp_path / "events"
        text = events.read_text() if events.exists() else ""
        return [json.loads(line) for line in text.splitlines()], done
    return call


def values(event):
    return numpy.fromfile(event["answer"], event["dtype"]).tolist()


def test_a_python_adapter_answers_each_line(ask):
    (built, *answers), done = ask([sys.executable, "-c", PYTHON], "sssp", "0\n2\n")
    assert done.returncode == 0, done.stderr
    assert built["built"] > 0 and built["peak_mib"] > 1
    assert [event["source"] for event in answers] == [0, 2]
    assert [values(event) for event in answers] == [[7, 3, 5, 4, 1], [9, 5, 7, 6, 3]]


def test_a_python_adapter_says_when_memory_ends(ask):
    events, done = ask([sys.executable, "-c", PYTHON], "mst", "null\n")
    assert (events, done.returncode, done.stderr) == ([], 1, "out of memory\n")


def test_pairs_become_an_array():
    assert adapters.by_node(4, {2: 5, 0: 1}.items()).tolist() == [
        1, float("inf"), 5, float("inf")]
    assert adapters.by_node(1, []).tolist() == [float("inf")]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    compiler = shutil.which("c++") or shutil.which("g++")
    if not compiler:
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("adapter")
    (folder / "fake.cpp").write_text(CPP)
    subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", HEADER.parent,
                    folder / "fake.cpp", "-o", folder / "fake"], check=True)
    return [folder / "fake"]


@pytest.mark.parametrize("version", [1, 2])
def test_a_compiled_adapter_reads_both_versions(ask, compiled, version):
    (built, *answers), done = ask(compiled, "sssp", "0\n2\n", version)
    assert done.returncode == 0, done.stderr
    assert built["built"] > 0 and built["peak_mib"] > 1
    assert [event["source"] for event in answers] == [0, 2]
    assert [values(event) for event in answers] == [[7, 3, 5, 4, 1], [9, 5, 7, 6, 3]]


def test_a_compiled_adapter_finds_undirected_edges(ask, compiled):
    (_, answer), _ = ask(compiled, "mst", "null\n")
    assert answer["source"] is None
    assert values(answer) == [0, 1, 3, 0, 2, 5]


def test_a_compiled_adapter_scales_the_tolerance(ask, compiled):
    (_, answer), _ = ask(compiled, "pagerank", "null\n")
    [change] = values(answer)
    assert change == pytest.approx(adapters.Adapter(1, 1e-4, 0.85).last_change)
    # A change of this size is followed by at most the tolerance.
    assert change * 0.85 / (1 - 0.85) == pytest.approx(1e-4)


def test_a_compiled_adapter_has_a_version_and_refuses_the_rest(ask, compiled):
    version = subprocess.run([*compiled, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == "3.1\n"
    events, done = ask(compiled, "color", "null\n")
    assert (events, done.returncode, done.stderr) == (
        [], 2, "this package does not offer color\n")
