"""The ratio of each series to one of them: a row per case, a mark per series.

One panel per number of threads. Ratios stand on a logarithmic axis, left of 1 is less. Whiskers are
95 % intervals. The last row has the geometric means over all cases.
"""

import math
import pathlib
from typing import Any

from galois_cps.charts import scales
from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg

_MEAN = "geometric mean"


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per number of threads."""
    table = data.Samples(rows)
    options = figure.options
    over, metric = options["over"], options.get("metric", "time_s")
    names = [name for name in table.series() if name != over]
    counts = [count for count in table.threads()
              if any(table.sample(case, name, each, count, metric) for case in table.cases()
                     for name in names for each in table.parameters(name))
              and any(table.sample(case, over, each, count, metric) for case in table.cases()
                      for each in table.parameters(over))]
    marks = [mark for count in counts for mark in _marks(table, names, over, metric, count)]
    if not marks:
        return []
    looks = style.series(names)
    labels = list(dict.fromkeys(mark["case"] for mark in marks if mark["case"] != _MEAN)) + [_MEAN]
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.panels(1, len(counts), 5.0, 1.2 + 0.3 * len(labels), sharey=True)
        for panel, count in zip(axes[0], counts):
            mine = [mark for mark in marks if mark["threads"] == count]
            _panel(panel, mine, labels, looks)
            panel.set_title(threads_text(count))
            panel.set_xlabel(_axis(metric, over, catalogue))
        shown = {mark["series"] for mark in marks}
        style.legend(picture, {style.label(catalogue, name): look for name, look in looks.items()
                               if name in shown}, linestyle="")
        alt = _alt(figure, catalogue, source, table, marks)
        return svg.of(picture, figure, source, table, marks, alt, folder, "whiskers are 95 % intervals",
                      "left of the line is faster" if metric == "time_s" else "")


def _marks(table: data.Samples, names: list[str], over: str, metric: str, threads: int) -> list[dict]:
    """One dictionary per case and series, then the means of the series that have all cases."""
    found: list[dict] = []
    for case in table.cases():
        base = table.sample(case, over, table.best(case, over, threads), threads, metric)
        for name in names:
            parameters = table.best(case, name, threads)
            sample = table.sample(case, name, parameters, threads, metric)
            failed = table.failed(case, name, parameters, threads)
            if not sample and not failed:
                continue
            value, low, high = data.ratio(sample, base)
            found.append({"app": case[0], "graph": case[1], "case": data.case_name(case),
                          "series": name, "parameters": parameters, "threads": threads,
                          "metric": metric, "value": value, "low": low, "high": high,
                          "rounds": len(sample), "failures": len(failed)})
    for name in names:
        mine = [mark for mark in found if mark["series"] == name]
        if len(mine) == len(table.cases()) and all(math.isfinite(mark["value"]) for mark in mine):
            found.append({"app": "", "graph": "", "case": _MEAN, "series": name, "parameters": "",
                          "threads": threads, "metric": metric,
                          "value": data.geomean(mark["value"] for mark in mine), "low": math.nan,
                          "high": math.nan, "rounds": mine[0]["rounds"], "failures": 0})
    return found


def _panel(axes: Any, marks: list[dict], labels: list[str], looks: dict[str, dict]) -> None:
    shown = [name for name in looks if any(mark["series"] == name for mark in marks)]
    step = 0.6 / max(1, len(shown))
    for mark in marks:
        look = looks[mark["series"]]
        row = labels.index(mark["case"]) + (shown.index(mark["series"])
                                            - (len(shown) - 1) / 2) * step
        if not math.isfinite(mark["value"]):
            axes.text(0.01, row, "\u00d7", va="center", color=look["color"], fontsize=11,
                      fontweight="bold", transform=axes.get_yaxis_transform())
            continue
        if math.isfinite(mark["low"]):
            axes.plot([mark["low"], mark["high"]], [row, row], color=look["color"], linewidth=1.2)
        axes.plot(mark["value"], row, linestyle="", marker=look["marker"], color=look["color"],
                  markersize=5, markeredgecolor=style.PAPER, markeredgewidth=0.4)
    axes.axhline(len(labels) - 1.5, color=style.GREY, linewidth=0.8)
    axes.set_yticks(range(len(labels)), labels, fontsize=8.5)
    axes.tick_params(axis="y", length=0)
    scales.rows_on_top(axes, len(labels))
    style.ratio_axis(axes, [mark[key] for mark in marks for key in ("value", "low", "high")], "x")


def _axis(metric: str, over: str, catalogue: Any) -> str:
    name = "time" if metric == "time_s" else metric.replace("_", " ")
    return f"{name} / that of {style.label(catalogue, over)} (log)"


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples, marks: list[dict]) -> str:
    metric = figure.options.get("metric", "time_s")
    sentences = [f"Dot plot. {figure.title}. {data.kind(source)}, "
                 f"{_axis(metric, figure.options['over'], catalogue)}."]
    for mark in marks:
        if mark["case"] == _MEAN:
            sentences.append(f"Geometric mean of {style.label(catalogue, mark['series'])} with "
                             f"{threads_text(mark['threads'])}: {mark['value']:.3g}.")
    known = [mark for mark in marks if mark["case"] != _MEAN and math.isfinite(mark["value"])]
    if known:
        most = max(known, key=lambda mark: mark["value"])
        sentences.append(f"The greatest ratio is {most['value']:.3g}, of "
                         f"{style.label(catalogue, most['series'])} for {most['case']} with "
                         f"{threads_text(most['threads'])}.")
    return data.joined([*sentences, data.failures_in_words(table)])
