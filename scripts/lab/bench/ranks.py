"""The command of a run on several ranks: what parameters of the sweep are not flags.

Virtual ranks are those of the preset smpi, with one worker each, and the nodes of programs
NAME-nodes, with -t workers each. Programs of the preset mpi run on real ranks.
"""

import pathlib

PRESET = "smpi"
REAL = "mpi"
_NODES = "-nodes"  # ends the names of programs on nodes in virtual time
_SHARED = (0.5, 0.25)  # what another program takes of the first and of the second half of the ranks
_PLATFORMS = {"1": "one-speed", "4": "two-speeds"}
# The first of a fixed period and its least are the period; successes and failures change nothing.
_FIXED = "{0}:0:0:{0}:{0}"


def on_nodes(program):
    """Whether a program of this name or path searches on nodes in virtual time."""
    return program.endswith(_NODES)


def runs_on(build, program):
    """Whether the runs of a program of a preset have ranks."""
    return build in (PRESET, REAL) or on_nodes(program)


def command(build, program, params, threads, flags):
    """The argument vector without record and seed. `ranks` is their number, `speed-ratio` that of the
    hosts, `load` is alone or shared, `refresh` a fixed period in microseconds, and `spawn-depth` is
    the flag -d."""
    params = dict(params)
    ranks = int(params.pop("ranks", "1"))
    ratio = params.pop("speed-ratio", "1")
    own = []
    if params.pop("load", "alone") == "shared" and ranks > 1:
        half = ranks // 2
        own.append(f"--load=0-{half - 1}:{_SHARED[0]},{half}-{ranks - 1}:{_SHARED[1]}")
    if "refresh" in params:
        own.append(f"--refresh-timer={_FIXED.format(params.pop('refresh'))}")
    if "spawn-depth" in params:
        own.append(f"-d={params.pop('spawn-depth')}")
    if build != PRESET:
        own.append(f"-t={threads}")
    rest = [*own, *(f"--{name}={value}" for name, value in params.items()), *flags]
    if on_nodes(program):
        return [program, f"--virtual-nodes={ranks}", *rest]
    launcher = pathlib.Path(__file__).resolve().parents[2] / "run-dist"
    start = [str(launcher), "-n", str(ranks)]
    if build == PRESET:
        start += ["--smpi", _PLATFORMS.get(ratio, f"speeds-{ratio}")]
    return [*start, program, *rest]
