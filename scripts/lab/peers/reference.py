"""Our own checked answers, which every other answer is compared with. They are kept by graph."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
from typing import Any

import numpy

from galois_cps.runs import UserError, whole_file

from .adapters import own
from .catalogue import DAMPING
from .grfile import Array
from .install import Installation
from .plan import Source, spelled

# The L1 distance of our ranks to the true ones, far below the tolerance of the answers compared.
_TOLERANCE = "1e-8"


class Reference:
    """The answers to questions about one graph."""

    def __init__(self, installation: Installation, graph: pathlib.Path, fingerprint: str,
                 timeout: float) -> None:
        self._installation = installation
        self._graph = graph
        self._folder = installation.folder / "answers" / fingerprint
        self._timeout = timeout

    def get(self, question: str, source: Source) -> tuple[Array, dict[str, Any]]:
        """The answer and the record of our program, which checked it."""
        stem = question if source is None else f"{question}-{spelled(source)}"
        answer, record = self._folder / f"{stem}.npy", self._folder / f"{stem}.json"
        if not record.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make(question, source, answer, record)
        return numpy.load(answer), json.loads(record.read_text(encoding="utf-8"))

    def _make(self, question: str, source: Source, answer: pathlib.Path,
              record: pathlib.Path) -> None:
        program = os.fspath(self._installation.program(question))
        threads = str(len(os.sched_getaffinity(0)))
        with tempfile.TemporaryDirectory(prefix="galois-peers-") as folder:
            work = pathlib.Path(folder)
            argv = own.command(program, [], os.fspath(self._graph), question, threads, _TOLERANCE,
                               str(DAMPING), source, work)
            self._run([*argv, f"--json={work / 'record'}", f"--output={work / 'output'}"])
            numpy.save(answer, own.read_answer(work / "output", question))
            text = (work / "record").read_text(encoding="utf-8")
        whole_file.write(record, text)  # the record comes last: with it, the answer is complete

    def _run(self, argv: list[str]) -> None:
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        name = pathlib.Path(argv[0]).name
        try:
            _, stderr = process.communicate(timeout=self._timeout)
        except subprocess.TimeoutExpired:
            raise UserError(f"{name} ran past its {self._timeout:g} s, and answers are compared "
                            "with ours; give a longer --timeout") from None
        finally:
            if process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if process.returncode:
            lines = stderr.strip().splitlines() or [f"exit status {process.returncode}"]
            raise UserError(f"{name} failed on {self._graph}: {lines[-1]}")
