"""Hardware counters of a run, by `perf stat`, where the machine has them."""

import dataclasses
import shutil
import subprocess

EVENTS = ("cycles", "instructions", "branches", "branch-misses", "cache-references", "cache-misses")
_SEPARATOR = ","
_TIMEOUT = 60


@dataclasses.dataclass(frozen=True)
class Counters:
    """The events that this machine counts, or the reason why it counts none."""

    events: tuple[str, ...] = ()
    reason: str = ""

    def command(self, argv, path):
        """A command that also writes what it counted to a file."""
        return [*_perf(self.events, path), *argv] if self.events else argv


#: Counts nothing, and was not asked to.
NONE = Counters()


def look():
    """The Counters of this machine, found by counting a command that does nothing."""
    if not shutil.which("perf"):
        return Counters(reason="perf is not installed")
    try:
        done = subprocess.run([*_perf(EVENTS, "/dev/stdout"), "true"], capture_output=True, text=True,
                              timeout=_TIMEOUT, stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return Counters(reason=f"perf cannot be run: {error}")
    if done.returncode:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        return Counters(reason=f"perf stat fails: {lines[0] if lines else done.returncode}")
    events = tuple(parse(done.stdout))
    return Counters(events) if events else Counters(
        reason="perf finds no hardware counters, as on most virtual machines")


def read(path):
    """{event: count} of a file that a command wrote; empty if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file.read())
    except OSError:
        return {}


def parse(text):
    """{event: count} from the output of `perf stat -x,`, without events that were not counted."""
    found = {}
    for line in text.splitlines():
        words = line.split(_SEPARATOR)
        if len(words) > 2 and words[0].isdigit():
            found[words[2].partition(":")[0]] = int(words[0])
    return found


def _perf(events, path):
    # Of user space alone, which everybody may count.
    return ["perf", "stat", "-x", _SEPARATOR, "-o", path, "-e",
            ",".join(f"{event}:u" for event in events), "--"]
