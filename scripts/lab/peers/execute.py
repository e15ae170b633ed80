"""Asks for the answers that are missing, compares each with ours, and writes its record."""

import dataclasses
import datetime
import json
import os
import pathlib
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import numpy

from galois_cps.runs import UserError, results
from lab.bench import progress

from . import adapter_process, grfile, questions
from .adapter_process import Ending, Limits
from .catalogue import DAMPING, OF_SUITES, QUESTIONS, TOLERANCE
from .install import SCRIPTS, Installation
from .plan import Asking, Source, Target
from .reference import Reference

Ident = tuple[str, int]
# A first answer that took less is asked again: it found cold caches and touched new memory. (Not if each
# has a process of its own, and so tells its own time to build.)
_COLD_S = 1.0


@dataclasses.dataclass
class Outcome:
    """How many answers came, and the complaints about those that did not."""

    answered: int = 0
    failed: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class _Item:
    """What the progress line knows about a process."""

    name: str
    warmup: bool = False

    @property
    def config(self) -> "_Item":
        return self

    @property
    def key(self) -> str:
        return self.name


class Executor:
    """Runs processes one by one, and keeps the records in one file."""

    def __init__(self, installation: Installation, out: pathlib.Path, limits: Limits,
                 seed: int = 1) -> None:
        self._installation = installation
        self._out = out
        self._limits = limits
        self._seed = seed
        self._records: list[dict[str, Any]] = []
        self._prints: dict[tuple[str, str], str] = {}
        self._graphs: dict[str, grfile.Graph] = {}

    def command(self, asking: Asking, folder: str) -> list[str]:
        """The adapter's command."""
        return [*self._installation.command(asking.peer, asking.question),
                os.fspath(asking.target.path), asking.question, str(asking.threads), folder,
                str(TOLERANCE), str(DAMPING)]

    def run(self, batches: Iterable[list[Asking]], fresh: bool = False) -> Outcome:
        """Does what is missing, or everything if `fresh`. An interrupt loses the answer that is
        being computed."""
        planned = [asking for batch in batches for asking in batch]
        for asking in planned:
            self._installation.require(asking.peer, asking.question)
            self._installation.program(asking.question)  # answers are compared with its
        outcome = Outcome()
        file = results.ResultFile(os.fspath(self._out))
        try:
            file = self._without_stale(file, planned, fresh)
            pending = [asking for asking in planned if self._missing(asking)]
            meter = progress.Progress([_Item(asking.name) for asking in pending])
            if len(pending) < len(planned):
                meter.note(f"{self._out}: {len(planned) - len(pending)} of {len(planned)} "
                           "processes have answered already")
            try:
                for asking in pending:
                    self._ask(asking, file, meter, outcome)
            finally:
                meter.close()
        finally:
            file.close()
        return outcome

    def _without_stale(self, file: results.ResultFile, planned: list[Asking],
                       fresh: bool) -> results.ResultFile:
        """Sets the records aside of planned processes that were measured with another version of the
        graph or of the peer, because they would be averaged with new ones; all if `fresh`. Returns
        the file to append to."""
        now = {(asking.target.label, asking.question, asking.peer.name):
               (asking.target.fingerprint, self._print(asking)) for asking in planned}
        records: list[dict[str, Any]] = results.read(os.fspath(self._out))
        for record in records:
            bench = record["bench"]
            if bench["config"].get("question") not in (*QUESTIONS, *OF_SUITES) or "process" not in bench:
                raise UserError(f"{self._out} is a result file of another script; choose another "
                                "--out")
            wanted = now.get(tuple(bench["config"][name] for name in ("input", "question", "peer")))
            if wanted is None or (not fresh and wanted == (bench["graph"], bench["program"])):
                self._records.append(record)
        stale = len(records) - len(self._records)
        if not stale:
            return file
        why = "are" if fresh else "of other versions are"
        aside = results.replace(os.fspath(self._out), self._records)
        print(f"{self._out}: {stale} records {why} measured again; {aside} keeps them",
              file=sys.stderr)
        file.close()
        return results.ResultFile(os.fspath(self._out))

    def _missing(self, asking: Asking) -> list[Source]:
        """The sources that a process has to be asked. None are left after a time-out or a lack of
        memory under limits at least as high, which another attempt would only repeat."""
        done: set[Ident] = set()
        for record in self._records:
            bench = record["bench"]
            failure = bench.get("failure")
            if failure is None:
                done.add((bench["key"], bench["repeat"]))
            elif _hopeless(failure, self._limits) and bench["process"] == asking.name:
                return []
        return [source for source in asking.sources
                if (asking.key(source), asking.repeat) not in done]

    def _ask(self, asking: Asking, file: results.ResultFile, meter: progress.Progress,
             outcome: Outcome) -> None:
        item = _Item(asking.name)
        sources = self._missing(asking)
        if not sources:  # an earlier round ran into a limit
            meter.skip(item)
            return
        reference = Reference(self._installation, asking.target.path, asking.target.fingerprint,
                              max(600.0, self._limits.seconds))
        ours = {source: reference.get(asking.question, source) for source in sources}
        meter.start(item)
        waiting = list(sources)
        built: dict[str, Any] = {}

        def keep(record: dict[str, Any]) -> None:
            file.append(record)
            self._records.append(record)
            failure = record["bench"].get("failure")
            if failure is None:
                outcome.answered += 1
            else:
                reason = _complaint(failure)
                outcome.failed.append(f"{record['bench']['key']}: {reason}")
                meter.note(f"failed: {record['bench']['key']}: {reason}")

        def heard(event: dict[str, Any]) -> bool:
            if "built" in event:
                built.update(event)
                return False
            if not built.get("warm") and event["time_s"] < _COLD_S and "build_s" not in event:
                built["warm"] = True
                return True
            built["warm"] = True
            source = waiting.pop(0)
            answer, record = ours[source]
            keep(self._record(asking, source, built, event, answer, record))
            return False

        with tempfile.TemporaryDirectory(prefix="galois-peers-") as folder:
            ending = adapter_process.ask(
                self.command(asking, folder), _environment(asking.threads), pathlib.Path(folder),
                self._limits, sources, heard)
        if waiting:
            keep(self._failure(asking, waiting[0], ending))
        meter.finish(item, ending.wall_s)

    def _record(self, asking: Asking, source: Source, built: dict[str, Any],
                event: dict[str, Any], ours: numpy.ndarray[Any, Any],
                reference: dict[str, Any]) -> dict[str, Any]:
        """The record of an answer, or that of a failure if the answer is wrong."""
        path = pathlib.Path(event["answer"])
        values = numpy.fromfile(path, dtype=event["dtype"])
        path.unlink()
        build_s = event.get("build_s", built.get("built", 0.0))
        bench = self._bench(asking, source, build_s + event["time_s"])
        try:
            judged = questions.judge(asking.question, values, ours, self._graph(asking))
        except questions.WrongAnswer as error:
            bench["failure"] = {"kind": "wrong", "reason": f"wrong answer: {error}", "stderr": "",
                                "timeout": False, "peak_mib": event["peak_mib"]}
            return {"bench": bench}
        params: dict[str, Any] = {"question": asking.question}
        if asking.question == "power":
            params |= {"iterations": source, "damping": DAMPING}
        elif source is not None:
            params["sources" if isinstance(source, tuple) else "startNode"] = source
        if asking.question == "pagerank":
            params |= {"tolerance": TOLERANCE, "damping": DAMPING}
        version = event.get("version") or self._installation.version(asking.peer)
        found = {
            "schema": "galois-cps/1", "app": "peer", "input": os.fspath(asking.target.path),
            "input_id": reference["input_id"], "nodes": reference["nodes"],
            "edges": reference["edges"], "params": params, "wl": asking.peer.name, "wl_params": {},
            "threads": asking.threads, "cores": len(os.sched_getaffinity(0)), "seed": self._seed,
            "peer": {"name": asking.peer.name, "title": asking.peer.title, "version": version,
                     "kind": asking.peer.kind, **asking.peer.about.get("record", {})},
            "host": reference["host"], "time_s": event["time_s"], "build_s": build_s,
            "load_s": build_s, "total_s": build_s + event["time_s"],
            "max_rss_mib": event["peak_mib"], "answer": judged.answer, "shown": judged.shown,
            "verified": True, "bench": bench,
        }
        if judged.colors is not None:
            found["colors"] = judged.colors
        for name in ("loop_s", "tasks"):
            if name in event:
                found[name] = event[name]
        return found

    def _failure(self, asking: Asking, source: Source,
                 ending: Ending) -> dict[str, Any]:
        reason = ending.reason or "ended without an answer"
        failure = {"kind": ending.kind or "crash", "reason": reason, "stderr": ending.stderr,
                   "timeout": ending.kind == "time", "peak_mib": ending.peak_mib,
                   "limit_s": self._limits.seconds, "limit_mib": self._limits.mib}
        return {"bench": self._bench(asking, source, ending.wall_s) | {"failure": failure}}

    def _bench(self, asking: Asking, source: Source, wall_s: float) -> dict[str, Any]:
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        return {
            "key": asking.key(source), "config": asking.config(source),
            "problem": asking.problem(source), "process": asking.name, "repeat": asking.repeat,
            "warmup": False, "order": len(self._records), "seed": self._seed,
            "replay": replay(self.command(asking, "FOLDER"), source, asking.threads),
            "started": now, "wall_s": round(wall_s, 4), "graph": asking.target.fingerprint,
            "program": self._print(asking), "version": self._installation.version(asking.peer),
        }

    def _print(self, asking: Asking) -> str:
        name = (asking.peer.name, asking.question)
        if name not in self._prints:
            self._prints[name] = self._installation.fingerprint(asking.peer, asking.question)
        return self._prints[name]

    def _graph(self, asking: Asking) -> grfile.Graph:
        """The graph that colours are checked against. Only the last one is kept."""
        target: Target = asking.target
        if asking.question != "color":
            empty = numpy.zeros(1, dtype=numpy.int64)
            return grfile.Graph(empty, empty[:0], None)
        if target.fingerprint not in self._graphs:
            self._graphs = {target.fingerprint: grfile.read(target.path)}
        return self._graphs[target.fingerprint]


