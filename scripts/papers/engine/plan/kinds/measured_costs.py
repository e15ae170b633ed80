"""Figures on a simulated machine with the costs of this one, and what it predicts of real runs.

Such a figure has `costs = "measured"` in its options. Before its first run, calibrate-costs measures
the costs into a file beside the folder of graphs, which later runs use again. Its real runs get the
time of the simulated run of the same round as the metric predicted.time_s.
"""

import os
import pathlib
import subprocess
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from lab.records import UserError

from ..catalogue import Figure
from ..graphs import Graphs

if TYPE_CHECKING:
    from ..session import Session

PROGRAM = "calibrate-costs"
_SAME = ("app", "graph", "series", "parameters", "threads", "round")


def are_for(figure: Figure) -> bool:
    """Whether the simulated runs of a figure have measured costs."""
    return figure.options.get("costs") == "measured"


def path(graphs: Graphs) -> pathlib.Path:
    """The file of the costs, whether it exists or not."""
    return graphs.folder.parent / "measured.costs"


def make(session: "Session", figures: Iterable[Figure], build: bool,
         say: Callable[[str], None]) -> None:
    """Measures the costs if one of the figures needs them and the file is not there. UserError if
    the program fails, or is not there and may not be built."""
    target = path(session.graphs)
    if "S" not in session.kinds or target.exists() or not any(map(are_for, figures)):
        return
    absent = session.builds.missing({"release": {PROGRAM: set()}})
    if absent and build:
        session.builds.build(absent, say)
    program = session.builds.program("release", PROGRAM)
    if program is None:
        raise UserError(f"{PROGRAM} of the preset release is not built, and measures the costs of "
                        "this machine")
    say("measuring the costs of this machine")
    done = subprocess.run([os.fspath(program)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise UserError(f"{PROGRAM}: {done.stderr.strip()}")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".new")
    part.write_text(done.stdout, encoding="utf-8")
    os.replace(part, target)


def predictions(table: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows for the real runs of a table that have a simulated one of the same round."""
    simulated = {tuple(row[key] for key in _SAME): row["value"] for row in table
                 if row["source"] == "S" and row["metric"] == "time_s"}
    return [row | {"metric": "predicted.time_s", "value": simulated[same]} for row in table
            if row["source"] == "T" and row["metric"] == "time_s"
            and (same := tuple(row[key] for key in _SAME)) in simulated]
