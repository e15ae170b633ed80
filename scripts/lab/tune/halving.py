"""How many configurations are measured, and in how many rounds, so that a budget suffices.

The rungs of successive halving: each measures all configurations that are left, together with the
reference, in some more rounds, and keeps the better half. The rounds of all rungs so far double
from rung to rung, so that every rung costs about the same.
"""

import dataclasses
from collections.abc import Callable

from galois_cps.runs import UserError, tables

FINALISTS = 2
HELD_OUT_ROUNDS = 9
PER_POLICY = (32, 16, 8, 4)  # configurations per policy, the more the better
_MOST_ROUNDS = 8  # of the first rung
# Configurations take longer than the default on average.
_SLOWER = 1.3


@dataclasses.dataclass(frozen=True)
class Rung:
    """So many configurations are measured in so many rounds."""

    configurations: int
    rounds: int

    @property
    def runs(self) -> int:
        """The number of runs, those of the reference included."""
        return (self.configurations + 1) * self.rounds


def rungs(configurations: int, first: int) -> list[Rung]:
    """The rungs for so many configurations, with `first` rounds in the first of them."""
    found: list[Rung] = []
    so_far = 0
    while configurations > FINALISTS:
        rounds = max(first, so_far)
        found.append(Rung(configurations, rounds))
        so_far += rounds
        configurations = kept(configurations)
    return found


def kept(configurations: int) -> int:
    """The number of configurations that a rung leaves."""
    return max(FINALISTS, (configurations + 1) // 2)


def runs(found: list[Rung], configurations: int) -> int:
    """The number of all runs, those on held-out queries included."""
    finalists = min(FINALISTS, configurations)
    return sum(rung.runs for rung in found) + HELD_OUT_ROUNDS * (finalists + 1)


def fit(number_of: Callable[[int], int], budget: float, run_s: float) -> tuple[int, list[Rung]]:
    """(configurations per policy, rungs) of the greatest search that the budget allows.

    @param number_of  the number of configurations for so many per policy
    @param run_s      the seconds that one run takes
    """
    for per_policy in PER_POLICY:
        total = number_of(per_policy)
        for first in range(_MOST_ROUNDS, 0, -1):
            found = rungs(total, first)
            if runs(found, total) * run_s * _SLOWER <= budget:
                return per_policy, found
    total = number_of(PER_POLICY[-1])
    least = runs(rungs(total, 1), total) * run_s * _SLOWER
    raise UserError(f"{tables.pretty_time(max(budget, 0))} are left of the budget, and the "
                    f"smallest search takes about {tables.pretty_time(least)}; "
                    "give it more, or use a smaller graph")
