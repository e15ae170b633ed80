"""Runs the examples of the guides as they are printed. CTest builds them from the pages themselves.
app_cases.py says how to run this test.
"""

import os
import pathlib
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


class ForkJoin(app_cases.CliTest):
    """docs/fork-and-join.md: the program, compiled into the file that DOCS_PROGRAM names."""

    def command(self):
        return os.environ["DOCS_PROGRAM"]

    def test_standard_output_is_what_the_page_says(self):
        numbers = [i * i % 1000 for i in range(100000)]
        even = sum(number % 2 == 0 for number in numbers)
        expected = f"{sum(numbers)} {even} {max(numbers)}"
        page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "fork-and-join.md"
        self.assertIn(f"It prints `{expected}`", page.read_text())
        for threads in ("1", "2", "3", "16"):
            done = subprocess.run([self.command(), threads], cwd=self.dir, timeout=900,
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout, expected + "\n")


if __name__ == "__main__":
    app_cases.main()
