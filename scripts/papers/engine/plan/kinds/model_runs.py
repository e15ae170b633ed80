"""Runs of programs that need no graph: processes of theorems, and rank-bench.

A figure with `source = "process"` has in its options `program` (default smq-process), `processes`,
how much the program simulates by scale (processes, runs or operations), and `sweeps`: tables with a
series and the values of the program's flags. rank-bench also gets the scheduler of the series and
its parameters, and the flags of `fixed`. A run is one sweep in one round, whose seed is the round.
Its records are one file in runs/, so that an interruption loses one run. model_records.py reads
them.
"""

import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from galois_cps.runs import UserError

from . import model_records
from ..catalogue import Figure
from ..session import Session
from . import Kind, Rows, Work

SOURCE = "process"
# The flag of each program that takes the number of processes.
_COUNT = {"smq-process": "processes", "pd-model": "runs", "rank-bench": "operations"}
# Programs that run the scheduler of the series.
_SCHEDULERS = ("rank-bench",)
# Keys of a sweep whose values are no parameters of the scheduler.
_OTHER = ("series", "threads")


class Run(NamedTuple):
    """A run that a figure wants: its series, the swept parameters of its scheduler, the file of its
    records, and its arguments."""

    series: str
    swept: str
    path: pathlib.Path
    args: list[str]


class ModelRuns(Kind):
    """Figures of programs that need no graph."""

    alone = True
    source = "T"

    def is_for(self, figure: Figure) -> bool:
        """Whether the numbers of a figure come from here."""
        return figure.options.get("source") == SOURCE

    def make(self, session: Session, figure: Figure, work: Work) -> None:
        """Does the runs that are missing."""
        path_of_program = session.builds.program("release", program(figure))
        if path_of_program is None:
            work.say(f"{figure.id} needs {program(figure)} of the preset release, which is not built")
            return
        for _, _, path, args in runs(session, figure):
            if path.exists() and not work.fresh:
                continue
            if work.deadline is not None and time.monotonic() >= work.deadline:
                work.total.left += 1
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

    def programs(self, figure: Figure) -> set[str]:
        """The one program."""
        return {program(figure)}

    def commands(self, session: Session, figure: Figure, fresh: bool) -> Iterator[str]:
        """Those of missing runs."""
        for run in runs(session, figure):
            if fresh or not run.path.exists():
                yield shlex.join([program(figure), *run.args])

    def count(self, session: Session, figure: Figure) -> tuple[int, int]:
        """The numbers of runs that are there and that are wanted."""
        wanted = list(runs(session, figure))
        return sum(run.path.exists() for run in wanted), len(wanted)

    def records(self, session: Session, figure: Figure) -> Iterator[dict[str, Any]]:
        """The first record of each run that is there and tells on which machine it ran."""
        for run in runs(session, figure):
            if run.path.exists():
                text = run.path.read_text(encoding="utf-8")
                found = json.loads(text if text.startswith("[") else text.partition("\n")[0])
                record = found[0] if isinstance(found, list) else found
                if "host" in record:
                    yield record

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """The tidy table of a figure, from the runs that are there."""
        read = model_records.READERS[program(figure)]
        found = []
        for series, swept, path, _ in runs(session, figure):
            if path.exists():
                for place, record in enumerate(read(path.read_text(encoding="utf-8")), 1):
                    common = {"figure": figure.id, "source": "M", "app": "", "graph": record.graph,
                              "series": series, "parameters": record.parameters or swept,
                              "threads": record.threads, "round": record.seed - 1,
                              "seed": record.seed, "record": f"{path.parent.name}/{path.name}:{place}"}
                    found += [common | {"metric": metric, "value": value}
                              for metric, value in record.numbers]
        return found


def program(figure: Figure) -> str:
    """The program that makes the records of a figure."""
    return figure.options.get("program", "smq-process")


def runs(session: Session, figure: Figure) -> Iterator[Run]:
    """All runs that a figure wants, round by round."""
    name = program(figure)
    mark = session.builds.fingerprint("release", name) or "none"
    processes = figure.options["processes"][session.scale.name]
    for number in range(session.rounds):
        for sweep in figure.options["sweeps"]:
            flags = {flag: value for flag, value in sweep.items() if flag != "series"}
            swept = ""
            if name in _SCHEDULERS:
                series = session.catalogue.series[sweep["series"]]
                swept = " ".join(f"{flag}={value}" for flag, value in sorted(sweep.items())
                                 if flag not in _OTHER)
                flags = {"wl": series.wl} | dict(series.params) | figure.options["fixed"] | flags
            args = [f"--{flag}={','.join(map(str, value)) if isinstance(value, list) else value}"
                    for flag, value in sorted(flags.items())]
            args += [f"--{_COUNT[name]}={processes}", f"--seed={number + 1}"]
            digest = hashlib.sha256(" ".join(args).encode()).hexdigest()[:12]
            yield Run(sweep["series"], swept, session.folder / "runs" / f"{name}-{mark}"
                      / f"{number}-{digest}.json", args)



