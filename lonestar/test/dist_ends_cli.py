"""Runs the programs on divided graphs as dist_cli.py does, where they refuse something or are ended: wrong files and
flags, ranks that differ, limits of time, and signals."""

import contextlib
import json
import os
import shutil
import signal
import struct
import subprocess
import time

import app_cases
from app_cases import BIN, REPOSITORY, rmat, write_gr
from dist_cases import EXECUTIONS, PERMISSIONS, RANKS, DistTest, mpirun


class Errors(DistTest):
    def test_files(self):
        good = self.graph("rmat", 256, rmat(8, 6, 1)).read_bytes()
        for name, data, said in (("short", good[:-8], "truncated"), ("empty", b"", "is empty"),
                                 ("text", b"p sp 2 1\n", "DIMACS"), ("nothing", good[:8] + bytes(24), "no nodes"),
                                 ("to", good[:32 + 8 * 256] + b"\xff" * 4 + good[36 + 8 * 256:], "leads to node")):
            path = self.dir / f"{name}.gr"
            path.write_bytes(data)
            for program in ("sssp-push-dist", "pagerank-push-dist"):
                with self.subTest(name=name, program=program):
                    self.refused(program, 3, path, saying=(said,))
        self.refused("bfs-push-dist", 2, self.dir / "absent.gr", saying=("cannot open",))
        self.refused("bfs-push-dist", 2, status=2, saying=("name a .gr file",))

    def test_partitions(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        parts = self.dir / "parts"
        for text, said in (("0\n1\n", "2 lines, but the graph has 3 nodes"), ("0\n2\n0\n", ":2:"),
                           ("0\n0\n0\n0\n", "more lines")):
            parts.write_text(text)
            self.refused("bfs-push-dist", 2, path, f"--partition=file:{parts}", saying=(said,))
        self.refused("bfs-push-dist", 2, path, f"--partition=file:{self.dir / 'absent'}", saying=("absent",))
        for wrong, said in (("2d", "oec"), ("file:", "oec"), ("", "the value is missing")):
            self.refused("bfs-push-dist", 2, path, f"--partition={wrong}", status=2, saying=(said,))

    def test_nodes_and_sums(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        self.refused("sssp-push-dist", 3, path, "--startNode=3", saying=("--startNode=3",))
        self.refused("sssp-push-dist", 3, path, "--reportNode=3", saying=("--reportNode=3",))
        self.refused("pagerank-push-dist", 3, path, "--reportNode=9", saying=("--reportNode=9",))
        long = self.graph("long", 3, [(0, 1, 4 * 10**9), (1, 2, 4 * 10**9)])
        self.refused("sssp-push-dist", 2, long, "--weight-type=int", saying=("--distance-bits=64",))
        record = self.run_of("sssp-push-dist", 2, long, "--weight-type=int", "--distance-bits=64")
        self.assertEqual(record["answer"]["checksum"], 12 * 10**9)
        huge = self.dir / "huge.gr"
        write_gr(huge, 3, [(0, 1, 2**63), (1, 2, 2**62)], kind="Q")
        whole = "--weight-type=int"
        self.refused("sssp-push-dist", 2, huge, whole, saying=("sum of all distances exceeds 64 bits",))
        write_gr(huge, 3, [(0, 1, 2**63), (1, 2, 2**63)], kind="Q")
        self.refused("sssp-push-dist", 2, huge, whole, saying=("distances exceed 64 bits",))
        write_gr(huge, 3, [(0, 1, 1.0), (1, 2, -1.0)], kind="d")
        self.refused("sssp-push-dist", 2, huge, "--weight-type=float", saying=("0 or more",))

    def test_ids(self):
        """Each rank looks for an id among those of some nodes."""
        path = self.graph("ids", 5, [(0, 1, 5), (1, 2, 1)])
        plain = path.read_bytes()
        path.write_bytes(plain + struct.pack("<8s5Q", b"NodeIds", 70, 9, 1, 800, 30))
        for ranks in RANKS:
            for node, shown in ((70, "0"), (9, "5"), (1, "6"), (800, "infinity"), (30, "infinity")):
                result = self.launch("sssp-push-dist", ranks, path, "--startNode=70", f"--reportNode={node}")
                self.assertIn(f"Node {node} has distance {shown} from node 70\n", result.stdout)
            self.refused("sssp-push-dist", ranks, path, "--startNode=2",
                         saying=("--startNode=2: there is no such node", "5 nodes have ids between 1 and 800"))
            self.refused("sssp-push-dist", ranks, path, "--startNode=x", saying=("there is no such node",))
        path.write_bytes(plain + struct.pack("<8s5Q", b"NodeIds", 70, 9, 1, 800, 9))
        self.refused("sssp-push-dist", 3, path, "--startNode=9", saying=("2 nodes have one id, 9",))

    def test_names(self):
        """Rank 0 reads the file of names for each name, and keeps those that it prints."""
        path = self.converted("names", "a,b c,5\nb c,d,1\nd,e,3\n")
        names = path.with_suffix(".names")
        lines = names.read_text()
        for ranks in RANKS:
            for node, shown in (("a", "0"), ("b c", "5"), ("d", "6"), ("e", "9")):
                result = self.launch("sssp-push-dist", ranks, path, "--startNode=a", f"--reportNode={node}")
                called = f'"{node}"' if " " in node else node
                self.assertIn(f"Node {called} has distance {shown} from node a\n", result.stdout)
            record = self.run_of("pagerank-push-dist", ranks, path, "--reportNode=d")
            self.assertEqual([name for name, _ in record["answer"]["summary"]["top"]], ["e", "d", "b c", "a"])
            self.refused("sssp-push-dist", ranks, path, "--startNode=1",
                         saying=("--startNode=1: there is no such node", "4 nodes have names such as a"))
        names.write_text(lines.replace("3 e", "3 a"))
        self.refused("sssp-push-dist", 3, path, "--startNode=a", saying=("two nodes have the name a",))
        names.write_text(lines.replace("3 e", "2 a"))
        self.refused("sssp-push-dist", 3, path, "--startNode=b c", "--reportNode=e",
                     saying=("--reportNode=e: there is no such node",))
        self.refused("pagerank-push-dist", 3, path, "--reportNode=d", saying=("node 3 has no name",))
        names.write_text(lines.replace("3 e\n", ""))
        self.refused("sssp-push-dist", 3, path, saying=("names of 3 nodes, and the graph has 4 nodes",))

    def test_flags(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        for flag in ("--buffer=0", "--buffer=-1", "--poll-every=-1", "--poll-every=inf", "--exec=async",
                     "--slack=-1", "--slack=0.5", "--slack=nan", "--slack=-inf",
                     "--wl=none", "-t=0", "--runs=0", "--nonsense"):
            with self.subTest(flag=flag):
                self.refused("sssp-push-dist", 2, path, flag, status=2)
        for slack in ("0", "3", "inf"):
            self.assertEqual(str(self.run_of("sssp-push-dist", 2, path, f"--slack={slack}")["params"]["slack"]), slack)
        for flag in ("--damping=1", "--damping=-0.1", "--tolerance=0", "--tolerance=nan"):
            self.refused("pagerank-push-dist", 2, path, flag, status=2)
        result = subprocess.run([str(BIN / "sssp-push-dist"), "--help"], capture_output=True, text=True,
                                env=self.env, check=False)
        self.assertEqual(result.returncode, 0)
        for flag in ("--exec", "--partition", "--buffer", "--slack", "--wl", "--startNode", "--time-limit"):
            self.assertIn(flag, result.stdout)


class DifferentRanks(DistTest):
    """What is not the same on all ranks is refused in one line."""

    def launch_each(self, program, *ranks):
        """Runs ranks with command lines of their own, each in a folder."""
        path = str((BIN / program).resolve())
        parts = []
        for folder, *args in ranks:
            parts += [":"] * bool(parts) + ["-wdir", str(folder), "-n", "1", path, *map(str, args)]
        return subprocess.run([mpirun(path), *parts], capture_output=True, text=True,
                              env={**self.env, **PERMISSIONS}, timeout=900, check=False)

    def says(self, program, result, *texts):
        self.assertNotEqual(result.returncode, 0)
        lines = [line for line in result.stderr.splitlines() if line.startswith(f"{program}: ")]
        self.assertEqual(len(lines), 1, result.stderr)
        for text in texts:
            self.assertIn(text, lines[0])

    def test_flags(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        good = (self.dir, path)
        for wrong, *texts in (((*good, "--nonsense"), "nonsense"), ((*good, "-t=0"), "-t=0"), ((self.dir,), "which graph"),
                              ((*good, "--partition=2d"), "oec"), ((*good, "--time-limit=s"), "--time-limit=s")):
            for ranks, where in (((good, wrong, good), "rank 1: "), ((wrong, good, good), ""),
                                 ((good, wrong, wrong), "rank 1: ")):
                with self.subTest(wrong=wrong, where=where):
                    self.says("bfs-push-dist", self.launch_each("bfs-push-dist", *ranks), where, *texts)
        for flag in ("-t=2", "--time-limit=9s", "--runs=2", "--exec=Sync"):
            self.says("bfs-push-dist", self.launch_each("bfs-push-dist", good, (*good, flag)),
                      "ranks 0 and 1 differ in flags", flag)

    def test_files(self):
        nodes = 60000
        one = self.graph("one", nodes, [(node, node + 1, 1) for node in range(nodes - 1)])
        folders = [self.dir / "first", self.dir / "second"]
        for folder in folders:
            folder.mkdir()
            shutil.copy(one, folder / "g.gr")
        data = bytearray(one.read_bytes())
        pages = (len(data) + 4095) // 4096
        sampled = {sample * pages // 64 for sample in range(64)}
        program = "sssp-push-dist"
        result = self.launch_each(program, *[(folder, "g.gr") for folder in folders * 2])
        self.assertEqual(result.returncode, 0, result.stderr)
        for page in (next(page for page in range(pages - 2, 0, -1) if page not in sampled),  # of weights
                     next(page for page in range(8 * nodes // 4096 + 2, pages) if page not in sampled)):
            data[4096 * page] ^= 1
            (folders[1] / "g.gr").write_bytes(data)
            data[4096 * page] ^= 1
            for places in ((0, 1), (0, 0, 1), (1, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1)):
                for flag in ("--partition=oec", "--partition=cvc", self.parts(nodes, len(places))):
                    with self.subTest(page=page, places=places, flag=flag):
                        self.says(program, self.launch_each(program, *[(folders[place], "g.gr", flag)
                                                                       for place in places]),
                                  "differ in the input")


class TimeLimits(DistTest):
    """--time-limit ends a run that takes longer on all ranks, as the programs on one rank do it."""

    def ended(self, program, ranks, *args, limit):
        """Returns the records of a program that its limit ends."""
        record = self.dir / "limit.json"
        record.unlink(missing_ok=True)
        result = self.launch(program, ranks, *args, f"--time-limit={limit}", f"--json={record}",
                             f"--output={self.dir}/cut.txt")
        self.assertEqual(result.returncode, 124, result.stderr)
        lines = [line for line in result.stderr.splitlines() if line.startswith(f"{program}: ")]
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertRegex(lines[0], r"the run took longer than \S+ s, .* after \d+ of \d+ runs.*cut.txt is not")
        self.assertEqual([path.name for path in self.dir.glob("*cut*")], [])
        return json.loads(record.read_text())

    def test_the_first_run(self):
        path = self.graph("rmat", 256, rmat(8, 6, 1))
        for program in ("sssp-push-dist", "bfs-push-dist", "pagerank-push-dist"):
            for ranks in RANKS:
                execution = EXECUTIONS[ranks % 2]
                with self.subTest(program=program, ranks=ranks):
                    record = self.ended(program, ranks, path, f"--exec={execution}", f"-t={1 + ranks % 2}",
                                        limit=0)
                    self.assertEqual(record["failure"], {"kind": "time", "limit_s": 0,
                                                         "reason": "the run took longer than 0 s"})
                    self.assertEqual(record["params"]["exec"], execution)
                    self.assertEqual((record["dist"]["ranks"], record["threads"]),
                                     (ranks, ranks * (1 + ranks % 2)))
                    for field in ("time_s", "answer", "verified", "tasks", "wl", "updates", "per_rank"):
                        self.assertNotIn(field, record)
        self.assertIsInstance(self.ended("bfs-push-dist", 2, path, "--runs=3", limit=0), list)

    def test_within_a_run(self):
        """Of runs that need a message per node, or very many steps."""
        nodes = 100000
        chain = self.graph("long chain", nodes, [(node, node + 1, 1) for node in range(nodes - 1)])
        web = self.graph("web", 1 << 14, rmat(14, 16, 1))
        cases = [("pagerank-push-dist", ranks, web, "--damping=0.99999",
                  "--tolerance=1e-12", f"-t={1 + ranks % 2}") for ranks in RANKS]
        cases += [(program, ranks, chain, self.parts(nodes, ranks))
                  for ranks in RANKS[1:] for program in ("bfs-push-dist", "sssp-push-dist")]
        for program, ranks, *args in cases:
            for execution in EXECUTIONS:
                with self.subTest(program=program, ranks=ranks, execution=execution):
                    record = self.ended(program, ranks, *args, f"--exec={execution}", limit="20ms")
                    self.assertEqual(record["failure"]["limit_s"], 0.02)

    def test_a_limit_that_suffices(self):
        path = self.graph("rmat", 256, rmat(8, 6, 1))
        for ranks in RANKS:
            for execution in EXECUTIONS:
                record = self.run_of("sssp-push-dist", ranks, path, f"--exec={execution}", "-t=2",
                                     "--time-limit=100000s")
                self.assertIs(record["verified"], True)
                self.assertNotIn("failure", record)

    def test_finished_runs_are_kept(self):
        """One rank is stopped for longer than the limit, until that falls into a run."""
        record = self.dir / "kept.json"
        program = (BIN / "sssp-push-dist").resolve()
        command = [REPOSITORY / "scripts" / "run-dist", "-n", "3", program,
                   self.graph("rmat", 256, rmat(8, 6, 1)), "--runs=1000000", "--time-limit=1s",
                   f"--json={record}"]
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.env) as process:
            while process.poll() is None and not list(self.dir.glob("*kept.json*")):
                time.sleep(0.05)
            last = time.monotonic() + 900
            while process.poll() is None and time.monotonic() < last:
                time.sleep(0.3)
                ranks = subprocess.run(["pgrep", "-f", f"^{program} .*{record}"], capture_output=True,
                                       text=True, check=False).stdout.split()
                for number in (signal.SIGSTOP, signal.SIGCONT):
                    for rank in ranks[1:2]:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(int(rank), number)
                    time.sleep(1.1 if number == signal.SIGSTOP else 0)
            said, complained = process.communicate(timeout=900)
        self.assertEqual(process.returncode, 124, complained)
        *finished, ended = json.loads(record.read_text())
        self.assertGreater(len(finished), 0)
        self.assertTrue(all(each["verified"] and "failure" not in each for each in finished))
        self.assertEqual(ended["failure"]["reason"], "the run took longer than 1 s")
        self.assertRegex(said, rf"(?m)^Time \S+ s( \(simulated\))?(, median of {len(finished)} .*)?$")

    def test_wrong_times(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        for wrong in ("-1", "inf", "s"):
            self.refused("sssp-push-dist", 2, path, f"--time-limit={wrong}", status=2,
                         saying=("number of seconds of 0 or more",))


class Interruption(DistTest):
    """A signal to all ranks ends them after rank 0 has reported the runs that had finished."""

    def interrupted(self, out, number, seconds):
        """Returns the exit status and the output of a program that gets a signal after some runs."""
        command = [REPOSITORY / "scripts" / "run-dist", "-n", "4", BIN / "sssp-push-dist",
                   self.graph("rmat", 256, rmat(8, 6, 1)), "--runs=1000000", f"--json={out}"]
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.env) as process:
            # The temporary file of the record appears right before the first run.
            while process.poll() is None and not list(self.dir.glob("*kept.json*")):
                time.sleep(0.05)
            time.sleep(seconds)
            process.send_signal(number)
            said, complained = process.communicate(timeout=900)
            return process.returncode, said, complained

    def test_finished_runs_are_kept(self):
        out = self.dir / "kept.json"
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                out.unlink(missing_ok=True)
                for seconds in (1, 10, 100):  # in which a run finishes, however busy the machine
                    status, said, complained = self.interrupted(out, number, seconds)
                    if "interrupted after" in complained:
                        break
                self.assertEqual(status, 128 + number, complained)
                records = json.loads(out.read_text())
                self.assertTrue(all(each["verified"] for each in records))
                self.assertIn(f"interrupted after {len(records)} of 1000000 runs", complained)
                self.assertRegex(said, rf"(?m)^Time \S+ s( \(simulated\))?(, median of {len(records)} .*)?$")
                self.assertEqual([path.name for path in self.dir.glob("*kept.json*")], [out.name])


if __name__ == "__main__":
    app_cases.main()
