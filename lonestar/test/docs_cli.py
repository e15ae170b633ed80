"""Runs the example of an operator from the guide as it is printed. CTest builds the example from the page
itself. app_cases.py says how to run this test.
"""

import os
import subprocess

import app_cases
from app_cases import GRAPHS


class Operator(app_cases.CliTest):
    """docs/write-an-operator.md: the program, compiled into the file that DOCS_PROGRAM names."""

    def command(self):
        return os.environ["DOCS_PROGRAM"]

    def test_standard_output_holds_the_answer_and_nothing_else(self):
        nodes, arcs = GRAPHS["disconnected"]
        path = self.graph("disconnected", nodes, arcs, weighted=False).resolve()
        for threads in ("1", "3"):
            done = subprocess.run([self.command(), path, threads], cwd=self.dir, timeout=900,
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.split(), ["0", "1", "2"] + [str(2**32 - 1)] * 5)
            self.assertIn("levels, Iterations", (self.dir / "levels.csv").read_text())


if __name__ == "__main__":
    app_cases.main()
