"""Runs greedymatching-cpu as a user would: unusual graphs under every worklist and algorithm, real graphs, flags
and errors. app_cases.py says how to run these tests.
"""

import app_cases
from app_cases import GRAPHS


def edges_of(arcs):
    """{(lower end, higher end): the least weight of its arcs}, without loops."""
    edges = {}
    for tail, head, weight in arcs:
        if tail != head:
            ends = min(tail, head), max(tail, head)
            edges[ends] = min(weight, edges.get(ends, weight))
    return edges


def greedy(arcs, order):
    """The matching of the greedy algorithm in the order "id" or "weight", sorted."""
    edges, taken, matching = edges_of(arcs), set(), []
    for ends in sorted(edges, key=lambda ends: (-edges[ends] if order == "weight" else 0, ends)):
        if not taken & set(ends):
            taken |= set(ends)
            matching.append(ends)
    return sorted(matching)


class CliTest(app_cases.CliTest):
    program = "greedymatching-cpu"

    def matching(self, path, *flags):
        """Returns the matching and the record."""
        out = self.dir / "matching.txt"
        record = self.record(path, *flags, f"--output={out}")
        self.assertIs(record["verified"], True)
        matching = [tuple(map(int, line.split())) for line in out.read_text().splitlines()]
        self.assertEqual(record["answer"]["checksum"], sum((u << 32 | v for u, v in matching)) % (1 << 64))
        self.assertEqual(record["answer"]["summary"]["edges"], len(matching))
        return matching, record


class Graphs(CliTest):
    """Every unusual graph under every worklist, with matchings found in this file."""

    def check(self, name, order, *flags):
        nodes, arcs = GRAPHS[name]
        matching, record = self.matching(self.graph(name, nodes, arcs), *flags, f"--order={order}")
        self.assertEqual(matching, greedy(arcs, order), (name, flags))
        self.assertEqual(record["tasks"]["executed"], record["tasks"]["useful"] + record["tasks"]["stale"])
        self.assertEqual(record["params"]["order"], order)
        if order == "weight":
            edges = edges_of(arcs)
            self.assertEqual(record["answer"]["summary"]["weight"], sum(edges[ends] for ends in matching))
        return record

    def test_worklists(self):
        for turn, (name, worklist, threads) in enumerate(self.turns()):
            order = ("id", "weight")[turn % 2]
            with self.subTest(worklist=worklist, threads=threads, graph=name, order=order):
                record = self.check(name, order, f"--wl={worklist}", f"-t={threads}")
                self.assertEqual(record["wl"], worklist)
                self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])

    def test_algorithms(self):
        for name in GRAPHS:
            for order in ("id", "weight"):
                for flags in (["--algo=greedy"], ["--algo=proposals", "-t=1"], ["--algo=proposals", "-t=8"],
                              ["--algo=worklist", "-t=2"]):
                    with self.subTest(graph=name, order=order, flags=flags):
                        self.check(name, order, *flags)

    def test_random_order(self):
        """The matching depends on the seed of the order alone, and is maximal."""
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        matchings = []
        for seed in (1, 2):
            matching, record = self.matching(path, "--algo=greedy", f"--order-seed={seed}")
            self.assertEqual(record["params"]["order-seed"], seed)
            ends = [end for pair in matching for end in pair]
            self.assertEqual(len(ends), len(set(ends)))
            for pair in edges_of(arcs):
                self.assertTrue(set(pair) & set(ends))
            for worklist in self.worklists():
                flags = (f"--order-seed={seed}", f"--wl={worklist}", "-t=3", "--seed=7")
                self.assertEqual(self.matching(path, *flags)[0], matching)
            matchings.append(matching)
        self.assertNotEqual(*matchings)

    def test_auto(self):
        for order, threads, algorithm in (("weight", 1, "proposals"), ("weight", 2, "proposals"),
                                          ("id", 2, "greedy"), ("id", 3, "proposals")):
            record = self.check("rmat", order, f"-t={threads}")
            self.assertEqual(record["wl"], algorithm)
            self.assertIn("auto", record["params"])

    def test_without_weights(self):
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("unweighted", nodes, arcs, weighted=False)
        self.assertEqual(self.matching(path, "--order=weight")[0], greedy(arcs, "id"))


class Real(CliTest):
    """Real graphs: the same matching by all algorithms."""

    def test_same(self):
        for order in ("random", "weight"):
            self.real_graphs_have_one_answer("greedy", f"--order={order}")


class Flags(CliTest):
    """The help, the summary, and errors."""

    def test_sparse_ids(self):
        out = self.dir / "sparse-matching.txt"
        self.assertIn("edges in the matching, of weight",
                      self.call(self.sparse(), f"--output={out}", "--order=weight").stdout)
        self.assertTrue(all(set(line.split()) <= {"3", "9", "70", "800"} for line in out.read_text().splitlines()))

    def test_errors(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--algo=blossom", saying=("auto, worklist, proposals, greedy",))
        self.fails(2, path, "--order=degree", saying=("random, id, weight",))
        self.assertIn("--wl has no effect with --algo=proposals",
                      self.call(path, "--algo=proposals", f"--wl={self.worklists()[0]}").stderr)
        self.assertIn("--order-seed has no effect", self.call(path, "--order=weight", "--order-seed=3").stderr)
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm", "proposals", "--order", "heaviest", "Worklist:"):
            self.assertIn(words, text)


if __name__ == "__main__":
    app_cases.main()
