"""The library of algorithms sees neither the command line nor JSON nor readers of files: no file of it
includes, even through others, what belongs to programs."""

import re

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
