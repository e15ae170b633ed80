"""The report: one HTML file with pictures, verdicts and their reasons, which needs nothing else.

It makes no request, works without its script, and prints. `facts` is a dictionary with what the
records know; every key may be missing, and the page says so where it matters:

    machine (words or a dictionary), date, commit, scale, hours, runs, simulated, banner
    machines     {name of a paper's machine: how it is simulated}; figures name theirs as an option
    other_build  list of files with runs of other builds, which are not shown
    figures      {figure: {machine, graphs, threads, time, command, banner}}, all as words
    blocked      {figure: why}
    noise        list of ratios of A to A, or of lines
    added        list of added_series.Section
    calibration  a sentence; not_modelled: list of words; checklist: {heading of SIGPLAN: a sentence}

`pictures["answer"]` are those of `charts.answer.draw`.
"""

import os
import pathlib
import sys
from typing import Any

from lab.records import UserError

from . import page_check, page_figures, page_sections, page_svg
from .page_claims import text

_HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 8_000_000  # bytes
_TITLE = "Do the papers' claims hold here?"


def build(catalogue: Any, claims: list[Any], verdicts: list[Any], pictures: dict[str, list[Any]],
          facts: dict[str, Any], out: pathlib.Path) -> None:
    """Writes the report; it appears under its name only when it is complete.

    Raises UserError if it is larger than 8 MB even with the largest pictures left out.
    """
    out = pathlib.Path(out)
    kept = {name: list(each) for name, each in pictures.items()}
    left: list[str] = []
    while True:
        page = _page(page_sections.Report(catalogue, claims, verdicts, kept, facts), left)
        if len(page.encode("utf-8")) < LIMIT:
            break
        sizes = {name: sum(_size(each) for each in found) for name, found in kept.items() if found}
        if not sizes:
            raise UserError(f"the report is larger than {LIMIT // 1_000_000} MB without any picture")
        largest = max(sizes, key=sizes.__getitem__)
        left += [f"{largest}: {each.path}" for each in kept[largest]]
        kept[largest] = []
    out.parent.mkdir(parents=True, exist_ok=True)
    unfinished = out.with_name(out.name + ".part")
    unfinished.write_text(page, encoding="utf-8")
    os.replace(unfinished, out)


def check(path: pathlib.Path, claims: list[Any] | None = None) -> list[str]:
    """What is wrong with a report, as lines; none if all is well. What could not be checked, for want
    of a browser, is said on the standard error."""
    found = page_check.check(pathlib.Path(path), [claim.id for claim in claims or []])
    for line in found:
        if line.startswith(page_check.SKIPPED):
            print(line, file=sys.stderr)
    return [line for line in found if not line.startswith(page_check.SKIPPED)]


def _size(picture: Any) -> int:
    return picture.path.stat().st_size + picture.csv.stat().st_size * 4 // 3


def _page(report: page_sections.Report, left: list[str]) -> str:
    parts = (page_sections.answer, page_sections.found, page_figures.figures,
             page_sections.every_claim, page_sections.contradictions, page_sections.untested,
             page_sections.doubt)
    body = "\n".join(page_sections.section(index, part(report))
                     for index, part in enumerate(parts, 1))
    body = page_sections.added(report) + body
    body, styles = page_svg.shared_styles(body)
    note = ""
    if left:
        names = "".join(f"<li>{text(each)}</li>" for each in left)
        note = (f'<div class="banner"><p>These pictures are left out, because the page would be larger '
                f"than {LIMIT // 1_000_000} MB with them:</p><ul>{names}</ul></div>")
    counts = f'data-claims="{len(report.everything)}" data-rows="{len(report.claims)}"'
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{_TITLE}</title>
<link rel="icon" href="data:,">
<style>
{_read("page.css")}{styles}</style>
</head>
<body>
<header><a class="skip" href="#answer">To the answer</a>
<h1>{_TITLE}</h1>
{page_sections.navigation()}</header>
<main {counts}>
{note}{body}
</main>
<script>
{_read("page.js")}</script>
</body>
</html>
"""


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
