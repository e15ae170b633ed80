"""Stand-ins for the tests of scripts/peers: graphs, our programs, and adapters of packages."""

import json
import os
import pathlib
import stat
import struct
import sys

from lab.peers.catalogue import DEBIAN, OWN, USUAL, Peer

SOLVER = pathlib.Path(__file__).resolve().parent / "peers_stand_in_solver.py"
PROGRAMS = ("sssp-cpu", "bfs-cpu", "mst-cpu", "pagerank-cpu", "color-cpu")
# A path 0 - 1 - 2 - 3 with a shortcut 0 - 3, node 4 behind 3, and node 5 alone; both ways.
EDGES = [(0, 1, 2), (1, 2, 2), (2, 3, 2), (0, 3, 9), (3, 4, 1)]


def both_ways(edges):
    return sorted(edges + [(v, u, weight) for u, v, weight in edges])


def write_gr(path, arcs, nodes, version=1, edge_bytes=4):
    """Writes a binary .gr file; arcs are (tail, head, weight), sorted by tail."""
    counts = [0] * nodes
    for tail, _, _ in arcs:
        counts[tail] += 1
    data = struct.pack("<QQQQ", version, edge_bytes, nodes, len(arcs))
    total = 0
    for count in counts:
        total += count
        data += struct.pack("<Q", total)
    data += b"".join(struct.pack("<I" if version == 1 else "<Q", head) for _, head, _ in arcs)
    if edge_bytes:
        data += b"\0" * (-len(data) % 8)
        data += b"".join(struct.pack("<I" if edge_bytes == 4 else "<Q", weight)
                         for _, _, weight in arcs)
    path.write_bytes(data)
    return path


def peer(name, questions=USUAL, parallel=()):
    """A peer whose stand-in behaves as its name says."""
    return Peer(name, name.title(), DEBIAN, name, ("libfake-dev",), "", tuple(questions),
                tuple(parallel))


OURS = Peer("galois", "our programs", OWN, "own", (), "", USUAL, USUAL)


class Place:
    """A folder with stand-in programs, installed stand-in adapters and a graph."""

    def __init__(self, folder, names=()):
        self.folder = folder
        self.out = folder / "peers"
        self.bin = folder / "bin"
        self.log = folder / "calls"
        self.graph = write_gr(folder / "path.gr", both_ways(EDGES), 6)
        self.bin.mkdir()
        (self.out / "build").mkdir(parents=True)
        for name in PROGRAMS:
            self._script(self.bin / name)
        self.install(*names)

    def install(self, *names, version="1.0"):
        """Puts adapters in place, as `peers install` would."""
        note = self.out / "installed.json"
        noted = json.loads(note.read_text()) if note.exists() else {}
        for name in names:
            self._script(self.out / "build" / name, version)
            noted[name] = {"version": version, "date": "2026-11-01"}
        note.write_text(json.dumps(noted))

    def calls(self):
        """The calls of the stand-ins so far."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    @staticmethod
    def _script(path, version="1.0"):
        path.write_text(f"#!/bin/sh\n# {version}\nexec '{sys.executable}' -S -E '{SOLVER}' "
                        f"{path.name} \"$@\"\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def environment(self):
        """What the stand-ins need to know."""
        return {"FAKE_LOG": os.fspath(self.log)}
