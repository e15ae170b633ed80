"""Runs components-cpu as a user would: unusual graphs under every worklist and algorithm, the examples of LDBC
Graphalytics, and real graphs. Also checks flags and errors. app_cases.py says how to run these tests.
"""

import app_cases
from app_cases import DEPTH_FIRST, GRAPHS, INPUTS, LONG, THREADS, threads_in_turn

TRIANGLE_AND_TAIL = (5, [(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1), (3, 4, 1)])
CYCLES = (300, [(node, 10 * (node // 10) + (node + 1) % 10, 1) for node in range(300)]
          + [(node, node + 10, 1) for node in range(0, 290, 7)])


def reached(rows, root, labels):
    """Labels what paths from a node lead to and has no label yet."""
    labels[root], found = root, [root]
    while found:
        for head in rows[found.pop()]:
            if labels[head] is None:
                labels[head] = root
                found.append(head)


def weak(nodes, arcs):
    """The lowest node of each node's component."""
    rows = [[] for _ in range(nodes)]
    for tail, head, _ in arcs:
        rows[tail].append(head)
        rows[head].append(tail)
    labels = [None] * nodes
    for node in range(nodes):
        if labels[node] is None:
            reached(rows, node, labels)
    return labels


def strong(nodes, arcs):
    """The same for strong components, by two searches per component [Kosaraju]."""
    ahead, back = [[] for _ in range(nodes)], [[] for _ in range(nodes)]
    for tail, head, _ in arcs:
        ahead[tail].append(head)
        back[head].append(tail)
    left, seen = [], [False] * nodes
    for root in range(nodes):
        path = [] if seen[root] else [(root, iter(ahead[root]))]
        seen[root] = True
        while path:
            node, heads = path[-1]
            head = next((head for head in heads if not seen[head]), None)
            if head is None:
                left.append(node)
                path.pop()
            else:
                seen[head] = True
                path.append((head, iter(ahead[head])))
    labels = [None] * nodes
    for node in reversed(left):
        if labels[node] is None:
            reached(back, node, labels)
    lowest = {}
    for node, label in enumerate(labels):
        lowest.setdefault(label, node)
    return [lowest[label] for label in labels]


class CliTest(app_cases.CliTest):
    program = "components-cpu"

    def check(self, path, right, *flags):
        """Compares all that a run reports, and returns the record."""
        out = self.dir / "labels.txt"
        record = self.record(path, *flags, f"--output={out}")
        self.assertEqual([tuple(map(int, line.split())) for line in out.read_text().splitlines()],
                         list(enumerate(right)))
        sizes = {}
        for label in right:
            sizes[label] = sizes.get(label, 0) + 1
        self.assertEqual(record["answer"], {"checksum": sum(right), "summary": {
            "components": len(sizes), "largest": max(sizes.values())}})
        self.assertIs(record["verified"], True)
        self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])
        return record


class Graphs(CliTest):
    """Every unusual graph under every worklist and algorithm, compared with the searches in this file."""

    answers = {}

    @classmethod
    def right(cls, name):
        if name not in cls.answers:
            cls.answers[name] = weak(*GRAPHS[name])
        return cls.answers[name]

    def test_worklists(self):
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                path = self.graph(name, *GRAPHS[name])
                record = self.check(path, self.right(name), f"--wl={worklist}", f"-t={threads}")
                self.assertEqual(record["params"]["algo"], "worklist")
                self.assertEqual(record["wl"], worklist)

    def test_disjoint_sets(self):
        for name in GRAPHS:
            for flags in (["--algo=union-find"], *([f"-t={threads}"] for threads in (1, 2, 8))):
                with self.subTest(graph=name, flags=flags):
                    record = self.check(self.graph(name, *GRAPHS[name]), self.right(name), *flags)
                    algorithm = "union-find" if "--algo=union-find" in flags else "sampling"
                    self.assertEqual(record["params"]["algo"], algorithm)
                    self.assertEqual(record["tasks"]["useful"], record["nodes"] - len(set(self.right(name))))

    def test_every_edge_has_its_reverse(self):
        """--symmetrize says so, and so does --symmetricGraph."""
        for name in GRAPHS:
            path = self.graph(name, *GRAPHS[name])
            flags = ["--symmetricGraph"] if name == "grid" else ["--symmetrize"]
            for algorithm, threads in (("sampling", 1), ("sampling", 2), ("worklist", 2)):
                with self.subTest(graph=name, algorithm=algorithm, threads=threads):
                    record = self.check(path, self.right(name), *flags, f"--algo={algorithm}", f"-t={threads}")
                    self.assertIs(record["params"]["symmetric"], True)

    def test_strong(self):
        for name, (nodes, arcs) in {**GRAPHS, "tail": TRIANGLE_AND_TAIL, "cycles": CYCLES}.items():
            with self.subTest(graph=name):
                path, right = self.graph(name, nodes, arcs), strong(nodes, arcs)
                record = self.check(path, right, "--strong")
                self.assertEqual((record["params"]["algo"], record["params"]["strong"]), ("tarjan", True))


class Real(CliTest):
    """Real graphs: every algorithm and worklist finds the same components, and graph-check agrees."""

    INPUTS = ("road/osm_liechtenstein.gr.xz", "web_social/soc-Slashdot0902.txt.gz",
              *(["web_social/cnr-2000.graph-txt.gz", "web_social/tech-RL-caida.edges.gz"] if LONG else []))

    def test_all_agree(self):
        paths = [INPUTS / name for name in self.INPUTS]
        if not all(path.exists() for path in paths):
            self.skipTest(f"{INPUTS} lacks one of {self.INPUTS}")
        out = self.dir / "real.txt"
        for turn, path in enumerate(paths):
            right = self.record(path, "--algo=union-find", f"--output={out}")["answer"]
            self.tool("graph-check", "wcc", path, out)
            runs = [(flag, threads) for flag in ("--algo=sampling", "--symmetrize") for threads in THREADS]
            # Depth first, Slashdot takes 746 million tasks, where 164,000 do in order.
            runs += [(f"--wl={worklist}", threads) for place, worklist in enumerate(self.worklists())
                     if LONG or (turn == 0 if worklist in DEPTH_FIRST else (turn + place) % 3 == 0)
                     for threads in threads_in_turn(turn + place // 3)]
            for flag, threads in runs:
                with self.subTest(path=path.name, flag=flag, threads=threads):
                    self.assertEqual(self.record(path, flag, f"-t={threads}")["answer"], right)

    def test_graphalytics(self):
        self.graphalytics("wcc", source=False)


class Flags(CliTest):
    """The help, the summary, and errors."""

    def test_sparse_ids(self):
        out = self.dir / "sparse-labels.txt"
        self.assertIn("Node 70 is in the component of node 3\n",
                      self.call(self.sparse(), f"--output={out}", "--report-node=70").stdout)
        self.assertEqual(out.read_text(), "3 3\n9 3\n70 3\n800 3\n")
        self.call(self.sparse(), f"--output={out}", "--strong")
        self.assertEqual(out.read_text(), "3 3\n9 3\n70 3\n800 800\n")
        self.fails(1, self.sparse(), "--report-node=4", saying=("between 3 and 800",))

    def test_errors(self):
        path = self.graph("tail", *TRIANGLE_AND_TAIL)
        self.fails(2, path, "--algo=bfs", saying=("auto, sampling, worklist, union-find, tarjan",))
        self.fails(2, path, "--algo=tarjan", saying=("strong components, which the option strong asks for",))
        self.fails(2, path, "--strong", "--algo=sampling",
                   saying=("--algo=sampling: finds weak components; tarjan finds strong ones",))
        self.fails(1, path, "--report-node=5", saying=("4",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))
        # 0 has an edge to a node that has none, and the largest component leaves its others out.
        arcs = [(node, (node + step) % 50, 1) for node in range(50) for step in range(1, 9)]
        wrong = self.graph("oneway", 51, [*arcs, (0, 50, 1)])
        self.fails(1, wrong, "--symmetricGraph", saying=("not every edge there has its reverse",))

    def test_any_weights(self):
        self.weights_do_not_matter()

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm (default: worklist with --wl, else auto):", "sampling", "--strong", "Worklist:"):
            self.assertIn(words, text)

    def test_summary(self):
        path = self.graph("tail", *TRIANGLE_AND_TAIL)
        self.assertIn("1 component, the largest of 5 nodes\n", self.call(path).stdout)
        self.assertIn("3 strongly connected components, the largest of 3 nodes\n",
                      self.call(path, "--strong").stdout)

    def test_runs_start_afresh(self):
        path = self.graph("grid", *GRAPHS["grid"])
        for flags in ([], ["--wl=obim"], ["--algo=union-find"], ["--strong"]):
            records = self.record(path, *flags, "-t=2", "--runs=3")
            self.assertEqual(len({record["answer"]["checksum"] for record in records}), 1)


if __name__ == "__main__":
    app_cases.main()
