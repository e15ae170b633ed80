"""Runs mst-cpu as a user would: unusual and real graphs under every worklist and algorithm. Also checks the
file of edges and error messages. app_cases.py says how to run these tests.
"""

import hashlib
import heapq
import json

import app_cases
from app_cases import GRAPHS, INPUTS, LONG, threads_in_turn, write_gr


def least_forest(nodes, arcs):
    """Returns the edges (u, v, weight) of the least forest, ordered by u and v. Prim's algorithm."""
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
    """Every unusual graph under every worklist, compared with the algorithm in this file."""

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
        for flags, algorithm in ((["-t=3"], "boruvka"), (["-t=1"], "kruskal"), (["-t=2"], "kruskal"),
                                 (["--wl=auto", "-t=1"], "kruskal"),
                                 (["--algo=auto", "--wl=smq-bucket", "-t=3"], "boruvka"),
                                 (["--algo=worklist"], "worklist"), (["--wl=smq-bucket"], "worklist"),
                                 (["--algo=kruskal", "--wl=smq-bucket"], "kruskal")):
            with self.subTest(flags=flags):
                self.check("grid", *flags, algorithm=algorithm)
                called = self.call(self.graph("grid", *GRAPHS["grid"]), *flags)
                self.assertNotIn("-t has no effect", called.stderr)
                said = called.stdout
                asked = "--algo=kruskal" in flags or algorithm == "worklist"
                self.assertIs(f"Chosen: {algorithm} for " in said, not asked)

    def test_who_needs_an_undirected_graph(self):
        for algorithm in ("kruskal", "filter-kruskal", "boruvka", "worklist"):
            first, second = self.record(self.graph("grid", *GRAPHS["grid"]), f"--algo={algorithm}",
                                        "-t=2", "--runs=2")
            made = [record["worklist"]["undirected_s"] for record in (first, second)]
            self.assertEqual(made[0] > 0, algorithm != "kruskal", algorithm)
            self.assertGreaterEqual(first["phases"]["prepare_s"], made[0])

    def test_runs_start_afresh(self):
        for algorithm in ("boruvka", "worklist"):
            records = self.record(self.graph("grid", *GRAPHS["grid"]), f"--algo={algorithm}", "-t=2",
                                  "--runs=3")
            self.assertEqual(len({r["answer"]["checksum"] for r in records}), 1)


class Directions(CliTest):
    """Arcs of either direction count as edges."""

    def test_sparse_ids(self):
        out = self.dir / "sparse-forest.txt"
        record = self.record(self.sparse(), f"--output={out}")
        self.assertEqual(record["nodes"], 4)
        self.assertEqual(out.read_text(), "3 70 2\n9 70 4\n70 800 1\n")

    def test_one_arc_is_enough(self):
        nodes, arcs = GRAPHS["grid"]
        half = [(u, v, w) if w % 2 else (v, u, w) for u, v, w in arcs if u < v]
        for algorithm in ("boruvka", "worklist", "kruskal"):
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


