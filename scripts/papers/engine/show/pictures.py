"""The charts of figures, drawn again only if data, catalogue or drawing have changed."""

import concurrent.futures
import functools
import hashlib
import importlib
import json
import os
import pathlib
import signal
import sys
from collections.abc import Sequence
from typing import Any

from ..judge import published
from ..plan import tidy
from ..plan.catalogue import Catalogue, Figure
from ..plan.session import Session

_PACKAGE = pathlib.Path(__file__).parent


def of(session: Session, figures: Sequence[Figure],
       jobs: int = len(os.sched_getaffinity(0))) -> dict[str, list[Any]]:
    """The pictures of figures from their tidy tables, by name; none where there is nothing to
    draw. Up to `jobs` processes draw, because Matplotlib is not made for several threads."""
    there = [figure for figure in figures
             if figure.chart == "published" or _table(session.folder, figure).exists()]
    found: dict[str, list[Any]] = {figure.id: [] for figure in figures}
    if not there or _charts() is None:
        return found
    jobs = min(jobs, len(there))
    if jobs == 1:
        drawn = [_drawn(session.catalogue, session.folder, figure) for figure in there]
    else:
        # Ctrl-C reaches all processes; this one alone reports it.
        with concurrent.futures.ProcessPoolExecutor(
                jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
            drawn = list(pool.map(functools.partial(_drawn, session.catalogue, session.folder),
                                  there))
    return found | {figure.id: each for figure, each in zip(there, drawn, strict=True)}


def draw(session: Session, figures: Sequence[Figure], jobs: int) -> None:
    """Draws the charts of figures, and prints their places."""
    for drawn in of(session, figures, jobs).values():
        for picture in drawn:
            print(picture.path)


def answer(session: Session, catalogue: Catalogue,
           tables: dict[str, list[dict[str, Any]]]) -> list[Any]:
    """The chart of all schedulers over all cases."""
    if _charts() is None:
        return []
    module = importlib.import_module(f"{__package__}.charts.answer")
    return module.draw(tables, catalogue, session.folder / "charts")


def _drawn(catalogue: Catalogue, data: pathlib.Path, figure: Figure) -> list[Any]:
    """The pictures of one figure, drawn if those that are there are of something else."""
    charts = _charts()
    table = _table(data, figure)
    folder = data / "charts"
    mark = _mark(catalogue, figure, table)
    note = folder / f"{figure.id}.json"
    drawn = _read(charts, note, mark)
    if drawn is None:
        rows = tidy.read(table) if table.exists() else []
        drawn = charts.draw(figure, rows, catalogue, folder)
        _write(note, mark, drawn)
    return drawn


def _table(data: pathlib.Path, figure: Figure) -> pathlib.Path:
    """The tidy table of a figure, which need not exist."""
    return data / "tidy" / f"{figure.id}.csv"


@functools.cache
def _charts() -> Any:
    try:
        return importlib.import_module(f"{__package__}.charts")
    except ImportError as error:
        print(f"no charts: {error}", file=sys.stderr)
        return None


def _mark(catalogue: Catalogue, figure: Figure, table: pathlib.Path) -> str:
    """A hash of everything that a picture depends on."""
    digest = hashlib.sha256(repr((figure, catalogue.series)).encode())
    if table.exists():
        digest.update(table.read_bytes())
    numbers = [published.path(name)] if (name := figure.options.get("file", "")) else []
    for path in (*sorted((_PACKAGE / "charts").glob("*.py")), *numbers):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(charts: Any, note: pathlib.Path, mark: str) -> list[Any] | None:
    """The pictures that are there, or None if they are missing or of something else."""
    try:
        known = json.loads(note.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if known["mark"] != mark:
        return None
    found = [charts.Picture(note.parent / each["path"], each["alt"], note.parent / each["csv"])
             for each in known["pictures"]]
    return found if all(each.path.exists() and each.csv.exists() for each in found) else None


def _write(note: pathlib.Path, mark: str, drawn: list[Any]) -> None:
    note.parent.mkdir(parents=True, exist_ok=True)
    entries = [{"path": each.path.name, "alt": each.alt, "csv": each.csv.name} for each in drawn]
    note.write_text(json.dumps({"mark": mark, "pictures": entries}) + "\n", encoding="utf-8")
