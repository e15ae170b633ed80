"""Compiles the queues and adapters of entries, and notes what was built."""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from typing import Any

from galois_cps.runs import UserError, whole_file
from lab.bench import runner
from lab.peers import install
from lab.peers.catalogue import Peer

from .entry import ADAPTER, PROGRAM, ROOT, Entry, Settings

ENTRY = "entry"
_ADAPTERS = ROOT / "scripts" / "lab" / "peers" / "adapters"
_DRIVER = ROOT / "entries" / "driver"
_INCLUDE = (_DRIVER, _ADAPTERS, ROOT / "docs" / "example" / "history", ROOT / "libgalois" / "include")


@dataclasses.dataclass(frozen=True)
class Built:
    """What is known of an entry that was built."""

    source: str  # a hash of the entry's files, and of the driver's
    program: str
    command: str  # of the compiler, or of the program
    checkout: str
    commit: str  # of the checkout
    checked: str = ""  # the day on which it passed the check


class Builds(install.Installation):
    """The folder of what was built. It is an installation of peers, whose peers are entries with settings."""

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path, graph_of: Any = None) -> None:
        super().__init__(folder, programs)
        self.graph_of = graph_of
        self._built = folder / "entries.json"

    def noted(self) -> dict[str, Built]:
        """What was built, by the name of the entry."""
        try:
            found = json.loads(self._built.read_text(encoding="utf-8"))
            return {name: Built(**each) for name, each in found.items()}
        except OSError:
            return {}
        except (ValueError, TypeError, AttributeError) as error:
            raise UserError(f"{self._built} is damaged; delete it and check the entries again") from error

    def note(self, name: str, built: Built) -> None:
        """Keeps what was built."""
        self.folder.mkdir(parents=True, exist_ok=True)
        found = {each: dataclasses.asdict(it) for each, it in self.noted().items()}
        found[name] = dataclasses.asdict(built)
        whole_file.write(self._built, json.dumps(found, indent=1) + "\n")

    def make(self, entry: Entry, checkout: str = "") -> Built:
        """Builds an entry, if it has not been built as it is now."""
        known = self.noted().get(entry.name)
        checkout = os.path.abspath(checkout) if checkout else known.checkout if known else ""
        if entry.needs_checkout and not os.path.isdir(checkout):
            raise UserError(f"{entry.name} needs its source ({entry.source or 'see its entry.toml'}): --checkout DIR")
        source = source_hash(entry, checkout)
        if known and known.source == source and known.checkout == checkout and self._there(entry):
            return known
        if entry.kind == PROGRAM:
            program = words_of(entry, checkout, self.programs)[0]
            if not os.access(program, os.X_OK):
                raise UserError(f"{entry.name}: there is no program {program}")
            built = Built(source, runner.fingerprint(program), entry.about["command"], checkout, commit_of(checkout))
        else:
            self.build.mkdir(parents=True, exist_ok=True)
            words = self._compiler_words(entry, checkout)
            target = self.build / entry.name
            command = install.compile_program(words, target)
            built = Built(source, runner.fingerprint(target), shlex.join(command).replace(str(ROOT), "."), checkout,
                          commit_of(checkout))
        self.note(entry.name, built)
        return built

    def _there(self, entry: Entry) -> bool:
        return entry.kind == PROGRAM or (self.build / entry.name).exists()

    def _compiler_words(self, entry: Entry, checkout: str) -> list[str]:
        include = [f"-I{folder}" for folder in (*_INCLUDE, entry.folder)]
        include += [f"-I{_filled(folder, entry, checkout)}" for folder in entry.about.get("include", [])]
        flags = [_filled(flag, entry, checkout) for flag in entry.about.get("flags", [])]
        link = [word for given in entry.about.get("link", []) for word in self._linked(given, entry, checkout)]
        if entry.kind == ADAPTER:
            return ["-std=c++20", *include, *flags, os.fspath(entry.folder / entry.about["source"]), *link]
        return ["-std=c++20", *include, *flags, f'-DENTRY_HEADER="{entry.about["header"]}"',
                f"-DENTRY_TYPE={entry.about.get('type', 'Queue')}", os.fspath(_DRIVER / "driver.cpp"), "-pthread",
                *link]

    def _linked(self, given: str, entry: Entry, checkout: str) -> list[str]:
        """What is linked. `galois` is the library of this repository, as the programs are linked with it."""
        if given != "galois":
            return [_filled(given, entry, checkout)]
        base = self.programs.resolve().parent
        library = base / "libgalois" / "libgalois.a"
        cache = base / "CMakeCache.txt"
        if not library.exists():
            raise UserError(f"there is no {library}; build the target galois")
        hwloc = re.search(r"^GALOIS_HWLOC:\w+=none$", cache.read_text(encoding="utf-8"), re.M) is None
        return [os.fspath(library), "-lfmt", *(["-lhwloc"] if hwloc else [])]

    # What lab.peers asks of an installation.

    def version(self, peer: Peer) -> str:
        """The commit of the entry's source, or what changes with it."""
        built = self.noted()[peer.about["entry"].name]
        return built.commit or built.source

    def require(self, peer: Peer, question: str) -> None:
        """Nothing, as what is run was built before."""

    def command(self, peer: Peer, question: str) -> list[str]:
        """How an entry is asked, with its settings."""
        entry: Entry = peer.about["entry"]
        settings = [f"--set={name}={value}" for name, value in peer.about["settings"].items()]
        if entry.kind != PROGRAM:
            return [os.fspath(self.build / entry.name), *settings]
        built = self.noted()[entry.name]
        return [sys.executable, "-m", "lab.entries.adapter", f"--entry={entry.folder}",
                f"--checkout={built.checkout}", f"--programs={self.programs}", *settings]

    def fingerprint(self, peer: Peer, question: str) -> str:
        """The program and its settings."""
        entry: Entry = peer.about["entry"]
        text = json.dumps([self.noted()[entry.name].program, self.noted()[entry.name].source,
                           peer.about["settings"]])
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def peer_of(entry: Entry, settings: Settings, division: str, built: Built, tuned: float | None = None) -> Peer:
    """An entry with settings, as lab.peers asks it."""
    record: dict[str, Any] = {"division": division, "settings": settings, "authors": entry.authors, "paper": entry.paper,
              "licence": entry.licence, "source": built.source, "binary": built.program, "built": built.command,
              "commit": built.commit, "program": entry.kind}
    if tuned is not None:
        record["tuning_s"] = round(tuned, 3)
    return Peer(entry.name, entry.title, ENTRY, entry.name, (), "", entry.questions,
                entry.questions if entry.parallel else (),
                about={"entry": entry, "settings": settings, "record": record})


