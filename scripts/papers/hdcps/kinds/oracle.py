"""The oracle of the share of sent tasks: schedules of shares found interval by interval.

A figure with the option `search` (a table) has runs whose schedule depends on other runs. The keys:
`series` whose parameter `parameter` takes a schedule such as "50,40", `values` to try, `intervals` to
search at most by scale, and the series under which the results stand: `fixed`, the schedules of one
value; `interval` and `run`, the two readings of "the best share of each interval".

An interval ends at a decision of the feedback. For the reading `interval`, the value is taken with
which the interval ends first; for `run`, the one with which the whole run ends first if it stays to
the end. Then the value of the next interval is searched after that prefix. Runs with equal seeds and
equal prefixes are equal, so the first intervals need not be run again.

The runs are runs as any others, in the same files. Which ones come next follows from those that are
there. So an interrupted search goes on where it was, and a table needs the records alone.
"""

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lab.bench import runner, schedule, spec

from ...engine.plan import tidy
from ...engine.plan.catalogue import Figure
from ...engine.plan.execute import Executor
from ...engine.plan.kinds import Kind, Rows, Work
from ...engine.plan.plan import Cell
from ...engine.plan.session import Session

READINGS = ("interval", "run")
_HISTORY = "tdf"
Schedule = tuple[str, ...]
Record = dict[str, Any]
Find = Callable[[Schedule], Record | None]


@dataclasses.dataclass(frozen=True)
class Step:
    """How far a search is: the schedule that it found, or those that it waits for."""

    found: Schedule | None
    missing: tuple[Schedule, ...] = ()


class Oracle(Kind):
    """Figures with runs that a search decides."""

    def is_for(self, figure: Figure) -> bool:
        """Whether a figure has runs that a search decides."""
        return "search" in figure.options

    def make(self, session: Session, figure: Figure, work: Work) -> None:
        """Does the runs of a search, step by step for all cases and rounds at once."""
        if work.fresh:
            session.store.forget(_done(session, figure))
        while batch := missing(session, figure):
            executor = Executor(session.store, session.builds, session.scale.timeout, work.jobs,
                                {run.config.key for run in batch})
            outcome = executor.run([batch], work.deadline)
            work.total.add(outcome)
            if outcome.left or not outcome.ran:
                return

    def commands(self, session: Session, figure: Figure, fresh: bool) -> Iterator[str]:
        """The commands of the runs that are known to be missing; later ones depend on their results."""
        for run in missing(session, figure):
            folder = str(session.builds.folder(run.config.build))
            yield runner.replay(run.config.command(folder, "", True, run.repeat + 1))

    def count(self, session: Session, figure: Figure) -> tuple[int, int]:
        """The numbers of searches that are done and that are wanted."""
        steps = [_search(session, figure, cell, number, reading) for cell in _cells(session, figure)
                 for number in range(session.rounds) for reading in READINGS]
        return sum(not step.missing for step in steps), len(steps)

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """The rows of the fixed values, and of the schedules that the finished searches found."""
        names = figure.options["search"]
        rounds = session.rounds_there()
        found = []
        for cell in _cells(session, figure):
            for number in range(rounds):
                for value in names["values"]:
                    found += _rows(session, figure, cell, number, names["fixed"], (value,),
                                   _with_share(cell, names["parameter"], value))
                for reading in READINGS:
                    step = _search(session, figure, cell, number, reading)
                    if step.found is not None:
                        found += _rows(session, figure, cell, number, names[reading], step.found,
                                       cell.parameters)
        return found


def trimmed(shares: Schedule) -> Schedule:
    """The shortest schedule of the same run: the last value stays."""
    while len(shares) > 1 and shares[-1] == shares[-2]:
        shares = shares[:-1]
    return shares


