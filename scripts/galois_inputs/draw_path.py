"""Draws paths on the map of their graph: the roads around them in grey, the paths in colour."""

import json
import math
import re
import sys

import numpy

from galois_cps.runs import UserError
from lab.bench import program

from . import coordinates

_EPILOG = """\
  build/bin/astar-cpu road.gr --startNode=3 --target=99 --output-path=path.txt
  inputs/draw-path road.gr road.co path.txt map.png

PATH is what astar-cpu writes with --output-path, or sssp-cpu and bfs-cpu with --path-output: one node per
line (several paths are separated by lines that start with #), or GeoJSON. Nodes are called by their names or
ids if GRAPH has some (a .names file beside it), else by their numbers from 0. Their names are shown at the
ends of the paths.
"""


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="draw-path", description=__doc__, epilog=_EPILOG)
    parser.add_argument("graph", metavar="GRAPH", help="binary .gr")
    parser.add_argument("coords", metavar="COORDS", help="its coordinates, DIMACS .co")
    parser.add_argument("path", metavar="PATH", help="the paths")
    parser.add_argument("picture", metavar="PICTURE", help="file to write: .svg, .png or .pdf")
    parser.add_argument("--all", action="store_true", help="show the whole graph, not just what lies "
                        "around the paths")
    parser.add_argument("--title", help="title above the map (default: none)")
    args = parser.parse_args(argv)
    return program.guarded("draw-path", lambda: _run(args), advice="")


def _run(args):
    from galois_cps.charts import picture_file  # matplotlib takes half a second to load

    picture_file.check_name(args.picture)
    program.keep_apart([args.graph, args.coords, args.path], [args.picture])
    table = coordinates.read_coords(args.coords)
    arcs = coordinates.read_arcs(args.graph)
    nodes = coordinates.counts(args.graph)[0]
    if len(table) != nodes:
        raise UserError(f"{args.coords} has {len(table):,} nodes and {args.graph} has {nodes:,}; they "
                        "must belong together")
    names = coordinates.read_names(args.graph)
    paths = read_paths(args.path, table, names)
    draw(table, arcs, [line for line, _ in paths], args, [ends for _, ends in paths])
    return 0


def read_paths(path, table, names=None):
    """Returns each path as an array of x and y, with what its first and last node are called, which is None
    unless nodes have names. `names` is the dictionary of coordinates.read_names()."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text in UTF-8; give the paths that a program wrote with "
                        "--output-path or --path-output") from None
    lines = _geojson(text) if text.lstrip().startswith("{") else _node_lists(path, text, table, names)
    if not lines:
        raise UserError(f"{path} has no path in it")
    return lines


def _geojson(text):
    try:
        features = json.loads(text)["features"]
        shapes = [feature["geometry"] for feature in features]
        return [(numpy.array(shape["coordinates"], dtype=float).reshape(-1, 2), None)
                for shape in shapes if shape and shape["type"] in ("LineString", "Point")]
    except (ValueError, KeyError, TypeError):
        raise UserError("the path is no GeoJSON collection of features") from None


def _node_lists(path, text, table, names):
    paths = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            paths.append([])
            continue
        # A name may contain blanks, and then stands between quotes.
        for word in re.findall(r'"(?:[^"]|"")*"|\S+', line):
            paths[-1].append((word, _node(path, number, word, table, names)))
    return [(table[[node for _, node in nodes]],
             [coordinates.unquoted(nodes[at][0]) for at in (0, -1)] if names else None)
            for nodes in paths if nodes]


def _node(path, number, word, table, names):
    """The node that a word of line `number` names."""
    if names is None:
        if not word.isdecimal() or int(word) >= len(table):
            raise UserError(f"{path}:{number}: {word} is no node; nodes are 0 to {len(table) - 1}")
        return int(word)
    if coordinates.unquoted(word) not in names:
        raise UserError(f"{path}:{number}: {word} is no node; the {len(names)} nodes have names such as "
                        f"{next(iter(names))}")
    return names[coordinates.unquoted(word)]


def window(lines, table, everything):
    """The low and high corner of the picture: the paths and a margin, or the whole graph."""
    shown = table if everything else numpy.concatenate(lines)
    low, high = shown.min(axis=0), shown.max(axis=0)
    margin = max(0.08 * (high - low).max(), 1e-9)
    # A path that runs straight north is shown with some country on both sides.
    middle, half = (low + high) / 2, numpy.maximum((high - low) / 2, 0.3 * (high - low).max())
    return middle - half - margin, middle + half + margin


def draw(table, arcs, lines, args, ends=()):
    """Writes the picture. `ends` has what the ends of each line are called, or None."""
    from galois_cps.charts import picture_file, way_map

    degrees = coordinates.in_degrees(table)
    low, high = window(lines, table, args.all)
    aspect = 1 / math.cos(math.radians((low[1] + high[1]) / 2)) if degrees else 1
    width, height = (high - low) * (1, aspect)
    scale = 8 / max(width, height)
    near = ((table >= low - (high - low)) & (table <= high + (high - low))).all(axis=1)
    tails, heads = arcs
    keep = near[tails] & near[heads] & (tails != heads)
    segments = numpy.stack([table[tails[keep]], table[heads[keep]]], axis=1)
    size = max(3, width * scale), max(3, height * scale)
    with picture_file.drawing(args.picture, size) as (_, axes):
        way_map.draw(axes, lines, segments, ends, (low, high), aspect)
        axes.set_xlabel("longitude (degrees)" if degrees else "x")
        axes.set_ylabel("latitude (degrees)" if degrees else "y")
        if args.title:
            axes.set_title(args.title)


if __name__ == "__main__":
    sys.exit(main())
