"""Measures candidates: one run of the program each, unless the journal has it already."""

import os
from typing import Any, TextIO

from galois_cps.runs import UserError, answers
from lab.bench import progress, schedule, spec, sweep

from .apps import App
from .journal import Journal
from .search import HELD_OUT
from .space import Candidate
from .survey import Survey

_ANY = "any configuration"


class Meter(progress.Progress):
    """The progress line. The runs that are left are known by number only."""

    def __init__(self, run_s: float, stream: TextIO | None = None) -> None:
        super().__init__([], stream)
        self._spent[_ANY].append(run_s)  # the first estimate of what a run takes

    def expect(self, runs: int) -> None:
        """Says how many runs are left."""
        self._total += runs - self._left[_ANY]
        self._left[_ANY] = runs

    def finish(self, run: schedule.Run, wall_s: float) -> None:
        """Records that a run has ended."""
        self.skip(run)
        self._spent[_ANY].append(wall_s)

    def skip(self, run: schedule.Run) -> None:
        """Records that a run was done before."""
        self._left[_ANY] -= 1


class Programs:
    """Runs the program of one search. See search.Evaluator for what the methods promise."""

    def __init__(self, app: App, folder: str, fingerprint: str, graph: spec.Input,
                 flags: list[str], threads: int, reference: Candidate, survey: Survey,
                 journal: Journal, budget: float, seed: int, stream: TextIO | None = None) -> None:
        self._app = app
        self._folder = folder
        self._fingerprint = fingerprint
        self._graph = graph
        self._flags = tuple(flags)
        self._threads = threads
        self._reference = reference
        self._survey = survey
        self._journal = journal
        self._budget = budget
        self._seed = seed
        self._book = answers.AnswerBook()
        self.meter = Meter(survey.run_s, stream)

    def affords(self, runs: int) -> bool:
        """Whether the budget allows so many runs more."""
        return self._journal.spent + runs * self._survey.run_s <= self._budget

    def expect(self, runs: int) -> None:
        """Says how many runs are left, for the progress line."""
        self.meter.expect(runs)

    def seconds(self, candidate: Candidate, number: int) -> float | None:
        """The time of a candidate in a round, or None if it failed."""
        run = schedule.Run(self._config(candidate, number), number, False)
        record = self._journal.find(run)
        if record is not None and not ("failure" in record["bench"]
                                       and candidate == self._reference):
            self.meter.skip(run)
        else:
            record = self._measure(candidate, run)
        if "failure" in record["bench"]:
            return None
        if not self._app.free_answers:
            self._book.check(record)
        return float(record["time_s"])

    def _config(self, candidate: Candidate, number: int) -> spec.Config:
        """The configuration of a candidate with the query of a round."""
        survey = self._survey
        queries = survey.held_out if number >= HELD_OUT else survey.training
        query = queries[number % HELD_OUT % len(queries)]
        graph = spec.Input(self._graph.label, self._graph.path, query)
        return spec.Config(self._app.program, graph, spec.DEFAULT_ALGO, candidate.wl,
                           candidate.params, self._threads, "", self._flags)

    def _measure(self, candidate: Candidate, run: schedule.Run) -> dict[str, Any]:
        """Runs a candidate. The answers of the reference are verified, and all others compared
        with them, unless answers may differ."""
        self.meter.start(run)
        reference = candidate == self._reference
        record: dict[str, Any] = sweep.measure(
            run, self._folder, self._fingerprint, self._journal.order,
            verify=reference or self._app.free_answers, seed=run.repeat + 1, plan_seed=self._seed,
            timeout=self._survey.limit_s * (4 if reference else 1))
        self._journal.append(record)
        self.meter.finish(run, record["bench"]["wall_s"])
        if "failure" in record["bench"]:
            complaint = sweep.complaint(record)
            if reference:
                raise UserError(f"the default failed: {complaint}\n"
                                f"    {record['bench']['replay']}")
            self.meter.note(f"given up: {candidate.label}: {complaint}")
        return record


def fields(program: str, graph: spec.Input, threads: int, reference: Candidate,
           fingerprint: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The fields of the survey's record that say what ran."""
    config = spec.Config(program, graph, spec.DEFAULT_ALGO, reference.wl, (), threads, "", ())
    return {"key": config.key + " survey", "config": config.dims(), "problem": "survey",
            "seed": settings["seed"], "program": fingerprint, "settings": settings}


def command(folder: str, program: str, graph: spec.Input, reference: Candidate, threads: int,
            flags: list[str]) -> list[str]:
    """The reference on the graph, without --json."""
    return [os.path.join(folder, program), graph.path, f"--wl={reference.wl}", f"-t={threads}",
            *flags]
