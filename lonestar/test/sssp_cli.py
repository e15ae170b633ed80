"""sssp-cpu as its users meet it: graphs of every odd shape under every worklist, the record, the flags,
and what it says when something is wrong. app_cases.py says how to run it.
"""

import gzip
import heapq
import json
import os
import signal
import subprocess
import time
import unittest

import app_cases
from app_cases import GRAPHS, INPUTS, THREADS, write_gr


def distances(nodes, arcs, source):
    """{node: distance} of the reached nodes."""
    rows = [[] for _ in range(nodes)]
    for tail, head, weight in arcs:
        rows[tail].append((head, weight))
    settled, heap = {}, [(0, source)]
    while heap:
        distance, node = heapq.heappop(heap)
        if node in settled:
            continue
        settled[node] = distance
        for head, weight in rows[node]:
            if head not in settled:
                heapq.heappush(heap, (distance + weight, head))
    return settled


class CliTest(app_cases.CliTest):
    program = "sssp-cpu"

    def check(self, name, *flags):
        nodes, arcs = GRAPHS[name]
        right = distances(nodes, arcs, 0)
        record = self.record(self.graph(name, nodes, arcs), *flags, "--verify=full",
                             "--report-node=0")
        self.assertEqual(record["answer"]["summary"],
                         {"reached": len(right), "max": max(right.values())}, (name, flags))
        self.assertEqual(record["answer"]["checksum"], sum(right.values()), (name, flags))
        self.assertIs(record["verified"], True)
        self.assertEqual((record["nodes"], record["edges"]), (nodes, len(arcs)))
        tasks = record["tasks"]
        self.assertEqual(tasks["useful"], len(right))
        self.assertEqual(tasks["executed"], tasks["pushed"])
        self.assertLessEqual(tasks["useful"], tasks["executed"])


class Graphs(CliTest):
    """Every odd graph under every worklist and thread count, against this file's own Dijkstra."""

    def test_worklists(self):
        self.assertLessEqual({"smq", "obim", "chunk-fifo", "chunk-lifo"}, set(self.worklists()))
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                self.check(name, f"--wl={worklist}", f"-t={threads}")

    def test_dijkstra(self):
        for name in GRAPHS:
            with self.subTest(graph=name):
                self.check(name, "--algo=dijkstra")
                self.check(name, "--algo=dijkstra", "--distance-bits=64")

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
    """Distances that do not fit, sources, single nodes, files of distances."""

    TOO_LONG = (3, [(0, 1, 4294967290), (1, 2, 5)])
    LONGER_DETOUR = (3, [(0, 1, 4294967290), (1, 2, 5), (0, 2, 9)])

    def test_overflow_is_an_error(self):
        path = self.graph("too_long", *self.TOO_LONG)
        for flags in (["--algo=dijkstra"], ["-t=2"], ["--wl=obim"], ["-noverify"]):
            self.fails(1, path, *flags, saying=("--distance-bits=64",))
        record = self.record(path, "--distance-bits=64")
        self.assertEqual(record["answer"]["summary"], {"reached": 3, "max": 4294967295})

    def test_overflow_off_the_shortest_path_is_none(self):
        path = self.graph("longer_detour", *self.LONGER_DETOUR)
        for flags in (["--algo=dijkstra"], ["-t=2"]):
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

    def test_cache(self):
        """A changed text is read anew, whatever its size and time are."""
        path = self.dir / "changing.dimacs"
        for weight in (10, 20):
            path.write_text(f"p sp 2 1\na 1 2 {weight}\n")
            os.utime(path, (1e9, 1e9))
            for _ in range(2):
                self.assertEqual(self.record(path)["answer"]["summary"]["max"], weight)
            kept = [name for name in os.listdir(self.dir) if name.startswith("changing")]
            self.assertEqual(len(kept), 2, kept)
        for name in kept:
            if name != path.name:
                (self.dir / name).unlink()
        self.assertEqual(self.record(path, "--no-cache")["answer"]["summary"]["max"], 20)
        self.assertEqual([name for name in os.listdir(self.dir) if name.startswith("changing")], [path.name])

    def test_dimacs_text_called_gr(self):
        path = self.dir / "text.gr"
        path.write_text("c three nodes\np sp 3 2\na 1 2 10\na 2 3 5\n")
        self.fails(1, path, saying=["is dimacs text, not a Galois .gr file", "graph-convert"])
        self.assertEqual(self.record(path, "--from=dimacs")["answer"]["summary"],
                         {"reached": 3, "max": 15})


