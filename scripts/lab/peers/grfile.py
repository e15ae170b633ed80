"""Binary .gr files (versions 1 and 2) as arrays. The driver and the Python adapters read them."""

import dataclasses
import functools
import hashlib
import os
import pathlib
import struct
from typing import Any

import numpy

from galois_cps.runs import UserError

_HEADER = struct.Struct("<QQQQ")
# Whole weights below this value exist in nearly every file; as a float, a smaller word is tiny.
_LEAST_FLOAT = 1 << 23
Array = numpy.ndarray[Any, Any]


@dataclasses.dataclass(frozen=True)
class Header:
    """What the first 32 bytes of a file say."""

    version: int
    edge_bytes: int
    nodes: int
    edges: int

    @property
    def targets_at(self) -> int:
        """The offset of the edges' destinations."""
        return _HEADER.size + 8 * self.nodes

    @property
    def target_bytes(self) -> int:
        """The size of a destination."""
        return 4 if self.version == 1 else 8

    @property
    def weights_at(self) -> int:
        """The offset of the weights: after the destinations, at a multiple of 8."""
        return (self.targets_at + self.target_bytes * self.edges + 7) // 8 * 8


@dataclasses.dataclass(frozen=True)
class Graph:
    """Compressed sparse rows. Node n has the edges offsets[n] to offsets[n + 1]."""

    offsets: Array
    targets: Array
    weights: Array | None

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.offsets) - 1

    @functools.cached_property
    def sources(self) -> Array:
        """The tail of each edge."""
        return numpy.repeat(numpy.arange(self.nodes, dtype=numpy.int64),
                            numpy.diff(self.offsets))

    def lengths(self) -> Array:
        """The weights, all 1 if the file has none."""
        if self.weights is None:
            return numpy.ones(len(self.targets), dtype=numpy.uint32)
        return self.weights

    def undirected(self) -> tuple[Array, Array, Array]:
        """(u, v, weight) of each undirected edge, u < v: the lightest of parallel arcs in whatever
        direction, without loops."""
        tails, heads = self.sources, self.targets.astype(numpy.int64)
        low, high = numpy.minimum(tails, heads), numpy.maximum(tails, heads)
        return _lightest(low, high, self.lengths(), self.nodes, low != high)

    def simple(self) -> tuple[Array, Array, Array]:
        """(tail, head, weight) of each arc, the lightest of parallel ones, sorted."""
        tails, heads = self.sources, self.targets.astype(numpy.int64)
        return _lightest(tails, heads, self.lengths(), self.nodes,
                         numpy.ones(len(tails), dtype=bool))

    def multiplicities(self) -> tuple[Array, Array, Array]:
        """(tail, head, count) of each pair of nodes with arcs, sorted."""
        pairs = self.sources * self.nodes + self.targets
        unique, counts = numpy.unique(pairs, return_counts=True)
        return unique // self.nodes, unique % self.nodes, counts


def _lightest(tails: Array, heads: Array, weights: Array, nodes: int,
              wanted: Array) -> tuple[Array, Array, Array]:
    """The lightest of the wanted arcs with the same ends, sorted by ends."""
    pairs, weights = (tails * nodes + heads)[wanted], weights[wanted].astype(numpy.int64)
    bits = int(weights.max(initial=0)).bit_length()
    if nodes * nodes < 1 << (63 - bits):  # sorting one word is much faster than sorting two
        packed = numpy.sort((pairs << bits) | weights)
        pairs, weights = packed >> bits, packed & ((1 << bits) - 1)
    else:
        order = numpy.lexsort((weights, pairs))
        pairs, weights = pairs[order], weights[order]
    first = numpy.ones(len(pairs), dtype=bool)
    numpy.not_equal(pairs[1:], pairs[:-1], out=first[1:])
    pairs, weights = pairs[first], weights[first]
    return pairs // nodes, pairs % nodes, weights


def header(path: str | os.PathLike[str]) -> Header:
    """The header of a file; UserError if it is no binary .gr file."""
    try:
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            start = file.read(_HEADER.size)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    if len(start) == _HEADER.size:
        found = Header(*_HEADER.unpack(start))
        needed = found.weights_at + found.edge_bytes * found.edges
        if found.version in (1, 2) and (size >= needed or not found.edge_bytes):
            return found
    raise UserError(f"{path} is no binary .gr file; build/bin/graph-convert {path} OUT.gr "
                    "makes one")


def read(path: str | os.PathLike[str], *, doubles: bool = False) -> Graph:
    """The arrays of a file, in memory.

    :param doubles: whether weights of 8 bytes are taken, as doubles"""
    head = header(path)
    if head.edge_bytes not in ((0, 4, 8) if doubles else (0, 4)):
        raise UserError(f"{path} has weights of {head.edge_bytes} bytes; peers are asked about "
                        "whole weights of 4 bytes")
    offsets = numpy.zeros(head.nodes + 1, dtype=numpy.int64)
    with open(path, "rb") as file:
        file.seek(_HEADER.size)
        offsets[1:] = numpy.fromfile(file, "<u8", head.nodes)
        targets = numpy.fromfile(file, "<u4" if head.version == 1 else "<u8", head.edges)
        weights = None
        if head.edge_bytes:
            file.seek(head.weights_at)
            weights = numpy.fromfile(file, "<u4" if head.edge_bytes == 4 else "<f8", head.edges)
    if len(targets) != head.edges or offsets[-1] != head.edges:
        raise UserError(f"{path} is damaged: its index and its number of edges disagree")
    if head.edges and int(targets.max()) >= head.nodes:
        raise UserError(f"{path} is damaged: an edge leads to a node that does not exist")
    return Graph(offsets, targets, weights)


def require_whole_weights(path: str | os.PathLike[str], graph: Graph) -> None:
    """UserError if the weights look like floating-point numbers."""
    if graph.weights is None:
        return
    positive = graph.weights[graph.weights > 0]
    if len(positive) and int(positive.min()) >= _LEAST_FLOAT:
        raise UserError(f"{path} seems to have floating-point weights; peers are asked about "
                        "whole ones")


def fingerprint(path: str | os.PathLike[str]) -> str:
    """Twelve hexadecimal digits that change with the content."""
    digest = hashlib.blake2b(digest_size=6)
    with pathlib.Path(path).open("rb") as file:
        while block := file.read(1 << 24):
            digest.update(block)
    return digest.hexdigest()
