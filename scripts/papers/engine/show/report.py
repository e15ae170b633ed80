"""The report as pages of Markdown with pictures, of which `scripts/site --pages` makes a site.

The first page has the verdicts, and how to doubt them; there is one more page per paper, with its
figures and claims, and one with the places where papers contradict themselves. `facts` is what
run_summary.of returns; every key may be missing.
"""

import pathlib
import shutil
from typing import Any

from . import added_series, claim_counts, findings, findings_claims, report_claims, report_figures
from .markdown import escaped, table, text
from .report_data import Report

_PAPERS = {**findings_claims.PAPERS, "x": "Contradictions"}
_TITLES = {"disagrees": "Disagreements", "open": "Open claims", "agrees": "Agreements",
           "contradictions": "Contradictions", "own data": "The papers' own numbers",
           "consistent": "Consistent with themselves", "lacks": "What undecided claims lack",
           "chance": "Verdicts that are wrong by chance"}  # these first
_DOUBT = """\
## How to doubt this

**Noise.** {noise}

**Not modelled.** Simulated times are trends and never seconds. The simulator was not compared with
this machine. It does not model the size of caches, so that a core keeps a line until another core
writes it; hardware threads that share a core; hardware prefetchers; changes of the clock frequency;
weak memory orders.

SIGPLAN's checklist asks for:

- **Clearly stated claims.** Each claim has its words, its place in the paper, both criteria and the
  cases it is about; simulated and real runs are never merged.
- **Suitable comparison.** Verdicts are taken against baselines as published; our own variants stand
  beside them, and OBIM is in every chart of speed.
- **Principled choice of benchmarks.** Cases are those of the papers, on graphs of the scale named
  above; cases that are missing are counted, not replaced silently.
- **Adequate data analysis.** Medians over interleaved rounds, 95 % bootstrap intervals over whole
  rounds; what was chosen from a heat map is measured again.
- **Relevant metrics.** Time, executed tasks, redundant work, cycle shares and priority drift,
  because a speed-up alone does not say why.
- **Appropriate design.** Each batch is interleaved and shuffled by a seed; one configuration runs
  twice (A/A), and a smaller difference decides nothing.
- **Appropriate presentation.** Ratios on logarithmic axes, intervals shown, failures marked, data
  as CSV below each figure.
"""


def write(catalogue: Any, claims: list[Any], verdicts: list[Any], pictures: dict[str, list[Any]],
          facts: dict[str, Any], folder: pathlib.Path) -> None:
    """Writes the pages; what was in their folder before goes."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True)
    report = Report(catalogue, claims, verdicts, pictures, facts, folder)
    pages = {name: page for name, title in _PAPERS.items() if (page := _paper(report, name, title))}
    pages["index"] = _first(report, list(pages))
    for name, page in pages.items():
        (folder / f"{name}.md").write_text(page, encoding="utf-8")


def _first(report: Report, pages: list[str]) -> str:
    facts = report.facts
    data = {name: facts.get(name, "") for name in ("scale", "date", "commit")}
    more = {"simulated machines": facts.get("simulated", ""),
            "hours measured": f"{facts.get('hours', 0):.1f}"}
    data["machine"] = facts.get("machine", {}) | more

    def generated(name: str) -> str:
        return findings.linked(escaped(findings.TABLES[name](report.all_verdicts, data)), report.link)

    banner = f"!!! warning\n\n    {text(facts['banner'])}\n\n" if facts.get("banner") else ""
    answers = [report_figures.shown(report, each) for each in report.pictures.get("answer", [])] or [
        "The chart of t(tuned OBIM) / t(x) over all schedulers is not there: no figure with tuned OBIM "
        "was run."]
    failed = [[text(name), *(text(row.get(key) or "") for key in
                             ("app", "graph", "series", "parameters", "threads", "reason"))]
              for name, drawn in report.pictures.items() for each in drawn
              for row in report_figures.of_picture(each) if row.get("reason")]
    noise = " ".join(f"{text(each)}." for each in facts.get("noise", [])) or (
        "No batch has an A/A pair, so no difference is known to exceed noise.")
    names = [name for name in dict.fromkeys((*_TITLES, *findings.TABLES))
             if name not in ("counts", "machine")]
    lead = claim_counts.lead(report.verdicts[claim.id][0] for claim in report.claims
                             if not claim.readings)
    links = ", ".join(f"[{_PAPERS[name]}]({name}.md)" for name in pages)
    added = added_series.markdown(facts.get("added", []), report.catalogue)
    return "\n\n".join([
        "# Do the papers' claims hold here?", banner + lead, *([added] if added else []),
        f"Paper by paper: {links}.",
        *answers, generated("counts"), generated("machine"),
        *(f"## {_TITLES.get(name, name.capitalize())}\n\n{generated(name)}" for name in names),
        "## Failed or timed out\n\n" + table(["figure", "application", "graph", "series", "parameters",
                                              "threads", "reason"], failed),
        _DOUBT.format(noise=noise)])


def _paper(report: Report, name: str, title: str) -> str:
    """The page of a paper; empty if there is nothing to say."""
    figures = [each for each in report.figures.values() if each.paper == name]
    claims = [each for each in report.claims if each.id.partition("-")[0] == name]
    drawn = [each for each in figures if report.pictures.get(each.id)]
    absent = [each for each in figures if each not in drawn]
    parts = [f"## {heading}\n\n" + "\n\n".join(make(report, each) for each in found)
             for heading, make, found in (
                 (f"Figures: {len(drawn)} of {len(figures)} are drawn", report_figures.section, drawn),
                 ("Claims", report_claims.section, claims),
                 ("Figures that are not drawn", report_figures.section, absent)) if found]
    return "\n\n".join([f"# {title}", *parts]) + "\n" if parts else ""
