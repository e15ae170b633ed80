"""Claims of the paper that arithmetic decides.

A function takes no argument and returns a dictionary with a `verdict`, and where it makes sense a
`value`, its interval `low` and `high`, a `reason` and `cases` ([label, value, low, high] each).
"""

import math
from collections.abc import Iterator
from typing import Any

_LEMMA_B1_WORKERS = 10000


def pd_04() -> dict[str, Any]:
    """[PD] appendix A: the minimum of k / (1 - 2 exp(-k)) is 2.678 at k = 1.678."""
    place = 1.5
    for _ in range(50):  # Newton on exp(k) = 2 (1 + k), where the derivative is zero
        place -= (math.exp(place) - 2 * (1 + place)) / (math.exp(place) - 2)
    least = place / (1 - 2 * math.exp(-place))
    good = round(place, 3) == 1.678 and round(least, 3) == 2.678
    return {"verdict": "agrees" if good else "disagrees", "value": least,
            "reason": f"The minimum is {least:.4f} at k = {place:.4f}, where exp(k) = 2 (1 + k)."}


def pd_05() -> dict[str, Any]:
    """[PD] Lemma B.1: 1 - (1 - 1/q)^n >= (1 - 1/e) n/q for 1 <= n <= q.

    The left side is concave in n and the right side linear, so the ends n = 1 and n = q decide.
    """
    margin = min(min(_lemma_b1_margin(1, workers), _lemma_b1_margin(workers, workers))
                 for workers in range(1, _LEMMA_B1_WORKERS + 1))
    return {"verdict": "agrees" if margin >= 0 else "disagrees", "value": margin,
            "reason": f"No counterexample for q up to {_LEMMA_B1_WORKERS:,}. The printed "
            "f(1) = 1/e is 1/(e q)."}


def _lemma_b1_margin(thieves: int, workers: int) -> float:
    """Left side less right side."""
    missed = 0.0 if workers == 1 else math.exp(thieves * math.log1p(-1 / workers))
    return 1 - missed - (1 - 1 / math.e) * thieves / workers


def pd_27() -> dict[str, Any]:
    """[PD] section 5: the sum of received minus sent tasks is zero only at the end."""
    early = early_ends(3, and_all_idle=False)
    wrong = early_ends(3, and_all_idle=True)
    return {"verdict": "disagrees" if early and not wrong else "open", "value": float(early),
            "reason": f"Of the states that three processors and three tasks can reach, {early} have "
            "a sum of zero, an idle processor that looks, and work left. If all processors have to "
            f"be idle at that moment, {wrong} have (x-48)."}


def early_ends(processors: int, and_all_idle: bool, tasks: int = 3) -> int:
    """The number of reachable states in which an idle processor finds the end although tasks are
    left. Processor 0 begins with all tasks. A state is the tasks of each processor, the tasks on
    their way to each, and each one's received minus sent; the look at all counts is one step."""
    start = ((tasks,) + (0,) * (processors - 1), (0,) * processors, (0,) * processors)
    known, waiting, found = {start}, [start], 0
    for own, coming, counts in waiting:  # grows: breadth first
        ended = 0 in own and sum(counts) == 0 and not (and_all_idle and any(own))
        found += ended and (any(own) or any(coming))
        for after in _moves(own, coming, counts):
            if after not in known:
                known.add(after)
                waiting.append(after)
    return found


def _moves(own: tuple[int, ...], coming: tuple[int, ...],
           counts: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The states after one step: a task runs, is sent to an idle processor, or arrives."""
    def plus(values: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
        return (*values[:place], values[place] + change, *values[place + 1:])

    for one, there in enumerate(own):
        if there:
            yield plus(own, one, -1), coming, counts
            for other, theirs in enumerate(own):
                if other != one and not theirs and not coming[other]:
                    yield plus(own, one, -1), plus(coming, other, 1), plus(counts, one, -1)
        if coming[one]:
            yield plus(own, one, 1), plus(coming, one, -1), plus(counts, one, 1)
