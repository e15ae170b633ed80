"""Installs a build and uses it as another project would. CTest runs a class at a time, Tree first:

    BUILD=build/release python3 cmake/test/install_cli.py Tree
    BUILD=build/release python3 cmake/test/install_cli.py Example
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))
from lab.bench import applications  # noqa: E402 (found by the line above)

BUILD = pathlib.Path(os.environ.get("BUILD", "build/release")).resolve()
CMAKE = os.environ.get("CMAKE", "cmake")
CPACK = os.environ.get("CPACK", "cpack")
WORK = BUILD / "test" / "install"
PREFIX = WORK / "a moved prefix"
LONG = os.environ.get("GALOIS_TEST_LONG") == "1"
SKIPPED = 77
SOURCE = re.compile(rb"[\w./-]*/(?:src|include)/[\w./-]+\.(?:h|cpp)$")
PATHS = "smq-bucket: 0 5 12 13; verified\nsmq: 0 5 12 13; verified\n"  # what docs/example prints


def run(*command, environment=None, cwd=None):
    """Standard output of a command that must succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, cwd=cwd, env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise AssertionError(f"{command} failed with status {done.returncode}\n"
                             f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def described(name, flag):
    """What an installed program says about itself as JSON."""
    return json.loads(run(PREFIX / "bin" / name, flag))


def configured(source, name, *options, compiler=None):
    """A new build folder for the project in `source`, configured with this build's tools."""
    shutil.rmtree(WORK / name, ignore_errors=True)
    return configure(source, WORK / name, *options, compiler=compiler)


def configure(source, folder, *options, compiler=None):
    """Configures a project with this build's tools; returns the build folder."""
    tools = {"CMAKE_CXX_COMPILER": compiler or os.environ.get("CXX"),
             "CMAKE_MAKE_PROGRAM": os.environ.get("MAKE_PROGRAM"),
             "CMAKE_CXX_COMPILER_LAUNCHER": os.environ.get("LAUNCHER")}
    run(CMAKE, "-S", source, "-B", folder, "-G", os.environ.get("GENERATOR", "Ninja"),
        *[f"-D{key}={value}" for key, value in tools.items() if value], *options)
    return folder


def built(source, name, *options, prefix=PREFIX, **how):
    """The build folder of a project that finds us below `prefix`, built."""
    folder = configured(source, name, f"-DCMAKE_PREFIX_PATH={prefix}", *options, **how)
    run(CMAKE, "--build", folder, "-j", "2")
    return folder


def cached(name):
    """The value of a variable in the build's cache."""
    match = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.M)
    return match[1] if match else ""


def policies(*needed):
    """Whether the build has these policies, which are named as in GALOIS_WORKLISTS."""
    kept = cached("GALOIS_WORKLISTS").split(";")
    return kept == [""] or set(needed) <= set(kept)


def files(folder):
    """All files below a folder, as paths relative to it."""
    return {path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()}


def foreign(library):
    """What a shared library exports that is not in namespace galois."""
    lines = run("nm", "-DC", "--defined-only", library).splitlines()
    assert len(lines) > 50
    return [line for line in lines if "galois::" not in line]


def copies(library):
    """Variables of libgalois' headers that a library has for itself, though the process has them.
    Descriptions of parameters are constants, and a library compares their addresses among its own."""
    ours = r"galois::(?!analytics::|worklists::parameters::)"
    return re.findall(rf"^\w+ [bd] (?:guard variable for )?({ours}.*)$", run("nm", "-C", library), re.M)


