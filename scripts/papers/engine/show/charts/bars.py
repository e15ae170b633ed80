"""Bars of one metric, or of its ratio to one series, with one panel per case.

Ratios stand on a logarithmic axis and grow from 1, so that half and double are equally long.
Whiskers are 95 % intervals of ratios, and reach from the least to the greatest round of plain
values. The option `geomean` adds a panel with geometric means over the cases; with the value "only"
there is no other panel. With the option `paired`, a series with swept parameters is compared with
one of the same parameters, or, if it names a parameter, with one of the same value of that.
"""

import collections
import math
import pathlib
from typing import Any

from galois_cps.charts import scales
from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per case."""
    table = data.Samples(rows)
    options = figure.options
    metric, over = options.get("metric", "time_s"), options.get("over", "")
    found = [bar for case in table.cases()
             for bar in _bars(table, case, metric, over, options.get("paired", False))]
    means = _means(found) if options.get("geomean") else []
    found += means
    only_means = bool(means) and options["geomean"] == "only"
    panels: dict[tuple, list[dict]] = {}
    for bar in means if only_means else found:
        panels.setdefault((bar["app"], bar["graph"]), []).append(bar)
    if not panels:
        return []
    looks = style.series(table.series())
    axis = _axis_name(metric, over, catalogue)
    several = len(table.threads()) > 1
    with style.plt.rc_context(style.STYLE):
        columns = min(2, len(panels))
        high = math.ceil(len(panels) / columns)
        longest = max(len(text) for bars in panels.values()
                      for text in _labels(bars, catalogue, several))
        picture, axes = style.panels(high, columns, max(5.2, 2.4 + 0.07 * longest),
                                     1.0 + 0.3 * max(len(bars) for bars in panels.values()))
        flat = list(axes.flat)
        for panel, (case, bars) in zip(flat, panels.items()):
            _panel(panel, bars, looks, _labels(bars, catalogue, several), bool(over))
            if bars[0] in means:
                _printed(panel, bars, options.get("printed", {}))
            panel.set_title(data.case_name(case))
            panel.set_xlabel(axis, loc="right")  # long names of bars leave little room at the left
        for panel in flat[len(panels):]:
            panel.set_visible(False)
        whiskers = "" if only_means else "whiskers are 95 % intervals" if over else (
            "whiskers from the least to the greatest round")
        alt = _alt(figure, catalogue, source, table, panels, axis, metric, over)
        return svg.of(picture, figure, source, table, found, alt, folder,
                      data.threads_of(table, source), whiskers)


def _bars(table: data.Samples, case: data.Case, metric: str, over: str,
          paired: bool | str) -> list[dict]:
    found = []
    for name, parameters in table.settings(case):
        if name == over:
            continue
        for threads in table.threads(case):
            sample = table.sample(case, name, parameters, threads, metric)
            failed = table.failed(case, name, parameters, threads)
            if not sample and not failed:
                continue
            if over:
                pairs = _alike(table, case, over, parameters, threads, metric, paired)
                bottom = pairs[0] if len(pairs) == 1 else {} if paired else (
                    table.usual(case, over, threads, metric))
                value, low, high = data.ratio(sample, bottom)
                zero = bool(sample and bottom) and data.median(bottom) == 0
            else:
                value, zero = data.median(sample), False
                low, high = (min(sample.values()), max(sample.values())) if len(sample) > 1 else (
                    math.nan, math.nan)
            found.append({"app": case[0], "graph": case[1], "series": name,
                          "parameters": parameters, "threads": threads, "metric": metric,
                          "value": value, "low": low, "high": high, "rounds": len(sample),
                          "failures": len(failed), "baseline_is_0": zero})
    return found


def _alike(table: data.Samples, case: data.Case, series: str, parameters: str, threads: int,
           metric: str, paired: bool | str) -> list[dict]:
    """The samples of a series with these parameters, or with the same value of the `paired` one."""
    if not paired:
        return []
    if paired is True:
        settings = [parameters]
    else:
        value = data.parsed(parameters).get(paired)
        settings = [other for name, other in table.settings(case)
                    if name == series and data.parsed(other).get(paired) == value]
    samples = [table.sample(case, series, each, threads, metric) for each in settings]
    return [sample for sample in samples if sample]


def _means(bars: list[dict]) -> list[dict]:
    """One bar per setting: the geometric mean over the cases, only where all cases have a value. Those
    in which nothing has one, since the baseline did not run, are none. A setting has the parameters
    that are swept, and not those with one value per case, since a series is tuned."""
    known = [bar for bar in bars if math.isfinite(bar["value"])]
    values = collections.defaultdict(set)
    for bar in known:
        for part in bar["parameters"].split():
            name = part.partition("=")[0]
            values[bar["series"], bar["threads"], bar["app"], bar["graph"], name].add(part)
    swept = {(series, name) for (series, *_, name), found in values.items() if len(found) > 1}
    settings: dict[tuple, list[dict]] = {}
    for bar in known:
        parameters = " ".join(part for part in bar["parameters"].split()
                              if (bar["series"], part.partition("=")[0]) in swept)
        settings.setdefault((bar["series"], parameters, bar["threads"]), []).append(bar)
    cases = len({(bar["app"], bar["graph"]) for bar in known})
    return [{"app": f"geometric mean of {cases} cases", "graph": "", "series": name,
             "parameters": parameters or _common(mine), "threads": threads,
             "metric": mine[0]["metric"],
             "value": data.geomean(bar["value"] for bar in mine), "low": math.nan,
             "high": math.nan, "rounds": mine[0]["rounds"], "failures": 0, "baseline_is_0": False}
            for (name, parameters, threads), mine in settings.items() if len(mine) == cases]


def _common(bars: list[dict]) -> str:
    """The parameters of bars; "" if not all have the same."""
    known = {bar["parameters"] for bar in bars}
    return known.pop() if len(known) == 1 else ""


def _labels(bars: list[dict], catalogue: Any, several: bool) -> list[str]:
    """What the bars of a panel are called, in a picture with several numbers of threads or one."""
    return [style.label(catalogue, bar["series"], bar["parameters"])
            + (f", {threads_text(bar['threads'])}" if several else "") for bar in bars]


def _panel(axes: Any, bars: list[dict], looks: dict[str, dict], labels: list[str],
           ratios: bool) -> None:
    start = 1 if ratios else 0
    for row, bar in enumerate(bars):
        look = looks[bar["series"]]
        if not math.isfinite(bar["value"]):
            why = "\u00d7 failed" if bar["failures"] else (
                "the baseline has 0" if bar["baseline_is_0"] else "no baseline")
            axes.text(0.01, row, why, va="center", color=style.GREY,
                      transform=axes.get_yaxis_transform(), fontsize=8.5)
            continue
        axes.barh(row, bar["value"] - start, 0.72, left=start, color=look["color"],
                  edgecolor=style.INK, linewidth=0.4)
        if math.isfinite(bar["low"]):
            axes.plot([bar["low"], bar["high"]], [row, row], color=style.INK, linewidth=1.2)
        end = max(bar["value"], start, *(each for each in (bar["high"],) if math.isfinite(each)))
        axes.annotate(data.short(bar["value"]) + (" \u00d7" if bar["failures"] else ""), (end, row),
                      (4, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set_yticks(range(len(labels)), labels, fontsize=8.5)
    axes.tick_params(axis="y", length=0)
    scales.rows_on_top(axes, len(bars))
    known = [each for bar in bars for each in (bar["value"], bar["low"], bar["high"])
             if math.isfinite(each)]
    if not known:
        axes.set_xticks([])
    elif ratios:
        style.ratio_axis(axes, [*known, max(*known, 1) * 1.25], "x", gap=0.16)
    else:
        axes.set_xlim(0, max(known) * 1.18 or 1)
        axes.locator_params(axis="x", nbins=5)


def _printed(axes: Any, bars: list[dict], values: dict[str, float]) -> None:
    """A star per series of which the paper prints the value."""
    for row, bar in enumerate(bars):
        if value := values.get(bar["series"]):
            axes.plot(value, row, marker="*", markersize=11, color=style.PRINTED, linestyle="")
            axes.annotate(f"paper {value:g}", (value, row), (0, -11), textcoords="offset points",
                          ha="center", fontsize=7.5, color=style.PRINTED)


def _axis_name(metric: str, over: str, catalogue: Any) -> str:
    name = data.unit(metric)
    if not over:
        return name
    name = "time" if metric == "time_s" else name
    return f"{name} / that of {style.label(catalogue, over)} (log)"


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples,
         panels: dict[tuple, list[dict]], axis: str, metric: str, over: str) -> str:
    sentences = [f"Bar chart. {figure.title}. {data.kind(source)}, {axis}."]
    for case, bars in panels.items():
        known = sorted((bar for bar in bars if math.isfinite(bar["value"])),
                       key=lambda bar: bar["value"])
        if not known:
            sentences.append(f"{data.case_name(case)}: no run succeeded.")
            continue
        least, most = (f"{style.label(catalogue, bar['series'], bar['parameters'])} with "
                       + data.short(bar["value"]) for bar in (known[0], known[-1]))
        sentences.append(f"{data.case_name(case)}: least is {least}, greatest is {most}.")
    return data.joined([*sentences, data.failures_in_words(table)])
