"""From figures to runs: what each figure wants, and the union of it, each run once.

A figure wants cells: one configuration of one program for a series, a case, swept values and a
number of threads. Tuned series run as the best cell of another figure. That cell was chosen because
it was fast, partly by luck, so figures with tuned series take all their numbers from fresh rounds,
which begin at FRESH. Rounds from AGAIN on repeat one configuration, to show the noise of the machine.
"""

import dataclasses
import itertools
import os
import pathlib
import random
from collections.abc import Collection, Iterable

from lab.bench import ranks, schedule, spec

from . import catalogue as data
from .builds import Builds, Needed
from .catalogue import Case, Catalogue, Figure, RunSpec
from .graphs import Graphs

FRESH = 100
AGAIN = 1000
# Sampled on simulated machines in every run, since it takes no virtual time.
_SIMULATED = "--drift=100"
_SEQUENTIAL = "sequential"
WORDS = {"T": "real threads", "S": "simulated cores"}

Choice = tuple[str, str, str, str, str]  # figure that chooses, source, app, graph, series
Chosen = dict[Choice, tuple[tuple[str, str], ...]]  # the swept values of the best cell


@dataclasses.dataclass(frozen=True)
class Cell:
    """One configuration that a figure wants, with the columns of its rows in the tidy table."""

    figure: str
    source: str
    app: str
    graph: str
    series: str
    swept: tuple[tuple[str, str], ...]
    threads: int
    config: spec.Config
    fresh: bool

    @property
    def parameters(self) -> str:
        """The swept values as the tidy table has them."""
        return " ".join(f"{name}={value}" for name, value in sorted(self.swept))

    def rounds(self, count: int) -> range:
        """The rounds that belong to the figure."""
        return range(FRESH, FRESH + count) if self.fresh else range(count)


@dataclasses.dataclass
class Wanted:
    """The cells of figures, and what is left out: the cells of tuned series whose figure has no runs
    yet, without the values that it will choose, and the reasons for everything else."""

    cells: list[Cell] = dataclasses.field(default_factory=list)
    undecided: list[Cell] = dataclasses.field(default_factory=list)
    notes: dict[str, None] = dataclasses.field(default_factory=dict)


