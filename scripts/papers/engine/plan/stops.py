"""Cells of a sweep that are far from its best, and run in the first round only.

A figure with the option `stop = FACTOR` sweeps parameters to find the best values. On simulated
cores, a cell that took more than FACTOR times as long as the best of its sweep in the first round
does not run again. What it took there stands for all its rounds. Real runs all go on, since one of
them can be disturbed.
"""

import collections
import math
from collections.abc import Iterable, Mapping

from .catalogue import COSTS, Figure
from .plan import Cell
from .store import Store

Hit = tuple[str, dict]
_FIRST = 0


class Stops:
    """Which cells of figures are far from the best, as far as first rounds have run. A configuration
    that a figure without `stop` wants, too, goes on."""

    def __init__(self, figures: Mapping[str, Figure], cells: Iterable[Cell], store: Store) -> None:
        self._store = store
        self._factor = {name: float(figure.options["stop"]) for name, figure in figures.items()
                        if "stop" in figure.options}
        self._sweeps: dict[tuple, list[Cell]] = collections.defaultdict(list)
        self._kept: set[str] = set()
        for cell in cells:
            if self._may_stop(cell):
                self._sweeps[_sweep(cell)].append(cell)
            else:
                self._kept.add(cell.config.key)

    def keys(self) -> set[str]:
        """The keys of the configurations that need no more rounds."""
        far = {cell.config.key for sweep in self._sweeps.values() for cell in self._far(sweep)}
        return far - self._kept

    def find(self, cell: Cell, repeat: int) -> Hit | None:
        """Place and record of a run, as Store.find gives them; of a cell far from the best, those of
        its first round for each round that the best cell has."""
        hit = self._store.find(cell.config, repeat)
        sweep = self._sweeps.get(_sweep(cell))
        if hit or not sweep or not self._store.find(_best(sweep, self._store).config, repeat):
            return hit
        if any(cell is each for each in self._far(sweep)):
            return self._store.find(cell.config, _FIRST)
        return None

    def _may_stop(self, cell: Cell) -> bool:
        return (cell.figure in self._factor and cell.source == "S" and bool(cell.swept)
                and not cell.fresh)

    def _far(self, sweep: list[Cell]) -> list[Cell]:
        """The cells of a sweep that are far from its best; none while one has yet to run."""
        if any(self._store.find(cell.config, _FIRST) is None for cell in sweep):
            return []
        limit = self._factor[sweep[0].figure] * _time(_best(sweep, self._store), self._store)
        return [cell for cell in sweep if _time(cell, self._store) > limit]


def _sweep(cell: Cell) -> tuple:
    """What the cells of one sweep have in common: all but the swept parameters. Costs of the
    simulated machine are another machine and not a parameter."""
    return (cell.figure, cell.source, cell.app, cell.graph, cell.series, cell.threads,
            dict(cell.swept).get(COSTS, ""))


def _best(sweep: list[Cell], store: Store) -> Cell:
    return min(sweep, key=lambda cell: _time(cell, store))


def _time(cell: Cell, store: Store) -> float:
    """The time in the first round; infinite if it failed or has not run."""
    hit = store.find(cell.config, _FIRST)
    return math.inf if hit is None or "failure" in hit[1]["bench"] else hit[1]["time_s"]
