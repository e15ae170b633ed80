"""What the runs say about the claims: verdicts by a bootstrap over whole rounds.

A criterion has to hold in 97.5 % of the draws; otherwise the verdict is open. Fewer than five
rounds, or a kind of run that only shows a tendency (T*), allow "tends to" at most. Everything here
is a pure function of the claims, the tidy tables and the catalogue, and the same seed gives the
same verdicts.
"""

import dataclasses
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from galois_cps.runs import UserError, bootstrap, stats
from galois_cps.runs.bootstrap import SURE

from . import cases, parts, rules, scales
from .cases import Case, Folded, Quantities
from .claims import Claim
from .outcome import (DIRECTION, FIRM, FORMATS, ITSELF, PART, SCHEMA, VERDICTS, CaseValue, Verdict,
                      deciding, from_json, place, render, to_json, with_own)
from .parts import Parts
from .samples import SampledCells
from .selection import metric_names
from .vectors import Missing, Vector, plain

__all__ = ["FORMATS", "SCHEMA", "VERDICTS", "CaseValue", "Verdict", "deciding", "from_json",
           "judge", "render", "to_json"]
SEED = 1
FEW = 5  # rounds below which there is only a tendency
_TENDENCY = {"agrees": "tends to agree", "disagrees": "tends to disagree"}
_QUARTILE = 0.6745  # of the standard normal distribution
# Preconditions that more runs would meet, not larger graphs.
_MISSING = re.compile(r"\bhas\(|\bruns\b|\brounds\b|is unknown$")
Rows = Iterable[dict[str, Any]]


def judge(claims_: Iterable[Claim], tidy_tables: dict[str, Rows], catalogue: Any,
          draws: int = bootstrap.DRAWS, seed: int = SEED,
          met: Callable[[str], bool] = lambda need: False,
          noise: Iterable[float] = (), machines: Mapping[str, str] | None = None) -> list[Verdict]:
    """The verdicts on all claims in their order; several on one claim stand together, and the one
    that decides is the first of them. `met` says whether a precondition of a claim or a series
    (Builds.met) holds. `noise` are the ratios of the times of equal runs (A/A): real runs that differ
    by less decide nothing. `machines` are the topologies of simulated machines: those of one topology
    are one machine, unless figures give it other costs."""
    claims_ = list(claims_)
    metrics = {metric for claim in claims_ for metric in _metrics(claim)}
    wanted = {figure: [row for row in rows if row["metric"] in metrics]
              for figure, rows in tidy_tables.items()}
    court = _Court(wanted, catalogue, draws, seed, met, _deviation(noise), machines)
    return [verdict for claim in claims_ for verdict in court.verdicts(claim)]


def _metrics(claim: Claim) -> set[str]:
    """The metrics that a claim and the facts about its cases use."""
    return {"failure", *cases.FACTS.values(), *(metric for function, _, texts in claim.calls()
                                                for metric in metric_names(function, texts))}


def _deviation(ratios: Iterable[float]) -> float:
    """The standard deviation of the logarithm of one time, from ratios of two. Simulated runs, whose
    ratio is 1, do not count."""
    logs = [math.log(ratio) for ratio in ratios if ratio > 1]
    return stats.median(logs) / (_QUARTILE * math.sqrt(2)) if logs else 0.0


