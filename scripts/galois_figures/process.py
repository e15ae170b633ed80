"""Runs of programs that simulate the process of a theorem and need neither graph nor policy.

A figure with `source = "process"` has in its options `program` (default smq-process), `processes`,
the number of processes to average over by scale, and `sweeps`: tables with a series and the values
of the program's flags. A run is one sweep in one round, whose seed is the round. Its records are
one file in runs/, so that an interruption loses one run. process_records.py reads them.
"""

import hashlib
import os
import pathlib
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from galois_bench import UserError

from . import process_records
from .catalogue import Figure

if TYPE_CHECKING:
    from .session import Session

SOURCE = "process"
# The flag of each program that takes the number of processes.
_COUNT = {"smq-process": "processes", "pd-model": "runs"}


def is_for(figure: Figure) -> bool:
    """Whether the numbers of a figure come from here."""
    return figure.options.get("source") == SOURCE


def program(figure: Figure) -> str:
    """The program that makes the records of a figure."""
    return figure.options.get("program", "smq-process")


def runs(session: "Session", figure: Figure) -> Iterator[tuple[str, pathlib.Path, list[str]]]:
    """(series, file of the records, arguments) of all runs that a figure wants, round by round."""
    name = program(figure)
    mark = session.builds.fingerprint("release", name) or "none"
    processes = figure.options["processes"][session.scale.name]
    for number in range(session.rounds):
        for sweep in figure.options["sweeps"]:
            args = [f"--{flag}={','.join(map(str, value)) if isinstance(value, list) else value}"
                    for flag, value in sorted(sweep.items()) if flag != "series"]
            args += [f"--{_COUNT[name]}={processes}", f"--seed={number + 1}"]
            digest = hashlib.sha256(" ".join(args).encode()).hexdigest()[:12]
            yield (sweep["series"],
                   session.folder / "runs" / f"{name}-{mark}" / f"{number}-{digest}.json", args)


def make(session: "Session", figure: Figure, deadline: float | None, fresh: bool,
         say: Callable[[str], None]) -> int:
    """Does the runs that are missing until the deadline (of time.monotonic); returns the number of
    those that are left. UserError if one fails."""
    path_of_program = session.builds.program("release", program(figure))
    if path_of_program is None:
        say(f"{figure.id} needs {program(figure)} of the preset release, which is not built")
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
        command = [os.fspath(path_of_program), *args, f"--json={part}"]
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
    read = process_records.READERS[program(figure)]
    found = []
    for series, path, _ in runs(session, figure):
        if path.exists():
            text = path.read_text(encoding="utf-8")
            for place, (seed, parameters, numbers) in enumerate(read(text), 1):
                common = {"figure": figure.id, "source": "M", "app": "", "graph": "",
                          "series": series, "parameters": parameters, "threads": 1,
                          "round": seed - 1, "seed": seed,
                          "record": f"{path.parent.name}/{path.name}:{place}"}
                found += [common | {"metric": metric, "value": value} for metric, value in numbers]
    return found
