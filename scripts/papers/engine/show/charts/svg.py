"""Writes one picture as SVG, PNG and CSV.

The SVG gets a title and a description, which screen readers read, and a tooltip for each marked
element. An artist is marked by its gid: "tip-N" takes the N-th of the tooltips. Everything that only
costs bytes is removed: comments, metadata, and identifiers that nothing refers to.
"""

import csv
import html
import io
import pathlib
import re
from typing import Any, Sequence

from galois_cps.charts import picture_file
from galois_cps.runs import whole_file

from . import Picture, data, style

_DROPPED = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>", re.S)
_GROUP = re.compile(r'<g id="tip-(\d+)">')
_FONTS = re.compile(r"'DejaVu Sans',[^;\"]*")  # Verdana has the same widths
_TURN = re.compile(r' transform="rotate\(-0 [^"]*\)"')
_ATTRIBUTE = re.compile(r'="[^"]*"')
_NUMBER = re.compile(r"(?<![\w#.])-?\d+\.\d{3,}")
_SPACE = re.compile(r">\s+<")


def write(figure: Any, folder: pathlib.Path, name: str, title: str, alt: str,
          table: Sequence[dict], tips: Sequence[str] = ()) -> Picture:
    """Saves and closes a figure as NAME.svg, NAME.png and NAME.csv; the table is its data."""
    path = folder / f"{name}.svg"
    figure.draw_without_rendering()  # lays out and measures once for both files
    figure.set_layout_engine("none")
    box = figure.get_tightbbox(figure.canvas.get_renderer()).padded(0.1)
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches=box, metadata={"Date": None})
    picture_file.save(figure, path.with_suffix(".png"), bbox_inches=box, dpi=130)
    style.plt.close(figure)
    whole_file.write(path, finish(text.getvalue(), title, alt, tips))
    return Picture(path, alt, write_csv(path.with_suffix(".csv"), table))


def of(picture: Any, figure: Any, source: str, table: data.Samples, found: Sequence[dict], alt: str,
       folder: pathlib.Path, *notes: str, tips: Sequence[str] = ()) -> list[Picture]:
    """Writes the picture of a figure that has its title, with `found` and the failures as its data."""
    style.headline(picture, figure.title, data.below(table, source, figure.options, *notes))
    rows = [{"source": source, **each} for each in found] + data.failure_rows(table)
    return [write(picture, folder, f"{figure.id}-{source}", figure.title, alt, rows, tips)]


def finish(text: str, title: str, alt: str, tips: Sequence[str] = ()) -> str:
    """The SVG text with title, description and tooltips, and without what nobody reads."""

    def group(match: re.Match) -> str:
        return f'<g class="tip"><title>{html.escape(tips[int(match[1])])}</title>'

    text = _SPACE.sub("><", _DROPPED.sub("", text)).strip()
    text = _FONTS.sub("'DejaVu Sans', Verdana, sans-serif", _TURN.sub("", text))
    text = _ATTRIBUTE.sub(lambda m: _NUMBER.sub(_rounded, m.group(0)), text)
    text = text.replace("\n", " ").replace("<svg ", '<svg role="img" ', 1)
    text = _GROUP.sub(group, text)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda m: m.group(0) if m.group(1) in used else "", text)
    head = f"<title>{html.escape(title)}</title><desc>{html.escape(alt)}</desc>"
    return re.sub(r"(<svg [^>]*>)", lambda m: m.group(1) + head, text, count=1) + "\n"


def _rounded(match: re.Match) -> str:
    return f"{float(match.group(0)):.2f}".rstrip("0").rstrip(".")


def write_csv(path: pathlib.Path, table: Sequence[dict]) -> pathlib.Path:
    """Writes dictionaries as CSV; the columns are all keys in order of appearance."""
    columns = list(dict.fromkeys(key for row in table for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _short(value) for key, value in row.items()} for row in table)
    whole_file.write(path, text.getvalue())
    return path


def _short(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value
