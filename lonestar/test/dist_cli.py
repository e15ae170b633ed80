"""Runs the programs on divided graphs under mpirun as a user would: answers on 1 to 8 ranks, records, and
error messages. app_cases.py says how to run these tests."""

import contextlib
import gzip
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time

import app_cases
from app_cases import BIN, INPUTS, REPOSITORY, rmat, write_gr
from sssp_cases import distances

RANKS = (1, 2, 3, 8)
EXECUTIONS = ("Async", "Sync")
# Names of variables that let Open MPI run as root and with more ranks than cores. MPICH needs none.
PERMISSIONS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}


def mpirun(program):
    """Returns the launcher of the MPI that the program is linked with."""
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    own = "mpirun.mpich" if "libmpich" in libraries else "mpirun.openmpi"
    return shutil.which(own) or "mpirun"


class DistTest(app_cases.CliTest):
    def converted(self, name, text):
        """Returns a graph whose nodes have ids or names."""
        (self.dir / f"{name}.csv").write_text(text)
        path = self.dir / f"{name}.gr"
        subprocess.run([str(BIN / "graph-convert"), str(self.dir / f"{name}.csv"), str(path)], check=True,
                       capture_output=True, env=self.env)
        return path

    def launch(self, program, ranks, *args):
        path = str(BIN / program)
        return subprocess.run([mpirun(path), "-n", str(ranks), path, *map(str, args)], capture_output=True,
                              text=True, env={**self.env, **PERMISSIONS}, timeout=900, check=False)

    def run_of(self, program, ranks, *args):
        """Returns the record of a run that must succeed."""
        result = self.launch(program, ranks, *args, "--json=-")
        self.assertEqual(result.returncode, 0, f"{program} {ranks} {args}\n{result.stderr}")
        return json.loads(result.stdout)

    def refused(self, program, ranks, *args, status=1, saying=()):
        """The program says in one line what is wrong."""
        result = self.launch(program, ranks, *args)
        self.assertEqual(result.returncode, status, f"{program} {args}\n{result.stderr}")
        lines = [line for line in result.stderr.splitlines() if line.startswith(f"{program}: ")]
        self.assertEqual(len(lines), 1, result.stderr)
        for text in saying:
            self.assertIn(text, lines[0])

    def parts(self, nodes, ranks):
        """Returns the flag of a file that deals the nodes at random."""
        dealt = random.Random(nodes + ranks)
        path = self.dir / f"parts-{nodes}-{ranks}"
        path.write_text("".join(f"{dealt.randrange(ranks)}\n" for _ in range(nodes)))
        return f"--partition=file:{path}"


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


