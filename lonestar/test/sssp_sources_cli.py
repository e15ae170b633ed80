"""Runs sssp-cpu from many source nodes in one process (--sources). app_cases.py says how to run these tests.
"""

import json
import subprocess

import app_cases
from app_cases import GRAPHS
from sssp_cases import CliTest, distances


class Sources(CliTest):
    """Many sources in one process."""

    def test_file(self):
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        (self.dir / "sources").write_text("# three\n5\n\n0\n5\n")
        for flags in (["--algo=dijkstra"], ["-t=2"], ["--algo=delta-stepping", "-t=2"]):
            records = self.record(path, *flags, f"--sources={self.dir}/sources", "--runs=2")
            self.assertEqual([record["params"]["startNode"] for record in records], [5, 5, 0, 0, 5, 5])
            self.assertEqual([record["answer"]["checksum"] for record in records[::2]],
                             [sum(distances(nodes, arcs, source).values()) for source in (5, 0, 5)])

    def test_sparse_ids(self):
        """Sources, answers and reported nodes are ids of the file."""
        out = self.dir / "sparse-distances.txt"
        for flags in ([], ["--algo=dijkstra"]):
            record = self.record(self.sparse(), "--startNode=9", f"--output={out}", *flags)
            self.assertEqual(record["params"]["startNode"], 9)
            self.assertEqual(out.read_text(), "3 5\n9 0\n70 7\n800 inf\n")
        self.assertIn("Node 70 has distance 1 from node 800",
                      self.call(self.sparse(), "--startNode=800", "--report-node=70").stdout)
        (self.dir / "sources").write_text("70\n3\n")
        records = self.record(self.sparse(), f"--sources={self.dir}/sources")
        self.assertEqual([record["params"]["startNode"] for record in records], [70, 3])
        # The default is 0, which is no id here, so the first node is used.
        self.assertEqual(self.record(self.sparse())["params"]["startNode"], 3)
        self.fails(1, self.sparse(), "--startNode=0", saying=("--startNode=0", "between 3 and 800"))
        (self.dir / "sources").write_text("70\n4\n")
        self.fails(1, self.sparse(), f"--sources={self.dir}/sources", saying=("sources:2: source 4",))

    def test_standard_input(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        result = subprocess.run([self.command(), str(path), "--sources=-", "--json=-"], input="4\n6\n", text=True,
                                capture_output=True, env=self.env, timeout=900, check=True)
        self.assertEqual([record["answer"]["summary"]["reached"] for record in json.loads(result.stdout)], [2, 2])

    def test_random(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])

        def drawn(*flags):
            return [record["params"]["startNode"] for record in self.record(path, "--sources=random:40", *flags)]

        self.assertEqual(set(drawn()), {0, 1, 4, 5, 6})  # the nodes with edges
        self.assertEqual(drawn(), drawn("-t=2"))
        self.assertNotEqual(drawn(), drawn("--sources-seed=2"))

    def test_wrong(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        sources = self.dir / "wrong"
        for text, words in (("0\n9\n", "wrong:2:"), ("zero\n", "wrong:1:"), ("1 2\n", "wrong:1:"), ("", "no source")):
            sources.write_text(text)
            self.fails(1, path, f"--sources={sources}", saying=(words,))
        sources.write_text("0\n1\n")
        self.fails(2, path, f"--sources={sources}", "-startNode=1", saying=("--startNode",))
        self.fails(2, path, f"--sources={sources}", f"--output={self.dir}/out", saying=("one source",))
        self.fails(1, path, f"--sources={self.dir}/missing", saying=("missing",))
        for count in ("0", "x", "", "9999999999"):
            self.fails(2, path, f"--sources=random:{count}", saying=("a number of sources from 1 to",))
        for flags in ([], [f"--sources={sources}"]):
            self.fails(2, path, *flags, "--sources-seed=2", saying=("--sources=random:K",))
        self.fails(1, self.graph("no_edges", *GRAPHS["no_edges"]), "--sources=random:2", saying=("no node",))


if __name__ == "__main__":
    app_cases.main()
