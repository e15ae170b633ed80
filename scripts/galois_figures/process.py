"""Runs of smq-process, which simulates the process of theorem 1 and needs neither graph nor policy.

A figure with `source = "process"` has in its options `processes`, the number of processes to average
over by scale, and `sweeps`: tables with a series and the values of the program's flags. A run is one
sweep in one round, whose seed is the round. Its records are one file in runs/, so that an
interruption loses one run.
"""

import hashlib
import json
import math
import os
import pathlib
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from galois_bench import UserError

from .catalogue import Figure

if TYPE_CHECKING:
    from .session import Session

SOURCE = "process"
PROGRAM = "smq-process"
_NAMES = {"queues": "n", "batch": "batch", "steal_prob": "steal_prob", "gamma": "gamma"}


def is_for(figure: Figure) -> bool:
    """Whether the numbers of a figure come from here."""
    return figure.options.get("source") == SOURCE


def runs(session: "Session", figure: Figure) -> Iterator[tuple[str, pathlib.Path, list[str]]]:
    """(series, file of the records, arguments) of all runs that a figure wants, round by round."""
    mark = session.builds.fingerprint("release", PROGRAM) or "none"
    processes = figure.options["processes"][session.scale.name]
    for number in range(session.rounds):
        for sweep in figure.options["sweeps"]:
            args = [f"--{flag}={','.join(map(str, value)) if isinstance(value, list) else value}"
                    for flag, value in sorted(sweep.items()) if flag != "series"]
            args += [f"--processes={processes}", f"--seed={number + 1}"]
            name = hashlib.sha256(" ".join(args).encode()).hexdigest()[:12]
            yield (sweep["series"],
                   session.folder / "runs" / f"{PROGRAM}-{mark}" / f"{number}-{name}.json", args)


def make(session: "Session", figure: Figure, deadline: float | None, fresh: bool,
         say: Callable[[str], None]) -> int:
    """Does the runs that are missing until the deadline (of time.monotonic); returns the number of
    those that are left. UserError if one fails."""
    program = session.builds.program("release", PROGRAM)
    if program is None:
        say(f"{figure.id} needs {PROGRAM} of the preset release, which is not built")
        return 0
    left = 0
    for _, path, args in runs(session, figure):
        if path.exists() and not fresh:
            continue
        if deadline is not None and time.monotonic() >= deadline:
            left += 1
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".new")
        command = [os.fspath(program), *args, f"--json={part}"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False,
                                  timeout=session.scale.timeout)
        except subprocess.TimeoutExpired:
            raise UserError(f"{' '.join(command)}: took more than {session.scale.timeout:g} s"
                            ) from None
        if done.returncode != 0:
            raise UserError(f"{' '.join(command)}: {done.stderr.strip()}")
        os.replace(part, path)
    return left


def count(session: "Session", figure: Figure) -> tuple[int, int]:
    """The numbers of runs that are there and that are wanted."""
    wanted = [path for _, path, _ in runs(session, figure)]
    return sum(path.exists() for path in wanted), len(wanted)


def rows(session: "Session", figure: Figure) -> list[dict[str, Any]]:
    """The tidy table of a figure, from the runs that are there."""
    found = []
    for series, path, _ in runs(session, figure):
        if path.exists():
            for place, record in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
                common = {"figure": figure.id, "source": "M", "app": "", "graph": "",
                          "series": series, "parameters": _parameters(record["params"]),
                          "threads": 1, "round": record["seed"] - 1, "seed": record["seed"],
                          "record": f"{path.parent.name}/{path.name}:{place}"}
                found += [common | {"metric": metric, "value": value}
                          for metric, value in _numbers(record)]
    return found


def _parameters(params: dict[str, Any]) -> str:
    """The parameters as expressions know them. The number of steps is one only where it was set."""
    known = {_NAMES[name]: params[name] for name in _NAMES}
    if params["steps"]:
        known["steps"] = params["steps"]
    return " ".join(f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
                    for name, value in sorted(known.items()))


def _numbers(record: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """(metric, value) of a record."""
    queues = record["params"]["queues"]
    for table, values in record["answer"]["summary"].items():
        for name, value in values.items():
            yield f"{table}.{name}", float(value)
    yield ("rank.max_over_nlogn",
           record["answer"]["summary"]["rank"]["max"] / (queues * math.log(queues)))
