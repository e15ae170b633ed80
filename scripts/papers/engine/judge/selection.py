"""The numbers that a claim asks for in one case: which cells of a table a call on a series selects,
and what becomes of them."""

import collections
import dataclasses
import fnmatch
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from galois_cps.runs import UserError

from . import vectors
from .samples import Cell, SampledCells, is_traced
from .vectors import Missing, Number, Vector, number_of

METRICS = {"time": "time_s", "tasks": "tasks.executed", "useful": "tasks.useful",
           "ww": "wasted_work", "drift": "drift.mean", "argbest": "time_s"}
_PREFIX = {"share": "breakdown", "counter": "worklist", "history": "history"}
_COMPARISONS: tuple[tuple[str, Callable[..., bool]], ...] = (
    ("<=", operator.le), (">=", operator.ge), ("<", operator.lt), (">", operator.gt))
BEST = ".best"
Series = str | list[str]


@dataclasses.dataclass(frozen=True)
class Scope:
    """The part of a table that a case may use: the places (application, graph), the threads and the
    machine."""

    places: frozenset[tuple[str, str]]
    threads: int
    machine: str = ""


class CaseNumbers:
    """What one case measured. Facts about the case are attributes: `app`, `graph`, `kind`, `threads`,
    `nodes`, `edges`, `source` and `machine`.

    The first argument of each method is a series, or a list of them, or a text with `*`. The README of
    this folder describes the keywords.
    """

    def __init__(self, table: SampledCells, scope: Scope, facts: dict[str, Any]) -> None:
        self._table = table
        self._scope = scope
        self._facts = facts
        self.least_rounds = len(table.draws.rounds)
        self.compared: dict[str, bool] = {}  # of the series in lists, whether all calls found runs

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._facts:
            raise AttributeError(name)
        return self._facts[name]

    def time(self, series: Series, **keywords: Any) -> Any:
        """The time of the parallel region in seconds."""
        return self._measured("time", series, [], keywords)

    def tasks(self, series: Series, **keywords: Any) -> Any:
        """The number of executed tasks."""
        return self._measured("tasks", series, [], keywords)

    def useful(self, series: Series, **keywords: Any) -> Any:
        """The number of useful tasks."""
        return self._measured("useful", series, [], keywords)

    def ww(self, series: Series, **keywords: Any) -> Any:
        """The wasted work: executed over useful tasks."""
        return self._measured("ww", series, [], keywords)

    def drift(self, series: Series, **keywords: Any) -> Any:
        """The mean priority drift."""
        return self._measured("drift", series, [], keywords)

    def share(self, series: Series, *parts: str, **keywords: Any) -> Any:
        """The sum of these shares of the cycles."""
        return self._measured("share", series, parts, keywords)

    def counter(self, series: Series, name: str, **keywords: Any) -> Any:
        """A counter of the scheduler."""
        return self._measured("counter", series, [name], keywords)

    def history(self, series: Series, name: str, what: str, **keywords: Any) -> Any:
        """Of a list of values over time: first, last, min, max, mean, changes, rises, falls, and the
        first change in seconds and in tasks taken: first_change, first_change_pops."""
        return self._measured("history", series, [name, what], keywords)

    def metric(self, series: Series, name: str, **keywords: Any) -> Any:
        """Any other metric of the tidy table."""
        return self._measured("metric", series, [name], keywords)

    def argbest(self, series: Series, parameter: str, **keywords: Any) -> Any:
        """The fastest value of a parameter."""
        names = [series] if isinstance(series, str) else series
        best = [name if name.endswith(BEST) else name + BEST for name in names]
        return vectors.argmin(self._measured("argbest", best, [], keywords | {"over": parameter}))

    def _measured(self, function: str, series: Series, texts: Sequence[str],
                  keywords: dict[str, Any]) -> Any:
        """The statistic of a metric in the one cell that the arguments select, or a vector."""
        series, keywords = [series] if isinstance(series, str) else series, dict(keywords)
        many = len(series) > 1 or any("*" in name for name in series)
        over = keywords.pop("over", ["series"] if many else [])
        over = [each.replace("-", "_") for each in ([over] if isinstance(over, str) else over)]
        names = metric_names(function, texts)
        statistic = keywords.pop("stat", "median")
        vector = self._vector(series, over, names, statistic, keywords)
        return vector if over else Number(vector.data[0])

    def _vector(self, series: list[str], over: list[str], names: list[str], statistic: str,
                keywords: dict[str, Any]) -> Vector:
        groups: dict[Any, list[Cell]] = collections.defaultdict(list)
        best = False
        ran = set()
        for cell in self._candidates(keywords):
            wanted = next((name for name in series if _is_series(cell.series, name)), None)
            if wanted is None or not self._selected(cell, over, keywords):
                continue
            label = _label(cell, over)
            if label is not None and any(metric in cell.values for metric in names):
                groups[label].append(cell)
                best = best or wanted.endswith(BEST)
                ran.add(wanted)
        if len(series) > 1:
            self.compared |= {name: name in ran and self.compared.get(name, True)
                              for name in series if "*" not in name}
        labels, rows = [], []
        for label in sorted(groups, key=_sort_key):
            cell = self._choose(groups[label], best, ", ".join(series))
            row = self._row(cell, names, statistic)
            if row is not None:
                labels.append(label)
                rows.append(row)
        if not rows:
            raise Missing(f"no runs of {', '.join(series)} with {' + '.join(names)}"
                          + _words(keywords))
        return Vector(tuple(labels), np.stack(rows))

    def _selected(self, cell: Cell, over: list[str], keywords: dict[str, Any]) -> bool:
        """Whether the keywords, and where they are silent the scope of the case, admit a cell."""
        for name, wanted in keywords.items():
            own = cell.swept.get(name)
            if name in ("app", "graph", "threads", "machine"):
                own = getattr(cell, name)
            elif name == "kind":
                own = self._table.kind_of(cell.graph)
            if own is None or not matches(own, wanted):
                return False
        if not {"threads"} & {*keywords, *over} and cell.threads != self._scope.threads:
            return False
        if not {"machine"} & {*keywords, *over} and cell.machine != self._scope.machine:
            return False
        return True

    def _candidates(self, keywords: dict[str, Any]) -> Iterator[Cell]:
        """The cells of the case's places; app=, graph= and kind= reach other places."""
        any_app, any_graph = "app" in keywords, bool({"graph", "kind"} & {*keywords})
        for (own_app, own_graph), cells in self._table.at.items():
            if any((any_app or own_app == app) and (any_graph or own_graph == graph)
                   for app, graph in self._scope.places):
                yield from cells

    def _choose(self, cells: list[Cell], best: bool, series: str) -> Cell:
        """The one cell of a group: the only one, or what was chosen of several by their times."""
        places = {(cell.app, cell.graph, cell.threads, cell.machine) for cell in cells}
        if len(places) > 1:
            raise UserError(f"{series}: several applications, graphs or numbers of threads remain "
                            "here; select one or name them in over=")
        if len(cells) == 1:
            return cells[0]
        if not best:
            names = sorted(f"{cell.series} {cell.parameters}".strip() for cell in cells)
            raise UserError(f"{series} has {len(cells)} cells here ({', '.join(names[:3])}, ..); "
                            "say .best or select a parameter")
        return self._table.judged_afresh(cells, series)

    def _row(self, cell: Cell, names: list[str], statistic: str) -> np.ndarray | None:
        """The sum of the metrics, per draw."""
        parts = [self._table.numbers(cell, metric, statistic) for metric in names]
        if any(part is None for part in parts):
            return None
        self.least_rounds = min([self.least_rounds, *(cell.count(metric) for metric in names
                                                      if not is_traced(metric))])
        return np.sum(parts, axis=0)


