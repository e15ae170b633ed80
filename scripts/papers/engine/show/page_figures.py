"""The section of the report with our figures by paper, beside what the papers print."""

from typing import Any

from . import page_claims, page_svg
from .charts import data, published
from .page_claims import chip, text
from .page_sections import Report

PAPERS = {"smq": "Stealing Multi-Queue (SMQ)", "pmod": "Priority merging on demand (PMOD)",
          "hdcps": "HD-CPS", "pd": "Private deques (PD)",
          "ypp": "Performance-driven work stealing in YewPar (YPP)"}
_WIDE = 900  # pixels above which a picture needs the whole width
_ROWS = 60  # of published values
Shown = dict[tuple[str, bytes], str]  # kind of chart and data of a picture -> figure that shows it


def figures(report: Report) -> str:
    """Our figures by paper, with the published values or words at their right."""
    lines = []
    shown: Shown = {}
    for key in [*PAPERS, *sorted({page_claims.paper(name) for name in report.known} - set(PAPERS))]:
        mine = [figure for figure in getattr(report.catalogue, "figures", {}).values()
                if (getattr(figure, "paper", "") or page_claims.paper(figure.id)) == key]
        if mine:
            drawn = [each for each in mine if report.pictures.get(each.id)]
            lines.append(f'<h3 class="group">{text(PAPERS.get(key, key))}: {len(drawn)} of '
                         f"{len(mine)} figures drawn</h3>")
            lines += [_figure(report, each, shown) for each in drawn]
            lines += _absent(report, [each for each in mine if each not in drawn])
    return "\n".join(lines) or '<p class="none">The catalogue has no figures.</p>'


def _figure(report: Report, figure: Any, shown: Shown) -> str:
    """A figure. A picture of the same data as one of an earlier figure is not shown again: two
    machines of a paper are one machine here if threads are real."""
    facts = _origin(report, figure) | (report.facts.get("figures") or {}).get(figure.id, {})
    pictures = report.pictures[figure.id]
    ours = "".join(_ours(report, figure, each, shown) for each in pictures)
    wide = " wide" if any(page_svg.width(each.path) > _WIDE and not page_svg.table_beside(each.path)
                          for each in pictures) else ""
    told = [(name, facts.get(key)) for name, key in (
        ("machine", "machine"), ("graphs", "graphs"), ("threads", "threads"),
        ("took", "time"), ("command", "command"))]
    rows = "".join(f"<div><dt>{name}</dt><dd>{_code(name, value)}</dd></div>"
                   for name, value in told if value)
    banner = f'<p class="banner">{text(facts["banner"])}</p>' if facts.get("banner") else ""
    links = " ".join(page_svg.csv_link(each.csv) for each in pictures)
    judged = [claim for claim in report.claims if figure.id in getattr(claim, "figures", ())]
    chips = " ".join(f'<a class="judged" href="#claim-{text(claim.id)}">{text(claim.id)} '
                     f"{chip(report.first(claim))}</a>" for claim in judged)
    covers = ", ".join(figure.covers)
    return (f'<article class="figure" id="figure-{text(figure.id)}"><h4>{text(figure.id)}: '
            f'{text(figure.title)} <small>{text(covers)}</small></h4>{banner}'
            f'<div class="beside{wide}"><div class="ours">{ours}</div>'
            f'<div class="theirs"><h5>The paper</h5>{_published(figure, judged)}</div></div>'
            f'<p class="chips">{chips}</p><p>{text(figure.caption)}</p>'
            f'<dl class="facts">{rows}</dl><p class="data">Data: {links}</p></article>')


def _ours(report: Report, figure: Any, picture: Any, shown: Shown) -> str:
    first = shown.setdefault((figure.chart, picture.csv.read_bytes()), figure.id)
    if first == figure.id:
        return f"<figure>{report.picture(picture)}</figure>"
    kind = data.kind(page_svg.rows(picture.csv)[0]["source"])
    return (f'<p class="none">{text(kind)}: the same runs as in <a href="#figure-{text(first)}">'
            f"{text(first)}</a>.</p>")


