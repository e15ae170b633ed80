"""Runs color-cpu as a user would: unusual graphs under every worklist and algorithm, and real graphs, where
the number of colours is compared with DSATUR's. Also checks flags and errors. app_cases.py says how to run
these tests.
"""

import app_cases
from app_cases import GRAPHS, INPUTS, LONG, threads_in_turn


class CliTest(app_cases.CliTest):
    program = "color-cpu"

    def colors(self, path, *flags):
        """Returns {node: colour} and the record."""
        out = self.dir / "colors.txt"
        record = self.record(path, *flags, f"--output={out}")
        lines = [tuple(map(int, line.split())) for line in out.read_text().splitlines()]
        self.assertEqual([node for node, _ in lines], list(range(record["nodes"])))
        self.assertIs(record["verified"], True)
        return [color for _, color in lines], record


class Graphs(CliTest):
    """Every unusual graph under every worklist, with a check in this file."""

    def check(self, name, *flags):
        nodes, arcs = GRAPHS[name]
        colors, record = self.colors(self.graph(name, nodes, arcs), *flags)
        near = [set() for _ in range(nodes)]
        for tail, head, _ in arcs:
            if tail != head:
                self.assertNotEqual(colors[tail], colors[head], (name, flags, tail, head))
                near[tail].add(head)
                near[head].add(tail)
        degree = max(map(len, near))
        summary = record["answer"]["summary"]
        self.assertEqual(summary["colors"], max(colors) + 1)
        self.assertEqual(record["answer"]["checksum"], summary["colors"])
        self.assertEqual(summary["max_degree"], degree)
        self.assertLessEqual(summary["colors"], degree + 1)
        self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])
        return summary

    def test_worklists(self):
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                self.check(name, f"--wl={worklist}", f"-t={threads}")

    def test_sequential(self):
        for name in GRAPHS:
            for algorithm in ("dsatur", "greedy"):
                with self.subTest(graph=name, algorithm=algorithm):
                    summary = self.check(name, f"--algo={algorithm}", "--verify=full")
                    if algorithm == "dsatur":
                        self.assertEqual(summary["colors"], summary["dsatur_colors"])

    def test_parallel_greedy(self):
        """It works as greedy on one thread. On several it may colour a node more than once."""
        for name in GRAPHS:
            for threads in (1, 2, 8):
                with self.subTest(graph=name, threads=threads):
                    summary = self.check(name, "--algo=parallel-greedy", f"-t={threads}")
                    if threads == 1:
                        self.assertEqual(summary["colors"],
                                         self.check(name, "--algo=greedy")["colors"])

    def test_parallel_greedy_record(self):
        record = self.record(self.graph("rmat", *GRAPHS["rmat"]), "--algo=parallel-greedy", "-t=2")
        self.assertEqual(record["wl"], "parallel-greedy")
        self.assertEqual(record["threads"], 2)
        self.assertNotIn("dsatur_colors", record["answer"]["summary"]) # it takes longer than the run
        self.assertEqual(record["tasks"]["executed"],
                         record["nodes"] + record["worklist"]["conflicts"])

    def test_known_numbers(self):
        """DSATUR needs the least number of colours on bipartite graphs, odd cycles and cliques."""
        circle = [(i, (i + 1) % 7, 1) for i in range(7)]
        clique = [(i, j, 1) for i in range(70) for j in range(i)]
        for name, graph, fewest in (("path", GRAPHS["path"], 2), ("star", GRAPHS["star"], 2),
                                    ("grid", GRAPHS["grid"], 2), ("circle", (7, circle), 3),
                                    ("clique", (70, clique), 70)):
            path = self.graph(name, *graph)
            for flags in (["--algo=dsatur"], ["-t=1"], ["-t=3"]):
                with self.subTest(graph=name, flags=flags):
                    _, record = self.colors(path, *flags, "--verify=full")
                    self.assertEqual(record["answer"]["summary"]["dsatur_colors"], fewest)
                    if "-t=3" not in flags: # with 3 threads the number depends on their order
                        self.assertEqual(record["answer"]["summary"]["colors"], fewest)


