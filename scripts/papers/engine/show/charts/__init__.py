"""Pictures of figures: one module per kind of chart, each drawn from tidy rows.

    style         colours, markers and line styles of series, in the style of `galois_cps.charts`, which
                  has the scales of axes, too
    data          medians over rounds, ratios with intervals, failures, captions
    svg           SVG, PNG and CSV of one picture, with a title and a description inside the SVG
    heatmap, by_threads, by_run, lines, dots, bars, breakdown, history, scatter, table, means,
                 published   the kinds of charts
    answer        the chart at the top of the report: time of tuned OBIM over that of each series

`draw` makes the pictures of one figure: one picture per source (real threads, simulated cores), so
that these two never share an axis, and more where the kind asks for it. The options of a figure that
charts read, all optional:

    baseline, baseline_threads, baseline_parameters
                series to which speed-up and work refer (default "mq0"; the first in a case that
                lacks it), its number of threads (default: that of the other) and its swept
                parameters (default: the fastest)
    versus      series of the last panel of by_threads (default tuned OBIM)
    x           by_threads, table: "threads" or the name of a swept parameter; heatmap: a swept
                parameter; scatter: a metric (default "drift.mean")
    y           heatmap: a swept parameter; scatter: a metric (default "wasted_work")
                lines: "threads" or the name of a swept parameter
    metric      bars, lines, dots, by_run: a metric (default "time_s"); metrics: the columns of a table
    per         lines: the metric by which `metric` is divided
    equal       lines: a dashed line on which `metric` equals x
    across, unit  lines, scatter: the words on the axis across, and on the axis up
    over        bars: draw the ratio to this series; breakdown: scale bars by time over this series;
                dots, lines: draw the ratio to this series
    speedup     lines: draw the speed-up over this series
    paired      bars, heatmap: a parameter of which only equal values are compared; heatmap: one picture
                for each of them
    geomean     bars: add a panel with geometric means over the cases
    categories  breakdown: the order of the shares
    history     history: draw this one only; unit: the words on the axis across
    printed     what the paper prints: by_threads: entries with `x`, `text` and perhaps `y`; bars, means:
                values of series in the geometric mean
    cores       real cores of the machine, so that more threads than cores are marked
    machine_in_words  the machine for captions, in place of the kind of runs
    simulated   one sentence on the simulated machine for captions
    file, filter, panel, series, x, value, unit, gain   published: see published.py; with `file` and
                `filter` the report shows the paper's numbers beside any other chart
    ours        published: the chart of our own runs, beside that of the paper's, and its options
"""

import copy
import dataclasses
import importlib
import pathlib
from typing import Any

from ...plan.catalogue import COSTS, charts

_TUNED = ", tuned"

@dataclasses.dataclass(frozen=True)
class Picture:
    """One picture: an SVG file with a PNG file beside it, a text that replaces it, and its data."""

    path: pathlib.Path
    alt: str
    csv: pathlib.Path


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path) -> list[Picture]:
    """Draws a figure of the catalogue into a folder; none if there is nothing to draw."""
    if figure.chart not in charts():
        raise ValueError(f"figure {figure.id}: no chart of kind {figure.chart}; there are "
                         f"{', '.join(charts())}")
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    module = importlib.import_module(f"{__name__}.{figure.chart}")
    catalogue = _as_swept(figure, catalogue)
    pictures: list[Picture] = []
    if figure.chart == "published":
        pictures += module.draw(figure, catalogue, folder, "")
        ours = dict(figure.options.get("ours", {}))
        if not ours:
            return pictures
        module = importlib.import_module(f"{__name__}.{ours.pop('chart')}")
        figure = copy.copy(figure)
        object.__setattr__(figure, "options", ours)
    for source in dict.fromkeys(row["source"] for row in rows):
        mine = [row for row in rows if row["source"] == source]
        pictures += module.draw(figure, mine, catalogue, folder, source)
    return pictures


def _as_swept(figure: Any, catalogue: Any) -> Any:
    """The catalogue with labels that do not call a series tuned whose parameters the figure sweeps.
    Costs of the simulated machine are no parameter of a scheduler."""
    swept = {name for run in figure.runs if set(getattr(run, "grid", {})) - {COSTS}
             for name in run.series}
    series = dict(catalogue.series)
    for name in swept & set(series):
        series[name] = copy.copy(series[name])
        object.__setattr__(series[name], "label", series[name].label.removesuffix(_TUNED))
    found = copy.copy(catalogue)
    object.__setattr__(found, "series", series)
    return found
