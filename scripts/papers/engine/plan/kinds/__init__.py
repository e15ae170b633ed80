"""Kinds of figures: where numbers come from that ordinary runs do not give.

A kind is one class, in one file of this folder or of a folder `kinds` of a paper. Nothing else names
it: all files there are read, and each figure asks each kind whether it is for it.
"""

import dataclasses
import functools
import importlib
import inspect
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

from .. import catalogue as data
from .. import tidy
from ..catalogue import Figure
from ..execute import Outcome
from ..session import Session
from ..stops import Stops

_SCRIPTS = pathlib.Path(__file__).resolve().parents[4]
Rows = list[dict[str, Any]]


@dataclasses.dataclass
class Work:
    """How missing numbers are to be made, and what came of it."""

    deadline: float | None  # of time.monotonic
    jobs: int
    build: bool
    fresh: bool
    say: Callable[[str], None]
    total: Outcome = dataclasses.field(default_factory=Outcome)


class Kind:
    """A kind of figure; here, one that adds nothing."""

    alone = False  # whether a figure has no numbers but these
    source = ""    # make() is called only if these runs are wanted: T, S, or either

    def is_for(self, figure: Figure) -> bool:
        """Whether numbers of a figure come from here."""
        raise NotImplementedError

    def programs(self, figure: Figure) -> set[str]:
        """The programs of the preset release that make() runs."""
        return set()

    def prepare(self, session: Session, figure: Figure, work: Work) -> None:
        """Makes what the ordinary runs of a figure need."""

    def make(self, session: Session, figure: Figure, work: Work) -> None:
        """Makes what is missing, until the deadline. UserError if that fails."""

    def commands(self, session: Session, figure: Figure, fresh: bool) -> Iterator[str]:
        """The commands that make() would run, as far as they are known."""
        return iter(())

    def count(self, session: Session, figure: Figure) -> tuple[int, int]:
        """The numbers of runs that are there and that are wanted."""
        return 0, 0

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """The rows of what is there; `found` are those that the figure has without them."""
        return []

    def records(self, session: Session, figure: Figure) -> Iterator[dict[str, Any]]:
        """Records that tell on which machine a figure was made."""
        return iter(())


@functools.cache
def every() -> list[Kind]:
    """All kinds, in the order of their files."""
    found = []
    for folder in ("papers/engine/plan/kinds", *(f"papers/{paper}/kinds" for paper in data.PAPERS)):
        for path in sorted((_SCRIPTS / folder).glob("[a-z]*.py")):
            module = importlib.import_module(f"{folder.replace('/', '.')}.{path.stem}")
            found += [each() for _, each in inspect.getmembers(module, inspect.isclass)
                      if issubclass(each, Kind) and each.__module__ == module.__name__]
    return found


def of(figure: Figure) -> list[Kind]:
    """The kinds that are for a figure."""
    return [kind for kind in every() if kind.is_for(figure)]


def alone(figure: Figure) -> Kind | None:
    """The kind from which all numbers of a figure come, if there is one."""
    return next((kind for kind in of(figure) if kind.alone), None)


def rows(session: Session, figure: Figure) -> Rows:
    """The tidy table of a figure, from the records that are there, of all kinds of runs: which are to
    run does not change what earlier runs say."""
    found = []
    if not alone(figure):
        wanted = session.planner.wanted([figure], data.KINDS, session.chosen([figure]))
        stops = Stops({figure.id: figure}, wanted.cells, session.store)
        found = tidy.rows(wanted.cells, stops, session.rounds_there(),
                          points=figure.chart == "history")
    for kind in of(figure):
        found += kind.rows(session, figure, found)
    return found
