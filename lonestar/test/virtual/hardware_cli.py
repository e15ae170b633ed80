"""Runs HD-CPS with hardware queues as a user would: APP_BIN=build/virtual/bin python3 hardware_cli.py"""

import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import app_cases  # noqa: E402: the line above adds its folder

TILED = app_cases.REPOSITORY / "scripts/virtual/tiled.costs"
# What differs between hdcps and hdcps-hw by name: the policy and its flags.
NAMES = re.compile(r'^ *"(wl|hw-hrq|hw-hpq|hdcps-transport)": .*\n', re.MULTILINE)


class HardwareTest(app_cases.CliTest):
    program = "sssp-cpu"

    def setUp(self):
        if "hdcps-hw" not in self.worklists():
            self.skipTest("this build lacks hdcps-hw")
        self.road = self.graph("grid", *app_cases.GRAPHS["grid"])
        self.rmat = self.graph("rmat", *app_cases.GRAPHS["rmat"])


class Records(HardwareTest):
    """What the records of runs with hardware queues have."""

    def text(self, graph, *args):
        path = self.dir / "record.json"
        result = self.call(graph, *args, f"--json={path}")
        self.assertEqual(result.returncode, 0, result.stderr)
        return path.read_text()

    def test_without_entries_the_run_is_that_of_hdcps(self):
        for graph in (self.road, self.rmat):
            for flags in (["-t=1"], ["-t=7"], ["-t=33"], ["-t=64", f"--virtual-costs={TILED}"],
                          ["-t=8", "--virtual-cores=2"], ["-t=16", "--hdcps-bag-min=1"]):
                flags += ["--per-thread", "--hdcps-interval=20"]
                software = self.text(graph, "--wl=hdcps", *flags)
                none = self.text(graph, "--wl=hdcps-hw", "--hw-hrq=0", "--hw-hpq=0", *flags)
                self.assertNotEqual(software, none)
                self.assertEqual(NAMES.sub("", software), NAMES.sub("", none), flags)
                self.assertNotIn("hrq_", none)
                other = self.text(graph, "--wl=hdcps-hw", *flags)
                self.assertNotEqual(NAMES.sub("", software), NAMES.sub("", other), flags)

    def test_a_receive_queue_alone_is_hdcps_hrq(self):
        alone = self.text(self.road, "--wl=hdcps-hrq", "-t=16")
        self.assertEqual(NAMES.sub("", alone),
                         NAMES.sub("", self.text(self.road, "--wl=hdcps-hw", "--hw-hpq=0", "-t=16")))

    def test_counters_of_the_queues(self):
        record = self.record(self.road, "--wl=hdcps-hw", "-t=64", f"--virtual-costs={TILED}",
                             "--hw-hrq=1", "--hw-hpq=2")
        counters = record["worklist"]
        self.assertEqual(record["wl_params"]["hw-hrq"], 1)
        self.assertEqual(record["virtual"]["costs"]["mesh-width"], 8)
        for name in ("hrq_spills", "hrq_flags_met", "hpq_spills", "hpq_heap_pops", "hpq_stalls"):
            self.assertGreater(counters[name], 0, name)
        self.assertEqual(counters["hrq_found"], 1)
        self.assertLessEqual(counters["hpq_length"], 2)
        self.assertGreater(counters["hpq_stall_ns"], counters["hpq_stalls"])
        # What is displaced is taken from the heap later, but for bags, which are taken task by task.
        self.assertGreaterEqual(counters["hpq_heap_pops"], counters["hpq_spills"])
        large = self.record(self.road, "--wl=hdcps-hw", "-t=64", "--hw-hrq=64", "--hw-hpq=65536")
        for name in ("hrq_spills", "hpq_spills", "hpq_heap_pops", "hpq_stalls"):
            self.assertEqual(large["worklist"][name], 0, name)

    def test_slow_queues_take_time(self):
        costs = self.dir / "slow.costs"
        costs.write_text("queue-access 200 ns\n")
        fast = self.record(self.road, "--wl=hdcps-hw", "-t=8")
        slow = self.record(self.road, "--wl=hdcps-hw", "-t=8", f"--virtual-costs={costs}")
        self.assertGreater(slow["time_s"], fast["time_s"])
        costs.write_text("interrupt 2000 ns\n")
        slow = self.record(self.road, "--wl=hdcps-hw", "-t=8", f"--virtual-costs={costs}")
        self.assertGreater(slow["time_s"], fast["time_s"])


