"""Writes manual pages and shell completion for programs, from what they print with --help=json.

For each PROGRAM, below FOLDER: man/man1/PROGRAM.1, bash-completion/completions/PROGRAM and
zsh/site-functions/_PROGRAM. Prints nothing. Exit status 1 when a program cannot be understood.
"""

import argparse
import pathlib
import sys

from . import completion, helptext, manpage


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="program-docs", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="FOLDER", required=True, help="where to write")
    parser.add_argument("programs", metavar="PROGRAM", nargs="+", help="paths of the programs")
    args = parser.parse_args(argv)
    try:
        programs = [helptext.ask(path) for path in args.programs]
        for program in programs:
            others = sorted(other.name for other in programs if other is not program)
            for name, text in ((f"man/man1/{program.name}.1", manpage.page(program, others)),
                               (f"bash-completion/completions/{program.name}",
                                completion.bash(program)),
                               (f"zsh/site-functions/_{program.name}", completion.zsh(program))):
                path = pathlib.Path(args.out, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    except (helptext.HelpError, OSError) as error:
        print(f"program-docs: {error}", file=sys.stderr)
        return 1
    return 0
