"""Answers as a value per node: of results of the package, and of files that programs write."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from . import UserError

_COLUMNS = "# node "  # begins the line that names the sources


class NodeValues:
    """Values of nodes or edges, and the names of these. Values that are not finite, as where no path
    leads, are only counted, in `missing`."""

    def __init__(self, values: Any, names: Sequence[Any] | None = None) -> None:
        """:param names: one per value; by default nodes are numbered"""
        values = np.asarray(values)
        self._places = np.flatnonzero(np.isfinite(values))
        self._names = names
        self.values = values[self._places]
        self.missing = len(values) - len(self._places)

    def greatest(self, count: int) -> list[tuple[str, int | float]]:
        """(name, value) of the greatest values, the greatest first."""
        order = np.argsort(-self.values.astype(float), kind="stable")[:count]
        places = self._places[order]
        names = places if self._names is None else [self._names[place] for place in places]
        return [(str(name), self.values[at].item()) for name, at in zip(names, order)]


def read(path: str) -> NodeValues:
    """The values of a file that a program wrote with --output: the last word of each line."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return _parse(path, file)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path} is no answer of a program: {error}") from error


def _parse(path: str, lines: Iterable[str]) -> NodeValues:
    names, values = [], []
    columns = False  # a value per source, each in its column after the node

    def without_comments() -> Iterator[str]:
        nonlocal columns
        for line in lines:
            columns |= line.startswith(_COLUMNS)
            if not line.startswith("#"):
                yield line

    rows = csv.reader(without_comments(), delimiter=" ")
    for row in rows:
        try:
            values.append(float(row[-1]))
        except (IndexError, ValueError):
            raise UserError(f"{path}:{rows.line_num}: this line does not end in a number; name a "
                            "file that a program wrote with --output") from None
        names.append(row[0] if columns else " ".join(row[:-1]))
    return NodeValues(values, names)
