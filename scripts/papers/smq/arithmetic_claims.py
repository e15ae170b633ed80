"""Claims of the paper that arithmetic decides.

A function takes no argument and returns a dictionary with a `verdict`, and where it makes sense a
`value`, its interval `low` and `high`, a `reason` and `cases` ([label, value, low, high] each).
"""

import fractions
from typing import Any

Fraction = fractions.Fraction
_LEMMA_2_QUEUES = 1024
_LEMMA_2_STEALING = tuple(Fraction(1, step) for step in (1, 2, 8, 64, 1024))


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
