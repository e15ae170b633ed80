"""The sections of the report, each as HTML from catalogue, claims, verdicts, pictures and facts."""

import html
import re
from typing import Any

from lab.records import stats

from . import added_series, claim_counts, page_claims, page_svg
from .charts import table
from .page_claims import chip, text

ORDER = tuple(page_claims.SYMBOLS)
_NONE = "no evidence yet"
_UNDECIDED = ("consistent with itself", "not testable", "too small", "not run", "blocked")
_SECTIONS = (("answer", "Answer"), ("claims-found", "Disagreements first"), ("figures", "Figures"),
             ("claims", "All claims"), ("contradictions", "Contradictions"),
             ("untested", "Not tested"), ("doubt", "How to doubt this"))
_NOT_MODELLED = ("the size of caches, so that a core keeps a line until another core writes it",
                 "hardware threads that share a core", "hardware prefetchers",
                 "changes of the clock frequency", "weak memory orders")
_HEADINGS = (
    ("Clearly stated claims", "Each claim has its words, its place in the paper, both criteria and "
     "the cases it is about; simulated and real runs are never merged."),
    ("Suitable comparison", "Verdicts are taken against baselines as published; our own variants "
     "stand beside them, and OBIM is in every chart of speed."),
    ("Principled choice of benchmarks", "Cases are those of the papers, on graphs of the scale named "
     "above; cases that are missing are counted, not replaced silently."),
    ("Adequate data analysis", "Medians over interleaved rounds, 95 % bootstrap intervals over whole "
     "rounds; what was chosen from a heat map is measured again."),
    ("Relevant metrics", "Time, executed tasks, redundant work, cycle shares and priority drift, "
     "because a speed-up alone does not say why."),
    ("Appropriate design", "Each batch is interleaved and shuffled by a seed; one configuration runs "
     "twice (A/A), and a smaller difference decides nothing."),
    ("Appropriate presentation", "Ratios on logarithmic axes, intervals shown, failures marked, data "
     "as CSV below each figure."))


class Report:
    """All that sections need, with verdicts grouped by claim."""

    def __init__(self, catalogue: Any, claims: list[Any], verdicts: list[Any],
                 pictures: dict[str, list[Any]], facts: dict[str, Any]) -> None:
        self.catalogue, self.pictures, self.facts = catalogue, pictures, facts
        self.everything = list(claims)
        self.claims = [each for each in claims if not _contradiction(each)]
        self.contradictions = [each for each in claims if _contradiction(each)]
        self.verdicts: dict[str, list[Any]] = {claim.id: [] for claim in claims}
        for verdict in verdicts:
            self.verdicts.setdefault(verdict.id, []).append(verdict)
        for claim in claims:
            if not self.verdicts[claim.id]:
                self.verdicts[claim.id].append(_Missing(claim.id))
        self.known = set(getattr(catalogue, "figures", {}))
        self._count = 0

    def first(self, claim: Any) -> str:
        """The deciding verdict of a claim."""
        return self.verdicts[claim.id][0].verdict

    def of(self, *names: str) -> list[Any]:
        """The claims with one of these verdicts, those that decide most first."""
        found = [claim for claim in self.claims if self.first(claim) in names]
        return sorted(found, key=lambda claim: (names.index(self.first(claim)),
                                                not getattr(claim, "decides", False)))

    def picture(self, picture: Any) -> str:
        """One picture with a prefix of its own."""
        self._count += 1
        return page_svg.table_beside(picture.path) and (
            f'<div class="scroll">{page_svg.table_beside(picture.path)}</div>') or page_svg.inline(
                picture.path, picture.alt, f"p{self._count}")


class _Missing:
    """Stands for the verdict of a claim that has none."""

    verdict, source, reason = "not run", "", ""
    value = low = high = float("nan")
    cases: tuple = ()
    figures: tuple = ()

    def __init__(self, name: str) -> None:
        self.id = name


def _contradiction(claim: Any) -> bool:
    return bool(getattr(claim, "contradiction", False) or getattr(claim, "readings", ()))


def navigation() -> str:
    """Links to the sections."""
    return "<nav aria-label=\"Sections\">" + " ".join(
        f'<a href="#{name}">{title}</a>' for name, title in _SECTIONS) + "</nav>"


def section(index: int, body: str) -> str:
    """A numbered section."""
    name, title = _SECTIONS[index - 1]
    return f'<section id="{name}"><h2>{index}. {title}</h2>\n{body}\n</section>'


def added(report: Report) -> str:
    """What is known about series that the user added; empty if there are none."""
    sections = report.facts.get("added") or []
    lines = []
    for each in sections:
        lines.append(f"<h3>{_with_code(added_series.heading(each))}</h3>"
                     f"<p>{_with_code(added_series.lead(each, report.catalogue))}</p>")
        for about in (added_series.summary, added_series.by_place) if each.pairs else ():
            found = about(each, report.catalogue)
            shown = table.as_html("Each other series" if about is added_series.summary else
                                  "Each case and number of threads", found.header, found.rows)
            lines.append(f'<div class="scroll">{shown}</div>')
    return (f'<section id="added"><h2>{text(added_series.title(sections))}</h2>\n'
            f'{"".join(lines)}\n</section>\n') if lines else ""