class Planner:
    """Plans figures at a scale, with what this machine, tree and folder of graphs have."""

    def __init__(self, catalogue: Catalogue, scale: str, graphs: Graphs, builds: Builds,
                 cores: int = 0) -> None:
        self.catalogue = catalogue
        self.scale = scale
        self._graphs = graphs
        self._builds = builds
        self._cores = cores or len(os.sched_getaffinity(0))

    def blocked(self, figure: Figure) -> str:
        """What blocks a figure; "" if nothing does."""
        unmet = [need for need in figure.needs if not self._builds.met(need)]
        if unmet:
            return f"{figure.blocked or 'something is missing'} ({', '.join(unmet)})"
        return "" if figure.needs else figure.blocked

    def sources(self, figure: Figure, only: Collection[str] = ()) -> list[str]:
        """The figures whose best cells a figure's tuned series run as, of these series or all."""
        found = [data.tuned_from(self.catalogue, figure, run, name)
                 for run in figure.runs for name in run.series if _takes(figure, only, name)]
        return list(dict.fromkeys(filter(None, found)))

    def wanted(self, figures: Iterable[Figure], kinds: Iterable[str], chosen: Chosen,
               only: Collection[str] = (), asked: Collection[str] | None = None) -> Wanted:
        """The cells of several figures, of all series or of `only` these and the baselines, those of
        the figures `asked` for or of all. Which rounds they belong to does not depend on that. A cell
        that two runs of a figure have is there once."""
        found = Wanted()
        for figure in figures:
            fresh = bool(self.sources(figure))
            for kind in figure.kinds:
                if kind in kinds:
                    for run in figure.runs:
                        names = tuple(each for each in run.series if (
                            _takes(figure, only, each) if asked is None or figure.id in asked
                            else not only or each in only))
                        self._add(found, figure, kind, dataclasses.replace(run, series=names),
                                  fresh, chosen)
        return dataclasses.replace(found, cells=list(dict.fromkeys(found.cells)),
                                   undecided=list(dict.fromkeys(found.undecided)))

    def _add(self, found: Wanted, figure: Figure, kind: str, run: RunSpec, fresh: bool,
             chosen: Chosen) -> None:
        preset = run.preset_of(kind)
        if not self._builds.met(f"preset:{preset}"):
            found.notes[f"{figure.id} is without {WORDS[kind]}, as there is no preset {preset}"] = None
            return
        for name in run.series:
            series = self.catalogue.series[name]
            unmet = [need for need in series.needs if not self._builds.met(need)]
            if unmet:
                found.notes[f"{name} is left out, it needs {', '.join(unmet)}"] = None
                continue
            grid = self.catalogue.thinned(run.grid, self.scale)
            source = data.tuned_from(self.catalogue, figure, run, name)
            for case in self.catalogue.cases(run.cases, self.scale, kind):
                if not self._graphs.can_be_made(case.graph):
                    found.notes[f"no {case.graph}: {self._graphs.advice(case.graph)}"] = None
                    continue
                algo = self._algo(series.algo, case)
                if not algo:
                    continue
                best = chosen.get((source, kind, case.app, case.graph, name)) if source else ()
                for values in itertools.product(*grid.values()):
                    swept = tuple(zip(grid, values))
                    for threads in self._threads(run, kind, series):
                        all_swept = tuple(sorted({**dict(best or ()), **dict(swept)}.items()))
                        config = self._config(figure, kind, run, series, case, algo, all_swept,
                                              threads)
                        group = found.undecided if best is None else found.cells
                        group.append(Cell(figure.id, kind, case.app, case.graph, name, all_swept,
                                          threads, config, fresh))

    def _config(self, figure: Figure, kind: str, run: RunSpec, series: data.Series, case: Case,
                algo: str, swept: tuple[tuple[str, str], ...], threads: int) -> spec.Config:
        params = tuple(sorted({**dict(series.params), **dict(swept)}.items()))
        flags = list(run.flags)
        generated = self._graphs.generated(case.graph)
        if kind == "S" and not ranks.runs_on(run.preset_of(kind), case.program):
            machine = self.catalogue.scales[self.scale].machines[figure.options["machine"]]
            flags.append(f"--virtual-topology={machine.format(cores=self._cores)}")
            if has_measured_costs(figure):
                flags.append(f"--virtual-costs={measured_costs(self._graphs)}")
            elif costs := figure.options.get("costs", ""):
                flags.append(f"--virtual-costs=@scripts/virtual/{costs}")
            if series.algo == spec.DEFAULT_ALGO and not generated \
                    and not any("drift" in flag for flag in flags):
                flags.append(_SIMULATED)
        path = "" if generated else os.fspath(self._graphs.path(case.graph))
        graph = spec.Input(case.graph, path, case.flags)
        return spec.Config(case.program, graph, "" if generated else algo, series.wl, params, threads,
                           run.preset_of(kind), tuple(flags))

    def _algo(self, name: str, case: Case) -> str:
        """What the application calls the algorithm; "" if it has none."""
        if name == spec.DEFAULT_ALGO:
            return name
        return self.catalogue.algos[name].get(case.app, "")

    def _threads(self, run: RunSpec, kind: str, series: data.Series) -> list[int]:
        """The thread counts: 0 stands for all cores, -N for N times as many."""
        counts = run.threads_of(kind, self.scale)
        if series.algo == _SEQUENTIAL or series.wl in spec.SEQUENTIAL_WORKLISTS:
            return [1] if counts else []
        if kind == "T":
            counts = [count for count in counts if count <= max(2, self._cores)]
        counts = [count if count > 0 else self._cores * max(1, -count) for count in counts]
        return sorted(set(counts))


def has_measured_costs(figure: Figure) -> bool:
    """Whether the simulated runs of a figure have the costs of this machine."""
    return figure.options.get("costs") == "measured"


def measured_costs(graphs: Graphs) -> pathlib.Path:
    """The file of these costs, whether it exists or not."""
    return graphs.folder.parent / "measured.costs"


def _takes(figure: Figure, only: Collection[str], series: str) -> bool:
    baselines = (figure.options.get("baseline"), figure.options.get("over"))
    return not only or series in only or series in baselines


def needed(cells: Iterable[Cell]) -> Needed:
    """The programs and policies that cells need. Schedulers of programs that fork and join are no
    policies of the build."""
    found: Needed = {}
    for cell in cells:
        policies = found.setdefault(cell.config.build, {}).setdefault(cell.config.app, set())
        if cell.config.wl and cell.config.app not in spec.WITHOUT_GRAPH + spec.MAYBE_GRAPH:
            policies.add(cell.config.wl)
    return found


def rounds_of(cells: Iterable[Cell], rounds: int, seed: int = 1) -> list[list[schedule.Run]]:
    """The runs of each round, every configuration once, in a random order that the seed decides.
    Real runs come before simulated ones. One real configuration runs twice per round."""
    union: dict[tuple[str, bool], Cell] = {}
    for cell in cells:
        union.setdefault((cell.config.key, cell.fresh), cell)
    real = sorted(key for key, cell in union.items() if cell.source == "T")
    found = []
    for number in range(rounds):
        runs = {"T": [], "S": []}
        for (_, fresh), cell in sorted(union.items()):
            start = FRESH if fresh else 0
            runs[cell.source].append(schedule.Run(cell.config, start + number, False))
        for fresh in sorted({fresh for _, fresh in real}):
            first = union[next(key for key in real if key[1] == fresh)]
            start = AGAIN + (FRESH if fresh else 0)
            runs["T"].append(schedule.Run(first.config, start + number, False))
        for source, batch in runs.items():
            random.Random(f"{seed} {source} {number}").shuffle(batch)
        found.append(runs["T"] + runs["S"])
    return found
