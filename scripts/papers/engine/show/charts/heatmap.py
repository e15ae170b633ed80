"""Heat maps over two swept parameters: speed-up over a baseline, and work increase beside it.

There is one picture per swept series and number of threads, with two panels per case, and one more
for each further value of the parameter `paired`, which the baseline has, too. Each cell is
a rectangle with its value; the fastest one has a frame in both panels. Shades go from the least to
the greatest value of a panel, light to dark, so that they survive printing in grey. Values that lie
within a tenth of each other have nearly the same shade.
"""

import dataclasses
import math
import pathlib
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.patches import Rectangle

from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg

_WORK = "tasks.executed"
_DARK, _LIGHT = "#111111", "#ffffff"  # of values in cells; unlike style.INK the same in dark mode
_MAPS = {"speedup": "Blues", "work": "Oranges"}
_LEAST = math.log(1.1)  # between the lightest and the darkest shade
_TITLES = {"speedup": "speed-up", "work": "work increase"}


@dataclasses.dataclass
class _Grid:
    """The cells of one case, by their values of x and y."""

    case: data.Case
    cells: dict[tuple[str, str], dict[str, Any]]

    def best(self) -> tuple[str, str] | None:
        """The cell with the greatest speed-up."""
        known = {key: cell["speedup"] for key, cell in self.cells.items()
                 if math.isfinite(cell["speedup"])}
        return max(known, key=known.__getitem__) if known else None


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture per series with two swept parameters, per number of threads and value of `paired`."""
    return [picture for value, chosen in _by_value(rows, figure.options.get("paired", ""))
            for picture in _pictures(figure, chosen, catalogue, folder, source, value)]


def _by_value(rows: list[dict], paired: str) -> list[tuple[str, list[dict]]]:
    """The rows with each value of a parameter, without it; all rows if it has no name."""
    if not paired:
        return [("", rows)]
    chosen: dict[str, list[dict]] = {}
    for row in rows:
        values = data.parsed(row["parameters"])
        value = values.pop(paired, "")
        rest = " ".join(f"{name}={each}" for name, each in values.items())
        chosen.setdefault(value, []).append(row | {"parameters": rest})
    return sorted(chosen.items())


def _pictures(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path, source: str,
              value: str) -> list[Picture]:
    """One picture per series with two swept parameters, and per number of threads."""
    table = data.Samples(rows)
    base = data.baseline(table, figure.options)
    swept = [name for name in table.series() if any(table.parameters(name))]
    pictures = []
    for name in swept:
        names = _axes(table, name, figure.options)
        for threads in sorted({key[4] for key in table.keys if key[2] == name}):
            grids = [_grid(table, case, name, base, threads, names, figure.options)
                     for case in table.cases()]
            grids = [grid for grid in grids if grid.cells]
            pictures.append(_picture(figure, table, catalogue, folder, source,
                                     (name, base, threads, style.named(value)), names, grids))
    return pictures


def _axes(table: data.Samples, name: str, options: dict) -> tuple[str, str]:
    """The swept parameters across and upwards; a sweep of one parameter has a map of one row."""
    found = list(dict.fromkeys(key for each in table.parameters(name) for key in data.parsed(each)))
    x = options.get("x") if options.get("x") in found else found[-1]
    rest = [each for each in found if each != x]
    y = options.get("y") if options.get("y") in rest else rest[0] if rest else ""
    return x, y


def _grid(table: data.Samples, case: data.Case, name: str, base: str, threads: int,
          names: tuple[str, str], options: dict) -> _Grid:
    against = int(options.get("baseline_threads", threads))
    usual = table.best(case, base, against)
    cells = {}
    for each in table.parameters(name):
        failed = table.failed(case, name, each, threads)
        time = table.sample(case, name, each, threads, "time_s")
        if not time and not failed:
            continue
        values = data.parsed(each)
        speed = data.ratio(table.sample(case, base, usual, against, "time_s"), time)
        work = data.ratio(table.sample(case, name, each, threads, _WORK),
                          table.sample(case, base, usual, against, _WORK))
        cells[values.get(names[0], ""), values.get(names[1], "")] = {
            "parameters": each, "speedup": speed[0], "speedup_low": speed[1],
            "speedup_high": speed[2], "work": work[0], "work_low": work[1], "work_high": work[2],
            "time_s": data.median(time), "rounds": len(time), "failures": len(failed),
            "reason": failed[0] if failed else ""}
    return _Grid(case, cells)


def _picture(figure: Any, table: data.Samples, catalogue: Any, folder: pathlib.Path, source: str,
             what: tuple[str, str, int, str], names: tuple[str, str], grids: list[_Grid]) -> Picture:
    name, base, threads, value = what
    ticks = [sorted({key[i] for grid in grids for key in grid.cells}, key=data.number)
             for i in (0, 1)]
    beside = 1 if len(grids) < 4 else 2
    high, wide = math.ceil(len(grids) / beside), 2 * beside
    size = (max(2.6, 0.46 * len(ticks[0]) + 0.8), max(1.5, 0.34 * len(ticks[1]) + 0.9))
    tips: list[str] = []
    with style.plt.rc_context(style.STYLE | {"axes.grid": False}):
        picture, axes = style.panels(high, wide, *size)
        for index in range(high * beside):
            pair = axes[index // beside][2 * (index % beside):][:2]
            for panel, metric in zip(pair, _MAPS):
                if index < len(grids):
                    _panel(panel, grids[index], metric, names, ticks, tips)
                else:
                    panel.set_visible(False)
        title = ", ".join(filter(None, (f"{figure.title}: {style.label(catalogue, name)}", value)))
        against = f"over {style.label(catalogue, base)}, {threads_text(threads)}"
        style.headline(picture, title, data.below(
            table, source, figure.options,
            f"speed-up and work increase {against}; the frame is around the fastest cell; shades are "
            "relative within a panel"))
        alt = _alt(title, against, source, table, grids)
        stem = "-".join(filter(None, (figure.id, name, f"{source}{threads}", value)))
        return svg.write(picture, folder, stem, title, alt, _csv(what, source, grids), tips)


def _panel(axes: Any, grid: _Grid, metric: str, names: tuple[str, str], ticks: list[list[str]],
           tips: list[str]) -> None:
    best = grid.best()
    known = [cell[metric] for cell in grid.cells.values() if math.isfinite(cell[metric])]
    low, high = (math.log(min(known)), math.log(max(known))) if known else (0.0, 0.0)
    if high - low < _LEAST:
        low, high = (low + high - _LEAST) / 2, (low + high + _LEAST) / 2
    for (x, y), cell in grid.cells.items():
        place = ticks[0].index(x) - 0.5, ticks[1].index(y) - 0.5
        value = cell[metric]
        tips.append(_tip(cell))
        common = {"gid": f"tip-{len(tips) - 1}", "linewidth": 0.5, "edgecolor": style.PAPER}
        if not math.isfinite(value):
            mark = "\u00d7" if cell["failures"] else "?"
            axes.add_patch(Rectangle(place, 1, 1, facecolor="#cccccc", hatch="///", **common))
        else:
            shade = (math.log(value) - low) / (high - low)
            colour = colormaps[_MAPS[metric]](0.06 + 0.84 * shade)
            axes.add_patch(Rectangle(place, 1, 1, facecolor=colour, **common))
            mark = _short(value) + ("\u00d7" if cell["failures"] else "")
        dark = math.isfinite(value) and np.dot(colour[:3], (0.3, 0.59, 0.11)) < 0.55
        axes.text(place[0] + 0.5, place[1] + 0.5, mark, ha="center", va="center", fontsize=7.5,
                  color=_LIGHT if dark else _DARK, fontweight="bold" if (x, y) == best else "normal")
    if best:
        corner = ticks[0].index(best[0]) - 0.5, ticks[1].index(best[1]) - 0.5
        axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="#000000", linewidth=2.2,
                                 zorder=4))
    axes.set_xlim(-0.52, len(ticks[0]) - 0.48)
    axes.set_ylim(-0.52, len(ticks[1]) - 0.48)
    axes.set_xticks(range(len(ticks[0])), ticks[0])
    axes.set_yticks(range(len(ticks[1])), ticks[1])
    axes.tick_params(length=0, labelsize=8)
    axes.set_xlabel(style.symbol(names[0]))
    axes.set_ylabel(style.symbol(names[1]))
    axes.set_title(f"{data.case_name(grid.case)}: {_TITLES[metric]}", fontsize=9)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _tip(cell: dict[str, Any]) -> str:
    text = f"{cell['parameters']}: "
    if cell["reason"]:
        return text + f"failed, {cell['reason']}"
    text += f"speed-up {cell['speedup']:.3g}"
    if math.isfinite(cell["speedup_low"]):
        text += f" (95 % interval {cell['speedup_low']:.3g} to {cell['speedup_high']:.3g})"
    return text + f", work {cell['work']:.3g}, {cell['time_s']:.3g} s, {cell['rounds']} rounds"


def _alt(title: str, against: str, source: str, table: data.Samples, grids: list[_Grid]) -> str:
    sentences = [f"Heat map. {title}. {data.kind(source)}, {against}."]
    for grid in grids:
        best = grid.best()
        if best is None:
            sentences.append(f"{data.case_name(grid.case)}: no cell has a speed-up.")
            continue
        cell = grid.cells[best]
        worst = min(each["speedup"] for each in grid.cells.values()
                    if math.isfinite(each["speedup"]))
        sentences.append(
            f"{data.case_name(grid.case)}: the best of {len(grid.cells)} cells is "
            f"{cell['parameters']} with a speed-up of {cell['speedup']:.3g} and "
            f"{cell['work']:.3g} times the work; the worst has {worst:.3g}.")
    return data.joined([*sentences, data.failures_in_words(table)])


def _csv(what: tuple[str, str, int, str], source: str, grids: list[_Grid]) -> list[dict]:
    name, base, threads, value = what
    return [{"source": source, "app": grid.case[0], "graph": grid.case[1], "series": name,
             "baseline": base, "threads": threads, **({"paired": value} if value else {}), **cell}
            for grid in grids for cell in grid.cells.values()]


def _short(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.0f}" if value < 10000 else f"{value:.0e}"
