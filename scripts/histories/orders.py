"""Empty answers, and the order that a queue promises to each thread.

Only what no choice of moments within the calls explains is a fault. An operation is before another one if it
ended before the other began; at the same tick, they may have overlapped.
"""

import numpy as np

from .counts import earlier_and_smaller
from .history import EMPTY, History
from .items import LATER, Fault, Items
from .ranks import at_least

# What an empty answer means, from the strongest promise to the weakest.
EMPTY_MEANS = {
    "moment": "at some moment of the call the queue held nothing",
    "item": "no item was in the queue for the whole of the call",
    "quiet": "as item, for calls with which no operation of another thread overlaps",
    "any": "nothing",
}
THREAD_ORDERS = {
    "own": "pops of an item while a more urgent one that the same thread had pushed was in the queue",
    "fifo": "items that were overtaken by one of the same priority that the same thread had pushed later",
}


def empties(history: History, items: Items, means: str) -> list[Fault]:
    """The empty answers that are none of this meaning."""
    calls = history.which(EMPTY)
    if means == "any" or not len(calls):
        return []
    begin, end = history.begin[calls], history.end[calls]
    there = items.where(items.push_end < items.pop_begin)
    if means == "moment":
        return _fault(history, calls[_covered(there, begin, end)], "empty answers while the queue cannot have been "
                      "empty at any moment of the call")
    # Those pushed before the call, but for those that were asked for until its end.
    before = np.searchsorted(np.sort(there.push_end), begin, side="left")
    pops, rank = np.unique(there.pop_begin, return_inverse=True)
    asked = np.searchsorted(pops, end, side="right")
    wrong = before > earlier_and_smaller(there.push_end, rank, begin, asked)
    if means == "quiet":
        wrong &= _quiet(history, calls)
    alone = ", though no other thread did anything" if means == "quiet" else ""
    return _fault(history, calls[wrong],
                  f"empty answers while an item was in the queue for the whole of the call{alone}")


def _fault(history: History, places: np.ndarray, what: str) -> list[Fault]:
    return [Fault("empty", len(places), what, places, history.told)] if len(places) else []


def _covered(there: Items, begin: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Whether at each moment of a call some item was in the queue for sure."""
    there = there.where(np.argsort(there.push_end, kind="stable"))
    if not len(there):
        return np.zeros(len(begin), dtype=bool)
    reach = np.maximum.accumulate(there.pop_begin)
    heads = np.concatenate(([True], there.push_end[1:] >= reach[:-1]))
    starts = there.push_end[heads]
    ends = reach[np.concatenate((heads[1:], [True]))]
    run = np.searchsorted(starts, begin, side="left") - 1
    return (run >= 0) & (end < ends[run])


def _quiet(history: History, calls: np.ndarray) -> np.ndarray:
    """Whether no operation of another thread overlaps with a call."""

    def overlapping(mask: np.ndarray, of: np.ndarray) -> np.ndarray:
        begins, ends = np.sort(history.begin[mask]), np.sort(history.end[mask])
        return np.searchsorted(begins, history.end[of], side="right") - \
            np.searchsorted(ends, history.begin[of], side="left")

    others = overlapping(np.ones(len(history), dtype=bool), calls)
    for thread in np.unique(history.thread[calls]):
        own = history.thread[calls] == thread
        others[own] -= overlapping(history.thread == thread, calls[own])
    return others == 0


def own(history: History, items: Items) -> list[Fault]:
    """Pops that pass over a more urgent item which their own thread pushed."""
    gone = items.where(items.pop >= 0)
    popper, pusher = history.thread[gone.pop], history.thread[items.push]
    wrong = []
    for thread in np.unique(popper):
        pops = gone.where(popper == thread)
        passed = at_least(items.where(pusher == thread), pops.pop_begin, pops.pop_end, pops.priority)
        wrong.append(pops.pop[passed > 0])
    return _order(history, "own", np.concatenate(wrong or [np.zeros(0, dtype=int)]))


def fifo(history: History, items: Items) -> list[Fault]:
    """Items that were overtaken by one that their thread had pushed later with the same priority."""
    if not len(items):
        return []
    group = history.thread[items.push] * (int(items.priority.max()) + 1) + items.priority
    order = np.lexsort((items.push_end, items.push_begin, group))
    items, group = items.where(order), group[order]
    # The earliest end of a pop among the later items of a group: with the groups as the leading digits, the
    # minimum from behind begins anew with each.
    ends, rank = np.unique(items.pop_end, return_inverse=True)
    rank = np.unique(group, return_inverse=True)[1] * len(ends) + rank
    earliest = np.minimum.accumulate(rank[::-1])[::-1]
    last = np.concatenate((group[1:] != group[:-1], [True]))
    later = np.where(last, LATER, ends[np.roll(earliest, -1) % len(ends)])
    return _order(history, "fifo", items.push[later < items.pop_begin])


def _order(history: History, kind: str, places: np.ndarray) -> list[Fault]:
    return [Fault(kind, len(places), THREAD_ORDERS[kind], np.sort(places), history.told)] if len(places) else []
