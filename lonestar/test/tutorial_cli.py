"""Runs the programs of the tutorial. app_cases.py says how to run these tests."""

import re
import subprocess

import app_cases
from app_cases import BIN, REPOSITORY

PROGRAMS = sorted((REPOSITORY / "lonestar" / "tutorial").glob("[0-9]-*.cpp"))
PAGE = REPOSITORY / "docs" / "tutorial.md"


def launch(source, *args):
    """Runs the program of a source file."""
    return subprocess.run([BIN / f"tutorial-{source.stem}", *args], capture_output=True, text=True,
                          timeout=600, check=False)


def shape(text):
    """A text without its indentation, with a sign in place of each number."""
    return [re.sub(r"\s*\d+", " #", line).strip() for line in text.splitlines() if line.strip()]


class Answers(app_cases.CliTest):
    """Every program is right with one thread, two, and more than there are cores."""

    def test_every_program_checks_its_answer(self):
        self.assertGreaterEqual(len(PROGRAMS), 8)
        for source in PROGRAMS:
            for threads in (1, 2, 16):
                done = launch(source, "-t", str(threads))
                self.assertEqual((done.returncode, done.stderr), (0, ""), f"{source.stem} {threads}")
                self.assertIn("The answer is right.\n", done.stdout)

    def test_the_first_program_has_as_many_threads_as_it_is_told(self):
        for threads in (1, 3, 16):
            self.assertIn(f"{threads} threads said hello\n",
                          launch(PROGRAMS[0], f"-t={threads}").stdout)

    def test_the_page_shows_what_the_programs_print(self):
        page = PAGE.read_text()
        for source in PROGRAMS:
            section = page[page.index(f"tutorial/{source.name}`]"):].split("\n## ")[0]
            output = re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)
            self.assertEqual(shape(output[0]), shape(launch(source, "-t", "2").stdout), source.stem)
            self.assertIn(f"## {source.stem[0]}. ", page)


class Flags(app_cases.CliTest):
    """Wrong flags get one line and status 2."""

    def test_wrong_flags(self):
        for source in PROGRAMS:
            for wrong in (["-t"], ["-t", "0"], ["-t", "-1"], ["-t", "x"], ["-t", "2x"], ["-t="],
                          ["-t", "1025"], ["-t", "99999999999"], ["--unknown"], ["file"]):
                done = launch(source, *wrong)
                self.assertEqual((done.returncode, done.stdout), (2, ""), f"{source.stem} {wrong}")
                self.assertRegex(done.stderr, rf"^tutorial-{source.stem}: .+\n\Z")
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_help(self):
        for source in PROGRAMS:
            done = launch(source, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(f"usage: tutorial-{source.stem} [-t THREADS]\n", done.stdout)


if __name__ == "__main__":
    app_cases.main()
