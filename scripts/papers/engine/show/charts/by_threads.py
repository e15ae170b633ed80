"""Speed-up and work increase by threads, or by one swept parameter, and the ratio to tuned OBIM.

Each case has up to three panels: programs that count no tasks have no work increase. Lines go
through medians; bands reach from the least to the greatest round. The last panel is t(tuned OBIM) /
t(x) at the greatest number of threads, with 95 % intervals: right of the line, x is faster. A cross
on the lower edge is a setting whose runs failed.
"""

import math
import os
import pathlib
import textwrap
from typing import Any

from galois_cps.charts import scales
from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg

_WORK = "tasks.executed"


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a row of panels per case."""
    table = data.Samples(rows)
    options = figure.options
    tuned = _tuned(table, options)
    across = options.get("x", "threads")
    looks = style.series(table.series())
    lines: list[dict] = []
    bare: list[str] = []
    cases = table.cases()
    compared = [name for name in looks if name != tuned] if tuned else []
    metrics = ["speedup", *(["work"] if any(row["metric"] == _WORK for row in rows) else [])]
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.panels(len(cases), len(metrics) + bool(compared), 3.9,
                                     max(2.7, 0.2 * len(compared) + 1.1))
        for case, panels in zip(cases, axes):
            base = data.baseline(table, options, case)
            mine = _points(table, case, base, across, options)
            lines += mine
            if mine and not any(math.isfinite(point["speedup"]) for point in mine):
                bare.append(data.case_name(case))
            even = across != "threads" and scales.evenly_spaced(
                {data.number(point["x"]) for point in mine if point["x"] != ""})
            for panel, metric in zip(panels, metrics):
                _lines(panel, mine, metric, looks, even)
            _printed(panels[0], options.get("printed", []), even)
            _across(panels[:len(metrics)], across, table, case, source, options, even)
            panels[0].set_title(f"{data.case_name(case)}: speed-up")
            panels[0].set_ylabel(textwrap.fill(
                "speed-up over " + _base(table, catalogue, base, options), 32))
            if "work" in metrics:
                panels[1].set_title("work increase")
                panels[1].set_ylabel("tasks / tasks of the baseline")
            if compared:
                lines += _against(panels[-1], table, case, tuned, looks, catalogue)
        style.legend(picture, {style.label(catalogue, name): look for name, look in looks.items()})
        shown = 0 if across == "threads" else max(table.threads(), default=0)
        alt = _alt(figure, catalogue, source, table, lines, tuned)
        return svg.of(picture, figure, source, table, lines, alt, folder,
                      data.threads_of(table, source, shown),
                      "bands from the least to the greatest round", _lack(figure, tuned),
                      f"the baseline was not run for {', '.join(bare)}" if bare else "")


def _tuned(table: data.Samples, options: dict) -> str:
    wanted = options.get("versus", data.TUNED_OBIM)
    return wanted if wanted in table.series() else ""


def _lack(figure: Any, tuned: str) -> str:
    """Words where the last panel is missing though the figure runs its series."""
    wanted = figure.options.get("versus", data.TUNED_OBIM)
    expected = any(wanted in run.series for run in figure.runs)
    return "tuned OBIM was not run" if expected and not tuned else ""


def _baseline_parameters(table: data.Samples, base: str, options: dict) -> str | None:
    """The option's parameters if the baseline ran with them; None stands for its fastest ones."""
    wanted = options.get("baseline_parameters")
    return wanted if wanted in table.parameters(base) else None


def _base(table: data.Samples, catalogue: Any, base: str, options: dict) -> str:
    parameters = _baseline_parameters(table, base, options)
    if parameters is None:
        parameters = "fastest" if len(table.parameters(base)) > 1 else ""
    name = style.label(catalogue, base, parameters)
    count = options.get("baseline_threads", 0 if options.get("x") else 1)
    return name + (f", {threads_text(count)}" if count else "")


