"""Lines over a quantity that grows by doubling, with two panels per row. Charts by threads and charts
by size share this module."""

import matplotlib
from matplotlib.figure import Figure

from ..runs import groups, stats
from . import chart_style, plots

_MARKERS, _LINES = chart_style.MARKERS[:6], chart_style.LINES[:3]
_APART = 0.13  # of a doubling, from the middle line to the outermost of many
_MANY = 6


def chart(rows, panels, measured, name):
    """Writes NAME.png and NAME.svg; panels(key, items, (left, right)) draws each of `rows`, {key: items}."""
    with matplotlib.rc_context(chart_style.STYLE):
        figure = Figure(figsize=(10, 1 + 3.4 * len(rows)))
        grid = figure.subplots(len(rows), 2, squeeze=False)
        for (key, items), axes in zip(rows.items(), grid):
            panels(key, items, axes)
        handles, labels = grid[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5))
        plots.finish(figure, measured, name, "bars reach from the least to the greatest")


def series(items, names):
    """(items, style, place) of each line; one line has one value of these dims. The place, from -1 to
    1, is the position of the line among all; draw() moves the lines apart by it."""
    found = {}
    for item in items:
        found.setdefault(groups.label(item.dims, names), []).append(item)
    middle = (len(found) - 1) / 2
    return [(each, _style(index, label), (index - middle) / max(middle, _MANY / 2))
            for index, (label, each) in enumerate(found.items())]


def _style(index, label):
    return {"color": chart_style.COLOURS[index % len(chart_style.COLOURS)],
            "marker": _MARKERS[index // len(chart_style.COLOURS) % len(_MARKERS)],
            "linestyle": _LINES[index // len(chart_style.COLOURS) % len(_LINES)],
            "linewidth": 1.4, "markersize": 4, "label": label}


def draw(axes, points, style, place=0.0):
    """Draws a line through the medians of `points`, {x: [samples]}, with a bar from the least to the
    greatest at each. Bars of different lines stand side by side, so that none hides another."""
    spreads = {x * 2 ** (_APART * place): stats.spread(samples)
               for x, samples in sorted(points.items())}
    axes.plot(list(spreads), [each.median for each in spreads.values()], **style)
    axes.vlines(list(spreads), [each.low for each in spreads.values()],
                [each.high for each in spreads.values()], color=style["color"], linewidth=1)


def across(axes, label, values, names):
    """Makes the horizontal axis logarithmic, with a tick at each of `values` and this label."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(values, names)
    axes.set_xlabel(label)
