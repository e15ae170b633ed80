"""Runs mis-cpu as a user would: unusual graphs under every worklist and algorithm, real graphs, flags and errors.
app_cases.py says how to run these tests.
"""

import app_cases
from app_cases import GRAPHS


def neighbours(nodes, arcs):
    """The neighbours of each node, without loops."""
    near = [set() for _ in range(nodes)]
    for tail, head, *_ in arcs:
        if tail != head:
            near[tail].add(head)
            near[head].add(tail)
    return near


def greedy(nodes, arcs):
    """Takes each node, by number, that has no neighbour in the set: 1 for these, 0 for the others."""
    near, members = neighbours(nodes, arcs), [0] * nodes
    for node in range(nodes):
        members[node] = int(not any(members[other] for other in near[node]))
    return members


class CliTest(app_cases.CliTest):
    program = "mis-cpu"

    def members(self, path, *flags):
        """Returns the set and the record."""
        out = self.dir / "set.txt"
        record = self.record(path, *flags, f"--output={out}")
        lines = [tuple(map(int, line.split())) for line in out.read_text().splitlines()]
        self.assertEqual([node for node, _ in lines], list(range(record["nodes"])))
        self.assertIs(record["verified"], True)
        members = [member for _, member in lines]
        self.assertEqual(record["answer"], {"checksum": sum(node + 1 for node, member in lines if member),
                                            "summary": {"members": sum(members)}})
        return members, record


class Graphs(CliTest):
    """Every unusual graph under every worklist, with sets found in this file."""

    def check(self, name, *flags):
        nodes, arcs = GRAPHS[name]
        members, record = self.members(self.graph(name, nodes, arcs), *flags, "--order=id")
        self.assertEqual(members, greedy(nodes, arcs), (name, flags))
        self.assertEqual(record["tasks"]["executed"], record["tasks"]["useful"] + record["tasks"]["stale"])
        self.assertEqual(record["params"]["order"], "id")
        return record

    def test_worklists(self):
        for turn, (name, worklist, threads) in enumerate(self.turns()):
            algorithm = ("worklist", "reinsert")[turn % 2]
            with self.subTest(worklist=worklist, threads=threads, graph=name, algorithm=algorithm):
                record = self.check(name, f"--wl={worklist}", f"--algo={algorithm}", f"-t={threads}")
                self.assertEqual(record["wl"], worklist)
                self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])
                if algorithm == "worklist":
                    self.assertEqual(record["worklist"]["waits"], record["tasks"]["stale"])

    def test_algorithms(self):
        for name in GRAPHS:
            for flags in (["--algo=greedy"], ["--algo=rounds", "-t=1"], ["--algo=rounds", "-t=2"],
                          ["--algo=rounds", "-t=8"], ["--algo=worklist", "-t=2"], ["--algo=reinsert", "-t=8"]):
                with self.subTest(graph=name, flags=flags):
                    self.check(name, *flags)

    def test_random_order(self):
        """The set depends on the seed of the order alone, and is independent and maximal."""
        near = neighbours(*GRAPHS["rmat"])
        path = self.graph("rmat", *GRAPHS["rmat"])
        sets = []
        for seed in (1, 2):
            members, record = self.members(path, "--algo=greedy", f"--order-seed={seed}")
            self.assertEqual(record["params"]["order-seed"], seed)
            for node, member in enumerate(members):
                self.assertEqual(member, int(not any(members[other] for other in near[node])))
            for worklist in self.worklists():
                flags = (f"--order-seed={seed}", f"--wl={worklist}", "-t=3", "--seed=7")
                self.assertEqual(self.members(path, *flags)[0], members)
            sets.append(members)
        self.assertNotEqual(*sets)

    def test_auto(self):
        for threads, algorithm in ((1, "greedy"), (4, "greedy"), (5, "rounds")):
            record = self.check("rmat", f"-t={threads}")
            self.assertEqual(record["wl"], algorithm)
            self.assertIn("for one thread" if threads == 1 else f"for {threads} threads", record["params"]["auto"])
        self.assertGreaterEqual(record["worklist"]["rounds"], 1)


class Real(CliTest):
    """Real graphs: the same set by all algorithms."""

    def test_same(self):
        self.real_graphs_have_one_answer("greedy")


class Flags(CliTest):
    """The help, the summary, and errors."""

    def test_sparse_ids(self):
        out = self.dir / "sparse-set.txt"
        self.assertIn("2 nodes in the set", self.call(self.sparse(), f"--output={out}", "--order=id").stdout)
        self.assertEqual(out.read_text(), "3 1\n9 0\n70 0\n800 1\n")

    def test_errors(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--algo=luby", saying=("auto, worklist, reinsert, rounds, greedy",))
        self.fails(2, path, "--order=degree", saying=("random, id",))
        self.assertIn("--wl has no effect with --algo=rounds",
                      self.call(path, "--algo=rounds", f"--wl={self.worklists()[0]}").stderr)
        self.assertIn("--order-seed has no effect", self.call(path, "--order=id", "--order-seed=3").stderr)
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm", "reinsert", "--order", "--order-seed", "Worklist:"):
            self.assertIn(words, text)


if __name__ == "__main__":
    app_cases.main()
