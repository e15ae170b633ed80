"""Runs astar-cpu as a user would: on unusual graphs and real roads under every worklist, and on grid maps
with published answers. Also checks paths, heuristics and error messages. app_cases.py says how to run
these tests. With GALOIS_TEST_LONG=1 in the environment, Dao runs the queries of all sets of maps, and
Roads has three graphs more.
"""

import json
import lzma
import math
import os
import pathlib
import random
import subprocess
import unittest
import unittest.mock

import app_cases
from app_cases import DEPTH_FIRST, GRAPHS, INPUTS, LONG, SANITIZED, threads_in_turn, write_gr
from sssp_cases import distances

LONG_ONLY = "it takes long; GALOIS_TEST_LONG=1 runs it"
ALGORITHMS = ("sequential", "dijkstra", "bidirectional")


def coordinate_text(places):
    lines = [f"v {node} {x} {y}" for node, (x, y) in enumerate(places, 1)]
    return "\n".join([f"p aux sp co {len(places)}", *lines]) + "\n"


def plane(side, seed):
    """A distorted grid, its coordinates, and weights of 1 to 1.5 per unit of length."""
    rng = random.Random(seed)
    places = [(100 * x + rng.randint(-40, 40), 100 * y + rng.randint(-40, 40))
              for y in range(side) for x in range(side)]
    arcs = []
    for here in range(side * side):
        for there in ([here + 1] if (here + 1) % side else []) + [here + side]:
            if there < side * side:
                weight = math.ceil(math.dist(places[here], places[there]) * rng.uniform(1, 1.5))
                arcs += [(here, there, weight), (there, here, weight)]
    return places, (side * side, arcs)


class CliTest(app_cases.CliTest):
    program = "astar-cpu"

    def plane(self, side=40):
        """Returns (graph file with coordinates beside it, nodes, arcs)."""
        places, (nodes, arcs) = plane(side, side)
        path = self.graph(f"plane{side}", nodes, arcs)
        path.with_suffix(".co").write_text(coordinate_text(places))
        return path, nodes, arcs

    def lengths(self, *args):
        """Returns the path lengths that a run with several queries found."""
        return [record["answer"]["checksum"] for record in self.record(*args)]


class Graphs(CliTest):
    """Every unusual graph under every worklist and thread count, compared with another Dijkstra."""

    def check(self, name, *flags, graph=None, queries=8):
        path, nodes, arcs = graph or (self.graph(name, *GRAPHS[name]), *GRAPHS[name])
        rng = random.Random(name)
        pairs = [(0, 0), (0, nodes - 1)] + [(0, rng.randrange(nodes)) for _ in range(queries)]
        asked = self.dir / f"{name}.queries"
        asked.write_text("# from, to\n" + "".join(f"{s} {t}\n" for s, t in pairs))
        if name not in self.answers:
            self.answers[name] = distances(nodes, arcs, 0)
        records = self.record(path, f"--queries={asked}", *flags, "--check-heuristic")
        self.assertEqual(len(records), len(pairs))
        for (source, target), record in zip(pairs, records):
            self.assertEqual((record["params"]["startNode"], record["params"]["target"]),
                             (source, target))
            length = self.answers[name].get(target)
            self.assertEqual(record["answer"]["checksum"], length, (name, flags, source, target))
            self.assertEqual(record["answer"]["summary"],
                             {"reached": length is not None, "length": length})
            self.assertIs(record["verified"], True)
            tasks = record["tasks"]
            self.assertLessEqual(tasks["useful"], tasks["executed"])
            self.assertLessEqual(tasks["executed"], tasks["pushed"])
        return records

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.answers = {}

    def test_worklists(self):
        plane = self.plane()
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                self.check(name, f"--wl={worklist}", f"-t={threads}")
        for place, worklist in enumerate(self.worklists()):
            for threads in threads_in_turn(place):
                with self.subTest(worklist=worklist, threads=threads, graph="plane"):
                    records = self.check("plane", f"--wl={worklist}", f"-t={threads}", graph=plane)
                    self.assertEqual(records[0]["params"]["heuristic"], "euclidean")

    def test_other_algorithms(self):
        plane = self.plane()
        for algorithm in ALGORITHMS:
            for name in GRAPHS:
                with self.subTest(algorithm=algorithm, graph=name):
                    self.check(name, f"--algo={algorithm}")
            with self.subTest(algorithm=algorithm, graph="plane"):
                self.check("plane", f"--algo={algorithm}", graph=plane)


