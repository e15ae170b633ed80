"""A history: what the threads asked of a queue and what it answered.

One operation per line, `thread,begin,end,operation,priority,value`, or as JSON with these names. The
operation is `push`, `pop` or `empty`: a pop that found nothing, which has no priority and no value.
"""

import dataclasses
import json
import sys
from typing import Any

import numpy as np

from galois_cps.runs import UsageError

FIELDS = ("thread", "begin", "end", "operation", "priority", "value")
PUSH, POP, EMPTY = range(3)
_OPERATIONS = {"push": PUSH, "pop": POP, "empty": EMPTY}
_LARGEST = 1 << 60  # how long a history may be, so that sums of two times are numbers of 64 bits


@dataclasses.dataclass(frozen=True)
class History:
    """Operations as columns. Times begin with 0; threads, priorities and values are numbered from 0 on, threads
    and priorities in their order."""

    lines: np.ndarray
    thread: np.ndarray
    begin: np.ndarray
    end: np.ndarray
    operation: np.ndarray
    priority: np.ndarray  # 0 for an empty answer, as is the value
    value: np.ndarray
    threads: list[str]
    priorities: np.ndarray
    values: list[str]

    def __len__(self) -> int:
        return len(self.lines)

    def which(self, operation: int) -> np.ndarray:
        """The positions of the operations of one kind."""
        return np.flatnonzero(self.operation == operation)

    def told(self, place: int) -> str:
        """An operation for people: its line, its thread, and what it was."""
        kind = ("pushed", "popped", "found nothing")[self.operation[place]]
        item = "" if self.operation[place] == EMPTY else \
            f" {self.values[self.value[place]]} with priority {self.priorities[self.priority[place]]}"
        return f"line {self.lines[place]}: thread {self.threads[self.thread[place]]} {kind}{item}"


def read(path: str) -> History:
    """The history in a file, or on standard input if the path is `-`. Raises UsageError."""
    try:
        if path == "-":
            text = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                text = file.read()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    try:
        return parse(text.decode("utf-8"), called(path))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{called(path)}:{line}: is no text in UTF-8") from error


def called(path: str) -> str:
    """What messages call a file."""
    return "standard input" if path == "-" else path


