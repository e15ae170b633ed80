"""The cases of a claim: which of them `where` picks, the facts that `needs` tests, and the numbers
of each case brought together for the criteria."""

import collections
import dataclasses
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from galois_cps.runs import UserError

from . import vectors
from .claims import Acted, Claim, Need, Ran
from .expression import Expression
from .samples import Cell, SampledCells
from .selection import BEST, CaseNumbers, RangeNumbers, Scope, matches
from .vectors import Missing, Vector

# The facts about cases that are the least medians of a metric.
RANGES = "-ranges"  # ends the names of machines on which costs are swept
FACTS = {"nodes": "nodes", "reached": "reached", "edges": "edges", "tasks": "tasks.executed", "time": "time_s"}


class Facts:
    """What `where` and `needs` know of a case, as attributes."""

    def __init__(self, facts: dict[str, Any], series: frozenset[str] = frozenset()) -> None:
        self._facts = facts
        self._series = series

    def __getattr__(self, name: str) -> Any:
        """A fact; Missing if the records do not tell it."""
        if name.startswith("_") or name not in self._facts:
            raise AttributeError(name)
        value = self._facts[name]
        if isinstance(value, float) and np.isnan(value):
            raise Missing(f"{name} is unknown")
        return value

    def unmet(self, condition: Need | Ran) -> str:
        """Why a precondition does not hold, or nothing."""
        if isinstance(condition, Ran):
            return "" if condition.series.removesuffix(BEST) in self._series else \
                f"needs {condition.text}"
        try:
            value = condition.value(self)
        except Missing as error:
            return f"needs {condition.text}, but {error}"
        return "" if value >= condition.limit else \
            f"needs {condition.text}, but {condition.what} is {value:,.6g}"


@dataclasses.dataclass(frozen=True, eq=False)
class Case:
    """One case: its key, the part of the table that it may use, and facts about it."""

    key: tuple[Any, ...]
    scope: Scope
    facts: dict[str, Any]
    series: frozenset[str]
    failures: int

    @property
    def label(self) -> Any:
        """The label in vectors: the key, or its only part."""
        return self.key[0] if len(self.key) == 1 else self.key

    @property
    def text(self) -> str:
        """The label for people."""
        return " ".join(map(str, self.key)) or "all"

    def unmet(self, conditions: Iterable[Need | Ran]) -> list[str]:
        """Why preconditions do not hold."""
        facts = Facts(self.facts, self.series)
        return [text for text in map(facts.unmet, conditions) if text]


def find(case: tuple[str, ...], where: Expression | None, table: SampledCells,
         source: str) -> list[Case]:
    """The cases with these keys that have a successful run, sorted. If the figures ran on several
    simulated machines, these are apart too."""
    places: dict[_Place, list[Cell]] = collections.defaultdict(list)
    for cell in table.cells:
        if (cell.values or cell.failures) and not cell.machine.endswith(RANGES):
            places[_Place(cell.app, cell.graph, cell.threads, cell.machine)].append(cell)
    keys = (*case, "machine") if len({place.machine for place in places}) > 1 else case
    grouped: dict[tuple[Any, ...], list[_Place]] = collections.defaultdict(list)
    for place, cells in places.items():
        if any(cell.values for cell in cells) and _passes(where, place, cells, table, source):
            grouped[tuple(getattr(place, key) for key in keys)].append(place)
    return [_case(key, grouped[key], places, table, source) for key in sorted(grouped)]


class _Place(NamedTuple):
    """Where runs took place."""

    app: str
    graph: str
    threads: int
    machine: str


def _passes(where: Expression | None, place: _Place, cells: list[Cell], table: SampledCells,
            source: str) -> bool:
    if where is None:
        return True
    try:
        return where.holds(Facts(_facts([place], cells, table, source)))
    except Missing:
        return False


def _facts(places: list[_Place], cells: list[Cell], table: SampledCells,
           source: str) -> dict[str, Any]:
    """What is known of places; a text that differs between them is empty."""
    texts = {"app": {place.app for place in places}, "graph": {place.graph for place in places},
             "kind": {table.kind_of(place.graph) for place in places},
             "machine": {place.machine for place in places}}
    return {**{name: found.pop() if len(found) == 1 else "" for name, found in texts.items()},
            **{name: _least(cells, metric) for name, metric in FACTS.items()},
            "threads": max(place.threads for place in places), "source": source}


def _least(cells: list[Cell], metric: str) -> float:
    return min((cell.median(metric) for cell in cells if metric in cell.values),
               default=float("nan"))


