"""What a program can be run with: policies, as --wl=json lists them; algorithms and flags, by --help."""

import difflib
import json
import subprocess

from galois_help import helptext

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
    _require(program, "worklist", wanted, [entry["name"] for entry in listed])


def require_flags(program, algos, params):
    """Raises UsageError if the program describes its flags and has no such algorithm or parameter."""
    try:
        flags = {flag.name.lstrip("-"): flag for flag in helptext.flags(program)}
    except helptext.HelpError:
        return
    known = [name for name, _ in flags["algo"].choices] if "algo" in flags else []
    if known:
        _require(program, "algorithm", algos, known)
    for name in params:
        if name not in flags:
            near = difflib.get_close_matches(name, flags, 1)
            hint = f"did you mean --{near[0]}?" if near else "its --help lists all"
            raise UsageError(f"{program} has no flag --{name}; {hint}")


def _require(program, kind, wanted, names):
    for name in wanted:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            raise UsageError(f"{program} has no {kind} {name}; {hint}")
