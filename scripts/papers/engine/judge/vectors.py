"""Numbers and vectors of the expression language, and the functions on them.

A number is a Python scalar or an array with one element per bootstrap draw. A Vector has one such
array per label, for example per case or per number of threads. Element 0 of each array belongs to
the complete sample, the others to the draws.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from lab.records import stats, values


class Missing(ValueError):
    """A number that the runs at hand do not give; the case is left out."""


@dataclasses.dataclass(frozen=True)
class Vector:
    """Rows of numbers, one per label; `data` has the shape (labels, draws)."""

    labels: tuple[Any, ...]
    data: np.ndarray

    def pick(self, wanted: list[Any]) -> "Vector":
        """The rows of these labels, in this order."""
        place = {label: index for index, label in enumerate(self.labels)}
        return Vector(tuple(wanted), self.data[[place[label] for label in wanted]])


def number_of(label: Any) -> float:
    """The value of a numeric label such as 4, "0.5" or "1/8"; a time such as "30us" in seconds."""
    value = values.number(str(label))
    if value is None:
        raise Missing(f"the label {label!r} is not a number")
    return value


def combine(function: Callable[..., Any], *values: Any) -> Any:
    """The function of numbers, applied to the elements that vectors have in common by label."""
    vectors = [value for value in values if isinstance(value, Vector)]
    if not vectors:
        with np.errstate(all="ignore"):
            return function(*values)
    wanted = [label for label in vectors[0].labels
              if all(label in other.labels for other in vectors[1:])]
    if not wanted:
        raise Missing("the vectors have no label in common")
    parts = [value.pick(wanted).data if isinstance(value, Vector) else value for value in values]
    with np.errstate(all="ignore"):
        data = np.asarray(function(*parts))
    return Vector(tuple(wanted), np.broadcast_to(data, (len(wanted), *data.shape[1:])))


def rows_of(value: Any) -> np.ndarray:
    """The rows of a vector; a number is an error of the expression."""
    if not isinstance(value, Vector):
        raise Missing("a vector is needed here: give over=, a list of series or `value`")
    if not value.labels:
        raise Missing("no case is selected here")
    return value.data


def ranks(data: np.ndarray) -> np.ndarray:
    """The place of each row among all rows, per draw; equal values share their mean place."""
    order = np.argsort(data, axis=0, kind="stable")
    ordered = np.take_along_axis(data, order, axis=0)
    places = np.broadcast_to(np.arange(len(data))[:, None], data.shape)
    fresh = np.ones(data.shape, dtype=bool)
    fresh[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(fresh, places, 0), axis=0)
    ends = np.ones(data.shape, dtype=bool)
    ends[:-1] = fresh[1:]
    last = np.minimum.accumulate(np.where(ends, places, len(data))[::-1], axis=0)[::-1]
    found = np.empty(data.shape)
    np.put_along_axis(found, order, (first + last) / 2 + 1, axis=0)
    return found


def _pair(one: Any, other: Any) -> tuple[np.ndarray, np.ndarray]:
    rows_of(one), rows_of(other)
    common = [label for label in one.labels if label in other.labels]
    if len(common) < 2:
        raise Missing("a correlation needs two points")
    return one.pick(common).data.astype(float), other.pick(common).data.astype(float)


def _moments(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    one, other = one - one.mean(axis=0), other - other.mean(axis=0)
    return (one * other).sum(axis=0), (one * one).sum(axis=0), (other * other).sum(axis=0)


def spearman(one: Any, other: Any) -> np.ndarray:
    """Spearman's rank correlation, per draw; nan where one side is constant."""
    one, other = _pair(one, other)
    known = np.isfinite(one).all(axis=0) & np.isfinite(other).all(axis=0)
    with np.errstate(all="ignore"):
        mixed, left, right = _moments(ranks(one), ranks(other))
        return np.where(known, mixed / np.sqrt(left * right), np.nan)


def slope(heights: Any, places: Any = None) -> np.ndarray:
    """The slope of the least-squares line of `heights` on `places`, or on their labels."""
    heights, places = _pair(heights, labels(heights) if places is None else places)
    with np.errstate(all="ignore"):
        mixed, _, spread = _moments(heights, places)
        return mixed / spread


def r2(heights: Any, places: Any = None) -> np.ndarray:
    """The share of the variance that the least-squares line explains."""
    heights, places = _pair(heights, labels(heights) if places is None else places)
    with np.errstate(all="ignore"):
        mixed, up, across = _moments(heights, places)
        return mixed * mixed / (up * across)


def labels(vector: Any) -> Vector:
    """The numeric labels of a vector, as a vector."""
    data = rows_of(vector)
    column = np.array([number_of(label) for label in vector.labels])
    return Vector(vector.labels, np.broadcast_to(column[:, None], data.shape))


def _by_label(vector: Any) -> np.ndarray:
    data = rows_of(vector)
    order = np.argsort([number_of(label) for label in vector.labels], kind="stable")
    return data[order].astype(float)


