"""Which headers go into a tree, and how they are renamed on the way.

Upstream has headers, classes and macros of the same names. So ours get a folder, a namespace and a
prefix of macros of their own. Only names change: a policy is the same code here and there.

The registry of policies goes the same way, from `analytics/scheduler/` into `registry/` there, without
the policies that only the simulated machine has.
"""

import pathlib
import re
import tomllib

from . import ROOT, Refused

INCLUDE_DIRS = (ROOT / "libgalois" / "include" / "galois",
                ROOT / "analytics" / "include" / "galois")
REGISTRY_DIR = ROOT / "analytics" / "scheduler"
FOLDER = "libgalois/include/galois/worklists/cps"  # in the tree
MANIFEST = ROOT / "patches" / "parts.toml"
OVERLAY = ROOT / "patches" / "tree"  # files that go into the tree as they are

INCLUDE = re.compile(r'^\s*#\s*include\s*"(?:galois|analytics)/([^"]+)"', re.MULTILINE)
LISTED = re.compile(r"^GALOIS_WORKLIST\((\w+)\)$", re.MULTILINE)
DIRECTIVE = re.compile(r"\s*#\s*(if|ifdef|ifndef|else|elif|endif)\b(.*)")
# Names as code and comments of the headers write them.
QUALIFIED = re.compile(r"(?<![\w:])(::)?galois::(\w+)")
REGISTRY = re.compile(r"(?<![\w:])lonestar(?=::\w|\s*\{|$)", re.MULTILINE)
MACRO = re.compile(r"\b(?:GALOIS_(?!CPS_)|(?=MAKE_LOCK_GUARD))(\w+)")


def manifest(path: pathlib.Path = MANIFEST) -> dict[str, list[str]]:
    with open(path, "rb") as file:
        return tomllib.load(file)


def without_simulation(text: str) -> str:
    """The text without what `#ifdef GALOIS_VIRTUAL` selects, which only the simulated machine has."""
    kept = []
    stack: list[str] = []  # per open condition: "other", or the branch of GALOIS_VIRTUAL
    for line in text.splitlines(keepends=True):
        found = DIRECTIVE.match(line)
        if found and found[1] in ("if", "ifdef", "ifndef"):
            ours = found[2].strip() == "GALOIS_VIRTUAL"
            if ours and found[1] != "ifdef":
                raise ValueError(f"not understood: {line.strip()}")
            stack.append("simulated" if ours else "other")
            if ours:
                continue
        elif found and stack[-1] != "other":
            if found[1] == "elif":
                raise ValueError(f"not understood: {line.strip()}")
            if found[1] == "else":
                stack[-1] = "real"
            else:
                stack.pop()
            continue
        elif found and found[1] == "endif":
            if "simulated" not in stack:
                kept.append(line)
            stack.pop()
            continue
        if "simulated" not in stack:
            kept.append(line)
    return "".join(kept)


def path_of(name: str) -> pathlib.Path:
    """Where one of our headers is: "worklists/Obim.h", or "scheduler/worklists/Obim.h" of the registry."""
    if name.startswith("scheduler/"):
        return REGISTRY_DIR / name.removeprefix("scheduler/")
    return next((folder / name for folder in INCLUDE_DIRS if (folder / name).exists()),
                INCLUDE_DIRS[0] / name)


def read(name: str) -> str:
    """The text of one of our headers for a real machine."""
    return without_simulation(path_of(name).read_text(encoding="utf-8"))


def policies() -> list[str]:
    """The policies of the registry, in its order."""
    return LISTED.findall((REGISTRY_DIR / "Worklists.def").read_text(encoding="utf-8"))


def included(name: str) -> list[str]:
    return INCLUDE.findall(read(name))


def closure(stop: frozenset[str] = frozenset()) -> list[str]:
    """All headers that the worklist headers and the registry include, and these. What `stop` names is
    in the list, but not what only it includes."""
    folder = INCLUDE_DIRS[0]
    pending = [path.relative_to(folder).as_posix() for path in (folder / "worklists").glob("*.h")]
    pending += [f"scheduler/worklists/{policy}.h" for policy in policies()]
    seen = set(pending)
    while pending:
        name = pending.pop()
        if name in stop:
            continue
        for other in included(name):
            if other not in seen:
                seen.add(other)
                pending.append(other)
    return sorted(seen)


def copied() -> list[str]:
    """The headers of ours that go into a tree."""
    kinds = manifest()
    replaced = frozenset(kinds["adapted"] + kinds["upstream"])
    names = [name for name in closure(replaced) if name not in replaced]
    for name in names:
        if not name.startswith(("worklists/", "scheduler/")) and name not in kinds["copied"]:
            raise Refused(f"patches/parts.toml: does not say what becomes of {name}, which worklists "
                          "include")
    return names


def place(name: str) -> str:
    """Where a header of ours is below FOLDER."""
    return re.sub("^scheduler/", "registry/", name.removeprefix("worklists/"))


def renamed(text: str) -> str:
    """The text with the names that it has in a tree."""
    upstream, names = (manifest()[key] for key in ("upstream", "names"))

    def include(found: re.Match[str]) -> str:
        name = found[1]
        return found[0] if name in upstream else \
            re.sub(rf"\b(galois|analytics)/{name}", f"galois/worklists/cps/{place(name)}", found[0])

    def qualified(found: re.Match[str]) -> str:
        start, name = found[1] or "", found[2]
        if name in names or f"{name}.h" in upstream:
            return found[0]
        return f"{start}galois::cps" if name == "worklists" else f"{start}galois::cps::{name}"

    text = INCLUDE.sub(include, text)
    text = QUALIFIED.sub(qualified, text)
    text = re.sub(r"\bnamespace galois(?=\s*\{|;|$)", "namespace galois::cps", text,
                  flags=re.MULTILINE)
    text = REGISTRY.sub("galois::cps::registry", text)
    return MACRO.sub(r"GALOIS_CPS_\1", text)


def registry() -> dict[str, str]:
    """What the build of ours makes of the list of policies: all their headers, and a line for each."""
    includes = (f'#include "galois/worklists/cps/registry/worklists/{name}.h"' for name in policies())
    lines = (f"GALOIS_CPS_WORKLIST({name})" for name in policies())
    return {f"{FOLDER}/registry/AllWorklists.h": "\n".join([*includes, ""]),
            f"{FOLDER}/registry/BuiltWorklists.def": "\n".join([*lines, ""])}


def files() -> dict[str, bytes]:
    """All files that are new in a tree, by path: our headers, and what patches/tree/ holds."""
    new = {f"{FOLDER}/{place(name)}": renamed(read(name)).encode() for name in copied()}
    new |= {name: text.encode() for name, text in registry().items()}
    new[f"{FOLDER}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    for path in sorted(OVERLAY.rglob("*")):
        if path.is_file():
            name = path.relative_to(OVERLAY).as_posix()
            if name in new:
                raise Refused(f"patches/tree/{name}: has the name of a header that is copied")
            new[name] = path.read_bytes()
    return new
