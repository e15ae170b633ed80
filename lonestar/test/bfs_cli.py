"""Runs bfs-cpu as a user would: every algorithm and worklist on unusual and on real graphs. Also checks the
choice of --algo=auto, many sources, and error messages. app_cases.py says how to run these tests.
"""

import collections
import random

import app_cases
from app_cases import GRAPHS, INPUTS, THREADS, threads_in_turn

# Flags for the algorithms without a worklist: both directions, top-down only, and bottom-up from the start.
SYNCHRONOUS = (["--algo=sync-do"], ["--algo=sync-do", "--alpha=0"],
               ["--algo=sync-do", "--alpha=1000000", "--beta=1000000"])


def levels(nodes, arcs, source):
    """Returns {node: level} of the reached nodes."""
    rows = [[] for _ in range(nodes)]
    for tail, head, _ in arcs:
        rows[tail].append(head)
    found, queue = {source: 0}, collections.deque([source])
    while queue:
        node = queue.popleft()
        for head in rows[node]:
            if head not in found:
                found[head] = found[node] + 1
                queue.append(head)
    return found


class CliTest(app_cases.CliTest):
    program = "bfs-cpu"

    def check(self, name, *flags, source=0):
        nodes, arcs = GRAPHS[name]
        right = levels(nodes, arcs, source)
        record = self.record(self.graph(name, nodes, arcs), *flags, f"-startNode={source}", "--verify=full")
        self.assertEqual(record["answer"], {"checksum": sum(right.values()),
                                            "summary": {"reached": len(right), "max": max(right.values())}},
                         (name, flags))
        self.assertIs(record["verified"], True)
        self.assertEqual(record["tasks"]["useful"],
                         app_cases.useful(nodes, arcs, right, record, source))
        self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])
        return record


class Graphs(CliTest):
    """Every unusual graph under every worklist, compared with the search in this file."""

    def test_worklists(self):
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                record = self.check(name, f"--wl={worklist}", f"-t={threads}")
                self.assertEqual((record["wl"], record["params"]["algo"]), (worklist, "worklist"))

    def test_synchronous(self):
        for flags in SYNCHRONOUS:
            for threads in THREADS:
                for name in GRAPHS:
                    with self.subTest(flags=flags, threads=threads, graph=name):
                        record = self.check(name, *flags, f"-t={threads}")
                        self.assertEqual(record["params"]["algo"], "sync-do")
                        if "--alpha=0" in flags:
                            self.assertEqual(record["worklist"]["bottom_up_levels"], 0)

    def test_sequential(self):
        for name in GRAPHS:
            with self.subTest(graph=name):
                self.assertEqual(self.check(name, "--algo=sequential", "-t=4")["threads"], 1)


