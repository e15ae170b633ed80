"""What changes in the files that the tree already has: lines that are inserted."""

import pathlib
import re
from collections.abc import Callable

from . import Refused
from .anchors import Insertion, Source, inserted

CPU = "lonestar/analytics/cpu"
NEW_FOLDERS = ("astar", "color", "cps")  # of programs, in CPU
PROGRAMS = "galois/worklists/cps/programs"
BOILERPLATE = r'^[ \t]*#[ \t]*include[ \t]*["<]Lonestar/BoilerPlate\.h[">][ \t]*$'
GALOIS = r'^[ \t]*#[ \t]*include[ \t]*["<]galois/Galois\.h[">][ \t]*$'
SWITCH = r"^[ \t]*switch[ \t\n]*\([ \t]*algo(?:\.getValue\(\))?[ \t]*\)"

# Files that the headers need, and a name in each that Galois 6 has.
NEEDED = (
    ("libgalois/include/galois/Galois.h", ""),
    ("libgalois/include/galois/Traits.h", "disable_conflict_detection"),
    ("libgalois/include/galois/Threads.h", "getActiveThreads"),
    ("libgalois/include/galois/Timer.h", "StatTimer"),
    ("libgalois/include/galois/LargeArray.h", "LargeArray"),
    ("libgalois/include/galois/optional.h", "optional"),
    ("libgalois/include/galois/substrate/ThreadPool.h", "getTID"),
    ("libgalois/include/galois/substrate/PerThreadStorage.h", "PerThreadStorage"),
    ("libgalois/include/galois/substrate/Barrier.h", "Barrier"),
    ("libgalois/include/galois/graphs/LCGraph.h", ""),
    ("libgalois/include/galois/graphs/ReadGraph.h", ""),
    (f"{CPU}/CMakeLists.txt", "add_subdirectory"),
)


def check_needed(root: pathlib.Path) -> None:
    """Refuses what is not a tree of Galois 6."""
    for path, name in NEEDED:
        if name not in Source(root, path).code:
            raise Refused(f"{path}: does not name {name}, which Galois 6 has")


def program(root: pathlib.Path, target: str) -> tuple[str, str]:
    """The CMakeLists.txt and the source file of a program, by the name of its target."""
    found = []
    for path in sorted((root / CPU).glob("*/CMakeLists.txt")):
        name = path.relative_to(root).as_posix()
        if path.parent.name in NEW_FOLDERS:
            continue
        code = Source(root, name).code
        for match in re.finditer(rf"\badd_executable\s*\(\s*{target}\s+([^\s)]+)\s*\)", code):
            found.append((name, f"{CPU}/{path.parent.name}/{match[1]}"))
    if len(found) != 1:
        raise Refused(f"{CPU}: found {len(found) or 'no'} `add_executable({target} ...)` with one "
                      "source file in its folders; expected exactly one")
    return found[0]


def libraries(root: pathlib.Path) -> str:
    """What the tree's own programs link."""
    source = Source(root, program(root, "sssp-cpu")[0])
    return " ".join(source.find("`target_link_libraries(sssp-cpu ...)`",
                                r"\btarget_link_libraries\s*\(\s*sssp-cpu\s+([^)]*)\)")[1].split())


def include(source: Source, header: str) -> Insertion:
    found = source.find("`#include` of Lonestar/BoilerPlate.h or galois/Galois.h", BOILERPLATE, GALOIS)
    return source.after_line(found.end(), f'#include "{PROGRAMS}/{header}"')


def check_flag(source: Source) -> None:
    if f"{PROGRAMS}/" in source.code:
        raise source.refuse("has lines of patches/apply, but the tree has no record of them")
    if re.search(r'\(\s*"wl"\s*[,)]', source.code):
        raise source.refuse("has a flag --wl of its own")


def instead_of_algorithms(source: Source, names: tuple[str, ...], call: str) -> Insertion:
    """Calls something in place of the statement that selects an algorithm.

    @param names  variables that the call uses, which must be known there
    """
    found = source.find("`switch (algo)` at the start of a line", SWITCH)
    start = found.start() + len(found[0]) - len(found[0].lstrip())
    before = source.code[:start].rstrip()
    if not before.endswith((";", "{", "}")):
        raise source.refuse(f"line {source.line_at(start) + 1}: expected a whole statement before "
                            "`switch (algo)`")
    function = before[before.rfind("\n}") + 1:]
    for name in names:
        if not re.search(rf"\b{name}\b", function):
            raise source.refuse(f"found no variable `{name}` before `switch (algo)` in its function")
    return source.before_line(start, "if (galois::cps::programs::choice.given()) {", f"  {call}",
                              "} else")


