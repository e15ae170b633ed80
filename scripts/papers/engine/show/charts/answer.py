"""The chart at the top of the report: t(tuned OBIM) / t(x) of every series, over all cases.

The rows come from all figures that draw series by threads. Each series has one row: its geometric
mean over the cases as a large mark with a 95 % interval over whole rounds, and each case as a small
one. Wins and losses count the cases whose whole interval is right or left of 1.
"""

import math
import pathlib
from typing import Any

from galois_cps.charts import scales
from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg


def draw(tables: dict[str, list[dict]], catalogue: Any, folder: pathlib.Path) -> list[Picture]:
    """A picture per source, from {figure: tidy rows}; none where no case has tuned OBIM. A series
    has one look in both."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, dict[str, dict[tuple, tuple]]] = {}
    for source in ("T", "S"):
        cells = found[source] = {}
        for name, rows in tables.items():
            figure = getattr(catalogue, "figures", {}).get(name)
            if figure is None or figure.chart in ("by_threads", "bars"):
                for series, cases in _ratios([r for r in rows if r["source"] == source]).items():
                    for key, value in cases.items():
                        cells.setdefault(series, {}).setdefault(key, value)
    looks = style.series(sorted({series for cells in found.values() for series in cells}))
    return [_picture(cells, looks, catalogue, folder, source)
            for source, cells in found.items() if cells]


def _ratios(rows: list[dict]) -> dict[str, dict[tuple, tuple]]:
    """{series: {(app, graph, threads): (ratio, low, high, (sample of OBIM, sample of the series))}}."""
    table = data.Samples(rows)
    found: dict[str, dict[tuple, tuple]] = {}
    for case in table.cases():
        if not table.threads(case):
            continue
        threads = table.threads(case)[-1]
        tuned = data.TUNED_OBIM
        top = table.sample(case, tuned, table.best(case, tuned, threads), threads, "time_s")
        for name in table.series(case):
            bottom = table.sample(case, name, table.best(case, name, threads), threads, "time_s")
            if name != tuned and top and bottom:
                found.setdefault(name, {})[(*case, threads)] = (
                    *data.ratio(top, bottom), (top, bottom))
    return found


def _picture(cells: dict[str, dict[tuple, tuple]], looks: dict[str, dict[str, Any]],
             catalogue: Any, folder: pathlib.Path, source: str) -> Picture:
    rows = sorted((_summary(name, cases) for name, cases in cells.items()),
                  key=lambda row: -row["geomean"])
    count = len({key for cases in cells.values() for key in cases})
    tips: list[str] = []
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.panels(1, 1, 7.6, 0.7 + 0.34 * len(rows))
        panel = axes[0][0]
        for y, row in enumerate(rows):
            _row(panel, y, row, cells[row["series"]], looks[row["series"]], tips)
        inside = [each[0] for cases in cells.values() for each in cases.values()]
        style.ratio_axis(panel, inside + [row[end] for row in rows for end in ("low", "high")], "x")
        panel.set_yticks(range(len(rows)), [style.label(catalogue, row["series"]) for row in rows])
        panel.tick_params(axis="y", length=0)
        scales.rows_on_top(panel, len(rows))
        panel.set_xlabel("t(tuned OBIM) / t(x); right of the line, x is faster")
        for y, row in enumerate(rows):
            panel.text(1.02, y, f"{row['wins']} / {row['losses']} of {row['cases']}", va="center",
                       fontsize=8.5, transform=panel.get_yaxis_transform())
        panel.text(1.02, -1.0, "wins / losses", fontsize=8.5, color=style.GREY, va="center",
                   transform=panel.get_yaxis_transform())
        title = f"Time of tuned OBIM over that of each scheduler, {data.SOURCES[source]}"
        style.headline(picture, title, "Large marks: geometric means with 95 % intervals. Small "
                       "marks: single cases. Wins and losses: whole interval right or left of 1.")
        alt = _alt(title, rows, catalogue, count)
        return svg.write(picture, folder, f"answer-{source}", title, alt,
                         [{"source": source, **row} for row in rows], tips)


def _row(panel: Any, y: int, row: dict, cases: dict[tuple, tuple], look: dict,
         tips: list[str]) -> None:
    for key, (value, *_) in cases.items():
        tips.append(f"{data.case_name(key[:2])}, {threads_text(key[2])}: {value:.3g}")
        panel.plot(value, y, marker=look["marker"], color=look["color"], alpha=0.45, markersize=4,
                   gid=f"tip-{len(tips) - 1}")
    if math.isfinite(row["low"]):
        panel.plot([row["low"], row["high"]], [y, y], color=look["color"], linewidth=2)
    panel.plot(row["geomean"], y, marker=look["marker"], color=look["color"], markersize=8,
               markeredgecolor=style.INK, markeredgewidth=0.8)


def _summary(name: str, cases: dict[tuple, tuple]) -> dict:
    value, low, high = data.mean_ratio(each[3] for each in cases.values())
    return {"series": name, "geomean": value, "low": low, "high": high,
            "wins": sum(each[1] > 1 for each in cases.values()),
            "losses": sum(each[2] < 1 for each in cases.values()), "cases": len(cases)}


def _alt(title: str, rows: list[dict], catalogue: Any, count: int) -> str:
    sentences = [f"Dot plot. {title}. {count} cases."]
    for row in rows:
        interval = (f" (95 % interval {row['low']:.3g} to {row['high']:.3g})"
                    if math.isfinite(row["low"]) else " (one round, no interval)")
        sentences.append(f"{style.label(catalogue, row['series'])}: {row['geomean']:.3g}{interval}, "
                         f"{row['wins']} wins and {row['losses']} losses in {row['cases']} cases.")
    return data.joined(sentences)
