"""Maps of what is within a distance."""

import json

import numpy as np
import pytest

import galois_cps
from galois_cps import Graph, _isochrone

# A cross: node 0 in the middle, 1 to 4 around it at 100 s, and 5 beyond 1 on a road of 50 s.
PLACES = np.array([[10.0, 50.0], [10.1, 50.0], [10.0, 50.1], [9.9, 50.0], [10.0, 49.9], [10.2, 50.0]])
CROSS = ([0, 0, 0, 0, 1], [1, 2, 3, 4, 5], [100, 100, 100, 100, 50])


def cross(directed=False, weights=CROSS[2]):
    return Graph.from_edges(*CROSS[:2], weights, directed=directed)


def parts(found):
    """{(limit, part): (geometry, nodes)} of a map that any reader of GeoJSON takes."""
    assert found == json.loads(json.dumps(found)) and found["type"] == "FeatureCollection"
    return {(each["properties"]["limit"], each["properties"]["part"]): (each["geometry"], each["properties"]["nodes"])
            for each in found["features"]}


def lines_of(geometry):
    assert geometry["type"] == "MultiLineString"
    return sorted(tuple(map(tuple, line)) for line in geometry["coordinates"])


@pytest.mark.parametrize("weights", [CROSS[2], np.array(CROSS[2], float)])
def test_roads_are_drawn_as_far_as_the_limit_reaches(weights):
    found = parts(galois_cps.isochrone(cross(weights=weights), 0, [125, 50], PLACES))
    assert list(found) == [(125, "area"), (125, "roads"), (50, "area"), (50, "roads")]
    geometry, nodes = found[50, "roads"]
    middle = (10.0, 50.0)
    assert nodes == 1 and lines_of(geometry) == sorted(
        (middle, end) for end in [(10.05, 50.0), (10.0, 50.05), (9.95, 50.0), (10.0, 49.95)])
    geometry, nodes = found[125, "roads"]
    assert nodes == 5 and lines_of(geometry) == sorted(
        [*((middle, tuple(end)) for end in PLACES[1:5].tolist()), ((10.1, 50.0), (10.15, 50.0))])


def test_the_area_is_a_ring_around_all():
    geometry, _ = parts(galois_cps.isochrone(cross(), 0, 125, PLACES))[125, "area"]
    (ring,) = geometry["coordinates"]
    assert geometry["type"] == "Polygon" and ring[0] == ring[-1]
    assert ring[:-1] == [[9.9, 50.0], [10.0, 49.9], [10.15, 50.0], [10.0, 50.1]]  # counterclockwise


@pytest.mark.parametrize("seed", range(5))
def test_hulls_contain_their_points(seed):
    points = np.random.default_rng(seed).integers(0, 9, (30, 2)).astype(float)
    ring = np.array(_isochrone._hull(points))
    steps = np.diff(ring, axis=0)
    side = steps[:, None, 0] * (points[:, 1] - ring[:-1, None, 1]) - steps[:, None, 1] * (points[:, 0] - ring[:-1, None, 0])
    assert (side >= 0).all() and (np.roll(side, 1, axis=0) >= 0).all()
    assert {tuple(corner) for corner in ring} <= {tuple(point) for point in points}


def test_what_is_too_little_for_an_area():
    graph = Graph.from_edges([0], [1], [10])
    found = parts(galois_cps.isochrone(graph, 0, [0, 5], PLACES[:2]))
    assert found[0, "area"] == (None, 1) and found[0, "roads"] == (None, 1)
    assert found[5, "area"] == (None, 1) and lines_of(found[5, "roads"][0]) == [((10.0, 50.0), (10.05, 50.0))]
    assert _isochrone._hull(np.array([[0.0, 0.0], [1, 1], [2, 2]])) == []


