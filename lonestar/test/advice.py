"""Finds the messages of our programs that advise something: what to say, to give or to run instead.

A message is what the literals of one statement say that fails, warns or notes, with `{}` for what is put in. It
advises something if it names a flag or a variable of the environment, or has a word of ADVISES.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from lib import cpp_text  # noqa: E402  (the path comes first)

LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"')
SAYS = re.compile(r"\b(?:fail\w*|\w*Error|note|notes|warn|warning|gDie|gWarn|kHeaderHelp|kForm)\b")
# Flags that were given: what a message is about stands in front of it, and its value follows.
GIVEN = re.compile(r"[ ,]*(?:and )?--[\w-]+=")
SUBJECT = re.compile(r"^(?:\{\}: )?--[\w-]+(?:=\S*?)?:? ")
ADVISES = re.compile(r"(?<![\w-])--[a-z][\w-]*|\bGALOIS_[A-Z_]+|\b[A-Z]+_HOME\b|\bTMPDIR\b|\bgraph-(?:convert|gen)\b|"
                     r"scripts/|such as [\w:.]|"
                     r"(?:[;:] |, or |^)(?:use|try|give|say|write|set|name|run|save|remove|choose|add|pass|unpack|"
                     r"leave|move|convert|pack|check|close|make|take|push|keep|build|delete|multiply)\b")


def statements(text):
    """Yields (line, statement) of C++ without comments. A statement ends with a semicolon or brace outside strings."""
    text, code = cpp_text.blanked(text, cpp_text.COMMENT), cpp_text.blanked(text, *cpp_text.KINDS)
    begin = 0
    for found in re.finditer(r"[;{}]", code):
        yield text.count("\n", 0, begin) + 1, text[begin:found.end()]
        begin = found.end()


def messages(path):
    """Yields (line, parts) for each message of a C++ file that advises something: its literal parts that do."""
    for line, statement in statements(path.read_text(encoding="utf-8")):
        if not SAYS.search(LITERAL.sub("", statement)) or "cl::" in statement or "cll::" in statement:
            continue
        joined = re.sub(r'"\s*"', "", statement)  # adjacent literals
        parts = []
        for found in LITERAL.findall(joined):
            text = found[1:-1].replace('\\"', '"').replace("\\n", " ")
            parts += [part for part in re.split(r"\{[^}]*\}", SUBJECT.sub("", text))
                      if ADVISES.search(part) and not GIVEN.fullmatch(part)]
        if parts:
            yield line, parts
