"""Checks what all programs do with their standard streams: an input, a file or nothing at all there, and streams
that are closed or full. app_cases.py says how to run these tests.
"""

import gzip
import json
import re
import subprocess

import app_cases
from app_cases import APPLICATIONS, BIN, write_gr
from common_cases import CommonTest


class StandardInput(CommonTest):
    """The input `-`: any format, recognized by its content, and nothing is left of it."""

    EDGES = "0 1 4\n1 2 3\n2 0 1\n2 3 9\n3 0 2\n"

    def setUp(self):
        super().setUp()
        self.temporary = self.dir / "temporary"
        self.temporary.mkdir(exist_ok=True)
        self.env = {**self.env, "TMPDIR": str(self.temporary)}

    def forms(self):
        """Yields the same graph as (flags, bytes)."""
        yield [], self.EDGES.encode()
        yield ["--from=edgelist"], self.EDGES.encode()
        yield [], gzip.compress(self.EDGES.encode())
        yield [], b"source,target,weight\n" + self.EDGES.replace(" ", ",").encode()
        binary = self.dir / "binary.gr"
        write_gr(binary, 4, [tuple(map(int, line.split())) for line in self.EDGES.splitlines()])
        yield [], binary.read_bytes()

    def piped(self, content, program, *args):
        return subprocess.run([BIN / program, *map(str, args)], cwd=self.dir, env=self.env, input=content,
                              capture_output=True, timeout=900, check=False)

    def test_every_program_reads_every_format(self):
        for program, flags in self.built(APPLICATIONS):
            answers = []
            for more, content in self.forms():
                with self.subTest(program=program, flags=more, content=content[:20]):
                    done = self.piped(content, program, "-", *more, *flags, "--json=-", "--verify=full")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    record = json.loads(done.stdout)
                    self.assertEqual((record["nodes"], record["verified"], record["input"]),
                                     (4, True, "standard input"))
                    answers.append(record["answer"]["checksum"])
                    self.assertEqual(list(self.temporary.iterdir()), [])
            self.assertEqual(len(set(map(str, answers))), 1, answers)

    def test_names_and_a_file_of_a_shell(self):
        path = self.dir / "flights.csv"
        path.write_text("from,to,km\nParis,Oslo,1340\nOslo,Lima,9000\n")
        with path.open("rb") as file:
            done = subprocess.run([BIN / "sssp-cpu", "-", "--startNode=Paris", "--output=-", "--quiet"], cwd=self.dir,
                                  env=self.env, stdin=file, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "Paris 0\nOslo 1340\nLima 10340\n", ""))
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_what_is_wrong_is_one_line_that_names_it(self):
        for content, flags, status, words in (
                (b"0 1 x y z\n", [], 1, "standard input"), (b"", [], 1, "standard input"),
                (self.EDGES.encode(), ["--packed"], 2, "--packed"),
                (self.EDGES.encode(), ["--from=metis"], 1, "standard input")):
            with self.subTest(content=content, flags=flags):
                done = self.piped(content, "sssp-cpu", "-", *flags)
                self.assertEqual((done.returncode, done.stdout), (status, b""), done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertIn(words, done.stderr.decode())
                self.assertEqual(list(self.temporary.iterdir()), [])
        result = subprocess.run([BIN / "sssp-cpu", "-"], env={**self.env, "TMPDIR": str(self.dir / "nowhere")},
                                cwd=self.dir, input=self.EDGES, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)  # /tmp takes its place


class StandardOutput(CommonTest):
    """What goes to standard output with "-" is all that is there; text for people then goes to stderr."""

    def test_answers(self):
        for program, flags in self.built(APPLICATIONS):
            with self.subTest(program=program):
                path = self.dir / "answer.txt"
                self.launch(program, self.grid(), *flags, f"--output={path}", "-t=1")
                result = self.launch(program, self.grid(), *flags, "--output=-", "-t=1")
                self.assertEqual((result.returncode, result.stdout), (0, path.read_text()))
                self.assertIn("Verification successful", result.stderr)
        for program, flags in (("fib-cpu", ["--n=20"]), ("nqueens-cpu", ["--n=6"])):
            if (BIN / program).exists():
                result = self.launch(program, *flags, "--output=-", "-t=1")
                self.assertNotIn("Running", result.stdout)
                self.assertIn("Running", result.stderr)

    def test_an_answer_goes_to_the_checker(self):
        for program, kind in (("sssp-cpu", "sssp"), ("bfs-cpu", "bfs"), ("color-cpu", "color"), ("mst-cpu", "mst")):
            if not (BIN / program).exists():
                continue
            checked = subprocess.run(f"{BIN / program} {self.grid()} --output=- | "
                                     f"{BIN / 'graph-check'} {kind} {self.grid()} -", shell=True, check=False,
                                     capture_output=True, text=True, env=self.env, timeout=900)
            self.assertEqual(checked.returncode, 0, f"{program} {checked.stdout[:300]} {checked.stderr[:300]}")
            self.assertIn("right: ", checked.stdout)

    def test_files_of_tools(self):
        path = self.dir / "gaps.el"
        path.write_text("0 1\n7 1\n")
        result = self.launch("graph-convert", path, "x.gr", "--mapping=-")
        self.assertEqual((result.returncode, result.stdout), (0, "0 0\n1 1\n2 7\n"))
        self.assertIn("x.gr: ", result.stderr)
        result = self.launch("graph-gen", "road", "x.gr", "--nodes=9", "--coords=-")
        self.assertTrue(result.stdout.startswith(("c ", "p aux")), result.stdout[:99])
        self.assertIn("synthetic road", result.stderr)
        result = self.launch("graph-info", path, "--json=-")
        json.loads(result.stdout)

    def test_statistics(self):
        result = self.launch("sssp-cpu", self.grid(), "-statFile=-", "-t=1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(result.stdout.startswith("STAT_TYPE"), result.stdout[:200])
        self.assertIn("Running worklist", result.stderr)
        self.assertFalse((self.dir / "-").exists())

    def test_only_one_file_goes_there(self):
        result = self.launch("sssp-cpu", self.grid(), "--output=-", "--json=-")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("standard output cannot hold two outputs", result.stderr)


class Streams(CommonTest):
    """Every program ends with status 1 and one line where standard output is closed or full. Standard error may be
    both: messages are lost, and nothing else."""

    # Programs that make their own input: flags of a short run.
    OWN = {"graph-gen": ["torus2d", "made.gr", "--nodes=9"], "graph-cache": ["list", "."], "fib-cpu": ["--n=9"],
           "cilksort-cpu": ["--n=1000"], "samplesort-cpu": ["--n=1000"], "hull-cpu": ["--n=100"],
           "matmul-cpu": ["--n=16"], "nqueens-cpu": ["--n=5"], "uts-cpu": ["T3"], "semigroups-cpu": ["-g=9"],
           "graph-info": ["g.el"], "graph-check": ["sssp", "g.el", "answer"], "graph-convert": ["g.el", "made.gr"]}

    def shell(self, program, args, redirected):
        command = " ".join([f"'{BIN.resolve() / program}'", *(f"'{arg}'" for arg in args), redirected])
        return subprocess.run(["bash", "-c", command], cwd=self.dir, env=self.env, capture_output=True, text=True,
                              timeout=900, check=False)

    def test_runs(self):
        (self.dir / "g.el").write_text("0 1 5\n1 2 6\n")
        (self.dir / "answer").write_text("0 0\n1 5\n2 11\n")
        runs = {name: [self.grid(), *flags, "-t=1"] for name, flags in APPLICATIONS.items()} | self.OWN
        for program, args in self.built(runs):
            accepted = app_cases.flags_of(program)
            args = [arg for arg in map(str, args)
                    if arg[:1] != "-" or arg.lstrip("-").partition("=")[0] in accepted]
            for redirected, status in ((">/dev/full", 1), (">&-", 1), ("2>&-", 0), ("2>/dev/full", 0)):
                with self.subTest(program=program, redirected=redirected):
                    result = self.shell(program, args, redirected)
                    self.assertEqual(result.returncode, status, result.stderr)
                    if status == 1:
                        self.assertRegex(result.stderr, rf"(?m)^{program}: cannot write standard output")
                        self.assertEqual(result.stderr.count(f"{program}: "), 1, result.stderr)

    def test_descriptions_and_mistakes(self):
        ours = re.compile("graph-[a-z]+|.*-(cpu|dist|bench)|pd-model|smq-process")
        numbers_alone = {"fork-bench", "executor-bench"}  # which take no flags
        for path in sorted(path for path in BIN.iterdir()
                           if ours.fullmatch(path.name) and path.name not in numbers_alone):
            for flag in ("--help", "--help=json", "--version"):
                with self.subTest(program=path.name, flag=flag):
                    self.assertEqual(self.shell(path.name, [flag], ">/dev/full").returncode, 1)
                    self.assertEqual(self.shell(path.name, [flag], ">/dev/null 2>&-").returncode, 0)
            for redirected in ("2>&-", "2>/dev/full", ">&- 2>&-"):
                with self.subTest(program=path.name, redirected=redirected):
                    self.assertEqual(self.shell(path.name, ["--no-such-flag"], redirected).returncode, 2)

    def test_messages_have_no_control_characters(self):
        odd = "a\x1b[31m\x07b"
        (self.dir / f"{odd}.csv").write_text("from,to\nann,bob\n")
        for program, flags in self.built(APPLICATIONS):
            for args in ([f"{odd}.csv"], [f"no{odd}"], [self.grid(), f"--{odd}"]):
                with self.subTest(program=program, args=args):
                    result = self.launch(program, *args, *flags, "-t=1")
                    self.assertNotRegex(result.stdout + result.stderr, "[\x1b\x07]")
                    if result.returncode != 0:
                        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                    else:
                        self.assertIn(r"a\x1b[31m\x07b.csv", result.stdout)


class Quiet(CommonTest):
    """--quiet: standard output and stderr hold nothing that was not asked for, but errors."""

    def programs(self):
        """Yields programs of each kind with an input, and with flags of which some have no effect."""
        for program, flags in self.built(APPLICATIONS):
            yield [program, self.grid(), *flags, "--verify=full"]
        others = {"fib-cpu": ["--n=20", "--scheduler=serial", "--steal=half", "--join=any"],
                  "nqueens-cpu": ["--n=6", "--skeleton=seq", "-b=7"],
                  "sssp-cpu": [self.grid(), "--algo=dijkstra", "-t=2", "--delta=3", "--edge-bytes=8"]}
        for program, flags in self.built(others):
            yield [program, *flags]

    def test_nothing_is_said(self):
        for command in self.programs():
            with self.subTest(command=command):
                self.assertNotEqual(self.launch(*command).stdout, "")
                done = self.launch(*command, "--quiet")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_what_is_asked_for_is_written(self):
        for command in self.programs():
            with self.subTest(command=command):
                done = self.launch(*command, "--quiet", "--json=-")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(json.loads(done.stdout)["app"], command[0])

    def test_errors_are_told(self):
        for program, flags in self.built(APPLICATIONS):
            done = self.launch(program, self.dir / "missing.gr", *flags, "--quiet")
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (1, "", 1))


if __name__ == "__main__":
    app_cases.main()
