"""Runs the programs that fork and join on graphs as a user would: matching-cpu, independentset-cpu and
reachability-cpu. Run by CTest, one class at a time:

    APP_BIN=build/bin python3 lonestar/test/forkjoin_graphs_cli.py Matching
"""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import app_cases
from app_cases import write_gr

BIN = pathlib.Path(os.environ.get("APP_BIN", "build/bin"))


def run(program, *flags, environment=None):
    return subprocess.run([BIN / program, *flags], capture_output=True, text=True, timeout=600,
                          env={**os.environ, **(environment or {})})


class GraphCase:
    """What the programs have in common. A subclass names its program and its kinds of graphs."""

    program = ""
    kinds = ()
    answer = ""  # the number in the summary of the record

    def records(self, *flags):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.json"
            done = run(self.program, f"--json={file}", *flags)
            self.assertEqual(done.returncode, 0, (flags, done.stderr))
            self.assertIn("Verification successful", done.stdout)
            read = json.loads(file.read_text())
            return read if isinstance(read, list) else [read]

    def refuses(self, text, *flags, status=2):
        done = run(self.program, *flags)
        self.assertEqual(done.returncode, status, (flags, done.stderr))
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_every_scheduler_has_the_answer_of_serial_on_every_graph(self):
        names = app_cases.choices(self.program, "scheduler")
        self.assertIn("serial", names)
        for kind in self.kinds:
            small = (f"--input={kind}", "--n=3000")
            right = self.records(*small, "--scheduler=serial")[0]["answer"]
            for name in names:
                for threads in (1, 2, 3, 16):
                    for record in self.records(*small, f"--scheduler={name}", f"-t={threads}",
                                               "--runs=2"):
                        self.assertEqual(record["answer"]["checksum"], right["checksum"],
                                         (kind, name, threads))
                        self.assertEqual(record["wl"], name)

    def test_the_input_depends_on_its_seed_alone(self):
        kind = f"--input={self.kinds[-1]}"
        def answer(*flags):
            return self.records(kind, "--n=3000", *flags)[0]["answer"]
        self.assertEqual(answer(), answer("--input-seed=1"))
        self.assertEqual(answer(), answer("--seed=7"))
        self.assertNotEqual(answer(), answer("--input-seed=2"))

    def test_small_graphs(self):
        for kind in self.kinds:
            for nodes in (2, 3, 10):
                self.records(f"--input={kind}", f"--n={nodes}", "--degree=2", "-t=3")

    def test_errors_are_one_line(self):
        self.refuses("--n=0", "--n=0")
        self.refuses("n", "--n=-5")
        self.refuses("2 nodes or more", f"--input={self.kinds[2]}", "--n=1")
        self.refuses("memory", "--n=2000000000000")
        self.refuses("such scheduler", "--scheduler=sendr")
        self.refuses("input", "--input=circle")
        self.refuses("--degree", f"--input={self.kinds[-1]}", "--degree=100000")
        self.refuses("leave them out", "graph.gr", "--n=100")
        self.refuses("nonexistent", "nonexistent.gr", status=1)

    def test_a_limit_ends_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.json"
            for threads in (1, 2, 5):
                done = run(self.program, f"--input={self.kinds[0]}", "--n=3000", f"-t={threads}",
                           "--time-limit=0", f"--json={file}")
                self.assertEqual(done.returncode, 124, done.stderr)
                record = json.loads(file.read_text())
                self.assertEqual((record["failure"]["kind"], record["threads"]), ("time", threads))
                self.assertNotIn("answer", record)
            self.records(f"--input={self.kinds[0]}", "--n=3000", "-t=5", "--time-limit=100000s")

    def file_of(self, folder, nodes, arcs):
        path = pathlib.Path(folder) / "graph.gr"
        write_gr(path, nodes, [(u, v, 1) for u, v in arcs])
        return str(path)


class Matching(GraphCase, unittest.TestCase):
    program = "matching-cpu"
    kinds = ("eggrid2d", "grid3d", "egrlg", "egrmat")

    def test_a_file_is_taken_as_undirected(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.file_of(folder, 5, [(0, 1), (1, 0), (2, 2), (3, 2)])
            out = pathlib.Path(folder) / "out"
            record = self.records(path, f"--output={out}")[0]
            self.assertEqual(record["answer"]["summary"]["matched_edges"], 2)
            self.assertEqual(sorted(out.read_text().splitlines()), ["0 1", "2 3"])

    def test_prefixes_of_any_size_give_the_same_answer(self):
        right = self.records("--n=2000")[0]["answer"]
        for prefix in ("1", "7", "100000000"):
            record = self.records("--n=2000", f"--prefix={prefix}", "--leaf=1", "-t=3")[0]
            self.assertEqual(record["answer"], right)
        self.refuses("--prefix=0", "--prefix=0")
        self.refuses("--leaf=0", "--leaf=0")


class IndependentSet(GraphCase, unittest.TestCase):
    program = "independentset-cpu"
    kinds = ("grid2d", "grid3d", "rlg", "rmat")

    def test_a_file_is_taken_as_undirected(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.file_of(folder, 4, [(1, 0), (2, 0), (3, 0), (3, 3)])
            out = pathlib.Path(folder) / "out"
            self.records(path, f"--output={out}")
            self.assertIn(out.read_text().split(), (["0"], ["1", "2", "3"]))

    def test_prefixes_of_any_size_give_the_same_answer(self):
        right = self.records("--n=2000")[0]["answer"]
        for prefix in ("1", "7", "100000000"):
            record = self.records("--n=2000", f"--prefix={prefix}", "--leaf=1", "-t=3")[0]
            self.assertEqual(record["answer"], right)
        self.refuses("--prefix=0", "--prefix=0")


class Reachability(GraphCase, unittest.TestCase):
    program = "reachability-cpu"
    kinds = ("grid3d", "grid2d", "rlg", "rmat")

    def test_every_rule_reaches_the_same_nodes(self):
        flags = ("--input=rmat", "--n=3000")
        right = self.records(*flags)[0]["answer"]
        for name in app_cases.choices(self.program, "scheduler"):
            for rule in ("split", "none", "constant", "cong"):
                for batch in ("1", "256"):
                    record = self.records(*flags, f"--scheduler={name}", f"--coalesce={rule}",
                                          f"--batch={batch}", "-t=3")[0]
                    self.assertEqual(record["answer"], right, (name, rule, batch))
                    self.assertGreaterEqual(record["worklist"]["offers"],
                                            record["worklist"]["offers_taken"])
                    self.assertEqual(record["params"]["coalesce"], rule)

    def test_directions_of_a_file_count(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.file_of(folder, 5, [(0, 1), (1, 2), (3, 0), (4, 4)])
            out = pathlib.Path(folder) / "out"
            for source, reached in (("0", "0 1 2"), ("3", "0 1 2 3"), ("4", "4")):
                self.records(path, f"--startNode={source}", f"--output={out}")
                self.assertEqual(" ".join(out.read_text().split()), reached)
            self.refuses("startNode=5", path, "--startNode=5", status=1)

    def test_a_batch_has_a_node(self):
        self.refuses("--batch=0", "--batch=0")
        self.refuses("coalesce", "--coalesce=half")


if __name__ == "__main__":
    unittest.main()
