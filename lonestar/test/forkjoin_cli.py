"""Runs the programs that fork and join and read no graph: every scheduler of the build on several numbers of
threads, their records, and wrong flags. app_cases.py says how to run these tests."""

import json
import subprocess

import app_cases
from app_cases import BIN, THREADS

# (program, its flags, the end of the input's name): inputs that take milliseconds and have many forks.
CASES = [
    ("fib-cpu", ["--n=22", "--cutoff=0"], "fib-22"),
    ("fib-cpu", ["--n=0"], "fib-0"),
    ("matmul-cpu", ["--n=70", "--leaf=9"], "integers-70"),
    ("matmul-cpu", ["--n=40", "--leaf=1", "--poll-leaves=false"], "integers-40"),
    ("cilksort-cpu", ["--n=30000", "--leaf=50"], "randintseq-30000"),
    ("cilksort-cpu", ["--n=20000", "--leaf=4", "--input=exptintseq"], "exptintseq-20000"),
    ("samplesort-cpu", ["--n=30000", "--leaf=64"], "randdblseq-30000"),
    ("samplesort-cpu", ["--n=20000", "--leaf=64", "--input=exptseq"], "exptseq-20000"),
    ("hull-cpu", ["--n=30000", "--leaf=0"], "uniform2d-30000"),
    ("hull-cpu", ["--n=20000", "--leaf=0", "--input=plummer2d"], "plummer2d-20000"),
]
SIZED = ("matmul-cpu", "cilksort-cpu", "samplesort-cpu", "hull-cpu")
PROGRAMS = ("fib-cpu", *SIZED)
OURS = ("receiver", "sender", "chase-lev", "split")


class ForkJoinTest(app_cases.CliTest):
    program = "fib-cpu"

    def launch(self, program, *args):
        return subprocess.run([str(BIN / program), *map(str, args)], capture_output=True, text=True,
                              env=self.env, timeout=900, check=False)

    def run_of(self, program, *args):
        """Returns the record of a run that must succeed without a word on stderr but its summary."""
        result = self.launch(program, *args, "--json=-")
        self.assertEqual(result.returncode, 0, f"{program} {args}\n{result.stderr}")
        return json.loads(result.stdout)

    def refused(self, program, *args, saying=()):
        """Expects one line on stderr and exit status 2."""
        result = self.launch(program, *args)
        self.assertEqual(result.returncode, 2, f"{program} {args}\n{result.stderr}")
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, f"{args}\n{result.stderr}")
        for words in saying:
            self.assertIn(words, result.stderr)

    def schedulers(self):
        return app_cases.choices("fib-cpu", "scheduler")


