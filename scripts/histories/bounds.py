"""Promised bounds of rank errors, and the test of a mean.

    rank:K             no rank error is above K
    mean:M             the mean rank error is at most M
    multiqueue:Q[,C]   the same, M being the mean of a MultiQueue of Q queues with C choices

The mean of a MultiQueue is that of the model of Walzer and Williams ("A simple yet exact analysis of the
MultiQueue", 2024): a push chooses a queue at random, a pop draws C queues and takes from the best. A pop
hits one of the k best queues with the probability P(k) = 1 - (1 - k/Q)^C. In the long run, the distances of
neighbours in the order of the queues' first items are 1 / (Q P(k) - k) on average, in items per queue. For
two choices, the mean is 5/6 Q - 1 + 1/(6 Q).

The test of a mean. Its hypothesis is that the mean is at most M. The pops, in the order of time, are divided
into 32 batches of equal length, and the mean of the batch means is compared with M by the one-sided t-test
of 31 degrees of freedom. That assumes that the batch means are independent and normal, as they are if a
batch is much longer than the queue remembers; their correlation with their neighbours is reported.
"""

import dataclasses
import math

import numpy as np

from galois_cps.runs import UsageError

BATCHES = 32
LEAST_POPS = 10 * BATCHES


@dataclasses.dataclass(frozen=True)
class Bound:
    """A promise about rank errors."""

    text: str
    largest: int | None  # no rank error above it, or
    mean: float | None  # no mean above it


def parse(text: str) -> Bound:
    """The bound that a flag names. Raises UsageError."""
    kind, _, rest = text.partition(":")
    try:
        if kind == "rank" and int(rest) >= 0:
            return Bound(text, int(rest), None)
        if kind == "mean" and 0 <= float(rest) < math.inf:
            return Bound(text, None, float(rest))
        if kind == "multiqueue":
            queues, choices = [int(number) for number in (rest if "," in rest else rest + ",2").split(",")]
            if queues >= 1 and choices >= 2:
                return Bound(text, None, multiqueue(queues, choices))
    except ValueError:
        pass
    raise UsageError(f"--bound={text}: is none of rank:K, mean:M, multiqueue:Q and multiqueue:Q,C, such as "
                     "--bound=multiqueue:8")


def multiqueue(queues: int, choices: int) -> float:
    """The mean rank error of a MultiQueue in the long run."""
    hit = [1 - (1 - k / queues) ** choices for k in range(queues + 1)]
    return sum((hit[k] - hit[k - 1]) * (k - 1) for k in range(1, queues + 1)) + \
        sum(k * (1 - hit[k]) / (queues * hit[k] - k) for k in range(1, queues))


@dataclasses.dataclass(frozen=True)
class MeanTest:
    """Whether numbers can have a mean of at most M."""

    mean: float
    p: float  # the probability of a mean as large as this one, or larger, if the mean is M
    batch: int  # pops per batch
    correlation: float  # of the batch means with their neighbours


def test_mean(numbers: np.ndarray, promised: float) -> MeanTest:
    """The test of the numbers in their order. Raises UsageError if they are too few."""
    if len(numbers) < LEAST_POPS:
        raise UsageError(f"the test of a mean rank error needs {LEAST_POPS} pops, and the history has {len(numbers)}")
    batch = len(numbers) // BATCHES
    means = numbers[:batch * BATCHES].reshape(BATCHES, batch).mean(axis=1)
    mean, error = float(means.mean()), float(means.std(ddof=1)) / math.sqrt(BATCHES)
    if error == 0:
        p = 1.0 if mean <= promised else 0.0
    else:
        p = above((mean - promised) / error)
    off = means - means.mean()
    correlation = float((off[1:] * off[:-1]).sum() / (off * off).sum()) if error else 0.0
    return MeanTest(mean, p, batch, correlation)


def above(t: float) -> float:
    """The probability that Student's t of 31 degrees of freedom is above t: its finite series."""
    freedom = BATCHES - 1
    angle = math.atan(abs(t) / math.sqrt(freedom))
    term = total = math.cos(angle)
    for even in range(2, freedom - 2, 2):
        term *= math.cos(angle) ** 2 * even / (even + 1)
        total += term
    outside = max(0.0, 1 - 2 / math.pi * (angle + math.sin(angle) * total))
    return outside / 2 if t >= 0 else 1 - outside / 2
