"""The first section of the report: how a series that the user added compares with all others.

Numbers are the median time of the other series over that of the added one: above 1, the added one
is faster. A comparison is decided if its whole 95 % bootstrap interval is on one side of 1. Times
come from figures that compare schedulers, as far as their runs have no flags and no build of their
own that cost time, such as those that count cycles.
"""

import dataclasses
import math
import pathlib
from collections.abc import Iterable, Mapping
from typing import Any

from galois_cps.runs import tables
from galois_cps.runs.groups import threads_text

from ..plan import added
from ..plan.catalogue import Catalogue, Figure
from ..plan.plan import WORDS
from .charts import data

AHEAD, BEHIND, OPEN = "ahead", "behind", "no difference shown"
_FEW = 5  # rounds below which an interval shows too little of the noise
Place = tuple[str, str, int, str]  # application, graph, threads, machine
Rows = Iterable[dict[str, Any]]


@dataclasses.dataclass(frozen=True)
class Pair:
    """The added series and another one at one place."""

    other: str
    app: str
    graph: str
    threads: int
    machine: str
    value: float
    low: float
    high: float
    samples: tuple[data.Sample, data.Sample] = dataclasses.field(repr=False, compare=False)

    @property
    def verdict(self) -> str:
        """AHEAD, BEHIND or OPEN, of the added series."""
        return AHEAD if self.low > 1 else BEHIND if self.high < 1 else OPEN


@dataclasses.dataclass(frozen=True)
class Against:
    """The added series against another, over all cases at the greatest number of threads of each."""

    other: str
    value: float
    low: float
    high: float
    pairs: tuple[Pair, ...]

    def count(self, verdict: str) -> int:
        """The number of cases with this verdict."""
        return sum(pair.verdict == verdict for pair in self.pairs)

    @property
    def verdict(self) -> str:
        """AHEAD, BEHIND or OPEN in the geometric mean."""
        return AHEAD if self.low > 1 else BEHIND if self.high < 1 else OPEN


@dataclasses.dataclass(frozen=True)
class Section:
    """What is known about one added series with one kind of runs. `failed` are the places at which
    runs of the series failed."""

    series: str
    flags: str
    source: str
    pairs: tuple[Pair, ...]
    against: tuple[Against, ...]
    failed: tuple[Place, ...]


def compare(tidy_tables: Mapping[str, Rows], catalogue: Catalogue, flags: Mapping[str, str],
            machines: Mapping[str, str]) -> list[Section]:
    """The sections on added series, {name: flags}, from the tidy tables of figures. `machines` names
    the simulated machines; where several figures have the same place, the first one counts. A
    series without runs has a section without a source."""
    found = []
    for series in flags:
        sections = [_section(series, flags[series], source, tidy_tables, catalogue, machines)
                    for source in WORDS]
        found += [each for each in sections if each.pairs or each.failed] or [
            Section(series, flags[series], "", (), (), ())]
    return found


def _section(series: str, flags: str, source: str, tidy_tables: Mapping[str, Rows],
             catalogue: Catalogue, machines: Mapping[str, str]) -> Section:
    pairs: dict[tuple[Place, str], Pair] = {}
    failed: dict[Place, None] = {}
    for name, rows in tidy_tables.items():
        figure = catalogue.figures.get(name)
        if figure is None or not _plain(catalogue, figure, source):
            continue
        machine = _machine(figure, machines) if source == "S" else ""
        table = data.Samples(row for row in rows
                           if row["source"] == source and row["metric"] in ("time_s", "failure"))
        for case in table.cases():
            for threads in table.threads(case):
                place = (*case, threads, machine)
                own = _sample(table, case, series, threads)
                if any(key[:3] == (*case, series) and key[4] == threads for key in table.failures):
                    failed.setdefault(place)
                for other in table.series(case):
                    against = _sample(table, case, other, threads)
                    if other != series and own and against and (place, other) not in pairs \
                            and min(data.median(own), data.median(against)) > 0:
                        pairs[place, other] = Pair(other, *place, *data.ratio(against, own),
                                                   (against, own))
    every = tuple(pairs.values())
    others = dict.fromkeys(pair.other for pair in every)
    return Section(series, flags, source, every,
                   tuple(sorted((_against(other, every) for other in others),
                                key=lambda each: -each.value)), tuple(failed))


def _plain(catalogue: Catalogue, figure: Figure, source: str) -> bool:
    """Whether a figure compares schedulers by times to which nothing was added."""
    places = [added.comparison(catalogue, figure, forks) for forks in (False, True)]
    return any(place is not None and not figure.runs[place].flags
               and source not in figure.runs[place].preset for place in places)


def _machine(figure: Figure, machines: Mapping[str, str]) -> str:
    name = figure.options.get("machine", "")
    costs = figure.options.get("costs", "")
    return machines.get(name, name) + (f" with {costs}" if costs else "")


def _sample(table: data.Samples, case: data.Case, series: str, threads: int) -> data.Sample:
    return table.sample(case, series, table.best(case, series, threads), threads, "time_s")


def _against(other: str, pairs: Iterable[Pair]) -> Against:
    last: dict[tuple[str, str, str], Pair] = {}
    for pair in pairs:
        key = (pair.app, pair.graph, pair.machine)
        if pair.other == other and (key not in last or pair.threads > last[key].threads):
            last[key] = pair
    return Against(other, *data.mean_ratio(pair.samples for pair in last.values()),
                   tuple(last.values()))


