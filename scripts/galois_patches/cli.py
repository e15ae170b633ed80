"""The program behind patches/apply."""

import argparse
import os
import pathlib
import sys

from . import Refused
from .tree import RECORD, Change, Tree, apply, revert

ABOUT = """Puts the worklists of this repository into a tree of upstream Galois 6, with the flag
--wl=NAME for its programs sssp-cpu, bfs-cpu, pagerank-push-cpu and minimum-spanningtree-cpu, and
with the new programs astar-cpu and color-cpu. docs/patches.md says more.

The exit status is 0 if that is done, or was done before; 1 if the tree is refused, of which nothing
changes then; and 2 for wrong usage."""


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="patches/apply", description=ABOUT,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", metavar="PATH", type=pathlib.Path, help="the tree, such as a checkout")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only say what would change")
    what.add_argument("--revert", action="store_true", help="take everything back")
    return parser.parse_args(arguments)


def show(changes: dict[str, Change]) -> None:
    """One line for each file that exists already, and one for each folder with new files."""
    folders: dict[str, int] = {}
    for name, change in changes.items():
        if change.before is None:
            folder = os.path.dirname(name)
            folders[folder] = folders.get(folder, 0) + 1
        else:
            lines = sum((change.after or b"")[start:start + size].count(b"\n")
                        for start, size in change.pieces)
            print(f"insert {lines} lines into {name}")
    for folder, number in sorted(folders.items()):
        print(f"add {number} file{'s' if number > 1 else ''} to {folder}")


def run(arguments: argparse.Namespace) -> None:
    if not arguments.tree.is_dir():
        raise Refused(f"{arguments.tree}: is no folder")
    tree = Tree(arguments.tree)
    if arguments.revert:
        back = revert(tree)
        if back is None:
            print(f"nothing to revert: there is no {RECORD}")
        else:
            print("reverted: the tree is as it was before")
        return
    changes, before = apply(tree, dry=arguments.check)
    if before:
        print("applied already: nothing to do")
    elif arguments.check:
        show(changes)
    else:
        edited = sum(change.before is not None for change in changes.values())
        print(f"applied: {edited} files edited, {len(changes) - edited} added; {RECORD} records them")


def main(arguments: list[str] | None = None) -> int:
    try:
        run(parse(arguments))
        sys.stdout.flush()
    except Refused as error:
        print(f"patches/apply: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # a reader such as `head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
