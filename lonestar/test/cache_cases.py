"""What the tests of kept conversions share: a text, and programs that read it as somebody."""

import json
import os
import pathlib
import pwd
import stat
import struct
import subprocess
import tempfile

import app_cases
from app_cases import BIN

TEXT = "p sp 3 2\na 1 2 10\na 2 3 5\n"
ROOT = os.geteuid() == 0
NOBODY = pwd.getpwnam("nobody")


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
