"""Runs sssp-cpu on graphs whose edge weights are of every type that a .gr file can hold. app_cases.py says how to
run these tests.
"""

import gzip
import json

import app_cases
from app_cases import GRAPHS, write_gr
from sssp_cases import CliTest, distances


class Weights(CliTest):
    """Integers of 8 bytes, floats of 4 and of 8 bytes, and rejected weights."""

    HUGE = (3, [(0, 1, 1 << 40), (1, 2, (1 << 63) + 5), (0, 2, (1 << 64) - 2)])
    HALVES = (4, [(0, 1, 0.5), (1, 2, 0.25), (0, 2, 1.5), (2, 1, 0.0), (2, 3, 1e-300), (3, 2, 0.0)])

    def typed(self, name, kind, nodes, arcs):
        path = self.dir / f"{name}_{ord(kind)}.gr"
        write_gr(path, nodes, arcs, kind=kind)
        return path

    def algorithms(self):
        yield ["--algo=dijkstra"]
        yield ["--algo=radix-heap"]
        yield ["--algo=buckets"]
        yield ["--algo=delta-stepping", "-t=3"]
        yield ["--algo=limit", "-t=2"]
        for worklist in self.worklists():
            yield [f"--wl={worklist}", "-t=2"]

    def test_eight_bytes(self):
        huge = self.typed("huge", "Q", *self.HUGE)
        grid = self.typed("grid", "Q", *GRAPHS["grid"])
        right = distances(*GRAPHS["grid"], 0)
        last = self.typed("last", "Q", 4, [(0, 1, (1 << 64) - 9), (1, 2, 7), (2, 3, 0)])
        for flags in (*self.algorithms(), ["--algo=delta-stepping", "--delta=0"]):
            with self.subTest(flags=flags):
                self.assertEqual(self.record(last, "--weight-type=int", *flags, "--verify=full")["answer"]
                                 ["summary"], {"reached": 4, "max": (1 << 64) - 2})
                record = self.record(huge, *flags, "--verify=full")
                self.assertEqual(record["answer"]["summary"],
                                 {"reached": 3, "max": (1 << 63) + 5 + (1 << 40)})
                self.assertEqual(record["params"]["distance-bits"], 64)
                self.assertEqual(self.record(grid, *flags, "--verify=full")["answer"]["checksum"],
                                 sum(right.values()))
        # The sum for people is exact; the checksum is modulo 2^64, as the page about records says.
        right = (1 << 40) + ((1 << 63) + 5 + (1 << 40))
        heavy = self.typed("heavy", "Q", 4, [(0, 1, 1 << 63), (0, 2, 1 << 63), (0, 3, 7)])
        result = self.call(heavy, "--weight-type=int", "-t=2")
        self.assertIn(f"sum of distances {(1 << 64) + 7}", result.stdout, result.stderr)
        self.assertIn(f"sum of distances {right}", self.call(huge).stdout)
        self.fails(2, huge, "--distance-bits=32", saying=("64 bits",))
        long = self.typed("long", "Q", 3, [(0, 1, (1 << 64) - 9), (1, 2, 9)])
        for flags in self.algorithms():
            self.fails(1, long, "--weight-type=int", *flags, saying=("exceed 64 bits",))
        text = self.dir / "huge.txt"
        text.write_text(f"0 1 {1 << 40}\n1 2 {(1 << 63) - 1}\n")
        self.fails(1, text)
        self.assertEqual(self.record(text, "--edge-bytes=8")["answer"]["summary"]["reached"], 3)

    def test_distances_at_both_ends_of_the_range(self):
        """The window of bucket queues would exceed the greatest number, because tasks at both ends alternate."""
        end = 1 << 64
        half = (1 << 63) - 20
        graphs = {"64_buckets": [(0, 1, end - 40), (0, 2, 2), (0, 3, end - 13), (0, 4, 130)],
                  "1024_buckets": [(0, 1, end - 19), (0, 2, 4), (0, 3, 2033), (0, 4, end - 2)],
                  "two_halves": [(0, 1, half), (1, 2, half), (0, 3, 2), (3, 4, end - 15)]}
        for name, arcs in graphs.items():
            for order in (arcs, arcs[::-1]):
                path = self.typed(name + ("" if order is arcs else "_reversed"), "Q", 5, order)
                right = distances(5, arcs, 0)
                for worklist in {"mbq", "smq-bucket", "wasp"} & set(self.worklists()):
                    for threads in (1, 2):
                        with self.subTest(graph=path.name, worklist=worklist, threads=threads):
                            record = self.record(path, f"--wl={worklist}", f"-t={threads}",
                                                 "--weight-type=int", "--verify=full")
                            self.assertEqual(record["answer"]["summary"],
                                             {"reached": 5, "max": max(right.values())})

    def test_floats(self):
        nodes, arcs = GRAPHS["grid"]
        thirds = [(tail, head, weight / 3) for tail, head, weight in arcs]
        answers = set()
        for flags in self.algorithms():
            with self.subTest(flags=flags):
                for kind in "fd":
                    path = self.typed("halves", kind, *self.HALVES)
                    record = self.record(path, "--weight-type=float", *flags, "--verify=full")
                    self.assertEqual(record["answer"],
                                     {"checksum": 2.0, "summary": {"reached": 4, "max": 0.75}})
                path = self.typed("thirds", "d", nodes, thirds)
                record = self.record(path, "--weight-type=float", *flags, "--verify=full")
                # Python's floats are doubles and are added in the same order, so even the last bit agrees.
                self.assertEqual(record["answer"]["summary"]["max"],
                                 max(distances(nodes, thirds, 0).values()))
                answers.add(json.dumps(record["answer"]))
        self.assertEqual(len(answers), 1)

    def test_floats_are_recognised(self):
        """Without the flag, floats are never taken for integers."""
        for kind in "fd":
            path = self.typed("halves", kind, *self.HALVES)
            result = self.call(path, "--verify=full")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("Weights: float (recognised from the file's values", result.stdout)
            self.assertIn("max distance 0.75", result.stdout)
            self.assertEqual(self.record(path)["params"]["weight-type"], "float")
            self.assertNotIn("weight-type", self.record(path, "--weights=uniform:1:9")["params"])
            # The flag overrides the recognised type.
            self.assertGreater(self.record(path, "--weight-type=int", "--distance-bits=64")
                               ["answer"]["summary"]["max"], 1 << 20)
            unclear = self.typed("thirds", kind, 3, [(0, 1, 2 / 3), (1, 2, 1 / 7)])
            self.fails(1, unclear, saying=("could be whole numbers from", "or floats from 0.1429 to 0.6667",
                                           "--weight-type=int or --weight-type=float"))
        negative = self.typed("negative", "f", 3, [(0, 1, 0.5), (1, 2, -1.5)])
        self.fails(1, negative, saying=("weighs -1.5",))
        packed = self.dir / "packed.gr.gz"
        packed.write_bytes(gzip.compress(self.typed("halves", "f", *self.HALVES).read_bytes()))
        for _ in range(2):  # converted, then from the cache
            self.assertEqual(self.record(packed)["answer"]["summary"]["max"], 0.75)

    def test_floats_of_any_size(self):
        for unit in (5e-324, 1e-310, 1.0, 1e300):
            path = self.typed(f"unit{unit}", "d", 3, [(0, 1, 2 * unit), (1, 2, 3 * unit), (0, 2, 9 * unit)])
            for flags in self.algorithms():
                with self.subTest(unit=unit, flags=flags):
                    record = self.record(path, "--weight-type=float", *flags, "--verify=full")
                    self.assertEqual(record["answer"]["summary"], {"reached": 3, "max": 2 * unit + 3 * unit})
        path = self.typed("too_long", "d", 3, [(0, 1, 1e308), (1, 2, 1e308)])
        self.fails(1, path, "--weight-type=float", saying=("exceed 64 bits",))

    def test_files_of_floats(self):
        path = self.typed("halves", "f", *self.HALVES)
        out = self.dir / "halves.txt"
        self.record(path, "--weight-type=float", f"--output={out}", "-startNode=2")
        self.assertEqual(out.read_text(), "0 inf\n1 0\n2 0\n3 0\n")
        text = self.dir / "halves.el"
        text.write_text("".join(f"{tail} {head} {weight}\n" for tail, head, weight in self.HALVES[1]))
        self.assertEqual(self.record(text, "--weight-type=float")["answer"]["summary"],
                         {"reached": 4, "max": 0.75})

    def test_refused(self):
        for kind, flag, wrong in (("i", "signed", -5), ("q", "signed", -5), ("f", "float", -0.5),
                                  ("d", "float", -0.5), ("d", "float", float("nan")),
                                  ("f", "float", float("inf"))):
            with self.subTest(kind=kind, wrong=wrong):
                path = self.typed("refused", kind, 9, [(0, 1, 5), (3, 7, 2), (3, 8, wrong), (4, 5, wrong)])
                self.fails(1, path, f"--weight-type={flag}", "-t=2",
                           saying=(f"from node 3 to node 8 (nodes counted from 0) weighs {wrong}",))
        signed = self.typed("signed", "i", *GRAPHS["grid"])
        self.assertEqual(self.record(signed, "--weight-type=signed")["verified"], True)
        self.assertEqual(self.record(self.typed("minus_zero", "d", 2, [(0, 1, -0.0)]), "--weight-type=float")
                         ["answer"]["summary"], {"reached": 2, "max": 0.0})
        text = self.dir / "negative.el"
        text.write_text("0 1 5\n1 2 -5\n")
        for flags in ([], ["--weight-type=float"], ["--weight-type=signed"]):
            self.fails(1, text, *flags, saying=("-5",))
            self.assertNotIn("--weight-type", self.call(text, *flags).stderr)
        self.fails(2, signed, "--weight-type=complex", saying=("int, signed, float",))
        # Minus one is never taken for a large integer in silence.
        for kind in "iq":
            minus = self.typed("minus", kind, 3, [(0, 1, 5), (1, 2, -1)])
            self.fails(1, minus, saying=("with a sign, from -1 to 5", "--weight-type=signed"))
            self.fails(1, minus, "--weight-type=signed", saying=("weighs -1; shortest paths need",))
        self.fails(1, self.typed("minus", "i", 3, [(0, 1, 5), (1, 2, -1)]), "--weight-type=int",
                   saying=("exceed 32 bits", "--weight-type"))

    def test_bytes_of_floats(self):
        """Floats in text are doubles, and only a flag rounds them. The record says which they are."""
        text = self.dir / "doubles.el"
        text.write_text("1 2 16777217.0\n2 4 0.5\n1 3 16777216.25\n3 4 1.0\n")
        for flags, size, right in (([], 8, (16777217, 16777216.25, 16777217.25)),
                                   (["--edge-bytes=8"], 8, (16777217, 16777216.25, 16777217.25)),
                                   (["--edge-bytes=4"], 4, (16777216, 16777216, 16777216.5))):
            for more in ([], ["--no-cache"]):
                record = self.record(text, "--weight-type=float", "--startNode=1", "--verify=full", *flags, *more)
                self.assertEqual(record["params"]["weight-bytes"], size)
                self.assertEqual(record["answer"], {"checksum": sum(right),
                                                    "summary": {"reached": 4, "max": max(right)}})
        # A tie of 4-byte floats is none of doubles.
        text.write_text("0 1 0.1\n1 2 0.2\n0 2 0.3\n")
        out = self.dir / "doubles.txt"
        self.record(text, "--weight-type=float", f"--output={out}")
        self.assertEqual(out.read_text(), "0 0\n1 0.1\n2 0.3\n")
        text.write_text("1 2 1e-46\n2 3 1e-46\n1 3 5e-46\n4 5 1e39\n")
        self.record(text, "--weight-type=float", "--startNode=1", f"--output={out}")
        self.assertEqual(out.read_text(), "1 0\n2 1e-46\n3 2e-46\n4 inf\n5 inf\n")
        self.fails(1, text, "--weight-type=float", "--edge-bytes=4", saying=("1e-46 is too near to 0",))
        for weight in ("1e-400", "1e400"):
            text.write_text(f"0 1 {weight}\n")
            self.fails(1, text, "--weight-type=float", saying=(f"weight {weight} is not in the range",))
        for kind, size in (("f", 4), ("d", 8)):
            binary = self.typed("halves", kind, *self.HALVES)
            self.assertEqual(self.record(binary)["params"]["weight-bytes"], size)

    def test_bytes_of_integers(self):
        text = self.dir / "halves.el"
        text.write_text("0 1 5000000000\n")
        self.fails(1, text, saying=("--edge-bytes=8",))
        self.assertEqual(self.record(text, "--edge-bytes=8")["answer"]["summary"]["max"], 5000000000)


    def test_floats_without_weights(self):
        """A graph without weights has weights of 1, whatever their type."""
        text = self.dir / "none.el"
        text.write_text("0 1\n1 2\n")
        for flags in ([], ["--edge-bytes=4"], ["--edge-bytes=8"]):
            result = self.call(text, "--weight-type=float", *flags)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("no weights there: every edge has weight 1", result.stdout)
            record = self.record(text, "--weight-type=float", *flags)
            self.assertEqual(record["answer"]["summary"], {"reached": 3, "max": 2.0})
            self.assertEqual(record["params"]["weight-bytes"], 0)


if __name__ == "__main__":
    app_cases.main()
