"""The part of the report on one claim: verdicts, criteria, and numbers case by case.

A strip shows an interval over the zones of both criteria. Zones come from comparisons of the value
with a number in the criteria; where there are none, the strip has the interval alone.
"""

import math
import re
from typing import Any

from ..judge import outcome
from . import findings
from .markdown import folded, picture, table, text
from .report_data import Report

_SYMBOLS = {"agrees": "\u2713", outcome.DIRECTION: "\u2248", outcome.PART: "\u25d0",
            "disagrees": "\u2717", "tends to agree": "\u2197", "tends to disagree": "\u2198",
            outcome.ITSELF: "=", "open": "?", "too small": "\u2013", "not run": "\u25cb", "not testable": "\u2298",
            "blocked": "\u25a0"}
_OTHER_VALUES = ("own data", "own_data", "published")  # their value is not the quantity of the criteria
_FOLD = re.compile(r"(?:gm|median|mean|max|min)\(value\)")
_WIDE, _HIGH = 150, 20
_BACK, _GOOD, _BAD, _INK = "#e9ebee", "#9fd9c7", "#f2bf9b", "#1b1f24"


def marked(verdict: str) -> str:
    """A verdict with its symbol."""
    return f"{_SYMBOLS.get(verdict, '')} {verdict}".strip()


def section(report: Report, claim: Any) -> str:
    """A claim with all that was found."""
    verdicts = report.verdicts[claim.id]
    parts = [f"### {claim.id} {marked(verdicts[0].verdict)} {{ #{claim.id} }}",
             text(claim.says) + (f" ({text(claim.source)})" if claim.source else "")]
    if claim.decides:
        parts.append("This is one of the ten claims that decide most.")
    if claim.readings:
        parts.append("\n".join(f"{number}. {text(reading)}"
                               for number, reading in enumerate(claim.readings, 1)))
        parts += [(f"**Decided: the {claim.decided}.** " if claim.decided else "Not decided. ")
                  + text(claim.reason), text(claim.consequence)]
    if any(each.source for each in verdicts):
        rows = [[marked(each.verdict), text(findings.evidence(each.source)),
                 *outcome.interval(each), _strip(report, claim, each)] for each in verdicts]
        parts.append(table(["verdict", "evidence", "value", "95 % interval", "over the zones"], rows))
    if len(verdicts) > 1:
        parts.append("\n".join(
            f"- {findings.evidence(each.source) if each.source else each.verdict}: {text(each.reason)}"
            for each in verdicts if each.reason))
    elif why := verdicts[0].reason or (not claim.readings and claim.reason) or (
            "Our reason: unknown." if "disagree" in verdicts[0].verdict else ""):
        parts.append(text(why))
    if words := _criteria(claim):
        parts.append(folded("Criterion", f"```text\n{words}\n```"))
    if cases := verdicts[0].cases:
        parts.append(folded(f"Cases: {len(cases)}", table(
            ["case", "value", "95 % interval"],
            [[text(each.case), *outcome.interval(each)] for each in cases])))
    if names := list(verdicts[0].figures or claim.figures):
        parts.append(f"From {', '.join(map(report.link, names))}.")
    return "\n\n".join(filter(None, parts))


def _criteria(claim: Any) -> str:
    """The functions of a claim, and the published numbers that it is about."""
    words = claim.words
    rows = [("value", words.get("value")), ("agrees if", words.get("agrees")),
            ("disagrees if", words.get("disagrees")), ("where", words.get("where")),
            ("published", claim.published), *((name, words.get(name)) for name in claim.also)]
    return "\n".join(f"{name + ':':<14}{value}" for name, value in rows if value)


def _strip(report: Report, claim: Any, verdict: Any) -> str:
    drawing = strip(claim.words, verdict)
    if not drawing:
        return ""
    name = f"pictures/{claim.id}-{verdict.source.replace(' ', '-')}.svg"
    (report.folder / name).write_text(drawing, encoding="utf-8")
    value, interval = outcome.interval(verdict)
    told = [f"{value} in {interval}" if interval else value]
    told += [f"{name} if {claim.words[name]}" for name in ("agrees", "disagrees") if name in claim.words]
    return picture(name, "; ".join(told))


def strip(words: dict[str, str], verdict: Any) -> str:
    """The interval over the zones as an SVG file; empty if there is nothing to show."""
    if verdict.source in _OTHER_VALUES:
        words = {}
    value = words.get("summary", "value")
    good, bad = (zone(words.get(name, ""), value) for name in ("agrees", "disagrees"))
    zones = [(_GOOD, good)] if good else []
    if bad or "disagrees" in words:
        zones += [(_BAD, bad)] if bad else []
    elif good:
        zones += [(_BAD, (-math.inf, good[0])), (_BAD, (good[1], math.inf))]
    if math.isnan(verdict.value) or (not zones and math.isnan(verdict.low)):
        return ""
    low, high = (verdict.value if math.isnan(end) else end for end in (verdict.low, verdict.high))
    ends = [low, high, verdict.value, *(end for _, each in zones for end in each if math.isfinite(end))]
    scale = math.log if min(ends) > 0 else float
    left, right = scale(min(ends)), scale(max(ends))
    room = max((right - left) * 0.15, 0.05)

    def at(number: float) -> float:
        if math.isinf(number):
            return 0.0 if number < 0 else float(_WIDE)
        return (scale(number) - left + room) / (right - left + 2 * room) * _WIDE

    drawn = "".join(f'<rect x="{at(start):.1f}" width="{at(end) - at(start):.1f}" height="{_HIGH}" '
                    f'fill="{colour}"/>' for colour, (start, end) in zones if start < end)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{_HIGH}">'
            f'<rect width="{_WIDE}" height="{_HIGH}" fill="{_BACK}"/>{drawn}'
            f'<path d="M{at(low):.1f} {_HIGH / 2}H{at(high):.1f}" stroke="{_INK}" stroke-width="2.5"/>'
            f'<circle cx="{at(verdict.value):.1f}" cy="{_HIGH / 2}" r="3.5" fill="{_INK}"/></svg>\n')


def zone(criterion: str, value: str) -> tuple[float, float] | None:
    """(low, high) of the values that meet a criterion; None if it compares them with no number."""
    low, high = -math.inf, math.inf
    compared = re.compile(rf"(?:(?:all|any)\()?{re.escape(value)} ([<>])=? (-?[\d.]+)(?: / (\d+))?\)?")
    for part in criterion.split(" and "):
        if found := compared.fullmatch(part):
            limit = float(found[2]) / float(found[3] or 1)
            low, high = (max(low, limit), high) if found[1] == ">" else (low, min(high, limit))
    if math.isinf(low) and math.isinf(high):
        return zone(criterion, "value") if _FOLD.fullmatch(value) else None
    return low, high
