"""One metric by threads or by one swept parameter: a panel per case, a line per series.

Values of the other swept parameters have lines of their own. `over` draws the ratio to another
series at the same x, `speedup` the speed-up over another series, and `per` divides by another
metric. Lines go through medians; bands reach from the least to the greatest round. A series without
the swept parameter is a level.
"""

import math
import pathlib
from typing import Any

from galois_cps.charts import scales
from galois_cps.runs import stats

from . import Picture, data, style, svg

_EQUAL = {"color": style.GREY, "linestyle": "--", "linewidth": 1, "marker": ""}


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per case."""
    table = data.Samples(rows)
    options = figure.options
    points = [point for case in table.cases() for point in _points(table, case, options)]
    names = list(dict.fromkeys(point["line"] for point in points))
    if not any(math.isfinite(point["value"]) for point in points):
        return []
    looks = style.series(names)
    known = [point["value"] for point in points if math.isfinite(point["value"])]
    far = min(known) > 0 and max(known) > scales.FAR * min(known)
    with style.plt.rc_context(style.STYLE):
        cases = list(dict.fromkeys((point["app"], point["graph"]) for point in points))
        picture, axes = style.grid(len(cases), 3, 4.6, 3.4)
        for panel, case in zip(axes, cases):
            mine = [point for point in points if (point["app"], point["graph"]) == case]
            _panel(panel, mine, looks, options, far)
            panel.set_title(data.case_name(case))
            panel.set_xlabel(_across(options, source))
            panel.set_ylabel(_up(options, catalogue))
        shown = {_label(catalogue, name): look for name, look in looks.items()}
        if options.get("equal"):
            shown["equal to x"] = _EQUAL
        style.legend(picture, shown, columns=2 * len(axes))
        across = options.get("x", "threads")
        shown = 0 if across == "threads" else max(table.threads(), default=0)
        alt = _alt(figure, catalogue, source, table, points)
        return svg.of(picture, figure, source, table, points, alt, folder,
                      data.threads_of(table, source, shown),
                      "bands from the least to the greatest round")


def _points(table: data.Samples, case: data.Case, options: dict) -> list[dict]:
    """A dictionary per point of a line."""
    across = options.get("x", "threads")
    counts = table.threads(case)
    if across != "threads":
        counts = counts[-1:]
    found = []
    for name, parameters in table.settings(case):
        if name in (options.get("over"), options.get("speedup")):
            continue
        known = data.parsed(parameters)
        x = known.pop(across, "") if across != "threads" else ""
        rest = " ".join(f"{each}={value}" for each, value in known.items())
        for threads in counts:
            values = _values(table, case, (name, parameters, threads), options)
            failed = table.failed(case, name, parameters, threads)
            if values or failed:
                found.append({"app": case[0], "graph": case[1], "series": name,
                              "parameters": parameters, "threads": threads,
                              "line": f"{name} {rest}".strip(),
                              "x": threads if across == "threads" else x,
                              "metric": options.get("metric", "time_s"),
                              "value": stats.median(values), "low": min(values, default=math.nan),
                              "high": max(values, default=math.nan), "rounds": len(values),
                              "failures": len(failed)})
    return found


def _values(table: data.Samples, case: data.Case, setting: tuple[str, str, int],
            options: dict) -> list[float]:
    """The number of each round of one setting."""
    name, parameters, threads = setting
    sample = table.sample(case, name, parameters, threads, options.get("metric", "time_s"))
    if options.get("per"):
        below = table.sample(case, name, parameters, threads, options["per"])
        return [value / below[turn] for turn, value in sample.items() if below.get(turn)]
    reference = options.get("over") or options.get("speedup")
    if not reference:
        return list(sample.values())
    base = data.median(_reference(table, case, reference, parameters, threads))
    if not base > 0:
        return []
    return [base / value if options.get("speedup") else value / base
            for value in sample.values() if value > 0]


def _reference(table: data.Samples, case: data.Case, reference: str, parameters: str,
               threads: int) -> data.Sample:
    """What a setting is compared with: the reference with the values that both were swept over, and
    as many threads if it ran so."""
    wanted = data.parsed(parameters)
    for each in table.parameters(reference):
        if all(wanted.get(name) == value for name, value in data.parsed(each).items()):
            count = table.count(case, reference, threads)
            return table.sample(case, reference, each, count, "time_s")
    return {}


def _panel(axes: Any, points: list[dict], looks: dict[str, dict], options: dict,
           far: bool) -> None:
    found = sorted({str(point["x"]) for point in points if point["x"] != ""}, key=data.number)
    even = options.get("x", "threads") != "threads" and scales.evenly_spaced(
        map(data.number, found))
    places = {each: scales.place(each, even) for each in found}
    for name, look in looks.items():
        mine = sorted((point for point in points if point["line"] == name),
                      key=lambda point: data.number(str(point["x"])))
        known = [point for point in mine if math.isfinite(point["value"])]
        if known and known[0]["x"] == "":  # a series without the swept parameter
            axes.axhline(known[0]["value"], color=look["color"], linestyle=look["linestyle"],
                         linewidth=1.2)
        elif known:
            at = [places[str(point["x"])] for point in known]
            axes.fill_between(at, [point["low"] for point in known],
                              [point["high"] for point in known], color=look["color"], alpha=0.18,
                              linewidth=0)
            axes.plot(at, [point["value"] for point in known], **look)
        for point in mine:
            if point["failures"] and point["x"] != "":
                axes.text(places[str(point["x"])], 0.03, "\u00d7", color=look["color"],
                          fontsize=13, fontweight="bold", ha="center",
                          transform=axes.get_xaxis_transform())
    values = [point[key] for point in points for key in ("value", "low", "high")
              if math.isfinite(point[key])]
    if options.get("equal") and places:
        ends = [min(places.values()), max(places.values())]
        axes.plot(ends, ends, **_EQUAL)
        values += ends
    if options.get("over") or far:
        style.ratio_axis(axes, values, around=1 if options.get("over") else None)
    elif values:
        axes.set_ylim(0, max(values) * 1.1)
    if places:
        scales.set_ticks(axes, places, even)


def _across(options: dict, source: str) -> str:
    across = options.get("x", "threads")
    if across == "threads":
        return "simulated cores" if source == "S" else "threads"
    return str(options.get("across", style.symbol(across)))


def _up(options: dict, catalogue: Any) -> str:
    if options.get("unit"):
        return str(options["unit"])
    if options.get("speedup"):
        return f"speed-up over {style.label(catalogue, options['speedup'])}"
    metric = options.get("metric", "time_s")
    if options.get("over"):
        return f"time / that of {style.label(catalogue, options['over'])} (log)"
    return data.unit(metric)


def _label(catalogue: Any, line: str) -> str:
    name, _, rest = line.partition(" ")
    return style.label(catalogue, name, rest)


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples, points: list[dict]) -> str:
    sentences = [f"Line chart. {figure.title}. {data.kind(source)}, "
                 f"{_up(figure.options, catalogue)} by {_across(figure.options, source)}."]
    for case in dict.fromkeys((point["app"], point["graph"]) for point in points):
        known = [point for point in points if (point["app"], point["graph"]) == case
                 and math.isfinite(point["value"])]
        if not known:
            sentences.append(f"{data.case_name(case)}: no run succeeded.")
            continue
        least, most = (min(known, key=lambda point: point["value"]),
                       max(known, key=lambda point: point["value"]))
        ends = (f"{_label(catalogue, each['line'])}"
                + (f" at {each['x']}" if each["x"] != "" else "") + f" with {each['value']:.3g}"
                for each in (least, most))
        sentences.append("{}: least is {}, greatest is {}.".format(data.case_name(case), *ends))
    return data.joined([*sentences, data.failures_in_words(table)])
