"""Claims and contradictions that arithmetic decides: each function recomputes what is printed.

A function takes no argument and returns a dictionary with a `verdict`, and where it makes sense a
`value`, its interval `low` and `high`, a `reason` and `cases` ([label, value, low, high] each). For
a contradiction "agrees" means that its first reading is right, "disagrees" that its second is, and
"open" that the printed numbers exclude each other without telling which is wrong.
"""

import fractions
import math
from collections.abc import Callable, Iterator
from typing import Any

from . import printed_runs, printed_tables
from ..hdcps import broadcast_end

Fraction = fractions.Fraction
_LEMMA_2_QUEUES = 1024
_LEMMA_2_STEALING = tuple(Fraction(1, step) for step in (1, 2, 8, 64, 1024))
_LEMMA_B1_WORKERS = 10000


def smq_09() -> dict[str, Any]:
    """[SMQ] Lemma 2: removal from the i best queues against the (1 + b) process, in exact
    rationals.

    With the least probability of local removals that the skew g allows, P = i / (n (1 + g)), the
    difference divided by i is linear in i, so it is not negative for 1 <= i < n if it is not
    negative at both ends. At i = n both probabilities are 1.
    """
    least = Fraction(2)
    for queues in range(2, _LEMMA_2_QUEUES + 1):
        for stealing in _LEMMA_2_STEALING:
            limit = Fraction(1, 2) if stealing == 1 else \
                min(Fraction(1, 2), stealing / (1 - stealing) / (2 * queues))
            for skew in (Fraction(0), limit):
                for best in {1, queues - 1}:
                    least = min(least, lemma_2_ratio(queues, best, stealing, skew))
    verdict = "agrees" if least >= 1 else "disagrees"
    return {"verdict": verdict, "value": float(least), "reason":
            f"The least ratio of the two probabilities is {float(least):.6f}, over n up to "
            f"{_LEMMA_2_QUEUES}, {len(_LEMMA_2_STEALING)} stealing probabilities, every i, no skew "
            "and the largest skew that the lemma allows."}


def lemma_2_ratio(queues: int, best: int, stealing: Fraction, skew: Fraction) -> Fraction:
    """Probability of removal from the `best` first queues, over that of the (1 + b) process."""
    share = Fraction(best, queues)
    beta = stealing / (2 * (1 + skew))
    local = share / (1 + skew) if best < queues else Fraction(1)
    ours = local + (1 - local) * stealing * share
    return ours / (share + beta * share * (1 - share))


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


def hdcps_29() -> dict[str, Any]:
    """[HDCPS] section III-D: 32 and 48 entries of 128 bits are 1.25 KB per core."""
    size = (32 + 48) * 128 // 8
    return {"verdict": "agrees" if size == 1.25 * 1024 else "disagrees", "value": float(size),
            "reason": f"(32 + 48) entries of 16 bytes are {size} bytes, or 1.25 KiB. The "
            "flow-control flags per pair of cores are not counted."}


def x_04() -> dict[str, Any]:
    """[HDCPS] section V-A2: 8 % over Minnow, or 61 and 48 over sequential execution."""
    lead = 61 / 48
    return {"verdict": _nearer(lead, 1.08, lead), "value": lead,
            "reason": f"61 / 48 is {lead:.2f}. The 8 % are 66 / 61 = {66 / 61:.2f}, Swarm's lead."}


def x_05() -> dict[str, Any]:
    """[HDCPS] section V: RELD is 2.2 times slower than PMOD, HD-CPS 1.25 times faster, and 2.4
    times faster than RELD."""
    product = 2.2 * 1.25
    return {"verdict": "open" if product > 1.05 * 2.4 else "agrees", "value": product / 2.4,
            "reason": f"2.2 x 1.25 is {product:.2f}, but 2.4 is printed."}


def x_06() -> dict[str, Any]:
    """[HDCPS] table II, CAGE14: 1.505 M nodes of degree 34, or 234 M edges."""
    edges = 1.505 * 34
    return {"verdict": "agrees", "value": edges, "reason":
            f"1.505 M nodes of degree 34 have {edges:.0f} M edge ends, near the 2 x 27 M of the "
            "public matrix. 234 M edges would be a degree of 155."}


def x_07() -> dict[str, Any]:
    """[HDCPS] table II: printed average degrees against 2E/N; the matrix CAGE14 has 27.1 M
    entries."""
    printed = {"Web-Google": (0.875, 5, 11), "LiveJournal": (4.8, 69, 28),
               "CAGE14": (1.505, 27.1, 34), "rUSA": (24, 58, 1.2)}
    cases = [[name, ratio, ratio, ratio] for name, (nodes, edges, degree) in printed.items()
             for ratio in [2 * edges / nodes / degree]]
    both = all(abs(row[1] - 1) < 0.1 for row in cases[:3])
    return {"verdict": "agrees" if both else "disagrees", "value": cases[3][1], "cases": cases,
            "reason": "2E/N is within 10 % of what is printed for three graphs, and 4 times it for "
            "rUSA, whose 1.2 is half of E/N."}


