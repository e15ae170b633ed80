"""A program of networkx that asks how much is near each place runs unchanged with the backend, and says
the same."""

import itertools
import os
import random
import subprocess
import sys

import pytest

pytest.importorskip("networkx", minversion="3.6")
pytest.importorskip("matplotlib")

LOG = "import logging; logging.basicConfig(); logging.getLogger('networkx.utils.backends').setLevel(logging.DEBUG)"
PROGRAM = """
import csv, sys
import networkx as nx
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

roads = nx.Graph()
with open("roads.csv", newline="", encoding="utf-8") as file:
    for row in csv.DictReader(file):
        roads.add_edge(row["from"], row["to"], minutes=float(row["minutes"]))
with open("places.csv", newline="", encoding="utf-8") as file:
    places = {row["name"]: (float(row["lon"]), float(row["lat"])) for row in csv.DictReader(file)}

near = {}
for place, minutes in nx.all_pairs_dijkstra_path_length(roads, cutoff=5, weight="minutes"):
    near[place] = len(minutes)
    farthest = list(minutes.items())[-1]
    print(place, len(minutes), f"{farthest[1]:.9f}", f"{sum(minutes.values()):.6f}")

figure, axes = plt.subplots(figsize=(6, 6))
for one, other in roads.edges:
    axes.plot(*zip(places[one], places[other]), color="#cccccc", linewidth=1, zorder=0)
dots = axes.scatter(*zip(*(places[place] for place in near)), c=list(near.values()), s=12)
figure.colorbar(dots, label="places within 5 minutes")
axes.set(xlabel="longitude", ylabel="latitude", title="How much is near")
figure.savefig(sys.argv[1], metadata={"Software": None})
"""


def write_roads(folder, side):
    """Streets between places that are no perfect grid, some missing, and a river with one bridge."""
    chance = random.Random(5)
    places = {(x, y): (11.5 + (x + chance.gauss(0, 0.2)) * 0.004, 48.1 + (y + chance.gauss(0, 0.2)) * 0.0027)
              for x, y in itertools.product(range(side), repeat=2)}
    roads = []
    for (x, y), (lon, lat) in places.items():
        for other in ((x + 1, y), (x, y + 1)):
            bridge = other == (side // 3, side // 2)
            river = (y, other[1]) == (side // 2 - 1, side // 2)
            if other in places and (bridge or (not river and chance.random() < 0.9)):
                far = ((places[other][0] - lon) * 74, (places[other][1] - lat) * 111)
                roads.append((f"{x}/{y}", "{}/{}".format(*other), round((far[0] ** 2 + far[1] ** 2) ** 0.5 * 1.5, 3)))
    (folder / "roads.csv").write_text(
        "from,to,minutes\n" + "".join(f"{one},{other},{minutes}\n" for one, other, minutes in roads), encoding="utf-8")
    (folder / "places.csv").write_text(
        "name,lon,lat\n" + "".join(f"{x}/{y},{lon:.6f},{lat:.6f}\n" for (x, y), (lon, lat) in places.items()),
        encoding="utf-8")


def test_how_much_is_near_each_place(tmp_path):
    write_roads(tmp_path, 24)
    told = {}
    for backend in ("", "galois_cps"):
        done = subprocess.run(
            [sys.executable, "-c", LOG + PROGRAM, f"{backend or 'networkx'}.png"], capture_output=True, text=True, cwd=tmp_path,
            timeout=300, check=False, env={**os.environ, "NETWORKX_BACKEND_PRIORITY": backend})
        assert done.returncode == 0, done.stderr
        told[backend] = done.stdout
        assert ("galois_cps" in done.stderr) == bool(backend), done.stderr  # who ran it
    assert told[""] == told["galois_cps"]
    lines = told[""].splitlines()
    assert len(lines) > 500 and max(int(line.split()[1]) for line in lines) > 100
    pictures = [(tmp_path / f"{name}.png").read_bytes() for name in ("networkx", "galois_cps")]
    assert pictures[0] == pictures[1] and pictures[0].startswith(b"\x89PNG")
