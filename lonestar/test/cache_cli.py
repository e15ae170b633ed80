"""Tests of what programs keep for the next run: where, under which names, by several at once, and what they do
where that fails. cache_privacy_cli.py has other users.
"""

import concurrent.futures
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest

import app_cases
from cache_cases import NOBODY, ROOT, CacheTest, mode_of

NAME = re.compile(r"text\.dimacs\.[0-9a-f]{40}\.cached\.gr")


class Place(CacheTest):
    def test_in_the_users_folder(self):
        for _ in range(2):
            distance, said = self.distance()
            self.assertEqual(distance, 15)
            self.assertNotIn("warning", said)
        self.assertRegex(self.only().name, NAME)
        self.assertEqual(self.names(self.data), ["text.dimacs"], "nothing beside the input")
        self.assertEqual((mode_of(self.home), mode_of(self.folder), mode_of(self.only())), (0o700, 0o700, 0o600))

    def test_in_the_home_folder(self):
        del self.variables["XDG_CACHE_HOME"]
        home = self.place / "home"
        home.mkdir()
        self.distance(HOME=str(home))
        self.assertRegex(self.only(home / ".cache" / "galois-cps").name, NAME)
        self.assertEqual(mode_of(home / ".cache" / "galois-cps"), 0o700)

    def test_beside_the_input(self):
        for _ in range(2):
            self.assertEqual(self.distance("--cache=beside")[0], 15)
        self.assertRegex(self.only(self.data).name, NAME)
        self.assertEqual(self.names(), [])

    def test_nowhere(self):
        for flags in (["--no-cache"], ["--cache=none"], ["--no-cache", "--cache=none"]):
            distance, said = self.distance(*flags)
            self.assertEqual(distance, 15)
            self.assertNotIn("warning", said)
        self.assertEqual((self.names(), self.names(self.data)), ([], ["text.dimacs"]))

    def test_contradictions(self):
        for flags in (["--no-cache", "--cache=beside"], ["--no-cache", "--cache=user"], ["--cache=elsewhere"],
                      ["--packed", "--cache=none"]):
            result = self.run_program(self.text, *flags)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1)
            self.assertIn("--cache" if flags[-1] != "--cache=none" else "--no-cache", result.stderr)

    def test_changes(self):
        """A changed text is read again, even if its size and time are the same, and the old file is removed."""
        for weight in (10, 20):
            self.text.write_text(f"p sp 3 2\na 1 2 {weight}\na 2 3 5\n")
            os.utime(self.text, (1e9, 1e9))
            for _ in range(2):
                self.assertEqual(self.distance()[0], weight + 5)
            self.only()

    def test_damage(self):
        """A kept file that is damaged is made again, and one line says so."""
        self.distance()
        kept = self.only()
        whole = kept.read_bytes()
        for damaged in (b"", whole[:40], whole[:-1], whole + b"more", b"\0" * len(whole)):
            kept.write_bytes(damaged)
            again = self.run_program(self.text)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertIn(f"A kept conversion was damaged and has been made again: {kept}: it ", again.stdout)
            self.assertEqual(kept.read_bytes(), whole)
            self.assertNotIn("damaged and", self.run_program(self.text).stdout)

    def test_names_and_ids(self):
        (self.data / "cities.csv").write_text('from,to,km\nParis,"New York",5836\n"New York",Lima,5900\n')
        (self.data / "sparse.txt").write_text("9 3 5\n3 70 2\n")
        for flags in ([], ["--cache=beside"], ["--no-cache"]):
            for _ in range(2):
                self.assertEqual(self.distance("--startNode=Paris", *flags, path=self.data / "cities.csv")[0], 11736)
                self.assertEqual(self.distance("--startNode=9", *flags, path=self.data / "sparse.txt")[0], 7)

    def test_earlier_versions(self):
        """What they left beside inputs is neither used nor removed."""
        old = self.data / "text.dimacs.0123456789abcdef.cached.gr"
        old.write_bytes(b"anything")
        self.distance()
        self.distance("--cache=beside")
        self.assertEqual(old.read_bytes(), b"anything")