def x_24() -> dict[str, Any]:
    """[SMQ] section 4: local share 1 - 1/K, against K/(K + N - 1) from its own weights."""
    cases = []
    for nodes in (2, 4):
        for weight in (8, 64, 1024):
            error = weight / (weight + nodes - 1) - (1 - 1 / weight)
            cases.append([f"N={nodes} K={weight}", error, error, error])
    error = 8 / 11 - 7 / 8
    return {"verdict": "disagrees", "value": error, "cases": cases, "reason":
            "With N = 4 and K = 8 the share is 0.727, not 0.875. With N = 2 they differ by 1/K^2."}


def x_37() -> dict[str, Any]:
    """[PMOD] table 5: ratios to the best scheduler and speed-ups of six schedulers."""
    table = {"PMOD": (0.93, 17.0), "obim-D": (0.55, 10.6), "obim-O": (0.89, 17.0),
             "RELD": (0.35, 6.7), "MQ": (0.34, 6.5), "SL": (0.18, 3.6)}
    cases = [[name, speedup / ratio, (speedup - _half(speedup)) / (ratio + 0.005),
              (speedup + _half(speedup)) / (ratio - 0.005)]
             for name, (ratio, speedup) in table.items()]
    least = max(row[2] for row in cases if row[0] != "PMOD")
    most = min(row[3] for row in cases)
    return {"verdict": "open" if least > most else "agrees", "value": 17.5 / least, "cases": cases,
            "reason": f"The best scheduler's mean would be at least {least:.1f} by one column and "
            f"at most {most:.1f} by another, rounding included."}


def _half(printed: float) -> float:
    """Half a unit of the last digit of a printed speed-up."""
    return 0.5 if printed == int(printed) else 0.05


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


def hdcps_31() -> dict[str, Any]:
    """[HD-CPS] section III-D: broadcasts of status and capacity counters find the end safely."""
    readings = [broadcast_end.search(broadcast_end.Protocol(delayed=True, incoming=incoming,
                                                            settled=settled))
                for incoming in (True, False) for settled in (True, False)]
    ideal = broadcast_end.search(broadcast_end.Protocol(delayed=False, incoming=True, settled=True))
    least, stuck = min(ends.early for ends in readings), sum(ends.stuck for ends in readings)
    if stuck or ideal.early or ideal.stuck:
        verdict = "open"
    else:
        verdict = "disagrees" if least else "agrees"
    return {"verdict": verdict, "value": float(least), "reason":
            "Three cores send one task on at most twice, and a status takes some time. Then a core "
            f"may leave too early in {least} to {max(ends.early for ends in readings)} of "
            f"{readings[0].states:,} or more states, whichever counters it reads. No core waits for "
            "ever. If statuses take no time, and a core is called idle only when all tasks that it "
            f"sent have arrived, this happens in none of {ideal.states} states."}


def x_43() -> dict[str, Any]:
    """[PD] section 4: Fibonacci takes 56 s, against figure 4's speed-ups and times."""
    fibonacci, matmul = 26.2 * 4.11, 21.7 * 2.61
    return {"verdict": _nearer(fibonacci, 56, fibonacci), "value": fibonacci,
            "reason": f"Figure 4: 26.2 x 4.11 s is {fibonacci:.0f} s. The text's 56 s fit "
            f"matmul: 21.7 x 2.61 s is {matmul:.1f} s."}


def x_52() -> dict[str, Any]:
    """[YPP] chapter 4: from 1.11 % to 8.01 % is nearly eightfold."""
    factor = 8.01 / 1.11
    return {"verdict": "agrees" if factor >= 7.5 else "disagrees", "value": factor,
            "reason": f"8.01 / 1.11 is {factor:.2f}."}


def _nearer(value: float, first: float, second: float) -> str:
    """Which of two readings a number bears out."""
    return "agrees" if abs(value - first) < abs(value - second) else "disagrees"


FUNCTIONS: dict[str, Callable[[], dict[str, Any]]] = {function.__name__: function for function in (
    smq_09, pd_04, pd_05, pd_27, hdcps_29, hdcps_31, x_04, x_05, x_06, x_07, x_24, x_37, x_43, x_52,
    printed_tables.x_19, printed_tables.x_20, printed_tables.x_21, printed_tables.x_22,
    printed_tables.x_25, printed_tables.x_26,
    printed_runs.x_49, printed_runs.x_50, printed_runs.x_51, printed_runs.x_63)}