class _Court:
    """The tables that claims share, made once for each set of figures and each source."""

    def __init__(self, tidy_tables: dict[str, Rows], catalogue: Any, draws: int, seed: int,
                 met: Callable[[str], bool], noise: float,
                 machines: Mapping[str, str] | None = None) -> None:
        self._met = met
        self._noise = noise
        self._rows = tidy_tables
        self._catalogue = catalogue
        self._draws = draws
        self._seed = seed
        figures_ = getattr(catalogue, "figures", {}).values()
        own_costs = {figure.options.get("machine", "") for figure in figures_
                     if "costs" in figure.options}
        self._topologies = {name: topology for name, topology in (machines or {}).items()
                            if name.removesuffix(cases.RANGES) not in own_costs}
        self._tables: dict[tuple[tuple[str, ...], tuple[str, ...]], SampledCells] = {}

    def verdicts(self, claim: Claim) -> list[Verdict]:
        """All verdicts on a claim."""
        if claim.testable.startswith("no"):
            why = claim.testable.partition(":")[2].strip() or claim.reason
            found = [_verdict(claim, "not testable", reason=_sentence(why))]
        elif claim.evidence == "none":
            found = [_verdict(claim, "not testable", reason=claim.reason or claim.consequence)]
        elif claim.evidence == "test":
            found = [_by_tests(claim)]
        elif claim.evidence == "exact":
            found = [_by_function(claim, "exact", claim.exact)]
        elif claim.evidence == "published":
            found = []
        else:
            found = self._by_runs(claim)
        if claim.own_data:
            source = "published" if claim.evidence == "published" else "own data"
            own = _by_function(claim, source, claim.own_data)
            own = own if claim.contradiction else _of_itself(own)
            found = with_own(found, [own])
        return found

    def _by_runs(self, claim: Claim) -> list[Verdict]:
        found = []
        for kind in claim.kinds:
            source = kind.removesuffix("*")
            table = self._table(claim.figures, self._sources(claim, source))
            if table.cells:
                try:
                    found.append(rules.described(self._by_table(claim, kind, table), claim,
                                                 self._catalogue))
                except UserError as error:
                    found.append(_verdict(claim, "not run", source,
                                          reason=f"The expression cannot be evaluated: {error}."))
        if not found:
            verdict, reason = self._why_no_runs(claim)
            return [_verdict(claim, verdict, reason=reason)]
        return sorted(found, key=place)

    def _why_no_runs(self, claim: Claim) -> tuple[str, str]:
        """Verdict and reason of a claim without any run."""
        figures = getattr(self._catalogue, "figures", {})
        blocked = [figures[name].blocked for name in claim.figures
                   if name in figures and figures[name].blocked]
        if blocked and len(blocked) == len(claim.figures):
            return "blocked", " ".join(map(_sentence, dict.fromkeys(blocked)))
        if needs := self._unmet(claim.requirements):
            return "blocked", f"It needs {', '.join(needs)}."
        if not claim.figures:
            return "not run", "No figure shows it."
        return "not run", f"No runs of {', '.join(claim.figures)}."

    def _sources(self, claim: Claim, source: str) -> tuple[str, ...]:
        """The sources whose rows decide: runs, and what is computed where the claim compares both."""
        return (source,) if source == "M" or "M" in claim.kinds else (source, "M")

    def _table(self, figures: tuple[str, ...], sources: tuple[str, ...]) -> SampledCells:
        key = (figures, sources)
        if key not in self._tables:
            rows = [row for figure in figures for row in self._rows.get(figure, ())
                    if row["source"] in sources]
            self._tables[key] = SampledCells(rows, self._kind_of, self._draws, self._seed,
                                      self._machine_of(figures) if "S" in sources else lambda _: "",
                                      self._noise if "T" in sources else 0.0)
        return self._tables[key]

    def _kind_of(self, graph: str) -> str:
        graphs = getattr(self._catalogue, "graphs", {})
        return getattr(graphs.get(graph), "kind", "")

    def _machine_of(self, figures: tuple[str, ...]) -> Callable[[str], str]:
        """The machine of each of these figures. Machines of one topology have the name of the first."""
        known = getattr(self._catalogue, "figures", {})
        found: dict[str, str] = {}
        first: dict[str, str] = {}
        for figure in figures:
            name = getattr(known.get(figure), "options", {}).get("machine", "")
            base = name.removesuffix(cases.RANGES)
            topology = self._topologies.get(base, base)
            found[figure] = first.setdefault(topology, base) + name[len(base):]
        return found.__getitem__

    def _by_table(self, claim: Claim, kind: str, table: SampledCells) -> Verdict:
        source = kind.removesuffix("*")
        found = cases.find(claim.case, claim.where, table, source)
        if not found:
            reason = f"No run meets `{claim.words['where']}`." if claim.where else "All runs failed."
            return _verdict(claim, "not run", source, reason=reason)
        failed = sum(case.failures for case in found)
        unmet = {case: case.unmet(claim.conditions) for case in found}
        large = [case for case in found if not unmet[case]]
        if not large:
            return self._too_small(claim, source, table, unmet)
        numbers = Quantities(claim, table, large)
        if not numbers.cases:
            verdict, reason = self._why_no_value(claim, table, numbers)
            return _verdict(claim, verdict, source, reason=reason)
        verdict, conditions = _decide(claim, kind, table, numbers, len(found), failed)
        reasons = rules.unpublished(rules.not_published(claim, self._catalogue))
        reasons += rules.other_meaning(claim, self._catalogue)
        reasons += rules.few_graphs(claim, _graphs(numbers.cases, table))
        if source == "S":  # assumptions are about simulated machines
            name, turned, note = _in_ranges(claim, kind, table, large, verdict.verdict, conditions)
            reasons += turned
            verdict = dataclasses.replace(verdict, verdict=name,
                                          reason=verdict.reason.removesuffix(".")
                                          + "".join(f"; {each}" for each in note) + ".")
        return rules.taken_back(verdict, reasons)

    def _too_small(self, claim: Claim, source: str, table: SampledCells,
                   unmet: dict[Case, list[str]]) -> Verdict:
        """The verdict when no case meets the preconditions: the case that comes nearest tells
        why."""
        nearest = min(unmet, key=lambda case: (len(unmet[case]),
                                               -np.nan_to_num(case.facts["nodes"])))
        texts = unmet[nearest]
        reason = f"{nearest.text}: {'; '.join(texts)}."
        if all(_MISSING.search(text) for text in texts):
            if absent := self._absent(claim, table):
                return _verdict(claim, "open", source, reason=absent)
            return _verdict(claim, "not run", source, reason=reason)
        nodes = {cell.graph: cell.median("nodes") for cell in table.cells
                 if "nodes" in cell.values}
        scale = scales.enough(claim, source, self._catalogue, nodes)
        reason += f" The scale {scale} is large enough." if scale else ""
        return _verdict(claim, "too small", source, reason=reason)

    def _absent(self, claim: Claim, table: SampledCells) -> str:
        """That other variants ran where a claim is about published ones, or nothing."""
        absent = rules.missing_variants(claim, self._catalogue,
                                        {cell.series for cell in table.cells if cell.values})
        return f"The published variant has not run: {', '.join(absent)}." if absent else ""

    def _why_no_value(self, claim: Claim, table: SampledCells,
                      numbers: Quantities) -> tuple[str, str]:
        """Verdict and reason when no case has a value: a mechanism did not act, other variants of a
        series ran, or a series may need what does not exist."""
        if absent := self._absent(claim, table):
            return "open", absent
        if numbers.inert and not numbers.missing:
            return "open", f"The mechanism did not act. {numbers.inert[0]}."
        missing = numbers.missing
        series = getattr(self._catalogue, "series", {})
        needs = list(claim.requirements)
        needs += [need for _, names, _ in claim.calls() for name in names
                 for need in getattr(series.get(name.removesuffix(".best")), "needs", ())]
        reason = f"No value for {missing[0]}."
        if needs := self._unmet(needs):
            return "blocked", f"{reason} It needs {', '.join(needs)}."
        return "not run", reason

    def _unmet(self, needs: Iterable[str]) -> list[str]:
        """The preconditions that do not hold, each once."""
        return [need for need in dict.fromkeys(needs) if not self._met(need)]


