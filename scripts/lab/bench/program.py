"""What all programs here share: flags, error messages of one line, exit statuses."""

import argparse
import contextlib
import errno
import importlib.util
import io
import os
import signal
import sys

from galois_cps.runs import UsageError, UserError, whole_file


class Parser(argparse.ArgumentParser):
    """Keeps the layout of its texts; reports a wrong flag in one line that points to --help (status 2)."""

    def __init__(self, **kwargs):
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **kwargs)

    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


# The errors of a write. io.UnsupportedOperation has none: the stream is closed.
_WRITING = (None, errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)


def positive(text: str) -> int:
    """A whole number from 1 on, as the type of a flag."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def pictures(name):
    """The files that a --plot flag writes; none when it is not given."""
    return [f"{name}.png", f"{name}.svg"] if name else []


def has_matplotlib():
    return importlib.util.find_spec("matplotlib") is not None


def require_matplotlib(*wanted):
    """Raises UserError if one of these flags is given, which draw, and this Python cannot."""
    if any(wanted) and not has_matplotlib():
        raise UserError("to draw, it needs Debian's package python3-matplotlib; scripts/setup installs it")


def keep_apart(inputs, outputs):
    """Raises UsageError if an output is the same file as an input or another output, under whatever
    name, and UserError if it cannot be written. Both are lists of paths; None, "" and "-" are no files."""
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
        whole_file.require_writable(output)


def _same_file(one, other):
    """Whether the paths lead to one regular file, or would lead to one if it existed."""
    if os.path.isfile(one) and os.path.isfile(other):
        return os.path.samefile(one, other)
    gone = not os.path.exists(one) and not os.path.exists(other)
    return gone and os.path.realpath(one) == os.path.realpath(other)


def say(text):
    """Prints a line on standard error, which may be closed or full."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def guarded(name, action, advice="; run the same command again to go on"):
    """Runs action and turns errors into a message and an exit status, also that standard output cannot be
    written. The advice is printed after an interruption."""
    _open_streams()
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        status = action()
        _flush_output()
        return status
    except UserError as error:
        say(f"{name}: {whole_file.visible(str(error))}")
        return 2 if isinstance(error, UsageError) else 1
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:  # such as of a file that cannot be written
        if isinstance(error.filename, (str, bytes)):
            what = f"{os.fsdecode(error.filename)}: "
        else:  # files of ours are written by whole_file and results, which name them
            what = "cannot write standard output: " if error.errno in _WRITING else ""
        say(f"{name}: {whole_file.visible(f'{what}{error.strerror or error}')}")
        _drop_output()
        return 1
    except KeyboardInterrupt:
        say(f"\n{name}: interrupted{advice}")
        return 130
    finally:
        signal.signal(signal.SIGTERM, previous)


def _open_streams():
    """Gives a meaning to streams that are closed, for which print() would do nothing or take standard
    output: writing to that is an error, and messages are lost. A file name that is no UTF-8 is printed as
    it is."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = open(os.devnull, encoding="utf-8")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")


def _flush_output():
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _drop_output()
        raise UserError(f"cannot write standard output: {error.strerror}") from error


def _drop_output():
    """Lets the interpreter end without an error about what is buffered."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