def mentions(folder):
    """Lines "FILE: WHAT" for each installed file that names this machine's folders or a flag, and for
    each library or program that names a source of ours. All are part of debug information, so builds
    that have it are looked at in their text files alone."""
    found = []
    debug = cached("CMAKE_BUILD_TYPE") in ("Debug", "RelWithDebInfo")
    for path in sorted(files(folder)):
        if not (folder / path).exists():
            continue  # a link of a development package into the package of the library
        content = (folder / path).read_bytes()
        if debug and b"\0" in content:
            continue
        for what in (str(REPOSITORY), str(BUILD), str(WORK), "-march="):
            if what.encode() in content:
                found.append(f"{path}: {what}")
        if b"\0" in content:
            # A compiler cache may have made paths relative, so names of sources are looked for, too.
            names = {match[0] for text in content.split(b"\0") if text.endswith((b".h", b".cpp"))
                     if (match := SOURCE.search(text))}
            found += [f"{path}: {name.decode()}" for name in sorted(names)]
    return found


class Tree(unittest.TestCase):
    """Installs, and moves what was installed."""

    def test_installs_into_a_folder_with_a_space(self):
        shutil.rmtree(WORK, ignore_errors=True)
        run(CMAKE, "--install", BUILD, "--prefix", WORK / "a prefix")
        (WORK / "a prefix").rename(PREFIX)
        self.assertTrue(list(PREFIX.rglob("GaloisConfig.cmake")))


class Files(unittest.TestCase):
    """What lies in the installed tree."""

    def test_nothing_names_this_machine_or_its_processor(self):
        self.assertEqual(mentions(PREFIX), [])

    def test_headers_are_those_of_the_libraries(self):
        headers = PREFIX / "include" / "galois-cps"
        sources = set()
        for folder in ("libgalois", "libgalois/compat", "libdist", "analytics"):
            sources |= files(REPOSITORY / folder / "include" / "galois")
        self.assertEqual(files(headers / "galois"),
                         {path for path in sources if path.suffix == ".h"})
        self.assertTrue((headers / "inputs" / "Graph.h").exists())
        self.assertTrue((headers / "inputs" / "formats" / "Formats.h").exists())
        self.assertFalse((headers / "inputs" / "tools").exists())
        self.assertFalse((headers / "inputs" / "test").exists())

    def test_headers_include_what_is_installed(self):
        headers = PREFIX / "include" / "galois-cps"
        missing = []
        for path in sorted(files(headers)):
            for name in re.findall(r'^#include "(.+)"', (headers / path).read_text(), re.M):
                if not (headers / name).exists() and not (headers / path).parent.joinpath(name).exists():
                    missing.append(f"{path}: {name}")
        self.assertEqual(missing, [])


class Example(unittest.TestCase):
    """docs/example, and what the page says that it prints."""

    @classmethod
    def setUpClass(cls):
        cls.copy = WORK / "copy of the examples"
        shutil.rmtree(cls.copy, ignore_errors=True)
        shutil.copytree(REPOSITORY / "docs" / "example", cls.copy)

    def test_the_algorithm_builds_and_runs(self):
        folder = built(self.copy, "paths")
        if policies("SmqBucket", "Smq"):
            self.assertEqual(run(folder / "paths"), PATHS)

    def test_the_operator_builds_and_runs(self):
        folder = built(self.copy / "operator", "steps")
        self.assertEqual(run(folder / "steps"), "14 steps to 1000\n")
        self.assertEqual(run(folder / "steps", "1023"), "18 steps to 1023\n")

    def test_the_queue_builds_and_runs(self):
        folder = built(self.copy / "queue", "rumour")
        page = (REPOSITORY / "docs" / "queue.md").read_text()
        for threads in ("1", "2", "5"):
            self.assertIn("\n    " + run(folder / "rumour", threads), page)

    def test_the_recorder_of_histories_builds_and_runs(self):
        folder = built(self.copy / "history", "record")
        self.assertEqual(run(folder / "record", "multiqueue", "1", "1", "tickets"),
                         "0,0,1,push,65694,0\n0,2,3,pop,65694,0\n0,4,5,empty,,\n")

    def test_the_line_without_cmake_builds_and_runs(self):
        page = (REPOSITORY / "docs" / "coming-from-galois.md").read_text()
        line = re.search(r"^    (g\+\+ (?:.*\\\n)*.*)$", page, re.M)[1]
        compiler = os.environ.get("CXX", "c++")
        library = next(PREFIX.rglob("libgalois.*")).parent
        words = [word.replace("~/galois", str(PREFIX)).replace("$HOME/galois", str(PREFIX))
                 .replace(str(PREFIX / "lib"), str(library))
                 for word in line.replace("\\\n", " ").split()]
        if cached("GALOIS_HWLOC") != "system":
            words.remove("-lhwloc")
        run(compiler, *words[1:], cwd=self.copy / "operator")
        self.assertEqual(run(self.copy / "operator" / "steps"), "14 steps to 1000\n")

    def test_the_page_shows_the_examples_and_what_they_print(self):
        page, queue, history = ((REPOSITORY / "docs" / name).read_text()
                                for name in ("use-from-cpp.md", "queue.md", "check-history.md"))
        for path in files(REPOSITORY / "docs" / "example"):
            self.assertIn(f"\n[`docs/example/{path}`](example/{path})\n",
                          {"queue": queue, "history": history}.get(path.parts[0], page))
        self.assertIn(re.sub("^", "    ", PATHS, flags=re.M).rstrip(" "), page)

    def test_unknown_components_are_named(self):
        source = WORK / "unknown component"
        source.mkdir(exist_ok=True)
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(unknown LANGUAGES CXX)\n"
            "find_package(Galois CONFIG REQUIRED COMPONENTS shmem nonsense)\n")
        with self.assertRaisesRegex(AssertionError, "Galois has no component nonsense"):
            built(source, "unknown")


