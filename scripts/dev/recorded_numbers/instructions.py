#!/usr/bin/env python3
"""Compares the instructions of one shortest-path run under each policy with a budget.

usage: scripts/dev/recorded_numbers/instructions.py [--bin DIR] [--wl NAMES] [--update]

Runs sssp-cpu on one thread under valgrind's callgrind and counts the instructions of the loop: of
our own code, between building the policy and tearing it down. The count includes neither the
system's libraries nor anything that depends on the number of cores, the environment or other load,
so it is the same in every run. A count that differs from its budget in instructions.json by more
than 3 % is a failure. This holds in both directions, because otherwise the next change could use up
an improvement unnoticed. After a change that is meant to change counts, --update shows what moved
and writes the new budgets; look at them before you commit.

Budgets hold for one compiler. With another one, and without valgrind, nothing is compared (exit
status 77) and the reason is printed. Programs come from the preset `tests`, which is the
release build without -march=native:

    cmake --preset tests && cmake --build --preset tests --target sssp-cpu graph-gen
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUDGETS = HERE / "instructions.json"
SLACK = 0.03
SKIPPED = 77
GRAPH = ["road", "--nodes=20000", "--seed=1"]
# The function that runs the loop; it calls itself nowhere, and nothing else is called like it.
LOOP = ("lonestar::LoopRun sssp::runWorklist<*>(sssp::Problem<*> const&, "
        "galois::graphs::EdgeTiles<*> const&, lonestar::WorklistSettings const&)")
# Some policies look at the machine; all see this one.
MACHINE = {"HWLOC_SYNTHETIC": "pack:1 numa:1 core:2 pu:1"}


class Failure(Exception):
    """What ends the script with one line."""


def call(command, **more):
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          env={"PATH": os.environ.get("PATH", "")} | MACHINE, **more)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


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
          "--no-pin"])
    counted = own_instructions(out.read_text(), str(program))
    if counted == 0:
        raise Failure(f"callgrind met no function {LOOP} in {program}")
    return counted


def known_policies(program):
    """The policies that the program was built with."""
    return [entry["name"] for entry in json.loads(call([program, "--wl=json"]))]


def built_how(program, graph):
    """The compiler, as budgets are filed by it. Fails for a build with -march=native."""
    build = json.loads(call([program, graph, "--json=-", "-noverify"]))["build"]
    if build["preset"] != "tests":
        raise Failure(f"{program} is of the preset {build['preset']}; budgets are for the preset "
                      "tests (see --help)")
    return f"{build['compiler']} {os.uname().machine}"


def compare(budget, counts):
    """(lines about every policy, whether all are within their budgets)."""
    lines, good = [], True
    for wl in counts:
        now, before = counts[wl], budget.get(wl)
        if before is None:
            lines.append(f"{wl:16} {now:>11} instructions, no budget yet")
            good = False
            continue
        mark = ""
        if abs(now - before) > SLACK * before:
            mark, good = "  MORE THAN THE BUDGET" if now > before else "  LESS: --update", False
        lines.append(f"{wl:16} {before:>11} -> {now:>11} ({now / before - 1:+.2%}){mark}")
    return lines, good


def skip(why):
    print(f"skipped: {why}")
    return SKIPPED


def run(args):
    program = (args.bin / "sssp-cpu").resolve()
    for name in ("sssp-cpu", "graph-gen"):
        if not (args.bin / name).exists():
            raise Failure(f"no {args.bin / name}; build it: cmake --preset tests && "
                          "cmake --build --preset tests --target sssp-cpu graph-gen")
    if shutil.which("valgrind") is None:
        return skip("no valgrind here (scripts/setup --dev installs it)")
    budgets = json.loads(args.budgets.read_text()) if args.budgets.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        graph = folder / "road.gr"
        call([args.bin / "graph-gen", *GRAPH, "--quiet", graph])
        compiler = built_how(program, graph)
        if compiler not in budgets and not args.update:
            return skip(f"no budgets for {compiler}, only for {', '.join(budgets) or 'none'} "
                        "(--update makes them)")
        known = known_policies(program)
        chosen = args.wl.split(",") if args.wl else known
        for wl in chosen:
            if wl not in known:
                raise Failure(f"{program} knows no policy {wl}, only {', '.join(known)}")
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            counted = pool.map(lambda wl: count(program, graph, wl, folder), chosen)
            counts = dict(zip(chosen, counted))
    lines, good = compare(budgets.get(compiler, {}), counts)
    print("\n".join(lines))
    if args.update:
        budgets[compiler] = budgets.get(compiler, {}) | counts
        fresh = args.budgets.with_suffix(".json.new")
        fresh.write_text(json.dumps(budgets, indent=1, sort_keys=True) + "\n")
        os.replace(fresh, args.budgets)
        return 0
    if not good:
        print("If that is meant: scripts/dev/recorded_numbers/instructions.py --update, and look at what it changes.")
    return 0 if good else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0],
                                     epilog=__doc__.split("\n", 4)[4],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=HERE.parents[2] / "build/tests/bin",
                        help="programs of the preset tests (default: %(default)s)")
    parser.add_argument("--wl", help="only these policies, by commas")
    parser.add_argument("--budgets", type=pathlib.Path, default=BUDGETS, help=argparse.SUPPRESS)
    parser.add_argument("--update", action="store_true", help="write the counts as new budgets")
    args = parser.parse_args()
    try:
        return run(args)
    except Failure as failure:
        print(f"instructions: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