class Errors(DistTest):
    def test_files(self):
        good = self.graph("rmat", 256, rmat(8, 6, 1)).read_bytes()
        for name, data, said in (("short", good[:-8], "truncated"), ("empty", b"", "is empty"),
                                 ("text", b"p sp 2 1\n", "DIMACS"), ("nothing", good[:8] + bytes(24), "no nodes"),
                                 ("to", good[:32 + 8 * 256] + b"\xff" * 4 + good[36 + 8 * 256:], "leads to node")):
            path = self.dir / f"{name}.gr"
            path.write_bytes(data)
            for program in ("sssp-push-dist", "pagerank-push-dist"):
                with self.subTest(name=name, program=program):
                    self.refused(program, 3, path, saying=(said,))
        self.refused("bfs-push-dist", 2, self.dir / "absent.gr", saying=("cannot open",))
        self.refused("bfs-push-dist", 2, status=2, saying=("name a .gr file",))

    def test_partitions(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        parts = self.dir / "parts"
        for text, said in (("0\n1\n", "2 lines, but the graph has 3 nodes"), ("0\n2\n0\n", ":2:"),
                           ("0\n0\n0\n0\n", "more lines")):
            parts.write_text(text)
            self.refused("bfs-push-dist", 2, path, f"--partition=file:{parts}", saying=(said,))
        self.refused("bfs-push-dist", 2, path, f"--partition=file:{self.dir / 'absent'}", saying=("absent",))
        for wrong, said in (("2d", "oec"), ("file:", "oec"), ("", "the value is missing")):
            self.refused("bfs-push-dist", 2, path, f"--partition={wrong}", status=2, saying=(said,))

    def test_nodes_and_sums(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        self.refused("sssp-push-dist", 3, path, "--startNode=3", saying=("--startNode=3",))
        self.refused("sssp-push-dist", 3, path, "--reportNode=3", saying=("--reportNode=3",))
        self.refused("pagerank-push-dist", 3, path, "--reportNode=9", saying=("--reportNode=9",))
        long = self.graph("long", 3, [(0, 1, 4 * 10**9), (1, 2, 4 * 10**9)])
        self.refused("sssp-push-dist", 2, long, "--weight-type=int", saying=("--distance-bits=64",))
        record = self.run_of("sssp-push-dist", 2, long, "--weight-type=int", "--distance-bits=64")
        self.assertEqual(record["answer"]["checksum"], 12 * 10**9)
        huge = self.dir / "huge.gr"
        write_gr(huge, 3, [(0, 1, 2**63), (1, 2, 2**62)], kind="Q")
        whole = "--weight-type=int"
        self.refused("sssp-push-dist", 2, huge, whole, saying=("sum of all distances exceeds 64 bits",))
        write_gr(huge, 3, [(0, 1, 2**63), (1, 2, 2**63)], kind="Q")
        self.refused("sssp-push-dist", 2, huge, whole, saying=("distances exceed 64 bits",))
        write_gr(huge, 3, [(0, 1, 1.0), (1, 2, -1.0)], kind="d")
        self.refused("sssp-push-dist", 2, huge, "--weight-type=float", saying=("0 or more",))

    def test_ids(self):
        """Each rank looks for an id among those of some nodes."""
        path = self.graph("ids", 5, [(0, 1, 5), (1, 2, 1)])
        plain = path.read_bytes()
        path.write_bytes(plain + struct.pack("<8s5Q", b"NodeIds", 70, 9, 1, 800, 30))
        for ranks in RANKS:
            for node, shown in ((70, "0"), (9, "5"), (1, "6"), (800, "infinity"), (30, "infinity")):
                result = self.launch("sssp-push-dist", ranks, path, "--startNode=70", f"--reportNode={node}")
                self.assertIn(f"Node {node} has distance {shown} from node 70\n", result.stdout)
            self.refused("sssp-push-dist", ranks, path, "--startNode=2",
                         saying=("--startNode=2: there is no such node", "5 nodes have ids between 1 and 800"))
            self.refused("sssp-push-dist", ranks, path, "--startNode=x", saying=("there is no such node",))
        path.write_bytes(plain + struct.pack("<8s5Q", b"NodeIds", 70, 9, 1, 800, 9))
        self.refused("sssp-push-dist", 3, path, "--startNode=9", saying=("2 nodes have one id, 9",))

    def test_names(self):
        """Rank 0 reads the file of names for each name, and keeps those that it prints."""
        path = self.converted("names", "a,b c,5\nb c,d,1\nd,e,3\n")
        names = path.with_suffix(".names")
        lines = names.read_text()
        for ranks in RANKS:
            for node, shown in (("a", "0"), ("b c", "5"), ("d", "6"), ("e", "9")):
                result = self.launch("sssp-push-dist", ranks, path, "--startNode=a", f"--reportNode={node}")
                called = f'"{node}"' if " " in node else node
                self.assertIn(f"Node {called} has distance {shown} from node a\n", result.stdout)
            record = self.run_of("pagerank-push-dist", ranks, path, "--reportNode=d")
            self.assertEqual([name for name, _ in record["answer"]["summary"]["top"]], ["e", "d", "b c", "a"])
            self.refused("sssp-push-dist", ranks, path, "--startNode=1",
                         saying=("--startNode=1: there is no such node", "4 nodes have names such as a"))
        names.write_text(lines.replace("3 e", "3 a"))
        self.refused("sssp-push-dist", 3, path, "--startNode=a", saying=("two nodes have the name a",))
        names.write_text(lines.replace("3 e", "2 a"))
        self.refused("sssp-push-dist", 3, path, "--startNode=b c", "--reportNode=e",
                     saying=("--reportNode=e: there is no such node",))
        self.refused("pagerank-push-dist", 3, path, "--reportNode=d", saying=("node 3 has no name",))
        names.write_text(lines.replace("3 e\n", ""))
        self.refused("sssp-push-dist", 3, path, saying=("names of 3 nodes, and the graph has 4 nodes",))

    def test_flags(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        for flag in ("--buffer=0", "--buffer=-1", "--poll-every=-1", "--poll-every=inf", "--exec=async",
                     "--slack=-1", "--slack=0.5", "--slack=nan", "--slack=-inf",
                     "--wl=none", "-t=0", "--runs=0", "--nonsense"):
            with self.subTest(flag=flag):
                self.refused("sssp-push-dist", 2, path, flag, status=2)
        for slack in ("0", "3", "inf"):
            self.assertEqual(str(self.run_of("sssp-push-dist", 2, path, f"--slack={slack}")["params"]["slack"]), slack)
        for flag in ("--damping=1", "--damping=-0.1", "--tolerance=0", "--tolerance=nan"):
            self.refused("pagerank-push-dist", 2, path, flag, status=2)
        result = subprocess.run([str(BIN / "sssp-push-dist"), "--help"], capture_output=True, text=True,
                                env=self.env, check=False)
        self.assertEqual(result.returncode, 0)
        for flag in ("--exec", "--partition", "--buffer", "--slack", "--wl", "--startNode", "--time-limit"):
            self.assertIn(flag, result.stdout)


class DifferentRanks(DistTest):
    """What is not the same on all ranks is refused in one line."""

    def launch_each(self, program, *ranks):
        """Runs ranks with command lines of their own, each in a folder."""
        path = str((BIN / program).resolve())
        parts = []
        for folder, *args in ranks:
            parts += [":"] * bool(parts) + ["-wdir", str(folder), "-n", "1", path, *map(str, args)]
        return subprocess.run([mpirun(path), *parts], capture_output=True, text=True,
                              env={**self.env, **PERMISSIONS}, timeout=900, check=False)

    def says(self, program, result, *texts):
        self.assertNotEqual(result.returncode, 0)
        lines = [line for line in result.stderr.splitlines() if line.startswith(f"{program}: ")]
        self.assertEqual(len(lines), 1, result.stderr)
        for text in texts:
            self.assertIn(text, lines[0])

    def test_flags(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        good = (self.dir, path)
        for wrong, *texts in (((*good, "--nonsense"), "nonsense"), ((*good, "-t=0"), "-t=0"), ((self.dir,), "which graph"),
                              ((*good, "--partition=2d"), "oec"), ((*good, "--time-limit=s"), "--time-limit=s")):
            for ranks, where in (((good, wrong, good), "rank 1: "), ((wrong, good, good), ""),
                                 ((good, wrong, wrong), "rank 1: ")):
                with self.subTest(wrong=wrong, where=where):
                    self.says("bfs-push-dist", self.launch_each("bfs-push-dist", *ranks), where, *texts)
        for flag in ("-t=2", "--time-limit=9s", "--runs=2", "--exec=Sync"):
            self.says("bfs-push-dist", self.launch_each("bfs-push-dist", good, (*good, flag)),
                      "ranks 0 and 1 differ in flags", flag)

    def test_files(self):
        nodes = 60000
        one = self.graph("one", nodes, [(node, node + 1, 1) for node in range(nodes - 1)])
        folders = [self.dir / "first", self.dir / "second"]
        for folder in folders:
            folder.mkdir()
            shutil.copy(one, folder / "g.gr")
        data = bytearray(one.read_bytes())
        pages = (len(data) + 4095) // 4096
        sampled = {sample * pages // 64 for sample in range(64)}
        program = "sssp-push-dist"
        result = self.launch_each(program, *[(folder, "g.gr") for folder in folders * 2])
        self.assertEqual(result.returncode, 0, result.stderr)
        for page in (next(page for page in range(pages - 2, 0, -1) if page not in sampled),  # of weights
                     next(page for page in range(8 * nodes // 4096 + 2, pages) if page not in sampled)):
            data[4096 * page] ^= 1
            (folders[1] / "g.gr").write_bytes(data)
            data[4096 * page] ^= 1
            for places in ((0, 1), (0, 0, 1), (1, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1)):
                for flag in ("--partition=oec", "--partition=cvc", self.parts(nodes, len(places))):
                    with self.subTest(page=page, places=places, flag=flag):
                        self.says(program, self.launch_each(program, *[(folders[place], "g.gr", flag)
                                                                       for place in places]),
                                  "differ in the input")


class TimeLimits(DistTest):
    """--time-limit ends a run that takes longer on all ranks, as the programs on one rank do it."""

    def ended(self, program, ranks, *args, limit):
        """Returns the records of a program that its limit ends."""
        record = self.dir / "limit.json"
        record.unlink(missing_ok=True)
        result = self.launch(program, ranks, *args, f"--time-limit={limit}", f"--json={record}",
                             f"--output={self.dir}/cut.txt")
        self.assertEqual(result.returncode, 124, result.stderr)
        lines = [line for line in result.stderr.splitlines() if line.startswith(f"{program}: ")]
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertRegex(lines[0], r"the run took longer than \S+ s, .* after \d+ of \d+ runs.*cut.txt is not")
        self.assertEqual([path.name for path in self.dir.glob("*cut*")], [])
        return json.loads(record.read_text())

    def test_the_first_run(self):
        path = self.graph("rmat", 256, rmat(8, 6, 1))
        for program in ("sssp-push-dist", "bfs-push-dist", "pagerank-push-dist"):
            for ranks in RANKS:
                execution = EXECUTIONS[ranks % 2]
                with self.subTest(program=program, ranks=ranks):
                    record = self.ended(program, ranks, path, f"--exec={execution}", f"-t={1 + ranks % 2}",
                                        limit=0)
                    self.assertEqual(record["failure"], {"kind": "time", "limit_s": 0,
                                                         "reason": "the run took longer than 0 s"})
                    self.assertEqual(record["params"]["exec"], execution)
                    self.assertEqual((record["dist"]["ranks"], record["threads"]),
                                     (ranks, ranks * (1 + ranks % 2)))
                    for field in ("time_s", "answer", "verified", "tasks", "wl", "updates", "per_rank"):
                        self.assertNotIn(field, record)
        self.assertIsInstance(self.ended("bfs-push-dist", 2, path, "--runs=3", limit=0), list)

    def test_within_a_run(self):
        """Of runs that need a message per node, or very many steps."""
        nodes = 100000
        chain = self.graph("long chain", nodes, [(node, node + 1, 1) for node in range(nodes - 1)])
        web = self.graph("web", 1 << 14, rmat(14, 16, 1))
        cases = [("pagerank-push-dist", ranks, web, "--damping=0.99999",
                  "--tolerance=1e-12", f"-t={1 + ranks % 2}") for ranks in RANKS]
        cases += [(program, ranks, chain, self.parts(nodes, ranks))
                  for ranks in RANKS[1:] for program in ("bfs-push-dist", "sssp-push-dist")]
        for program, ranks, *args in cases:
            for execution in EXECUTIONS:
                with self.subTest(program=program, ranks=ranks, execution=execution):
                    record = self.ended(program, ranks, *args, f"--exec={execution}", limit="20ms")
                    self.assertEqual(record["failure"]["limit_s"], 0.02)

    def test_a_limit_that_suffices(self):
        path = self.graph("rmat", 256, rmat(8, 6, 1))
        for ranks in RANKS:
            for execution in EXECUTIONS:
                record = self.run_of("sssp-push-dist", ranks, path, f"--exec={execution}", "-t=2",
                                     "--time-limit=100000s")
                self.assertIs(record["verified"], True)
                self.assertNotIn("failure", record)

    def test_finished_runs_are_kept(self):
        """One rank is stopped for longer than the limit, until that falls into a run."""
        record = self.dir / "kept.json"
        program = (BIN / "sssp-push-dist").resolve()
        command = [REPOSITORY / "scripts" / "run-dist", "-n", "3", program,
                   self.graph("rmat", 256, rmat(8, 6, 1)), "--runs=1000000", "--time-limit=1s",
                   f"--json={record}"]
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.env) as process:
            while process.poll() is None and not list(self.dir.glob("*kept.json*")):
                time.sleep(0.05)
            last = time.monotonic() + 900
            while process.poll() is None and time.monotonic() < last:
                time.sleep(0.3)
                ranks = subprocess.run(["pgrep", "-f", f"^{program} .*{record}"], capture_output=True,
                                       text=True, check=False).stdout.split()
                for number in (signal.SIGSTOP, signal.SIGCONT):
                    for rank in ranks[1:2]:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(int(rank), number)
                    time.sleep(1.1 if number == signal.SIGSTOP else 0)
            said, complained = process.communicate(timeout=900)
        self.assertEqual(process.returncode, 124, complained)
        *finished, ended = json.loads(record.read_text())
        self.assertGreater(len(finished), 0)
        self.assertTrue(all(each["verified"] and "failure" not in each for each in finished))
        self.assertEqual(ended["failure"]["reason"], "the run took longer than 1 s")
        self.assertRegex(said, rf"(?m)^Time \S+ s( \(simulated\))?(, median of {len(finished)} .*)?$")

    def test_wrong_times(self):
        path = self.graph("small", 3, [(0, 1, 5)])
        for wrong in ("-1", "inf", "s"):
            self.refused("sssp-push-dist", 2, path, f"--time-limit={wrong}", status=2,
                         saying=("number of seconds of 0 or more",))


class Interruption(DistTest):
    """A signal to all ranks ends them after rank 0 has reported the runs that had finished."""

    def interrupted(self, out, number, seconds):
        """Returns the exit status and the output of a program that gets a signal after some runs."""
        command = [REPOSITORY / "scripts" / "run-dist", "-n", "4", BIN / "sssp-push-dist",
                   self.graph("rmat", 256, rmat(8, 6, 1)), "--runs=1000000", f"--json={out}"]
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.env) as process:
            # The temporary file of the record appears right before the first run.
            while process.poll() is None and not list(self.dir.glob("*kept.json*")):
                time.sleep(0.05)
            time.sleep(seconds)
            process.send_signal(number)
            said, complained = process.communicate(timeout=900)
            return process.returncode, said, complained

    def test_finished_runs_are_kept(self):
        out = self.dir / "kept.json"
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                out.unlink(missing_ok=True)
                for seconds in (1, 10, 100):  # in which a run finishes, however busy the machine
                    status, said, complained = self.interrupted(out, number, seconds)
                    if "interrupted after" in complained:
                        break
                self.assertEqual(status, 128 + number, complained)
                records = json.loads(out.read_text())
                self.assertTrue(all(each["verified"] for each in records))
                self.assertIn(f"interrupted after {len(records)} of 1000000 runs", complained)
                self.assertRegex(said, rf"(?m)^Time \S+ s( \(simulated\))?(, median of {len(records)} .*)?$")
                self.assertEqual([path.name for path in self.dir.glob("*kept.json*")], [out.name])


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
