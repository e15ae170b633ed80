"""Tidy tables: one row per number of a record, with the same columns for all figures."""

import csv
import io
import math
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

from galois_cps.runs import stats, whole_file

from .plan import AGAIN, Cell, Choice, Chosen
from .stops import Stops
from .store import Store

COLUMNS = ("figure", "source", "app", "graph", "series", "parameters", "threads", "round", "seed",
           "metric", "value", "record")
_SINGLE = ("time_s", "wasted_work", "nodes", "edges", "max_rss_mib", "load_s", "total_s")
_TABLES = ("tasks", "worklist", "drift", "breakdown", "search", "steal", "victim", "balance")
_POPS = "_pops"  # a history with this ending has the tasks taken at the moments of another one


def rows(cells: Iterable[Cell], stops: Stops, rounds: int,
         points: bool = False) -> list[dict[str, Any]]:
    """The rows of a figure's cells. `points` adds a row per point of each history."""
    found = []
    for cell in cells:
        for repeat in cell.rounds(rounds):
            hit = stops.find(cell, repeat)
            if hit is None:
                continue
            place, record = hit
            failure = record["bench"].get("failure")
            common = {"figure": cell.figure, "source": cell.source, "app": cell.app,
                      "graph": cell.graph, "series": cell.series, "parameters": cell.parameters,
                      "threads": cell.threads, "round": repeat, "seed": record.get("seed", "")}
            if failure:
                found.append(common | {"metric": "failure", "value": math.nan,
                                       "record": f"{place} {failure['reason']}"})
                continue
            found += [common | {"metric": metric, "value": value, "record": place}
                      for metric, value in numbers(record, points)]
    return found


def numbers(record: dict[str, Any], points: bool = False) -> Iterator[tuple[str, float]]:
    """(dotted name, number) of everything in a record that a chart or claim may use."""
    for name in _SINGLE:
        if _number(record.get(name)):
            yield name, float(record[name])
    yield from _of_ranks(record)
    if _number(nodes := reached(record)):
        yield "reached", float(nodes)
    for table in _TABLES:
        for name, value in (record.get(table) or {}).items():
            if _number(value):
                yield f"{table}.{name}", float(value)
            elif _history(value) and not name.endswith(_POPS):
                yield from _of_history(name, value, record[table].get(name + _POPS) or [], points)


def reached(record: dict[str, Any]) -> Any:
    """How many nodes a run worked on: those that a search reached; of a search that ends at its target,
    one per useful task; otherwise all. None of a run without a graph."""
    summary = (record.get("answer") or {}).get("summary")
    found = summary.get("reached") if isinstance(summary, dict) else None
    if isinstance(found, bool):  # whether there is a path
        return (record.get("tasks") or {}).get("useful")
    return record.get("nodes") if found is None else found


def _of_ranks(record: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """What claims on searches across ranks compute from several numbers."""
    steal = record.get("steal")
    if steal:
        yield "steal.failed_per_success", steal["failed"] / max(steal["probes"] - steal["failed"], 1)
        yield "answer.objective", float(record["answer"]["checksum"])


def _of_history(name: str, history: list[list[float]], pops: list[list[float]],
                points: bool) -> Iterator[tuple[str, float]]:
    """What a history was, in numbers. Each of its entries is [seconds, value], and the entries of
    `pops`, if there are any, are [seconds, tasks taken until then]. Points are by tasks if these are
    known."""
    values = [float(value) for _, value in history]
    steps = [later - sooner for sooner, later in zip(values, values[1:])]
    yield f"history.{name}.first", values[0]
    yield f"history.{name}.last", values[-1]
    yield f"history.{name}.min", min(values)
    yield f"history.{name}.max", max(values)
    yield f"history.{name}.mean", sum(values) / len(values)
    yield f"history.{name}.changes", float(sum(step != 0 for step in steps))
    yield f"history.{name}.rises", float(sum(step > 0 for step in steps))
    yield f"history.{name}.falls", float(sum(step < 0 for step in steps))
    first = next((i for i, step in enumerate(steps, 1) if step != 0), None)
    by_tasks = len(pops) == len(history)
    if first is not None:
        yield f"history.{name}.first_change", float(history[first][0])
        if by_tasks:
            yield f"history.{name}.first_change_pops", float(pops[first][1])
    if points:
        for (moment, value), (_, tasks) in zip(history, pops if by_tasks else history):
            yield f"history.{name}.{tasks if by_tasks else moment!r}", float(value)


def choose(cells: Iterable[Cell], store: Store, rounds: int) -> Chosen:
    """The swept values with the least median time, by figure, source, application, graph and series.
    None are chosen while a cell has not run at all."""
    best: dict[Choice, tuple[float, tuple[tuple[str, str], ...]]] = {}
    waiting: set[Choice] = set()
    for cell in cells:
        if not cell.swept:
            continue
        key = (cell.figure, cell.source, cell.app, cell.graph, cell.series)
        hits = [hit for hit in (store.find(cell.config, repeat) for repeat in cell.rounds(rounds))
                if hit]
        if not hits:
            waiting.add(key)
        times = [record["time_s"] for _, record in hits if "failure" not in record["bench"]]
        if times:
            best[key] = min(best.get(key, (math.inf, ())), (stats.median(times), cell.swept))
    return {key: swept for key, (_, swept) in best.items() if key not in waiting}


def noise(store: Store) -> list[float]:
    """The ratios of two runs of one configuration in one round, the greater over the less."""
    times = {(record["bench"]["key"], record["bench"]["repeat"]): record["time_s"]
             for record in store.records() if "failure" not in record["bench"]}
    pairs = [(time, times.get((key, repeat - AGAIN))) for (key, repeat), time in times.items()
             if repeat >= AGAIN]
    return [max(a, b) / min(a, b) for a, b in pairs if b and a]


def write(path: pathlib.Path, table: list[dict[str, Any]]) -> None:
    """A table as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    whole_file.write(path, text.getvalue())


def read(path: pathlib.Path) -> list[dict[str, Any]]:
    """A table from CSV, with numbers as numbers."""
    with open(path, newline="", encoding="utf-8") as file:
        return [row | {"threads": int(row["threads"]), "round": int(row["round"]),
                       "value": float(row["value"])} for row in csv.DictReader(file)]


def of_graphs(figure: str, described: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a table of input graphs, from what graph-info says of each."""
    found = []
    for graph, facts in described.items():
        facts = facts | {f"degree.{name}": facts["out_degrees"][name] for name in ("mean", "max")}
        found += [{"figure": figure, "source": "T", "app": "", "graph": graph, "series": "",
                   "parameters": "", "threads": 0, "round": 0, "seed": "", "metric": metric,
                   "value": float(facts[metric]), "record": "graph-info"}
                  for metric in ("nodes", "arcs", "degree.mean", "degree.max") if metric in facts]
    return found


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _history(value: Any) -> bool:
    return (isinstance(value, list) and bool(value)
            and all(isinstance(entry, list) and len(entry) == 2 for entry in value))
