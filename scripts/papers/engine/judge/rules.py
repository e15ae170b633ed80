"""What a verdict has to rest on beside its numbers. A firm verdict that lacks some of it is open, and
its reason says what it lacks."""

import dataclasses
from collections.abc import Iterable
from typing import Any

from .claims import Claim, Ran
from .outcome import DIRECTION, FIRM, PART, Verdict

# The ends of the band of costs of docs/virtual.md, as files in scripts/virtual/band/: what a transfer
# between far cores takes in nanoseconds, without and with a limit on bandwidth.
BAND = ("far-40", "far-40-capped", "far-200", "far-200-capped")
# The variant as published of each policy that differs from its paper in what decides claims; "" if there is
# none (docs/worklists/published.md).
_PRINTED = {"smq": "smq.published", "mq": "mq.published", "reld": "reld.published",
            "obim": "obim.published", "pmod": "pmod.published", "hdcps": "hdcps.published",
            "smq-skiplist": "", "mq-skiplist": "", "reld-skiplist": "", "spraylist": "", "minnow": ""}
# Policies that differ from the program that their authors released and measured.
_RELEASED = {"pmod.published": "pmod.released", "obim.published": "obim.released",
             "hdcps.published": "hdcps.released"}
# The policy of which each of these is a variant.
_BASE = {printed: policy for policy, printed in _PRINTED.items() if printed}
_BASE |= {released: _BASE[printed] for printed, released in _RELEASED.items()}
BEST = ".best"
_REST = " Without that: "  # between the reasons and what the criteria say
_UNDECIDED = "no run can decide yet"  # begins a doubt, which has no semicolon
_FAR = 2  # times the paper's gain from which on a size is another one


def taken_back(verdict: Verdict, reasons: list[str]) -> Verdict:
    """The verdict, open if there are reasons against a firm one; they come first in what it says."""
    if not reasons or verdict.verdict not in (*FIRM, "open") or _REST in verdict.reason:
        return verdict
    text = "; ".join(reasons)
    return dataclasses.replace(verdict, verdict="open", reason=f"{text[:1].upper()}{text[1:]}.{_REST}"
                               f"{verdict.reason[:1].lower()}{verdict.reason[1:]}")


def sized(verdict: Verdict, claim: Claim) -> Verdict:
    """The verdict; agreement by a gain far beyond the paper's is one in direction only."""
    if verdict.verdict != "agrees" or not (verdict.low - claim.neutral
                                           > _FAR * (claim.printed - claim.neutral)):
        return verdict
    return dataclasses.replace(verdict, verdict=DIRECTION, reason=f"{verdict.reason.removesuffix('.')}; "
                               f"a gain of more than {_FAR} times that of the paper, {claim.printed:.3g}.")


def described(verdict: Verdict, claim: Claim, catalogue: Any) -> Verdict:
    """The verdict of runs with the policies that ran, and with what it stands on."""
    if verdict.verdict not in (*FIRM, "open"):
        return verdict
    return dataclasses.replace(verdict, policies=policies(claim, catalogue),
                               judges=judged(claim, catalogue), reason=verdict.reason
                               + (f" {claim.stands_on}" if claim.stands_on else ""))


def judged(claim: Claim, catalogue: Any) -> str:
    """Which meaning of "published" a verdict is about: "printed", "released", or "" if no scheduler of a
    paper ran."""
    ran = policies(claim, catalogue).values()
    if claim.judges or any(policy in _RELEASED.values() for policy in ran):
        return claim.judges or "released"
    known = getattr(catalogue, "series", {})
    of_paper = claim.evidence in ("test", "exact") or any(
        getattr(known.get(name), "published", False) for name in series(claim))
    return "printed" if of_paper else ""


def other_meaning(claim: Claim, catalogue: Any) -> list[str]:
    """The reason against a verdict on the released program from runs of the printed form, or on any
    runs where the claim says that none can decide."""
    printed = [f"{name} ({_RELEASED[policy]})" for name, policy in policies(claim, catalogue).items()
               if policy in _RELEASED] if claim.judges == "released" else []
    return [f"as printed, not as released: {', '.join(printed)}"] * bool(printed) + _doubt(claim)


