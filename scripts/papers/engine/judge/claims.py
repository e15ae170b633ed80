"""The claims of the papers: what a claim is, and reading them: <paper>/claims.toml has those
of a paper, contradictions/<paper>.toml where it contradicts itself."""

import ast
import dataclasses
import functools
import importlib
import math
import pathlib
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from galois_cps.runs import UserError

from .expression import WORDS, Expression

PAPERS = pathlib.Path(__file__).resolve().parents[2]
REPOSITORY = PAPERS.parents[1]
EVIDENCE = ("runs", "test", "exact", "published", "none")
KINDS = ("T", "S", "M", "D")
CASE = ("app", "graph", "threads")
OUTCOMES = ("agrees", "disagrees")
CRITERIA = ("agrees", "disagrees", "summary")
_REQUIREMENT = re.compile(r"[a-z]+:\S+$")
_NEED = re.compile(r"(.+) >= (\S+)")
_RAN = re.compile(r'has\("(\S+)"\)')
_TERM = re.compile(r"\b[A-Z][A-Z_0-9]+\b")
# What entries may name: in the terms of its file, and these.
TERMS = {
    # What a case on software schedulers needs, counting the nodes that are reached: with fewer,
    # beginning and ending the loop decide.
    "LARGE": "reached / threads >= 20000",
    # What a claim stands on that names the SprayList among others (docs/worklists/spraylist.md).
    "NO_SPRAYLIST": "SprayList is not judged, since ours is another variant.",
    # Why claims that compare simulated cores in different numbers are open (lab-book/calibration.md).
    "HELD_OUT": "three held-out speed-ups of simulated cores are too low by 1.67 to 1.76, where 1.5 is the aim",
}
_WITH_TERMS = ("figures", "where", "needs", "acts", "value", "also", "stands_on", "doubt",
               "agrees", "disagrees", "summary")
_FUNCTIONS = ("exact", "own_data")
_READINGS = ("first", "second")
MEANINGS = {"printed": "the printed form", "released": "the released program"}
_CONTRADICTIONS = "contradictions"
_TEST_ROOMS = {"lonestar": "lonestar/test", "bench": "libgalois/bench"}
_LISTS = ("figures", "kinds", "case", "readings")
_EXPRESSIONS = ("where", "value", "agrees", "disagrees", "summary")
_OF_SCHEDULERS = {"smq", "pmod", "hdcps"}  # the papers whose claims are about worklists on graphs
_LEAST_GRAPHS = 3
Function = Callable[..., Any]


@dataclasses.dataclass(frozen=True)
class Need:
    """A precondition of a case: a fact, or the ratio of two as in "reached / threads", is at least
    `limit`."""

    what: str
    limit: float

    @property
    def text(self) -> str:
        """The condition in words, as claims have it."""
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
    measure: Expression
    least: float


@dataclasses.dataclass(frozen=True)
class Claim:
    """One claim or, with two `readings`, one contradiction. The README of this folder describes the
    fields. Expressions, `needs` and `acts` may be given as their texts."""

    id: str
    says: str = ""
    source: str = ""
    paper: str = ""
    figures: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ("S", "T")
    where: Expression | None = None
    needs: tuple[Need | Ran | str, ...] = ()
    acts: tuple[Acted, ...] = ()
    case: tuple[str, ...] = ("app", "graph")
    # how many graphs, and of each kind that a criterion selects; -1: as many as the rules ask for
    graphs: int = -1
    value: Expression | None = None
    also: dict[str, Expression] = dataclasses.field(default_factory=dict)
    # {machine, parameter}: runs on that machine differ in a parameter, which may turn the verdict;
    # None: as the rules ask for
    ranges: dict[str, str] | None = None
    stands_on: str = ""  # how the runs differ from those of the paper, for the reason of a verdict
    # which meaning of "published" counts: what the paper prints, or the program that its authors
    # released and measured; "": as the series say
    judges: str = ""
    of_size: bool = False  # a value that surely lies between the criteria agrees in part
    doubt: str = ""  # why no run can decide it yet, so that every verdict on runs is open
    agrees: Expression | None = None
    disagrees: Expression | None = None
    summary: Expression | None = None
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
        for name in _EXPRESSIONS:
            self._set(name, _expression(getattr(self, name)))
        self._set("also", {name: _expression(each) for name, each in self.also.items()})
        self._set("needs", tuple(map(need, self.needs)))
        acts = self.acts.items() if isinstance(self.acts, dict) else self.acts
        self._set("acts", tuple(map(_acted, acts)))
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
    def quantities(self) -> dict[str, Expression]:
        """The expressions of a case, under the names that criteria use."""
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
        """The text of each expression, by its field or its name in `also`."""
        known = self.quantities | {name: getattr(self, name) for name in (*CRITERIA, "where")}
        return {name: each.text for name, each in known.items() if each}

    def calls(self) -> list[tuple[str, list[str], list[str]]]:
        """The calls on series in all quantities, as Expression.calls has them."""
        measured = [*self.quantities.values(), *(each.measure for each in self.acts)]
        return [call for each in measured for call in each.calls()]

    def _decided_by(self) -> str:
        """What decides a claim that does not say it."""
        fields = (("runs", self.value), ("exact", self.exact), ("test", self.tests),
                  ("published", self.own_data), ("none", self.contradiction))
        return next((kind for kind, given in fields if given), "runs")

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
        if self.judges and self.judges not in MEANINGS:
            return f"`judges` is one of {', '.join(MEANINGS)}"
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
            if not name.isidentifier() or name in ("value", "cases", *WORDS):
                return f"`{name}` in also has to be an identifier other than value, cases and functions"
        for field in CRITERIA if self.value else ():
            criterion = getattr(self, field)
            unknown = set(criterion.names if criterion else ()) - {*self.quantities, "cases"}
            if unknown:
                return f"{field}: `{min(unknown)}` is neither value, cases, nor in also"
        return ""