class Schedulers(ForkJoinTest):
    """Every program under every scheduler gives the same right answer on every number of threads."""

    def test_the_build_has_ours_and_the_serial_one(self):
        self.assertLessEqual({*OURS, "serial"}, set(self.schedulers()))

    def test_all_answers_are_equal_and_right(self):
        for program, flags, name in CASES:
            answers = {}
            for scheduler in self.schedulers():
                for threads in THREADS:
                    with self.subTest(program=program, flags=flags, scheduler=scheduler, threads=threads):
                        record = self.run_of(program, *flags, f"--scheduler={scheduler}", f"-t={threads}",
                                             "--verify=full")
                        self.assertIs(record["verified"], True)
                        self.assertEqual((record["app"], record["wl"], record["input"]),
                                         (program, scheduler, name))
                        self.assertEqual(record["threads"], 1 if scheduler == "serial" else threads)
                        answers[json.dumps(record["answer"])] = (scheduler, threads)
            self.assertEqual(len(answers), 1, f"{program} {flags}: {answers}")

    def test_parameters_change_no_answer(self):
        right = self.run_of("cilksort-cpu", "--n=20000", "--leaf=16", "--scheduler=serial")["answer"]
        for scheduler in OURS:
            for flags in (["--join=any"], ["--join=any", "--steal=half"], ["--cut=8p"], ["--cut=10us"], ["--cut=100"],
                          ["--victims=nearest"], ["--victims=sticky"]):
                self.assertEqual(self.run_of("cilksort-cpu", "--n=20000", "--leaf=16", "-t=3",
                                             f"--scheduler={scheduler}", *flags)["answer"], right)
        for flags in (["--idle=poll"], ["--idle=poll", "--join=any", "--steal=half"]):
            for threads in (2, 16):
                record = self.run_of("cilksort-cpu", "--n=20000", "--leaf=16", f"-t={threads}", *flags)
                self.assertEqual(record["answer"], right)
                self.assertEqual(record["wl_params"]["idle"], "poll")
        for threads in (1, 2, 16):
            record = self.run_of("cilksort-cpu", "--n=20000", "--leaf=16", f"-t={threads}", "--withdraw=never")
            self.assertEqual(record["answer"], right)
            self.assertEqual(record["wl_params"]["withdraw"], "never")
        for flags in (["--delta=1us"], ["--delta=2ms", "--deal=fixed"], ["--delta=1us", "--targets=idle-set"],
                      ["--targets=idle-set", "--join=any", "--steal=half"]):
            for threads in (2, 3, 16):
                record = self.run_of("cilksort-cpu", "--n=20000", "--leaf=16", f"-t={threads}",
                                     "--scheduler=sender", *flags)
                self.assertEqual(record["answer"], right)
                params = record["wl_params"]
                among_idle = "--targets=idle-set" in flags
                self.assertEqual(params["targets"], "idle-set" if among_idle else "all")
                self.assertEqual("victims" in params, not among_idle)

    def test_interrupts_change_no_answer(self):
        """Leaves run long here, and threads that have no work interrupt them, or a timer does."""
        for program, *flags in (("fib-cpu", "--n=34", "--cutoff=32"),
                                ("cilksort-cpu", "--n=300000", "--leaf=50000"),
                                ("matmul-cpu", "--n=250", "--leaf=128", "--poll-leaves=false")):
            right = self.run_of(program, *flags, "--scheduler=serial")["answer"]
            for scheduler, rule in (("receiver", "thief"), ("receiver", "timer"), ("sender", "timer"),
                                    ("split", "timer")):
                for threads in (1, 2, 16):
                    more = ["--interrupt-period=100us"] if rule == "timer" else []
                    more += ["--victims=nearest"] if scheduler == "sender" else []
                    record = self.run_of(program, *flags, f"--scheduler={scheduler}", f"-t={threads}",
                                         f"--interrupts={rule}", *more)
                    self.assertEqual(record["answer"], right)
                    self.assertEqual(record["wl_params"]["interrupts"], rule)
                    if rule == "timer":
                        self.assertEqual(record["wl_params"]["interrupt_period"], "100us")

    def test_cuts_of_loops_change_no_answer(self):
        flags = ["--n=30000", "--leaf=64"]
        right = self.run_of("samplesort-cpu", *flags, "--scheduler=serial")["answer"]
        for scheduler in OURS:
            for cut in ("lazy", "10us", "8p", "1", "1000000"):
                self.assertEqual(self.run_of("samplesort-cpu", *flags, f"--scheduler={scheduler}",
                                             f"--cut={cut}", "-t=3")["answer"], right)


class TimeLimits(ForkJoinTest):
    """--time-limit ends a run that takes longer, under every scheduler. A shorter run does not notice it."""

    def ended(self, program, *args):
        """Returns the record of a run that its limit ends."""
        record = self.dir / "limit.json"
        result = self.launch(program, *args, f"--json={record}", f"--output={self.dir}/cut.txt")
        self.assertEqual(result.returncode, 124, f"{program} {args}\n{result.stderr}")
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, rf"(?m)^{program}: the run took longer than [0-9.]+ s, and has been ended after 0 "
                                        r"of \d runs?, and \S*cut.txt is not written\n$")
        self.assertEqual([path.name for path in self.dir.glob("*cut*")], [])
        return json.loads(record.read_text())

    def test_a_run_that_would_take_years(self):
        for scheduler in self.schedulers():
            for threads in (1, 2, 5):
                with self.subTest(scheduler=scheduler, threads=threads):
                    record = self.ended("fib-cpu", "--n=93", "--cutoff=1", f"--scheduler={scheduler}", f"-t={threads}",
                                        "--time-limit=200ms")
                    self.assertEqual(record["failure"], {"kind": "time", "reason": "the run took longer than 0.2 s",
                                                         "limit_s": 0.2})
                    self.assertEqual((record["app"], record["input"], record["params"]["n"]),
                                     ("fib-cpu", "fib-93", 93))
                    self.assertEqual(record["threads"], 1 if scheduler == "serial" else threads)
                    for field in ("time_s", "answer", "verified", "wl", "worklist"):
                        self.assertNotIn(field, record)

    def test_every_program(self):
        for program in PROGRAMS:
            with self.subTest(program=program):
                few = ["--n=20"]
                self.assertEqual(self.ended(program, *few, "--time-limit=0")["failure"]["limit_s"], 0)
                self.assertIsInstance(self.ended(program, *few, "--time-limit=0", "--runs=3"), list)
                for threads in (1, 2, 5):
                    record = self.run_of(program, *few, f"-t={threads}", "--time-limit=100000s")
                    self.assertIs(record["verified"], True)
        self.refused("fib-cpu", "--time-limit=soon", saying=["--time-limit=soon", "such as 30s"])


