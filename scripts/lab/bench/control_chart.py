"""The chart of what control costs on many ranks, from the table of control-bench in
docs/lab-book/distributed.md: the most messages and the most bytes that a rank sends in an event."""

import pathlib
import re

import matplotlib
from matplotlib.figure import Figure

from galois_cps.charts import chart_style, picture_file, scales

from . import program

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "lab-book" / "distributed.md"
_CELL = re.compile(r"[\d.]+, (\d+); (\d+)")


def table(text):
    """{event: {ranks: (most messages, most bytes)}} of the only table whose cells have this form."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()
            if line.startswith("|")]
    numbers = [row for row in rows if len(row) > 1 and all(map(_CELL.fullmatch, row[1:]))]
    if not numbers:
        raise program.UserError(f"{PAGE.name} has no table of control-bench")
    events = rows[rows.index(numbers[0]) - 2][1:]
    return {event: {int(row[0]): tuple(map(int, _CELL.fullmatch(row[place]).groups()))
                    for row in numbers}
            for place, event in enumerate(events, 1)}


class Chart:
    """The chart of a table."""

    def __init__(self, events):
        self.events = events

    def save(self, path):
        """Writes it as SVG."""
        with matplotlib.rc_context(chart_style.STYLE | {"svg.fonttype": "none"}):
            figure = Figure(figsize=(10, 3.8))
            for which, (axes, title) in enumerate(zip(figure.subplots(1, 2), ("messages", "bytes"))):
                for place, (event, costs) in enumerate(self.events.items()):
                    axes.plot(list(costs), [cost[which] for cost in costs.values()], label=event,
                              color=chart_style.COLOURS[place], marker=chart_style.MARKERS[place % 6], markersize=4)
                ranks = list(next(iter(self.events.values())))
                axes.set_xscale("log", base=2)
                axes.set_xticks(ranks[::2], map(str, ranks[::2]))
                axes.set_xlabel("ranks")
                axes.set_title(f"most {title} of a rank per event")
            scales.decades(axes, "y")
            figure.tight_layout(rect=(0, 0.16, 1, 1))
            figure.legend(*axes.get_legend_handles_labels(), loc="lower center", ncols=3)
            picture_file.save(figure, path, metadata={"Title": "Costs of control"})


def chart():
    """The chart of the page."""
    return Chart(table(PAGE.read_text(encoding="utf-8")))
