"""Runs pd-model as a user would. Run by CTest:

    APP_BIN=build/bin python3 lonestar/test/pd_model_cli.py Records
"""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(os.environ.get("APP_BIN", "build/bin")) / "pd-model"
SMALL = ("--dag=fib:10:5,spine:20:50", "--processors=2,16", "--delta=10", "--runs=5")


def run(*flags):
    return subprocess.run([PROGRAM, *flags], capture_output=True, text=True, timeout=600)


class ModelCase(unittest.TestCase):
    def records(self, *flags):
        """Returns the records of a run that must succeed."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.jsonl"
            done = run(f"--json={file}", *flags)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.table = done.stdout
            return [json.loads(line) for line in file.read_text().splitlines()]

    def refuses(self, text, *flags):
        done = run(*flags)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


class Records(ModelCase):
    def test_each_cell_is_one_record_with_its_bound(self):
        records = self.records(*SMALL)
        self.assertEqual(len(records), 2 * 2 * 3)
        self.assertEqual({r["dag"] for r in records}, {"fib:10:5", "spine:20:50"})
        for record in records:
            self.assertEqual((record["app"], record["study"]), ("pd-model", "grid"))
            self.assertAlmostEqual(
                record["bound"],
                record["bound_work"] + record["bound_depth"] + record["bound_forks"])
            self.assertLess(record["time"], record["bound"] + 3 * record["time_error"])
            self.assertFalse(record["exceeds_bound"])
            self.assertGreater(record["time"], record["depth"])
            # Each step of each processor is work, an attempt, or idle.
            tokens = record["work"] + record["attempts"] + record["idle"]
            self.assertAlmostEqual(tokens, record["time"] * record["processors"], places=3)
            self.assertEqual(record["requests"] is None, record["protocol"] == "sender")
        self.assertEqual(self.table.count("fib:10:5"), 6)

    def test_the_result_depends_on_the_seed_and_not_on_threads(self):
        first = self.records(*SMALL, "-t", "1")
        self.assertEqual(first, self.records(*SMALL, "-t", "3"))
        other = self.records(*SMALL, "--seed=2")
        self.assertNotEqual([r["time"] for r in first], [r["time"] for r in other])

    def test_flags_select_protocols(self):
        records = self.records(*SMALL, "--protocol=receiver", "--requests=sticky")
        self.assertEqual({(r["protocol"], r["requests"]) for r in records},
                         {("receiver", "sticky")})

    def test_the_constants_are_those_of_the_paper(self):
        record, = self.records("--study=constants")
        self.assertAlmostEqual(record["kappa"], 1.678, places=3)
        self.assertAlmostEqual(record["kappa_value"], 2.678, places=3)
        self.assertEqual(record["lemma_b1_counterexamples"], 0)

    def test_coalescing_has_a_record_per_rule_tree_and_machine(self):
        records = self.records("--study=coalescing")
        self.assertEqual(len(records), 2 * 5 * 3 * 2)
        for record in records:
            if record["processors"] == 1:
                self.assertEqual(record["speedup"], 1)
            if (record["tree"], record["coalesce"]) == ("binary", "constant"):
                self.assertEqual(record["speedup"], 1)

    def test_errors_are_one_line(self):
        self.refuses("no such computation", "--dag=tree")
        self.refuses("numbers are between", "--dag=fib:-3")
        self.refuses("at most 30", "--dag=fib:40")
        self.refuses("at most 2 numbers", "--dag=spine:3:4:5")
        self.refuses("a whole number from 1 to 65536", "--processors=0")
        self.refuses("a number above 1", "--delta=1")
        self.refuses("a number above 1", "--delta=-5")
        self.refuses("--runs=0", "--runs=0")
        self.refuses("-t=0: a whole number from 1", "-t", "0")
        self.refuses("means nothing", "--protocol=sender", "--requests=fresh")
        self.refuses("are for --study=grid", "--study=idle", "--delta=5")
        self.refuses("leave the other flags out", "--check", "--delta=5")
        self.refuses("processors", "--processors=-4")
        self.refuses("thieves", "--thieves=3")

    def test_a_file_that_cannot_be_written_is_an_error(self):
        done = run("--study=constants", "--json=/nonexistent/out.jsonl")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1)


class Check(ModelCase):
    def test_all_statements_hold(self):
        records = self.records("--check", "--runs=2", "-t", "2")
        self.assertEqual({r["study"] for r in records},
                         {"grid", "idle", "spread", "coalescing", "constants"})
        self.assertNotIn("VIOLATED", self.table)


if __name__ == "__main__":
    unittest.main()
