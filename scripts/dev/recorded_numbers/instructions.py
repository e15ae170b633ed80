"""Instructions of one shortest-path run under each policy.

Runs sssp-cpu on one thread under valgrind's callgrind and counts the instructions of the loop: of
our own code, between building the policy and tearing it down. The count includes neither the
system's libraries nor anything that depends on the number of cores, the environment or other load,
so it is the same in every run. It may differ by 3 % from what is recorded, its budget.

Budgets hold for one compiler. With another one, and without valgrind, nothing is compared. The
preset `tests` compiles sssp-cpu as in a release, but without -march=native. A build of scripts/test
(GALOIS_TESTS_ONCE) does so for the policies of the Python package alone, and only these are counted
there:

    cmake --preset tests -DGALOIS_TESTS_ONCE=OFF
    cmake --build --preset tests --target sssp-cpu graph-gen
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil

from ..programs import Failure, call, policies
from . import Skipped

WORKLISTS = pathlib.Path(__file__).resolve().parents[3] / "cmake" / "GaloisWorklists.cmake"
PRESET = "tests"
NEEDS = ("sssp-cpu", "graph-gen")
SLACK = 0.03
GRAPH = ["road", "--nodes=20000", "--seed=1"]
# The function that runs the loop; it calls itself nowhere, and nothing else is called like it.
LOOP = ("lonestar::LoopRun sssp::runWorklist<*>(sssp::Problem<*> const&, "
        "galois::graphs::EdgeTiles<*> const&, lonestar::WorklistSettings const&)")
# Some policies look at the machine; all see this one.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "HWLOC_SYNTHETIC": "pack:1 numa:1 core:2 pu:1"}


def own_instructions(profile, program):
    """What a callgrind file says was spent in the program itself, not in shared libraries."""
    names, current, total, skip = {}, None, 0, False
    for line in profile.splitlines():
        named = re.match(r"(c?)ob=\((\d+)\)(?: (.*))?$", line)
        if named:
            if named[3]:
                names[named[2]] = named[3]
            if not named[1]:
                current = names[named[2]]
        elif line.startswith("calls="):
            skip = True  # the next line is what the callee took
        elif line[:1].isdigit() or line[:1] in "+-*":
            costs = line.split()[1:]  # none: nothing was spent on that line while counting
            if costs and not skip and current == program:
                total += int(costs[0])
            skip = False
    return total


def count(program, graph, wl, folder):
    """Instructions of the loop under one policy."""
    out = folder / f"{wl}.callgrind"
    call(["valgrind", "--tool=callgrind", f"--toggle-collect={LOOP}",
          f"--callgrind-out-file={out}", program, graph, f"--wl={wl}", "-t=1", "-noverify",
          "--no-pin"], ENVIRONMENT)
    counted = own_instructions(out.read_text(), str(program))
    if counted == 0:
        raise Failure(f"callgrind met no function {LOOP} in {program}")
    return counted


def built_how(program, graph):
    """The compiler, as budgets are filed by it. Fails for a build with -march=native."""
    build = json.loads(call([program, graph, "--json=-", "-noverify"], ENVIRONMENT))["build"]
    if build["preset"] != PRESET:
        raise Failure(f"{program} is of the preset {build['preset']}; budgets are for the preset "
                      f"{PRESET} (see --help)")
    return f"{build['compiler']} {os.uname().machine}"


def optimised(build):
    """The policies that a build optimises, by commas; nothing if that is all."""
    cache = build / "CMakeCache.txt"
    if not cache.exists() or "\nGALOIS_TESTS_ONCE:BOOL=ON\n" not in cache.read_text(encoding="utf-8"):
        return None
    names = re.search(r"^set\(GALOIS_COMPARED_WORKLISTS (.*)\)$", WORKLISTS.read_text(encoding="utf-8"), re.M)[1]
    return ",".join(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower() for name in names.split())


def measure(args, recorded, folder):
    """{compiler: {policy: instructions}}."""
    if shutil.which("valgrind") is None:
        raise Skipped("no valgrind here (scripts/setup --dev installs it)")
    program, graph = (args.bin / "sssp-cpu").resolve(), folder / "road.gr"
    call([args.bin / "graph-gen", *GRAPH, "--quiet", graph], ENVIRONMENT)
    compiler = built_how(program, graph)
    if compiler not in recorded and not args.update:
        raise Skipped(f"no budgets for {compiler}, only for {', '.join(recorded) or 'none'} "
                      "(--update makes them)")
    chosen = policies(program, args.wl or optimised(args.bin.resolve().parent))
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        counted = pool.map(lambda wl: count(program, graph, wl, folder), chosen)
        return {compiler: dict(zip(chosen, counted))}
