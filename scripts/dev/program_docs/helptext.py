"""What a program says about itself: overview, flags with their values, worklists, examples, version."""

import dataclasses
import json
import pathlib
import re
import subprocess

_KIND = re.compile(r"^  ([a-z][\w-]*) {2,}\S")


class HelpError(Exception):
    """A program does not describe itself as ours do."""


@dataclasses.dataclass
class Flag:
    """One flag: name with its dashes, what its value is called (None: it takes none), help."""
    name: str
    value: str | None
    text: str
    choices: list[tuple[str, str]] = dataclasses.field(default_factory=list)

    @property
    def takes_file(self):
        """Whether the value is the name of a file."""
        return self.value is not None and "file" in re.split(r"\W", self.value)


@dataclasses.dataclass
class Group:
    """Flags under one heading."""
    title: str
    text: str
    flags: list[Flag] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Program:
    """All that a program says."""
    name: str
    version: str
    overview: list[str]
    usage: str
    groups: list[Group]
    worklists: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    examples: list[tuple[str, str]] = dataclasses.field(default_factory=list)

    @property
    def summary(self):
        """The overview's first sentence, without the program's name."""
        return _sentences(self.overview[0].removeprefix(f"{self.name}: "))[0]

    @property
    def description(self):
        """The lines of the overview after its first sentence."""
        rest = _sentences(self.overview[0])[1:]
        body = [*rest, *self.overview[1:]]
        while body and not body[0].strip():
            body = body[1:]
        return body

    @property
    def flags(self):
        """The flags of all groups."""
        return [flag for group in self.groups for flag in group.flags]

    @property
    def words(self):
        """What the first operand may be, where it is one of a few words."""
        operands = self.usage.replace("[options]", "").split()[1:]
        if operands and "|" in operands[0]:
            return operands[0].split("|")
        if operands and operands[0] == "KIND":
            return [match[1] for line in self.overview if (match := _KIND.match(line))]
        return []


def ask(path):
    """The Program at this path, asked by running it. HelpError if it fails or says nothing."""
    return parse(pathlib.Path(path).name, _run(path, "--help=json"))


def parse(name, text):
    """The Program that `name --help=json` describes. HelpError if it does not."""
    try:
        said = json.loads(text)
        groups = [Group(group["title"], group["help"], [_flag(flag) for flag in group["flags"]])
                  for group in said["groups"]]
        examples = [(each["command"], each["purpose"]) for each in said["examples"]]
        program = Program(said["name"], said["version"], said["overview"].splitlines(),
                          said["usage"], groups, examples=examples)
    except (ValueError, KeyError, TypeError) as error:
        raise HelpError(f"{name} --help=json: {error!r} is not understood") from error
    if not groups:
        raise HelpError(f"{name} --help=json names no flag")
    for flag in program.flags:
        if flag.name == "--wl":
            program.worklists, flag.choices = flag.choices, []
    return program


def _flag(said):
    return Flag(said["name"], said["value"], said["help"],
                [(choice["name"], choice["help"]) for choice in said.get("choices", ())])


def _sentences(line):
    """The first sentence of a line, and the others if there are any."""
    match = re.match(r"(.*?\.) (?=[A-Z])(.*)", line)
    return list(match.groups()) if match else [line]


def _run(path, flag):
    try:
        done = subprocess.run([path, flag], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HelpError(f"cannot run {path} {flag}: {error}") from error
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise HelpError(f"{path} {flag} failed with status {done.returncode}: {last}")
    return done.stdout
