"""The command of a run on virtual ranks (preset smpi): what parameters of the sweep are not flags."""

import pathlib

PRESET = "smpi"
_SHARED = (0.5, 0.25)  # what another program takes of the first and of the second half of the ranks
_PLATFORMS = {"1": "one-speed", "4": "two-speeds"}
# The first of a fixed period and its least are the period; successes and failures change nothing.
_FIXED = "{0}:0:0:{0}:{0}"


def command(program, params, flags):
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
    launcher = pathlib.Path(__file__).resolve().parents[2] / "run-dist"
    return [str(launcher), "-n", str(ranks), "--smpi", _PLATFORMS.get(ratio, f"speeds-{ratio}"),
            program, *own, *(f"--{name}={value}" for name, value in params.items()), *flags]
