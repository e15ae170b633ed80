"""The program behind patches/apply."""

import argparse
import os
import pathlib
import sys

from . import Refused
from .tree import PATCH, Contents, apply, revert

ABOUT = """Puts the worklists of this repository into a tree of upstream Galois 6, with the flag
--wl=NAME for its programs sssp-cpu, bfs-cpu, pagerank-push-cpu and minimum-spanningtree-cpu, and
with the new programs astar-cpu and color-cpu. It makes a patch, and has `git apply` do the rest.
docs/patches.md says more.

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


def show(contents: Contents) -> None:
    """One line for each file that exists already, and one for each folder with new files."""
    folders: dict[str, int] = {}
    for name, (before, after) in contents.items():
        if before is None:
            folder = os.path.dirname(name)
            folders[folder] = folders.get(folder, 0) + 1
        else:
            lines = len(after.splitlines()) - len(before.splitlines())
            print(f"insert {lines} lines into {name}")
    for folder, number in sorted(folders.items()):
        print(f"add {number} file{'s' if number > 1 else ''} to {folder}")


def run(arguments: argparse.Namespace) -> None:
    root = arguments.tree
    if not root.is_dir():
        raise Refused(f"{root}: is no folder")
    if arguments.revert:
        print("reverted: the tree is as it was before" if revert(root)
              else f"nothing to revert: there is no {PATCH}")
        return
    contents = apply(root, dry=arguments.check)
    if contents is None:
        print("applied already: nothing to do")
    elif arguments.check:
        show(contents)
    else:
        edited = sum(before is not None for before, _ in contents.values())
        print(f"applied: {edited} files edited, {len(contents) - edited} added; {PATCH} has the changes")


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
