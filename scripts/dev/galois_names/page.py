"""The page of the documentation, with links as a page in docs/ has them."""

import itertools
import pathlib

from dev.galois_names.catalogue import TIERS
from dev.galois_names.search import Place

HEAD = """# Names of Galois 6

Where the names are that programs written for Galois 6 use, and a test that uses each.
`scripts/dev/galois-names` makes this page from the headers, the tests and the list of names in
`scripts/dev/galois_names/names.toml`. Each name comes with the header that a program includes for
it; [Coming from Galois](coming-from-galois.md) says what differs in meaning.
"""
TITLES = {
    1: "Loops, graphs in memory, reductions, worklists",
    2: "Conflict detection, deterministic execution, graphs that change",
    3: "Everything else",
}


def _link(path: str) -> str:
    return f"[`{pathlib.PurePosixPath(path).name}`](../{path})"


def _rows(places: list[Place]) -> list[str]:
    """Rows of neighbouring places; members of a type that share a test share a row."""
    rows = []
    for (header, owner, test), group in itertools.groupby(
            sorted(places, key=lambda place: (place.name.header, place.name.owner, place.test)),
            key=lambda place: (place.header, place.name.owner, place.test)):
        words = ", ".join(f"`{place.name.name}`" for place in group if place.name.name)
        what = f"`{owner}`: {words}" if owner else words or "the header itself"
        rows.append(f"| {what} | {_link(header)} | {_link(test)} |")
    return rows


def text_of(places: list[Place]) -> str:
    """The page."""
    parts = [HEAD]
    for tier in TIERS:
        here = [place for place in places if place.name.tier == tier and not place.name.later]
        if here:
            parts.append(f"\n## Tier {tier}: {TITLES[tier]}\n\n"
                         "| names | header | test |\n| --- | --- | --- |\n"
                         + "\n".join(_rows(here)) + "\n")
    missing = [place for place in places if place.name.later]
    if missing:
        parts.append("\n## Not here yet\n\n| names | tier | header |\n| --- | --- | --- |\n")
        for (header, tier), group in itertools.groupby(
                missing, key=lambda place: (place.name.header, place.name.tier)):
            words = ", ".join(f"`{place.name}`" for place in group if place.name.name)
            parts.append(f"| {words or 'the header itself'} | {tier} | `{header}` |\n")
    return "".join(parts)
