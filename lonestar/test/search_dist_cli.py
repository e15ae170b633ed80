"""Runs the programs that search trees on several ranks: the answers of one rank under every skeleton and victim
policy, their records, signals and wrong flags. A build has these programs with GALOIS_MPI only."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import time

import app_cases
import search_cases
from app_cases import BIN, REPOSITORY
from dist_cases import PERMISSIONS, mpirun

RANKS = (2, 3, 8)
POLICIES = ("perf", "perf-order", "random", "random-sticky", "most-tasks", "lifeline")
KINDS = {"steal", "tasks", "ask", "load", "lifeline", "bound", "stop", "pause", "alive", "wave", "updates", "gather"}


class RankedTest(search_cases.SearchTest):
    ranks = 2

    def command(self, program, *args):
        return [str(REPOSITORY / "scripts" / "run-dist"), "-n", str(self.ranks),
                str(BIN / program.replace("-cpu", "-dist")), *map(str, args)]

    def launch(self, program, *args):
        if not any(str(arg).startswith("-t=") for arg in args):
            args = (*args, "-t=1")
        return subprocess.run(self.command(program, *args), capture_output=True, text=True, env=self.env,
                              timeout=900, check=False)

    def alone(self, program, *args):
        """Returns the record of the program on one rank without MPI."""
        result = subprocess.run([str(BIN / program), *map(str, args), "-t=1", "--json=-"], capture_output=True,
                                text=True, env=self.env, timeout=900, check=True)
        return json.loads(result.stdout)


class Answers(RankedTest):
    """Answers that are published."""

    def test_answers(self):
        cases = (("semigroups-cpu", ["-g=30", "--skeleton=budget", "-b=1000"], 5646773),
                 ("maxclique-cpu", [self.brock(), "--skeleton=depthbounded", "-d=2"], 21),
                 ("uts-cpu", ["T1", "--skeleton=stacksteal"], 4130071),
                 ("uts-cpu", ["T3", "--skeleton=budget", "-b=1000"], 4112897))
        for (program, flags, answer), self.ranks in itertools.product(cases, RANKS):
            with self.subTest(program=program, flags=flags, ranks=self.ranks):
                result = self.launch(program, *flags, "--json=-")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn(f" on {self.ranks} ranks with 1 thread each\n", result.stderr)
                record = json.loads(result.stdout)
                self.assertEqual((record["answer"]["checksum"], record["search"]["complete"]), (answer, True))
                if program == "uts-cpu":
                    self.assertEqual(record["search"]["nodes"], answer)


class Skeletons(RankedTest):
    """Every program under every skeleton gives the answer of one rank."""

    def test_all_answers_are_equal(self):
        turns = itertools.cycle(itertools.product(POLICIES, (1, *RANKS), ("1", "half"), (1, 2)))
        for program, flags in self.instances():
            expected = self.alone(program, *flags)
            for skeleton in search_cases.SKELETONS:
                policy, self.ranks, count, threads = next(turns)
                next(turns)  # so that the next skeleton meets another number of threads
                next(turns)
                with self.subTest(program=program, flags=flags, skeleton=skeleton, ranks=self.ranks, policy=policy):
                    record = self.run_of(program, *flags, *skeleton, f"--victim={policy}", f"--steal-count={count}",
                                         f"-t={threads}")
                    self.assertEqual(record["answer"]["checksum"], expected["answer"]["checksum"])
                    self.assertIs(record["search"]["complete"], True)
                    if record["search"]["type"] == "enumerate":
                        self.assertEqual(record["search"]["nodes"], expected["search"]["nodes"])

    def test_every_policy(self):
        expected = self.alone("uts-cpu", *search_cases.UTS)["answer"]["checksum"]
        for policy, self.ranks in itertools.product(POLICIES, RANKS):
            for threads in (1, 3):
                with self.subTest(policy=policy, ranks=self.ranks, threads=threads):
                    record = self.run_of("uts-cpu", *search_cases.UTS, "--skeleton=budget", "-b=5", f"--victim={policy}",
                                         f"-t={threads}")
                    self.assertEqual(record["answer"]["checksum"], expected)
                    self.assertEqual(record["steal"]["policy"], policy)

    def test_decisions(self):
        instances = {program: flags for program, flags in self.instances()}
        for program, better, worse in (("maxclique-cpu", -1, 1), ("tsp-cpu", 1, -1)):
            flags = instances[program]
            best = self.alone(program, *flags)["answer"]["checksum"]
            for skeleton, self.ranks in zip(search_cases.SKELETONS, itertools.cycle(RANKS)):
                for by, found in ((better, True), (0, True), (worse, False)):
                    with self.subTest(program=program, skeleton=skeleton, by=by):
                        record = self.run_of(program, *flags, *skeleton, f"--decision={best + by}")
                        self.assertIs(record["answer"]["checksum"], found)


class Record(RankedTest):
    def test_fields(self):
        self.ranks = 3
        record = self.run_of("uts-cpu", "T1", "--skeleton=budget", "-b=100", "-t=2", "--per-rank", "--victim=random",
                             "--backoff=50:1000", "--runs=2")[-1]
        self.assertEqual(record["app"], "uts-dist")
        dist = record["dist"]
        self.assertEqual((dist["transport"], dist["ranks"], dist["threads_per_rank"], dist["simulated"]),
                         ("mpi", 3, 2, False))
        self.assertEqual(len(dist["hosts"]), 3)
        self.assertEqual(record["steal"]["params"]["backoff"], "50:1000")
        self.assertGreater(record["steal"]["tasks"], 0)
        self.assertEqual(len(record["balance"]["busy_s"]), 3)
        self.assertGreater(record["messages"]["wave"]["count"], 0)
        self.assertLessEqual(set(record["messages"]), KINDS)
        for field in ("probes", "failed", "tasks", "local"):
            self.assertEqual(sum(own["steal"][field] for own in record["per_rank"]), record["steal"][field])

    def run_of(self, program, *args):
        result = self.launch(program, *args, "--json=-")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_default_skeleton(self):
        self.assertEqual(self.run_of("nqueens-cpu", "--n=6")["wl"], "budget")
        self.ranks = 1
        self.assertEqual(self.run_of("nqueens-cpu", "--n=6")["wl"], "seq")

    def test_output(self):
        out = self.dir / "out"
        self.run_of("semigroups-cpu", "-g=5", f"--output={out}")
        self.assertEqual(out.read_text(), "0 1\n1 1\n2 2\n3 4\n4 7\n5 12\n")


class Interruption(RankedTest):
    """A search that is cut short reports the best so far of all ranks."""

    LONG = (("semigroups-cpu", ["-g=60"]), ("uts-cpu", ["T1L"]), ("nqueens-cpu", ["--n=20"]))

    def test_time_limit(self):
        for (program, flags), self.ranks in zip(self.LONG, RANKS):
            for skeleton in ("budget", "depthbounded", "stacksteal", "ordered"):
                with self.subTest(program=program, skeleton=skeleton):
                    record = self.run_of(program, *flags, f"--skeleton={skeleton}", "--time-limit=0.2",
                                         verified="skipped")
                    self.assertIs(record["search"]["complete"], False)

    def test_signals(self):
        for number, (program, flags) in itertools.product((signal.SIGINT, signal.SIGTERM), self.LONG):
            with self.subTest(program=program, signal=number):
                out = self.dir / "interrupted.json"
                out.unlink(missing_ok=True)
                process = subprocess.Popen(self.command(program, *flags, "-t=1", f"--json={out}"), text=True,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env)
                # The temporary file of the record appears right before the search.
                while process.poll() is None and len(list(self.dir.glob("*interrupted.json*"))) == 0:
                    time.sleep(0.01)
                time.sleep(0.3)
                process.send_signal(number)
                said, complained = process.communicate(timeout=900)
                self.assertEqual(process.returncode, 128 + number, complained)
                self.assertIn("interrupted, so these are the counts of a part of the tree", said)
                self.assertIs(json.loads(out.read_text())["search"]["complete"], False)


def processes_with(word):
    """{process: its command} of those that have the word in their command."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if any(word in part for part in command) and int(folder.name) != os.getpid():
            found[int(folder.name)] = command
    return found


