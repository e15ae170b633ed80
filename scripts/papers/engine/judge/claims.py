"""The claims of the papers: what a claim is, and loading <paper>/claims.py."""

import dataclasses
import functools
import importlib
import inspect
import math
import pathlib
import re
from collections.abc import Callable, Iterable
from typing import Any

from galois_cps.runs import UserError

from . import wording

PAPERS = pathlib.Path(__file__).resolve().parents[2]
REPOSITORY = PAPERS.parents[1]
EVIDENCE = ("runs", "test", "exact", "published", "none")
KINDS = ("T", "S", "M", "D")
CASE = ("app", "graph", "threads")
OUTCOMES = ("agrees", "disagrees")
CRITERIA = ("agrees", "disagrees", "summary")
_REQUIREMENT = re.compile(r"[a-z]+:\S+$")
_TEST_ROOMS = {"lonestar": "lonestar/test", "bench": "libgalois/bench"}
_LISTS = ("figures", "kinds", "needs", "acts", "case", "readings")
_OF_SCHEDULERS = {"smq", "pmod", "hdcps"}  # the papers whose claims are about worklists on graphs
_LEAST_GRAPHS = 3
Function = Callable[..., Any]


@dataclasses.dataclass(frozen=True)
class Need:
    """A precondition of a case: a fact, or the ratio of two as in "nodes / threads", is at least
    `limit`."""

    what: str
    limit: float

    @property
    def text(self) -> str:
        """The condition in words."""
        return f"{self.what} >= {self.limit}"

    def value(self, known: Any) -> float:
        """What is compared with the limit; vectors.Missing if a fact is unknown."""
        top, *bottom = (getattr(known, name) for name in self.what.split(" / "))
        return top / bottom[0] if bottom else top


@dataclasses.dataclass(frozen=True)
class Ran:
    """A precondition of a case: this series has a run."""

    series: str

    @property
    def text(self) -> str:
        """The condition in words."""
        return f'has("{self.series}")'


@dataclasses.dataclass(frozen=True)
class Acted:
    """A precondition of a case: the mechanism that the claim is about did something. `measure` is
    computed of its runs, and is at least `least`."""

    mechanism: str
    measure: Function
    least: float


@dataclasses.dataclass(frozen=True)
class Claim:
    """One claim or, with two `readings`, one contradiction. The README of this folder describes the
    fields."""

    id: str
    says: str = ""
    source: str = ""
    paper: str = ""
    figures: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ("S", "T")
    where: Function | None = None
    needs: tuple[Need | Ran | str, ...] = ()
    acts: tuple[Acted, ...] = ()
    case: tuple[str, ...] = ("app", "graph")
    # how many graphs, and of each kind that a criterion selects; -1: as many as the rules ask for
    graphs: int = -1
    value: Function | None = None
    also: dict[str, Function] = dataclasses.field(default_factory=dict)
    # {machine, parameter}: runs on that machine differ in a parameter, which may turn the verdict;
    # None: as the rules ask for
    ranges: dict[str, str] | None = None
    stands_on: str = ""  # how the runs differ from those of the paper, for the reason of a verdict
    agrees: Function | None = None
    disagrees: Function | None = None
    summary: Function | None = None
    printed: float = math.nan  # the paper's own value of `summary`, where a criterion has one side
    neutral: float = 1  # the value of `summary` that is no gain
    published: str = ""
    evidence: str = ""
    tests: dict[str, str] = dataclasses.field(default_factory=dict)
    exact: Function | None = None
    own_data: Function | None = None
    testable: str = ""
    reason: str = ""
    decides: bool = False
    readings: tuple[str, ...] = ()
    consequence: str = ""
    decided: str = ""

    def __post_init__(self) -> None:
        for name in _LISTS:
            self._set(name, tuple(getattr(self, name)))
        if not self.contradiction:
            self._set("paper", self.paper or self.id.partition("-")[0])
        self._set("says", self.says or " / ".join(self.readings))
        self._set("evidence", self.evidence or self._decided_by())
        if self.graphs < 0:
            self._set("graphs", _LEAST_GRAPHS if self.of_schedulers and self.case else 0)
        if problem := self._problem():
            raise UserError(f"{self.id}: {problem}")

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def contradiction(self) -> bool:
        """Whether "agrees" means that the first of two readings is right."""
        return bool(self.readings)

    @functools.cached_property
    def quantities(self) -> dict[str, Function]:
        """The functions of a case, under the names that criteria use."""
        return {"value": self.value, **self.also} if self.value else {}

    @property
    def of_schedulers(self) -> bool:
        """Whether it is about worklists on graphs, and runs decide."""
        papers = set(re.split(r"\W+", self.paper.lower()))
        return self.evidence == "runs" and bool(papers & _OF_SCHEDULERS)

    @property
    def of_hardware(self) -> bool:
        """Whether it is about schedulers with hardware queues."""
        return any(need.startswith("policy:hdcps-h") for need in self.requirements)

    @property
    def in_band(self) -> bool:
        """Whether a verdict of simulated runs has to hold in the whole band of their costs."""
        return self.ranges is None and (self.of_schedulers or self.paper == "pd")

    @property
    def conditions(self) -> list[Need | Ran]:
        """The conditions without which a case is too small."""
        return [each for each in self.needs if not isinstance(each, str)]

    @property
    def requirements(self) -> tuple[str, ...]:
        """What has to exist in the repository, such as "program:smq-process": the other `needs`."""
        return tuple(each for each in self.needs if isinstance(each, str))

    @functools.cached_property
    def words(self) -> dict[str, str]:
        """The text of each function, by its field or its name in `also`."""
        known = self.quantities | {name: getattr(self, name) for name in (*CRITERIA, "where")}
        return {name: wording.text(function) for name, function in known.items() if function}

    def calls(self) -> list[tuple[str, list[str], list[str]]]:
        """The calls on series in all quantities, as wording.calls has them."""
        functions = [*self.quantities.values(), *(each.measure for each in self.acts)]
        return [call for function in functions for call in wording.calls(function)]

    def _decided_by(self) -> str:
        """What decides a claim that does not say it."""
        if self.value or not self.contradiction:
            return "runs"
        fields = (("exact", self.exact), ("test", self.tests), ("published", self.own_data))
        return next((kind for kind, given in fields if given), "none")

    def _problem(self) -> str:
        """What is wrong with the fields, or nothing."""
        if not self.says:
            return "`says` is missing"
        if self.evidence not in EVIDENCE:
            return f"evidence `{self.evidence}` is none of {', '.join(EVIDENCE)}"
        for kind in self.kinds:
            if kind.removesuffix("*") not in KINDS:
                return f"kind `{kind}` is none of {', '.join(KINDS)}, with * for a tendency only"
        for key in self.case:
            if key not in CASE:
                return f"case `{key}` is none of {', '.join(CASE)}"
        for need in self.requirements:
            if not _REQUIREMENT.match(need):
                return f"`{need}` in needs is no requirement such as program:smq-process"
        if self.ranges and set(self.ranges) != {"machine", "parameter"}:
            return "`ranges` has a machine and a parameter"
        for outcome in self.tests.values():
            if outcome not in OUTCOMES:
                return f"a test shows `agrees` or `disagrees`, not `{outcome}`"
        if self.contradiction and len(self.readings) != 2:
            return "a contradiction has two readings"
        untestable = self.testable.startswith("no")
        wanted = {"runs": ("value", "agrees"), "test": ("tests",), "exact": ("exact",),
                  "published": ("own_data",), "none": ()}[self.evidence]
        for field in wanted if not untestable else ():
            if not getattr(self, field):
                return f"`{field}` is missing (evidence is \"{self.evidence}\")"
        for name in self.also:
            if not name.isidentifier() or name in ("value", "cases"):
                return f"`{name}` in also has to be an identifier other than value and cases"
        for field in CRITERIA if self.value else ():
            unknown = set(parameters(getattr(self, field))) - {*self.quantities, "cases"}
            if unknown:
                return f"{field}: `{min(unknown)}` is neither value, cases, nor in also"
        return ""


