"""Charts of runs for notebooks. Each function takes what `records` takes, or the DataFrame that it
returns, and draws on one pair of axes, which it returns. Needs pandas and matplotlib.

    time       the time of each scheduler
    speedup    by threads
    waste      executed / useful tasks
    drift      how far tasks run from the order of their priorities
    histories  what a scheduler adapted while it ran
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import matplotlib
from matplotlib.axes import Axes

from .charts import chart_style, scaling
from .charts import plots as bars
from .notebook import records
from .runs import UserError, groups

_PARAMETERS = "wl_params."
_HISTORIES = "worklist."
_STEPS = 2  # a history has pairs of seconds and a value
_LARGE = 100  # a drift from which on digits after the point say nothing
_ABOVE_LEGEND = 24  # points


def time(runs: Any, *, ax: Axes | None = None) -> Axes:
    """The median time of each scheduler, with whiskers from the fastest run to the slowest.

    Parameters
    ----------
    runs : DataFrame, or what `records` takes
    ax : matplotlib.axes.Axes, optional
        The axes to draw on. A new figure is made without them.

    Returns
    -------
    matplotlib.axes.Axes
    """
    measured = _groups(runs, "time_s")
    with _styled(ax, _rows(measured)) as ax:
        return _finish(ax, runs, bars.draw_times(ax, measured))


def speedup(runs: Any, *, ax: Axes | None = None) -> Axes:
    """The speed-up of each scheduler by threads, over the one that is fastest on the fewest threads.

    Parameters and the result are those of `time`. The ideal speed-up is a dashed line.

    Raises
    ------
    galois_cps.runs.UserError
        When all runs have the same number of threads.
    """
    measured = _groups(runs, "time_s")
    if len({item.dims["threads"] for item in measured}) < 2:
        raise UserError("a chart by threads needs runs with two thread counts or more")
    names = [name for name in groups.varying(measured) if name != "threads"] or ["wl"]
    with _styled(ax) as ax:
        scaling.draw_speed_ups(ax, measured, names)
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        return _finish(ax, runs)


def waste(runs: Any, *, ax: Axes | None = None) -> Axes:
    """The wasted work of each scheduler: executed tasks divided by useful ones.

    Parameters and the result are those of `time`.
    """
    measured = _groups(runs, "wasted_work")
    with _styled(ax, _rows(measured)) as ax:
        return _finish(ax, runs, bars.draw_waste(ax, measured))


def drift(runs: Any, *, ax: Axes | None = None) -> Axes:
    """The mean priority drift of each scheduler, for runs that sampled it (`drift=100`).

    Parameters and the result are those of `time`.
    """
    measured = _groups(runs, "drift.mean")
    with _styled(ax, _rows(measured)) as ax:
        large = any(item.median("drift.mean") >= _LARGE for item in measured)
        handles = bars.draw_bars(
            ax, measured, lambda item: list(item.values("drift.mean").values()),
            "{:,.0f}" if large else "{:.3g}")
        ax.set_xlabel("mean priority drift (0 = strict order)")
        return _finish(ax, runs, handles)


def histories(runs: Any, name: str | None = None, *, ax: Axes | None = None) -> Axes:
    """A value that the scheduler adapted while it ran, by the time since the loop began.

    Parameters
    ----------
    runs : DataFrame, or what `records` takes
        Each run with such a history is one line.
    name : str, optional
        The value, such as "tdf" or "lmf"; by default the first that the runs have.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    frame = records(runs)
    known = [column.removeprefix(_HISTORIES) for column in frame.columns
             if column.startswith(_HISTORIES) and frame[column].map(_is_history).any()]
    if not known or (name or known[0]) not in known:
        raise UserError(f"no run has a history{f' of {name}' if name else ''}; "
                        f"there are {', '.join(known) or 'none'}")
    name = name or known[0]
    with _styled(ax) as ax:
        chosen = frame[frame[_HISTORIES + name].map(_is_history)]
        labels = _labels(chosen)
        for index, (label, steps) in enumerate(zip(labels, chosen[_HISTORIES + name])):
            seconds, values = zip(*steps)
            first = label not in labels[:index]
            colour = sorted(set(labels)).index(label) % len(chart_style.COLOURS)
            ax.step([1e3 * each for each in seconds], values, where="post", linewidth=1.2,
                    color=chart_style.COLOURS[colour], label=label if first else None)
        ax.set_xlabel("ms since the loop began")
        ax.set_ylabel(name)
        if len(set(labels)) > 1:
            ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        return _finish(ax, chosen)


