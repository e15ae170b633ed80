"""What the tests of all applications share: unusual graphs, a .gr writer, and a test case that runs a
program as a user would.

An application's tests are in <app>_cli.py, with one class per topic, and end with `app_cases.main()`.
Where these are many, there is one file per subject (<app>_<subject>_cli.py). CTest runs one class at a time:

    APP_BIN=build/bin python3 lonestar/test/sssp_cli.py Graphs
"""

import itertools
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(os.environ.get("APP_BIN", "build/bin"))
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
INPUTS = pathlib.Path(os.environ.get("GALOIS_SHARED_INPUTS", REPOSITORY.parent / "shared/inputs"))
SANITIZED = any(preset in BIN.resolve().parts for preset in ("asan-ubsan", "tsan"))
LONG = os.environ.get("GALOIS_TEST_LONG") == "1"
THREADS = (3,) if SANITIZED else (1, 2, 3, 16)
sys.path.insert(0, str(REPOSITORY / "scripts"))
from lab.bench import applications, policies  # noqa: E402 (found by the line above)

# program: the flags that it needs on any graph
APPLICATIONS = dict.fromkeys(applications.programs(), []) | {
    "astar-cpu": ["--target=1", "--heuristic=none"],
    "betweenness-cpu": ["--sources=random:2"]}  # of all nodes it would take minutes
# Those of them that run under worklists.
SCHEDULED = {f"{name}-cpu": APPLICATIONS[f"{name}-cpu"] for name in applications.under_worklists()}
DEPTH_FIRST = ("chunk-lifo", "chase-lev", "pd-recv", "pd-send")  # take the youngest task first
SKIPPED = 77


def threads_in_turn(place):
    """Returns the thread counts for the worklist at this place of the list: one count, which is another
    one for the next worklist, or all counts with GALOIS_TEST_LONG. It is for tests with long runs."""
    return THREADS if LONG else (THREADS[place % len(THREADS)],)


def write_gr(path, nodes, arcs, weighted=True, kind="I"):
    """Writes a binary .gr file of version 1. `arcs` are (from, to, weight); `kind` is the struct code of weights."""
    rows = [[] for _ in range(nodes)]
    for source, target, weight in arcs:
        rows[source].append((target, weight))
    ends, total = [], 0
    for row in rows:
        total += len(row)
        ends.append(total)
    flat = [arc for row in rows for arc in row]
    data = struct.pack("<4Q", 1, struct.calcsize(kind) if weighted else 0, nodes, total)
    data += struct.pack(f"<{nodes}Q", *ends)
    data += struct.pack(f"<{total}I", *(target for target, _ in flat))
    data += b"\0" * (4 * (total % 2))
    if weighted:
        data += struct.pack(f"<{total}{kind}", *(weight for _, weight in flat))
    path.write_bytes(data)


def rmat(scale, factor, seed):
    """Returns the arcs of a small RMAT graph with weights 1 to 255."""
    rng = random.Random(seed)
    arcs = []
    for _ in range(factor << scale):
        tail = head = 0
        for _ in range(scale):
            quadrant = rng.choices((0, 1, 2, 3), (57, 19, 19, 5))[0]
            tail, head = 2 * tail + quadrant // 2, 2 * head + quadrant % 2
        arcs.append((tail, head, rng.randint(1, 255)))
    return arcs


def grid(side, seed):
    """Returns both arcs of every edge of a grid with random weights, which resembles a road network."""
    rng = random.Random(seed)
    arcs = []
    for y in range(side):
        for x in range(side):
            here = y * side + x
            near = [here + 1] if x + 1 < side else []
            near += [here + side] if y + 1 < side else []
            for there in near:
                weight = rng.randint(1, 10000)
                arcs += [(here, there, weight), (there, here, weight)]
    return arcs


