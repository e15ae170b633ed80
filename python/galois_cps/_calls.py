"""How a call runs: threads, scheduler, progress, messages."""

from __future__ import annotations

import atexit
import contextlib
import functools
import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Union

from . import _core

logger = logging.getLogger("galois_cps")
logger.addHandler(logging.NullHandler())

# Whatever a daemon thread runs ends before the interpreter does.
atexit.register(_core.end_calls)

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
        self._core = _core.Scheduler(name)
        self._parameters = dict(parameters)
        for parameter, value in parameters.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._core.set(parameter.replace("_", "-"), text)

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


def default_threads() -> int:
    """The number of threads of a call that does not say it.

    It is that of the environment variable ``GALOIS_NUM_THREADS``, else ``OMP_NUM_THREADS``, which
    joblib sets, else the number of processors that affinity and control groups leave to this
    process, as in the programs (``docs/threads.md``).

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


def threads_of(threads: int | None) -> int:
    if threads is None:
        return default_threads()
    if isinstance(threads, bool) or not hasattr(threads, "__index__"):
        raise TypeError(f"threads must be a whole number or None, not {type(threads).__name__}")
    if threads < 1:
        raise ValueError(f"threads={threads}: a whole number from 1 is needed")
    return int(threads)


@contextlib.contextmanager
def _reporter(progress: Progress, what: str) -> Iterator[Callable[[int, float], object] | None]:
    """A function that the waiting thread calls with the tasks and the seconds so far."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress=True needs the package tqdm: pip install tqdm") from error
        with tqdm(desc=what, unit=" tasks", unit_scale=True) as bar:
            yield lambda executed, _seconds: bar.update(executed - bar.n)
    elif callable(progress):
        yield progress
    else:
        raise TypeError("progress must be True, False or a function of two numbers")


def deliver_messages() -> None:
    """Passes on what the library has said: warnings as warnings, and everything to the logger."""
    for level, text in _core.take_messages():
        logger.log(level, "%s", text)
        if level == logging.WARNING:
            warnings.warn(text, RuntimeWarning, stacklevel=5)


@contextlib.contextmanager
def options(*, what: str = "call", scheduler: str | Scheduler = "auto",
            threads: int | None = None, seed: int = 1, timeout: float | None = None,
            progress: Progress = None, drift: int = 0,
            per_thread: bool = False) -> Iterator[_core.Options]:
    """The options of a call. Messages of the library are delivered at its end."""
    chosen = scheduler if isinstance(scheduler, Scheduler) else Scheduler(scheduler)
    if timeout is not None and not timeout >= 0:
        raise ValueError(f"timeout={timeout}: a number of seconds from 0 is needed")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed={seed}: a whole number from 0 to 2**64 - 1 is needed")
    if drift < 0:
        raise ValueError(f"drift={drift}: a number of tasks is needed, or 0")
    try:
        with _reporter(progress, what) as report:
            yield _core.Options(
                scheduler=chosen._core, threads=threads_of(threads), seed=int(seed),
                drift=int(drift), per_thread=bool(per_thread),
                timeout=None if timeout is None else float(timeout), progress=report)
    finally:
        deliver_messages()
