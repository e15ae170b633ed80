"""Tests of what programs keep for the next run: for whom, and that nobody else can change an answer.

Where a test needs another user, it runs programs as one, which only root can do.
"""

import contextlib
import hashlib
import os
import pwd
import struct
import unittest

import app_cases
from cache_cases import NOBODY, ROOT, CacheTest, mode_of


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


if __name__ == "__main__":
    app_cases.main()