class Checkpoints(RankedTest):
    """Searches that were killed, and go on."""

    NODES = 4130071

    def setUp(self):
        super().setUp()
        self.folder = self.dir / "checkpoints"

    def number(self):
        """Returns the number of the newest checkpoint that is complete, 0 if there is none."""
        parts = [path.name for path in self.folder.glob("*-0.part")] if (self.folder / "checkpoint").exists() else []
        return min((int(name.partition("-")[0]) for name in parts), default=0)

    def begin(self, *flags):
        load = f"--load=0-{self.ranks - 1}:0.9"  # makes a search of a second take ten
        command = self.command("uts-cpu", "T1", "--skeleton=budget", "-b=1000", load, "-t=1",
                               f"--checkpoint={self.folder}", *flags)
        return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env)

    def wait_for(self, process, condition):
        while not condition():
            self.assertIsNone(process.poll(), "the search was over before")
            time.sleep(0.01)

    def finish_anywhere(self, *flags):
        result = self.launch("uts-cpu", "T1", f"--checkpoint={self.folder}", "--restart", "--json=-", *flags)
        self.assertEqual(result.returncode, 0, result.stderr)
        record = json.loads(result.stdout)
        self.assertEqual((record["answer"]["checksum"], record["search"]["nodes"], record["search"]["complete"]),
                         (self.NODES, self.NODES, True))
        self.assertFalse(self.folder.exists())
        return record

    def test_all_ranks_are_killed(self):
        skeletons = itertools.cycle(("--skeleton=budget", "--skeleton=stacksteal", "--skeleton=depthbounded"))
        for before, after, threads in ((3, 2, 1), (2, 8, 1), (1, 3, 2), (2, 1, 1)):
            with self.subTest(before=before, after=after, threads=threads):
                self.ranks = before
                process = self.begin("--checkpoint-every=100ms")
                self.wait_for(process, lambda: self.number() >= 2)
                seen = self.number()
                for pid in processes_with(str(self.folder)):
                    os.kill(pid, signal.SIGKILL)
                process.communicate(timeout=900)
                while processes_with(str(self.folder)):
                    time.sleep(0.01)
                result = self.launch("uts-cpu", "T1", f"--checkpoint={self.folder}")
                self.assertEqual(result.returncode, 1)
                self.assertIn("has a checkpoint; --restart goes on from it", result.stderr)
                result = self.launch("uts-cpu", "T3", f"--checkpoint={self.folder}", "--restart")
                self.assertEqual(result.returncode, 1)
                self.assertIn("is of another search or build", result.stderr)
                self.ranks = after
                start = self.finish_anywhere(f"-t={threads}", next(skeletons))["checkpoint"]["restarted_from"]
                self.assertGreaterEqual(start["number"], seen)
                self.assertEqual(start["ranks"], before)
                self.assertGreater(start["nodes"], 0)

    def test_a_signal_asks_for_a_checkpoint(self):
        for self.ranks in (1, 2):
            with self.subTest(ranks=self.ranks):
                process = self.begin("--checkpoint-every=100000s")
                self.wait_for(process, (self.folder / "ranks").exists)
                time.sleep(0.2)
                process.send_signal(signal.SIGUSR1)
                self.wait_for(process, lambda: self.number() >= 1)
                process.send_signal(signal.SIGINT)
                _, complained = process.communicate(timeout=900)
                self.assertEqual(process.returncode, 128 + signal.SIGINT, complained)
                self.assertIn(f"is in {self.folder}; --restart goes on from it\n", complained)
                self.assertGreaterEqual(self.number(), 2)  # also one at the end
                self.finish_anywhere()

    def test_what_a_time_limit_leaves(self):
        for skeleton in ("seq", "budget", "depthbounded", "stacksteal"):
            with self.subTest(skeleton=skeleton):
                record = self.run_of("uts-cpu", "T1", f"--skeleton={skeleton}", "--load=0-1:0.9",
                                     f"--checkpoint={self.folder}", "--restart", "--time-limit=500ms",
                                     verified="skipped")
                self.assertIs(record["search"]["complete"], False)
                self.assertEqual(record["checkpoint"]["written"], 1)
                self.assertIsNone(record["checkpoint"]["restarted_from"])
                nodes = self.finish_anywhere()["checkpoint"]["restarted_from"]["nodes"]
                self.assertEqual(nodes, record["search"]["nodes"])

    def test_best_nodes_go_on(self):
        for program, flags in self.instances():
            if program not in ("maxclique-cpu", "tsp-cpu", "knapsack-cpu"):
                continue
            with self.subTest(program=program):
                expected = self.alone(program, *flags)["answer"]["checksum"]
                for _ in range(3):
                    result = self.launch(program, *flags, f"--checkpoint={self.folder}", "--restart", "--time-limit=1ms")
                    self.assertEqual(result.returncode, 0, result.stderr)
                record = self.run_of(program, *flags, f"--checkpoint={self.folder}", "--restart")
                self.assertEqual(record["answer"]["checksum"], expected)

    def test_wrong_flags(self):
        for flags, saying in ((["--restart"], "--checkpoint"), (["--checkpoint-every=5s"], "--checkpoint"),
                              (["--checkpoint=x", "--runs=2"], "--runs is 2"),
                              (["--checkpoint=x", "--checkpoint-every=1ms"], "at least 10ms"),
                              (["--checkpoint=x", "--skeleton=ordered"], "order of tasks"),
                              (["--stuck-after=0.5"], "at least 1s")):
            with self.subTest(flags=flags):
                self.refused("uts-cpu", "T1", *flags, saying=(saying,))
        self.refused("uts-cpu", "T1", "--checkpoint=/dev/null/x", status=1, saying=("/dev/null/x cannot be made",))


