"""From a person's files to an answer in the names of these files, and a picture: each class is one story,
with the commands that the guides name. app_cases.py says how to run these tests.
"""

import itertools
import json
import struct
import subprocess
import zipfile

import app_cases
from app_cases import BIN, REPOSITORY


class StoryTest(app_cases.CliTest):
    """Runs commands in the folder of the story."""

    def run_command(self, *words):
        """Returns what a command prints; it must succeed."""
        done = subprocess.run([str(word) for word in words], cwd=self.dir, env=self.env, capture_output=True,
                              text=True, timeout=900, check=False)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def ours(self, name, *words):
        return self.run_command((BIN / name).resolve(), *words)

    def read(self, name):
        return (self.dir / name).read_text(encoding="utf-8")

    def report(self, *shown):
        """Makes the page of run.json and answer.txt, which shows these texts."""
        self.run_command(REPOSITORY / "scripts" / "report", "run.json", "--answer", "answer.txt", "-o", "run.html")
        page = self.read("run.html")
        self.assertIn("The answer was checked: right", page)
        self.assertIn("Histogram", page)
        for text in shown:
            self.assertIn(text, page)

    def picture(self, name):
        """A picture that was written is a PNG with something in it."""
        data = (self.dir / name).read_bytes()
        self.assertTrue(data.startswith(b"\x89PNG"))
        self.assertGreater(len(data), 5000)


@app_cases.needs("sssp-cpu", "graph-info", "graph-check")
class Flights(StoryTest):
    """A table of flights between cities, as a spreadsheet writes it: how far is each city from Paris, and
    by which way does one get to Sydney?"""

    TABLE = ("from,to,airline,km\r\nParis,London,AF,344\r\nLondon,Paris,BA,344\r\nParis,\"New York, JFK\",AF,5836\r\n"
             "London,\"New York, JFK\",BA,5540\r\nParis,São Paulo,AF,9400\r\nLondon,Singapore,SQ,10885\r\n"
             "Singapore,Sydney,SQ,6300\r\nSão Paulo,Sydney,LA,13400\r\nOslo,Paris,SK,1340\r\n")

    def test_story(self):
        (self.dir / "flights.csv").write_text(self.TABLE, encoding="utf-8", newline="")
        told = self.ours("graph-info", "flights.csv", "--plot=flights.png")
        self.assertIn("nodes           7\n", told)
        self.picture("flights.png")
        self.ours("sssp-cpu", "flights.csv", "--startNode=Paris", "-t=2", "--output=answer.txt", "--json=run.json",
                  "--target=Sydney", "--path-output=way.txt")
        self.assertEqual(set(self.read("answer.txt").splitlines()), {
            "Paris 0", "London 344", '"New York, JFK" 5836', '"São Paulo" 9400', "Singapore 11229", "Sydney 17529",
            "Oslo inf"})
        self.assertEqual([line for line in self.read("way.txt").splitlines() if not line.startswith("#")],
                         ["Paris", "London", "Singapore", "Sydney"])
        self.assertIn("right", self.ours("graph-check", "sssp", "flights.csv", "answer.txt", "--source=Paris"))
        self.report("<td>Sydney</td><td>17,529</td>", "<td>São Paulo</td>", "1 nodes have no value")


@app_cases.needs("pagerank-cpu", "graph-info")
class Citations(StoryTest):
    """A citation graph in GraphML: which paper do the others build on?"""

    CITED = {"Dijkstra 1959": [], "Fredman 1987": ["Dijkstra 1959"], "Meyer 2003": ["Dijkstra 1959", "Fredman 1987"],
             "Rihani 2015": ["Dijkstra 1959"], "Postnikova 2022": ["Rihani 2015", "Meyer 2003", "Dijkstra 1959"]}

    def test_story(self):
        nodes = "".join(f'<node id="{paper}"/>' for paper in self.CITED)
        edges = "".join(f'<edge source="{paper}" target="{cited}"/>' for paper, found in self.CITED.items()
                        for cited in found)
        (self.dir / "papers.graphml").write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
            f'<graph edgedefault="directed">{nodes}{edges}</graph></graphml>\n')
        self.ours("graph-info", "papers.graphml", "--plot=papers.png")
        self.picture("papers.png")
        self.ours("pagerank-cpu", "papers.graphml", "-t=2", "--output=answer.txt", "--json=run.json")
        top = json.loads(self.read("run.json"))["answer"]["summary"]["top"]
        self.assertEqual([name for name, _ in top][:2], ["Dijkstra 1959", "Fredman 1987"])
        self.report("<td>Dijkstra 1959</td>", "<td>Postnikova 2022</td>", "greatest rank")


