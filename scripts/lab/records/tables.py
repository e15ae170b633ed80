"""Tables as text, Markdown and CSV, with numbers formatted for people."""

import csv

FORMATS = ("text", "markdown")


def render(header, rows, form="text"):
    """A table as one string. Cells are strings; columns of numbers are set flush right."""
    right = [bool(rows) and all(_numeric(row[i]) for row in rows) for i in range(len(header))]
    widths = [max(len(line[i]) for line in [header, *rows]) for i in range(len(header))]

    def pad(line):
        return [cell.rjust(width) if flush else cell.ljust(width)
                for cell, width, flush in zip(line, widths, right)]

    if form == "markdown":
        rule = ["-" * (width - 1) + (":" if flush else "-") for width, flush in zip(widths, right)]
        lines = [f"| {' | '.join(cells)} |" for cells in (pad(header), rule, *map(pad, rows))]
    else:
        rule = ["-" * width for width in widths]
        lines = ["  ".join(cells).rstrip() for cells in (pad(header), rule, *map(pad, rows))]
    return "\n".join(lines)


def write_csv(path, header, rows):
    """The same table for a spreadsheet or pandas: plain numbers, one header line."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def pretty_seconds(value):
    """Three digits and a unit."""
    if value < 1e-3:
        return f"{value * 1e6:.3g} us"
    if value < 1:
        return f"{value * 1e3:.3g} ms" if value < 0.9995 else "1.00 s"
    return f"{value:.3g} s" if value < 1000 else f"{value:.0f} s"


def pretty(value, metric):
    """A metric's value, with its unit if the name shows it."""
    if metric.endswith("_s") or metric == "seconds":
        return pretty_seconds(value)
    if metric.endswith("_mib"):
        return f"{value:.0f} MiB"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _numeric(cell):
    return not cell or cell[0].isdigit() or cell[0] == "-"
