"""Medians, spread, and confidence intervals of ratios of medians."""

import dataclasses

import numpy as np

from . import UserError

DRAWS = 10000
LEVEL = 0.95


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
    def iqr(self):
        """Distance between the quartiles."""
        return self.q3 - self.q1


def spread(values):
    """The Spread of a non-empty sample."""
    q1, median, q3 = np.quantile(values, [0.25, 0.5, 0.75])
    return Spread(len(values), float(median), float(min(values)), float(max(values)),
                  float(q1), float(q3))


@dataclasses.dataclass(frozen=True)
class Ratio:
    """median(a) / median(b), with the interval that covers LEVEL of its bootstrap distribution."""

    value: float
    low: float
    high: float
    paired: bool

    @property
    def verdict(self):
        """The conclusion about a that the interval allows, for times: less is faster."""
        if self.high < 1:
            return "faster"
        if self.low > 1:
            return "slower"
        return "no difference shown"


def ratio_of_medians(a, b, seed=1, draws=DRAWS):
    """A Ratio from two samples {round: value}, or plain lists.

    If two dictionaries have the same rounds, whole rounds are resampled, so that a slow minute of the
    machine, which affects both sides, does not widen the interval. Otherwise each side is
    resampled by itself. The same seed gives the same interval.
    """
    paired = isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys()
    rounds = sorted(a) if paired else ()
    left = np.asarray([a[r] for r in rounds] if paired else _values(a), dtype=float)
    right = np.asarray([b[r] for r in rounds] if paired else _values(b), dtype=float)
    if not len(left) or not len(right):
        raise UserError("cannot compare with an empty sample")
    if np.median(right) == 0:
        raise UserError("the median of the reference is 0, so that no ratio to it exists")
    generator = np.random.default_rng(seed)
    picks = generator.integers(len(left), size=(draws, len(left)))
    others = picks if paired else generator.integers(len(right), size=(draws, len(right)))
    bottoms = np.median(right[others], axis=1)
    ratios = np.median(left[picks], axis=1)[bottoms > 0] / bottoms[bottoms > 0]
    low, high = np.quantile(ratios, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    value = float(np.median(left) / np.median(right))
    return Ratio(value, float(low), float(high), paired)


def _values(sample):
    return list(sample.values()) if isinstance(sample, dict) else list(sample)
