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