def title(sections: Iterable[Section]) -> str:
    """The heading of the section."""
    return "Added: " + ", ".join(dict.fromkeys(section.series for section in sections))


def lead(section: Section, catalogue: Catalogue) -> str:
    """What a section says, in a few sentences."""
    if not section.source:
        return ("It has no runs yet; `scripts/figures make` runs it in the figures that compare "
                "schedulers.")
    groups = [(verdict, [each for each in section.against if each.verdict == verdict])
              for verdict in (AHEAD, BEHIND, OPEN)]
    words = {AHEAD: "ahead of", BEHIND: "behind", OPEN: "not shown to differ from"}
    names = {each.other: _label(catalogue, each.other) for each in section.against}
    parts = [f"{words[verdict]} {len(mine)} ({'; '.join(names[each.other] for each in mine)})"
             for verdict, mine in groups if mine]
    text = f"Of {len(section.against)} other series, in the geometric mean over cases, it is " \
           f"{_joined(parts)}. " if parts else ""
    if section.failed:
        text += f"Runs of it failed on {_places(section.failed)}. "
    if any(math.isnan(pair.low) for pair in section.pairs):
        text += "Comparisons with a single round have no interval and decide nothing. "
    few = min((len(sample) for pair in section.pairs for sample in pair.samples), default=_FEW)
    if 1 < few < _FEW:
        text += f"Some intervals are over {few} rounds only and may be too narrow; " \
                f"--rounds={_FEW} adds more. "
    return text + ("Numbers are the median time of the other over its own, so above 1 it is faster; "
                   "brackets are 95 % bootstrap intervals over rounds.")


def summary(section: Section, catalogue: Catalogue) -> tables.Table:
    """A row per other series."""
    rows = []
    for each in section.against:
        best, worst = (pick(each.pairs, key=lambda pair: pair.value) for pick in (max, min))
        rows.append([_label(catalogue, each.other), each.verdict, _number(each),
                     *(str(each.count(verdict)) for verdict in (AHEAD, BEHIND, OPEN)),
                     f"{_number(best)}, {_case(best)}", f"{_number(worst)}, {_case(worst)}"])
    return tables.Table(["against", "in the mean", "times as fast", "cases ahead", "behind", "open",
                         "best case", "worst case"], rows)


def by_place(section: Section, catalogue: Catalogue) -> tables.Table:
    """A row per case, machine and number of threads, with every other series."""
    places: dict[Place, list[Pair]] = {}
    for pair in section.pairs:
        place = (pair.app, pair.graph, pair.threads, pair.machine)
        places.setdefault(place, []).append(pair)
    several = len({place[3] for place in places}) > 1
    rows = []
    for place, pairs in sorted(places.items(), key=lambda each: (each[0][3], *each[0][:3])):
        cells = ["; ".join(f"{_label(catalogue, pair.other)} {_number(pair)}"
                           for pair in sorted(pairs, key=lambda each: -each.value)
                           if pair.verdict == verdict) for verdict in (AHEAD, BEHIND, OPEN)]
        rows.append([data.case_name(place[:2]), str(place[2]), *([place[3]] if several else []),
                     *cells])
    head = ["case", "threads", *(["machine"] if several else []), "ahead of", "behind", OPEN]
    return tables.Table(head, rows)


def markdown(sections: Iterable[Section], catalogue: Catalogue, level: int = 2) -> str:
    """The section as Markdown, from its heading on; empty if nothing was added."""
    sections = list(sections)
    if not sections:
        return ""
    parts = [f"{'#' * level} {title(sections)}"]
    for section in sections:
        parts += [f"{'#' * (level + 1)} {heading(section)}", lead(section, catalogue)]
        if section.pairs:
            parts += [summary(section, catalogue).render("markdown"),
                      by_place(section, catalogue).render("markdown")]
    return "\n\n".join(parts) + "\n"


def heading(section: Section) -> str:
    """The name of a section's series with its flags, and the kind of runs."""
    kind = f", {WORDS[section.source]}" if section.source else ""
    return f"{section.series} (`{section.flags}`){kind}"


def write_csv(section: Section, path: pathlib.Path) -> None:
    """All comparisons of a section, one per line."""
    head = ["series", "against", "app", "graph", "threads", "machine", "times_as_fast", "low",
            "high", "rounds", "verdict"]
    rows = [[section.series, pair.other, pair.app, pair.graph, pair.threads, pair.machine,
             pair.value, pair.low, pair.high, min(map(len, pair.samples)), pair.verdict]
            for pair in section.pairs]
    path.parent.mkdir(parents=True, exist_ok=True)
    tables.Table(head, rows).write_csv(path)


def _label(catalogue: Catalogue, name: str) -> str:
    known = catalogue.series.get(name)
    return known.label if known else name


def _number(each: Pair | Against) -> str:
    if not math.isfinite(each.low):
        return f"{each.value:.3g}"
    return f"{each.value:.3g} [{each.low:.3g}, {each.high:.3g}]"


def _case(pair: Pair) -> str:
    return f"{data.case_name((pair.app, pair.graph))}, {threads_text(pair.threads)}"


def _places(places: Iterable[Place]) -> str:
    return "; ".join(f"{data.case_name(place[:2])}, {threads_text(place[2])}" for place in places)


def _joined(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
