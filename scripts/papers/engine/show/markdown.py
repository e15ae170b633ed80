"""Markdown for the pages of the report: words, tables, pictures, and parts that are folded."""

import html
import pathlib
import re
import textwrap
from collections.abc import Sequence
from typing import Any

from galois_cps.runs import tables

_MARKS = re.compile(r"([*_`\[\]])")
_WIDTH = re.compile(r'<svg [^>]*?width="([\d.]+)pt"')
_SCALE = 1.25  # pixels per point at which a picture is easy to read
_LEAST = 0.7  # of that size; a page that is narrower scrolls the picture


def text(value: Any) -> str:
    """Words, as they are written."""
    return escaped(" ".join(str(value).split()))


def escaped(words: str) -> str:
    """Words, or a table of words, as they are written."""
    return _MARKS.sub(r"\\\1", html.escape(words, quote=False))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows of Markdown under a header; "None." without rows."""
    return tables.Table(head, rows).render("markdown") if rows else "None."


def folded(title: str, body: str) -> str:
    """A part of which only the title is shown at first."""
    return f'??? note "{title}"\n\n{textwrap.indent(body, "    ")}'


def picture(name: str, alternative: str, attributes: str = "") -> str:
    """A picture, by its name relative to the page."""
    words = " ".join(alternative.split()).translate(str.maketrans("[]`", "()'"))
    return f"![{words}]({name})" + (f"{{ {attributes} }}" if attributes else "")


def size(path: pathlib.Path) -> str:
    """Attributes of an SVG file by which it has a size at which it is easy to read."""
    found = _WIDTH.search(path.read_text(encoding="utf-8"))
    wide = float(found[1]) * _SCALE if found else 700
    return f'width={wide:.0f} style="min-width: {min(wide, max(520, wide * _LEAST)):.0f}px"'