class Analytics(unittest.TestCase):
    """The library of algorithms: all of it, under all schedulers of the build."""

    @classmethod
    def setUpClass(cls):
        cls.folder = built(REPOSITORY / "cmake" / "test" / "analytics", "analytics",
                           "-DCMAKE_CXX_VISIBILITY_PRESET=hidden")

    def test_every_algorithm_scheduler_and_error(self):
        self.assertEqual(run(self.folder / "every"), "")

    def test_what_the_shared_library_exports(self):
        shared = cached("BUILD_SHARED_LIBS") == "ON"
        folder = PREFIX if shared else self.linked_as_shared_libraries()
        library = next(folder.rglob("libgalois_analytics.so"))
        self.assertEqual(foreign(library), [])
        self.assertEqual(copies(library), [])

    def test_a_program_with_hidden_symbols_catches_errors_of_shared_libraries(self):
        if cached("BUILD_SHARED_LIBS") == "ON":
            self.skipTest("it is the program of the test above")
        folder = self.linked_as_shared_libraries()
        run(self.compiler, "-o", folder / "every", *self.folder.rglob("every.cpp.o"),
            folder / "libgalois_analytics.so", folder / "libgalois.so", *self.others,
            f"-Wl,-rpath,{folder}")
        self.assertEqual(run(folder / "every"), "")

    compiler = os.environ.get("CXX", "c++")
    others = ["-lfmt", "-lpthread"] + ([] if cached("GALOIS_HWLOC") == "none" else ["-lhwloc"])

    def linked_as_shared_libraries(self):
        """The folder with shared libraries made of the archives: to compile them takes minutes."""
        folder = WORK / "shared objects"
        if folder.exists():
            return folder
        folder.mkdir()
        for name, exports, uses in (("galois", "Galois", []),
                                    ("galois_analytics", "Analytics", ["-lgalois"])):
            exports = REPOSITORY / "cmake" / f"{exports}Exports.map"
            run(self.compiler, "-shared", "-o", folder / f"lib{name}.so",
                f"-Wl,-soname,lib{name}.so,--version-script={exports}",
                "-Wl,--whole-archive", next(PREFIX.rglob(f"lib{name}.a")), "-Wl,--no-whole-archive",
                "-L", folder, *uses, *self.others)
        return folder


