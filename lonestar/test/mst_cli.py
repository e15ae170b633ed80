"""mst-cpu as its users meet it: odd graphs under every worklist and algorithm, real graphs, the file of
edges, what it says when something is wrong. app_cases.py says how to run it.
"""

import hashlib
import heapq

import app_cases
from app_cases import GRAPHS, INPUTS, LONG, threads_in_turn


def least_forest(nodes, arcs):
    """The edges (u, v, weight) of the least forest, in order of u and v: Prim's algorithm."""
    rows = [{} for _ in range(nodes)]
    for tail, head, weight in arcs:
        if tail != head:
            lightest = min(weight, rows[tail].get(head, weight))
            rows[tail][head] = rows[head][tail] = lightest
    forest, seen = [], set()
    for start in range(nodes):
        heap = [(0, start, start, start)]
        while heap:
            weight, u, v, new = heapq.heappop(heap)
            if new not in seen:
                seen.add(new)
                if new != start:
                    forest.append((u, v, weight))
                for near, length in rows[new].items():
                    heapq.heappush(heap, (length, min(new, near), max(new, near), near))
    return sorted(forest)


class CliTest(app_cases.CliTest):
    program = "mst-cpu"


class Graphs(CliTest):
    """Every odd graph under every worklist, against this file's own algorithm."""

    def check(self, name, *flags, algorithm):
        nodes, arcs = GRAPHS[name]
        right = self.right(name)
        out = self.dir / "forest.txt"
        record = self.record(self.graph(name, nodes, arcs), *flags, "--verify=full",
                             f"--output={out}")
        weight = sum(edge[2] for edge in right)
        self.assertEqual(record["answer"], {"checksum": weight, "summary": {
            "weight": weight, "trees": nodes - len(right), "edges": len(right)}}, (name, flags))
        self.assertEqual(out.read_text(), "".join(f"{u} {v} {w}\n" for u, v, w in right))
        self.assertIs(record["verified"], True)
        self.assertEqual(record["params"]["algo"], algorithm, flags)
        tasks = record["tasks"]
        self.assertEqual(tasks["useful"], len(right))
        self.assertEqual(tasks["executed"], tasks["pushed"])
        return tasks

    @classmethod
    def right(cls, name):
        if name not in cls.answers:
            cls.answers[name] = least_forest(*GRAPHS[name])
        return cls.answers[name]

    answers = {}

    def test_worklists(self):
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                tasks = self.check(name, f"--wl={worklist}", f"-t={threads}",
                                   algorithm="worklist")
                self.assertEqual(tasks["executed"] - tasks["stale"], GRAPHS[name][0])

    def test_other_algorithms(self):
        for name in GRAPHS:
            for algorithm, *flags in (("kruskal",), ("filter-kruskal",), ("filter-kruskal", "-t=3"),
                                      *(("boruvka", f"-t={threads}") for threads in (1, 2, 8))):
                with self.subTest(graph=name, algorithm=algorithm, flags=flags):
                    self.check(name, f"--algo={algorithm}", *flags, algorithm=algorithm)

    def test_choice(self):
        for flags, algorithm in ((["-t=2"], "boruvka"), (["--algo=auto", "--wl=smq-bucket"], "boruvka"),
                                 (["--algo=worklist"], "worklist"), (["--wl=smq-bucket"], "worklist"),
                                 (["--algo=kruskal", "--wl=smq-bucket"], "kruskal")):
            with self.subTest(flags=flags):
                self.check("grid", *flags, algorithm=algorithm)

    def test_runs_start_afresh(self):
        for algorithm in ("boruvka", "worklist"):
            records = self.record(self.graph("grid", *GRAPHS["grid"]), f"--algo={algorithm}", "-t=2",
                                  "--runs=3")
            self.assertEqual(len({r["answer"]["checksum"] for r in records}), 1)


