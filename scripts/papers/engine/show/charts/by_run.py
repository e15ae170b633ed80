"""One metric of each single run: a panel per case, a line per series and setting.

Runs are numbered from 1 in the order of their rounds, as in a paper that shows how much its runs
differ. The legend has the spread of each line: (greatest - least) / least, as YPP's equation 4.2.
"""

import math
import pathlib
from typing import Any

from . import Picture, data, style, svg



def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per case."""
    table = data.Samples(rows)
    metric = figure.options.get("metric", "time_s")
    points = [point for case in table.cases() for point in _points(table, case, metric)]
    if not any(math.isfinite(point["value"]) for point in points):
        return []
    looks = style.series(dict.fromkeys(point["line"] for point in points))
    cases = list(dict.fromkeys((point["app"], point["graph"]) for point in points))
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.grid(len(cases), 3, 6.5, 2.9)
        for panel, case in zip(axes, cases):
            mine = [point for point in points if (point["app"], point["graph"]) == case]
            _panel(panel, mine, looks)
            panel.set_title(data.case_name(case))
            panel.set_xlabel("run")
            panel.set_ylabel(data.unit(metric))
        style.legend(picture, {_label(catalogue, name, points): look
                               for name, look in looks.items()})
        below = data.below(table, source, figure.options, data.threads_of(table, source))
        style.headline(picture, figure.title, below.replace("medians of", "each run of"))
        alt = _alt(figure, catalogue, source, table, points)
        return [svg.write(picture, folder, f"{figure.id}-{source}", figure.title, alt,
                          [{"source": source, **point} for point in points]
                          + data.failure_rows(table))]


def spread(values: list[float]) -> float:
    """(greatest - least) / least; nan without values."""
    return max(values) / min(values) - 1 if values and min(values) > 0 else math.nan


def _points(table: data.Samples, case: data.Case, metric: str) -> list[dict]:
    """A dictionary per run."""
    found = []
    for name, parameters in table.settings(case):
        for threads in table.threads(case):
            sample = table.sample(case, name, parameters, threads, metric)
            found += [{"app": case[0], "graph": case[1], "series": name, "parameters": parameters,
                       "threads": threads, "line": f"{name} {parameters}".strip(), "metric": metric,
                       "run": number, "value": sample[turn], "failures": 0}
                      for number, turn in enumerate(sorted(sample), 1)]
    return found


def _panel(axes: Any, points: list[dict], looks: dict[str, dict]) -> None:
    for name, look in looks.items():
        mine = [point for point in points if point["line"] == name]
        axes.plot([point["run"] for point in mine], [point["value"] for point in mine], **look)
    axes.set_ylim(0, 1.1 * max(point["value"] for point in points))
    axes.locator_params(axis="x", integer=True)


def _label(catalogue: Any, line: str, points: list[dict]) -> str:
    series, _, parameters = line.partition(" ")
    return f"{style.label(catalogue, series, parameters)}: spread {_percent(line, points)}"


def _percent(line: str, points: list[dict]) -> str:
    """The greatest spread of a line over the cases, in words."""
    spreads = [spread([point["value"] for point in points
                       if point["line"] == line and (point["app"], point["graph"]) == case])
               for case in dict.fromkeys((point["app"], point["graph"]) for point in points)]
    known = [each for each in spreads if math.isfinite(each)]
    return f"{100 * max(known):.3g} %" if known else "unknown"


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples, points: list[dict]) -> str:
    sentences = [f"Line chart of single runs. {figure.title}. {data.kind(source)}."]
    for app, graph in dict.fromkeys((point["app"], point["graph"]) for point in points):
        for line in dict.fromkeys(point["line"] for point in points):
            values = [point["value"] for point in points
                      if (point["app"], point["graph"], point["line"]) == (app, graph, line)]
            if values:
                series, _, parameters = line.partition(" ")
                sentences.append(
                    f"{data.case_name((app, graph))}, {style.label(catalogue, series, parameters)}: "
                    f"from {data.short(min(values))} to {data.short(max(values))} in "
                    f"{len(values)} runs.")
    return data.joined([*sentences, data.failures_in_words(table)])
