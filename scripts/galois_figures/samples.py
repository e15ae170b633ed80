"""Measured samples: tidy rows grouped into cells, and bootstrap draws of whole rounds.

A cell is one configuration: application, graph, threads, series and swept parameters. All cells of
a claim share the draws, so that a round is in a draw for all of them or for none.
"""

import collections
import dataclasses
import functools
import math
import statistics
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np


class Draws:
    """Bootstrap draws of rounds. Equal draws are computed once: five rounds have only 126."""

    def __init__(self, rounds: Iterable[int], draws: int, seed: int) -> None:
        self.rounds = sorted(set(rounds))
        number = len(self.rounds)
        picks = np.random.default_rng(seed).integers(number, size=(draws, number))
        distinct, inverse = np.unique(np.sort(picks, axis=1), axis=0, return_inverse=True)
        counts = np.zeros((1 + len(distinct), number), dtype=np.int16)
        counts[0] = 1
        np.add.at(counts, (1 + np.arange(len(distinct))[:, None], distinct), 1)
        self._counts = counts  # how often each distinct draw has each round
        self._inverse = 1 + inverse.reshape(-1)

    @property
    def size(self) -> int:
        """The length of an array: the complete sample, then the distinct draws."""
        return len(self._counts)

    def statistic(self, by_round: np.ndarray, name: str) -> np.ndarray:
        """The statistic of a sample with one value or nan per round, for each distinct draw; nan
        for draws without a value."""
        order = np.argsort(by_round, kind="stable")[:int((~np.isnan(by_round)).sum())]
        drawn = _Drawn(by_round[order], self._counts[:, order])
        with np.errstate(all="ignore"):
            return np.where(drawn.number > 0, _STATISTICS[name](drawn), np.nan)

    def spread_out(self, array: Any) -> np.ndarray:
        """One element per draw, equal draws as often as they were drawn."""
        return np.broadcast_to(np.asarray(array), (self.size,))[self._inverse]


class _Drawn:
    """Sorted values and how often each draw has them."""

    def __init__(self, values: np.ndarray, counts: np.ndarray) -> None:
        self._values = values
        self._counts = counts
        self._below = counts.cumsum(axis=1, dtype=np.int32)
        self.number = self._below[:, -1]

    def place(self, rank: Any) -> np.ndarray:
        """The value of this rank, from 1, in each draw."""
        reached = self._below >= np.reshape(rank, (-1, 1))
        return self._values[reached.argmax(axis=1)]

    def median(self) -> np.ndarray:
        """The middle value, or the mean of the two."""
        return (self.place((self.number + 1) // 2) + self.place(self.number // 2 + 1)) / 2

    def mean(self) -> np.ndarray:
        """The mean."""
        return self._counts @ self._values / self.number

    def deviation(self) -> np.ndarray:
        """The standard deviation of a sample."""
        apart = (self._values[None, :] - self.mean()[:, None]) ** 2
        return np.sqrt((self._counts * apart).sum(axis=1) / (self.number - 1))


_STATISTICS: dict[str, Callable[[_Drawn], np.ndarray]] = {
    "median": _Drawn.median, "mean": _Drawn.mean, "min": lambda drawn: drawn.place(1),
    "max": lambda drawn: drawn.place(drawn.number), "sd": _Drawn.deviation,
    "cv": lambda drawn: drawn.deviation() / drawn.mean(),
    "range": lambda drawn: drawn.place(drawn.number) / drawn.place(1) - 1}


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
            median = statistics.median(values) if values else math.nan
            self._known[metric] = (float(median), len(values))
        return self._known[metric]


class Table:
    """The cells of one source ("T" or "S"), and the draws that they share."""

    def __init__(self, rows: Iterable[dict[str, Any]], kind_of: Callable[[str], str], draws: int,
                 seed: int, machine_of: Callable[[str], str] = lambda figure: "") -> None:
        self.kind_of = kind_of
        grouped = _group(rows, machine_of)
        rounds = {number for metrics in grouped.values() for metric, by_round in metrics.items()
                  if metric != "failure" for number in by_round}
        self.draws = Draws(rounds or {0}, draws, seed)
        self.cells = [_cell(key, metrics, self.draws.rounds) for key, metrics in grouped.items()]
        self.at: dict[tuple[str, str], list[Cell]] = collections.defaultdict(list)
        for cell in self.cells:
            self.at[cell.app, cell.graph].append(cell)
        self._known: dict[tuple[int, str, str], np.ndarray] = {}

    def numbers(self, cell: Cell, metric: str, statistic: str) -> np.ndarray | None:
        """The statistic of a metric for each draw, or None without a value."""
        key = (id(cell), metric, statistic)
        if key not in self._known:
            if metric not in cell.values:
                return None
            self._known[key] = self.draws.statistic(cell.values[metric], statistic)
        return self._known[key]


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
