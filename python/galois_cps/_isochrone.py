"""What is within a distance, as a map."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from ._algorithms import nodes_of
from ._distances import within_reach
from ._graph import Graph, GraphLike, as_graph
from ._places import degrees_of

_DIGITS = 6  # of degrees: a tenth of a metre


def isochrone(graph: GraphLike, source: int | ArrayLike, limits: float | ArrayLike,
              coordinates: ArrayLike | None = None, *, weighted: bool = True) -> dict[str, Any]:
    """Makes a map of what is within some distances of a node, as GeoJSON.

    Roads are drawn as far as each distance reaches, also the part of a road on which it ends, and around
    them their convex hull.

    Parameters
    ----------
    graph : Graph or what its makers take
        Weights are at least 0. Without weights, a distance is a number of edges.
    source : int or array_like of int
        One node, or several, of which the nearest counts.
    limits : float or array_like of float
        The distances, such as ``[300, 600, 900]`` seconds, in the unit of the weights.
    coordinates : array_like, (num_nodes, 2), optional
        Longitude and latitude of each node: floats in degrees, or integers in 1e-6 degrees; by default
        those of the graph's file. Edges are straight lines.
    weighted : bool
        With False, a distance is a number of edges, as for `bfs`.

    Returns
    -------
    dict
        A FeatureCollection that ``json.dump`` takes. For each limit, the greatest first, it has the hull as
        a Polygon and the roads as a MultiLineString. Their properties are ``limit``, ``part``, which is
        "area" or "roads", and ``nodes``, the number of nodes within. The geometry is None if there are no
        three points for an area, or no roads.

    Raises
    ------
    IndexError
        If a source is no node.
    TypeError
        If there are no coordinates.
    ValueError
        If a limit is negative or no number, or coordinates are no degrees.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 0], [1, 2], [60, 90], directed=False)
    >>> found = galois_cps.isochrone(graph, 0, 60, [[11.0, 48.0], [11.3, 48.0], [11.0, 48.3]])
    >>> [feature["properties"]["part"] for feature in found["features"]]
    ['area', 'roads']
    >>> found["features"][1]["geometry"]["coordinates"]
    [[[11.0, 48.0], [11.3, 48.0]], [[11.0, 48.0], [11.0, 48.2]]]
    """
    known = as_graph(graph, weighted=weighted)
    sources = nodes_of(source, known, "source")
    places = degrees_of(coordinates, known.coordinates, known.num_nodes)
    wanted = np.unique(np.atleast_1d(_arrays.as_array(np.atleast_1d(limits), "limits")))[::-1]
    if not wanted.size or wanted.dtype.kind not in "iuf" or not np.isfinite(wanted).all() or wanted[-1] < 0:
        raise ValueError(f"limits={limits}: one or more numbers of at least 0 are needed")
    nodes, distances = _nearest_within(known, sources, wanted[0].item(), weighted)
    begin, end, weight = _arcs_of(known, nodes, weighted)
    whole = np.full(known.num_nodes, np.inf)
    whole[nodes] = distances
    features = []
    for limit in wanted.tolist():
        lines = _roads(places, begin, end, weight, whole, limit)
        inside = nodes[distances <= limit]
        ring = _hull(np.concatenate([places[inside], lines.reshape(-1, 2)]))
        properties = {"limit": limit, "nodes": len(inside)}
        features.append(_feature("Polygon", [ring] if ring else [], {**properties, "part": "area"}))
        features.append(_feature("MultiLineString", lines.tolist(), {**properties, "part": "roads"}))
    return {"type": "FeatureCollection", "features": features}


def _feature(kind: str, coordinates: list[Any], properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties,
            "geometry": {"type": kind, "coordinates": coordinates} if coordinates else None}


def _nearest_within(graph: Graph, sources: NDArray[np.uint32], limit: float,
                    weighted: bool) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """The nodes within the limit of any source, and their distances from the nearest."""
    _, nodes, distances, _ = within_reach(graph, sources, limit, weighted=weighted, predecessors=False)
    order = np.lexsort((distances, nodes))
    nodes, first = np.unique(nodes[order], return_index=True)
    return nodes, distances[order][first].astype(np.float64)


def _arcs_of(graph: Graph, nodes: NDArray[np.uint32],
             weighted: bool) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float64]]:
    """The ends and the weights of the edges that begin at some nodes."""
    indptr, targets, data = graph.to_csr()
    counts = np.diff(indptr)[nodes]
    before = np.cumsum(counts) - counts
    edges = np.arange(counts.sum()) + np.repeat(indptr[:-1][nodes] - before, counts)
    weight = np.ones(len(edges)) if data is None or not weighted else data[edges].astype(np.float64)
    return np.repeat(nodes, counts), targets[edges], weight


def _roads(places: NDArray[np.float64], begin: NDArray[Any], end: NDArray[Any], weight: NDArray[np.float64],
           distances: NDArray[np.float64], limit: float) -> NDArray[np.float64]:
    """The lines from the beginning of each edge as far as the limit reaches, (lines, 2, 2). A line between
    two nodes that is drawn as a whole is drawn once."""
    left = limit - distances[begin]
    reached = ((left > 0) | ((left == 0) & (weight == 0))) & (begin != end)
    begin, end, weight, left = (array[reached] for array in (begin, end, weight, left))
    part = weight > left
    _, first, pair = np.unique(np.sort(np.column_stack([begin, end]), axis=1), axis=0, return_index=True,
                               return_inverse=True)
    pair = pair.reshape(-1)
    whole = np.zeros(len(first), np.bool_)
    whole[pair[~part]] = True
    chosen = np.sort(np.concatenate([first[whole], np.flatnonzero(part & ~whole[pair])]))
    share = np.ones(len(chosen))
    np.divide(left[chosen], weight[chosen], out=share, where=~whole[pair[chosen]])
    near, far = places[begin[chosen]], places[end[chosen]]
    return np.round(np.stack([near, near + (far - near) * share[:, None]], axis=1), _DIGITS)


def _hull(points: NDArray[np.float64]) -> list[list[float]]:
    """The convex hull as a closed ring, counterclockwise; empty if all points are on a line."""
    ordered = np.unique(np.round(points, _DIGITS), axis=0).tolist()

    def half(way: list[list[float]]) -> list[list[float]]:
        chain: list[list[float]] = []
        for x, y in way:
            while len(chain) > 1:
                (a, b), (c, d) = chain[-2:]
                if (c - a) * (y - b) - (d - b) * (x - a) > 0:
                    break
                chain.pop()
            chain.append([x, y])
        return chain[:-1]

    ring = half(ordered) + half(ordered[::-1])
    return [*ring, ring[0]] if len(ring) > 2 else []
