"""The policies of a program, as its flag --wl=json lists them."""

import difflib
import json
import subprocess

from . import UsageError


def described(program):
    """One dictionary per policy, the default first; None if the program does not list any."""
    try:
        done = subprocess.run([program, "--wl=json"], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, check=False)
        found = json.loads(done.stdout)
        return found if isinstance(found, list) and found and all(
            isinstance(entry, dict) and "name" in entry for entry in found) else None
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def require(program, wanted):
    """Raises UsageError if the program lists its policies and one of `wanted` is not among them."""
    listed = described(program)
    if listed is None:
        return
    names = [entry["name"] for entry in listed]
    for name in wanted:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            raise UsageError(f"{program} has no worklist {name}; {hint}")