class Heuristics(CliTest):
    """The sources of coordinates, the scale, and heuristics that are rejected."""

    def test_saves_work(self):
        path, _, _ = self.plane()
        flags = ["--startNode=820", "--target=839"]
        led = self.record(path, *flags)
        blind = self.record(path, *flags, "--heuristic=none")
        dijkstra = self.record(path, *flags, "--algo=dijkstra")
        self.assertEqual(led["answer"], blind["answer"])
        self.assertEqual(led["answer"], dijkstra["answer"])
        self.assertLess(led["tasks"]["useful"], blind["tasks"]["useful"] / 2)
        self.assertEqual(blind["tasks"]["useful"], dijkstra["tasks"]["useful"])
        self.assertEqual(blind["params"]["heuristic"], "none")
        self.assertNotIn("heuristic-scale", blind["params"])
        self.assertGreater(led["params"]["heuristic-scale"], 0.99)

    def test_scale(self):
        path, _, _ = self.plane()
        best = self.record(path, "--target=9")["params"]["heuristic-scale"]
        record = self.record(path, "--target=9", f"--heuristic-scale={best / 2}",
                             "--check-heuristic")
        self.assertAlmostEqual(record["params"]["heuristic-scale"], best / 2)
        self.assertIs(record["verified"], True)
        self.fails(1, path, "--target=9", "--heuristic-scale=1.7",
                   saying=("--heuristic-scale=1.7 overestimates: edge ", " weighs "))
        for scale in ("-1", "inf", "nan"):
            self.fails(2, path, "--target=9", f"--heuristic-scale={scale}")

    def test_coordinates(self):
        places, (nodes, arcs) = plane(10, 10)
        path = self.graph("bare", nodes, arcs)
        result = self.call(path, "--target=99")
        self.assertIn("none: there is no", result.stdout)
        self.fails(1, path, "--target=99", "--heuristic=euclidean", saying=("bare.co",))
        other = self.dir / "elsewhere.txt"
        other.write_text(coordinate_text(places))
        record = self.record(path, "--target=99", f"--coordinates={other}")
        self.assertEqual(record["params"]["heuristic"], "euclidean")
        other.write_text(coordinate_text(places[1:]))
        self.fails(1, path, "--target=99", f"--coordinates={other}",
                   saying=("99 nodes", "the graph has 100"))
        self.fails(1, path, "--target=99", "--coordinates=missing.co", saying=("missing.co",))
        other.write_text(coordinate_text([(x * 10**6, y) for x, y in places]))
        self.fails(1, path, "--target=99", f"--coordinates={other}", "--heuristic=great-circle",
                   saying=("degrees",))

    def test_compressed_coordinates(self):
        places, (nodes, arcs) = plane(10, 10)
        path = self.graph("packed", nodes, arcs)
        for tool, suffix in (("gzip", ".gz"), ("xz", ".xz"), ("bzip2", ".bz2"), ("zstd", ".zst")):
            plain = path.with_suffix(".co")
            plain.write_text(coordinate_text(places))
            try:
                subprocess.run([tool, "-q", "-f", plain], check=True)
            except FileNotFoundError:
                continue
            packed = plain.with_name(plain.name + suffix)
            self.assertEqual(self.record(path, "--target=99")["params"]["heuristic"], "euclidean",
                             suffix)
            packed.unlink()
            plain.unlink(missing_ok=True)

    def test_weights_from_elsewhere(self):
        path, _, _ = self.plane()
        record = self.record(path, "--target=99", "--weights=uniform:0:9", "--check-heuristic")
        self.assertEqual(record["params"]["heuristic-scale"], 0)
        self.assertIs(record["verified"], True)


