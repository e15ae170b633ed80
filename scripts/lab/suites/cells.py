"""What is measured of one kernel on one graph by one program with one number of threads."""

import dataclasses
import datetime
import pathlib
import statistics
import subprocess
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from galois_cps.runs import UsageError, UserError
from lab.bench import runner


# Both benchmarks report the mean. The least is what other programs on the machine disturb least.
STATISTICS: dict[str, Callable[[list[float]], float]] = {"mean": statistics.fmean, "min": min}


@dataclasses.dataclass
class Cell:
    """Times of trials. `right` says how the answers were found right; `trouble` why there are none."""

    kernel: str
    graph: str
    program: str
    threads: int
    seconds: list[float] = dataclasses.field(default_factory=list)
    right: str = ""
    trouble: str = ""
    records: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    load: list[float] = dataclasses.field(default_factory=list)
    makespan: list[float] = dataclasses.field(default_factory=list)
    nodes: int = 0
    edges: int = 0

    def shown(self, statistic: str) -> float:
        """A number for the times of the trials, by the name of STATISTICS."""
        return STATISTICS[statistic](self.seconds)

    def add(self, argv: list[str], timeout: float, times: Callable[[list[dict[str, Any]]], list[float]]) -> bool:
        """Runs one of our programs, which has to check its answers, and adds what its records say.

        :param argv: without --json
        :param times: the times of the trials by their records
        :return: whether it succeeded; else there is trouble"""
        started = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
        outcome = runner.run(lambda record: [*argv, f"--json={record}"], timeout, several=True)
        if not outcome.records:
            self.trouble = ": ".join([outcome.reason, *outcome.stderr.splitlines()[-1:]])
            return False
        if not all(record["verified"] is True for record in outcome.records):
            self.trouble = "an answer was not checked"
            return False
        key = f"{self.kernel} {self.graph} {self.program} threads={self.threads}"
        config = {"app": outcome.records[0]["app"], "input": self.graph, "threads": str(self.threads)}
        for record in outcome.records:
            bench = {"key": key, "config": config, "problem": f"{self.kernel} {self.graph}",
                     "repeat": len(self.records), "warmup": False, "order": len(self.records),
                     "replay": runner.replay(argv), "started": started, "wall_s": round(outcome.wall_s, 4),
                     "program": runner.fingerprint(argv[0])}
            self.records.append({**record, "bench": bench})
        self.seconds += times(outcome.records)
        self.load += [record["load_s"] for record in outcome.records]
        self.nodes, self.edges = outcome.records[0]["nodes"], outcome.records[0]["edges"]
        self.makespan.append(outcome.wall_s)
        return True


def algorithm_times(records: list[dict[str, Any]]) -> list[float]:
    """The algorithm alone, without what precedes it in each run."""
    return [record["time_s"] for record in records]


def whole_times(records: list[dict[str, Any]]) -> list[float]:
    """The runs of one process with all that precedes the algorithm, such as allocating the answer, and in the first
    one what is found out about the graph; without checks and summaries. A single run's is not known apart from
    what the process does once, so it is the algorithm's."""
    if len(records) == 1:
        return algorithm_times(records)
    ends = [record["total_s"] for record in records]
    whole = [records[1]["phases"]["earlier_runs_s"], *(end - before for before, end in zip(ends, ends[1:]))]
    return [seconds - record["phases"]["check_s"] - record["phases"]["answer_s"]
            for seconds, record in zip(whole, records)]


def chosen(kind: str, named: list[str], known: Iterable[str]) -> list[str]:
    """The names that a flag has, or all. Raises UsageError for one that is not known."""
    known = list(known)
    for name in named:
        if name not in known:
            raise UsageError(f"there is no {kind} {name}; there are {', '.join(known)}")
    return named or known


def flags(words: list[str], values: Mapping[str, object]) -> list[str]:
    """Flags in which {NAME} stands for a value."""
    return [word.format_map(values) for word in words]


def make(argv: list[str], out: pathlib.Path) -> None:
    """Runs a program that makes a file, unless the file is there. Raises UserError if it fails."""
    if out.exists():
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError((done.stderr.strip().splitlines() or [f"{argv[0]} failed"])[-1])
