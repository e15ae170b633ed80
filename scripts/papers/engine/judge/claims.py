"""The claims of the papers as data: loading <paper>/claims.toml, and checking it."""

import dataclasses
import pathlib
import re
import tomllib
from typing import Any

from lab.records import UserError

from . import expressions
from ...contradictions import arithmetic_claims
from .expressions import Expression

FOLDER = pathlib.Path(__file__).resolve().parents[2]
REPOSITORY = FOLDER.parents[1]
EVIDENCE = ("runs", "test", "exact", "published", "none")
KINDS = ("T", "S", "M", "D")
CASE = ("app", "graph", "threads")
OUTCOMES = ("agrees", "disagrees")
_REQUIREMENT = re.compile(r"[a-z]+:\S+$")
_TEST_ROOMS = {"lonestar": "lonestar/test", "bench": "libgalois/bench"}
_TEXTS = ("id", "paper", "source", "says", "where", "value", "agrees", "disagrees", "summary",
          "published", "evidence", "exact", "own_data", "testable", "reason", "consequence",
          "decided")
_LISTS = ("figures", "kinds", "needs", "case", "readings")


@dataclasses.dataclass(frozen=True)
class Claim:
    """One claim, or one contradiction; the texts of expressions are as in the file."""

    id: str
    says: str
    source: str = ""
    paper: str = ""
    figures: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ("S", "T")
    where: str = ""
    needs: tuple[str, ...] = ()
    case: tuple[str, ...] = ("app", "graph")
    value: str = ""
    also: dict[str, str] = dataclasses.field(default_factory=dict)
    # {machine, parameter}: runs on that machine differ in a parameter, which may turn the verdict
    ranges: dict[str, str] = dataclasses.field(default_factory=dict)
    agrees: str = ""
    disagrees: str = ""
    summary: str = ""
    published: str = ""
    evidence: str = "runs"
    tests: dict[str, str] = dataclasses.field(default_factory=dict)
    exact: str = ""
    own_data: str = ""
    testable: str = ""
    reason: str = ""
    decides: bool = False
    contradiction: bool = False
    readings: tuple[str, ...] = ()
    consequence: str = ""
    decided: str = ""

    def value_of(self, name: str) -> Expression:
        """`value`, or the quantity of `also` with this name."""
        return self._parse(name, self.value if name == "value" else self.also[name], "value")

    @property
    def quantities(self) -> tuple[str, ...]:
        """The names that criteria may use."""
        return ("value", *self.also)

    def criterion(self, field: str) -> Expression | None:
        """The expression of agrees, disagrees or summary; None without one."""
        text = getattr(self, field)
        return self._parse(field, text, "criterion", self.quantities) if text else None

    def where_condition(self) -> Expression | None:
        """The condition that cases have to meet; None without one."""
        return self._parse("where", self.where, "where") if self.where else None

    def preconditions(self) -> list[Expression]:
        """The conditions without which a case is too small."""
        return [self._parse("needs", text, "needs") for text in self.needs
                if not _REQUIREMENT.match(text)]

    @property
    def requirements(self) -> tuple[str, ...]:
        """What has to exist in the repository, such as "program:smq-process": the other `needs`."""
        return tuple(text for text in self.needs if _REQUIREMENT.match(text))

    def _parse(self, field: str, text: str, context: str,
               names: tuple[str, ...] = ()) -> Expression:
        try:
            return expressions.parse(text, context, names)
        except UserError as error:
            raise UserError(f"{self.id}: {field}: {error}") from error


def load(folder: pathlib.Path | None = None) -> list[Claim]:
    """All claims, then all contradictions, in the order of their files' names."""
    found: list[Claim] = []
    for path in sorted((folder or FOLDER).glob("*/claims.toml")):
        found += read(path)
    repeated = _repeated([claim.id for claim in found])
    if repeated:
        raise UserError(f"{', '.join(repeated)}: more than one claim has this id")
    return sorted(found, key=lambda claim: claim.contradiction)


