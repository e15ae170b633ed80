"""Tests of what programs keep for the next run: where, for whom, and that nobody else can change an answer.

Where a test needs another user, it runs programs as one, which only root can do.
"""

import concurrent.futures
import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import pwd
import random
import re
import resource
import shutil
import signal
import stat
import struct
import subprocess
import tempfile
import time
import unittest

import app_cases
from app_cases import BIN

TEXT = "p sp 3 2\na 1 2 10\na 2 3 5\n"
NAME = re.compile(r"text\.dimacs\.[0-9a-f]{40}\.cached\.gr")
ROOT = os.geteuid() == 0
NOBODY = pwd.getpwnam("nobody")


def hash_of(data):
    """The hash of ContentHash.h as a number."""
    return int.from_bytes(hashlib.blake2b(data, digest_size=32).digest()[:8], "little")


def quick_hash_of(data):
    """The hash of a part of a packed form (PackedGraph.cpp)."""
    lanes = [0] * 8
    whole = len(data) // 64 * 64
    for at in range(0, whole + 64, 64):
        block = data[at:at + 64].ljust(64, b"\0")
        for lane, word in enumerate(struct.unpack("<8Q", block)):
            mixed = (lanes[lane] ^ word) * 0x9e3779b97f4a7c15 % (1 << 64)
            lanes[lane] = (mixed << 31 | mixed >> 33) % (1 << 64)
    return hash_of(struct.pack("<9Q", *lanes, len(data)))


def forged(data, offsets, edges, change):
    """A packed form in which change(offsets, edges) has changed the arrays, with right hashes."""
    header = bytearray(data[:21 * 8])
    arrays = [bytearray(data[4096:4096 + offsets]), bytearray(data[8192:8192 + edges])]
    change(*arrays)
    struct.pack_into("<Q", header, 3 * 8, hash_of(b"".join(
        struct.pack("<Q", quick_hash_of(bytes(array))) for array in arrays)))
    struct.pack_into("<Q", header, 2 * 8, 0)
    struct.pack_into("<Q", header, 2 * 8, hash_of(bytes(header)))
    return bytes(header).ljust(4096, b"\0") + bytes(arrays[0]).ljust(4096, b"\0") + bytes(arrays[1])


def mode_of(path):
    return stat.S_IMODE(path.lstat().st_mode)


class CacheTest(app_cases.CliTest):
    """Each test has an empty folder, open for all, with a text, and an empty cache folder."""

    program = "sssp-cpu"

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.place = pathlib.Path(temporary.name)
        self.place.chmod(0o755)
        self.data = self.place / "data"
        self.data.mkdir()
        self.home = self.place / "cache"
        self.folder = self.home / "galois-cps"
        self.text = self.data / "text.dimacs"
        self.text.write_text(TEXT)
        self.text.chmod(0o644)
        self.variables = {**os.environ, "XDG_CACHE_HOME": str(self.home)}
        self.variables.pop("GALOIS_CPS_CACHE_LIMIT", None)

    def start(self, *args, user=None, program="sssp-cpu", umask=0o022, before=None, **more):
        """Starts a program, as root or as nobody."""
        def prepare():
            os.umask(umask)
            if before:
                before()
            if user:
                os.setgroups([])
                os.setgid(user.pw_gid)
                os.setuid(user.pw_uid)
        args = [str((BIN / program).resolve()), *map(str, args), *(["-t=1"] if program.endswith("-cpu") else [])]
        return subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**self.variables, **more}, preexec_fn=prepare, cwd="/")

    def run_program(self, *args, **more):
        process = self.start(*args, **more)
        out, err = process.communicate(timeout=900)
        return subprocess.CompletedProcess(args, process.returncode, out, err)

    def distance(self, *args, path=None, **more):
        """Returns the greatest distance that a run finds, and what it says on stderr."""
        result = self.run_program(path or self.text, *args, "--json=-", "--verify=full", **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)["answer"]["summary"]["max"], result.stderr

    def names(self, folder=None):
        folder = folder or self.folder
        return sorted(os.listdir(folder)) if folder.exists() else []

    def only(self, folder=None):
        """Returns the only kept file."""
        folder = folder or self.folder
        kept = [name for name in self.names(folder) if ".cached." in name]
        self.assertEqual(len(kept), 1, kept)
        return folder / kept[0]

    def planted(self, kept):
        """Returns the bytes of a kept graph with another weight, which is otherwise in order."""
        data = bytearray(kept.read_bytes())
        weights = 32 + 3 * 8 + 2 * 4
        self.assertEqual(struct.unpack_from("<2I", data, weights), (10, 5))
        struct.pack_into("<I", data, weights, 1)
        return bytes(data)

    def without_cache(self, *saying, **more):
        """A run goes on, keeps nothing, and says so in one line."""
        distance, said = self.distance(**more)
        self.assertEqual(distance, 15)
        warnings = [line for line in said.splitlines() if line.startswith("warning: ")]
        self.assertEqual(len(warnings), 1, said)
        for words in ("the converted graph is not kept: ", "--no-cache", *saying):
            self.assertIn(words, warnings[0])
        self.assertEqual(self.names(self.data), ["text.dimacs"])


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