class Weights(CliTest):
    """Whole numbers of 8 bytes, floats of 4 and of 8, and what is refused."""

    HUGE = (3, [(0, 1, 1 << 40), (1, 2, (1 << 63) + 5), (0, 2, (1 << 64) - 2)])
    HALVES = (4, [(0, 1, 0.5), (1, 2, 0.25), (0, 2, 1.5), (2, 1, 0.0), (2, 3, 1e-300), (3, 2, 0.0)])

    def typed(self, name, kind, nodes, arcs):
        path = self.dir / f"{name}_{ord(kind)}.gr"
        write_gr(path, nodes, arcs, kind=kind)
        return path

    def algorithms(self):
        yield ["--algo=dijkstra"]
        yield ["--algo=delta-stepping", "-t=3"]
        yield ["--algo=limit", "-t=2"]
        for worklist in self.worklists():
            yield [f"--wl={worklist}", "-t=2"]

    def test_eight_bytes(self):
        huge = self.typed("huge", "Q", *self.HUGE)
        grid = self.typed("grid", "Q", *GRAPHS["grid"])
        right = distances(*GRAPHS["grid"], 0)
        last = self.typed("last", "Q", 4, [(0, 1, (1 << 64) - 9), (1, 2, 7), (2, 3, 0)])
        for flags in (*self.algorithms(), ["--algo=delta-stepping", "--delta=0"]):
            with self.subTest(flags=flags):
                self.assertEqual(self.record(last, *flags, "--verify=full")["answer"]["summary"],
                                 {"reached": 4, "max": (1 << 64) - 2})
                record = self.record(huge, *flags, "--verify=full")
                self.assertEqual(record["answer"]["summary"],
                                 {"reached": 3, "max": (1 << 63) + 5 + (1 << 40)})
                self.assertEqual(record["params"]["distance-bits"], 64)
                self.assertEqual(self.record(grid, *flags, "--verify=full")["answer"]["checksum"],
                                 sum(right.values()))
        self.fails(2, huge, "--distance-bits=32", saying=("64 bits",))
        long = self.typed("long", "Q", 3, [(0, 1, (1 << 64) - 9), (1, 2, 9)])
        for flags in self.algorithms():
            self.fails(1, long, *flags, saying=("exceed 64 bits",))
        text = self.dir / "huge.txt"
        text.write_text(f"0 1 {1 << 40}\n1 2 {(1 << 63) - 1}\n")
        self.fails(1, text)
        self.assertEqual(self.record(text, "--edge-bytes=8")["answer"]["summary"]["reached"], 3)

    def test_distances_at_both_ends_of_the_range(self):
        """Bucket queues whose window would reach past the greatest number: tasks at both ends take turns."""
        end = 1 << 64
        half = (1 << 63) - 20
        graphs = {"64_buckets": [(0, 1, end - 40), (0, 2, 2), (0, 3, end - 13), (0, 4, 130)],
                  "1024_buckets": [(0, 1, end - 19), (0, 2, 4), (0, 3, 2033), (0, 4, end - 2)],
                  "two_halves": [(0, 1, half), (1, 2, half), (0, 3, 2), (3, 4, end - 15)]}
        for name, arcs in graphs.items():
            for order in (arcs, arcs[::-1]):
                path = self.typed(name + ("" if order is arcs else "_reversed"), "Q", 5, order)
                right = distances(5, arcs, 0)
                for worklist in {"mbq", "smq-bucket", "wasp"} & set(self.worklists()):
                    for threads in (1, 2):
                        with self.subTest(graph=path.name, worklist=worklist, threads=threads):
                            record = self.record(path, f"--wl={worklist}", f"-t={threads}",
                                                 "--verify=full")
                            self.assertEqual(record["answer"]["summary"],
                                             {"reached": 5, "max": max(right.values())})

    def test_floats(self):
        nodes, arcs = GRAPHS["grid"]
        thirds = [(tail, head, weight / 3) for tail, head, weight in arcs]
        answers = set()
        for flags in self.algorithms():
            with self.subTest(flags=flags):
                for kind in "fd":
                    path = self.typed("halves", kind, *self.HALVES)
                    record = self.record(path, "--weight-type=float", *flags, "--verify=full")
                    self.assertEqual(record["answer"],
                                     {"checksum": 2.0, "summary": {"reached": 4, "max": 0.75}})
                path = self.typed("thirds", "d", nodes, thirds)
                record = self.record(path, "--weight-type=float", *flags, "--verify=full")
                # Python's floats are doubles and added in the same order: the last bit agrees.
                self.assertEqual(record["answer"]["summary"]["max"],
                                 max(distances(nodes, thirds, 0).values()))
                answers.add(json.dumps(record["answer"]))
        self.assertEqual(len(answers), 1)

    def test_floats_are_recognised(self):
        """Without the flag, floats are never taken for whole numbers."""
        for kind in "fd":
            path = self.typed("halves", kind, *self.HALVES)
            result = self.call(path, "--verify=full")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("Weights: float (recognised from the file's values", result.stdout)
            self.assertIn("max distance 0.75", result.stdout)
            self.assertEqual(self.record(path)["params"]["weight-type"], "float")
            self.assertNotIn("weight-type", self.record(path, "--weights=uniform:1:9")["params"])
            # The flag says otherwise.
            self.assertGreater(self.record(path, "--weight-type=int", "--distance-bits=64")
                               ["answer"]["summary"]["max"], 1 << 20)
            unclear = self.typed("thirds", kind, 3, [(0, 1, 2 / 3), (1, 2, 1 / 7)])
            self.fails(1, unclear, saying=("could be whole numbers from", "or floats from 0.1429 to 0.6667",
                                           "--weight-type=int or --weight-type=float"))
        negative = self.typed("negative", "f", 3, [(0, 1, 0.5), (1, 2, -1.5)])
        self.fails(1, negative, saying=("weighs -1.5",))
        packed = self.dir / "packed.gr.gz"
        packed.write_bytes(gzip.compress(self.typed("halves", "f", *self.HALVES).read_bytes()))
        for _ in range(2):  # converted, then from the cache
            self.assertEqual(self.record(packed)["answer"]["summary"]["max"], 0.75)

    def test_floats_of_any_size(self):
        for unit in (5e-324, 1e-310, 1.0, 1e300):
            path = self.typed(f"unit{unit}", "d", 3, [(0, 1, 2 * unit), (1, 2, 3 * unit), (0, 2, 9 * unit)])
            for flags in self.algorithms():
                with self.subTest(unit=unit, flags=flags):
                    record = self.record(path, "--weight-type=float", *flags, "--verify=full")
                    self.assertEqual(record["answer"]["summary"], {"reached": 3, "max": 2 * unit + 3 * unit})
        path = self.typed("too_long", "d", 3, [(0, 1, 1e308), (1, 2, 1e308)])
        self.fails(1, path, "--weight-type=float", saying=("exceed 64 bits",))

    def test_files_of_floats(self):
        path = self.typed("halves", "f", *self.HALVES)
        out = self.dir / "halves.txt"
        self.record(path, "--weight-type=float", f"--output={out}", "-startNode=2")
        self.assertEqual(out.read_text(), "0 inf\n1 0\n2 0\n3 0\n")
        text = self.dir / "halves.el"
        text.write_text("".join(f"{tail} {head} {weight}\n" for tail, head, weight in self.HALVES[1]))
        self.assertEqual(self.record(text, "--weight-type=float")["answer"]["summary"],
                         {"reached": 4, "max": 0.75})

    def test_refused(self):
        for kind, flag, wrong in (("i", "signed", -5), ("q", "signed", -5), ("f", "float", -0.5),
                                  ("d", "float", -0.5), ("d", "float", float("nan")),
                                  ("f", "float", float("inf"))):
            with self.subTest(kind=kind, wrong=wrong):
                path = self.typed("refused", kind, 9, [(0, 1, 5), (3, 7, 2), (3, 8, wrong), (4, 5, wrong)])
                self.fails(1, path, f"--weight-type={flag}", "-t=2",
                           saying=(f"from node 3 to node 8 (nodes counted from 0) weighs {wrong}",))
        signed = self.typed("signed", "i", *GRAPHS["grid"])
        self.assertEqual(self.record(signed, "--weight-type=signed")["verified"], True)
        self.assertEqual(self.record(self.typed("minus_zero", "d", 2, [(0, 1, -0.0)]), "--weight-type=float")
                         ["answer"]["summary"], {"reached": 2, "max": 0.0})
        text = self.dir / "negative.el"
        text.write_text("0 1 5\n1 2 -5\n")
        for flags in ([], ["--weight-type=float"], ["--weight-type=signed"]):
            self.fails(1, text, *flags, saying=("-5",))
        self.fails(2, signed, "--weight-type=complex", saying=("int, signed, float",))
        # Minus one, read as what it is not: said when it hurts.
        self.fails(1, self.typed("minus", "i", 3, [(0, 1, 5), (1, 2, -1)]), saying=("--weight-type",))


