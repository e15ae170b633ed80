"""Bootstrap: samples drawn again from a sample, and the intervals that cover most of what they give."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

DRAWS = 10000
LEVEL = 0.95
# An interval reaches from the least 2.5 % of the draws to the greatest. What holds in this share of
# the draws holds at the same level.
SURE = (1 + LEVEL) / 2


def picks(number: int, draws: int = DRAWS, seed: Any = 1) -> np.ndarray:
    """(draws, number) places in a sample of so many values, drawn with replacement.

    The same seed gives the same places. `seed` may be a generator of numpy, which goes on.
    """
    return np.random.default_rng(seed).integers(number, size=(draws, number))


def interval(draws: Any) -> tuple[float, float]:
    """(low, high) that covers LEVEL of the finite draws; nan if there are none."""
    draws = np.asarray(draws, dtype=float)
    draws = draws[np.isfinite(draws)]
    if not len(draws):
        return math.nan, math.nan
    low, high = np.quantile(draws, [1 - SURE, SURE])
    return float(low), float(high)


class RoundDraws:
    """Draws of whole rounds, which all samples share. Equal draws are computed once: five rounds
    have only 126."""

    def __init__(self, rounds: Iterable[int], draws: int = DRAWS, seed: int = 1) -> None:
        self.rounds = sorted(set(rounds))
        number = len(self.rounds)
        distinct, inverse = np.unique(np.sort(picks(number, draws, seed), axis=1), axis=0,
                                      return_inverse=True)
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
        for draws without a value. Its name is one of STATISTICS."""
        order = np.argsort(by_round, kind="stable")[:int((~np.isnan(by_round)).sum())]
        drawn = _Drawn(by_round[order], self._counts[:, order])
        with np.errstate(all="ignore"):
            return np.where(drawn.number > 0, STATISTICS[name](drawn), np.nan)

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


STATISTICS: dict[str, Callable[[_Drawn], np.ndarray]] = {
    "median": _Drawn.median, "mean": _Drawn.mean, "min": lambda drawn: drawn.place(1),
    "max": lambda drawn: drawn.place(drawn.number), "sd": _Drawn.deviation,
    "cv": lambda drawn: drawn.deviation() / drawn.mean(),
    "range": lambda drawn: drawn.place(drawn.number) / drawn.place(1) - 1}
