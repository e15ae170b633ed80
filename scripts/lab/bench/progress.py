"""One line on stderr: how far a sweep is, and how long the rest will take."""

import collections
import shutil
import sys
import time

from galois_cps.runs import tables


class Progress:
    """Rewrites its line on a terminal; elsewhere prints at most one line every few seconds."""

    _QUIET_S = 10.0

    def __init__(self, pending, stream=None, jobs=1):
        self._jobs = jobs
        self._left = collections.Counter(run.config.key for run in pending)
        self._total = len(pending)
        self._spent = collections.defaultdict(list)
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._shown_at = 0.0

    def start(self, run):
        """Shows what is about to run."""
        done = self._total - self._left.total()
        left = self.seconds_left()
        eta = f", {tables.pretty_time(left)} left" if left is not None else ""
        text = f"[{done + 1}/{self._total}{eta}] {run.config.key}"
        if run.warmup:
            text += " (warm-up)"
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write("\r\x1b[K" + text[:width])
        elif done == 0 or time.monotonic() - self._shown_at >= self._QUIET_S:
            self._stream.write(text + "\n")
            self._shown_at = time.monotonic()
        self._stream.flush()

    def finish(self, run, wall_s):
        """Records that a run has ended."""
        self._left[run.config.key] -= 1
        self._spent[run.config.key].append(wall_s)

    def skip(self, run):
        """Records that a run will not happen."""
        self._left[run.config.key] -= 1

    def note(self, text):
        """Prints a line of its own without tearing the progress line."""
        self._stream.write(("\r\x1b[K" if self._terminal else "") + text + "\n")
        self._stream.flush()

    def close(self):
        """Leaves the terminal with an empty line."""
        if self._terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def seconds_left(self):
        """An estimate from each configuration's own runs, or from all runs if it has none yet."""
        spent = [wall for walls in self._spent.values() for wall in walls]
        if not spent:
            return None
        overall = sum(spent) / len(spent)
        left = 0.0
        for key, count in self._left.items():
            walls = self._spent.get(key)
            each = sum(walls) / len(walls) if walls else overall
            left += count * each / self._at_once(key)
        return left

    def _at_once(self, key):
        """How many runs of this configuration go on at the same time."""
        return self._jobs