GRAPHS = {
    # name: (nodes, arcs)
    "one_node": (1, []),
    "no_edges": (5, []),
    "one_loop": (1, [(0, 0, 7)]),
    "path": (3000, [(i, i + 1, i % 9) for i in range(2999)]),
    "star": (3001, [(0, i, i % 50) for i in range(1, 3001)]),
    "inward_star": (50, [(i, 0, 1) for i in range(1, 50)]),
    "disconnected": (8, [(0, 1, 2), (1, 2, 2), (4, 5, 1), (5, 4, 1), (6, 7, 3)]),
    "self_loops": (4, [(i, i, 1) for i in range(4)] + [(0, 1, 5), (1, 2, 5), (2, 3, 5)]),
    "zero_self_loops": (3, [(0, 0, 0), (1, 1, 0), (0, 1, 4), (1, 2, 0), (2, 2, 0)]),
    "multi_edges": (3, [(0, 1, 9), (0, 1, 3), (0, 1, 6), (1, 2, 4), (1, 2, 4), (1, 2, 1)]),
    "zero_weights": (200, [(i, (i * 7 + 1) % 200, 0) for i in range(200)]
                     + [(i, (i + 1) % 200, 0) for i in range(200)]),
    "zero_cycle": (5, [(0, 1, 7), (1, 2, 0), (2, 1, 0), (2, 3, 1), (3, 4, 0), (4, 3, 0)]),
    # The last weight is large in both readings, so that the others are not taken for -6, -2 and -1.
    "near_limit": (4, [(0, 1, 4294967290), (1, 2, 4), (0, 3, 4294967294), (3, 1, 4294967295), (2, 0, 1 << 30)]),
    "rmat": (1 << 10, rmat(10, 8, 1)),
    "grid": (60 * 60, grid(60, 2)),
}


def leaves(nodes, arcs):
    """Returns the nodes from which no search goes on: those without arcs, and those whose only arc leads back to
    where all arcs to them come from."""
    heads, tails = [[] for _ in range(nodes)], [set() for _ in range(nodes)]
    for tail, head, *_ in arcs:
        heads[tail].append(head)
        tails[head].add(tail)
    return {node for node in range(nodes)
            if not heads[node] or len(heads[node]) == 1 and
            (heads[node] == [node] or tails[node] <= {node, heads[node][0]})}


def useful(nodes, arcs, reached, record, source=0):
    """Returns the number of useful tasks of a search that reaches these nodes."""
    algorithm = record["params"]["algo"]
    of_paper = re.search(r"\.(published|released)$|^hdcps-srq", record["wl"])  # which run tasks of leaves, too
    skips = not of_paper if algorithm == "worklist" else algorithm in ("buckets", "radix-heap", "limit")
    return len(set(reached) - (leaves(nodes, arcs) - {source})) if skips else len(reached)


def described(program):
    """Returns what a program says about itself: its overview, usage, groups of flags, and examples. None if
    it is no program of ours, or has no flags."""
    return policies.asked(BIN / program, "--help=json")


def flags_of(program):
    """Returns the flags of a program, by names without dashes, as `described` has them."""
    return {name.lstrip("-"): flag for name, flag in policies.flags(BIN / program).items()}


