"""Successive halving, and the comparison of the best with the reference on other queries.

In each round, the reference and all configurations that are left run once, in a random order, on
one query. A configuration is judged by its ratios to the reference of the same round, so that
neither a slow minute of the machine nor a long query counts against it.
"""

import dataclasses
import random
from collections.abc import Callable, Sequence
from typing import Protocol

from galois_cps.runs import UserError, stats

from . import halving
from .halving import Rung
from .space import Candidate

# The rounds on held-out queries are numbered from here.
HELD_OUT = 1000


class Evaluator(Protocol):
    """What measures."""

    def seconds(self, candidate: Candidate, number: int) -> float | None:
        """The time of a candidate in a round, or None if it failed."""

    def affords(self, runs: int) -> bool:
        """Whether the budget allows so many runs more."""

    def expect(self, runs: int) -> None:
        """Says how many runs are left, for the progress line."""


@dataclasses.dataclass
class Standing:
    """A candidate and its ratios to the reference, by round."""

    candidate: Candidate
    ratios: dict[int, float] = dataclasses.field(default_factory=dict)
    failed: bool = False

    @property
    def median(self) -> float:
        """The median of the ratios."""
        return stats.median(self.ratios.values())


@dataclasses.dataclass(frozen=True)
class Final:
    """A finalist: its median ratio in the search, and its ratio on held-out queries."""

    candidate: Candidate
    searched: float
    ratio: stats.Ratio

    @property
    def gains(self) -> bool:
        """Whether the whole interval shows a gain."""
        return self.ratio.verdict == "faster"


@dataclasses.dataclass(frozen=True)
class Result:
    """The finalists, best first, and the one to use; None keeps the reference."""

    finals: list[Final]
    chosen: Final | None


def run(evaluator: Evaluator, reference: Candidate, candidates: Sequence[Candidate],
        rungs: Sequence[Rung], seed: int, note: Callable[[str], None] = lambda text: None) -> Result:
    """The whole search. What it does depends on nothing but its arguments and what `evaluator`
    measures."""
    if not candidates:
        raise UserError(f"{reference.wl} has no parameters to tune")
    standing = [Standing(candidate) for candidate in candidates]
    number = 0
    for place, rung in enumerate(rungs):
        if len(standing) <= halving.FINALISTS:
            break
        later = _least_runs(rungs[place + 1:])
        evaluator.expect(rung.runs + sum(each.runs for each in rungs[place + 1:]) + _final_runs())
        for turn in range(rung.rounds):
            if turn and not evaluator.affords(len(standing) + 1 + later):
                note(f"rung {place + 1}: ended after {turn} of {rung.rounds} rounds, because the "
                     "budget would not suffice for the rest")
                break
            _round(evaluator, reference, standing, number, seed)
            standing = [each for each in standing if not each.failed]
            number += 1
        standing = sorted(standing, key=lambda each: each.median)
        standing = standing[:halving.kept(rung.configurations)]
        if standing:
            note(f"rung {place + 1} of {len(rungs)}: {len(standing)} configurations are left; "
                 f"the best has {standing[0].median:.3f} of the default's time: "
                 f"{standing[0].candidate.label}")
    return _decide(evaluator, reference, standing[:halving.FINALISTS], seed)


def _final_runs() -> int:
    return halving.HELD_OUT_ROUNDS * (halving.FINALISTS + 1)


def _least_runs(later: Sequence[Rung]) -> int:
    """The runs of the following rungs with one round each, and of the final comparison."""
    return sum(rung.configurations + 1 for rung in later) + _final_runs()


def _round(evaluator: Evaluator, reference: Candidate, standing: Sequence[Standing], number: int,
           seed: int) -> None:
    """One round; adds to each candidate its ratio, or that it failed."""
    times: dict[Candidate, float | None] = {}
    order = [reference, *(each.candidate for each in standing)]
    random.Random(f"{seed} {number}").shuffle(order)
    for candidate in order:
        times[candidate] = evaluator.seconds(candidate, number)
    base = times[reference]
    if not base:
        raise UserError(f"{reference.label} failed, or took no time; without it there is nothing "
                        "to compare with")
    for each in standing:
        took = times[each.candidate]
        if took is None:
            each.failed = True
        else:
            each.ratios[number] = took / base


def _decide(evaluator: Evaluator, reference: Candidate, finalists: Sequence[Standing],
            seed: int) -> Result:
    """Compares the finalists with the reference on held-out queries."""
    evaluator.expect(halving.HELD_OUT_ROUNDS * (len(finalists) + 1))
    fresh = [Standing(each.candidate) for each in finalists]
    for turn in range(halving.HELD_OUT_ROUNDS if fresh else 0):
        _round(evaluator, reference, [each for each in fresh if not each.failed], HELD_OUT + turn,
               seed)
    finals = []
    for before, after in zip(finalists, fresh, strict=True):
        if not after.failed:
            ones = dict.fromkeys(after.ratios, 1.0)
            finals.append(Final(after.candidate, before.median,
                                stats.ratio_of_medians(after.ratios, ones)))
    finals.sort(key=lambda final: final.ratio.value)
    return Result(finals, next((final for final in finals if final.gains), None))
