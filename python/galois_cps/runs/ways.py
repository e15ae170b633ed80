"""Ways on a map, of the GeoJSON that programs write with --output-path and for the page of --report."""

import json
import math
from typing import Any

import numpy as np

from . import UserError

Lines = list[np.ndarray]


class Ways:
    """Ways as lines of longitude and latitude in degrees, and the roads around them."""

    def __init__(self, lines: Lines, ends: list[tuple[Any, Any]], lengths: list[Any], roads: Lines) -> None:
        """:param ends: what the first and the last node of each line are called
        :param lengths: of each line, as the program counts
        :param roads: lines, too"""
        self.lines = lines
        self.ends = ends
        self.lengths = lengths
        self.roads = roads

    def contradicts(self, record: dict[str, Any]) -> str:
        """What shows that these are not the answer of a run, or "" if nothing does."""
        summary = (record.get("answer") or {}).get("summary") or {}
        if "length" not in summary:
            return "ways, which this program does not search"
        last = self.lengths[-1] if self.lengths else None
        return "" if last == summary["length"] else f"a length of {last}, and the run {summary['length']}"

    def window(self) -> tuple[np.ndarray, np.ndarray]:
        """The south-western and the north-eastern corner of a picture of the ways, with a margin."""
        places = np.concatenate(self.lines)
        low, high = places.min(axis=0), places.max(axis=0)
        middle, size = (low + high) / 2, float((high - low).max())
        # A way that runs straight north is shown with some country on both sides.
        half = np.maximum((high - low) / 2, 0.3 * size) + max(0.08 * size, 1e-5)
        return middle - half, middle + half

    def aspect(self) -> float:
        """How much longer a degree of latitude is than one of longitude."""
        low, high = self.window()
        return 1 / max(math.cos(math.radians((low[1] + high[1]) / 2)), 1e-3)


def is_geojson(path: str) -> bool:
    """Whether a file begins as GeoJSON does."""
    try:
        with open(path, "rb") as file:
            return file.read(64).lstrip().startswith(b"{")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error


def read(path: str) -> Ways:
    """The ways of a file of GeoJSON. A feature with the property `roads` has what is around them."""
    try:
        with open(path, encoding="utf-8") as file:
            features = json.load(file)["features"]
        lines, ends, lengths, roads = [], [], [], []
        for feature in features:
            shape, properties = feature["geometry"], feature["properties"]
            if properties.get("roads"):
                roads += [np.array(line, dtype=float).reshape(-1, 2) for line in shape["coordinates"]]
                continue
            lengths.append(properties.get("length"))
            if shape and shape["type"] in ("LineString", "Point"):
                lines.append(np.array(shape["coordinates"], dtype=float).reshape(-1, 2))
                ends.append((properties.get("source"), properties.get("target")))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path} is no GeoJSON that a program wrote with --output-path") from error
    return Ways(lines, ends, lengths, roads)
