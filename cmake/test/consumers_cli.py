"""The installed package under every compiler and standard that it supports. CTest runs a class at a
time after install_cli.py has installed a tree:

    BUILD=build/release python3 cmake/test/consumers_cli.py HeadersGcc

A cell is a compiler with a standard. Without GALOIS_TEST_LONG=1 only the first one runs, with static
libraries, and without the headers in worklists/parts.
"""

import os
import re
import shutil
import unittest

import install_cli
from install_cli import LONG, PREFIX, REPOSITORY, built, cached, run

COMPILERS = {"g++": ("g++-12", "g++"), "clang++": ("clang++-14",)}
TESTS = REPOSITORY / "cmake" / "test"
FEWEST_HEADERS = 150  # a guard against a list that lost most of them


class Cells(unittest.TestCase):
    """What the classes below share: one method per cell."""

    compiler: str

    def path_of_compiler(self, standard):
        """The compiler of this class; skips the cell if it is not wanted or not here."""
        if not LONG and (self.compiler, standard) != ("g++", 17):
            self.skipTest("GALOIS_TEST_LONG=1 runs this cell")
        for name in COMPILERS[self.compiler]:
            path = shutil.which(name)
            if path is not None:
                return path
        self.skipTest(f"no {COMPILERS[self.compiler][0]} here; scripts/setup --dev installs it")

    def test_cxx17(self):
        self.check(17)

    def test_cxx20(self):
        self.check(20)

    def check(self, standard):
        raise NotImplementedError

    def build(self, project, name, standard, *options, prefix=PREFIX):
        compiler = self.path_of_compiler(standard)
        folder = built(TESTS / project, f"{project} {name} {self.compiler} {standard}",
                       f"-DCMAKE_CXX_STANDARD={standard}", *options, prefix=prefix,
                       compiler=compiler)
        used = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$",
                         (folder / "CMakeCache.txt").read_text(), re.M)[1]
        self.assertEqual(used, compiler)
        return folder


class Headers(Cells):
    """Each header compiles alone."""

    def check(self, standard):
        folder = self.build("headers", "alone", standard, f"-DPARTS={LONG}")
        sources = list(folder.glob("*_h.cpp"))
        self.assertGreater(len(sources), FEWEST_HEADERS)
        installed = {re.sub("[^A-Za-z0-9]", "_", str(path))
                     for path in install_cli.files(PREFIX / "include" / "galois-cps")
                     if len(path.parts) == 2 and path.parts[0] == "galois"}
        self.assertLessEqual(installed, {path.stem for path in sources})


class Programs(Cells):
    """Programs link and give the right answer, with static libraries and with shared ones."""

    def check(self, standard):
        self.path_of_compiler(standard)  # before libraries are built for a cell that is skipped
        for kind, prefix in self.prefixes():
            folder = self.build("consumer", kind, standard,
                                f"-DTUTORIAL={REPOSITORY / 'lonestar' / 'tutorial'}", prefix=prefix)
            for name in ("3-schedulers", "5-conflicts"):
                for threads in ("1", "2", "16"):
                    self.assertIn("The answer is right.\n", run(folder / name, "-t", threads))
                needed = run("readelf", "-d", folder / name)
                self.assertEqual("libgalois.so" in needed, kind == "shared", f"{kind} {name}")

    def prefixes(self):
        """Yields kinds of libraries with the folders in which they are installed."""
        here = "shared" if cached("BUILD_SHARED_LIBS") == "ON" else "static"
        yield here, PREFIX
        if LONG and here == "static":
            yield "shared", install_cli.shared_libraries("galois")[1]


class HeadersGcc(Headers):
    compiler = "g++"


class HeadersClang(Headers):
    compiler = "clang++"


class ProgramsGcc(Programs):
    compiler = "g++"


class ProgramsClang(Programs):
    compiler = "clang++"


if __name__ == "__main__":
    os.environ.pop("GALOIS_OVERSUBSCRIBE", None)
    install_cli.main()
