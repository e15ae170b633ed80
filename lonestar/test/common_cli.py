"""Checks what all programs have in common: messages name only the program's own flags, suggestions for
mistyped flags, the number of threads, memory, and names of nodes. common_flags_cli.py has the values of flags.
app_cases.py says how to run these tests.
"""

import array
import json
import os
import re
import struct
import unittest

import app_cases
from app_cases import APPLICATIONS, BIN, GRAPHS, SCHEDULED, write_gr
from common_cases import TOOLS, CommonTest


class Messages(CommonTest):
    """A message has one line. It names the program's own flags only, and the user's file rather than a copy."""

    FILES = {
        "gaps.el": "0 1\n4000000000 7\n",
        "fractions.el": "0 1 0.5\n1 2 1.25\n",
        "negative.el": "0 1 -3\n",
        "heavy.el": "0 1 5000000000\n1 0 2\n",
        "places.co": "p aux sp co 2\nv 1 1 1\nv 2 5 5\n",
        "cut.gr": "p sp 3 2\na 1 2 10\n",
        "words.el": "zero one\n",
    }

    def test_flags_in_messages_are_of_the_program_that_prints_them(self):
        said = 0
        for program, flags in self.built({**APPLICATIONS, **TOOLS}):
            own = app_cases.flags_of(program)
            for name, text in self.FILES.items():
                (self.dir / name).write_text(text)
                args = ["sssp", name, name] if program == "graph-check" else [name, *flags]
                result = self.launch(program, *args)
                if result.returncode == 0:
                    continue
                with self.subTest(program=program, file=name, stderr=result.stderr):
                    self.assertEqual(len(result.stderr.splitlines()), 1)
                    self.assertNotIn(".cached", result.stderr)
                    self.assertRegex(result.stderr, f"{name}|out.gr|no node of the graph has this name")
                    for flag in re.findall(r"(?<!graph-convert )--([a-z][\w-]*)", result.stderr):
                        command = "'graph-convert" in result.stderr.partition(f"--{flag}")[0]
                        self.assertTrue(flag in own or command, flag)
                    said += 1
        self.assertGreater(said, 10)

    def test_pages_name_every_algorithm(self):
        for program, _ in self.built(APPLICATIONS):
            if "algo" in app_cases.flags_of(program):
                page = app_cases.REPOSITORY / "docs" / "apps" / f"{program.removesuffix('-cpu')}.md"
                text = page.read_text()
                for name in app_cases.choices(program, "algo"):
                    self.assertTrue(f"`{name}`" in text or f"`--algo={name}" in text, (page, name))

    def test_guesses_are_flags_of_the_same_meaning(self):
        for program, flags in self.built(APPLICATIONS):
            guesses = [("--worklist=smq", "'--wl'"), ("--threads=4", "'--t'"), ("--jsn=x", "'--json'")]
            if "algo" in app_cases.flags_of(program):
                guesses.append(("--algorithm=x", "'--algo'"))
            for given, meant in guesses:
                with self.subTest(program=program, given=given):
                    result = self.launch(program, self.grid(), *flags, given)
                    self.assertEqual(result.returncode, 2)
                    self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                    self.assertIn(f"did you mean {meant}?", result.stderr)
        result = self.launch("sssp-cpu", self.grid(), "--relabel")
        self.assertNotIn("did you mean", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)


