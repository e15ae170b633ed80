"""Lines over a quantity that grows by doubling: what charts by threads and by size share."""

from . import look, stats

_MARKERS = "osD^vP"
_LINES = ("-", "--", ":")
BANDS = "bands reach from the least to the greatest"


def style(index, label):
    """How the index-th line of a chart looks."""
    return {"color": look.COLOURS[index % len(look.COLOURS)],
            "marker": _MARKERS[index // len(look.COLOURS) % len(_MARKERS)],
            "linestyle": _LINES[index // len(look.COLOURS) % len(_LINES)],
            "linewidth": 1.4, "markersize": 4, "label": label}


def draw(axes, points, look_of_it):
    """A line through the medians of `points`, {x: [samples]}, with a band from least to greatest."""
    spreads = {x: stats.spread(samples) for x, samples in sorted(points.items())}
    axes.plot(list(spreads), [each.median for each in spreads.values()], **look_of_it)
    axes.fill_between(list(spreads), [each.low for each in spreads.values()],
                      [each.high for each in spreads.values()], color=look_of_it["color"], alpha=0.15,
                      linewidth=0)


def scales(axes, label):
    """Both axes logarithmic, numbers written out."""
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(label)