class Sources(CliTest):
    """Many sources in one process."""

    def test_file(self):
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        (self.dir / "sources").write_text("# three\n5\n\n0\n5\n")
        for flags in (["--algo=dijkstra"], ["-t=2"], ["--algo=delta-stepping", "-t=2"]):
            records = self.record(path, *flags, f"--sources={self.dir}/sources", "--runs=2")
            self.assertEqual([record["params"]["startNode"] for record in records], [5, 5, 0, 0, 5, 5])
            self.assertEqual([record["answer"]["checksum"] for record in records[::2]],
                             [sum(distances(nodes, arcs, source).values()) for source in (5, 0, 5)])

    def test_sparse_ids(self):
        """Sources, answers and what is reported, in the ids of the file."""
        out = self.dir / "sparse-distances.txt"
        for flags in ([], ["--algo=dijkstra"]):
            record = self.record(self.sparse(), "--startNode=9", f"--output={out}", *flags)
            self.assertEqual(record["params"]["startNode"], 9)
            self.assertEqual(out.read_text(), "3 5\n9 0\n70 7\n800 inf\n")
        self.assertIn("Node 70 has distance 1 from node 800",
                      self.call(self.sparse(), "--startNode=800", "--report-node=70").stdout)
        (self.dir / "sources").write_text("70\n3\n")
        records = self.record(self.sparse(), f"--sources={self.dir}/sources")
        self.assertEqual([record["params"]["startNode"] for record in records], [70, 3])
        # No node is called 0, the default: the first one is taken.
        self.assertEqual(self.record(self.sparse())["params"]["startNode"], 3)
        self.fails(1, self.sparse(), "--startNode=0", saying=("--startNode=0", "between 3 and 800"))
        (self.dir / "sources").write_text("70\n4\n")
        self.fails(1, self.sparse(), f"--sources={self.dir}/sources", saying=("sources:2: source 4",))

    def test_standard_input(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        result = subprocess.run([self.command(), str(path), "--sources=-", "--json=-"], input="4\n6\n", text=True,
                                capture_output=True, env=self.env, timeout=900, check=True)
        self.assertEqual([record["answer"]["summary"]["reached"] for record in json.loads(result.stdout)], [2, 2])

    def test_random(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])

        def drawn(*flags):
            return [record["params"]["startNode"] for record in self.record(path, "--sources=random:40", *flags)]

        self.assertEqual(set(drawn()), {0, 1, 4, 5, 6})  # the nodes with edges
        self.assertEqual(drawn(), drawn("-t=2"))
        self.assertNotEqual(drawn(), drawn("--sources-seed=2"))

    def test_wrong(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        sources = self.dir / "wrong"
        for text, words in (("0\n9\n", "wrong:2:"), ("zero\n", "wrong:1:"), ("1 2\n", "wrong:1:"), ("", "no source")):
            sources.write_text(text)
            self.fails(1, path, f"--sources={sources}", saying=(words,))
        sources.write_text("0\n1\n")
        self.fails(2, path, f"--sources={sources}", "-startNode=1", saying=("--startNode",))
        self.fails(2, path, f"--sources={sources}", f"--output={self.dir}/out", saying=("one source",))
        self.fails(1, path, f"--sources={self.dir}/missing", saying=("missing",))
        for count in ("0", "x", "", "9999999999"):
            self.fails(2, path, f"--sources=random:{count}", saying=("between 1 and",))
        self.fails(1, self.graph("no_edges", *GRAPHS["no_edges"]), "--sources=random:2", saying=("no node",))


class Graphalytics(CliTest):
    """LDBC's examples and their published answers."""

    def test_examples(self):
        for flags in (["--algo=dijkstra"], ["--algo=delta-stepping", "-t=2"], ["--wl=smq-bucket", "-t=2"]):
            with self.subTest(flags=flags):
                self.graphalytics("sssp", "--weight-type=float", *flags)


class Record(CliTest):
    """The JSON record."""

    def path(self):
        return self.graph("grid", *GRAPHS["grid"])

    def test_peak_memory_is_the_programs_own(self):
        """And not that of who started it, as getrusage() would have it."""
        alone = self.record(self.path())["max_rss_mib"]
        ballast = bytearray(512 << 20)
        ballast[::4096] = b"x" * (len(ballast) // 4096)
        self.assertLess(self.record(self.path())["max_rss_mib"], alone + 256)

    def test_fields(self):
        record = self.record(self.path(), "-t=2", "--seed=7")
        self.assertEqual(record["schema"], "galois-cps/1")
        for field in ("app", "input", "input_id", "nodes", "edges", "wl", "wl_params", "threads",
                      "cores", "pinned", "seed", "build", "host", "time_s", "load_s", "total_s",
                      "max_rss_mib", "tasks", "wasted_work", "worklist", "answer", "verified"):
            self.assertIn(field, record)
        for field in ("per_thread", "drift"):
            self.assertNotIn(field, record)
        self.assertEqual((record["app"], record["wl"], record["threads"], record["seed"]),
                         ("sssp-cpu", "smq-bucket", 2, 7))
        self.assertEqual(record["wl_params"],
                         {"steal-prob": 1.0, "steal-size": 64, "numa-weight": 8})
        self.assertEqual(record["params"]["algo"], "worklist")
        self.assertGreater(record["time_s"], 0)
        self.assertLessEqual(record["time_s"] + record["load_s"], record["total_s"])
        self.assertAlmostEqual(record["wasted_work"],
                               record["tasks"]["executed"] / record["tasks"]["useful"])
        self.assertTrue(record["worklist"], "the policy has counters of its own")

    def test_parameters_that_mattered(self):
        record = self.record(self.path(), "--wl=obim", "--chunk=16")
        self.assertEqual(record["wl_params"], {"chunk": 16, "delta": 13})
        record = self.record(self.path(), "--wl=smq", "--steal-prob=1/16", "--delta=3")
        self.assertEqual(record["wl_params"]["steal-prob"], 1 / 16)
        self.assertEqual(record["wl_params"]["delta"], 3)

    def test_sequential(self):
        record = self.record(self.path(), "--algo=dijkstra", "-t=4")
        self.assertEqual((record["wl"], record["wl_params"], record["threads"]), ("dijkstra", {}, 1))

    def test_runs(self):
        records = self.record(self.path(), "--runs=3")
        self.assertEqual(len(records), 3)
        self.assertEqual(len({r["answer"]["checksum"] for r in records}), 1)
        self.assertEqual(len(self.record(self.path(), "--runs=1")), 1)

    def test_per_thread(self):
        record = self.record(self.path(), "-t=3", "--per-thread")
        self.assertEqual(len(record["per_thread"]), 3)
        self.assertEqual(sum(t["executed"] for t in record["per_thread"]),
                         record["tasks"]["executed"])
        self.assertEqual(sum(t["stale"] for t in record["per_thread"]), record["tasks"]["stale"])
        self.assertEqual(1 + sum(t["pushed"] for t in record["per_thread"]),
                         record["tasks"]["pushed"])

    def test_verification_levels(self):
        for flag, verified in (("-noverify", "skipped"), ("--verify=none", "skipped"),
                               ("--verify=quick", True), ("--verify=full", True)):
            self.assertEqual(self.record(self.path(), flag)["verified"], verified)

    def test_one_thread_repeats_exactly(self):
        def counters(worklist):
            record = self.record(self.path(), f"--wl={worklist}")
            # Of a history the values repeat, the times do not.
            untimed = {name: [point[1] for point in value] if isinstance(value, list) else value
                       for name, value in record["worklist"].items()}
            return record["tasks"], untimed

        for worklist in self.worklists():
            with self.subTest(worklist=worklist):
                self.assertEqual(counters(worklist), counters(worklist))

    def test_histories(self):
        """Values that a policy adapts come with the seconds since the loop began."""
        for flags, name, first in ((["--wl=pmod"], "lmf", 0),
                                   (["--wl=hdcps", "--hdcps-interval=100", "-t=2"], "tdf", 50),
                                   (["--wl=hdcps", "--hdcps-interval=100", "-t=2"], "drift", None)):
            with self.subTest(flags=flags):
                record = self.record(self.path(), *flags)
                history = record["worklist"][name]
                times = [point[0] for point in history]
                self.assertGreaterEqual(len(history), 2)
                self.assertEqual(times, sorted(times))
                self.assertLessEqual(0, times[0])
                self.assertLessEqual(times[-1], record["time_s"])
                if first is not None:
                    self.assertEqual(history[0][1], first)

    def test_pinning(self):
        self.assertIs(self.record(self.path(), "--no-pin")["pinned"], False)

    def test_file(self):
        out = self.dir / "record.json"
        result = self.call(self.path(), f"--json={out}")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(json.loads(out.read_text())["verified"], True)
        self.assertLessEqual(len(result.stdout.splitlines()), 10)
        for line in ("Node 1 has distance ", "Verification successful."):
            self.assertIn(line, result.stdout)
        self.assertEqual([p.name for p in self.dir.glob("record*")], ["record.json"])


class Flags(CliTest):
    """Help, Galois' spellings, statistics."""

    def test_help(self):
        result = self.call("--help")
        self.assertEqual(result.returncode, 0)
        for group in ("Input:", "Algorithm:", "Worklist:", "Run:", "Report:"):
            self.assertIn(group, result.stdout)
        for flag in ("--wl=", "--json=", "--startNode=", "--delta=", "--t=", "--statFile="):
            self.assertIn(flag, result.stdout.replace(" -t=", " --t="))
        self.assertNotIn("print-options", result.stdout)

    def test_version(self):
        result = self.call("-version")
        self.assertEqual(result.returncode, 0)
        self.assertIn("galois-cps", result.stdout)
        self.assertNotIn("LLVM", result.stdout)

    def test_worklist_table(self):
        result = self.call("--wl=help")
        self.assertEqual(result.returncode, 0)
        for words in ("smq", "--steal-prob", "1/8", "--delta", "PPoPP"):
            self.assertIn(words, result.stdout)

    def test_dashes(self):
        path = self.graph("grid", *GRAPHS["grid"])
        for flags in (["-t", "2"], ["-t=2"], ["--t", "2"], ["--t=2"]):
            self.assertEqual(self.record(path, *flags, "-delta=10", "-wl=obim")["threads"], 2)

    def test_statistics_file(self):
        stats = self.dir / "stats.csv"
        self.record(self.graph("grid", *GRAPHS["grid"]), f"-statFile={stats}")
        text = stats.read_text()
        self.assertIn("STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL", text)
        self.assertIn("SSSP, Iterations", text)

    def test_flags_of_another_worklist_are_pointed_out(self):
        result = self.call(self.graph("grid", *GRAPHS["grid"]), "--wl=smq", "--chunk=8")
        self.assertEqual(result.returncode, 0)
        self.assertIn("--chunk has no effect", result.stderr)


class Errors(CliTest):
    """Each wrong thing: one helpful line and a status that scripts can see."""

    def path(self):
        return self.graph("grid", *GRAPHS["grid"])

    def test_usage(self):
        path = self.path()
        self.fails(2, saying=("graph",))
        self.fails(2, path, "--wl=sqm", saying=("did you mean 'smq'?",))
        self.fails(2, path, "--wl=zzzzzzz", saying=("--wl=help",))
        self.fails(2, path, "--jsn=x", saying=("--jsn",))
        self.fails(2, path, "--algo=bellman", saying=("worklist, delta-stepping, dijkstra, limit",))
        self.fails(2, path, "--distance-bits=16", saying=("32, 64",))
        self.fails(2, path, "--verify=perhaps", saying=("none, quick, full",))
        for threads in ("-3", "0", "100000"):
            self.fails(2, path, f"-t={threads}", saying=("threads", "1"))
        self.fails(2, path, "-t", "-3", saying=("threads",))
        self.fails(2, path, "-t=two")
        self.fails(2, path, "--runs=0")
        self.fails(2, path, "--startNode=-1")
        self.fails(2, path, "--wl=smq", "--steal-prob=3", saying=("1/8",))
        self.fails(2, path, "--wl=smq", "--steal-size=0", saying=("1 to 65535",))
        self.fails(2, path, "--wl=smq", "--heap-arity=3", saying=("2, 4, 8",))
        self.fails(2, path, "--wl=obim", "--chunk=none", saying=("whole number",))
        self.fails(2, path, "--wl=obim", "--delta=64", saying=("63",))
        self.fails(2, path, "--edge-tile=-1", saying=("--edge-tile",))
        self.fails(2, path, "--weights=normal:1:2", saying=("uniform:LO:HI",))
        self.fails(2, path, "another.gr")

    def test_nodes_out_of_range(self):
        self.fails(1, self.path(), "-startNode=3600", saying=("3600", "3599"))
        self.fails(1, self.path(), "-startNode=99999999999", saying=("3599",))
        self.fails(1, self.path(), "-reportNode=3600", saying=("3599",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_files(self):
        self.fails(1, self.dir / "missing.gr", saying=("missing.gr",))
        self.fails(1, self.dir)
        whole = self.path().read_bytes()
        truncated = self.dir / "truncated.gr"
        for size in (1, 20, 32, 100, len(whole) // 2, len(whole) - 9):
            truncated.write_bytes(whole[:size])
            self.fails(1, truncated, saying=("truncated.gr",))
        (self.dir / "nothing.gr").write_bytes(b"")
        self.fails(1, self.dir / "nothing.gr", saying=("nothing.gr",))
        stray = self.dir / "stray.gr"
        write_gr(stray, 3, [(0, 1, 1), (1, 7, 1)])
        self.fails(1, stray, saying=("stray.gr",))
        text = self.dir / "bad_text.gr"
        text.write_text("p sp 3 2\na 1 2 10\na 2 9 5\n")
        self.fails(1, text, saying=("bad_text.gr",))

    def test_outputs(self):
        self.fails(1, self.path(), f"--json={self.dir}/no/record.json", saying=("record.json",))
        self.fails(1, self.path(), f"--output={self.dir}/no/out.txt", saying=("out.txt",))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_full_disk(self):
        self.fails(1, self.path(), "--json=/dev/full", saying=("/dev/full",))


class Interrupted(CliTest):
    """Ctrl-C ends the program at once and leaves nothing behind."""

    def test_interrupt(self):
        path = self.graph("grid", *GRAPHS["grid"])
        out = self.dir / "interrupted.txt"
        record = self.dir / "interrupted.json"
        command = [self.command(), str(path), f"--output={out}", f"--json={record}", "--runs=100000", "-t=2"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=self.env) as process:
            # Once its temporary file is there, it is at work.
            for _ in range(600):
                if list(self.dir.glob("interrupted*")):
                    break
                time.sleep(0.05)
            self.assertTrue(list(self.dir.glob("interrupted*")))
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), -signal.SIGINT)
        self.assertEqual(list(self.dir.glob("interrupted*")), [])


class Road(CliTest):
    """A real road network with a known answer: distances that SciPy computed."""

    def test_delaware(self):
        path = INPUTS / "road/osm_delaware.gr.xz"
        if not path.exists():
            self.skipTest(f"{path} is not there")
        reference = self.record(path, "-startNode=1919", "--algo=dijkstra")
        self.assertEqual(reference["answer"]["checksum"], 269783831823)
        slow = reference["build"]["preset"] in ("asan-ubsan", "tsan")
        for worklist in self.worklists():
            # Without priorities a run takes a hundred times as many tasks: too long when sanitized.
            for threads in (16,) if slow and worklist.startswith("chunk") else (1, 2, 3, 16):
                with self.subTest(worklist=worklist, threads=threads):
                    answer = self.record(path, "-startNode=1919", f"--wl={worklist}",
                                         f"-t={threads}")["answer"]
                    self.assertEqual(answer["summary"]["reached"], 348325)
                    self.assertEqual(answer["checksum"], 269783831823)


if __name__ == "__main__":
    app_cases.main()
