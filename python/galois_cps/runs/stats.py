"""Medians, spread, and confidence intervals of ratios of medians."""

import dataclasses
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import UserError, bootstrap


def median(values: Iterable[float], missing: Any = math.nan) -> Any:
    """The median; `missing` if there are no values."""
    values = np.fromiter(values, dtype=float)
    return float(np.median(values)) if len(values) else missing


def medians(table: Any, axis: int = 0) -> np.ndarray:
    """The medians of an array along an axis."""
    return np.median(table, axis=axis)


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of positive numbers; nan if there are none."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def geometric_means(table: Any, axis: int = 0) -> np.ndarray:
    """The geometric means of an array along an axis; nan where one of the numbers is negative."""
    with np.errstate(all="ignore"):
        return np.exp(np.log(table).mean(axis=axis))


def ranks(data: np.ndarray) -> np.ndarray:
    """The place of each row among all rows, per draw; equal values share their mean place."""
    order = np.argsort(data, axis=0, kind="stable")
    ordered = np.take_along_axis(data, order, axis=0)
    places = np.broadcast_to(np.arange(len(data))[:, None], data.shape)
    fresh = np.ones(data.shape, dtype=bool)
    fresh[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(fresh, places, 0), axis=0)
    ends = np.ones(data.shape, dtype=bool)
    ends[:-1] = fresh[1:]
    last = np.minimum.accumulate(np.where(ends, places, len(data))[::-1], axis=0)[::-1]
    found = np.empty(data.shape)
    np.put_along_axis(found, order, (first + last) / 2 + 1, axis=0)
    return found


def moments(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The sums of the products and of the squares of two arrays, from their means, per column."""
    one, other = one - one.mean(axis=0), other - other.mean(axis=0)
    return (one * other).sum(axis=0), (one * one).sum(axis=0), (other * other).sum(axis=0)


def spearman(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Spearman's rank correlation per column; nan where a side is constant or not known."""
    known = np.isfinite(one).all(axis=0) & np.isfinite(other).all(axis=0)
    with np.errstate(all="ignore"):
        mixed, left, right = moments(ranks(one), ranks(other))
        return np.where(known, mixed / np.sqrt(left * right), np.nan)


@dataclasses.dataclass(frozen=True)
class Spread:
    """A sample described by five numbers and its size."""

    n: int
    median: float
    low: float
    high: float
    q1: float
    q3: float

    @property
    def iqr(self) -> float:
        """Distance between the quartiles."""
        return self.q3 - self.q1


def spread(values: Iterable[float]) -> Spread:
    """The Spread of a non-empty sample."""
    values = np.fromiter(values, dtype=float)
    q1, q3 = np.quantile(values, [0.25, 0.75])
    return Spread(len(values), median(values), float(min(values)), float(max(values)), float(q1),
                  float(q3))


@dataclasses.dataclass(frozen=True)
class Ratio:
    """median(a) / median(b), with the interval that covers 95 % of its bootstrap distribution."""

    value: float
    low: float
    high: float
    paired: bool

    @property
    def verdict(self) -> str:
        """The conclusion about a that the interval allows, for times: less is faster."""
        return self.verdict_on("time_s")

    def verdict_on(self, metric: str) -> str:
        """The same for a metric by its name: of what is no time there is less or more."""
        less, more = ("faster", "slower") if metric.endswith("_s") else ("less", "more")
        if self.high < 1:
            return less
        if self.low > 1:
            return more
        return "no difference shown"


def ratio_of_medians(a: Any, b: Any, seed: int = 1, draws: int = bootstrap.DRAWS) -> Ratio:
    """A Ratio from two samples {round: value}, or plain lists.

    If two dictionaries have the same rounds, whole rounds are resampled, so that a slow minute of the
    machine, which affects both sides, does not widen the interval. Otherwise each side is
    resampled by itself. The same seed gives the same interval.
    """
    left, right, paired = _sides(a, b)
    if not len(left) or not len(right):
        raise UserError("cannot compare with an empty sample")
    if median(right) == 0:
        raise UserError("the median of the reference is 0, so that no ratio to it exists")
    tops, bottoms = _drawn_medians(left, right, paired, seed, draws)
    low, high = bootstrap.interval(tops[bottoms > 0] / bottoms[bottoms > 0])
    return Ratio(median(left) / median(right), low, high, paired)


def drawn_logarithms(a: Any, b: Any, seed: int = 1, draws: int = bootstrap.DRAWS) -> np.ndarray:
    """The logarithm of median(a) / median(b) in each of the draws of ratio_of_medians()."""
    tops, bottoms = _drawn_medians(*_sides(a, b), seed, draws)
    return np.log(tops) - np.log(bottoms)


def _sides(a: Any, b: Any) -> tuple[np.ndarray, np.ndarray, bool]:
    """Both samples as arrays, in the order of their rounds if these are the same, and whether they
    are."""
    paired = isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys()
    if paired:
        rounds = sorted(a)
        left, right = [a[each] for each in rounds], [b[each] for each in rounds]
    else:
        left, right = (list(side.values() if isinstance(side, dict) else side) for side in (a, b))
    return np.asarray(left, dtype=float), np.asarray(right, dtype=float), paired


def _drawn_medians(left: np.ndarray, right: np.ndarray, paired: bool, seed: int,
                   draws: int) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    picks = bootstrap.picks(len(left), draws, generator)
    others = picks if paired else bootstrap.picks(len(right), draws, generator)
    return medians(left[picks], 1), medians(right[others], 1)
