"""A chart of how configurations grow with threads: speed-up and wasted work, a line for each."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from . import UserError, groups, lines, look, plots, stats  # noqa: E402


def draw(measured, name):
    """Two panels for each input, written to NAME.png and NAME.svg. Speed-ups are relative to the
    configuration that is fastest on the fewest threads, so that lines compare as times do."""
    graphs = list(dict.fromkeys(item.dims["input"] for item in measured))
    if len({item.dims["threads"] for item in measured}) < 2:
        raise UserError("a chart by threads needs two thread counts or more, e.g. --threads 1,16,64")
    with plt.rc_context(look.STYLE):
        figure, rows = plt.subplots(len(graphs), 2, squeeze=False,
                                    figsize=(10, 1 + 3.4 * len(graphs)))
        for graph, axes in zip(graphs, rows):
            _panels([item for item in measured if item.dims["input"] == graph], graph, axes)
        handles, labels = rows[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5))
        plots.finish(figure, measured, name, lines.BANDS)


def _panels(measured, graph, axes):
    names = [each for each in groups.varying(measured) if each not in ("threads", "input")] or ["wl"]
    counts = sorted({_threads(item) for item in measured})
    base = min(_time(item) for item in measured if _threads(item) == counts[0])
    series = {}
    for item in measured:
        series.setdefault(groups.label(item.dims, names), []).append(item)
    for index, (label, items) in enumerate(series.items()):
        style = lines.style(index, label)
        lines.draw(axes[0], {_threads(item): [base / each for each in item.values("time_s").values()]
                             for item in items}, style)
        lines.draw(axes[1], {_threads(item): list(item.values("wasted_work").values())
                             for item in items}, style)
    axes[0].plot(counts, [each / counts[0] for each in counts], color=look.GREY, linewidth=0.8,
                 linestyle="--")
    axes[0].set_title(graph)
    axes[0].set_ylabel(f"speed-up over the best with {counts[0]}")
    axes[1].set_ylabel("executed / useful tasks")
    for axis in axes:
        lines.scales(axis, "threads")
        axis.set_xticks(counts, [str(each) for each in counts])


def _threads(item):
    return int(item.dims["threads"])


def _time(item):
    return stats.spread(list(item.values("time_s").values())).median
