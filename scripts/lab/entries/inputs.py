"""Graphs with weights drawn from a seed, under names that say nothing about where they come from."""

import os
import pathlib
import subprocess

from galois_cps.runs import UserError, whole_file
from lab.bench import runner, spec
from lab.peers import grfile

KEPT = "file"


def prepared(given: spec.Input, weights: str, seed: int, folder: pathlib.Path, programs: pathlib.Path) -> pathlib.Path:
    """The file that entries are asked about: the graph with weights from the seed, or with its own."""
    source = pathlib.Path(given.path)
    stamp = f"{grfile.fingerprint(source)}-{'' if weights == KEPT else f'{weights}-{seed}'}".replace(":", "-")
    note = folder / f"{stamp}.name"
    if note.exists() and (folder / note.read_text(encoding="utf-8")).exists():
        return folder / note.read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"new-{os.getpid()}.gr"
    flags = [] if weights == KEPT else [f"--weights={weights}", f"--seed={seed}"]
    _convert(source, made, programs, flags)
    path = folder / f"{grfile.fingerprint(made)}.gr"
    made.replace(path)
    whole_file.write(note, path.name)
    return path


def converted(graph: pathlib.Path, suffix: str, programs: pathlib.Path) -> pathlib.Path:
    """The same graph in another format, beside it."""
    path = graph.with_suffix(f".{suffix}")
    if not path.exists():
        made = graph.with_name(f"new-{os.getpid()}.{suffix}")
        _convert(graph, made, programs, [])
        made.replace(path)
    return path


def generated(kind: str, flags: list[str], path: pathlib.Path, programs: pathlib.Path) -> pathlib.Path:
    """A graph of graph-gen."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_name(f"new-{os.getpid()}.gr")
        _run([runner.find_binary(programs, "graph-gen"), kind, os.fspath(made), *flags, "--quiet"])
        made.replace(path)
    return path


def _convert(source: pathlib.Path, target: pathlib.Path, programs: pathlib.Path, flags: list[str]) -> None:
    _run([runner.find_binary(programs, "graph-convert"), os.fspath(source), os.fspath(target), *flags, "--quiet"])


def _run(argv: list[str]) -> None:
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError((done.stderr.strip().splitlines() or [f"{argv[0]} failed"])[-1])