def _decide(claim: Claim, kind: str, table: SampledCells, numbers: Quantities, wanted: int,
            failed: int) -> tuple[Verdict, Parts]:
    """Counts the draws in which the criteria hold, and those in which each condition does."""
    folded = Folded(numbers.cases, numbers.rows)
    spread = table.draws.spread_out
    known = ~folded.unknown()
    conditions = parts.parts(claim, lambda part: float(spread(_truth(folded.result(part), table)).mean()))
    try:
        agrees = _holds(claim, "agrees", folded, table) & known
        disagrees = _holds(claim, "disagrees", folded, table) & known if claim.disagrees \
            else ~agrees & known
        value = _summary(claim, folded)
        shares = {"agrees": float(spread(agrees).mean()),
                  "disagrees": float(spread(disagrees).mean())}
        verdict = next((name for name, share in shares.items() if share >= SURE), "open")
        counts = ", ".join(f"{name} in {100 * share:.3g} % of the draws"
                           for name, share in shares.items() if verdict in (name, "open"))
        if verdict == "open" and shares["disagrees"] <= 1 - SURE and parts.in_part([conditions]):
            verdict = PART
        surely = verdict == "open" and sum(shares.values()) <= 1 - SURE
        conditions = dataclasses.replace(conditions, between=surely and claim.of_size)
    except Missing as error:
        verdict, value, counts = "open", np.nan, f"the criterion is undefined: {error}"
    few = numbers.least_rounds < FEW
    notes = [counts.capitalize(), *(conditions.notes() if verdict != "agrees" else []),
             f"{len(numbers.cases)} of {wanted} cases"]
    if len(numbers.cases) < wanted and (left_out := numbers.missing + numbers.inert):
        notes.append(f"without {left_out[0]}")
    notes += [f"{failed} failed runs"] if failed else []
    rounds = numbers.least_rounds
    notes += [f"only {rounds} round{'s' if rounds != 1 else ''}"] if few else []
    notes += ["few cores show a tendency only"] if kind.endswith("*") else []
    if few or kind.endswith("*"):
        verdict = _TENDENCY.get(verdict, "open")
    low, high = bootstrap.interval(spread(value))
    values = tuple(CaseValue(case.text, float(row[0]), *bootstrap.interval(spread(row)))
                   for case, row in zip(numbers.cases, numbers.rows["value"]))
    whole = float(np.broadcast_to(np.asarray(value, dtype=float), (table.draws.size,))[0])
    found = _verdict(claim, verdict, kind.removesuffix("*"), whole, low, high, values,
                     "; ".join(notes) + ".")
    if conditions.between and not few and not kind.endswith("*"):
        return rules.between(found, claim), conditions
    return rules.sized(found, claim), conditions


