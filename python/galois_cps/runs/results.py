"""The result file: one JSON object per line, appended and synced after each run, so that a kill loses
at most the current run. A line is the application's record plus a `bench` object; a failed run has
only the `bench` object, with a `failure` in it."""

import fcntl
import itertools
import json
import os
import shutil
import stat

from . import UsageError, UserError, whole_file

# What every line of a result file begins with, so that a file of something else is not taken for one
# whose only line was cut short.
_BEGIN = '{"'
# What tells runs apart, as every line has it.
_IDENT = ("key", "repeat", "warmup")


def require_file(path, pipes=False):
    """Raises UsageError if there is something at `path` that is not a file, such as a device, which
    may have no end. A pipe may be read, if `pipes` says so, but not be continued."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return
    if not stat.S_ISREG(mode) and not (pipes and stat.S_ISFIFO(mode)):
        raise UsageError(f"{path} is not a regular file; name a file of results")


class ResultFile:
    """Appends to a result file. A half-written last line, left by a kill, is cut off first."""

    def __init__(self, path):
        self.path = path
        require_file(path)
        folder = os.path.dirname(os.path.abspath(path))
        try:
            os.makedirs(folder, exist_ok=True)
            self._file = _locked(path)
            self.torn = _cut_torn_line(path)
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror}") from error

    def append(self, record):
        """Writes one record; when this returns, it is on disk."""
        try:
            self._file.write(_line(record))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise UserError(f"cannot write {self.path}: {error.strerror}") from error

    def close(self):
        """Closes the file."""
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def set_aside(path):
    """Renames a result file, so that a sweep begins anew without losing what was measured. Returns its new
    name, or "" if there is none. UserError if another sweep is writing it."""
    if not os.path.exists(path):
        return ""
    try:
        with _locked(path):
            aside = _free_name(path)
            os.rename(path, aside)
    except OSError as error:
        raise UserError(f"cannot move {path} aside: {error.strerror}") from error
    return aside


def replace(path, records):
    """Replaces the content of a result file, which another name keeps as it was. Returns that name."""
    aside = _free_name(path)
    shutil.copy2(path, aside)
    whole_file.write(path, "".join(map(_line, records)))
    return aside


def _line(record):
    return json.dumps(record, separators=(",", ":")) + "\n"


def _locked(path):
    """The file, open for appending, which no other process may have at the same time. UserError if one has."""
    file = open(path, "a", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise UserError(f"another sweep is writing {path}; give this one its own --out") from error
    return file


def _free_name(path):
    """The first of FILE.old, FILE.old-2 and so on that is not there."""
    names = itertools.chain([f"{path}.old"], (f"{path}.old-{number}" for number in itertools.count(2)))
    return next(name for name in names if not os.path.lexists(name))


def read(path):
    """All records of a file. A torn last line is left out; damage elsewhere is an error."""
    require_file(path, pipes=True)
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
        except ValueError:
            ours = bool(records) or _BEGIN.startswith(line[:len(_BEGIN)])
            if number == len(lines) and ours:  # without its newline: a write that was cut short
                break
            record = None
        bench = record.get("bench") if isinstance(record, dict) else None
        if not isinstance(bench, dict) or not all(name in bench for name in _IDENT):
            raise UserError(_not_a_result(path, text, number))
        records.append(record)
    return records


def read_any(path):
    """The records of a file of a program's --json, or all lines of a result file."""
    try:
        with open(path, encoding="utf-8") as file:
            whole = json.load(file)
    except (OSError, ValueError):
        whole = None
    found = whole if isinstance(whole, list) else [whole]
    if found and all(isinstance(each, dict) and "schema" in each for each in found):
        return found
    return read(path)


def _not_a_result(path, text, number):
    """One line about a file that holds something else in this line."""
    wanted = "a result file has one JSON object per line, as scripts/bench --out writes it"
    try:
        whole = json.loads(text)
    except ValueError:
        return f"{path}:{number}: this line is no measured run; {wanted}"
    first = whole[0] if isinstance(whole, list) and whole else whole
    if isinstance(first, dict) and "schema" in first:
        return f"{path} is what a program wrote with --json; {wanted}"
    return f"{path} is JSON, but no result file; {wanted}"


def finished(records):
    """The identities (schedule.Run.ident) of runs that succeeded."""
    return {ident(record) for record in records if "failure" not in record["bench"]}


def successes(records):
    """Measured runs: neither failed nor warm-up. A program's own records are such runs."""
    places = ((record, record.get("bench", {})) for record in records)
    return [record for record, bench in places
            if "failure" not in bench and not bench.get("warmup")]


def failures(records):
    """Failed runs without a later success."""
    done = finished(records)
    last = {ident(record): record for record in records if "failure" in record["bench"]}
    return [record for ident, record in last.items() if ident not in done]


def ident(record):
    """What tells a run apart: its configuration, its round, and whether that is a warm-up."""
    return tuple(record["bench"][name] for name in _IDENT)


def _cut_torn_line(path):
    """Shortens the file to its last newline; True if something was cut."""
    with open(path, "r+b") as file:
        data = file.read()
        if not data or data.endswith(b"\n"):
            return False
        file.truncate(data.rfind(b"\n") + 1)
        return True
