"""The cases: published defects, mutants and right queues."""

import dataclasses
import functools
import pathlib
import random
import re
from collections.abc import Callable, Iterator

from . import faulty, queues
from .simulation import Queue, Work, history

PUBLISHED = pathlib.Path(__file__).parent / "published"
_HEADER = "thread,begin,end,operation,priority,value\n"


@dataclasses.dataclass(frozen=True)
class Case:
    """A history and what is to be found in it."""

    name: str
    fault: str  # "" of a right queue
    expect: frozenset[str]  # kinds of faults that are in it for sure
    options: tuple[str, ...]  # of scripts/check-history: what the queue promises
    lines: Callable[[], str]

    def text(self) -> str:
        """The file."""
        options = f"# options: {' '.join(self.options)}\n" if self.options else ""
        return f"# fault: {self.fault or 'none'}\n# expect: {' '.join(sorted(self.expect)) or 'nothing'}\n" \
            f"{options}{_HEADER}{self.lines()}"


def published() -> Iterator[Case]:
    """The defects of published code that a history can show, by hand."""
    for path in sorted(PUBLISHED.glob("*.csv")):
        text = path.read_text(encoding="utf-8")
        said = dict(re.findall(r"^# (\w+): (.*)$", text, re.M))
        yield Case(path.stem, said["fault"], frozenset(said["expect"].split()),
                   tuple(said.get("options", "").split()), functools.partial(str, text.split(_HEADER)[1]))


_FIFO = ("--thread-order=fifo", "--bound=rank:0", "--empty=moment")
_MIXED = Work()
_BUSY = Work(threads=8)
_TIES = Work(priorities=4, items=800)
_LONG = Work(items=8000, ahead=1 << 16)


def _simulated(name: str, made: Callable[[random.Random], Queue], work: Work, seed: int, expect: str = "",
               options: tuple[str, ...] = ()) -> Case:
    kind = type(made(random.Random(0)))
    fault = (kind.__doc__ or "").splitlines()[0] if expect else ""
    return Case(name, fault, frozenset(expect.split()), options,
                lambda: history(made(random.Random(seed)), work, seed))


