"""Writes the map of a city that does not exist, in the form of OpenStreetMap: streets with one-way rules,
speeds, barriers, footways, a roundabout in the middle and a motorway around it all."""

import argparse
import math
import random
import sys
from xml.sax.saxutils import quoteattr

from lab.bench import program

_EPILOG = """\
  inputs/make-city city.osm --blocks 40       writes some 5,000 nodes, the same each time
  osmium sort city.osm -o city.osm.pbf        makes PBF of it
"""

_METRES_PER_DEGREE = 111_195.08
_CENTRE = 48.0, 11.5  # latitude and longitude
_BLOCK = 110.0        # metres from street to street


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="make-city", description=__doc__, epilog=_EPILOG)
    parser.add_argument("map", metavar="MAP", help="the file to write, .osm")
    parser.add_argument("--blocks", type=_blocks, default=40, help="blocks in each direction (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="another one makes another city (default 1)")
    args = parser.parse_args(argv)
    return program.guarded("make-city", lambda: _run(args), advice="")


def _blocks(text):
    if not text.isdecimal() or not 4 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of blocks from 4 to 1000")
    return int(text)


def _run(args):
    city = City(args.blocks, args.seed)
    with open(args.map, "w", encoding="utf-8") as file:
        city.write(file)
    print(f"{args.map}: {len(city.nodes)} nodes, {len(city.ways)} ways")
    return 0


class City:
    """The map: `nodes` is a list of latitude, longitude and tags, and `ways` one of nodes and tags. Ids count
    from FIRST_ID."""

    FIRST_ID = 5_000_000_000  # ids of today's maps have more than 32 bits

    def __init__(self, blocks, seed):
        self.nodes = []
        self.ways = []
        self._blocks = blocks
        self._random = random.Random(seed)
        self._crossings = [[self._node(column, row, 0.15) for column in range(blocks + 1)]
                           for row in range(blocks + 1)]
        for line in range(blocks + 1):
            self._street(line, [self._crossings[line][at] for at in range(blocks + 1)])
            self._street(line, [self._crossings[at][line] for at in range(blocks + 1)])
        self._roundabout()
        self._motorway()
        self._footways()

    def write(self, file):
        """Writes the map as XML."""
        file.write("<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6' generator='make-city'>\n")
        for number, (latitude, longitude, tags) in enumerate(self.nodes, self.FIRST_ID):
            file.write(f"<node id='{number}' version='1' lat='{latitude:.7f}' lon='{longitude:.7f}'>"
                       f"{_tags(tags)}</node>\n")
        for number, (nodes, tags) in enumerate(self.ways, 1):
            refs = "".join(f"<nd ref='{self.FIRST_ID + node}'/>" for node in nodes)
            file.write(f"<way id='{number}' version='1'>{refs}{_tags(tags)}</way>\n")
        file.write("</osm>\n")

    def _node(self, column, row, jitter=0.0, **tags):
        """A node at this place, in blocks from the south-west; returns its number."""
        east, north = ((at - self._blocks / 2 + self._random.uniform(-jitter, jitter)) * _BLOCK
                       for at in (column, row))
        latitude = _CENTRE[0] + north / _METRES_PER_DEGREE
        longitude = _CENTRE[1] + east / _METRES_PER_DEGREE / math.cos(math.radians(_CENTRE[0]))
        self.nodes.append((latitude, longitude, tags))
        return len(self.nodes) - 1

    def _between(self, a, b, share, **tags):
        """A node beside the straight line between two nodes."""
        (south, west, _), (north, east, _) = self.nodes[a], self.nodes[b]
        aside = self._random.uniform(-0.08, 0.08)
        self.nodes.append((south + share * (north - south) + aside * (east - west) / 1.5,
                           west + share * (east - west) - aside * (north - south), tags))
        return len(self.nodes) - 1

    def _street(self, line, crossings):
        if line % 8 == 0:
            tags = {"highway": "primary", "maxspeed": "50"}
        elif line % 4 == 0:
            tags = {"highway": "secondary", "maxspeed": "30 mph"}
        else:
            tags = {"highway": "residential", "maxspeed": "30"}
            if line % 3 == 0:
                tags["oneway"] = "yes" if line % 2 else "-1"
                tags["oneway:bicycle"] = "no"
        nodes = []
        for a, b in zip(crossings, crossings[1:]):
            nodes.append(a)
            if self._random.random() < 0.5:
                bollard = tags["highway"] == "residential" and self._random.random() < 0.02
                nodes.append(self._between(a, b, 0.5, **({"barrier": "bollard"} if bollard else {})))
        self.ways.append(([*nodes, crossings[-1]], {**tags, "name": f"Street {len(self.ways) + 1}"}))

    def _roundabout(self):
        middle = self._blocks // 2
        ring = [self._node(middle + 0.3 * math.cos(angle), middle + 0.3 * math.sin(angle))
                for angle in (0, math.pi / 2, math.pi, 3 * math.pi / 2)]
        self.ways.append(([*ring, ring[0]], {"highway": "tertiary", "junction": "roundabout"}))
        for part, (row, column) in zip(ring, ((0, 1), (1, 0), (0, -1), (-1, 0))):
            self.ways.append(([part, self._crossings[middle + row][middle + column]], {"highway": "tertiary"}))

    def _motorway(self):
        """A ring of two carriageways, with links at the corners."""
        n = self._blocks
        for out, forward in ((3.0, True), (3.4, False)):
            corners = [(-out, -out), (n + out, -out), (n + out, n + out), (-out, n + out)]
            ring = []
            for (x, y), (to_x, to_y) in zip(corners, corners[1:] + corners[:1]):
                ring += [self._node(x + part / n * (to_x - x), y + part / n * (to_y - y)) for part in range(n)]
            nodes = ring if forward else ring[::-1]
            self.ways.append(([*nodes, nodes[0]], {"highway": "motorway", "maxspeed": "120", "ref": "A 1"}))
            for corner, row, column in ((0, 0, 0), (n, 0, n), (2 * n, n, n), (3 * n, n, 0)):
                self.ways.append(([ring[corner], self._crossings[row][column]],
                                  {"highway": "motorway_link", "oneway": "no"}))

    def _footways(self):
        for _ in range(self._blocks * 2):
            row, column = (self._random.randrange(self._blocks) for _ in range(2))
            a, b = self._crossings[row][column], self._crossings[row + 1][column + 1]
            self.ways.append(([a, self._between(a, b, 0.5), b], {"highway": "footway"}))


def _tags(tags):
    return "".join(f"<tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in tags.items())


if __name__ == "__main__":
    sys.exit(main())
