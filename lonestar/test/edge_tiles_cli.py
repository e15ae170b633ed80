"""Splits long rows into tiles (--edge-tile of sssp-cpu and bfs-cpu). Answers must stay right, and tiles must not
count as tasks. app_cases.py says how to run these tests.
"""

import app_cases
import bfs_cli
import sssp_cases
from app_cases import GRAPHS, THREADS


class Sssp(sssp_cases.CliTest):
    """The tiles are so short that every unusual graph has some."""

    def test_answers(self):
        for name, worklist, threads in self.turns():
            for tile in ("1", "3") if worklist in ("smq-bucket", "mq", "obim", "chunk-fifo") else ():
                with self.subTest(worklist=worklist, threads=threads, graph=name, tile=tile):
                    self.check(name, f"--wl={worklist}", f"-t={threads}", f"--edge-tile={tile}")
        self.check("star", "-t=3", "--distance-bits=64", "--edge-tile=64")

    def test_tiles_are_no_tasks(self):
        star = self.graph("star", *GRAPHS["star"])
        for flags, tile, tiles in ((["-t=1"], None, 0), (["-t=2"], 2048, 1), (["-t=16"], 256, 11),
                                   (["-t=300"], 64, 46), (["-t=2", "--edge-tile=0"], None, 0),
                                   (["-t=1", "--edge-tile=1000"], 1000, 2)):
            with self.subTest(flags=flags):
                record = self.record(star, "--wl=smq-bucket", "--per-thread", *flags)
                self.assertEqual(record["worklist"].get("edge_tile"), tile)
                self.assertEqual(record["tasks"], {"executed": 1, "useful": 1, "pushed": 1, "stale": 0})
                self.assertEqual(record["worklist"]["pops"], 1 + tiles)
                self.assertEqual(sum(t["executed"] for t in record["per_thread"]), 1)


class Bfs(bfs_cli.CliTest):
    """The same operator on edges without weights."""

    def test_answers(self):
        for name in GRAPHS:
            for threads in THREADS:
                with self.subTest(threads=threads, graph=name):
                    record = self.check(name, "--wl=smq-bucket", f"-t={threads}", "--edge-tile=2")
                    if name == "star":
                        self.assertEqual(record["worklist"]["edge_tile"], 2)


if __name__ == "__main__":
    app_cases.main()
