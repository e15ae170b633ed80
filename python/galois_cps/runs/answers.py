"""Runs of one problem (application, input, flags) must agree, whatever scheduled them."""

import math

from . import UserError

# Relative difference between floating-point answers that the order of summation explains.
_TOLERANCE = 1e-6
# Solutions of searches, of which several may be the best. The programs check them.
_WITNESSES = {"clique", "columns", "items", "tour"}


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
        tolerance = max(map(asked_tolerance, (record, first)))
        for field in ("input_id", "answer"):
            ours, theirs = record.get(field), first.get(field)
            if not same(ours, theirs, tolerance):
                raise AnswerMismatch(
                    f"two runs of {bench['config']['app']} on {bench['config']['input']} "
                    f"disagree on {field}:\n"
                    f"  {theirs}  {first['bench']['key']}\n      {first['bench']['replay']}\n"
                    f"  {ours}  {bench['key']}\n      {bench['replay']}")


def asked_tolerance(record):
    """The greatest difference of two answers within the run's tolerance; 0 if it has none."""
    return 2 * record.get("params", {}).get("tolerance", 0)


def same(left, right, tolerance=0):
    """Equality up to rounding of floating-point numbers, or up to `tolerance` if that is more. With a
    tolerance, nodes that are listed by their values, as [node, value], may change places. Solutions
    of searches may differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name], tolerance)
                                                   for name in left.keys() - _WITNESSES)
    if isinstance(left, list) and isinstance(right, list):
        if tolerance and len(left) == len(right) == 2 and isinstance(left[1], float):
            left, right = left[1:], right[1:]
        return len(left) == len(right) and all(same(a, b, tolerance) for a, b in zip(left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=_TOLERANCE, abs_tol=max(_TOLERANCE, tolerance))
    return left == right
