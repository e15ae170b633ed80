"""Programs of others in a sweep: any command, whose process is timed and whose exit status is looked at."""

import dataclasses
import shlex
import shutil

from galois_cps.runs import UsageError

INPUT = "{input}"
THREADS = "{threads}"
# Where a sweep keeps the binaries of commands, beside those of builds.
BUILD = "command"


@dataclasses.dataclass(frozen=True)
class Command:
    """A command on an input, with a number of threads. It stands for a spec.Config in a plan."""

    name: str
    words: tuple[str, ...]
    input: object
    threads: int
    app: str  # what the other runs of the sweep run, so that tables and charts show both together
    build: str = BUILD

    def dims(self):
        """Name -> value of each axis; the name of the command stands where schedulers have theirs."""
        return {"app": self.app, "input": self.input.label, "wl": self.name,
                "threads": str(self.threads)}

    @property
    def key(self):
        """A line that identifies this configuration in results and messages."""
        return " ".join(f"{name}={value}" for name, value in self.dims().items()) + (
            f" {shlex.join(self.words)}")

    @property
    def problem(self):
        """Answers of commands are not looked at, so each is a problem of its own."""
        return self.key

    @property
    def program(self):
        """Where the sweep keeps the binary."""
        return BUILD, self.name

    def command(self, _bin_dir, _json_file, _verify, _seed=None):
        """The argument vector of one run."""
        return [word.replace(INPUT, self.input.path).replace(THREADS, str(self.threads))
                for word in self.words]


def parse(text):
    """(name, command) from `NAME=COMMAND`."""
    name, equals, command = text.partition("=")
    name = name.strip()
    if not equals or not name or not command.strip():
        raise UsageError(f"--cmd {text!r} is not of the form NAME='COMMAND'")
    if any(char.isspace() or char in ",:" for char in name):
        raise UsageError(f"the name {name!r} of a command has a blank, comma or colon")
    return name, command


def configs(commands, apps, inputs, threads):
    """The Commands of a sweep. Without {threads} in it, a command runs once per input, as one
    thread."""
    app = apps[0] if len(apps) == 1 else "command"
    for name, text in commands.items():
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise UsageError(f"the command {name} is no command line: {error}") from None
        if not words:
            raise UsageError(f"the command {name} is empty")
        for given in inputs:
            for count in threads if any(THREADS in word for word in words) else [1]:
                yield Command(name, words, given, count, app)


def find(config):
    """The path of the program of a command."""
    path = shutil.which(config.command("", "", False)[0])
    if path is None:
        raise UsageError(f"the command {config.name} begins with {config.words[0]}, which is no "
                         "program here")
    return path


def record(config, wall):
    """The record of a run that succeeded: its times are those of the whole process."""
    return {"schema": "galois-cps/1", "app": config.name, "input": config.input.label,
            "wl": config.name, "wl_params": {}, "threads": config.threads, "time_s": wall,
            "total_s": wall, "answer": None, "verified": "skipped"}
