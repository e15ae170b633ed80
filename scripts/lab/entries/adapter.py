"""Asks a program that reads a graph and writes an answer: one process per source.

It is called as every adapter of lab.peers is, after --entry=FOLDER, --checkout=DIR, --programs=DIR and
the settings. Words in braces of the entry's command are filled in: {graph}, {source}, {threads},
{answer} (a file that the program writes), {record} (another one), {checkout}, {entry}, {bin} and the
settings. `time` and `tasks` are searched in what the program prints and in {record}; the last match counts. With
`elapsed`, the program prints how long it has run, and the time is the difference of the last two.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time
from typing import Any

import numpy

from galois_cps.runs import UserError
from lab.peers import grfile
from lab.peers.adapters import tell
from lab.peers.grfile import Array

from . import build, entry, inputs


def main() -> None:
    """Runs the program once per source."""
    given = dict(word.removeprefix("--").partition("=")[::2] for word in sys.argv[1:]
                 if word.startswith("--") and not word.startswith("--set="))
    settings = dict(word.removeprefix("--set=").partition("=")[::2] for word in sys.argv[1:]
                    if word.startswith("--set="))
    graph, question, threads, folder, *_ = [word for word in sys.argv[1:] if not word.startswith("--")]
    found = entry.read(pathlib.Path(given["entry"]))
    programs = pathlib.Path(given["programs"])
    try:
        work = pathlib.Path(folder)
        path = inputs.converted(pathlib.Path(graph), found.about.get("graph", "gr"), programs)
        nodes = grfile.header(graph).nodes
        with (work / "events").open("a", encoding="utf-8") as events:
            tell(events, built=0.0)
            for line in sys.stdin:
                source = json.loads(line)
                words = settings | {"graph": os.fspath(path), "source": str(source), "threads": threads,
                                    "question": question, "answer": os.fspath(work / "answer"),
                                    "record": os.fspath(work / "record")}
                argv = [filled(word, words) for word in build.words_of(found, given["checkout"], programs)]
                tell(events, source=source, **ask(argv, found.about, work, nodes, source))
    except UserError as error:
        sys.exit(str(error))


def filled(word: str, words: dict[str, str]) -> str:
    """A word of the command with what stands in braces filled in. Raises UserError for an unknown one."""
    def known(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise UserError(f"the command names {match[0]}, which is no setting")
        return words[match[1]]

    return re.sub(r"\{(\w+)\}", known, word)


def ask(argv: list[str], about: dict[str, Any], work: pathlib.Path, nodes: int, source: int | None) -> dict[str, Any]:
    """Runs the program once; what it found, as the fields of an event."""
    for name in ("answer", "record"):
        (work / name).unlink(missing_ok=True)
    began = time.perf_counter()
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)
    wall = time.perf_counter() - began
    if done.returncode:
        raise UserError((done.stdout.strip().splitlines() or [f"exit status {done.returncode}"])[-1])
    text = done.stdout
    if (work / "record").exists():
        text += "\n" + (work / "record").read_text(encoding="utf-8")
    seconds = last_number(about["time"], text, "time")
    if about.get("elapsed"):
        seconds -= last_number(about["time"], text, "time", 2)
    path = work / f"answer-{source}"
    values(work / "answer", about.get("answer", "pairs"), nodes).tofile(path)
    event = {"time_s": seconds, "build_s": max(0.0, wall - seconds), "answer": os.fspath(path), "dtype": "float64"}
    if "tasks" in about:
        event["tasks"] = last_number(about["tasks"], text, "tasks")
    return event


def last_number(pattern: str, text: str, name: str, back: int = 1) -> float:
    """The number in the last match, or in one so many places before the end. Raises UserError if there is none."""
    found = re.findall(pattern, text)
    try:
        return float(found[-back])
    except (IndexError, ValueError) as error:
        often = "no number" if back == 1 else f"fewer than {back} numbers"
        raise UserError(f"{name} = {pattern!r} matches {often} in what the program printed") from error


def values(path: pathlib.Path, form: str, nodes: int) -> Array:
    """The answer in a file, by node; infinite where a node has none."""
    try:
        words = path.read_text(encoding="utf-8").split()
        numbers = numpy.array(words, dtype=float)
        if form == "list":
            return numbers
        pairs = numbers.reshape(-1, 2)
        found = numpy.full(nodes, numpy.inf)
        found[pairs[:, 0].astype(numpy.int64)] = pairs[:, 1]
        return found
    except OSError as error:
        raise UserError("the program wrote no answer") from error
    except (ValueError, IndexError) as error:
        raise UserError(f"the answer is not of the form {form!r}: {error}") from error


if __name__ == "__main__":
    main()
