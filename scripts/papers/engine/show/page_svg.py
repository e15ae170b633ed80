"""Puts pictures into the report: SVG text that can stand several times in one page, and CSV links.

Identifiers get a prefix per picture, because they have to be unique in a page. The four colours of
`charts.style` become variables, so that pictures follow the light, dark or print style.
"""

import base64
import csv
import gzip
import html
import pathlib
import re
from typing import Any

from .charts import style

_IDS = re.compile(r'((?:\bid="|href="#|url\(#))([^")]+)')
_COLOURS = {style.INK: "var(--ink)", style.GREY: "var(--soft)", style.GRID: "var(--line)",
            style.PAPER: "var(--paper)"}
_STYLE = re.compile(r"<style[^>]*>.*?</style>", re.S)
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)pt" height="[\d.]+pt"')
_SCALE = 1.25  # pixels per point at full size
_PICTURE = re.compile(r"<svg .*?</svg>", re.S)
_OTHERS = r'(?: (?!class=)[\w:-]+="[^"]*")*'
_INLINE = re.compile(rf'(<\w+{_OTHERS}?) style="([^"]*)"({_OTHERS}/?>)')
_GROUP = re.compile(r"<g\b[^>]*(?<!/)>|</g>")
_PATH = re.compile(r'(?<= d=")[^"]*')
_COMMAND = re.compile(r" *([A-Za-z]) *")


def inline(path: pathlib.Path, alt: str, prefix: str) -> str:
    """The picture as an element of the page, with its own name, and a width at which it is
    readable."""
    text = _STYLE.sub("", path.read_text(encoding="utf-8"))
    names: dict[str, str] = {}
    text = _IDS.sub(lambda m: m.group(1) + names.setdefault(m.group(2), f"{prefix}-{len(names)}"),
                    _without_plain_groups(text))
    for colour, variable in _COLOURS.items():
        text = re.sub(rf"((?:fill|stroke): ){colour}", rf"\g<1>{variable}", text)
    text = re.sub(r"<desc>.*?</desc>", f'<desc id="{prefix}-desc">{html.escape(alt)}</desc>', text,
                  count=1, flags=re.S)
    text = text.replace("<title>", f'<title id="{prefix}-title">', 1)
    text = text.replace('role="img"', f'role="img" aria-labelledby="{prefix}-title {prefix}-desc"', 1)
    text = text.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "").replace(
        ' xmlns="http://www.w3.org/2000/svg"', "").replace("xlink:href", "href")
    text = re.sub(r' width="[\d.]+pt" height="[\d.]+pt"', "", text, count=1)
    text = _PATH.sub(lambda found: _COMMAND.sub(r"\1", found.group()).strip(), text)
    return (f'<div class="picture" tabindex="0" style="--wide:{width(path):.0f}px">{text.strip()}'
            "</div>")


def _without_plain_groups(text: str) -> str:
    """SVG text without the groups that have no attributes and so no effect; half of all tags."""
    kept: list[bool] = []

    def keep(tag: re.Match) -> str:
        if tag.group() != "</g>":
            kept.append(tag.group() != "<g>")
            return tag.group() if kept[-1] else ""
        return tag.group() if kept.pop() else ""

    return _GROUP.sub(keep, text)


def shared_styles(body: str) -> tuple[str, str]:
    """The body of a page in which the elements of pictures have classes instead of styles, and the
    rules of these classes. Few styles occur again and again; written out, they are a third of a
    report. A class is named twice in its rule, so that no other rule for pictures comes first."""
    names: dict[str, str] = {}

    def short(match: re.Match) -> str:
        before, rule, after = match.groups()
        return f'{before} class="{names.setdefault(rule, f"k{len(names)}")}"{after}'

    body = _PICTURE.sub(lambda found: _INLINE.sub(short, found.group()), body)
    return body, "".join(f".{name}.{name} {{ {rule} }}\n" for rule, name in names.items())


def width(path: pathlib.Path) -> float:
    """The width in pixels at which a picture is easy to read."""
    found = _SIZE.search(path.read_text(encoding="utf-8"))
    return float(found.group(1)) * _SCALE if found else 700.0


def table_beside(path: pathlib.Path) -> str:
    """The HTML table that lies beside the picture of a table; empty if there is none."""
    beside = path.with_suffix(".html")
    return beside.read_text(encoding="utf-8") if beside.is_file() else ""


def csv_link(path: pathlib.Path) -> str:
    """A link with the whole file in it, compressed."""
    data = base64.b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode("ascii")
    name = html.escape(f"{path.name}.gz")
    return f'<a class="csv" download="{name}" href="data:application/gzip;base64,{data}">{name}</a>'


def rows(path: pathlib.Path) -> list[dict[str, Any]]:
    """The rows of a picture's CSV file."""
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def failures(path: pathlib.Path) -> list[dict[str, Any]]:
    """The rows of a picture's CSV file that name a failed run."""
    return [row for row in rows(path) if row.get("reason")]
