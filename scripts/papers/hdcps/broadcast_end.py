"""How cores find the end of a loop by broadcasting their status [HD-CPS, section III-D]: a model.

A core that has run out of tasks broadcasts that it is idle. Each core leaves when all others have
told it so and its capacity counters are full. The paper leaves open when a core is called busy
again, and whose counters are read. Here a core broadcasts at the moment at which it receives a task
that it is busy again, and an entry counts as free from then on.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

_CORES = range(3)
_LINKS = [(here, there) for here in _CORES for there in _CORES if here != there]


@dataclasses.dataclass(frozen=True)
class Protocol:
    """One reading of the text."""

    delayed: bool   # a status arrives some time after it was sent; statuses of a pair stay in order
    incoming: bool  # a core that leaves knows that no task is on its way to it; else: from it
    settled: bool   # a core is called idle only when no task that it sent is on its way


class Ends(NamedTuple):
    """What a search through all states finds."""

    states: int
    early: int  # states in which a core may leave although a task is left
    stuck: int  # states in which nothing can happen any more, and some core cannot leave


class _State(NamedTuple):
    sends: int                            # that may still happen, so that there is an end
    tasks: tuple[int, ...]                # of each core
    moving: tuple[int, ...]               # tasks on their way, for each of _LINKS
    idle: tuple[bool, ...]                # what each core said last
    heard: tuple[bool, ...]               # what was last heard over each of _LINKS
    statuses: tuple[tuple[bool, ...], ...]  # what is on its way over each of _LINKS


def search(protocol: Protocol, tasks: int = 1, sends: int = 2) -> Ends:
    """All states that three cores can reach if the first has all tasks, the others are idle, and
    tasks are sent so often at most."""
    start = _State(sends, (tasks, 0, 0), (0,) * len(_LINKS), (False, True, True),
                   tuple(here != 0 for here, _ in _LINKS), ((),) * len(_LINKS))
    known, waiting = {start}, [start]
    early = stuck = 0
    for state in waiting:  # grows: breadth first
        left = [_may_leave(protocol, state, core) for core in _CORES]
        early += any(left) and (any(state.tasks) or any(state.moving))
        after = set(_steps(protocol, state))
        stuck += not after and not all(left)
        waiting += after - known
        known |= after
    return Ends(len(known), early, stuck)


def _may_leave(protocol: Protocol, state: _State, core: int) -> bool:
    if state.tasks[core] or not state.idle[core]:
        return False
    end = 1 if protocol.incoming else 0
    return all(heard for (_, there), heard in zip(_LINKS, state.heard) if there == core) and \
        not any(count for link, count in zip(_LINKS, state.moving) if link[end] == core)


def _steps(protocol: Protocol, state: _State) -> Iterator[_State]:
    for core in _CORES:
        if state.tasks[core]:  # it runs a task, which makes none
            yield state._replace(tasks=_changed(state.tasks, core, state.tasks[core] - 1))
        elif not state.idle[core] and not (protocol.settled and _sent(state, core)):
            yield _say(protocol, state, core, True)
    for place, (here, there) in enumerate(_LINKS):
        if state.tasks[here] and state.sends:
            yield state._replace(
                sends=state.sends - 1,
                tasks=_changed(state.tasks, here, state.tasks[here] - 1),
                moving=_changed(state.moving, place, state.moving[place] + 1))
        if state.moving[place]:
            arrived = state._replace(
                tasks=_changed(state.tasks, there, state.tasks[there] + 1),
                moving=_changed(state.moving, place, state.moving[place] - 1))
            yield _say(protocol, arrived, there, False) if state.idle[there] else arrived
        if state.statuses[place]:
            yield state._replace(
                heard=_changed(state.heard, place, state.statuses[place][0]),
                statuses=_changed(state.statuses, place, state.statuses[place][1:]))


def _sent(state: _State, core: int) -> bool:
    return any(count for (here, _), count in zip(_LINKS, state.moving) if here == core)


def _say(protocol: Protocol, state: _State, core: int, idle: bool) -> _State:
    """The core broadcasts its status."""
    state = state._replace(idle=_changed(state.idle, core, idle))
    for place, (here, _) in enumerate(_LINKS):
        if here != core:
            continue
        if protocol.delayed:
            queue = (*state.statuses[place], idle)
            state = state._replace(statuses=_changed(state.statuses, place, queue))
        else:
            state = state._replace(heard=_changed(state.heard, place, idle))
    return state


def _changed(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1:])
