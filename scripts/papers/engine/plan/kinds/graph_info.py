"""Tables of input graphs: what graph-info says of each graph of the figure's sets."""

import json
import os
import subprocess
from typing import Any

from .. import catalogue as data
from .. import tidy
from ..catalogue import Figure
from ..session import Session
from . import Kind, Rows

SOURCE = "graph-info"


class GraphInfo(Kind):
    """Figures that describe graphs."""

    alone = True

    def is_for(self, figure: Figure) -> bool:
        """Whether its options say so."""
        return figure.options.get("source") == SOURCE

    def rows(self, session: Session, figure: Figure, found: Rows) -> Rows:
        """A row per number of each graph that is there."""
        return tidy.of_graphs(figure.id, _described(session, figure))


def _described(session: Session, figure: Figure) -> dict[str, dict[str, Any]]:
    """What graph-info says of the graphs of a figure's sets; kept beside each graph."""
    program = session.builds.program("release", "graph-info")
    names = dict.fromkeys(case.graph for given in figure.options["sets"] for kind in data.KINDS
                          for case in session.catalogue.cases(given, session.scale.name, kind))
    found = {}
    for name in filter(session.graphs.there, names):
        kept = session.graphs.folder / f"{name}.{session.graphs.fingerprint(name)}.json"
        if not kept.exists() and program:
            subprocess.run([os.fspath(program), os.fspath(session.graphs.path(name)), "--quiet",
                            "--sweeps=0", f"--json={kept}"], capture_output=True, check=False)
        if kept.exists():
            found[name] = json.loads(kept.read_text(encoding="utf-8"))
    return found
