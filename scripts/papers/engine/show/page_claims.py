"""The parts of the report on single claims: chips, strips, cards, the table of all claims.

A strip shows an interval over the zones of both criteria. Zones come from comparisons of the value
with a number in the criteria; where there are none, the strip has the interval alone.
"""

import ast
import html
import math
from typing import Any, Iterable

SYMBOLS = {"agrees": "\u2713", "agrees in direction, not in size": "\u2248",
           "disagrees": "\u2717", "tends to agree": "\u2197", "tends to disagree": "\u2198",
           "consistent with itself": "=", "open": "?", "too small": "\u2013", "not run": "\u25cb",
           "not testable": "\u2298", "blocked": "\u25a0"}
_SOURCES = {"S": "simulated cores", "T": "real threads", "M": "mathematics", "D": "several machines",
            "published": "the paper's own numbers", "own data": "the paper's own numbers",
            "own_data": "the paper's own numbers", "exact": "exact calculation", "test": "tests"}
# Sources whose value is not the claim's summary, so that its zones say nothing about the value.
_OTHER_VALUES = ("own data", "own_data", "published")
_FOLDS = ("gm", "median", "mean", "max", "min")
_WIDE, _HIGH = 150, 20


def text(value: Any) -> str:
    """Escaped for HTML."""
    return html.escape(str(value if value is not None else ""))


def chip(verdict: str) -> str:
    """A verdict as a word with a symbol; colours are an addition."""
    return (f'<span class="chip v-{verdict.replace(",", "").replace(" ", "-")}"><span aria-hidden="true">'
            f'{SYMBOLS.get(verdict, "")}</span> {text(verdict)}</span>')


def source(verdict: Any) -> str:
    """The kind of evidence in words."""
    return _SOURCES.get(verdict.source, verdict.source)


def paper(name: str) -> str:
    """The paper of a claim or figure by its id: "smq" of "smq-18"; "x" of contradictions."""
    return name.split("-")[0]


def number(value: Any) -> str:
    """Three digits, or a dash."""
    return f"{value:.3g}" if _finite(value) else "\u2013"


def interval(verdict: Any) -> str:
    """Value and interval, such as "1.31 [1.2, 1.4]"; empty without a value."""
    if not _finite(verdict.value):
        return ""
    if not _finite(verdict.low):
        return number(verdict.value)
    return f"{number(verdict.value)} [{number(verdict.low)}, {number(verdict.high)}]"


def shown(claim: Any) -> str:
    """The expression whose value a verdict shows."""
    summary = _tree(_words(claim).get("summary", ""))
    return ast.unparse(summary) if summary is not None else "value"


def _words(claim: Any) -> dict[str, str]:
    """The texts of a claim's functions."""
    return getattr(claim, "words", {})


def zones(criterion: str, value: str = "value") -> tuple[float, float] | None:
    """(low, high) of the values that meet a criterion; None if it compares the value with no
    number."""
    tree = _tree(criterion)
    nodes = [each for each in _comparisons(tree, inside=False) if ast.unparse(each.left) == value]
    if not nodes and value in ("value", *(f"{fold}(value)" for fold in _FOLDS)):
        nodes = [each for each in _comparisons(tree, inside=True)
                 if ast.unparse(each.left) == "value"]
    low, high = -math.inf, math.inf
    for node in nodes:
        limit = _number_of(node.comparators[0])
        if limit is not None and isinstance(node.ops[0], (ast.Gt, ast.GtE)):
            low = max(low, limit)
        elif limit is not None and isinstance(node.ops[0], (ast.Lt, ast.LtE)):
            high = min(high, limit)
    return (low, high) if math.isfinite(low) or math.isfinite(high) else None


def _tree(criterion: str) -> ast.expr | None:
    try:
        return ast.parse(f"({criterion}\n)", mode="eval").body if criterion.strip() else None
    except SyntaxError:
        return None


