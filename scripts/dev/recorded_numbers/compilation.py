"""What compiling a few units takes: loops, bytes of code, memory and time.

The units stand for many: an operator under two policies, the flags of programs, the library of
algorithms and a test. Each is compiled again as in the preset `tests`, without a compiler cache.
The number of loops under a worklist in the object may not change, its bytes of code by 5 %, the
compiler's memory by 10 %, and its CPU time, as a multiple of a yardstick's (yardstick.cpp), by
60 %, because it alone depends on the machine. scripts/dev/compile-cost shows the same for all units
of a build.

    cmake --preset tests && cmake --build --preset tests

Numbers hold for one compiler; with another one nothing is compared.
"""

import os
import re

from .. import compilation
from ..programs import Failure, call
from . import Skipped

PRESET = "tests"
NEEDS = ()
SLACK = {"loops": 0, "code": 0.05, "memory": 0.10, "time": 0.60}
UNITS = ["sssp.policies.Smq.cpp", "sssp.policies.Hdcps.cpp", "analytics/graphs/Graph.cpp",
         "liblonestar/flags/WorklistFlags.cpp", "analytics/test/SessionTest.cpp"]


def numbers(cost, yardstick):
    """What is compared, of a unit."""
    return {"loops": cost.loops, "code": cost.code, "memory": round(cost.megabytes),
            "time": round(cost.seconds / yardstick, 2)}


def measure(args, recorded, _folder):
    """{compiler and unit: {name: number}}."""
    known = compilation.units(args.bin.resolve().parent)
    chosen = {}
    for wanted in UNITS:
        found = [name for name in known if f"/{name}".endswith("/" + wanted)]
        if not found:
            raise Failure(f"{args.bin.parent} has no {wanted}; configure it as --help says")
        chosen[found[0]] = known[found[0]]
    program = next(iter(chosen.values()))[1][0]
    version = re.match(r"\S+", call([program, "-dumpfullversion"]))[0]
    compiler = f"g++ {version} {os.uname().machine}"
    if not any(row.startswith(compiler) for row in recorded) and not args.update:
        raise Skipped(f"no numbers for {compiler} (--update makes them)")
    yardstick, costs = compilation.measure_all(chosen, len(os.sched_getaffinity(0)))
    return {f"{compiler} {os.path.basename(cost.unit)}": numbers(cost, yardstick) for cost in costs}
