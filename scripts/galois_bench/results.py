"""The result file: one JSON object a line, appended and synced run by run, so that a kill loses at
most the run under way. A line is the application's record plus a `bench` object; a failed run has
the `bench` object alone, with a `failure` in it."""

import fcntl
import json
import os

from . import UserError


class ResultFile:
    """Appends to a result file. A half-written last line, left by a kill, is cut off first."""

    def __init__(self, path):
        self.path = path
        folder = os.path.dirname(os.path.abspath(path))
        try:
            os.makedirs(folder, exist_ok=True)
            self._file = open(path, "a", encoding="utf-8")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.torn = _cut_torn_line(path)
        except BlockingIOError as error:
            raise UserError(f"another sweep is writing {path}; give this one its own --out") from error
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror}") from error

    def append(self, record):
        """Writes one record; when this returns, it is on disk."""
        self._file.write(json.dumps(record, separators=(",", ":")) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self):
        """Closes the file."""
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def read(path):
    """All records of a file. A torn last line is left out; damage elsewhere is an error."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    records = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if not isinstance(record, dict) or "bench" not in record:
                raise ValueError("no bench object; was this written by scripts/bench?")
            records.append(record)
        except ValueError as error:
            if number == len(lines):  # not ended by a newline: a write that was cut short
                break
            raise UserError(f"{path}:{number}: {error}") from error
    return records


def finished(records):
    """The identities (schedule.Run.ident) of runs that succeeded."""
    return {_ident(record) for record in records if "failure" not in record["bench"]}


def successes(records):
    """Measured runs: neither failed nor warm-up."""
    return [record for record in records
            if "failure" not in record["bench"] and not record["bench"]["warmup"]]


def failures(records):
    """Failed runs that no later attempt made good."""
    done = finished(records)
    last = {_ident(record): record for record in records if "failure" in record["bench"]}
    return [record for ident, record in last.items() if ident not in done]


def _ident(record):
    bench = record["bench"]
    return (bench["key"], bench["repeat"], bench["warmup"])


def _cut_torn_line(path):
    """Shortens the file to its last newline; True if something was cut."""
    with open(path, "r+b") as file:
        data = file.read()
        if not data or data.endswith(b"\n"):
            return False
        file.truncate(data.rfind(b"\n") + 1)
        return True
