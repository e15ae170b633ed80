"""Medians with their intervals, and which entries are on the frontier of time and wasted work."""

import dataclasses
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from galois_cps.runs import bootstrap, results, stats, tables

Record = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A number and the interval around it."""

    value: float
    low: float
    high: float

    def told(self, shown: Callable[[float], str]) -> str:
        """The number with its interval, for people."""
        return "-" if math.isnan(self.value) else f"{shown(self.value)} ({shown(self.low)} to {shown(self.high)})"


@dataclasses.dataclass(frozen=True)
class Row:
    """One entry's answers to one question about one graph with so many threads."""

    graph: str
    question: str
    threads: int
    entry: str
    title: str
    division: str
    time_s: Estimate
    file_s: Estimate  # the time from the file to the answer
    waste: Estimate  # tasks per node that was reached; nan if the entry does not count tasks
    settings: str
    tuning_s: float | None
    answers: int
    failed: str
    frontier: bool = False


@dataclasses.dataclass(frozen=True)
class QueueRow:
    """One queue by itself, with so many threads."""

    threads: int
    entry: str
    title: str
    per_s: Estimate
    rank: Estimate
    at_least: float
    at_most: float
    rounds: int
    frontier: bool = False


def rows(records: Sequence[Record]) -> list[Row]:
    """The rows of a result file, the fastest first in each group."""
    cells: dict[tuple[str, str, int, str], list[Record]] = {}
    for record in records:
        config = record["bench"]["config"]
        cells.setdefault((config["input"], config["question"], int(config["threads"]), config["peer"]), []).append(record)
    found = [_row(*name, group) for name, group in cells.items()]
    found = [dataclasses.replace(row, frontier=_on_frontier(
        (row.time_s.value, row.waste.value), [(other.time_s.value, other.waste.value) for other in found
                                              if _panel(other) == _panel(row)])) for row in found]
    return sorted(found, key=lambda row: (*_panel(row), math.isnan(row.time_s.value), row.time_s.value, row.entry))


def _panel(row: Row) -> tuple[str, str, int]:
    return row.graph, row.question, row.threads


def _row(graph: str, question: str, threads: int, name: str, records: list[Record]) -> Row:
    good = results.successes(records)
    failures = [record["bench"]["failure"]["reason"] for record in results.failures(records)]
    peer = good[-1]["peer"] if good else {"title": name, "division": "", "settings": {}}
    return Row(graph, question, threads, name, peer["title"], peer["division"],
               over_sources(good, lambda record: record["time_s"]),
               over_sources(good, lambda record: record["total_s"]),
               over_sources([record for record in good if "tasks" in record],
                            lambda record: record["tasks"] / max(1, record["answer"]["summary"]["reached"])),
               " ".join(f"{key}={value}" for key, value in peer["settings"].items()), peer.get("tuning_s"), len(good),
               failures[-1] if failures else "")


def over_sources(records: Iterable[Record], value: Callable[[Record], float]) -> Estimate:
    """The median over sources of the medians over rounds. The interval is that of sources drawn again, or of rounds
    if there is one source."""
    by_source: dict[str, list[float]] = {}
    for record in records:
        by_source.setdefault(record["bench"]["config"].get("source", ""), []).append(value(record))
    values = [stats.median(of) for of in by_source.values()]
    if len(values) == 1:
        values = next(iter(by_source.values()))
    return estimate(values)


def estimate(values: Sequence[float]) -> Estimate:
    """The median of a sample, and the interval of medians of samples that are drawn from it."""
    if not values:
        return Estimate(math.nan, math.nan, math.nan)
    sample = np.asarray(values, dtype=float)
    drawn = stats.medians(sample[bootstrap.picks(len(sample))], 1)
    return Estimate(stats.median(sample), *bootstrap.interval(drawn))


def _on_frontier(point: tuple[float, float], others: Sequence[tuple[float, float]]) -> bool:
    """Whether no other point is smaller in one coordinate and not larger in the other."""
    if any(map(math.isnan, point)):
        return False
    return not any(other[0] <= point[0] and other[1] <= point[1] and other != point for other in others)


def queue_rows(records: Sequence[Record]) -> list[QueueRow]:
    """The rows of queues by themselves, the fastest first."""
    cells: dict[tuple[int, str], list[Record]] = {}
    for record in results.successes(records):
        cells.setdefault((int(record["bench"]["config"]["threads"]), record["bench"]["config"]["peer"]), []).append(record)
    found = []
    for (threads, name), group in cells.items():
        ranks = {key: [record["rank_error"][key] for record in group] for key in ("at_least", "estimate", "at_most")}
        found.append(QueueRow(threads, name, group[-1]["peer"]["title"],
                              estimate([record["operations_per_s"] for record in group]), estimate(ranks["estimate"]),
                              stats.median(ranks["at_least"]), stats.median(ranks["at_most"]), len(group)))
    found = [dataclasses.replace(row, frontier=_on_frontier(
        (-row.per_s.value, row.rank.value), [(-other.per_s.value, other.rank.value) for other in found
                                             if other.threads == row.threads])) for row in found]
    return sorted(found, key=lambda row: (row.threads, -row.per_s.value, row.entry))


def groups(found: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each table, by its title."""
    parts: dict[str, list[Row]] = {}
    for row in found:
        many = f"{row.threads} thread{'s'[:row.threads != 1]}"
        parts.setdefault(f"{row.graph}: {row.question}, {many}", []).append(row)
    return parts


def queue_groups(found: Sequence[QueueRow]) -> dict[str, list[QueueRow]]:
    """The same for queues by themselves."""
    parts: dict[str, list[QueueRow]] = {}
    for row in found:
        parts.setdefault(f"queues, {row.threads} thread{'s'[:row.threads != 1]}", []).append(row)
    return parts


def graph_table(found: Sequence[Row]) -> tables.Table:
    """One table of entries on a graph."""
    tuned = any(row.tuning_s is not None for row in found)
    head = ["entry", "time", "from the file", "tasks per node", "frontier", "settings", "answers"]
    lines = []
    for row in found:
        line = [row.title, row.time_s.told(tables.pretty_seconds), row.file_s.told(tables.pretty_seconds),
                row.waste.told(lambda value: f"{value:.2f}"), "yes" if row.frontier else "", row.settings or "-",
                row.failed or f"{row.answers} right"]
        lines.append([*line, tables.pretty_seconds(row.tuning_s or 0.0)] if tuned else line)
    return tables.Table([*head, "tuning"] if tuned else head, lines)


def queue_table(found: Sequence[QueueRow]) -> tables.Table:
    """One table of queues by themselves."""
    return tables.Table(
        ["entry", "million operations per s", "mean rank error", "at least", "at most", "frontier", "rounds"],
        [[row.title, row.per_s.told(lambda value: f"{value / 1e6:.2f}"), row.rank.told(lambda value: f"{value:.2f}"),
          f"{row.at_least:.2f}", f"{row.at_most:.2f}", "yes" if row.frontier else "", str(row.rounds)]
         for row in found])


def render(found: Sequence[Row], queues: Sequence[QueueRow], form: str) -> str:
    """All tables, as text or Markdown."""
    parts = [(title, graph_table(group)) for title, group in groups(found).items()]
    parts += [(title, queue_table(group)) for title, group in queue_groups(queues).items()]
    return "\n\n".join((f"**{title}**\n\n" if form == "markdown" else f"{title}\n") + table.render(form)
                       for title, table in parts)