class Dist(unittest.TestCase):
    """Programs on several ranks: the headers alone, and over MPI."""

    SOURCE = REPOSITORY / "cmake" / "test" / "dist"

    def test_headers_alone_need_no_mpi(self):
        folder = built(self.SOURCE, "dist alone", "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON")
        self.assertEqual(run(folder / "parts"), "columns of 64 ranks: 8\n")

    def test_ranks_of_mpi(self):
        if not shutil.which("mpicxx") and not shutil.which("mpicxx.openmpi"):
            self.skipTest("no MPI here")
        folder = built(self.SOURCE, "dist over MPI", "-DOVER_MPI=ON")
        # Without a launcher, MPI has one rank.
        self.assertEqual(run(folder / "ranks"), "rank 0 of 1\n")

    def test_missing_mpi_is_named(self):
        with self.assertRaisesRegex(AssertionError, "MPI is missing"):
            built(self.SOURCE, "dist without MPI", "-DOVER_MPI=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON")


class Cxx17(unittest.TestCase):
    """The policies in a project that speaks C++17."""

    def test_order(self):
        folder = built(REPOSITORY / "cmake" / "test" / "cxx17", "cxx17")
        self.assertEqual(run(folder / "order"), "1\n2\n3\n")


class Inputs(unittest.TestCase):
    """The library that reads and writes graphs."""

    def test_grid(self):
        folder = built(REPOSITORY / "cmake" / "test" / "inputs", "inputs")
        self.assertEqual(run(folder / "grid"), "6 nodes, 14 arcs\nrefused\n")


class Subdirectory(unittest.TestCase):
    """The repository as a folder of another project: libgalois alone, without LLVM and hwloc."""

    def test_example(self):
        folder = configured(REPOSITORY / "cmake" / "test" / "subdirectory", "subdirectory",
                            f"-DREPOSITORY={REPOSITORY}", "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON",
                            "-DGALOIS_HWLOC=none", "-DCMAKE_BUILD_TYPE=Debug",
                            "-DCMAKE_CXX_FLAGS_DEBUG=-O0")
        run(CMAKE, "--build", folder, "-j", "2")
        program = next(folder.rglob("steps"))
        self.assertEqual(run(program), "14 steps to 1000\n")
        self.assertNotIn("hwloc", run("readelf", "-d", program))


class Clang(unittest.TestCase):
    """The headers under another compiler."""

    def test_example(self):
        compiler = shutil.which("clang++-14") or shutil.which("clang++")
        if compiler is None:
            self.skipTest("no clang++-14 here")
        folder = built(REPOSITORY / "docs" / "example", "clang", compiler=compiler)
        if policies("SmqBucket", "Smq"):
            self.assertEqual(run(folder / "paths"), PATHS)
        folder = built(REPOSITORY / "docs" / "example" / "operator", "clang operator",
                       compiler=compiler)
        self.assertEqual(run(folder / "steps"), "14 steps to 1000\n")
        folder = built(REPOSITORY / "cmake" / "test" / "cxx17", "clang 17", compiler=compiler)
        self.assertEqual(run(folder / "order"), "1\n2\n3\n")


def shared_libraries(*names):
    """Builds and installs shared libraries, without programs and LLVM; returns both folders."""
    # Not below WORK: what was built the last time is used again.
    folder = configure(
        REPOSITORY, BUILD / "test" / "shared", "-DBUILD_SHARED_LIBS=ON", "-DGALOIS_PROGRAMS=OFF",
        "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DGALOIS_BUILD_TESTS=OFF", "-DGALOIS_BUILD_BENCHMARKS=OFF",
        "-DGALOIS_WORKLISTS=SmqBucket;Smq",
        *[f"-DGALOIS_{name.upper()}={'ON' if f'galois_{name}' in names else 'OFF'}"
          for name in ("inputs", "analytics")])
    run(CMAKE, "--build", folder, "-j", "2")
    prefix = WORK / f"shared prefix of {len(names)}"
    shutil.rmtree(prefix, ignore_errors=True)
    run(CMAKE, "--install", folder, "--prefix", prefix)
    return folder, prefix


