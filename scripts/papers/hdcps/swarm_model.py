"""A model of Swarm: speculative execution of ordered tasks on many cores, with bounded queues.

It replays a sequential run that was recorded in order of priority: of each task its parent, the
nodes that it reads and writes, and its instructions. A core takes the most urgent task that exists,
whether or not it is safe. A task exists when its parent has finished. When a task finishes, each
less urgent task that has touched a node that it writes runs again, and the children of such a task
are undone with their children. A task commits when all more urgent tasks have finished.

What Swarm has and the model leaves out makes the model faster: commits and conflict checks take no
time, cores share one pool of tasks without messages, and undoing costs nothing but the time that was
spent. What the recorded run lacks also does: tasks that exist only because of wrong data never run.

Bounds: a task that is created while `task_queue` tasks per core wait goes through memory. The core
that takes it pays for the line on both ways. A task that finishes while `commit_queue` tasks per core wait for their
commits undoes the least urgent of these, or waits if it is less urgent itself.

The cost of a task is that of the policies on the simulated machine: instructions, one access to a
queue for the task and for each child, and its cache lines, which move from core to core.
"""

import dataclasses
import heapq
import pathlib
from collections.abc import Sequence
from typing import Any

from galois_cps.runs import UserError
from lab.peers import grfile

APPS = ("sssp", "bfs")
# Nodes per cache line of their distances, which are words of 4 bytes.
NODES_PER_LINE = 16
_ABSENT, _READY, _RUNNING, _WAITING, _FINISHED, _COMMITTED = range(6)
_UNITS = {"ns": 1.0, "us": 1000.0}
_TIMES = ("hit", "near", "memory", "task", "edge", "push", "pop", "queue-access")


@dataclasses.dataclass(frozen=True)
class Task:
    """A task of the recorded run. Tasks are numbered in the order in which they ran."""

    parent: int  # -1 for the first one
    reads: tuple[int, ...]  # nodes, without those that it writes
    writes: tuple[int, ...]
    edges: int


@dataclasses.dataclass
class Result:
    """What a replay took; times are in nanoseconds, those of cores summed over all of them."""

    cores: int
    tasks: int
    time: float = 0.0
    useful: float = 0.0  # of the cores, in tasks that were committed
    undone: float = 0.0  # in those that were undone
    runs: int = 0  # tasks that began
    undone_runs: int = 0
    spills: int = 0  # tasks that went through memory
    displaced: int = 0  # undone for lack of room for their commit
    stalls: int = 0  # finished tasks that waited for such room

    def to_json(self) -> dict[str, Any]:
        """The result as a record."""
        whole = self.time * self.cores
        return dataclasses.asdict(self) | {
            "idle_share": 1 - (self.useful + self.undone) / whole if whole else 0.0}


def costs_of(paths: Sequence[pathlib.Path]) -> dict[str, float]:
    """The times that the model uses, in nanoseconds, from files of costs; later files count more.
    UserError if one cannot be read or a time is missing."""
    found: dict[str, float] = {}
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from error
        for number, line in enumerate(lines, 1):
            words = line.partition("#")[0].split()
            if words and words[0] in _TIMES:
                try:
                    found[words[0]] = float(words[1]) * _UNITS[words[2]]
                except (ValueError, KeyError, IndexError):
                    raise UserError(f"{path}:{number}: a time such as "
                                    f"'{words[0]} 5 ns' is expected") from None
    for name in _TIMES:
        if name not in found:
            raise UserError(f"no file of costs has the time {name}")
    return found


