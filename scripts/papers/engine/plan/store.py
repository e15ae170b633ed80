"""Result files by program and build: results/figures/SCALE/runs/PRESET-PROGRAM-FINGERPRINT.jsonl.

Lines are those of scripts/bench. A run is known by its program, arguments, graph and round, so a
second call runs only what is missing, and another build's runs stay in files of their own.
"""

import json
import pathlib
from collections.abc import Iterable, Iterator

from galois_cps.runs import results, whole_file
from lab.bench import schedule, spec

from .builds import Builds
from .graphs import Graphs

Ident = tuple[str, int, bool]


class Store:
    """The records of a scale. One process writes at a time."""

    def __init__(self, folder: pathlib.Path, builds: Builds, graphs: Graphs) -> None:
        self.folder = folder
        self._builds = builds
        self._graphs = graphs
        self._known: dict[pathlib.Path, dict[Ident, tuple[int, dict]]] = {}
        self._files: dict[pathlib.Path, results.ResultFile] = {}
        self._lines: dict[pathlib.Path, int] = {}
        self._paths: dict[tuple[str, str, str], pathlib.Path] = {}
        self._walls: dict[tuple[str, str], float] = {}
        self._inputs = self._read_inputs()
        self.stale: set[str] = set()  # programs of another build, whose runs are shown

    def path(self, preset: str, program: str) -> pathlib.Path:
        """The file of a program as it is now. A program that is not built has the newest file that
        there is, if any, so that results can be read on another machine."""
        now = self._builds.fingerprint(preset, program)
        if (preset, program, now) not in self._paths:
            self._paths[preset, program, now] = self._find_path(preset, program, now)
        return self._paths[preset, program, now]

    def _find_path(self, preset: str, program: str, now: str) -> pathlib.Path:
        if now:
            return self.folder / f"{preset}-{program}-{now}.jsonl"
        stem = f"{preset}-{program}-"
        old = [path for path in self.folder.glob(f"{stem}*.jsonl")
               if "-" not in path.stem.removeprefix(stem)]
        if old:
            self.stale.add(f"{preset} {program}")
            return max(old, key=lambda path: path.stat().st_mtime)
        return self.folder / f"{stem}none.jsonl"

    def find(self, config: spec.Config, repeat: int) -> tuple[str, dict] | None:
        """("file:line", record) of a run, or None. The record may be that of a failure."""
        path = self.path(config.build, config.app)
        found = self._read(path).get((config.key, repeat, False))
        if found is None or not self._same_input(config, found[1]):
            return None
        return f"{path.name}:{found[0]}", found[1]

    def done(self, run: schedule.Run) -> bool:
        """Whether a run need not be run again: it succeeded, ran out of time or was refused."""
        found = self.find(run.config, run.repeat)
        if found is None:
            return False
        failure = found[1]["bench"].get("failure")
        return not failure or bool(failure["timeout"] or failure.get("usage"))

    def append(self, run: schedule.Run, record: dict) -> None:
        """Adds the record of a run; when this returns, it is on disk."""
        path = self.path(run.config.build, run.config.app)
        known = self._read(path)
        if path not in self._files:
            self._files[path] = results.ResultFile(path)
            self._lines[path] = len(results.read(path))
        self._files[path].append(record)
        self._lines[path] += 1
        known[run.ident] = (self._lines[path], record)
        if record.get("input_id"):
            self._learn(run.config, record["input_id"])

    def records(self) -> Iterator[dict]:
        """All records of the builds that are shown, as path() says."""
        for path in sorted(self.folder.glob("*.jsonl")):
            for _, record in self._read(path).values():
                config = record["bench"]["config"]
                if path != self.path(config["build"], config["app"]):
                    break
                yield record

    def at(self, place: str) -> dict | None:
        """The record that find() gave this place, or None if the place is of another kind of record."""
        name, _, line = place.partition(":")
        path = self.folder / name
        if path.suffix != ".jsonl" or not path.exists():
            return None
        return next((record for number, record in self._read(path).values() if str(number) == line), None)

    def wall(self, place: str) -> float:
        """How long the run took that find() gave this place."""
        name, _, rest = place.partition(":")
        if not self._walls:
            for path in self.folder.glob("*.jsonl"):
                for line, record in self._read(path).values():
                    self._walls[path.name, str(line)] = record["bench"]["wall_s"]
        return self._walls.get((name, rest.partition(" ")[0]), 0.0)

    def forget(self, runs: Iterable[schedule.Run]) -> None:
        """Removes these runs, so that they are measured again. A file beside theirs keeps them."""
        gone: dict[pathlib.Path, set[Ident]] = {}
        for run in runs:
            gone.setdefault(self.path(run.config.build, run.config.app), set()).add(run.ident)
        for path, idents in gone.items():
            if not path.exists():
                continue
            kept = [record for record in results.read(path) if results.ident(record) not in idents]
            results.replace(path, kept)
            self._known.pop(path, None)

    def close(self) -> None:
        """Closes the files that were written."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _read(self, path: pathlib.Path) -> dict[Ident, tuple[int, dict]]:
        """{identity: (line, record)}; a success is kept before a failure, else the last one."""
        if path not in self._known:
            known: dict[Ident, tuple[int, dict]] = {}
            for line, record in enumerate(results.read(path) if path.exists() else [], 1):
                ident = results.ident(record)
                if ident in known and "failure" in record["bench"] \
                        and "failure" not in known[ident][1]["bench"]:
                    continue
                known[ident] = (line, record)
            self._known[path] = known
        return self._known[path]

    def _same_input(self, config: spec.Config, record: dict) -> bool:
        """Whether a record is of the graph that lies there now, as far as that is known."""
        label = config.input.label
        if "input_id" not in record or not self._graphs.there(label):
            return True
        known = self._inputs.get(f"{label} {config.app}", {})
        return known.get(self._graphs.fingerprint(label)) == record["input_id"]

    def _learn(self, config: spec.Config, input_id: str) -> None:
        """Remembers which input_id a program gives to the graph that lies there now. Programs
        differ, since some of them read the graph with every arc's reverse."""
        label = config.input.label
        if not self._graphs.there(label):
            return
        known = self._inputs.setdefault(f"{label} {config.app}", {})
        mark = self._graphs.fingerprint(label)
        if known.get(mark) != input_id:
            known[mark] = input_id
            text = json.dumps(self._inputs, indent=1, sort_keys=True) + "\n"
            whole_file.write(self.folder / "inputs.json", text)

    def _read_inputs(self) -> dict[str, dict[str, str]]:
        try:
            return json.loads((self.folder / "inputs.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
