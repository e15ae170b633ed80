"""Queues that do not keep their promises: each has one fault.

Faults that no race makes happen once in `rate` operations, at random.
"""

import heapq
import random

from .queues import Exact, Local, Multi, Relaxed
from .simulation import Item, PopSteps, Steps


class Rare:
    """What happens once in `rate` times."""

    def __init__(self, generator: random.Random, rate: int):
        self.generator = generator
        self.rate = rate

    def __call__(self) -> bool:
        return self.generator.random() * self.rate < 1


class _Rarely(Exact):
    def __init__(self, generator: random.Random, rate: int):
        super().__init__(generator)
        self.now = Rare(generator, rate)


class DropsPushes(_Rarely):
    """A push stores nothing."""

    def put(self, item: Item) -> None:
        if not self.now():
            super().put(item)


class DropsPops(_Rarely):
    """A pop drops the item that it has taken, and takes the next one."""

    def take(self) -> Item | None:
        item = super().take()
        return super().take() if self.now() else item


class QueuesTwice(_Rarely):
    """A push stores its item twice."""

    def put(self, item: Item) -> None:
        super().put(item)
        if self.now():
            super().put(item)


class LeavesWhatItReturns(_Rarely):
    """A pop returns an item and leaves it in the queue."""

    def take(self) -> Item | None:
        item = super().take()
        if item and self.now():
            super().put(item)
        return item


class PeeksThenPops(Exact):
    """A pop reads the first item without the lock, and removes what is first by then."""

    def pop(self, thread: int) -> PopSteps:
        item = self.heap[0][2] if self.heap else None
        yield
        if item:
            self.take()
        return item


class IgnoresItsLock(Exact):
    """An operation enters although another one is in the heap, and the size that one has read is written back."""

    def push(self, thread: int, item: Item) -> Steps:
        size = len(self.heap)
        yield
        self.number += 1
        self.heap[size:] = [(item.priority, self.number, item)]
        yield

    def pop(self, thread: int) -> PopSteps:
        yield
        if not self.heap:
            return None
        item = min(self.heap)
        self.heap.remove(item)
        return item[2]


class RacyInbox(Exact):
    """Pushes go to an inbox of which they read the index, store, and write the index, in three steps."""

    def __init__(self, generator: random.Random, slots: int):
        super().__init__(generator)
        self.slots: list[Item | None] = [None] * slots
        self.written = self.read = 0

    def push(self, thread: int, item: Item) -> Steps:
        place = self.written
        yield
        self.slots[place % len(self.slots)] = item
        yield
        self.written = place + 1

    def pop(self, thread: int) -> PopSteps:
        yield from self.lock()
        while self.read < self.written:
            item = self.slots[self.read % len(self.slots)]
            self.read += 1
            if item:
                self.put(item)
        yield
        found = self.take()
        self.locked = False
        return found


class PublishesFirst(RacyInbox):
    """A push shows its index before it has stored the item: who looks meanwhile finds what was there before."""

    def push(self, thread: int, item: Item) -> Steps:
        place = self.written
        self.written += 1
        yield
        yield
        self.slots[place % len(self.slots)] = item


class NeverFull(RacyInbox):
    """An inbox that nobody asks whether it is full; its index is right."""

    def push(self, thread: int, item: Item) -> Steps:
        yield
        self.slots[self.written % len(self.slots)] = item
        self.written += 1
        yield


class ChangesPriorities(_Rarely):
    """A pop returns the priority of another item."""

    def take(self) -> Item | None:
        item = super().take()
        return Item(item.priority + 1, item.value) if item and self.now() else item


class InventsItems(_Rarely):
    """A pop returns memory that nobody wrote."""

    def take(self) -> Item | None:
        return Item(0, -1 - int(self.generator.random() * 1000)) if self.now() else super().take()


class DropsASentinel(Exact):
    """One value stands for an empty place."""

    def __init__(self, generator: random.Random, value: int):
        super().__init__(generator)
        self.value = value

    def put(self, item: Item) -> None:
        if item.value != self.value:
            super().put(item)


class LosesOneAsItGrows(Exact):
    """The heap doubles its memory, and forgets the last item as it copies the others."""

    def __init__(self, generator: random.Random, capacity: int):
        super().__init__(generator)
        self.capacity = capacity

    def put(self, item: Item) -> None:
        super().put(item)
        if len(self.heap) > self.capacity:
            self.capacity *= 2
            self.heap.pop()


class TakesALockForEmpty(Exact):
    """A pop that does not get the lock says that there is nothing."""

    def pop(self, thread: int) -> PopSteps:
        yield
        return None if self.locked else (yield from super().pop(thread))


