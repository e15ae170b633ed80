"""Runs sssp-cpu as a user would, on unusual graphs and on a road network, with every worklist, and checks the
distances. app_cases.py says how to run these tests.
"""

import json
import random

import app_cases
from app_cases import DEPTH_FIRST, GRAPHS, INPUTS, threads_in_turn
from sssp_cases import CliTest, distances


def power_law(scale):
    """Returns the number of nodes, and 16 random arcs per node between nodes of which few have very many; their
    weights are up to 10,000."""
    rng = random.Random(1)
    def end():
        return sum((rng.random() < 0.24) << bit for bit in range(scale))
    return 1 << scale, [(end(), end(), rng.randint(1, 10000)) for _ in range(16 << scale)]


class Graphs(CliTest):
    """Every unusual graph under every worklist and thread count, compared with Dijkstra in Python."""

    def test_worklists(self):
        self.assertLessEqual({"smq", "obim", "chunk-fifo", "chunk-lifo"}, set(self.worklists()))
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                self.check(name, f"--wl={worklist}", f"-t={threads}")

    def test_sequential(self):
        for name in GRAPHS:
            with self.subTest(graph=name):
                for algorithm in ("dijkstra", "radix-heap", "buckets"):
                    self.check(name, f"--algo={algorithm}")
                    self.check(name, f"--algo={algorithm}", "--distance-bits=64")

    def test_auto(self):
        """Without --algo and --wl, what is fastest is run, unless a flag concerns only worklists."""
        dense = (40, [(u, v, 1 + (u * v) % 9) for u in range(40) for v in range(40) if u != v])
        GRAPHS["dense"] = dense
        # 4 edges per node, but most nodes are leaves.
        core = [(u, v, 1 + (u * v) % 9) for u in range(20) for v in range(20) if u != v]
        ends = [(u % 20, u, 3) for u in range(20, 120)]
        GRAPHS["leaves"] = (120, core + ends + [(v, u, w) for u, v, w in ends])
        for name, flags, algorithm in (
                ("grid", ["-t=1"], "buckets"), ("grid", ["-t=1", "--wl=auto"], "buckets"),
                ("grid", ["-t=1", "--algo=auto", "--distance-bits=64"], "buckets"),
                ("dense", ["-t=1"], "radix-heap"), ("leaves", ["-t=1"], "radix-heap"), ("grid", ["-t=2"], "worklist"),
                ("grid", ["-t=2", "--wl=auto"], "worklist"), ("grid", ["-t=16"], "worklist"),
                ("grid", ["-t=1", "--wl=smq"], "worklist"), ("grid", ["-t=1", "--per-thread"], "worklist"),
                ("grid", ["-t=1", "--drift=10"], "worklist"), ("grid", ["-t=1", "--edge-tile=2"], "worklist"),
                ("grid", ["-t=1", "--steal-size=8"], "worklist"),
                ("grid", ["-t=1", "--algo=auto", "--wl=smq"], "worklist")):
            with self.subTest(graph=name, flags=flags):
                record = self.check(name, *flags)
                self.assertEqual(record["params"]["algo"], algorithm)
                self.assertEqual(record["wl"], algorithm if algorithm != "worklist" else
                                 "smq" if "--wl=smq" in flags else "smq-bucket")
                said = self.call(self.graph(name, *GRAPHS[name]), *flags).stdout
                chosen = "auto" in record["params"]
                self.assertIs(f"Chosen: {algorithm} for " in said, chosen)
                self.assertEqual(chosen, algorithm != "worklist" or "--algo=auto" in flags or
                                 flags[0] != "-t=1")
        del GRAPHS["dense"], GRAPHS["leaves"]

    def test_leaves_are_no_tasks(self):
        """A leaf of a tree gets its distance without a task."""
        size = 400
        def both(arcs):
            return arcs + [(head, tail, weight) for tail, head, weight in arcs]
        line = [(i, i + 1, 1 + i % 7) for i in range(size - 1)]
        trees = {"star": (size, both([(0, i, i) for i in range(1, size)]), 1),
                 "path": (size, both(line), size - 1),
                 "path, one way": (size, line, size - 1),
                 "caterpillar": (2 * size, both(line + [(i, size + i, 3) for i in range(size)]), size),
                 # The only arc of node 2 leads back to node 1, but another one leads to node 2, too.
                 "two ways in": (3, [(0, 1, 1), (0, 2, 9), (1, 2, 1), (2, 1, 1)], 3),
                 "loop": (2, [(0, 1, 1), (1, 1, 1)], 1),
                 "parallel": (2, [(0, 1, 5), (0, 1, 2), (1, 0, 2)], 1),
                 "from a leaf": (2, both([(0, 1, 1)]), 1)}
        for name, (nodes, arcs, tasks) in trees.items():
            path = self.graph("leaves-" + name.replace(" ", "-"), nodes, arcs)
            right = distances(nodes, arcs, 0)
            for flags in (["-t=1", "--algo=buckets"], ["-t=1", "--algo=radix-heap"], ["-t=1", "--wl=smq-bucket"],
                          ["-t=3", "--wl=smq"], ["-t=2", "--wl=obim"], ["-t=1", "--algo=limit"]):
                with self.subTest(graph=name, flags=flags):
                    record = self.record(path, *flags, "--verify=full")
                    self.assertEqual(record["answer"]["checksum"], sum(right.values()))
                    counts = record["tasks"]
                    self.assertEqual(counts["useful"], tasks)
                    self.assertGreaterEqual(counts["executed"], tasks)
                    if name not in ("two ways in", "parallel") or "--algo=limit" in flags:
                        self.assertEqual(counts["executed"], tasks)
        nodes, arcs, tasks = trees["caterpillar"]
        tree = self.dir / "tree"
        self.record(self.graph("caterpillar", nodes, arcs), f"--predecessors={tree}", "-t=1")
        self.assertEqual(dict(map(int, line.split()) for line in tree.read_text().splitlines())[nodes - 1], size - 1)

    def test_found_width(self):
        """On a power-law graph with large weights, the first tasks have the most children. They must not run
        out of order in wide buckets: the width that the scheduler finds wastes as few tasks as a good fixed one.
        """
        nodes, arcs = power_law(12)
        graph = self.graph("power-law", nodes, arcs)
        for source in range(5):
            flags = ("--wl=smq-bucket", "-t=1", f"--startNode={source}")
            found, fixed = (self.record(graph, *flags, *more)["tasks"]["executed"] for more in ([], ["--delta=4"]))
            self.assertLess(found, 1.1 * fixed, source)

    def test_delta_stepping(self):
        for name in GRAPHS:
            for threads, flags in ((1, []), (2, []), (3, ["--distance-bits=64"]), (16, ["--delta=12"]),
                                   (16, ["--delta=40"]), (1, ["--delta=0"]), (2, ["--delta=4"])):
                with self.subTest(graph=name, threads=threads, flags=flags):
                    self.check(name, "--algo=delta-stepping", f"-t={threads}", *flags)

    def test_limit(self):
        for name in GRAPHS:
            for threads, flags in ((1, []), (2, []), (3, ["--limit-deal=order", "--distance-bits=64"]),
                                   (16, ["--limit-deal=random"]), (2, ["--limit-deal=blocks"])):
                with self.subTest(graph=name, threads=threads, flags=flags):
                    self.check(name, "--algo=limit", f"-t={threads}", *flags)

    def test_limit_says_who_did_what(self):
        graph = self.graph("grid", *GRAPHS["grid"])
        for deal, flags in (("nodes", []), ("blocks", ["--limit-deal=blocks"])):
            record = self.record(graph, "--algo=limit", "-t=2", *flags)
            self.assertEqual((record["wl"], record["params"]["limit-deal"]), ("limit", deal))
            self.assertEqual(record["wasted_work"], 1)

    def test_wide_distances(self):
        for worklist in self.worklists():
            for name in ("rmat", "grid", "near_limit", "zero_weights"):
                with self.subTest(worklist=worklist, graph=name):
                    self.check(name, f"--wl={worklist}", "-t=4", "--distance-bits=64")

    def test_parameters(self):
        for flags in (["--wl=smq", "--steal-prob=1"], ["--wl=smq", "--steal-size=64"],
                      ["--wl=smq", "--heap-arity=2"], ["--wl=smq", "--heap-arity=8"],
                      ["--wl=smq", "--delta=5"], ["--wl=obim", "--delta=0"],
                      ["--wl=obim", "--delta=63"], ["--wl=obim", "--chunk=1"],
                      ["--wl=chunk-fifo", "--chunk=4096"], ["--wl=chunk-lifo", "--chunk=1"]):
            for name in ("rmat", "grid"):
                with self.subTest(flags=flags, graph=name):
                    self.check(name, *flags, "-t=4")


