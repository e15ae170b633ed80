"""Queues that keep their promises."""

import bisect
import heapq
import random
from collections.abc import Generator

from .simulation import Item, PopSteps, Steps


class Exact:
    """A heap behind a lock: the most urgent item first, and of those the one that was pushed first."""

    def __init__(self, generator: random.Random):
        self.generator = generator
        self.heap: list[tuple[int, int, Item]] = []
        self.number = 0
        self.locked = False

    def lock(self) -> Steps:
        """Waits for the lock."""
        while self.locked:
            yield
        self.locked = True

    def put(self, item: Item) -> None:
        """Stores an item, under the lock."""
        self.number += 1
        heapq.heappush(self.heap, (item.priority, self.number, item))

    def take(self) -> Item | None:
        """Takes the most urgent item, under the lock."""
        return heapq.heappop(self.heap)[2] if self.heap else None

    def push(self, thread: int, item: Item) -> Steps:
        yield from self.lock()
        yield
        self.put(item)
        self.locked = False
        yield

    def pop(self, thread: int) -> PopSteps:
        yield from self.lock()
        yield
        item = self.take()
        self.locked = False
        yield
        return item


class Relaxed(Exact):
    """One of the `bound` + 1 most urgent items, at random."""

    def __init__(self, generator: random.Random, bound: int):
        super().__init__(generator)
        self.bound = bound
        self.window: list[Item] = []  # the most urgent items, in their order

    def put(self, item: Item) -> None:
        bisect.insort(self.window, item)
        if len(self.window) > self.bound + 1:
            super().put(self.window.pop())

    def take(self) -> Item | None:
        if not self.window:
            return None
        return self.taken(int(self.generator.random() * len(self.window)))

    def taken(self, place: int) -> Item:
        """Takes the item at a place of the window."""
        item = self.window.pop(place)
        if more := super().take():
            self.window.append(more)
        return item


class Multi:
    """A MultiQueue: a push chooses one of the queues at random, a pop the best of a few. If that is empty, a pop
    looks through all."""

    def __init__(self, generator: random.Random, queues: int, choices: int = 2):
        self.generator = generator
        self.queues: list[list[Item]] = [[] for _ in range(queues)]
        self.choices = choices

    def drawn(self) -> list[Item]:
        """One of the queues."""
        return self.queues[int(self.generator.random() * len(self.queues))]

    def best(self) -> list[Item]:
        """The queue from which a pop takes."""
        return min((self.drawn() for _ in range(self.choices)), key=lambda queue: queue[0] if queue else (1 << 62, 0))

    def push(self, thread: int, item: Item) -> Steps:
        queue = self.drawn()
        yield
        heapq.heappush(queue, item)
        yield

    def pop(self, thread: int) -> PopSteps:
        queue = self.best()
        yield
        if queue:
            item = heapq.heappop(queue)
            yield
            return item
        return (yield from self.scan())

    def scan(self) -> PopSteps:
        """Takes from the first queue that has an item."""
        for queue in self.queues:
            if queue:
                return heapq.heappop(queue)
            yield
        return None


class Local:
    """A heap per thread. A thread whose heap is empty asks one other thread, and then says that it found nothing."""

    def __init__(self, generator: random.Random, threads: int):
        self.generator = generator
        self.heaps: list[list[Item]] = [[] for _ in range(threads)]

    def push(self, thread: int, item: Item) -> Steps:
        yield
        heapq.heappush(self.heaps[thread], item)
        yield

    def pop(self, thread: int) -> PopSteps:
        yield
        if self.heaps[thread]:
            return heapq.heappop(self.heaps[thread])
        return (yield from self.steal(thread))

    def steal(self, thread: int) -> Generator[None, None, Item | None]:
        """Takes one item of another thread."""
        victim = self.heaps[int(self.generator.random() * len(self.heaps))]
        yield
        return heapq.heappop(victim) if victim else None