def source_hash(entry: Entry, checkout: str = "") -> str:
    """A word that changes with the entry's files and, if it has a queue, with the driver's."""
    digest = hashlib.sha256(checkout.encode())
    files = {path for path in entry.folder.rglob("*") if path.suffix in (".h", ".hpp", ".cpp", ".toml")}
    if entry.kind != PROGRAM:
        files |= {_ADAPTERS / "Adapter.h", *_DRIVER.glob("*.h"), *_DRIVER.glob("*.cpp")}
    for path in sorted(files):
        digest.update(path.name.encode() + path.read_bytes())
    digest.update(commit_of(checkout).encode())
    return digest.hexdigest()[:12]


def commit_of(checkout: str) -> str:
    """The commit of a checkout, or "" if it is none."""
    if not checkout:
        return ""
    done = subprocess.run(["git", "-C", checkout, "describe", "--always", "--dirty"], capture_output=True, text=True,
                          check=False)
    top = subprocess.run(["git", "-C", checkout, "rev-parse", "--show-toplevel"], capture_output=True, text=True,
                         check=False).stdout.strip()
    return done.stdout.strip() if top and os.path.samefile(top, checkout) else ""


def _filled(text: str, entry: Entry, checkout: str) -> str:
    return text.replace("{checkout}", checkout).replace("{entry}", os.fspath(entry.folder))


def words_of(entry: Entry, checkout: str, programs: pathlib.Path) -> list[str]:
    """The words of a program's command, of which those in braces that depend on a run are kept."""
    return [_filled(word, entry, checkout).replace("{bin}", os.fspath(programs))
            for word in shlex.split(entry.about["command"])]
