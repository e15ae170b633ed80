"""Claims of the thesis on YewPar, judged by its own runs, which its appendix lists.

Each function takes no argument and returns a dict: `verdict` (agrees, disagrees or open), `value`
with `low` and `high`, `reason` (one sentence), and `cases`, a list of [label, value, low, high].
The criteria are those of claims.toml.

The gain is 1 - (mean new time) / (mean old time), as in the percentages that the thesis prints. Its
equation 4.1 has the other denominator. An interval covers 95 % of 10,000 bootstrap draws of runs.
A verdict needs its criterion to hold in 97.5 % of the draws. Such intervals of ten runs are a little
too narrow, so one that ends close to a limit decides nothing by itself.
"""

import functools
import math
from typing import Any

import numpy as np

from galois_cps.runs import bootstrap
from galois_cps.runs.bootstrap import SURE

from ..engine.judge import published
from ..engine.judge.published import Found

SIZES = (5, 10, 15, 20)
OLD, NEW = "depthpool", "performance_driven"
CLIQUE, SEMIGROUPS = "maxclique-16", "NS-hivert"
ALONE, SHARED, ONE_WORKER = "isolated", "simultaneous", "single_thread"
_NAMES = {CLIQUE: "MaxClique", SEMIGROUPS: "semigroups", ALONE: "alone", SHARED: "shared",
          ONE_WORKER: "one worker"}


def ypp_01() -> Found:
    """Semigroups alone gain more than 2 % at all sizes."""
    gains = [_gain(ALONE, SEMIGROUPS, nodes) for nodes in SIZES]
    return _result(
        np.all([each.draws > 0.02 for each in gains], axis=0),
        sum(each.covers(0) for each in gains) >= 2, gains,
        "The gain of each of the four sizes lies above 2 %, with small spread.",
        "The interval of the gain covers 0 at two sizes or more.")


def ypp_02() -> Found:
    """The gain of semigroups alone grows with each step of the number of nodes."""
    gains = [_gain(ALONE, SEMIGROUPS, nodes) for nodes in SIZES]
    draws = np.array([each.draws for each in gains])
    rising = np.all(np.diff(draws, axis=0) > 0, axis=0)
    return _result(rising, draws[-1] < draws[0], gains,
                   "The gain rises at each of the three steps.", "The gain falls.",
                   f"The means rise at each step; {_percent(np.mean(rising))} of the draws do.")


def ypp_03() -> Found:
    """MaxClique alone gains at all sizes."""
    gains = [_gain(ALONE, CLIQUE, nodes) for nodes in SIZES]
    return _signs(gains, wanted=4)


def ypp_04() -> Found:
    """Semigroups on shared nodes gain more than 5 % at all sizes."""
    gains = [_gain(SHARED, SEMIGROUPS, nodes) for nodes in SIZES]
    alone = [_gain(ALONE, SEMIGROUPS, nodes) for nodes in SIZES]
    return _result(
        np.all([each.draws > 0.05 for each in gains], axis=0),
        np.all([one.draws <= two.draws for one, two in zip(gains, alone)], axis=0), gains,
        "The gain of each of the four sizes lies above 5 %.", "No gain is larger than alone.")


def ypp_05() -> Found:
    """MaxClique on shared nodes gains at three sizes or more."""
    return _signs([_gain(SHARED, CLIQUE, nodes) for nodes in SIZES], wanted=3)


def ypp_06() -> Found:
    """Sharing nodes enlarges the gain in six of eight cases or more."""
    steps = [_Number(f"{_NAMES[benchmark]}, {nodes} nodes",
                   _gain(SHARED, benchmark, nodes).value - _gain(ALONE, benchmark, nodes).value,
                   _gain(SHARED, benchmark, nodes).draws - _gain(ALONE, benchmark, nodes).draws)
             for benchmark in (SEMIGROUPS, CLIQUE) for nodes in SIZES]
    counts = np.sum([each.draws > 0 for each in steps], axis=0)
    larger = sum(each.value > 0 for each in steps)
    found = _result(counts >= 6, counts < 6, steps,
                    f"By the means, {larger} of 8 gains are larger on shared nodes.",
                    "Fewer than six gains are larger on shared nodes.",
                    f"By the means, {larger} of 8 gains are larger on shared nodes, but the spread "
                    "of MaxClique leaves it open.")
    low, high = bootstrap.interval(counts)
    return found | {"value": float(larger), "low": low, "high": high}


def ypp_07() -> Found:
    """With one worker, so without stealing, both policies take the same time."""
    gain = _gain(ONE_WORKER, SEMIGROUPS, 1)
    return _result(np.abs(gain.draws) <= 0.005, gain.draws >= 0.02, [gain],
                   "The times differ by 0.5 % at most.",
                   "The new build is 2 % faster without any stealing, so the builds differ in more "
                   "than the choice of victims.")


