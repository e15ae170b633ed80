"""What the commands of scripts/figures share: a scale with its graphs, programs and records."""

import dataclasses
import pathlib
from collections.abc import Collection, Iterable
from typing import Any

from galois_cps.runs import UsageError

from . import added as added_series
from . import catalogue as data
from . import tidy
from .builds import Builds
from .catalogue import Catalogue, Figure
from .graphs import Graphs
from .plan import Cell, Chosen, Planner, Wanted
from .store import Store


class Session:
    """A scale, and everything that is known about it. Reading it changes nothing. `added` are texts of
    series beside those that were added to the folder earlier, and `removed` names of these."""

    def __init__(self, scale: str, bins: dict[str, pathlib.Path], out: pathlib.Path,
                 rounds: int = 0, kinds: Iterable[str] = data.KINDS,
                 catalogue: Catalogue | None = None, added: Iterable[str] = (),
                 removed: Iterable[str] = ()) -> None:
        catalogue = catalogue or data.load()
        self.scale = catalogue.scales[scale]
        self.folder = out / scale
        self.kinds = tuple(kinds)
        self.builds = Builds(bins)
        self.added = self._added(catalogue, added, removed)
        self.catalogue = added_series.extended(catalogue, self.added)
        self.graphs = Graphs(self.catalogue, self.folder / "graphs", self.builds.folder("release"))
        self.store = Store(self.folder / "runs", self.builds, self.graphs)
        self.planner = Planner(self.catalogue, scale, self.graphs, self.builds)
        self.rounds = rounds or self.scale.rounds

    def with_sources(self, figures: Iterable[Figure],
                     only: Collection[str] = ()) -> list[Figure]:
        """The figures and those whose best cells they need for these series, or for all; those come
        first."""
        found: dict[str, Figure] = {}
        for figure in figures:
            for source in self.planner.sources(figure, only):
                for other in self.with_sources([self.catalogue.figures[source]], only):
                    found.setdefault(other.id, other)
            found.setdefault(figure.id, figure)
        return list(found.values())

    def chosen(self, figures: Iterable[Figure]) -> Chosen:
        """The best cells, as far as there are runs, for the tuned series of these figures."""
        sources = {source: None for figure in figures for source in self.planner.sources(figure)}
        rounds = self.rounds_there() if sources else 0
        best: Chosen = {}
        for source in sources:
            best |= tidy.choose(self._cells(source), self.store, rounds)
        return best

    def wanted(self, figure: Figure, kinds: Iterable[str] | None = None) -> Wanted:
        """What one figure wants, with the best cells that are known."""
        return self.planner.wanted([figure], self.kinds if kinds is None else kinds,
                                   self.chosen([figure]))

    def rounds_there(self) -> int:
        """The rounds to look for: at least those of the scale, and more if there are more."""
        found = (record["bench"]["repeat"] % 100 + 1 for record in self.store.records())
        return max(self.rounds, max(found, default=0))

    def resolved(self) -> Catalogue:
        """The catalogue with `blocked` as it is in this tree."""
        figures = {name: dataclasses.replace(figure, blocked=self.planner.blocked(figure))
                   for name, figure in self.catalogue.figures.items()}
        return dataclasses.replace(self.catalogue, figures=figures)

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The tidy tables that `make` wrote."""
        return {path.stem: tidy.read(path) for path in sorted((self.folder / "tidy").glob("*.csv"))}

    def remember(self) -> None:
        """Keeps the added series for later sessions."""
        added_series.write(self.folder, self.added)

    def _added(self, catalogue: Catalogue, texts: Iterable[str],
               removed: Iterable[str]) -> dict[str, str]:
        """{name: flags} of the added series."""
        found = {name: flags for name, flags in added_series.read(self.folder).items()
                 if name not in catalogue.series}
        for name in removed:
            if name not in found:
                raise UsageError(f"--remove-series={name}: added are {', '.join(found) or 'none'}")
            del found[name]
        given: dict[str, str] = {}
        for text in texts:
            name, flags = added_series.parsed(text, catalogue.series, self.builds)
            if given.setdefault(name, flags) != flags:
                raise UsageError(f"--add-series names {name} twice, with different flags")
        return found | given

    def _cells(self, source: str) -> list[Cell]:
        figure = self.catalogue.figures[source]
        return self.planner.wanted([figure], data.KINDS, {}).cells