class Stuck(RankedTest):
    def test_a_stopped_rank_is_named(self):
        for self.ranks in (2, 3):
            with self.subTest(ranks=self.ranks):
                out = self.dir / "stuck.json"
                process = subprocess.Popen(self.command("uts-cpu", "T1L", "-t=1", "--stuck-after=1s", "--load=0-1:0.9",
                                                        f"--json={out}"), text=True,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env)
                program = str((BIN / "uts-dist").resolve())

                def ranks():
                    return sorted(pid for pid, command in processes_with(str(out)).items()
                                  if os.path.realpath(f"/proc/{pid}/exe") == program and command[0])
                while len(ranks()) < self.ranks and process.poll() is None:
                    time.sleep(0.01)
                time.sleep(0.5)
                os.kill(ranks()[-1], signal.SIGSTOP)
                _, complained = process.communicate(timeout=900)
                self.assertEqual(process.returncode, 1, complained)
                self.assertRegex(complained, r"rank \d+ on \S+ is stuck: it has sent nothing for 1 s")
                self.assertFalse(out.exists())


class Flags(RankedTest):
    def test_wrong_flags(self):
        for flag in ("--victim=nobody", "--steal-count=2", "--backoff=5", "--backoff=0:9", "--backoff=9:5",
                     "--backoff=a:b", "--perf-new=2", "--perf-new=-1", "--skeleton=none", "-b=0"):
            with self.subTest(flag=flag):
                self.refused("uts-cpu", flag)
        self.refused("semigroups-cpu", "-g=71", saying=("a whole number from 0 to 70 is needed",))
        self.refused("maxclique-cpu", self.dir / "missing.clq", status=1, saying=("missing.clq",))
        self.refused("uts-cpu", f"--json={self.dir}/no/such/file", status=1)

    def test_flags_of_one_rank(self):
        """A flag that is wrong on one rank, or not the same on all, ends all of them in one line."""
        program = str((BIN / "uts-dist").resolve())
        good = ["T1", "-t=1"]
        for flags, ranks in ((["--nonsense"], "rank 1: "), (["-b=0"], "rank 1: "), (["-t=2"], "differ in -t"),
                             (["--time-limit=9s"], "differ in --time-limit"), (["--seed=7"], "differ in seed")):
            for turned in (False, True):
                with self.subTest(flags=flags, turned=turned):
                    lines = [[program, *good], [program, *good[:1], *flags, *good[1:][:"-t=2" not in flags]]]
                    first, second = reversed(lines) if turned else lines
                    result = subprocess.run([mpirun(program), "-n", "1", *first, ":", "-n", "1", *second],
                                            capture_output=True, text=True, env={**self.env, **PERMISSIONS},
                                            timeout=900, check=False)
                    self.assertNotEqual(result.returncode, 0)
                    said = [line for line in result.stderr.splitlines() if line.startswith("uts-dist: ")]
                    self.assertEqual(len(said), 1, result.stderr)
                    if not (turned and ranks == "rank 1: "):
                        self.assertIn(ranks, said[0])

    def test_programs_on_one_rank_lack_these_flags(self):
        result = subprocess.run([str(BIN / "uts-cpu"), "--victim=perf"], capture_output=True, text=True, env=self.env,
                                check=False)
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    app_cases.main()
