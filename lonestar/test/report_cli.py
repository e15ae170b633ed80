"""Runs programs with --report: what stands on the page, what is refused before the work, and that the exit
status is that of the runs. app_cases.py says how to run these tests.

The page itself is tested by scripts/tests/test_run_page.py.
"""

import os
import shutil
import subprocess

import app_cases
from app_cases import BIN, REPOSITORY

TABLE = "from,to,km\nParis,London,344\nLondon,\"New York, JFK\",5540\nParis,Oslo,1340\nLima,Paris,9000\n"


class ReportTest(app_cases.CliTest):
    def setUp(self):
        self.table = self.dir / "flights.csv"
        self.table.write_text(TABLE, encoding="utf-8")
        self.page = self.dir / "page.html"
        self.page.unlink(missing_ok=True)

    def launch(self, program, *args, page=None, **env):
        return subprocess.run([str(BIN / program), *map(str, args), f"--report={page or self.page}", "-t=2"],
                              capture_output=True, text=True, env={**self.env, **env}, timeout=900, check=False)

    def page_of(self, program, *args, status=0):
        """Returns the page of a program that says nothing about it."""
        result = self.launch(program, *args)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertNotIn("report", result.stderr)
        self.only_the_page()
        return self.page.read_text(encoding="utf-8")

    def has(self, text, *words):
        """Checks that these stand on a page, which is too long for a message."""
        for word in words:
            self.assertTrue(word in text, word)

    def only_the_page(self):
        """There are no temporary files."""
        self.assertEqual([path.name for path in self.dir.glob("*page*")], ["page.html"])


@app_cases.needs("sssp-cpu", "fib-cpu")
class Pages(ReportTest):
    """A page shows the answer, by the names of the user's file, and all runs."""

    def test_all_at_once(self):
        output = self.dir / "answer.txt"
        text = self.page_of("sssp-cpu", self.table, "--startNode=Paris", "--runs=3", f"--output={output}")
        self.has(text, "<tr><td>New York, JFK</td><td>5,884</td></tr>", "1 nodes have no value",
                 "(median of 3 runs)", "Histogram of the distance from the source of 4 nodes")
        self.assertIn('"New York, JFK" 5884\n', output.read_text(encoding="utf-8"))

    def test_the_last_of_several_sources(self):
        sources = self.dir / "sources.txt"
        sources.write_text("Lima\nLondon\n", encoding="utf-8")
        text = self.page_of("sssp-cpu", self.table, f"--sources={sources}")
        self.has(text, "2 configurations, 2 measured runs", "<tr><td>New York, JFK</td><td>5,540</td></tr>")
        self.assertEqual(text.count("Histogram"), 1)

    def test_a_run_that_was_ended(self):
        text = self.page_of("sssp-cpu", self.table, "--startNode=Paris", "--time-limit=0", status=124)
        self.has(text, "A run was ended: the run took longer than 0 s.")
        self.assertFalse("Histogram" in text)

    def test_a_process_that_was_ended(self):
        text = self.page_of("fib-cpu", "--n=93", "--time-limit=100ms", status=124)
        self.has(text, "A run was ended: the run took longer than 0.1 s.")

    def test_a_program_without_a_graph(self):
        text = self.page_of("fib-cpu", "--n=20", "--json=-")
        self.has(text, "<title>fib-cpu on fib-20</title>", "The answer was checked: right")
        self.assertFalse("--answer" in text)


@app_cases.needs("fib-cpu", "graph-info")
class Refusals(ReportTest):
    """What keeps a page from being made is one line before the work. Later it changes no exit status."""

    def refused(self, *words, status=2, **more):
        result = self.launch("fib-cpu", "--n=20", **more)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertEqual(result.stdout, "")
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertFalse(self.page.exists())

    def test_before_the_work(self):
        self.refused("--report=page.txt", "ends in .html", page="page.txt")
        self.refused("--report=-", "ends in .html", page="-")
        self.refused("nowhere", status=1, page=self.dir / "nowhere" / "page.html")
        result = self.launch("fib-cpu", "--n=20", f"--json={self.page}")
        self.assertEqual(result.returncode, 2)
        self.assertIn("two outputs", result.stderr)

    def scripts(self, name, text):
        """Returns a folder with a program `name`, to be the first of PATH."""
        folder = self.dir / f"with-{name}"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="ascii")
        (folder / name).chmod(0o755)
        return folder

    def test_without_python(self):
        """The script says what is missing, since it knows where it is installed."""
        for said, expected in ((r"report: no Python here; do this\nand that", ("no Python here; do this\n",)),
                               ("", ("scripts/report cannot be run\n",))):
            bash = self.scripts("bash", f"printf '{said}' >&2; exit 1")
            self.refused(*expected, PATH=f"{bash}:{os.environ['PATH']}")

    def test_without_python_where_it_is_installed(self):
        """There is no scripts/setup beside an installed program."""
        bin_dir, scripts = self.dir / "unpacked/bin", self.dir / "unpacked/share/galois-cps/scripts"
        shutil.rmtree(self.dir / "unpacked", ignore_errors=True)
        (scripts / "lib").mkdir(parents=True)
        bin_dir.mkdir()
        shutil.copy2(BIN / "fib-cpu", bin_dir)
        for name in ("report", "lib/common.sh"):
            shutil.copy2(REPOSITORY / "scripts" / name, scripts / name)
        # No Python has what is looked for in such a folder.
        text = (scripts / "report").read_text(encoding="utf-8")
        (scripts / "report").write_text(text.replace("runPythonTool", "runPython no_such_module --"))
        result = subprocess.run([bin_dir / "fib-cpu", "--n=20", f"--report={self.page}"],
                                capture_output=True, text=True, env=self.env, timeout=900, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("install Debian's packages python3-numpy python3-matplotlib", result.stderr)

    def test_a_page_that_fails_at_the_end(self):
        """The Python of this test can import, but not make a page."""
        python = self.scripts("python3", 'case "$*" in *-o*) echo "no page" >&2; exit 3;; esac; exit 0')
        result = self.launch("fib-cpu", "--n=20", GALOIS_PYTHON=str(python / "python3"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Verification successful", result.stdout)
        self.assertIn("no page\nfib-cpu: there is no ", result.stderr)
        self.assertFalse(self.page.exists())


if __name__ == "__main__":
    app_cases.main()