class Distances(CliTest):
    """Distances that do not fit, sources, single nodes, and files of distances."""

    # The loop's weight is large in both readings, so that the heavier one is not taken for -6.
    TOO_LONG = (3, [(0, 1, 4294967290), (1, 2, 5), (0, 0, 1 << 30)])
    LONGER_DETOUR = (3, [(0, 1, 4294967290), (1, 2, 5), (0, 2, 9), (0, 0, 1 << 30)])

    def test_overflow_is_an_error(self):
        path = self.graph("too_long", *self.TOO_LONG)
        for flags in (["--algo=dijkstra"], ["--algo=radix-heap"], ["--algo=buckets"], ["-t=2"], ["--wl=obim"], ["-noverify"]):
            self.fails(1, path, *flags, saying=("--distance-bits=64",))
        record = self.record(path, "--distance-bits=64")
        self.assertEqual(record["answer"]["summary"], {"reached": 3, "max": 4294967295})

    def test_overflow_off_the_shortest_path_is_none(self):
        path = self.graph("longer_detour", *self.LONGER_DETOUR)
        for flags in (["--algo=dijkstra"], ["--algo=radix-heap"], ["--algo=buckets"], ["-t=2"]):
            self.assertEqual(self.record(path, *flags)["answer"]["summary"]["reached"], 3)

    def test_every_source(self):
        nodes, arcs = GRAPHS["disconnected"]
        path = self.graph("disconnected", nodes, arcs)
        for source in range(nodes):
            right = distances(nodes, arcs, source)
            answer = self.record(path, f"-startNode={source}", "-t=2")["answer"]
            self.assertEqual(answer["checksum"], sum(right.values()))
            self.assertEqual(answer["summary"]["reached"], len(right))

    def test_report_node(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        for flag in ("-reportNode=2", "--report-node=2", "--reportNode", "-report-node"):
            args = [flag] if "=" in flag else [flag, "2"]
            self.assertIn("Node 2 has distance 4", self.call(path, *args).stdout)
        self.assertIn("Node 5 has distance infinity", self.call(path, "-reportNode=5").stdout)

    def test_output(self):
        nodes, arcs = GRAPHS["disconnected"]
        out = self.dir / "distances.txt"
        self.record(self.graph("disconnected", nodes, arcs), f"--output={out}")
        right = distances(nodes, arcs, 0)
        self.assertEqual(out.read_text().splitlines(),
                         [f"{node} {right.get(node, 'inf')}" for node in range(nodes)])

    def test_unweighted(self):
        nodes, arcs = GRAPHS["grid"]
        path = self.graph("unweighted", nodes, arcs, weighted=False)
        hops = distances(nodes, [(tail, head, 1) for tail, head, _ in arcs], 0)
        result = self.call(path, "--json=-")
        self.assertEqual(json.loads(result.stdout)["answer"]["checksum"], sum(hops.values()))
        self.assertIn("weight 1", result.stderr)
        drawn = self.record(path, "--weights=uniform:5:9")
        self.assertEqual(drawn["answer"], self.record(path, "--weights=uniform:5:9", "-t=2",
                                                      "--wl=obim")["answer"])
        self.assertNotEqual(drawn["answer"], self.record(path, "--weights=uniform:5:9",
                                                         "--weights-seed=2")["answer"])
        self.assertNotEqual(drawn["input_id"], json.loads(result.stdout)["input_id"])

    def test_dimacs_text(self):
        path = self.dir / "text.dimacs"
        path.write_text("c three nodes\np sp 3 2\na 1 2 10\na 2 3 5\n")
        self.assertEqual(self.record(path)["answer"]["summary"], {"reached": 3, "max": 15})

    def test_dimacs_text_called_gr(self):
        path = self.dir / "text.gr"
        path.write_text("c three nodes\np sp 3 2\na 1 2 10\na 2 3 5\n")
        self.fails(1, path, saying=["is dimacs text, not a Galois .gr file", "graph-convert"])
        self.assertEqual(self.record(path, "--from=dimacs")["answer"]["summary"],
                         {"reached": 3, "max": 15})
        # What graph-convert would refuse is not sent there.
        path.write_text("1\n")
        self.fails(1, path, saying=["is no Galois .gr file, and as edgelist text it cannot be read",
                                    "text.gr:1: the head is missing"])
        path.write_bytes(b"\1\0")
        self.fails(1, path, saying=["is cut short: a .gr file starts with a header of 32 bytes"])


class Graphalytics(CliTest):
    """The examples of LDBC Graphalytics and their published answers."""

    def test_examples(self):
        for flags in (["--algo=dijkstra"], ["--algo=delta-stepping", "-t=2"], ["--wl=smq-bucket", "-t=2"]):
            with self.subTest(flags=flags):
                self.graphalytics("sssp", "--weight-type=float", *flags)


class Road(CliTest):
    """A real road network whose distances were computed with SciPy."""

    def test_delaware(self):
        path = INPUTS / "road/osm_delaware.gr.xz"
        if not path.exists():
            self.skipTest(f"{path} is not there")
        reference = self.record(path, "-startNode=1919", "--algo=dijkstra")
        self.assertEqual(reference["answer"]["checksum"], 269783831823)
        slow = reference["build"]["preset"] in ("asan-ubsan", "tsan")
        for place, worklist in enumerate(self.worklists()):
            # Without priorities a run has a hundred times as many tasks, too many for a sanitized build.
            few = worklist in DEPTH_FIRST or slow and worklist == "chunk-fifo"
            for threads in (16,) if few else threads_in_turn(place):
                with self.subTest(worklist=worklist, threads=threads):
                    answer = self.record(path, "-startNode=1919", f"--wl={worklist}",
                                         f"-t={threads}")["answer"]
                    self.assertEqual(answer["summary"]["reached"], 348325)
                    self.assertEqual(answer["checksum"], 269783831823)


if __name__ == "__main__":
    app_cases.main()
