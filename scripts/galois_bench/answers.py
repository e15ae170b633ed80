"""Runs of one problem (application, input, flags) must agree, whatever scheduled them."""

import math

from . import UserError

# Relative difference between floating-point answers that the order of summation explains.
_TOLERANCE = 1e-6


class AnswerMismatch(UserError):
    """Two runs of one problem gave different answers."""


class AnswerBook:
    """Remembers the first answer to each problem and checks every later one against it."""

    def __init__(self):
        self._first = {}

    def check(self, record):
        """Raises AnswerMismatch, naming both runs, when this record contradicts an earlier one."""
        bench = record["bench"]
        first = self._first.setdefault(bench["problem"], record)
        if first is record:
            return
        for field in ("input_id", "answer"):
            ours, theirs = record.get(field), first.get(field)
            if not same(ours, theirs):
                raise AnswerMismatch(
                    f"two runs of {bench['config']['app']} on {bench['config']['input']} "
                    f"disagree on {field}:\n"
                    f"  {theirs}  {first['bench']['key']}\n      {first['bench']['replay']}\n"
                    f"  {ours}  {bench['key']}\n      {bench['replay']}")


def same(left, right):
    """Equality that lets floating-point numbers differ by rounding."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return left == right
