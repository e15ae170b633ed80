"""Which room of the tree may include which, and that the library of algorithms sees neither the command
line nor JSON nor readers of files: no file of it includes, even through others, what belongs to
programs."""

import re

import pytest

from conftest import SCRIPTS
from dev.rooms import (ANALYTICS, INCLUDE, PROGRAMS, PYTHON_ROOMS, ROOMS, ROOT, RUNTIME, SUBSTRATE, circle,
                       forbidden_arrows, forbidden_imports, forbidden_within, our_files, our_scripts,
                       packages_of_scripts, place_of_python, python_room, text_of_file)

FORBIDDEN = re.compile(r"(?:llvm|nlohmann|liblonestar|inputs)/")
# Where an include is looked for, after the including file's own folder.
PATHS = (ANALYTICS / "include", ROOT / "libgalois" / "include", ROOT)


def library_files():
    """The files that the library is compiled from."""
    return [path for path in ANALYTICS.rglob("*")
            if path.suffix in (".h", ".cpp") and "test" not in path.relative_to(ANALYTICS).parts]


def found(name, including):
    """The file of this repository that an include means; None for one of the system's."""
    for folder in (including.parent, *PATHS):
        if (folder / name).is_file():
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
    assert forbidden(PROGRAMS / "sssp" / "sssp-cpu.cpp", set())
    assert len(library_files()) > 40


def test_rooms_include_only_rooms_below_them():
    assert not forbidden_arrows(our_files(), text_of_file)


@pytest.mark.parametrize(("name", "included"), [
    ("libgalois/include/galois/substrate/Backoff.h", "galois/runtime/Context.h"),
    ("libgalois/include/galois/worklists/Obim.h", "galois/runtime/Context.h"),
    ("libgalois/src/runtime/loops/CycleMeter.cpp", "inputs/Graph.h"),
    ("libgalois/include/galois/Galois.h", "galois/graphs/LCGraph.h"),
    ("lonestar/analytics/cpu/mst/mst-cpu.cpp", "galois/gslist.h"),
    ("inputs/Graph.h", "liblonestar/run/Experiment.h"),
    ("lonestar/liblonestar/run/Experiment.cpp", "analytics/sssp/SsspProblem.h"),
    ("lonestar/liblonestar/run/Experiment.cpp", "search/SearchFlags.h"),
    ("lonestar/forkjoin/graphs/matching.cpp", "analytics/sssp/SsspProblem.h"),
    ("lonestar/analytics/cpu/sssp/sssp-cpu.cpp", "rank/Trace.h"),
    ("lonestar/analytics/cpu/sssp/sssp-cpu.cpp", "forkjoin/graphs/GraphChoice.h"),
    ("lonestar/liblonestar/run/Experiment.h", "galois/dist/Ranks.h"),
    ("lonestar/search/SearchExperiment.h", "dist/DistExperiment.h"),
    ("lonestar/dist/DistExperiment.h", "bench/SearchByHand.h"),
    ("analytics/scheduler/Runs.h", "liblonestar/run/Experiment.h"),
    ("libdist/include/galois/dist/messages/Endpoint.h", "liblonestar/run/Experiment.h"),
    ("python/src/Graphs.cpp", "liblonestar/run/Experiment.h"),
    ("python/src/Sssp.cpp", "analytics/scheduler/Runs.h"),
    ("analytics/include/galois/analytics/Graph.h", "python/src/Graphs.h"),
])
def test_an_arrow_upwards_is_seen(name, included):
    files = our_files()
    assert name in files
    [told] = forbidden_arrows(files, lambda each: f'#include "{included}"\n' if each == name else "")
    assert name in told and included in told


def test_rooms_within_rooms_include_only_those_below_them():
    assert forbidden_within(our_files(), text_of_file) == []


@pytest.mark.parametrize(("name", "included"), [
    ("libgalois/include/galois/runtime/loops/LoopWatch.h", "galois/runtime/rounds/Marks.h"),
    ("libgalois/include/galois/runtime/rounds/Marks.h", "galois/runtime/forkjoin/TaskFrame.h"),
    ("libdist/include/galois/dist/messages/Endpoint.h", "galois/dist/push/Aggregator.h"),
])
def test_an_arrow_upwards_within_a_room_is_seen(name, included):
    [told] = forbidden_within([name], lambda _: f'#include "{included}"\n')
    assert name in told and included in told


def test_no_files_include_each_other():
    assert circle(our_files(), text_of_file) == []


def test_a_circle_of_files_is_seen():
    files = ["inputs/Graph.h", "inputs/io/Utf8.h", "inputs/Error.h"]
    texts = dict(zip(files, ('#include "inputs/io/Utf8.h"\n', '#include "inputs/Graph.h"\n', "")))
    found = circle(files, texts.get)
    assert found[0] == found[-1] and set(found) == {"inputs/Graph.h", "inputs/io/Utf8.h"}


def test_the_table_has_no_circle():
    order = list(ROOMS)
    together = [set(SUBSTRATE), set(RUNTIME), {"libgalois/worklists", "libgalois"}]
    for room, others in ROOMS.items():
        for other in others:
            assert (order.index(other) < order.index(room) or other == room
                    or any({room, other} <= group for group in together)), f"{room} -> {other}"


def test_rooms_of_python_import_only_rooms_below_them():
    assert not forbidden_imports(our_scripts(), text_of_file)


def test_every_package_of_scripts_is_a_room():
    assert packages_of_scripts() == {room.partition("/")[0] for room in PYTHON_ROOMS}
    for place in ("galois_cps", "lab", "papers", "papers/engine"):
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
    name = next(name for name in files if name.endswith(".py") and "/tests/" not in name
                and python_room(place_of_python(name)) == room)
    text = f"def late():\n    from {other.replace('/', '.')} import something\n"
    [told] = forbidden_imports(files, lambda each: text if each == name else "")
    assert told.startswith(f"{name} imports {other.replace('/', '.')}")


@pytest.mark.parametrize(("name", "text"), [
    ("scripts/dev/mutation/trials.py", "def late():\n    from galois_cps.runs import stats\n"),
    ("scripts/dev/lint-tidy", "#!/usr/bin/env python3\nimport papers.engine.cli\n"),
    ("scripts/dev/api-reference", "#!/usr/bin/env bash\nrunPythonTool lab.bench.bench_cli \"$@\"\n"),
    ("scripts/bench", "#!/usr/bin/env bash\nrunPython numpy -- dev.mutation \"$@\"\n"),
    ("inputs/fetch", "#!/bin/sh\npython3 -m dev.mutation\n"),
    ("scripts/galois_inputs/fetch.py", "from dev import mutation\n"),
    ("scripts/papers/engine/plan/store.py", "from ..judge import claims\n"),
    ("scripts/papers/engine/judge/claims.py", "from ...smq import published_claims\n"),
    ("scripts/lab/peers/cli.py", "from papers.engine.plan import plan\n"),
])
def test_an_import_of_another_form_is_seen(name, text):
    files = our_scripts()
    assert name in files
    [told] = forbidden_imports(files, lambda each: text if each == name else "")
    assert told.startswith(f"{name} imports ")
