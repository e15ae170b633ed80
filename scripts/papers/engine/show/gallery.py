"""The gallery of figures from stored runs, and `figures redo`: tables, charts and verdicts in seconds."""

import dataclasses
import pathlib
import shutil
from collections.abc import Sequence
from typing import Any

from galois_cps.runs import UserError

from ..judge import claims, outcome, verdicts
from ..plan import stored, tidy
from ..plan.catalogue import Catalogue, Figure
from . import charts, findings_claims, report_figures
from .charts import data, published
from .markdown import folded, picture, size, text

PICTURES = "gallery"
_LIMIT = 4  # pictures per figure


@dataclasses.dataclass(frozen=True)
class Redone:
    """What came of the stored runs of a figure: what all share, its table, and its pictures."""

    figure: Figure
    head: dict[str, Any]
    rows: stored.Rows
    pictures: list[Any]


def redo(catalogue: Catalogue, names: Sequence[str], folder: pathlib.Path, ours: bool = False) -> list[Redone]:
    """Tables and charts of figures from their stored runs, in a folder."""
    found = []
    for name in names:
        figure = catalogue.figure(name)
        head, rows = stored.read(figure.id)
        tidy.write(_made(folder / "tidy") / f"{figure.id}.csv", rows)
        drawn = dataclasses.replace(figure, options=figure.options | {"machine_in_words": head["machine"]})
        shown = stored.shown(figure, rows, catalogue.series, ours)
        found.append(Redone(figure, head, rows, charts.draw(drawn, shown, catalogue, folder / "charts")))
    return found


def judged(catalogue: Catalogue, redone: Sequence[Redone], met: Any, machines: dict[str, str]) -> list[Any]:
    """The verdicts on the claims that these figures judge, from the stored runs of all their figures."""
    there = {each.figure.id: each.rows for each in redone}
    wanted = [claim for claim in claims.load() if set(claim.figures) & set(there)]
    for name in {name for claim in wanted for name in claim.figures} - set(there):
        if name in stored.figures():
            there[name] = stored.read(name)[1]
    return verdicts.judge(wanted, there, catalogue, met=met, machines=machines)


def page(catalogue: Catalogue, folder: pathlib.Path, link: str) -> str:
    """The Markdown of all stored figures and of those of the papers' own numbers. Pictures and data lie in
    `folder`, which the page calls `link`."""
    scratch = folder / "scratch"
    redone = redo(catalogue, stored.figures(), scratch)
    printed = [Redone(figure, {}, [], charts.draw(figure, [], catalogue, scratch / "charts"))
               for figure in catalogue.figures.values()
               if figure.chart == "published" and figure.id not in stored.figures()]
    parts = []
    for paper, title in findings_claims.PAPERS.items():
        mine = [each for each in (*redone, *printed) if each.figure.paper == paper and each.pictures]
        if mine:
            parts += [f"## {title}", *(_section(each, folder, link) for each in mine)]
    shutil.rmtree(scratch, ignore_errors=True)
    return "\n\n".join(parts)


def _section(each: Redone, folder: pathlib.Path, link: str) -> str:
    figure = each.figure
    covers = ", ".join(figure.covers) or "no figure of the paper"
    parts = [f"### {figure.id}: {text(figure.title)} {{ #{figure.id} }}"]
    for drawn in each.pictures[:_LIMIT]:
        for path in (drawn.path, drawn.csv):
            shutil.copyfile(path, _made(folder) / path.name)
        name = f"{link}/{drawn.path.name}"
        # HTML, since mkdocs does not know files that no page is made of.
        parts.append(f"{picture(name, drawn.alt, size(drawn.path))}\n\n"
                     f'<p><a href="{link}/{drawn.csv.name}" download>Data of this picture</a></p>')
    parts.append(f"{text(figure.caption)} ({text(covers)})")
    if (rows := published.of(figure)) and figure.chart != "published":
        parts.append(folded("What the paper prints", report_figures.printed(rows, figure.options["file"])))
    if not each.head:
        return "\n\n".join([*parts, "The numbers are the paper's own."])
    runs = f"{figure.id}{stored.SUFFIX}"
    shutil.copyfile(stored.FOLDER / runs, _made(folder) / runs)
    commits = sorted({fact["commit"] for fact in each.head["facts"] if fact.get("commit")})
    parts.append(f"Measured: {text(each.head['machine'])}; {data.Samples(each.rows).rounds()}; scale "
                 f"{each.head['scale']}; {each.head['date']}; commit {', '.join(commits)}. "
                 f'<a href="{link}/{runs}" download>All runs</a>. Again: `scripts/figures redo {figure.id}`.')
    names = [claim.id for claim in claims.load() if figure.id in claim.figures and not claim.contradiction]
    if names:
        parts.append("Claims: " + ", ".join(
            f"[{name}](lab-book/claims/{name.partition('-')[0]}.md#{name})" for name in names) + ".")
    return "\n\n".join(parts)


def words(sources: set[str], machine: str, cores: int, cpu: str, simulated: str = "") -> str:
    """A machine in words: "simulated, 4 x 10 cores". `simulated` are the words for one without a topology."""
    found = []
    if "S" in sources:
        found.append(_simulated(machine) if machine or not simulated else f"simulated, {simulated}")
    if "T" in sources:
        found.append(f"{cores} real cores" + (f" ({cpu})" if cpu else ""))
    if "M" in sources:
        found.append("computed by a model or from a trace")
    return ", and ".join(found)


def _simulated(topology: str) -> str:
    """"simulated, 4 x 10 cores" of "pack:4 core:10"."""
    counts = [part.partition(":")[2] for part in topology.split() if part.partition(":")[0] in ("pack", "core")]
    if len(counts) != 2 or not all(count.isdigit() for count in counts):
        raise UserError(f"the topology {topology!r} has no numbers of sockets and cores")
    return f"simulated, {counts[0]} x {counts[1]} cores" if counts[0] != "1" else f"simulated, {counts[1]} cores"


def _made(folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def summary(redone: Sequence[Redone], found: Sequence[Any]) -> str:
    """What `figures redo` prints: places of pictures, and verdicts."""
    places = "\n".join(str(drawn.path) for each in redone for drawn in each.pictures)
    return f"{places}\n\n{outcome.render(found)}" if found else places
