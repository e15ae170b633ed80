"""What a program can be run with: its policies (--wl=json), algorithms and flags (--help=json)."""

import difflib
import json
import subprocess

from galois_cps.runs import UsageError


def described(program):
    """One dictionary per policy, the default first; None if the program does not list any."""
    found = asked(program, "--wl=json")
    return found if isinstance(found, list) and found and all(
        isinstance(entry, dict) and "name" in entry for entry in found) else None


def named(program, words):
    """The worklists that `words` name. `all` are those of the program, `ordered` those of them that have
    priorities, and `-NAME` leaves one out again."""
    if not any(word in ("all", "ordered") or word.startswith("-") for word in words):
        return words
    listed = described(program)
    if listed is None:
        raise UsageError(f"{program} does not list its worklists; name them instead of {words[0]}")
    groups = {"all": [entry["name"] for entry in listed],
              "ordered": [entry["name"] for entry in listed
                          if any(each["name"] == "delta" for each in entry["parameters"])]}
    names = {}
    for word in words:
        if word.startswith("-"):
            names.pop(word[1:], None)
        else:
            names |= dict.fromkeys(groups.get(word, [word]))
    return list(names)


def flags(program):
    """One dictionary per flag by its name with dashes; empty if the program does not list any."""
    found = asked(program, "--help=json")
    groups = found.get("groups", []) if isinstance(found, dict) else []
    return {flag["name"]: flag for group in groups for flag in group["flags"]}


def is_simulated(program):
    """Whether the program runs on a simulated machine, so that its times are virtual."""
    return any(name.startswith("--virtual-") for name in flags(program))


def asked(program, flag):
    """What the program prints as JSON with this flag; None if it prints none."""
    try:
        done = subprocess.run([program, flag], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, check=False)
        return json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def require(program, wanted):
    """Raises UsageError if the program lists its policies and one of `wanted` is not among them."""
    listed = described(program)
    if listed is None:
        return
    names = [entry["name"] for entry in listed]
    for name in wanted:
        if name not in names and (line := _why_absent(program, name)):
            raise UsageError(line)
    _require(program, "worklist", wanted, names)


def _why_absent(program, name):
    """What a program says, in one line, about a worklist that its build leaves out: how to add it. "" where
    there is no such worklist."""
    try:
        done = subprocess.run([program, f"--wl={name}"], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return next((line for line in done.stderr.splitlines() if f"--wl={name}: this build leaves it out" in line), "")


def require_flags(program, algos, params):
    """Raises UsageError if the program describes its flags and has no such algorithm or parameter."""
    known = {name.lstrip("-"): flag for name, flag in flags(program).items()}
    if not known:
        return
    choices = [choice["name"] for choice in known.get("algo", {}).get("choices", ())]
    if choices:
        _require(program, "algorithm", algos, choices)
    for name in params:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean --{near[0]}?" if near else "its --help lists all"
            raise UsageError(f"{program} has no flag --{name}; {hint}")


def _require(program, kind, wanted, names):
    for name in wanted:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            raise UsageError(f"{program} has no {kind} {name}; {hint}")