def replay(argv: list[str], source: Source, threads: int) -> str:
    """The command that repeats an answer, in an empty FOLDER."""
    return (f"echo {json.dumps(source)} | env PYTHONPATH={shlex.quote(os.fspath(SCRIPTS))} "
            f"OMP_NUM_THREADS={threads} {shlex.join(argv)}")


def dry_run(executor: Executor, batches: Iterable[list[Asking]]) -> Iterator[str]:
    """The commands of all processes."""
    for batch in batches:
        for asking in batch:
            yield " ".join([shlex.join(executor.command(asking, "FOLDER")), "  # sources",
                            *map(json.dumps, asking.sources)])


def _environment(threads: int) -> dict[str, str]:
    given = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([os.fspath(SCRIPTS), *([given] if given else [])])
    counts = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS"),
                           str(threads))
    return {**os.environ, **counts, "PYTHONPATH": path}


def _hopeless(failure: dict[str, Any], limits: Limits) -> bool:
    if failure["kind"] == "time":
        return bool(failure["limit_s"] >= limits.seconds)
    return failure["kind"] == "memory" and bool(failure["limit_mib"] >= limits.mib)


def _complaint(failure: dict[str, Any]) -> str:
    last = failure["stderr"].splitlines()[-1:] if failure["kind"] == "crash" else []
    return ": ".join([failure["reason"], *last])