def _origin(report: Report, figure: Any) -> dict[str, Any]:
    """Machine, graphs, threads and command, as the data of the pictures and the catalogue say."""
    rows = [row for picture in report.pictures[figure.id] for row in page_svg.rows(picture.csv)]

    def values(column: str) -> list[str]:
        found = {row.get(column) or "" for row in rows} - {"", "0"}
        return sorted(found, key=lambda each: (len(each), each))

    if figure.chart == "published":
        return {"machine": "the paper's"}
    name = figure.options.get("machine", "")
    simulated = (report.facts.get("machines") or {}).get(name, name)
    machines = [("simulated " + str(simulated)).strip()] if "S" in values("source") else []
    machines += ["this one, real threads"] if "T" in values("source") else []
    scale = f" --scale={report.facts['scale']}" if report.facts.get("scale") else ""
    return {"machine": "; ".join(machines), "graphs": values("graph"), "threads": values("threads"),
            "command": f"scripts/figures make {figure.id}{scale}"}


def _code(name: str, value: Any) -> str:
    if name == "command":
        return f"<code>{text(value)}</code>"
    return text(", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value)


def _published(figure: Any, judged: list[Any]) -> str:
    """The paper's numbers of this figure; else its words."""
    rows = published.of(figure)
    if rows and figure.chart != "published":
        return _values(rows, figure.options["file"])
    words = "".join(f"<li><strong>{text(claim.id)}</strong> {text(claim.says)} "
                    f'<small>{text(getattr(claim, "source", ""))}</small></li>' for claim in judged)
    note = ("" if figure.chart == "published" else
            "<p>No published numbers of this figure are there. The paper says:</p>")
    return f'{note}<ul class="low">{words}</ul>' if words else (
        "<p>No published numbers and no claim are about this.</p>")


def _values(rows: list[dict[str, str]], file: str) -> str:
    """Published rows as a table: metrics side by side, without columns that say nothing."""
    plain = [_renamed(row) for row in rows]
    if "metric" in plain[0] and "value" in plain[0]:
        merged: dict[tuple, dict[str, str]] = {}
        for row in plain:
            metric, value = row.pop("metric"), row.pop("value")
            merged.setdefault(tuple(row.items()), dict(row))[metric] = value
        plain = list(merged.values())
    columns = [name for name in dict.fromkeys(name for row in plain for name in row)
               if len({row.get(name, "") for row in plain}) > 1 or len(plain) == 1]
    head = "".join(f"<th>{text(name.replace('_', ' '))}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{text(row.get(name, ''))}</td>" for name in columns) +
                   "</tr>" for row in plain[:_ROWS])
    hidden = len(plain) - _ROWS
    more = f"<p>{hidden} more rows are in {text(file)}.</p>" if hidden > 0 else ""
    return (f'<div class="scroll low"><table><caption>{text(file)}</caption><thead><tr>{head}</tr>'
            f"</thead><tbody>{body}</tbody></table></div>{more}")


def _renamed(row: dict[str, str]) -> dict[str, str]:
    """A row with numbers as printed, parameters under their names, and without repetitions."""
    found = {}
    for name, value in row.items():
        if name.endswith(("_str", "_name")) or name in ("doubt", "row_best") or (
                name == "label" and "graph" in row):
            continue
        found[row.get(f"{name}_name") or name] = row.get(f"{name}_str") or value
    return found


def _absent(report: Report, figures: list[Any]) -> list[str]:
    """Figures without a picture: why, and the command that makes them."""
    if not figures:
        return []
    blocked = report.facts.get("blocked") or {}
    rows = []
    for figure in figures:
        numbers = published.of(figure)
        why = blocked.get(figure.id) or figure.blocked or "not run"
        kind = "blocked" if blocked.get(figure.id) or figure.blocked else "not run"
        needs = f" Needs {', '.join(figure.needs)}." if figure.needs and kind == "blocked" else ""
        theirs = f"<details><summary>{len(numbers)} published values</summary>" \
                 f"{_values(numbers, figure.options['file'])}</details>" if numbers else ""
        rows.append(f'<tr id="figure-{text(figure.id)}"><th scope="row">{text(figure.id)}</th>'
                    f"<td>{text(figure.title)} <small>{text(', '.join(figure.covers))}</small>"
                    f"{theirs}</td>"
                    f"<td>{chip(kind)} {text(why if why != kind else '')}{text(needs)}</td>"
                    f"<td><code>scripts/figures make {text(figure.id)}</code></td></tr>")
    return ['<details class="absent"><summary>Not drawn: '
            f"{len(figures)}</summary><div class=\"scroll\"><table><tbody>{''.join(rows)}</tbody>"
            "</table></div></details>"]
