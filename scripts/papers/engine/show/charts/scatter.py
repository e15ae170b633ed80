"""One metric against another, for example priority drift against redundant work.

Each point is the median over rounds of one setting (series, parameters, threads). There is one
panel per case, whose title names Spearman's rank correlation.
"""

import math
import pathlib
from typing import Any

import numpy as np

from galois_cps.charts import scales
from galois_cps.runs import stats
from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg



def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per case."""
    table = data.Samples(rows)
    metrics = (figure.options.get("x", "drift.mean"), figure.options.get("y", "wasted_work"))
    panels = {case: _points(table, case, metrics) for case in table.cases()}
    panels = {case: points for case, points in panels.items() if points or table.failures}
    if not any(panels.values()):
        return []
    looks = style.series(table.series())
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.grid(len(panels), 3, 3.9 if len(panels) > 1 else 5.6, 3.2)
        tips: list[str] = []
        for panel, (case, points) in zip(axes, panels.items()):
            _panel(panel, points, looks, catalogue, tips)
            rank = spearman([p["x"] for p in points], [p["y"] for p in points])
            correlation = f"rank correlation {rank:.2f}" if math.isfinite(rank) else ""
            panel.set_title(", ".join(filter(None, (data.case_name(case), correlation))))
            for which, key, metric in (("x", "across", metrics[0]), ("y", "unit", metrics[1])):
                words = figure.options.get(key, data.unit(metric))
                getattr(panel, f"set_{which}label")(words)
        shown = {point["series"] for points in panels.values() for point in points}
        style.legend(picture, {style.label(catalogue, name): look for name, look in looks.items()
                               if name in shown or name in {key[2] for key in table.failures}},
                     linestyle="")
        found = [point for points in panels.values() for point in points]
        alt = _alt(figure, source, table, panels, metrics)
        return svg.of(picture, figure, source, table, found, alt, folder, "one point per setting",
                      tips=tips)


def _points(table: data.Samples, case: data.Case, metrics: tuple[str, str]) -> list[dict]:
    found = []
    for name, parameters in table.settings(case):
        for threads in table.threads(case):
            x, y = (data.median(table.sample(case, name, parameters, threads, metric))
                    for metric in metrics)
            if math.isfinite(x) and math.isfinite(y):
                found.append({"app": case[0], "graph": case[1], "series": name,
                              "parameters": parameters, "threads": threads,
                              "x_metric": metrics[0], "x": x, "y_metric": metrics[1], "y": y})
    return found


def _panel(axes: Any, points: list[dict], looks: dict[str, dict], catalogue: Any,
           tips: list[str]) -> None:
    for point in points:
        look = looks[point["series"]]
        name = style.label(catalogue, point["series"], point["parameters"])
        tips.append(f"{name}, {threads_text(point['threads'])}: {point['x']:.3g}, {point['y']:.3g}")
        axes.plot(point["x"], point["y"], linestyle="", marker=look["marker"], color=look["color"],
                  markersize=6, markeredgecolor=style.PAPER, markeredgewidth=0.5,
                  gid=f"tip-{len(tips) - 1}")
    for which in "xy":
        values = [point[which] for point in points if point[which] > 0]
        if len(values) == len(points) > 0 and max(values) > scales.FAR * min(values):
            style.ratio_axis(axes, values, which, around=None)


def spearman(x: list[float], y: list[float]) -> float:
    """The rank correlation; nan of fewer than three points or of constants."""
    if len(x) < 3:
        return math.nan
    return float(stats.spearman(np.array([x]).T, np.array([y]).T)[0])


def _alt(figure: Any, source: str, table: data.Samples, panels: dict[data.Case, list[dict]],
         metrics: tuple[str, str]) -> str:
    sentences = [f"Scatter plot. {figure.title}. {data.kind(source)}, "
                 f"{metrics[0]} against {metrics[1]}."]
    for case, points in panels.items():
        rank = spearman([p["x"] for p in points], [p["y"] for p in points])
        known = "too few for a correlation"
        if math.isfinite(rank):
            known = f"rank correlation {rank:.2f}"
        sentences.append(f"{data.case_name(case)}: {len(points)} points, {known}.")
    return data.joined([*sentences, data.failures_in_words(table)])