class RangeNumbers(CaseNumbers):
    """What one case measured on another machine, with one value of a parameter. Unless `strict`,
    series that did not run there are those of the case's own machine. Traces of sequential runs are
    the same on all machines."""

    def __init__(self, table: SampledCells, scope: Scope, facts: dict[str, Any],
                 chosen: dict[str, str], strict: bool = False) -> None:
        super().__init__(table, scope, facts)
        self._elsewhere = chosen  # keywords of the methods
        self._strict = strict

    def _measured(self, function: str, series: Series, texts: Sequence[str],
                  keywords: dict[str, Any]) -> Any:
        names = [series] if isinstance(series, str) else series
        traced = all(map(is_traced, metric_names(function, texts)))
        there = not traced and (self._strict or any(
            _is_series(cell.series, name) and cell.machine == self._elsewhere["machine"]
            for cell in self._table.cells for name in names))
        return super()._measured(function, series, texts,
                                 {**self._elsewhere, **keywords} if there else keywords)


def metric_names(function: str, texts: Sequence[str]) -> list[str]:
    """The metrics whose sum a call is about."""
    if function in METRICS:
        return [METRICS[function]]
    if function == "metric":
        return list(texts)
    if function == "share":
        return [f"{_PREFIX[function]}.{text}" for text in texts]
    return [".".join([_PREFIX[function], *texts])]


def _is_series(own: str, wanted: str) -> bool:
    wanted = wanted.removesuffix(BEST)
    return own == wanted or ("*" in wanted and fnmatch.fnmatchcase(own, wanted))


def _label(cell: Cell, over: list[str]) -> Any:
    """What a cell is called in a vector over these names; None if it has no such parameter."""
    parts = []
    for name in over:
        if name == "cells":
            parts.append((cell.series, cell.parameters))
        elif name in ("app", "graph", "threads", "machine", "series"):
            parts.append(getattr(cell, name))
        elif name in cell.swept:
            parts.append(cell.swept[name])
        else:
            return None
    return parts[0] if len(parts) == 1 else tuple(parts)


def _sort_key(label: Any) -> Any:
    """Numbers by value, everything else by its text."""
    try:
        return (0, number_of(label), "")
    except Missing:
        return (1, 0.0, str(label))


def matches(own: Any, wanted: Any) -> bool:
    """Whether a value is the one wanted, one of a list, or meets a comparison such as "<=64"."""
    if isinstance(wanted, list):
        return any(matches(own, each) for each in wanted)
    if isinstance(wanted, str):
        for sign, function in _COMPARISONS:
            if wanted.startswith(sign):
                return bool(function(number_of(own), number_of(wanted[len(sign):].strip())))
    if str(own) == str(wanted):
        return True
    try:
        return number_of(own) == number_of(wanted)
    except Missing:
        return False


def _words(keywords: dict[str, Any]) -> str:
    return "".join(f", {name}={value}" for name, value in keywords.items())