def record(app: str, graph: grfile.Graph, start: int) -> list[Task]:
    """The tasks of a sequential run from a node, in order: a task per push, of which later ones to a
    node may find that it has been reached on a shorter way. BFS counts each edge as 1."""
    offsets, targets = graph.offsets.tolist(), graph.targets.tolist()
    lengths = [1] * len(targets) if app == "bfs" else graph.lengths().tolist()
    distances: list[float] = [float("inf")] * graph.nodes
    distances[start] = 0
    heap: list[tuple[float, int, int, int]] = [(0, 0, start, -1)]
    tasks: list[Task] = []
    pushed = 1
    while heap:
        distance, _, node, parent = heapq.heappop(heap)
        me = len(tasks)
        if distance > distances[node]:
            tasks.append(Task(parent, (node,), (), 0))
            continue
        first, last = offsets[node], offsets[node + 1]
        reads, writes = {node: None}, {}
        for edge in range(first, last):
            target, far = targets[edge], distance + lengths[edge]
            if far < distances[target]:
                distances[target] = far
                writes[target] = None
                heapq.heappush(heap, (far, pushed, target, me))
                pushed += 1
            else:
                reads[target] = None
        tasks.append(Task(parent, tuple(n for n in reads if n not in writes), tuple(writes),
                          last - first))
    return tasks


def sequential(tasks: Sequence[Task], costs: dict[str, float]) -> float:
    """The time of the tasks one after the other on one core, without Swarm's queues."""
    lines = _Lines(costs)
    return sum(_instructions(task, costs, len(task.writes)) + lines.touch(task, 0)
               for task in tasks)


def replay(tasks: Sequence[Task], costs: dict[str, float], cores: int, task_queue: int = 64,
           commit_queue: int = 16) -> Result:
    """Runs the tasks on `cores` cores. The sizes of the queues are entries per core."""
    return _Replay(tasks, costs, cores, task_queue, commit_queue).run()


def _instructions(task: Task, costs: dict[str, float], children: int) -> float:
    return (costs["pop"] + costs["task"] + task.edges * costs["edge"]
            + children * costs["push"])


class _Lines:
    """Which cores have a copy of which cache line."""

    def __init__(self, costs: dict[str, float]) -> None:
        self._costs = costs
        self._holders: dict[int, int] = {}  # a bit per core

    def touch(self, task: Task, core: int) -> float:
        """The time of a task's accesses."""
        mine, time = 1 << core, 0.0
        for node in task.reads:
            line = node // NODES_PER_LINE
            holders = self._holders.get(line, 0)
            time += self._costs["hit" if holders & mine else "near" if holders else "memory"]
            self._holders[line] = holders | mine
        for node in task.writes:
            line = node // NODES_PER_LINE
            holders = self._holders.get(line, 0)
            time += self._costs["hit" if holders == mine else "near" if holders else "memory"]
            self._holders[line] = mine
        return time


