"""From a map of OpenStreetMap to a table of travel times between places, and what is within five minutes of
one as a map."""

import json

import numpy as np
import pytest

import galois_cps

SIDE = 15


def write_map(path):
    """Streets of 20 km/h about 140 m apart, and a river with one bridge, of 50 km/h."""
    chance = np.random.default_rng(3)
    nodes, ways = [], []
    for y in range(SIDE):
        for x in range(SIDE):
            lon, lat = 11.5 + (x + chance.normal(0, 0.15)) * 0.002, 48.1 + (y + chance.normal(0, 0.15)) * 0.0013
            nodes.append(f'<node id="{y * SIDE + x + 1}" lat="{lat:.7f}" lon="{lon:.7f}"/>')
    way = ('<way id="{}"><nd ref="{}"/><nd ref="{}"/><tag k="highway" v="residential"/>'
           '<tag k="maxspeed" v="{}"/></way>').format
    for here in range(1, SIDE * SIDE + 1):
        x, y = (here - 1) % SIDE, (here - 1) // SIDE
        bridge = (x, y) == (4, 7)
        if x + 1 < SIDE:
            ways.append(way(1000 + here, here, here + 1, 20))
        if y + 1 < SIDE and (y != 7 or bridge):
            ways.append(way(2000 + here, here, here + SIDE, 50 if bridge else 20))
    path.write_text("<?xml version='1.0'?>\n<osm version=\"0.6\">\n" + "\n".join(nodes + ways) + "\n</osm>\n", encoding="utf-8")


def read_map(path, **options):
    try:
        return galois_cps.Graph.read(path, **options)
    except ValueError as error:
        if "reads no maps" not in str(error):
            raise
        pytest.skip(f"this build reads no maps: {error}")


def test_who_travels_and_what_a_road_weighs(tmp_path):
    write_map(tmp_path / "city.osm")
    metres, drive, walk = (galois_cps.sssp(read_map(tmp_path / "city.osm", **options), 0).distances
                           for options in ({"osm_weight": "length"}, {}, {"profile": "foot"}))
    assert (walk[1:] > drive[1:]).all()
    # At 20 km/h a decimetre takes 0.18 tenths of a second, over the bridge less.
    assert drive[1] == pytest.approx(0.18 * metres[1], abs=1) and (drive <= 0.18 * metres + 2 * SIDE).all()
    assert read_map(tmp_path / "city.osm", osm_connected=True).num_nodes == SIDE * SIDE
    (tmp_path / "cart").write_text("way residential 10\n", encoding="utf-8")
    cart = galois_cps.sssp(read_map(tmp_path / "city.osm", profile=tmp_path / "cart"), 0).distances
    assert cart[1] == pytest.approx(0.36 * metres[1], abs=1)
    with pytest.raises(ValueError, match="osm_weight"):
        galois_cps.Graph.read(tmp_path / "city.osm", osm_weight="minutes")
    (tmp_path / "edges.el").write_text("0 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="profile, osm_weight and osm_connected are for OpenStreetMap"):
        galois_cps.Graph.read(tmp_path / "edges.el", profile="foot")


def test_minutes_between_places_of_a_map(tmp_path):
    write_map(tmp_path / "city.osm")
    city = read_map(tmp_path / "city.osm")
    assert city.num_nodes == SIDE * SIDE and city.coordinates.shape == (SIDE * SIDE, 2)

    places = {"station": (48.1040, 11.5080), "school": (48.1170, 11.5260), "harbour": (48.1090, 11.5020)}
    nodes = city.nearest_node(*np.transpose(list(places.values())))
    times = galois_cps.distances(city, nodes, nodes, dtype="uint16", verify=True) / 600  # tenths of a second
    assert (np.diag(times) == 0).all() and (times == times.T).all()
    for row, node in enumerate(nodes):
        assert (galois_cps.sssp(city, node).distances[nodes] / 600 == times[row]).all()
    # Over the bridge, and about as long as the streets are.
    assert 4 < times[0, 1] < 15 and times[0, 2] < times[0, 1]

    reach = galois_cps.isochrone(city, nodes[0], [600, 1800, 3000])
    (tmp_path / "reach.geojson").write_text(json.dumps(reach), encoding="utf-8")
    features = json.loads((tmp_path / "reach.geojson").read_text(encoding="utf-8"))["features"]
    within = {each["properties"]["limit"]: each["properties"]["nodes"] for each in features}
    distances = galois_cps.sssp(city, nodes[0]).distances
    assert within == {limit: int((distances <= limit).sum()) for limit in (3000, 1800, 600)} and within[600] > 3

    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(6, 6))
    colours = {3000: "#fdd49e", 1800: "#fc8d59", 600: "#b30000"}
    for feature in features:
        colour, shape = colours[feature["properties"]["limit"]], feature["geometry"]["coordinates"]
        if feature["properties"]["part"] == "area":
            axes.fill(*np.transpose(shape[0]), color=colour, alpha=0.3)
        else:
            for line in shape:
                axes.plot(*np.transpose(line), color=colour, linewidth=1.5)
    for name, (latitude, longitude) in places.items():
        axes.annotate(name, (longitude, latitude), (3, 3), textcoords="offset points")
        axes.plot(longitude, latitude, "k.")
    axes.set(title="1, 3 and 5 minutes from the station", aspect=1 / np.cos(np.radians(48.1)))
    figure.savefig(tmp_path / "reach.png", dpi=80)
    pyplot.close(figure)
    assert (tmp_path / "reach.png").read_bytes().startswith(b"\x89PNG")
