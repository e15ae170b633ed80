"""Answers compared with ours, and what a record says about them."""

import dataclasses
from typing import Any

import numpy

from galois_cps.runs import UserError

from .catalogue import TOLERANCE
from .grfile import Array, Graph

# From this value on, a distance stands for "not reached": infinity, or the greatest double.
_FAR = 1e300
_UNREACHED = -1
# How far a value may be from ours, relative to it. That of Graphalytics is 1e-4.
_WITHIN = {"kcore": 0.0, "triangles": 0.0, "betweenness": 1e-6, "paths": 1e-4, "power": 1e-4,
           "clustering": 1e-4}


class WrongAnswer(UserError):
    """An answer that differs from ours; the text says where."""


@dataclasses.dataclass(frozen=True)
class Judged:
    """An answer in the form of a record, the same for all right answers of a question."""

    answer: dict[str, Any]
    shown: str
    colors: int | None = None


def distances(values: Array) -> Array:
    """Distances as integers, -1 where a node is not reached."""
    if numpy.issubdtype(values.dtype, numpy.floating):
        far = numpy.isnan(values) | (values >= _FAR) | (values < 0)
        whole = numpy.where(far, _UNREACHED, values)
        found = whole.astype(numpy.int64)
        if not numpy.array_equal(found, whole):
            raise WrongAnswer("some distances are not whole numbers")
        return found
    limit = numpy.iinfo(values.dtype).max
    far = (values == limit) | (values.astype(numpy.int64) < 0)
    return numpy.where(far, _UNREACHED, values.astype(numpy.int64))


def judge(question: str, values: Array, ours: Array, graph: Graph) -> Judged:
    """Compares an answer with ours; raises WrongAnswer if it is not right."""
    if question == "color":
        return _judge_colors(values, graph)
    if question in _WITHIN:
        return _judge_values(values, ours, _WITHIN[question])
    judges = {"mst": _judge_forest, "pagerank": _judge_ranks, "components": _judge_groups}
    return judges.get(question, _judge_distances)(values, ours)


def _judge_distances(values: Array, ours: Array) -> Judged:
    found, right = distances(values), distances(ours)
    _same_length(found, right)
    different = numpy.flatnonzero(found != right)
    if len(different):
        node = int(different[0])
        raise WrongAnswer(f"{len(different)} distances differ from ours; that of node {node} is "
                          f"{_distance(found[node])} instead of {_distance(right[node])}")
    reached = right[right != _UNREACHED]
    return Judged({"checksum": int(reached.sum()),
                   "summary": {"reached": len(reached), "max": int(reached.max(initial=0))}},
                  "equal")


def _judge_forest(values: Array, ours: Array) -> Judged:
    if len(values) % 3:
        raise WrongAnswer(f"a forest of {len(values)} numbers, which is no multiple of 3")
    found, right = (whole.reshape(-1, 3)[:, 2].astype(float) for whole in (values, ours))
    if len(found) != len(right):
        raise WrongAnswer(f"the forest has {len(found)} edges instead of {len(right)}")
    if found.sum() != right.sum():
        raise WrongAnswer(f"the forest weighs {found.sum():.0f} instead of {right.sum():.0f}")
    return Judged({"checksum": int(right.sum()), "summary": {"edges": len(right)}}, "equal")


def _judge_ranks(values: Array, ours: Array) -> Judged:
    _same_length(values, ours)
    off = float(numpy.abs(values.astype(float) - ours).sum())
    if not off <= TOLERANCE:
        raise WrongAnswer(f"the ranks are {off:.2g} from ours in L1; the tolerance is "
                          f"{TOLERANCE:g}")
    return Judged({"checksum": None, "summary": {"sum": 1.0}}, f"within {off:.0e}")


def _judge_values(values: Array, ours: Array, within: float) -> Judged:
    found = numpy.where(values >= _FAR, numpy.inf, values.astype(float))
    _same_length(found, ours)
    good = found == ours
    near = numpy.isfinite(found) & numpy.isfinite(ours)
    good[near] |= numpy.abs(found[near] - ours[near]) <= within * numpy.abs(ours[near])
    if not good.all():
        at = int(numpy.flatnonzero(~good)[0])
        raise WrongAnswer(f"{int((~good).sum())} values differ from ours by more than {within:g}; "
                          f"number {at} is {found[at]:.9g} instead of {ours[at]:.9g}")
    return Judged({"checksum": None, "summary": {"values": len(ours)}},
                  f"within {within:.0e}" if within else "equal")


def _judge_groups(values: Array, ours: Array) -> Judged:
    _same_length(values, ours)
    pairs = len(numpy.unique(numpy.stack([values.astype(float), ours], axis=1), axis=0))
    found, right = len(numpy.unique(values)), len(numpy.unique(ours))
    if not pairs == found == right:
        raise WrongAnswer(f"{found} components instead of {right}, or other ones")
    return Judged({"checksum": None, "summary": {"components": right}}, "equal")


def _judge_colors(values: Array, graph: Graph) -> Judged:
    if len(values) != graph.nodes:
        raise WrongAnswer(f"{len(values)} nodes have colours instead of {graph.nodes}")
    heads = graph.targets.astype(numpy.int64)
    clash = numpy.flatnonzero((values[graph.sources] == values[heads]) & (graph.sources != heads))
    if len(clash) or not numpy.isfinite(values).all():
        raise WrongAnswer(f"the colouring is not proper: {len(clash)} edges join nodes of one "
                          "colour" if len(clash) else "some nodes have no colour")
    colors = len(numpy.unique(values))
    return Judged({"checksum": None, "summary": {"proper": True}}, f"{colors} colours", colors)


def _same_length(values: Array, ours: Array) -> None:
    if len(values) != len(ours):
        raise WrongAnswer(f"the answer has {len(values)} nodes instead of {len(ours)}")


def _distance(value: Any) -> str:
    return "unreached" if value == _UNREACHED else str(value)
