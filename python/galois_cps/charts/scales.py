"""The axes of all charts: logarithmic ones, those of a swept parameter, and which numbers stand on them."""

import itertools
import math
from collections.abc import Iterable
from typing import Any

from ..runs import values
from . import chart_style

FAR = 12  # from this ratio of values on, the smallest would be invisible on an axis from 0
_FEW_NUMBERS = 3  # an axis has at least so many, so that its scale can be read


def decades(axes, which="x"):
    """Makes an axis logarithmic after drawing, with a number at each power of ten; at more values if
    these would be fewer than three, so that every axis says what its distances mean."""
    getattr(axes, f"set_{which}scale")("log")
    low, high = getattr(axes, f"get_{which}lim")()
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8)):
        ticks = [step * 10.0**power for power in powers for step in steps
                 if low <= step * 10.0**power <= high]
        if len(ticks) >= _FEW_NUMBERS:
            break
    else:
        ticks = [low + (high - low) * part / 4 for part in range(5)]
    if steps != (1,):
        getattr(axes, f"set_{which}ticks")(ticks, [f"{tick:.3g}" for tick in ticks])
        axes.tick_params(axis=which, which="minor", labelbottom=False, labelleft=False)


def doublings(axes, which="y"):
    """Makes an axis logarithmic after drawing, with numbers at doublings; at more values if there are
    few doublings, and at fewer if there are many."""
    getattr(axes, f"set_{which}scale")("log", base=2)
    low, high = getattr(axes, f"get_{which}lim")()
    count = math.log2(high / low)
    between = (1, 1.25, 1.5) if count < 4 else (1, 1.5) if count < 6 else (1,)
    first = math.floor(math.log2(low))
    ticks = [step * 2.0**power
             for power in range(first, math.ceil(math.log2(high)) + 1, math.ceil(count / 10))
             for step in between]
    ticks = [tick for tick in ticks if low <= tick <= high]
    if len(ticks) < _FEW_NUMBERS:
        ticks = [low + (high - low) * part / 4 for part in range(5)]
    getattr(axes, f"set_{which}ticks")(ticks, [f"{tick:.4g}" for tick in ticks])
    axes.minorticks_off()


def ratios(axes: Any, numbers: Iterable[float], which: str = "y", around: float | None = 1,
           gap: float = 0, colour: str = chart_style.GREY) -> None:
    """Makes an axis logarithmic that covers these values, with a dashed line at 1 if it is of
    ratios. `gap` is the least share of the axis between two ticks."""
    known = [value for value in numbers if math.isfinite(value) and value > 0]
    if around:
        known += [around / 1.08, around * 1.08]
    if not known:
        return
    low, high = min(known), max(known)
    room = max((high / low) ** 0.06, 1.01)
    getattr(axes, f"set_{which}scale")("log")
    ticks = log_ticks(low / room, high * room, gap)
    getattr(axes, f"set_{which}ticks")(ticks, [f"{tick:,.6g}" for tick in ticks])
    axes.minorticks_off()
    getattr(axes, f"set_{which}lim")(low / room, high * room)
    if around:
        line = axes.axhline if which == "y" else axes.axvline
        line(around, color=colour, linewidth=1.1, linestyle="--", zorder=1)


def log_ticks(low: float, high: float, gap: float = 0) -> list[float]:
    """At most seven round numbers on a logarithmic axis, 1 among them where it is inside, and no two
    nearer than that share of the axis if possible."""
    from matplotlib.ticker import MaxNLocator  # plain_svg needs none of it

    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks: list[float] = []
    for steps in ((1, 1.25, 1.5, 2, 3, 4, 5, 6, 8), (1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,)):
        ticks = [step * 10.0**power for power in powers for step in steps
                 if low <= step * 10.0**power <= high]
        if len(ticks) <= 7 and all(math.log(after / before) >= gap * math.log(high / low)
                                   for before, after in itertools.pairwise(ticks)):
            break
    else:
        ticks = ticks[::math.ceil(len(ticks) / 7)]
    if len(ticks) < 3:
        ticks = [float(tick) for tick in MaxNLocator(5).tick_values(low, high)
                 if low <= tick <= high]
    return ticks


def even_step(greatest: float) -> float:
    """The distance of numbers on an axis from 0 to there: 1, 2 or 5 times a power of ten, four to eight of
    them."""
    step = 10.0 ** math.floor(math.log10(greatest / 4))
    return step * next(factor for factor in (1, 2, 5, 10) if greatest / (step * factor) < 8)


def evenly_spaced(numbers: Iterable[float]) -> bool:
    """Whether these are, as deltas are, rather than doubling, as sizes are."""
    known = sorted(numbers)
    steps = [b - a for a, b in zip(known, known[1:])]
    return bool(steps) and max(steps) <= 2.5 * min(steps)


def place(value: Any, even: bool = False) -> float:
    """Where a value stands; a logarithmic axis has 0 left of 1."""
    number = values.number(str(value))
    return 0.5 if number is None or not math.isfinite(number) or (number <= 0 and not even) else number


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


def rows_on_top(axes: Any, count: int) -> None:
    """Limits of a vertical axis with one row per entry, the first on top."""
    axes.set_ylim(count - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
