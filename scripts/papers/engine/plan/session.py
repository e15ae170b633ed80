"""What the commands of scripts/figures share: a scale with its graphs, programs and records."""

import dataclasses
import json
import os
import pathlib
import subprocess
from collections.abc import Collection, Iterable
from typing import Any

from . import catalogue as data
from . import tidy
from .kinds import measured_costs, model_runs
from ...hdcps import oracle, swarm_runs
from ...pmod import traces
from .builds import Builds
from .catalogue import Catalogue, Figure
from .graphs import Graphs
from .plan import Cell, Chosen, Planner, Wanted
from .store import Store

ROOT = pathlib.Path(__file__).resolve().parents[4]


class Session:
    """A scale, and everything that is known about it. Reading it changes nothing."""

    def __init__(self, scale: str, bins: dict[str, pathlib.Path], out: pathlib.Path,
                 rounds: int = 0, kinds: Iterable[str] = data.KINDS,
                 catalogue: Catalogue | None = None) -> None:
        self.catalogue = catalogue or data.load()
        self.scale = self.catalogue.scales[scale]
        self.folder = out / scale
        self.kinds = tuple(kinds)
        self.builds = Builds(bins)
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

    def wanted(self, figure: Figure) -> Wanted:
        """What one figure wants, with the best cells that are known."""
        return self.planner.wanted([figure], self.kinds, self.chosen([figure]))

    def rows(self, figure: Figure) -> list[dict[str, Any]]:
        """The tidy table of a figure, from the records that are there, of all kinds: which kinds
        are to run does not change what earlier runs say."""
        if model_runs.is_for(figure):
            return model_runs.rows(self, figure)
        if traces.is_for(figure):
            return traces.rows(self, figure)
        if figure.options.get("source") == "graph-info":
            return tidy.of_graphs(figure.id, self._described(figure))
        wanted = self.planner.wanted([figure], data.KINDS, self.chosen([figure]))
        found = tidy.rows(wanted.cells, self.store, self.rounds_there(),
                          points=figure.chart == "history")
        found += oracle.rows(self, figure) if oracle.is_for(figure) else []
        found += swarm_runs.rows(self, figure) if swarm_runs.is_for(figure) else []
        found += measured_costs.predictions(found) if measured_costs.are_for(figure) else []
        return found

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

    def _cells(self, source: str) -> list[Cell]:
        figure = self.catalogue.figures[source]
        return self.planner.wanted([figure], data.KINDS, {}).cells

    def _described(self, figure: Figure) -> dict[str, dict[str, Any]]:
        """What graph-info says of the graphs of a figure's sets; kept beside each graph."""
        program = self.builds.program("release", "graph-info")
        names = dict.fromkeys(case.graph for given in figure.options["sets"] for kind in data.KINDS
                              for case in self.catalogue.cases(given, self.scale.name, kind))
        found = {}
        for name in filter(self.graphs.there, names):
            kept = self.graphs.folder / f"{name}.{self.graphs.fingerprint(name)}.json"
            if not kept.exists() and program:
                subprocess.run([os.fspath(program), os.fspath(self.graphs.path(name)), "--quiet",
                                "--sweeps=0", f"--json={kept}"], capture_output=True, check=False)
            if kept.exists():
                found[name] = json.loads(kept.read_text(encoding="utf-8"))
        return found
