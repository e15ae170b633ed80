"""Reads coordinates of nodes (DIMACS .co) and arcs (binary .gr)."""

import numpy

from galois_cps.runs import UserError


def counts(path):
    """Nodes and arcs of a binary .gr."""
    try:
        header = numpy.fromfile(path, dtype="<u8", count=4)
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}") from None
    if len(header) < 4 or header[0] != 1:
        raise UserError(f"{path} is no binary .gr of version 1; graph-convert makes one of it")
    return int(header[2]), int(header[3])


def read_arcs(path):
    """Two arrays: tails and heads of all arcs of a binary .gr."""
    nodes, arcs = counts(path)
    ends = numpy.fromfile(path, dtype="<u8", count=nodes, offset=32)
    heads = numpy.fromfile(path, dtype="<u4", count=arcs, offset=32 + 8 * nodes)
    if len(ends) < nodes or len(heads) < arcs or (nodes and ends[-1] != arcs):
        raise UserError(f"{path} is cut short")
    return numpy.repeat(numpy.arange(nodes), numpy.diff(ends, prepend=numpy.uint64(0))
                        .astype(numpy.int64)), heads


def read_coords(path):
    """An array of x and y per node, in degrees if the values can be 10^-6 degrees."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = [line.split()[1:4] for line in file if line.startswith("v ")]
        table = numpy.array(rows, dtype=numpy.int64).reshape(-1, 3)
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}") from None
    except ValueError:
        table = None
    if table is None or sorted(table[:, 0]) != list(range(1, len(table) + 1)):
        raise UserError(f"{path} is no DIMACS coordinate file: lines \"v NODE X Y\", nodes from 1")
    places = numpy.empty((len(table), 2))
    places[table[:, 0] - 1] = table[:, 1:]
    return places / 1e6 if geographic(places) else places


def geographic(places):
    """True if x and y can be longitudes and latitudes in 10^-6 degrees, of an area larger than a village."""
    if len(places) == 0:
        return False
    x, y = numpy.abs(places).max(axis=0)
    return 1e4 < max(x, y) and x <= 180e6 and y <= 90e6


def in_degrees(table):
    """True if read_coords() returned longitudes and latitudes."""
    return len(table) > 0 and numpy.abs(table).max() <= 180
