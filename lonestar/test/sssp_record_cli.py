"""Checks what sssp-cpu reports: the record, the help, error messages and exit statuses, and what an interrupt
leaves behind. app_cases.py says how to run these tests.
"""

import json
import os
import signal
import subprocess
import time
import unittest

import app_cases
from app_cases import GRAPHS, write_gr
from sssp_cases import CliTest


class Record(CliTest):
    """The JSON record."""

    def path(self):
        return self.graph("grid", *GRAPHS["grid"])

    def test_peak_memory_is_the_programs_own(self):
        """It does not include that of the parent process, as the value of getrusage() would."""
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
        self.assertEqual(record["wl_params"], {"chunk": 16, "delta": 11}, "found from the weights")
        record = self.record(self.path(), "--wl=obim.published")
        self.assertEqual(record["wl_params"]["delta"], 8, "it has a shift of its own")
        policies = json.loads(self.call("--wl=json").stdout)
        delta = {policy["name"]: parameter for policy in policies for parameter in policy["parameters"]
                 if parameter["name"] == "delta"}
        self.assertEqual((delta["obim"]["default"], delta["obim"].get("found")), (None, True))
        self.assertEqual((delta["obim.published"]["default"], delta["smq-bucket"].get("found")), ("8", None))
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
            # The values of a history repeat, but not the times.
            untimed = {name: [point[1] for point in value] if isinstance(value, list) else value
                       for name, value in record["worklist"].items()}
            return record["tasks"], untimed

        for worklist in self.worklists():
            with self.subTest(worklist=worklist):
                self.assertEqual(counters(worklist), counters(worklist))

    def test_histories(self):
        """Values that a policy adapts are recorded with the seconds since the loop began."""
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
    """The help, Galois' spellings of flags, and statistics."""

    def test_help(self):
        result = self.call("--help")
        self.assertEqual(result.returncode, 0)
        for group in ("Input:", "Algorithm:", "Worklist:", "Run:", "Report:"):
            self.assertIn(group, result.stdout)
        for flag in ("--wl=", "--json=", "--startNode=", "--delta=", "--statFile="):
            self.assertIn(flag, result.stdout)
        self.assertRegex(result.stdout, r"(?m)^  -t[= ]<threads>")
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
    """Each error gives one helpful line and an exit status for scripts."""

    def path(self):
        return self.graph("grid", *GRAPHS["grid"])

    def test_usage(self):
        path = self.path()
        self.fails(2, saying=("graph",))
        self.fails(2, path, "--wl=sqm", saying=("did you mean 'smq'?",))
        self.fails(2, path, "--wl=atuo", saying=("did you mean 'auto'?",))
        self.fails(2, path, "--wl=zzzzzzz", saying=("--wl=help",))
        self.fails(2, path, "--jsn=x", saying=("--jsn",))
        self.fails(2, path, "--algo=bellman", saying=("worklist, delta-stepping, dijkstra, radix-heap, buckets, limit",))
        self.fails(2, path, "--distance-bits=16", saying=("32, 64",))
        self.fails(2, path, "--verify=perhaps", saying=("none, quick, full",))
        for threads in ("-3", "0", "100000"):
            self.fails(2, path, f"-t={threads}", saying=("a whole number from 1 to 1024",))
        self.fails(2, path, "-t", "-3", saying=("a whole number from 1",))
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
    """Ctrl-C ends the program at once. No file is left but the record of the runs that have finished."""

    def test_interrupt(self):
        path = self.graph("grid", *GRAPHS["grid"])
        out = self.dir / "interrupted.txt"
        record = self.dir / "interrupted.json"
        command = [self.command(), str(path), f"--output={out}", f"--json={record}", "--runs=100000", "-t=2"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=self.env) as process:
            # The program is computing once its temporary file exists.
            while process.poll() is None and not list(self.dir.glob("interrupted*")):
                time.sleep(0.05)
            self.assertTrue(list(self.dir.glob("interrupted*")))
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=900), -signal.SIGINT)
        if record.exists():
            self.assertTrue(json.loads(record.read_text()))
            record.unlink()
        self.assertEqual(list(self.dir.glob("interrupted*")), [])


if __name__ == "__main__":
    app_cases.main()
