"""From a person's SciPy matrix, with names beside it, to an answer in these names and a picture."""

import numpy as np
import pytest

scipy_sparse = pytest.importorskip("scipy.sparse")
pytest.importorskip("matplotlib")

import galois_cps  # noqa: E402  (scipy and matplotlib may be missing)

STATIONS = ["Hauptbahnhof", "Museum", "Messe", "Flughafen", "Depot"]
MINUTES = [[0, 4, 9, 0, 0], [4, 0, 3, 0, 0], [9, 3, 0, 12, 0], [0, 0, 12, 0, 0], [0, 0, 0, 0, 0]]


def test_minutes_between_stations(tmp_path):
    """A matrix of minutes between stations, saved by SciPy, and a text file with their names."""
    scipy_sparse.save_npz(tmp_path / "minutes.npz", scipy_sparse.csr_array(np.array(MINUTES)))
    (tmp_path / "stations.txt").write_text("\n".join(STATIONS), encoding="utf-8")

    names = (tmp_path / "stations.txt").read_text(encoding="utf-8").splitlines()
    graph = galois_cps.Graph.from_scipy(scipy_sparse.load_npz(tmp_path / "minutes.npz"))
    graph.names = names
    paths = galois_cps.sssp(graph, graph.node("Hauptbahnhof"), threads=2, verify=True)
    assert paths.to_dict() == {
        "Hauptbahnhof": 0, "Museum": 4, "Messe": 7, "Flughafen": 19}
    way = [names[node] for node in paths.path_to(graph.node("Flughafen"))]
    assert way == ["Hauptbahnhof", "Museum", "Messe", "Flughafen"]

    paths.run.report(tmp_path / "run.html", title="Minutes from Hauptbahnhof")
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert "<td>Flughafen</td><td>19</td>" in page and "1 nodes have no value" in page
    assert 'alt="Histogram of the distance from the source of 4 nodes' in page