def doubted(verdict: Verdict, claim: Claim) -> Verdict:
    """A kept verdict that is open for other reasons or for an earlier doubt, with the doubt that its claim
    has today, if any."""
    before, rest, found = verdict.reason.partition(_REST)
    if not claim.doubt or not rest or claim.doubt.rstrip(".") in before:
        return verdict
    others = [text for text in before.removesuffix(".").split("; ") if not text.lower().startswith(_UNDECIDED)]
    text = "; ".join([*_doubt(claim), *(text[:1].lower() + text[1:] for text in others)])
    return dataclasses.replace(verdict, reason=f"{text[:1].upper()}{text[1:]}.{rest}{found}")


def _doubt(claim: Claim) -> list[str]:
    return [f"{_UNDECIDED}: {claim.doubt.rstrip('.')}"] * bool(claim.doubt)


def between(verdict: Verdict, claim: Claim) -> Verdict:
    """What is surely neither agreement nor disagreement: it agrees in part, and the size says how far. It
    is open if the paper has a gain and it is not sure that there is any."""
    known = claim.printed == claim.printed
    paper = f", where the paper has {claim.printed:.3g}" if known else ""
    gains = not known or verdict.low > claim.neutral
    return dataclasses.replace(verdict, verdict=PART if gains else "open",
                               reason=f"{verdict.reason.removesuffix('.')}; between the criteria"
                               f"{'' if gains else ', and maybe no gain'}: {verdict.value:.3g}{paper}.")


def few_graphs(claim: Claim, graphs: Iterable[tuple[str, str]]) -> list[str]:
    """Why these graphs, each with its kind, are too few for a claim. Each kind that its criteria
    select needs as many as the whole claim."""
    graphs = set(graphs)
    named = {kinds for criterion in (claim.agrees, claim.disagrees) if criterion
             for kinds in criterion.kinds_named()} if claim.graphs else set()
    found = []
    for kinds in [(), *sorted(named)]:
        known = sorted(graph for graph, kind in graphs if not kinds or kind in kinds)
        if len(known) < claim.graphs:
            what = f"{' or '.join(kinds)} graphs" if kinds else "graphs"
            found.append(f"only {len(known)} of {claim.graphs} {what}"
                         + (f" ({', '.join(known)})" if known else ""))
    return found[:1]


def series(claim: Claim) -> list[str]:
    """The series that a claim names, without patterns."""
    names = [name for _, several, _ in claim.calls() for name in several]
    names += [each.series for each in claim.conditions if isinstance(each, Ran)]
    return list(dict.fromkeys(name.removesuffix(BEST) for name in names if "*" not in name))


def policies(claim: Claim, catalogue: Any) -> dict[str, str]:
    """The policy of each series of a claim, where it is known."""
    known = getattr(catalogue, "series", {})
    found = {name: getattr(known.get(name), "wl", "") for name in series(claim)}
    return {name: policy for name, policy in found.items() if policy}


def not_published(claim: Claim, catalogue: Any) -> list[str]:
    """The series of a claim about a paper's scheduler that are not that scheduler."""
    if not claim.of_schedulers or claim.of_hardware:
        return []
    known = getattr(catalogue, "series", {})
    return [name for name, policy in policies(claim, catalogue).items()
            if policy in _PRINTED and not known[name].published]


def unpublished(names: list[str]) -> list[str]:
    """The reason against a verdict on these series."""
    return [f"not published: {', '.join(names)}"] if names else []


def missing_variants(claim: Claim, catalogue: Any, there: set[str]) -> list[str]:
    """The published series of a claim that did not run where other variants of the policy did."""
    known = getattr(catalogue, "series", {})
    ran = {getattr(known.get(name), "wl", "") for name in there}
    bases = {_BASE.get(policy, policy) for policy in ran}
    return [name for name, policy in policies(claim, catalogue).items()
            if known[name].published and name not in there and policy not in ran
            and _BASE.get(policy, policy) in bases]