class Privacy(CacheTest):
    def test_private_inputs_stay_private(self):
        for mode, umask, beside in ((0o600, 0o022, 0o600), (0o640, 0o022, 0o640), (0o644, 0o077, 0o600),
                                    (0o666, 0, 0o644)):
            self.text.chmod(mode)
            for flags, folder, wanted in ((["--cache=beside"], self.data, beside), ([], self.folder, 0o600)):
                self.distance(*flags, umask=umask)
                self.distance("--packed", *flags, umask=umask)
                kept = [folder / name for name in self.names(folder) if ".cached." in name]
                self.assertEqual(len(kept), 2)
                for file in kept:
                    self.assertEqual(mode_of(file), wanted, (oct(mode), oct(umask), file))
                    file.unlink()

    def test_private_while_they_are_written(self):
        """Temporary files are as private as those that they become."""
        big = self.data / "big.el"
        with big.open("w") as file:
            for node in range(200_000):
                file.write(f"{node} {node * 7 % 199_999} 3\n")
        big.chmod(0o600)
        for flags, folder in ((["--cache=beside"], self.data), ([], self.folder), (["--no-cache"], self.data)):
            process = self.start(big, *flags, umask=0, TMPDIR=str(self.data))
            seen = set()
            while process.poll() is None:
                for name in self.names(folder):
                    with contextlib.suppress(FileNotFoundError):
                        seen.add((name, mode_of(folder / name)))
            process.communicate()
            self.assertEqual(process.returncode, 0)
            self.assertEqual([each for each in seen if each[0] != self.text.name and each[1] & 0o077], [])

    @unittest.skipUnless(ROOT, "only root can run programs as another user")
    def test_users_have_folders_of_their_own(self):
        self.home.mkdir()
        self.home.chmod(0o1777)  # as the system's folder for temporary files
        self.distance()
        self.without_cache("it belongs to another user", user=NOBODY)
        self.only()