def parameters(function: Function | None) -> list[str]:
    """The names of a function's parameters."""
    return list(inspect.signature(function).parameters) if function else []


def load() -> list[Claim]:
    """All claims, then all contradictions, in the order of the names of their folders."""
    names = sorted(path.parent.name for path in PAPERS.glob("*/claims.py"))
    return joined(importlib.import_module(f"papers.{name}.claims").CLAIMS for name in names)


def joined(lists: Iterable[list[Claim]]) -> list[Claim]:
    """The claims of several lists, contradictions last. UserError if two have the same id."""
    found = [claim for each in lists for claim in each]
    ids = [claim.id for claim in found]
    if repeated := sorted({name for name in ids if ids.count(name) > 1}):
        raise UserError(f"{', '.join(repeated)}: more than one claim has this id")
    return sorted(found, key=lambda claim: claim.contradiction)


def check(claims: list[Claim], catalogue: Any = None,
          repository: pathlib.Path = REPOSITORY) -> list[str]:
    """What is wrong between the claims and what they name: figures, series and tests."""
    problems = []
    for claim in claims:
        problems += [f"{claim.id}: there is no test `{name}`" for name in claim.tests
                     if not test_exists(name, repository)]
        if catalogue is not None:
            problems += _unknown_names(claim, catalogue)
    return problems


def _unknown_names(claim: Claim, catalogue: Any) -> list[str]:
    """Figures and series that do not exist. A claim that waits for a program may name its
    series."""
    problems = [f"{claim.id}: there is no figure `{figure}`" for figure in claim.figures
                if figure not in catalogue.figures]
    waits = claim.requirements or any(catalogue.figures[name].blocked for name in claim.figures
                                      if name in catalogue.figures)
    named = [name for _, series, _ in claim.calls() for name in series] if not waits else []
    named += [each.series for each in claim.conditions if isinstance(each, Ran)]
    for name in named:
        known = name.removesuffix(".best")
        if "*" not in known and known not in catalogue.series:
            problems.append(f"{claim.id}: there is no series `{known}`")
    return list(dict.fromkeys(problems))


def test_exists(name: str, repository: pathlib.Path = REPOSITORY) -> bool:
    """Whether the source of a test such as papers.PrivateDequesRelacy is in the repository."""
    room, _, stem = name.partition(".")
    folder = repository / _TEST_ROOMS.get(room, f"libgalois/test/{room}")
    return any(True for ending in ("", "Test") for _ in folder.rglob(f"{stem}{ending}.cpp"))