class Keys(CacheTest):
    def test_every_pair_of_recipes(self):
        """The second of two runs answers as it does alone."""
        recipes = [[f"--weights={law}"] for law in (
            "uniform:1:100", "uniform:1:99", "constant:100", "exponential:100", "zipf:1:100", "bimodal:1:100",
            "outliers:1:50:100")]
        recipes += [["--weights=uniform:1:100", "--weights-seed=2"], ["--symmetrize"], []]
        rng = random.Random(5)
        path = self.data / "graph.el"
        path.write_text("".join(f"{rng.randrange(300)} {rng.randrange(300)} {rng.randrange(1, 9)}\n"
                                for _ in range(1500)))

        def answer(flags):
            result = self.run_program(path, *flags, "--json=-", "--verify=full")
            self.assertEqual(result.returncode, 0, result.stderr)
            record = json.loads(result.stdout)
            return record["answer"], record["input_id"]

        right = [answer([*flags, "--no-cache"]) for flags in recipes]
        self.assertEqual(len({identity for _, identity in right}), len(recipes), "all differ")
        for flags, wanted in itertools.chain(zip(recipes, right), zip(recipes, right)):
            self.assertEqual(answer(flags), wanted, flags)
        self.assertEqual(len(self.names()), len(recipes))
        for first, second in itertools.permutations(range(len(recipes)), 2):
            if not app_cases.LONG and (first + second) % 3:
                continue
            shutil.rmtree(self.folder)
            answer(recipes[first])
            self.assertEqual(answer(recipes[second]), right[second], (recipes[first], recipes[second]))

    def test_one_input_under_two_paths(self):
        self.distance()
        other = self.place / "elsewhere"
        other.mkdir()
        shutil.copy(self.text, other)
        self.assertEqual(self.distance(path=other / "text.dimacs")[0], 15)
        self.only()

    @app_cases.needs("pagerank-cpu")
    def test_programs_that_read_a_second_graph(self):
        """--cache holds for every graph that a program reads."""
        forth, back = self.data / "forth.el", self.data / "back.el"
        forth.write_text("0 1\n1 2\n")
        back.write_text("1 0\n2 1\n")
        for flags, cached, beside in ((["--no-cache"], 0, 0), (["--cache=beside"], 0, 2), ([], 2, 0)):
            for _ in range(2):
                result = self.run_program(forth, f"--transposed={back}", *flags, program="pagerank-cpu")
                self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(len(self.names()), cached, flags)
            kept = [name for name in self.names(self.data) if ".cached." in name]
            self.assertEqual(len(kept), beside, flags)
            for name in kept:
                (self.data / name).unlink()

    @app_cases.needs("pagerank-cpu")
    def test_one_graph_read_twice(self):
        ring = self.data / "ring.el"
        ring.write_text("0 1\n1 0\n")
        for _ in range(2):
            result = self.run_program(ring, f"--transposed={ring}", program="pagerank-cpu")
            self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.names()), 1)


class Trouble(CacheTest):
    def test_read_only(self):
        """A folder that cannot be written. Root may write everywhere, so there it is nobody who cannot."""
        self.data.chmod(0o555)
        try:
            self.assertEqual(self.distance("--cache=beside")[0], 15)
            self.only()
        finally:
            self.data.chmod(0o755)
        if ROOT:
            self.without_cache(user=NOBODY, XDG_CACHE_HOME="/proc/none", HOME="/")
            home = self.place / "home"
            home.mkdir()
            os.chown(home, NOBODY.pw_uid, NOBODY.pw_gid)
            home.chmod(0o555)
            self.without_cache("No such file", user=NOBODY, XDG_CACHE_HOME=str(home / "cache"))

    def test_file_size_limit(self):
        """What is too large for the folder is reported in one line, and nothing is left."""
        self.home.mkdir()
        big = self.data / "big.el"
        big.write_text("".join(f"{node} {node + 1} 3\n" for node in range(20_000)))

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        for flags in ([], ["--cache=beside"], ["--no-cache"]):
            result = self.run_program(big, *flags, before=limited)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertIn("File too large", result.stderr)
        self.assertEqual((self.names(), self.names(self.data)), ([], ["big.el", "text.dimacs"]))

    def test_full_disk(self):
        """On a full disk a run goes on without a cache, if there is room for temporary files elsewhere."""
        self.home.mkdir()
        big = self.data / "big.el"
        big.write_text("".join(f"{node} {node + 1} 3\n" for node in range(200_000)))
        mounted = ROOT and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", self.home],
                                          capture_output=True, check=False).returncode == 0
        if not mounted:
            self.skipTest("cannot mount a small file system")
        try:
            for _ in range(2):
                result = self.run_program(big, GALOIS_CPS_CACHE_LIMIT="1G")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("is not kept: ", result.stderr)
                self.assertIn("No space left on device", result.stderr)
                self.assertEqual(self.names(), [])
            result = self.run_program(big)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("GALOIS_CPS_CACHE_LIMIT", result.stderr)
            self.assertEqual(self.distance("--packed")[0], 15, "small ones have room")
        finally:
            subprocess.run(["umount", self.home], check=True)

    def test_packed_without_a_cache(self):
        self.home.mkdir()
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.without_cache("others can write there")
        distance, said = self.distance("--packed")
        self.assertEqual((distance, said.count("warning: ")), (15, 1), said)
        graph = self.data / "graph.gr"
        app_cases.write_gr(graph, 2, [(0, 1, 10)])
        distance, said = self.distance("--packed", path=graph)
        self.assertEqual(distance, 10)
        self.assertIn("warning: no packed form is kept: ", said)
        self.assertEqual(self.names(), [])

    def test_limit(self):
        for number in range(6):
            path = self.data / f"{number}.el"
            path.write_text(f"0 1 {number + 1}\n")
            self.distance(path=path, GALOIS_CPS_CACHE_LIMIT="1K")
            time.sleep(0.02)
            total = sum((self.folder / name).stat().st_size for name in self.names())
            self.assertLessEqual(total, 1000)
        self.assertIn("5.el.", " ".join(self.names()))
        self.assertNotIn("0.el.", " ".join(self.names()))

    def test_wrong_limit(self):
        """Whoever uses the cache folder refuses it at once, also if nothing is written."""
        binary = self.data / "graph.gr"
        app_cases.write_gr(binary, 2, [(0, 1, 10)])
        self.distance()
        self.distance("--packed")
        before = self.names()
        for program, *args in (("sssp-cpu", self.text), ("sssp-cpu", self.text, "--cache=beside"),
                               ("sssp-cpu", binary, "--packed"), ("graph-cache", "list"), ("graph-cache", "clear")):
            with self.subTest(program=program, args=args):
                result = self.run_program(*args, program=program, GALOIS_CPS_CACHE_LIMIT="lots")
                self.assertEqual((result.returncode, len(result.stderr.splitlines())), (2, 1), result.stderr)
                self.assertIn("GALOIS_CPS_CACHE_LIMIT=lots: ", result.stderr)
                self.assertIn("such as 20G", result.stderr)
        self.assertEqual(self.names(), before)
        for args in ((self.text, "--no-cache"), (binary,)):
            result = self.run_program(*args, GALOIS_CPS_CACHE_LIMIT="lots")
            self.assertEqual((result.returncode, result.stderr), (0, ""), args)