class Planted(CacheTest):
    """Somebody else puts files where ours could be."""

    def plant(self, place, data, owner=NOBODY, mode=0o644):
        with contextlib.suppress(FileNotFoundError):
            place.unlink()
        place.write_bytes(data)
        place.chmod(mode)
        os.chown(place, owner.pw_uid, owner.pw_gid)

    def shared_folder(self):
        self.data.chmod(0o1777)
        self.distance("--cache=beside")
        return self.only(self.data)

    @unittest.skipUnless(ROOT, "only root can make files of another user")
    def test_a_conversion_of_another_user(self):
        kept = self.shared_folder()
        planted = self.planted(kept)
        # Our own file would answer so. (It shows that the planted one is wrong and in order.)
        kept.write_bytes(planted)
        self.assertEqual(self.distance("--cache=beside")[0], 6)
        for mode in (0o644, 0o666, 0o600):
            self.plant(kept, planted, mode=mode)
            distance, said = self.distance()
            self.assertEqual((distance, "warning" in said), (15, False))
            told = self.run_program(self.text, "--cache=beside")
            self.assertIn("is not used: " + str(kept) + ": it belongs to another user", told.stdout)
            self.assertEqual(kept.stat().st_uid, os.geteuid(), "root may replace it")
            self.assertEqual(self.distance("--cache=beside")[0], 15)

    @unittest.skipUnless(ROOT, "only root can run programs as another user")
    def test_a_victim_that_cannot_remove_it(self):
        """In a sticky folder, the planted file stays, and the victim keeps another one in its own folder."""
        kept = self.shared_folder()
        planted = self.planted(kept)
        other = pwd.struct_passwd(("other", "x", 54321, 54321, "", "/", ""))
        self.plant(kept, planted, owner=NOBODY, mode=0o644)
        self.home = self.place / "others-cache"
        self.folder = self.home / "galois-cps"
        self.variables["XDG_CACHE_HOME"] = str(self.home)
        self.home.mkdir()
        os.chown(self.home, other.pw_uid, other.pw_gid)
        for _ in range(2):
            distance, said = self.distance("--cache=beside", user=other)
            self.assertEqual((distance, "warning" in said), (15, False), said)
        self.assertEqual(kept.read_bytes(), planted)
        self.assertEqual(self.only().stat().st_uid, other.pw_uid)

    @unittest.skipUnless(ROOT, "only root can run programs as another user")
    def test_a_folder_of_another_user(self):
        self.home.mkdir()
        self.folder.mkdir()
        os.chown(self.folder, NOBODY.pw_uid, NOBODY.pw_gid)
        self.folder.chmod(0o700)
        self.without_cache("it belongs to another user")
        self.assertEqual(self.names(), [])

    @unittest.skipUnless(ROOT, "only root can make files of another user")
    def test_a_home_folder_of_another_user(self):
        """As under sudo, which may leave HOME as it was."""
        del self.variables["XDG_CACHE_HOME"]
        home = self.place / "home"
        home.mkdir()
        os.chown(home, NOBODY.pw_uid, NOBODY.pw_gid)
        self.without_cache("the home folder", "XDG_CACHE_HOME", HOME=str(home))
        self.assertEqual(self.names(home), [])

    def test_links(self):
        """Nothing is read or written through a link under the name of a kept file."""
        kept = self.shared_folder()
        planted = self.planted(kept)
        target = self.data / "target"
        target.write_bytes(planted)
        target.chmod(0o600)
        kept.unlink()
        kept.symlink_to(target)
        self.assertEqual(self.distance("--cache=beside")[0], 15)
        self.assertEqual((target.read_bytes(), mode_of(target)), (planted, 0o600))
        self.assertFalse(kept.is_symlink())
        kept.unlink()
        kept.symlink_to(self.data / "nowhere")
        self.assertEqual(self.distance("--cache=beside")[0], 15)
        self.assertFalse((self.data / "nowhere").exists())

    def test_a_link_in_place_of_the_folder(self):
        self.home.mkdir()
        elsewhere = self.place / "elsewhere"
        elsewhere.mkdir()
        self.folder.symlink_to(elsewhere)
        self.without_cache("it is a link")
        self.assertEqual(self.names(elsewhere), [])

    def test_open_folders(self):
        self.home.mkdir()
        self.folder.mkdir()
        for mode in (0o777, 0o1777, 0o770, 0o702):
            self.folder.chmod(mode)
            self.without_cache("others can write there")
        self.assertEqual(self.names(), [])

    def test_pipes_and_folders(self):
        kept = self.shared_folder()
        kept.unlink()
        os.mkfifo(kept)
        self.assertEqual(self.distance("--cache=beside")[0], 15)
        kept.unlink()
        kept.mkdir()
        self.assertEqual(self.distance("--cache=beside")[0], 15)
        self.assertTrue(kept.is_dir())

    @app_cases.needs("bfs-cpu")
    def test_packed_forms_that_lead_elsewhere(self):
        """A packed form with right hashes that leads out of its arrays is not used, whoever made it."""
        graph = self.data / "graph.gr"
        app_cases.write_gr(graph, 3, [(0, 1, 10), (1, 2, 5)])
        changes = [lambda _, edges: struct.pack_into("<I", edges, 0, 3),
                   lambda _, edges: struct.pack_into("<I", edges, 8, 0xfffffff0),
                   lambda offsets, _: struct.pack_into("<I", offsets, 4, 0x7fffffff),
                   lambda offsets, _: struct.pack_into("<I", offsets, 8, 0),
                   lambda offsets, _: struct.pack_into("<I", offsets, 12, 0x10000000)]
        for program, size in (("sssp-cpu", 8), ("bfs-cpu", 4)):
            first = self.run_program(graph, "--packed", program=program)
            self.assertIn("Packed form kept", first.stdout)
            kept = next(self.folder / name for name in self.names() if (".none." in name) == (size == 4))
            whole = kept.read_bytes()
            self.assertEqual(forged(whole, 16, 2 * size, lambda *_: None), whole, "the hashes are those of the program")
            for turn, change in enumerate(changes):
                if size == 4 and turn == 1:
                    continue
                kept.write_bytes(forged(whole, 16, 2 * size, change))
                result = self.run_program(graph, "--packed", "--verify=full", program=program)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertRegex(result.stdout, "made again: .*: (an edge leads to a node that there is not|"
                                                "its edges do not belong to its nodes)")
                self.assertIn("Verification successful", result.stdout)
                self.assertEqual(kept.read_bytes(), whole)

    def test_packed_forms(self):
        """A packed form of another graph, of another user, or that others can write is not used."""
        graph = self.data / "graph.gr"
        app_cases.write_gr(graph, 3, [(0, 1, 10), (1, 2, 5)])
        wrong = self.data / "wrong.gr"
        app_cases.write_gr(wrong, 3, [(0, 1, 10), (1, 2, 6)])
        for path in (graph, wrong):
            self.distance("--packed", path=path)
        kept, other = (next(self.folder / name for name in self.names() if name.startswith(start))
                       for start in ("graph", "wrong"))
        # The state of the .gr is in the header, so that of another graph is refused.
        kept.write_bytes(other.read_bytes())
        result = self.run_program(graph, "--packed")
        self.assertIn("the graph has changed since", result.stdout)
        if ROOT:
            whole = kept.read_bytes()
            self.plant(kept, whole)
            result = self.run_program(graph, "--packed")
            self.assertIn("it belongs to another user", result.stdout)
            self.assertEqual(kept.stat().st_uid, os.geteuid())
        kept.chmod(0o666)
        self.assertIn("others can write it", self.run_program(graph, "--packed").stdout)
        self.assertEqual(mode_of(kept), 0o600)


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
