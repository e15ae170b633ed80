"""Answers as a value per node: of results of the package, and of files that programs write."""

import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from . import UserError

_COLUMNS = "# node "  # begins the line that names the sources
_EXACT = 2.0**53  # below it, the sum of whole numbers is exact


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

    def contradicts(self, record: dict[str, Any]) -> str:
        """What shows that these are not the answer of a run, or "" if nothing does. Records have the sum of
        an answer, its greatest value and so on (docs/result-record.md)."""
        answer = record.get("answer") or {}
        summary = answer.get("summary") or {}
        count = len(self.values)
        facts: list[tuple[str, float, Any]] = []
        if isinstance(reached := summary.get("reached"), int) and not isinstance(reached, bool):
            facts += [("finite values", count, reached),
                      ("values", count + self.missing, record.get("nodes")),
                      ("a greatest value of", self.values.max() if count else 0, summary.get("max")),
                      ("a sum of", self._sum(), answer.get("checksum"))]
        elif "colors" in summary:
            facts += [("values", count, record.get("nodes")),
                      ("colours", len(np.unique(self.values)), summary["colors"])]
        elif "trees" in summary:
            facts += [("edges", count, summary.get("edges")),
                      ("a weight of", self._sum(), summary.get("weight"))]
        elif "sum" in summary:
            facts += [("values", count, record.get("nodes")), ("a sum of", self._sum(), summary["sum"])]
        for what, found, wanted in facts:
            counted = not what.endswith("of")
            if isinstance(wanted, (int, float)) and (found != wanted if counted else not self._same(found, wanted)):
                number = f"{found:g}" if isinstance(found, float) else str(found)
                return f"{f'{number} {what}' if counted else f'{what} {number}'}, and the run {wanted}"
        return ""

    def _sum(self) -> float:
        return float(self.values.sum(dtype=float))

    def _same(self, found: float, wanted: float) -> bool:
        """Whether two sums or values are the same, up to what is lost where values are added in another order. A
        sum that the record has modulo 2^64 says nothing."""
        scale = float(np.abs(self.values.astype(float)).sum())
        return scale >= _EXACT or math.isclose(found, wanted, rel_tol=1e-6, abs_tol=1e-6 * min(scale, 1))


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
