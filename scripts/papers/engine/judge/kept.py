"""Verdicts that are kept without their runs, judged again by the rules as far as they tell: from the
cases that they name, the sizes of their graphs, and the policies that their series ran as."""

import dataclasses
import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from galois_cps.runs import UserError
from galois_cps.runs.bootstrap import SURE

from . import parts, rules, scales
from .cases import Case, Facts, OverCases
from .claims import Claim, Need
from .expression import Expression
from .outcome import FIRM, RUNS, CaseValue, Verdict
from .selection import Scope
from .vectors import Missing, plain

# Graphs that are not made here. Those of other sources are as large as the arguments of graph-gen say.
NODES = {"delaware": 360_209, "NE-uniform": 1_524_453, "cnr-2000": 325_557, "ego-twitter": 81_306}
_SAME = "the same in each assumed range"
_FEW = re.compile(r"only \d+ rounds?\b")
_SHARES = re.compile(r"^agrees in ([\d.e-]+) % of the draws, disagrees in ([\d.e-]+) % of the draws",
                     re.IGNORECASE)
_Place = dict[str, Any]


class Again:
    """Judges kept verdicts again, with the claims, catalogue and scale of today."""

    def __init__(self, claims: list[Claim], catalogue: Any, scale: str) -> None:
        self._claims = {claim.id: claim for claim in claims}
        self._catalogue = catalogue
        self._scale = scale

    def __call__(self, kept: Verdict, same: bool) -> Verdict | None:
        """The verdict by today's rules. `same` says whether its criteria are those of today; a verdict
        by others is only worth keeping for what it says about series that have not run as published."""
        claim = self._claims.get(kept.id)
        found = self._judged(kept, same, claim)
        return found if claim is None or found is None else rules.doubted(found, claim)

    def _judged(self, kept: Verdict, same: bool, claim: Claim | None) -> Verdict | None:
        if claim is None or kept.source not in RUNS:
            return kept if same else None
        kept = dataclasses.replace(kept, judges=rules.judged(claim, self._catalogue))
        if kept.verdict not in (*FIRM, "open"):  # there is no value that could belong to other criteria
            return kept if same else dataclasses.replace(kept, criteria=_criteria(claim))
        current = rules.policies(claim, self._catalogue)
        places = {case.case: list(self._places(case.case, claim, kept.source))
                  for case in kept.cases}
        if same and current and kept.policies == current:
            return rules.taken_back(_in_part(self._of_reached(kept, claim, places), claim),
                                    rules.other_meaning(claim, self._catalogue))
        absent = [name for name in current if kept.policies.get(name) != current[name]
                  and self._catalogue.series[name].published]
        if not same and not absent:
            return self._of_other_criteria(kept, claim, places)
        if small := self._small(kept, claim, places):
            return small
        reasons = [f"the published variants have not run: {', '.join(absent)}"] if absent else []
        reasons += rules.unpublished(rules.not_published(claim, self._catalogue))
        reasons += rules.other_meaning(claim, self._catalogue)
        reasons += self._other_reasons(kept, claim, places)
        noted = kept if not same else rules.sized(
            dataclasses.replace(kept, reason=_with_parts(kept, claim, places)), claim)
        found = rules.taken_back(_in_part(noted, claim), reasons)
        if claim.stands_on and claim.stands_on not in found.reason:
            found = dataclasses.replace(found, reason=f"{found.reason} {claim.stands_on}")
        return found if same else dataclasses.replace(_without_value(found, claim), verdict="open")

    def _small(self, kept: Verdict, claim: Claim, places: dict[str, list[_Place]]) -> Verdict | None:
        """That no case is large enough, if so."""
        if small := _too_small(claim, places):
            scale = scales.enough(claim, kept.source, self._catalogue, NODES)
            small += f" The scale {scale} is large enough." if scale else ""
            return dataclasses.replace(_without_value(kept, claim), verdict="too small", reason=small)
        return None

    def _of_reached(self, kept: Verdict, claim: Claim, places: dict[str, list[_Place]]) -> Verdict:
        """A verdict by all other rules without the cases that reach too few nodes. What is said of each
        case holds of the rest, too; another criterion would have to be judged on runs that are gone."""
        small = [case for case in places if not _large(claim, places[case])]
        if found := self._small(kept, claim, places):
            return found
        if not small:
            return kept
        rest = tuple(each for each in kept.cases if each.case not in small)
        reasons = rules.few_graphs(claim, [(place["graph"], place["kind"]) for each in rest
                                           for place in places[each.case]])
        if kept.verdict == "agrees" and claim.agrees and claim.agrees.of_each_case():
            kept = dataclasses.replace(kept, cases=rest, reason=f"{kept.reason} Without {len(small)} "
                                       "cases that reach too few nodes.")
        else:
            reasons.insert(0, f"too small: {len(small)} of {len(places)} cases")
        return rules.taken_back(kept, reasons)

    def _of_other_criteria(self, kept: Verdict, claim: Claim, places: dict[str, list[_Place]]) -> Verdict:
        """A verdict whose criteria have changed: open until it runs, since the runs are not stored."""
        if found := self._small(kept, claim, places):
            return found
        reasons = ["the criteria have changed since these runs, which are not stored"]
        reasons += rules.other_meaning(claim, self._catalogue)
        text = "; ".join(reasons)
        return dataclasses.replace(_without_value(kept, claim), verdict="open",
                                   reason=f"{text[:1].upper()}{text[1:]}.")

    def _other_reasons(self, kept: Verdict, claim: Claim, places: dict[str, list[_Place]]) -> list[str]:
        """What else the kept verdict does not rest on."""
        if claim.of_schedulers and claim.case:
            small = [case for case in places if not _large(claim, places[case])]
            rest = [place for case in places if case not in small for place in places[case]]
            reasons = [f"too small: {len(small)} of {len(places)} cases"] if small else []
            reasons += rules.few_graphs(claim, [(each["graph"], each["kind"]) for each in rest])
        else:
            reasons = []
        if kept.source == "S" and claim.in_band and _SAME not in kept.reason:
            reasons.append("ranges not run")
        if claim.acts:
            names = " and ".join(acted.mechanism.partition(",")[0] for acted in claim.acts)
            reasons.append(f"not known whether {names} acted")
        return reasons

    def _places(self, text: str, claim: Claim, source: str) -> Iterator[_Place]:
        """The places of a case with this label, at the largest number of threads that counts."""
        known = dict(zip((*claim.case, "machine"), text.split()))
        found = []
        for place in scales.places(claim, source, self._catalogue, NODES, self._scale):
            if any(str(place.get(name)) != value for name, value in known.items()):
                continue
            try:
                if claim.where is None or claim.where.holds(Facts(place)):
                    found.append(place)
            except (Missing, AttributeError):
                continue
        if not found and known.get("graph") in self._catalogue.graphs:  # computed, or run earlier
            graph = self._catalogue.graphs[known["graph"]]
            nodes = scales.nodes_of(self._catalogue.graphs, known["graph"], NODES)
            threads = max((place["threads"] for place in scales.places(
                claim, source, self._catalogue, NODES, self._scale)), default=math.nan)
            yield known | {"kind": graph.kind, "threads": threads, "nodes": nodes,
                           "reached": scales.reached_nodes(graph, known.get("app", ""), nodes)}
        most = max((place["threads"] for place in found), default=math.nan)
        yield from {place["graph"]: place for place in found if place["threads"] == most}.values()


