"""Runs programs under adverse conditions: signals, closed pipes, full and read-only disks, too little
memory, one core for many threads, and threads that the system refuses. In every case a program must end,
say why in one line, and leave no part of an output under its final name.

app_cases.py says how to run these tests. Tests that need root (to mount a small disk) or another user are
skipped if that is not possible.
"""

import json
import os
import pathlib
import pty
import re
import resource
import signal
import subprocess
import time
import unittest

import app_cases
from app_cases import APPLICATIONS, BIN, GRAPHS

SECONDS = 600  # a program that cannot continue, and would otherwise never end, must end within this time
NOBODY = 65534


class LifeTest(app_cases.CliTest):
    def setUp(self):
        self.path = self.graph("grid", *GRAPHS["grid"])
        self.sanitized = any(name in str(BIN.resolve()) for name in ("asan", "tsan"))

    def programs(self):
        """Yields (name, command line without outputs) of each application of this build."""
        found = [(name, [str(BIN / name), str(self.path), *flags])
                 for name, flags in APPLICATIONS.items() if (BIN / name).exists()]
        self.assertTrue(found)
        return found

    def launch(self, command, **options):
        """Returns a finished process with its output, and fails if it does not end in time."""
        try:
            return subprocess.run(command, env=self.env, timeout=SECONDS, check=False,
                                  stdout=options.pop("stdout", subprocess.PIPE),
                                  stderr=subprocess.PIPE, text=True, **options)
        except subprocess.TimeoutExpired:
            self.fail(f"{command} did not end within {SECONDS} s")

    def one_line(self, result, *words):
        lines = app_cases.without_notes(result.stderr).splitlines()
        self.assertEqual(len(lines), 1, f"{result.args}\n{result.stderr}")
        for word in words:
            self.assertIn(word, lines[0])

    def leftovers(self, folder, name):
        return [p.name for p in pathlib.Path(folder).iterdir() if name in p.name]


class Signals(LifeTest):
    """Ctrl-C and SIGTERM end a program and leave nothing behind but the record of the runs that have
    finished. Signals that are ignored when it starts, as SIGHUP is under nohup, do not end it."""

    def test_finished_runs_are_kept(self):
        """On a terminal the program shows that runs have finished. Then it is interrupted."""
        programs = [(name, command, "--runs=1000000") for name, command in self.programs()]
        programs += [(name, command, "--sources=random:1000000") for name, command in self.programs()
                     if name in ("sssp-cpu", "bfs-cpu")]
        programs += [(name, [str(BIN / name), *flags], "--runs=1000000")
                     for name, flags in (("fib-cpu", ["--n=20"]),) if (BIN / name).exists()]
        for name, command, many in programs:
            with self.subTest(program=name, flag=many):
                self.keep(name, [*command, many])

    def keep(self, name, command):
        record, summary = self.dir / "kept.json", self.dir / "kept.txt"
        output = [] if "--sources" in command[-1] else [f"--output={self.dir}/cut.txt"]
        ours, theirs = pty.openpty()
        with open(summary, "wb") as stdout, \
                subprocess.Popen([*command, *output, f"--json={record}", "-t=2"], env=self.env,
                                 stdout=stdout, stderr=theirs) as process:
            os.close(theirs)
            try:
                shown = b""
                while b"runs: " not in shown:
                    shown += os.read(ours, 1000)
                process.send_signal(signal.SIGINT)
                while True:
                    try:
                        shown += os.read(ours, 1000)
                    except OSError:  # the program has closed its end
                        break
                self.assertEqual(process.wait(timeout=SECONDS), -signal.SIGINT)
            finally:
                process.kill()
                os.close(ours)
        records = json.loads(record.read_text())
        self.assertGreater(len(records), 1)
        self.assertTrue(all(each["verified"] for each in records))
        self.assertRegex(summary.read_text(), rf"(?m)^Time \S+ s( \(simulated\))?, median of {len(records)} ")
        self.assertIn(f"{name}: interrupted after {len(records)} of 1000000 runs".encode(), shown)
        self.assertEqual(self.leftovers(self.dir, "cut"), [])
        self.assertEqual(self.leftovers(self.dir, "tmp"), [])

    def test_at_work(self):
        for name, command in self.programs():
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(program=name, signal=number):
                    self.interrupt(command, number)

    def test_ignored_from_the_start(self):
        for name, command in self.programs():
            with self.subTest(program=name):
                self.interrupt(command, signal.SIGTERM, ignored=signal.SIGHUP)

    def interrupt(self, command, number, ignored=None):
        def ignore():
            if ignored is not None:
                signal.signal(ignored, signal.SIG_IGN)

        outputs = [f"--output={self.dir}/cut.txt", f"--json={self.dir}/cut.json"]
        with subprocess.Popen([*command, *outputs, "--runs=1000000", "-t=2"], env=self.env,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=ignore) as process:
            try:
                # The program is computing once its temporary files exist.
                while len(self.leftovers(self.dir, "cut")) < 2 and process.poll() is None:
                    time.sleep(0.02)
                self.assertEqual(len(self.leftovers(self.dir, "cut")), 2)
                if ignored is not None:
                    still = ignores(process.pid, ignored)
                    process.send_signal(ignored)
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=SECONDS), -number)
            finally:
                process.kill()  # a test that fails must not wait for a million runs
        if ignored is not None:
            self.assertTrue(still)
        # A record is of the runs that finished before; there may be none.
        for record in self.dir.glob("cut.json"):
            self.assertTrue(json.loads(record.read_text()))
            record.unlink()
        self.assertEqual(self.leftovers(self.dir, "cut"), [])


