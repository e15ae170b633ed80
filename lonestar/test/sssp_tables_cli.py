"""Runs sssp-cpu and bfs-cpu with --table as a user would: formats, flags, interrupted runs, and wrong input.
app_cases.py says how to run these tests.
"""

import ast
import fcntl
import json
import os
import resource
import signal
import struct
import subprocess
import time
import zipfile

import app_cases
from app_cases import GRAPHS
from sssp_cases import CliTest, distances

BITS = {"<u2": "H", "<u4": "I", "<u8": "Q", "<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q"}


def array(data):
    """Returns the shape and the values of an array in NumPy's format."""
    assert data[:8] == b"\x93NUMPY\x01\x00"
    length = struct.unpack_from("<H", data, 8)[0]
    assert (10 + length) % 64 == 0
    header = ast.literal_eval(data[10:10 + length].decode())
    values = data[10 + length:]
    assert not header["fortran_order"]
    kind = header["descr"]
    if kind == "|S3":
        return header["shape"], values
    return header["shape"], [value for value, in struct.iter_unpack("<" + BITS[kind], values)]


class TableTest(CliTest):
    def setUp(self):
        super().setUp()
        self.table = self.dir / f"{self.id()}.csv"

    def nodes_of(self, name, nodes):
        path = self.dir / name
        path.write_text("".join(f"{node}\n" for node in nodes))
        return path

    def pairs(self, path=None, separator=","):
        """Returns the lines of a table as [(source, target, distance)], "inf" where there is none."""
        first, *lines = (path or self.table).read_text().splitlines()
        self.assertEqual(first, separator.join(("source", "target", "distance")))
        return [tuple(line.split(separator)) for line in lines]

    @staticmethod
    def right(name, sources, targets=None, limit=None):
        """Returns what pairs() should, with every pair if there is no limit."""
        nodes, arcs = GRAPHS[name]
        found = []
        for source in sources:
            row = distances(nodes, arcs, source)
            for target in range(nodes) if targets is None else targets:
                distance = row.get(target)
                if limit is None or distance is not None and distance <= limit:
                    found.append((str(source), str(target), "inf" if distance is None else str(distance)))
        return found


