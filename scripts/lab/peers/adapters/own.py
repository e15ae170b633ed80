"""Our own programs, one process per answer.

Each is the second of two runs in one process. Its time is everything between the end of the first
and its own: resetting the answer, constructing the scheduler, the algorithm, and the summary. The
program's own `time_s`, which leaves out what is not the algorithm, is `loop_s`. `build_s` is
everything before the first run. The arguments before those of every adapter are --program=FILE and
the flags of the program.
"""

import json
import pathlib
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy

from lab.peers.adapters import tell
from lab.peers.grfile import Array

# What makes a program answer this question and no other.
_FLAGS = {"betweenness": ("--undirected=no",), "clustering": ("--clustering",),
          "paths": ("--weight-type=float",), "power": ("--algo=power",)}


def command(program: str, flags: list[str], graph: str, question: str, threads: str,
            tolerance: str, damping: str, source: int | Sequence[int] | None,
            work: pathlib.Path) -> list[str]:
    """The command that answers one question, without its outputs. Several sources get a file in the
    folder `work`."""
    argv = [program, graph, *flags, *_FLAGS.get(question, ())]
    if not any(flag.startswith("--algo=") for flag in flags):
        argv.append(f"-t={threads}")
    if question == "power":
        argv += [f"--iterations={source}", f"--damping={damping}"]
    elif isinstance(source, Sequence):
        listed = work / "sources"
        listed.write_text("".join(f"{node}\n" for node in source), encoding="ascii")
        argv.append(f"--sources={listed}")
    elif source is not None:
        argv.append(f"--startNode={source}")
    if question == "pagerank":
        argv += [f"--tolerance={tolerance}", f"--damping={damping}"]
    return argv


def read_answer(path: pathlib.Path, question: str) -> Array:
    """The array of an answer from a text file that a program wrote."""
    columns = 3 if question == "mst" else 2
    text = path.read_text(encoding="utf-8")
    values = numpy.array(text.split(), dtype=float).reshape(-1, columns)
    if question == "triangles":
        return values[:, 1].sum(keepdims=True) / 3
    return values.ravel() if question == "mst" else _by_node(values)


def _by_node(values: Array) -> Array:
    found = numpy.full(len(values), numpy.inf)
    found[values[:, 0].astype(numpy.int64)] = values[:, 1]
    return found


def main() -> None:
    """Runs the program once per source."""
    given = [arg for arg in sys.argv[1:] if arg.startswith("-")]
    rest = [arg for arg in sys.argv[1:] if not arg.startswith("-")]
    graph, question, threads, folder, tolerance, damping = rest
    program, flags = given[0].removeprefix("--program="), given[1:]
    work = pathlib.Path(folder)
    with (work / "events").open("a", encoding="utf-8") as events:
        tell(events, built=0.0)
        for line in sys.stdin:
            source = json.loads(line)
            argv = command(program, flags, graph, question, threads, tolerance, damping, source,
                           work)
            first, record = _run(argv, work)
            path = work / f"answer-{source}"
            read_answer(work / "output", question).tofile(path)
            tell(events, source=source, build_s=first["total_s"] - first["time_s"],
                 time_s=record["total_s"] - first["total_s"], loop_s=record["time_s"],
                 peak_mib=record["max_rss_mib"], answer=str(path), dtype="float64",
                 version=record["build"]["commit"][:12])


def _run(argv: list[str], work: pathlib.Path) -> tuple[dict[str, Any], dict[str, Any]]:
    done = subprocess.run([*argv, "-noverify", "--runs=2", f"--json={work / 'record'}",
                           f"--output={work / 'output'}"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip().splitlines()[-1] if done.stderr.strip()
                 else f"exit status {done.returncode}")
    first, second = json.loads((work / "record").read_text(encoding="utf-8"))
    return first, second


if __name__ == "__main__":
    main()
