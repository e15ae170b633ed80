"""What users pass as arrays, as arrays of NumPy, under NumPy's rules for copies."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The greatest whole number of the compiled module.
GREATEST = 2**64 - 1
#: The greatest number of nodes.
MAX_NODES = 2**32 - 2


def whole_number(value: Any, name: str, least: int = 0, greatest: int = GREATEST) -> int:
    """The value of an argument that is a whole number.

    :raises TypeError: if it is none
    :raises ValueError: if it is out of range"""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number = operator.index(value)
    if not least <= number <= greatest:
        raise ValueError(f"{name}={number}: a whole number from {least} to {greatest} is needed")
    return number


def real_number(value: Any, name: str) -> float:
    """The value of an argument that is a number.

    :raises TypeError: if it is none"""
    if isinstance(value, (bool, np.bool_, str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return float(value)


def text(value: Any, name: str) -> str:
    """The value of an argument that is a text, for the compiled module.

    :raises TypeError: if it is none"""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {type(value).__name__}")
    return value.encode("utf-8", "backslashreplace").decode()


def refuse_masked(values: Any, name: str) -> None:
    """:raises ValueError: if values are masked, which NumPy would read through their mask"""
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values)
        for part in [mask] if mask.dtype.names is None else [mask[field] for field in mask.dtype.names]:
            if part.any():
                raise ValueError(f"{name} has {part.sum()} masked values; fill them, or leave their edges out")


def as_array(values: Any, name: str) -> NDArray[Any]:
    """An array of one dimension on the memory of `values` where that is possible. Takes what NumPy
    takes, DLPack, and arrays of Arrow that are one chunk without nulls."""
    refuse_masked(values, name)
    if not isinstance(values, np.ndarray):
        chunks = getattr(values, "num_chunks", None)
        if chunks == 1 and hasattr(values, "chunk"):  # pyarrow.ChunkedArray
            values = values.chunk(0)
        if getattr(values, "null_count", 0):
            raise ValueError(f"{name} has {values.null_count} nulls; a graph needs a value everywhere")
        if hasattr(values, "__arrow_c_array__") and not hasattr(values, "__array__"):
            import pyarrow
            values = pyarrow.array(values)
        elif hasattr(values, "__arrow_c_stream__") and not hasattr(values, "__array__"):
            import pyarrow
            values = pyarrow.chunked_array(values)
        if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            values = np.from_dlpack(values)
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    return array


class Copies:
    """The argument ``copy``: None copies where it is necessary, True always, False never."""

    def __init__(self, copy: bool | None) -> None:
        if copy not in (None, True, False):
            raise TypeError("copy must be True, False or None")
        self.copy = copy

    def need(self, reason: str) -> None:
        """Called where a copy is necessary.

        :raises ValueError: if there must be none"""
        if self.copy is False:
            raise ValueError(f"unable to avoid a copy: {reason}")

    def contiguous(self, array: NDArray[Any], name: str) -> NDArray[Any]:
        if self.copy:
            return array.copy()
        if not (array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative):
            self.need(f"{name} is not contiguous in memory")
            array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
        return array


def _refuse_negative(array: NDArray[Any], name: str) -> None:
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        raise ValueError(f"{name} has negative numbers, such as {array.min()}")


def offsets_of(values: Any, name: str, copies: Copies) -> NDArray[Any]:
    """Row offsets as unsigned integers of 32 or 64 bits."""
    array = as_array(values, name)
    if not array.size:
        raise ValueError(f"{name} is empty: a graph with n nodes has n + 1 offsets")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must have integers, not {array.dtype}")
    if array.dtype.itemsize < 4:
        copies.need(f"{name} has dtype {array.dtype}")
        _refuse_negative(array, name)
        return array.astype(np.uint32)
    array = copies.contiguous(array, name)
    # A negative offset is seen by the check that offsets ascend to the number of edges.
    return array.view(f"u{array.dtype.itemsize}")


def nodes_of(values: Any, name: str, copies: Copies) -> NDArray[np.uint32]:
    """Numbers of nodes as unsigned integers of 32 bits."""
    array = as_array(values, name)
    if array.dtype.kind not in "iu":
        if array.size:
            raise TypeError(f"{name} must have integers, not {array.dtype}")
        return np.empty(0, np.uint32)
    if array.dtype.itemsize == 4:
        # A negative number is seen by the check that every target is a node.
        return copies.contiguous(array, name).view(np.uint32)
    copies.need(f"{name} has dtype {array.dtype}, and nodes are numbers of 32 bits")
    _refuse_negative(array, name)
    if array.size and array.max() > MAX_NODES:
        raise ValueError(f"{name} has the number {array.max()}; nodes are numbers of 32 bits")
    return array.astype(np.uint32)


def weights_of(values: Any, name: str) -> NDArray[Any]:
    """Weights as uint32, uint64 or float64: integers of up to 32 bits become uint32, longer ones
    uint64, and floats float64."""
    array = as_array(values, name)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        return array.astype(np.uint32)
    if kind in "iu":
        if kind == "i" and array.size and array.min() < 0:
            raise ValueError(
                f"{name} has negative integers, such as {array.min()}; shortest paths need weights "
                "of at least 0, and mst() takes negative ones as float64")
        wide = np.uint64 if size == 8 else np.uint32
        if size < 4:
            return array.astype(wide)
        return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("=")).view(wide)
    if kind == "f":
        if size > 8:
            raise TypeError(f"{name} has dtype {array.dtype}; float64 is the widest that there is")
        return np.ascontiguousarray(array, dtype=np.float64)
    if not array.size:
        return np.empty(0, np.uint32)
    raise TypeError(f"{name} must have numbers, not {array.dtype}")


#: The layout of an edge in memory, by the type of its weight.
RECORDS = {
    "uint32": np.dtype([("dst", np.uint32), ("weight", np.uint32)], align=True),
    "uint64": np.dtype([("dst", np.uint32), ("weight", np.uint64)], align=True),
    "float64": np.dtype([("dst", np.uint32), ("weight", np.float64)], align=True),
}


def record_type(array: NDArray[Any]) -> str | None:
    """The type of weights of an array of records `dst` and `weight` that is laid out as edges are;
    None for others."""
    (target, target_at, *_), (weight, weight_at, *_) = (array.dtype.fields[name] for name in ("dst", "weight"))
    if target not in (np.dtype(np.uint32), np.dtype(np.int32)) or target_at != 0:
        return None
    name = {"int32": "uint32", "int64": "uint64"}.get(weight.name, weight.name)
    wanted = RECORDS.get(name)
    if wanted is None or array.dtype.itemsize != wanted.itemsize or weight_at != wanted.fields["weight"][1]:
        return None
    if weight.kind == "i" and array.size and array["weight"].min() < 0:
        return None
    return name


def out_array(out: Any, used: tuple[NDArray[Any], ...]) -> NDArray[Any]:
    """The argument ``out``.

    :param used: arrays that a graph refers to, into which no answer may be written"""
    if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray):
        raise TypeError(f"out must be an array of NumPy without a mask, not {type(out).__name__}")
    if any(np.may_share_memory(out, array) for array in used):
        raise ValueError("out is memory that the graph uses; give another array, or make the graph "
                         "with copy=True")
    return out
