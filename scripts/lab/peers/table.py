"""The table: per graph and question, sequential peers and parallel ones, with versions and date."""

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any

from galois_cps.runs import stats, tables

from .catalogue import OWN, QUESTIONS, Peer

FORMATS = (*tables.FORMATS, "json")
_HEADER = ("peer", "version", "build", "answer", "/ ours", "memory", "right?", "n", "date")
NOTE = """\
answer: median over sources and rounds, with copying the answer out; / ours: median ratio to
`galois` at the same number of threads, by source; build: reading the file and building the
structure. Our times are those of whole calls; loop_s of a record is the algorithm alone."""


@dataclasses.dataclass(frozen=True)
class Row:
    """One peer's answers to one question about one graph at one number of threads."""

    graph: str
    question: str
    threads: int
    peer: str
    title: str
    version: str
    status: str  # answered, time, memory, crash, wrong, or not offered
    detail: str
    build_s: float | None = None
    time_s: float | None = None
    ratio: float | None = None
    memory_mib: float | None = None
    answers: int = 0
    colors: int | None = None
    date: str = ""

    @property
    def group(self) -> str:
        """Sequential or parallel."""
        return "sequential" if self.threads == 1 else "parallel"


def rows(records: Sequence[dict[str, Any]], peers: Sequence[Peer]) -> list[Row]:
    """The rows of a result file, grouped, the fastest first in each group."""
    cells: dict[tuple[str, str, int, str], list[dict[str, Any]]] = {}
    for record in records:
        config = record["bench"]["config"]
        name = (config["input"], config["question"], int(config["threads"]), config["peer"])
        cells.setdefault(name, []).append(record)
    titles = {peer.name: peer for peer in peers}
    found = [_row(*name, group, titles, _times(cells.get((*name[:3], "galois"), [])))
             for name, group in cells.items()]
    found += _not_offered(found, peers)
    known = {row.peer: row.version for row in found if row.version}
    found = [dataclasses.replace(row, version=row.version or known.get(row.peer, ""))
             for row in found]
    return sorted(found, key=_order)


def _order(row: Row) -> tuple[Any, ...]:
    return (row.graph, QUESTIONS.index(row.question), row.threads != 1, row.threads,
            row.time_s is None, row.status == "not offered", row.time_s or 0, row.peer)


def _row(graph: str, question: str, threads: int, name: str, records: list[dict[str, Any]],
         titles: dict[str, Peer], ours: dict[tuple[str, int], float]) -> Row:
    good = [record for record in records if "failure" not in record["bench"]]
    answered = {(record["bench"]["key"], record["bench"]["repeat"]) for record in good}
    failed = [record["bench"] for record in records if "failure" in record["bench"]
              and (record["bench"]["key"], record["bench"]["repeat"]) not in answered]
    last = max(record["bench"]["started"] for record in records)
    title = titles[name].title if name in titles else name
    times = _times(good)
    ratios = [seconds / ours[at] for at, seconds in times.items() if at in ours and ours[at] > 0]
    versions = [record["peer"]["version"] for record in good] + [
        bench["version"] for bench in failed]
    version = next(filter(None, reversed(versions)), "")
    memory = max([record["max_rss_mib"] for record in good]
                 + [bench["failure"].get("peak_mib", 0) for bench in failed])
    status, detail = "answered", good[-1]["shown"] if good else ""
    if failed:
        failure = failed[-1]["failure"]
        status = failure["kind"]
        detail = failure["reason"]
        if status == "crash" and failure["stderr"]:
            detail += f": {failure['stderr'].splitlines()[-1]}"
    colors = [record["colors"] for record in good if "colors" in record]
    return Row(graph, question, threads, name, title, version, status, detail,
               stats.median((record["build_s"] for record in good), None),
               stats.median(times.values(), None), stats.median(ratios, None), memory, len(good), max(colors) if colors else None, last[:10])


def _not_offered(found: list[Row], peers: Sequence[Peer]) -> list[Row]:
    """A row for each peer that was asked something about a graph and does not offer a question."""
    asked = {(row.graph, row.question) for row in found if row.threads == 1}
    there = {(row.graph, row.peer): row for row in found}
    rows_ = []
    for graph, question in asked:
        for peer in peers:
            known = there.get((graph, peer.name))
            if known and question not in peer.questions and peer.kind != OWN:
                rows_.append(Row(graph, question, 1, peer.name, peer.title, known.version,
                                 "not offered", "not offered", date=known.date))
    return rows_


def _times(records: Iterable[dict[str, Any]]) -> dict[tuple[str, int], float]:
    """(problem, round) -> seconds of the answers."""
    return {(record["bench"]["problem"], record["bench"]["repeat"]): record["time_s"]
            for record in records if "failure" not in record["bench"]}


def render(found: Sequence[Row], form: str) -> str:
    """The table as text, Markdown or JSON."""
    if form == "json":
        return json.dumps([dataclasses.asdict(row) | {"group": row.group} for row in found],
                          indent=1)
    parts = []
    groups = dict.fromkeys((row.graph, row.question, row.threads) for row in found)
    for graph, question, threads in groups:
        chosen = [row for row in found
                  if (row.graph, row.question, row.threads) == (graph, question, threads)]
        title = f"{graph}: {question}, {chosen[0].group}"
        title += f", {threads} threads" if threads > 1 else ""
        parts.append((f"**{title}**\n\n" if form == "markdown" else f"{title}\n")
                     + tables.Table(_HEADER, [_cells(row) for row in chosen]).render(form))
    return "\n\n".join([*parts, NOTE])


def _cells(row: Row) -> list[str]:
    if row.status == "answered":
        right = row.detail
    elif row.answers:
        right = f"{row.detail} (after {row.answers} right answers)"
    else:
        right = row.detail
    return [row.title, row.version or "-",
            tables.pretty_seconds(row.build_s) if row.build_s is not None else "-",
            tables.pretty_seconds(row.time_s) if row.time_s is not None else "-",
            f"{row.ratio:.2f}" if row.ratio is not None else "-",
            f"{row.memory_mib:.0f} MiB" if row.memory_mib else "-", right,
            str(row.answers), row.date]
