"""The rooms of the repository: which may include or import which, and which file is in which room.

`scripts/tests/test_rooms.py` checks the tables against all files, and `scripts/dev/rooms-picture`
draws them. docs/architecture.md says what is in the rooms.
"""

import ast
import functools
import graphlib
import os
import pathlib
import re
import subprocess

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
ROOT = SCRIPTS.parent
LONESTAR = ROOT / "lonestar"
ANALYTICS = ROOT / "analytics"
PROGRAMS = LONESTAR / "analytics" / "cpu"
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def text_of_file(name):
    """The text of a file, by its name in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


# Rooms, and those that each may include besides itself, from below upwards. What a room includes that
# stands after it would point upwards, so there is no circle. docs/architecture.md says what is in them.
SUBSTRATE = ["libgalois/substrate", "libgalois/virtual"]  # one room: the machine, real or simulated
RUNTIME = ["libgalois", "libgalois/runtime"]  # one room: interfaces, and the executors behind them
LIBGALOIS = [*SUBSTRATE, "libgalois/worklists", *RUNTIME, "libgalois/graphs", "libgalois/search"]
LIBRARY = ["analytics/include", "analytics/scheduler", "analytics/graphs"]
PROBLEMS = ["analytics/sssp", "analytics/bfs", "analytics/astar", "analytics/mst", "analytics/pagerank",
            "analytics/color", "analytics/kcore", "analytics/components",
            "analytics/triangles", "analytics/betweenness", "analytics/cdlp", "analytics/mis",
            "analytics/greedymatching", "analytics/distances"]
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
    "analytics/include": LIBGALOIS,
    "inputs": [*LIBGALOIS, "analytics/include"],  # ReadGraph.h makes its graphs; the earth's radius
    "inputs/tools": [*LIBGALOIS, "inputs"],
    "analytics/scheduler": [*LIBGALOIS, "analytics/include"],
    "analytics/graphs": [*LIBGALOIS, *LIBRARY],
    "analytics/sssp": [*LIBGALOIS, *LIBRARY],
    "analytics/bfs": [*LIBGALOIS, *LIBRARY, "analytics/sssp"],
    "analytics/astar": [*LIBGALOIS, *LIBRARY, "analytics/sssp"],
    "analytics/mst": [*LIBGALOIS, *LIBRARY],
    "analytics/pagerank": [*LIBGALOIS, *LIBRARY],
    "analytics/color": [*LIBGALOIS, *LIBRARY],
    "analytics/distances": [*LIBGALOIS, *LIBRARY, "analytics/sssp"],
    "analytics/kcore": [*LIBGALOIS, *LIBRARY],
    "analytics/components": [*LIBGALOIS, *LIBRARY],
    "analytics/triangles": [*LIBGALOIS, *LIBRARY],
    "analytics/betweenness": [*LIBGALOIS, *LIBRARY, "analytics/sssp"],
    "analytics/cdlp": [*LIBGALOIS, *LIBRARY],
    "analytics/mis": [*LIBGALOIS, *LIBRARY],
    "analytics/greedymatching": [*LIBGALOIS, *LIBRARY],
    "python": [*LIBGALOIS, "inputs", "analytics/include"],
    "lonestar/liblonestar": [*LIBGALOIS, "inputs", "inputs/tools", *LIBRARY],
    "lonestar/forkjoin": [*LIBGALOIS, "inputs", *LIBRARY, "lonestar/liblonestar"],
    "lonestar/analytics/cpu": [*LIBGALOIS, "inputs", *LIBRARY, *PROBLEMS, "lonestar/liblonestar"],
    "lonestar/search": [*LIBGALOIS, "libdist", "inputs", *LIBRARY, "lonestar/liblonestar"],
    "lonestar/dist": [*LIBGALOIS, "libdist", "inputs", "inputs/tools", *LIBRARY,
                      *PROBLEMS, "lonestar/liblonestar", "lonestar/analytics/cpu"],
    "lonestar/bench": [*LIBGALOIS, "libgalois/bench", "inputs", "inputs/tools", *LIBRARY,
                       "lonestar/liblonestar", "lonestar/search"],
    "lonestar/tutorial": LIBGALOIS,
    "patches": [*LIBGALOIS, "libgalois/compat", "lonestar/liblonestar"],
    "docs": [*LIBGALOIS, "inputs", *LIBRARY],
    "entries": LIBGALOIS,
}
# Rooms within a room, from below upwards: a row may include the rows before it, and headers that lie in
# no row.
INNER = {
    "libgalois/include/galois/runtime": [("memory", "report"), ("loops",), ("rounds", "forkjoin")],
    "libdist/include/galois/dist": [("transport",), ("messages",), ("search", "push")],
}
# Where includes of all rooms are looked for.
ANY_PATHS = (LONESTAR, ANALYTICS / "include", PROGRAMS, LONESTAR / "search",
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
    for pattern in (r"inputs/tools(?=/)", r"(?:lonestar/)?analytics/\w+(?=/)", r"lonestar/\w+(?=/)", r"\w+(?=/)"):
        if match := re.match(pattern, name):
            return match[0]
    return None


def includes(names, text_of):
    """(file, other file, include) of every include of a file of the repository.

    :param names: of files in the repository
    :param text_of: returns the text of a file"""
    known = set(our_files())
    for name in names:
        for included in INCLUDE.findall(text_of(name)):
            for folder in ((ROOT / name).parent, *ANY_PATHS):
                target = pathlib.Path(folder, included)
                meant = target.resolve().relative_to(ROOT).as_posix() if target.is_relative_to(ROOT) else ""
                if meant in known:
                    yield name, meant, included
                    break


def circle(names, text_of):
    """The names of files that include each other in a circle, the first one again at the end; [] if there
    are none. Such files are one file that was cut."""
    graph = {name: set() for name in names}
    for name, other, _ in includes(names, text_of):
        graph[name].add(other)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


def arrows(names, text_of):
    """(room, other room, file, include) of every include that leads into another room."""
    for name, meant, included in includes([name for name in names if room_of(name)], text_of):
        other = room_of(meant)
        if other and other != room_of(name):
            yield room_of(name), other, name, included


def forbidden_arrows(names, text_of):
    return [f"{name} includes {included}: {room} may not include {other}"
            for room, other, name, included in arrows(names, text_of) if other not in ROOMS.get(room, ())]


def place_within(name):
    """The room around a file, its room within that, and the row of it; Nones if it is in no row."""
    around, _, own = os.path.dirname(name).rpartition("/")
    rows = [row for row in INNER.get(around, ()) if own in row]
    return (around, own, INNER[around].index(rows[0])) if rows else (None, None, None)


def forbidden_within(names, text_of):
    found = []
    for name, meant, included in includes([name for name in names if place_within(name)[0]], text_of):
        (around, own, row), (other_around, other, other_row) = place_within(name), place_within(meant)
        if around == other_around and own != other and row <= other_row:
            found.append(f"{name} includes {included}: {own} may not include {other}")
    return found


@functools.cache
def our_files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", "*.h", "*.cpp"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).exists()]


# What a program in shell runs as a module: `python3 -m lab.bench`, `runPythonTool lab.bench`.
RUN_MODULE = re.compile(r"^[^#\n]*(?:\s-m|\brunPythonTool|\brunPython\b.*? --)\s+([a-z][\w.]*)", re.MULTILINE)
# Rooms of Python below scripts/ and python/, and those that each may import besides itself, from below
# upwards. Tests may import everything, and programs (the room "") everything but dev, which stands alone.
# scripts/galois_cps is a link to python/galois_cps.
MEASURED = ["galois_cps/runs", "galois_cps/charts"]
LAB = [*MEASURED, "lab/bench"]
PEERS = [*LAB, "lab/peers"]
JUDGE = [*PEERS, "papers/engine/plan", "papers/engine/judge"]
PYTHON_ROOMS = {
    "lib": [],
    "dev": ["lib"],
    "galois_cps/runs": [],
    "galois_cps/charts": ["galois_cps/runs"],
    "galois_cps": MEASURED,
    "galois_cps/backend": ["galois_cps"],
    "lab": [],
    "lab/bench": MEASURED,
    "lab/tune": LAB,
    "lab/peers": LAB,
    "lab/suites": PEERS,
    "papers/engine/plan": PEERS,
    "papers/engine/judge": [*PEERS, "papers/engine/plan"],
    "papers/engine/show": JUDGE,
    "papers/engine": [*JUDGE, "papers/engine/show"],
    **{f"papers/{paper}": JUDGE for paper in ("smq", "pmod", "hdcps", "pd", "ypp", "relaxed",
                                           "contradictions")},
    "galois_site": ["lib"],
    "galois_patches": ["galois_cps/runs", "lib"],
    "galois_inputs": LAB,
    "histories/corpus": [],
    "histories": [*LAB, "histories/corpus"],
    "lab/entries": [*PEERS, "histories"],
}


def place_of_python(name):
    """The name of a file as modules see it: below scripts/ or python/."""
    return re.sub(r"^(scripts|python)/", "", name)


def folder_of_python(room):
    """The folder of a room, by its name in the repository."""
    return f"{'python' if room.startswith('galois_cps') else 'scripts'}/{room}"


def python_room(path):
    """The room of a path below scripts/ or python/ that names a file or module; "" if it is in none."""
    inside = [room for room in PYTHON_ROOMS if f"{path}/".startswith(f"{room}/")]
    return max(inside, key=len, default="")


def imported(name, text):
    """The dotted names of the modules that a program or a module imports or runs, from its functions, too.

    :param name: of the file below scripts/ or python/, which relative imports start from"""
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


def python_arrows(names, text_of):
    """(room, other room, file, module) of every import that leads into another room; tests have none.

    :param names: of files in the repository
    :param text_of: returns the text of a file"""
    packages = packages_of_scripts()
    for name in names:
        if name.startswith(("scripts/tests/", "python/tests/")):
            continue
        own = place_of_python(name)
        room = python_room(own)
        for module in imported(own, text_of(name)):
            other = python_room(module.replace(".", "/"))
            if module.partition(".")[0] in packages and other != room:
                yield room, other, name, module


def forbidden_imports(names, text_of):
    return [f"{name} imports {module}: {room or 'a program'} may not import {other or 'it'}"
            for room, other, name, module in python_arrows(names, text_of)
            if other not in PYTHON_ROOMS.get(room, {*PYTHON_ROOMS, ""} - {"dev"})]
