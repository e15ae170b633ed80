"""The part of the report on one figure: pictures, claims that it judges, what the paper prints."""

import csv
import shutil
from typing import Any

from . import report_claims
from .charts import data, published
from .markdown import folded, picture, size, table, text
from .report_data import Report

_ROWS = 60  # of published values


def section(report: Report, figure: Any) -> str:
    """A figure, or why it is not there."""
    scale = f" --scale={report.facts['scale']}" if report.facts.get("scale") else ""
    parts = [f"### {figure.id}: {text(figure.title)} {{ #{figure.id} }}"]
    parts += [_picture(report, figure, each) for each in report.pictures.get(figure.id, [])] or [
        _why_not(report, figure)]
    parts.append(text(figure.caption) + f" ({text(', '.join(figure.covers))})")
    known = report.facts.get("figures", {}).get(figure.id, {})
    if told := [f"- {name}: {text(known[key])}" for name, key in (
            ("machine", "machine"), ("graphs", "graphs"), ("threads", "threads"), ("took", "time"))
            if known.get(key)]:
        parts.append("\n".join(told))
    if figure.runs or figure.chart != "published":
        parts.append(f"```text\nscripts/figures make {figure.id}{scale}\n```")
    if figure.chart != "published":
        if rows := published.of(figure):
            parts.append(folded("What the paper prints", printed(rows, figure.options["file"])))
    if judged := [claim for claim in report.claims if figure.id in claim.figures]:
        parts.append("\n".join(
            f"- {report.link(claim.id)} {report_claims.marked(report.verdicts[claim.id][0].verdict)}: "
            f"{text(claim.says)}" for claim in judged))
    return "\n\n".join(parts)


def of_picture(picture_: Any) -> list[dict[str, str]]:
    """The rows of a picture's CSV file."""
    with open(picture_.csv, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def shown(report: Report, drawn: Any, beside: str = "") -> str:
    """A picture, or the table that is its text, and links to its files."""
    for path in (drawn.path, drawn.csv):
        shutil.copyfile(path, report.folder / "pictures" / path.name)
    name = f"pictures/{drawn.path.name}"
    return (f"{beside or picture(name, drawn.alt, size(drawn.path))}\n\n"
            f"[Picture]({name}), [data](pictures/{drawn.csv.name})")


def _picture(report: Report, figure: Any, drawn: Any) -> str:
    """A picture. One of the same data as in an earlier figure is not shown again: two machines of a
    paper are one machine here if threads are real."""
    first = report.shown.setdefault((figure.chart, drawn.csv.read_bytes()), figure.id)
    if first != figure.id:
        kind = data.kind(of_picture(drawn)[0]["source"])
        return f"{kind}: the same runs as in {report.link(first)}."
    beside = drawn.path.with_suffix(".md")
    return shown(report, drawn, beside.read_text(encoding="utf-8") if beside.exists() else "")


def _why_not(report: Report, figure: Any) -> str:
    why = report.facts.get("blocked", {}).get(figure.id) or figure.blocked
    if not why:
        return report_claims.marked("not run")
    needs = f" Needs {', '.join(figure.needs)}." if figure.needs else ""
    return f"{report_claims.marked('blocked')}: {text(f'{why}.{needs}')}"


def printed(rows: list[dict[str, str]], file: str) -> str:
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
    found = table([name.replace("_", " ") for name in columns],
                  [[text(row.get(name, "")) for name in columns] for row in plain[:_ROWS]])
    hidden = len(plain) - _ROWS
    return found + f"\n\nFrom `{file}`" + (f", which has {hidden} more rows." if hidden > 0 else ".")


def _renamed(row: dict[str, str]) -> dict[str, str]:
    """A row with numbers as printed, parameters under their names, and without repetitions."""
    return {row.get(f"{name}_name") or name: row.get(f"{name}_str") or value
            for name, value in row.items()
            if not name.endswith(("_str", "_name")) and name != "doubt"
            and not (name == "label" and "graph" in row)}
