"""What the records say about machine, noise, time and cost, for the report and for verdicts."""

import collections
import datetime
import os
import pathlib
import shlex
import subprocess
from typing import Any

from galois_cps.runs import stats, tables

from ..plan import catalogue as data
from ..plan import kinds, stored, tidy
from ..plan.plan import FRESH, WORDS, Wanted
from ..plan.session import Session
from . import gallery


def of(session: Session, tables: dict[str, list[dict[str, Any]]] | None = None) -> dict[str, Any]:
    """The facts of a scale; those of each figure if the tidy tables are given."""
    records = list(session.store.records())
    computed = [record for figure in session.catalogue.figures.values() for kind in kinds.of(figure)
                for record in kind.records(session, figure)]
    hosts = [record["host"] for record in [*computed, *records]
             if "host" in record and not record["host"].get("synthetic")]
    commits = sorted({record["build"]["commit"] for record in [*computed, *records]
                      if record.get("build", {}).get("commit")})
    machine = {name: value for name, value in (hosts[-1] if hosts else {}).items()
               if name != "synthetic"} | {"cores": len(os.sched_getaffinity(0))}
    used = sorted({record["virtual"]["topology"] for record in records if "virtual" in record})
    found = {
        "machine": machine, "commit": ", ".join(commits), "scale": session.scale.name,
        "date": max((record["bench"]["started"] for record in records), default="")[:10],
        "hours": sum(record["bench"]["wall_s"] for record in records) / 3600,
        "simulated": "; ".join(used), "noise": _noise(session),
        "blocked": {name: why for name, why in (
            (name, session.planner.blocked(figure))
            for name, figure in session.catalogue.figures.items()) if why},
        "figures": {name: _figure(session, name, rows) for name, rows in (tables or {}).items()
                    if name in session.catalogue.figures},
    }
    if session.store.stale:
        found["banner"] = ("These programs are not built here, so the runs shown are those of "
                           f"another build: {', '.join(sorted(session.store.stale))}.")
    return found


def for_storing(session: Session, figure: data.Figure, rows: list[dict[str, Any]]
                ) -> tuple[dict[str, dict[str, Any]], str, str]:
    """What stored.write takes of the runs of a figure: facts of each record, the machine in words, and the
    date of the last run."""
    facts: dict[str, dict[str, Any]] = {}
    dates = set()
    tree = _commit()
    for place in {str(row["record"]).partition(" ")[0] for row in rows}:
        record = session.store.at(place)
        facts[place] = stored.facts(record) if record else {
            "commit": tree, "program": pathlib.PurePath(place).parts[0].rpartition("-")[2]}
        if record:
            dates.add(record["bench"]["started"][:10])
    cpu = next((fact["cpu"] for fact in facts.values() if "cpu" in fact), "")
    topology = session.scale.machines.get(figure.options.get("machine", ""), "")
    nodes = figure.options.get("ours", {}).get("simulated", "")  # of searches, which have no topology
    machine = gallery.words({row["source"] for row in rows}, topology, len(os.sched_getaffinity(0)), cpu, nodes)
    return facts, machine, max(dates, default=datetime.date.today().isoformat())


def _commit() -> str:
    """The commit of this tree, of programs whose records do not say it."""
    done = subprocess.run(["git", "-C", os.fspath(data.FOLDER), "rev-parse", "--short=12", "HEAD"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _noise(session: Session) -> list[str]:
    ratios = tidy.noise(session.store)
    if not ratios:
        return []
    return [f"{len(ratios)} pairs of equal runs in one round: the slower took {stats.median(ratios):.2f} times "
            f"the faster in the median, {max(ratios):.2f} times at most"]


def _figure(session: Session, name: str, rows: list[dict[str, Any]]) -> dict[str, str]:
    """What a figure was measured on, in words."""
    threads: dict[str, set[int]] = collections.defaultdict(set)
    for row in rows:
        threads[row["source"]].add(row["threads"])
    graphs = dict.fromkeys(row["graph"] for row in rows)
    known = session.catalogue.graphs
    words = WORDS | {"M": "threads in turns"}
    machine = session.scale.machines.get(session.catalogue.figures[name].options.get("machine", ""))
    spent = sum(session.store.wall(record) for record in {row["record"] for row in rows})
    return {
        "graphs": "; ".join(f"{graph} ({known[graph].about})" for graph in graphs
                            if graph in known),
        "threads": "; ".join(f"{words[source]}: {', '.join(map(str, sorted(counts)))}"
                             for source, counts in sorted(threads.items())
                             if counts - ({0, 1} if source == "M" else {0})),
        "machine": f"simulated: {machine}" if machine and "S" in threads else "",
        "time": tables.pretty_time(spent) if spent else "",
        "command": _command(session, name, rows),
    }


def _part(planned: set[tuple[str, str]], there: set[tuple[str, str]]) -> list[str]:
    """The flags that select those of the planned cases that have runs, or nothing if all have or no
    flags select just these."""
    apps, graphs = ({case[place] for case in there} for place in (0, 1))
    if not there or {case for case in planned if case[0] in apps and case[1] in graphs} != there:
        return []
    return [f"--{name}={','.join(sorted(chosen))}" for name, chosen, place in
            (("app", apps, 0), ("graph", graphs, 1)) if {case[place] for case in planned} - chosen]


def _command(session: Session, name: str, rows: list[dict[str, Any]]) -> str:
    """The command that makes a figure as it was made: its kinds of runs, series and rounds."""
    figure = session.catalogue.figures[name]
    sources = {row["source"] for row in rows} & set(data.KINDS)
    words = ["scripts/figures", "make", name, "--scale", session.scale.name]
    if len(figure.kinds) > 1 and len(sources) == 1:
        words.append({"T": "--real", "S": "--simulated"}[next(iter(sources))])
    runs = figure.runs if figure.kinds else ()
    there = {row["series"] for row in rows if row["source"] in data.KINDS}
    planned = session.wanted(figure, sources) if runs else Wanted()
    if {cell.series for cell in (*planned.cells, *planned.undecided)} - there:
        words.append("--series=" + ",".join(dict.fromkeys(
            each for run in runs for each in run.series if each in there)))
    words += _part({(cell.app, cell.graph) for cell in (*planned.cells, *planned.undecided)},
                   {(row["app"], row["graph"]) for row in rows if row["source"] in data.KINDS})
    words += [f"--add-series={each}:{flags}" for each, flags in session.added.items()
              if each in there]
    rounds = max((row["round"] % FRESH + 1 for row in rows if row["source"] in data.KINDS),
                 default=0)
    if runs and rounds != session.scale.rounds:
        words.append(f"--rounds={rounds}")
    return shlex.join(words)