class Threads(CommonTest):
    """The default is all cores that the process may use, and for a small graph one; every spelling of -t
    changes it."""

    def summary(self, *args, **options):
        result = self.launch(*args, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return next(line for line in result.stdout.splitlines() if line.startswith("Running "))

    def large(self):
        """Returns a grid of more than 262,144 nodes and edges."""
        path = self.dir / "large.gr"
        if not path.exists():
            self.tool("graph-gen", "grid", path, "--size=240x240", "--quiet")
        return path

    def several(self):
        """Programs with flags for an algorithm that takes all threads: two threads find a spanning tree, or
        an independent set, by one on one thread."""
        shared = {"mst-cpu": ["--algo=boruvka"], "mis-cpu": ["--algo=rounds"]}
        return [(program, [*flags, *shared.get(program, [])]) for program, flags in self.built(APPLICATIONS)]

    def test_a_small_graph_takes_one_thread(self):
        """Where nobody says how many, and no flag asks for a worklist."""
        if len(os.sched_getaffinity(0)) == 1:
            self.skipTest("one processor")
        policy = app_cases.policies.asked(BIN / "sssp-cpu", "--wl=json")[0]["name"]
        for program, flags in self.several():
            with self.subTest(program=program):
                out = self.dir / "record.json"
                line = self.summary(program, self.grid(), *flags, f"--json={out}")
                self.assertRegex(line, r"on 1 thread( \(a small graph; another number with -t\))?$")
                self.assertEqual(json.loads(out.read_text())["threads"], 1)
                for more in ([*flags, "-t=2"], *([[*APPLICATIONS[program], f"--wl={policy}", "--algo=worklist"]]
                                                 if program in SCHEDULED else [])):
                    line = self.summary(program, self.grid(), *more, f"--json={out}")
                    self.assertNotIn("small", line)
                    self.assertNotEqual(json.loads(out.read_text())["threads"], 1)

    def test_default(self):
        every = os.sched_getaffinity(0)
        if "the CPU quota" in self.summary("sssp-cpu", self.grid(), "--algo=worklist"):
            self.skipTest("this machine has a CPU quota")
        for cores in (every, {min(every)}):
            for program, flags in self.several():
                with self.subTest(program=program, cores=len(cores)):
                    line = self.summary(program, self.large(), *flags, "-noverify",
                                        preexec_fn=lambda cores=cores: os.sched_setaffinity(0, cores))
                    # With one thread, an algorithm on one thread may be the fastest.
                    alone = "" if len(cores) > 1 else "|on 1 thread$"
                    self.assertRegex(line, rf"on {len(cores)} threads? \(all cores{alone}")

    def test_environment(self):
        """What the environment says is the default, as in Python, and -t changes it."""
        for name in ("GALOIS_NUM_THREADS", "OMP_NUM_THREADS"):
            self.addCleanup(self.env.pop, name, None)
        for values, words in (({"OMP_NUM_THREADS": "1"}, r"on 1 thread \(OMP_NUM_THREADS; "),
                              ({"OMP_NUM_THREADS": "3,2"}, r"on 3 threads \(OMP_NUM_THREADS; "),
                              ({"GALOIS_NUM_THREADS": "5"}, r"on 5 threads \(GALOIS_NUM_THREADS; "),
                              ({"OMP_NUM_THREADS": "many"}, r"on 5 threads \(GALOIS_NUM_THREADS; ")):
            self.env.update(values)
            for program, flags in self.built(APPLICATIONS):
                with self.subTest(program=program, values=values):
                    line = self.summary(program, self.grid(), *flags, "-noverify")
                    self.assertRegex(line, words + r"|on 1 thread$")
                    given = self.summary(program, self.grid(), *flags, "-noverify", "-t=2")
                    self.assertNotIn("NUM_THREADS", given)
        self.env["GALOIS_NUM_THREADS"] = "many"
        result = self.launch("sssp-cpu", self.grid())
        self.assertEqual((result.returncode, result.stderr), (
            2, "sssp-cpu: GALOIS_NUM_THREADS=many: a whole number from 1 to 1024 is needed\n"))
        self.assertEqual(self.launch("sssp-cpu", self.grid(), "-t=2").returncode, 0)

    def test_number(self):
        for given in ("-t3", "-t=3", "--t=3"):
            line = self.summary("sssp-cpu", self.grid(), given)
            self.assertTrue(line.endswith(" on 3 threads"), line)
        line = self.summary("sssp-cpu", self.grid(), "--algo=dijkstra")
        self.assertTrue(line.endswith(" on 1 thread"), line)
        for wrong, number in (("-t0", "0"), ("-t=0", "0"), ("-t=-1", "-1"), ("-t=4x", "4x"), ("-t=010", "010"),
                              ("-t=1025", "1025")):
            result = self.launch("sssp-cpu", self.grid(), wrong)
            self.assertEqual((result.returncode, result.stderr),
                             (2, f"sssp-cpu: -t={number}: a whole number from 1 to 1024 is needed\n"))


class Memory(CommonTest):
    """A program that has read a .gr does not hold the file beside the graph."""

    # program: (whether the file has weights, the most that the program may take, in sizes of the file). The graph
    # itself is 0.96 of it.
    MOST = {"sssp-cpu": (True, 1.4), "bfs-cpu": (False, 1.4)}

    def cliques(self, name, count, weighted):
        """Returns a graph of cliques of 32 nodes each, made quickly although it is large."""
        path = self.dir / f"{name}.gr"
        nodes, edges = 32 * count, 1024 * count
        with open(path, "wb") as file:
            file.write(struct.pack("<4Q", 1, 4 if weighted else 0, nodes, edges))
            file.write(array.array("Q", range(32, edges + 1, 32)).tobytes())
            for first in range(0, nodes, 32):
                file.write(array.array("I", range(first, first + 32)).tobytes() * 32)
            if weighted:
                file.write(array.array("I", [9]).tobytes() * edges)
        return path

    def peak(self, program, path, threads):
        result = self.launch(program, path, f"-t={threads}", "--json=-")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)["max_rss_mib"] * (1 << 20)

    @unittest.skipIf(app_cases.SANITIZED, "sanitizers have memory of their own")
    def test_peak(self):
        for program, (weighted, most) in self.MOST.items():
            if not (BIN / program).exists():
                continue
            small, large = (self.cliques(f"{program}-{count}", count, weighted) for count in (1, 6000))
            for threads in (1, 2):
                with self.subTest(program=program, threads=threads):
                    taken = self.peak(program, large, threads) - self.peak(program, small, threads)
                    self.assertLess(taken / large.stat().st_size, most)


