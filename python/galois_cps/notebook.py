"""Runs as DataFrames: read from files, or made to compare schedulers. Needs pandas."""

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import galois_cps
import numpy as np
import pandas

from .runs import UsageError, answers, results

# The part of each algorithm's result that does not depend on the scheduler. Of colours there may be
# more or fewer.
_ANSWERS = {"sssp": "distances", "bfs": "distances", "pagerank": "ranks", "mst": "weight",
            "astar": "distance", "core_numbers": "cores", "color": None}
# Floats differ by the order of summation.
_RELATIVE = 1e-6


def records(paths_or_runs: Any) -> pandas.DataFrame:
    """Reads runs into a table with one row per run.

    Columns have the names of the record, with dots between levels: ``time_s``, ``tasks.executed``,
    ``wl_params.delta``. A value that a run does not have is nan. Lists stay lists. Warm-up runs and
    failed runs are left out.

    Parameters
    ----------
    paths_or_runs : path, run, or iterable of them
        A path names a file of ``scripts/bench --out`` or of a program's ``--json``. A run is a
        result of this package, its ``.run``, or a record as a dictionary.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    galois_cps.runs.UserError
        When a file cannot be read, or has something else in it.

    Examples
    --------
    >>> from galois_cps import records
    >>> records({"wl": "smq", "tasks": {"executed": 7}})["tasks.executed"].item()
    7
    """
    if isinstance(paths_or_runs, pandas.DataFrame):
        return paths_or_runs
    if isinstance(paths_or_runs, (str, os.PathLike, Mapping)) or not isinstance(
            paths_or_runs, Iterable):
        paths_or_runs = [paths_or_runs]
    return pandas.DataFrame([dict(_flat(record)) for each in paths_or_runs
                             for record in _records_of(each)])


def _records_of(item: Any) -> list[Mapping[str, Any]]:
    if isinstance(item, Mapping):
        return [item]
    if isinstance(item, (str, os.PathLike)):
        return results.successes(results.read_any(item))
    run = getattr(item, "run", item)
    if not hasattr(run, "to_dict"):
        raise UsageError(f"{item!r} is no run; give a path, a result or a record")
    return [run.to_dict()]


def _flat(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """(dotted name, value) of everything in a record."""
    for name, value in record.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def compare(graph: Any, algorithm: str, *, schedulers: Sequence[Any] = ("smq-bucket", "obim"),
            threads: Sequence[int] = (1,), repeats: int = 9, warmup: int = 1,
            **options: Any) -> pandas.DataFrame:
    """Runs an algorithm under several schedulers and thread counts, and returns all measured runs.

    Runs are interleaved: each round runs every configuration once, in an order that rotates from
    round to round, so that a slow minute of the machine meets all of them.

    Parameters
    ----------
    graph : galois_cps.Graph, or what its constructors take
    algorithm : {"sssp", "bfs", "mst", "pagerank", "color", "astar", "core_numbers"}
    schedulers : sequence of str or galois_cps.Scheduler
    threads : sequence of int
    repeats : int
        The number of rounds that are measured.
    warmup : int
        The number of rounds before these, which are not measured.
    **options
        What the algorithm takes, such as ``source=0`` or ``drift=100``.

    Returns
    -------
    pandas.DataFrame
        As of `records`, with the column ``repeat``.

    Raises
    ------
    ValueError
        When the algorithm runs without a scheduler, as ``bfs`` does by levels.
    galois_cps.runs.answers.AnswerMismatch
        When two runs give different answers. Colours may differ.
    """
    if algorithm not in _ANSWERS:
        raise ValueError(f"algorithm is {algorithm!r}; give one of {', '.join(_ANSWERS)}")
    if repeats < 1 or not schedulers or not threads:
        raise ValueError("compare needs a scheduler, a thread count and repeats of at least 1")
    function = getattr(galois_cps, algorithm)
    configurations = list(itertools.product(schedulers, threads))
    rows: list[dict[str, Any]] = []
    first: Any = None
    for repeat in range(-warmup, repeats):
        turn = repeat % len(configurations)
        for scheduler, count in configurations[turn:] + configurations[:turn]:
            result = function(graph, scheduler=scheduler, threads=count, **options)
            if not result.run.scheduler:
                raise ValueError(f"{algorithm} ran without a scheduler, by {result.run.algorithm}; "
                                 "give algorithm='worklist'")
            first = _check(result, first, algorithm, scheduler, count, options)
            if repeat >= 0:
                rows.append({**dict(_flat(result.run.to_dict())), "repeat": repeat})
    return pandas.DataFrame(rows)


def _check(result: Any, first: Any, algorithm: str, scheduler: Any, threads: int,
           options: Mapping[str, Any]) -> Any:
    """The first answer. Raises AnswerMismatch if this one differs from it."""
    if _ANSWERS[algorithm] is None:
        return None
    answer = np.asarray(getattr(result, _ANSWERS[algorithm]))
    if first is None:
        return answer
    if algorithm == "pagerank":
        same = np.abs(answer - first).sum() <= 2 * options.get("tolerance", 1e-4)
    elif answer.dtype.kind == "f":
        same = np.allclose(answer, first, rtol=_RELATIVE, atol=0)
    else:
        same = np.array_equal(answer, first)
    if not same:
        raise answers.AnswerMismatch(f"{algorithm} under {scheduler} on {threads} threads gives "
                                     "another answer than the first run")
    return first
