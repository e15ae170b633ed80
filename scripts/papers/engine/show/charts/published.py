"""Charts of the papers' own numbers, from the CSV files in `published/`.

Where the paper lists single runs, as YPP's appendix does, points are means and bars are the 95 %
bootstrap intervals that the paper lacks. Options of the figure:

    file     the CSV file in published/
    filter   {column: value or list of values}; rows with other values are left out
    panel    columns with one panel per value (default: none)
    series   columns with one line per value (default: none)
    x        the column across; numbers are spaced as they are, words evenly. Without it there is
             no chart, and the report shows the rows as a table
    value    the column with the numbers (default "value")
    unit     what stands on the vertical axis
    across   what stands on the horizontal axis (default: the names of its columns)
    gain     [a, b]: adds panels with mean(a) / mean(b) of two values of the series
"""

import math
import pathlib
from typing import Any

import numpy as np

from galois_cps.runs import bootstrap

from ...judge import published
from . import Picture, data, style, svg

_DRAWS = 4000


def draw(figure: Any, catalogue: Any, folder: pathlib.Path, source: str) -> list[Picture]:
    """One picture; none if the figure names no file or the file has no such rows."""
    options = figure.options
    if not options.get("file") or not options.get("x"):
        return []
    rows = read(options["file"], options.get("filter", {}))
    value = options.get("value", "value")
    points: dict[tuple[str, str, str], list[float]] = {}
    for row in rows:
        if math.isfinite(data.number(row[value])):
            key = tuple(_join(row, options.get(part, [])) for part in ("panel", "series", "x"))
            points.setdefault(key, []).append(float(row[value]))
    if not points:
        return []
    found = [dict(zip(("panel", "series", "x"), key)) | dict(zip(
        ("value", "low", "high"), mean(runs))) | {"runs": len(runs)} for key, runs in points.items()]
    gains = _gains(points, options.get("gain", ()))
    panels = list(dict.fromkeys(row["panel"] for row in found))
    looks = style.series(dict.fromkeys(row["series"] for row in found))
    high = 1 + bool(gains)
    with style.plt.rc_context(style.STYLE):
        wide = 4.2 if len({row["x"] for row in found}) < 8 else 6.5
        picture, axes = style.panels(high, len(panels), wide, 2.9)
        for column, name in enumerate(panels):
            _panel(axes[0][column], [row for row in found if row["panel"] == name], looks, options)
            axes[0][column].set_title(name)
            axes[0][column].set_ylabel(options.get("unit", value))
            if min(row["value"] for row in found) >= 0:
                axes[0][column].set_ylim(0, 1.05 * max(
                    row[key] for row in found for key in ("value", "high")
                    if row["panel"] == name and math.isfinite(row[key])))
            else:
                axes[0][column].axhline(0, color=style.INK, linewidth=1)
            if gains:
                _panel(axes[1][column], [row for row in gains if row["panel"] == name],
                       {"": {"color": style.INK, "marker": "o", "linestyle": "-"}}, options)
                axes[1][column].set_ylabel(_ratio(options))
                style.ratio_axis(axes[1][column], [
                    row[key] for row in gains if row["panel"] == name for key in ("low", "high")])
        if len(looks) > 1:
            style.legend(picture, looks)
        many = max(row["runs"] for row in found)
        bars = f"means of {many} runs with 95 % intervals" if many > 1 else "single values"
        style.headline(picture, figure.title, f"The paper's own numbers, not ours: {bars}.")
        alt = _alt(figure, found, gains, options)
        rows_of = [dict(row, metric=value) for row in found] + [
            dict(row, metric=_ratio(options)) for row in gains]
        return [svg.write(picture, folder, f"{figure.id}-published", figure.title, alt, rows_of)]


def read(name: str, wanted: dict[str, Any]) -> list[dict[str, str]]:
    """The rows of a file in published/ that have the wanted values; none if there is no such
    file."""
    if name not in published.names():
        return []
    return [row for row in published.printed(name)
            if all(row.get(column) in _texts(values) for column, values in wanted.items())]