def _comparisons(node: ast.AST | None, inside: bool) -> Iterable[ast.Compare]:
    """Comparisons joined by `and`; `inside` those in all() and any() as well."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield node
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for each in node.values:
            yield from _comparisons(each, inside)
    elif inside and isinstance(node, ast.Call) and ast.unparse(node.func) in ("all", "any"):
        for each in node.args:
            yield from _comparisons(each, inside)


def _number_of(node: ast.expr) -> float | None:
    """The value of a number, a negative one, or a fraction."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number_of(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        top, bottom = _number_of(node.left), _number_of(node.right)
        return top / bottom if top is not None and bottom else None
    return None


def strip(verdict: Any, claim: Any) -> str:
    """The interval over the zones as a small drawing; empty if there is no value."""
    if not _finite(verdict.value):
        return ""
    value = shown(claim)
    words = {} if verdict.source in _OTHER_VALUES else _words(claim)
    good = zones(words.get("agrees", ""), value)
    bad = [zones(words.get("disagrees", ""), value)]
    if good and "disagrees" not in words:
        bad = [(-math.inf, good[0]), (good[1], math.inf)]
    drawn = [("good", good)] + [("bad", zone) for zone in bad]
    drawn = [(name, zone) for name, zone in drawn if zone and zone[0] < zone[1]]
    if not drawn and not _finite(verdict.low):
        return ""
    low = verdict.low if _finite(verdict.low) else verdict.value
    high = verdict.high if _finite(verdict.high) else verdict.value
    ends = [each for _, zone in drawn for each in zone if math.isfinite(each)]
    inside = [low, high, verdict.value, *ends]
    logarithmic = min(inside) > 0
    places = [math.log(each) if logarithmic else each for each in inside]
    room = max((max(places) - min(places)) * 0.15, 0.05)
    left, right = min(places) - room, max(places) + room

    def at(number_: float) -> float:
        if math.isinf(number_):
            return 0.0 if number_ < 0 else float(_WIDE)
        place = math.log(number_) if logarithmic else number_
        return min(max((place - left) / (right - left), 0.0), 1.0) * _WIDE

    parts = [f'<rect class="{name}" x="{at(zone[0]):.1f}" y="0" height="{_HIGH}" '
             f'width="{at(zone[1]) - at(zone[0]):.1f}"/>'
             for name, zone in drawn]
    middle = _HIGH / 2
    parts.append(f'<path d="M{at(low):.1f} {middle}H{at(high):.1f}"/>')
    parts.append(f'<circle cx="{at(verdict.value):.1f}" cy="{middle}" r="3.5"/>')
    told = interval(verdict) + (f"; agrees if {words['agrees']}" if "agrees" in words else "")
    if "disagrees" in words:
        told += f"; disagrees if {words['disagrees']}"
    return (f'<svg class="strip" role="img" viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" '
            f'height="{_HIGH}"><title>{text(told)}</title>{"".join(parts)}</svg>')


def card(claim: Any, verdicts: list[Any], known: set[str]) -> str:
    """A claim with all that was found: number, interval, criterion, reason, cases."""
    first = verdicts[0]
    decides = '<span class="decides">one of the ten that decide most</span>' if getattr(
        claim, "decides", False) else ""
    why = first.reason or getattr(claim, "reason", "")
    if not why and "disagree" in first.verdict:
        why = "Our reason: unknown."
    lines = [f'<article class="card" id="card-{text(claim.id)}"><h3>{text(claim.id)} '
             f"{chip(first.verdict)} {decides}</h3><p>{text(claim.says)}</p>"]
    for verdict in verdicts:
        value = interval(verdict)
        found = f"<strong>{text(value)}</strong> " if value else ""
        lines.append(f'<p class="found">{chip(verdict.verdict) if verdict is not first else ""} '
                     f"{found}{strip(verdict, claim)} <span>{text(source(verdict))}</span></p>")
    if why:
        lines.append(f"<p>{text(why)}</p>")
    lines.append(criteria(claim) + _cases(first) + figures(first, claim, known) + "</article>")
    return "\n".join(lines)