def read(path: pathlib.Path) -> list[Claim]:
    """The claims of one file, with their types checked and their expressions parsed.

    @throws UserError with one line per faulty claim.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{path.name}: cannot be read: {error}") from error
    unknown = sorted(set(tables) - {"claim", "contradiction"})
    if unknown:
        raise UserError(f"{path.name}: unknown table `{unknown[0]}`; there are [[claim]] and "
                        "[[contradiction]]")
    found, problems = [], []
    for kind in ("claim", "contradiction"):
        for table in tables.get(kind, []):
            try:
                found.append(_claim(path.name, table, kind == "contradiction"))
            except UserError as error:
                problems.append(str(error))
    if problems:
        raise UserError("\n".join(problems))
    return found


def _claim(file: str, table: dict[str, Any], contradiction: bool) -> Claim:
    if not isinstance(table.get("id"), str):
        raise UserError(f"{file}: a claim has no id")
    name = table["id"]
    known = {field.name for field in dataclasses.fields(Claim)} - {"contradiction"}
    unknown = sorted(set(table) - known)
    if unknown:
        raise UserError(f"{name}: unknown key `{unknown[0]}`")
    for key, value in table.items():
        _check_type(name, key, value)
    fields = {key: tuple(value) if key in _LISTS else value for key, value in table.items()}
    fields.setdefault("paper", "" if contradiction else name.partition("-")[0])
    if contradiction:
        fields.setdefault("evidence", _evidence(table))
        fields.setdefault("says", " / ".join(fields.get("readings", ())))
    if "says" not in fields:
        raise UserError(f"{name}: `says` is missing")
    claim = Claim(**fields, contradiction=contradiction)
    problem = _problem(claim)
    if problem:
        raise UserError(f"{name}: {problem}")
    for quantity in claim.quantities if claim.value else ():
        claim.value_of(quantity)
    for field in ("agrees", "disagrees", "summary"):
        claim.criterion(field)
    claim.where_condition()
    claim.preconditions()
    return claim


def _evidence(table: dict[str, Any]) -> str:
    """What decides a contradiction that does not say it."""
    if table.get("value"):
        return "runs"
    return next((kind for kind, field in (("exact", "exact"), ("test", "tests"),
                                          ("published", "own_data")) if table.get(field)), "none")


def _check_type(name: str, key: str, value: Any) -> None:
    if key in _TEXTS:
        good, wanted = isinstance(value, str), "a text"
    elif key in _LISTS:
        good = isinstance(value, list) and all(isinstance(each, str) for each in value)
        wanted = "a list of texts"
    elif key in ("also", "tests", "ranges"):
        good = isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
        wanted = "a table of texts"
    else:
        good, wanted = isinstance(value, bool), "true or false"
    if not good:
        raise UserError(f"{name}: `{key}` has to be {wanted}")


def _problem(claim: Claim) -> str:
    """What is wrong with the fields beside the expressions, or nothing."""
    if claim.evidence not in EVIDENCE:
        return f"evidence `{claim.evidence}` is none of {', '.join(EVIDENCE)}"
    for kind in claim.kinds:
        if kind.removesuffix("*") not in KINDS:
            return f"kind `{kind}` is none of {', '.join(KINDS)}, with * for a tendency only"
    for key in claim.case:
        if key not in CASE:
            return f"case `{key}` is none of {', '.join(CASE)}"
    if claim.ranges and set(claim.ranges) != {"machine", "parameter"}:
        return "`ranges` has a machine and a parameter"
    for outcome in claim.tests.values():
        if outcome not in OUTCOMES:
            return f"a test shows `agrees` or `disagrees`, not `{outcome}`"
    if claim.contradiction and len(claim.readings) != 2:
        return "a contradiction has two readings"
    untestable = claim.testable.startswith("no")
    wanted = {"runs": ("value", "agrees"), "test": ("tests",), "exact": ("exact",),
              "published": ("own_data",), "none": ()}[claim.evidence]
    for field in wanted if not untestable else ():
        if not getattr(claim, field):
            return f"`{field}` is missing (evidence is \"{claim.evidence}\")"
    for name in claim.also:
        if not name.isidentifier() or name in ("value", "cases"):
            return f"`{name}` in also has to be an identifier other than value and cases"
    return ""


def check(claims: list[Claim], catalogue: Any = None,
          repository: pathlib.Path = REPOSITORY) -> list[str]:
    """What is wrong between the claims and what they name: figures, series, tests, functions."""
    problems = []
    for claim in claims:
        if claim.exact and not callable(arithmetic_claims.FUNCTIONS.get(claim.exact)):
            problems.append(f"{claim.id}: arithmetic_claims.py has no function `{claim.exact}`")
        if claim.own_data and own_function(claim.own_data) is None:
            problems.append(f"{claim.id}: published_claims.py has no function `{claim.own_data}`")
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
    texts = [claim.value_of(name) for name in claim.quantities] if claim.value and not waits else []
    for expression in [*texts, *claim.preconditions()]:
        for name in expression.series():
            plain = name.removesuffix(".best")
            if "*" not in plain and plain not in catalogue.series:
                problems.append(f"{claim.id}: there is no series `{plain}`")
    return list(dict.fromkeys(problems))


def own_function(name: str) -> Any:
    """The function of published_claims.py with this name, or None."""
    try:
        from ...ypp import published_claims
    except ImportError:
        return None
    function = getattr(published_claims, name, None)
    return function if callable(function) and not name.startswith("_") else None


def test_exists(name: str, repository: pathlib.Path = REPOSITORY) -> bool:
    """Whether the source of a test such as papers.PrivateDequesRelacy is in the repository."""
    room, _, stem = name.partition(".")
    folder = repository / _TEST_ROOMS.get(room, f"libgalois/test/{room}")
    return any(True for ending in ("", "Test") for _ in folder.rglob(f"{stem}{ending}.cpp"))


def _repeated(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})
