"""What all programs here share: flags, error messages of one line, exit statuses."""

import argparse
import os
import signal
import sys

from galois_cps.runs import UsageError, UserError


class Parser(argparse.ArgumentParser):
    """Keeps the layout of its texts; reports a wrong flag in one line that points to --help (status 2)."""

    def __init__(self, **kwargs):
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **kwargs)

    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def positive(text: str) -> int:
    """A whole number from 1 on, as the type of a flag."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def pictures(name):
    """The files that a --plot flag writes; none when it is not given."""
    return [f"{name}.png", f"{name}.svg"] if name else []


def keep_apart(inputs, outputs):
    """Raises UsageError if an output is the same file as an input or another output, under whatever
    name. Both are lists of paths; None, "" and "-" are no files."""
    inputs, outputs = ([os.fspath(path) for path in paths if path and path != "-"]
                       for paths in (inputs, outputs))
    for place, output in enumerate(outputs):
        for given in inputs:
            if _same_file(given, output):
                raise UsageError(f"{output} is the same file as the input {given}; give the output "
                                 "another name")
        for other in outputs[:place]:
            if _same_file(other, output):
                raise UsageError(f"{output} is the same file as the output {other}; give each a name "
                                 "of its own")


def _same_file(one, other):
    """Whether the paths lead to one regular file, or would lead to one if it existed."""
    if os.path.isfile(one) and os.path.isfile(other):
        return os.path.samefile(one, other)
    gone = not os.path.exists(one) and not os.path.exists(other)
    return gone and os.path.realpath(one) == os.path.realpath(other)


def guarded(name, action, advice="; run the same command again to go on"):
    """Runs action and turns errors into a message and an exit status. The advice is printed after an
    interruption."""
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return action()
    except UserError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # such as of a file that cannot be written
        print(f"{name}: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}",
              file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\n{name}: interrupted{advice}", file=sys.stderr)
        return 130
    finally:
        signal.signal(signal.SIGTERM, previous)