def ignores(pid, number):
    """Returns whether a process ignores a signal."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    mask = int(re.search(r"^SigIgn:\s*(\w+)$", status, re.MULTILINE)[1], 16)
    return bool(mask >> (number - 1) & 1)


class TimeLimits(LifeTest):
    """--time-limit ends the run that takes longer. What has finished is kept, the record says so, and the
    exit status is that of timeout(1)."""

    def ended(self, command, status=124):
        """Runs a program that its limit ends. Returns what it printed, and its records."""
        record = self.dir / "limit.json"
        record.unlink(missing_ok=True)
        result = self.launch([*command, f"--json={record}", f"--output={self.dir}/cut.txt", "-t=2"])
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(self.leftovers(self.dir, "cut"), [])
        return result, json.loads(record.read_text())

    def test_the_first_run(self):
        for name, command in self.programs():
            with self.subTest(program=name):
                result, record = self.ended([*command, "--time-limit=0"])
                self.one_line(result, f"{name}: the run took longer than 0 s", "after 0 of 1 runs",
                              "cut.txt is not written")
                self.assertNotIn("Time", result.stdout)
                self.assertEqual((record["app"], record["nodes"]), (name, 3600))
                self.assertEqual((record["failure"]["kind"], record["failure"]["limit_s"]), ("time", 0))
                for field in ("time_s", "answer", "verified", "tasks", "wl"):
                    self.assertNotIn(field, record)
                self.assertIsInstance(self.ended([*command, "--time-limit=0s", "--runs=3"])[1], list)

    def test_before_the_width_of_buckets_is_known(self):
        """Delta-stepping finds it in the run, which has not begun."""
        command = dict(self.programs())["sssp-cpu"]
        _, record = self.ended([*command, "--algo=delta-stepping", "--time-limit=0"])
        self.assertNotIn("delta", record["params"])

    def test_a_limit_that_suffices(self):
        for name, command in self.programs():
            with self.subTest(program=name):
                result = self.launch([*command, "--time-limit=27h46m40s", "-t=2"])
                self.assertEqual((result.returncode, app_cases.without_notes(result.stderr)), (0, ""))
                self.assertIn("Verification successful", result.stdout)

    @app_cases.needs("pagerank-cpu")
    def test_finished_runs_are_kept(self):
        self.keep([str(BIN / "pagerank-cpu"), str(self.path)])

    @app_cases.needs("fib-cpu")
    def test_finished_runs_are_kept_where_the_process_is_ended(self):
        self.keep([str(BIN / "fib-cpu"), "--n=32", f"--output={self.dir}/cut.txt"])
        self.assertEqual(self.leftovers(self.dir, "cut"), [])

    def keep(self, command):
        """The program is stopped for longer than its limit, until that falls into a run."""
        record = self.dir / "kept.json"
        command = [*command, "--runs=1000000", "--time-limit=1s", f"--json={record}", "-t=2"]
        ours, theirs = pty.openpty()
        with open(self.dir / "kept.txt", "wb") as stdout, \
                subprocess.Popen(command, env=self.env, stdout=stdout, stderr=theirs) as process:
            os.close(theirs)
            try:
                shown = b""
                while b"runs: " not in shown:
                    shown += os.read(ours, 1000)
                while process.poll() is None:
                    process.send_signal(signal.SIGSTOP)
                    time.sleep(1.1)
                    process.send_signal(signal.SIGCONT)
                    time.sleep(0.3)
                self.assertEqual(process.returncode, 124)
            finally:
                process.kill()
                os.close(ours)
        *finished, ended = json.loads(record.read_text())
        self.assertGreater(len(finished), 0)
        self.assertTrue(all(each["verified"] and "failure" not in each for each in finished))
        self.assertEqual(ended["failure"]["reason"], "the run took longer than 1 s")
        self.assertRegex((self.dir / "kept.txt").read_text(), rf"(?m)^Time .* of {len(finished)} |^Time ")

    def test_wrong_times(self):
        for name, command in self.programs():
            for wrong in ("-1", "inf", "5d", "30s1m", "s"):
                with self.subTest(program=name, wrong=wrong):
                    result = self.launch([*command, f"--time-limit={wrong}"])
                    self.assertEqual(result.returncode, 2, result.stderr)
                    self.one_line(result, "--time-limit=", "number of seconds of 0 or more")


@app_cases.needs("pagerank-cpu")
class RunProgress(LifeTest):
    """What a run shows on stderr after two seconds. Its rounds never end, but for the time limit."""

    def command(self, *flags):
        return [str(BIN / "pagerank-cpu"), str(self.path), "--algo=power", "--iterations=4000000000",
                "--time-limit=3s", "-t=2", *flags]

    def shown(self, *flags):
        """Returns what the program shows on a terminal."""
        ours, theirs = pty.openpty()
        with subprocess.Popen(self.command(*flags), env=self.env, stdout=subprocess.DEVNULL,
                              stderr=theirs) as process:
            os.close(theirs)
            seen = b""
            try:
                while True:
                    try:
                        seen += os.read(ours, 1000)
                    except OSError:  # the program has closed its end
                        break
                self.assertEqual(process.wait(timeout=SECONDS), 124)
            finally:
                process.kill()
                os.close(ours)
        return seen.decode()

    LINE = r"\d+ s, [\d.]+( million|e\+\d+ million)? tasks, \S+( million)? per second, last change \S+"

    def test_on_a_terminal(self):
        shown = self.shown()
        self.assertRegex(shown, r"\r\033\[K" + self.LINE)
        self.assertIn("\r\033[Kpagerank-cpu: the run took", shown)  # the line is erased
        self.assertNotIn("tasks", self.shown("--progress=off"))

    def test_in_a_file(self):
        result = self.launch(self.command())
        self.one_line(result, "pagerank-cpu: the run took longer than 3 s")
        result = self.launch(self.command("--progress=on"))
        self.assertRegex(result.stderr, rf"(?m)^{self.LINE}$")


class Pipes(LifeTest):
    """A program must neither hang nor crash if the reader of its output ends."""

    def test_closed(self):
        for name, command in self.programs():
            for flags in ([], ["--json=-"]):
                with self.subTest(program=name, flags=flags):
                    reader, writer = os.pipe()
                    os.close(reader)
                    result = self.launch([*command, *flags], stdout=writer)
                    os.close(writer)
                    self.assertIn(result.returncode, (1, -signal.SIGPIPE))

    def test_closed_from_the_start(self):
        for name, command in self.programs():
            with self.subTest(program=name):
                result = self.launch(["sh", "-c", 'exec "$@" >&-', "sh", *command])
                self.assertEqual(result.returncode, 1)
                self.one_line(result, "standard output")


@unittest.skipUnless(os.geteuid() == 0, "mounting a small disk needs root")
class Disks(LifeTest):
    """A disk of a few pages that is full or read-only."""

    def setUp(self):
        super().setUp()
        self.disk = self.dir / "disk"
        self.disk.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", self.disk],
                               capture_output=True, check=False)
        if mount.returncode != 0:
            self.disk.rmdir()
            self.skipTest("this machine does not let us mount a small disk")

    def tearDown(self):
        subprocess.run(["umount", self.disk], check=True)
        self.disk.rmdir()

    def fill(self):
        """Fills the disk to the last byte."""
        with open(self.disk / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"x" * 4096)
            except OSError:
                pass

    def test_full(self):
        self.fill()
        for name, command in self.programs():
            with self.subTest(program=name):
                result = self.launch([*command, f"--output={self.disk}/answer.txt"])
                self.assertEqual(result.returncode, 1)
                self.one_line(result, "answer.txt", "No space left")
                self.assertEqual(self.leftovers(self.disk, "answer"), [])

    def test_full_while_an_older_answer_is_there(self):
        (self.disk / "answer.txt").write_text("older")
        self.fill()
        for name, command in self.programs():
            with self.subTest(program=name):
                result = self.launch([*command, f"--output={self.disk}/answer.txt"])
                self.assertEqual(result.returncode, 1)
                self.assertEqual((self.disk / "answer.txt").read_text(), "older")

    def test_read_only(self):
        subprocess.run(["mount", "-o", "remount,ro", self.disk], check=True)
        for name, command in self.programs():
            for flag in ("--output", "--json"):
                with self.subTest(program=name, flag=flag):
                    result = self.launch([*command, f"{flag}={self.disk}/answer.txt"])
                    self.assertEqual(result.returncode, 1)
                    self.one_line(result, "answer.txt", "Read-only")

    def test_full_beside_a_text_graph(self):
        """A text is converted, and the result is kept beside it if asked, or elsewhere if that is impossible."""
        text = self.disk / "small.dimacs"
        text.write_text("p sp 3 2\na 1 2 10\na 2 3 5\n")
        self.fill()
        for flags in (["--cache=beside"], []):
            result = self.launch([str(BIN / "sssp-cpu"), str(text), *flags])
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotIn("warning", result.stderr)
            self.assertEqual(sorted(path.name for path in self.disk.iterdir()), ["ballast", text.name])


class Memory(LifeTest):
    """Under RLIMIT_AS a program either succeeds or says that memory is short."""

    def setUp(self):
        super().setUp()
        if self.sanitized:
            self.skipTest("sanitizers reserve address space of their own")

    def limited(self, command, mebibytes):
        limit = mebibytes << 20
        return self.launch(command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS,
                                                                          (limit, limit)))

    def test_every_limit(self):
        for name, command in self.programs():
            seen = set()
            for mebibytes in (60, 80, 100, 120, 140, 160, 200, 300, 500, 1000, 4000):
                with self.subTest(program=name, mebibytes=mebibytes):
                    result = self.limited([*command, "-t=2", f"--output={self.dir}/short.txt"],
                                          mebibytes)
                    seen.add(result.returncode)
                    if result.returncode == 0:
                        (self.dir / "short.txt").unlink()
                    elif "error while loading shared libraries" not in result.stderr:
                        self.assertEqual(result.returncode, 1, result.stderr)
                        self.one_line(result)
                        self.assertRegex(result.stderr, "memory|thread")
                    self.assertEqual(self.leftovers(self.dir, "short"), [])
            self.assertIn(0, seen)

    def test_every_worklist(self):
        command = dict(self.programs())["sssp-cpu"]
        for worklist in app_cases.worklist_names(BIN / "sssp-cpu"):
            for mebibytes in (90, 110, 130, 150, 180):
                with self.subTest(worklist=worklist, mebibytes=mebibytes):
                    result = self.limited([*command, f"--wl={worklist}", "-t=4"], mebibytes)
                    if result.returncode != 0:
                        self.assertEqual(result.returncode, 1, result.stderr)
                        self.one_line(result)


class Cores(LifeTest):
    """Fewer cores than threads, and fewer threads than requested."""

    def test_one_core_for_eight_threads(self):
        core = min(os.sched_getaffinity(0))
        for name, command in self.programs():
            with self.subTest(program=name):
                result = self.launch([*command, "-t=8"],
                                     preexec_fn=lambda: os.sched_setaffinity(0, {core}))
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("Verification successful", result.stdout)

    @unittest.skipUnless(os.geteuid() == 0, "needs to become a user with a limit")
    def test_threads_refused(self):
        if self.sanitized:
            self.skipTest("the leak checker starts a process of its own")

        def become_nobody():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        self.dir.chmod(0o755)
        for name, command in self.programs():
            with self.subTest(program=name):
                if not reachable_for_others(command[0]):
                    self.skipTest(f"other users cannot reach {command[0]}")
                result = self.launch([*command, "-t=8"], preexec_fn=become_nobody)
                if name in ("bfs-cpu", "kcore-cpu"):  # levels and rounds of this graph are small: no thread starts
                    self.assertEqual(result.returncode, 0, result.stderr)
                    continue
                self.assertEqual(result.returncode, 1, result.stderr)
                self.one_line(result, "thread")


def reachable_for_others(path):
    path = pathlib.Path(path).resolve()
    return all(part.stat().st_mode & 0o001 for part in (path, *path.parents))



class Overwriting(LifeTest):
    """No output replaces an input or another output, under any name of the file."""

    def refused(self, command, *words):
        """Expects exit status 2 and one line, and that no file has changed."""
        before = self.contents()
        result = self.launch(command)
        self.assertEqual(result.returncode, 2, f"{command}\n{result.stdout}{result.stderr}")
        self.one_line(result, *words)
        self.assertTrue(self.contents() == before, command)

    def contents(self):
        return {path.name: path.read_bytes() for path in self.dir.iterdir() if path.is_file()}

    def names(self, path):
        """Yields names of one file: its own, another spelling, a symbolic link and a hard link."""
        link, hard = self.dir / f"link-{path.name}", self.dir / f"hard-{path.name}"
        if not link.exists():
            link.symlink_to(path.name)
            os.link(path, hard)
        return path, f"{self.dir}/./{path.name}", link, hard

    def test_the_graph(self):
        for name, command in self.programs():
            for flag in ("--output", "--json", "--statFile"):
                for place in self.names(self.path):
                    with self.subTest(program=name, flag=flag, place=place):
                        self.refused([*command, f"{flag}={place}"], "input", "give the output another name")

    def test_a_text_that_is_converted(self):
        text = self.dir / "graph.el"
        text.write_text("0 1 5\n1 2 7\n")
        for name, flags in APPLICATIONS.items():
            if (BIN / name).exists():
                with self.subTest(program=name):
                    self.refused([str(BIN / name), str(text), *flags, f"--json={text}"], "is an input")

    def test_two_outputs(self):
        for name, command in self.programs():
            with self.subTest(program=name):
                self.refused([*command, f"--output={self.dir}/one", f"--json={self.dir}/./one"], "same file")
                self.refused([*command, "--output=-", "--json=-"], "two outputs")
                self.refused([*command, f"--output={self.dir}/one", f"--statFile={self.dir}/one"],
                             "two outputs")

    @app_cases.needs("astar-cpu", "pagerank-cpu")
    def test_other_inputs(self):
        """Coordinates (also those found beside the graph), queries and probabilities are not replaced."""
        graph = self.graph("line", 3, [(0, 1, 5), (1, 2, 7)])
        coords = self.dir / "line.co"
        coords.write_text("p aux sp co 3\nv 1 0 0\nv 2 1 1\nv 3 2 2\n")
        queries = self.dir / "queries"
        queries.write_text("0 2\n")
        astar = [str(BIN / "astar-cpu"), str(graph), f"--queries={queries}"]
        for given in (graph, coords, queries):
            for place in self.names(given):
                with self.subTest(input=given.name, place=place):
                    self.refused([*astar, f"--output-path={place}"], "input")
                    self.refused([*astar, f"--json={place}"], "input")
        self.refused([*astar, f"--output-path={self.dir}/p", f"--output={self.dir}/p"], "two outputs")
        odds = self.dir / "odds"
        odds.write_text("0 1\n")
        for place in self.names(odds):
            self.refused([str(BIN / "pagerank-cpu"), str(graph), f"--personalize={odds}",
                          f"--output={place}"], "input")


if __name__ == "__main__":
    app_cases.main()