def of(figure: Any) -> list[dict[str, str]]:
    """The published rows that belong to a figure by its options `file` and `filter`."""
    options = figure.options
    return read(options["file"], options.get("filter", {})) if options.get("file") else []


def mean(runs: list[float]) -> tuple[float, float, float]:
    """(mean, low, high) with the 95 % bootstrap interval; nan for the ends of one run."""
    if len(runs) < 2:
        return runs[0], math.nan, math.nan
    draws = np.asarray(runs)[bootstrap.picks(len(runs), _DRAWS)].mean(axis=1)
    return float(np.mean(runs)), *bootstrap.interval(draws)


def _gains(points: dict[tuple[str, str, str], list[float]], pair: Any) -> list[dict]:
    """Ratios of the means of two series, with intervals from independent draws."""
    found = []
    names = [_words(each) for each in pair]
    for (panel, series, x), runs in points.items():
        bottom = points.get((panel, names[1], x)) if len(names) == 2 else None
        if bottom and series == names[0]:
            generator = np.random.default_rng(1)
            tops, bottoms = (
                np.asarray(each)[bootstrap.picks(len(each), _DRAWS, generator)].mean(axis=1)
                for each in (runs, bottom))
            low, high = bootstrap.interval(tops / bottoms)
            found.append({"panel": panel, "series": "", "x": x, "low": low,
                          "value": float(np.mean(runs) / np.mean(bottom)), "high": high,
                          "runs": min(len(runs), len(bottom))})
    return found


def _panel(axes: Any, rows: list[dict], looks: dict[str, dict], options: dict) -> None:
    names = sorted({row["x"] for row in rows}, key=lambda x: (data.number(x), x))
    numeric = all(math.isfinite(data.number(name)) for name in names)
    joined = numeric and _columns(options.get("x", [])) != ["run"]  # runs have no order
    place = {name: data.number(name) if numeric else i for i, name in enumerate(names)}
    step = 0 if numeric else min(0.2, 0.6 / len(looks))  # so that no point hides another
    for index, (name, look) in enumerate(looks.items()):
        aside = (index - (len(looks) - 1) / 2) * step
        mine = sorted((row for row in rows if row["series"] == name), key=lambda r: place[r["x"]])
        at = [place[row["x"]] + aside for row in mine]
        axes.plot(at, [row["value"] for row in mine],
                  **(look if joined else look | {"linestyle": ""}))
        known = [row for row in mine if math.isfinite(row["low"])]
        axes.vlines([place[row["x"]] + aside for row in known], [row["low"] for row in known],
                    [row["high"] for row in known], color=look["color"], linewidth=2)
    axes.set_xticks(list(place.values()), list(place),
                    **({} if numeric else {"rotation": 30, "ha": "right"}))
    axes.set_xlabel(options.get("across", ", ".join(_columns(options.get("x", [])))))


def _ratio(options: dict) -> str:
    return " / ".join(_words(each) for each in options["gain"])


def _words(name: Any) -> str:
    return str(name).replace("_", " ")


def _columns(columns: Any) -> list[str]:
    return [columns] if isinstance(columns, str) else list(columns)


def _join(row: dict[str, str], columns: Any) -> str:
    return ", ".join(_words(row.get(column, "")) for column in _columns(columns))


def _texts(values: Any) -> set[str]:
    return {str(each) for each in (values if isinstance(values, (list, tuple)) else (values,))}


def _alt(figure: Any, found: list[dict], gains: list[dict], options: dict) -> str:
    least, most = (pick(found, key=lambda row: row["value"]) for pick in (min, max))
    sentences = [f"The paper's own numbers. {figure.title}."]
    for word, row in (("least", least), ("greatest", most)):
        where = ", ".join(each for each in (row["panel"], row["series"], row["x"]) if each)
        sentences.append(f"The {word} {options.get('unit', 'value')} is {row['value']:.4g} ({where}).")
    for row in gains:
        where = ", ".join(each for each in (row["panel"], row["x"]) if each)
        sentences.append(f"{where}: {_ratio(options)} is {row['value']:.3g} "
                         f"({row['low']:.3g} to {row['high']:.3g}).")
    return data.joined(sentences)
