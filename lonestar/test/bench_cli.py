"""Runs rank-bench and worklists-bench as a user would: every policy of the registry in small runs. Also runs
session-bench on a small graph, and loops-bench on few items.
Run by CTest, one class at a time:

    BENCH_BIN=build/bin python3 lonestar/test/bench_cli.py Rank
"""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import app_cases
from app_cases import GRAPHS, write_gr

BIN = pathlib.Path(os.environ.get("BENCH_BIN", "build/bin"))
# The policies that deliver in exact priority order on one thread, if they are registered.
EXACT = {"smq", "smq-skiplist", "spraylist", "reld", "hdcps", "hdcps-srq", "hdcps-srq-tdf"}
UNORDERED = {"chunk-fifo", "chunk-lifo", "bulk-sync", "pd-recv", "pd-send", "chase-lev"}
SMALL = ("--tasks=300", "--operations=6000", "--range=5000")


def run(program, *flags, environment=None):
    return subprocess.run([BIN / program, *flags], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(environment or {})})


class BenchCase(unittest.TestCase):
    def records(self, program, *flags, environment=None):
        """Returns the records of a run that must succeed."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.json"
            done = run(program, f"--json={file}", *flags, environment=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.table = done.stdout
            return json.loads(file.read_text())

    def fails(self, status, text, program, *flags):
        done = run(program, *flags)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


class Rank(BenchCase):
    def test_every_policy_is_measured_and_exact_ones_make_no_error_on_one_thread(self):
        records = self.records("rank-bench", *SMALL, "--threads=1,3", "--mix=hold,random,coin")
        names = app_cases.worklist_names(BIN / "rank-bench")
        self.assertIn("smq", names)
        self.assertEqual(len(records), len(names) * 2 * 3)
        for record in records:
            summary = record["answer"]["summary"]
            where = (record["wl"], record["threads"], record["params"]["mix"])
            self.assertEqual(record["app"], "rank-bench")
            self.assertIn(record["wl"], names)
            if record["threads"] == 1:
                # No task is lost, and on one thread each pop follows its push.
                if record["params"]["mix"] != "coin": # because empty pops are operations of this mix
                    self.assertGreater(summary["pops"], 2500, where)
                self.assertEqual(summary["early"], 0, where)
                if record["wl"] in EXACT:
                    self.assertEqual(summary["rank_error"]["max"], 0, where)
                    self.assertEqual(summary["delay"]["max"], 0, where)
            if record["wl"] in UNORDERED and record["params"]["mix"] != "coin":
                self.assertGreater(summary["rank_error"]["mean"], 10, where)

    def test_a_file_gives_its_policy_parameters_and_no_other(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "obim.json"
            path.write_text('{"wl": "obim", "params": {"chunk": 8, "delta": 3}}')
            flags = (*SMALL, "--threads=1", "--mix=hold", f"--wl-config={path}")
            alone = self.records("rank-bench", *flags)
            both = self.records("rank-bench", *flags, "--wl=chunk-fifo,obim")
        self.assertEqual([(record["wl"], record["wl_params"]) for record in alone],
                         [("obim", {"chunk": 8, "delta": 3})])
        self.assertEqual([record["wl_params"]["chunk"] for record in both], [64, 8])

    def test_a_policy_that_shifts_priorities_is_exact_without_the_shift(self):
        flags = (*SMALL, "--wl=obim", "--threads=1", "--mix=hold")
        exact = self.records("rank-bench", *flags, "--delta=0")[0]
        coarse = self.records("rank-bench", *flags, "--delta=9")[0]
        self.assertEqual(exact["answer"]["summary"]["rank_error"]["max"], 0)
        self.assertGreater(coarse["answer"]["summary"]["rank_error"]["mean"], 0)

    def test_turns_give_the_same_order_every_time(self):
        flags = (*SMALL, "--schedule=turns", "--stamp=ticket", "--threads=64", "--wl=smq,obim")
        first, again = (self.records("rank-bench", *flags) for _ in range(2))
        self.assertGreater(first[0]["answer"]["summary"]["rank_error"]["mean"], 0)
        self.assertEqual([r["answer"] for r in first], [r["answer"] for r in again])
        other = self.records("rank-bench", *flags, "--seed=4")
        self.assertNotEqual(first[0]["answer"], other[0]["answer"])

    def test_a_kept_trace_replays_to_the_same_answer(self):
        with tempfile.TemporaryDirectory() as folder:
            record = self.records("rank-bench", *SMALL, "--wl=smq", "-t", "3", "--mix=random",
                                  f"--trace={folder}")[0]
            again = self.records("rank-bench", f"--replay={folder}/smq-random-3-0")[0]
            self.assertEqual(record["answer"], again["answer"])
            (pathlib.Path(folder) / "smq-random-3-0/thread-0001.trace").write_text("nonsense")
            self.fails(1, "not a trace", "rank-bench", f"--replay={folder}/smq-random-3-0")

    def test_errors_are_one_line(self):
        self.fails(2, "no such worklist", "rank-bench", "--wl=smq,obin")
        self.fails(2, "hold, random, coin", "rank-bench", "--mix=hald")
        self.fails(2, "32 bits", "rank-bench", "--mix=hold", "--tasks=1", "--operations=1000000")
        self.fails(2, "--threads=1,0: a whole number from 1 to 1024", "rank-bench", "--threads=1,0")
        self.fails(1, "no trace", "rank-bench", "--replay=/nonexistent")


class Worklists(BenchCase):
    def test_every_policy_is_measured_beside_the_reference(self):
        records = self.records("worklists-bench", *SMALL, "--threads=1,3", "--mix=hold,random,coin",
                               "--runs=2")
        names = app_cases.worklist_names(BIN / "rank-bench") + ["locked-heap"]
        self.assertEqual(len(records), len(names) * 2 * 3 * 2)
        for record in records:
            summary = record["answer"]["summary"]
            self.assertIn(record["wl"], names)
            self.assertGreater(summary["speed_ratio"], 0)
            if record["params"]["mix"] != "coin":
                self.assertLessEqual(summary["operations"], 6000 + 64 * 3)
            if record["threads"] == 1 and record["params"]["mix"] != "coin":
                self.assertGreaterEqual(summary["operations"], 6000)
        # The output has a header, one line per configuration, and a line that explains the numbers.
        self.assertEqual(len(self.table.splitlines()), len(names) * 2 * 3 + 2)

    def test_counters_and_parameters_are_in_the_record(self):
        record = self.records("worklists-bench", *SMALL, "--wl=smq", "--steal-size=7", "-t", "2",
                              "--mix=hold", "--runs=1", "--per-thread")[-1]
        self.assertEqual(record["wl_params"]["steal-size"], 7)
        self.assertGreaterEqual(record["worklist"]["pushes"], 300)
        self.assertEqual(len(record["per_thread"]), 2)


class Session(BenchCase):
    CALLS = ("reused memory", "new memory", "one node")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.graph = pathlib.Path(folder.name) / "graph.gr"
        # Node 4 reaches 5, and node 0 reaches 1 and 2.
        write_gr(self.graph, *GRAPHS["disconnected"])

    def test_every_round_measures_every_call(self):
        for threads in (1, 3):
            records = self.records("session-bench", self.graph, f"-t={threads}", "--runs=3", "--wl=obim", "--delta=2")
            self.assertEqual([record["params"]["call"] for record in records], list(self.CALLS) * 3)
            for record in records:
                one = record["params"]["call"] == "one node"
                self.assertEqual((record["nodes"], record["edges"]), (1, 0) if one else (8, 5))
                self.assertEqual(record["tasks"]["useful"], 1 if one else 2)  # a node is a leaf
                self.assertEqual(record["answer"]["summary"]["reached"], 1 if one else 3)
                self.assertEqual((record["wl"], record["wl_params"]["delta"]), ("obim", 2))
                self.assertEqual(record["threads"], threads)
                # The algorithm runs within the call.
                self.assertGreaterEqual(record["answer"]["summary"]["wall_s"], record["time_s"])
            # The output is a line about the input, a header, a line per kind of call, and an explanation.
            self.assertEqual([line.split("|")[0].strip() for line in self.table.splitlines()[2:5]], list(self.CALLS))
            self.assertEqual(len(self.table.splitlines()), 6)

    def test_source_and_counts_per_thread(self):
        record = self.records("session-bench", self.graph, "--startNode=4", "-t=2", "--runs=1", "--per-thread")[0]
        self.assertEqual((record["params"]["startNode"], record["tasks"]["useful"]), (4, 1))
        self.assertEqual(sum(thread["executed"] for thread in record["per_thread"]), record["tasks"]["executed"])

    def test_errors_are_one_line(self):
        self.fails(2, "no input", "session-bench")
        self.fails(2, "no such worklist", "session-bench", self.graph, "--wl=obin")
        self.fails(1, "0 to 7", "session-bench", self.graph, "--startNode=8")
        self.fails(1, "nowhere", "session-bench", "nowhere.gr")


class Loops(BenchCase):
    """loops-bench, which a build has if its compiler has OpenMP."""

    def setUp(self):
        if not (BIN / "loops-bench").exists():
            self.skipTest("no loops-bench: the compiler has no OpenMP")

    def test_every_loop_is_measured_beside_openmp(self):
        records = self.records("loops-bench", "--items=2000", "--threads=1,2,16", "--chunks=1,7", "--runs=2")
        expected = [(loop, threads, chunk) for loop in ("do_all", "for_each") for threads in (1, 2, 16)
                    for chunk in (1, 7) for _ in range(2)]
        self.assertEqual([(record["params"]["loop"], record["threads"], record["params"]["chunk"])
                          for record in records], expected)
        for record in records:
            summary = record["answer"]["summary"]
            self.assertGreater(summary["openmp_s"], 0)
            self.assertAlmostEqual(summary["ratio"], record["time_s"] / summary["openmp_s"])
        self.assertEqual(len(self.table.splitlines()), 1 + len(expected) // 2)

    def test_errors_are_one_line(self):
        self.fails(2, "--items=0: a whole number from 1 to", "loops-bench", "--items=0")
        self.fails(2, "--chunks=0: a whole number from 1 to 4096", "loops-bench", "--chunks=0")
        self.fails(2, "--threads=2000: a whole number from 1 to 1024", "loops-bench", "--threads=2000")


class Numa(BenchCase):
    """The queues that policies choose on a machine of four nodes with ten threads each."""

    NODES, PER_NODE = 4, 10
    MACHINE = {"HWLOC_SYNTHETIC": "pack:4 numa:1 core:10 pu:1"}

    def share(self, wl, weight):
        """Returns (choices on the own node, all choices)."""
        threads = self.NODES * self.PER_NODE
        record = self.records("rank-bench", f"--wl={wl}", f"--numa-weight={weight}", f"-t={threads}",
                              "--schedule=turns", "--mix=random", "--tasks=4000",
                              "--operations=200000", environment=self.MACHINE)[0]
        self.assertTrue(record["host"]["synthetic"])
        self.assertEqual(record["wl_params"]["numa-weight"], weight)
        counters = record["worklist"]
        return counters["local_queue_choices"], counters["queue_choices"]

    def test_the_share_of_the_own_node_follows_from_the_weights(self):
        chosen = app_cases.worklist_names(BIN / "rank-bench", "numa-weight")
        self.assertIn("smq-bucket", chosen)
        for wl in chosen:
            for weight in (1, 2, 8, 64):
                local, choices = self.share(wl, weight)
                expected = weight / (weight + self.NODES - 1)
                if wl in ("smq", "smq-bucket", "smq-skiplist") and weight == 1:
                    # Our thieves choose among the other threads, uniformly if there are no weights.
                    expected = (self.PER_NODE - 1) / (self.NODES * self.PER_NODE - 1)
                self.assertGreater(choices, 500, wl)
                error = math.sqrt(expected * (1 - expected) / choices)
                self.assertLess(abs(local / choices - expected), 4 * error, (wl, weight, choices))

    def test_the_automatic_weight_is_that_of_forty_threads(self):
        local, choices = self.share("smq-bucket", "auto")
        self.assertLess(abs(local / choices - 2 / 5), 0.05)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
