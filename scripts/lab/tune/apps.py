"""The applications, and the flags that select a query of each."""

import dataclasses
from typing import Any

from galois_cps.runs import UsageError
from lab.bench import applications


@dataclasses.dataclass(frozen=True)
class App:
    """A program, and what tells its queries apart."""

    name: str
    draw: str = ""  # the flag that draws N random queries, without N; "" if there is none
    draw_seed: str = ""  # the flag of the seed that draws them
    select: tuple[str, ...] = ()  # the flags that select one query, by the names in `params`
    several: tuple[str, ...] = ()  # the flags that select several at once
    least_work: float = 0.5  # of the most useful tasks of any query; shorter queries say little
    free_answers: bool = False  # another order of tasks may give another answer

    @property
    def program(self) -> str:
        """The name of the program."""
        return f"{self.name}-cpu"

    def draws(self, flags: list[str]) -> bool:
        """Whether queries are drawn, because `flags` select none."""
        given = {flag.lstrip("-").partition("=")[0] for flag in flags}
        several = given & {*self.several}
        if several:
            raise UsageError(f"--{min(several)} gives several answers per run; give the flags of "
                             f"one query (--{', --'.join(self.select)}) or none")
        return bool(self.draw) and not given & {*self.select}

    def query(self, record: dict[str, Any]) -> tuple[str, ...]:
        """The flags that select the query of a record."""
        return tuple(f"--{name}={record['params'][name]}" for name in self.select)


_KNOWN = {app.name: app for app in (
    App("sssp", "--sources=random:", "--sources-seed", ("startNode",), ("sources",)),
    App("bfs", "--sources=random:", "--sources-seed", ("startNode",), ("sources",)),
    App("astar", "--queries=random:", "--seed", ("startNode", "target"), ("queries",),
        least_work=0.125),
    App("pagerank"),
    App("mst"),
    App("color", free_answers=True),
)}
APPS = _KNOWN | {name: App(name) for name in applications.under_worklists() if name not in _KNOWN}
