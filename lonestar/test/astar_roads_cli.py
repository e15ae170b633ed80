"""Runs astar-cpu and sssp-cpu on the map of a city that inputs/make-city writes: from places to ways and to a
table of travel times. app_cases.py says how to run these tests.
"""

import csv
import random
import subprocess
import unittest

import app_cases
from app_cases import BIN, REPOSITORY, SANITIZED

CENTRE = (48.0, 11.5)  # of the city, latitude and longitude


@unittest.skipIf(SANITIZED, "OsmTest.cpp reads maps there, and make-city is Python")
class City(app_cases.CliTest):
    """A user with a map, who wants ways and travel times."""

    program = "astar-cpu"

    def setUp(self):
        super().setUp()
        self.map = self.dir / "city.osm"
        self.run_command(REPOSITORY / "inputs" / "make-city", self.map, "--blocks=8")
        said = self.call(self.map, "--to=48,11.5").stderr
        if "this build reads no maps" in said:
            self.skipTest(said)

    def run_command(self, *words):
        done = subprocess.run([str(word) for word in words], cwd=self.dir, env=self.env, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")
        return done.stdout

    def places(self, count):
        """Returns places in the city as flags and files have them."""
        rng = random.Random(count)
        return [",".join(f"{at + rng.uniform(-0.003, 0.003):.5f}" for at in CENTRE) for _ in range(count)]

    def length(self, path, start, end, *flags):
        return self.record(path, f"--from={start}", f"--to={end}", *flags)["answer"]["summary"]["length"]

    def test_ways_depend_on_who_travels(self):
        start, end = self.places(2)
        car, bicycle, foot = (self.length(self.map, start, end, f"--profile={who}")
                              for who in ("car", "bicycle", "foot"))
        self.assertEqual(car, self.length(self.map, start, end))
        self.assertLess(car, bicycle)
        self.assertLess(bicycle, foot)
        # Nobody is faster than 140 km/h, nor on foot than 6: tenths of seconds, and decimetres.
        decimetres = self.length(self.map, start, end, "--osm-weight=length")
        self.assertGreater(car, decimetres / 10 * 3.6 / 140 * 10)
        rules = self.dir / "slow.txt"
        rules.write_text("".join(f"way {road} 4\n" for road in ("residential", "primary", "secondary", "footway")))
        self.assertGreater(self.length(self.map, start, end, f"--profile={rules}"), foot)
        # The rules are a part of what identifies the graph that is kept.
        rules.write_text(rules.read_text().replace(" 4\n", " 2\n"))
        self.assertGreater(self.length(self.map, start, end, f"--profile={rules}"), 1.9 * foot)

    def test_a_map_is_the_same_in_every_form(self):
        osmium = subprocess.run(["sh", "-c", "command -v osmium"], check=False, stdout=subprocess.PIPE).returncode
        if osmium != 0:
            self.skipTest("there is no osmium, which writes PBF (apt-get install osmium-tool)")
        start, end = self.places(2)
        length = self.length(self.map, start, end)
        for name in ("city.osm.pbf", "city.osm.bz2"):
            self.run_command("osmium", "sort", "--no-progress", self.map, "-o", self.dir / name)
            self.assertEqual(self.length(self.dir / name, start, end), length)

    def test_the_rest_of_the_map_can_be_left_out(self):
        graph, crossings = self.dir / "city.gr", self.dir / "crossings.gr"
        self.tool("graph-convert", self.map, graph, "--strong-component")
        self.tool("graph-convert", self.map, crossings, "--strong-component", "--contract-chains")
        start = self.record(crossings, "--from=48,11.5", "--to=48.003,11.503")["params"]
        ends = (f"--startNode={start['startNode']}", f"--target={start['target']}")
        lengths = [self.record(path, *ends, *flags)["answer"]["summary"]["length"] for path, flags in (
            (crossings, ()), (graph, ()), (self.map, ()), (self.map, ("--osm-connected",)))]
        self.assertEqual(len(set(lengths)), 1, lengths)
        self.assertLess(self.record(crossings, *ends)["nodes"], self.record(graph, *ends)["nodes"])
        self.assertEqual(self.record(self.map, "--osm-connected", *ends)["nodes"],
                         self.record(graph, *ends)["nodes"])

    @app_cases.needs("sssp-cpu")
    def test_travel_times_between_two_hundred_places(self):
        places, table = self.dir / "places.txt", self.dir / "times.csv"
        known = self.places(200)
        places.write_text("\n".join(known) + "\n")
        self.run_command(BIN.resolve() / "sssp-cpu", self.map, f"--sources={places}", f"--targets={places}",
                         f"--table={table}")
        with table.open(newline="") as file:
            rows = list(csv.reader(file))[1:]
        self.assertEqual(len(rows), 200 * 200)
        for pair in (7, 4711, 39_000):
            self.assertEqual(int(rows[pair][2]), self.length(self.map, known[pair // 200], known[pair % 200]))


if __name__ == "__main__":
    app_cases.main()
