"""Runs kcore-cpu as a user would: unusual graphs under every worklist and algorithm, real graphs, flags and
errors. app_cases.py says how to run these tests.
"""

import app_cases
from app_cases import GRAPHS


def core_numbers(nodes, arcs):
    """Takes nodes with fewer than k neighbours away, for k = 1, 2, ..., until none is left."""
    near = [set() for _ in range(nodes)]
    for tail, head, *_ in arcs:
        if tail != head:
            near[tail].add(head)
            near[head].add(tail)
    cores, left, k = [0] * nodes, set(range(nodes)), 0
    while left:
        k += 1
        few = [node for node in left if len(near[node]) < k]
        while few:
            node = few.pop()
            if node not in left:
                continue
            left.remove(node)
            cores[node] = k - 1
            for other in near[node]:
                near[other].discard(node)
                if other in left and len(near[other]) < k:
                    few.append(other)
    return cores


class CliTest(app_cases.CliTest):
    program = "kcore-cpu"

    def cores(self, path, *flags):
        """Returns the core numbers and the record."""
        out = self.dir / "cores.txt"
        record = self.record(path, *flags, f"--output={out}")
        lines = [tuple(map(int, line.split())) for line in out.read_text().splitlines()]
        self.assertEqual([node for node, _ in lines], list(range(record["nodes"])))
        self.assertIs(record["verified"], True)
        return [core for _, core in lines], record


class Graphs(CliTest):
    """Every unusual graph under every worklist, with core numbers found in this file."""

    def check(self, name, *flags):
        nodes, arcs = GRAPHS[name]
        cores, record = self.cores(self.graph(name, nodes, arcs), *flags)
        self.assertEqual(cores, core_numbers(nodes, arcs), (name, flags))
        summary = record["answer"]["summary"]
        self.assertEqual(summary["greatest_core"], max(cores))
        self.assertEqual(summary["nodes_of_greatest_core"], cores.count(max(cores)))
        self.assertEqual(record["answer"]["checksum"], sum(cores))
        return record

    def test_worklists(self):
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                record = self.check(name, f"--wl={worklist}", f"-t={threads}")
                self.assertEqual(record["wl"], worklist)
                self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])
                self.assertGreaterEqual(record["tasks"]["executed"], record["tasks"]["useful"])

    def test_algorithms(self):
        for name in GRAPHS:
            for flags in (["--algo=peeling"], ["--algo=rounds", "-t=1"], ["--algo=rounds", "-t=2"],
                          ["--algo=rounds", "-t=8"], ["--algo=worklist", "-t=2"]):
                with self.subTest(graph=name, flags=flags):
                    self.check(name, *flags)

    def test_auto(self):
        for threads, algorithm in ((1, "peeling"), (2, "rounds")):
            record = self.check("rmat", f"-t={threads}")
            self.assertEqual(record["wl"], algorithm)
            self.assertIn(f"for {'one thread' if threads == 1 else '2 threads'}", record["params"]["auto"])
        self.assertGreater(record["worklist"]["rounds"], 1)


class Real(CliTest):
    """Real graphs: the same numbers by all algorithms."""

    def test_same(self):
        self.real_graphs_have_one_answer("peeling")


class Flags(CliTest):
    """The help, the summary, and errors."""

    def test_core(self):
        out = self.dir / "core.txt"
        path = self.graph("tail", 6, [(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1), (3, 4, 1)])
        for k, nodes in ((0, 6), (1, 5), (2, 3), (3, 0)):
            self.call(path, f"--core={k}", f"--output={out}")
            self.assertEqual(len(out.read_text().splitlines()), nodes)
        self.assertIn("Greatest core number: 2, of 3 nodes", self.call(path).stdout)

    def test_sparse_ids(self):
        out = self.dir / "sparse-cores.txt"
        self.assertIn("Node 70 has core number 2", self.call(self.sparse(), f"--output={out}",
                                                             "--report-node=70").stdout)
        self.assertEqual(out.read_text(), "3 2\n9 2\n70 2\n800 1\n")
        self.fails(1, self.sparse(), "--report-node=4", saying=("between 3 and 800",))

    def test_errors(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--algo=peel", saying=("auto, worklist, rounds, peeling",))
        self.fails(2, path, "--core=-1", saying=("core",))
        self.assertIn("--wl has no effect with --algo=rounds",
                      self.call(path, "--algo=rounds", f"--wl={self.worklists()[0]}").stderr)
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm", "rounds", "--core", "Worklist:"):
            self.assertIn(words, text)


if __name__ == "__main__":
    app_cases.main()
