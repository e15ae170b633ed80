"""Charts as PNG and SVG. Colour-blind readers can distinguish the colours, every axis has units, and a
caption names the machine and the graph of the measurement."""

import os
import textwrap

import matplotlib
from matplotlib.figure import Figure

from ..runs import groups, stats, tables
from . import captions, chart_style, picture_file, scales

_PANEL_DIMS = ("app", "input")  # dims with one panel per value in charts of times or ratios


def times(measured, name):
    """Draws the time of each configuration to NAME.png and NAME.svg: one panel and axis per graph and
    application, one colour per thread count. If times are far apart, as with a scheduler that fits
    badly, points on a logarithmic axis replace the bars."""
    panels = _panels(measured)
    with matplotlib.rc_context(chart_style.STYLE):
        figure, grid = _stack(panels, [_rows(items) for items in panels.values()], 0.5)
        handles = {}
        for (key, items), axes in zip(panels.items(), grid):
            handles |= draw_times(axes, items)
            axes.set_title(key)
        _legend_beside(figure, handles)
        finish(figure, measured, name)


def draw_times(axes, measured):
    """Draws the time of each configuration on the axes: bars, or points on a logarithmic axis if
    times are far apart. Returns legend handles by threads."""
    medians = [item.median() for item in measured]
    far = max(medians) > scales.FAR * min(medians)
    handles = draw_bars(axes, measured, lambda item: list(item.values("time_s").values()), None, far)
    axes.xaxis.set_major_formatter(lambda value, _: tables.pretty_seconds(value) if value else "0")
    axes.set_xlabel("time of the parallel loop" + (", logarithmic axis" if far else ""))
    return handles


def draw_waste(axes, measured):
    """Draws the wasted work of each configuration as bars. Returns legend handles by threads."""
    handles = draw_bars(axes, measured, lambda item: [
        record["wasted_work"] for record in item.records if record.get("wasted_work")], "{:.2f}")
    axes.set_xlabel(captions.WASTE)
    return handles


def relative(measured, reference, name, title):
    """Two panels: time relative to the reference group (1 = as fast), and wasted work."""
    base = reference.median()
    rest = [item for item in measured if item is not reference]
    with matplotlib.rc_context(chart_style.STYLE):
        figure = Figure(figsize=(9, 1.9 + 0.62 * _rows(rest)))
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=[3, 2])
        handles = draw_bars(left, rest, lambda item: [
            value / base for value in item.values("time_s").values()], "{:.2f}")
        left.axvline(1, color=chart_style.GREY, linewidth=1.2, linestyle="--", zorder=3)
        left.set_xlabel(captions.relative_to(reference))
        draw_waste(right, rest)
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
        legend(right, handles)
        finish(figure, measured, name)


def ratios(pairs, metric, name):
    """Draws ratios with their confidence intervals to NAME.png and NAME.svg, on a logarithmic axis, with
    one panel per graph and application."""
    every = [pair.a for pair in pairs] + [pair.b for pair in pairs]
    names = groups.varying(every) or ["wl"]
    panels = {}
    for pair in pairs:
        panels.setdefault(_panel_key(pair.a, names), []).append(pair)
    inside = [each for each in names if each not in (*_PANEL_DIMS, "build")] or ["wl"]
    with matplotlib.rc_context(chart_style.STYLE):
        figure, grid = _stack(panels, [len(mine) for mine in panels.values()], 0.3)
        low = min(min(pair.ratio.low, pair.ratio.value) for pair in pairs)
        high = max(max(pair.ratio.high, pair.ratio.value) for pair in pairs)
        for (key, mine), axes in zip(panels.items(), grid):
            axes.set_xlim(min(low, 1) / 1.1, max(high, 1) * 1.25)
            _draw_ratios(axes, mine, inside)
            scales.doublings(axes, "x")
            axes.set_title(key)
            axes.set_xlabel("A / B: left of the line, A is less")
        _headline(figure, _ratio_title(pairs, metric, inside))
        finish(figure, every, name, "lines are 95 % bootstrap intervals")


def _draw_ratios(axes, pairs, names):
    references = {groups.label(pair.b.dims, names) for pair in pairs}
    for row, pair in enumerate(pairs):
        ratio = pair.ratio
        colour = {"faster": chart_style.COLOURS[2], "slower": chart_style.COLOURS[5]}.get(
            ratio.verdict, chart_style.GREY)
        axes.plot([ratio.low, ratio.high], [row, row], color=colour, linewidth=2)
        axes.plot(ratio.value, row, "o", color=colour, markersize=5)
        chart_style.beside(axes, f"{ratio.value:.3g}", (max(ratio.high, ratio.value), row), (5, 0), 8,
                           va="center", zorder=4)
    axes.axvline(1, color=chart_style.GREY, linewidth=1.2, linestyle="--")
    labels = []
    for pair in pairs:
        a, b = (groups.label(side.dims, names) for side in (pair.a, pair.b))
        labels.append(a if a == b or len(references) == 1 else f"{a}  vs  {b}")
    axes.set_yticks(range(len(pairs)), labels)
    axes.set_ylim(len(pairs) - 0.4, -0.6)


