"""Reads coordinates of nodes (DIMACS .co) and arcs (binary .gr)."""

import os
import pathlib

import numpy

from galois_cps.runs import UserError

_IDS_MARK = int.from_bytes(b"NodeIds\0", "little")
_NAMES_TITLE = "# Names of nodes (galois-cps)"


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
    if os.path.getsize(path) < 32 + 8 * nodes + 4 * arcs:  # before arrays of that size are made
        raise UserError(f"{path} is cut short")
    ends = numpy.fromfile(path, dtype="<u8", count=nodes, offset=32)
    heads = numpy.fromfile(path, dtype="<u4", count=arcs, offset=32 + 8 * nodes)
    if (nodes and ends[-1] != arcs) or (ends[1:] < ends[:-1]).any() or (heads >= nodes).any():
        raise UserError(f"{path} is corrupt: its arcs do not fit its nodes")
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
    except (ValueError, OverflowError):
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


def read_ids(path):
    """The ids that a binary .gr has behind its edge data, by node, or None (inputs/formats/GrIds.h)."""
    nodes, arcs = counts(path)
    weight = int(numpy.fromfile(path, dtype="<u8", count=2)[1])
    end = 32 + 8 * nodes + (4 * arcs + 7) // 8 * 8 + weight * arcs
    table = numpy.fromfile(path, dtype="<u8", count=nodes + 1, offset=(end + 7) // 8 * 8)
    return table[1:] if len(table) == nodes + 1 and table[0] == _IDS_MARK else None


def read_names(path):
    """A dictionary from the names of nodes to the nodes: those in the file .names beside a binary .gr, or
    the ids in it. None if it has neither."""
    beside = pathlib.Path(path).with_suffix(".names")
    names = {}
    try:
        with open(beside, encoding="utf-8") as file:
            if file.readline().startswith(_NAMES_TITLE):
                for line in file:
                    number, _, name = line.rstrip("\r\n").partition(" ")
                    names[unquoted(name)] = int(number)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise UserError(f"cannot open {beside}: {error.strerror}") from None
    except ValueError:
        raise UserError(f"{beside} is no file of names: lines \"NODE NAME\"") from None
    if names:
        if sorted(names.values()) != list(range(counts(path)[0])):
            raise UserError(f"{beside} has the names of another graph than {path}; convert the graph again")
        return names
    ids = read_ids(path)
    return None if ids is None else {str(name): node for node, name in enumerate(ids.tolist())}


def unquoted(name):
    """A name as a file of ours has it, without the quotes that it has if it contains separators."""
    quoted = len(name) > 1 and name[0] == name[-1] == '"'
    return name[1:-1].replace('""', '"') if quoted else name
