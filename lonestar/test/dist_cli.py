"""Runs the programs on divided graphs under mpirun as a user would: answers on 1 to 8 ranks, records, and files
that are written. app_cases.py says how to run these tests."""

import gzip
import json
import subprocess

import app_cases
from app_cases import BIN, INPUTS, rmat, write_gr
from dist_cases import EXECUTIONS, PERMISSIONS, RANKS, DistTest, mpirun
from sssp_cases import distances


class Answers(DistTest):
    """Distances are those of Dijkstra's algorithm in Python, on any number of ranks."""

    def graphs(self):
        yield "one", 1, []
        yield "pair", 2, [(0, 1, 7)]
        yield "chain", 40, [(node, node + 1, 3) for node in range(39)]
        yield "zeros", 30, [(node, (node * 7 + 1) % 30, node % 2) for node in range(30)]
        yield "star", 300, [(0, node, node) for node in range(1, 300)]
        yield "rmat", 256, rmat(8, 6, 1)

    def test_distances(self):
        for name, nodes, arcs in self.graphs():
            path = self.graph(name, nodes, arcs)
            for program, weight in (("sssp-push-dist", lambda arc: arc[2]), ("bfs-push-dist", lambda arc: 1)):
                wanted = distances(nodes, [(*arc[:2], weight(arc)) for arc in arcs], 0)
                for ranks in RANKS:
                    execution = EXECUTIONS[(len(name) + ranks) % 2]
                    for flags in ([], ["--partition=cvc"], [self.parts(nodes, ranks)]):
                        with self.subTest(name=name, program=program, ranks=ranks, flags=flags):
                            record = self.run_of(program, ranks, path, f"--exec={execution}",
                                                 "--verify=full", *flags)
                            self.assertIs(record["verified"], True)
                            self.assertEqual(record["answer"]["checksum"], sum(wanted.values()))
                            self.assertEqual(record["answer"]["summary"],
                                             {"reached": len(wanted), "max": max(wanted.values())})

    def test_pagerank(self):
        path = self.graph("rmat", 256, rmat(8, 6, 1))
        for ranks in RANKS:
            for execution in EXECUTIONS:
                for dangling in ("uniform", "none"):
                    with self.subTest(ranks=ranks, execution=execution, dangling=dangling):
                        partition = "cvc" if dangling == "uniform" else "oec"
                        record = self.run_of("pagerank-push-dist", ranks, path, f"--exec={execution}",
                                             "--verify=full", f"--dangling={dangling}", "--tolerance=1e-5",
                                             f"--partition={partition}", f"-t={1 + ranks % 2}")
                        self.assertIs(record["verified"], True)
                        if dangling == "uniform":
                            self.assertAlmostEqual(record["answer"]["summary"]["sum"], 1, 6)

    def test_threads_and_worklists(self):
        arcs = rmat(10, 6, 2)
        path = self.graph("rmat10", 1024, arcs)
        wanted = distances(1024, arcs, 5)
        for place, worklist in enumerate(app_cases.worklist_names(str(BIN / "sssp-push-dist"))):
            for threads in (1, 2, 16):
                with self.subTest(worklist=worklist, threads=threads):
                    record = self.run_of("sssp-push-dist", 2, path, "--startNode=5", f"-t={threads}",
                                         f"--wl={worklist}", f"--exec={EXECUTIONS[place % 2]}")
                    self.assertEqual(record["answer"]["checksum"], sum(wanted.values()))
                    self.assertEqual((record["threads"], record["dist"]["threads_per_rank"]),
                                     (2 * threads, threads))

    def test_types(self):
        arcs = rmat(7, 5, 3)
        wanted = sum(distances(128, arcs, 0).values())
        for kind, types in (("I", ("auto", "int", "signed")), ("Q", ("auto", "int", "signed")),
                            ("f", ("auto", "float")), ("d", ("auto", "float"))):
            for weights in types:
                with self.subTest(kind=kind, weights=weights):
                    path = self.dir / f"type-{kind}.gr"
                    write_gr(path, 128, arcs, kind=kind)
                    record = self.run_of("sssp-push-dist", 3, path, "--verify=full", "--distance-bits=64",
                                         f"--weight-type={weights}")
                    self.assertEqual(record["answer"]["checksum"], wanted)
                    self.assertEqual(record["params"]["distance-bits"], 64)
                    self.assertEqual(record["params"].get("weight-type"), "float" if kind in "fd" else None)

    def weighted(self, name, weights, kind):
        """Returns a chain with these weights."""
        path = self.dir / f"{name}-{ord(kind)}.gr"
        write_gr(path, len(weights) + 1, [(node, node + 1, weight) for node, weight in enumerate(weights)],
                 kind=kind)
        return path

    def test_floats_are_recognised(self):
        for kind in "fd":
            path = self.weighted("halves", [0.5, 0.25, 0.0, 1.5], kind)
            for ranks in (1, 3, 8):
                result = self.launch("sssp-push-dist", ranks, path, "--reportNode=2", "--verify=full")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("Weights: float (recognised from the file's values", result.stdout)
                self.assertIn("Node 2 has distance 0.75 from node 0\n", result.stdout)
        # The flag overrides the recognised type.
        record = self.run_of("sssp-push-dist", 2, self.weighted("halves", [0.5, 0.25], "f"), "--weight-type=int",
                             "--distance-bits=64")
        self.assertGreater(record["answer"]["summary"]["max"], 1 << 20)

    def test_weights_that_are_refused(self):
        """The sign of one weight, on any rank, is seen."""
        for kind, bits, shown in (("i", 32, 4294967289), ("q", 64, 18446744073709551609)):
            for place in (0, 7):
                weights = [9] * 8
                weights[place] = -7
                path = self.weighted(f"negative{place}", weights, kind)
                for ranks in (1, 8):
                    with self.subTest(kind=kind, place=place, ranks=ranks):
                        self.refused("sssp-push-dist", ranks, path,
                                     saying=(f"whole numbers from 9 to {shown} or, with a sign, from -7 to 9",
                                             "--weight-type=int or --weight-type=signed"))
                for parts in ("--partition=cvc", self.parts(9, 4)):
                    self.refused("sssp-push-dist", 4, path, "--weight-type=signed", parts,
                                 saying=(f"from node {place} to node {place + 1} ", "weighs -7"))
            weights = [9] * 7 + [(1 << (bits - 1)) - 1]  # as large as can be with a sign
            record = self.run_of("sssp-push-dist", 3, self.weighted("great", weights, kind),
                                 "--distance-bits=64", "--weight-type=signed")
            self.assertEqual(record["answer"]["summary"]["max"], sum(weights))
        for kind in "fd":
            unclear = self.weighted("thirds", [2 / 3, 1 / 7], kind)
            self.refused("sssp-push-dist", 3, unclear, saying=("or floats from 0.1429 to 0.6667",))
            for bad in (-1.5, float("inf"), float("nan")):
                path = self.weighted("bad", [0.5, 1.5, bad], kind)
                self.refused("sssp-push-dist", 3, path, saying=("a weight is a number of 0 or more",))