class Queries(CliTest):
    """Many queries in one process."""

    def test_random(self):
        path, _, _ = self.plane()
        lengths = self.lengths(path, "--queries=random:20")
        self.assertEqual(len(lengths), 20)
        self.assertEqual(lengths, self.lengths(path, "--queries=random:20", "--wl=obim", "-t=2"))
        self.assertNotEqual(lengths, self.lengths(path, "--queries=random:20", "--seed=2"))
        self.assertNotIn(None, lengths)

    def test_random_pairs_are_joined(self):
        arcs = [(i, i + 1, 1) for i in range(10, 19)] + [(i + 1, i, 1) for i in range(10, 19)]
        path = self.graph("island", 100, arcs)
        for record in self.record(path, "--queries=random:30"):
            for end in ("startNode", "target"):
                self.assertIn(record["params"][end], range(10, 20))

    def test_standard_input(self):
        path, nodes, arcs = self.plane()
        right = distances(nodes, arcs, 5)
        result = subprocess.run([self.command(), path, "--queries=-", "--json=-"], env=self.env,
                                input="5 9\n\n5 77\n", capture_output=True, text=True, check=True)
        self.assertEqual([r["answer"]["checksum"] for r in json.loads(result.stdout)],
                         [right[9], right[77]])

    def test_runs(self):
        path, _, _ = self.plane()
        self.assertEqual(len(self.record(path, "--queries=random:3", "--runs=2")), 6)

    def test_output(self):
        path, nodes, arcs = self.plane()
        right = distances(nodes, arcs, 3)
        out = self.dir / "lengths.txt"
        self.record(path, "--startNode=3", "--target=50", f"--output={out}")
        self.assertEqual(out.read_text(), f"3 50 {right[50]}\n")

    def test_errors(self):
        path, _, _ = self.plane()
        asked = self.dir / "bad.queries"
        self.fails(2, path, saying=("--target",))
        self.fails(2, path, "--queries=random:0", saying=("random:K",))
        self.fails(2, path, "--queries=random:4", "--target=3", saying=("--target",))
        self.fails(1, path, "--queries=missing.txt", saying=("missing.txt",))
        for text, words in (("", "no queries"), ("1\n", ":1: "), ("1 1600\n", "1600"),
                            ("1 2\n2 3 4\n", ":2: ")):
            asked.write_text(text)
            self.fails(1, path, f"--queries={asked}", saying=(words, "bad.queries"))
        self.fails(1, path, "--target=1600", saying=("1599",))
        self.fails(1, path, "--target=5", "--startNode=1600", saying=("1599",))
        self.fails(2, path, "--target=5", "--algo=astar", saying=("bidirectional",))
        self.fails(2, path, "--target=5", "--heuristic=manhattan", saying=("octile",))
        asked.write_text("version 1\n0\tx.map\t3\t1\t0\t0\t2\t0\t2\n")
        self.fails(1, path, f"--queries={asked}", saying=(".map",))

    def test_overflow(self):
        arcs = [(0, 1, 4294967290), (1, 2, 4), (2, 3, 9), (0, 0, 1 << 30)]  # the last: no signs
        path = self.graph("long", 4, arcs)
        for algorithm in ("worklist", *ALGORITHMS):
            flag = f"--algo={algorithm}"
            self.assertEqual(self.record(path, flag, "--target=2")["answer"]["checksum"], 4294967294)
            self.fails(1, path, flag, "--target=3", saying=("32 bits",))