@app_cases.needs("astar-cpu", "graph-gen", "graph-check")
class RoadNetwork(StoryTest):
    """A road network with coordinates, as the DIMACS challenge publishes them: the way between two places,
    on a map."""

    def test_story(self):
        self.ours("graph-gen", "road", "town.gr.xz", "--to=dimacs.xz", "--nodes=2000", "--seed=7", "--coords=town.co")
        places = [line.split()[2:] for line in self.read("town.co").splitlines() if line.startswith("v ")]
        ends = []
        for place in (min(places, key=lambda each: int(each[0])), max(places, key=lambda each: int(each[0]))):
            degrees = [str(int(each) / 1e6) for each in place]
            ends.append(self.run_command(REPOSITORY / "inputs" / "find-node", "town.co", *degrees).split()[0])
            self.assertEqual(places[int(ends[-1])], place)
        self.ours("astar-cpu", "town.gr.xz", f"--startNode={ends[0]}", f"--target={ends[1]}", "-t=2", "--json=run.json",
                  "--output-path=way.txt", "--coords=town.co")
        length = json.loads(self.read("run.json"))["answer"]["checksum"]
        told = self.ours("graph-check", "path", "town.gr.xz", "way.txt", f"--source={ends[0]}", f"--target={ends[1]}")
        self.assertIn(f"length {length}\n", told)
        self.ours("graph-convert", "town.gr.xz", "town.gr")
        self.run_command(REPOSITORY / "inputs" / "draw-path", "town.gr", "town.co", "way.txt", "way.png")
        self.picture("way.png")


@app_cases.needs("mst-cpu", "sssp-cpu", "graph-info")
class SparseMatrix(StoryTest):
    """A matrix of distances, as scipy.sparse.save_npz writes it: how far is each place from the first, and
    which connections span all of them?"""

    EDGES = [(0, 1, 4), (1, 2, 2), (1, 3, 7), (2, 3, 3), (3, 4, 1), (0, 4, 20)]

    @staticmethod
    def array(descr, shape, data):
        """A file .npy."""
        header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data

    def test_story(self):
        both = [*self.EDGES, *((col, row, length) for row, col, length in self.EDGES)]
        with zipfile.ZipFile(self.dir / "places.npz", "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("format.npy", self.array("|S3", (), b"coo"))
            file.writestr("shape.npy", self.array("<i8", (2,), struct.pack("<2q", 5, 5)))
            for name, values in zip(("row", "col", "data"), zip(*both)):
                data = struct.pack(f"<{len(both)}q", *values)
                file.writestr(f"{name}.npy", self.array("<i8", (len(both),), data))
        self.ours("graph-info", "places.npz", "--plot=places.png")
        self.picture("places.png")
        self.ours("mst-cpu", "places.npz", "-t=2", "--json=tree.json")
        self.assertEqual(json.loads(self.read("tree.json"))["answer"]["checksum"], 4 + 2 + 3 + 1)
        self.ours("sssp-cpu", "places.npz", "-t=2", "--output=answer.txt", "--json=run.json")
        self.assertEqual(self.read("answer.txt").split()[1::2], ["0", "4", "6", "9", "10"])
        self.report("reached")


@app_cases.needs("sssp-cpu", "graph-info", "graph-convert")
class GapBenchmark(StoryTest):
    """A graph that the GAP benchmark suite has serialized with its weights: a square with a diagonal."""

    def test_story(self):
        rows = [[(1, 5), (2, 9), (3, 2)], [(0, 5), (2, 1)], [(0, 9), (1, 1), (3, 8)], [(0, 2), (2, 8)]]
        begins = list(itertools.accumulate(map(len, rows), initial=0))
        arcs = [number for row in rows for arc in row for number in arc]
        (self.dir / "square.wsg").write_bytes(
            struct.pack("<?qq", False, len(arcs) // 4, len(rows)) + struct.pack(f"<{len(begins)}q", *begins) +
            struct.pack(f"<{len(arcs)}i", *arcs))
        self.ours("graph-info", "square.wsg", "--plot=square.png")
        self.picture("square.png")
        self.ours("sssp-cpu", "square.wsg", "--startNode=3", "-t=2", "--output=answer.txt", "--json=run.json")
        self.assertEqual(self.read("answer.txt").split(), ["0", "2", "1", "7", "2", "8", "3", "0"])
        self.report("reached")
        self.ours("graph-convert", "square.wsg", "square.gr")
        self.ours("sssp-cpu", "square.gr", "--startNode=3", "-t=1", "--output=again.txt")
        self.assertEqual(self.read("again.txt"), self.read("answer.txt"))


if __name__ == "__main__":
    app_cases.main()
