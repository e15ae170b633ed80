"""Numbers as people and flags write them: `1/8`, `30us`, `1h30m`."""

import fractions
import functools
import re

from . import UsageError

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_SECONDS = {"h": 3600, "m": 60, "s": 1}


@functools.cache
def fraction(text: str) -> fractions.Fraction | None:
    """The exact value of a number such as "4", "0.5" or "1/8", and the seconds of a time such as "30us".
    None for other words."""
    found = re.fullmatch(r"([\d.]+)(ns|us|ms|s)", text)
    digits, per_second = (found[1], _PER_SECOND[found[2]]) if found else (text, 1)
    try:
        return fractions.Fraction(digits) / per_second
    except (ValueError, ZeroDivisionError):
        return None


def number(text: str) -> float | None:
    """The value of fraction() as a float."""
    value = fraction(text)
    return None if value is None else float(value)


def parse_time(text: str) -> float:
    """The seconds of a time like 90s, 30m, 1h30m, or a number of seconds."""
    total, digits = 0.0, ""
    try:
        for char in text:
            if char in _SECONDS:
                total += float(digits) * _SECONDS[char]
                digits = ""
            else:
                digits += char
        total += float(digits) if digits else 0.0
    except ValueError:
        total = 0.0
    if not 0 < total < float("inf"):
        raise UsageError(f"{text!r} is no time; write it like 90s, 30m or 1h30m")
    return total
