"""Which room of the tree may include which, and that the library of algorithms sees neither the command
line nor JSON nor readers of files: no file of it includes, even through others, what belongs to
programs."""

import ast
import functools
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
RUN_MODULE = re.compile(r"^[^#\n]*(?:\s-m|\brunPythonTool|\brunPython\b.*? --)\s+([a-z][\w.]*)", re.MULTILINE)
# Rooms of Python below scripts/, and those that each may import besides itself, from below upwards. Tests
# may import everything, and programs (the room "") everything but dev, which stands alone.
LAB = ["lab/records", "lab/charts", "lab/bench"]
PEERS = [*LAB, "lab/peers"]
JUDGE = [*PEERS, "papers/engine/plan", "papers/engine/judge"]
PYTHON_ROOMS = {
    "dev": [],
    "lab": [],
    "lab/records": ["lab"],
    "lab/charts": ["lab/records"],
    "lab/bench": ["lab/records", "lab/charts"],
    "lab/tune": LAB,
    "lab/peers": LAB,
    "papers/engine/plan": PEERS,
    "papers/engine/judge": [*PEERS, "papers/engine/plan"],
    "papers/engine/show": JUDGE,
    "papers/engine": [*JUDGE, "papers/engine/show"],
    **{f"papers/{paper}": JUDGE for paper in ("smq", "pmod", "hdcps", "pd", "ypp", "contradictions")},
    "galois_site": [],
    "galois_patches": ["lab/records"],
    "galois_inputs": LAB,
}


def python_room(path):
    """The room of a path below scripts/ that names a file or module; "" if it is in none."""
    inside = [room for room in PYTHON_ROOMS if f"{path}/".startswith(f"{room}/")]
    return max(inside, key=len, default="")


def imported(name, text):
    """The dotted names of the modules that a program or a module imports or runs, from its functions, too.

    :param name: of the file below scripts/, which relative imports start from"""
    if re.match(r"#!.*\bsh\b|#!.*bash\b", text):
        yield from RUN_MODULE.findall(text)
        return
    package = name.split("/")[:-1]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            found = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{found}.{alias.name}" for alias in node.names)


@functools.cache
def our_scripts():
    """Python and shell: modules, and programs with or without a suffix."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.py"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    programs = subprocess.run(["git", "grep", "-lI", "--untracked", "-E", "^#!.*(python|sh)", "--"], cwd=ROOT,
                              capture_output=True, text=True, check=True).stdout
    return sorted(name for name in {*listed.splitlines(), *programs.splitlines()}
                  if not name.endswith((".cpp", ".h", ".md")) and (ROOT / name).exists())


def packages_of_scripts():
    """Folders below scripts/ that hold Python, but for the tests and for what scripts/new copies."""
    return {path.name for path in SCRIPTS.iterdir()
            if path.name not in ("tests", "templates") and any(path.rglob("*.py"))}


def forbidden_imports(names, text_of):
    packages = packages_of_scripts()
    for name in names:
        if name.startswith("scripts/tests/"):
            continue
        own = name.removeprefix("scripts/")
        room = python_room(own)
        allowed = {room, *PYTHON_ROOMS.get(room, {*PYTHON_ROOMS, ""} - {"dev"})}
        for module in imported(own, text_of(name)):
            other = python_room(module.replace(".", "/"))
            if module.partition(".")[0] in packages and other not in allowed:
                yield f"{name} imports {module}: {room or 'a program'} may not import {other or 'it'}"


def text_of_file(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_rooms_of_python_import_only_rooms_below_them():
    assert not [*forbidden_imports(our_scripts(), text_of_file)]


def test_every_package_of_scripts_is_a_room():
    assert packages_of_scripts() == {room.partition("/")[0] for room in PYTHON_ROOMS}
    for place in ("lab", "papers", "papers/engine"):
        folders = {path.parent.name for path in (SCRIPTS / place).glob("*/__init__.py")}
        inside = {room for room in PYTHON_ROOMS if room.startswith(f"{place}/")}
        assert folders == {room.removeprefix(f"{place}/").partition("/")[0] for room in inside}


def test_the_table_of_python_has_no_circle():
    order = list(PYTHON_ROOMS)
    assert not [(room, other) for room, others in PYTHON_ROOMS.items() for other in others
                if order.index(other) >= order.index(room)]


@pytest.mark.parametrize(("room", "other"), [(room, other) for other, others in PYTHON_ROOMS.items()
                                             for room in others])
def test_a_reversed_arrow_is_seen(room, other):
    files = our_scripts()
    name = next(name for name in files if name.endswith(".py") and not name.startswith("scripts/tests/")
                and python_room(name.removeprefix("scripts/")) == room)
    text = f"def late():\n    from {other.replace('/', '.')} import something\n"
    [told] = forbidden_imports(files, lambda each: text if each == name else "")
    assert told.startswith(f"{name} imports {other.replace('/', '.')}")


@pytest.mark.parametrize(("name", "text"), [
    ("scripts/dev/mutation/trials.py", "def late():\n    from lab.records import stats\n"),
    ("scripts/dev/lint-tidy", "#!/usr/bin/env python3\nimport papers.engine.cli\n"),
    ("scripts/dev/api-reference", "#!/usr/bin/env bash\nrunPythonTool lab.bench.bench_cli \"$@\"\n"),
    ("scripts/bench", "#!/usr/bin/env bash\nrunPython numpy -- dev.mutation \"$@\"\n"),
    ("inputs/fetch", "#!/bin/sh\npython3 -m dev.mutation\n"),
    ("scripts/galois_inputs/fetch.py", "from dev import mutation\n"),
    ("scripts/papers/engine/plan/store.py", "from ..judge import claims\n"),
    ("scripts/papers/engine/judge/claims.py", "from ...smq import claims\n"),
    ("scripts/lab/peers/cli.py", "from papers.engine.plan import plan\n"),
])
def test_an_import_of_another_form_is_seen(name, text):
    files = our_scripts()
    assert name in files
    [told] = forbidden_imports(files, lambda each: text if each == name else "")
    assert told.startswith(f"{name} imports ")