def ypp_08() -> Found:
    """MaxClique's time varies more under the new policy at all sizes."""
    ratios = []
    for nodes in SIZES:
        old, new = (_runs(ALONE, CLIQUE, nodes, policy) for policy in (OLD, NEW))
        ratios.append(_Number(f"MaxClique alone, {nodes} nodes", _cv(new) / _cv(old),
                            _cv(_drawn(new, ALONE, CLIQUE, nodes, NEW))
                            / _cv(_drawn(old, ALONE, CLIQUE, nodes, OLD))))
    less, more = ([nodes for nodes, each in zip(SIZES, ratios) if sure(each)] for sure in (
        lambda each: each.interval()[1] < 1, lambda each: each.interval()[0] > 1))
    return _result(np.all([each.draws > 1 for each in ratios], axis=0), bool(less), ratios,
                   "The time varies more under the new policy at each size.",
                   f"The time surely varies less under the new policy with {_list(less)} nodes, and "
                   f"more with {_list(more)}.")


def ypp_10() -> Found:
    """The runs of semigroups alone differ by less than 3 % under both policies."""
    ranges = [[f"{_NAMES[SEMIGROUPS]} alone, {nodes} nodes, {policy.replace('_', ' ')}",
               float(np.ptp(runs) / np.min(runs)), math.nan, math.nan]
              for nodes in SIZES for policy in (OLD, NEW)
              for runs in [_runs(ALONE, SEMIGROUPS, nodes, policy)]]
    worst = max(each[1] for each in ranges)
    return {"verdict": "agrees" if worst < 0.03 else "disagrees", "value": worst, "cases": ranges,
            "reason": f"The slowest of ten runs is at most {_percent(worst, 2)} above the fastest."}


class _Number:
    """A number of one case, and its bootstrap draws."""

    def __init__(self, label: str, value: float, draws: np.ndarray) -> None:
        self.label, self.value, self.draws = label, float(value), draws

    def interval(self) -> tuple[float, float]:
        return bootstrap.interval(self.draws)

    def covers(self, number: float) -> bool:
        low, high = self.interval()
        return low <= number <= high

    def case(self) -> list:
        return [self.label, self.value, *self.interval()]


@functools.lru_cache(maxsize=None)
def _gain(scenario: str, benchmark: str, nodes: int) -> _Number:
    old, new = (_runs(scenario, benchmark, nodes, policy) for policy in (OLD, NEW))
    draws = 1 - (np.mean(_drawn(new, scenario, benchmark, nodes, NEW), axis=-1)
                 / np.mean(_drawn(old, scenario, benchmark, nodes, OLD), axis=-1))
    label = f"{_NAMES[benchmark]} {_NAMES[scenario]}, {nodes} nodes"
    if scenario == ONE_WORKER:
        label = f"{_NAMES[benchmark]}, one worker"
    return _Number(label, 1 - np.mean(new) / np.mean(old), draws)


def _runs(scenario: str, benchmark: str, nodes: int, policy: str) -> np.ndarray:
    return np.array([row["time_ms"] for row in published.rows("ypp_appendix_a2_runs")
                     if (row["scenario"], row["benchmark"], row["nodes"], row["policy"])
                     == (scenario, benchmark, nodes, policy)], dtype=float)


def _drawn(runs: np.ndarray, *seed: Any) -> np.ndarray:
    """(bootstrap.DRAWS, runs), drawn with replacement. The seed is made of the words that say which runs."""
    number = [ord(letter) for letter in " ".join(map(str, seed))]
    return runs[bootstrap.picks(len(runs), seed=number)]


def _cv(runs: np.ndarray) -> np.ndarray:
    return np.std(runs, axis=-1, ddof=1) / np.mean(runs, axis=-1)


def _signs(gains: list[_Number], wanted: int) -> Found:
    """Agrees if the intervals of at least `wanted` gains lie above 0."""
    above = sum(each.interval()[0] > 0 for each in gains)
    below = sum(each.interval()[1] < 0 for each in gains)
    return _result(above >= wanted, below > len(gains) - wanted, gains,
                   f"The interval lies above 0 at {above} of {len(gains)} sizes.",
                   f"The interval lies below 0 at {below} of {len(gains)} sizes.",
                   f"The interval lies above 0 at {above} of {len(gains)} sizes and covers 0 at "
                   "the others: ten runs are too few for this spread.")


def _result(agrees: Any, disagrees: Any, cases: list[_Number], yes: str, no: str,
            unknown: str = "Neither criterion holds in enough draws.") -> Found:
    """The verdict of two criteria, each one truth or one per draw. The value is the least of the
    cases' values."""
    if np.mean(agrees) >= SURE:
        verdict, reason = "agrees", yes
    elif np.mean(disagrees) >= SURE:
        verdict, reason = "disagrees", no
    else:
        verdict, reason = "open", unknown
    least = min(cases, key=lambda each: each.value)
    low, high = least.interval()
    return {"verdict": verdict, "value": least.value, "low": low, "high": high, "reason": reason,
            "cases": [each.case() for each in cases]}


def _list(numbers: list[int]) -> str:
    return " and ".join(map(str, numbers)) or "no number of"


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"