def _points(table: data.Samples, case: data.Case, base: str, across: str,
            options: dict) -> list[dict]:
    """One dictionary per point of a line, with its speed-up, its work, and their bands."""
    counts = table.threads(case)
    if not counts:
        return []
    at = int(options.get("baseline_threads", counts[0] if across == "threads" else counts[-1]))
    usual = _baseline_parameters(table, base, options)
    if usual is None:
        usual = table.best(case, base, at)
    times = table.sample(case, base, usual, at, "time_s")
    tasks = table.sample(case, base, usual, at, _WORK)
    points = []
    for name in table.series(case):
        for threads in counts if across == "threads" else counts[-1:]:
            best = [table.best(case, name, threads)] if across == "threads" else (
                [each for each in table.parameters(name)])
            for each in best:
                points.append(_point(table, case, name, each, threads, across, times, tasks))
    return [point for point in points if point["rounds"] or point["failures"]]


def _point(table: data.Samples, case: data.Case, name: str, parameters: str, threads: int,
           across: str, times: data.Sample, tasks: data.Sample) -> dict:
    time = table.sample(case, name, parameters, threads, "time_s")
    work = table.sample(case, name, parameters, threads, _WORK)
    base_time, base_tasks = data.median(times), data.median(tasks)
    failed = sum(len(reasons) for key, reasons in table.failures.items()
                 if key[:3] == (*case, name) and key[4] == threads
                 and (across == "threads" or key[3] == parameters))
    x = threads if across == "threads" else data.parsed(parameters).get(across, "")
    speeds = [base_time / value for value in time.values() if value > 0]
    works = [value / base_tasks for value in work.values()]
    return {"app": case[0], "graph": case[1], "series": name, "parameters": parameters,
            "threads": threads, "x": x, "rounds": len(time), "failures": failed,
            "speedup": base_time / data.median(time) if time else math.nan,
            "speedup_low": min(speeds, default=math.nan),
            "speedup_high": max(speeds, default=math.nan),
            "work": data.median(work) / base_tasks if work and base_tasks else math.nan,
            "work_low": min(works, default=math.nan), "work_high": max(works, default=math.nan)}


def _lines(axes: Any, points: list[dict], metric: str, looks: dict[str, dict],
           even: bool) -> None:
    for index, (name, look) in enumerate(looks.items()):
        mine = sorted((point for point in points if point["series"] == name),
                      key=lambda point: data.number(point["x"]))
        known = [point for point in mine if math.isfinite(point[metric])]
        at = [scales.place(point["x"], even) for point in known]
        if known and known[0]["x"] == "":  # a series without the swept parameter: a level
            axes.axhline(known[0][metric], color=look["color"], linestyle=look["linestyle"],
                         linewidth=1.2)
        elif known:
            axes.fill_between(at, [point[f"{metric}_low"] for point in known],
                              [point[f"{metric}_high"] for point in known], color=look["color"],
                              alpha=0.18, linewidth=0)
            axes.plot(at, [point[metric] for point in known], **look)
        for point in mine:
            if point["failures"] and point["x"] != "":
                _cross(axes, scales.place(point["x"], even), 0.03 + 0.05 * (index % 4), look,
                       axes.get_xaxis_transform())
    style.ratio_axis(axes, [point[key] for point in points
                            for key in (metric, f"{metric}_low", f"{metric}_high")])


def _printed(axes: Any, given: list[dict], even: bool) -> None:
    """Marks what the paper prints: a place across, or a star where it gives a value, too."""
    for each in given:
        x = scales.place(str(each["x"]), even)
        if "y" in each:
            axes.plot(x, each["y"], marker="*", markersize=11, color=style.PRINTED, linestyle="")
        else:
            axes.axvline(x, color=style.PRINTED, linestyle=":", linewidth=1.4)
        axes.text(x, 0.03, f" paper: {each['text']}", color=style.PRINTED, fontsize=8, va="bottom",
                  transform=axes.get_xaxis_transform())


def _cross(axes: Any, x: float, y: float, look: dict, transform: Any) -> None:
    """The mark of a failure. It is a text, because texts do not move the limits of an axis."""
    axes.text(x, y, "\u00d7", color=look["color"], fontsize=13, fontweight="bold", ha="center",
              va="center", transform=transform)