def parse(text: str, name: str) -> History:
    """The history in a text. The name is that of its file, for messages."""
    lines = text.splitlines()
    kept = [number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    if kept and lines[kept[0]].lstrip().startswith("{"):
        rows = [_from_json(lines[number], f"{name}:{number + 1}") for number in kept]
    else:
        if kept and lines[kept[0]].replace(" ", "") == ",".join(FIELDS):
            del kept[0]
        rows = [lines[number].split(",") for number in kept]
    if not rows:
        raise UsageError(f"{name}: has no operations; a line of a history is {','.join(FIELDS)}")
    numbers = np.array(kept) + 1
    try:
        history = _columns(rows, numbers)
    except (ValueError, KeyError, OverflowError, IndexError):
        for row, number in zip(rows, numbers):
            if problem := _problem(row):
                raise UsageError(f"{name}:{number}: {problem}") from None
        raise UsageError(f"{name}: spans more time than a clock of 60 bits can count") from None
    _require_order(history, name)
    return history


def _from_json(line: str, place: str) -> list[Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise UsageError(f"{place}: is no JSON: {error}") from error
    if not isinstance(record, dict):
        raise UsageError(f"{place}: is no object; one is {{\"thread\":0,\"begin\":10,\"end\":12,"
                         "\"operation\":\"push\",\"priority\":3,\"value\":7}")
    if unknown := sorted(set(record) - set(FIELDS)):
        raise UsageError(f"{place}: knows no field {unknown[0]!r}; the fields are {', '.join(FIELDS)}")
    return [_word(record.get(field)) for field in FIELDS]


def _word(given: Any) -> str:
    """A value of JSON as it would stand in a line."""
    if given is None:
        return ""
    return given if isinstance(given, str) else json.dumps(given)


def _number(text: str) -> int | float:
    """A priority: a whole number, or one with a fraction."""
    try:
        return int(text)
    except ValueError:
        number = float(text)
        if number != number:
            raise
        return number


def _problem(row: list[str]) -> str | None:
    """What is wrong with a line, if it is the line."""
    if len(row) not in (len(FIELDS), 4):
        return f"has {len(row)} fields; a line is {','.join(FIELDS)}"
    for field, text in zip(FIELDS[1:3], row[1:3]):
        try:
            int(text)
        except ValueError:
            return f"{field} is {text.strip()!r}, which is no whole number"
    if int(row[2]) < int(row[1]):
        return f"ends at {int(row[2])}, before it begins at {int(row[1])}"
    if abs(int(row[1])) >= _LARGEST * 8 or abs(int(row[2])) >= _LARGEST * 8:
        return "has a time that is no number of 64 bits"
    if not row[0].strip():
        return "names no thread"
    operation = row[3].strip()
    if operation not in _OPERATIONS:
        return f"the operation is {operation!r}; the operations are push, pop and empty"
    if operation == "empty":
        return "an empty answer has no priority and no value" if any(text.strip() for text in row[4:]) else None
    if len(row) < len(FIELDS) or not row[5].strip():
        return f"{operation} has no value; a line is {','.join(FIELDS)}"
    try:
        _number(row[4])
    except ValueError:
        return f"priority is {row[4].strip()!r}, which is no number"
    return None


def _columns(rows: list[list[str]], numbers: np.ndarray) -> History:
    """The rows as columns. Raises ValueError, KeyError, IndexError or OverflowError if a row is wrong."""
    operation = np.array([_OPERATIONS[row[3].strip()] for row in rows], dtype=np.int8)
    sizes = {len(row) for row in rows}
    if not sizes <= {4, len(FIELDS)}:
        raise ValueError
    begin, end = (np.array([int(row[place]) for row in rows], dtype=np.int64) for place in (1, 2))
    names: dict[str, int] = {}
    thread = np.array([names.setdefault(row[0].strip(), len(names)) for row in rows])
    full = np.flatnonzero(operation != EMPTY)
    items = [rows[place] for place in full]
    if "" in names or (end < begin).any() or any(row[4].strip() or row[5].strip() for row, kind in
                                                 zip(rows, operation) if kind == EMPTY and len(row) > 4):
        raise ValueError
    ids: dict[str, int] = {}
    value, priority = np.zeros(len(rows), dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    value[full] = [ids.setdefault(row[5].strip(), len(ids)) for row in items]
    if "" in ids:
        raise ValueError
    priorities, priority[full] = np.unique(_numbers([row[4] for row in items]), return_inverse=True)
    start = int(begin.min())
    if int(end.max()) - start >= _LARGEST:
        raise OverflowError
    return History(numbers, thread, begin - start, end - start, operation, priority, value, list(names),
                   priorities, list(ids))


def _numbers(texts: list[str]) -> np.ndarray:
    """Priorities as numbers whose order is exact."""
    try:
        whole = [int(text) for text in texts]
    except ValueError:
        return np.array([_number(text) for text in texts], dtype=float)
    if not whole or -(1 << 63) <= min(whole) and max(whole) < 1 << 63:
        return np.array(whole, dtype=np.int64)
    if min(whole) >= 0 and max(whole) < 1 << 64:
        return np.array(whole, dtype=np.uint64)
    return np.array(whole, dtype=object)


def _require_order(history: History, name: str) -> None:
    """Raises UsageError if a thread does two things at once."""
    order = np.lexsort((history.end, history.begin, history.thread))
    same = history.thread[order][1:] == history.thread[order][:-1]
    wrong = np.flatnonzero(same & (history.begin[order][1:] < history.end[order][:-1]))
    if len(wrong):
        first, second = order[wrong[0]], order[wrong[0] + 1]
        raise UsageError(f"{name}:{history.lines[second]}: thread {history.threads[history.thread[second]]} begins "
                         f"before its operation of line {history.lines[first]} ends; a thread does one thing "
                         "at a time")
