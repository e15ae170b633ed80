"""Shares of the threads' cycles as stacked bars, with hatches that tell the parts apart in grey.

Each bar adds up to 1. With the option `over`, its length is the time over that of the named series
instead, so that shares and speed are seen together. A bar that is far longer than the others of its
panel is shortened, with its length beside it. There is one panel per case.
"""

import math
import pathlib
from typing import Any

from galois_cps.charts import scales
from galois_cps.runs import stats
from galois_cps.runs.groups import threads_text

from . import Picture, data, style, svg

_PREFIX = "breakdown."
_ORDER = ("good", "good_work", "useful", "useless", "useless_work", "enqueue", "dequeue",
          "failed_dequeue", "other")
_NO_SHARES = ("cycles", "overhead")
_FAR = 6.0  # times the median length, beyond which a bar is shortened
_WORDS = {"good": "useful work", "good_work": "useful work", "useful": "useful work",
          "useless": "redundant work", "useless_work": "redundant work", "enqueue": "push",
          "dequeue": "pop", "failed_dequeue": "failed pop", "other": "other"}


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One picture with a panel per case."""
    table = data.Samples(rows)
    parts = _parts(table, figure.options)
    over = figure.options.get("over", "")
    found = [bar for case in table.cases() for bar in _bars(table, case, parts, over)]
    cases = [case for case in table.cases()
             if any((bar["app"], bar["graph"]) == case for bar in found)]
    if not cases:
        return []
    looks = dict(zip(parts, style.colours(len(parts))))
    columns = min(2, len(cases))
    with style.plt.rc_context(style.STYLE):
        rows_of = max(sum((bar["app"], bar["graph"]) == case for bar in found) for case in cases)
        picture, axes = style.panels(math.ceil(len(cases) / columns), columns, 5.2,
                                     0.9 + 0.32 * rows_of)
        flat = list(axes.flat)
        tips: list[str] = []
        for panel, case in zip(flat, cases):
            mine = [bar for bar in found if (bar["app"], bar["graph"]) == case]
            _panel(panel, mine, parts, looks, catalogue, tips, len(table.threads()) > 1)
            panel.set_title(data.case_name(case))
            panel.set_xlabel(f"time / that of {style.label(catalogue, over)}" if over
                             else "share of the threads' cycles")
        for panel in flat[len(cases):]:
            panel.set_visible(False)
        handles = [style.plt.Rectangle((0, 0), 1, 1, facecolor=colour, hatch=hatch,
                                       edgecolor=style.INK, linewidth=0.4, label=_words(part))
                   for part, (colour, hatch) in looks.items()]
        picture.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0),
                       ncols=min(6, max(len(handles), 1)), handlelength=2.2, handleheight=1.2)
        alt = _alt(figure, catalogue, source, table, found, parts)
        return svg.of(picture, figure, source, table, found, alt, folder,
                      data.threads_of(table, source), tips=tips)


def _parts(table: data.Samples, options: dict) -> list[str]:
    """The categories in order: the option's, else the usual one, else that of appearance."""
    found = [metric.removeprefix(_PREFIX) for metric in table.metrics()
             if metric.startswith(_PREFIX)]
    found = [each for each in found if not each.startswith(_NO_SHARES)]
    order = list(options.get("categories", _ORDER))
    return sorted(found, key=lambda each: (order.index(each) if each in order else len(order)))


def _bars(table: data.Samples, case: data.Case, parts: list[str], over: str) -> list[dict]:
    found = []
    for name, parameters in table.settings(case):
        for threads in table.threads(case):
            shares = {part: data.median(table.sample(case, name, parameters, threads, _PREFIX + part))
                      for part in parts}
            shares = {part: 0.0 if math.isnan(value) else value for part, value in shares.items()}
            failed = table.failed(case, name, parameters, threads)
            if not any(shares.values()) and not failed:
                continue
            scale = 1.0
            if over:
                bottom = table.usual(case, over, threads, "time_s")
                scale = data.ratio(table.sample(case, name, parameters, threads, "time_s"), bottom)[0]
            found.append({"app": case[0], "graph": case[1], "series": name,
                          "parameters": parameters, "threads": threads, "scale": scale,
                          "failures": len(failed), **shares})
    return found


def _panel(axes: Any, bars: list[dict], parts: list[str], looks: dict[str, tuple[str, str]],
           catalogue: Any, tips: list[str], several: bool) -> None:
    limit = _limit([bar["scale"] for bar in bars if any(bar[part] for part in parts)])
    labels = []
    for row, bar in enumerate(bars):
        text = style.label(catalogue, bar["series"], bar["parameters"])
        labels.append(f"{text}, {threads_text(bar['threads'])}" if several else text)
        total = sum(bar[part] for part in parts)
        if not total or not math.isfinite(bar["scale"]):
            why = "\u00d7 failed" if not total else "no time to compare with"
            axes.text(0.01, row, why, va="center", color=style.GREY, fontsize=8.5,
                      transform=axes.get_yaxis_transform())
            continue
        left, scale = 0.0, min(bar["scale"], limit)
        for part in parts:
            tips.append(f"{labels[-1]}: {_words(part)} {100 * bar[part]:.1f} %")
            colour, hatch = looks[part]
            axes.barh(row, bar[part] * scale, 0.74, left=left, color=colour, hatch=hatch,
                      edgecolor=style.INK, linewidth=0.4, gid=f"tip-{len(tips) - 1}")
            left += bar[part] * scale
        beside = f" {data.short(bar['scale'])}, shortened" if bar["scale"] > limit else ""
        beside += " \u00d7" if bar["failures"] else ""
        if beside:
            axes.text(left, row, beside, va="center", fontsize=8.5)
    axes.set_yticks(range(len(labels)), labels, fontsize=8.5)
    axes.tick_params(axis="y", length=0)
    scales.rows_on_top(axes, len(bars))
    axes.set_xlim(0, 1.3 * limit if math.isfinite(limit) else None)
    axes.margins(x=0.02)


def _limit(lengths: list[float]) -> float:
    """The length of shortened bars; infinity if no bar is far longer than the others."""
    known = sorted(filter(math.isfinite, lengths))
    usual = [each for each in known if each <= _FAR * stats.median(known)]
    return 1.2 * usual[-1] if len(usual) < len(known) else math.inf


def _words(part: str) -> str:
    return _WORDS.get(part, part.replace("_", " "))


def _alt(figure: Any, catalogue: Any, source: str, table: data.Samples, bars: list[dict],
         parts: list[str]) -> str:
    sentences = [f"Stacked bars. {figure.title}. {data.kind(source)}, shares of the "
                 "threads' cycles."]
    for bar in bars:
        if not parts or not any(bar[part] for part in parts):
            continue
        greatest = sorted(parts, key=lambda part: -bar[part])[:2]
        shares = " and ".join(f"{100 * bar[part]:.0f} % {_words(part)}" for part in greatest)
        where = data.case_name((bar["app"], bar["graph"]))
        name = style.label(catalogue, bar["series"], bar["parameters"])
        sentences.append(f"{where}, {name}, {threads_text(bar['threads'])}: {shares}.")
    return data.joined([*sentences, data.failures_in_words(table)])