class Paths(CliTest):
    """The nodes of the shortest path."""

    def check_path(self, nodes, arcs, source, length):
        weights = {}
        for tail, head, weight in arcs:
            weights[tail, head] = min(weight, weights.get((tail, head), weight))
        self.assertEqual(nodes[0], source)
        self.assertEqual(sum(weights[step] for step in zip(nodes, nodes[1:])), length)

    def test_sparse_ids(self):
        """Source, target and the nodes of the path are ids of the file."""
        path, out = self.dir / "sparse-path.txt", self.dir / "sparse-lengths.txt"
        flags = ["--startNode=9", "--target=70"]
        record = self.record(self.sparse(), *flags, f"--output-path={path}", f"--output={out}")
        self.assertEqual((record["params"]["startNode"], record["params"]["target"]), (9, 70))
        self.assertEqual(path.read_text(), "# 9 70 7\n9\n3\n70\n")
        self.assertEqual(out.read_text(), "9 70 7\n")
        self.assertIn("Path from node 9 to node 70 has length 7",
                      self.call(self.sparse(), *flags).stdout)
        self.fails(1, self.sparse(), "--startNode=9", "--target=4", saying=("--target=4", "800"))
        (self.dir / "sparse-queries").write_text("800 3\n")
        self.record(self.sparse(), f"--queries={self.dir}/sparse-queries", f"--output={out}")
        self.assertEqual(out.read_text(), "800 3 10\n")

    def test_node_list(self):
        path, _, arcs = self.plane()
        out = self.dir / "path.txt"
        for algorithm in ("worklist", *ALGORITHMS):
            length = self.record(path, "--startNode=7", "--target=1500", f"--output-path={out}",
                                 f"--algo={algorithm}", "-noverify")["answer"]["checksum"]
            title, *nodes = out.read_text().splitlines()
            self.assertEqual(title, f"# 7 1500 {length}")
            self.assertEqual(nodes[-1], "1500")
            self.check_path([int(node) for node in nodes], arcs, 7, length)

    def test_several(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        asked = self.dir / "pairs"
        asked.write_text("0 2\n0 7\n4 4\n")
        self.record(path, f"--queries={asked}", f"--output-path={self.dir}/paths.txt")
        self.assertEqual((self.dir / "paths.txt").read_text(),
                         "# 0 2 4\n0\n1\n2\n# 0 7 inf\n# 4 4 0\n4\n")

    def test_geojson(self):
        # Weights are in metres; the last node is not reached.
        places = [(9_500_000, 47_000_000), (9_510_000, 47_000_000), (9_510_000, 46_990_000),
                  (-900_001, 46_000_000)]
        path = self.graph("earth", 4, [(0, 1, 800), (1, 2, 1200)])
        path.with_suffix(".co").write_text(coordinate_text(places))
        out = self.dir / "path.geojson"
        asked = self.dir / "pairs"
        asked.write_text("0 2\n0 3\n3 3\n")
        for flag in ("--heuristic=auto", "--heuristic=none"):
            self.record(path, f"--queries={asked}", f"--output-path={out}", flag)
            collection = json.loads(out.read_text())
            self.assertEqual(collection["type"], "FeatureCollection")
            line, nothing, point = collection["features"]
            self.assertEqual(line["properties"],
                             {"source": 0, "target": 2, "length": 2000, "nodes": 3})
            self.assertEqual(line["geometry"], {"type": "LineString", "coordinates": [
                [9.5, 47], [9.51, 47], [9.51, 46.99]]})
            self.assertIsNone(nothing["geometry"])
            self.assertIsNone(nothing["properties"]["length"])
            self.assertEqual(point["geometry"],
                             {"type": "Point", "coordinates": [-0.900001, 46]})
        heuristic = self.record(path, "--target=2")["params"]
        self.assertEqual(heuristic["heuristic"], "great-circle")

    def test_errors(self):
        path, _, _ = self.plane()
        self.fails(1, path, "--target=3", f"--output-path={self.dir}/p.geojson",
                   saying=("longitudes",))
        self.fails(1, path, "--target=3", f"--output-path={self.dir}/no/p.txt", saying=("p.txt",))
        self.assertEqual(list(self.dir.glob("p.*")), [])


class Maps(CliTest):
    """Grid maps, and MovingAI's queries with their published lengths."""

    TEXT = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@T.\n...W.\n"

    def map(self, queries, name="tiny.map"):
        path = self.dir / name
        path.write_text(self.TEXT)
        scenario = self.dir / (name + ".scen")
        rows = ["\t".join(map(str, (0, name, 5, 3, *query))) for query in queries]
        scenario.write_text("version 1\n" + "\n".join(rows) + "\n")
        return path, scenario

    def test_published_lengths(self):
        path, scenario = self.map([(0, 0, 4, 0, 4), (0, 2, 4, 2, 8), (2, 2, 2, 2, 0)])
        for algorithm in ("worklist", *ALGORITHMS):
            records = self.record(path, f"--queries={scenario}", f"--algo={algorithm}",
                                  "--verify=full")
            self.assertEqual([r["answer"]["checksum"] for r in records], [400000, 800000, 0])
            self.assertEqual(records[1]["answer"]["summary"]["published"], 8)
        self.assertEqual(self.record(path, "--target=4")["params"]["heuristic"], "octile")

    def test_wrong_published_length(self):
        path, scenario = self.map([(0, 0, 4, 0, 4), (0, 2, 4, 2, 8.01)])
        self.fails(1, path, f"--queries={scenario}", saying=("tiny.map.scen:3", "8.01"))

    def test_rounded_published_length(self):
        """A length is right if it is so in the digits that are printed."""
        text = "type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n.....\n"
        with unittest.mock.patch.object(self, "TEXT", text):
            path, scenario = self.map([(0, 0, 1, 1, "1.41"), (0, 0, 4, 0, "4.00"), (0, 0, 4, 2, "4.83"),
                                       (0, 0, 3, 1, "3.4"), (0, 0, 3, 1, "3.414")], "room.map")
            for record in self.record(path, f"--queries={scenario}"):
                self.assertEqual(record["verified"], True)
            for wrong in ("1.42", "1.4", "1.4141", "1", "2"):
                path, scenario = self.map([(0, 0, 1, 1, wrong)], "room.map")
                if wrong == "1.4":  # of one digit, this is right
                    self.record(path, f"--queries={scenario}")
                else:
                    self.fails(1, path, f"--queries={scenario}", saying=(wrong,))

    def test_no_path(self):
        text = self.TEXT.replace(".....", "..@..").replace("...W.", "..W..")
        with unittest.mock.patch.object(self, "TEXT", text):
            path, scenario = self.map([(0, 0, 4, 0, 0), (0, 0, 1, 0, 1)], "split.map")
            for algorithm in ("worklist", *ALGORITHMS):
                first = self.record(path, f"--queries={scenario}", f"--algo={algorithm}")[0]
                self.assertEqual(first["answer"]["summary"],
                                 {"reached": False, "length": None, "published": 0})
            path, scenario = self.map([(0, 0, 1, 0, 0)], "joined.map")
            self.fails(1, path, f"--queries={scenario}", saying=("no path",))
            path, scenario = self.map([(0, 0, 4, 0, 9)], "parted.map")
            self.fails(1, path, f"--queries={scenario}", saying=("no path",))

    def test_scenario_of_another_map(self):
        path, scenario = self.map([(1, 1, 4, 0, 4)])
        self.fails(1, path, f"--queries={scenario}", saying=("not passable",))


class Dao(CliTest):
    """Queries of real maps, compared with their published lengths: one in twenty of one set, or all of
    all sets with GALOIS_TEST_LONG. DaoRest has half of the maps, so that two cores can run them."""

    half = 0
    sets = ("dao", "sc1", "cities") if LONG else ("dao",)

    def check_map(self, path, *flags, stride=1):
        """Runs one query out of every `stride`."""
        scenario = f"{path}.scen"
        if stride > 1:
            version, *queries = pathlib.Path(scenario).read_text().splitlines()
            scenario = self.dir / f"{path.name}.scen"
            scenario.write_text("\n".join([version, *queries[::stride]]) + "\n")
        with self.subTest(map=path.name, flags=flags):
            result = self.call(path, f"--queries={scenario}", *flags)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("Verification successful.", result.stdout)

    def maps(self, folder):
        found = sorted((INPUTS / "grid" / folder).glob("*.map"))
        if not found:
            self.skipTest(f"there are no maps in {INPUTS}/grid/{folder}")
        return found

    def test_published_lengths(self):
        maps = [path for folder in self.sets for path in self.maps(folder)][self.half::2]
        if SANITIZED:
            maps = [path for path in maps if path.stat().st_size < 10_000]
        for path in maps:
            self.check_map(path, "--algo=sequential", stride=1 if LONG else 20)


class DaoRest(Dao):
    """The other half of the maps, and every worklist on one map."""

    half = 1

    def test_every_algorithm(self):
        path = self.maps("dao")[0].with_name("den204d.map")
        stride = 1 if LONG else 24
        for worklist in self.worklists():
            self.check_map(path, f"--wl={worklist}", "-t=2", stride=stride)
        self.check_map(path, "--algo=bidirectional", stride=stride)


class Roads(CliTest):
    """Real roads with coordinates, compared with Dijkstra."""

    def check_road(self, name, queries, threads, leave_out=()):
        """`threads` maps a worklist's place in the list to the thread counts to run."""
        path = INPUTS / f"road/{name}.gr.xz"
        if not path.exists():
            self.skipTest(f"{path} is not there")
        flags = [path, f"--queries=random:{queries}", "--seed=3"]
        right = self.lengths(*flags, "--algo=dijkstra", "--runs=1")
        self.assertNotIn(None, right)
        for algorithm in ALGORITHMS[::2]:
            with self.subTest(algorithm=algorithm):
                self.assertEqual(self.lengths(*flags, f"--algo={algorithm}", "--runs=1"), right)
        # The file is unpacked only once. Results that were verified above are not verified again.
        plain = self.dir / f"{name}.co"
        plain.write_bytes(lzma.decompress(path.with_name(f"{name}.co.xz").read_bytes()))
        for place, worklist in enumerate(self.worklists()):
            for count in () if worklist in leave_out else threads(place):
                with self.subTest(worklist=worklist, threads=count):
                    self.assertEqual(self.lengths(*flags, f"--wl={worklist}", f"-t={count}",
                                                  f"--coordinates={plain}", "--runs=1",
                                                  "--verify=none"), right)

    def test_liechtenstein(self):
        self.check_road("osm_liechtenstein", 3, threads_in_turn)

    @unittest.skipUnless(LONG, LONG_ONLY)
    def test_amsterdam(self):
        self.check_road("osm_amsterdam", 3, threads_in_turn)

    @unittest.skipUnless(LONG, LONG_ONLY)
    def test_delaware(self):
        self.check_road("osm_delaware", 1, threads_in_turn)

    def test_travelmapping(self):
        # Who takes the youngest task first would take as long here as all others together.
        # Nor does every worklist run on this graph but with GALOIS_TEST_LONG.
        self.check_road("travelmapping_world", 1,
                        lambda place: ((1, 2, 3, 16)[place // 3 % 4],) if LONG or place % 3 == 0 else (),
                        () if LONG else DEPTH_FIRST)

    @unittest.skipUnless(LONG, LONG_ONLY)
    def test_highways(self):
        self.check_road("scgraph_world_highways", 1, lambda place: ((16, 3, 2, 1)[place % 4],))


class Places(CliTest):
    """Nodes that are named by their places, and the map on the page of --report."""

    def town(self):
        """Returns a path of nodes that go east, 0.01 degrees each, at 50 degrees north, and one that goes north.
        Weights are decimetres."""
        edges = [(node, node + 1, 7170) for node in range(9)] + [(0, 10, 11150)]
        path = self.graph("town", 11, [arc for a, b, length in edges for arc in ((a, b, length), (b, a, length))])
        places = [(10_000 * node, 50_000_000) for node in range(10)] + [(0, 50_010_000)]
        path.with_suffix(".co").write_text(coordinate_text(places))
        return path

    def test_nearest_nodes_are_taken(self):
        town = self.town()
        for first, last in (("--from=49.9,0.021", "--to=49.99,0.079"), ("--startNode=50,0.024", "--target=50,0.076"),
                            ("--startNode=2", "--to=50,0.08")):
            params = self.record(town, first, last)["params"]
            self.assertEqual((params["startNode"], params["target"]), (2, 8))
        self.assertIn("Nearest to 50,0.0801 is node 8, 7 m away", self.call(town, "--to=50,0.0801").stdout)

    def test_x_and_y_of_a_graph_are_no_degrees(self):
        places, (_, arcs) = plane(6, 1)
        path = self.dir / "plane.gml"
        path.write_text("graph [\n directed 1\n" + "".join(
            f" node [ id {node} x {x / 10} y {y / 10} ]\n" for node, (x, y) in enumerate(places)) + "".join(
            f" edge [ source {tail} target {head} weight {weight} ]\n" for tail, head, weight in arcs) + "]\n")
        self.assertEqual(self.record(path, "--target=35")["params"]["heuristic"], "euclidean")

    def test_places_that_cannot_be_found(self):
        town = self.town()
        self.fails(2, town, "--from=50,0", "--startNode=3", "--to=4", saying=("one of the two",))
        for neither in ("95,11", "50,200", "50,", "north,0"):
            self.fails(2, town, f"--from={neither}", "--to=4",
                       saying=(f"--from={neither}: neither a place", "-90 to 90", "nor a format"))
        self.fails(2, town, "--from=maps", "--to=4", saying=("there is no format",))
        self.fails(2, town, "--to=50;0", saying=("a whole number",))
        town.with_suffix(".co").unlink()
        self.fails(1, town, "--to=50,0", saying=("--target=50,0 is a place", "no coordinates", "--coords=FILE"))
        path, _, _ = self.plane()
        self.fails(1, path, "--to=50,0", saying=("other coordinates",))

    @unittest.skipIf(SANITIZED, "the page is made by Python")
    def test_the_page_has_a_map(self):
        page = self.dir / "way.html"
        self.record(self.town(), "--from=50,0.02", "--to=50,0.08", f"--report={page}")
        self.assertTrue("Map of the way from 2 to 8" in page.read_text())
        queries = self.dir / "town.queries"
        queries.write_text("0 3\n9 5\n")
        self.record(self.town(), f"--queries={queries}", f"--report={page}")
        self.assertTrue("Map of 2 ways" in page.read_text())
        path, _, _ = self.plane()  # of no degrees
        self.record(path, "--target=9", f"--report={page}")
        self.assertFalse("Map of" in page.read_text())


class Flags(CliTest):
    """Help and the summary."""

    def test_help(self):
        text = self.call("--help").stdout
        for flag in ("--target=", "--startNode=", "--queries=", "--coords=", "--heuristic=",
                     "--heuristic-scale=", "--check-heuristic", "--output-path=", "--algo="):
            self.assertIn(flag, text)

    def test_floats(self):
        """Floats are not taken for integers, and the flag that the message names works."""
        path = self.dir / "floats.gr"
        arcs = [(0, 1, 0.5), (1, 2, 0.25), (0, 2, 1.5)]
        for kind in "fd":
            write_gr(path, 3, arcs, kind=kind)
            self.fails(1, path, "--target=2", saying=("floats, as the file's values show", "whole numbers"))
        self.fails(2, path, "--target=2", "--weight-type=float", saying=("int is the only type",))
        write_gr(path, 3, arcs, kind="f")
        text, scaled = self.dir / "floats.el", self.dir / "scaled.gr"
        self.tool("graph-convert", path, text, "--weight-type=float")
        self.tool("graph-convert", text, scaled, "--scale-weights=1000")
        self.assertEqual(self.record(scaled, "--target=2")["answer"]["summary"]["length"], 750)
        write_gr(path, 3, [(0, 1, 1036000001), (1, 2, 1040000003)])
        self.fails(1, path, "--target=2", saying=("could be whole numbers", "--weight-type=int"))
        self.assertEqual(self.record(path, "--target=2", "--weight-type=int")["answer"]["checksum"], 2076000004)

    def test_advice_about_text_works(self):
        """A message about weights in text advises nothing that this program refuses."""
        text, scaled = self.dir / "fractions.el", self.dir / "whole.gr"
        text.write_text("0 1 2.5\n1 2 3.5\n")
        result = self.call(text, "--target=2")
        self.assertEqual(result.returncode, 1)
        self.assertIn("multiply and round it with graph-convert --scale-weights=1000", result.stderr)
        self.assertNotIn("--weight-type", result.stderr)
        self.tool("graph-convert", text, scaled, "--scale-weights=1000")
        self.assertEqual(self.record(scaled, "--target=2")["answer"]["summary"]["length"], 6000)
        for weight in ("-3", "-0.5"):
            text.write_text(f"0 1 {weight}\n1 2 3\n")
            result = self.call(text, "--target=2")
            self.assertIn("is negative", result.stderr)
            self.assertNotIn("--weight-type", result.stderr)
        text.write_text("0 1 5000000000\n1 2 3\n")
        result = self.call(text, "--target=2")
        self.assertIn("does not fit in 4 bytes; use smaller weights", result.stderr)
        minus = self.dir / "minus.gr"
        write_gr(minus, 3, [(0, 1, 5), (1, 2, -1)], kind="i")
        result = self.call(minus, "--target=2")
        self.assertIn("--weight-type=int says", result.stderr)
        self.assertNotIn("signed", result.stderr)

    def test_summary(self):
        path, _, _ = self.plane()
        result = self.call(path, "--target=820", "--check-heuristic")
        self.assertEqual(result.returncode, 0)
        self.assertLessEqual(len(result.stdout.splitlines()), 10)
        for words in ("Path from node 0 to node 820 has length ", "Heuristic euclidean, scale ",
                      "the largest, by edge ", "Verification successful."):
            self.assertIn(words, result.stdout)
        self.assertNotIn("inf", result.stdout)


if __name__ == "__main__":
    app_cases.main()