def _expression(text: str | Expression | None) -> Expression | None:
    return Expression(text) if isinstance(text, str) else text


def need(text: str | Need | Ran) -> str | Need | Ran:
    """The precondition that a text such as `reached / threads >= 20000` or `has("smq")` says."""
    if not isinstance(text, str):
        return text
    if match := _NEED.fullmatch(text):
        return Need(match[1], ast.literal_eval(match[2]))
    match = _RAN.fullmatch(text)
    return Ran(match[1]) if match else text


def _acted(given: tuple[str, str] | Acted) -> Acted:
    """Of a mechanism and a condition such as `history("pmod", "lmf", "rises") >= 1`."""
    if isinstance(given, Acted):
        return given
    measure, _, least = given[1].rpartition(" >= ")
    return Acted(given[0], Expression(measure), ast.literal_eval(least))


def load() -> list[Claim]:
    """All claims, then all contradictions, each in the order of their ids."""
    files = sorted((*PAPERS.glob("*/claims.toml"), *PAPERS.glob(f"{_CONTRADICTIONS}/*.toml")))
    return joined(map(read, files))


def read(path: pathlib.Path) -> list[Claim]:
    """The claims of a file; UserError if it cannot be read."""
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from error
    terms = TERMS | entries.pop("terms", {})
    found = []
    for name, entry in entries.items():
        try:
            fields = {field: _with_terms(value, terms if field in _WITH_TERMS else {})
                      for field, value in entry.items()}
            fields |= {field: _function(path, entry[field], name) for field in _FUNCTIONS
                       if field in entry}
            if path.parent.name == _CONTRADICTIONS:
                readings = [fields.pop(each) for each in _READINGS if each in fields]
                fields = {"paper": path.stem} | fields | {"readings": readings}
            found.append(Claim(name, **fields))
        except (AttributeError, ImportError, TypeError) as error:  # no such function, module or field
            raise UserError(f"{path}: {name}: {error}") from error
    return found


def _with_terms(value: Any, terms: dict[str, Any]) -> Any:
    """A value of an entry as one line, with what its terms stand for. A list takes the elements of a
    term that is a list."""
    if isinstance(value, dict):
        return {key: _with_terms(each, terms) for key, each in value.items()}
    if isinstance(value, list):
        lists = (_with_terms(terms[each], terms) if isinstance(terms.get(each), list)
                 else [_with_terms(each, terms)] for each in value)
        return [each for some in lists for each in some]
    if not isinstance(value, str):
        return value
    return _TERM.sub(lambda match: _with_terms(terms[match[0]], terms) if match[0] in terms
                     else match[0], " ".join(value.split()))


def _function(path: pathlib.Path, module: str, name: str) -> Function:
    """The function of a claim in a module of its paper's folder."""
    found = importlib.import_module(f"papers.{path.parent.name}.{module}")
    return getattr(found, name.replace("-", "_"))


def joined(lists: Iterable[list[Claim]]) -> list[Claim]:
    """The claims of several lists, contradictions last. UserError if two have the same id."""
    found = [claim for each in lists for claim in each]
    ids = [claim.id for claim in found]
    if repeated := sorted({name for name in ids if ids.count(name) > 1}):
        raise UserError(f"{', '.join(repeated)}: more than one claim has this id")
    return sorted(found, key=lambda claim: (claim.contradiction, claim.id))


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
