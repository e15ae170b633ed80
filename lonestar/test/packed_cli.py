"""Tests of --packed: the packed form of a graph is kept and used, by sssp-cpu and bfs-cpu, and never a wrong one."""

import concurrent.futures
import os
import subprocess

import app_cases
from app_cases import BIN, GRAPHS


class PackedTest(app_cases.CliTest):
    program = "sssp-cpu"
    own_cache = True

    def fresh(self, name, kind="grid"):
        """Returns a new .gr that nobody has packed."""
        path = self.dir / f"{name}.gr"
        app_cases.write_gr(path, *GRAPHS[kind])
        return path

    def packed(self, path):
        """Returns the files of packed forms of an input."""
        return sorted(file for file in self.kept.iterdir()
                      if file.name.startswith(path.name + ".") and file.name.endswith(".cached.packed"))

    def answers(self, path, *args):
        """Returns the answer of a run with --packed, and what it told people."""
        result = self.call(path, "--packed", "--verify=full", f"--output={self.dir / 'out.txt'}", *args)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Verification successful.", result.stdout)
        return (self.dir / "out.txt").read_text(), result.stdout


@app_cases.needs("sssp-cpu", "bfs-cpu")
class Kept(PackedTest):
    def test_all_graphs(self):
        for program in ("sssp-cpu", "bfs-cpu"):
            self.program = program
            for place, name in enumerate(GRAPHS):
                with self.subTest(program=program, graph=name):
                    path = self.fresh(f"{program}-{name}", name)
                    plain = self.dir / "plain.txt"
                    self.assertEqual(self.call(path, f"--output={plain}").returncode, 0)
                    first, told = self.answers(path, f"-t={1 + place % 3}")
                    self.assertIn("Packed form kept in", told)
                    kept, = self.packed(path)
                    state = kept.stat()
                    for threads in (1, 2, 16):
                        again, told = self.answers(path, f"-t={threads}")
                        self.assertNotIn("Packed form", told, "it is used, not made again")
                        self.assertEqual(again, first)
                    self.assertEqual(first, plain.read_text())
                    self.assertEqual((kept.stat().st_ino, kept.stat().st_mtime_ns), (state.st_ino, state.st_mtime_ns))

    def test_other_algorithms_and_weights(self):
        path = self.fresh("other")
        answers = {self.answers(path, *flags)[0] for flags in (
            [], ["--algo=dijkstra"], ["--algo=delta-stepping"], ["--wl=obim"], ["--distance-bits=64"],
            ["--weight-type=int"], ["--weight-type=signed"])}
        self.assertEqual(len(answers), 1)
        self.assertEqual([file.name.split(".")[3:] for file in self.packed(path)],
                         [[use, "cached", "packed"] for use in ("auto", "int", "signed")])

    def test_floats(self):
        path = self.dir / "floats.gr"
        app_cases.write_gr(path, 3, [(0, 1, 0.5), (1, 2, 0.25)], kind="f")
        results = [self.answers(path) for _ in range(2)]
        for answer, told in results:
            self.assertEqual(answer.split(), ["0", "0", "1", "0.5", "2", "0.75"])
            self.assertIn("Weights: float (recognised", told)
        self.assertIn("kept", results[0][1])
        self.assertNotIn("kept", results[1][1])

    def test_negative_weights_are_refused_again(self):
        path = self.dir / "negative.gr"
        app_cases.write_gr(path, 2, [(0, 1, -7)], kind="i")
        for _ in range(2):
            self.fails(1, path, "--packed", "--weight-type=signed", saying=["-7"])
        self.assertEqual(self.packed(path), [])

    def test_text(self):
        """The packed form is that of the conversion, and goes when the text changes."""
        path = self.dir / "text.dimacs"
        for weight in (10, 20):
            path.write_text(f"p sp 2 1\na 1 2 {weight}\n")
            for _ in range(3):
                self.assertEqual(self.answers(path)[0].split()[-1], str(weight))
            self.assertEqual(len(self.packed(path)), 1)

    def test_symmetry_is_remembered(self):
        self.program = "bfs-cpu"
        symmetric, other = self.fresh("symmetric", "grid"), self.fresh("directed", "rmat")
        for path, answer in ((symmetric, True), (other, False)):
            first, second = (self.record(path, "--packed", "--algo=sync-do") for _ in range(2))
            self.assertEqual((first["params"]["symmetric"], second["params"]["symmetric"]), (answer, answer))
            self.assertEqual(first["answer"], second["answer"])

    def test_ids_and_names(self):
        """What nodes are called is in the .gr and beside it, not in the packed form."""
        sparse = self.sparse()
        for _ in range(3):
            self.assertIn("70 2", self.answers(sparse, "-startNode=3")[0].splitlines())

    def test_no_cache(self):
        self.fails(2, self.fresh("none"), "--packed", "--no-cache", saying=["--packed", "--no-cache"])

    @app_cases.needs("graph-cache")
    def test_the_tool_removes_it(self):
        path = self.fresh("removed")
        self.answers(path)
        self.assertEqual(len(self.packed(path)), 1)
        self.tool("graph-cache", "clear")
        self.assertEqual(self.packed(path), [])
        self.assertTrue(path.exists())


