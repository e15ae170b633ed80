"""A chart of how configurations grow with threads: speed-up and wasted work, a line for each."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from . import UserError, groups, look, plots, stats  # noqa: E402

_MARKERS = "osD^vP"
_LINES = ("-", "--", ":")


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
        plots.finish(figure, measured, name, "bands reach from the least to the greatest")


def _panels(measured, graph, axes):
    names = [each for each in groups.varying(measured) if each not in ("threads", "input")] or ["wl"]
    counts = sorted({int(item.dims["threads"]) for item in measured})
    base = min(_time(item) for item in measured if int(item.dims["threads"]) == counts[0])
    series = {}
    for item in measured:
        series.setdefault(groups.label(item.dims, names), []).append(item)
    for index, (label, items) in enumerate(series.items()):
        items.sort(key=lambda item: int(item.dims["threads"]))
        style = {"color": look.COLOURS[index % len(look.COLOURS)],
                 "marker": _MARKERS[index // len(look.COLOURS) % len(_MARKERS)],
                 "linestyle": _LINES[index // len(look.COLOURS) % len(_LINES)],
                 "linewidth": 1.4, "markersize": 4, "label": label}
        _line(axes[0], items, lambda item: [base / each for each in item.values("time_s").values()],
              style)
        _line(axes[1], items, lambda item: list(item.values("wasted_work").values()), style)
    axes[0].plot(counts, [each / counts[0] for each in counts], color=look.GREY, linewidth=0.8,
                 linestyle="--")
    axes[0].set_title(graph)
    axes[0].set_ylabel(f"speed-up over the best with {counts[0]}")
    axes[1].set_ylabel("executed / useful tasks")
    for axis in axes:
        axis.set_xscale("log", base=2)
        axis.set_yscale("log", base=2)
        axis.set_xticks(counts, [str(each) for each in counts])
        axis.yaxis.set_major_formatter("{x:g}")
        axis.set_xlabel("threads")


def _time(item):
    return stats.spread(list(item.values("time_s").values())).median


def _line(axes, items, samples, style):
    spreads = [(int(item.dims["threads"]), stats.spread(samples(item))) for item in items]
    counts = [count for count, _ in spreads]
    axes.plot(counts, [spread.median for _, spread in spreads], **style)
    axes.fill_between(counts, [spread.low for _, spread in spreads],
                      [spread.high for _, spread in spreads], color=style["color"], alpha=0.15,
                      linewidth=0)
