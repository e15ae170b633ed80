"""What compiling costs: CPU seconds of a unit and their parts, its memory, and what comes out.

A unit is a source file of a build. It is compiled again with the command that the build has for it,
without a compiler cache, into a folder of its own. Seconds differ between machines, so they count
as multiples of a yardstick (yardstick.cpp), which is compiled with the same compiler in the same
run. What comes out does not depend on the machine: how many loops under a worklist the object has,
and how many bytes of code.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

from . import compile_commands
from .programs import Failure, call

ROOT = pathlib.Path(__file__).resolve().parents[2]
YARDSTICK = pathlib.Path(__file__).with_name("yardstick.cpp")
# The function of which each loop under a worklist has an instance of its own.
LOOP = re.compile(r"^void galois::runtime::for_each_gen<")
# Lines of gcc's -ftime-report, by the part that they belong to.
PHASES = {"phase parsing": "front end", "phase lang. deferred": "instantiation",
          "phase opt and generate": "optimisation"}


@dataclasses.dataclass
class Cost:
    """The cost of one unit."""
    unit: str
    seconds: float        # CPU time
    megabytes: float      # most memory of the compiler
    loops: int            # instances of a loop under a worklist
    code: int             # bytes of code
    parts: dict           # {part: share of the compiler's time}; empty unless asked for


def _run(command, folder):
    """(CPU seconds, megabytes, what it said) of a command."""
    with tempfile.TemporaryFile(dir=folder) as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, cwd=folder)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    if process.returncode != 0:
        raise Failure(f"{shlex.join(command)[:200]}...: {text.strip()[-1500:]}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, text


def _parts(report):
    """{part: share} of a -ftime-report."""
    times = {}
    for line in report.splitlines():
        for phase, part in PHASES.items():
            if line.strip().startswith(phase):
                times[part] = float(line.split(":")[1].split("(")[0])
    total = sum(times.values())
    return {part: seconds / total for part, seconds in times.items()} if total else {}


def _bytes_of_code(compiled):
    """The size of the sections that hold code."""
    total = 0
    for line in call(["size", "-A", compiled]).splitlines():
        words = line.split()
        if words and words[0].startswith(".text"):
            total += int(words[1])
    return total


def units(build, targets=()):
    """{source, below the build or the project: (folder, command)} of a build; only what ninja needs
    for the targets, if there are any."""
    needed = set()
    if targets:
        needed = {os.path.normpath(build / name) for name in
                  call(["ninja", "-C", build, "-t", "inputs", *targets]).split()}
    found = {}
    try:
        listed = compile_commands.entries(build)
    except (OSError, ValueError) as error:
        raise Failure(f"{build} has no list of commands; configure it: cmake --preset ...") from error
    for source, folder, words in listed:
        made = os.path.normpath(os.path.join(folder, words[words.index("-o") + 1]))
        if targets and made not in needed:
            continue
        name = os.path.relpath(source, build)
        found[name if not name.startswith("..") else os.path.relpath(source, ROOT)] = (folder, words)
    return found


def measure(name, folder, command, scratch, parts=False):
    """The cost of a unit."""
    out = pathlib.Path(scratch) / (re.sub(r"\W", "_", name) + ".o")
    words = list(command)
    words[words.index("-o") + 1] = str(out)
    for flag in ("-MF", "-MT"):
        if flag in words:
            words[words.index(flag) + 1] = str(out.with_suffix(".d"))
    seconds, megabytes, text = _run(words, folder)
    if parts:
        _, _, text = _run([*words, "-ftime-report"], folder)
    names = call(["nm", "-C", "--defined-only", out])
    loops = sum(1 for line in names.splitlines() if LOOP.match(line.split(" ", 2)[-1]))
    cost = Cost(name, seconds, megabytes, loops, _bytes_of_code(out), _parts(text) if parts else {})
    out.unlink()
    return cost


def yardstick(compiler, scratch):
    """CPU seconds of the yardstick."""
    command = [compiler, "-std=c++20", "-O2", "-c", str(YARDSTICK), "-o",
               str(pathlib.Path(scratch) / "yardstick.o")]
    return _run(command, scratch)[0]


def measure_all(chosen, jobs, parts=False):
    """(seconds of the yardstick, the less of one before and one after the units; the cost of each
    unit of `chosen`: {name: (folder, command)})."""
    with tempfile.TemporaryDirectory() as scratch:
        compiler = next(iter(chosen.values()))[1][0]
        before = yardstick(compiler, scratch)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            costs = list(pool.map(lambda unit: measure(unit[0], *unit[1], scratch, parts),
                                  chosen.items()))
        after = yardstick(compiler, scratch)
    return min(before, after), costs