class _Replay:
    """The state of a replay. Invariant: `_accesses` has, for each node, the tasks that run, wait or
    have finished, have touched it, and are not committed."""

    def __init__(self, tasks: Sequence[Task], costs: dict[str, float], cores: int, task_queue: int,
                 commit_queue: int) -> None:
        self._tasks, self._costs = tasks, costs
        self._room = cores * task_queue
        self._commits = cores * commit_queue
        self._children: list[list[int]] = [[] for _ in tasks]
        for number, task in enumerate(tasks):
            if task.parent >= 0:
                self._children[task.parent].append(number)
        self._state = [_ABSENT] * len(tasks)
        self._attempt = [0] * len(tasks)
        self._begun = [0.0] * len(tasks)
        self._spent = [0.0] * len(tasks)
        self._core = [-1] * len(tasks)
        self._ready: list[int] = []  # may have tasks that are not ready any more
        self._waiting = 0  # tasks that are ready
        self._finished: list[int] = []  # negative; may have tasks that are not finished any more
        self._uncommitted = 0
        self._stalled: list[int] = []
        self._first = 0  # the least task that is not committed
        self._free = list(range(cores - 1, -1, -1))
        self._accesses: dict[int, set[int]] = {}
        self._events: list[tuple[float, int, int]] = []  # end, task, attempt
        self._lines = _Lines(costs)
        self._spilled: set[int] = set()
        self._now = 0.0
        self._result = Result(cores, len(tasks))

    def run(self) -> Result:
        if self._tasks:
            self._create(0)
            self._start()
        while self._events:
            self._now, task, attempt = heapq.heappop(self._events)
            if self._attempt[task] == attempt and self._state[task] == _RUNNING:
                self._end(task)
                self._start()
        self._result.time = self._now
        return self._result

    def _create(self, task: int) -> None:
        """Makes a task ready."""
        self._state[task] = _READY
        heapq.heappush(self._ready, task)
        self._waiting += 1
        if self._waiting > self._room:
            self._spilled.add(task)
            self._result.spills += 1

    def _start(self) -> None:
        """Gives the most urgent tasks to the free cores."""
        while self._free and self._ready:
            task = heapq.heappop(self._ready)
            if self._state[task] != _READY:
                continue
            self._waiting -= 1
            core = self._free.pop()
            self._state[task] = _RUNNING
            self._core[task] = core
            self._begun[task] = self._now
            self._result.runs += 1
            cost = self._lines.touch(self._tasks[task], core)
            cost += _instructions(self._tasks[task], self._costs, len(self._children[task]))
            cost += self._costs["queue-access"] * (1 + len(self._children[task]))
            if task in self._spilled:
                self._spilled.discard(task)
                cost += 2 * self._costs["near"]
            for node in self._nodes(task):
                self._accesses.setdefault(node, set()).add(task)
            heapq.heappush(self._events, (self._now + cost, task, self._attempt[task]))

    def _nodes(self, task: int) -> tuple[int, ...]:
        return self._tasks[task].reads + self._tasks[task].writes

    def _end(self, task: int) -> None:
        """A task is done with its instructions."""
        for node in self._tasks[task].writes:
            for other in sorted(self._accesses.get(node, ())):
                # An earlier one may have been undone as a child meanwhile.
                if other > task and other in self._accesses.get(node, ()):
                    self._undo(other)
        if task != self._first and self._uncommitted >= self._commits \
                and not self._displace(task):
            self._state[task] = _WAITING
            self._stalled.append(task)
            self._result.stalls += 1
            return
        self._finish(task)

    def _finish(self, task: int) -> None:
        """Stores the results of a task, which may let tasks commit."""
        for child in self._children[task]:
            self._create(child)
        self._state[task] = _FINISHED
        self._spent[task] = self._now - self._begun[task]
        self._free.append(self._core[task])
        self._uncommitted += 1
        heapq.heappush(self._finished, -task)
        self._commit()

    def _commit(self) -> None:
        """Commits what is safe, and lets a task finish that waited for room."""
        while self._first < len(self._tasks) and self._state[self._first] == _FINISHED:
            self._state[self._first] = _COMMITTED
            self._result.useful += self._spent[self._first]
            self._forget(self._first)
            self._uncommitted -= 1
            self._first += 1
        self._stalled = [task for task in self._stalled if self._state[task] == _WAITING]
        able = min(self._stalled, default=None)
        if able is not None and (self._uncommitted < self._commits or able == self._first):
            self._stalled.remove(able)
            self._finish(able)

    def _displace(self, task: int) -> bool:
        """Undoes the least urgent finished task if it is less urgent than `task`."""
        while self._finished and self._state[-self._finished[0]] != _FINISHED:
            heapq.heappop(self._finished)
        if not self._finished or -self._finished[0] < task:
            return False
        self._result.displaced += 1
        self._undo(-heapq.heappop(self._finished))
        return True

    def _undo(self, root: int) -> None:
        """Lets a task run again. Its descendants are gone until it has."""
        stack = [root]
        while stack:
            task = stack.pop()
            state = self._state[task]
            if state == _ABSENT:
                continue
            if state == _READY:
                self._waiting -= 1
                self._spilled.discard(task)
            else:
                if state == _FINISHED:
                    self._uncommitted -= 1
                    stack += self._children[task]
                    self._result.undone += self._spent[task]
                else:
                    self._free.append(self._core[task])
                    self._result.undone += self._now - self._begun[task]
                self._attempt[task] += 1
                self._result.undone_runs += 1
                self._forget(task)
            self._state[task] = _ABSENT
        self._create(root)

    def _forget(self, task: int) -> None:
        for node in self._nodes(task):
            tasks = self._accesses[node]
            tasks.discard(task)
            if not tasks:
                del self._accesses[node]
