"""Runs both suites of `scripts/bench --suite` with our programs at a tiny scale: every cell is verified, those of
LDBC Graphalytics against the reference outputs of its examples. scripts/tests/test_suites.py has the rest.
"""

import json
import subprocess

import app_cases
from app_cases import BIN, INPUTS, REPOSITORY

PROGRAMS = ("bfs-cpu", "sssp-cpu", "pagerank-cpu", "components-cpu", "betweenness-cpu", "cdlp-cpu", "triangles-cpu",
            "graph-gen")


@app_cases.needs(*PROGRAMS)
class Suites(app_cases.CliTest):
    program = "betweenness-cpu"

    def suite(self, name, *flags):
        """Returns the table's rows, as lists of cells, and the records."""
        out = self.dir / "records.jsonl"
        result = subprocess.run(
            [REPOSITORY / "scripts" / "bench", "--suite", name, "--bin", BIN, "--threads", "1,2", "--out", out,
             "--format", "markdown", *flags], capture_output=True, text=True, env=self.env, timeout=900, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in result.stdout.splitlines()
                if line.startswith("|")]
        return rows[2:], [json.loads(line) for line in out.read_text().splitlines()]

    def test_gap(self):
        rows, records = self.suite("gap", "--scale", "8", "--trials", "2")
        self.assertEqual([row[0] for row in rows[::2]], ["BFS", "SSSP", "PR", "CC", "BC", "TC"])
        for row in rows:
            self.assertEqual((row[1], row[3], row[6]), ("ours", "2", "--verify=full"))
            self.assertTrue(all(float(seconds) > 0 for seconds in row[4:6]), row)
        self.assertTrue(all(record["verified"] is True for record in records))
        self.assertEqual(len(records), 2 * 2 * 6 * 2)
        starts = [[record["params"]["startNode"] for record in records if record["app"] == app]
                  for app in ("bfs-cpu", "sssp-cpu")]
        self.assertEqual(*starts)

    def test_graphalytics(self):
        if not (INPUTS / "graphalytics").exists():
            self.skipTest("the examples are not there")
        rows, records = self.suite("graphalytics", "--trials", "2")
        self.assertEqual(len(rows), 2 * 6 * 2)
        rules = {"BFS": "exact", "PR": "epsilon", "WCC": "equivalence", "CDLP": "exact", "LCC": "epsilon",
                 "SSSP": "epsilon"}
        for row in rows:
            self.assertEqual((row[2], row[-1]), ("ours", rules[row[1]]))
        self.assertEqual(len(records), 2 * len(rows))


if __name__ == "__main__":
    app_cases.main()