class Weights(CliTest):
    """Weights of every type, recognised or set by the flag. Every algorithm finds the same forest."""

    ALGORITHMS = (["--algo=kruskal"], ["--algo=filter-kruskal", "-t=3"], ["--algo=boruvka", "-t=2"],
                  ["--algo=worklist", "-t=2"])

    def typed(self, name, kind, nodes, arcs):
        path = self.dir / f"{name}_{ord(kind)}.gr"
        write_gr(path, nodes, arcs, kind=kind)
        return path

    def check(self, path, nodes, arcs, *flags):
        """Checks the forest and returns the record."""
        right = least_forest(nodes, arcs)
        out = self.dir / "typed.txt"
        record = self.record(path, *flags, f"--output={out}", "--verify=full")
        self.assertEqual(record["answer"]["summary"]["edges"], len(right), flags)
        self.assertEqual([(int(u), int(v), float(w)) for u, v, w in map(str.split, out.read_text().splitlines())],
                         right, flags)
        self.assertAlmostEqual(record["answer"]["checksum"], sum(weight for _, _, weight in right), 6)
        return record

    def test_types(self):
        nodes, arcs = GRAPHS["grid"]
        quarters = [(u, v, w / 4) for u, v, w in arcs]
        shifted = [(u, v, w - 5000) for u, v, w in arcs]
        for kind, some, flag in (("Q", arcs, None), ("i", shifted, "signed"), ("q", shifted, "signed"),
                                 ("f", quarters, None), ("d", quarters, None), ("f", quarters, "float"),
                                 ("f", shifted, "float"), ("d", shifted, "float"), ("I", arcs, "int")):
            path = self.typed("grid", kind, nodes, some)
            for flags in self.ALGORITHMS:
                with self.subTest(kind=kind, flags=flags, flag=flag):
                    record = self.check(path, nodes, some, *flags, *([f"--weight-type={flag}"] if flag else []))
                    wanted = flag or ("float" if kind in "fd" else "int")
                    self.assertEqual(record["params"].get("weight-type", "int"), wanted)

    def test_last_digits_do_not_depend_on_the_algorithm(self):
        nodes, arcs = GRAPHS["grid"]
        path = self.typed("thirds", "d", nodes, [(u, v, w / 3) for u, v, w in arcs])
        answers = {json.dumps(self.record(path, "--weight-type=float", *flags)["answer"])
                   for flags in self.ALGORITHMS}
        self.assertEqual(len(answers), 1)

    def test_wide_whole_numbers(self):
        arcs = [(0, 1, 1 << 63), (1, 2, (1 << 62) + 1), (2, 0, 1 << 62), (2, 3, 7)]
        self.assertEqual(self.record(self.typed("wide", "Q", 4, arcs))["answer"]["checksum"],
                         (1 << 63) + 1 + 7)
        for kind, weight, flag in (("Q", (1 << 64) - 9, "int"), ("q", (1 << 63) - 1, "signed"),
                                   ("d", 1.7e308, "float")):
            heavy = self.typed("heavy", kind, 3, [(0, 1, weight), (1, 2, weight)])
            self.fails(1, heavy, f"--weight-type={flag}", saying=("exceeds 64 bits",))

    def test_sums_that_leave_64_bits_on_the_way(self):
        most = (1 << 63) - 1
        for weights in ([most, most, -most, -most], [-most - 1, -most - 1, most, most, 2], [most, -1, 1]):
            arcs = [(node, node + 1, weight) for node, weight in enumerate(weights)]
            path = self.typed("waves", "q", len(arcs) + 1, arcs)
            self.assertEqual(self.record(path, "--weight-type=signed")["answer"]["checksum"], sum(weights))
        for weights in ([most, 1], [-most, -2], [most, most]):
            arcs = [(node, node + 1, weight) for node, weight in enumerate(weights)]
            self.fails(1, self.typed("waves", "q", len(arcs) + 1, arcs), "--weight-type=signed",
                       saying=("exceeds 64 bits",))

    def test_recognised(self):
        """The type that the file's values suggest is used and reported."""
        cases = {"one": [(0, 1, 1.0)], "zeros": [(0, 1, 0.0), (1, 2, 0.5), (0, 2, 0.0)],
                 "tenths": [(0, 1, 0.1), (1, 2, 0.2), (0, 2, 7.3)]}
        for name, arcs in cases.items():
            for kind in "fd":
                with self.subTest(name=name, kind=kind):
                    result = self.call(self.typed(name, kind, 3, arcs))
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertIn("Weights: float (recognised from the file's values; --weight-type says "
                                  "otherwise)", result.stdout)
                    weight = sum(w for _, _, w in least_forest(3, arcs))
                    self.assertIn(f"MST weight: {weight:.1f}"[:15], result.stdout)
        text = self.call(self.graph("grid", *GRAPHS["grid"])).stdout
        self.assertNotIn("recognised", text)
        for kind, arcs in (("f", []), ("d", []), ("I", []), ("f", [(0, 1, 0.0)])):
            self.assertEqual(self.record(self.typed("empty", kind, 3, arcs))["answer"]["checksum"], 0)

    def test_unclear(self):
        path = self.typed("unclear", "I", 3, [(0, 1, 1036000001), (1, 2, 1040000003)])
        self.fails(1, path, saying=("whole numbers from 1036000001 to 1040000003 or floats from 0.09",
                                    "--weight-type=int or --weight-type=float"))
        self.assertEqual(self.record(path, "--weight-type=int")["answer"]["checksum"], 2076000004)
        self.assertLess(self.record(path, "--weight-type=float")["answer"]["checksum"], 1)
        # The type is clear for a text, and with --weights.
        text = self.dir / "unclear.el"
        text.write_text("0 1 1036000001\n1 2 1040000003\n")
        self.assertEqual(self.record(text)["answer"]["checksum"], 2076000004)
        self.record(path, "--weights=uniform:1036000001:1040000003")

    def test_text(self):
        text = self.dir / "fractions.el"
        text.write_text("0 1 0.5\n1 2 0.25\n0 2 2\n")
        self.fails(1, text, saying=("--weight-type=float",))
        record = self.record(text, "--weight-type=float")
        self.assertEqual((record["answer"]["checksum"], record["params"]["weight-bytes"]), (0.75, 8))
        # Weights that floats of 4 bytes would round, and make equal.
        arcs = [(0, 1, 16777217.0), (1, 2, 16777216.0), (0, 2, 16777218.0)]
        text.write_text("".join(f"{u} {v} {w}\n" for u, v, w in arcs))
        for flags in self.ALGORITHMS:
            self.check(text, 3, arcs, "--weight-type=float", *flags)

    def test_none(self):
        """In a graph without weights each edge weighs 1, whatever the flag says."""
        text, out = self.dir / "none.el", self.dir / "none.txt"
        text.write_text("0 1\n1 2\n2 0\n")
        for kind in ("auto", "int", "signed", "float"):
            record = self.record(text, f"--weight-type={kind}", f"--output={out}", "--verify=full")
            self.assertEqual(record["answer"]["checksum"], 2, kind)
            self.assertEqual(out.read_text(), "0 1 1\n0 2 1\n")

    def test_negative(self):
        """The program and the tools read the same weights below 0, from text and from binary files."""
        nodes = 4
        answer = self.dir / "typed.txt"  # where check() has written it
        text = self.dir / "negative.el"
        for flag, scale, kinds in (("signed", 1, "iq"), ("float", 0.5, "fd")):
            arcs = [(0, 1, -7 * scale), (1, 2, 3 * scale), (2, 0, -2 * scale), (2, 3, 5 * scale)]
            text.write_text("".join(f"{u} {v} {w}\n" for u, v, w in arcs))
            self.fails(1, text, saying=("negative.el:1: weight", "is negative", f"--weight-type={flag}"))
            files = [text, *(self.typed("negative", kind, nodes, arcs) for kind in kinds)]
            self.tool("graph-convert", text, self.dir / "made.gr", f"--weight-type={flag}")
            self.tool("graph-convert", files[1], self.dir / "made.el", f"--weight-type={flag}")
            for path in (*files, self.dir / "made.gr", self.dir / "made.el"):
                for flags in self.ALGORITHMS:
                    with self.subTest(path=path.name, flags=flags, flag=flag):
                        record = self.check(path, nodes, arcs, f"--weight-type={flag}", *flags)
                        self.assertEqual(record["answer"]["checksum"], -4 * scale)
                        self.tool("graph-check", "mst", path, answer, f"--weight-type={flag}")
                self.tool("graph-info", path, f"--weight-type={flag}", f"--json={self.dir / 'info.json'}")
                info = json.loads((self.dir / "info.json").read_text())
                self.assertEqual((info["weight_type"], info["weights"]["min"], info["weights"]["max"]),
                                 (flag, -7 * scale, 5 * scale))
                self.assertNotIn("diameter_weight", info)
        for kind in "iq":
            path = self.typed("negative", kind, nodes, [(0, 1, -7), (1, 2, 3)])
            self.fails(1, path, saying=("or, with a sign, from -7 to 3; say which they are with "
                                        "--weight-type=int or --weight-type=signed",))
            self.assertEqual(self.record(path, "--weight-type=signed")["answer"]["checksum"], -4)

    def test_refused(self):
        for kind, wrong in (("f", float("nan")), ("d", float("inf")), ("d", float("-inf"))):
            path = self.typed("refused", kind, 9, [(0, 1, 5.5), (3, 7, 2.5), (3, 8, wrong), (4, 5, wrong)])
            for flags in ([], ["--weight-type=float"]):
                self.fails(1, path, *flags, saying=(
                    f"from node 3 to node 8 (nodes counted from 0) weighs {wrong}",))
        self.fails(2, path, "--weight-type=complex", saying=("int, signed, float",))


class Errors(CliTest):
    """Each error gives one helpful line and an exit status for scripts."""

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
    """On real graphs every algorithm, worklist and number of threads gives the same edges. Each worklist runs on
    one of the graphs, and on all with GALOIS_TEST_LONG."""

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
        for turn, path in enumerate(paths):
            right = self.forest(path, "--algo=kruskal")
            for flags in (["--algo=filter-kruskal", "-t=2"], ["--algo=boruvka"],
                          ["--algo=boruvka", "-t=3"],
                          *([f"--wl={worklist}", f"-t={threads}"]
                            for place, worklist in enumerate(self.worklists()) if LONG or (turn + place) % 3 == 0
                            for threads in threads_in_turn(place // 3))):
                with self.subTest(path=path.name, flags=flags):
                    self.assertEqual(self.forest(path, *flags), right)


if __name__ == "__main__":
    app_cases.main()