class Choices(CliTest):
    """Directions, --algo=auto, sources, and files of levels."""

    def test_both_directions_are_taken(self):
        nodes, arcs = GRAPHS["rmat"]
        source = max(range(nodes), key=[tail for tail, _, _ in arcs].count)
        for flags in SYNCHRONOUS[::2]:
            counters = self.check("rmat", *flags, "-t=2", source=source)["worklist"]
            self.assertGreater(counters["bottom_up_levels"], 0)
        up = self.check("rmat", *SYNCHRONOUS[2], source=source)["worklist"]
        self.assertEqual(up["top_down_levels"], 0)

    def test_symmetric_graph_needs_no_in_edges(self):
        nodes, arcs = GRAPHS["rmat"]
        both = arcs + [(head, tail, weight) for tail, head, weight in arcs]
        path = self.graph("rmat_symmetric", nodes, both)
        right = self.record(path, "--algo=sequential")["answer"]
        record = self.record(path, "--algo=sync-do", "-symmetricGraph", "-t=2")
        self.assertEqual(record["answer"], right)
        self.assertEqual((record["worklist"]["transpose_s"], record["worklist"]["symmetry_s"]), (0, 0))
        self.assertIs(record["params"]["symmetric"], True)
        found = self.record(path, "--algo=sync-do", "-t=2")
        self.assertEqual((found["answer"], found["params"]), (right, record["params"]))
        self.assertEqual(found["worklist"]["transpose_s"], 0)
        self.assertGreater(found["worklist"]["symmetry_s"], 0)

    def test_symmetry_is_found_out(self):
        """Each graph is symmetric except for what its name says, and has edges enough for bottom-up steps. Where
        in-edges are taken for out-edges by mistake, levels are wrong."""
        nodes, arcs = GRAPHS["rmat"]
        arcs = sorted({(min(tail, head), max(tail, head), 1) for tail, head, _ in arcs if tail != head})
        both = arcs + [(head, tail, 1) for tail, head, _ in arcs]
        tail, head, _ = arcs[len(arcs) // 2]
        graphs = {
            "symmetric": (both, True),
            "loops": ([*both, *((node, node, 1) for node in range(0, nodes, 3)), (5, 5, 1)], True),
            "parallel": ([*both, (tail, head, 1), (head, tail, 1)], True),
            "parallel_one_way": ([*both, (tail, head, 1)], False),
            "first_missing": (both[1:], False),
            "last_missing": (both[:-1], False),
            "one_added": ([*both, (nodes - 1, 0, 1)], False),
            "turned": ([*both[1:], (arcs[0][1], arcs[0][0], 1)], False),
            "cycle_added": ([*both, (1, 2, 1), (2, 3, 1), (3, 1, 1)], False),
            "one_way": (arcs, False)}
        source = max(range(nodes), key=[end for arc in both for end in arc[:2]].count)
        for name, (listed, symmetric) in graphs.items():
            path = self.graph(f"found_{name}", nodes, listed)
            for threads in THREADS:
                for flags in ([], ["--algo=sync-do"]):
                    with self.subTest(graph=name, threads=threads, flags=flags):
                        record = self.record(path, *flags, f"-t={threads}", f"--startNode={source}", "--verify=full")
                        self.assertIs(record["params"]["symmetric"], symmetric)
                        self.assertIs(record["verified"], True)
                        built = record["worklist"]["transpose_s"] > 0
                        self.assertEqual(built, bool(flags) and not symmetric)
                        if symmetric or flags:
                            self.assertGreater(record["worklist"]["bottom_up_levels"], 0)
                        else:
                            self.assertEqual(record["worklist"]["bottom_up_levels"], 0)
                            self.assertIn("not every edge has its reverse", record["params"]["auto"])

    def test_symmetry_is_asked_for_only_where_it_matters(self):
        dense, sparse = self.graph("rmat", *GRAPHS["rmat"]), self.graph("grid", *GRAPHS["grid"])
        for path, flags in ((sparse, []), (dense, ["--alpha=0"]), (dense, ["--algo=sync-do", "--alpha=0"]),
                            (dense, ["--algo=sequential"]), (dense, ["--wl=smq-bucket"])):
            with self.subTest(path=path, flags=flags):
                record = self.record(path, *flags)
                self.assertNotIn("symmetric", record["params"])
                self.assertNotIn("symmetry_s", record["worklist"])

    def test_symmetric_graph_must_be_symmetric(self):
        """What is wrong is the flag, so the message names it."""
        one_way = self.graph("one_way", 3, [(0, 1, 1), (1, 2, 1)])
        self.fails(1, one_way, "--algo=sync-do", "-symmetricGraph",
                   saying=("one_way.gr: --symmetricGraph, but not every edge there has its reverse; --symmetrize",))
        self.assertIs(self.record(one_way, "--algo=sync-do", "-symmetricGraph", "--symmetrize")["verified"], True)

    def test_auto(self):
        sparse = self.graph("grid", *GRAPHS["grid"])
        dense = self.graph("rmat", *GRAPHS["rmat"])
        for path, flags, alpha in ((sparse, [], 0), (dense, [], 0), (dense, ["-symmetricGraph", "-noverify"], 15),
                                   (dense, ["--runs=16"], 15), (dense, ["--algo=auto", "--sources=random:16"], 15)):
            with self.subTest(path=path, flags=flags):
                records = self.record(path, *flags)
                params = (records[0] if isinstance(records, list) else records)["params"]
                self.assertEqual((params["algo"], params["alpha"]), ("sync-do", alpha))
                self.assertIn("edges", params["auto"])
        self.assertEqual(self.record(dense, "--wl=obim")["wl"], "obim")
        self.assertEqual(self.record(dense, "--wl=obim", "--algo=auto")["wl"], "sync-do")
        self.assertIn("Chosen: sync-do top-down", self.call(sparse).stdout)
        said = self.call(dense).stdout
        self.assertIn("Not every edge has its reverse, found in ", said)
        self.assertIn("Chosen: sync-do top-down: not every edge has its reverse", said)

    def test_sparse_ids(self):
        out = self.dir / "sparse-levels.txt"
        record = self.record(self.sparse(), "--startNode=9", f"--output={out}")
        self.assertEqual(record["params"]["startNode"], 9)
        self.assertEqual(out.read_text(), "3 1\n9 0\n70 2\n800 inf\n")

    def test_sources(self):
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        chosen = random.Random(1).sample(range(nodes), 9)
        (self.dir / "sources.txt").write_text("# nine\n" + "".join(f"{node}\n" for node in chosen))
        for flags in (["--algo=sync-do"], ["--wl=smq-bucket"], ["--algo=sequential"]):
            records = self.record(path, *flags, f"--sources={self.dir}/sources.txt", "-t=2")
            self.assertEqual([record["params"]["startNode"] for record in records], chosen)
            self.assertEqual([record["answer"]["checksum"] for record in records],
                             [sum(levels(nodes, arcs, node).values()) for node in chosen])

    def test_sources_in_several_components_and_repeated(self):
        nodes, arcs = GRAPHS["disconnected"]
        path = self.graph("disconnected", nodes, arcs)
        (self.dir / "repeated.txt").write_text("4\n0\n3\n4\n7\n4\n")
        sources = (4, 0, 3, 4, 7, 4)
        right = [levels(nodes, arcs, source) for source in sources]
        for flags in (*SYNCHRONOUS, [], ["--wl=smq-bucket"], ["--algo=sequential"]):
            for threads in THREADS:
                with self.subTest(flags=flags, threads=threads):
                    records = self.record(path, *flags, f"--sources={self.dir}/repeated.txt", f"-t={threads}",
                                          "--verify=full")
                    self.assertEqual([record["answer"] for record in records],
                                     [{"checksum": sum(found.values()),
                                       "summary": {"reached": len(found), "max": max(found.values())}}
                                      for found in right])
                    self.assertEqual([record["tasks"]["useful"] for record in records],
                                     [app_cases.useful(nodes, arcs, found, record, source)
                                      for found, record, source in zip(right, records, sources)])

    def test_one_source_per_thread(self):
        """--source-batch=sources, with repeated sources, more threads than sources and unreachable nodes."""
        out = self.dir / "batch.txt"
        chosen = self.dir / "batched.txt"
        for name, text in (("disconnected", "4\n0\n3\n4\n7\n4\n"), ("grid", "7\n8\n"), ("rmat", "5\n0\n5\n900\n")):
            path = self.graph(name, *GRAPHS[name])
            chosen.write_text(text)
            flags = (f"--sources={chosen}", f"--output={out}", "--verify=full")
            right = [record["answer"] for record in self.record(path, *flags, "--source-batch=tasks")]
            columns = out.read_bytes()
            for threads in (1, 2, 5):
                for batch in ([], ["--source-batch=sources"]):
                    records = self.record(path, *flags, *batch, f"-t={threads}")
                    self.assertEqual([record["answer"] for record in records], right)
                    self.assertEqual(out.read_bytes(), columns)
                self.assertEqual({record["batch"]["mode"] for record in records}, {"sources"})
                self.assertEqual({record["params"]["algo"] for record in records}, {"sequential"})
        for algorithm in ("worklist", "sync-do"):
            self.fails(2, path, *flags, "--source-batch=sources", f"--algo={algorithm}", saying=("--algo=sequential",))

    def test_output(self):
        nodes, arcs = GRAPHS["disconnected"]
        right = levels(nodes, arcs, 0)
        for flags in (["--algo=sync-do"], ["--wl=obim"], ["--algo=sequential"]):
            out = self.dir / "levels.txt"
            self.record(self.graph("disconnected", nodes, arcs), *flags, f"--output={out}")
            self.assertEqual(out.read_text().splitlines(),
                             [f"{node} {right.get(node, 'inf')}" for node in range(nodes)])

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_people_are_told(self):
        result = self.call(self.graph("disconnected", *GRAPHS["disconnected"]), "-reportNode=2")
        self.assertIn("Node 2 has distance 2 from node 0", result.stdout)
        self.assertLessEqual(len(result.stdout.splitlines()), 10)

    def test_help_and_errors(self):
        for words in ("--algo=", "--wl=", "--alpha=", "--sources=", "sync-do"):
            self.assertIn(words, self.call("--help").stdout)
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--algo=dijkstra", saying=("auto, worklist, sync-do, sequential",))
        self.fails(2, path, "--beta=0", saying=("--beta",))
        self.fails(2, path, "--wl=zzzzzzz", saying=("--wl=help",))
        self.fails(1, path, "-startNode=3600", saying=("3599",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))


class Real(CliTest):
    """On real graphs every algorithm agrees with the sequential one, also on the number of levels."""

    # name, flags, published number of reached nodes (None if there is none)
    GRAPHS = (("road_usa_topology/NY.gr.xz", ["-symmetricGraph"], 264346),
              ("road/osm_delaware.gr.xz", ["-startNode=1919"], 348325),
              ("web_social/soc-Slashdot0902.txt.gz", [], None),
              ("web_social/tech-RL-caida.edges.gz", ["--symmetrize", "-symmetricGraph"], None))

    def test_all_agree(self):
        for turn, (name, flags, reached) in enumerate(self.GRAPHS):
            path = INPUTS / name
            if not path.exists():
                self.skipTest(f"{path} is not there")
            right = self.record(path, *flags, "--algo=sequential")
            self.assertIs(right["verified"], True)
            if reached:
                self.assertEqual(right["answer"]["summary"]["reached"], reached)
            for place, algorithm in enumerate((["--algo=sync-do"], [], ["--wl=smq-bucket"], ["--wl=obim"])):
                for threads in threads_in_turn(place + turn):
                    with self.subTest(graph=name, algorithm=algorithm, threads=threads):
                        record = self.record(path, *flags, *algorithm, f"-t={threads}")
                        self.assertEqual(record["answer"], right["answer"])


class Graphalytics(CliTest):
    """The examples of LDBC Graphalytics and their published answers."""

    def test_examples(self):
        for flags in (*SYNCHRONOUS, ["--algo=sequential"], ["--wl=smq-bucket", "-t=2"]):
            with self.subTest(flags=flags):
                self.graphalytics("bfs", *flags)


if __name__ == "__main__":
    app_cases.main()
