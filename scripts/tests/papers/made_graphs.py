"""Small graphs for tests."""

import numpy as np

from lab.peers import grfile


def graph(nodes, edges):
    """A graph of (tail, head, weight)."""
    edges = sorted(edges)
    offsets = np.zeros(nodes + 1, dtype=np.int64)
    for tail, _, _ in edges:
        offsets[tail + 1:] += 1
    return grfile.Graph(offsets, np.array([head for _, head, _ in edges], dtype=np.uint32),
                        np.array([weight for _, _, weight in edges], dtype=np.uint32))
