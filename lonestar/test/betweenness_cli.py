"""Runs betweenness-cpu as a user would: unusual graphs with each algorithm, compared with Brandes' algorithm in
this file and, where it is installed, with networkx. Also checks flags and errors. app_cases.py says how to run
these tests.
"""

import heapq
import random

import app_cases
from app_cases import GRAPHS

try:
    import networkx
except ImportError:
    networkx = None

# Several arcs of equal and of different weights, loops, and shortest paths of equal length.
TANGLE = (9, [(0, 1, 2), (0, 1, 2), (0, 2, 1), (2, 1, 1), (1, 3, 4), (1, 3, 2), (2, 4, 3), (3, 5, 1), (4, 5, 1),
              (5, 0, 2), (3, 3, 1), (5, 6, 1), (6, 7, 2), (5, 7, 3)])
rng = random.Random(7)
# 40 nodes without directions, of which some are not connected.
EDGES = [(rng.randrange(36), rng.randrange(36), rng.randint(1, 4)) for _ in range(60)]
UNDIRECTED = (40, EDGES + [(head, tail, weight) for tail, head, weight in EDGES])
SMALL = {name: graph for name, graph in GRAPHS.items() if graph[0] <= 1100 and not name.startswith("zero")}
CASES = {**SMALL, "tangle": TANGLE, "undirected": UNDIRECTED}
# Additions make a relative error of at most 2^-53 each. No sum here has more than 1e6 terms.
DIGITS = 2e-10


def brandes(nodes, arcs, sources, weighted=False, endpoints=False):
    """The sums over the sources, by lists of predecessors."""
    near = [{} for _ in range(nodes)]
    for tail, head, weight in arcs:
        if tail != head:
            weight = weight if weighted else 1
            near[tail][head] = min(near[tail].get(head, weight), weight)
    sums = [0.0] * nodes
    for source in sources:
        distance, paths, before, order = {source: 0}, {source: 1}, {source: []}, []
        queue = [(0, source)]
        while queue:
            length, node = heapq.heappop(queue)
            if length > distance[node]:
                continue
            order.append(node)
            for head, weight in near[node].items():
                if head not in distance or length + weight < distance[head]:
                    distance[head], paths[head], before[head] = length + weight, 0, []
                    heapq.heappush(queue, (length + weight, head))
                if length + weight == distance[head]:
                    paths[head] += paths[node]
                    before[head].append(node)
        share = dict.fromkeys(order, 0.0)
        for node in reversed(order[1:]):
            for one in before[node]:
                share[one] += paths[one] / paths[node] * (1 + share[node])
            sums[node] += share[node] + endpoints
        sums[source] += (len(order) - 1) * endpoints
    return sums


def symmetric(arcs):
    """Whether every arc has its reverse, parallel ones as often."""
    return sorted((tail, head) for tail, head, _ in arcs) == sorted((head, tail) for tail, head, _ in arcs)


class CliTest(app_cases.CliTest):
    program = "betweenness-cpu"

    def values(self, path, *flags):
        """Returns the values of --output, and the record."""
        out = self.dir / "values.txt"
        record = self.record(path, *flags, f"--output={out}")
        self.assertIs(record["verified"], True)
        return [float(line.split()[1]) for line in out.read_text().splitlines()], record

    def assertNear(self, found, right, scale=1.0):
        self.assertEqual(len(found), len(right))
        for node, (value, wanted) in enumerate(zip(found, right)):
            self.assertAlmostEqual(value, wanted * scale, delta=DIGITS * wanted * scale, msg=f"node {node}")


