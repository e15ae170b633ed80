"""What `figures list` prints: the state of every figure, or of every claim."""

import collections
from collections.abc import Sequence

from galois_cps.runs import stats, tables

from ..plan import kinds, plan
from ..plan.catalogue import Figure
from ..plan.session import Session
from ..plan.stops import Stops

# Seconds per run, by kind and scale, where no run was measured yet.
_RECKONED = {("T", "smoke"): 0.05, ("S", "smoke"): 0.2, ("T", "laptop"): 0.4, ("S", "laptop"): 3.0,
             ("T", "paper"): 20.0, ("S", "paper"): 30.0}


class Times:
    """How long runs take: medians of what was measured, by program, graph and threads."""

    def __init__(self, session: Session, jobs: int) -> None:
        self._scale = session.scale.name
        self._jobs = jobs
        self._spent: dict[tuple, list[float]] = collections.defaultdict(list)
        for record in session.store.records():
            config = record["bench"]["config"]
            key = (config["build"], config["app"], config["input"], config["threads"])
            for known in (key, key[:3], key[:1]):
                self._spent[known].append(record["bench"]["wall_s"])

    def of(self, cell: plan.Cell) -> float:
        """The expected seconds of a run of this cell."""
        key = (cell.config.build, cell.config.app, cell.graph, str(cell.threads))
        for known in (key, key[:3], key[:1]):
            if known in self._spent:
                each = stats.median(self._spent[known])
                break
        else:
            each = _RECKONED[cell.source, self._scale]
        return each / (self._jobs if cell.source == "S" else 1)


def figures(session: Session, chosen: Sequence[Figure], missing: bool, jobs: int) -> str:
    """A table with a line per figure, then what is left out and why."""
    times = Times(session, jobs)
    body, notes, union = [], {}, {}
    for figure in chosen:
        blocked = session.planner.blocked(figure)
        there, wanted, left = _count(session, figure, times, notes, union)
        state = ("blocked" if blocked else "published" if figure.chart == "published" and not wanted
                 else "done" if there == wanted and wanted else "partly" if there else "ready")
        if missing and state in ("done", "published"):
            continue
        body.append([figure.id, figure.chart, "".join(figure.kinds) or "-", state,
                     f"{there}/{wanted}" if wanted else "-",
                     tables.pretty_time(left) if left and not blocked else "-",
                     blocked or figure.title])
    text = tables.Table(["figure", "chart", "kinds", "state", "runs", "left",
                         "title, or what blocks it"], body).render()
    seconds = [each for each in union.values() if each]
    total = (f"{len(union)} runs in all, since figures share them; {len(seconds)} are missing"
             + (f", for about {tables.pretty_time(sum(seconds))}" if seconds else ""))
    return "\n".join([text, "", total, *(list(notes) if missing else [])])


def _count(session: Session, figure: Figure, times: Times, notes: dict[str, None],
           union: dict[tuple[str, int], float]) -> tuple[int, int, float]:
    """(runs there, runs wanted, seconds left) of a figure. Adds its runs to the union, with the
    seconds that each will take."""
    if session.planner.blocked(figure):
        return 0, 0, 0.0
    if kind := kinds.alone(figure):
        return *kind.count(session, figure), 0.0
    wanted = session.wanted(figure)
    notes.update(wanted.notes)
    there, extra, left = 0, 0, 0.0
    known: set[str] = set()
    stopped = Stops({figure.id: figure}, wanted.cells, session.store).keys()
    for cell in wanted.cells:
        if cell.config.key in known:
            continue
        known.add(cell.config.key)
        for repeat in cell.rounds(session.rounds):
            missing = (session.store.find(cell.config, repeat) is None
                       and cell.config.key not in stopped)
            there += not missing
            each = union[cell.config.key, repeat] = times.of(cell) if missing else 0.0
            left += each
    each = left / max(1, len(known) * session.rounds - there) if left else 0.0
    for kind in kinds.of(figure):
        done, more = kind.count(session, figure)
        there, extra = there + done, extra + more
    return (there, extra + (len(known) + len(wanted.undecided)) * session.rounds,
            left + len(wanted.undecided) * session.rounds * each)


def claims(session: Session, found: Sequence, papers: Sequence[str]) -> str:
    """A table with a line per claim: the figures that judge it, and how far they are."""
    times = Times(session, 1)
    states = {}
    for name, figure in session.catalogue.figures.items():
        there, wanted, _ = _count(session, figure, times, {}, {})
        states[name] = ("blocked" if session.planner.blocked(figure) else
                        "done" if there == wanted else "partly" if there else "ready")
    body = [[claim.id, ",".join(claim.figures) or "-",
             ",".join(dict.fromkeys(states.get(name, "unknown") for name in claim.figures)) or
             claim.evidence, claim.says] for claim in found
            if not papers or claim.id.partition("-")[0] in papers]
    return tables.Table(["claim", "figures", "state", "claim in words"], body).render()