def _in_part(verdict: Verdict, claim: Claim) -> Verdict:
    """The verdict; in part if it is sure, with all costs, that neither criterion is met."""
    shares = _SHARES.match(verdict.reason)
    sure = (verdict.verdict == "open" and claim.of_size and bool(shares)
            and not _FEW.search(verdict.reason)
            and sum(map(float, shares.groups())) <= 100 * (1 - SURE)
            and not (verdict.source == "S" and claim.in_band and _SAME not in verdict.reason))
    return rules.between(verdict, claim) if sure else verdict


def _criteria(claim: Claim) -> dict[str, str]:
    return {name: claim.words[name] for name in ("value", "agrees", "disagrees")
            if name in claim.words}


def _without_value(verdict: Verdict, claim: Claim) -> Verdict:
    """The verdict without numbers that belong to other criteria or other sizes."""
    return dataclasses.replace(verdict, value=math.nan, low=math.nan, high=math.nan, cases=(),
                               criteria=_criteria(claim))


def _sizes(claim: Claim) -> list[Need]:
    """The conditions on worklists that the size of a graph decides."""
    return [each for each in claim.conditions if claim.of_schedulers
            and isinstance(each, Need) and each.what == "reached / threads"]


def _large(claim: Claim, places: list[_Place]) -> bool:
    """Whether a case is large enough, or ran on all cores of a machine, whose number is not known."""
    return not _sizes(claim) or any(math.isnan(place["threads"])
                                    or not any(map(Facts(place).unmet, _sizes(claim)))
                                    for place in places)


def _too_small(claim: Claim, places: dict[str, list[_Place]]) -> str:
    """Why no case is large enough, or nothing."""
    if not _sizes(claim) or not places or any(_large(claim, each) for each in places.values()):
        return ""
    nearest = max(places, key=lambda case: max((each["reached"] / each["threads"]
                                                for each in places[case]), default=0))
    for place in places[nearest]:
        return f"{nearest}: {Facts(place).unmet(_sizes(claim)[0])}."
    return f"{nearest}: its size is unknown."


def _with_parts(kept: Verdict, claim: Claim, places: dict[str, list[_Place]]) -> str:
    """The reason, with the conditions of a compound criterion that the kept values tell."""
    if kept.verdict == "agrees" or not kept.cases or "failed: " in kept.reason:
        return kept.reason
    known = {"value": _over_cases(claim, kept.cases, places), "cases": len(kept.cases)}

    def share(part: Expression) -> float:
        """1 if a condition holds for the kept values, which have no draws, and 0 if it does not."""
        try:
            return float(np.asarray(plain(part(known))).all())
        except (UserError, NameError) as error:
            raise Missing(str(error)) from error

    conditions = parts.parts(claim, share)
    if "failed" not in conditions.states.values():
        return kept.reason
    return "; ".join([kept.reason.removesuffix("."), *conditions.notes(undefined="not kept")]) + "."


def _over_cases(claim: Claim, values: tuple[CaseValue, ...],
                places: dict[str, list[_Place]]) -> OverCases:
    """Kept values as criteria see them, without draws."""
    found = []
    for each in values:
        facts = next(iter(places[each.case]), {})
        found.append(Case(tuple(each.case.split()), Scope(frozenset(), 0), facts, frozenset(), 0))
    return OverCases(tuple(case.label for case in found),
                     np.array([[each.value] for each in values]), tuple(found))