class DeadEnds(CommonTest):
    """A source without out-edges is reported, together with a source that has some."""

    def test_hint(self):
        arcs = [(i, i + 1, 1) for i in range(1, 500)] + [(77, 5, 1), (77, 9, 2)]
        path = self.dir / "dead_end.gr"
        write_gr(path, 501, arcs)
        for program in ("sssp-cpu", "bfs-cpu"):
            if not (BIN / program).exists():
                continue
            with self.subTest(program=program):
                told = self.launch(program, path).stdout
                self.assertIn("node 77 has the most edges: --startNode=77", told)
                self.assertIn("\n1 node reached, ", told)
                told = self.launch(program, path, "--startNode=77").stdout
                self.assertNotIn("--startNode", told)
                self.assertIn(" nodes reached, ", told)

    def test_no_hint_where_there_is_nothing_better(self):
        for name in ("one_node", "no_edges"):
            told = self.launch("sssp-cpu", self.graph(name, *GRAPHS[name])).stdout
            self.assertNotIn("--startNode", told)


class Names(CommonTest):
    """Nodes of a table between names have these names in every program's answers."""

    def test_answers(self):
        (self.dir / "towns.csv").write_text("source,target,weight\nParis,Lyon,4\nLyon,\"New York\",5\n"
                                            '"New York",Paris,6\n')
        for program, flags in self.built({**APPLICATIONS, "reachability-cpu": [], "matching-cpu": [],
                                          "independentset-cpu": []}):
            if program == "astar-cpu":
                flags = ["--target=New York", "--heuristic=none"]
            with self.subTest(program=program):
                ran = self.launch(program, "towns.csv", *flags, "-t=2", "--output=-")
                self.assertEqual(ran.returncode, 0, ran.stderr)
                words = re.findall(r'Paris|Lyon|"New York"', ran.stdout)
                self.assertTrue(words, ran.stdout)
                self.assertIn("Nodes have names, such as Paris", ran.stderr)

    def test_flags(self):
        (self.dir / "towns.csv").write_text("Paris,Lyon,4\nLyon,Paris,5\n")
        for program, flag in (("bfs-cpu", "startNode"), ("pagerank-cpu", "reportNode"), ("color-cpu", "reportNode"),
                              ("reachability-cpu", "startNode"), ("astar-cpu", "target")):
            if not (BIN / program).exists():
                continue
            with self.subTest(program=program):
                self.assertEqual(self.launch(program, "towns.csv", f"--{flag}=Lyon").returncode, 0)
                wrong = self.launch(program, "towns.csv", f"--{flag}=Rome")
                self.assertEqual(wrong.returncode, 1)
                self.assertRegex(wrong.stderr, f"^{program}: --{flag}=Rome: no node .* such as Paris\n$")


if __name__ == "__main__":
    app_cases.main()
