"""Runs entries on graphs and, if they are queues, without one, in interleaved rounds."""

import dataclasses
import datetime
import os
import pathlib
import random
from collections.abc import Sequence
from typing import Any

from galois_cps.runs import UserError, machine, results
from lab.bench import program, spec
from lab.peers import execute, plan
from lab.peers.adapter_process import Limits
from lab.peers.catalogue import Peer

from . import build, divisions, inputs, mixes
from .entry import QUEUE, Entry

_TUNABLES = "GLIBC_TUNABLES"
_HUGE = "glibc.malloc.hugetlb=1"
PAGES = ("huge", "small")
# Pushes and pops of all threads in a round without a graph: for the time, and for the history.
_TURNS, _HISTORY = 2_000_000, 50_000


@dataclasses.dataclass(frozen=True)
class Rules:
    """What all entries of a run have in common."""

    division: str
    questions: tuple[str, ...]
    threads: tuple[int, ...]
    sources: int
    seed: int
    repeats: int
    weights: str
    limits: Limits
    pages: str


def use_pages(pages: str) -> None:
    """Has the memory of all processes that follow in huge pages, or leaves that to the system."""
    if pages == "huge":
        os.environ[_TUNABLES] = _HUGE
    else:
        os.environ.pop(_TUNABLES, None)


def conditions(rules: Rules) -> dict[str, Any]:
    """What is recorded of the machine beside each time."""
    transparent = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
    return {"pages": rules.pages, "transparent_huge_pages":
            transparent.read_text(encoding="ascii").strip() if transparent.exists() else "",
            "affinity": sorted(os.sched_getaffinity(0)), "pinned": False, "weights": rules.weights,
            "seed": rules.seed, "sources": rules.sources, **machine.look()}


def on_graphs(graphs: Sequence[str], entries: Sequence[Entry], builds: build.Builds, rules: Rules,
              fresh: bool) -> list[str]:
    """Asks entries about graphs; the complaints about answers that failed."""
    batches, common = [], conditions(rules)
    for text in graphs:
        given = spec.parse_input(text)
        path = inputs.prepared(given, rules.weights, rules.seed, builds.folder / "inputs", builds.programs)
        target = plan.targets([f"{given.label}={path}"], f"random:{rules.sources}", rules.seed)[0]
        for question in rules.questions:
            peers = divisions.peers(rules.division, entries, builds, target, question, max(rules.threads),
                                    rules.limits, rules.seed)
            for peer in peers:
                peer.about["record"]["conditions"] = common
            batches += list(plan.askings([target], [question], peers, rules.threads, rules.repeats, rules.seed))
    batches = [batch for batch in batches if batch]
    batches.sort(key=lambda batch: batch[0].repeat)
    executor = execute.Executor(builds, file_of(builds, rules.division), rules.limits, rules.seed)
    return executor.run(batches, fresh).failed


def without_graphs(entries: Sequence[Entry], builds: build.Builds, rules: Rules, fresh: bool) -> list[str]:
    """Measures queues by themselves, in the settings of the closed division."""
    out = os.fspath(file_of(builds, "queues"))
    if fresh and os.path.exists(out):
        results.set_aside(out)
    failed, common = [], conditions(rules)
    with results.ResultFile(out) as file:
        known = {results.ident(record): record["bench"]["program"] for record in results.successes(results.read(out))}
        for repeat in range(rules.repeats):
            jobs = [(entry, threads) for entry in entries if entry.kind == QUEUE for threads in rules.threads]
            random.Random(f"{rules.seed} queues {repeat}").shuffle(jobs)
            for entry, threads in jobs:
                peer = build.peer_of(entry, entry.settings, divisions.CLOSED, builds.noted()[entry.name])
                peer.about["record"]["conditions"] = common
                bench = _bench(peer, threads, repeat, rules.seed, builds)
                if known.get(results.ident({"bench": bench})) == bench["program"]:
                    continue
                try:
                    file.append(_measured(entry, peer, builds, bench, threads, rules))
                except UserError as error:
                    failed.append(f"{bench['key']}: {error}")
                    program.say(f"failed: {failed[-1]}")
    return failed


def _bench(peer: Peer, threads: int, repeat: int, seed: int, builds: build.Builds) -> dict[str, Any]:
    config = {"app": "queue", "input": "none", "peer": peer.name, "threads": str(threads)}
    return {"key": " ".join(f"{name}={value}" for name, value in config.items()), "config": config,
            "problem": "queue", "repeat": repeat, "warmup": False, "seed": seed,
            "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "program": builds.fingerprint(peer, "queue")}


def _measured(entry: Entry, peer: Peer, builds: build.Builds, bench: dict[str, Any], threads: int,
              rules: Rules) -> dict[str, Any]:
    timed = mixes.Mix(threads, _TURNS // threads, rules.seed + bench["repeat"], timeout=rules.limits.seconds)
    found = mixes.counts(builds, entry, entry.settings, "measure", timed)
    told = mixes.judged(builds, entry, entry.settings, dataclasses.replace(timed, turns=_HISTORY // threads,
                                                                           start=1024), bound=False)
    if not told.fits:
        raise UserError("; ".join(f"{fault.kind}: {fault.count} {fault.what}" for fault in told.faults))
    ranks = told.ranks
    return {"schema": "galois-cps/1", "app": "queue", "wl": entry.name, "wl_params": {}, "threads": threads,
            "time_s": found["seconds"], "operations": found["operations"],
            "operations_per_s": found["operations"] / found["seconds"], "empty": found["empty"],
            "rank_error": {"at_least": float(ranks.at_least.mean()), "estimate": float(ranks.estimate.mean()),
                           "at_most": float(ranks.at_most.mean())},
            "peer": {"name": entry.name, "title": entry.title, "version": builds.version(peer), "kind": build.ENTRY,
                     **peer.about["record"]}, "bench": bench}


def file_of(builds: build.Builds, name: str) -> pathlib.Path:
    """The result file of a division, or of the queues by themselves."""
    return builds.folder / f"{name}.jsonl"
