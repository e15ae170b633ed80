"""The command scripts/dev/galois-names."""

import argparse
import pathlib
import sys

from dev.galois_names import catalogue, page, search, sources

ROOT = pathlib.Path(__file__).resolve().parents[3]
DESCRIPTION = """Prints a page of the documentation (scripts/site): where the names of Galois 6 are,
and the tests that use them. A name without a definition, a name without a test, and a name that
exists though it is marked `later` are printed in place of the page, one line each, and the exit
status is 1."""


def main(argv: list[str] | None = None, root: pathlib.Path = ROOT) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="galois-names", description=DESCRIPTION)
    parser.add_argument("--check", action="store_true",
                        help="print only what is wrong, and no page")
    arguments = parser.parse_args(argv)
    try:
        names = catalogue.names_of(catalogue.FILE.read_text())
    except catalogue.Malformed as error:
        print(f"galois-names: {error}", file=sys.stderr)
        return 1
    files = sources.Sources(root)
    places = [search.place_of(files, name) for name in names]
    problems = search.problems_of(files, places)
    if not problems and not arguments.check:
        print(page.text_of(places), end="")
    for line in problems:
        print(line)
    return 1 if problems else 0