@app_cases.needs("sssp-cpu")
class Refused(PackedTest):
    def test_changed_graphs(self):
        """A graph that changes is read, whatever size and time it has."""
        path = self.dir / "changed.gr"
        for weight in (10, 20, 30):
            app_cases.write_gr(path, 2, [(0, 1, weight)])
            os.utime(path, (1e9, 1e9))
            for _ in range(2):
                self.assertEqual(self.answers(path)[0].split(), ["0", "0", "1", str(weight)])

    def test_damage(self):
        path = self.fresh("damaged")
        right = self.answers(path)[0]
        kept, = self.packed(path)
        whole = kept.read_bytes()
        for damaged in (b"", whole[:100], whole[:-1], whole[:4100] + b"\xff\xff" + whole[4102:],
                        whole[:-3] + b"\xff" + whole[-2:], b"\0" * len(whole), whole[:8] + b"\7" + whole[9:]):
            with self.subTest(size=len(damaged)):
                kept.write_bytes(damaged)
                answer, told = self.answers(path)
                self.assertEqual(answer, right)
                self.assertIn("The packed form is made again: ", told)
                self.assertEqual(kept.read_bytes(), whole)

    def test_a_copy_is_another_graph(self):
        path = self.fresh("original")
        self.answers(path)
        kept, = self.packed(path)
        other = self.fresh("replaced", "path")
        self.answers(other)
        its, = self.packed(other)
        its.write_bytes(kept.read_bytes())
        answer, told = self.answers(other)
        self.assertEqual(len(answer.splitlines()), GRAPHS["path"][0])
        self.assertIn("the graph has changed since", told)

    def test_nothing_can_be_written(self):
        path = self.fresh("stuck")
        self.answers(path)
        kept, = self.packed(path)
        kept.unlink()
        kept.mkdir()
        result = self.call(path, "--packed")
        self.assertEqual(result.returncode, 0)
        self.assertIn("warning: no packed form is kept", result.stderr)

    def test_writers_at_the_same_time(self):
        path = self.fresh("raced")
        command = [str(BIN / "sssp-cpu"), str(path), "--packed", "-t=2", "--verify=full"]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            results = list(pool.map(lambda _: subprocess.run(
                command, capture_output=True, text=True, env=self.env, timeout=900, check=False), range(16)))
        self.assertEqual([result.returncode for result in results], [0] * 16, results)
        self.assertEqual(len(self.packed(path)), 1)
        self.assertNotIn("made again", self.answers(path)[1])
        self.assertEqual([name for name in os.listdir(self.kept) if name.startswith("raced")],
                         [self.packed(path)[0].name], "no temporary files")
        self.assertEqual([name for name in os.listdir(self.dir) if name.startswith("raced")], [path.name])


if __name__ == "__main__":
    app_cases.main()
