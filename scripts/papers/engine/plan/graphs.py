"""The graphs of a scale: where they are, how they are made, and what is missing."""

import hashlib
import os
import pathlib
import subprocess
from collections.abc import Callable, Iterable

from galois_cps.runs import UserError

from .catalogue import Catalogue, Graph

ROOT = pathlib.Path(__file__).resolve().parents[4]
INPUTS = pathlib.Path(os.environ.get("GALOIS_SHARED_INPUTS", ROOT.parent / "shared" / "inputs"))
_PAGES, _PAGE = 64, 4096
_RECORDER = "semigroups-cpu"


class Graphs:
    """Graphs as files in one folder. Text that other people made comes from `inputs`."""

    def __init__(self, catalogue: Catalogue, folder: pathlib.Path, tools: pathlib.Path,
                 inputs: pathlib.Path = INPUTS) -> None:
        self._catalogue = catalogue
        self.folder = folder
        self._tools = tools
        self._inputs = inputs
        self._prints: dict[str, str] = {}

    def path(self, name: str) -> pathlib.Path:
        """The file of a graph, whether it exists or not."""
        return self.folder / f"{name}.{self._catalogue.graphs[name].suffix}"

    def there(self, name: str) -> bool:
        """Whether the file exists."""
        return self.path(name).is_file()

    def generated(self, name: str) -> bool:
        """Whether the program makes this input itself, so that there is no file."""
        return self._catalogue.graphs[name].generated

    def can_be_made(self, name: str) -> bool:
        """Whether prepare() makes it, by graph-gen, by semigroups-cpu or by graph-convert from a file,
        or the program does."""
        graph = self._catalogue.graphs[name]
        if self.there(name) or graph.make or graph.record or graph.generated:
            return True
        if graph.source.startswith("graph:"):
            return self.can_be_made(graph.source.removeprefix("graph:"))
        return bool(graph.source) and (self._inputs / graph.source).is_file()

    def advice(self, name: str) -> str:
        """How to get a graph that cannot be made here."""
        graph = self._catalogue.graphs[name]
        if graph.source.startswith("graph:"):
            return self.advice(graph.source.removeprefix("graph:"))
        if graph.fetch:
            return f"inputs/fetch {graph.fetch} --dir {self.folder}"
        return f"put {graph.source} into a folder and name the folder with GALOIS_SHARED_INPUTS"

    def tools(self, names: Iterable[str]) -> list[str]:
        """The programs that prepare() runs for these graphs."""
        found = {}
        for name in names:
            if not self.there(name) and self.can_be_made(name) and not self.generated(name):
                graph = self._catalogue.graphs[name]
                found["graph-gen" if graph.make else _RECORDER if graph.record
                      else "graph-convert"] = None
                if graph.source.startswith("graph:"):
                    found |= dict.fromkeys(self.tools([graph.source.removeprefix("graph:")]))
        return list(found)

    def command(self, name: str, target: pathlib.Path) -> list[str]:
        """The command that makes a graph; the result is written to target."""
        graph = self._catalogue.graphs[name]
        if graph.make:
            kind, *flags = graph.make
            coords = [f"--coords={target.with_suffix('.co')}"] if graph.coords == "make" else []
            return [str(self._tools / "graph-gen"), kind, str(target), *flags, *coords, "--quiet"]
        if graph.record:
            return [str(self._tools / _RECORDER), *graph.record, "--skeleton=seq",
                    f"--record-tree={target}"]
        coords = [f"--coords={self._inputs / graph.coords}"] if graph.coords else []
        return [str(self._tools / "graph-convert"), str(self._source(graph)), str(target),
                *graph.convert, *coords, "--quiet"]

    def prepare(self, names: Iterable[str], say: Callable[[str], None]) -> list[str]:
        """Makes the graphs that are not there; returns the names of those that cannot be made. An
        interrupted call leaves no half-written graph."""
        missing = []
        for name in dict.fromkeys(names):
            if self.there(name) or self.generated(name):
                continue
            if not self.can_be_made(name):
                missing.append(name)
                continue
            source = self._catalogue.graphs[name].source
            if source.startswith("graph:"):
                self.prepare([source.removeprefix("graph:")], say)
            self._make(name, say)
        return missing

    def fingerprint(self, name: str) -> str:
        """A hash of the size, the first megabyte and pages spread over the file, which changes when
        the graph does."""
        if name not in self._prints:
            path = self.path(name)
            size = path.stat().st_size
            digest = hashlib.sha256(str(size).encode())
            with open(path, "rb") as file:
                digest.update(file.read(1 << 20))
                for page in range(_PAGES):
                    file.seek(size * page // _PAGES)
                    digest.update(file.read(_PAGE))
            self._prints[name] = digest.hexdigest()[:16]
        return self._prints[name]

    def _source(self, graph: Graph) -> pathlib.Path:
        if graph.source.startswith("graph:"):
            return self.path(graph.source.removeprefix("graph:"))
        return self._inputs / graph.source

    def _make(self, name: str, say: Callable[[str], None]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        say(f"making {name}: {self._catalogue.graphs[name].about}")
        command = self.command(name, self.path(name))
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise UserError(f"cannot run {command[0]}: {error.strerror}; build it, or say where "
                            "the programs are with --bin") from error
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
            raise UserError(f"cannot make {name}: {said}")
