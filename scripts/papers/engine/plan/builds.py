"""The programs that figures need: where they are, what they can do, how to build the rest."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
from collections.abc import Callable

from galois_cps.runs import UserError
from lab.bench import runner
from lab.bench import policies as listing

ROOT = pathlib.Path(__file__).resolve().parents[4]
Needed = dict[str, dict[str, set[str]]]  # preset -> program -> policies
_WORD = r"(?<![\w.-]){}(?![\w.-])"


class Builds:
    """The programs of each preset, in build/PRESET/bin or in the folders given by name."""

    def __init__(self, folders: dict[str, pathlib.Path] | None = None,
                 root: pathlib.Path = ROOT) -> None:
        self._folders = dict(folders or {})
        self._root = root
        self._prints: dict[tuple[str, str], str] = {}

    def folder(self, preset: str) -> pathlib.Path:
        """Where the programs of a preset are."""
        return self._folders.get(preset, self._root / "build" / preset / "bin")

    def program(self, preset: str, name: str) -> pathlib.Path | None:
        """The path of a program, or None if it is not built."""
        path = self.folder(preset) / name
        return path if os.access(path, os.X_OK) and path.is_file() else None

    def fingerprint(self, preset: str, name: str) -> str:
        """Twelve digits that change when the program does; "" if it is not built."""
        if (preset, name) not in self._prints:
            path = self.program(preset, name)
            self._prints[preset, name] = runner.fingerprint(path) if path else ""
        return self._prints[preset, name]

    def has(self, preset: str, program: str, policy: str) -> bool:
        """Whether a program is built, with this policy (any if "")."""
        path = self.program(preset, program)
        if path is None:
            return False
        known = _policies(os.fspath(path))
        return not policy or known is None or policy in known

    def policies(self) -> list[str]:
        """The names of the policies that programs list, and those of the tree: in small letters,
        without dashes."""
        listed = [entry["name"] for entry in self._listed()]
        return list(dict.fromkeys(listed)) + sorted(self._policies_of_tree())

    def has_policy(self, name: str) -> bool:
        """Whether a program lists a policy, or the tree has it or that of which it is a preset."""
        plain, base = (each.replace("-", "").replace(".", "")
                       for each in (name, name.partition(".")[0]))
        return (any(entry["name"] == name for entry in self._listed())
                or bool({plain, base} & self._policies_of_tree()))

    def parameters(self, policy: str) -> list[str] | None:
        """The names of a policy's parameters; None where no program lists them."""
        return next(([each["name"] for each in entry["parameters"]] for entry in self._listed()
                     if entry["name"] == policy and "parameters" in entry), None)

    def _listed(self) -> list[dict]:
        """What --wl=json prints, of each preset whose programs are built."""
        paths = [self.program(preset, "sssp-cpu") for preset in ("release", "virtual")]
        return [entry for path in paths if path for entry in _descriptions(os.fspath(path)) or []]

    def missing(self, needed: Needed) -> Needed:
        """The part of what is needed that is not built."""
        found: Needed = {}
        for preset, programs in needed.items():
            for program, policies in programs.items():
                gone = {policy for policy in policies if not self.has(preset, program, policy)}
                if gone or self.program(preset, program) is None:
                    found.setdefault(preset, {})[program] = gone
        return found

    def commands(self, missing: Needed) -> list[list[str]]:
        """The commands that build what is missing. A new build folder gets only the policies that
        are needed; an old one keeps its own as well."""
        found = []
        for preset, programs in missing.items():
            configure = ["cmake", "--preset", preset]
            policies = set().union(*programs.values())
            if policies:
                configure.append(f"-DGALOIS_WORKLISTS={';'.join(self._with_old(preset, policies))}")
            found.append(configure)
            found.append(["cmake", "--build", "--preset", preset, "--target", *sorted(programs)])
        return found

    def build(self, missing: Needed, say: Callable[[str], None]) -> None:
        """Builds what is missing; UserError with the command that failed."""
        for preset in missing:
            if preset in self._folders:
                names = ", ".join(sorted(missing[preset]))
                raise UserError(f"{self._folders[preset]} lacks {names}; "
                                "folders that --bin names are used as they are")
            if not self.met(f"preset:{preset}"):
                raise UserError(f"there is no preset {preset}")
        for command in self.commands(missing):
            say(" ".join(command))
            if subprocess.run(command, cwd=self._root, check=False).returncode != 0:
                raise UserError(f"this failed: {' '.join(command)}")
        _policies.cache_clear()
        _descriptions.cache_clear()
        _flags.cache_clear()
        self._prints.clear()

    def met(self, need: str) -> bool:
        """Whether a precondition holds: program:NAME, policy:NAME, preset:NAME, tool:NAME,
        flag:PROGRAM:--NAME, scheduler:NAME (of fib-cpu) or range:POLICY:PARAMETER:LEAST."""
        kind, _, rest = need.partition(":")
        if kind == "program":
            return bool(self.program("release", rest)) or self._in_sources("CMakeLists.txt", rest)
        if kind == "policy" and "." in rest:  # a variant, which a registration names
            return self._quoted_in_sources(rest)
        if kind == "policy":
            return rest.replace("-", "") in self._policies_of_tree()
        if kind == "preset":
            return rest in self._presets()
        if kind == "tool":
            return shutil.which(rest) is not None
        if kind == "flag":
            program, _, flag = rest.partition(":")
            path = self.program("release", program)
            return (flag in _flags(os.fspath(path)) if path
                    else self._quoted_in_sources(flag.lstrip("-")))
        if kind == "scheduler":
            path = self.program("release", "fib-cpu")
            return bool(path) and _schedules(os.fspath(path), rest)
        if kind == "range":
            policy, parameter, least = rest.split(":")
            path = self.program("release", "sssp-cpu")
            return bool(path) and _reaches(os.fspath(path), policy, parameter, int(least))
        raise UserError(f"a figure needs {need!r}, which is of no known kind")

    def _with_old(self, preset: str, policies: set[str]) -> list[str]:
        names = {name.lower(): name for name in self._names()}
        wanted = set()
        for policy in policies:
            struct = policy.replace("-", "").replace(".", "")
            base = policy.partition(".")[0].replace("-", "")  # whose code a preset runs
            wanted.add(names.get(struct) or names.get(base) or policy)
        try:
            cache = (self._root / "build" / preset / "CMakeCache.txt").read_text(encoding="utf-8")
        except OSError:
            return sorted(wanted)
        old = re.search(r"^GALOIS_WORKLISTS:\w+=(.*)$", cache, re.MULTILINE)
        kept = filter(None, old.group(1).split(";")) if old else ()
        return sorted(wanted | set(kept))

    def _names(self) -> list[str]:
        """The policies' names in the build, such as SmqBucket."""
        found = []
        for path in self._root.glob("analytics/**/Worklists.def"):
            found += re.findall(r"^GALOIS(?:_VIRTUAL)?_WORKLIST\((\w+)\)",
                                path.read_text(encoding="utf-8"), re.MULTILINE)
        return found

    def _policies_of_tree(self) -> set[str]:
        return {name.lower() for name in self._names()}

    def _presets(self) -> set[str]:
        text = (self._root / "CMakePresets.json").read_text(encoding="utf-8")
        return {preset["name"] for preset in json.loads(text)["configurePresets"]}

    def _in_sources(self, pattern: str, word: str) -> bool:
        wanted = re.compile(_WORD.format(re.escape(word)))
        return any(wanted.search(path.read_text(encoding="utf-8"))
                   for place in ("lonestar", "analytics", "libgalois", "libdist")
                   for path in (self._root / place).glob(f"**/{pattern}"))

    def _quoted_in_sources(self, word: str) -> bool:
        quoted = f'"{word}"'
        return any(quoted in path.read_text(encoding="utf-8", errors="replace")
                   for suffix in ("h", "cpp", "def")
                   for place in ("lonestar", "analytics")
                   for path in (self._root / place).glob(f"**/*.{suffix}"))


@functools.cache
def _descriptions(path: str) -> list[dict] | None:
    """What --wl=json prints, or None if the program has no such flag."""
    return listing.described(path)


@functools.cache
def _policies(path: str) -> frozenset[str] | None:
    found = _descriptions(path)
    return frozenset(entry["name"] for entry in found) if found else None


@functools.cache
def _flags(path: str) -> dict[str, dict]:
    """What --help=json prints about each flag."""
    return listing.flags(path)


def _schedules(path: str, scheduler: str) -> bool:
    choices = _flags(path).get("--scheduler", {}).get("choices", [])
    return any(choice["name"] == scheduler for choice in choices)


def _reaches(path: str, policy: str, parameter: str, least: int) -> bool:
    return any(entry["name"] == policy and given["name"] == parameter
               and isinstance(given.get("low"), int) and given["low"] <= least
               for entry in _descriptions(path) or [] for given in entry["parameters"])
