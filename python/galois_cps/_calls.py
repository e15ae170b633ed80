"""How a call runs: threads, scheduler, progress, messages."""

from __future__ import annotations

import atexit
import contextlib
import functools
import logging
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Collection, Iterator
from typing import Any, Union

from . import _core
from ._arrays import real_number, text, whole_number
from ._messages import without_flags

logger = logging.getLogger("galois_cps")
logger.addHandler(logging.NullHandler())

# Whatever a daemon thread runs ends before the interpreter does.
atexit.register(_core.end_calls)
# In a forked child the other threads are gone, and what their calls held is never freed.
os.register_at_fork(after_in_child=_core.expect_leaks)

#: What the argument ``progress`` takes.
Progress = Union[bool, None, Callable[[int, float], object]]


def schedulers() -> list[str]:
    """The names of all schedulers of this build; the first is the default.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import galois_cps
    >>> "smq" in galois_cps.schedulers()
    True
    """
    return _core.scheduler_names()


class Scheduler:
    """A scheduler by its name, with the values of its parameters.

    Parameters
    ----------
    name : str
        One of `schedulers()`, or 'auto', which leaves the choice to the algorithm and has no
        parameters.
    **parameters : str or int or float or bool
        Parameters of the scheduler, in the spelling of the programs' flags with ``_`` for ``-``.
        ``docs/worklists`` has a page for each scheduler.

    Raises
    ------
    ValueError
        If there is no such scheduler, parameter, or value.

    Examples
    --------
    >>> from galois_cps import Scheduler
    >>> Scheduler("smq", steal_prob="1/8")
    Scheduler('smq', steal_prob='1/8')
    """

    def __init__(self, name: str = "auto", **parameters: str | float) -> None:
        self._core = _core.Scheduler(text(name, "scheduler"))
        self._parameters = dict(parameters)
        for parameter, value in parameters.items():
            word = str(value).lower() if isinstance(value, bool) else str(value)
            try:
                self._core.set(parameter.replace("_", "-"), text(word, parameter))
            except ValueError as error:  # which names parameters as flags
                spelled = re.sub(r"\b[a-z]+(-[a-z]+)+(?=[,=]|$)", lambda name: name[0].replace("-", "_"), str(error))
                raise ValueError(spelled) from None

    @property
    def name(self) -> str:
        """The name of the scheduler."""
        return self._core.name

    @property
    def parameters(self) -> dict[str, str | float]:
        """The parameters that were given."""
        return dict(self._parameters)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self._parameters.items())
        return f"Scheduler({self.name!r}{given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(Scheduler, self.name, **self._parameters), ()


def named(scheduler: str | Scheduler) -> bool:
    """Whether an argument names a scheduler, rather than leaving the choice to the algorithm."""
    return (scheduler.name if isinstance(scheduler, Scheduler) else scheduler) != "auto"


def refuse_unused(algorithm: str, users: str, **given: bool) -> None:
    """Refuses arguments that the algorithm would not look at.

    :param given: which arguments were given
    :raises ValueError: if one was"""
    for name, is_given in given.items():
        if is_given:
            raise ValueError(f"{name} is given, and algorithm={algorithm!r} does not use it: give "
                             f"{users}, or leave {name} out")


def default_threads() -> int:
    """The number of threads of a call that does not say it.

    It is that of the environment variable ``GALOIS_NUM_THREADS``, else ``OMP_NUM_THREADS``, which
    joblib sets, else the number of processors that affinity and control groups leave to this
    process, as in the programs (``docs/threads.md``). In the last case a small graph (at most
    262,144 nodes and edges) takes one thread, unless a call names a scheduler or asks for what one
    measures.

    Returns
    -------
    int

    Examples
    --------
    >>> import galois_cps
    >>> galois_cps.default_threads() >= 1
    True
    """
    return _core.default_threads()


@contextlib.contextmanager
def _reporter(progress: Progress, what: str, unit: str = " tasks",
              total: int | None = None) -> Iterator[Callable[[int, float], object] | None]:
    """A function that the waiting thread calls with the tasks and the seconds so far."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress=True needs the package tqdm: pip install tqdm") from error
        with tqdm(desc=what, unit=unit, unit_scale=True, total=total) as bar:
            yield lambda executed, _seconds: bar.update(executed - bar.n)
    elif callable(progress):
        yield progress
    else:
        raise TypeError("progress must be True, False or a function of two numbers")


def deliver_messages(parameters: Collection[str] | None = None) -> None:
    """Passes on what the library has said: warnings as warnings, and everything to the logger.

    :param parameters: those of the function to whose callers messages of the readers of files go
    """
    for level, said in _core.take_messages():
        message = said if parameters is None else without_flags(said, parameters)
        logger.log(level, "%s", message)
        if level == logging.WARNING:
            warn(message, RuntimeWarning)


def warn(message: str, category: type[Warning]) -> None:
    """Warns of the line that has called the package."""
    warnings.warn(message, category, stacklevel=_depth())


def _depth() -> int:
    """How far above the caller of this the code is that has called the package."""
    depth, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in (__package__, "contextlib"):
        depth, frame = depth + 1, frame.f_back
    return depth


@contextlib.contextmanager
def options(*, what: str = "call", scheduler: str | Scheduler = "auto",
            threads: int | None = None, seed: int = 1, timeout: float | None = None,
            progress: Progress = None, drift: int = 0, per_thread: bool = False,
            begin: float | None = None,
            rows: Callable[[], tuple[int, int]] | None = None) -> Iterator[_core.Options]:
    """The options of a call. Messages of the library are delivered at its end.

    :param begin: when the time limit began, by time.perf_counter(); by default now
    :param rows: the finished and all rows of a table, which progress tells instead of tasks
    :raises TimeoutError: if it is over"""
    chosen = scheduler if isinstance(scheduler, Scheduler) else Scheduler(scheduler)
    limit = None if timeout is None else real_number(timeout, "timeout")
    if limit is not None and not limit >= 0:
        raise ValueError(f"timeout={timeout}: a number of seconds from 0 is needed")
    spent = 0.0 if begin is None else time.perf_counter() - begin
    # 0: the library decides, and raises ValueError if the environment names a wrong number.
    count = 0 if threads is None else whole_number(threads, "threads", 1, _core.MAX_THREADS)
    seed, drift = whole_number(seed, "seed"), whole_number(drift, "drift")
    if limit is not None and begin is not None and spent >= limit:
        raise TimeoutError(f"the call took longer than its timeout of {limit:g} s")
    try:
        unit, total = (" tasks", None) if rows is None else (" rows", rows()[1])
        with _reporter(progress, what, unit, total) as report:
            told = report
            if rows is not None and report is not None:
                since = time.perf_counter() - spent

                def told(_executed: int, _seconds: float) -> object:
                    return report(rows()[0], time.perf_counter() - since)
            yield _core.Options(
                scheduler=chosen._core, threads=count, seed=seed, drift=drift,
                per_thread=bool(per_thread), timeout=limit, spent=spent, progress=told)
            if rows is not None and told is not None:
                told(0, 0.0)
    finally:
        deliver_messages()