class Graphs(CliTest):
    """Every unusual graph with each algorithm, compared with this file."""

    def sources(self, *nodes):
        path = self.dir / "sources.txt"
        path.write_text("".join(f"{node}\n" for node in nodes))
        return f"--sources={path}"

    def test_all_sources(self):
        for name, (nodes, arcs) in CASES.items():
            path = self.graph(name, nodes, arcs)
            for weighted in ([], ["--weighted"]):
                right = brandes(nodes, arcs, range(nodes), weighted)
                for flags in (["-t=1"], ["-t=2"], ["--algo=levels", "-t=3"]):
                    if "--algo=levels" not in flags or not weighted and nodes < 100:
                        with self.subTest(graph=name, flags=flags, weighted=weighted):
                            found, record = self.values(path, *flags, *weighted, "--verify=full")
                            self.assertNear(found, right, 0.5 if symmetric(arcs) else 1)
                            summary = record["answer"]["summary"]
                            self.assertIsNone(record["answer"]["checksum"])
                            self.assertEqual(summary["sources"], nodes)
                            self.assertNear([summary["sum"], summary["greatest"]], [sum(found), max(found)])

    def test_some_sources(self):
        for name, (nodes, arcs) in {**CASES, "grid": GRAPHS["grid"], "path": GRAPHS["path"]}.items():
            path, sources = self.graph(name, nodes, arcs), [0, nodes // 2, 0]
            right = brandes(nodes, arcs, sources, endpoints=True)
            for flags in ([], ["--algo=sources", "-t=2"], ["--algo=levels", "-t=2"]):
                with self.subTest(graph=name, flags=flags):
                    found, record = self.values(path, self.sources(*sources), *flags, "--endpoints")
                    self.assertNear(found, right)
                    self.assertEqual(record["params"]["algo"], flags[0][7:] if flags else "sources")

    def test_networkx(self):
        if networkx is None:
            self.skipTest("networkx is not installed")
        for name, kind in (("tangle", networkx.DiGraph), ("undirected", networkx.Graph),
                           ("multi_edges", networkx.MultiDiGraph), ("disconnected", networkx.DiGraph),
                           ("self_loops", networkx.MultiDiGraph)):
            nodes, arcs = CASES[name]
            graph = kind()
            graph.add_nodes_from(range(nodes))
            for tail, head, weight in arcs:
                if graph.is_multigraph() or weight < graph.get_edge_data(tail, head, {"weight": 99})["weight"]:
                    graph.add_edge(tail, head, weight=weight)
            for weight in (None, "weight"):
                for options in ({"normalized": False}, {"normalized": True}, {"endpoints": True},
                                {"endpoints": True, "normalized": False}):
                    flags = [f"--{key}" for key, value in {"normalized": True, **options}.items() if value]
                    flags += ["--weighted"] if weight else []
                    with self.subTest(graph=name, flags=flags):
                        right = networkx.betweenness_centrality(graph, weight=weight, **options)
                        found, _ = self.values(self.graph(name, nodes, arcs), *flags,
                                               f"--undirected={'no' if graph.is_directed() else 'yes'}")
                        self.assertNear(found, [right[node] for node in range(nodes)])


class Flags(CliTest):
    """Sources, weights, the help, and errors."""

    def test_drawn_sources(self):
        """They are those of sssp-cpu: equal for equal seeds, and nodes with edges."""
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        drawn = self.values(path, "--sources=random:4")[0]
        self.assertEqual(self.values(path, "--sources=random:4", "--sources-seed=1")[0], drawn)
        self.assertNotEqual(self.values(path, "--sources=random:4", "--sources-seed=2")[0], drawn)
        if (app_cases.BIN / "sssp-cpu").exists():
            out = self.dir / "records.json"
            self.tool("sssp-cpu", path, "--sources=random:4", f"--json={out}", "-t=1")
            sources = [record["params"]["startNode"] for record in app_cases.json.loads(out.read_text())]
            self.assertNear(drawn, brandes(nodes, arcs, sources))

    def test_weights(self):
        half = [(tail, head, weight / 2) for tail, head, weight in TANGLE[1]]
        path = self.dir / "halves.gr"
        app_cases.write_gr(path, TANGLE[0], half, kind="d")
        right = brandes(*TANGLE, range(TANGLE[0]), weighted=True)
        self.assertNear(self.values(path, "--weighted")[0], right)
        app_cases.write_gr(path, *TANGLE, kind="Q")
        self.assertNear(self.values(path, "--weighted")[0], right)
        app_cases.write_gr(path, 2, [(0, 1, -1)], kind="i")
        self.fails(1, path, "--weighted", "--weight-type=signed", saying=("weighs -1",))
        self.fails(1, self.graph("zero_cycle", *GRAPHS["zero_cycle"]), "--weighted",
                   saying=("from node 1 to node 2", "weighs 0", "no longer"))
        self.weights_do_not_matter()

    def test_sparse_ids(self):
        out = self.dir / "sparse.txt.out"
        told = self.call(self.sparse(), f"--output={out}", "--report-node=70", "--normalized").stdout
        self.assertIn("Node 70 has betweenness 0.5\n", told)
        self.assertIn("Greatest betweenness: 0.5, of node 70\n", told)
        self.assertEqual(out.read_text().splitlines()[3], "800 0")
        self.fails(1, self.sparse(), "--report-node=4", saying=("between 3 and 800",))

    def test_errors(self):
        path = self.graph("tangle", *TANGLE)
        for flags, saying in ((["--sources=random:0"], "from 1 to"), (["--sources-seed=3"], "--sources=random:K"),
                              (["--weight-type=float"], "--weighted"), (["--undirected=perhaps"], "auto, yes, no"),
                              (["--algo=levels", "--weighted"], "leave one of them out"),
                              (["--wl=smq-buckt"], "did you mean 'smq-bucket'?")):
            self.fails(2, path, *flags, saying=(saying,))
        self.fails(1, path, "--sources=nowhere.txt", saying=("nowhere.txt",))
        self.fails(1, self.graph("no_edges", *GRAPHS["no_edges"]), "--sources=random:2", saying=("--sources=all",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))

    def test_no_scheduler_has_a_part_in_it(self):
        result = self.call(self.graph("tangle", *TANGLE), "--wl=smq")
        self.assertEqual(app_cases.without_notes(result.stderr), "warning: --wl has no effect with --algo=sources\n")

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm:", "levels", "--sources", "--weighted", "--normalized", "--endpoints", "--undirected"):
            self.assertIn(words, text)

    def test_runs_start_afresh(self):
        records = self.record(self.graph("rmat", *GRAPHS["rmat"]), "-t=2", "--runs=3", "--sources=random:3")
        sums = [record["answer"]["summary"]["sum"] for record in records]
        self.assertNear(sums, [sums[0]] * 3)


if __name__ == "__main__":
    app_cases.main()
