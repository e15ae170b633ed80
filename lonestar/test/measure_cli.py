"""What can be measured besides time, in every application and under every policy: the priority drift
(--drift), and in builds of the preset profile where the cycles go.

app_cases.py says how to run it.
"""

import json
import unittest

import app_cases
from app_cases import BIN, GRAPHS, SANITIZED
from life_cli import APPLICATIONS

THREADS = (3,) if SANITIZED else (1, 2, 16)
SHARES = ("good_work", "useless_work", "enqueue", "dequeue", "failed_dequeue", "other")


class MeasureTest(app_cases.CliTest):
    program = "sssp-cpu"

    def each(self, check, *flags):
        """check(threads, record) of each application under the default policy, and of sssp-cpu under
        each."""
        path = self.graph("grid", *GRAPHS["grid"])
        commands = [(name, own) for name, own in APPLICATIONS.items() if (BIN / name).exists()]
        commands += [("sssp-cpu", [f"--wl={wl}"]) for wl in self.worklists()]
        for name, own in commands:
            for threads in THREADS:
                self.program = name
                with self.subTest(program=name, flags=own, threads=threads):
                    check(threads, self.record(path, *own, "--algo=worklist", f"-t={threads}",
                                               *flags))
        self.program = "sssp-cpu"


class Drift(MeasureTest):
    def test_every_application_and_policy(self):
        def check(threads, record):
            drift, executed = record["drift"], record["tasks"]["executed"]
            self.assertEqual(set(drift), {"mean", "max", "samples"})
            self.assertLessEqual(0, drift["mean"])
            self.assertLessEqual(drift["mean"], drift["max"])
            self.assertLessEqual(drift["samples"], executed // 5)
            self.assertGreater(drift["samples"], executed // 5 - threads)
            if threads == 1:
                self.assertEqual((drift["max"], drift["samples"]), (0, executed // 5))

        self.each(check, "--drift=5")

    def test_not_unless_asked_for(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.assertNotIn("drift", self.record(path, "-t=2"))
        self.fails(2, path, "--drift=0", saying=("at least 1",))
        result = self.call(path, "--drift=5", "--algo=dijkstra", "--json=-")
        self.assertIn("--drift has no effect with --algo=dijkstra", result.stderr)
        self.assertNotIn("drift", json.loads(result.stdout))


class Breakdown(MeasureTest):
    def test_every_application_and_policy(self):
        def check(_, record):
            if record["build"]["preset"] != "profile":
                self.assertNotIn("breakdown", record)
                return
            spent = record["breakdown"]
            self.assertAlmostEqual(sum(spent[name] for name in SHARES), 1)
            for name in SHARES:
                self.assertGreaterEqual(spent[name], 0, name)
            self.assertGreater(spent["good_work"], 0)
            self.assertGreater(spent["cycles"], 0)
            self.assertGreater(spent["cycles_per_lap"], 0)
            self.assertTrue(0 < spent["overhead"] < 1, spent)
            self.assertGreater(spent["cycles_per_dequeue"], 0)

        self.each(check)


if __name__ == "__main__":
    app_cases.main()