class Directions(CliTest):
    """Arcs count as edges, whichever way they lead."""

    def test_sparse_ids(self):
        out = self.dir / "sparse-forest.txt"
        record = self.record(self.sparse(), f"--output={out}")
        self.assertEqual(record["nodes"], 4)
        self.assertEqual(out.read_text(), "3 70 2\n9 70 4\n70 800 1\n")

    def test_one_arc_is_enough(self):
        nodes, arcs = GRAPHS["grid"]
        half = [(u, v, w) if w % 2 else (v, u, w) for u, v, w in arcs if u < v]
        for algorithm in ("boruvka", "worklist"):
            answers = [self.record(self.graph(name, nodes, some), f"--algo={algorithm}", "-t=2")["answer"]
                       for name, some in (("both", arcs), ("half", half))]
            self.assertEqual(answers[0], answers[1], algorithm)

    def test_the_lighter_arc_counts(self):
        path = self.graph("two_ways", 3, [(0, 1, 9), (1, 0, 4), (1, 2, 3), (2, 1, 8), (0, 2, 5)])
        for flags in ([], ["--algo=worklist"], ["--algo=kruskal"]):
            self.assertEqual(self.record(path, *flags)["answer"]["summary"]["weight"], 7)

    def test_without_weights(self):
        path = self.graph("plain", 4, [(0, 1, 0), (1, 2, 0), (3, 2, 0), (3, 0, 0)], weighted=False)
        for flags in ([], ["--algo=worklist"]):
            answer = self.record(path, *flags)["answer"]["summary"]
            self.assertEqual(answer, {"weight": 3, "trees": 1, "edges": 3})


class Errors(CliTest):
    """Each wrong thing: one helpful line and a status that scripts can see."""

    def test_errors(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--algo=prim", saying=("auto, worklist, boruvka, kruskal, filter-kruskal",))
        self.fails(2, path, "--wl=smq-buckt", saying=("did you mean 'smq-bucket'?",))
        self.fails(1, self.graph("empty", 0, []), saying=("no nodes",))
        self.fails(1, path, f"--output={self.dir}/no/forest.txt", saying=("forest.txt",))

    def test_help(self):
        text = self.call("--help").stdout
        for words in ("Algorithm (default: worklist with --wl, else auto):", "boruvka", "kruskal", "Worklist:", "--output"):
            self.assertIn(words, text)

    def test_summary(self):
        lines = self.call(self.graph("grid", *GRAPHS["grid"])).stdout.splitlines()
        self.assertLessEqual(len(lines), 10)
        self.assertIn("Num trees: 1", lines)
        self.assertIn("Verification successful.", lines)


class Real(CliTest):
    """Real graphs: the same edges from every algorithm, worklist and number of threads."""

    INPUTS = ("road/osm_liechtenstein.gr.xz", "road/osm_amsterdam.gr.xz", "lagraph/bcsstk13.mtx",
              *(["road/travelmapping_world.gr.xz"] if LONG else []))

    def forest(self, path, *flags):
        out = self.dir / "real.txt"
        answer = self.record(path, "--weights=uniform:1:50", "--seed=3", f"--output={out}",
                             *flags)["answer"]
        return answer, hashlib.sha256(out.read_bytes()).hexdigest()

    def test_all_agree(self):
        paths = [INPUTS / name for name in self.INPUTS]
        if not all(path.exists() for path in paths):
            self.skipTest(f"{INPUTS} lacks one of {self.INPUTS}")
        for path in paths:
            right = self.forest(path, "--algo=kruskal")
            for flags in (["--algo=filter-kruskal", "-t=2"], ["--algo=boruvka"],
                          ["--algo=boruvka", "-t=3"],
                          *([f"--wl={worklist}", f"-t={threads}"]
                            for place, worklist in enumerate(self.worklists())
                            for threads in threads_in_turn(place))):
                with self.subTest(path=path.name, flags=flags):
                    self.assertEqual(self.forest(path, *flags), right)


if __name__ == "__main__":
    app_cases.main()
