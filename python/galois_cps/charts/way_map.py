"""A map of ways: the roads around them in grey, the ways in colour, a circle where one begins and a square where
it ends."""

from matplotlib.collections import LineCollection

from . import chart_style

_MANY = 20_000  # more lines are a picture of pixels


def draw(axes, lines, roads, ends, window, aspect):
    """Draws on axes.

    :param lines: arrays of x and y
    :param roads: a sequence of the same, or an array
    :param ends: per line, what is written at its first and its last point, or None
    :param window: the low and the high corner of the map
    :param aspect: the length of a unit of y, in units of x"""
    axes.add_collection(LineCollection(roads, colors="#b5b5b5", linewidths=0.35, rasterized=len(roads) > _MANY,
                                       zorder=1))
    for colour, line in zip(chart_style.COLOURS * (1 + len(lines) // len(chart_style.COLOURS)), lines):
        axes.plot(line[:, 0], line[:, 1], color=colour, linewidth=2.2, zorder=3, solid_capstyle="round",
                  solid_joinstyle="round")
        axes.plot(*line[0], "o", color="white", markeredgecolor=colour, markersize=8, markeredgewidth=2, zorder=4)
        axes.plot(*line[-1], "s", color=colour, markeredgecolor="white", markersize=9, zorder=4)
    for line, called in zip(lines, ends):
        for place, name in zip((line[0], line[-1]), called or ()):
            # A name may contain a dollar sign, which is no formula here.
            axes.annotate(str(name), place, (6, 6), textcoords="offset points", zorder=5, parse_math=False)
    low, high = window
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect(aspect)
    axes.grid(visible=False)
    axes.ticklabel_format(useOffset=False)
    axes.locator_params(axis="x", nbins=5)
