"""What a history says of its queue, as text and as JSON."""

import dataclasses
from typing import Any

import numpy as np

from galois_cps.runs.tables import Table

from . import bounds, items, orders, ranks
from .history import EMPTY, POP, PUSH, History
from .items import Fault


@dataclasses.dataclass(frozen=True)
class Promises:
    """What the queue promises besides that each item is returned once."""

    drained: bool = True  # the threads have popped until nothing was left
    empty: str = "item"  # of orders.EMPTY_MEANS
    thread_orders: tuple[str, ...] = ()  # of orders.THREAD_ORDERS
    bound: bounds.Bound | None = None
    alpha: float = 0.001  # which p-values break a promised mean


@dataclasses.dataclass(frozen=True)
class Verdict:
    """All that is found."""

    history: History
    promises: Promises
    faults: list[Fault]
    left: int
    ranks: ranks.Ranks
    delays: np.ndarray
    tests: dict[str, bounds.MeanTest]  # of a promised mean: at_least, which decides, and estimate

    @property
    def fits(self) -> bool:
        """Whether no promise is broken."""
        return not self.faults


def judge(history: History, promises: Promises) -> Verdict:
    """Checks a history. Raises UsageError if it is too short for the test of a mean."""
    matched, faults = items.match(history, promises.drained)
    left = len(matched) - matched.returned
    faults += orders.empties(history, matched, promises.empty)
    if promises.drained:  # an item that is lost overtakes nothing and is not overtaken
        matched = matched.where(matched.pop >= 0)
    if "own" in promises.thread_orders:
        faults += orders.own(history, matched)
    if "fifo" in promises.thread_orders:
        faults += orders.fifo(history, matched)
    found = ranks.of_pops(matched)
    tests: dict[str, bounds.MeanTest] = {}
    if promises.bound:
        broken, tests = _bound(history, matched, found, promises.bound, promises.alpha)
        faults += broken
    return Verdict(history, promises, faults, left, found, ranks.delays(matched), tests)


def _bound(history: History, matched: items.Items, found: ranks.Ranks, bound: bounds.Bound,
           alpha: float) -> tuple[list[Fault], dict[str, bounds.MeanTest]]:
    if bound.mean is None:
        assert bound.largest is not None
        high = np.flatnonzero(found.at_least > bound.largest)
        places = matched.pop[high]
        passed = dict(zip(places.tolist(), found.at_least[high].tolist()))
        fault = Fault("rank", len(places), f"pops that passed over more than {bound.largest} more urgent items",
                      np.sort(places), lambda place: f"{history.told(place)}, and passed over {passed[place]}")
        return ([fault] if len(places) else []), {}
    tests = {name: bounds.test_mean(getattr(found, name), bound.mean) for name in ("at_least", "estimate")}
    test = tests["at_least"]
    if test.p >= alpha:
        return [], tests
    return [Fault("mean", 1, f"mean rank error, which is at least {test.mean:.4g} and was promised to be at most "
                  f"{bound.mean:.4g}: p = {test.p:.2g}", np.zeros(0, dtype=int), history.told)], tests


_ROWS = {"at_least": "rank error at least", "estimate": "rank error, estimate", "at_most": "rank error at most",
         "delay": "times overtaken"}


def _summaries(verdict: Verdict) -> dict[str, dict[str, float]]:
    found = verdict.ranks
    return {"at_least": ranks.summary(found.at_least), "estimate": ranks.summary(found.estimate),
            "at_most": ranks.summary(found.at_most), "delay": ranks.summary(verdict.delays)}


def text(verdict: Verdict, name: str, most: int) -> str:
    """The verdict for people, with up to so many examples of each fault."""
    history = verdict.history
    pushes, pops, empties = (len(history.which(kind)) for kind in (PUSH, POP, EMPTY))
    threads = len(history.threads)
    lines = [f"{name}: {len(history)} operations of {threads} thread{'s'[:threads != 1]}: {pushes} pushes, {pops} "
             f"pops, {empties} empty answers"]
    if verdict.left:
        lines.append(f"{verdict.left} items were not returned")
    rows = [[_ROWS[key], f"{row['mean']:.2f}", *(f"{row[column]:.0f}" for column in ("p50", "p99", "max"))]
            for key, row in _summaries(verdict).items()]
    lines += ["", Table(["", "mean", "p50", "p99", "max"], rows).render(), ""]
    for fault in verdict.faults:
        lines.append(f"{fault.kind}: {fault.count} ({fault.what})")
        examples = fault.examples(most)
        lines += [f"  {example}" for example in examples]
        if 0 < len(examples) < fault.count:
            lines.append(f"  and {fault.count - len(examples)} more")
    bound = verdict.promises.bound
    if verdict.tests and bound:
        for key, test in verdict.tests.items():
            lines.append(f"mean {_ROWS[key]}: {test.mean:.4g}; promised at most {bound.mean:.4g}; p = {test.p:.2g} "
                         f"(t-test of {bounds.BATCHES} batches of {test.batch} pops, correlation of neighbours "
                         f"{test.correlation:.2f})")
    kinds = ", ".join(fault.kind for fault in verdict.faults)
    lines.append(f"broken: {kinds}" if kinds else "fits: all that was promised")
    return "\n".join(lines)


def record(verdict: Verdict, name: str, most: int) -> dict[str, Any]:
    """The verdict as JSON."""
    history, promises = verdict.history, verdict.promises
    found: dict[str, Any] = {
        "history": name, "fits": verdict.fits, "operations": len(history), "threads": len(history.threads),
        "pushes": len(history.which(PUSH)), "pops": len(history.which(POP)), "empty": len(history.which(EMPTY)),
        "left": verdict.left,
        "promises": {"drained": promises.drained, "empty": promises.empty,
                     "thread_order": list(promises.thread_orders),
                     "bound": promises.bound.text if promises.bound else None},
        "faults": {fault.kind: {"count": fault.count, "what": fault.what,
                                "lines": history.lines[fault.places[:most]].tolist()} for fault in verdict.faults}}
    summaries = _summaries(verdict)
    found["delay"] = summaries.pop("delay")
    found["rank_error"] = summaries
    if verdict.tests and promises.bound:
        found["mean_test"] = {"promised": promises.bound.mean, "alpha": promises.alpha, "batches": bounds.BATCHES,
                              **{key: dataclasses.asdict(test) for key, test in verdict.tests.items()}}
    return found
