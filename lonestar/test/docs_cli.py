"""Runs the examples of the guides as they are printed. CTest builds programs from the pages themselves.
app_cases.py says how to run this test.
"""

import os
import pathlib
import re
import shlex
import subprocess

import app_cases
from app_cases import GRAPHS

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


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
        page = REPOSITORY / "docs" / "fork-and-join.md"
        self.assertIn(f"It prints `{expected}`", page.read_text())
        for threads in ("1", "2", "3", "16"):
            done = subprocess.run([self.command(), threads], cwd=self.dir, timeout=900,
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout, expected + "\n")


class OwnGraph(app_cases.CliTest):
    """docs/your-own-graph.md: every command, in order, prints what the page says."""

    # Times depend on the machine.
    TIME = re.compile(r"\d+\.\d\d s$")

    @staticmethod
    def steps():
        """Returns (command, lines that it prints) for each command of the page after the build."""
        page = REPOSITORY / "docs" / "your-own-graph.md"
        lines = [line[4:] for line in page.read_text().splitlines() if line.startswith("    ")]
        found = []
        for line in lines:
            if re.match(r"(build/bin|inputs)/", line):
                found.append((line.partition("  #")[0], []))
            elif found:
                found[-1][1].append(line)
        return found

    def test_the_page_works_for_everybody(self):
        (self.dir / "build").mkdir()
        (self.dir / "build" / "bin").symlink_to(app_cases.BIN.resolve())
        (self.dir / "inputs").symlink_to(REPOSITORY / "inputs")
        # Without Python's packages for pictures the commands that need them are left out.
        draws = subprocess.run([REPOSITORY / "inputs" / "draw-path", "--help"], capture_output=True,
                               check=False).returncode == 0
        steps = self.steps()
        self.assertGreater(len(steps), 9)
        for command, expected in steps:
            if not draws and command.startswith("inputs/"):
                continue
            words = [word for word in shlex.split(command)
                     if draws or not word.startswith("--plot=")]
            done = subprocess.run(words, cwd=self.dir, env=self.env, timeout=900, capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
            printed = [self.TIME.sub("", line) for line in done.stdout.splitlines()]
            for line in expected:
                start, dots, _ = self.TIME.sub("", line).partition("...")
                self.assertTrue(any(out.startswith(start) if dots else out == start for out in printed),
                                f"{command}\nprints no line {line!r}:\n{done.stdout}")


if __name__ == "__main__":
    app_cases.main()
