"""The runs behind findings that the repository keeps: papers/runs/FIGURE.jsonl.xz.

The first line has what all runs of a file share: schema, figure, scale, machine in words, the date, and
`facts`, one entry per build, input and costs. Each other line is a run: where it stands in the figure,
its seed, the number of its facts (`of`), and its numbers under the names of the tidy table. So tables,
charts and verdicts can be made again without programs and without graphs.
"""

import collections
import dataclasses
import json
import lzma
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

from galois_cps.runs import UserError, whole_file

from . import catalogue as data
from .catalogue import Figure, Series

FOLDER = data.FOLDER / "runs"
SCHEMA = "galois-figures-runs/1"
SUFFIX = ".jsonl.xz"
LIMIT = 10 * 10**6  # bytes of all files
_PLACE = ("source", "app", "graph", "series", "parameters", "threads", "round", "seed")
_OF_MACHINE = ("load_s", "total_s", "max_rss_mib")  # numbers that say nothing about the run
Rows = list[dict[str, Any]]


def write(figure: str, scale: str, rows: Iterable[dict[str, Any]], facts_of: dict[str, dict[str, Any]],
          machine: str, date: str, folder: pathlib.Path = FOLDER) -> pathlib.Path:
    """Writes the runs of a figure from its tidy table. `facts_of` has what is known of each record, by its
    place as the table has it. UserError if all files together are larger than LIMIT, or a table has no
    runs."""
    runs: dict[tuple, dict[str, float]] = collections.defaultdict(dict)
    for row in rows:
        if row["metric"] not in _OF_MACHINE:
            place, _, failure = str(row["record"]).partition(" ")
            key = (*(row[name] for name in _PLACE), place, failure)
            runs[key][row["metric"]] = row["value"]
    if not runs:
        raise UserError(f"{figure} has no runs to store; scripts/figures make {figure}")
    facts: list[dict[str, Any]] = []
    lines = []
    for (*place, record, failure), numbers in runs.items():
        known = facts_of.get(record, {})
        if known not in facts:
            facts.append(known)
        run = dict(zip(_PLACE, place)) | {"of": facts.index(known)}
        lines.append(run | ({"failure": failure} if "failure" in numbers else {"numbers": numbers}))
    head = {"schema": SCHEMA, "figure": figure, "scale": scale, "machine": machine, "date": date,
            "facts": facts}
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (head, *lines))
    packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    path = folder / f"{figure}{SUFFIX}"
    others = sum(each.stat().st_size for each in folder.glob(f"*{SUFFIX}") if each != path)
    if others + len(packed) > LIMIT:
        raise UserError(f"{path} would make the stored runs {(others + len(packed)) / 1e6:.1f} MB, and "
                        f"{LIMIT / 1e6:.0f} is the most; store fewer figures or rounds")
    folder.mkdir(parents=True, exist_ok=True)
    whole_file.write(path, packed)
    return path


def figures(folder: pathlib.Path = FOLDER) -> list[str]:
    """The figures that have stored runs."""
    return sorted(path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}"))


def read(figure: str, folder: pathlib.Path = FOLDER) -> tuple[dict[str, Any], Rows]:
    """What all runs of a figure share, and its tidy table. UserError if there is no such file, or it is
    damaged."""
    path = folder / f"{figure}{SUFFIX}"
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            head = json.loads(next(file))
            if head.get("schema") != SCHEMA:
                raise UserError(f"{path} has no stored runs: its schema is not {SCHEMA}")
            return head, [row for number, line in enumerate(file, 2)
                          for row in _rows(figure, json.loads(line), f"{path.name}:{number}")]
    except FileNotFoundError:
        there = ", ".join(figures(folder)) or "none"
        raise UserError(f"no runs of {figure} are stored; stored are {there}") from None
    except (OSError, EOFError, ValueError, KeyError, StopIteration, lzma.LZMAError) as error:
        raise UserError(f"{path} is damaged: {error}") from error


def of_scale(scale: str, folder: pathlib.Path = FOLDER) -> dict[str, tuple[dict[str, Any], Rows]]:
    """What read() gives of all figures whose stored runs are of a scale."""
    found = {name: read(name, folder) for name in figures(folder)}
    return {name: each for name, each in found.items() if each[0]["scale"] == scale}


def dated(verdicts: Iterable[Any], heads: dict[str, dict[str, Any]]) -> list[Any]:
    """The verdicts, those on stored runs with the commits and the date of these."""
    found = []
    for each in verdicts:
        mine = [heads[name] for name in each.figures if name in heads]
        if mine and each.cases:
            commits = sorted({fact["commit"] for head in mine for fact in head["facts"] if fact.get("commit")})
            when = f"{', '.join(commits)}, {max(head['date'] for head in mine)}"
            each = dataclasses.replace(each, runs_of=when)
        found.append(each)
    return found


def _rows(figure: str, run: dict[str, Any], place: str) -> Iterator[dict[str, Any]]:
    common = {"figure": figure} | {name: run[name] for name in _PLACE}
    if "failure" in run:
        yield common | {"metric": "failure", "value": float("nan"), "record": f"{place} {run['failure']}"}
    for metric, value in run.get("numbers", {}).items():
        yield common | {"metric": metric, "value": float(value), "record": place}


def facts(record: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a record beside its numbers: commit and hash of the program, the input's hash, and
    machine and costs of a simulated run."""
    bench, virtual = record.get("bench", {}), record.get("virtual", {})
    costs = virtual.get("costs", {})
    found = {"commit": record.get("build", {}).get("commit", ""), "program": bench.get("program", ""),
             "input": record.get("input_id", ""), "topology": virtual.get("topology", ""), "costs": costs,
             "cpu": "" if virtual else record.get("host", {}).get("cpu", "")}
    return {name: value for name, value in found.items() if value}


def of_paper(series: Series) -> bool:
    """Whether a series is a paper's, and not one of our own variants."""
    return series.published or "ours" not in series.label and series.wl not in _OURS


# Policies of ours whose labels name a paper's scheduler.
_OURS = {"smq", "mq", "reld", "obim", "pmod", "hdcps", "smq-skiplist", "mq-skiplist", "reld-skiplist", "wasp",
         "mbq", "spraylist"}


def shown(figure: Figure, rows: Rows, series: dict[str, Series], ours: bool = False) -> Rows:
    """The rows of the paper's series, or all; all where a figure has no other series."""
    mine = [row for row in rows if ours or row["series"] not in series or of_paper(series[row["series"]])]
    return mine or rows