def _with_code(words: str) -> str:
    """Words whose parts in backticks are code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", text(words))


def _machine_word(name: str, value: Any) -> str:
    """A fact of the machine in words."""
    number = f"{value:.0f}" if isinstance(value, float) else str(value)
    words = {"cpu": number, "memory_gib": f"{number} GiB of memory"}
    return words.get(name, f"{name.replace('_', ' ')}: {number}")


def answer(report: Report) -> str:
    """Where and when, counts of verdicts, and the chart of all schedulers over all cases."""
    facts = report.facts
    machine = facts.get("machine") or {}
    words = machine if isinstance(machine, str) else ", ".join(
        _machine_word(key, value) for key, value in machine.items())
    known = (("machine", words), ("date", facts.get("date")), ("commit", facts.get("commit")),
             ("scale", facts.get("scale")), ("measured for", _hours(facts.get("hours"))),
             ("runs", facts.get("runs")), ("simulated machine", facts.get("simulated")))
    lines = ["<dl class=\"facts\">" + "".join(
        f"<div><dt>{name}</dt><dd>{text(value) if value else 'unknown'}</dd></div>"
        for name, value in known if value or name not in ("runs", "simulated machine")) + "</dl>"]
    if facts.get("other_build"):
        lines.append('<p class="banner">Runs of other builds are kept apart and not shown: '
                     f"{text(', '.join(map(str, facts['other_build'])))}.</p>")
    if facts.get("banner"):
        lines.append(f'<p class="banner">{text(facts["banner"])}</p>')
    lines.append(_counts(report))
    drawn = report.pictures.get("answer", [])
    shown = "".join(f"<figure>{report.picture(each)}<figcaption>{page_svg.csv_link(each.csv)}"
                    "</figcaption></figure>" for each in drawn)
    lines.append(f'<div class="answers">{shown}</div>')
    if not drawn:
        lines.append('<p class="none">The chart of t(tuned OBIM) / t(x) over all schedulers is not '
                     "there: no figure with tuned OBIM was run.</p>")
    return "\n".join(lines)


def _hours(hours: Any) -> str:
    return f"{float(hours):.1f} hours" if hours else ""


def _counts(report: Report) -> str:
    total = len(report.claims)
    if not total:
        return '<p class="none">There are no claims.</p>'
    counts = {name: sum(report.first(claim) == name for claim in report.claims) for name in ORDER}
    every = [verdict for claim in report.claims for verdict in report.verdicts[claim.id]]
    sources = sorted({page_claims.source(verdict) or _NONE for verdict in every},
                     key=lambda each: (each == _NONE, each))
    lead = claim_counts.lead(report.verdicts[claim.id][0] for claim in report.claims)
    rows = []
    for name in ORDER:
        cells = "".join("<td class=\"n\">{}</td>".format(sum(
            verdict.verdict == name and (page_claims.source(verdict) or _NONE) == source
            for verdict in every) or "") for source in sources)
        rows.append(f'<tr><th scope="row">{chip(name)}</th>{cells}<td class="n">{counts[name]}</td>'
                    "</tr>")
    head = "".join(f'<th class="n">{text(source)}</th>' for source in sources)
    bar = "".join(f'<span class="v-{name.replace(",", "").replace(" ", "-")}" style="flex:{count}" '
                  f'title="{count} {name}"></span>' for name, count in counts.items() if count)
    return (f'<p class="lead">{lead}</p><div class="tally" aria-hidden="true">{bar}</div>'
            '<div class="scroll"><table class="counts"><caption>Verdicts by evidence; the last column '
            "counts each claim once, by the verdict that decides</caption><thead><tr><th>verdict</th>"
            f'{head}<th class="n">claims</th></tr></thead><tbody>{"".join(rows)}'
            "</tbody></table></div>")


def found(report: Report) -> str:
    """Disagreements, then open claims, then agreements, each as a card."""
    lines = []
    for title, names, none in (
            ("Disagreements", ("disagrees", "tends to disagree"), "No claim disagrees."),
            ("Open", ("open",), "No claim is open."),
            ("Agreements", ("agrees", "agrees in direction, not in size", "tends to agree"),
             "No claim agrees.")):
        claims = report.of(*names)
        cards = "\n".join(page_claims.card(claim, report.verdicts[claim.id], report.known)
                          for claim in claims) or f'<p class="none">{none}</p>'
        lines.append(f'<h3 class="group">{title} ({len(claims)})</h3><div class="cards">{cards}</div>')
    return "\n".join(lines)


def every_claim(report: Report) -> str:
    """The table of all claims; the script adds the filter."""
    if not report.claims:
        return '<p class="none">There are no claims.</p>'
    return ('<div id="filter" hidden></div><p id="shown" role="status"></p>' +
            page_claims.table(report.claims, report.verdicts, report.known))


def contradictions(report: Report) -> str:
    """Rows with two readings, decided or not."""
    lines = []
    for claim in report.contradictions:
        decided = getattr(claim, "decided", "")
        place = {"first": 0, "second": 1}.get(decided, -1)
        readings = "".join(f"<li{' class=decided' if index == place or reading == decided else ''}>"
                           f"{text(reading)}</li>" for index, reading in enumerate(claim.readings))
        state = f"Decided: {text(decided)}." if decided else "Not decided."
        verdict = report.verdicts[claim.id][0]
        shown = "" if isinstance(verdict, _Missing) else chip(verdict.verdict)
        lines.append(f'<article class="card" id="claim-{text(claim.id)}"><h3>{text(claim.id)} {shown} '
                     f"</h3><p>{text(claim.says)}</p><ol>{readings}</ol>"
                     f"<p><strong>{state}</strong> {text(getattr(claim, 'reason', ''))}</p>"
                     f"<p>{text(getattr(claim, 'consequence', ''))}</p>"
                     f"<p><small>{text(getattr(claim, 'source', ''))}</small></p></article>")
    return f'<div class="cards">{"".join(lines)}</div>' if lines else (
        '<p class="none">There are no contradictions.</p>')


def untested(report: Report) -> str:
    """Claims without a verdict by reason, and failed runs."""
    lines = []
    for name in _UNDECIDED:
        claims = report.of(name)
        rows = "".join(
            f'<tr><th scope="row"><a href="#claim-{text(claim.id)}">{text(claim.id)}</a></th>'
            f"<td>{text(claim.says)}</td><td>{text(_reason(report, claim, name))}</td></tr>"
            for claim in claims)
        lines.append(f'<h3 class="group">{chip(name)} ({len(claims)})</h3>' + (
            f'<div class="scroll"><table><thead><tr><th>claim</th><th>says</th><th>why</th></tr>'
            f"</thead><tbody>{rows}</tbody></table></div>" if rows else '<p class="none">None.</p>'))
    failed = [(name, row) for name, pictures in report.pictures.items() for picture in pictures
              for row in page_svg.failures(picture.csv)]
    rows = "".join("<tr>" + "".join(f"<td>{text(each)}</td>" for each in (
        name, row.get("app"), row.get("graph"), row.get("series"), row.get("parameters"),
        row.get("threads"), row.get("reason"))) + "</tr>" for name, row in failed)
    head = "".join(f"<th>{each}</th>" for each in (
        "figure", "application", "graph", "series", "parameters", "threads", "reason"))
    lines.append(f'<h3 class="group">Failed or timed out ({len(failed)})</h3>' + (
        f'<div class="scroll low"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        "</div>" if failed else '<p class="none">No failed run is in a figure.</p>'))
    return "\n".join(lines)


def _reason(report: Report, claim: Any, name: str) -> str:
    why = report.verdicts[claim.id][0].reason
    if not why and name == "not run":
        return f"make {', '.join(getattr(claim, 'figures', ())) or 'its figures'}"
    return why or getattr(claim, "reason", "") or getattr(claim, "testable", "")


def doubt(report: Report) -> str:
    """Noise, calibration, limits of the simulator, and the questions of SIGPLAN's checklist."""
    facts = report.facts
    listed = "".join(f"<li>{text(each)}</li>" for each in _noise(facts.get("noise"))) or (
        "<li>Not run: no batch has an A/A pair, so no difference is known to exceed noise.</li>")
    calibration = facts.get("calibration") or (
        "Not run: the simulator was not compared with this machine.")
    limits = "".join(f"<li>{text(each)}</li>"
                     for each in facts.get("not_modelled") or _NOT_MODELLED)
    answers = dict(_HEADINGS) | (facts.get("checklist") or {})
    headings = "".join(f"<div><dt>{text(name)}</dt><dd>{text(own)}</dd></div>"
                       for name, own in answers.items())
    return (f"<h3>Noise (A/A)</h3><ul>{listed}</ul><h3>Calibration of the simulator</h3>"
            f"<p>{html.escape(str(calibration))}</p><h3>Not modelled</h3><p>Simulated times are trends "
            f"and never seconds. The simulator does not model:</p><ul>{limits}</ul>"
            f"<h3>SIGPLAN's checklist</h3><dl class=\"headings\">{headings}</dl>")


def _noise(noise: Any) -> list[str]:
    """A/A ratios in words."""
    if isinstance(noise, dict):
        return [f"{name}: {value}" for name, value in noise.items()]
    if isinstance(noise, str):
        return [noise]
    noise = list(noise or [])
    if not noise or not all(isinstance(each, (int, float)) for each in noise):
        return [str(each) for each in noise]
    return [f"One configuration ran twice in {len(noise)} rounds. The slower run took "
            f"{stats.median(noise):.3g} times as long as the faster one in the median, and "
            f"{max(noise):.3g} times at most. Smaller differences than that decide nothing."]
