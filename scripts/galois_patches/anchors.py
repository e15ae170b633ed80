"""Places in files of the tree, and lines that are inserted there.

No text of upstream is stored here: an anchor is a name or a regular expression, and must be found
exactly once. Nothing but whole lines is inserted, and no line of upstream changes.
"""

import dataclasses
import pathlib
import re

from lib import cpp_text

from . import Refused


@dataclasses.dataclass(frozen=True)
class Insertion:
    """Lines that go before the line of this number; the first is 0. They have no line ends."""

    before: int
    lines: tuple[str, ...]


def without_comments(path: str, text: str) -> str:
    """The text with blanks for all characters of comments, so that positions stay."""
    if path.endswith("CMakeLists.txt"):
        return re.sub(r"#[^\n]*", lambda found: " " * len(found[0]), text)
    return cpp_text.blanked(text, cpp_text.COMMENT)


class Source:
    """The text of one file, in which anchors are looked for outside comments."""

    def __init__(self, root: pathlib.Path, path: str):
        self.path = path
        try:
            self.data = (root / path).read_bytes()
        except FileNotFoundError as error:
            raise self.refuse("is missing; expected a tree of Galois 6") from error
        except OSError as error:
            raise self.refuse(f"cannot be read: {error.strerror}") from error
        self.text = self.data.decode("latin-1").replace("\r\n", "\n")
        self.code = without_comments(path, self.text)

    def refuse(self, reason: str) -> Refused:
        return Refused(f"{self.path}: {reason}")

    def find(self, what: str, *patterns: str) -> re.Match[str]:
        """The only match of the first pattern that matches exactly once."""
        numbers = []
        for pattern in patterns:
            found = list(re.finditer(pattern, self.code, re.MULTILINE))
            if len(found) == 1:
                return found[0]
            numbers.append(len(found))
        most = max(numbers)
        raise self.refuse(f"found {'no' if most == 0 else most} {what}; expected exactly one")

    def line_at(self, position: int) -> int:
        return self.code.count("\n", 0, position)

    def before_line(self, position: int, *lines: str) -> Insertion:
        """Inserts lines before the line of a position, with its indentation."""
        start = self.code.rfind("\n", 0, position) + 1
        self.check_outside_comments(start)
        indent = re.match(r"[ \t]*", self.code[start:])
        return Insertion(self.line_at(position), indented(indent[0] if indent else "", lines))

    def after_line(self, position: int, *lines: str) -> Insertion:
        """Inserts lines after the line of a position, with its indentation."""
        end = self.code.find("\n", position)
        if self.code[position:None if end < 0 else end].strip():
            raise self.refuse(f"line {self.line_at(position) + 1}: expected nothing after "
                              "the place at which lines are to be inserted")
        self.check_outside_comments(len(self.code) if end < 0 else end + 1)
        before = self.before_line(position, *lines)
        return dataclasses.replace(before, before=before.before + 1)

    def check_outside_comments(self, position: int) -> None:
        """Refuses the beginning of a line that is within a comment."""
        if any(start < position < end for kind, start, end in cpp_text.tokens(self.text)
               if kind == cpp_text.COMMENT):
            raise self.refuse(f"line {self.line_at(position)}: a comment goes over the end of the line "
                              "at which lines are to be inserted")

    def closing(self, opening: int) -> int:
        """The position of the bracket that closes the one at `opening`."""
        depth = 0
        for position in range(opening, len(self.code)):
            depth += {"(": 1, ")": -1}.get(self.code[position], 0)
            if depth == 0:
                return position
        raise self.refuse(f"line {self.line_at(opening) + 1}: the bracket is never closed")


def indented(indent: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(indent + line if line else line for line in lines)


def inserted(data: bytes, insertions: list[Insertion]) -> bytes:
    """The file with the lines inserted, under the line end that most of its lines have."""
    with_return = data.count(b"\r\n")
    end = b"\r\n" if with_return > data.count(b"\n") - with_return else b"\n"
    lines = re.findall(rb"[^\n]*\n|[^\n]+\Z", data)
    for insertion in sorted(insertions, key=lambda each: each.before, reverse=True):
        new = [line.encode() + end for line in insertion.lines]
        if insertion.before >= len(lines) and lines and not lines[-1].endswith(b"\n"):
            # The new lines end as the file did: with its last line.
            new = [end + line.encode() for line in insertion.lines]
        lines[insertion.before:insertion.before] = new
    return b"".join(lines)
