"""The first run of a search, under the reference: queries that are worth measuring, and what a run
takes. One process answers all queries, so that the graph is read once."""

import dataclasses
import datetime
from typing import Any

from galois_cps.runs import UserError
from lab.bench import runner

from .apps import App
from .halving import HELD_OUT_ROUNDS
from .journal import Journal

_QUERIES = 18
_START_S = 0.05  # of a process, without reading the graph
# A configuration that takes this many times the wall time of the reference is given up.
_HOPELESS = 5
_LEAST_LIMIT_S = 5.0


@dataclasses.dataclass(frozen=True)
class Survey:
    """What the first run says."""

    training: list[tuple[str, ...]]  # the flags of each query that selects configurations
    held_out: list[tuple[str, ...]]  # of each query of the final comparison
    run_s: float  # the wall time of one run
    time_s: float  # the time that is compared, of the longest query
    numa_nodes: int
    simulated: bool

    @property
    def limit_s(self) -> float:
        """The time limit of a configuration."""
        return max(_LEAST_LIMIT_S, _HOPELESS * self.run_s)

    @property
    def shared(self) -> bool:
        """Whether training and final comparison have the same query, as there is only one."""
        return self.training == self.held_out


def take(app: App, command: list[str], flags: list[str], seed: int, timeout: float,
         journal: Journal, bench: dict[str, Any]) -> Survey:
    """The survey of the journal, or a new one, which the journal then has.

    @param command  the reference on this graph, without --json
    @param bench    the fields of the record that say what ran
    """
    if journal.first is None:
        journal.append(_measure(app, command, flags, seed, timeout, bench))
    assert journal.first is not None
    return _read(journal.first)


def _measure(app: App, command: list[str], flags: list[str], seed: int, timeout: float,
             bench: dict[str, Any]) -> dict[str, Any]:
    """Runs the survey; its first record, with what the survey found in `bench`."""
    drawn = []
    if app.draws(flags):
        drawn = [f"{app.draw}{_QUERIES}", f"{app.draw_seed}={seed}"]
    argv = [*command, *drawn, "-noverify"]
    started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    outcome = runner.run(lambda json_file: [*argv, f"--json={json_file}"], timeout, several=True)
    if outcome.record is None:
        last = outcome.stderr.splitlines()[-1:]
        raise UserError(": ".join([f"{runner.replay(argv)} failed", outcome.reason, *last]))
    records = outcome.records
    found = {"queries": _worthwhile(app, records) if drawn else [[]],
             "run_s": _run_seconds(records, outcome.wall_s),
             "time_s": max(record["time_s"] for record in records)}
    return {**outcome.record,
            "bench": {**bench, "repeat": 0, "warmup": True, "order": 0, "started": started,
                      "replay": runner.replay(argv), "wall_s": round(outcome.wall_s, 4),
                      "survey": found}}


def _worthwhile(app: App, records: list[dict[str, Any]]) -> list[list[str]]:
    """The different queries with enough work, as flags."""
    most = max(record["tasks"]["useful"] for record in records)
    queries = dict.fromkeys(app.query(record) for record in records
                            if record["tasks"]["useful"] >= app.least_work * most)
    return [list(query) for query in queries]


def _run_seconds(records: list[dict[str, Any]], wall_s: float) -> float:
    """The wall time of a run of the longest query, which reads the graph as well. Times in records
    may be virtual, so only their shares count."""
    times = [record["time_s"] for record in records]
    share = max(times) / sum(times) if sum(times) > 0 else 1 / len(times)
    load = min(records[0].get("load_s", 0), wall_s)
    return (wall_s - load) * share + load + _START_S


def _read(record: dict[str, Any]) -> Survey:
    found = record["bench"]["survey"]
    queries = [tuple(query) for query in found["queries"]]
    apart = min(HELD_OUT_ROUNDS, len(queries) // 2)
    return Survey(training=queries[apart:], held_out=queries[:apart] or queries,
                  run_s=found["run_s"], time_s=found["time_s"],
                  numa_nodes=record["host"]["numa_nodes"],
                  simulated="virtual" in record)