class Record(DistTest):
    def test_fields(self):
        path = self.graph("rmat", 256, rmat(8, 6, 1))
        for program in ("sssp-push-dist", "pagerank-push-dist"):
            for execution in EXECUTIONS:
                record = self.run_of(program, 3, path, f"--exec={execution}", "--buffer=10")
                self.assertEqual(record["app"], program)
                self.assertEqual((record["dist"]["ranks"], record["dist"]["transport"]), (3, "mpi"))
                self.assertEqual(record["dist"]["rounds"] > 0, execution == "Sync")
                self.assertEqual(record["dist"]["waves"] > 0, execution == "Async")
                self.assertEqual(record["params"]["slack"], 8)
                self.assertEqual(record["params"]["buffer"], 10)
                parts = record["per_rank"]
                self.assertEqual([part["rank"] for part in parts], [0, 1, 2])
                for name in ("nodes", "edges"):
                    self.assertEqual(sum(part[name] for part in parts), record[name])
                self.assertEqual(sum(part["tasks"]["executed"] for part in parts),
                                 record["tasks"]["executed"])
                updates = record["updates"]
                # PageRank sends its first residuals besides.
                first = 6 if program == "pagerank-push-dist" else 0
                self.assertEqual(updates["full"] + updates["urgent"] + updates["starving"] + first,
                                 record["messages"]["updates"]["count"])
                self.assertGreater(updates["full"], 0)

    def test_output_and_runs(self):
        arcs = [(0, 1, 5), (1, 2, 1), (3, 0, 1)]
        path, out = self.graph("small", 4, arcs), self.dir / "out"
        result = self.launch("sssp-push-dist", 2, path, f"--output={out}", "--runs=3", "--json=-")
        self.assertEqual(len(json.loads(result.stdout)), 3)
        self.assertEqual(out.read_text(), "0 0\n1 5\n2 6\n3 inf\n")
        result = self.launch("sssp-push-dist", 3, path, "--reportNode=2")
        self.assertIn("Node 2 has distance 6 from node 0\n", result.stdout)
        self.assertIn("Verification successful.\n", result.stdout)
        self.launch("pagerank-push-dist", 2, path, f"--output={out}")
        self.assertEqual(len(out.read_text().splitlines()), 4)


