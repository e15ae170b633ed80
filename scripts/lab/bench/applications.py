"""The applications: those on graphs, most of which run under worklists, each a folder of
lonestar/analytics/cpu/ with a program, those that fork and join, each a source in lonestar/forkjoin/, and those that search trees,
each a folder of lonestar/search/."""

import pathlib

LONESTAR = pathlib.Path(__file__).resolve().parents[3] / "lonestar"
FOLDER = LONESTAR / "analytics" / "cpu"
LIBRARY = LONESTAR.parent / "analytics"


def names(folder=FOLDER):
    """The names of those on graphs, such as sssp; the program of each is NAME-cpu."""
    return sorted(path.parent.name for path in folder.glob("*/*-cpu.cpp")
                  if path.name == f"{path.parent.name}-cpu.cpp")


def under_worklists():
    """The names of those of these that run under worklists: they have an operator."""
    return [name for name in names() if any((folder / name / f"{name}Operator.h").exists()
                                            for folder in (FOLDER, LIBRARY))]


def programs(applications=None):
    """The names of the programs of these, by default of all on graphs."""
    return [f"{name}-cpu" for name in (names() if applications is None else applications)]


def fork_join(room):
    """The names of the programs that fork and join: those in "cpu" make their input, and those in
    "graphs" may also read a graph."""
    return sorted(f"{path.stem}-cpu" for path in (LONESTAR / "forkjoin" / room).glob("[a-z]*.cpp"))


def searches():
    """The names of the programs that search trees."""
    return sorted(f"{path.name}-cpu" for path in (LONESTAR / "search").iterdir() if path.is_dir())
