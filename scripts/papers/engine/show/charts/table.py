"""Tables of medians over rounds, as Markdown and CSV and as a picture; the report shows the Markdown.

A table has one row per case and setting, and one column per metric of the option `metrics`. By
default these are time, executed tasks and redundant work, or all metrics if none of these is there.
With the option `x`, the columns are the values of a swept parameter, and the cells are speed-ups.
"""

import math
import pathlib
from typing import Any, Sequence

from .. import markdown
from . import Picture, data, style, svg

_INPUTS = "graph-info"  # the option `source` of tables that describe graphs
_USUAL = ("time_s", "tasks.executed", "wasted_work")


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One table; with a swept parameter `x` its values are the columns."""
    table = data.Samples(rows)
    across = figure.options.get("x", "threads")
    if across != "threads":
        head, body, found, alt = _swept(figure, table, catalogue, across)
        more = f"speed-up over {style.label(catalogue, data.baseline(table, figure.options))}"
    else:
        head, body, found, alt = _plain(figure, table, catalogue)
        more = "brackets from the least to the greatest round"
    if not body:
        return []
    kind = "" if figure.options.get("source") == _INPUTS else f"{data.kind(source)}, "
    alt = data.joined([f"Table. {figure.title}. {kind}{len(body)} rows.", alt,
                       data.failures_in_words(table)])
    note = data.below(table, source, figure.options, more)
    if figure.options.get("source") == _INPUTS:
        note = f"As {_INPUTS} describes the graphs."
    rows_of = [{"source": source, **row} for row in found] + data.failure_rows(table)
    return [write(figure.title, note, head, body, alt, rows_of, folder / f"{figure.id}-{source}")]


def _plain(figure: Any, table: data.Samples,
           catalogue: Any) -> tuple[list[str], list[list[str]], list[dict], str]:
    """One row per case and setting, one column per metric."""
    known = table.metrics()
    metrics = [each for each in figure.options.get("metrics", _USUAL) if each in known] or known
    named = any(key[2] for key in table.keys)
    counted = any(key[4] for key in table.keys)
    inputs = figure.options.get("source") == _INPUTS
    head = ["graph" if inputs else "case", *(["series"] if named else []),
            *(["threads"] if counted else []), *(data.unit(each) for each in metrics),
            *([] if inputs else ["rounds"])]
    body, found = [], []
    for app, graph, name, parameters, threads in sorted(
            table.keys, key=lambda key: table.cases().index(key[:2])):
        case = (app, graph)
        samples = {each: table.sample(case, name, parameters, threads, each) for each in metrics}
        failed = table.failed(case, name, parameters, threads)
        label = [style.label(catalogue, name, parameters)] if named else []
        body.append([data.case_name(case), *label, *([str(threads)] if counted else []),
                     *(_cell(sample, bool(failed)) for sample in samples.values()),
                     *([] if inputs else
                       [str(max((len(each) for each in samples.values()), default=0))])])
        found.append({"app": app, "graph": graph, "series": name, "parameters": parameters,
                      "threads": threads, "failures": len(failed),
                      **{each: data.median(sample) for each, sample in samples.items()}})
    return head, body, found, _extremes(found, metrics[0], catalogue) if metrics else ""


def _swept(figure: Any, table: data.Samples, catalogue: Any,
           across: str) -> tuple[list[str], list[list[str]], list[dict], str]:
    """One row per case, series and threads, one column per value of a parameter; cells are
    speed-ups over the baseline, the greatest of a row with an asterisk."""
    base = data.baseline(table, figure.options)
    ticks = sorted({data.parsed(key[3]).get(across, "") for key in table.keys} - {""},
                   key=data.number)
    head = ["case", "series", "threads", *(f"{across}={tick}" for tick in ticks)]
    body, found, sentences = [], [], []
    rows_of = sorted({(key[:2], key[2], key[4]): None for key in table.keys
                      if across in data.parsed(key[3])},
                     key=lambda row: table.cases().index(row[0]))
    for case, name, threads in rows_of:
        against = table.usual(case, base, int(figure.options.get("baseline_threads", threads)),
                              "time_s")
        cells = {}
        for _, parameters in [each for each in table.settings(case) if each[0] == name]:
            tick = data.parsed(parameters).get(across, "")
            value = data.ratio(against, table.sample(case, name, parameters, threads, "time_s"))[0]
            failed = table.failed(case, name, parameters, threads)
            if tick and (math.isfinite(value) or failed or tick not in cells):
                cells[tick] = (value, bool(failed))
                found.append({"app": case[0], "graph": case[1], "series": name,
                              "parameters": parameters, "threads": threads, "speedup": value,
                              "failures": len(failed)})
        known = {tick: value for tick, (value, _) in cells.items() if math.isfinite(value)}
        best = max(known, key=known.__getitem__) if known else ""
        body.append([data.case_name(case), style.label(catalogue, name), str(threads), *(
            f"{known[tick]:.2f}" + (" *" if tick == best else "") if tick in known else
            "\u00d7 failed" if cells.get(tick, (0, False))[1] else "not run" for tick in ticks)])
        if best:
            sentences.append(f"{data.case_name(case)}: best is {across}={best} with {known[best]:.3g}.")
    return head, body, found, data.joined(sentences)


def write(title: str, note: str, head: Sequence[str], body: Sequence[Sequence[str]], alt: str,
          found: Sequence[dict], stem: pathlib.Path) -> Picture:
    """Writes STEM.svg, .png, .csv and .md; the picture shows at most 40 rows and says so."""
    rows = [[markdown.text(cell) for cell in row] for row in body]
    stem.with_name(stem.name + ".md").write_text(
        f"{markdown.text(f'{title}. {note}')}\n\n{markdown.table(head, rows)}\n", encoding="utf-8")
    shown = [list(row) for row in body[:40]]
    if len(body) > len(shown):
        note += f" {len(body) - len(shown)} more rows are in the CSV file."
    widths = [max(len(str(row[i])) for row in (head, *shown)) + 2 for i in range(len(head))]
    with style.plt.rc_context(style.STYLE):
        picture, axes = style.panels(1, 1, max(5.0, 0.082 * sum(widths)), 0.22 * (len(shown) + 1))
        axes[0][0].axis("off")
        drawn = axes[0][0].table(shown, colLabels=list(head), loc="center", edges="horizontal",
                                 cellLoc="right", colLoc="right", bbox=[0, 0, 1, 1],
                                 colWidths=[width / sum(widths) for width in widths])
        drawn.auto_set_font_size(False)
        for (row, column), cell in drawn.get_celld().items():
            cell.set_edgecolor(style.GRID)
            cell.get_text().set_fontsize(8.5)
            cell.get_text().set_color(style.INK)
            if row == 0:
                cell.get_text().set_fontweight("bold")
            if column < 2:
                cell.set_text_props(ha="left")
                cell._loc = "left"
        style.headline(picture, title, note)
        return svg.write(picture, stem.parent, stem.name, title, alt, found)


def _cell(sample: data.Sample, failed: bool) -> str:
    if not sample:
        return "\u00d7 failed" if failed else "not run"
    value = data.median(sample)
    text = _number(value)
    low, high = min(sample.values()), max(sample.values())
    if high > low:
        text += f" [{_number(low)}, {_number(high)}]"
    return text + (" \u00d7" if failed else "")


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 10000 else f"{value:.4g}"


def _extremes(found: list[dict], metric: str, catalogue: Any) -> str:
    """The least value of each case in words."""
    sentences = []
    for case in dict.fromkeys((row["app"], row["graph"]) for row in found):
        known = [row for row in found
                 if (row["app"], row["graph"]) == case and math.isfinite(row[metric])]
        if not known:
            sentences.append(f"{data.case_name(case)}: no run succeeded.")
            continue
        best = min(known, key=lambda row: row[metric])
        name = style.label(catalogue, best["series"], best["parameters"])
        sentences.append(f"{data.case_name(case)}: least {data.unit(metric)} is "
                         f"{_number(best[metric])}{f' of {name}' if name else ''}.")
    return data.joined(sentences)
