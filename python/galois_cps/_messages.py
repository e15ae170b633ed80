"""Messages of the readers of files, which name the flags of programs, in terms of Python."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator

_FLAG = re.compile(r"""(?<![\w-])--(?P<name>[a-z][a-z-]*[a-z])(?:(?P<equals>=)(?P<value>[^\s;,()'"]*))?""")
_OTHER_NAMES = {"weight-type": "weights", "from": "format"}
_OTHER_WAYS = {"coords": "read_coordinates()"}
_IN_COMMAND = re.compile(r"graph-convert[^:;(),]*$")


@contextlib.contextmanager
def in_terms_of(parameters: Collection[str]) -> Iterator[None]:
    """Words ValueErrors for the callers of a function with these parameters."""
    try:
        yield
    except ValueError as error:
        raise ValueError(without_flags(str(error), parameters)) from None


def without_flags(text: str, parameters: Collection[str]) -> str:
    """A message with arguments in place of flags, and the program in front of a flag for which the
    function has no argument."""
    def replaced(found: re.Match[str]) -> str:
        name, value = found["name"], (found["value"] or "").rstrip(".:")
        rest = (found["value"] or "")[len(value):]
        if name in _OTHER_WAYS:
            return _OTHER_WAYS[name]
        argument = _OTHER_NAMES.get(name, name).replace("-", "_")
        if argument in parameters:
            return argument + (found["equals"] or "") + (f'"{value}"' if value else "") + rest
        return found[0] if _IN_COMMAND.search(text, 0, found.start()) else f"graph-convert {found[0]}"

    return _FLAG.sub(replaced, text)
