"""Builds the miniature tree with the patches and compares the answers of its programs with answers
that are found here. It takes minutes, so `scripts/test --all` runs it, as its step `patches`.

The miniature tree is built with g++ 12 and with all policies, and with clang 14 and a few.
"""

import array
import heapq
import pathlib
import random
import re
import shutil
import struct
import subprocess

import pytest

from galois_patches import cli, headers
from patches_support import MINIATURE, compile_headers, compilers

FEW = "smq,mq-tb-tb,hdcps,hdcps.published,pmod,obim"
NAMES = [name for policy in headers.policies()
         for name in re.findall(r'(?:info|presets)\(\) \{[^"]*"([^"]+)"',
                                headers.read(f"scheduler/worklists/{policy}.h"))]
UNREACHED = (2**32 - 1) // 2 - 1
NODES = 3000


class Graph:
    """A random graph: nodes on a plane, near ones joined, some far ones, and some of it unreachable."""

    def __init__(self, folder: pathlib.Path):
        rng = random.Random(5)
        self.places = [(rng.randrange(10000), rng.randrange(10000)) for _ in range(NODES)]
        order = sorted(range(NODES), key=lambda node: self.places[node])
        pairs = {(order[i], order[i + d]) for i in range(NODES - 9) for d in rng.sample(range(1, 9), 3)}
        pairs |= {(rng.randrange(NODES), rng.randrange(NODES)) for _ in range(200)}
        pairs = {(a, b) for a, b in pairs if a % 50 and b % 50}  # every fiftieth node is alone
        pairs |= {(b, a) for a, b in pairs if rng.random() < 0.7}
        self.rows: list[list[tuple[int, int]]] = [[] for _ in range(NODES)]
        for a, b in sorted(pairs):
            apart = ((self.places[a][0] - self.places[b][0])**2
                     + (self.places[a][1] - self.places[b][1])**2)**0.5
            self.rows[a].append((b, int(apart * rng.uniform(1, 4)) + 1))
        self.file = folder / "random.gr"
        self.coordinates = folder / "random.co"
        self.write()

    def write(self) -> None:
        ends, edges = [], []
        for row in self.rows:
            edges += row
            ends.append(len(edges))
        data = struct.pack("<4Q", 1, 4, NODES, len(edges)) + array.array("Q", ends).tobytes()
        data += array.array("I", [to for to, _ in edges]).tobytes() + b"\0" * (len(edges) % 2 * 4)
        self.file.write_bytes(data + array.array("I", [weight for _, weight in edges]).tobytes())
        self.coordinates.write_text("c of the test\n" + "".join(
            f"v {node + 1} {x} {y}\n" for node, (x, y) in enumerate(self.places)))

    def distances(self, source: int, *, hops: bool) -> list[int]:
        found = [UNREACHED] * NODES
        queue = [(0, source)]
        while queue:
            distance, node = heapq.heappop(queue)
            if found[node] != UNREACHED:
                continue
            found[node] = distance
            for to, weight in self.rows[node]:
                heapq.heappush(queue, (distance + (1 if hops else weight), to))
        return found

    def ranks(self) -> list[float]:
        ranks = [0.15] * NODES
        for _ in range(200):
            after = [0.15] * NODES
            for node, row in enumerate(self.rows):
                for to, _ in row:
                    after[to] += 0.85 * ranks[node] / len(row)
            ranks = after
        return ranks

    def forest(self) -> tuple[int, int]:
        """The weight and the number of edges of a minimum spanning forest."""
        parents = list(range(NODES))

        def root(node: int) -> int:
            while parents[node] != node:
                parents[node] = parents[parents[node]]
                node = parents[node]
            return node

        weight = edges = 0
        for length, a, b in sorted((w, a, b) for a, row in enumerate(self.rows) for b, w in row):
            if root(a) != root(b):
                parents[root(a)] = root(b)
                weight, edges = weight + length, edges + 1
        return weight, edges


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    return Graph(tmp_path_factory.mktemp("graph"))


