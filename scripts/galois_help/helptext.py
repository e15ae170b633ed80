"""What a program says about itself: overview, flags with their values, worklists, examples, version."""

import dataclasses
import pathlib
import re
import subprocess

_FLAG = re.compile(r"^  (-{1,2}[\w-]+)(?:=<(.+?)>)?\s+- (.*)$")
_VALUE = re.compile(r"^    =(\S+)\s+-\s+(.*)$")
_WORKLIST = re.compile(r"^  ([a-z][\w-]*)\s+(\S.*)$")
_EXAMPLE = re.compile(r"^  (\S.*)\n      (\S.*)$", re.M)
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
    name = pathlib.Path(path).name
    program = parse(name, _run(path, "--help"), _run(path, "--version"))
    for flag in program.flags:
        # The values of some flags are too many for --help: --wl=help, --from=help.
        if f"{flag.name}=help" in flag.text:
            flag.choices = parse_table(_run(path, f"{flag.name}=help"))
            if not flag.choices:
                raise HelpError(f"{name} {flag.name}=help names no value")
        if flag.name == "--wl":
            program.worklists, flag.choices = flag.choices, []
    return program


def flags(path):
    """The flags of the program at this path, by its --help alone. HelpError as in ask()."""
    return parse(pathlib.Path(path).name, _run(path, "--help"), "").flags


def parse(name, text, version):
    """The Program that `name --help` and `name --version` describe. HelpError if they do not."""
    head, usage, rest = _sections(name, text)
    rest, _, last = rest.partition("\nEXAMPLES:\n")
    groups, pending = [], []
    for line in rest.splitlines():
        if match := _FLAG.match(line):
            if pending or not groups:
                groups.append(_group(name, pending))
                pending = []
            groups[-1].flags.append(Flag(*match.groups()))
        elif (match := _VALUE.match(line)) and groups and groups[-1].flags:
            groups[-1].flags[-1].choices.append((match[1], match[2]))
        elif line.startswith("  "):
            raise HelpError(f"{name} --help: cannot understand the line {line!r}")
        elif line.strip():
            pending.append(line.strip())
    if not groups:
        raise HelpError(f"{name} --help names no flag")
    # "galois-cps 0.1.0 (...)": what follows is of the build.
    return Program(name, " ".join(version.split()[:2]), head, usage, groups,
                   examples=_EXAMPLE.findall(last))


def parse_table(text):
    """Name and description of each value that --wl=help, or the like, lists."""
    return [(match[1], match[2]) for line in text.splitlines() if (match := _WORKLIST.match(line))]


def _sections(name, text):
    match = re.match(r"OVERVIEW: (.*?)\nUSAGE: (.*?)\n+OPTIONS:\n(.*)\Z", text, re.S)
    if not match:
        raise HelpError(f"{name} --help is not of the form OVERVIEW, USAGE, OPTIONS")
    return match[1].rstrip().splitlines(), match[2].strip(), match[3]


def _sentences(line):
    """The first sentence of a line, and the others if there are any."""
    match = re.match(r"(.*?\.) (?=[A-Z])(.*)", line)
    return list(match.groups()) if match else [line]


def _group(name, lines):
    if not lines or not lines[0].endswith(":"):
        raise HelpError(f"{name} --help: flags without a heading")
    return Group(lines[0][:-1], " ".join(lines[1:]))


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
