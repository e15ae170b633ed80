"""What the site adds to the pages that findings.md links to: of each paper, every claim with its verdicts,
their reasons, the criteria, the cases, and the sentence of the paper."""

import functools
import textwrap
from collections.abc import Iterable

from galois_cps.runs.tables import Table

from ..judge import claims, outcome
from ..judge.claims import MEANINGS, Claim
from ..judge.outcome import RUNS, Verdict
from ..plan import stored

PAPERS = {"smq": "Stealing Multi-Queue (SMQ)", "pmod": "Priority merging on demand (PMOD)",
          "pd": "Private deques (PD)", "ypp": "Performance-driven work stealing in YewPar (YPP)",
          "hdcps": "HD-CPS", "relaxed": "Relaxed schedulers"}
EVIDENCE = {"T": "real runs", "S": "simulated runs", "M": "model", "D": "several machines",
            "test": "tests", "exact": "computed", "published": "the paper's own data", "": "-"}
FOLDER = "claims"
_WIDTH = 100
# Pages that say what the words of a verdict are about.
_PAGES = {"printed": "../../worklists/published.md", "released": "../../worklists/released.md"}


def by_paper(verdicts: Iterable[Verdict], paper: str) -> str:
    """A table with a line per claim of a paper, with links to the reasons."""
    rows = []
    for each in outcome.deciding(verdicts).values():
        if each.id.partition("-")[0] == paper:
            claim = known().get(each.id)
            value, between = outcome.interval(each)
            rows.append([f"[{each.id}]({FOLDER}/{paper}.md#{each.id})", says(each.id),
                         each.verdict, evidence(each), f"{value} ({between})" if between else value,
                         f"{claim.printed:.3g}" if claim and claim.printed == claim.printed else ""])
    return Table(["claim", "what it says", "verdict", "judged by", "value (95 %)", "paper"],
                 rows).render("markdown")


def evidence(verdict: Verdict) -> str:
    """What decided, with the meaning of "published" that it judges."""
    words = EVIDENCE.get(verdict.source, verdict.source)
    return f"{words}, {verdict.judges}" if verdict.judges else words


def sections(verdicts: Iterable[Verdict], paper: str) -> str:
    """The claims of a paper, for a page in FOLDER."""
    found: dict[str, list[Verdict]] = {}
    for each in verdicts:
        if each.id.partition("-")[0] == paper:
            found.setdefault(each.id, []).append(each)
    return "\n\n".join(_section(known()[name], several) for name, several in found.items() if name in known()) + "\n"


def _section(claim: Claim, verdicts: list[Verdict]) -> str:
    parts = [f"## {claim.id}", _filled(claim.says), _filled(f"Where: {claim.source}." + (
        f" Numbers: `{claim.published}`." if claim.published else ""))]
    for each in verdicts:
        value, between = outcome.interval(each)
        size = f": {value}" + (f" ({between})" if between else "") if value else ""
        meaning = (f" It judges [{MEANINGS[each.judges]}]({_PAGES[each.judges]})." if each.judges in MEANINGS else "")
        runs = f" Runs of {each.runs_of}." if each.runs_of and each.source in RUNS else ""
        parts.append(_filled(f"**{each.verdict.capitalize()}**, by {EVIDENCE.get(each.source, each.source)}"
                             f"{size}. {each.reason}{meaning}{runs}".replace(", by -", "")))
    criteria = [f"{name}: {claim.words[name]}" for name in ("where", "value", *claim.also, "agrees", "disagrees")
                if name in claim.words]
    if criteria:
        wrapped = "\n".join(textwrap.fill(each, _WIDTH - 4, subsequent_indent="    ",
                                          break_long_words=False, break_on_hyphens=False) for each in criteria)
        parts.append("```text\n" + wrapped + "\n```")
    if claim.reason:
        parts.append(_filled(claim.reason))
    cases = verdicts[0].cases if len(verdicts[0].cases) > 1 else ()
    if cases:
        parts.append(Table(["case", "value", "95 % interval"], [[case.case, *outcome.interval(
            Verdict(claim.id, "open", value=case.value, low=case.low, high=case.high))]
            for case in cases]).render("markdown"))
    if claim.figures:
        there = stored.figures()
        parts.append(_filled("Figures: " + ", ".join(
            f"`{name}`" + (f" ([its runs](../../gallery.md#{name}))" if name in there else "") for name in claim.figures) + "."))
    return "\n\n".join(parts)


def _filled(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), _WIDTH, break_long_words=False, break_on_hyphens=False)


def says(name: str) -> str:
    """What a claim says."""
    return known()[name].says if name in known() else ""


@functools.cache
def known() -> dict[str, Claim]:
    """All claims and contradictions, by id."""
    return {claim.id: claim for claim in claims.load()}