@pytest.fixture(scope="module", params=["g++-12", "clang++-14"])
def build(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """A folder with the programs, and the names of the policies that they have."""
    compiler = request.param
    if compiler not in compilers() or not shutil.which("cmake"):
        pytest.skip(f"no {compiler} or no cmake here")
    names = NAMES if compiler == "g++-12" else FEW.split(",")
    tree = tmp_path_factory.mktemp("miniature") / "a tree"
    shutil.copytree(MINIATURE, tree)
    assert cli.main([str(tree)]) == 0
    flags = "-O1 -Wall -Wextra -Werror"
    if names is not NAMES:
        flags += f""" '-DGALOIS_CPS_WORKLISTS="{FEW}"'"""
    run(["cmake", "-S", tree, "-B", tree / "build", f"-DCMAKE_CXX_COMPILER={compiler}",
         f"-DCMAKE_CXX_FLAGS={flags}"])
    run(["cmake", "--build", tree / "build", "-j", "2"])
    return tree / "build", names


def run(command: list[object], status: int = 0) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          timeout=3000)
    assert done.returncode == status, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def program(folder: pathlib.Path, target: str) -> pathlib.Path:
    return next(path for path in (folder / "lonestar").rglob(target) if path.is_file())


def answers(build, target, *arguments, counts=(1, 2, 16)):
    """The output of a program under every policy, on several numbers of threads."""
    folder, names = build
    for name in names:
        for threads in counts:
            yield run([program(folder, target), *arguments, f"-t={threads}", f"--wl={name}"])


def test_the_tests_of_the_tree_pass(build):
    folder, _ = build
    out = run(["ctest", "--test-dir", folder, "-R", "^cps-", "--output-on-failure"])
    assert "100% tests passed" in out and re.search(r"out of 50\b", out)


def test_distances(build, graph):
    right = graph.distances(7, hops=False)
    total = sum(distance for distance in right if distance != UNREACHED)
    assert right.count(UNREACHED) > NODES / 60
    arguments = (graph.file, "-startNode=7", "-reportNode=2999")
    for counts, shift in (((1, 2, 16), ()), ((2,), ("-delta=5",))):
        for out in answers(build, "sssp-cpu", *arguments, *shift, counts=counts):
            assert f"Node 2999 has distance {right[2999]}\n" in out
            assert f"Sum of visited distances is {total}\n" in out
            assert "Verification successful." in out and "Running" not in out


def test_distances_in_edges(build, graph):
    right = [distance for distance in graph.distances(7, hops=True) if distance != UNREACHED]
    for out in answers(build, "bfs-cpu", graph.file, "-startNode=7"):
        assert f"Visited {len(right)}\nSum of visited distances is {sum(right)}\n" in out


def test_ranks(build, graph):
    right = graph.ranks()
    for out in answers(build, "pagerank-push-cpu", graph.file, "-tolerance=1e-4"):
        ranks = [float(rank) for rank in re.findall(r"^rank \d+ (\S+)$", out, re.MULTILINE)]
        assert len(ranks) == NODES
        assert max(abs(rank - wanted) for rank, wanted in zip(ranks, right)) < 5e-3


def test_spanning_forest(build, graph):
    weight, edges = graph.forest()
    for out in answers(build, "minimum-spanningtree-cpu", graph.file):
        assert f"MST weight: {weight}\nNum trees: {NODES - edges}\nTree edges: {edges}\n" in out
        assert "Verification successful." in out


def test_paths(build, graph):
    right = graph.distances(7, hops=False)
    for target in (601, 2999, 50):
        wanted = f"Node {target} has distance {right[target]}\n" if right[target] != UNREACHED \
            else f"Node {target} cannot be reached\n"
        for coordinates in ((), (f"-coordFilename={graph.coordinates}",)):
            for out in answers(build, "astar-cpu", graph.file, "-startNode=7", f"-destNode={target}",
                               *coordinates, counts=(1, 2, 16) if target == 601 else (2,)):
                assert wanted in out and "Verification successful." in out
    assert right[50] == UNREACHED


def test_colors(build, graph):
    outs = list(answers(build, "color-cpu", graph.file))
    for out in outs:
        assert "Verification successful." in out
        assert re.findall(r"^Colors: \d+$", out, re.M) == re.findall(r"^Colors: \d+$", outs[0], re.M)