class Schedules(HardwareTest):
    """Shares of sent tasks that are given beforehand."""

    def shares(self, *flags):
        record = self.record(self.road, "-t=16", "--hdcps-interval=10", *flags)
        return record, [share for _, share in record["worklist"]["tdf"]]

    def test_a_run_has_the_shares_of_its_schedule(self):
        for wl in ("hdcps", "hdcps-hw", "hdcps-hrq"):
            record, shares = self.shares(f"--wl={wl}", "--hdcps-tdf-schedule=90,10,30")
            self.assertEqual(record["wl_params"]["hdcps-tdf-schedule"], "90,10,30")
            self.assertGreater(len(shares), 4)
            self.assertEqual(shares, [90, 10, 30] + [30] * (len(shares) - 3), wl)

    def test_without_a_schedule_the_record_has_none(self):
        for flags in ([], ["--hdcps-tdf-schedule=none"]):
            record, _ = self.shares("--wl=hdcps", *flags)
            self.assertNotIn("hdcps-tdf-schedule", record["wl_params"])

    def test_equal_prefixes_give_equal_intervals(self):
        """Until the schedules differ, the runs are the same."""
        histories = []
        for last in ("20", "60", "100"):
            record, _ = self.shares("--wl=hdcps-hw", f"--hdcps-tdf-schedule=50,40,70,{last}",
                                    f"--virtual-costs={TILED}", "--seed=3")
            histories.append([when for when, _ in record["worklist"]["tdf"]])
        self.assertEqual(histories[0][:4], histories[1][:4])
        self.assertEqual(histories[0][:4], histories[2][:4])
        self.assertNotEqual(histories[0][4:], histories[1][4:])

    def test_the_schedule_that_the_feedback_found_gives_the_same_run(self):
        record, shares = self.shares("--wl=hdcps-hw", "--seed=5")
        given = ",".join(str(int(share)) for share in shares)
        again, same = self.shares("--wl=hdcps-hw", "--seed=5", f"--hdcps-tdf-schedule={given}")
        self.assertEqual(same, shares)
        self.assertEqual(again["time_s"], record["time_s"])
        self.assertEqual(again["tasks"], record["tasks"])

    def test_wrong_schedules_are_refused_in_a_line(self):
        self.fails(2, self.road, "--wl=hdcps-hw", "--hdcps-tdf-schedule=",
                   saying=["hdcps-tdf-schedule", "the value is missing"])
        for text in ("0", "101", "50,", ",50", "50,,60", "-5", "half"):
            self.fails(2, self.road, "--wl=hdcps-hw", f"--hdcps-tdf-schedule={text}",
                       saying=["hdcps-tdf-schedule", "whole numbers from 1 to 100"])


class Minnow(app_cases.CliTest):
    """Minnow with an engine per core."""

    program = "sssp-cpu"

    def setUp(self):
        if "minnow-hw" not in self.worklists():
            self.skipTest("this build lacks minnow-hw")
        self.road = self.graph("grid", *app_cases.GRAPHS["grid"])

    def test_engines_bring_chunks(self):
        for threads in (1, 2, 16, 64):
            record = self.record(self.road, "--wl=minnow-hw", f"-t={threads}", "--chunk=4",
                                 f"--virtual-costs={TILED}", "--verify=full")
            self.assertIs(record["verified"], True)
            self.assertEqual(record["wl_params"]["minnow-lines"], 16)
            counters = record["worklist"]
            self.assertEqual(counters["chunks_brought"], counters["chunks_received"])
            self.assertGreater(counters["chunks_brought"], 0)

    def test_threads_may_outnumber_cores(self):
        record = self.record(self.road, "--wl=minnow-hw", "-t=16", "--virtual-cores=3",
                             "--chunk=4", "--verify=full")
        self.assertIs(record["verified"], True)

    def test_prefetches_of_engines_save_time(self):
        # One core does the same tasks in the same order, with and without.
        runs = [self.record(self.road, "--wl=minnow-hw", "-t=1", f"--virtual-costs={TILED}",
                            f"--minnow-lines={lines}") for lines in (0, 16)]
        self.assertEqual(runs[1]["tasks"], runs[0]["tasks"])
        self.assertLess(runs[1]["time_s"], runs[0]["time_s"])

    def test_wrong_numbers_of_lines_are_refused_in_a_line(self):
        for text in ("-1", "65", "many"):
            self.fails(2, self.road, "--wl=minnow-hw", f"--minnow-lines={text}",
                       saying=["minnow-lines", "0 to 64"])


class Flags(HardwareTest):
    """Answers are right with all sizes, and wrong sizes are refused."""

    def test_answers_are_right_with_small_queues(self):
        for sizes in (("1", "1"), ("2", "2"), ("1", "0"), ("0", "1"), ("32", "48")):
            for threads, graph in ((1, self.rmat), (2, self.road), (16, self.rmat), (64, self.road)):
                record = self.record(graph, "--wl=hdcps-hw", f"--hw-hrq={sizes[0]}",
                                     f"--hw-hpq={sizes[1]}", f"-t={threads}", "--verify=full")
                self.assertIs(record["verified"], True, (sizes, threads))

    def test_wrong_sizes_are_refused_in_a_line(self):
        for flag, words in (("--hw-hrq=-1", "hw-hrq"), ("--hw-hpq=many", "hw-hpq"),
                            ("--hw-hrq=65537", "65536")):
            self.fails(2, self.road, "--wl=hdcps-hw", flag, saying=[words])

    def test_flags_without_effect_are_named(self):
        for wl, flag in (("hdcps-hw", "--hdcps-transport"), ("hdcps-hrq", "--hw-hpq"),
                         ("hdcps", "--hw-hrq")):
            result = self.call(self.road, f"--wl={wl}", flag + ("=push" if "port" in flag else "=4"))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"{flag} has no effect with --wl={wl}", result.stdout + result.stderr)


if __name__ == "__main__":
    os.environ.setdefault("APP_BIN", "build/virtual/bin")
    app_cases.main()
