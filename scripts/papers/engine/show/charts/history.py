"""Values that change during a run, as steps over time, with one panel per case and history.

A row of a history has the metric "history.<name>.<x>", where x is the position in the run as a
number (seconds or executed tasks, which the option `unit` names). Each round is a thin line; the
first one is drawn thicker.
"""

import math
import pathlib
from typing import Any

from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg

_PREFIX = "history."


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per case and history."""
    table = data.Samples(rows)
    wanted = figure.options.get("history", "")
    lines = {key: points for key, points in _histories(rows).items() if wanted in ("", key[5])}
    panels: dict[tuple, list[tuple]] = {}
    for key in lines:
        panels.setdefault((key[0], key[1], key[5]), []).append(key)
    if not panels:
        return []
    looks = style.series(dict.fromkeys(_line(key) for key in lines))
    several = len(table.threads()) > 1
    labels = {_line(key): style.label(catalogue, key[2], key[3])
              + (f", {threads_text(key[4])}" if several else "") for key in lines}
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.grid(len(panels), 2, 4.8, 2.6)
        for panel, ((app, graph, name), keys) in zip(axes, panels.items()):
            _panel(panel, keys, lines, looks)
            panel.set_title(data.case_name((app, graph)))
            panel.set_xlabel(figure.options.get("unit", "time since the start of the loop (s)"))
            panel.set_ylabel(name)
        style.legend(picture, {labels[name]: look for name, look in looks.items()})
        style.headline(picture, figure.title, data.below(
            table, source, figure.options, data.threads_of(table, source), "one line per round"))
        table_rows = [dict(zip(("app", "graph", "series", "parameters", "threads", "history",
                                "round", "seed"), key)) | {"source": source, "x": x, "value": value}
                      for key, points in lines.items() for x, value in points]
        alt = _alt(figure, catalogue, source, table, lines)
        return [svg.write(picture, folder, f"{figure.id}-{source}", figure.title, alt,
                          table_rows + data.failure_rows(table))]


def _histories(rows: list[dict]) -> dict[tuple, list[tuple[float, float]]]:
    """{(app, graph, series, parameters, threads, history, round, seed): [(x, value), ...]}."""
    found: dict[tuple, list[tuple[float, float]]] = {}
    for row in rows:
        if not row["metric"].startswith(_PREFIX):
            continue
        name, _, x = row["metric"].removeprefix(_PREFIX).partition(".")
        key = (row["app"], row["graph"], row["series"], row["parameters"], int(row["threads"]), name,
               int(row["round"]), row["seed"])
        if math.isfinite(data.number(x)):
            found.setdefault(key, []).append((data.number(x), float(row["value"])))
    return {key: sorted(points) for key, points in found.items()}


def _line(key: tuple) -> str:
    """The series, parameters and threads of a history, which share one look."""
    return " ".join(str(part) for part in key[2:5] if part != "")


def _panel(axes: Any, keys: list[tuple], lines: dict[tuple, list[tuple[float, float]]],
           looks: dict[str, dict]) -> None:
    for key in keys:
        look = looks[_line(key)]
        points = lines[key]
        first = key[6] == min(each[6] for each in keys if _line(each) == _line(key))
        axes.plot([x for x, _ in points], [value for _, value in points], drawstyle="steps-post",
                  color=look["color"], linestyle=look["linestyle"],
                  linewidth=1.6 if first else 0.7, alpha=1 if first else 0.5,
                  marker=look["marker"] if first else None, markersize=4.5,
                  markevery=max(1, len(points) // 6))
    axes.set_xlim(left=0)
    if all(len(lines[key]) < 2 for key in keys):
        axes.set_xlim(0, 1)
        axes.set_xticks([])
        axes.set_yticks(sorted({lines[key][0][1] for key in keys}))
        axes.text(0.5, 0.5, "no change", color=style.GREY, ha="center", va="bottom",
                  transform=axes.transAxes, fontsize=8.5)


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples,
         lines: dict[tuple, list[tuple[float, float]]]) -> str:
    sentences = [f"Histories. {figure.title}. {data.kind(source)}."]
    seen = set()
    for key, points in lines.items():
        if key[:6] in seen:
            continue
        seen.add(key[:6])
        sentences.append(
            f"{data.case_name(key[:2])}, {style.label(catalogue, key[2], key[3])}, {threads_text(key[4])}: "
            f"{key[5]} goes from {points[0][1]:.3g} to {points[-1][1]:.3g} in {len(points)} values.")
    return data.joined([*sentences, data.failures_in_words(table)])
