"""Histories of queues under several policies, recorded by docs/example/history and checked by scripts/check-history.

    history_cli.py RECORDER [unittest's arguments]
"""

import pathlib
import subprocess
import sys
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[3] / "scripts" / "check-history"
RECORDER = ""
# What an empty answer of several threads promises (docs/queue.md), and the order of one thread by itself.
POLICIES = {
    "multiqueue": ("quiet", "--bound=multiqueue:4"),  # it has four queues per thread
    "spraylist": ("quiet", "--bound=rank:0"),
    "smq": ("any", "--bound=rank:0"),
    "obim": ("any", "--empty=moment"),
}


def record(*words):
    """The history of a policy, as lines."""
    done = subprocess.run([RECORDER, *map(str, words)], capture_output=True, text=True, timeout=300, check=True)
    return done.stdout.splitlines(keepends=True)


def check(lines, *flags):
    """What the checker says of a history, and its exit status."""
    done = subprocess.run([CHECK, "-", *flags], input="".join(lines), capture_output=True, text=True, timeout=300,
                          check=False)
    return done.returncode, done.stdout + done.stderr


class Histories(unittest.TestCase):
    def test_one_thread_has_the_promised_order(self):
        for policy, (_, promise) in POLICIES.items():
            with self.subTest(policy):
                status, text = check(record(policy, 1, 4000), "--empty=moment", promise)
                self.assertEqual(status, 0, text)

    def test_threads_get_each_item_once(self):
        for policy, (empty, _) in POLICIES.items():
            for clock in ([], ["tickets"]):
                with self.subTest(policy, clock=clock):
                    lines = record(policy, 4, 2500, *clock)
                    status, text = check(lines, f"--empty={empty}")
                    self.assertEqual(status, 0, text)
                    self.assertIn("of 4 threads: 10000 pushes, 10000 pops, ", text)

    def test_an_item_that_is_missing_is_seen(self):
        lines = record("multiqueue", 4, 1000)
        place = max(at for at, line in enumerate(lines) if ",pop," in line)
        status, text = check(lines[:place] + lines[place + 1:], "--empty=any")
        self.assertEqual(status, 1)
        self.assertTrue(text.endswith("\nbroken: lost\n"), text)

    def test_the_usage_is_told(self):
        for words in ([], ["heap", "1", "1"]):
            done = subprocess.run([RECORDER, *words], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, "usage: record multiqueue|obim|smq|spraylist THREADS ITEMS [tickets]\n")


if __name__ == "__main__":
    RECORDER = sys.argv.pop(1)
    unittest.main()