def _is_history(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(
        isinstance(step, (list, tuple)) and len(step) == _STEPS for step in value)


@contextlib.contextmanager
def _styled(axes: Axes | None, rows: int = 5) -> Iterator[Axes]:
    """The axes, or those of a new figure with room for so many rows, in the style of all charts."""
    figure = None
    if axes is None:
        import matplotlib.pyplot as plt  # chooses a display, which files of charts do without

        # The display changes settings at its first figure, which the style's context would undo.
        figure = plt.figure(figsize=(7, 1.4 + 0.42 * rows), layout="constrained")
    with matplotlib.rc_context(chart_style.STYLE):
        yield axes or figure.add_subplot()


def _finish(axes: Axes, runs: Any, handles: dict[int, Any] | None = None) -> Axes:
    """Adds the colours of thread counts, and a title with what all runs have in common."""
    frame = records(runs)
    common = [_text(frame[name].iloc[0]) for name in ("app", "wl")
              if name in frame and frame[name].nunique() == 1]
    if frame["threads"].nunique() == 1:
        common.append(groups.threads_text(_text(frame["threads"].iloc[0])))
    several = len(handles or {}) > 1
    axes.set_title(", ".join(common), pad=_ABOVE_LEGEND if several else None)
    bars.legend(axes, handles or {})
    return axes


def _rows(measured: list[groups.Group]) -> int:
    return len({(item.dims["threads"], *item.dims.values()) for item in measured})


def _groups(runs: Any, metric: str) -> list[groups.Group]:
    """The runs that have the metric, grouped by scheduler, threads and what else varies."""
    frame = records(runs)
    if metric in frame:
        frame = frame[frame[metric].notna()]
    if metric not in frame or frame.empty:
        raise UserError(f"no run has {metric}")
    names = _dimensions(frame)
    found: dict[tuple[str, ...], groups.Group] = {}
    for row in frame.to_dict("records"):
        dims = {short: _text(row[column]) for short, column in names.items()
                if row[column] == row[column]}
        item = found.setdefault(tuple(dims.values()), groups.Group(dims, []))
        item.records.append(_nested(metric, row[metric]) | {
            "bench": {"repeat": len(item.records), "config": dims}})
    return list(found.values())


def _dimensions(frame: Any) -> dict[str, str]:
    """{short name: column} of what tells configurations apart; always wl and threads."""
    names = {name: name for name in ("app", "input") if name in frame and frame[name].nunique() > 1}
    names["wl"] = "wl"
    for column in frame.columns:
        if column.startswith(_PARAMETERS) and (
                frame.groupby("wl")[column].nunique(dropna=False) > 1).any():
            names[column.removeprefix(_PARAMETERS)] = column
    return {**names, "threads": "threads"}


def _labels(frame: Any) -> list[str]:
    """A short name of each run: what tells its configuration apart."""
    names = _dimensions(frame)
    rows = frame.to_dict("records")
    several = frame["threads"].nunique() > 1
    return [groups.label({short: _text(row[column]) for short, column in names.items()
                          if row[column] == row[column]},
                         [short for short in names if short != "threads" or several])
            for row in rows]


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _nested(metric: str, value: Any) -> dict[str, Any]:
    """A record with this number under a dotted name."""
    for part in reversed(metric.split(".")):
        value = {part: value}
    return value