def criteria(claim: Any) -> str:
    """Both criteria and where they come from, folded."""
    words = _words(claim)
    rows = [(name, words.get(key, "")) for name, key in (
        ("value", "value"), ("agrees if", "agrees"), ("disagrees if", "disagrees"),
        ("where", "where"))]
    rows += [(name, getattr(claim, key, "")) for name, key in (
        ("printed in", "source"), ("published", "published"))]
    rows += [(name, words.get(name, "")) for name in getattr(claim, "also", None) or ()]
    body = "".join(f"<dt>{name}</dt><dd><code>{text(value.strip())}</code></dd>"
                   for name, value in rows if value)
    return f"<details><summary>Criterion</summary><dl>{body}</dl></details>" if body else ""


def figures(verdict: Any, claim: Any, known: Iterable[str]) -> str:
    """Links to the figures from which the verdict is."""
    names = list(verdict.figures or getattr(claim, "figures", ()))
    links = [f'<a href="#figure-{text(name)}">{text(name)}</a>' if name in known else text(name)
             for name in names]
    return f'<p class="from">From {", ".join(links)}.</p>' if links else ""


def _cases(verdict: Any) -> str:
    if not verdict.cases:
        return ""
    rows = "".join(f'<tr><td>{text(_case(each.case))}</td><td class="n">{number(each.value)}</td>'
                   f'<td class="n">{number(each.low)} .. {number(each.high)}</td></tr>'
                   for each in verdict.cases)
    count = f"{len(verdict.cases)} case{'s' if len(verdict.cases) > 1 else ''}"
    return (f"<details><summary>{count}</summary><div class=\"scroll\"><table>"
            "<thead><tr><th>case</th><th>value</th><th>95 % interval</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div></details>")


def _case(case: Any) -> str:
    return case if isinstance(case, str) else ", ".join(str(each) for each in case)


def table(claims: list[Any], verdicts: dict[str, list[Any]], known: set[str]) -> str:
    """All claims, one row each, with what the filter needs as attributes."""
    rows = []
    for claim in claims:
        mine = verdicts[claim.id]
        first = mine[0]
        kinds = " ".join(sorted({each.source for each in mine if each.source} or
                                {kind.rstrip("*") for kind in getattr(claim, "kinds", ())}))
        others = " ".join(chip(each.verdict) + f" <small>{text(source(each))}</small>"
                          for each in mine[1:])
        star = ' <span class="decides">decides</span>' if getattr(claim, "decides", False) else ""
        links = ", ".join(f'<a href="#figure-{text(name)}">{text(name)}</a>' if name in known
                          else text(name) for name in getattr(claim, "figures", ()))
        rows.append(
            f'<tr id="claim-{text(claim.id)}" data-paper="{text(paper(claim.id))}" '
            f'data-verdict="{text(first.verdict)}" data-kind="{text(kinds)}">'
            f'<th scope="row">{text(claim.id)}{star}</th><td>{text(claim.says)}</td>'
            f'<td data-name="verdict">{chip(first.verdict)} <small>{text(source(first))}</small> '
            f'{others}</td><td data-name="value" class="n" data-sort="{_sort(first.value)}">'
            f'{text(interval(first))}</td><td data-name="zones">{strip(first, claim)}</td>'
            f'<td data-name="figures">{links}</td></tr>')
    return ('<div class="scroll"><table id="claims-table"><thead><tr><th>claim</th><th>says</th>'
            "<th>verdict</th><th>value [95 %]</th><th>interval over zones</th><th>figures</th></tr>"
            f"</thead><tbody>{''.join(rows)}</tbody></table></div>")


def _sort(value: Any) -> str:
    return f"{value:.6g}" if _finite(value) else ""


def _finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