def _in_ranges(claim: Claim, kind: str, table: SampledCells, found: list[Case],
               verdict: str, conditions: Parts) -> tuple[str, list[str], list[str]]:
    """The verdict, reasons against one that is another somewhere in the ranges of what is assumed,
    and notes about ranges that are no such reason. Agreement whose size is the paper's in part of
    the ranges only is one in direction, and one in part needs conditions that hold in all ranges."""
    if not claim.ranges and not claim.in_band:
        return verdict, [], []
    assumed = claim.ranges or {"machine": "", "parameter": "virtual-costs"}
    machine, parameter = assumed["machine"], assumed["parameter"].replace("-", "_")
    machines = {machine} if machine else {case.scope.machine + cases.RANGES for case in found}
    values = {_name(cell.swept[parameter]): cell.swept[parameter] for cell in table.cells
              if cell.machine in machines and parameter in cell.swept}
    missing = [] if claim.ranges else [name for name in rules.BAND if name not in values]
    if not values or missing:
        return verdict, ["ranges not run" + (f": {', '.join(missing)}" if values else "")], []
    others: dict[str, list[str]] = {}
    everywhere = [conditions]
    for name, value in sorted(values.items()):
        numbers = Quantities(claim, table, found, ({"machine": machine} if machine else {})
                             | {parameter: value})
        other = "not run"
        if numbers.cases:
            judged, there = _decide(claim, kind, table, numbers, len(found), 0)
            other = judged.verdict
            everywhere.append(there)
        others.setdefault(other, []).append(name)
    turned = [f"{other} with {', '.join(names)}" for other, names in others.items()
              if other != verdict]
    found_in = {verdict, *others}
    held = parts.in_part(everywhere) if PART in found_in else frozenset()
    between = all(each.between for each in everywhere)
    if not turned and (verdict != PART or held or between):
        return verdict, [], ["the same in each assumed range"]
    reason = f"depends on {assumed['parameter']}: {', '.join(turned or ['other parts hold'])}"
    if found_in == {"agrees", DIRECTION}:
        return DIRECTION, [], [f"the size {reason}"]
    if held and found_in <= {"agrees", DIRECTION, PART}:
        texts = ", ".join(f"`{each}`" for each in sorted(held))
        return PART, [], [f"{texts} as claimed in each range; the rest {reason}"]
    return (verdict, [reason], []) if verdict in FIRM else (verdict, [], [reason])


