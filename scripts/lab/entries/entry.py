"""An entry's folder: entry.toml, and what it says."""

import dataclasses
import pathlib
import re
import tomllib
from typing import Any

from galois_cps.runs import UsageError, UserError
from histories import bounds, orders

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "entries"
QUEUE, ADAPTER, PROGRAM = "queue", "adapter", "program"
# What an answer's file holds: lines NODE VALUE, or a value per line in the order of nodes.
ANSWERS = ("pairs", "list")
_KEYS = {
    "": {"title", "authors", "paper", "licence", "source", QUEUE, ADAPTER, PROGRAM, "settings", "open"},
    QUEUE: {"header", "type", "include", "link", "flags", "empty", "bound", "thread_order"},
    ADAPTER: {"source", "include", "link", "flags", "questions", "threads"},
    PROGRAM: {"command", "graph", "time", "elapsed", "tasks", "answer", "questions", "threads"},
}
_NEEDED = {"": ("title", "authors", "paper", "licence"), QUEUE: ("header",), ADAPTER: ("source",),
           PROGRAM: ("command", "time")}
_QUESTIONS = ("sssp", "bfs")
Settings = dict[str, str]


@dataclasses.dataclass(frozen=True)
class Entry:
    """What entry.toml says. `about` is the table of its kind, QUEUE, ADAPTER or PROGRAM."""

    name: str
    folder: pathlib.Path
    title: str
    authors: str
    paper: str
    licence: str
    source: str
    kind: str
    about: dict[str, Any]
    settings: Settings
    open: tuple[Settings, ...]

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that it answers."""
        return tuple(self.about.get("questions", _QUESTIONS))

    @property
    def parallel(self) -> bool:
        """Whether it takes a number of threads."""
        return bool(self.about.get("threads", True))

    @property
    def needs_checkout(self) -> bool:
        """Whether the user has to say where its source is."""
        return "{checkout}" in repr(self.about)


def find(name: str, folder: pathlib.Path = FOLDER) -> Entry:
    """The entry of this name, or in this folder. Raises UserError if it is none."""
    given = pathlib.Path(name)
    path = given if (given / "entry.toml").is_file() else folder / name
    if not (path / "entry.toml").is_file():
        there = ", ".join(names(folder)) or "none yet"
        raise UsageError(f"{name} is no folder with an entry.toml, and no entry; there are {there}")
    return read(path.resolve())


def names(folder: pathlib.Path = FOLDER) -> list[str]:
    """The names of the entries in a folder."""
    return sorted(path.parent.name for path in folder.glob("*/entry.toml"))


def read(folder: pathlib.Path) -> Entry:
    """The entry in a folder. Raises UserError in one line that names the place."""
    path = folder / "entry.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: {error}") from error
    kinds = [kind for kind in (QUEUE, ADAPTER, PROGRAM) if kind in found]
    if len(kinds) != 1:
        raise UserError(f"{path}: has {' and '.join(f'[{kind}]' for kind in kinds) or 'none'} of the tables "
                        "[queue], [adapter] and [program]; an entry has one")
    about = found[kinds[0]]
    for table, given in (("", found), (kinds[0], about)):
        where = f"{path}: [{table}]" if table else f"{path}:"
        if not isinstance(given, dict):
            raise UserError(f"{where} is no table")
        for key in given:
            if key not in _KEYS[table]:
                raise UserError(f"{where} knows no {key!r}; there are {', '.join(sorted(_KEYS[table]))}")
        for key in _NEEDED[table]:
            if not isinstance(given.get(key), str) or not given[key].strip():
                raise UserError(f"{where} lacks {key}, a text")
    _require_values(path, kinds[0], about)
    return Entry(folder.name, folder, found["title"], found["authors"], found["paper"], found["licence"],
                 found.get("source", ""), kinds[0], about, _settings(path, found.get("settings", {})),
                 tuple(_settings(path, each) for each in found.get("open", [])))


def _require_values(path: pathlib.Path, kind: str, about: dict[str, Any]) -> None:
    if kind == QUEUE:
        if about.get("empty", "item") not in orders.EMPTY_MEANS:
            raise UserError(f"{path}: empty is {about['empty']!r}; an empty answer promises one of "
                            f"{', '.join(orders.EMPTY_MEANS)}")
        for word in about.get("thread_order", []):
            if word not in orders.THREAD_ORDERS:
                raise UserError(f"{path}: thread_order has {word!r}; there are {', '.join(orders.THREAD_ORDERS)}")
        if "bound" in about:
            bounds.parse(about["bound"])
    for question in about.get("questions", []):
        if question not in _QUESTIONS:
            raise UserError(f"{path}: questions has {question!r}; there are {', '.join(_QUESTIONS)}")
    if about.get("answer", "pairs") not in ANSWERS:
        raise UserError(f"{path}: answer is {about['answer']!r}; there are {', '.join(ANSWERS)}")
    for key in ("time", "tasks"):
        if kind == PROGRAM and key in about:
            try:
                groups = re.compile(about[key]).groups
            except re.error as error:
                raise UserError(f"{path}: {key} is no regular expression: {error}") from error
            if groups != 1:
                raise UserError(f"{path}: {key} has {groups} groups; the number is in the only one")


def _settings(path: pathlib.Path, given: Any) -> Settings:
    if not isinstance(given, dict) or not all(isinstance(value, str | int | float) for value in given.values()):
        raise UserError(f"{path}: settings are names with a number or a word each")
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}