def _across(panels: Any, across: str, table: data.Samples, case: data.Case, source: str,
            options: dict, even: bool) -> None:
    if across == "threads":
        ticks = {str(each): float(each) for each in table.threads(case)}
    else:
        found = {data.parsed(each).get(across, "") for _, each in table.settings(case)} - {""}
        ticks = {each: scales.place(each, even) for each in sorted(found, key=data.number)}
    for panel in panels:
        scales.set_ticks(panel, ticks, even)
        panel.set_xlabel(("simulated cores" if source == "S" else "threads")
                         if across == "threads" else style.symbol(across))
        cores = options.get("cores", len(os.sched_getaffinity(0)))
        if across == "threads" and source == "T" and max(ticks.values()) > int(cores):
            panel.axvspan(int(cores) * 1.02, max(ticks.values()) * 1.15, color=style.GREY,
                          alpha=0.12, linewidth=0, zorder=0)
            panel.text(int(cores) * 1.08, 0.98, "more threads\nthan cores", fontsize=7.5,
                       color=style.GREY, va="top", transform=panel.get_xaxis_transform())


def _against(axes: Any, table: data.Samples, case: data.Case, tuned: str, looks: dict[str, dict],
             catalogue: Any) -> list[dict]:
    """The panel of t(tuned OBIM) / t(x) at the greatest number of threads; its numbers as rows."""
    threads = max(table.threads(case), default=0)
    axes.set_title("t(tuned OBIM) / t(x)")
    names = [name for name in looks if name in table.series(case) and name != tuned]
    top = table.usual(case, tuned, threads, "time_s")
    found, labels = [], []
    for row, name in enumerate(names):
        count = table.count(case, name, threads)
        best = table.best(case, name, count)
        labels.append(style.label(catalogue, name) + ("" if count == threads else f", {count}"))
        value, low, high = data.ratio(top, table.sample(case, name, best, count, "time_s"))
        if math.isfinite(value):
            axes.plot(value, row, color=looks[name]["color"], marker=looks[name]["marker"],
                      markersize=5)
            if math.isfinite(low):
                axes.plot([low, high], [row, row], color=looks[name]["color"], linewidth=1.8)
            found.append({"app": case[0], "graph": case[1], "series": name, "parameters": best,
                          "threads": count, "metric": "t(tuned OBIM)/t(x)", "value": value,
                          "low": low, "high": high})
        elif any(key[:3] == (*case, name) and key[4] == count for key in table.failures):
            _cross(axes, 0.04, row, looks[name], axes.get_yaxis_transform())
        else:
            axes.text(0.02, row, "OBIM was not run" if not top else "not run", va="center",
                      fontsize=8, color=style.GREY, transform=axes.get_yaxis_transform())
    axes.set_yticks(range(len(names)), labels, fontsize=8)
    axes.yaxis.tick_right()
    axes.tick_params(axis="y", length=0)
    style.ratio_axis(axes, [each[key] for each in found for key in ("value", "low", "high")], "x")
    scales.rows_on_top(axes, len(names))
    axes.set_xlabel(f"right of the line: faster ({threads_text(threads)}, or as named)")
    return found


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples, lines: list[dict],
         tuned: str) -> str:
    usual = data.baseline(table, figure.options)
    sentences = [f"Line charts. {figure.title}. {data.kind(source)}, speed-up over "
                 f"{_base(table, catalogue, usual, figure.options)}."]
    for case in table.cases():
        base = data.baseline(table, figure.options, case)
        mine = [each for each in lines if (each["app"], each["graph"]) == case]
        known = [each for each in mine if math.isfinite(each.get("speedup", math.nan))]
        if not known:
            why = "the baseline was not run" if any(each.get("rounds") for each in mine) \
                else "no run succeeded"
            sentences.append(f"{data.case_name(case)}: {why}.")
            continue
        last = [each for each in known if each["threads"] == max(p["threads"] for p in known)]
        best = max(last, key=lambda each: each["speedup"])
        text = (f"{data.case_name(case)}: at {threads_text(best['threads'])} the fastest is "
                f"{style.label(catalogue, best['series'], best['parameters'])} with a speed-up of "
                f"{best['speedup']:.3g}" + ("" if base == usual else " over "
                                            + _base(table, catalogue, base, figure.options)))
        ratio = next((each for each in mine if each.get("metric") and
                      each["series"] == best["series"]), None)
        if ratio:
            text += f", {data.times(ratio['value'])} as fast as tuned OBIM"
        sentences.append(text + ".")
    lack = _lack(figure, tuned)
    if lack:
        sentences.append(f"{lack[:1].upper()}{lack[1:]}.")
    return data.joined([*sentences, data.failures_in_words(table)])
