"""Rank errors and delays, with the interval that the overlap of operations leaves.

The rank error of a pop is the number of more urgent items that are in the queue when it takes effect.
When that is, within the call, a history does not say. So there are three numbers per pop:

    at least   items that were in the queue for the whole of the call: pushed before it began, and not
               yet asked for when it ended
    estimate   as if each operation took effect in the middle of its call
    at most    items that can have been in the queue at some moment of the call

The delay of an item is how many less urgent items were returned while it was in the queue, by the
estimate. Summed over all items, that is the sum of all rank errors.
"""

import dataclasses

import numpy as np

from .counts import earlier_and_smaller, within
from .items import Items


@dataclasses.dataclass(frozen=True)
class Ranks:
    """Rank errors of the pops that returned an item, in the order of the middles of their calls."""

    at_least: np.ndarray
    estimate: np.ndarray
    at_most: np.ndarray


def at_least(items: Items, begin: np.ndarray, end: np.ndarray, priority: np.ndarray) -> np.ndarray:
    """How many of the items are more urgent than a priority, and in the queue for the whole of a call."""
    there = items.where(items.push_end < items.pop_begin)
    there = there.where(np.argsort(there.push_end, kind="stable"))
    gone = there.where(there.pop >= 0)
    found = earlier_and_smaller(there.push_end, there.priority, begin, priority) - \
        earlier_and_smaller(gone.pop_begin, gone.priority, end, priority, same_time=True)
    # Those that came and went within the call were not there before it, and are taken off all the same.
    for call, item in within(there.push_end, begin, end):
        inside = (there.pop_begin[item] <= end[call]) & (there.priority[item] < priority[call])
        found += np.bincount(call[inside], minlength=len(found))
    return found


def of_pops(items: Items) -> Ranks:
    """The rank errors of a history. Its items are in the order of their pops."""
    gone = items.where(items.pop >= 0)
    pop = gone.pop_middle
    estimate = earlier_and_smaller(items.push_middle, items.priority, pop, gone.priority) - \
        earlier_and_smaller(pop, gone.priority, pop, gone.priority)
    most = earlier_and_smaller(items.push_begin, items.priority, gone.pop_end, gone.priority, same_time=True) - \
        earlier_and_smaller(gone.pop_end, gone.priority, gone.pop_begin, gone.priority)
    return Ranks(at_least(items, gone.pop_begin, gone.pop_end, gone.priority), estimate, most)


def delays(items: Items) -> np.ndarray:
    """How often each item was overtaken by a less urgent one."""
    gone = items.where(items.pop >= 0)
    largest = int(items.priority.max(initial=0))
    counts = [earlier_and_smaller(gone.pop_middle, largest - gone.priority, time, largest - items.priority,
                                  same_time=True) for time in (items.pop_middle, items.push_middle)]
    return counts[0] - counts[1]


def summary(numbers: np.ndarray) -> dict[str, float]:
    """The mean, and the numbers that half of them, 99 % and all do not exceed."""
    if not len(numbers):
        return {"mean": 0.0, "p50": 0.0, "p99": 0.0, "max": 0.0}
    ordered = np.sort(numbers)
    return {"mean": float(numbers.mean()), **{name: float(ordered[-(-percent * len(ordered) // 100) - 1])
                                              for name, percent in (("p50", 50), ("p99", 99), ("max", 100))}}
