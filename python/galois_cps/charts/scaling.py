"""A chart of how configurations scale with threads: speed-up and wasted work, one line per configuration."""

from ..runs import UserError, groups

from . import chart_style, scaling_lines


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
    counts = sorted({_threads(item) for item in measured})
    base = min(item.median() for item in measured if _threads(item) == counts[0])
    for items, style, place in scaling_lines.series(measured, names):
        speed_ups = {_threads(item): [base / each for each in item.values("time_s").values()]
                     for item in items}
        waste = {_threads(item): list(item.values("wasted_work").values()) for item in items}
        scaling_lines.draw(axes[0], speed_ups, style, place)
        scaling_lines.draw(axes[1], waste, style, place)
    axes[0].plot(counts, [each / counts[0] for each in counts], color=chart_style.GREY, linewidth=0.8,
                 linestyle="--")
    axes[0].set_title(graph)
    axes[0].set_ylabel(f"speed-up over the best with {groups.threads_text(counts[0])}")
    axes[1].set_ylabel("executed / useful tasks")
    for axis in axes:
        scaling_lines.across(axis, "threads", counts, [str(each) for each in counts])
        chart_style.doublings(axis)


def _threads(item):
    return int(item.dims["threads"])
