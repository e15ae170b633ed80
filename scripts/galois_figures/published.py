"""The numbers that the papers print, from the CSV files in `published/` (see its README)."""

import csv
import functools
import pathlib
from typing import Any

from galois_bench import UserError

FOLDER = pathlib.Path(__file__).resolve().parent / "published"
_AS_PRINTED = ("label", "input")


def names() -> list[str]:
    """The names of all files, with their ending."""
    return sorted(path.name for path in FOLDER.glob("*.csv"))


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file, named with or without `.csv`, in their order.

    A cell that is a number is an int or a float. An empty cell, and a column of strings as printed
    (`*_str`, `label`, `input`), stays a str. The caller may change the dicts.

    @throws UserError if there is no such file.
    """
    return [dict(row) for row in _rows(name.removesuffix(".csv"))]


@functools.lru_cache(maxsize=None)
def _rows(stem: str) -> tuple[dict[str, Any], ...]:
    if f"{stem}.csv" not in names():
        raise UserError(f"there are no published numbers `{stem}.csv`; there are "
                        f"{', '.join(names())}")
    with (FOLDER / f"{stem}.csv").open(encoding="utf-8", newline="") as file:
        return tuple({column: _cell(column, text) for column, text in row.items()}
                     for row in csv.DictReader(file))


def _cell(column: str, text: str) -> Any:
    if column.endswith("_str") or column in _AS_PRINTED:
        return text
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