def without_notes(text):
    """What a program has said on standard error, without notes about its input, which is no mistake."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("note: "))


def needs(*programs):
    """Leaves a test out where the build has not all of these programs."""
    missing = [program for program in programs if not (BIN / program).exists()]
    return unittest.skipIf(missing, f"this build has no {', '.join(missing)}")


def choices(program, flag):
    """Returns the words that a flag may name."""
    return [each["name"] for each in flags_of(program)[flag]["choices"]]


def worklist_names(program, parameter=None):
    """Returns the names of all policies, or of those that have the parameter."""
    return [entry["name"] for entry in policies.described(program)
            if parameter is None or any(each["name"] == parameter for each in entry["parameters"])]


class CliTest(unittest.TestCase):
    """Runs the program that a derived class names."""

    program = None
    own_cache = False  # whether the class looks at what is kept, and shares its cache folder with no other

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        shared = pathlib.Path(os.environ.get("TEST_CACHE", cls.dir)) / "cli_cache"
        cache = cls.dir / "cache" if cls.own_cache else shared
        cls.kept = cache / "galois-cps"
        cls.env = {**os.environ, "XDG_CACHE_HOME": str(cache)}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def command(self):
        return str(BIN / self.program)

    def graph(self, name, nodes, arcs, weighted=True):
        path = self.dir / f"{name}.gr"
        if not path.exists():
            write_gr(path, nodes, arcs, weighted)
        return path

    def call(self, *args):
        """Runs the program, by default on one thread, so that it does the same on every machine."""
        args = [str(arg) for arg in args]
        if not any(arg.partition("=")[0] in ("-t", "--t") for arg in args):
            args.append("-t=1")
        return subprocess.run([self.command(), *args], capture_output=True, text=True,
                              env=self.env, timeout=900, check=False)

    def record(self, *args):
        """Returns the record of a run that must succeed."""
        result = self.call(*args, "--json=-")
        self.assertEqual(result.returncode, 0, f"{args}\n{result.stderr}")
        return json.loads(result.stdout)

    def worklists(self):
        return worklist_names(self.command())

    def turns(self):
        """Yields (graph, worklist, threads) for unusual graphs: every worklist with a third of the graphs and
        with each thread count, and every graph with a third of the worklists. With GALOIS_TEST_LONG all with
        all. That a policy loses no task is tested by the suites of libgalois, under the sanitizers."""
        places = itertools.product(enumerate(GRAPHS), enumerate(self.worklists()))
        for (turn, name), (place, worklist) in places:
            if LONG or (turn + place) % 3 == 0:
                for threads in threads_in_turn(turn // 3 + place):
                    yield name, worklist, threads

    def real_graphs_have_one_answer(self, sequential, *always):
        """Checks that a program, by default and under worklists, answers on real graphs what its algorithm
        `sequential` does. Skips where the graphs are missing."""
        names = ("coloring/le450_15a.col", "clique/p_hat700-3.clq", "road/osm_liechtenstein.gr.xz",
                 "web_social/soc-Slashdot0902.txt.gz")
        paths = [INPUTS / name for name in names]
        if not all(path.exists() for path in paths):
            self.skipTest(f"{INPUTS} lacks one of {names}")
        worklists = self.worklists()
        for turn, path in enumerate(paths):
            right = self.record(path, f"--algo={sequential}", *always)["answer"]
            for threads in threads_in_turn(turn):
                for flags in ([], [f"--wl={worklists[(turn + threads) % len(worklists)]}"]):
                    with self.subTest(path=path.name, threads=threads, flags=[*always, *flags]):
                        self.assertEqual(self.record(path, f"-t={threads}", *always, *flags)["answer"], right)

    def weights_do_not_matter(self, *flags):
        """Checks that fractions and negative weights are accepted by a program that ignores weights."""
        path = self.dir / "correlations.mtx"
        path.write_text("%%MatrixMarket matrix coordinate real symmetric\n"
                        "4 4 4\n2 1 -0.5\n3 1 1.25\n3 2 2\n4 3 1e-3\n")
        record = self.record(path, *flags, "--verify=full")
        self.assertEqual((record["nodes"], record["edges"], record["verified"]), (4, 8, True))
        result = self.call(path, "--weights=uniform:9:1", *flags)
        self.assertEqual(result.returncode, 2, "a malformed flag stays an error")

    def sparse(self):
        """Returns an edge list of the nodes 3, 9, 70 and 800, as text that is converted on first use."""
        path = self.dir / "sparse.txt"
        if not path.exists():
            path.write_text("9 3 5\n3 70 2\n70 9 4\n800 70 1\n")
        return path

    def graphalytics(self, problem, *flags, source=True):
        """Runs the examples of LDBC Graphalytics and compares with the published answers by graph-check.

        :param source: whether the program starts at a node"""
        for name, start in (("example-directed", 1), ("example-undirected", 2)):
            folder = INPUTS / "graphalytics"
            if not folder.exists():
                self.skipTest(f"{folder} is not there")
            graph, out = self.dir / f"{name}.gr", self.dir / f"{name}.txt"
            weights = ["--weight-type=float"] if problem == "sssp" else ["--weights=none"]
            self.tool("graph-convert", folder / f"{name}.v", graph, *weights)
            # The binary file contains the ids. Flags and answers use them, as for the text files.
            for path in (graph, folder / f"{name}.v"):
                starts = [f"-startNode={start}"] if source else []
                record = self.record(path, *flags, *starts, f"--output={out}", "--verify=full")
                if source:
                    self.assertEqual(record["params"]["startNode"], start)
                reference = folder / f"{name}-{problem.upper()}"
                self.assertEqual({line.split()[0] for line in out.read_text().splitlines()},
                                 {line.split()[0] for line in reference.read_text().splitlines()})
                self.tool("graph-check", problem, path, out, reference, "--weight-type=float")

    def tool(self, program, *args):
        """Runs another program, which must succeed."""
        result = subprocess.run([str(BIN / program), *map(str, args)], capture_output=True, text=True,
                                env=self.env, timeout=900, check=False)
        self.assertEqual(result.returncode, 0, f"{program} {args}\n{result.stdout}{result.stderr}")

    def fails(self, status, *args, saying=()):
        """Runs and expects one helpful line on stderr."""
        result = self.call(*args)
        self.assertEqual(result.returncode, status, f"{args}\n{result.stdout}{result.stderr}")
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, f"{args}\n{result.stderr}")
        for words in saying:
            self.assertIn(words, result.stderr)


def main():
    """Runs unittest.main, and exits with CTest's status for skipped tests if all were skipped."""
    outcome = unittest.main(module="__main__", exit=False, verbosity=2).result
    if outcome.wasSuccessful() and outcome.skipped and outcome.testsRun == len(outcome.skipped):
        sys.exit(SKIPPED)
    sys.exit(0 if outcome.wasSuccessful() else 1)
