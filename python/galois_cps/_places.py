"""Places on the earth, and the nodes that are there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays


def degrees_of(coordinates: Any, own: Any, nodes: int) -> NDArray[np.float64]:
    """Longitude and latitude of each node in degrees.

    :param coordinates: floats in degrees, or integers in 1e-6 degrees; None for those of the graph
    :param own: those of the graph, or None"""
    if coordinates is None:
        coordinates = own
    if coordinates is None:
        raise TypeError("the graph has no coordinates: give those of each node as coordinates")
    _arrays.refuse_masked(coordinates, "coordinates")
    array = np.asarray(coordinates)
    if array.shape != (nodes, 2) or array.dtype.kind not in "iuf":
        raise ValueError(f"coordinates must be numbers of the shape ({nodes}, 2), not {array.dtype} of {array.shape}")
    degrees = array / 1e6 if array.dtype.kind in "iu" else array.astype(np.float64)
    wrong = ~(np.abs(degrees) <= (180, 90)).all(axis=1)
    if wrong.any():
        node = int(np.flatnonzero(wrong)[0])
        raise ValueError(f"coordinates of node {node} are {array[node].tolist()}: a longitude and a latitude are "
                         "needed, as floats in degrees or as integers in 1e-6 degrees")
    return degrees


def _on_sphere(degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    """Longitude and latitude as points whose straight distances grow with those on the sphere."""
    longitude, latitude = np.radians(degrees).T
    return np.column_stack([np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)])


def nearest_nodes(degrees: NDArray[np.float64], latitude: ArrayLike, longitude: ArrayLike) -> NDArray[np.int64]:
    """The node that is nearest to each place on the sphere, the lowest of several."""
    places = np.stack(np.broadcast_arrays(np.asarray(longitude, np.float64), np.asarray(latitude, np.float64)), axis=-1)
    if not (np.abs(places) <= (180, 90)).all():
        raise ValueError("a latitude is from -90 to 90 degrees, and a longitude from -180 to 180")
    if not len(degrees):
        raise ValueError("the graph has no nodes")
    points = _on_sphere(degrees)
    found = np.empty(places.shape[:-1], np.int64)
    for where in np.ndindex(found.shape):
        place = _on_sphere(places[where].reshape(1, 2))
        found[where] = np.argmin(((points - place) ** 2).sum(axis=1))
    return found
