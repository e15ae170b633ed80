"""Runs sssp-cpu on graphs of unusual shapes, and compares the tasks of the policies that `--algo=auto` can take with
those of their best fixed widths. app_cases.py says how to run these tests.
"""

import random

import app_cases


def both_ways(edges, seed):
    """Returns both arcs of each edge, with a random weight."""
    rng = random.Random(seed)
    weighted = [(u, v, rng.randint(1, 1000)) for u, v in edges]
    return weighted + [(v, u, weight) for u, v, weight in weighted]


def path(first, nodes):
    return [(node, node + 1) for node in range(first, first + nodes - 1)]


def maze(side, seed):
    """Returns the edges of a random spanning tree of a grid."""
    rng = random.Random(seed)
    seen, stack, edges = {0}, [0], []
    while stack:
        x, y = stack[-1] % side, stack[-1] // side
        near = [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        near = [b * side + a for a, b in near if 0 <= a < side and 0 <= b < side]
        near = [node for node in near if node not in seen]
        if near:
            edges.append((stack[-1], rng.choice(near)))
            stack.append(edges[-1][1])
            seen.add(stack[-1])
        else:
            stack.pop()
    return edges


def clique(first, nodes):
    return [(u, v) for u in range(first, first + nodes) for v in range(first, u)]


def heavy_rows(nodes):
    """Returns the edges of a path on which each thousandth node has edges to a hundred others."""
    rng = random.Random(6)
    return path(0, nodes) + [(hub, rng.randrange(nodes)) for hub in range(0, nodes, 1000) for _ in range(100)]


SHAPES = {
    # name: (nodes, edges)
    "star": (5000, [(0, leaf) for leaf in range(1, 5000)]),
    "path": (5000, path(0, 5000)),
    "maze": (70 * 70, maze(70, 1)),
    "broom": (5000, path(0, 2500) + [(2499, leaf) for leaf in range(2500, 5000)]),
    "caterpillar": (5000, path(0, 2500) + [(node, 2500 + node) for node in range(2500)]),
    "two cliques": (1200, clique(0, 100) + path(99, 1002) + clique(1100, 100)),
    "isolated nodes": (100_000, path(0, 1000)),
    "heavy rows": (8000, heavy_rows(8000)),
}
# The radix heap, which auto may take, too, has no widths.
WAYS = (["--algo=buckets", "-t=1"], ["--wl=smq-bucket", "-t=1"], ["--wl=smq-bucket", "-t=2"])
WIDTHS = (0, 4, 7, 10, 14)  # of buckets, as powers of 2


class Shapes(app_cases.CliTest):
    program = "sssp-cpu"

    def executed(self, graph, *flags):
        """Returns the tasks of the run of three that executes the fewest, since threads may be interrupted."""
        records = self.record(graph, *flags, "--runs=3")
        self.assertTrue(all(record["verified"] is True for record in records))
        return min(record["tasks"]["executed"] for record in records)

    def test_no_policy_executes_many_more_tasks_than_with_its_best_width(self):
        for name, (nodes, edges) in SHAPES.items():
            graph = self.graph(name.replace(" ", "-"), nodes, both_ways(edges, 2))
            for flags in WAYS:
                best = min(self.executed(graph, *flags, f"--delta={width}") for width in WIDTHS)
                with self.subTest(shape=name, flags=flags):
                    self.assertLessEqual(self.executed(graph, *flags), 1.5 * best + 1)


if __name__ == "__main__":
    app_cases.main()
