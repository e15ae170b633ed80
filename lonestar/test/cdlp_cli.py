"""Runs cdlp-cpu as a user would: unusual graphs, the examples of LDBC Graphalytics, and ids that do not ascend.
Also checks flags and errors. app_cases.py says how to run these tests.
"""

import collections

import app_cases
from app_cases import GRAPHS, INPUTS


def labels(nodes, arcs, iterations, first=None):
    """The labels by the definition: each arc shows the label of either end to the other one."""
    now = list(range(nodes)) if first is None else list(first)
    for _ in range(iterations):
        around = [collections.Counter() for _ in range(nodes)]
        for tail, head, *_ in arcs:
            around[tail][now[head]] += 1
            around[head][now[tail]] += 1
        now = [min(counts, key=lambda label, counts=counts: (-counts[label], label)) if counts else now[node]
               for node, counts in enumerate(around)]
    return now


class CliTest(app_cases.CliTest):
    program = "cdlp-cpu"

    def values(self, path, *flags):
        """Returns {node: label} of --output, and the record."""
        out = self.dir / "labels.txt"
        record = self.record(path, *flags, f"--output={out}")
        self.assertIs(record["verified"], True)
        return dict(map(int, line.split()) for line in out.read_text().splitlines()), record


class Graphs(CliTest):
    """Every unusual graph, compared with the rounds in this file."""

    def test_labels(self):
        for name, graph in GRAPHS.items():
            path = self.graph(name, *graph)
            for iterations, threads in ((1, 1), (2, 2), (10, 1), (10, 3)):
                with self.subTest(graph=name, iterations=iterations, threads=threads):
                    found, record = self.values(path, f"--iterations={iterations}", f"-t={threads}")
                    right = labels(*graph, iterations)
                    self.assertEqual(found, dict(enumerate(right)))
                    sizes = collections.Counter(right)
                    self.assertEqual(record["answer"], {
                        "checksum": sum(right),
                        "summary": {"communities": len(sizes), "largest": max(sizes.values())}})
                    self.assertEqual(record["params"], {"algo": "rounds", "iterations": iterations})

    def test_graphalytics(self):
        folder = INPUTS / "graphalytics"
        if not folder.exists():
            self.skipTest(f"{folder} is not there")
        for name in ("example-directed", "example-undirected"):
            wanted = dict(map(int, line.split()) for line in (folder / f"{name}-CDLP").read_text().splitlines())
            for threads in (1, 2, 5):
                with self.subTest(name=name, threads=threads):
                    self.assertEqual(self.values(folder / f"{name}.v", "--iterations=2", f"-t={threads}")[0], wanted)


class Flags(CliTest):
    """Ids, the help, and errors."""

    def test_ids_that_do_not_ascend(self):
        """Of several labels the least id counts, whatever the order of nodes is in the file."""
        ids, edges = [70, 9, 800, 3, 55], [(70, 9), (9, 3), (3, 70), (800, 9), (800, 55), (55, 800)]
        (self.dir / "turned.v").write_text("".join(f"{one}\n" for one in ids))
        (self.dir / "turned.e").write_text("".join(f"{tail} {head}\n" for tail, head in edges))
        (self.dir / "turned.properties").write_text("graph.turned.directed = true\n")
        order = sorted(ids)
        arcs = [(order.index(tail), order.index(head)) for tail, head in edges]
        for iterations in (1, 2, 5):
            found, _ = self.values(self.dir / "turned.v", f"--iterations={iterations}")
            self.assertEqual(found, {order[node]: order[label]
                                     for node, label in enumerate(labels(len(ids), arcs, iterations))})

    def test_sparse_ids(self):
        told = self.call(self.sparse(), "--report-node=70").stdout
        self.assertIn("Node 70 has label 3\n", told)
        self.fails(1, self.sparse(), "--report-node=4", saying=("between 3 and 800",))

    def test_iterations(self):
        path = self.graph("path", *GRAPHS["path"])
        self.assertEqual(self.values(path, "--iterations=0")[0], {node: node for node in range(3000)})
        self.assertEqual(self.record(path)["params"]["iterations"], 10)
        self.fails(2, path, "--iterations=-1", saying=("iterations",))
        self.fails(2, path, "--iterations=many", saying=("iterations",))

    def test_no_scheduler_has_a_part_in_it(self):
        result = self.call(self.graph("star", *GRAPHS["star"]), "--wl=smq")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(app_cases.without_notes(result.stderr), "warning: --wl has no effect with --algo=rounds\n")
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("--iterations", "--output", "--reportNode"):
            self.assertIn(words, text)

    def test_runs_start_afresh(self):
        records = self.record(self.graph("rmat", *GRAPHS["rmat"]), "-t=2", "--runs=3")
        self.assertEqual(len({record["answer"]["checksum"] for record in records}), 1)


if __name__ == "__main__":
    app_cases.main()