class AtOnce(CacheTest):
    def big(self):
        path = self.data / "big.el"
        with path.open("w") as file:
            for node in range(60_000):
                file.write(f"{node} {node + 1} 1\n")
        return path

    def test_writers(self):
        path = self.big()
        for flags, folder in (([], self.folder), (["--cache=beside"], self.data)):
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                results = list(pool.map(lambda _, flags=flags: self.distance(*flags, path=path), range(12)))
            self.assertEqual({distance for distance, _ in results}, {60_000})
            self.assertNotIn("warning", "".join(said for _, said in results))
            self.only(folder)
            self.assertEqual([name for name in self.names(folder) if ".tmp-" in name], [])

    def test_writers_and_removal(self):
        """Runs go on while others remove what they use."""
        path = self.big()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            done = [pool.submit(self.distance, path=path) for _ in range(16)]
            while not all(each.done() for each in done):
                self.run_program("clear", program="graph-cache")
            self.assertEqual({each.result()[0] for each in done}, {60_000})

    def test_kills(self):
        """Whenever a run is killed, there is a whole file or none, and later runs clean up."""
        path = self.big()
        rng = random.Random(7)
        whole = None
        started = time.monotonic()
        self.assertEqual(self.distance(path=path)[0], 60_000)
        takes = time.monotonic() - started
        whole = self.only().read_bytes()
        left = 0
        for turn in range(40 if app_cases.LONG else 12):
            for name in self.names():
                if name.endswith(".cached.gr"):
                    (self.folder / name).unlink()
            process = self.start(path)
            # Early and late in turn, and around the moment at which the file appears.
            time.sleep(rng.uniform(0, takes))
            if turn % 2:
                until = time.monotonic() + 60
                while process.poll() is None and not any(".tmp-" in name for name in self.names()):
                    if time.monotonic() > until:
                        break
            process.send_signal(signal.SIGKILL if turn % 3 else signal.SIGTERM)
            process.communicate()
            for name in self.names():
                if name.endswith(".cached.gr"):
                    self.assertEqual((self.folder / name).read_bytes(), whole)
            left += sum(".tmp-" in name for name in self.names())
            self.assertEqual(self.distance(path=path)[0], 60_000)
        for name in self.names():
            if ".tmp-" in name:
                os.utime(self.folder / name, (1e9, 1e9))
        (self.folder / self.only_conversion()).unlink()
        self.distance(path=path)
        self.assertEqual([name for name in self.names() if ".tmp-" in name], [], f"{left} were left")

    def only_conversion(self):
        name, = (name for name in self.names() if name.endswith(".cached.gr"))
        return name


@app_cases.needs("graph-cache")
class Tool(CacheTest):
    def tool(self, *args, **more):
        result = self.run_program(*args, program="graph-cache", **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_folders(self):
        self.distance()
        self.distance("--packed")
        self.distance("--cache=beside")
        mine = self.data / "mine.cached.gr"
        mine.write_text("my own notes")
        self.assertEqual(self.tool("list").count("text.dimacs."), 2)
        self.assertIn(f" of {self.text}\n", self.tool("list"))
        self.assertIn("1 file, ", self.tool("clear", self.data))
        self.assertEqual(self.names(self.data), ["mine.cached.gr", "text.dimacs"])
        self.assertEqual(len(self.names()), 2, "the cache folder is another one")
        self.assertIn("2 files, ", self.tool("clear"))
        self.assertEqual(self.names(), [])

    @unittest.skipUnless(ROOT, "only root can make files of another user")
    def test_other_users(self):
        self.distance("--cache=beside")
        kept = self.only(self.data)
        os.chown(kept, NOBODY.pw_uid, NOBODY.pw_gid)
        self.assertIn("0 files, ", self.tool("clear", self.data))
        self.assertTrue(kept.exists())
        self.assertIn("left alone", self.tool("list", self.data))


if __name__ == "__main__":
    app_cases.main()
