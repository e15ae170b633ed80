"""One picture per input: time against wasted work, with the frontier; and throughput against rank error."""

import math
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from galois_cps.charts import chart_style, picture_file, scales

from .table import Estimate, QueueRow, Row, groups, queue_groups

_SIZE = (7.0, 4.6)


def draw(found: Sequence[Row], queues: Sequence[QueueRow], folder: pathlib.Path, suffix: str) -> dict[str, pathlib.Path]:
    """The pictures by their titles, as files of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    looks = _looks([*(row.entry for row in found), *(row.entry for row in queues)])
    made = {}
    for title, group in groups(found).items():
        path = folder / f"{_name(title)}.{suffix}"
        with picture_file.drawing(os.fspath(path), _SIZE) as (_, axes):
            _on_graph(axes, title, group, looks)
        made[title] = path
    for title, queue_group in queue_groups(queues).items():
        path = folder / f"{_name(title)}.{suffix}"
        with picture_file.drawing(os.fspath(path), _SIZE) as (_, axes):
            _by_themselves(axes, title, queue_group, looks)
        made[title] = path
    return made


def _name(title: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in title).replace("--", "-")


def _looks(entries: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The same colour and mark for an entry in all pictures."""
    return {name: {"color": chart_style.COLOURS[place % len(chart_style.COLOURS)],
                   "marker": chart_style.MARKERS[place % len(chart_style.MARKERS)]}
            for place, name in enumerate(sorted(set(entries)))}


def _on_graph(axes: Any, title: str, group: Sequence[Row], looks: dict[str, dict[str, Any]]) -> None:
    points = [row for row in group if not math.isnan(row.time_s.value) and not math.isnan(row.waste.value)]
    for row in points:
        _mark(axes, row.waste, _times(row.time_s, 1e3), row.title, looks[row.entry])
    for row in group:
        if math.isnan(row.waste.value) and not math.isnan(row.time_s.value):
            axes.axhline(1e3 * row.time_s.value, color=looks[row.entry]["color"], linewidth=1.2, linestyle="-.",
                         label=f"{row.title} (counts no tasks)")
    scales.ratios(axes, [1e3 * time for row in group for time in (row.time_s.low, row.time_s.high)], around=None)
    _frontier(axes, sorted((row.waste.value, 1e3 * row.time_s.value) for row in points if row.frontier), 1)
    axes.set_xlabel("tasks per node that is reached (1 = nothing wasted)")
    axes.set_ylabel("time, ms")
    _finish(axes, title)


def _by_themselves(axes: Any, title: str, group: Sequence[QueueRow], looks: dict[str, dict[str, Any]]) -> None:
    for row in group:
        _mark(axes, row.rank, _times(row.per_s, 1e-6), row.title, looks[row.entry])
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    _frontier(axes, sorted((row.rank.value, row.per_s.value / 1e6) for row in group if row.frontier), 0)
    axes.set_xlabel("mean rank error")
    axes.set_ylabel("million operations per s")
    _finish(axes, title)


def _mark(axes: Any, across: Estimate, up: Estimate, label: str, look: dict[str, Any]) -> None:
    axes.errorbar(across.value, up.value, xerr=_reach(across), yerr=_reach(up), label=label, linestyle="",
                  markersize=7, capsize=3, linewidth=1.2, **look)


def _times(of: Estimate, factor: float) -> Estimate:
    return Estimate(factor * of.value, factor * of.low, factor * of.high)


def _reach(of: Estimate) -> list[list[float]]:
    return [[max(0.0, of.value - of.low)], [max(0.0, of.high - of.value)]]


def _frontier(axes: Any, points: list[tuple[float, float]], side: int) -> None:
    """A staircase through the points that no other one beats in both coordinates.

    :param side: where it comes from, 1 above and 0 below; it ends on the right"""
    if points:
        right, edge = axes.get_xlim()[1], axes.get_ylim()[side]
        across, up = zip(*[(points[0][0], edge), *points, (right, points[-1][1])], strict=True)
        axes.step(across, up, where="post", color=chart_style.GREY, linewidth=1, linestyle="--", zorder=0,
                  label="frontier", scalex=False, scaley=False)


def _finish(axes: Any, title: str) -> None:
    axes.set_title(title)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
