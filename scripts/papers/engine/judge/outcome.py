"""Verdicts as data: their fields, as JSON, and as a table for people."""

import dataclasses
import json
import math
from collections.abc import Iterable
from typing import Any

from galois_cps.runs import UserError
from galois_cps.runs.tables import Table

SCHEMA = "galois-figures/1"
FORMATS = ("text", "markdown", "json")
DIRECTION = "agrees in direction, not in size"
PART = "agrees in part"  # it is sure that some of its conditions hold and that others fail
ITSELF = "consistent with itself"  # agrees with the paper's own printed numbers, and with no run
DECIDED = ("agrees", DIRECTION, PART, "disagrees")
FIRM = (*DECIDED, "tends to agree", "tends to disagree")  # what runs decide, or tend to
VERDICTS = (*FIRM, ITSELF, "open", "too small", "not run", "not testable", "blocked")
RUNS = ("T", "S", "M", "D")  # evidence that belongs to a build
FALSE = (0.007, 0.033)  # the share of false verdicts per side, measured on made samples


@dataclasses.dataclass(frozen=True)
class CaseValue:
    """The value of one case and the interval that covers 95 % of its bootstrap distribution."""

    case: str
    value: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What one kind of evidence says about one claim."""

    id: str
    verdict: str
    source: str = ""
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    cases: tuple[CaseValue, ...] = ()
    reason: str = ""
    figures: tuple[str, ...] = ()
    criteria: dict[str, str] = dataclasses.field(default_factory=dict)
    runs_of: str = ""  # commit and date of the runs, if they are older than the file says
    policies: dict[str, str] = dataclasses.field(default_factory=dict)  # what each series ran as
    judges: str = ""  # which meaning of "published" it judges: printed, released, or neither


def without_runs(verdicts: Iterable[Verdict]) -> bool:
    """Whether none of these verdicts comes from complete runs, or from other evidence."""
    return all(each.verdict in ("not run", "blocked") for each in verdicts)


def place(verdict: Verdict) -> int:
    """Where a verdict on runs stands among those of one claim: first what decides, then what is open or
    only tends, last what has not run. Otherwise the order of the claim's kinds counts."""
    return 0 if verdict.verdict in DECIDED else 1 if verdict.verdict in (*FIRM, "open") else 2


def with_own(of_runs: list[Verdict], own: list[Verdict]) -> list[Verdict]:
    """The verdicts on one claim, the deciding one first: those of runs before those of the paper's own
    numbers, unless nothing ran, or these refute the claim while runs here are undecided."""
    refuted = (any(each.verdict == "disagrees" for each in own)
               and not any(each.verdict in FIRM for each in of_runs))
    return own + of_runs if refuted or without_runs(of_runs) else of_runs + own


def deciding(verdicts: Iterable[Verdict]) -> dict[str, Verdict]:
    """The deciding verdict on each claim."""
    first: dict[str, Verdict] = {}
    for verdict in verdicts:
        first.setdefault(verdict.id, verdict)
    return first


def chance(verdicts: Iterable[Verdict]) -> str:
    """How many verdicts on runs have to be expected to be wrong by chance."""
    judged = [each for each in deciding(verdicts).values()
              if each.source in RUNS and each.verdict in (*FIRM, "open")]
    firm = sum(each.verdict in FIRM for each in judged)
    low, high = (share * len(judged) for share in FALSE)
    return (f"Of {len(judged)} claims that were judged on runs, {firm} have a firm verdict. On samples "
            f"whose truth lies on a criterion, {100 * FALSE[0]:g} to {100 * FALSE[1]:g} % of the verdicts "
            f"are firm and wrong, on each side. So {low:.1f} to {2 * high:.1f} firm verdicts are expected "
            "to be wrong by chance.")


def to_json(verdicts: Iterable[Verdict], *, machine: dict[str, Any] | None = None, date: str = "",
            commit: str = "", scale: str = "") -> dict[str, Any]:
    """What verdicts.json and findings.json hold. Numbers that do not exist are null."""
    return {"schema": SCHEMA, "machine": machine or {}, "date": date, "commit": commit,
            "scale": scale, "verdicts": [_plain(dataclasses.asdict(each)) for each in verdicts]}


def from_json(data: dict[str, Any]) -> list[Verdict]:
    """The verdicts of such a file; UserError if it is another kind of file."""
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise UserError(f"the file has no verdicts: its schema is not {SCHEMA}")
    try:
        return [_verdict(entry) for entry in data["verdicts"]]
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"the file of verdicts is damaged: {error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _verdict(entry: dict[str, Any]) -> Verdict:
    if entry["verdict"] not in VERDICTS:
        raise ValueError(f"{entry['id']} has the verdict {entry['verdict']!r}")
    entry = dict(entry)
    for key in ("value", "low", "high"):
        entry[key] = _number(entry.get(key))
    entry["cases"] = tuple(
        CaseValue(each["case"], *(_number(each[key]) for key in ("value", "low", "high")))
        for each in entry.get("cases", ()))
    entry["figures"] = tuple(entry.get("figures", ()))
    return Verdict(**entry)


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def render(verdicts: Iterable[Verdict], format: str = "text") -> str:
    """All verdicts as a table, or as JSON."""
    verdicts = list(verdicts)
    if format == "json":
        return json.dumps(to_json(verdicts), indent=2, allow_nan=False)
    if format not in FORMATS:
        raise UserError(f"the format {format!r} is none of {', '.join(FORMATS)}")
    rows = [[each.id, each.verdict, each.source, *interval(each), each.reason]
            for each in verdicts]
    return Table(["claim", "verdict", "by", "value", "95 % interval", "why"], rows).render(format)


def interval(verdict: Verdict) -> tuple[str, str]:
    """Value and interval for people; empty without one."""
    if math.isnan(verdict.value):
        return "", ""
    value = f"{verdict.value:.3g}"
    if math.isnan(verdict.low):
        return value, ""
    return value, f"{verdict.low:.3g} .. {verdict.high:.3g}"
