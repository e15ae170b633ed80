"""Measured samples: tidy rows grouped into cells, and the bootstrap draws that these share.

A cell is one configuration: application, graph, threads, series and swept parameters. All cells of
a claim share the draws, so that a round is in a draw for all of them or for none.
"""

import collections
import dataclasses
import functools
import math
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from galois_cps.runs import stats
from galois_cps.runs.bootstrap import RoundDraws

from .vectors import Missing

_TRACE = "trace."


def is_traced(metric: str) -> bool:
    """Whether it was counted in one sequential run, so that neither rounds nor costs change it."""
    return metric.startswith(_TRACE)


@dataclasses.dataclass(frozen=True, eq=False)
class Cell:
    """One configuration and what was measured of it."""

    app: str
    graph: str
    threads: int
    machine: str
    series: str
    parameters: str
    values: dict[str, np.ndarray]  # metric -> one value or nan per round
    failures: int

    @functools.cached_property
    def swept(self) -> dict[str, str]:
        """The swept parameters by name."""
        pairs = (part.partition("=") for part in self.parameters.split())
        return {name.rpartition(":")[2].replace("-", "_"): value for name, _, value in pairs}

    @property
    def time(self) -> float:
        """The median time over all rounds, nan without one."""
        return self.median("time_s")

    @functools.cached_property
    def rounds(self) -> int:
        """The number of rounds of the metric that has most of them."""
        return max((self.count(metric) for metric in self.values), default=0)

    def count(self, metric: str) -> int:
        """The number of rounds that have a value."""
        return self._described(metric)[1]

    def median(self, metric: str) -> float:
        """The median of a metric over all rounds, nan without values."""
        return self._described(metric)[0]

    @functools.cached_property
    def _known(self) -> dict[str, tuple[float, int]]:
        return {}

    def _described(self, metric: str) -> tuple[float, int]:
        """Median and number of values."""
        if metric not in self._known:
            values = [value for value in self.values.get(metric, ()) if not math.isnan(value)]
            self._known[metric] = (stats.median(values), len(values))
        return self._known[metric]


class SampledCells:
    """The cells of one source ("T" or "S"), and the draws that they share."""

    def __init__(self, rows: Iterable[dict[str, Any]], kind_of: Callable[[str], str], draws: int,
                 seed: int, machine_of: Callable[[str], str] = lambda figure: "",
                 noise: float = 0.0) -> None:
        """`noise` is the standard deviation of the logarithm of a time between equal runs."""
        self.kind_of = kind_of
        self._noise = noise
        self._seed = seed
        grouped = _group(rows, machine_of)
        rounds = {number for metrics in grouped.values() for metric, by_round in metrics.items()
                  if metric != "failure" for number in by_round}
        self.draws = RoundDraws(rounds or {0}, draws, seed)
        self.cells = [_cell(key, metrics, self.draws.rounds) for key, metrics in grouped.items()]
        self.at: dict[tuple[str, str], list[Cell]] = collections.defaultdict(list)
        for cell in self.cells:
            self.at[cell.app, cell.graph].append(cell)
        self._known: dict[tuple[int, str, str], np.ndarray] = {}
        self._composed: dict[tuple[int, ...], Cell] = {}

    def judged_afresh(self, cells: list[Cell], series: str) -> Cell:
        """The best of several cells, never judged on the rounds that it was chosen on: half of the
        rounds choose the cell that stands for the other half. A single round chooses for itself."""
        key = tuple(map(id, cells))
        if key not in self._composed:
            ran = np.any([~np.isnan(cell.values["time_s"]) for cell in cells
                          if "time_s" in cell.values] or [[False]], axis=0)
            if not ran.any():
                raise Missing(f"no times of {series} to choose by")
            half = np.zeros(len(self.draws.rounds), dtype=bool)
            half[np.flatnonzero(ran)[::2]] = True
            one = half & ran
            other = ran & ~half if (ran & ~half).any() else one
            self._composed[key] = _composed(_fastest(cells, other), _fastest(cells, one), one)
        return self._composed[key]

    def numbers(self, cell: Cell, metric: str, statistic: str) -> np.ndarray | None:
        """The statistic of a metric for each draw, or None without a value."""
        key = (id(cell), metric, statistic)
        if key not in self._known:
            if metric not in cell.values:
                return None
            found = (np.full(self.draws.size, cell.median(metric)) if is_traced(metric)
                     else self.draws.statistic(cell.values[metric], statistic))
            if self._noise and metric == "time_s" and statistic in ("median", "mean", "min", "max"):
                found = found * self._factors(cell)
            self._known[key] = found
        return self._known[key]

    def _factors(self, cell: Cell) -> np.ndarray:
        """What equal runs differ by, for each draw; 1 for the complete sample."""
        name = f"{self._seed} {cell.app} {cell.graph} {cell.threads} {cell.series} {cell.parameters}"
        found = np.exp(self._noise * np.random.default_rng(zlib.crc32(name.encode()))
                       .standard_normal(self.draws.size))
        found[0] = 1
        return found


def _fastest(cells: list[Cell], rounds: np.ndarray) -> Cell:
    """The cell with the least median time over some rounds."""
    def time(cell: Cell) -> float:
        values = cell.values.get("time_s")
        known = [] if values is None else [each for each in values[rounds] if not math.isnan(each)]
        return stats.median(known) if known else math.inf
    return min(cells, key=lambda cell: (time(cell), cell.parameters))


def _composed(one: Cell, other: Cell, rounds: np.ndarray) -> Cell:
    """The values of one cell in some rounds, and those of another in all others."""
    if one is other:
        return one
    values = {metric: np.where(rounds, one.values[metric], other.values[metric])
              for metric in one.values.keys() & other.values.keys()}
    return dataclasses.replace(one, parameters=f"{one.parameters} | {other.parameters}",
                               values=values, failures=one.failures + other.failures)


def _group(rows: Iterable[dict[str, Any]],
           machine_of: Callable[[str], str]) -> dict[tuple[Any, ...], dict[str, dict[int, dict]]]:
    """{cell: {metric: {round: {record: value}}}}. A record that several figures use counts once,
    for the machine of the first of them."""
    grouped: dict[tuple[Any, ...], dict[str, dict[int, dict]]] = {}
    machines: dict[str, str] = {}
    for row in rows:
        machine = machines.setdefault(row["record"], machine_of(row["figure"]))
        key = (row["app"], row["graph"], int(row["threads"]), machine, row["series"],
               row["parameters"])
        metrics = grouped.setdefault(key, collections.defaultdict(dict))
        by_round = metrics[row["metric"]].setdefault(int(row["round"]), {})
        by_round[row["record"]] = float(row["value"])
    return grouped


def _mean(by_record: dict[str, float]) -> float:
    return sum(by_record.values()) / len(by_record) if by_record else math.nan


def _cell(key: tuple[Any, ...], metrics: dict[str, dict[int, dict]], rounds: list[int]) -> Cell:
    values = {}
    for metric, by_round in metrics.items():
        if metric != "failure":
            column = np.array([_mean(by_round.get(number, {})) for number in rounds])
            if not np.isnan(column).all():
                values[metric] = column
    return Cell(*key, values, sum(map(len, metrics.get("failure", {}).values())))
