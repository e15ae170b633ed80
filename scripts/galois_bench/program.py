"""What every program here does the same way: flags, complaints of one line, exit statuses."""

import argparse
import os
import signal
import sys

from . import UserError


class Parser(argparse.ArgumentParser):
    """Keeps the layout of its texts; says what was wrong in one line, and where help is (status 2)."""

    def __init__(self, **kwargs):
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **kwargs)

    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def guarded(name, action, advice="; run the same command again to go on"):
    """Runs action and turns what may go wrong into a message and an exit status. The advice is for
    whoever interrupts it."""
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return action()
    except UserError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print(f"\n{name}: interrupted{advice}", file=sys.stderr)
        return 130
    finally:
        signal.signal(signal.SIGTERM, previous)
