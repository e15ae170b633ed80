"""One adapter process: it is asked one source at a time, under a time limit and a memory limit."""

import contextlib
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any

_POLL_S = 0.02
_LONGEST_POLL_S = 0.25
_TAIL = 800  # characters of stderr that a failure keeps


@dataclasses.dataclass(frozen=True)
class Limits:
    """Seconds for building the structure, and for each answer; MiB of memory."""

    seconds: float
    mib: float


@dataclasses.dataclass
class Ending:
    """How a process ended. `kind` is "" after success, else time, memory or crash."""

    kind: str
    reason: str
    stderr: str
    peak_mib: float
    wall_s: float


def ask(argv: Sequence[str], env: dict[str, str], folder: pathlib.Path, limits: Limits,
        sources: Sequence[int | Sequence[int] | None], heard: Callable[[dict[str, Any]], bool]) -> Ending:
    """Runs an adapter until it has answered every source or has reached a limit.

    `heard` is called with each event, and returns whether the same source is asked again. The
    adapter gets the next source when `heard` has returned, so that whatever `heard` does disturbs
    no measurement. The process and its children never outlive this call.
    """
    events = folder / "events"
    events.touch()
    began = changed = time.monotonic()
    waiting, peak, wait, building = list(sources), 0.0, _POLL_S, True
    kind, reason = "", ""
    with (folder / "stderr").open("w+b") as stderr, events.open(encoding="utf-8") as lines:
        process = subprocess.Popen(list(argv), env=env, stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True)
        try:
            while True:
                ended = process.poll() is not None
                for line in _whole_lines(lines):
                    if not heard(json.loads(line)) and not building:
                        waiting.pop(0)
                    _send(process, waiting)
                    changed, building, wait = time.monotonic(), False, _POLL_S
                if ended:
                    break
                used = _memory_mib(process.pid)
                peak = max(peak, used)
                if used > limits.mib:
                    kind, reason = "memory", f"needed more than {limits.mib / 1024:.3g} GiB"
                    break
                if time.monotonic() - changed > limits.seconds:
                    what = "building" if building else "the answer"
                    kind, reason = "time", f"{what} ran past its {limits.seconds:g} s"
                    break
                time.sleep(wait)
                wait = min(1.1 * wait, _LONGEST_POLL_S)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            with contextlib.suppress(OSError):
                process.stdin.close() if process.stdin else None
        wall = time.monotonic() - began
        stderr.seek(0)
        tail = stderr.read().decode(errors="replace").strip()[-_TAIL:]
    if not kind and process.returncode:
        kind, reason = _failure(process.returncode, tail)
    return Ending(kind, reason, tail, peak, wall)


def _send(process: subprocess.Popen[bytes], waiting: list[int | Sequence[int] | None]) -> None:
    """Asks for the next source, or ends the adapter's input after the last."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # the adapter has ended; its status says why
        if waiting:
            process.stdin.write(f"{json.dumps(waiting[0])}\n".encode())
            process.stdin.flush()
        else:
            process.stdin.close()


def _failure(status: int, tail: str) -> tuple[str, str]:
    if tail.endswith("out of memory"):
        return "memory", "ran out of memory"
    if status < 0:
        return "crash", f"killed by {signal.Signals(-status).name}"
    return "crash", f"exit status {status}"


def _whole_lines(file: Any) -> list[str]:
    """The lines that have been written completely since the last call."""
    found: list[str] = []
    while True:
        begin = file.tell()
        line = file.readline()
        if not line.endswith("\n"):
            file.seek(begin)
            return found
        found.append(line)


def _memory_mib(pid: int) -> float:
    """The memory that a process and its children occupy."""
    total = 0
    try:
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        for each in (str(pid), *children.split()):
            with contextlib.suppress(OSError):
                statm = pathlib.Path(f"/proc/{each}/statm").read_text(encoding="ascii")
                total += int(statm.split()[1])
    except OSError:
        return 0.0
    return total * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def free_mib() -> float:
    """The memory that is available now."""
    for line in pathlib.Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "MemAvailable":
            return int(value.split()[0]) / 1024
    return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")) / (1 << 20)
