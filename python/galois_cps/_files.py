"""Paths of files, and the file of coordinates."""

from __future__ import annotations

import os
import stat

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._messages import in_terms_of


def readable(path: str | os.PathLike[str]) -> bytes:
    """The path as the system has it.

    :raises OSError: if there is no such file, or it may not be read"""
    place = os.fsdecode(path)
    if not stat.S_ISFIFO(os.stat(place).st_mode) and not os.path.isdir(place):
        with open(place, "rb"):
            pass
    return os.fsencode(place)


def read_coordinates(path: str | os.PathLike[str]) -> NDArray[np.int32]:
    """Reads the coordinates of nodes from a DIMACS file (``.co``), plain or compressed.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    numpy.ndarray, (num_nodes, 2) int32

    Raises
    ------
    OSError
        If the file cannot be opened.
    ValueError
        If it has no coordinates.

    Examples
    --------
    >>> import galois_cps, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "two.co")
    >>> _ = path.write_text("p aux sp co 2\\nv 1 10 20\\nv 2 30 40\\n")
    >>> galois_cps.read_coordinates(path).tolist()
    [[10, 20], [30, 40]]
    """
    with in_terms_of(()):
        return _core.read_coordinates(readable(path))
