"""Lines over a quantity that grows by doubling, two panels a row: what charts by threads and by size
share."""

import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from . import groups, look, plots, stats  # noqa: E402

_MARKERS = "osD^vP"
_LINES = ("-", "--", ":")


def chart(rows, panels, measured, name):
    """NAME.png and NAME.svg: panels(key, items, (left, right)) draws each of `rows`, {key: items}."""
    with plt.rc_context(look.STYLE):
        figure, grid = plt.subplots(len(rows), 2, squeeze=False, figsize=(10, 1 + 3.4 * len(rows)))
        for (key, items), axes in zip(rows.items(), grid):
            panels(key, items, axes)
        handles, labels = grid[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5))
        plots.finish(figure, measured, name, "bands reach from the least to the greatest")


def series(items, names):
    """(items, style) of each line, that is of what these dims tell apart."""
    found = {}
    for item in items:
        found.setdefault(groups.label(item.dims, names), []).append(item)
    return [(each, _style(index, label)) for index, (label, each) in enumerate(found.items())]


def _style(index, label):
    return {"color": look.COLOURS[index % len(look.COLOURS)],
            "marker": _MARKERS[index // len(look.COLOURS) % len(_MARKERS)],
            "linestyle": _LINES[index // len(look.COLOURS) % len(_LINES)],
            "linewidth": 1.4, "markersize": 4, "label": label}


def draw(axes, points, style):
    """A line through the medians of `points`, {x: [samples]}, with a band from least to greatest."""
    spreads = {x: stats.spread(samples) for x, samples in sorted(points.items())}
    axes.plot(list(spreads), [each.median for each in spreads.values()], **style)
    axes.fill_between(list(spreads), [each.low for each in spreads.values()],
                      [each.high for each in spreads.values()], color=style["color"], alpha=0.15,
                      linewidth=0)


def across(axes, label, values, names):
    """The horizontal axis: logarithmic, with a tick at each of `values`, called so."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(values, names)
    axes.set_xlabel(label)


def doublings(axis):
    """The vertical axis, of what is drawn already: logarithmic, with numbers at doublings, at more
    where those are few, and at fewer where they are many."""
    axis.set_yscale("log", base=2)
    low, high = axis.get_ylim()
    count = math.log2(high / low)
    between = (1, 1.25, 1.5) if count < 4 else (1, 1.5) if count < 6 else (1,)
    first = math.floor(math.log2(low))
    ticks = [step * 2.0**power
             for power in range(first, math.ceil(math.log2(high)) + 1, math.ceil(count / 10))
             for step in between]
    ticks = [tick for tick in ticks if low <= tick <= high]
    axis.set_yticks(ticks, [f"{tick:.3g}" for tick in ticks])
    axis.minorticks_off()
