"""The axis of charts by threads or by a swept parameter: where its values stand, and which of their
names have room."""

import math
from collections.abc import Iterable
from typing import Any

from . import data


def evenly_spaced(values: Iterable[float]) -> bool:
    """Whether these values are, as deltas are, rather than doubling, as sizes are."""
    known = sorted(values)
    steps = [b - a for a, b in zip(known, known[1:])]
    return bool(steps) and max(steps) <= 2.5 * min(steps)


def place(value: Any, even: bool = False) -> float:
    """Where a value stands; a logarithmic axis has 0 left of 1."""
    number = data.number(value)
    return number if math.isfinite(number) and (even or number > 0) else 0.5


def set_ticks(axes: Any, ticks: dict[str, float], even: bool) -> None:
    """Gives the x axis these ticks, places by names, and a logarithmic scale if they are not `even`."""
    if not even:
        axes.set_xscale("log", base=2)
    axes.set_xticks(list(ticks.values()), with_room(ticks, even))
    axes.minorticks_off()


def with_room(ticks: dict[str, float], even: bool) -> list[str]:
    """The names of the ticks, empty where the last name before leaves no room for one."""
    places = [value if even else math.log2(value) for value in ticks.values()]
    names: list[str] = []
    free = -math.inf
    for name, at in zip(ticks, places):
        names.append(name if at >= free else "")
        if names[-1]:
            free = at + 0.02 * (len(name) + 1) * (max(places) - min(places))
    return names