def _case(key: tuple[Any, ...], places: list[_Place], found: dict[_Place, list[Cell]],
          table: SampledCells, source: str) -> Case:
    threads = max(place.threads for place in places)
    widest = [place for place in places if place.threads == threads]
    cells = [cell for place in widest for cell in found[place]]
    succeeded = [cell for cell in cells if cell.values]
    facts = _facts(widest, succeeded, table, source)
    facts["runs"] = len(succeeded)
    facts["rounds"] = min(cell.rounds for cell in succeeded)
    alone = [cell for place in places for cell in found.get(place._replace(threads=1), [])]
    facts["alone"] = _least([cell for cell in alone if cell.values], "time_s")
    scope = Scope(frozenset((place.app, place.graph) for place in places), threads,
                  places[0].machine)
    return Case(key, scope, facts, frozenset(cell.series for cell in succeeded),
                sum(cell.failures for cell in cells))


class Quantities:
    """The quantities of the cases that have all of them."""

    def __init__(self, claim: Claim, table: SampledCells, found: list[Case],
                 elsewhere: dict[str, str] | None = None) -> None:
        """With `elsewhere`, what selection.RangeNumbers takes, numbers come from there; without a
        machine in it, from that of the case with swept costs. Cases in which a mechanism did not act,
        or is not known to have acted, are left out, and so are those without one of several series
        that other cases compare: the best of fewer is another quantity."""
        self.cases: list[Case] = []
        self.rows: dict[str, list[np.ndarray]] = {name: [] for name in claim.quantities}
        self.missing: list[str] = []
        self.inert: list[str] = []
        self.least_rounds = len(table.draws.rounds)
        measured = []
        for case in found:
            if elsewhere is None:
                numbers = CaseNumbers(table, case.scope, case.facts)
            else:
                own = {"machine": case.scope.machine + RANGES}
                numbers = RangeNumbers(table, case.scope, case.facts, own | elsewhere, claim.in_band)
            if inert := [text for acted in claim.acts if (text := _inert(acted, numbers, table))]:
                self.inert.append(f"{case.text}: {'; '.join(inert)}")
                continue
            try:
                rows = {name: _row(quantity.of(numbers), table)
                        for name, quantity in claim.quantities.items()}
            except Missing as error:
                self.missing.append(f"{case.text}: {error}")
                continue
            measured.append((case, numbers, rows))
        compared = {name for _, numbers, _ in measured
                    for name, ran in numbers.compared.items() if ran}
        for case, numbers, rows in measured:
            if absent := [name for name in numbers.compared
                          if name in compared and not numbers.compared[name]]:
                self.missing.append(f"{case.text}: no runs of {absent[0]}, which is compared elsewhere")
                continue
            self.cases.append(case)
            self.least_rounds = min(self.least_rounds, numbers.least_rounds)
            for name, row in rows.items():
                self.rows[name].append(row)


def _inert(acted: Acted, numbers: CaseNumbers, table: SampledCells) -> str:
    """Why a case decides nothing about a mechanism, or nothing."""
    try:
        value = float(_row(acted.measure.of(numbers), table)[0])
    except Missing as error:
        return f"{acted.mechanism} may not have acted ({error})"
    return "" if value >= acted.least else \
        f"{acted.mechanism}: {value:.3g}, where {acted.least:g} is the least"


def _row(value: Any, table: SampledCells) -> np.ndarray:
    if isinstance(value, Vector):
        raise UserError("the value of a case is a vector; fold it, for example with gm()")
    row = np.broadcast_to(np.asarray(vectors.plain(value), dtype=float), (table.draws.size,))
    if not np.isfinite(row[0]):
        raise Missing("the value is not a finite number")
    return row


@dataclasses.dataclass(frozen=True, eq=False)
class OverCases(Vector):
    """A quantity of all cases. A call selects cases by their facts: `value(kind="road")`."""

    cases: tuple[Case, ...] = ()

    def __call__(self, **wanted: Any) -> Vector:
        chosen = [case.label for case in self.cases
                  if all(matches(case.facts[name], each) for name, each in wanted.items())]
        if not chosen:
            raise Missing("no case has " + ", ".join(f"{k}={v}" for k, v in wanted.items()))
        return self.pick(chosen)


class Folded:
    """What criteria see: vectors over the cases, and the number of these."""

    def __init__(self, found: list[Case], numbers: dict[str, list[np.ndarray]]) -> None:
        labels = tuple(case.label for case in found)
        self._vectors = {name: OverCases(labels, np.stack(rows), tuple(found))
                         for name, rows in numbers.items()}
        self._known = {**self._vectors, "cases": len(found)}

    def result(self, criterion: Expression) -> Any:
        """What a criterion computes of these."""
        return criterion(self._known)

    def unknown(self) -> np.ndarray:
        """For each draw, whether a number is missing in it."""
        return np.any([np.isnan(vector.data).any(axis=0) for vector in self._vectors.values()],
                      axis=0)

    def representative(self) -> np.ndarray:
        """A number for all cases when no criterion names one: geometric mean, or median if that
        fails."""
        value = self._vectors["value"]
        return (vectors.gm if (value.data > 0).all() else vectors.median)(value).data
