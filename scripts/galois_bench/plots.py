"""Charts, as PNG and SVG: colours that colour-blind readers tell apart, units on every axis, and a
caption that says on what machine and graph the numbers were measured."""

import textwrap

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from . import groups, look, stats, tables  # noqa: E402

_WHISKERS = "whiskers reach from the fastest to the slowest"


def caption(measured, marks):
    """Where the numbers come from, from the records themselves, and what the marks mean."""
    records = [record for item in measured for record in item.records]
    graphs = {record["bench"]["config"]["input"]: record for record in records}
    parts = [f"{name}: {record.get('nodes', 0):,} nodes, {record.get('edges', 0):,} edges"
             for name, record in graphs.items()]
    first = records[0]
    host, build = first.get("host", {}), first.get("build", {})
    machine = host.get("cpu", "Unknown processor")
    if first.get("virtual"):
        machine = _simulated(records)
    else:
        if first.get("cores"):
            machine += f", {first['cores']} cores"
        if any(record.get("host", {}).get("synthetic") for record in records):
            machine += " (synthetic topology)"
    parts.append(machine)
    if build.get("commit"):
        parts.append(f"Commit {str(build['commit'])[:10]}, {build.get('preset', '')} build".rstrip())
    runs = sorted({len(item.records) for item in measured})
    count = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    parts.append(f"Medians of {count} interleaved runs; {marks}")
    return ". ".join(parts) + "."


def _simulated(records):
    """Says that nothing here was timed, and what was simulated instead."""
    cores = sorted({record["virtual"]["cores"] for record in records})
    costs = {record["virtual"]["costs"]["name"] for record in records}
    count = str(cores[0]) if len(cores) == 1 else f"{cores[0]} to {cores[-1]}"
    return (f"Simulated: virtual time on {count} virtual cores, costs {', '.join(sorted(costs))}; "
            "trends, not times")


def times(measured, name):
    """Bars of the time of each configuration, one group of bars per setting, one colour per thread
    count; written to NAME.png and NAME.svg."""
    _bars(measured, name, "Time of the parallel loop")


def relative(measured, reference, name, title):
    """Two panels: time relative to the reference group (1 = as fast), and wasted work."""
    base = stats.spread(list(reference.values("time_s").values())).median
    rest = [item for item in measured if item is not reference]
    with plt.rc_context(look.STYLE):
        figure, (left, right) = plt.subplots(
            1, 2, sharey=True, width_ratios=[3, 2], figsize=(9, 1.9 + 0.62 * _rows(rest)))
        handles = _draw(left, rest, lambda item: [
            value / base for value in item.values("time_s").values()], "{:.2f}")
        left.axvline(1, color=look.GREY, linewidth=1.2, linestyle="--", zorder=3)
        left.set_xlabel(f"time / sequential Dijkstra ({tables.pretty_seconds(base)}); "
                        "left of the line is faster")
        _draw(right, rest, lambda item: [
            record["wasted_work"] for record in item.records if record.get("wasted_work")], "{:.2f}")
        right.set_xlabel("executed / useful tasks (1 = nothing wasted)")
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
        _legend(right, handles, 0.0)
        finish(figure, measured, name)


def ratios(pairs, metric, name):
    """Points with their confidence intervals; written to NAME.png and NAME.svg."""
    every = [pair.a for pair in pairs] + [pair.b for pair in pairs]
    names = groups.varying(every) or ["wl"]
    with plt.rc_context(look.STYLE):
        figure, axes = plt.subplots(figsize=(8, 1.7 + 0.36 * len(pairs)))
        for row, pair in enumerate(pairs):
            ratio = pair.ratio
            colour = {"faster": look.COLOURS[2],
                      "slower": look.COLOURS[5]}.get(ratio.verdict, look.GREY)
            axes.plot([ratio.low, ratio.high], [row, row], color=colour, linewidth=2)
            axes.plot(ratio.value, row, "o", color=colour)
            axes.annotate(f"{ratio.value:.2f}", (ratio.value, row), (0, 6),
                          textcoords="offset points", ha="center", fontsize=8)
        axes.axvline(1, color=look.GREY, linewidth=1.2, linestyle="--")
        axes.set_yticks(range(len(pairs)), [
            f"{groups.label(pair.a.dims, names)}  vs  {groups.label(pair.b.dims, names)}"
            for pair in pairs])
        axes.set_ylim(len(pairs) - 0.4, -0.6)
        axes.set_xlabel(f"ratio of median {metric}, A / B, with 95 % interval (below 1: A is less)")
        finish(figure, every, name, "lines are 95 % bootstrap intervals")


def _bars(measured, name, title):
    with plt.rc_context(look.STYLE):
        figure, axes = plt.subplots(figsize=(8, 1.9 + 0.5 * _rows(measured)))
        handles = _draw(axes, measured, lambda item: list(item.values("time_s").values()), None)
        axes.set_xlabel("time (s)")
        axes.set_title(title)
        _legend(axes, handles, 0.62)
        finish(figure, measured, name)


def _setting_names(measured):
    """The dims that a row's label shows: those that vary, threads (shown by colour) apart."""
    names = [name for name in groups.varying(measured) if name != "threads"]
    return names or ["wl"]


def _rows(measured):
    names = _setting_names(measured)
    return len({groups.label(item.dims, names) for item in measured})


def _draw(axes, measured, samples, form):
    """Grouped horizontal bars with whiskers from fastest to slowest; legend handles by threads."""
    names = _setting_names(measured)
    labels = list(dict.fromkeys(groups.label(item.dims, names) for item in measured))
    threads = sorted({int(item.dims["threads"]) for item in measured})
    height = 0.8 / len(threads)
    handles, top = {}, 0.0
    for item in measured:
        values = samples(item)
        if not values:
            continue
        spread = stats.spread(values)
        series = threads.index(int(item.dims["threads"]))
        row = labels.index(groups.label(item.dims, names)) - 0.4 + height * (series + 0.5)
        colour = look.COLOURS[series % len(look.COLOURS)]
        bar = axes.barh(row, spread.median, height * 0.9, color=colour)
        handles[threads[series]] = bar
        axes.plot([spread.low, spread.high], [row, row], color="black", linewidth=1.1)
        text = form.format(spread.median) if form else tables.pretty_seconds(spread.median)
        axes.annotate(text, (max(spread.high, spread.median), row), (4, 0), fontsize=8.5,
                      textcoords="offset points", va="center", zorder=4,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})
        top = max(top, spread.high)
    axes.set_xlim(0, top * 1.15 or 1)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    return handles


def _legend(axes, handles, left):
    if len(handles) < 2:
        return
    order = sorted(handles)
    axes.legend([handles[count] for count in order],
                [f"{count} thread" + ("" if count == 1 else "s") for count in order],
                loc="lower left", bbox_to_anchor=(left, 1.0), ncols=len(order), borderaxespad=0.2)


def finish(figure, measured, name, marks=_WHISKERS):
    """Adds the caption and writes both files; the SVG has no date, so that a rerun is a small diff."""
    width = int(figure.get_size_inches()[0] * 14)
    text = textwrap.fill(caption(measured, marks), width)
    figure.tight_layout()
    figure.text(0.01, -0.01, text, fontsize=7.5, color=look.GREY, va="top", ha="left")
    for suffix, metadata in (("png", None), ("svg", {"Date": None})):
        figure.savefig(f"{name}.{suffix}", bbox_inches="tight", pad_inches=0.12,
                       dpi=150 if suffix == "png" else None, metadata=metadata)
    plt.close(figure)
