"""Figures on a simulated machine with the costs of this one, and what it predicts of real runs.

Such a figure has `costs = "measured"` in its options. Before its first run, calibrate-costs measures
the costs into a file beside the folder of graphs, which later runs use again. Its real runs get the
time of the simulated run of the same round as the metric predicted.time_s.
"""

import os
import subprocess

from galois_cps.runs import UserError, whole_file

from ..catalogue import Figure
from ..plan import has_measured_costs, measured_costs
from ..session import Session
from . import Kind, Rows, Work

PROGRAM = "calibrate-costs"
_SAME = ("app", "graph", "series", "parameters", "threads", "round")


class MeasuredCosts(Kind):
    """Figures whose simulated runs have measured costs."""

    def is_for(self, figure: Figure) -> bool:
        """Whether its options say so."""
        return has_measured_costs(figure)

    def prepare(self, session: Session, figure: Figure, work: Work) -> None:
        """Measures the costs if the file is not there. UserError if the program fails, or is not there
        and may not be built."""
        target = measured_costs(session.graphs)
        if "S" not in session.kinds or target.exists():
            return
        absent = session.builds.missing({"release": {PROGRAM: set()}})
        if absent and work.build:
            session.builds.build(absent, work.say)
        program = session.builds.program("release", PROGRAM)
        if program is None:
            raise UserError(f"{PROGRAM} of the preset release is not built, and measures the costs "
                            "of this machine")
        work.say("measuring the costs of this machine")
        done = subprocess.run([os.fspath(program)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise UserError(f"{PROGRAM}: {done.stderr.strip()}")
        whole_file.write(target, done.stdout)

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """What the simulated runs predict."""
        return predictions(found)


def predictions(table: Rows) -> Rows:
    """Rows for the real runs of a table that have a simulated one of the same round."""
    simulated = {tuple(row[key] for key in _SAME): row["value"] for row in table
                 if row["source"] == "S" and row["metric"] == "time_s"}
    return [row | {"metric": "predicted.time_s", "value": simulated[same]} for row in table
            if row["source"] == "T" and row["metric"] == "time_s"
            and (same := tuple(row[key] for key in _SAME)) in simulated]
