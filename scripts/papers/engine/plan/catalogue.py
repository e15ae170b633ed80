"""The catalogue: every figure and table, the series and cases in them, and the scales.

The data is in TOML files: beside this module series.toml (schedulers) and cases.toml (scales, graphs
and sets of cases), and figures.toml in the folder of each paper. Where figures name a scheduler that
series.toml does not have, it is the policy of this name, without parameters.
"""

import dataclasses
import difflib
import functools
import math
import pathlib
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from galois_cps.runs import UsageError, UserError

from .builds import Builds

FOLDER = pathlib.Path(__file__).resolve().parents[2]
PAPERS = ("smq", "pmod", "hdcps", "pd", "ypp", "relaxed")
SCALES = ("smoke", "laptop", "paper")
KINDS = ("T", "S")  # real threads, simulated cores
COSTS = "virtual-costs"  # the parameter that has files of costs of the simulated machine
_START = "--startNode="
_CASES = "scripts/papers/engine/plan/cases.toml has all"


@dataclasses.dataclass(frozen=True)
class Series:
    """A scheduler with fixed parameters. `tuned_from` names the figure whose best cell it runs as,
    in figures that do not sweep it. A series whose `needs` are not met is left out. One that `forks` is
    a scheduler of programs that fork and join; only series that a user adds say so."""

    name: str
    label: str
    wl: str = ""
    algo: str = "worklist"
    params: tuple[tuple[str, str], ...] = ()
    published: bool = False
    tuned_from: str = ""
    needs: tuple[str, ...] = ()
    forks: bool = False


@dataclasses.dataclass(frozen=True)
class Case:
    """A problem: an application under its short name, a graph, and the flags of the two."""

    app: str
    graph: str
    flags: tuple[str, ...] = ()
    program: str = ""

    @property
    def start(self) -> int:
        """The source that the flags name, or node 0."""
        return next((int(flag.removeprefix(_START)) for flag in self.flags
                     if flag.startswith(_START)), 0)