# What is wrong, its parameters, the work, what is found, and what the queue promises.
_EXACT = ("--bound=rank:0",)
_LOCAL = ("--empty=any", "--thread-order=own")
_EIGHT = ("--bound=multiqueue:8",)
_MUTANTS = [
    (faulty.DropsPushes, (1000,), _MIXED, "lost", _EXACT),
    (faulty.DropsPushes, (300,), _BUSY, "lost", _EXACT),
    (faulty.DropsPops, (500,), _MIXED, "lost", _EXACT),
    (faulty.DropsPops, (300,), _BUSY, "lost", _EXACT),
    (faulty.QueuesTwice, (1000,), _MIXED, "duplicated", _EXACT),
    (faulty.QueuesTwice, (300,), _BUSY, "duplicated", _EXACT),
    (faulty.LeavesWhatItReturns, (1000,), _MIXED, "duplicated", _EXACT),
    (faulty.LeavesWhatItReturns, (300,), _BUSY, "duplicated", _EXACT),
    (faulty.PeeksThenPops, (), _MIXED, "duplicated lost", ()),
    (faulty.PeeksThenPops, (), _BUSY, "duplicated lost", ()),
    (faulty.IgnoresItsLock, (), _MIXED, "lost", ()),
    (faulty.RacyInbox, (1 << 14,), _MIXED, "lost", ()),
    (faulty.RacyInbox, (1 << 14,), _BUSY, "lost", ()),
    (faulty.PublishesFirst, (64,), _MIXED, "duplicated lost", ("--empty=any",)),
    (faulty.PublishesFirst, (512,), _BUSY, "lost", ("--empty=any",)),
    (faulty.NeverFull, (32,), _MIXED, "lost", ()),
    (faulty.NeverFull, (512,), _BUSY, "lost", ()),
    (faulty.ChangesPriorities, (500,), _MIXED, "invented lost", ()),
    (faulty.InventsItems, (500,), _MIXED, "invented", ()),
    (faulty.DropsASentinel, (0,), _MIXED, "lost", _EXACT),
    (faulty.DropsASentinel, (777,), _BUSY, "lost", _EXACT),
    (faulty.LosesOneAsItGrows, (64,), _MIXED, "lost", ()),
    (faulty.LosesOneAsItGrows, (256,), _BUSY, "lost", ()),
    (faulty.TakesALockForEmpty, (), _MIXED, "empty", ()),
    (faulty.TakesALockForEmpty, (), _BUSY, "empty", ()),
    (faulty.CountsLate, (), _BUSY, "empty", ()),
    (faulty.ProbesOnce, (8,), Work(patience=200), "empty", ()),
    (faulty.ProbesOnce, (32,), Work(patience=200, threads=8), "empty", ()),
    (faulty.FailsWeakly, (500,), Work(patience=5), "empty", _EXACT),
    (faulty.KeepsABuffer, (7,), _MIXED, "lost", ()),
    (faulty.KeepsABuffer, (16,), _BUSY, "empty lost", ()),
    (faulty.GoesTooFar, (8, 20), _MIXED, "rank", ("--bound=rank:8",)),
    (faulty.GoesTooFar, (32, 20), _MIXED, "rank", ("--bound=rank:32",)),
    (faulty.TakesTheLast, (500,), _MIXED, "rank", _EXACT),
    (faulty.TakesTheLast, (500,), _BUSY, "rank", ("--bound=rank:8",)),
    (queues.Multi, (8, 1), _LONG, "mean", _EIGHT),
    (faulty.ComparesTheWrongWay, (8, 3), _LONG, "mean", _EIGHT),
    (faulty.LeavesOneOut, (8,), _LONG, "mean", _EIGHT),
    (faulty.RunsItsBatchFirst, (4, 16), _MIXED, "own", _LOCAL),
    (faulty.RunsItsBatchFirst, (8, 16), Work(threads=8, items=240), "own", _LOCAL),
    (faulty.StealsCopies, (4, 4), _MIXED, "duplicated", _LOCAL),
    (faulty.StealsCopies, (8, 8), _BUSY, "duplicated", _LOCAL),
    (faulty.TurnsTiesRound, (20,), _TIES, "fifo", _FIFO),
    (faulty.RacyNumbers, (), _TIES, "fifo", ("--thread-order=fifo",)),
]


def _maker(kind: Callable[..., Queue], parameters: tuple[int, ...]) -> Callable[[random.Random], Queue]:
    return lambda generator: kind(generator, *parameters)


def mutants() -> Iterator[Case]:
    """Wrong queues, each with one fault."""
    for seed, (kind, parameters, work, expect, options) in enumerate(_MUTANTS, 1):
        words = re.sub(r"(?<!^)([A-Z])", r"-\1", kind.__name__).lower()
        yield _simulated(f"{seed:02}-{words}", _maker(kind, parameters), work, seed, expect, options)


def right_queues(scale: int = 1) -> Iterator[Case]:
    """Right queues with the strictest promises that they keep, of about 4000 operations, or so many times as
    many."""
    mixed, ties, long = (dataclasses.replace(work, items=2000 * scale) for work in (_BUSY, _TIES, _LONG))
    yield _simulated("exact", queues.Exact, mixed, 1, "", ("--bound=rank:0", "--empty=moment"))
    yield _simulated("exact-ties", queues.Exact, ties, 2, "", _FIFO)
    yield _simulated("relaxed", lambda generator: queues.Relaxed(generator, 8), mixed, 3, "",
                     ("--bound=rank:8", "--empty=moment"))
    yield _simulated("multiqueue", lambda generator: queues.Multi(generator, 8), long, 4, "", _EIGHT)
    yield _simulated("local", lambda generator: queues.Local(generator, 8), mixed, 5, "", _LOCAL)


def all_cases() -> Iterator[Case]:
    """All of them."""
    yield from published()
    yield from mutants()
    yield from right_queues()


def write(folder: pathlib.Path) -> int:
    """Writes all cases into the folders published, mutants and right of a folder; returns how many."""
    written = 0
    for name, made in (("published", published), ("mutants", mutants), ("right", right_queues)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for case in made():
            (folder / name / f"{case.name}.csv").write_text(case.text(), encoding="utf-8")
            written += 1
    return written
