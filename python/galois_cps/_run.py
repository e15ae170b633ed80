"""What a run did, apart from its answer."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _core
from .runs import tables

if TYPE_CHECKING:
    from .runs.node_values import NodeValues

#: An answer as records have it: a checksum and a summary.
Answer = tuple[Any, dict[str, Any]]


class Run:
    """The description of one run: times, counts, and the report of the scheduler.

    Attributes
    ----------
    app : str
        The algorithm, named as the program: ``"sssp"``, ``"bfs"`` and so on.
    algorithm : str
        How it was computed, such as ``"worklist"``.
    scheduler : str
        The name of the scheduler; ``""`` for an algorithm without one.
    parameters : dict
        The scheduler's parameters, defaults included.
    threads : int
        The number of threads.
    seed : int
        The seed of the scheduler's random choices.
    time_s : float
        The time of the algorithm alone, in seconds.
    total_s : float
        The time of the whole call, in seconds.
    executed, useful, pushed, stale : int
        Counts of tasks. `useful` are those whose effect survived to the answer.
    worklist : dict
        Counters of the scheduler, and measures of the algorithm.
    drift : dict or None
        The priority drift between threads, if it was asked for: mean, max, samples.
    verified : bool or None
        Whether the answer was checked; a wrong one raises RuntimeError.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1], [1, 2], [1, 1])
    >>> run = galois_cps.sssp(graph, 0, threads=1).run
    >>> run.useful  # node 2 leads nowhere, so it needs no task
    2
    >>> run.to_dict()["schema"]
    'galois-cps/1'
    """

    def __init__(self, app: str, graph: Any, execution: dict[str, Any], *, params: dict[str, Any],
                 total_s: float, answer: Callable[[], Answer],
                 values: Callable[[], NodeValues | None] = lambda: None,
                 verified: bool | None = None) -> None:
        self.app = app
        self.algorithm: str = execution["algorithm"]
        self.scheduler: str = execution["scheduler"]
        self.parameters: dict[str, Any] = execution["parameters"]
        self.params = {"algo": self.algorithm, **params, **execution["plan"]}
        self.threads: int = execution["threads"]
        self.seed: int = execution["seed"]
        self.pinned: bool = execution["pinned"]
        self.time_s: float = execution["time_s"]
        self.total_s = total_s
        tasks = execution["tasks"]
        self.executed: int = tasks["executed"]
        self.useful: int = tasks["useful"]
        self.pushed: int = tasks["pushed"]
        self.stale: int = tasks["stale"]
        self.worklist: dict[str, Any] = execution["worklist"]
        self.per_thread: list[dict[str, Any]] | None = execution.get("per_thread")
        self.drift: dict[str, float] | None = execution.get("drift")
        self.verified = verified
        self._answer = answer
        self._values = values
        self._input = {"input": graph.name, "input_id": graph.input_id, "nodes": graph.num_nodes,
                       "edges": graph.num_edges}
        self._load_s: float = graph.load_s

    @property
    def wasted_work(self) -> float:
        """Executed tasks per useful task."""
        return self.executed / self.useful if self.useful else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Returns the record of the run in the schema galois-cps/1 (``docs/result-record.md``).

        Its values are those of Python, so that ``json.dumps`` takes them.
        """
        checksum, summary = self._answer()
        record: dict[str, Any] = {
            "schema": "galois-cps/1",
            "app": self.app,
            **self._input,
            "params": dict(self.params),
            "wl": self.scheduler or self.algorithm,
            "wl_params": dict(self.parameters),
            "threads": self.threads,
            "cores": _core.cores(),
            "pinned": self.pinned,
            "seed": self.seed,
            "build": _core.build(),
            "host": _core.host(),
            "time_s": self.time_s,
            "load_s": self._load_s,
            "total_s": self.total_s,
            "max_rss_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "tasks": {"executed": self.executed, "useful": self.useful, "pushed": self.pushed,
                      "stale": self.stale},
            "wasted_work": self.wasted_work,
            "worklist": dict(self.worklist),
        }
        if self.per_thread is not None:
            record["per_thread"] = self.per_thread
        if self.drift is not None:
            record["drift"] = dict(self.drift)
        record["answer"] = {"checksum": checksum, "summary": summary}
        record["verified"] = "skipped" if self.verified is None else self.verified
        return record

    def report(self, path: str | os.PathLike[str], *, title: str = "") -> None:
        """Writes a page about the run: one HTML file with its pictures inside.

        It says what ran, on which graph, how the answer is spread, where the time went, and what
        the scheduler counted. Needs matplotlib.

        Parameters
        ----------
        path : path
            The file to write, such as ``"run.html"``.
        title : str
            The title of the page; by default it names the algorithm and the graph.

        Raises
        ------
        galois_cps.runs.UserError
            When the file cannot be written, or its name ends in another suffix than ``.html``.
        """
        from .charts import run_page

        run_page.write([self.to_dict()], os.fspath(path), self._values(), title)

    def __repr__(self) -> str:
        under = f" under {self.scheduler}" if self.scheduler else ""
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        return f"<Run of {self.app}: {self.algorithm}{under}, {threads}, {tables.pretty_seconds(self.time_s)}>"
