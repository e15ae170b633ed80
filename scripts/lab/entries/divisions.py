"""The settings of the closed division, and the search of the open one."""

import pathlib
import time
from collections.abc import Sequence

from galois_cps.runs import UserError, results, stats
from lab.peers import execute, plan
from lab.peers.adapter_process import Limits
from lab.peers.catalogue import Peer

from . import build
from .entry import Entry, Settings

CLOSED, OPEN = "closed", "open"
DIVISIONS = (CLOSED, OPEN)
_SOURCES = 3


def peers(division: str, entries: Sequence[Entry], builds: build.Builds, target: plan.Target, question: str,
          threads: int, limits: Limits, seed: int) -> list[Peer]:
    """The entries that answer a question, with the settings of the division."""
    chosen = [entry for entry in entries if question in entry.questions]
    if division == CLOSED:
        return [build.peer_of(entry, entry.settings, CLOSED, builds.noted()[entry.name]) for entry in chosen]
    return [_tuned(entry, builds, target, question, threads, limits, seed) for entry in chosen]


def _tuned(entry: Entry, builds: build.Builds, target: plan.Target, question: str, threads: int, limits: Limits,
           seed: int) -> Peer:
    """An entry with the fastest of its settings, on other sources than those that are measured."""
    built = builds.noted()[entry.name]
    candidates = [entry.settings, *entry.open]
    if len(candidates) == 1:
        return build.peer_of(entry, entry.settings, OPEN, built, 0.0)
    began = time.monotonic()
    asked = plan.targets([f"{target.label}={target.path}"], f"random:{_SOURCES}", seed + 1)[0]
    times = []
    for place, settings in enumerate(candidates):
        times.append(_time(build.peer_of(entry, settings, OPEN, built), builds, asked, question, threads, limits,
                           builds.folder / "tuning" / f"{entry.name}-{target.label}-{question}-{place}.jsonl", seed))
    best: Settings = candidates[min(range(len(times)), key=lambda place: times[place])]
    return build.peer_of(entry, best, OPEN, built, time.monotonic() - began)


def _time(peer: Peer, builds: build.Builds, target: plan.Target, question: str, threads: int, limits: Limits,
          out: pathlib.Path, seed: int) -> float:
    out.unlink(missing_ok=True)
    count = threads if question in peer.parallel else 1
    asking = plan.Asking(target, question, peer, count, 0)
    execute.Executor(builds, out, limits, seed).run([[asking]], fresh=True)
    found = results.successes(results.read(str(out)))
    if len(found) < len(target.sources):
        raise UserError(f"{peer.name} does not answer {question} on {target.label} with {peer.about['settings']}")
    return float(stats.median(record["time_s"] for record in found))
