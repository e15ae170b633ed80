"""Runs triangles-cpu as a user would: unusual graphs with each algorithm, the examples of LDBC Graphalytics, and
real graphs. Also checks flags and errors. app_cases.py says how to run these tests.
"""

import app_cases
from app_cases import GRAPHS, INPUTS, LONG

# Two triangles that share an edge, a loop, an edge twice, and an edge out of them.
BOWTIE = (5, [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 0, 1), (3, 1, 1), (3, 2, 1), (3, 2, 5), (2, 2, 1), (4, 0, 1)])
# Every arc of a small complete graph with its reverse.
CLIQUE = (30, [(a, b, 1) for a in range(30) for b in range(30) if a != b])
ALGORITHMS = ("marks", "merge")


def counted(nodes, arcs):
    """(triangles per node, coefficients per node) by the definition: all pairs of neighbours."""
    near, arrows = [set() for _ in range(nodes)], set()
    for tail, head, _ in arcs:
        if tail != head:
            near[tail].add(head)
            near[head].add(tail)
            arrows.add((tail, head))
    ends = [sum(len(near[other] & around) for other in around) for around in near]
    ahead = [set() for _ in range(nodes)]
    for tail, head in arrows:
        ahead[tail].add(head)
    between = [sum(len(ahead[other] & around) for other in around) for around in near]
    return [count // 2 for count in ends], [
        count / (len(around) * (len(around) - 1)) if len(around) > 1 else 0.0
        for count, around in zip(between, near)]


class CliTest(app_cases.CliTest):
    program = "triangles-cpu"

    def values(self, path, *flags):
        """Returns the values of --output, and the record."""
        out = self.dir / "values.txt"
        record = self.record(path, *flags, f"--output={out}")
        lines = [line.split() for line in out.read_text().splitlines()]
        self.assertEqual([int(node) for node, _ in lines], list(range(record["nodes"])))
        self.assertIs(record["verified"], True)
        return [value for _, value in lines], record


class Graphs(CliTest):
    """Every unusual graph with every algorithm, compared with the count in this file."""

    def test_counts(self):
        for name, graph in {**GRAPHS, "bowtie": BOWTIE, "clique": CLIQUE}.items():
            path, (right, clustering) = self.graph(name, *graph), counted(*graph)
            for flags in (["-t=1"], *([f"--algo={algorithm}", f"-t={threads}"]
                                      for algorithm in ALGORITHMS for threads in (1, 2, 8))):
                with self.subTest(graph=name, flags=flags):
                    values, record = self.values(path, *flags, "--verify=full")
                    self.assertEqual(list(map(int, values)), right)
                    total = sum(right) // 3
                    self.assertEqual(record["answer"], {"checksum": total, "summary": {"triangles": total}})
                    self.assertEqual(record["tasks"]["useful"], total)
                    values, record = self.values(path, *flags, "--verify=full", "--clustering")
                    for value, wanted in zip(values, clustering):
                        self.assertAlmostEqual(float(value), wanted, 12)
                    summary = record["answer"]["summary"]
                    self.assertEqual(summary["triangles"], total)
                    self.assertAlmostEqual(summary["mean_clustering"], sum(clustering) / len(clustering), 9)


class Real(CliTest):
    """Real graphs, and the references of a benchmark."""

    INPUTS = ("road/osm_liechtenstein.gr.xz", "lagraph/bcsstk13.mtx",
              *(["web_social/soc-Slashdot0902.txt.gz", "web_social/socfb-Northwestern25.edges.gz"] if LONG else []))

    def test_all_agree(self):
        paths = [INPUTS / name for name in self.INPUTS]
        if not all(path.exists() for path in paths):
            self.skipTest(f"{INPUTS} lacks one of {self.INPUTS}")
        for path in paths:
            right = None
            for flags in ([f"--algo={algorithm}", f"-t={threads}"] for algorithm in ALGORITHMS for threads in (1, 3)):
                with self.subTest(path=path.name, flags=flags):
                    answer = self.record(path, *flags, "--clustering", "--verify=full")["answer"]
                    right = right or answer
                    self.assertEqual(answer, right)

    def test_graphalytics(self):
        """The references have 15 digits; the benchmark accepts a relative error of 1e-4."""
        for name in ("example-directed", "example-undirected"):
            folder = INPUTS / "graphalytics"
            if not folder.exists():
                self.skipTest(f"{folder} is not there")
            out = self.dir / "lcc.txt"
            wanted = dict(line.split() for line in (folder / f"{name}-LCC").read_text().splitlines())
            for flags in (["-t=1"], ["-t=2"], ["--algo=merge"]):
                with self.subTest(name=name, flags=flags):
                    self.record(folder / f"{name}.v", "--clustering", f"--output={out}", "--verify=full", *flags)
                    found = dict(line.split() for line in out.read_text().splitlines())
                    self.assertEqual(found.keys(), wanted.keys())
                    for node, value in wanted.items():
                        self.assertAlmostEqual(float(found[node]), float(value), delta=1e-9 * float(value))


class Flags(CliTest):
    """The help, the summary, and errors."""

    def test_sparse_ids(self):
        out = self.dir / "sparse.txt.out"
        told = self.call(self.sparse(), f"--output={out}", "--report-node=70", "--clustering").stdout
        self.assertIn("1 triangle\n", told)
        self.assertIn("Node 70 has 1 triangle, clustering coefficient 0.166667\n", told)
        self.assertIn("Mean clustering coefficient 0.291667\n", told)
        self.assertEqual(out.read_text(), "3 0.5\n9 0.5\n70 0.16666666666666666\n800 0\n")
        self.fails(1, self.sparse(), "--report-node=4", saying=("between 3 and 800",))

    def test_errors(self):
        path = self.graph("bowtie", *BOWTIE)
        self.fails(2, path, "--algo=bitmap", saying=("auto, marks, merge",))
        self.fails(2, path, "--wl=smq-buckt", saying=("did you mean 'smq-bucket'?",))
        self.fails(1, path, "--report-node=5", saying=("4",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_no_scheduler_has_a_part_in_it(self):
        result = self.call(self.graph("bowtie", *BOWTIE), "--wl=smq")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(app_cases.without_notes(result.stderr), "warning: --wl has no effect with --algo=marks\n")

    def test_choice(self):
        """Marks take 4 bytes per node and thread, edges 8 without a direction."""
        for graph, threads, algorithm in (("clique", 2, "marks"), ("path", 1, "marks"), ("path", 2, "merge")):
            path = self.graph(graph, *(CLIQUE if graph == "clique" else GRAPHS[graph]))
            self.assertEqual(self.record(path, f"-t={threads}")["params"]["algo"], algorithm)

    def test_any_weights(self):
        self.weights_do_not_matter("--clustering")

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm:", "marks", "merge", "--clustering", "--output"):
            self.assertIn(words, text)

    def test_runs_start_afresh(self):
        records = self.record(self.graph("rmat", *GRAPHS["rmat"]), "-t=2", "--runs=3", "--clustering")
        self.assertEqual(len({record["answer"]["checksum"] for record in records}), 1)


if __name__ == "__main__":
    app_cases.main()