class CountsLate(Exact):
    """A pop asks a counter that pushes increase later, in two steps."""

    def __init__(self, generator: random.Random):
        super().__init__(generator)
        self.size = 0

    def push(self, thread: int, item: Item) -> Steps:
        yield from super().push(thread, item)
        size = self.size
        yield
        self.size = size + 1

    def pop(self, thread: int) -> PopSteps:
        yield
        if self.size <= 0:
            return None
        item = yield from super().pop(thread)
        self.size -= 1 if item else 0
        return item


class ProbesOnce(Multi):
    """A pop that finds two empty queues says that there is nothing."""

    def scan(self) -> PopSteps:
        yield
        return None


class FailsWeakly(_Rarely):
    """A compare-exchange fails for no reason, and the pop says that there is nothing."""

    def pop(self, thread: int) -> PopSteps:
        if self.now():
            yield
            return None
        return (yield from super().pop(thread))


class KeepsABuffer(Exact):
    """Pushes stay in a buffer of their thread until it is full, and nobody empties it at the end."""

    def __init__(self, generator: random.Random, size: int):
        super().__init__(generator)
        self.size = size
        self.buffers: dict[int, list[Item]] = {}

    def push(self, thread: int, item: Item) -> Steps:
        buffer = self.buffers.setdefault(thread, [])
        buffer.append(item)
        yield
        if len(buffer) == self.size:
            while buffer:
                self.put(buffer.pop())


class GoesTooFar(Relaxed):
    """A pop takes an item just behind those that it may take."""

    def __init__(self, generator: random.Random, bound: int, rate: int):
        super().__init__(generator, bound)
        self.now = Rare(generator, rate)

    def take(self) -> Item | None:
        if len(self.heap) > 1 and self.now():
            first, second = heapq.heappop(self.heap), heapq.heappop(self.heap)
            heapq.heappush(self.heap, first)
            return second[2]
        return super().take()


class TakesTheLast(_Rarely):
    """A pop takes the least urgent item."""

    def take(self) -> Item | None:
        if self.heap and self.now():
            last = max(self.heap)
            self.heap.remove(last)
            heapq.heapify(self.heap)
            return last[2]
        return super().take()


class ComparesTheWrongWay(Multi):
    """Once in a while, a pop takes from the worse of its queues."""

    def __init__(self, generator: random.Random, queues: int, rate: int):
        super().__init__(generator, queues)
        self.now = Rare(generator, rate)

    def best(self) -> list[Item]:
        if not self.now():
            return super().best()
        return max((self.drawn() for _ in range(2)), key=lambda queue: queue[0] if queue else (-1, 0))


class LeavesOneOut(Multi):
    """No pop draws the last queue: its items come when the others are empty."""

    def best(self) -> list[Item]:
        queues = self.queues[:-1]
        return min((queues[int(self.generator.random() * len(queues))] for _ in range(2)),
                   key=lambda queue: queue[0] if queue else (1 << 62, 0))


class RunsItsBatchFirst(Local):
    """A thief steals a batch, and returns all of it before its own items, which may be more urgent."""

    def __init__(self, generator: random.Random, threads: int, size: int):
        super().__init__(generator, threads)
        self.size = size
        self.batches: list[list[Item]] = [[] for _ in range(threads)]

    def pop(self, thread: int) -> PopSteps:
        yield
        if self.batches[thread]:
            return self.batches[thread].pop()
        return (yield from super().pop(thread))

    def steal(self, thread: int) -> PopSteps:
        victim = self.heaps[int(self.generator.random() * len(self.heaps))]
        yield
        batch = [heapq.heappop(victim) for _ in range(min(self.size, len(victim)))]
        self.batches[thread] = batch[::-1]
        return self.batches[thread].pop() if batch else None


class StealsCopies(Local):
    """A thief sometimes copies an item that stays with its owner."""

    def __init__(self, generator: random.Random, threads: int, rate: int):
        super().__init__(generator, threads)
        self.now = Rare(generator, rate)

    def steal(self, thread: int) -> PopSteps:
        victim = self.heaps[int(self.generator.random() * len(self.heaps))]
        yield
        if not victim:
            return None
        return victim[0] if self.now() else heapq.heappop(victim)


class TurnsTiesRound(_Rarely):
    """Of items of one priority, the one that was pushed last comes first."""

    def put(self, item: Item) -> None:
        self.number += 1
        heapq.heappush(self.heap, (item.priority, -self.number if self.now() else self.number, item))


class RacyNumbers(Exact):
    """The number that orders items of one priority is read and written in two steps."""

    def push(self, thread: int, item: Item) -> Steps:
        number = self.number
        yield
        yield
        self.number = number + 1
        heapq.heappush(self.heap, (item.priority, number, item))
