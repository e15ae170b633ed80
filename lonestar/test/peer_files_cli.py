"""Files that NetworkX and igraph write, in formats that they read, too: the graph is the one that they read of the
same file, with the same names of nodes. NETWORKX_PYTHON is a Python that has them.
app_cases.py says how to run these tests.
"""

import collections
import csv
import io
import json
import os
import re
import subprocess
import sys

import app_cases
from app_cases import BIN

PEER = os.environ.get("NETWORKX_PYTHON", sys.executable)

# Writes files into the current folder, and prints for each its nodes and arcs, with the texts of names and weights.
WRITER = r"""
import io, itertools, json, random
import networkx as nx

NAMES = ["New York", "Lörrach", "a&b", 'say "x"', "x;y", "50%", "#1", "ſ", "a,b", "tab&quot;", "[x]", "été", "'s-A", "1"]
KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
told = []

def tell(path, graph, weight="weight", name=str, nodes=None):
    both = [] if graph.is_directed() else [(b, a, w) for a, b, w in graph.edges(data=weight) if a != b]
    arcs = [(name(a), name(b), None if w is None else float(w)) for a, b, w in [*graph.edges(data=weight), *both]]
    told.append({"file": path, "nodes": [name(n) for n in graph], "arcs": arcs})

def made(kind, names, weights, seed):
    rng = random.Random(seed)
    graph = kind()
    size = rng.randint(1, 14)
    called = rng.sample(NAMES, size) if names == "texts" else [f"n{i}" for i in range(size)] if names == "words" else \
        list(range(size)) if names == "numbers" else rng.sample(range(1000), size)
    graph.add_nodes_from(called)
    for _ in range(rng.randint(0, 30)):
        data = {"whole": {"weight": rng.randint(0, 99)}, "real": {"weight": rng.randint(1, 999) / 8}, "none": {}}[weights]
        graph.add_edge(rng.choice(called), rng.choice(called), **data)
    return graph

cases = list(itertools.product(KINDS, ("texts", "words", "numbers", "sparse"), ("whole", "real", "none")))
for number, (kind, names, weights) in enumerate(cases):
    graph = made(kind, names, weights, number)
    nx.write_gml(graph, path := f"{number}.gml")
    tell(path, nx.read_gml(path))
    if not set("\"'\\") & set("".join(map(str, graph))):  # NetworkX does not read its own quotes
        nx.write_pajek(graph, path := f"{number}.net")
        tell(path, nx.read_pajek(path))
    for links in ("links", "edges"):
        data = nx.node_link_data(graph, edges=links)
        with open(path := f"{links}-{number}.json", "w") as file:
            json.dump(data, file, sort_keys=number % 3 == 0, indent=number % 2 or None, ensure_ascii=number % 5 == 0)
        tell(path, nx.node_link_graph(data, edges=links))
print(json.dumps(told))
"""

# The same with igraph.
IGRAPH_WRITER = r"""
import itertools, json, random
import igraph

told = []

def tell(path, graph, names):
    weights = graph.es["weight"] if "weight" in graph.es.attributes() else [None] * graph.ecount()
    arcs = [(names[e.source], names[e.target], w) for e, w in zip(graph.es, weights)]
    both = [] if graph.is_directed() else [(b, a, w) for a, b, w in arcs if a != b]
    told.append({"file": path, "nodes": names, "arcs": [*arcs, *both]})

for number, (directed, named, weighted) in enumerate(itertools.product((False, True), repeat=3)):
    for size in (1, 5, 12):
        rng = random.Random(100 * number + size)
        ends = [(rng.randrange(size), rng.randrange(size)) for _ in range(2 * size)]
        graph = igraph.Graph(n=size, edges=ends, directed=directed)
        if weighted:
            graph.es["weight"] = [rng.randint(1, 99) / 4 for _ in ends]
        if named:
            graph.vs["name"] = graph.vs["id"] = [f"n {i}" for i in range(size)]
        graph.write_pajek(path := f"{number}-{size}.net")
        read = igraph.Graph.Read_Pajek(path)
        tell(path, read, read.vs["name"] if named else [str(i + 1) for i in range(size)])
        if named:
            del graph.vs["id"]
        graph.write_gml(path := f"{number}-{size}.gml")
        read = igraph.Graph.Read_GML(path)
        tell(path, read, read.vs["name"] if named else [str(int(i)) for i in read.vs["id"]])
print(json.dumps(told))
"""


@app_cases.needs("graph-convert")
class Files(app_cases.CliTest):
    """Reads what other packages write."""

    def convert(self, path, form):
        done = subprocess.run([(BIN / "graph-convert").resolve(), path, "-", f"--to={form}", "--weight-type=float",
                               "--quiet"], cwd=self.dir, env=self.env, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), path)
        return done.stdout

    def check(self, told):
        """Compares the graph that is read of a file with the one that the other package read of it."""
        rows = list(csv.DictReader(io.StringIO(self.convert(told["file"], "csv"))))
        arcs = collections.Counter((row["source"], row["target"], float(row.get("weight", 1))) for row in rows)
        expected = collections.Counter((a, b, 1 if w is None else w) for a, b, w in told["arcs"])
        self.assertEqual(arcs, expected, told["file"])
        nodes = re.match("# Nodes: ([0-9]+) ", self.convert(told["file"], "edgelist")).group(1)
        self.assertEqual(int(nodes), len(told["nodes"]), told["file"])

    def check_all(self, writer, package):
        done = subprocess.run([PEER, "-c", writer], cwd=self.dir, capture_output=True, text=True, check=False)
        if f"No module named '{package}'" in done.stderr:
            self.skipTest(f"{PEER} has no {package}; NETWORKX_PYTHON names a Python that has")
        self.assertEqual(done.returncode, 0, done.stderr)
        for told in json.loads(done.stdout):
            with self.subTest(file=told["file"]):
                self.check(told)

    def test_networkx(self):
        self.check_all(WRITER, "networkx")

    def test_igraph(self):
        self.check_all(IGRAPH_WRITER, "igraph")


if __name__ == "__main__":
    app_cases.main()
