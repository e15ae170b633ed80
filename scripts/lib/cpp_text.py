"""Comments and literals of C++ text, told apart from its code.

Whatever reads our sources as text, such as the lints, does so through this module: it knows raw strings,
escaped quotes, digit separators and comments over several lines. It imports nothing of this repository.
"""

import re
from collections.abc import Iterator

COMMENT, LITERAL = KINDS = ("comment", "literal")
_TOKEN = re.compile(r"""
    (?P<comment> //(?:\\\n|[^\n])* | /\*.*?(?:\*/|\Z) )
  | (?P<literal> (?<!\w)(?:u8|[uUL])?R"(?P<tag>[^\s()\\]*)\(.*?\)(?P=tag)"
               | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])+' )
  | (?<!\w)\d(?:'?[\w.])*  # a number, whose quotes open nothing
    """, re.DOTALL | re.VERBOSE)


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of each comment, and of each literal of text or of one character."""
    for found in _TOKEN.finditer(text):
        if found.lastgroup:
            yield COMMENT if found[COMMENT] else LITERAL, *found.span()


def blanked(text: str, *kinds: str) -> str:
    """The text with blanks for all characters of these kinds, so that positions and lines stay."""
    pieces, at = [], 0
    for kind, start, end in tokens(text):
        if kind in kinds:
            pieces += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
            at = end
    return "".join([*pieces, text[at:]])


def split_lines(text: str) -> tuple[list[str], list[str]]:
    """(code, comments) line by line, each without the other. Literals are emptied, and comments have no marks."""
    code, comments, at = "", "", 0
    for kind, start, end in tokens(text):
        found, before = text[start:end], text[at:start]
        lines = "\n" * found.count("\n")
        code += before
        comments += "\n" * before.count("\n")
        if kind == LITERAL:
            code += ("''" if found[0] == "'" else '""') + lines
            comments += lines
        else:
            code += lines
            marks = "/<! " if found.startswith("//") else " *"
            comments += "\n".join(line.lstrip(marks) for line in found[2:].removesuffix("*/").split("\n"))
        at = end
    rest = text[at:]
    return (code + rest).split("\n"), (comments + "\n" * rest.count("\n")).split("\n")