class Record(ForkJoinTest):
    def test_what_is_no_graph_has_no_nodes_and_no_tasks(self):
        record = self.run_of("fib-cpu", "--n=10")
        self.assertFalse({"nodes", "edges", "tasks", "wasted_work"} & set(record))
        self.assertEqual(record["schema"], "galois-cps/1")

    def test_parameters_with_an_effect(self):
        record = self.run_of("fib-cpu", "--n=20", "--scheduler=sender", "--delta=5us", "-t=2")
        self.assertEqual(record["wl_params"], {"join": "own", "steal": "one", "cut": "lazy", "victims": "random",
                                               "delta": "5us", "deal": "exponential", "targets": "all"})
        self.assertEqual(self.run_of("fib-cpu", "--n=20")["wl_params"],
                         {"join": "own", "steal": "one", "cut": "lazy", "victims": "random", "idle": "close",
                          "withdraw": "late"})
        self.assertEqual(self.run_of("fib-cpu", "--n=20", "--wl=serial")["wl_params"], {})

    def test_forks_are_counted(self):
        def calls(n):  # that fork, with --cutoff=0
            return 0 if n < 2 else 1 + calls(n - 1) + calls(n - 2)
        for scheduler in OURS:
            record = self.run_of("fib-cpu", "--n=15", "--cutoff=0", f"--scheduler={scheduler}", "-t=2",
                                 "--per-thread")
            self.assertEqual(record["worklist"]["forks"], calls(15))
            self.assertEqual(sum(own["worklist"]["forks"] for own in record["per_thread"]), calls(15))
            self.assertEqual(len(record["per_thread"]), 2)

    def test_the_seed_of_the_input_decides_the_problem(self):
        for program in SIZED:
            one, same, two = (self.run_of(program, "--n=100", f"--input-seed={seed}", f"--seed={other}")
                              for seed, other in ((1, 1), (1, 2), (2, 1)))
            self.assertEqual(one["answer"], same["answer"])
            self.assertEqual(one["input_id"], same["input_id"])
            self.assertNotEqual(one["answer"], two["answer"])
            self.assertNotEqual(one["input_id"], two["input_id"])

    def test_several_runs_are_an_array(self):
        records = self.run_of("fib-cpu", "--n=20", "--runs=3")
        self.assertEqual([record["answer"]["checksum"] for record in records], [6765] * 3)

    def test_answers_are_written(self):
        out = self.dir / "answer"
        for program, flags, lines in (
                ("fib-cpu", ["--n=30"], ["832040"]),
                ("cilksort-cpu", ["--n=1000"], 1000), ("samplesort-cpu", ["--n=1000"], 1000)):
            self.run_of(program, *flags, f"--output={out}")
            written = out.read_text().split()
            if isinstance(lines, list):
                self.assertEqual(written, lines)
            else:
                numbers = [float(line) for line in written]
                self.assertEqual((len(numbers), numbers), (lines, sorted(numbers)))
        record = self.run_of("hull-cpu", "--n=1000", f"--output={out}")
        self.assertEqual(len(out.read_text().splitlines()), record["answer"]["summary"]["corners"])
        self.run_of("matmul-cpu", "--n=7", f"--output={out}")
        self.assertEqual([len(line.split()) for line in out.read_text().splitlines()], [7] * 7)