def rising(vector: Any, tolerance: float = 0.02) -> np.ndarray:
    """Whether no element lies below its predecessor, up to a relative tolerance."""
    data = _by_label(vector)
    return (data[1:] >= data[:-1] * (1 - tolerance)).all(axis=0)


def falling(vector: Any, tolerance: float = 0.02) -> np.ndarray:
    """Whether no element lies above its predecessor, up to a relative tolerance."""
    data = _by_label(vector)
    return (data[1:] <= data[:-1] * (1 + tolerance)).all(axis=0)


def unimodal(vector: Any, tolerance: float = 0.02) -> np.ndarray:
    """Whether times fall and then rise along the labels, up to a relative tolerance."""
    data = _by_label(vector)
    lowest = data.argmin(axis=0)
    places = np.arange(len(data) - 1)[:, None]
    falls = data[1:] <= data[:-1] * (1 + tolerance)
    rises = data[1:] >= data[:-1] * (1 - tolerance)
    return np.where(places < lowest, falls, rises).all(axis=0)


def _label_of(vector: Any, best: Callable[..., Any]) -> np.ndarray:
    data = rows_of(vector).astype(float)
    numbers = np.array([number_of(label) for label in vector.labels])
    unknown = np.isnan(data).any(axis=0)
    return np.where(unknown, np.nan, numbers[best(np.where(unknown, 0.0, data), axis=0)])


def argmin(vector: Any) -> np.ndarray:
    """The numeric label of the least element."""
    return _label_of(vector, np.argmin)


def argmax(vector: Any) -> np.ndarray:
    """The numeric label of the greatest element."""
    return _label_of(vector, np.argmax)


def at(vector: Any, label: Any) -> np.ndarray:
    """The element with this label. Each draw may have a label of its own, as from argmin()."""
    data = rows_of(vector)
    if isinstance(label, np.ndarray) and label.ndim == 1:
        places = {own: _index(vector, own) for own in np.unique(label).tolist()}
        return data[[places[own] for own in label.tolist()], np.arange(len(label))]
    return data[_index(vector, label)]


def _index(vector: Any, label: Any) -> int:
    for index, own in enumerate(vector.labels):
        if own == label or _same_number(own, label):
            return index
    raise Missing(f"no element has the label {label!r}")


def _same_number(one: Any, other: Any) -> bool:
    try:
        return number_of(one) == number_of(other)
    except Missing:
        return False


def geometric_mean(vector: Any) -> np.ndarray:
    """The geometric mean of the elements; nan if one is negative."""
    with np.errstate(all="ignore"):
        return np.exp(np.log(rows_of(vector)).mean(axis=0))


def _fold(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda vector: function(rows_of(vector), axis=0)


def _least_or_greatest(function: Any) -> Callable[..., Any]:
    """Of one vector its extreme element; of several arguments the extreme by element."""
    def extreme(*values: Any) -> Any:
        if len(values) == 1:
            return function.reduce(rows_of(values[0]), axis=0)
        result = values[0]
        for value in values[1:]:
            result = combine(function, result, value)
        return result
    return extreme


def _element(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda value: combine(function, value)


# name -> (function, least number of arguments, greatest, keywords)
FUNCTIONS: dict[str, tuple[Callable[..., Any], int, int, tuple[str, ...]]] = {
    "log": (_element(np.log), 1, 1, ()),
    "log2": (_element(np.log2), 1, 1, ()),
    "exp": (_element(np.exp), 1, 1, ()),
    "sqrt": (_element(np.sqrt), 1, 1, ()),
    "abs": (_element(np.abs), 1, 1, ()),
    "min": (_least_or_greatest(np.minimum), 1, 99, ()),
    "max": (_least_or_greatest(np.maximum), 1, 99, ()),
    "gm": (geometric_mean, 1, 1, ()),
    "mean": (_fold(np.mean), 1, 1, ()),
    "median": (_fold(stats.medians), 1, 1, ()),
    "sum": (_fold(np.sum), 1, 1, ()),
    "sd": (_fold(np.std), 1, 1, ()),
    "first": (lambda vector: rows_of(vector)[0], 1, 1, ()),
    "last": (lambda vector: rows_of(vector)[-1], 1, 1, ()),
    "all": (_fold(np.all), 1, 1, ()),
    "any": (_fold(np.any), 1, 1, ()),
    "count": (_fold(np.sum), 1, 1, ()),
    "share_of": (_fold(np.mean), 1, 1, ()),
    "spearman": (spearman, 2, 2, ()),
    "slope": (slope, 1, 2, ()),
    "r2": (r2, 1, 2, ()),
    "labels": (labels, 1, 1, ()),
    "argmin": (argmin, 1, 1, ()),
    "argmax": (argmax, 1, 1, ()),
    "at": (at, 2, 2, ()),
    "unimodal": (unimodal, 1, 2, ("tolerance",)),
    "rising": (rising, 1, 2, ("tolerance",)),
    "falling": (falling, 1, 2, ("tolerance",)),
}