class TableFormats(TableTest):
    """What is written, against Dijkstra in Python."""

    SOURCES, TARGETS = (5, 0, 1000, 5, 77), (3, 900, 3, 5)

    def test_text(self):
        path = self.graph("rmat", *GRAPHS["rmat"])
        sources = self.nodes_of("sources", self.SOURCES)
        targets = self.nodes_of("targets", self.TARGETS)
        for threads in (1, 3):
            for flags, within in (([f"--targets={targets}"], (self.TARGETS, None)), ([], (None, None)),
                                  (["--limit=60"], (None, 60)),
                                  ([f"--targets={targets}", "--limit=90"], (sorted(set(self.TARGETS)), 90))):
                record = self.record(path, f"--sources={sources}", f"--table={self.table}", f"-t={threads}",
                                     "--verify=full", *flags)
                right = self.right("rmat", self.SOURCES, *within)
                self.assertEqual(self.pairs(), right)
                reached = [int(distance) for _, _, distance in right if distance != "inf"]
                self.assertEqual(record["answer"]["checksum"], sum(reached))
                self.assertEqual(record["answer"]["summary"], {"reached": len(reached), "max": max(reached)})
                self.assertIs(record["verified"], True)
                self.assertEqual(record["params"]["sources"], 5)
                self.assertEqual(record["worklist"]["rows"], 5)
        tsv = self.dir / "table.tsv"
        self.record(path, "--startNode=5", f"--targets={targets}", f"--table={tsv}")
        self.assertEqual(self.pairs(tsv, "\t"), self.right("rmat", [5], self.TARGETS))
        self.assertEqual(list(self.dir.glob("*.part*")), [])

    def test_matrices(self):
        nodes, arcs = GRAPHS["rmat"]
        path = self.graph("rmat", nodes, arcs)
        sources = self.nodes_of("sources", self.SOURCES)
        targets = self.nodes_of("targets", self.TARGETS)
        rows = [distances(nodes, arcs, source) for source in self.SOURCES]
        out = self.dir / "table.npy"
        for kind, none in (("uint16", 65535), ("uint32", 2**32 - 1), ("uint64", 2**64 - 1), ("float32", float("inf")),
                           ("float64", float("inf")), ("", 2**32 - 1)):
            for flags, columns in (([], range(nodes)), ([f"--targets={targets}"], self.TARGETS)):
                self.record(path, f"--sources={sources}", f"--table={out}", *flags, *([f"--table-type={kind}"] if kind else []))
                shape, values = array(out.read_bytes())
                self.assertEqual(shape, (5, len(columns)))
                self.assertEqual(values, [row.get(column, none) for row in rows for column in columns])
        self.record(path, f"--sources={sources}", f"--targets={targets}", f"--table={out}", "--limit=50")
        self.assertEqual(array(out.read_bytes())[1],
                         [row[column] if row.get(column, 51) <= 50 else 2**32 - 1
                          for row in rows for column in self.TARGETS])
        sparse = self.dir / "table.npz"
        self.record(path, f"--sources={sources}", f"--table={sparse}", "--limit=60", "--verify=full")
        with zipfile.ZipFile(sparse) as archive:
            self.assertIsNone(archive.testzip())
            parts = {name: array(archive.read(name))[1] for name in archive.namelist()}
        self.assertEqual((parts["format.npy"], parts["shape.npy"]), (b"csr", [5, nodes]))
        begin = 0
        for row, end in zip(rows, parts["indptr.npy"][1:]):
            self.assertEqual(list(zip(parts["indices.npy"][begin:end], parts["data.npy"][begin:end])),
                             sorted((node, distance) for node, distance in row.items() if distance <= 60))
            begin = end

    def test_graphs(self):
        """Each unusual graph, with weights of each type, and levels of bfs-cpu."""
        for name, (nodes, arcs) in GRAPHS.items():
            path = self.graph(name, nodes, arcs)
            sources = sorted({0, nodes // 2, nodes - 1})
            file = self.nodes_of("some", sources)
            floats = self.dir / f"{name}-floats.gr"
            app_cases.write_gr(floats, nodes, arcs, kind="d")
            for graph, flag in ((path, "--distance-bits=64"), (floats, "--weight-type=float")):
                self.record(graph, f"--sources={file}", f"--table={self.table}", "--verify=full", flag)
                found = [(source, target, distance if distance == "inf" else str(int(float(distance))))
                         for source, target, distance in self.pairs()]
                self.assertEqual(found, self.right(name, sources), (name, flag))
            self.program = "bfs-cpu"
            self.record(path, f"--sources={file}", f"--table={self.table}", "--limit=3")
            self.program = "sssp-cpu"
            ones = [(tail, head, 1) for tail, head, _ in arcs]
            right = [(str(source), str(node), str(level)) for source in sources
                     for node, level in sorted(distances(nodes, ones, source).items()) if level <= 3]
            self.assertEqual(self.pairs(), right)

    def test_names(self):
        """Places have the names of the file, also those with separators in them."""
        graph = self.dir / "cities.csv"
        graph.write_text('from,to,km\nParis,"Lyon, Rhône",465\n"Lyon, Rhône",Nice,470\n')
        sources = self.dir / "from"
        sources.write_text('Paris\n"Lyon, Rhône"\n')
        targets = self.dir / "to"
        targets.write_text("Nice\nParis\n")
        self.record(graph, f"--sources={sources}", f"--targets={targets}", f"--table={self.table}")
        self.assertEqual(self.table.read_text(),
                         'source,target,distance\nParis,Nice,935\nParis,Paris,0\n"Lyon, Rhône",Nice,470\n'
                         '"Lyon, Rhône",Paris,inf\n')
        targets.write_text("Nice\nRome\n")
        self.fails(1, graph, f"--targets={targets}", f"--table={self.table}", saying=("to:2: target Rome",))

    def test_standard_input(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        subprocess.run([self.command(), str(path), "--targets=-", f"--table={self.table}", "--quiet"], input="2\n5\n",
                       text=True, capture_output=True, env=self.env, timeout=900, check=True)
        self.assertEqual(self.pairs(), [("0", "2", "4"), ("0", "5", "inf")])

    def test_packed(self):
        """A table keeps the packed form of the graph as other runs do, and uses it."""
        path = self.graph("packed", *GRAPHS["rmat"])
        before = set(self.kept.glob("*")) if self.kept.exists() else set()
        flags = ("--packed", "--startNode=5", "--limit=60", f"--table={self.table}")
        self.record(path, *flags)
        self.assertGreater(set(self.kept.glob("*")), before)
        self.record(path, *flags)
        self.assertEqual(self.pairs(), self.right("rmat", [5], None, 60))

    def test_random(self):
        path = self.graph("rmat", *GRAPHS["rmat"])
        self.record(path, "--sources=random:7", "--limit=20", f"--table={self.table}")
        chosen = list(dict.fromkeys(source for source, *_ in self.pairs()))
        self.assertEqual(chosen, [str(record["params"]["startNode"])
                                  for record in self.record(path, "--sources=random:7")])


class TableResumes(TableTest):
    """Runs that end early keep what is finished, and the same command goes on from there."""

    def files(self):
        return sorted(path.name.replace(self.table.stem, "t") for path in self.dir.glob(f"{self.table.stem}*"))

    def arguments(self, *flags):
        nodes, arcs = GRAPHS["grid"]
        path = self.graph("grid", nodes, arcs)
        return (path, "--sources=random:20", "--table-block=1", f"--table={self.table}", *flags)

    def rows_kept(self):
        return json.loads(self.table.with_suffix(self.table.suffix + ".part.json").read_text())["rows"]

    def stop_after(self, rows, *flags):
        """Ends a run by a limit to the size of its file, after at least so many rows. Returns its stderr."""
        whole = self.table.with_name("whole" + self.table.suffix)
        self.record(*(flag if flag != f"--table={self.table}" else f"--table={whole}"
                      for flag in self.arguments(*flags)))
        size = whole.stat().st_size * rows // 20 + 2000

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        result = subprocess.run([self.command(), *map(str, self.arguments(*flags)), "--quiet"], text=True,
                                capture_output=True, env=self.env, timeout=900, check=False, preexec_fn=limited)
        self.assertEqual(result.returncode, 1, result.stderr)
        return result.stderr, whole.read_bytes()

    def test_full_disk(self):
        """The same disk, for each format: what fails is one line, and the complete table is the same."""
        for suffix, flags in ((".csv", ["--limit=20000"]), (".npy", []), (".tsv", []), (".npz", ["--limit=20000"])):
            self.table = self.table.with_suffix(suffix)
            said, whole = self.stop_after(7, *flags)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertIn(f"{self.table.name}.part: File too large; {self.rows_kept()} of 20 rows are kept there, and the "
                          "same command goes on", said)
            self.assertIn(self.rows_kept(), range(1, 20))
            self.assertFalse(self.table.exists())
            kept = self.rows_kept()
            record = self.record(*self.arguments(*flags))
            self.assertEqual(record["worklist"]["rows_kept"], kept)
            self.assertEqual(record["worklist"]["rows"], 20 - kept)
            self.assertEqual(self.table.read_bytes(), whole)
            again = self.record(*self.arguments(*flags))  # a complete table is made again
            self.assertEqual(again["answer"], record["answer"])
            self.assertEqual(again["worklist"]["rows_kept"], 0)
            self.assertEqual([name for name in self.files() if "part" in name], [])

    def test_other_tables_are_refused(self):
        _, whole = self.stop_after(7, "--limit=20000")
        kept = self.rows_kept()
        before = self.table.with_suffix(".csv.part").read_bytes()
        for flags, word in ((["--limit=20001"], "limit"), (["--limit=20000", "--sources-seed=2"], "sources"),
                            (["--limit=20000", "--targets=" + str(self.nodes_of("t", [1, 2]))], "targets"),
                            (["--limit=20000", "--distance-bits=64"], "type")):
            self.fails(1, *self.arguments(*flags),
                       saying=(f"has {kept} rows of another table (other {word}); remove it, or give --table another",))
        other = self.graph("rmat", *GRAPHS["rmat"])
        self.fails(1, other, *self.arguments("--limit=20000")[1:], saying=("other graph, nodes, edges, sources",))
        self.assertEqual(self.table.with_suffix(".csv.part").read_bytes(), before)
        about = self.table.with_suffix(".csv.part.json")
        text = about.read_text()
        for wrong in ("", "{}", "[", text.replace("galois", "x")):
            about.write_text(wrong)
            self.fails(1, *self.arguments("--limit=20000"), saying=("does not say which table",))
        about.unlink()
        self.fails(1, *self.arguments("--limit=20000"), saying=("does not say which table",))
        about.write_text(text)
        part = self.table.with_suffix(".csv.part")
        part.write_bytes(before[:len(before) // 2])
        self.fails(1, *self.arguments("--limit=20000"), saying=("is damaged",))
        part.write_bytes(before + b"half a row")
        self.record(*self.arguments("--limit=20000"))
        self.assertEqual(self.table.read_bytes(), whole)

    def test_time_limit(self):
        """A run that takes too long has status 124, and later runs end it."""
        nodes, arcs = GRAPHS["grid"]
        path = self.graph("grid", nodes, arcs)
        arguments = (path, "--sources=random:300", "--table-block=4", f"--table={self.table.with_suffix('.npy')}",
                     "--verify=full")
        self.table = self.table.with_suffix(".npy")
        for turn in range(200):
            result = subprocess.run([self.command(), *map(str, arguments), "--time-limit=0.1", "--quiet"], text=True,
                                    capture_output=True, env=self.env, timeout=900, check=False)
            if result.returncode == 0:
                break
            self.assertEqual(result.returncode, 124, result.stderr)
            if turn == 100:  # on a machine that is very busy
                self.record(*arguments)
                break
        first = self.table.read_bytes()
        self.record(*arguments)
        self.assertEqual(self.table.read_bytes(), first)

    def test_signals(self):
        """A run that is interrupted or killed at any time leaves rows that can be used."""
        nodes, arcs = GRAPHS["grid"]
        path = self.graph("grid", nodes, arcs)
        arguments = (path, "--sources=random:400", "--table-block=2", f"--table={self.table}", "--limit=50000")
        about = self.table.with_suffix(".csv.part.json")
        for number in (signal.SIGINT, signal.SIGKILL):
            with subprocess.Popen([self.command(), *map(str, arguments), "--quiet"], env=self.env,
                                  stderr=subprocess.DEVNULL) as process:
                for _ in range(10_000):
                    if process.poll() is not None or about.exists() and self.rows_kept() > 0:
                        break
                    time.sleep(0.002)
                process.send_signal(number)
            if not about.exists():  # it was faster
                continue
            self.assertGreater(self.rows_kept(), 0)
        record = self.record(*arguments)
        first = self.table.read_bytes()
        self.assertEqual(self.record(*arguments)["answer"], record["answer"])
        self.assertEqual(self.table.read_bytes(), first)

    def test_two_at_once(self):
        self.stop_after(7)
        with open(self.table.with_suffix(".csv.part"), "rb") as part:
            fcntl.flock(part, fcntl.LOCK_EX)
            self.fails(1, *self.arguments(), saying=("is being written by another run",))
        self.record(*self.arguments())


class TableErrors(TableTest):
    """Each mistake is one line, and leaves no file."""

    def test_flags(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        targets = self.nodes_of("targets", [1])
        table = f"--table={self.table}"
        for flags, words in (
                ([f"--targets={targets}"], ("with --table, the file of its targets",)),
                (["--limit=3"], ("--table=FILE",)), (["--table-type=uint16"], ("--table=FILE",)),
                (["--table-block=3"], ("--table=FILE",)),
                ([table, "--limit=-1"], ("--limit=-1: a whole number from 0",)),
                ([table, "--limit=x"], ("whole number",)), ([table, "--limit="], ("the value is missing",)),
                ([table, "--weight-type=float", "--limit=nan"], ("number from 0",)),
                ([table, "--table-type=uint16"], ("FILE.npy",)),
                ([f"--table={self.dir}/table.txt"], (".csv, .tsv, .npy or .npz",)),
                ([table, "--output=-"], ("--output has no effect", "leave it out")),
                ([table, "--algo=dijkstra", "--runs=2"], ("--runs, --algo have no effect",)),
                ([table, "--wl=smq"], ("--wl has no effect",)), ([table, "--table-block=0"], ("--table-block",)),
                ([f"--table={path}.csv", f"--json={path}.csv"], ("two outputs",))):
            with self.subTest(flags=flags):
                self.fails(2, path, *flags, saying=words)
        self.fails(2, path, f"--sources={targets}", f"--targets={targets}", f"--table={targets}.npy",
                   "--reportNode=2", saying=("--reportNode has no effect",))
        self.assertEqual(list(self.dir.glob("*.part*")), [])
        self.assertFalse(self.table.exists())

    def test_input(self):
        path = self.graph("disconnected", *GRAPHS["disconnected"])
        table = f"--table={self.table}"
        for text, words in (("", ("there is no target; write one per line",)), ("9\n", ("targets:1: target 9",)),
                            ("1 2\n", ("targets:1",))):
            targets = self.dir / "targets"
            targets.write_text(text)
            self.fails(1, path, f"--targets={targets}", table, saying=words)
        self.fails(1, path, f"--targets={self.dir}/missing", table, saying=("missing",))
        self.fails(1, path, f"--table={self.dir}/missing/t.csv", saying=("missing/t.csv",))
        pipe = self.dir / "pipe.npy"
        os.mkfifo(pipe)
        self.fails(2, path, f"--table={pipe}", saying=("a regular file",))
        self.assertEqual(list(self.dir.glob("*.part*")), [])

    def test_distances_that_do_not_fit(self):
        path = self.graph("near_limit", *GRAPHS["near_limit"])
        self.fails(1, path, f"--table={self.table}", "--startNode=2", saying=(
            "the distance from node 2 to node", "is too long for uint32; run again with --distance-bits=64"))
        npy = self.dir / "table.npy"
        self.fails(1, path, f"--table={npy}", "--table-type=uint16",
                   saying=("the distance from node 0 to node", "too long for uint16; give a wider --table-type"))
        self.record(path, f"--table={npy}", "--table-type=uint16", "--limit=9")
        self.assertEqual(array(npy.read_bytes())[1], [0, 65535, 65535, 65535])
        self.record(path, f"--table={npy}", "--distance-bits=64", "--startNode=2")
        self.assertEqual(array(npy.read_bytes())[1][0], 1 << 30)
        self.assertEqual(list(self.dir.glob("*.part*")), [])


if __name__ == "__main__":
    app_cases.main()
