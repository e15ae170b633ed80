"""Runs sssp-cpu from many source nodes in one process (--sources). app_cases.py says how to run these tests.
"""

import json
import subprocess

import app_cases
from app_cases import GRAPHS
from sssp_cases import CliTest, distances


class Sources(CliTest):
    """Many sources in one process."""

    def test_file(self):
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        (self.dir / "sources").write_text("# three\n5\n\n0\n5\n")
        for flags in (["--algo=dijkstra"], ["-t=2"], ["--algo=delta-stepping", "-t=2"]):
            records = self.record(path, *flags, f"--sources={self.dir}/sources", "--runs=2")
            self.assertEqual([record["params"]["startNode"] for record in records], [5, 5, 0, 0, 5, 5])
            self.assertEqual([record["answer"]["checksum"] for record in records[::2]],
                             [sum(distances(nodes, arcs, source).values()) for source in (5, 0, 5)])

    def test_sparse_ids(self):
        """Sources, answers and reported nodes are ids of the file."""
        out = self.dir / "sparse-distances.txt"
        for flags in ([], ["--algo=dijkstra"]):
            record = self.record(self.sparse(), "--startNode=9", f"--output={out}", *flags)
            self.assertEqual(record["params"]["startNode"], 9)
            self.assertEqual(out.read_text(), "3 5\n9 0\n70 7\n800 inf\n")
        self.assertIn("Node 70 has distance 1 from node 800",
                      self.call(self.sparse(), "--startNode=800", "--report-node=70").stdout)
        (self.dir / "sources").write_text("70\n3\n")
        records = self.record(self.sparse(), f"--sources={self.dir}/sources")
        self.assertEqual([record["params"]["startNode"] for record in records], [70, 3])
        # The default is 0, which is no id here, so the first node is used.
        self.assertEqual(self.record(self.sparse())["params"]["startNode"], 3)
        self.fails(1, self.sparse(), "--startNode=0", saying=("--startNode=0", "between 3 and 800"))
        (self.dir / "sources").write_text("70\n4\n")
        self.fails(1, self.sparse(), f"--sources={self.dir}/sources", saying=("sources:2: source 4",))

    def test_standard_input(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        result = subprocess.run([self.command(), str(path), "--sources=-", "--json=-"], input="4\n6\n", text=True,
                                capture_output=True, env=self.env, timeout=900, check=True)
        self.assertEqual([record["answer"]["summary"]["reached"] for record in json.loads(result.stdout)], [2, 2])

    def test_random(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])

        def drawn(*flags):
            return [record["params"]["startNode"] for record in self.record(path, "--sources=random:40", *flags)]

        self.assertEqual(set(drawn()), {0, 1, 4, 5, 6})  # the nodes with edges
        self.assertEqual(drawn(), drawn("-t=2"))
        self.assertNotEqual(drawn(), drawn("--sources-seed=2"))

    def test_wrong(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        sources = self.dir / "wrong"
        for text, words in (("0\n9\n", "wrong:2:"), ("zero\n", "wrong:1:"), ("1 2\n", "wrong:1:"), ("", "no source")):
            sources.write_text(text)
            self.fails(1, path, f"--sources={sources}", saying=(words,))
        sources.write_text("0\n1\n")
        self.fails(2, path, f"--sources={sources}", "-startNode=1", saying=("--startNode",))
        self.fails(2, path, f"--sources={sources}", f"--predecessors={self.dir}/out", saying=("one source",))
        self.assertFalse((self.dir / "out").exists())
        self.fails(1, path, f"--sources={self.dir}/missing", saying=("missing",))
        for count in ("0", "x", "", "9999999999"):
            self.fails(2, path, f"--sources=random:{count}", saying=("a number of sources from 1 to",))
        for flags in ([], [f"--sources={sources}"]):
            self.fails(2, path, *flags, "--sources-seed=2", saying=("--sources=random:K",))
        self.fails(1, self.graph("no_edges", *GRAPHS["no_edges"]), "--sources=random:2", saying=("no node",))


class Batch(CliTest):
    """--source-batch: all threads on one source after the other, or one source per thread. Answers are the same."""

    REAL = ("road/osm_liechtenstein.gr.xz", "web_social/soc-Slashdot0902.txt.gz")

    def answers(self, path, threads, *flags):
        """Returns the answers of each run, and the file of distances, from a run that is verified."""
        out = self.dir / "batch.txt"
        records = self.record(path, f"-t={threads}", f"--output={out}", *flags)
        for each in records:
            self.assertIs(each["verified"], True)
            self.assertEqual(each["threads"], threads)
        return [(each["params"]["startNode"], each["answer"]) for each in records], out.read_bytes()

    def compare(self, path, *flags):
        for threads in (1, 2, 5):
            right = self.answers(path, 2, "--source-batch=tasks", *flags)
            for batch in (["--source-batch=sources"], ["--source-batch=sources", "--algo=radix-heap"],
                          ["--source-batch=sources", "--algo=dijkstra", "--runs=2"], []):
                with self.subTest(path=path.name, threads=threads, batch=batch):
                    records, text = self.answers(path, threads, *batch, *flags)
                    self.assertEqual(records[::2] if "--runs=2" in batch else records, right[0])
                    self.assertEqual(text, right[1])

    def test_made_graphs(self):
        sources = self.dir / "batched"
        for name, chosen in (("disconnected", "4\n0\n3\n4\n7\n4\n"), ("rmat", "5\n0\n5\n900\n"), ("grid", "7\n"),
                             ("zero_weights", "1\n2\n3\n4\n5\n6\n"), ("one_node", "0\n0\n0\n")):
            sources.write_text(chosen)
            path = self.graph(name, *GRAPHS[name])
            if name == "grid":  # One source has one record, unless --runs asks for several.
                self.compare_one(path)
            else:
                self.compare(path, f"--sources={sources}")
                self.compare(path, f"--sources={sources}", "--distance-bits=64")

    def compare_one(self, path):
        for threads in (1, 2, 5):
            record = self.record(path, "--startNode=7", "--source-batch=sources", f"-t={threads}", "--verify=full")
            self.assertEqual(record["answer"], self.record(path, "--startNode=7")["answer"])
            self.assertEqual(record["batch"]["mode"], "sources")
            self.assertNotIn("batch", self.record(path, "--startNode=7", f"-t={threads}"))

    def test_floats(self):
        path = self.dir / "floats.gr"
        app_cases.write_gr(path, 1 << 10, [(tail, head, weight / 7) for tail, head, weight in GRAPHS["rmat"][1]],
                           kind="d")
        self.compare(path, "--weight-type=float", "--sources=random:9")

    def test_real_graphs(self):
        for name in self.REAL:
            if not (app_cases.INPUTS / name).exists():
                self.skipTest(f"{app_cases.INPUTS / name} is not there")
            path = self.dir / "real.gr"
            weights = [] if name.startswith("road") else ["--weights=uniform:1:255"]
            self.tool("graph-convert", app_cases.INPUTS / name, path, "--quiet", *weights)
            self.compare(path, "--sources=random:11")
            path.unlink()

    def test_more_runs_than_answers_in_memory(self):
        nodes, arcs = GRAPHS["grid"]
        records = self.record(self.graph("grid", nodes, arcs), "--sources=random:50", "-t=2", "--verify=full")
        self.assertEqual([each["batch"]["runs"] for each in records], 48 * [16] + 2 * [2])
        for each in records:
            self.assertEqual({key: each["batch"][key] for key in ("mode", "threads")}, {"mode": "sources", "threads": 2})
            self.assertEqual(each["batch"]["auto"], "50 sources keep 2 threads busy")
            self.assertLessEqual(each["time_s"], each["batch"]["time_s"])
            self.assertAlmostEqual(sum(each["phases"].values()), each["total_s"], places=9)
            self.assertGreaterEqual(min(each["phases"].values()), 0)
            self.assertEqual((each["wl"], each["params"]["algo"], each["wl_params"]), ("buckets", "buckets", {}))
            self.assertEqual(each["tasks"]["executed"], each["tasks"]["pushed"])

    def test_paths(self):
        path, out = self.graph("disconnected", *GRAPHS["disconnected"]), self.dir / "way.txt"
        (self.dir / "from").write_text("1\n0\n5\n2\n")
        self.record(path, f"--sources={self.dir}/from", "--target=2", f"--output-path={out}", "--source-batch=sources",
                    "-t=2")
        self.assertEqual(out.read_text(), "# 1 2 2\n1\n2\n# 0 2 4\n0\n1\n2\n# 5 2 inf\n# 2 2 0\n2\n")

    def test_what_auto_chooses(self):
        path = self.graph("grid", *GRAPHS["grid"])
        for flags, mode, words in ((["-t=2"], "sources", "4 sources keep 2 threads busy"),
                                   (["-t=1"], "sources", "4 sources keep 1 thread busy"),
                                   (["-t=3"], "tasks", "4 sources do not keep 3 threads busy"),
                                   (["-t=2", "--wl=obim"], "tasks", "--wl is given"),
                                   (["-t=2", "--delta=3"], "tasks", "--delta is given"),
                                   (["-t=2", "--edge-tile=64"], "tasks", "--edge-tile is given"),
                                   (["-t=2", "--algo=dijkstra"], "tasks", "--algo is given")):
            with self.subTest(flags=flags):
                batch = self.record(path, "--sources=random:4", *flags)[0]["batch"]
                self.assertEqual((batch["mode"], batch["auto"]), (mode, words))
                said = self.call(path, "--sources=random:4", *flags).stdout
                self.assertIn(f"because {words}; 4 runs took", said)
        self.assertNotIn("auto", self.record(path, "--sources=random:4", "--source-batch=tasks")[0]["batch"])

    def test_time_limit(self):
        """A run that takes too long is the last one, and those before it are kept."""
        nodes, arcs = GRAPHS["grid"]
        path = self.graph("grid", nodes, arcs)
        record = self.dir / "ended.json"
        for threads in (1, 2, 5):
            result = self.call(path, "--sources=random:30", f"-t={threads}", "--source-batch=sources", "--time-limit=0",
                               f"--json={record}")
            # The graph is small: a search may finish before it looks.
            records = json.loads(record.read_text())
            if result.returncode:
                self.assertEqual(result.returncode, 124, result.stderr)
                self.assertEqual(records[-1]["failure"]["kind"], "time")
                self.assertIn(f"ended after {len(records) - 1} of 30 runs", result.stderr)
            self.assertTrue(all(each["verified"] for each in records if "failure" not in each))
            self.assertEqual(len(self.record(path, "--sources=random:30", f"-t={threads}", "--time-limit=1000s")), 30)

    def test_too_long(self):
        """Distances that do not fit are refused as with --source-batch=tasks."""
        path = self.dir / "long.gr"
        app_cases.write_gr(path, 3, [(0, 1, (1 << 31) - 1), (1, 2, (1 << 31) - 1), (2, 0, (1 << 31) - 1)])
        (self.dir / "long").write_text("0\n1\n2\n")
        for batch in ("tasks", "sources"):
            record = self.record(path, f"--sources={self.dir}/long", f"--source-batch={batch}", "-t=2")
            self.assertEqual([each["answer"]["summary"]["max"] for each in record], 3 * [(1 << 32) - 2])
        app_cases.write_gr(path, 4, [(i, (i + 1) % 4, (1 << 31) - 1) for i in range(4)])
        for batch in ("tasks", "sources"):
            self.fails(1, path, f"--sources={self.dir}/long", f"--source-batch={batch}", "-t=2",
                       saying=("--distance-bits=64",))

    def test_wrong(self):
        path = self.graph("grid", *GRAPHS["grid"])
        for algorithm in ("worklist", "delta-stepping", "limit"):
            self.fails(2, path, "--sources=random:3", "--source-batch=sources", f"--algo={algorithm}",
                       saying=("--source-batch=sources", "radix-heap", algorithm))
        self.fails(2, path, "--sources=random:3", "--source-batch=all", saying=("auto, tasks, sources",))


class Columns(CliTest):
    """The answers for several sources in one file."""

    def test_a_column_per_source(self):
        nodes, arcs = GRAPHS["disconnected"]
        path, out = self.graph("disconnected", nodes, arcs), self.dir / "columns.txt"
        (self.dir / "sources").write_text("4\n0\n6\n")
        for flags in (["--algo=dijkstra"], ["-t=2", "--runs=2"], ["-t=3", "--distance-bits=64"]):
            self.record(path, *flags, f"--sources={self.dir}/sources", f"--output={out}")
            head, *lines = out.read_text().splitlines()
            self.assertEqual(head, "# node 4 0 6")
            columns = [distances(nodes, arcs, source) for source in (4, 0, 6)]
            self.assertEqual(lines, [" ".join([str(node)] + [str(column.get(node, "inf")) for column in columns])
                                     for node in range(nodes)])


class Paths(CliTest):
    """--target with --path-output, and --predecessors."""

    def test_paths_are_shortest(self):
        nodes, arcs = GRAPHS["grid"]
        graph, out = self.graph("grid", nodes, arcs), self.dir / "path.txt"
        right = distances(nodes, arcs, 7)[3000]
        for flags in (["--algo=dijkstra"], ["-t=1"], ["-t=2"], ["-t=16"]):
            self.record(graph, *flags, "--startNode=7", "--target=3000", f"--path-output={out}")
            self.assertEqual(out.read_text().splitlines()[0], f"# 7 3000 {right}")
            self.tool("graph-check", "path", graph, out, "--source=7", "--target=3000")
        said = self.call(graph, "--startNode=7", "--target=3000", f"--path-output={out}", "-t=1").stdout
        self.assertIn(f"Path from node 7 to node 3000 has length {right}\n", said)

    def test_predecessors_are_a_tree(self):
        nodes, arcs = GRAPHS["rmat"]
        graph, out, answer = self.graph("rmat", nodes, arcs), self.dir / "tree.txt", self.dir / "answer.txt"
        right = distances(nodes, arcs, 5)
        weights = {}
        for tail, head, weight in arcs:
            weights[tail, head] = min(weight, weights.get((tail, head), weight))
        texts = set()
        for threads in (1, 3, 16):
            self.record(graph, f"-t={threads}", "--startNode=5", f"--predecessors={out}", f"--output={answer}")
            texts.add(out.read_text())
        self.assertEqual(len(texts), 1)
        tree = dict(map(int, line.split()) for line in out.read_text().splitlines())
        self.assertEqual(set(tree), set(right))
        self.assertEqual(tree.pop(5), 5)
        for node, before in tree.items():
            self.assertEqual(right[before] + weights[before, node], right[node])

    def test_no_path(self):
        graph, out = self.graph("disconnected", *GRAPHS["disconnected"]), self.dir / "none.txt"
        self.record(graph, "--target=4", f"--path-output={out}")
        self.assertEqual(out.read_text(), "# 0 4 inf\n")
        said = self.call(graph, "--target=4", f"--path-output={out}").stdout
        self.assertIn("No path from node 0 to node 4\n", said)

    def test_a_path_from_each_source(self):
        graph, out = self.graph("disconnected", *GRAPHS["disconnected"]), self.dir / "many.txt"
        (self.dir / "from").write_text("1\n0\n5\n2\n")
        self.record(graph, f"--sources={self.dir}/from", "--target=2", f"--output-path={out}")
        self.assertEqual(out.read_text(), "# 1 2 2\n1\n2\n# 0 2 4\n0\n1\n2\n# 5 2 inf\n# 2 2 0\n2\n")

    def test_geojson(self):
        graph, out = self.graph("disconnected", *GRAPHS["disconnected"]), self.dir / "way.geojson"
        (self.dir / "places.co").write_text("p aux sp co 8\n" + "".join(f"v {i + 1} {i} {-i}\n" for i in range(8)))
        self.record(graph, "--target=2", f"--path-output={out}", f"--coords={self.dir}/places.co")
        feature, = json.loads(out.read_text())["features"]
        self.assertEqual(feature["properties"], {"source": 0, "target": 2, "length": 4, "nodes": 3})
        self.assertEqual(feature["geometry"]["coordinates"], [[0, 0], [1e-6, -1e-6], [2e-6, -2e-6]])
        self.fails(1, graph, "--target=2", f"--path-output={out}", saying=("GeoJSON needs", "no coordinates"))

    def test_wrong(self):
        graph, out = self.graph("disconnected", *GRAPHS["disconnected"]), self.dir / "unwritten.txt"
        self.fails(2, graph, "--target=2", saying=("--path-output",))
        self.fails(2, graph, f"--path-output={out}", saying=("--target=NODE",))
        self.fails(1, graph, "--target=8", f"--path-output={out}", saying=("--target=8", "0 to 7"))
        self.fails(2, graph, "--target=x", f"--path-output={out}", saying=("--target=x", "a whole number"))
        self.fails(2, graph, "--target=2", f"--path-output={out}", "--coords=a.co", saying=("--coords",))
        self.assertFalse(out.exists())


class Names(CliTest):
    """Nodes with names, in flags, answers, paths and records."""

    ROADS = "from,to,km\nParis,Lyon,465\nParis,\"New York\",5836\n\"New York\",Nice,6400\nLyon,Nice,470\n"

    def test_from_a_table_to_an_answer(self):
        table, out, path = self.dir / "cities.csv", self.dir / "cities.txt", self.dir / "way.txt"
        table.write_bytes(b"\xef\xbb\xbf" + self.ROADS.replace("\n", "\r\n").encode())
        binary = self.dir / "cities.gr"
        self.tool("graph-convert", table, binary)
        for graph in (table, table, binary):  # converted, kept, and converted by hand
            for flags in (["-t=1"], ["-t=16"], ["--algo=dijkstra"], ["--no-cache"]):
                record = self.record(graph, *flags, "--startNode=Paris", f"--output={out}", "--target=Nice",
                                     f"--path-output={path}", "--verify=full")
                self.assertEqual(record["params"]["startNode"], "Paris")
                self.assertEqual(out.read_text(), 'Paris 0\nLyon 465\n"New York" 5836\nNice 935\n')
                self.assertEqual(path.read_text(), "# Paris Nice 935\nParis\nLyon\nNice\n")
                self.tool("graph-check", "sssp", graph, out, "--source=Paris")
                self.tool("graph-check", "path", graph, path, "--target=Nice")
        said = self.call(binary, "--startNode=New York", "--report-node=Nice").stdout
        self.assertIn('Node Nice has distance 6400 from node "New York"', said)
        self.assertIn("Nodes have names, such as Paris", said)
        self.fails(1, table, "--startNode=Rome", saying=("--startNode=Rome", "such as Paris"))
        (self.dir / "from").write_text('Lyon\n"New York"\n')
        self.record(table, f"--sources={self.dir}/from", f"--output={out}")
        self.assertEqual(out.read_text().splitlines()[0], '# node Lyon "New York"')
        (self.dir / "from").write_text("Lyon\nRome\n")
        self.fails(1, table, f"--sources={self.dir}/from", saying=("from:2: source Rome",))

    def test_names_that_look_like_numbers(self):
        table = self.dir / "codes.el"
        table.write_text("007 7 3\n7 70 4\n")
        self.assertEqual(self.record(table, "--names", "--startNode=007")["params"]["startNode"], "007")
        self.fails(2, table, "--startNode=x7", saying=("--startNode=x7: a whole number",))

    def test_broken_tables(self):
        table = self.dir / "broken.csv"
        for text, words in ((b"a,b,1\nc,,2\n", ":2: the head is missing"), (b"a,b,1\n\"c,d,2\n", ":2: a quote"),
                            (b"a,b,1\nM\xe1laga,b,2\n", ":2: the name of the tail is not in UTF-8")):
            table.write_bytes(text)
            self.fails(1, table, saying=(words,))


if __name__ == "__main__":
    app_cases.main()