def _ratio_title(pairs, metric, names):
    """The parts of A and B that are the same in all pairs."""
    references = {groups.label(pair.b.dims, names) for pair in pairs}
    what = f"Median {metric}"
    if all(groups.label(pair.a.dims, names) == groups.label(pair.b.dims, names) for pair in pairs):
        sides = [{_source(side) for side in both} for both in zip(*((p.a, p.b) for p in pairs))]
        a, b = (side.pop() if len(side) == 1 else name for side, name in zip(sides, "AB"))
        return f"{what}: {a} (A) relative to {b} (B)" if a != b else f"{what}: A relative to B"
    if len(references) == 1:
        return f"{what}, relative to {references.pop()} (B)"
    return f"{what}: A relative to B"


def _source(item):
    """The build or the file that a group was measured with or read from."""
    if "build" in item.dims:
        return f"build {item.dims['build']}"
    return os.path.basename(item.records[0]["bench"].get("origin", ""))


def _panel_key(item, names):
    apart = [each for each in names if each in _PANEL_DIMS]
    return groups.label(item.dims, apart or _PANEL_DIMS)


def _panels(measured):
    """{title: groups}: one panel per graph and application."""
    names = groups.varying(measured)
    panels = {}
    for item in measured:
        panels.setdefault(_panel_key(item, names), []).append(item)
    return panels


def _stack(panels, rows, height):
    """(figure, axes): panels one above the other, as high as their rows need."""
    figure = Figure(figsize=(8.5, 1.2 + sum(0.9 + height * each for each in rows)))
    grid = figure.subplots(len(panels), 1, squeeze=False,
                           height_ratios=[each + 1.2 for each in rows])
    return figure, grid[:, 0]


def _headline(figure, text):
    """A title above everything else, however high the figure is."""
    width = int(figure.get_size_inches()[0] * 9)
    figure.text(0.01, 1.0, textwrap.fill(text, width), fontsize=12, fontweight="bold", va="bottom",
                ha="left")


def _legend_beside(figure, handles):
    if len(handles) > 1:
        order = sorted(handles)
        figure.legend([handles[count] for count in order],
                      [groups.threads_text(count) for count in order],
                      loc="upper left", bbox_to_anchor=(1.0, 0.98))


def _rows(measured):
    names = captions.setting_names(measured)
    return len({groups.label(item.dims, names) for item in measured})


def draw_bars(axes, measured, samples, form, logarithmic=False):
    """Draws grouped horizontal bars, or points on a logarithmic axis, with whiskers from the least to
    the greatest of samples(item). Returns legend handles by threads.

    :param form: the format of the medians; None for seconds"""
    names = captions.setting_names(measured)
    labels = list(dict.fromkeys(groups.label(item.dims, names) for item in measured))
    threads = sorted({int(item.dims["threads"]) for item in measured})
    height = 0.8 / len(threads)
    handles, top, least = {}, 0.0, float("inf")
    for item in measured:
        values = samples(item)
        if not values:
            continue
        spread = stats.spread(values)
        series = threads.index(int(item.dims["threads"]))
        row = labels.index(groups.label(item.dims, names)) - 0.4 + height * (series + 0.5)
        colour = chart_style.COLOURS[series % len(chart_style.COLOURS)]
        if logarithmic:
            mark, = axes.plot(spread.median, row, "o", color=colour, markersize=5, linestyle="none")
        else:
            mark = axes.barh(row, spread.median, height * 0.9, color=colour)
        handles[threads[series]] = mark
        axes.plot([spread.low, spread.high], [row, row], linewidth=1.1,
                  color=colour if logarithmic else "black")
        text = form.format(spread.median) if form else tables.pretty_seconds(spread.median)
        chart_style.beside(axes, text, (max(spread.high, spread.median), row), (4, 0), 8.5, va="center",
                           zorder=4)
        top, least = max(top, spread.high), min(least, spread.low)
    if logarithmic:
        axes.set_xlim(least / 1.3, top * 1.3 * (top / least) ** 0.08)
        scales.decades(axes)
    else:
        axes.set_xlim(0, top * 1.15 or 1)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    return handles


def legend(axes, handles):
    """Adds the colours of the thread counts above the axes, if there are several."""
    if len(handles) < 2:
        return
    order = sorted(handles)
    axes.legend([handles[count] for count in order],
                [groups.threads_text(count) for count in order],
                loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=len(order), borderaxespad=0.2)


def finish(figure, measured, name, marks=captions.WHISKERS):
    """Adds the caption and writes both files. The SVG has no date, so that a rerun gives a small diff."""
    width = int(figure.get_size_inches()[0] * 14)
    text = textwrap.fill(captions.caption(measured, marks), width)
    figure.tight_layout()
    figure.text(0.01, -0.01, text, fontsize=7.5, color=chart_style.GREY, va="top", ha="left")
    for suffix in ("png", "svg"):
        picture_file.save_trimmed(figure, f"{name}.{suffix}")
