"""Finds the node of a graph that is nearest to a place."""

import argparse
import math
import sys

import numpy

from galois_cps.runs import UserError
from lab.bench import program

from . import coordinates

_EPILOG = """\
  inputs/find-node road.co -75.5466 39.7459       prints the node, counted from 0, as flags want it
"""


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="find-node", description=__doc__, epilog=_EPILOG)
    parser.add_argument("coords", metavar="COORDS", help="coordinates of the graph's nodes, DIMACS .co")
    parser.add_argument("x", type=_finite, metavar="X", help="longitude in degrees, or x")
    parser.add_argument("y", type=_finite, metavar="Y", help="latitude in degrees, or y")
    args = parser.parse_args(argv)
    return program.guarded("find-node", lambda: _run(args), advice="")


def _finite(text):
    """A number that is a place, as the type of an argument."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{text!r} is no place; give a finite number")
    return number


def _run(args):
    table = coordinates.read_coords(args.coords)
    if len(table) == 0:
        raise UserError(f"{args.coords} has no node")
    print(nearest(table, args.x, args.y))
    return 0


def nearest(table, x, y):
    """The node nearest to x, y; of several the first. In degrees, a step east is shorter than one
    north."""
    east = numpy.cos(numpy.radians(y)) if coordinates.in_degrees(table) else 1
    return int((((table - (x, y)) * (east, 1)) ** 2).sum(axis=1).argmin())


if __name__ == "__main__":
    sys.exit(main())
