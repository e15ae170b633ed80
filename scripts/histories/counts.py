"""How many points are earlier and smaller, for many questions at once.

The values of the points, in the order of their times, are divided bit by bit, the most significant
bit first, as in a wavelet matrix. A question then follows its own value down the bits, and each level
costs a few operations on whole arrays: O((points + questions) log points).
"""

from collections.abc import Iterator

import numpy as np

_PAIRS = 1 << 22  # that one block of overlapping() has, at most


def earlier_and_smaller(times: np.ndarray, values: np.ndarray, asked_times: np.ndarray, asked_values: np.ndarray,
                        same_time: bool = False) -> np.ndarray:
    """For each question: how many points have a smaller time (with same_time: or the same) and a smaller value.

    :param values: whole numbers from 0 on, as those asked"""
    order = np.argsort(times, kind="stable")
    rest = values[order]
    right = np.searchsorted(times[order], asked_times, side="right" if same_time else "left")
    left = np.zeros_like(right)
    found = np.zeros(len(right), dtype=np.int64)
    if not len(rest) or not len(right):
        return found
    for bit in reversed(range(int(max(rest.max(), asked_values.max())).bit_length())):
        ones = (rest >> bit & 1).astype(bool)
        zeros = np.concatenate(([0], np.cumsum(~ones)))
        above = (asked_values >> bit & 1).astype(bool)
        from_left, from_right = zeros[left], zeros[right]
        found += np.where(above, from_right - from_left, 0)
        left = np.where(above, zeros[-1] + left - from_left, from_left)
        right = np.where(above, zeros[-1] + right - from_right, from_right)
        rest = np.concatenate((rest[~ones], rest[ones]))
    return found


def within(times: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """All pairs (interval, time) of which the time is in the interval, in blocks, as two arrays of positions.

    :param times: ascending"""
    first = np.searchsorted(times, begins, side="left")
    sizes = np.searchsorted(times, ends, side="right") - first
    total = np.concatenate(([0], np.cumsum(sizes)))
    start = 0
    while start < len(sizes):
        stop = max(start + 1, int(np.searchsorted(total, total[start] + _PAIRS, side="right")) - 1)
        block = np.arange(start, stop)
        interval = np.repeat(block, sizes[block])
        yield interval, np.arange(len(interval)) - (total[interval] - total[start]) + first[interval]
        start = stop