class Output(DistTest):
    """The file of --output is that of the program on one rank, byte for byte, and no part of it is there
    when a rank cannot write."""

    FLOATS = [(node, (node * 5 + 1) % 37, node / 8 + 0.1) for node in range(37)]

    def on_one_rank(self, program, *args):
        """Returns what a program without ranks writes."""
        out = self.dir / "one"
        subprocess.run([str(BIN / program), *map(str, args), f"--output={out}"], check=True,
                       capture_output=True, env=self.env)
        return out.read_bytes()

    def written(self, program, ranks, *args, to="out", unpacked=lambda data: data):
        """Returns what a program on ranks writes, which must be the only new file."""
        out = self.dir / "written" / to
        out.parent.mkdir(exist_ok=True)
        result = self.launch(program, ranks, *args, f"--output={out}")
        self.assertEqual(result.returncode, 0, f"{program} {ranks} {args}\n{result.stderr}")
        self.assertEqual([path.name for path in out.parent.iterdir()], [to])
        data = unpacked(out.read_bytes())
        out.unlink()
        return data

    def graphs(self):
        """Graphs with a flag for a node to begin at."""
        yield self.graph("out-one", 1, []), []
        yield self.graph("out-few", 4, [(0, 1, 5), (1, 2, 1), (3, 0, 1)]), []
        yield self.graph("out-rmat", 1 << 12, rmat(12, 6, 1)), ["--startNode=5"]
        floats = self.dir / "out-floats.gr"
        write_gr(floats, 37, self.FLOATS, kind="d")
        yield floats, []
        arcs = [(7 * (node * node % 101), 7 * (node * 3 % 101), node) for node in range(300)]
        yield (self.converted("out-ids", "".join(f"{tail},{head},{weight}\n" for tail, head, weight in arcs)),
               ["--startNode=7", "--reportNode=7"])
        yield (self.converted("out-names", "".join(f"p{tail},\"p {head}\",{weight}\n"
                                                   for tail, head, weight in arcs)),
               ["--startNode=p7", "--reportNode=p7"])

    def test_distances(self):
        for path, flags in self.graphs():
            for name in ("sssp", "bfs"):
                wanted = self.on_one_rank(f"{name}-cpu", path, *flags)
                for ranks in RANKS:
                    for parts in ("--partition=oec", "--partition=cvc",
                                  self.parts(len(wanted.splitlines()), ranks)):
                        with self.subTest(path=path.name, name=name, ranks=ranks, parts=parts):
                            self.assertEqual(self.written(f"{name}-push-dist", ranks, path, parts, *flags),
                                             wanted)

    def test_wide_distances(self):
        path = self.graph("wide", 3, [(0, 1, 4 * 10**9), (1, 2, 4 * 10**9)])
        flags = ("--weight-type=int", "--distance-bits=64")
        self.assertEqual(self.written("sssp-push-dist", 2, path, *flags), b"0 0\n1 4000000000\n2 8000000000\n")

    def test_ranks_of_nodes(self):
        """Their last digits depend on the order of tasks, unless all ranks are the same."""
        exact = self.graph("exact", 64, [(node, node % 4, 1) for node in range(4, 64)])
        flags = ("--damping=0",)
        wanted = self.on_one_rank("pagerank-cpu", exact, *flags)
        near = self.graph("near", 1 << 10, rmat(10, 6, 1))
        lines = self.on_one_rank("pagerank-cpu", near, "--tolerance=1e-9").split(b"\n")
        for ranks in RANKS:
            self.assertEqual(self.written("pagerank-push-dist", ranks, exact, self.parts(64, ranks), *flags),
                             wanted)
            for parts in ("--partition=oec", self.parts(1 << 10, ranks)):
                found = self.written("pagerank-push-dist", ranks, near, "--tolerance=1e-9", parts).split(b"\n")
                self.assertEqual(len(found), len(lines))
                for one, other in zip(found[:-1], lines[:-1], strict=True):
                    self.assertEqual(one.split()[0], other.split()[0])
                    self.assertAlmostEqual(float(one.split()[1]), float(other.split()[1]), 8)

    def test_large(self):
        """More than a block of text per rank."""
        nodes = 700000
        path = self.graph("large", nodes, [(node, (node + 1) % nodes, node % 1000) for node in range(0, nodes, 3)])
        wanted = self.on_one_rank("bfs-cpu", path)
        for ranks in RANKS:
            for to, unpacked in (("out", lambda data: data), ("out.gz", gzip.decompress)):
                self.assertEqual(self.written("bfs-push-dist", ranks, path, to=to, unpacked=unpacked), wanted)
            self.assertEqual(self.written("bfs-push-dist", ranks, path, self.parts(nodes, ranks)), wanted)

    def test_streams(self):
        path = self.graph("streams", 1 << 12, rmat(12, 6, 1))
        wanted = self.on_one_rank("sssp-cpu", path).decode()
        for ranks in RANKS:
            result = self.launch("sssp-push-dist", ranks, path, "--output=-")
            self.assertEqual(result.stdout, wanted)
            self.assertIn("Verification successful.", result.stderr)

    def test_other_folders(self):
        """A name is one of the folder in which rank 0 runs."""
        folders = [self.dir / "here", self.dir / "there"]
        path = self.graph("small", 3, [(0, 1, 5)])
        for folder in folders:
            folder.mkdir()
        program = str((BIN / "bfs-push-dist").resolve())
        parts = ["-wdir", str(folders[0]), "-n", "1", program, str(path), "--output=out", ":",
                 "-wdir", str(folders[1]), "-n", "2", program, str(path), "--output=out"]
        result = subprocess.run([mpirun(program), *parts], capture_output=True, text=True, check=False,
                                env={**self.env, **PERMISSIONS}, timeout=900)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((folders[0] / "out").read_text(), "0 0\n1 1\n2 inf\n")
        self.assertEqual(list(folders[1].iterdir()), [])

    def test_errors(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        for ranks in RANKS:
            for program in ("bfs-push-dist", "pagerank-push-dist"):
                self.refused(program, ranks, path, f"--output={self.dir}/no/out",
                             saying=("rank 0: cannot write", "choose a folder that exists"))
                self.refused(program, ranks, path, f"--output={self.dir}", saying=("rank 0: cannot write",))
                self.refused(program, ranks, path, "--output=/dev/full",
                             saying=("rank 0: cannot write /dev/full: No space left on device",))

    def apart(self, ranks, mount, *, own):
        """Runs ranks that write to a folder, of which the `own` ranks see another one than the other
        ranks. Returns the result and what is left in the folder that rank 0 sees."""
        if subprocess.run(["unshare", "-rm", "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("this system lets nobody mount folders")
        nodes = 200000
        path = self.graph("apart", nodes, [(node, node + 1, 1) for node in range(9)])
        folder = self.dir / "apart"
        folder.mkdir(exist_ok=True)
        program = str((BIN / "bfs-push-dist").resolve())
        parts = []
        for rank in range(ranks):
            command = [program, str(path), f"--output={folder}/out"]
            if rank in own:
                command = ["unshare", "-rm", "sh", "-c", f"{mount} {folder} && exec \"$@\"", "sh", *command]
            parts += [":"] * bool(parts) + ["-n", "1", *command]
        result = subprocess.run([mpirun(program), *parts], capture_output=True, text=True, check=False,
                                env={**self.env, **PERMISSIONS}, timeout=900)
        return result, [path.name for path in folder.iterdir()]

    def test_a_host_without_the_file(self):
        for ranks, own in ((2, [1]), (3, [2]), (8, [5, 6])):
            result, left = self.apart(ranks, "mount -t tmpfs tmpfs", own=own)
            self.assertEqual(result.returncode, 1, result.stderr)
            lines = [line for line in result.stderr.splitlines() if line.startswith("bfs-push-dist: ")]
            self.assertEqual(len(lines), 1, result.stderr)
            self.assertIn(f"rank {own[0]}: cannot write {self.dir}/apart/out: ", lines[0])
            self.assertIn("choose a folder that all hosts share", lines[0])
            self.assertEqual(left, [])

    def test_a_full_disk(self):
        """Of 100 KB, of which the second rank begins its part at about 1 MB."""
        if subprocess.run(["unshare", "-rm", "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("this system lets nobody mount folders")
        path = self.graph("full", 200000, [(node, node + 1, 1) for node in range(9)])
        folder = self.dir / "full"
        folder.mkdir()
        program = str((BIN / "bfs-push-dist").resolve())
        for ranks in RANKS:
            command = (f"mount -t tmpfs -o size=100k tmpfs {folder} && {mpirun(program)} -n {ranks} {program} "
                       f"{path} --output={folder}/out; status=$?; echo \"left:$(ls -A {folder})\"; exit $status")
            result = subprocess.run(["unshare", "-rm", "sh", "-c", command], capture_output=True, text=True,
                                    check=False, env={**self.env, **PERMISSIONS}, timeout=900)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertRegex(result.stderr, r"(?m)^bfs-push-dist: rank \d: cannot write .*/out: No space left")
            self.assertEqual(result.stdout.splitlines()[-1], "left:")


class Generated(DistTest):
    """The files of graph-gen-dist are those of graph-gen."""

    KINDS = (("grid", "--size=37x21"), ("grid", "--nodes=1"), ("torus2d", "--nodes=50", "--weights=uniform:1:9"),
             ("torus3d", "--nodes=64", "--weights=none"), ("local", "--nodes=1000", "--seed=4"),
             ("rmat", "--scale=0", "--edge-factor=3"), ("rmat", "--scale=12", "--edge-factor=7", "--a=0.4"),
             ("uniform", "--nodes=1", "--edge-factor=0"), ("uniform", "--nodes=7777", "--edge-factor=3"),
             ("uniform", "--nodes=1M", "--edge-factor=2"))

    def test_files(self):
        for kind, *flags in self.KINDS:
            one, several = self.dir / "one.gr", self.dir / "several.gr"
            subprocess.run([str(BIN / "graph-gen"), kind, str(one), *flags, "--quiet"], check=True, env=self.env)
            for ranks in RANKS:
                with self.subTest(kind=kind, flags=flags, ranks=ranks):
                    result = self.launch("graph-gen-dist", ranks, kind, several, *flags)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertIn(f"synthetic {kind}, ", result.stdout)
                    self.assertEqual(several.read_bytes(), one.read_bytes())
                    several.unlink()

    def test_errors(self):
        out = self.dir / "none.gr"
        for status, said, *args in (
                (2, "graph-gen makes it", "road", out, "--nodes=10"), (2, "no kind", "star", out, "--nodes=10"),
                (2, "plain .gr files only", "grid", f"{out}.gz", "--nodes=4"),
                (2, "plain .gr files only", "grid", "-", "--nodes=4"),
                (2, "plain .gr files only", "grid", self.dir / "none.el", "--nodes=4"),
                (2, "--size means nothing", "rmat", out, "--size=2x2", "--scale=3"),
                (2, "at most 1", "rmat", out, "--scale=3", "--a=0.9", "--b=0.9"),
                (2, "--scale=32", "rmat", out, "--scale=32"),
                (1, "too many nodes", "grid", out, "--size=100000x100000"),
                (1, "of memory", "uniform", out, "--nodes=4G", "--edge-factor=100000"),
                (1, "rank 0: cannot write", "grid", self.dir / "no" / "none.gr", "--nodes=4")):
            with self.subTest(args=args):
                self.refused("graph-gen-dist", 3, *args, status=status, saying=(said,))
        self.assertEqual(list(self.dir.glob("*none*")), [])


class Real(DistTest):
    """A road network with published distances; skipped where it is not there."""

    def test_delaware(self):
        text = INPUTS / "road" / "osm_delaware.gr.xz"
        if not text.exists():
            self.skipTest(f"{text} is not there")
        path = self.dir / "delaware.gr"
        subprocess.run([str(BIN / "graph-convert"), str(text), str(path)], check=True, env=self.env,
                       capture_output=True)
        for ranks, execution in ((1, "Async"), (2, "Async"), (3, "Sync"), (8, "Async")):
            with self.subTest(ranks=ranks):
                record = self.run_of("sssp-push-dist", ranks, path, "--startNode=1919",
                                     f"--exec={execution}", "--distance-bits=64")
                self.assertEqual(record["answer"]["checksum"], 269783831823)
                self.assertEqual(record["answer"]["summary"]["reached"], 348325)


if __name__ == "__main__":
    app_cases.main()
