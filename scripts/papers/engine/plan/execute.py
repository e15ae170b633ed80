"""Runs what a plan wants and the store lacks: real runs one by one, simulated ones side by side.

Each round is complete before the next begins, so that whole rounds exist at any moment. An
interrupt kills the programs that run and loses only their runs.
"""

import collections
import concurrent.futures
import contextlib
import dataclasses
import os
import time
from collections.abc import Callable, Collection, Sequence
from typing import TextIO

from galois_cps.runs import answers, machine
from lab.bench import concurrent_runs, progress, schedule, sweep

from .builds import Builds
from .plan import AGAIN
from .store import Store

# Answers that may differ between schedulers: another order may need another number of colours.
_FREE_ANSWERS = ("color-cpu",)


@dataclasses.dataclass
class Outcome:
    """How many runs were done and left for lack of time, what failed, answers that differ."""

    ran: int = 0
    left: int = 0
    failed: list[str] = dataclasses.field(default_factory=list)
    differ: list[str] = dataclasses.field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Adds what other runs came to."""
        self.ran += other.ran
        self.left += other.left
        self.failed += other.failed
        self.differ += other.differ


class Meter(progress.Progress):
    """The progress line. Simulated runs share the time that they take among the jobs."""

    def __init__(self, pending: Sequence[schedule.Run], simulated: set[str], jobs: int,
                 stream: TextIO | None = None) -> None:
        super().__init__(pending, stream)
        self._simulated = simulated
        self._jobs = jobs

    def _at_once(self, key: str) -> int:
        return self._jobs if key in self._simulated else 1


class Executor:
    """Runs the runs of a plan. `simulated` are the keys of configurations with virtual time."""

    def __init__(self, store: Store, builds: Builds, timeout: float, jobs: int,
                 simulated: set[str], seed: int = 1, stream: TextIO | None = None) -> None:
        self._store = store
        self._builds = builds
        self._timeout = timeout
        self._jobs = jobs
        self._simulated = simulated
        self._seed = seed
        self._stream = stream
        self._book = answers.AnswerBook()
        self._checked: set[str] = set()
        self._hopeless: set[str] = set()
        self._order = 0
        self._running = concurrent_runs.Running()
        self._system: dict = {}

    def run(self, rounds: Sequence[Sequence[schedule.Run]], deadline: float | None = None,
            stopped: Callable[[], Collection[str]] = frozenset) -> Outcome:
        """Does the missing runs until the deadline (of time.monotonic). `stopped` gives the keys of
        configurations that need no more rounds; it is asked before each round."""
        outcome = Outcome()
        self._look_back()
        pending = [self._missing(batch) for batch in rounds]
        flat = [run for batch in pending for run in batch]
        meter = Meter(flat, self._simulated, self._jobs, self._stream)
        told: set[tuple[str, str]] = set()
        self._system = machine.look()
        real = [run for run in flat if run.config.key not in self._simulated]
        if real:
            largest = max((os.path.getsize(run.config.input.path) for run in real
                           if os.path.exists(run.config.input.path)), default=0)
            threads = max(run.config.threads for run in real)
            for line in machine.warnings(self._system, threads, largest):
                meter.note(f"warning: {line}")
        try:
            for batch in pending:
                batch = self._without(batch, stopped(), meter)
                real = [run for run in batch if run.config.key not in self._simulated]
                simulated = [run for run in batch if run.config.key in self._simulated]
                self._serially(real, meter, deadline, outcome, told)
                self._side_by_side(simulated, meter, deadline, outcome, told)
        finally:
            meter.close()
            self._store.close()
        return outcome

    def _missing(self, batch: Sequence[schedule.Run]) -> list[schedule.Run]:
        """The runs of a round that are not done. Nothing is repeated for the noise alone."""
        found = [run for run in batch if not self._store.done(run)]
        real = [run for run in found
                if run.repeat < AGAIN and run.config.key not in self._simulated]
        return [run for run in found if run.repeat < AGAIN or real]

    def _without(self, batch: Sequence[schedule.Run], stopped: Collection[str],
                 meter: Meter) -> list[schedule.Run]:
        """The runs of a round without those of the configurations that were stopped."""
        for run in batch:
            if run.config.key in stopped:
                meter.skip(run)
        return [run for run in batch if run.config.key not in stopped]

    def _look_back(self) -> None:
        """Takes answers, checks and hopeless configurations from what ran before."""
        for record in self._store.records():
            bench = record["bench"]
            self._order += 1
            if record.get("verified") is True:
                self._checked.add(bench["key"])
            failure = bench.get("failure")
            if failure and (failure["timeout"] or failure.get("usage")):
                self._hopeless.add(bench["key"])
            if not failure and bench["config"]["app"] not in _FREE_ANSWERS:
                with contextlib.suppress(answers.AnswerMismatch):  # told when it happened
                    self._book.check(record)

    def _serially(self, runs: list[schedule.Run], meter: Meter, deadline: float | None,
                  outcome: Outcome, told: set[tuple[str, str]]) -> None:
        for run in runs:
            if not self._due(run, meter, deadline, outcome):
                continue
            meter.start(run)
            self._keep(run, self._one(run), meter, outcome, told)

    def _side_by_side(self, runs: list[schedule.Run], meter: Meter, deadline: float | None,
                      outcome: Outcome, told: set[tuple[str, str]]) -> None:
        waiting = collections.deque(runs)
        with concurrent.futures.ThreadPoolExecutor(self._jobs) as pool:
            going: dict[concurrent.futures.Future, schedule.Run] = {}
            try:
                while waiting or going:
                    while waiting and len(going) < self._jobs:
                        run = waiting.popleft()
                        if self._due(run, meter, deadline, outcome):
                            meter.start(run)
                            going[pool.submit(self._one, run)] = run
                    done, _ = concurrent.futures.wait(
                        going, return_when=concurrent.futures.FIRST_COMPLETED)
                    for future in done:
                        self._keep(going.pop(future), future.result(), meter, outcome, told)
            except BaseException:
                self._running.end()
                raise

    def _due(self, run: schedule.Run, meter: Meter, deadline: float | None,
             outcome: Outcome) -> bool:
        """Whether a run is to start now."""
        if run.config.key in self._hopeless:
            meter.skip(run)
            return False
        if deadline is not None and time.monotonic() >= deadline:
            meter.skip(run)
            outcome.left += 1
            return False
        return True

    def _one(self, run: schedule.Run) -> dict:
        """Runs one run; the line for the result file."""
        config = run.config
        record = sweep.measure(
            run, os.fspath(self._builds.folder(config.build)),
            self._builds.fingerprint(config.build, config.app), 0,
            verify=config.key not in self._checked,
            seed=run.repeat + 1 if config.key in self._simulated else None,
            plan_seed=self._seed, timeout=self._timeout, begun=self._running.begun, all_act=True)
        return machine.with_system(record, self._system)

    def _keep(self, run: schedule.Run, record: dict, meter: Meter, outcome: Outcome,
              told: set[tuple[str, str]]) -> None:
        """Writes a record and notes what is wrong with it."""
        record["bench"]["order"] = self._order
        self._order += 1
        self._store.append(run, record)
        meter.finish(run, record["bench"]["wall_s"])
        outcome.ran += 1
        failure = record["bench"].get("failure")
        if failure:
            text = sweep.complaint(record)
            if (run.config.key, text) not in told:
                told.add((run.config.key, text))
                outcome.failed.append(f"{text}\n    {record['bench']['replay']}")
                meter.note(f"failed: {run.config.key}: {text}")
            if failure["timeout"] or failure.get("usage"):
                self._hopeless.add(run.config.key)
            return
        if record.get("verified") is True:
            self._checked.add(run.config.key)
        if run.config.app not in _FREE_ANSWERS:
            try:
                self._book.check(record)
            except answers.AnswerMismatch as error:
                outcome.differ.append(str(error))
                meter.note(str(error))
