"""Installs peers: Python packages into a virtual environment, C++ adapters into a build folder."""

import dataclasses
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence

from galois_cps.runs import UserError, whole_file
from lab.bench import runner

from .catalogue import DEBIAN, OWN, PYPI, Peer

_PACKAGE = pathlib.Path(__file__).resolve().parent
SCRIPTS = _PACKAGE.parents[1]
_ADAPTERS = _PACKAGE / "adapters"
_VERSION_OF = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
PROGRAMS = {"sssp": "sssp-cpu", "bfs": "bfs-cpu", "mst": "mst-cpu", "pagerank": "pagerank-cpu",
            "color": "color-cpu", "components": "components-cpu", "kcore": "kcore-cpu",
            "triangles": "triangles-cpu", "betweenness": "betweenness-cpu", "paths": "sssp-cpu",
            "power": "pagerank-cpu", "clustering": "triangles-cpu"}


@dataclasses.dataclass(frozen=True)
class Installed:
    """What `install` noted about a peer."""

    version: str
    date: str


class Installation:
    """The folder with everything that was installed, and the folder of our own programs."""

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path) -> None:
        self.folder = folder
        self.programs = programs
        self.venv = folder / "venv"
        self.build = folder / "build"
        self._note = folder / "installed.json"

    def installed(self) -> dict[str, Installed]:
        """The packages that are installed, by name. Our own programs are not among them."""
        try:
            noted = json.loads(self._note.read_text(encoding="utf-8"))
            return {name: Installed(**entry) for name, entry in noted.items()}
        except OSError:
            return {}
        except (ValueError, TypeError, AttributeError) as error:
            raise UserError(f"{self._note} is damaged; delete it and install again") from error

    def program(self, question: str) -> pathlib.Path:
        """Our program that answers a question; UserError if it is not built."""
        return pathlib.Path(runner.find_binary(self.programs, PROGRAMS[question]))

    def version(self, peer: Peer) -> str:
        """What `install` noted about a peer; "" if it is not installed."""
        known = self.installed().get(peer.name)
        return known.version if known else ""

    def require(self, peer: Peer, question: str) -> None:
        """UserError with the command that installs what is missing."""
        if peer.kind == OWN:
            self.program(question)
        elif peer.name not in self.installed():
            raise UserError(f"{peer.name} is not installed; scripts/peers install {peer.name}")

    def command(self, peer: Peer, question: str) -> list[str]:
        """How the adapter of a peer is called, without its arguments."""
        module = f"lab.peers.adapters.{peer.adapter}"
        if peer.kind == OWN:
            return [sys.executable, "-m", module, f"--program={self.program(question)}",
                    *peer.flags.get(question, ())]
        if peer.kind == PYPI:
            return [os.fspath(self.venv / "bin" / "python"), "-m", module]
        return [os.fspath(self.build / peer.adapter)]

    def fingerprint(self, peer: Peer, question: str) -> str:
        """A word that changes with what would answer the question."""
        if peer.kind == DEBIAN:
            return runner.fingerprint(self.build / peer.adapter)
        parts = [_ADAPTERS / f"{peer.adapter}.py", _ADAPTERS / "__init__.py"]
        if peer.kind == OWN:
            return "-".join(map(runner.fingerprint, [self.program(question), *parts]))
        return "-".join([self.installed()[peer.name].version, *map(runner.fingerprint, parts)])

    def install(self, peers: Iterable[Peer], say: Callable[[str], None],
                run: Callable[[Sequence[str]], str] | None = None) -> list[str]:
        """Installs peers one after the other; the complaints about those that failed.

        `run` runs a command, returns its output, and raises UserError if it fails.
        """
        run = run or _run
        complaints = []
        for peer in peers:
            if peer.kind == OWN:
                say(f"{peer.name}: {self.programs}, not installed by this script")
                continue
            try:
                version = (self._from_pypi if peer.kind == PYPI else self._compile)(peer, run)
                self._write(peer, version)
                say(f"{peer.name}: {version}")
            except UserError as error:
                complaints.append(f"{peer.name}: {error}")
                say(complaints[-1])
        return complaints

    def _from_pypi(self, peer: Peer, run: Callable[[Sequence[str]], str]) -> str:
        python = os.fspath(self.venv / "bin" / "python")
        if not os.access(self.venv / "bin" / "pip", os.X_OK):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                run([sys.executable, "-m", "venv", "--clear", os.fspath(self.venv)])
            except UserError as error:
                raise UserError(f"{error}; it needs the module venv: apt-get install "
                                "python3-venv") from error
        run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
             *peer.packages])
        return run([python, "-c", _VERSION_OF, peer.distribution]).strip()

    def _compile(self, peer: Peer, run: Callable[[Sequence[str]], str]) -> str:
        self.build.mkdir(parents=True, exist_ok=True)
        target = self.build / peer.adapter
        source = os.fspath(_ADAPTERS / f"{peer.adapter}.cpp")
        try:
            compile_program(["-std=c++17", source], target, run)
        except UserError as error:
            raise UserError(f"{error}; its headers are in: apt-get install "
                            + " ".join(peer.packages)) from error
        return run([os.fspath(target), "--version"]).strip()

    def _write(self, peer: Peer, version: str) -> None:
        noted = {name: dataclasses.asdict(entry) for name, entry in self.installed().items()}
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        noted[peer.name] = {"version": version, "date": today}
        whole_file.write(self._note, json.dumps(noted, indent=1) + "\n")


def available(peers: Iterable[Peer], installation: Installation) -> list[Peer]:
    """The peers that can be asked: our programs and what is installed."""
    there = installation.installed()
    return [peer for peer in peers if peer.kind == OWN or peer.name in there]


def _run(argv: Sequence[str]) -> str:
    """The output of a command; UserError with the line of its output that says most."""
    try:
        done = subprocess.run(list(argv), capture_output=True, text=True, check=False)
    except OSError as error:
        raise UserError(f"cannot run {argv[0]}: {error.strerror}") from error
    if done.returncode:
        lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        telling = [line for line in lines if "rror" in line] or lines[-1:] or ["no output"]
        raise UserError(f"{pathlib.Path(argv[0]).name} failed: {telling[0]}")
    return done.stdout


def compile_program(words: Sequence[str], target: pathlib.Path,
                    run: Callable[[Sequence[str]], str] | None = None) -> list[str]:
    """Compiles a program, with the flags that all have; returns the command. A program that is there stays until
    the new one is complete."""
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    unfinished = target.with_name(f"{target.name}.new")
    command = [compiler, "-O3", "-march=native", "-DNDEBUG", *words]
    (run or _run)([*command, "-o", os.fspath(unfinished)])
    unfinished.replace(target)
    return command


KINDS = {PYPI: "from PyPI", DEBIAN: "compiled here", OWN: "ours"}
