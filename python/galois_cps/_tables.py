"""Columns of tables, and numbers for names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import as_array


def columns_of(table: Any, names: list[str]) -> dict[str, NDArray[Any]]:
    """The columns of these names.

    :raises KeyError: if one is missing"""
    if not isinstance(table, Mapping) and not hasattr(table, "__getitem__"):
        if not hasattr(table, "__arrow_c_stream__"):
            raise TypeError(f"{type(table).__name__} is no table")
        import pyarrow
        table = pyarrow.table(table)
    return {name: _column(table, name) for name in names}


def _column(table: Any, name: str) -> NDArray[Any]:
    column = table[name]
    missing = column.isna() if hasattr(column, "isna") else None  # pandas
    if missing is not None and bool(missing.any()):
        raise ValueError(f"column {name} has missing values")
    array = as_array(column, name)
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise ValueError(f"column {name} has missing values")
    if array.dtype == object and any(value is None for value in array):
        raise ValueError(f"column {name} has missing values")
    return array


def number_names(*columns: NDArray[Any]) -> tuple[NDArray[Any], list[NDArray[np.uint32]]]:
    """Numbers names in the order in which they first appear, column after column.

    :returns: the names, and the numbers of each column"""
    together = np.concatenate(columns)
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
