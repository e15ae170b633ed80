"""Runs of the model of Swarm (scripts/papers/hdcps/swarm-model) for figures on simulated cores.

A figure with the option `swarm` (the name of a series) has runs of the model beside its others, for
each case of its first run specification, or of the set `swarm_cases`, and for each file of costs if
that sweeps them. There is no chance in the model, so a run counts for every round. Its record is one
file in runs/, which depends on application, graph, source, cores and the costs that the model reads.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from galois_cps.runs import UserError

from .. import swarm_model
from ...engine.plan.catalogue import COSTS, Case, Figure
from ...engine.plan.plan import FRESH
from ...engine.plan.kinds import Kind, Rows, Work
from ...engine.plan.session import Session

_SCRIPTS = pathlib.Path(__file__).resolve().parents[3]
_VERSION = 1  # of the model; files of other versions are left alone


class Run(NamedTuple):
    """A run of the model: its case, swept parameters, cores, the file of its record, its command."""

    case: Case
    parameters: str
    cores: int
    path: pathlib.Path
    command: list[str]


class SwarmRuns(Kind):
    """Figures that show runs of the model."""

    source = "S"

    def is_for(self, figure: Figure) -> bool:
        """Whether a figure has runs of the model."""
        return "swarm" in figure.options

    def make(self, session: Session, figure: Figure, work: Work) -> None:
        """Does the runs that are missing, `jobs` at a time."""
        todo = list({run.path: run for run in wanted(session, figure)  # some costs are the same to it
                     if work.fresh or not run.path.exists()}.values())
        for name in dict.fromkeys(run.case.graph for run in todo):
            if not session.graphs.there(name):
                raise UserError(f"{figure.id}: the graph {name} is missing")
        with concurrent.futures.ThreadPoolExecutor(work.jobs) as pool:
            done = list(pool.map(lambda run: _do(run, session.scale.timeout, work.deadline, work.say),
                                 todo))
        work.total.left += done.count(False)

    def commands(self, session: Session, figure: Figure, fresh: bool) -> Iterator[str]:
        """Those of missing runs."""
        for run in wanted(session, figure):
            if fresh or not run.path.exists():
                yield shlex.join(run.command)

    def count(self, session: Session, figure: Figure) -> tuple[int, int]:
        """The numbers of runs that are there and that are wanted."""
        found = [run.path.exists() for run in wanted(session, figure)]
        return sum(found), len(found)

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """The rows of the runs that are there, for every round of the figure."""
        begin = FRESH if session.planner.sources(figure) else 0
        found = []
        for run in wanted(session, figure):
            if not run.path.exists():
                continue
            numbers = dict(_numbers(json.loads(run.path.read_text(encoding="utf-8"))))
            for number in range(begin, begin + session.rounds):
                common = {"figure": figure.id, "source": "S", "app": run.case.app,
                          "graph": run.case.graph, "series": figure.options["swarm"],
                          "parameters": run.parameters, "threads": run.cores, "round": number,
                          "seed": "", "record": f"{run.path.parent.name}/{run.path.name}:{number}"}
                found += [common | {"metric": metric, "value": value}
                          for metric, value in numbers.items()]
        return found


def wanted(session: Session, figure: Figure) -> Iterator[Run]:
    """The runs on graphs that exist or can be made."""
    spec = figure.runs[0]
    scale = session.scale.name
    grid = session.catalogue.thinned(spec.grid, scale).get(COSTS)
    choices = grid or (f"@scripts/virtual/{figure.options['costs']}",)
    for case in session.catalogue.cases(figure.options.get("swarm_cases", spec.cases), scale, "S"):
        if case.app not in swarm_model.APPS or not session.graphs.can_be_made(case.graph):
            continue
        for cores in spec.threads_of("S", scale):
            for costs in choices:
                yield _run(session, case, cores, costs, f"{COSTS}={costs}" if grid else "")


def _run(session: Session, case: Case, cores: int, costs: str, parameters: str) -> Run:
    files = [_SCRIPTS / part.removeprefix("@scripts/") for part in costs.split(",")]
    times = swarm_model.costs_of([_SCRIPTS / "virtual/server.costs", *files])  # as the program does
    graph = session.graphs.path(case.graph)
    mark = session.graphs.fingerprint(case.graph) if session.graphs.there(case.graph) else "none"
    name = (f"{case.app}-{case.graph}-{case.start}-{cores}-{mark}-"
            f"{hashlib.sha256(json.dumps(times, sort_keys=True).encode()).hexdigest()[:12]}.json")
    command = [os.fspath(_SCRIPTS / "papers/hdcps/swarm-model"), os.fspath(graph), f"--app={case.app}",
               f"--start={case.start}", f"--cores={cores}", *(f"--costs={path}" for path in files)]
    return Run(case, parameters, cores, session.folder / "runs" / f"swarm-{_VERSION}" / name, command)


def _do(run: Run, timeout: float, deadline: float | None, say: Callable[[str], None]) -> bool:
    """Does one run; returns whether there was time for it."""
    if deadline is not None and time.monotonic() >= deadline:
        return False
    say(f"replaying {run.case.app} on {run.case.graph} as Swarm {run.parameters}".rstrip())
    run.path.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run([*run.command, f"--json={run.path}"], capture_output=True, text=True,
                              check=False, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise UserError(f"{' '.join(run.command)}: took more than {timeout:g} s") from None
    if done.returncode != 0:
        raise UserError(f"{' '.join(run.command)}: {done.stderr.strip()}")
    return True



def _numbers(record: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """What tables have of a record. The categories of cycles are those of the profile presets."""
    whole = record["time"] * record["cores"]
    yield "time_s", record["time"] * 1e-9
    yield "tasks.executed", float(record["runs"])
    yield "nodes", float(record["nodes"])
    yield "edges", float(record["edges"])
    yield "breakdown.good_work", record["useful"] / whole
    yield "breakdown.useless_work", record["undone"] / whole
    yield "breakdown.failed_dequeue", record["idle_share"]
    for name in ("undone_runs", "spills", "displaced", "stalls"):
        yield f"worklist.{name}", float(record[name])