class Shared(unittest.TestCase):
    """Shared libraries, built without programs and without LLVM: libgalois, and the others with
    GALOIS_TEST_LONG=1, since they take minutes to compile."""

    @classmethod
    def setUpClass(cls):
        cls.names = ["galois"] + (["galois_inputs", "galois_analytics"] if LONG else [])
        cls.folder, cls.prefix = shared_libraries(*cls.names)

    def library(self, name):
        return next(self.prefix.rglob(f"lib{name}.so"))

    def test_libraries_have_versions(self):
        version = re.search(r"project\(galois-cps VERSION (\d+\.\d+)",
                            (REPOSITORY / "CMakeLists.txt").read_text())[1]
        for name in self.names:
            self.assertIn(f"Library soname: [lib{name}.so.{version}]",
                          run("readelf", "-d", self.library(name)))

    def test_only_our_namespace_is_exported(self):
        for name in self.names:
            self.assertEqual(foreign(self.library(name)), [])

    def test_a_program_with_hidden_symbols_shares_the_library_s_state(self):
        folder = built(REPOSITORY / "docs" / "example" / "operator", "hidden",
                       "-DCMAKE_CXX_VISIBILITY_PRESET=hidden", prefix=self.prefix)
        self.assertEqual(run(folder / "steps"), "14 steps to 1000\n")
        shared = run("nm", "-DC", folder / "steps")
        for variable in ("thisThread", "activeThreads", "word_"):
            self.assertRegex(shared, rf"galois::substrate::\w+::{variable}\b")

    def test_libraries_need_no_llvm(self):
        configured(REPOSITORY, "no llvm", "-DGALOIS_PROGRAMS=OFF",
                   "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON", "-DGALOIS_BUILD_TESTS=OFF",
                   "-DGALOIS_BUILD_BENCHMARKS=OFF")

    @unittest.skipUnless(LONG, "takes minutes: GALOIS_TEST_LONG=1 builds all libraries")
    def test_other_libraries(self):
        tests = REPOSITORY / "cmake" / "test"
        folder = built(tests / "inputs", "shared inputs", prefix=self.prefix)
        self.assertEqual(run(folder / "grid"), "6 nodes, 14 arcs\nrefused\n")
        folder = built(tests / "analytics", "shared analytics",
                       "-DCMAKE_CXX_VISIBILITY_PRESET=hidden", prefix=self.prefix)
        self.assertEqual(run(folder / "every"), "")


