"""The Python on the pages runs as printed, in their order, with the packages that they name."""

import json
import pathlib
import re

import pytest
from conftest import run_python

ROOT = pathlib.Path(__file__).parents[2]


def listings(page):
    """The indented blocks of a page that are Python, each as a program."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^\n|\A)((?:^ {4}.*\n|^\n(?= {4}))+)", text, re.MULTILINE)
    programs = [re.sub("^ {4}", "", block, flags=re.MULTILINE) for block in blocks]
    return [each for each in programs if re.search(r"^(import|from) |galois_cps\.|nx\.", each, re.MULTILINE)]


def run(page, folder, *before, without=()):
    """Runs the listings of a page, each after what it presupposes, and returns what they print."""
    found = listings(page)
    assert len(found) == len(before), found
    hidden = "".join(f"sys.modules[{name!r}] = None\n" for name in without)
    lines = "".join(first + listing for first, listing in zip(before, found))
    return run_python(f"import os, sys\n{hidden}os.chdir({str(folder)!r})\n{lines}").stdout


def test_the_lines_of_the_readme_need_numpy_alone(tmp_path):
    told = run("README.md", tmp_path, "", without=["scipy", "networkx", "pandas", "pyarrow", "matplotlib"])
    assert re.match(r"\[ *0( +\d{1,9}){4}\]\s\[ *0 [^]]* 4\]\n<Run of sssp: ", told), told
    assert listings("README.md")[0] == listings("docs/python.md")[0]


def test_the_page_about_python(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    flights = {"from": ["Paris", "Lyon", "Oslo"], "to": ["Lyon", "Rome", "Paris"], "km": [391, 600, 1343]}
    parquet.write_table(pyarrow.table(flights), tmp_path / "flights.parquet")
    told = run("docs/python.md", tmp_path, "", "", "", "", "", "", without=["scipy", "networkx"])
    assert told.splitlines()[-1] == str({"Paris": 0, "Lyon": 391, "Rome": 991})
    assert len(json.loads((tmp_path / "reach.geojson").read_text(encoding="utf-8"))["features"]) == 4
    assert (tmp_path / "table.u16").stat().st_size == 1000 * 3 * 2


def test_the_page_about_networkx(tmp_path):
    pytest.importorskip("networkx", minversion="3.6")
    roads = [f"{'Bonn' if node == 0 else node} {node + 1} {1 + node % 7}\n" for node in range(1200)]
    (tmp_path / "roads.txt").write_text("".join(roads), encoding="utf-8")
    places = ("for number, node in enumerate(graph):\n    graph.nodes[node].update(x=number, y=0)\n"
              "nx.set_edge_attributes(graph, 2, 'weight')\nstart, end = 'Bonn', '1200'\n")
    told = run("docs/python-networkx.md", tmp_path, "", "print(distances['3'])\n", places)
    assert told.split() == ["6.0"]


def test_the_page_about_notebooks(tmp_path):
    for name in ("pandas", "matplotlib"):
        pytest.importorskip(name)
    results = ("import galois_cps, json\ngraph = galois_cps.Graph.from_edges([0, 1], [1, 2], [3, 4])\n"
               "os.mkdir('results')\nwith open('results/road.jsonl', 'w') as file:\n"
               "    json.dump(galois_cps.sssp(graph, 0).run.to_dict(), file)\n")
    run("docs/python-notebooks.md", tmp_path, results, "", "")