class Flags(ForkJoinTest):
    def test_sizes(self):
        for program in SIZED:
            self.refused(program, "--n=0", saying=("--n=0", "a whole number from 1"))
            self.refused(program, "--n=-1", saying=("-1",))
            self.refused(program, "--n=many")
            self.refused(program, "--n=9999999999999", saying=("GB of memory", "smaller"))
        self.refused("fib-cpu", "--n=94", saying=("a whole number from 0 to 93 is needed",))
        self.refused("fib-cpu", "--n=-3", saying=("-3",))
        for n in (1, 2, 3, 5):
            for program in SIZED:
                self.assertIs(self.run_of(program, f"--n={n}", "--verify=full")["verified"], True)

    def test_leaves(self):
        self.refused("matmul-cpu", "--leaf=0", saying=("a whole number from 1",))
        self.refused("cilksort-cpu", "--leaf=3", saying=("a whole number from 4",))
        self.refused("samplesort-cpu", "--leaf=63", saying=("a whole number from 64",))

    def test_unknown_names_are_answered_with_known_ones(self):
        self.refused("fib-cpu", "--scheduler=recever", saying=("did you mean 'receiver'?",))
        self.refused("fib-cpu", "--wl=nothing", saying=("--scheduler=help",))
        self.refused("hull-cpu", "--input=grid", saying=("uniform2d, plummer2d",))
        self.refused("fib-cpu", "--delta=30", saying=("30us",))
        self.refused("fib-cpu", "--delta=0us", saying=("from 1",))
        self.refused("fib-cpu", "--delta=2000s", saying=("up to 1000s",))
        self.refused("fib-cpu", "--cut=0", saying=("lazy, 10us, 8p",))
        self.refused("fib-cpu", "--join=all", saying=("own, any",))
        self.refused("fib-cpu", "--idle=no", saying=("close, poll",))
        self.refused("fib-cpu", "--withdraw=now", saying=("late, never",))
        self.refused("fib-cpu", "--withdraw=never", "--idle=poll", saying=("--idle=close",))
        self.refused("fib-cpu", "--steal=two", saying=("one, half",))
        self.refused("fib-cpu", "--steal=half", saying=("--join=any",))
        self.refused("fib-cpu", "--interrupts=on", saying=("off, timer, thief",))
        self.refused("fib-cpu", "--interrupt-period=1us", saying=("from 50us",))
        self.refused("fib-cpu", "-t=0", saying=("a whole number from 1 to 1024",))

    def test_a_scheduler_that_the_build_lacks_says_how_to_get_it(self):
        for name in {"tbb", "openmp", "rayon"} - set(self.schedulers()):
            self.refused("fib-cpu", f"--scheduler={name}", saying=("-DGALOIS_PEERS=ON", "scripts/setup"))

    def test_flags_of_graphs_do_not_exist(self):
        for program in PROGRAMS:
            text = self.launch(program, "--help").stdout
            for flag in ("symmetricGraph", "weights", "symmetrize", "keep-ids", "drift", "chunk"):
                self.assertNotIn(flag, text)
            self.refused(program, "-symmetricGraph")
            self.refused(program, "road.gr")

    def test_flags_without_effect_are_named(self):
        result = self.launch("fib-cpu", "--n=10", "--scheduler=serial", "--delta=1us", "--per-thread")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.strip(),
                         "warning: --delta, --per-thread have no effect with --scheduler=serial")
        result = self.launch("fib-cpu", "--n=10", "--scheduler=receiver", "--deal=fixed", "-t=2")
        self.assertIn("warning: --deal has no effect with --scheduler=receiver", result.stderr)
        result = self.launch("fib-cpu", "--n=10", "--scheduler=receiver", "--targets=idle-set", "-t=2")
        self.assertIn("warning: --targets has no effect with --scheduler=receiver", result.stderr)
        result = self.launch("fib-cpu", "--n=10", "--scheduler=sender", "--targets=idle-set",
                             "--victims=sticky", "-t=2")
        self.assertIn("warning: --victims has no effect with --scheduler=sender", result.stderr)
        result = self.launch("fib-cpu", "--n=10", "--scheduler=sender", "--withdraw=never", "-t=2")
        self.assertIn("warning: --withdraw has no effect with --scheduler=sender", result.stderr)
        result = self.launch("fib-cpu", "--n=10", "--scheduler=split", "--join=any", "--steal=half")
        self.assertIn("warning: --steal has no effect with --scheduler=split", result.stderr)
        result = self.launch("fib-cpu", "--n=10", "--scheduler=sender", "--interrupts=thief",
                             "--interrupt-period=1ms", "-t=2")
        self.assertIn("warning: --interrupts, --interrupt-period have no effect with "
                      "--scheduler=sender", result.stderr)


if __name__ == "__main__":
    app_cases.main()