def sssp(source: Source) -> list[Insertion]:
    check_flag(source)
    delta = source.find('flag "delta"', r'\bopt\s*<[^<>;]*>\s+(\w+)\s*\(\s*"delta"')[1]
    call = ("galois::cps::programs::relaxFrom(graph, source, "
            f"{{static_cast<unsigned>({delta}), {delta}.getNumOccurrences() > 0}});")
    return [include(source, "Relaxation.h"), instead_of_algorithms(source, ("graph", "source"), call)]


def bfs(source: Source) -> list[Insertion]:
    check_flag(source)
    call = "galois::cps::programs::relaxFrom(graph, source);"
    return [include(source, "Relaxation.h"), instead_of_algorithms(source, ("graph", "source"), call)]


def pagerank(source: Source) -> list[Insertion]:
    check_flag(source)
    # The flag may be in a header of the program; then it has upstream's usual name.
    flag = re.search(r'\bopt\s*<[^<>;]*>\s+(\w+)\s*\(\s*"tolerance"', source.code)
    tolerance = flag[1] if flag else source.find("first use of `tolerance`", r"\A[\s\S]*?\b(tolerance)\b")[1]
    call = f"galois::cps::programs::rankByResiduals(graph, {tolerance});"
    return [include(source, "Ranks.h"), instead_of_algorithms(source, ("graph",), call)]


def spanning_tree(source: Source) -> list[Insertion]:
    """The program reads the graph again, as upstream's names for its parts are not known."""
    check_flag(source)
    start = source.find("call of LonestarStart()", r"\bLonestarStart\s*(\()")
    closing = source.closing(start.start(1))
    end = re.compile(r"\s*;").match(source.code, closing + 1)
    file = re.search(r"&\s*(\w+)\s*\Z", source.code[start.end():closing])
    if not file or not end:
        raise source.refuse(f"line {source.line_at(start.start()) + 1}: expected a statement "
                            "LonestarStart(..., &FLAG) whose last argument is the flag of the input file")
    # What follows has the indentation of the statement's first line.
    at_start = source.before_line(
        start.start(), "if (galois::cps::programs::choice.given()) {",
        f"  return galois::cps::programs::spanningForestOfFile({file[1]}, skipVerify);", "}")
    after = source.after_line(end.end())
    return [include(source, "SpanningForest.h"), Insertion(after.before, at_start.lines)]


EDITS: dict[str, Callable[[Source], list[Insertion]]] = {
    "sssp-cpu": sssp,
    "bfs-cpu": bfs,
    "pagerank-push-cpu": pagerank,
    "minimum-spanningtree-cpu": spanning_tree,
}


def folders(source: Source, root: pathlib.Path) -> list[Insertion]:
    """The list of programs, with those that are new."""
    sibling = pathlib.PurePosixPath(program(root, "sssp-cpu")[0]).parent.name
    for name in NEW_FOLDERS:
        if re.search(rf"\badd_subdirectory\s*\(\s*{name}\s*\)", source.code):
            raise source.refuse(f"has a folder {name} of its own")
    found = source.find(f"`add_subdirectory({sibling})` on a line of its own",
                        rf"^[ \t]*add_subdirectory[ \t]*\([ \t]*{sibling}[ \t]*\)[ \t]*$")
    return [source.after_line(found.end(), *(f"add_subdirectory({name})" for name in NEW_FOLDERS))]


def edited(root: pathlib.Path) -> dict[str, tuple[bytes, bytes]]:
    """The files of the tree that change, before and after. Refuses a tree in which a place is not as
    expected."""
    check_needed(root)
    found = {}

    def add(source: Source, insertions: list[Insertion]) -> None:
        found[source.path] = source.data, inserted(source.data, insertions)

    programs = Source(root, f"{CPU}/CMakeLists.txt")
    add(programs, folders(programs, root))
    for target, edit in EDITS.items():
        source = Source(root, program(root, target)[1])
        add(source, edit(source))
    return found
