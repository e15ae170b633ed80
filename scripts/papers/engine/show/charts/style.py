"""Colours, markers and line styles of series, and what all charts share in looks.

A series has the colour of its family in every figure, unless there are fewer than three families.
Its marker is unique in the figure, and so is its line style among series of one colour. Charts are
therefore readable without colours.
"""

import functools
import re
import textwrap
from typing import Any, Iterable

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from galois_cps.charts import chart_style, scales  # noqa: E402

# The page replaces exactly these four by variables, so that charts follow its light or dark style.
INK, GREY, GRID, PAPER = "#1b1f24", "#666667", "#dddddf", "#fffffe"
STYLE = chart_style.STYLE | {
    "font.size": 9, "axes.titlesize": 10, "axes.labelsize": 9, "legend.fontsize": 8.5,
    "text.color": INK, "axes.edgecolor": GREY, "axes.labelcolor": INK, "axes.titlecolor": INK,
    "xtick.color": INK, "ytick.color": INK, "grid.color": GRID, "figure.facecolor": PAPER,
    "axes.facecolor": PAPER, "savefig.facecolor": PAPER, "hatch.linewidth": 0.6,
    "svg.fonttype": "none", "font.family": "sans-serif",
}
_FILES = re.compile(r"@\S*/([\w-]+)\.\w+(?!\S)")
_BLUE, _ORANGE, _GREEN, _PINK, _SKY, _RED = chart_style.COLOURS[:6]
_COLOURS = (_BLUE, _ORANGE, _GREEN, _PINK, _SKY, _RED, INK)
_FAMILIES = (("smq", _BLUE), ("obim", _RED), ("pmod", _PINK), ("mq", _GREEN), ("mbq", _GREEN),
             ("reld", _SKY), ("hdcps", _ORANGE), ("spraylist", INK), ("dijkstra", INK))
LINES = chart_style.LINES
ratio_axis = functools.partial(scales.ratios, colour=GREY)
# What the papers call the parameters that figures sweep.
_SYMBOLS = {"delta": "\u0394", "steal-prob": "p (steal)", "steal-size": "SIZE (steal)", "mq-c": "C",
            "mq-insert": "insert: p or batch", "mq-delete": "delete: p or batch", "numa-weight": "K",
            "hdcps-tdf": "TDF (%)", "hdcps-bag-min": "least siblings in a bag",
            "minnow-helpers": "helpers"}
PRINTED = "#7a5c00"  # of what the papers print
_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++", "ooo", "--")


def series(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """{name: keywords for a line with markers} of the series of one figure, in their order."""
    names = list(names)
    families = {name: next((colour for start, colour in _FAMILIES if name.startswith(start)), "")
                for name in names}
    taken: dict[str, str] = {}
    for name, colour in families.items():  # the first series of a family has the family's colour
        if colour and colour not in taken.values():
            taken[name] = colour
    few = len(set(taken.values())) < 3  # then colours are better spent on single series
    free = [colour for colour in _COLOURS if few and colour not in taken.values()]
    for name in names:
        if name not in taken:
            taken[name] = free.pop(0) if free else families[name] or GREY
    before: list[str] = []
    found: dict[str, dict[str, Any]] = {}
    for index, name in enumerate(names):
        colour = taken[name]
        found[name] = {"color": colour, "marker": chart_style.MARKERS[index % len(chart_style.MARKERS)],
                       "linestyle": LINES[before.count(colour) % len(LINES)],
                       "linewidth": 1.4, "markersize": 4.5}
        before.append(colour)
    return found


def colours(count: int) -> list[tuple[str, str]]:
    """(colour, hatch) for parts that have no series; the hatch tells them apart in grey."""
    palette = (_GREEN, _RED, _BLUE, _SKY, _ORANGE, "#bbbbbb", _PINK, "#eeeeee")
    return [(palette[i % len(palette)], _HATCHES[i % len(_HATCHES)]) for i in range(count)]


def label(catalogue: Any, name: str, parameters: str = "") -> str:
    """The words for a series, with its swept parameters."""
    known = getattr(catalogue, "series", {}).get(name)
    text = getattr(known, "label", "") or name
    return f"{text} ({named(parameters)})" if parameters else text


def named(parameters: str) -> str:
    """Parameters or their values for people: of files, only the last one is named."""
    return _FILES.sub(r"\1", parameters)


def symbol(parameter: str) -> str:
    """What the papers call a swept parameter."""
    return _SYMBOLS.get(parameter, parameter)


def panels(rows: int, columns: int, width: float, height: float,
           **keywords: Any) -> tuple[Any, Any]:
    """(figure, two-dimensional array of axes) of panels of a given size in inches."""
    return plt.subplots(rows, columns, squeeze=False, layout="constrained",
                        figsize=(width * columns, height * rows + 0.6), **keywords)


def grid(count: int, columns: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """(figure, axes) of `count` panels in rows of at most `columns`; unused places stay empty."""
    columns = min(columns, count)
    figure, axes = panels(-(-count // columns), columns, width, height)
    flat = list(axes.flat)
    for unused in flat[count:]:
        unused.set_visible(False)
    return figure, flat[:count]


def legend(figure: Any, names: dict[str, dict], columns: int = 5, **looks: Any) -> None:
    """A legend below all panels, in at most so many columns, and no wider than the figure if it has
    more than two: a line for each name, with its look."""
    handles = [plt.Line2D([], [], label=name, **(look | looks)) for name, look in names.items()]
    entry = 0.65 + 0.065 * max(map(len, names), default=0)  # inches
    fitting = max(2, int(figure.get_size_inches()[0] / entry))
    figure.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0),
                  ncols=min(columns, fitting, len(handles)))


def headline(figure: Any, title: str, below: str) -> None:
    """A title, and a line in grey below it, above everything else."""
    width = int(figure.get_size_inches()[0] * 12)
    note = textwrap.fill(below, int(width * 1.25))
    inches = figure.get_size_inches()[1]
    lines = note.count("\n") + 1 if note else 0
    figure.text(0.01, 1.0 + 0.05 / inches, note, fontsize=8.5, color=GREY, va="bottom", ha="left")
    figure.text(0.01, 1.0 + (0.1 + 0.155 * lines) / inches, textwrap.fill(title, width),
                fontsize=12, fontweight="bold", va="bottom", ha="left")