class Real(CliTest):
    """Real graphs: every colouring is valid and has about as few colours as DSATUR, in any order of tasks."""

    INPUTS = ("coloring/le450_15a.col", "coloring/miles500.col", "coloring/qg.order30.col",
              "clique/p_hat700-3.clq", "clique/keller4.clq", "road/osm_liechtenstein.gr.xz",
              *(["web_social/soc-Slashdot0902.txt.gz", "web_social/socfb-Northwestern25.edges.gz",
                 "web_social/tech-RL-caida.edges.gz", "web_social/ego-twitter-undirected.jlg",
                 "web_social/cnr-2000.graph-txt.gz"] if LONG else []))

    def test_colors(self):
        paths = [INPUTS / name for name in self.INPUTS]
        if not all(path.exists() for path in paths):
            self.skipTest(f"{INPUTS} lacks one of {self.INPUTS}")
        for turn, path in enumerate(paths):
            for place, worklist in enumerate(self.worklists()):
                if not LONG and (turn + place) % 3 != 0:
                    continue
                for threads in threads_in_turn(turn + place // 3):
                    with self.subTest(path=path.name, worklist=worklist, threads=threads):
                        summary = self.record(path, f"--wl={worklist}",
                                              f"-t={threads}", "--verify=full")["answer"]["summary"]
                        self.assertLessEqual(summary["colors"], 1.05 * summary["dsatur_colors"])

    def test_without_improvement(self):
        path = INPUTS / self.INPUTS[0]
        if not path.exists():
            self.skipTest(f"{path} is not there")
        record = self.record(path, "--wl=chunk-fifo", "--improve=false")
        self.assertIs(record["params"]["improve"], False)
        self.assertGreater(record["answer"]["summary"]["colors"], 18)


class Flags(CliTest):
    """The help, the summary, and errors."""

    def test_sparse_ids(self):
        out = self.dir / "sparse-colors.txt"
        self.assertIn("Node 70 has color ", self.call(self.sparse(), f"--output={out}",
                                                      "--report-node=70").stdout)
        self.assertEqual([line.split()[0] for line in out.read_text().splitlines()],
                         ["3", "9", "70", "800"])
        self.fails(1, self.sparse(), "--report-node=4", saying=("between 3 and 800",))

    def test_errors(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--algo=welsh", saying=("worklist, dsatur, greedy, parallel-greedy",))
        self.fails(2, path, "--wl=smq-buckt", saying=("did you mean 'smq-bucket'?",))
        self.fails(1, path, "--report-node=3600", saying=("3599",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_auto(self):
        star = self.graph("star300", 301, [(0, leaf, 1) for leaf in range(1, 301)])
        grid = self.graph("grid", *GRAPHS["grid"])
        for path, flags, worklist in ((grid, [], "wasp"), (grid, ["--wl=auto"], "wasp"), (star, [], "pmod"),
                                      (star, ["--wl=auto", "-t=3"], "pmod"), (star, ["--wl=smq"], "smq")):
            known = worklist in self.worklists()
            self.assertEqual(self.record(path, *flags)["wl"], worklist if known else self.worklists()[0])

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm:", "dsatur", "greedy", "Worklist:"):
            self.assertIn(words, text)

    def test_summary(self):
        grid = self.graph("grid", *GRAPHS["grid"])
        for flags in ([], ["--verify=full"]):
            lines = self.call(grid, "--report-node=0", *flags).stdout.splitlines()
            self.assertLessEqual(len(lines), 10)
            self.assertTrue(any(line.startswith("Node 0 has color ") for line in lines))
            self.assertEqual(any("sequential DSATUR 2 colors" in line for line in lines), bool(flags))


if __name__ == "__main__":
    app_cases.main()
