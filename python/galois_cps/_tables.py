"""Columns of tables, and numbers for names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import as_array


def columns_of(table: Any, names: list[str]) -> list[Any]:
    """The columns of these names, as the table has them.

    :raises KeyError: if one is missing"""
    if not isinstance(table, Mapping) and not hasattr(table, "__getitem__"):
        if not hasattr(table, "__arrow_c_stream__"):
            raise TypeError(f"{type(table).__name__} is no table")
        import pyarrow
        table = pyarrow.table(table)
    return [_column(table, name) for name in names]


def _column(table: Any, name: str) -> Any:
    dtype = getattr(table, "dtype", None)  # of an array of records
    for known in (getattr(table, "column_names", None), getattr(dtype, "names", None),
                  getattr(table, "columns", None), table if isinstance(table, Mapping) else None):
        if known is not None:
            if name not in known:
                raise KeyError(f"there is no column {name!r}; there are {', '.join(map(repr, known))}")
            break
    column = table[name]
    missing = column.isna() if hasattr(column, "isna") else None  # pandas
    if missing is not None and bool(missing.any()):
        raise _missing(name)
    return column


def _missing(name: str) -> ValueError:
    return ValueError(f"column {name} has missing values")


def names_of(column: Any, name: str) -> NDArray[Any]:
    """A column of names as an array that tells apart what Python does: NumPy would make texts of
    numbers beside texts, and rounded floats of long integers."""
    array = as_array(column, name)
    if array.dtype.kind not in "iub" and isinstance(column, Sequence):
        if set(map(type, column)) != {float}:
            array = _objects(list(column))
    if array.dtype == object:
        if any(value is None or value != value for value in array):
            raise _missing(name)
    elif array.dtype.kind in "fmM" and (array != array).any():
        raise _missing(name)
    return array


def values_of(column: Any, name: str) -> NDArray[Any]:
    """A column of numbers."""
    array = as_array(column, name)
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise _missing(name)
    if array.dtype == object and any(value is None for value in array):
        raise _missing(name)
    return array


def number_names(*columns: NDArray[Any]) -> tuple[NDArray[Any], list[NDArray[np.uint32]]]:
    """Numbers names in the order in which they first appear, column after column. Names are one node
    if they are equal, as 7 and 7.0 are, and 7 and "7" are not.

    :returns: the names, and the numbers of each column"""
    together = _joined([column for column in columns if column.size])
    if together.dtype == object:
        known: dict[Any, int] = {}
        numbers = np.fromiter((known.setdefault(name, len(known)) for name in together), np.uint32,
                              len(together))
        names = np.empty(len(known), object)
        names[:] = list(known)
    else:
        ordered, first, inverse = np.unique(together, return_index=True, return_inverse=True)
        appearance = np.argsort(first)
        rank = np.empty(len(ordered), np.uint32)
        rank[appearance] = np.arange(len(ordered), dtype=np.uint32)
        names, numbers = ordered[appearance], rank[inverse.reshape(-1)]
    parts = np.cumsum([len(column) for column in columns])[:-1]
    return names, np.split(numbers, parts)


def _joined(columns: list[NDArray[Any]]) -> NDArray[Any]:
    """The columns one behind the other, of a type that all their values have; else of objects."""
    if not columns:
        return np.empty(0, np.int64)
    kinds = {column.dtype.kind for column in columns}
    if kinds <= {"i", "u"}:
        wide = np.result_type(*columns)
        if wide.kind == "f" and all(int(column.min()) >= 0 for column in columns):
            wide = np.dtype(np.uint64)  # not float64, which NumPy makes of int64 and uint64
        if wide.kind != "f":
            return np.concatenate([column.astype(wide, copy=False) for column in columns])
    elif len(kinds) == 1:
        return np.concatenate(columns)
    # Datetimes stay NumPy's: its objects of nanoseconds are integers.
    return np.concatenate([_objects(list(column) if column.dtype.kind in "mM" else column.tolist())
                           for column in columns])


def _objects(values: list[Any]) -> NDArray[Any]:
    array = np.empty(len(values), object)
    array[:] = values
    return array