def _name(costs: str) -> str:
    """The name of the last file of costs."""
    return costs.rpartition("/")[2].partition(".")[0]


def _graphs(found: list[Case], table: SampledCells) -> set[tuple[str, str]]:
    """The graphs of cases, each with its kind."""
    return {(graph, table.kind_of(graph)) for case in found for _, graph in case.scope.places}


def _holds(claim: Claim, field: str, folded: Folded, table: SampledCells) -> np.ndarray:
    result = folded.result(getattr(claim, field))
    if isinstance(result, Vector):
        raise UserError(f"{field} is a vector; fold it, for example with all()")
    return _truth(result, table)


def _truth(result: Any, table: SampledCells) -> np.ndarray:
    return np.broadcast_to(np.asarray(plain(result), dtype=bool), (table.draws.size,))


def _summary(claim: Claim, folded: Folded) -> Any:
    """The one number to show: as the claim says, else one of all cases."""
    if claim.summary is None:
        return folded.representative()
    return plain(folded.result(claim.summary))


def _by_tests(claim: Claim) -> Verdict:
    outcomes = set(claim.tests.values())
    verdict = outcomes.pop() if len(outcomes) == 1 else "open"
    return _verdict(claim, verdict, "test", reason=f"Shown by {', '.join(claim.tests)}."
                    + (f" {claim.reason}" if claim.reason else ""))


def _by_function(claim: Claim, source: str, function: Callable[[], dict]) -> Verdict:
    """The verdict that a function computes of printed numbers."""
    try:
        found = function()
    except UserError as error:
        return _verdict(claim, "not run", source, reason=_sentence(str(error)))
    each = tuple(CaseValue(*row) for row in found.get("cases", ()))
    value, low, high = (float(found.get(key, math.nan)) for key in ("value", "low", "high"))
    return _verdict(claim, found["verdict"], source, value, low, high, each,
                    found.get("reason", claim.reason))


def _of_itself(verdict: Verdict) -> Verdict:
    """What a paper's own numbers say: that they agree with a claim is no agreement of ours."""
    return dataclasses.replace(verdict, verdict=ITSELF) if verdict.verdict == "agrees" else verdict


def _verdict(claim: Claim, verdict: str, source: str = "", value: float = math.nan,
             low: float = math.nan, high: float = math.nan, each: tuple[CaseValue, ...] = (),
             reason: str = "") -> Verdict:
    criteria = {name: claim.words[name] for name in ("value", "agrees", "disagrees")
                if name in claim.words}
    return Verdict(claim.id, verdict, source, value, low, high, each, reason, claim.figures,
                   criteria)


def _sentence(text: str) -> str:
    """The text with a full stop and a capital letter, unless it begins with the name of a file."""
    begin = text[:1] if "/" in text.partition(" ")[0] else text[:1].upper()
    return begin + text[1:] + ("" if not text or text[-1] in ".!?" else ".")
