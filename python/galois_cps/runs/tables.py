"""Tables as text, Markdown and CSV, with numbers formatted for people."""

import csv
import dataclasses
import io
import os
from collections.abc import Sequence
from typing import Any

from . import whole_file

FORMATS = ("text", "markdown")


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of cells under a header, as people read them. `raw`, if given, has the same rows with plain
    numbers, for CSV."""

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]
    raw: "Table | None" = None

    def render(self, form: str = "text") -> str:
        """The table as one string, in one of FORMATS. Columns of numbers are set flush right."""
        rows = [[cell.replace("|", "\\|") for cell in row] for row in self.rows] \
            if form == "markdown" else self.rows
        right = [bool(rows) and all(_numeric(row[i]) for row in rows)
                 for i in range(len(self.header))]
        widths = [max(len(line[i]) for line in [self.header, *rows])
                  for i in range(len(self.header))]

        def pad(line: Sequence[str]) -> list[str]:
            return [cell.rjust(width) if flush else cell.ljust(width)
                    for cell, width, flush in zip(line, widths, right)]

        if form == "markdown":
            rule = ["-" * (width - 1) + (":" if flush else "-")
                    for width, flush in zip(widths, right)]
            lines = [f"| {' | '.join(cells)} |" for cells in (pad(self.header), rule, *map(pad, rows))]
        else:
            rule = ["-" * width for width in widths]
            lines = ["  ".join(cells).rstrip() for cells in (pad(self.header), rule, *map(pad, rows))]
        return "\n".join(lines)

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """The table for a spreadsheet or pandas: plain numbers, one header line."""
        plain = self.raw or self
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(plain.header)
        writer.writerows(plain.rows)
        whole_file.write(path, text.getvalue())


def pretty_seconds(value: float) -> str:
    """Three digits and a unit, never in the form 1e+03."""
    if value < 0.9995e-3:
        return f"{value * 1e6:.3g} us"
    if value < 0.9995:
        return f"{value * 1e3:.3g} ms"
    if value < 1.0005:
        return "1.00 s"
    return f"{value:.3g} s" if value < 999.5 else f"{value:.0f} s"


def pretty_time(seconds: float) -> str:
    """"7 s", "3 min 07 s", "2 h 05 min"."""
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60:02d} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60:02d} min"


def pretty(value: float, metric: str) -> str:
    """A metric's value, with its unit if the name shows it."""
    if metric.endswith("_s") or metric == "seconds":
        return pretty_seconds(value)
    if metric.endswith("_mib"):
        return f"{value:.0f} MiB"
    return f"{value:,.0f}" if value >= 999.5 else f"{value:.3g}"


def _numeric(cell: str) -> bool:
    return not cell or cell[0].isdigit() or cell[0] == "-"
