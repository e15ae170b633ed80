"""Which pop returned which push, and what no right queue can have answered.

An item is a priority with a value. If the same item is pushed several times, the pushes in the order of
their begins belong to the pops in the order of their ends: if any assignment returns no item before its
push, this one does.
"""

import dataclasses
from collections.abc import Callable

import numpy as np

from .history import POP, PUSH, History

LATER = np.int64(1) << 61  # after everything in a history


@dataclasses.dataclass(frozen=True)
class Fault:
    """Something that the queue did not do as it promised."""

    kind: str
    count: int
    what: str  # what is counted, for people
    places: np.ndarray  # operations that show it
    told: Callable[[int], str]  # one of them, for people

    def examples(self, most: int) -> list[str]:
        """The first of the operations, for people."""
        return [self.told(int(place)) for place in self.places[:most]]


@dataclasses.dataclass(frozen=True)
class Items:
    """The items as columns, in the order in which they were returned; those that were not come last. Items that
    were returned before they were pushed are left out."""

    push: np.ndarray  # the operation that pushed it
    pop: np.ndarray  # the one that returned it, or -1
    priority: np.ndarray
    push_begin: np.ndarray
    push_end: np.ndarray
    pop_begin: np.ndarray  # LATER if none, as is the end
    pop_end: np.ndarray

    def __len__(self) -> int:
        return len(self.push)

    @property
    def returned(self) -> int:
        """How many were returned."""
        return int((self.pop >= 0).sum())

    @property
    def pop_middle(self) -> np.ndarray:
        """Twice the middle of each pop."""
        return self.pop_begin + self.pop_end

    @property
    def push_middle(self) -> np.ndarray:
        """Twice the middle of each push, but not after that of the pop."""
        return np.minimum(self.push_begin + self.push_end, self.pop_middle)

    def where(self, mask: np.ndarray) -> "Items":
        """Some of them."""
        return Items(*(getattr(self, field.name)[mask] for field in dataclasses.fields(self)))


def _numbered(keys: np.ndarray) -> np.ndarray:
    """For sorted keys: how many of the same stand before each."""
    places = np.arange(len(keys))
    return places - np.searchsorted(keys, keys, side="left")


def match(history: History, drained: bool) -> tuple[Items, list[Fault]]:
    """The items of a history, and what is wrong with the pops. If it is drained, items that were not returned are
    lost."""
    key = history.value * max(1, len(history.priorities)) + history.priority
    pushes, pops = history.which(PUSH), history.which(POP)
    pushes = pushes[np.lexsort((history.begin[pushes], key[pushes]))]
    pops = pops[np.lexsort((history.end[pops], key[pops]))]
    first = np.searchsorted(key[pushes], key[pops], side="left")
    pushed = np.searchsorted(key[pushes], key[pops], side="right") - first
    number = _numbered(key[pops])
    right = number < pushed
    returned_by = np.full(len(pushes), -1)
    returned_by[(first + number)[right]] = pops[right]
    returned = returned_by >= 0
    premature = np.zeros(len(pushes), dtype=bool)
    premature[returned] = history.end[returned_by[returned]] < history.begin[pushes[returned]]
    faults = [
        _fault(history, "lost", pushes[~returned] if drained else pushes[:0],
               "items that were pushed and never returned"),
        _fault(history, "duplicated", pops[~right & (pushed > 0)],
               "pops of an item that had been returned before"),
        _invented(history, pops[pushed == 0], pushes),
        _fault(history, "premature", returned_by[premature], "pops that ended before the push of their item began"),
    ]
    pop_begin, pop_end = (np.where(returned, column[returned_by], LATER) for column in (history.begin, history.end))
    items = Items(pushes, returned_by, history.priority[pushes], history.begin[pushes], history.end[pushes],
                  pop_begin, pop_end).where(~premature)
    return items.where(np.argsort(items.pop_middle, kind="stable")), \
        [fault for fault in faults if fault.count]


def _fault(history: History, kind: str, places: np.ndarray, what: str) -> Fault:
    return Fault(kind, len(places), what, np.sort(places), history.told)


def _invented(history: History, pops: np.ndarray, pushes: np.ndarray) -> Fault:
    """Pops of what nobody pushed. If the value was pushed with other priorities, one of them is told."""
    order = pushes[np.argsort(history.value[pushes], kind="stable")]

    def told(place: int) -> str:
        near = int(np.searchsorted(history.value[order], history.value[place]))
        if near < len(order) and history.value[order[near]] == history.value[place]:
            return f"{history.told(place)}, which was pushed with priority " \
                f"{history.priorities[history.priority[order[near]]]}"
        return history.told(place)

    return Fault("invented", len(pops), "pops of an item that nobody had pushed", np.sort(pops), told)