class Programs(unittest.TestCase):
    """The installed programs, their manual pages, and the scripts that they call."""

    @classmethod
    def setUpClass(cls):
        cls.programs = sorted(path.name for path in (PREFIX / "bin").iterdir())

    def test_the_programs_are_those_of_the_suite(self):
        self.assertEqual(self.programs, sorted([
            *applications.programs(), *applications.fork_join("cpu"), *applications.fork_join("graphs"),
            *applications.searches(),
            "graph-cache", "graph-check", "graph-convert", "graph-gen", "graph-info"]))

    def test_every_program_tells_its_version(self):
        version = re.search(r"project\(galois-cps VERSION ([\d.]+)",
                            (REPOSITORY / "CMakeLists.txt").read_text())[1]
        for name in self.programs:
            self.assertTrue(run(PREFIX / "bin" / name, "--version")
                            .startswith(f"galois-cps {version}"), name)

    def test_a_program_runs_from_where_it_was_installed(self):
        graph = WORK / "small.gr"
        run(PREFIX / "bin" / "graph-gen", "grid", graph, "--size=4x4", "--quiet")
        picture = WORK / "small.svg"
        if cached("GALOIS_WORKLISTS") == "":
            run(PREFIX / "bin" / "bfs-cpu", graph, "-t=2", "--verify=full")
        run(PREFIX / "bin" / "hull-cpu", "--n=2000", "-t=2", "--verify=full")
        done = subprocess.run([PREFIX / "bin" / "graph-info", graph, f"--plot={picture}"],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0 and "no Python" in done.stderr:
            self.skipTest(done.stderr.strip().splitlines()[-1])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(picture.exists())

    def test_every_flag_is_in_the_manual(self):
        for name in self.programs:
            page = (PREFIX / "share" / "man" / "man1" / f"{name}.1").read_text()
            flags = [flag["name"] for group in described(name, "--help=json")["groups"]
                     for flag in group["flags"]]
            self.assertGreater(len(flags), 3)
            for flag in flags:
                self.assertIn("\\fB" + flag.replace("-", "\\-") + "\\fR", page)

    def test_groff_has_no_complaint(self):
        if shutil.which("groff") is None:
            self.skipTest("no groff here")
        for name in self.programs:
            page = PREFIX / "share" / "man" / "man1" / f"{name}.1"
            done = subprocess.run(["groff", "-man", "-Tutf8", "-P-cbou", "-ww", page],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            self.assertIn("NAME", done.stdout)


class Completion(unittest.TestCase):
    """The completion files of the shells."""

    def complete(self, program, *words):
        """What bash offers for the last of these words."""
        line = [program]
        for word in words:
            # As bash does it: '=' and what follows are words of their own.
            line += [part for part in re.split(r"(=)", word) if part or word == ""]
            if word.endswith("=") and word == words[-1]:
                line[-1] = "="
        script = (f'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  f'$(complete -p {program} | sed "s/.*-F \\([^ ]*\\).*/\\1/"); '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        path = PREFIX / "share" / "bash-completion" / "completions" / program
        return run("bash", "-c", script, "bash", path, *line, cwd=WORK).split()

    def test_flags(self):
        self.assertEqual(self.complete("sssp-cpu", "--edge-t"), ["--edge-tile="])
        self.assertEqual(self.complete("sssp-cpu", "graph.gr", "--nov"), ["--noverify"])
        self.assertEqual(self.complete("graph-info", "--sw"), ["--sweeps="])

    def test_values(self):
        self.assertEqual(self.complete("sssp-cpu", "--verify="), ["none", "quick", "full"])
        self.assertEqual(self.complete("sssp-cpu", "--verify=f"), ["full"])
        self.assertEqual(self.complete("sssp-cpu", "-verify=f"), ["full"])
        self.assertEqual(self.complete("sssp-cpu", "--startNode="), [])

    def test_worklists(self):
        names = [policy["name"] for policy in described("sssp-cpu", "--wl=json")]
        self.assertIn("smq-bucket", names)
        self.assertEqual(self.complete("sssp-cpu", "--wl="), ["auto", *names, "help"])
        self.assertEqual(self.complete("sssp-cpu", "--wl=smq-b"), ["smq-bucket"])
        self.assertEqual(self.complete("sssp-cpu", "--wl", "smq-b"), ["smq-bucket"])

    def test_files_and_words(self):
        (WORK / "road.gr").touch()
        self.assertEqual(self.complete("sssp-cpu", "roa"), ["road.gr"])
        self.assertEqual(self.complete("sssp-cpu", "--output=roa"), ["road.gr"])
        self.assertEqual(self.complete("sssp-cpu", "--noverify", "roa"), ["road.gr"])
        self.assertEqual(self.complete("graph-gen", "ro"), ["road"])
        self.assertEqual(self.complete("graph-gen", "road", "roa"), ["road.gr"])
        self.assertEqual(self.complete("graph-cache", ""), ["list", "clear"])

    def test_zsh_understands_its_files(self):
        folder = PREFIX / "share" / "zsh" / "site-functions"
        self.assertEqual(len(files(folder)), len(files(PREFIX / "bin")))
        if shutil.which("zsh") is None:
            self.skipTest("no zsh here: its completion was not tried")
        for path in folder.iterdir():
            run("zsh", "-n", path)


class Package(unittest.TestCase):
    """The Debian packages."""

    @classmethod
    def setUpClass(cls):
        if shutil.which("dpkg-deb") is None or shutil.which("dpkg-shlibdeps") is None:
            raise unittest.SkipTest("no dpkg-deb and dpkg-shlibdeps here")
        cls.out = WORK / "packages"
        shutil.rmtree(cls.out, ignore_errors=True)
        run(CPACK, "-G", "DEB", "-B", cls.out, "--config", BUILD / "CPackConfig.cmake",
            "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
        cls.packages = {run("dpkg-deb", "-f", path, "Package").strip(): path
                        for path in cls.out.glob("*.deb")}

    def contents(self, package):
        lines = run("dpkg-deb", "-c", self.packages[package]).splitlines()
        return {line.split()[5].removeprefix("./usr/") for line in lines}

    def development(self):
        return next(name for name in self.packages if name.endswith("-dev"))

    def test_one_package_for_each_purpose(self):
        shared = cached("BUILD_SHARED_LIBS") == "ON"
        self.assertEqual(len(self.packages), 3 if shared else 2)
        self.assertIn("galois-cps", self.packages)

    def test_programs(self):
        contents = self.contents("galois-cps")
        for name in ("bin/sssp-cpu", "bin/graph-convert", "share/man/man1/sssp-cpu.1",
                     "share/bash-completion/completions/sssp-cpu",
                     "share/zsh/site-functions/_sssp-cpu",
                     "share/galois-cps/inputs/plot-graph-info", "share/galois-cps/scripts/report",
                     "share/doc/galois-cps/copyright"):
            self.assertIn(name, contents)
        self.assertFalse([name for name in contents if name.startswith("include")])

    def test_development_files(self):
        contents = self.contents(self.development())
        self.assertIn("include/galois-cps/galois/Galois.h", contents)
        self.assertIn("include/galois-cps/inputs/Graph.h", contents)
        self.assertIn("include/galois-cps/galois/analytics/Sssp.h", contents)
        self.assertTrue([name for name in contents if name.endswith("cmake/Galois/GaloisConfig.cmake")])
        self.assertFalse([name for name in contents if name.startswith("bin/")])

    def test_libraries(self):
        """The shared libraries are a package of their own; archives are part of development."""
        shared = cached("BUILD_SHARED_LIBS") == "ON"
        package = next((name for name in self.packages if re.search(r"\d$", name)),
                       self.development())
        names = {pathlib.Path(name).name for name in self.contents(package)}
        for name in ("libgalois", "libgalois_inputs", "libgalois_analytics"):
            self.assertTrue([file for file in names
                             if re.match(rf"{name}\.so\.[\d.]+$" if shared else rf"{name}\.a$", file)],
                            name)

    def test_dependencies(self):
        programs = run("dpkg-deb", "-f", self.packages["galois-cps"], "Depends")
        for name in ("libc6", "libfmt", "libhwloc"):
            if not (name == "libhwloc" and cached("BUILD_SHARED_LIBS") == "ON"):
                self.assertIn(name, programs)
        needed = run("dpkg-deb", "-f", self.packages[self.development()], "Depends")
        self.assertIn("libfmt-dev", needed)
        self.assertIn("libboost-dev", needed)

    def test_nothing_names_this_machine_or_its_processor(self):
        for name, path in self.packages.items():
            folder = WORK / "unpacked" / name
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            run("dpkg-deb", "-x", path, folder)
            self.assertEqual(mentions(folder), [])


def main():
    """Runs the tests; the exit status is SKIPPED if all were skipped."""
    outcome = unittest.main(exit=False, verbosity=2).result
    if outcome.wasSuccessful() and outcome.skipped and outcome.testsRun == len(outcome.skipped):
        sys.exit(SKIPPED)
    sys.exit(0 if outcome.wasSuccessful() else 1)


if __name__ == "__main__":
    main()