@dataclasses.dataclass(frozen=True)
class RunSpec:
    """Runs of a figure: series x cases x grid x threads, these by "KIND.SCALE" or "KIND"."""

    series: tuple[str, ...]
    cases: str
    grid: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    threads: dict[str, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    flags: tuple[str, ...] = ()
    preset: dict[str, str] = dataclasses.field(default_factory=dict)

    def threads_of(self, kind: str, scale: str) -> tuple[int, ...]:
        """The thread counts of a kind at a scale; empty if it does not run there."""
        return self.threads.get(f"{kind}.{scale}", self.threads.get(kind, ()))

    def preset_of(self, kind: str) -> str:
        """The CMake preset whose programs these runs need."""
        return self.preset.get(kind, {"T": "release", "S": "virtual"}[kind])


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure or table of a paper (or one of ours), and how it is made."""

    id: str
    paper: str
    covers: tuple[str, ...]
    title: str
    caption: str
    chart: str
    kinds: tuple[str, ...] = ()
    runs: tuple[RunSpec, ...] = ()
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    blocked: str = ""
    needs: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Scale:
    """How much is run: rounds, values of a parameter swept alone or with another, time limit.
    `pairs` has values of parameters that are swept with another, in place of evenly spaced ones."""

    name: str
    rounds: int
    sweep: int
    grid: int
    timeout: float
    machines: dict[str, str]
    pairs: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Graph:
    """An input and how it comes to be: `kind` is road, skewed or uniform; `make` are the
    arguments of graph-gen, `convert` those of graph-convert, `record` those of semigroups-cpu, which
    writes a recorded tree, `fetch` is a name of inputs/fetch.
    `reached` has, by application, the number of nodes that a run reaches where it is not all of them.
    Its file has the format of `suffix`. An input with `generated` is made by the program itself, as
    its flags say, and has no file."""

    name: str
    about: str
    kind: str = ""
    make: tuple[str, ...] = ()
    convert: tuple[str, ...] = ()
    record: tuple[str, ...] = ()
    source: str = ""
    coords: str = ""
    fetch: str = ""
    flags: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    reached: dict[str, int] = dataclasses.field(default_factory=dict)
    generated: bool = False
    suffix: str = "gr"


@dataclasses.dataclass(frozen=True)
class Catalogue:
    """All of it. `sets` and `roles` are the tables of cases.toml, `added` the series that a user added
    (added.py)."""

    figures: dict[str, Figure]
    series: dict[str, Series]
    scales: dict[str, Scale]
    graphs: dict[str, Graph]
    programs: dict[str, dict[str, Any]]
    sets: dict[str, list[dict[str, Any]]]
    roles: dict[str, dict[str, list[str]]]
    algos: dict[str, dict[str, str]]
    kept: dict[str, tuple[str, ...]]
    renamed: dict[str, str]
    added: tuple[str, ...] = ()

    def figure(self, name: str) -> Figure:
        """The figure of this id, or that covers it, as smq-table12; UsageError otherwise."""
        paper, _, item = name.partition("-")
        if name not in self.figures:
            for figure in self.figures.values():
                if figure.paper == paper and item in map(_short, figure.covers):
                    return figure
        return self.figures[_known(name, self.figures, "figure", "scripts/figures list shows all")]

    def series_of(self, figures: Iterable[Figure], text: str) -> tuple[str, ...]:
        """The series that a text names, separated by commas; UsageError if one is unknown, or is in
        none of the figures."""
        names = _named(text, self.series, "series",
                       "scripts/papers/engine/plan/series.toml has all")
        there = {name for figure in figures for run in figure.runs for name in run.series}
        for name in names:
            if name not in there:
                raise UsageError(f"none of these figures has the series {name}")
        return names

    def apps_of(self, text: str) -> tuple[str, ...]:
        """The applications that a text names, separated by commas, under their names in tables;
        UsageError if one is unknown."""
        known = {entry.get("app", name): entry for name, entry in self.programs.items()}
        return _named(text, known, "application", _CASES)

    def graphs_of(self, text: str) -> tuple[str, ...]:
        """The graphs that a text names, by today's names or by earlier ones, separated by commas;
        UsageError if one is unknown."""
        text = ",".join(self.renamed.get(name, name) for name in text.split(","))
        return _named(text, self.graphs, "graph", _CASES)

    def cases(self, name: str, scale: str, kind: str = "T") -> list[Case]:
        """The cases of a set, on the graphs that a scale has for this kind of run. The roles "any"
        are the same at all scales."""
        roles = self.roles.get("any", {}) | self.roles.get(f"{scale}.{kind}", self.roles[scale])
        found: dict[Case, None] = {}
        for row in self.sets[name]:
            for role in row["on"]:
                for graph in roles.get(role, []):
                    for app in row["apps"]:
                        found.setdefault(self._case(app, graph, scale, kind))
        return list(found)

    def thinned(self, grid: dict[str, tuple[str, ...]], scale: str) -> dict[str, tuple[str, ...]]:
        """The values of a grid that a scale runs: evenly spaced, with both ends. A parameter that is
        swept alone also keeps the values that claims compare; one that is swept with others has those
        that the scale names. Two parameters stay whole if they have no more pairs of values than a
        square grid of the scale. Beside other parameters, costs of the simulated machine stay whole
        and count for nothing, since a verdict has to hold in all of them."""
        costs = {name: values for name, values in grid.items() if name == COSTS}
        if costs and len(grid) > 1:
            others = {name: values for name, values in grid.items() if name != COSTS}
            return self.thinned(others, scale) | costs
        alone = len(grid) == 1
        if len(grid) == 2 and math.prod(map(len, grid.values())) <= self.scales[scale].grid ** 2:
            return grid
        size = self.scales[scale].sweep if alone else self.scales[scale].grid
        named = {} if alone else self.scales[scale].pairs
        return {name: tuple(each for each in named[name] if each in values) if name in named
                else thin(values, size, self.kept.get(name, ()) if alone else ())
                for name, values in grid.items()}

    def _case(self, app: str, graph: str, scale: str, kind: str) -> Case:
        """A case. `size` of an application is its --n by "SCALE.KIND" or "SCALE"."""
        entry = self.programs[app]
        sizes = entry.get("size", {})
        size = sizes.get(f"{scale}.{kind}", sizes.get(scale))
        own = self.graphs[graph].flags.get(app, self.graphs[graph].flags.get(entry["program"], ()))
        mine = (*entry.get("flags", ()), *((f"--n={size}",) if size else ()), *own)
        return Case(entry.get("app", app), graph, mine, entry["program"])


@functools.cache
def charts() -> tuple[str, ...]:
    """The kinds of charts: the modules of show/charts/ with a function `draw` for a figure."""
    return tuple(sorted(path.stem for path in (FOLDER / "engine" / "show" / "charts").glob("[a-z]*.py")
                        if re.search(r"^def draw\(figure\b", path.read_text(encoding="utf-8"), re.M)))


def _short(item: str) -> str:
    """"Table 12" -> "table12", "Fig. 17" -> "fig17"."""
    return item.lower().replace(".", "", 1).replace(" ", "")


def thin(values: tuple[str, ...], size: int, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
    """At most `size` of the values, evenly spaced, first and last among them, and those `kept`."""
    if len(values) <= size:
        return values
    picks = {round(i * (len(values) - 1) / (size - 1)) for i in range(size)}
    return tuple(value for i, value in enumerate(values) if i in picks or value in kept)


def load(folder: pathlib.Path = FOLDER,
         registered: Callable[[str], bool] = Builds().has_policy) -> Catalogue:
    """The catalogue of a folder of papers. `registered` says whether there is a policy of a name. Raises
    UserError, which names the wrong entry."""
    shared = folder / "engine" / "plan"
    cases = _read(shared / "cases.toml")
    table = _read(shared / "series.toml")
    algos = table.pop("algos", {})
    series = {name: _make(Series, f"series.toml: [{name}]", entry | {"name": name})
              for name, entry in table.items()}
    scales = {name: _make(Scale, f"cases.toml: [scales.{name}]", entry | {"name": name})
              for name, entry in cases["scales"].items()}
    graphs = {name: _make(Graph, f"cases.toml: [graphs.{name}]", entry | {"name": name})
              for name, entry in cases["graphs"].items()}
    figures: dict[str, Figure] = {}
    for paper in PAPERS:
        path = folder / paper / "figures.toml"
        for entry in _read(path).get("figure", []) if path.exists() else []:
            where = f"{paper}/{path.name}: {entry.get('id', 'a figure')}"
            figure = _figure(where, paper, entry, figures, cases)
            if figure.id in figures:
                raise UserError(f"{paper}/{path.name}: two figures are called {figure.id}")
            figures[figure.id] = figure
    named = {name for figure in figures.values() for run in figure.runs for name in run.series}
    series |= {name: Series(name, name, name) for name in sorted(named - set(series))
               if "." not in name and registered(name)}
    catalogue = Catalogue(figures, series, scales, graphs, cases["apps"], cases["sets"],
                          cases["roles"], algos,
                          {name: tuple(map(str, values)) for name, values in cases.get("kept", {}).items()},
                          cases.get("renamed", {}))
    for figure in figures.values():
        _check(catalogue, figure)
    return catalogue


def _figure(where: str, paper: str, entry: dict[str, Any], before: dict[str, Figure],
            cases: dict[str, Any]) -> Figure:
    """A figure from its table. `like` takes what is not given from an earlier figure."""
    entry = dict(entry)
    like = entry.pop("like", "")
    if like:
        if like not in before:
            raise UserError(f"{where}: like = {like!r} names no figure above it")
        base = before[like]
        options = base.options | entry.get("options", {})
        given = {field.name: getattr(base, field.name) for field in dataclasses.fields(Figure)}
        given["runs"] = base.runs
        entry = given | entry | {"options": options}
    runs = tuple(run if isinstance(run, RunSpec) else _run_spec(where, run, cases)
                 for run in entry.pop("runs", ()))
    return _make(Figure, where, entry | {"paper": paper, "runs": runs})


def _run_spec(where: str, table: dict[str, Any], cases: dict[str, Any]) -> RunSpec:
    table = dict(table)
    for name, known in (("threads", cases["threads"]), ("grid", cases["grids"])):
        given = table.get(name, {})
        if isinstance(given, (str, list)):  # a list names several, one per parameter
            parts = [given] if isinstance(given, str) else given
            for part in parts:
                if part not in known:
                    raise UserError(f"{where}: {name} = {part!r} is not in cases.toml")
            table[name] = {key: values for part in parts for key, values in known[part].items()}
    grid = {name: tuple(map(str, values)) for name, values in table.pop("grid", {}).items()}
    threads = {name: tuple(values) for name, values in table.pop("threads", {}).items()}
    return _make(RunSpec, where, table | {"grid": grid, "threads": threads})


def _check(catalogue: Catalogue, figure: Figure) -> None:
    """Raises UserError for names that lead nowhere."""
    if figure.chart not in charts():
        raise UserError(f"{figure.id}: chart is {figure.chart!r}; it is one of {', '.join(charts())}")
    if set(figure.kinds) - set(KINDS):
        raise UserError(f"{figure.id}: kinds are {figure.kinds}; they are T, S or both")
    for spec in figure.runs:
        for name in spec.series:
            _known(name, catalogue.series, f"{figure.id}: series", "see series.toml", UserError)
            source = tuned_from(catalogue, figure, spec, name)
            if source:
                _known(source, catalogue.figures, f"{figure.id}: figure", "as tuned_from",
                       UserError)
        _known(spec.cases, catalogue.sets, f"{figure.id}: set of cases", "see cases.toml",
               UserError)


def tuned_from(catalogue: Catalogue, figure: Figure, spec: RunSpec, series: str) -> str:
    """The figure whose best cell a series runs as here; "" if it is swept here, or fixed."""
    source = figure.options.get("tuned_from", {}).get(series, catalogue.series[series].tuned_from)
    if source in catalogue.figures:
        swept = {name for other in catalogue.figures[source].runs if series in other.series
                 for name in other.grid}
        return "" if swept & set(spec.grid) else source
    return source


def _read(path: pathlib.Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:  # not TOML, or no text
        raise UserError(f"{path} is not TOML: {error}") from error


def _make(kind: type, where: str, table: dict[str, Any]) -> Any:
    """A dataclass from a table: lists become tuples, a table of parameters becomes pairs."""
    names = {field.name for field in dataclasses.fields(kind)}
    for name in table:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; known: {', '.join(sorted(names))}"
            raise UserError(f"{where}: unknown key {name}{hint}")
    values = {name: tuple(value) if isinstance(value, list) else value
              for name, value in table.items()}
    if kind is Series and isinstance(values.get("params"), dict):
        pairs = values["params"].items()
        values["params"] = tuple(sorted((name, str(value)) for name, value in pairs))
    if kind is Scale:
        values["pairs"] = {name: tuple(map(str, each)) for name, each in table.get("pairs", {}).items()}
    if kind is Graph:
        values["flags"] = {app: tuple(flags) for app, flags in values.get("flags", {}).items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise UserError(f"{where}: {str(error).partition('() ')[2]}") from None


def _named(text: str, known: dict[str, Any], what: str, advice: str) -> tuple[str, ...]:
    """The names in a text that are separated by commas; UsageError if one is not known."""
    return tuple(dict.fromkeys(_known(name, known, what, advice)
                               for name in filter(None, text.split(","))))


def _known(name: str, known: dict[str, Any], what: str, advice: str,
           kind: type = UsageError) -> str:
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else advice
    raise kind(f"there is no {what} {name!r}; {hint}")
