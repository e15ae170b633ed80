"""One run of an application: start it, wait for it, read its record."""

import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time

from galois_cps.runs import UsageError

from . import counters as hardware

# The failure of a run whose program refused its command line, which a repetition would not change.
USAGE = "exit status 2"
_TAIL = 800  # characters of stderr that a failure keeps


@dataclasses.dataclass
class Outcome:
    """The result of a run: the application's record, or the reason why there is none.

    For a run that has several, `record` is the first of them and `records` has all.
    """

    record: dict | None
    wall_s: float
    reason: str = ""
    stderr: str = ""
    records: list = dataclasses.field(default_factory=list)
    counters: dict = dataclasses.field(default_factory=dict)


def find_binary(bin_dir, app, preset="release"):
    """The path of an application, or a message that says how to build it."""
    path = os.path.abspath(os.path.join(bin_dir, app))
    if not os.access(path, os.X_OK):
        build = os.path.dirname(os.path.dirname(os.path.realpath(path)))
        how = f"cmake --build {shlex.quote(build)} --target {app}" \
            if os.path.exists(os.path.join(build, "CMakeCache.txt")) else \
            f"cmake --preset {preset} && cmake --build --preset {preset} --target {app}"
        raise UsageError(f"no program {path}; build it ({how}) or say where with --bin DIR")
    return path


def fingerprint(path):
    """Twelve hexadecimal digits that change when the program does."""
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:12]


def without_effect(stderr):
    """The names of the flags, without their dashes, that a program warned of: they have no effect
    with the worklist or scheduler of the run."""
    names = []
    for line in stderr.splitlines():
        for part in line.split("; ") if line.startswith("warning: ") else ():
            before, found, _ = part.partition(" no effect with ")
            names += re.findall(r"--([\w-]+)", before) if found else []
    return names


def replay(argv):
    """The command that repeats a run, without our temporary record."""
    return shlex.join(arg for arg in argv if not arg.startswith("--json="))


def run(make_argv, timeout, started=None, several=False, counters=hardware.NONE,
        make_record=None):
    """Runs make_argv(json file) for at most timeout seconds. A failure is an outcome, not an error.
    `started`, if given, is called with the process, which leads a process group of its own.
    `several` says that the run may have more than one record, one per query. `counters` are the
    hardware counters that count the process. make_record(seconds), if given, makes the record of a
    program that writes none."""
    with tempfile.TemporaryDirectory(prefix="galois-bench-") as folder:
        record_file = os.path.join(folder, "record.json")
        counted = os.path.join(folder, "counters")
        argv = counters.command(make_argv(record_file), counted)
        with open(os.path.join(folder, "stderr"), "w+b") as stderr:
            began = time.monotonic()
            status = _wait(argv, stderr, timeout, started)
            wall = time.monotonic() - began
            stderr.seek(0)
            tail = stderr.read().decode(errors="replace").strip()[-_TAIL:]
        if status is None:
            return Outcome(None, wall, f"ran past its {timeout:g} s", tail)
        records, trouble = ([make_record(wall)], "") if make_record else \
            _read_records(record_file, several)
        if status < 0:
            return Outcome(None, wall, f"killed by {signal.Signals(-status).name}", tail)
        if any(record.get("verified") is False for record in records):
            return Outcome(None, wall, "verification failed", tail)
        if status > 0:
            return Outcome(None, wall, f"exit status {status}", tail)
        return Outcome(records[0] if records else None, wall, trouble, tail, records,
                       hardware.read(counted))


def _wait(argv, stderr, timeout, started=None):
    """The exit status; None after the time limit. The process and its children never outlive us."""
    process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=stderr, start_new_session=True)
    try:
        if started:
            started(process)
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _read_records(path, several):
    """(records, "") or ([], what is wrong with them)."""
    try:
        found = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError:
        return [], "wrote no JSON record"
    except ValueError as error:
        return [], f"wrote a record that is not JSON: {error}"
    records = found if isinstance(found, list) and (several or len(found) == 1) else [found]
    for record in records:
        fields = record if isinstance(record, dict) else {}
        missing = [name for name in ("schema", "time_s", "answer") if name not in fields]
        if missing:
            return [], f"wrote a record without {', '.join(missing)}"
    return records, "" if records else "wrote no JSON record"