def test_directions_edges_and_several_sources():
    found = parts(galois_cps.isochrone(cross(directed=True), 1, 40, PLACES))
    assert lines_of(found[40, "roads"][0]) == [((10.1, 50.0), (10.18, 50.0))]
    found = parts(galois_cps.isochrone(cross(), [2, 5], 10, PLACES))
    assert found[10, "roads"][1] == 2 and len(found[10, "roads"][0]["coordinates"]) == 2
    found = parts(galois_cps.isochrone(cross(), 3, 1, PLACES, weighted=False))
    assert found[1, "roads"] == ({"type": "MultiLineString", "coordinates": [[[9.9, 50.0], [10.0, 50.0]]]}, 2)
    loops = Graph.from_edges([0, 0, 0], [0, 1, 1], [0, 0, 7])
    found = parts(galois_cps.isochrone(loops, 0, 0, PLACES[:2]))
    assert found[0, "roads"][1] == 2 and len(found[0, "roads"][0]["coordinates"]) == 1


def test_coordinates_of_a_file_are_millionths_of_degrees(tmp_path):
    (tmp_path / "cross.gr").write_text("p sp 3 2\na 1 2 60\na 1 3 90\n", encoding="utf-8")
    (tmp_path / "cross.co").write_text(
        "p aux sp co 3\nv 1 -73530767 41085396\nv 2 -73530538 41086098\nv 3 -73519366 41048796\n", encoding="utf-8")
    read = Graph.read(tmp_path / "cross.gr")
    places = galois_cps.read_coordinates(tmp_path / "cross.co")
    read.coordinates = places
    found = galois_cps.isochrone(read, 0, 60)
    assert found == galois_cps.isochrone(read, 0, 60, places) == galois_cps.isochrone(read, 0, 60, places / 1e6)
    assert found["features"][1]["geometry"]["coordinates"][0] == [[-73.530767, 41.085396], [-73.530538, 41.086098]]


def test_the_nearest_node_of_a_place():
    graph = cross()
    with pytest.raises(TypeError, match="no coordinates"):
        graph.nearest_node(50, 10)
    chance = np.random.default_rng(2)
    for coordinates in (PLACES, (PLACES * 1e6).astype(np.int32), PLACES.tolist()):
        graph.coordinates = coordinates
        assert graph.nearest_node(50.02, 10.21) == 5 and type(graph.nearest_node(50, 10)) is int
        assert graph.nearest_node([49.9, 50.0], [10.0, 9.0]).tolist() == [4, 3]
        assert graph.nearest_node(50.0, [9.96, 10.04]).tolist() == [0, 0]
    graph.coordinates = places = np.column_stack([chance.uniform(-180, 180, 6), chance.uniform(-90, 90, 6)])
    for latitude, longitude in zip(chance.uniform(-90, 90, 50), chance.uniform(-180, 180, 50)):
        x, y, a, b = map(np.radians, (longitude, latitude, places[:, 0], places[:, 1]))
        angles = np.arccos(np.sin(y) * np.sin(b) + np.cos(y) * np.cos(b) * np.cos(x - a))
        assert graph.nearest_node(latitude, longitude) == angles.argmin()
    graph.coordinates = [[179.9, 0], [-170, 0], [0, 89], [0, 0], [0, 0], [1, 1]]
    assert graph.nearest_node(0, -179.9) == 0  # across the date line
    assert graph.nearest_node(85, 180) == 2 and graph.nearest_node(0, 0) == 3
    for wrong in ((91, 0), (0, 181), (float("nan"), 0)):
        with pytest.raises(ValueError, match="latitude"):
            graph.nearest_node(*wrong)


@pytest.mark.parametrize(("arguments", "error", "told"), [
    ((6, 10, PLACES), IndexError, "source 6"), ((0, 10), TypeError, "no coordinates"), ((0, -1, PLACES), ValueError, "limits"),
    ((0, [], PLACES), ValueError, "limits"), ((0, [float("nan")], PLACES), ValueError, "limits"),
    ((0, "far", PLACES), ValueError, "limits"), ((0, 1, PLACES[:3]), ValueError, r"\(6, 2\)"),
    ((0, 1, PLACES * 30), ValueError, "node 0 are .*degrees"), ((0, 1, PLACES * np.nan), ValueError, "node 0")])
def test_arguments(arguments, error, told):
    with pytest.raises(error, match=told):
        galois_cps.isochrone(cross(), *arguments)
