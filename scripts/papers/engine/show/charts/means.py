"""Geometric means over all cases: one row per series and number of threads.

The speed-up is over the baseline; the other column is the time of the best series of a case over
one's own, so 1 means that a series is the best of all everywhere. Both are of medians over rounds,
over the cases in which every series has a time with as many threads, so that all rows are about the
same cases. Brackets go from the least to the greatest case.
"""

import math
import pathlib
from typing import Any

from . import Picture, data, style, table

_HEAD = ("series", "threads", "speed-up, geometric mean", "best series over it", "cases")
_PRINTED = "speed-up in the paper"


def draw(figure: Any, rows: list[dict], catalogue: Any, folder: pathlib.Path,
         source: str) -> list[Picture]:
    """One table over all cases; none where no case has times of all series."""
    found = data.Samples(rows)
    body, values, sentences, left, used = [], [], [], set(), set()
    printed = figure.options.get("printed", {})
    head = (*_HEAD, _PRINTED) if printed else _HEAD
    for threads in found.threads():
        times = _times(found, threads)
        cases = [case for case in found.cases()
                 if times and all(case in each for each in times.values())]
        left |= {case for each in times.values() for case in each} - set(cases)
        used |= set(cases)
        ratios = {name: _ratios(found, figure.options, name, threads, cases, times) for name in times}
        ratios = {name: each for name, each in ratios.items() if each[0]}
        for name, (speedups, shares) in ratios.items():
            label = style.label(catalogue, name)
            body.append([label, str(threads), _mean(speedups), _mean(shares), str(len(speedups)),
                         *([f"{printed[name]:g}" if name in printed else ""] if printed else [])])
            values.append({"series": name, "threads": threads, "cases": len(speedups),
                           "speedup": data.geomean(speedups), "of_best": data.geomean(shares)})
        if ratios:
            first = max(ratios, key=lambda name: data.geomean(ratios[name][0]))
            sentences.append(f"With {threads} threads {style.label(catalogue, first)} has the greatest "
                             f"speed-up, {data.short(data.geomean(ratios[first][0]))}.")
    if not body:
        return []
    base = style.label(catalogue, data.baseline(found, figure.options))
    more = [f"speed-up over {base}" + _on(figure.options),
            "brackets from the least to the greatest case"]
    if left:
        more.append(f"without {_names(found, left)}, where not every series has a time")
    alt = data.joined([f"Table. {figure.title}. {data.kind(source)}, {len(body)} rows over "
                       f"{_names(found, used)}.", *sentences, data.failures_in_words(found)])
    note = data.below(found, source, figure.options, *more)
    csv = [{"source": source, **row} for row in values] + data.failure_rows(found)
    return [table.write(figure.title, note, head, body, alt, csv, folder / f"{figure.id}-{source}")]


def _times(found: data.Samples, threads: int) -> dict[str, dict[data.Case, float]]:
    """{series: {case: its least median time with this many threads}}, where there is one."""
    times: dict[str, dict[data.Case, float]] = {}
    for case in found.cases():
        for name in found.series(case):
            best = found.best(case, name, threads)
            time = data.median(found.sample(case, name, best, threads, "time_s"))
            if math.isfinite(time):
                times.setdefault(name, {})[case] = time
    return times


def _ratios(found: data.Samples, options: dict, name: str, threads: int, cases: list[data.Case],
            times: dict[str, dict[data.Case, float]]) -> tuple[list[float], list[float]]:
    """The speed-ups of a series over the baseline, and the best time over its own, by case."""
    speedups, shares = [], []
    for case in cases:
        base = found.usual(case, data.baseline(found, options, case),
                           int(options.get("baseline_threads", threads)), "time_s")
        if base:
            own = times[name][case]
            speedups.append(data.median(base) / own)
            shares.append(min(each[case] for each in times.values()) / own)
    return speedups, shares


def _names(found: data.Samples, cases: set[data.Case]) -> str:
    return ", ".join(data.case_name(case) for case in found.cases() if case in cases)


def _mean(values: list[float]) -> str:
    return (f"{data.short(data.geomean(values))} "
            f"[{data.short(min(values))}, {data.short(max(values))}]")


def _on(options: dict) -> str:
    count = options.get("baseline_threads")
    return f" on {count} thread{'' if count == 1 else 's'}" if count else " with as many threads"
