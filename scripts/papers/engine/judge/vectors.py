"""Numbers and vectors that claims compute with, and the functions on them.

A Number is an array with one element per bootstrap draw. A Vector has one such array per label, for
example per case or per number of threads. Element 0 of each array belongs to the complete sample,
the others to the draws. Their operators work draw by draw, and those of vectors label by label;
`&`, `|` and `~` are what "and", "or" and "not" of expressions become.
"""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from galois_cps.runs import UserError, stats, values


class Missing(ValueError):
    """A number that the runs at hand do not give; the case is left out."""


# Truth values are joined by what numpy does bit by bit, and count as 0 and 1.
_OF_TRUTHS = {np.bitwise_and: np.logical_and, np.bitwise_or: np.logical_or, np.invert: np.logical_not}
_ARITHMETIC = (np.add, np.subtract, np.multiply, np.divide, np.power, np.negative)


class Quantity(np.lib.mixins.NDArrayOperatorsMixin):
    """The operators that numbers and vectors share: those of arrays of numpy."""

    data: np.ndarray
    __hash__ = None  # type: ignore[assignment]  # nothing may look one up by what == says

    def __array_ufunc__(self, function: np.ufunc, method: str, *inputs: Any, **how: Any) -> Any:
        """What numpy calls for an operator, and for its functions."""
        if method != "__call__" or how:
            return NotImplemented
        return combine(_numeric(function) if function in _ARITHMETIC
                       else _OF_TRUTHS.get(function, function), *inputs)

    def __bool__(self) -> bool:
        raise UserError("each draw has a truth of its own: join two comparisons by `and`, not "
                        "`low < value < high`")


def _numeric(function: np.ufunc) -> Callable[..., Any]:
    return lambda *numbers: function(*(np.asarray(each, dtype=float) if np.asarray(each).dtype == bool
                                       else each for each in numbers))


@dataclasses.dataclass(frozen=True, eq=False)
class Number(Quantity):
    """A number per draw, or one for all draws."""

    data: np.ndarray


@dataclasses.dataclass(frozen=True, eq=False)
class Vector(Quantity):
    """Rows of numbers, one per label; `data` has the shape (labels, draws)."""

    labels: tuple[Any, ...]
    data: np.ndarray

    def pick(self, wanted: list[Any]) -> "Vector":
        """The rows of these labels, in this order."""
        place = {label: index for index, label in enumerate(self.labels)}
        return Vector(tuple(wanted), self.data[[place[label] for label in wanted]])


def plain(value: Any) -> Any:
    """The array of a number; any other value as it is."""
    return value.data if isinstance(value, Number) else value


def number_of(label: Any) -> float:
    """The value of a numeric label such as 4, "0.5" or "1/8"; a time such as "30us" in seconds."""
    value = values.number(str(label))
    if value is None:
        raise Missing(f"the label {label!r} is not a number")
    return value


def combine(function: Callable[..., Any], *values: Any) -> Any:
    """The function of numbers, applied to the elements that vectors have in common by label."""
    vectors = [value for value in values if isinstance(value, Vector)]
    values = tuple(map(plain, values))
    if not vectors:
        with np.errstate(all="ignore"):
            return Number(np.asarray(function(*values)))
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


def _number(function: Callable[..., Any]) -> Callable[..., Number]:
    """The function with its result as a Number."""
    @functools.wraps(function)
    def wrapped(*values: Any, **keywords: Any) -> Number:
        return Number(np.asarray(function(*values, **keywords)))
    return wrapped


def _pair(one: Any, other: Any) -> tuple[np.ndarray, np.ndarray]:
    rows_of(one), rows_of(other)
    common = [label for label in one.labels if label in other.labels]
    if len(common) < 2:
        raise Missing("a correlation needs two points")
    return one.pick(common).data.astype(float), other.pick(common).data.astype(float)


@_number
def spearman(one: Any, other: Any) -> np.ndarray:
    """Spearman's rank correlation, per draw; nan where one side is constant."""
    return stats.spearman(*_pair(one, other))


@_number
def slope(heights: Any, places: Any = None) -> np.ndarray:
    """The slope of the least-squares line of `heights` on `places`, or on their labels."""
    heights, places = _pair(heights, labels(heights) if places is None else places)
    with np.errstate(all="ignore"):
        mixed, _, spread = stats.moments(heights, places)
        return mixed / spread


@_number
def r2(heights: Any, places: Any = None) -> np.ndarray:
    """The share of the variance that the least-squares line explains."""
    heights, places = _pair(heights, labels(heights) if places is None else places)
    with np.errstate(all="ignore"):
        mixed, up, across = stats.moments(heights, places)
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


@_number
def rising(vector: Any, tolerance: float = 0.02) -> np.ndarray:
    """Whether no element lies below its predecessor, up to a relative tolerance."""
    data = _by_label(vector)
    return (data[1:] >= data[:-1] * (1 - tolerance)).all(axis=0)


@_number
def falling(vector: Any, tolerance: float = 0.02) -> np.ndarray:
    """Whether no element lies above its predecessor, up to a relative tolerance."""
    data = _by_label(vector)
    return (data[1:] <= data[:-1] * (1 + tolerance)).all(axis=0)


@_number
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


@_number
def argmin(vector: Any) -> np.ndarray:
    """The numeric label of the least element."""
    return _label_of(vector, np.argmin)


@_number
def argmax(vector: Any) -> np.ndarray:
    """The numeric label of the greatest element."""
    return _label_of(vector, np.argmax)


@_number
def at(vector: Any, label: Any) -> np.ndarray:
    """The element with this label. Each draw may have a label of its own, as from argmin()."""
    data, label = rows_of(vector), plain(label)
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


@_number
def gm(vector: Any) -> np.ndarray:
    """The geometric mean of the elements; nan if one is negative."""
    return stats.geometric_means(rows_of(vector))


def _fold(function: Callable[..., Any]) -> Callable[[Any], Number]:
    return lambda vector: Number(np.asarray(function(rows_of(vector), axis=0)))


def _least_or_greatest(function: Any) -> Callable[..., Any]:
    """Of one vector its extreme element; of several arguments the extreme by element."""
    def extreme(*values: Any) -> Any:
        if len(values) == 1:
            return Number(function.reduce(rows_of(values[0]), axis=0))
        result = values[0]
        for value in values[1:]:
            result = combine(function, result, value)
        return result
    return extreme


def _element(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda value: combine(function, value)


def if_else(test: Any, yes: Any, no: Any) -> Any:
    """One of two quantities per draw. Both have to exist, whichever is taken."""
    return combine(np.where, test, yes, no)


log, log2, exp, sqrt = map(_element, (np.log, np.log2, np.exp, np.sqrt))
least, greatest = _least_or_greatest(np.minimum), _least_or_greatest(np.maximum)
mean, median, sd, total = map(_fold, (np.mean, stats.medians, np.std, np.sum))
every, some, share_of = map(_fold, (np.all, np.any, np.mean))
count = total


def first(vector: Any) -> Number:
    """The element of the first label."""
    return Number(rows_of(vector)[0])


def last(vector: Any) -> Number:
    """The element of the last label."""
    return Number(rows_of(vector)[-1])
