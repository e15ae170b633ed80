"""Threads that take turns at random steps, and write what they see.

An operation of a queue is a generator. Between two `yield`s it acts as one step, so `yield` stands wherever
another thread may come in between. The clock counts steps.
"""

import dataclasses
import random
from collections.abc import Generator, Iterator
from typing import NamedTuple, Protocol

Steps = Generator[None, None, None]


class Item(NamedTuple):
    """What a queue holds. Items are compared by their priorities first."""

    priority: int
    value: int


PopSteps = Generator[None, None, Item | None]


class Queue(Protocol):
    """A queue that several threads use."""

    def push(self, thread: int, item: Item) -> Steps: ...
    def pop(self, thread: int) -> PopSteps: ...


@dataclasses.dataclass(frozen=True)
class Work:
    """What the threads do: each pushes half of its items, then pushes one item or pops as often as there are
    others, and pops until nothing is found `patience` times in a row. With `ahead`, the later items are at most
    that much less urgent than what the thread has popped; else all priorities are below `priorities`."""

    threads: int = 4
    items: int = 1200
    priorities: int = 1 << 20
    ahead: int = 0
    patience: int = 1
    stall: float = 0.002  # how probable it is at each step that a thread sleeps


class _Simulation:
    def __init__(self, queue: Queue, work: Work, generator: random.Random):
        self.queue = queue
        self.work = work
        self.generator = generator
        self.clock = 0
        self.values = iter(range(work.items))
        self.lines: list[str] = []

    def _write(self, thread: int, begin: int, operation: str, item: Item | None) -> None:
        end = f"{item.priority},{item.value}" if item else ","
        self.lines.append(f"{thread},{begin},{self.clock},{operation},{end}")

    def _push(self, thread: int, priority: int) -> Steps:
        begin = self.clock
        item = Item(priority, next(self.values))
        yield
        yield from self.queue.push(thread, item)
        self._write(thread, begin, "push", item)

    def _pop(self, thread: int) -> PopSteps:
        begin = self.clock
        yield
        item = yield from self.queue.pop(thread)
        self._write(thread, begin, "pop" if item else "empty", item)
        return item

    def _thread(self, thread: int) -> Steps:
        draw, work = self.generator.random, self.work
        share = work.items // work.threads
        for _ in range(share // 2):
            yield from self._push(thread, int(draw() * work.priorities))
            yield
        pushed, popped = share // 2, 0
        while pushed < share:
            if draw() < 0.5:
                priority = popped + int(draw() * work.ahead) if work.ahead else int(draw() * work.priorities)
                yield from self._push(thread, priority)
                pushed += 1
            else:
                item = yield from self._pop(thread)
                popped = item.priority if item else popped
            yield
        misses = 0
        while misses < work.patience:
            item = yield from self._pop(thread)
            misses = 0 if item else misses + 1
            yield

    def run(self) -> None:
        """Runs the threads until all are done."""
        threads: list[Iterator[None]] = [self._thread(thread) for thread in range(self.work.threads)]
        asleep = [0] * len(threads)
        draw, stall = self.generator.random, self.work.stall
        while threads:
            self.clock += 1
            place = int(draw() * len(threads))
            if asleep[place] > self.clock:
                continue
            if draw() < stall:
                asleep[place] = self.clock + int(draw() * 400)
            try:
                next(threads[place])
            except StopIteration:
                del threads[place], asleep[place]


def history(queue: Queue, work: Work, seed: int) -> str:
    """The history of a queue as lines. The same seed gives the same history."""
    simulation = _Simulation(queue, work, random.Random(seed))
    simulation.run()
    return "\n".join(simulation.lines) + "\n"
