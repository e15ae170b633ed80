"""Which room of the tree may include which, and that the library of algorithms sees neither the command
line nor JSON nor readers of files: no file of it includes, even through others, what belongs to
programs."""

import ast
import pathlib
import re
import subprocess

import pytest

from conftest import SCRIPTS

ROOT = SCRIPTS.parent
LONESTAR = ROOT / "lonestar"
ANALYTICS = LONESTAR / "analytics"
FORBIDDEN = re.compile(r"(?:llvm|nlohmann|liblonestar|inputs)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# Where an include is looked for, after the including file's own folder.
PATHS = (LONESTAR, ANALYTICS / "include", ANALYTICS / "cpu", ROOT / "libgalois" / "include", ROOT)


def library_files():
    """The files that the library is compiled from: all of the rooms that hold nothing else, and of each
    algorithm the operator and the sources that its CMakeLists.txt gives to the library."""
    files = [path for room in ("scheduler", "graphs", "include") for path in (ANALYTICS / room).rglob("*")
             if path.suffix in (".h", ".cpp")]
    for folder in (ANALYTICS / "cpu").iterdir():
        files += folder.glob("*Operator.h")
        files += folder.glob("*Verify.h")
        build = (folder / "CMakeLists.txt").read_text(encoding="utf-8")
        for sources in re.findall(r"LIBRARY ([\w./ \n]+)", build):
            files += [folder / name for name in sources.split() if name.endswith(".cpp")]
    return files


def found(name, including):
    """The file of this repository that an include means; None for one of the system's."""
    for folder in (including.parent, *PATHS):
        if (folder / name).exists():
            return folder / name
    return None


def forbidden(path, seen):
    """A chain of files that leads from `path` to a forbidden header; [] if there is none."""
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        if FORBIDDEN.match(name):
            return [path.name, name]
        next_file = found(name, path)
        if next_file and next_file not in seen:
            seen.add(next_file)
            chain = forbidden(next_file, seen)
            if chain:
                return [path.name, *chain]
    return []


@pytest.mark.parametrize("path", library_files(), ids=lambda path: str(path.relative_to(ANALYTICS)))
def test_the_library_includes_nothing_of_programs(path):
    assert not forbidden(path, set())


def test_the_lint_sees_what_programs_include():
    assert forbidden(ANALYTICS / "cpu" / "sssp" / "sssp.cpp", set())
    assert len(library_files()) > 40


# Rooms, and those that each may include besides itself, from below upwards. What a room includes that
# stands after it would point upwards, so there is no circle. docs/architecture.md says what is in them.
SUBSTRATE = ["libgalois/substrate", "libgalois/virtual"]  # one room: the machine, real or simulated
RUNTIME = ["libgalois", "libgalois/runtime"]  # one room: interfaces, and the executors behind them
LIBGALOIS = [*SUBSTRATE, "libgalois/worklists", *RUNTIME, "libgalois/graphs", "libgalois/search"]
LIBRARY = ["lonestar/analytics/include", "lonestar/analytics/scheduler", "lonestar/analytics/graphs"]
ROOMS = {
    "libgalois/virtual": SUBSTRATE,
    "libgalois/substrate": SUBSTRATE,
    "libgalois/worklists": [*SUBSTRATE, "libgalois"],
    "libgalois/runtime": [*SUBSTRATE, "libgalois/worklists", *RUNTIME],
    "libgalois": [*SUBSTRATE, "libgalois/worklists", *RUNTIME],
    "libgalois/graphs": [*SUBSTRATE, *RUNTIME],
    "libgalois/search": [*SUBSTRATE, "libgalois/worklists", *RUNTIME],
    "libgalois/compat": LIBGALOIS,  # for programs written for Galois; nothing of ours includes it
    "libgalois/bench": LIBGALOIS,
    "libdist": LIBGALOIS,
    "inputs": LIBGALOIS,
    "inputs/tools": [*LIBGALOIS, "inputs"],
    "lonestar/analytics/include": LIBGALOIS,
    "lonestar/analytics/scheduler": [*LIBGALOIS, "lonestar/analytics/include"],
    "lonestar/analytics/graphs": [*LIBGALOIS, *LIBRARY],
    "lonestar/liblonestar": [*LIBGALOIS, "inputs", "inputs/tools", *LIBRARY],
    "lonestar/forkjoin": [*LIBGALOIS, "inputs", *LIBRARY, "lonestar/liblonestar"],
    "lonestar/analytics/cpu": [*LIBGALOIS, "inputs", *LIBRARY, "lonestar/liblonestar"],
    "lonestar/search": [*LIBGALOIS, "libdist", "inputs", "lonestar/liblonestar"],
    "lonestar/dist": [*LIBGALOIS, "libdist", "inputs", *LIBRARY, "lonestar/liblonestar",
                      "lonestar/analytics/cpu"],
    "lonestar/bench": [*LIBGALOIS, "libgalois/bench", "inputs", "inputs/tools", *LIBRARY,
                       "lonestar/liblonestar", "lonestar/search"],
    "lonestar/tutorial": LIBGALOIS,
    "patches": [*LIBGALOIS, "libgalois/compat", "lonestar/liblonestar"],
    "docs": [*LIBGALOIS, *LIBRARY],
}
# Where includes of all rooms are looked for.
ANY_PATHS = (LONESTAR, ANALYTICS, ANALYTICS / "include", ANALYTICS / "cpu", LONESTAR / "search",
             LONESTAR / "liblonestar" / "include", ROOT / "libgalois" / "include", ROOT / "libgalois" / "src",
             ROOT / "libgalois" / "compat" / "include", ROOT / "libgalois" / "bench",
             ROOT / "libdist" / "include", ROOT)


def room_of(name):
    """The room of a file, by its name in the repository; None for tests, which may include everything. A
    template is in the room into which scripts/new copies it."""
    name = re.sub(r"^scripts/templates/\w+/", "", name)
    if re.search(r"(^|/)(test|fuzz)/", name) or name.startswith("cmake/"):
        return None
    patterns = (r"libgalois/(?:include/galois|src)/(\w+)/", r"libgalois/(bench|compat)/")
    for match in (re.match(pattern, name) for pattern in patterns):
        if match:
            return f"libgalois/{match[1]}"
    for pattern in (r"inputs/tools(?=/)", r"lonestar/analytics/\w+(?=/)", r"lonestar/\w+(?=/)", r"\w+(?=/)"):
        if match := re.match(pattern, name):
            return match[0]
    return None


def arrows(names, text_of):
    """(room, other room, file, include) of every include that leads into another room.

    :param names: of files in the repository
    :param text_of: returns the text of a file"""
    known = set(names)
    for name in names:
        if (room := room_of(name)) is None:
            continue
        for included in INCLUDE.findall(text_of(name)):
            for folder in ((ROOT / name).parent, *ANY_PATHS):
                target = pathlib.Path(folder, included)
                meant = target.resolve().relative_to(ROOT).as_posix() if target.is_relative_to(ROOT) else ""
                if meant in known:
                    other = room_of(meant)
                    if other and other != room:
                        yield room, other, name, included
                    break


def forbidden_arrows(names, text_of):
    return [f"{name} includes {included}: {room} may not include {other}"
            for room, other, name, included in arrows(names, text_of) if other not in ROOMS.get(room, ())]


def our_files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", "*.h", "*.cpp"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).exists()]


def test_rooms_include_only_rooms_below_them():
    assert not forbidden_arrows(our_files(), lambda name: (ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "included"), [
    ("libgalois/include/galois/substrate/Backoff.h", "galois/runtime/Context.h"),
    ("libgalois/include/galois/worklists/Obim.h", "galois/runtime/Context.h"),
    ("libgalois/src/runtime/CycleMeter.cpp", "inputs/Graph.h"),
    ("libgalois/include/galois/Galois.h", "galois/graphs/LCGraph.h"),
    ("lonestar/analytics/cpu/mst/mst.cpp", "galois/gslist.h"),
    ("inputs/Graph.h", "liblonestar/Experiment.h"),
    ("lonestar/liblonestar/Experiment.cpp", "sssp/SsspProblem.h"),
    ("lonestar/liblonestar/Experiment.cpp", "search/SearchFlags.h"),
    ("lonestar/forkjoin/graphs/matching.cpp", "sssp/SsspProblem.h"),
    ("lonestar/analytics/cpu/sssp/sssp.cpp", "rank/Trace.h"),
    ("lonestar/analytics/cpu/sssp/sssp.cpp", "forkjoin/graphs/GraphChoice.h"),
    ("lonestar/liblonestar/Experiment.h", "galois/dist/Ranks.h"),
    ("lonestar/search/SearchExperiment.h", "dist/DistExperiment.h"),
    ("lonestar/dist/DistExperiment.h", "bench/SearchByHand.h"),
    ("lonestar/analytics/scheduler/Runs.h", "liblonestar/Experiment.h"),
    ("libdist/include/galois/dist/Endpoint.h", "liblonestar/Experiment.h"),
])
def test_an_arrow_upwards_is_seen(name, included):
    files = our_files()
    assert name in files
    [told] = forbidden_arrows(files, lambda each: f'#include "{included}"\n' if each == name else "")
    assert name in told and included in told


def test_the_table_has_no_circle():
    order = list(ROOMS)
    together = [set(SUBSTRATE), set(RUNTIME), {"libgalois/worklists", "libgalois"}]
    for room, others in ROOMS.items():
        for other in others:
            assert (order.index(other) < order.index(room) or other == room
                    or any({room, other} <= group for group in together)), f"{room} -> {other}"


# What a program in shell runs as a module: `python3 -m lab.bench`, `runPythonTool lab.bench`.
RUN_MODULE = re.compile(r"^[^#\n]*(?:\s-m|\brunPythonTool|\brunPython\b.*? --)\s+([a-z]\w*)", re.MULTILINE)
# Packages below scripts/, and those that each may import besides itself; one that is not named may
# import everything but DEV, which nothing but tests imports.
DEV = "dev"
PYTHON_ROOMS = {DEV: ()}


def imported(text):
    """The first names of the modules that a program or a module imports or runs."""
    if re.match(r"#!.*\bsh\b|#!.*bash\b", text):
        return set(RUN_MODULE.findall(text))
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def our_scripts():
    """Python and shell: modules, and programs with or without a suffix."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.py"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    programs = subprocess.run(["git", "grep", "-lI", "--untracked", "-E", "^#!.*(python|sh)", "--"], cwd=ROOT,
                              capture_output=True, text=True, check=True).stdout
    return sorted(name for name in {*listed.splitlines(), *programs.splitlines()}
                  if not name.endswith((".cpp", ".h", ".md")) and (ROOT / name).exists())


def packages_of_scripts():
    """Folders below scripts/ that hold Python, but for the tests."""
    return {path.name for path in SCRIPTS.iterdir() if path.name != "tests" and any(path.rglob("*.py"))}


def forbidden_imports(names, text_of):
    packages = packages_of_scripts()
    for name in names:
        if name.startswith("scripts/tests/"):  # tests may import everything
            continue
        found = re.match(r"scripts/(\w+)/", name)
        room = found[1] if found else ""
        allowed = {room, *PYTHON_ROOMS.get(room, packages - {DEV})}
        yield from (f"{name} imports {other}" for other in sorted((imported(text_of(name)) & packages) - allowed))


def test_tools_for_this_repository_stand_alone():
    assert not [*forbidden_imports(our_scripts(), lambda name: (ROOT / name).read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("name", "text"), [
    ("scripts/dev/mutation/trials.py", "def late():\n    from {other}.sub import stats\n"),
    ("scripts/dev/lint-tidy", "#!/usr/bin/env python3\nimport {other}.stats\n"),
    ("scripts/dev/api-reference", "#!/usr/bin/env bash\nrunPythonTool {other}.stats \"$@\"\n"),
    ("scripts/bench", "#!/usr/bin/env bash\nrunPython numpy -- dev.mutation \"$@\"\n"),
    ("inputs/fetch", "#!/bin/sh\npython3 -m dev.mutation\n"),
    ("scripts/galois_inputs/fetch.py", "from dev import mutation\n"),
])
def test_an_import_across_the_border_of_the_tools_is_seen(name, text):
    files = our_scripts()
    assert name in files
    other = min(packages_of_scripts() - {DEV})
    [told] = forbidden_imports(files, lambda each: text.format(other=other) if each == name else "")
    assert told == f"{name} imports {'dev' if 'dev' in text else other}"