def test_locks_that_often_seem_taken(graph, tmp_path):
    """Components are joined on the paths that are rare otherwise, by many threads on few processors."""
    if "g++-12" not in compilers() or not shutil.which("llvm-config-14"):
        pytest.skip("no g++-12 or no llvm-config-14 here")
    tree = tmp_path / "tree"
    shutil.copytree(MINIATURE, tree)
    assert cli.main([str(tree)]) == 0
    lock = tree / headers.FOLDER / "substrate" / "SimpleLock.h"
    text = lock.read_text(encoding="utf-8")
    begin = "bool try_lock() const {\n"
    assert text.count(begin) >= 1
    lock.write_text(text.replace(begin, begin + """    static thread_local unsigned calls = 0;
    if (++calls % 5 == 0) {
      std::this_thread::yield();
      return false;
    }
"""), encoding="utf-8")
    llvm = run(["llvm-config-14", "--includedir"]).strip()
    flags = ["-std=c++17", "-O1", f"-I{tree}/libgalois/include", f"-I{tree}/lonestar/liblonestar/include",
             "-isystem", llvm, '-DGALOIS_CPS_WORKLISTS="smq,hdcps"']
    shared = [tree / "libgalois/src/ThreadPool.cpp", tree / "lonestar/liblonestar/src/BoilerPlate.cpp"]
    for source, target in (("spanning/Spanning.cpp", "forest"), ("cps/policies.cpp", "policies")):
        run(["g++-12", *flags, tree / "lonestar/analytics/cpu" / source, *shared, "-o", tmp_path / target,
             "-pthread", "-lLLVM-14"])
    grid = tmp_path / "grid"
    run([tmp_path / "policies", f"--grid={grid}", "--side=500"])
    weight, edges = graph.forest()
    for name in ("smq", "hdcps"):
        for threads in (2, 16):
            out = run([tmp_path / "forest", f"{grid}.gr", f"-t={threads}", f"--wl={name}"])
            assert "Tree edges: 249999\nVerification successful." in out
            out = run([tmp_path / "forest", graph.file, f"-t={threads}", f"--wl={name}"])
            assert f"MST weight: {weight}\n" in out and f"Tree edges: {edges}\n" in out


def test_without_the_flag_programs_do_what_they_did(build, graph):
    folder, _ = build
    right = graph.distances(7, hops=False)
    out = run([program(folder, "sssp-cpu"), graph.file, "-startNode=7", "-reportNode=2999"])
    assert "Running deltaStep" in out and f"Node 2999 has distance {right[2999]}\n" in out
    out = run([program(folder, "minimum-spanningtree-cpu"), graph.file])
    assert f"MST weight: {graph.forest()[0]}\n" in out and "Tree edges" not in out


def test_wrong_flags(build, graph, tmp_path):
    folder, names = build
    sssp = program(folder, "sssp-cpu")
    assert "'other'" in run([sssp, graph.file, "--wl=other"], 1)
    assert "63 at most" in run([sssp, graph.file, "--wl=obim", "--delta=64"], 2)
    listed = run([sssp, "--help"])
    for name in NAMES:
        assert bool(re.search(rf"^\s+={name}\s", listed, re.MULTILINE)) == (name in names)
    astar = program(folder, "astar-cpu")
    assert "must be less than" in run([astar, graph.file, f"-destNode={NODES}"], 1)
    assert "cannot read" in run([astar, graph.file, "-coordFilename=none"], 1)
    places = tmp_path / "places.co"
    for line, complaint in (("v 1 2", "not `v ID X Y`"), ("v 0 1 1", "not `v ID X Y`"),
                            (f"v {NODES + 1} 1 1", "not `v ID X Y`"), ("v 1 1 1", "no line for ID 2")):
        places.write_text(line + "\n")
        assert complaint in run([astar, graph.file, f"-coordFilename={places}"], 1)


@pytest.mark.parametrize("compiler", ["g++-12", "clang++-14"])
def test_every_header_compiles_alone(compiler, tmp_path):
    if compiler not in compilers():
        pytest.skip(f"no {compiler} here")
    tree = tmp_path / "tree"
    shutil.copytree(MINIATURE, tree)
    assert cli.main([str(tree)]) == 0
    folder = tree / headers.FOLDER
    for path in sorted([*folder.glob("*.h"), *(folder / "substrate").glob("*.h"),
                        *(folder / "registry").glob("*/*.h")]):
        name = path.relative_to(folder)
        source = tmp_path / "one.cpp"
        source.write_text(f'#include "galois/worklists/cps/{name}"\n')
        done = compile_headers(tree, compiler, source)
        assert done.returncode == 0, f"{name}: {done.stderr}"
