"""Checks what can be measured besides time, in every application and under every policy: the priority drift
(--drift), and in builds of the preset profile the cycle breakdown and the timeline of each thread
(--timeline).

app_cases.py says how to run these tests.
"""

import json
import unittest

import app_cases
from app_cases import BIN, GRAPHS, SANITIZED, SCHEDULED

THREADS = (3,) if SANITIZED else (1, 2, 16)
SHARES = ("good_work", "useless_work", "enqueue", "dequeue", "failed_dequeue", "other")


class MeasureTest(app_cases.CliTest):
    program = "sssp-cpu"

    def each(self, check, *flags):
        """Calls check(threads, record) for each application under the default policy, and for sssp-cpu
        under each policy."""
        path = self.graph("grid", *GRAPHS["grid"])
        commands = [(name, own) for name, own in SCHEDULED.items() if (BIN / name).exists()]
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
        self.fails(2, path, "--drift=0", saying=("a whole number from 1",))
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


class Timeline(MeasureTest):
    PHASES = ("work", "search", "wait")

    def test_every_application_and_policy(self):
        path = self.dir / "trace.json"
        flag = f"--timeline={path}"
        grid = self.graph("grid", *GRAPHS["grid"])
        if self.record(grid)["build"]["preset"] != "profile":
            self.fails(2, grid, flag, saying=("--timeline: this build", "preset profile"))
            self.assertFalse(path.exists())
            return

        def check(threads, record):
            self.check_trace(json.loads(path.read_text()), threads, record)
            path.unlink()

        self.each(check, flag)

    def check_trace(self, trace, threads, record):
        loops, tracks = trace["otherData"]["loops"], trace["otherData"]["threads"]
        self.assertGreater(len(loops), 0)
        self.assertEqual(loops[0]["begin"], 0)
        self.assertEqual([track["tid"] for track in tracks], list(range(threads)))
        self.assertEqual(trace["otherData"]["dropped"], 0)
        rounding = 0.002  # the rounding error of two numbers, in microseconds
        for track in tracks:
            spans = [event for event in trace["traceEvents"]
                     if event["ph"] == "X" and event["tid"] == track["tid"]]
            self.assertLessEqual({span["name"] for span in spans}, set(self.PHASES))
            for one, other in zip(spans, spans[1:]):
                self.assertLessEqual(one["ts"] + one["dur"], other["ts"] + rounding)
            for span in spans:
                end = span["ts"] + span["dur"]
                self.assertTrue(any(loop["begin"] <= span["ts"] + rounding
                                    and end <= loop["end"] + rounding for loop in loops), span)
            self.assertAlmostEqual(sum(span["dur"] for span in spans),
                                   sum(track[phase] for phase in self.PHASES),
                                   delta=rounding * (len(spans) + 3))
        if len(loops) == 1:
            self.check_shares(tracks, record["breakdown"])

    def check_shares(self, tracks, spent):
        """The cost of reading the clock is subtracted in the breakdown, but not in the timeline."""
        total = sum(track[phase] for track in tracks for phase in self.PHASES)
        net = 1 - spent["overhead"]

        def lies(phase, least, most):
            share = sum(track[phase] for track in tracks) / total
            self.assertLessEqual(net * least, share + 0.001, (phase, spent))
            self.assertLessEqual(share, net * most + spent["overhead"] + 0.001, (phase, spent))

        work = spent["good_work"] + spent["useless_work"] + spent["enqueue"]
        search = spent["dequeue"] + spent["failed_dequeue"]
        lies("work", work, work + spent["other"])  # the first tasks are "other" in the breakdown
        lies("search", search, search)
        lies("wait", 0, spent["other"])

    def test_many_questions_are_many_loops(self):
        grid = self.graph("grid", *GRAPHS["grid"])
        path = self.dir / "many.json"
        result = self.call(grid, "--runs=3", f"--timeline={path}")
        if result.returncode == 0:
            loops = json.loads(path.read_text())["otherData"]["loops"]
            self.assertEqual(len(loops), 3)
            for one, other in zip(loops, loops[1:]):
                self.assertLessEqual(one["end"], other["begin"])

    def test_not_of_sequential_algorithms_nor_where_it_cannot_be(self):
        grid = self.graph("grid", *GRAPHS["grid"])
        path = self.dir / "none.json"
        result = self.call(grid, "--algo=dijkstra", f"--timeline={path}")
        self.assertFalse(path.exists())
        if result.returncode == 0:
            self.assertIn("--timeline has no effect with --algo=dijkstra", result.stderr)
            self.fails(1, grid, "--timeline=/nowhere/trace.json", saying=("/nowhere",))


if __name__ == "__main__":
    app_cases.main()
