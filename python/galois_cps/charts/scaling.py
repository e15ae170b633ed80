"""A chart of how configurations scale with threads: speed-up and wasted work, one line per configuration."""

from ..runs import UserError, groups

from . import chart_style, scales, scaling_lines


def draw(measured, name):
    """Draws two panels per input to NAME.png and NAME.svg. Speed-ups are relative to the configuration
    that is fastest on the fewest threads, so that the order of the lines is that of the times."""
    if len({item.dims["threads"] for item in measured}) < 2:
        raise UserError("a chart by threads needs two thread counts or more, e.g. --threads 1,16,64")
    graphs = {}
    for item in measured:
        graphs.setdefault(item.dims["input"], []).append(item)
    scaling_lines.chart(graphs, _panels, measured, name)


def _panels(graph, measured, axes):
    names = [each for each in groups.varying(measured) if each not in ("threads", "input")] or ["wl"]
    draw_speed_ups(axes[0], measured, names)
    axes[0].set_title(graph)
    for items, style, place in scaling_lines.series(measured, names):
        waste = {_threads(item): list(item.values("wasted_work").values()) for item in items}
        scaling_lines.draw(axes[1], waste, style, place)
    axes[1].set_ylabel("executed / useful tasks")
    _by_threads(axes[1], measured)


def draw_speed_ups(axes, measured, names):
    """Draws a line of speed-ups per configuration on the axes, and the ideal one dashed.

    :param names: the dims that tell the lines apart"""
    counts = sorted({_threads(item) for item in measured})
    base = min(item.median() for item in measured if _threads(item) == counts[0])
    for items, style, place in scaling_lines.series(measured, names):
        speed_ups = {_threads(item): [base / each for each in item.values("time_s").values()]
                     for item in items}
        scaling_lines.draw(axes, speed_ups, style, place)
    axes.plot(counts, [each / counts[0] for each in counts], color=chart_style.GREY, linewidth=0.8,
              linestyle="--")
    axes.set_ylabel(f"speed-up over the best with {groups.threads_text(counts[0])}")
    _by_threads(axes, measured)


def _by_threads(axes, measured):
    counts = sorted({_threads(item) for item in measured})
    scaling_lines.across(axes, "threads", counts, [str(each) for each in counts])
    scales.doublings(axes)


def _threads(item):
    return int(item.dims["threads"])
