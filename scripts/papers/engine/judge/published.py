"""The numbers that the papers print, from the CSV files in `<paper>/published/` (described in
the README of papers/)."""

import csv
import functools
import math
import pathlib
from typing import Any

from galois_cps.runs import UserError

FOLDERS = sorted(pathlib.Path(__file__).resolve().parents[2].glob("*/published"))
_AS_PRINTED = ("label", "input")
Found = dict[str, Any]  # verdict, value, low, high, reason, cases: what a function finds of printed numbers


def names() -> list[str]:
    """The names of all files, with their ending."""
    return sorted(_paths())


def path(name: str) -> pathlib.Path:
    """The path of a file, named with or without `.csv`.

    @throws UserError if there is no such file.
    """
    full = name.removesuffix(".csv") + ".csv"
    if full not in _paths():
        raise UserError(f"there are no published numbers `{full}`; there are {', '.join(names())}")
    return _paths()[full]


def _paths() -> dict[str, pathlib.Path]:
    return {path.name: path for folder in FOLDERS for path in folder.glob("*.csv")}


def printed(name: str) -> list[dict[str, str]]:
    """The rows of a file, named with or without `.csv`, in their order, with cells as printed. The
    caller may change the dicts.

    @throws UserError if there is no such file.
    """
    return [dict(row) for row in _printed(path(name))]


def rows(name: str) -> list[dict[str, Any]]:
    """The same, with numbers as int or float. An empty cell, and a column of strings (`*_str`,
    `label`, `input`), stays a str."""
    return [{column: _cell(column, text) for column, text in row.items()} for row in printed(name)]


@functools.lru_cache(maxsize=None)
def _printed(path: pathlib.Path) -> tuple[dict[str, str], ...]:
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(row for line in csv.DictReader(file) for row in _divided(line))


def _divided(line: dict[str, str]) -> list[dict[str, str]]:
    """The rows that a line with columns such as `value@param1=8` stands for: one per such column, with
    the columns `param1`, `value` and `doubt`. A cell has the number, and after a blank a doubt."""
    several = {name: cell for name, cell in line.items() if "@" in name}
    if not several:
        return [line]
    shared = {name: cell for name, cell in line.items() if name not in several}
    rows = []
    for name, cell in several.items():
        column, _, key = name.partition("@")
        of, _, value = key.partition("=")
        number, _, doubt = cell.partition(" ")
        rows.append({**shared, of: value, column: number, "doubt": doubt})
    return rows


def _cell(column: str, text: str) -> Any:
    if column.endswith("_str") or column in _AS_PRINTED:
        return text
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def compared(agrees: bool, disagrees: bool | None, value: float, cases: dict[Any, float], yes: str,
             no: str = "", unknown: str = "") -> Found:
    """What criteria find of printed numbers without spread. `disagrees` None stands for: not
    agrees."""
    if disagrees is None:
        disagrees = not agrees
    verdict = "agrees" if agrees else "disagrees" if disagrees else "open"
    reason = {"agrees": yes, "disagrees": no or yes, "open": unknown or no or yes}[verdict]
    return {"verdict": verdict, "value": float(value), "reason": reason,
            "cases": [[" ".join(key), float(each), math.nan, math.nan]
                      for key, each in cases.items()]}
