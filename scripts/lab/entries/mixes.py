"""Pushes and pops without a graph: counts of items, throughput, and histories."""

import dataclasses
import json
import os
import pathlib
import subprocess
import tempfile
from typing import Any

from galois_cps.runs import UserError
from histories import bounds, history, verdict

from .build import Builds
from .entry import Entry, Settings

# Items of each thread that are there at the beginning.
START = 16384


@dataclasses.dataclass(frozen=True)
class Mix:
    """What is run: by how many threads, and so many turns of each."""

    threads: int
    turns: int
    seed: int = 1
    start: int = START
    timeout: float = 600.0


def counts(builds: Builds, entry: Entry, settings: Settings, what: str, mix: Mix) -> dict[str, Any]:
    """What the driver found.

    :param what: `check` counts each item, `measure` the time alone"""
    return json.loads(_run(builds, entry, settings, what, mix))


def judged(builds: Builds, entry: Entry, settings: Settings, mix: Mix, bound: bool = True) -> verdict.Verdict:
    """Records a history and checks it against what the entry promises.

    :param bound: also against the bound of rank errors"""
    text = _run(builds, entry, settings, "record", mix)
    about = entry.about
    promised = bounds.parse(about["bound"]) if bound and "bound" in about else None
    promises = verdict.Promises(True, about.get("empty", "item"), tuple(about.get("thread_order", [])), promised)
    return verdict.judge(history.parse(text, f"history of {entry.name}"), promises)


def _run(builds: Builds, entry: Entry, settings: Settings, what: str, mix: Mix) -> str:
    argv = [os.fspath(builds.build / entry.name), *(f"--set={name}={value}" for name, value in settings.items()),
            what, str(mix.threads), str(mix.start), str(mix.turns), str(mix.seed)]
    with tempfile.TemporaryDirectory(prefix="galois-entry-") as folder:
        path = pathlib.Path(folder) / "out"
        try:
            with path.open("w", encoding="utf-8") as out:
                done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, text=True,
                                      check=False, timeout=mix.timeout)
        except subprocess.TimeoutExpired:
            raise UserError(f"{what} of {mix.threads} threads ran past its {mix.timeout:g} s") from None
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            raise UserError(f"{what} of {mix.threads} threads: {lines[-1]}")
        return path.read_text(encoding="utf-8")