def greedy(values: Sequence[str], intervals: int, reading: str, find: Find) -> Step:
    """Searches the schedule, as far as the records go that `find` has. The first of equal values
    counts. A value whose run failed is not taken."""
    prefix: Schedule = ()
    for number in range(intervals):
        options = {value: trimmed((*prefix, value)) for value in values}
        records = {value: find(option) for value, option in options.items()}
        missing = tuple(option for value, option in options.items() if records[value] is None)
        if missing:
            return Step(None, missing)
        costs = {value: _cost(record, number, reading)
                 for value, record in records.items() if record is not None}
        best = min(values, key=costs.__getitem__)
        if math.isinf(costs[best]):
            break
        prefix = (*prefix, best)
        chosen = records[best]
        if chosen is None or _end(chosen, number) is None:
            break  # the run ends in this interval
    return Step(trimmed(prefix) if prefix else None)


def _end(record: Record, number: int) -> float | None:
    """The time at which an interval ended, or None if the run ended before."""
    history = record["worklist"].get(_HISTORY, [])
    return float(history[number + 1][0]) if number + 1 < len(history) else None


def _cost(record: Record, number: int, reading: str) -> float:
    """What the search minimises. A run that ends within the interval counts with its own end."""
    if record["bench"].get("failure"):
        return math.inf
    end = _end(record, number) if reading == "interval" else None
    return float(record["time_s"]) if end is None else end



def missing(session: Session, figure: Figure) -> list[schedule.Run]:
    """The next runs of all searches of a figure, each once."""
    found: dict[tuple[str, int, bool], schedule.Run] = {}
    for cell in _cells(session, figure):
        if not session.builds.has(cell.config.build, cell.config.app, cell.config.wl):
            continue
        for number in range(session.rounds):
            for reading in READINGS:
                for option in _search(session, figure, cell, number, reading).missing:
                    run = schedule.Run(_config(figure, cell, option), number, False)
                    found.setdefault(run.ident, run)
    return list(found.values())



def _with_share(cell: Cell, parameter: str, value: str) -> str:
    """The parameters of a run with a fixed share, as the tidy table has them."""
    return dataclasses.replace(cell, swept=(*cell.swept, (parameter, value))).parameters


def _rows(session: Session, figure: Figure, cell: Cell, number: int, series: str,
          shares: Schedule, parameters: str) -> list[dict[str, Any]]:
    hit = session.store.find(_config(figure, cell, shares), number)
    if hit is None:
        return []
    place, record = hit
    common = {"figure": figure.id, "source": cell.source, "app": cell.app, "graph": cell.graph,
              "series": series, "parameters": parameters, "threads": cell.threads,
              "round": number, "seed": record.get("seed", "")}
    if failure := record["bench"].get("failure"):
        return [common | {"metric": "failure", "value": math.nan,
                          "record": f"{place} {failure['reason']}"}]
    return [common | {"metric": metric, "value": value, "record": place}
            for metric, value in tidy.numbers(record)]


def _cells(session: Session, figure: Figure) -> list[Cell]:
    """The cells of the series that the search varies: one per case, threads and swept values."""
    wanted = session.planner.wanted([figure], session.kinds, {}).cells
    return [cell for cell in wanted if cell.series == figure.options["search"]["series"]]


def _config(figure: Figure, cell: Cell, shares: Schedule) -> spec.Config:
    given = {**dict(cell.config.params), figure.options["search"]["parameter"]: ",".join(shares)}
    return dataclasses.replace(cell.config, params=tuple(sorted(given.items())))


def _search(session: Session, figure: Figure, cell: Cell, number: int, reading: str) -> Step:
    options = figure.options["search"]

    def find(shares: Schedule) -> Record | None:
        hit = session.store.find(_config(figure, cell, shares), number)
        return hit[1] if hit else None

    return greedy(options["values"], options["intervals"][session.scale.name], reading, find)


def _done(session: Session, figure: Figure) -> list[schedule.Run]:
    """The runs that are there and that the searches looked at."""
    names = figure.options["search"]
    configs = {cell.config.key: cell for cell in _cells(session, figure)}
    found = []
    for record in session.store.records():
        bench = record["bench"]
        shares = bench["config"].get(names["parameter"])
        for cell in configs.values() if shares else ():
            config = _config(figure, cell, tuple(shares.split(",")))
            if config.key == bench["key"]:
                found.append(schedule.Run(config, bench["repeat"], False))
    return found
