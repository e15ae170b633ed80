"""Finds the header and the test of each name."""

import dataclasses
import pathlib

from dev.galois_names.catalogue import Name
from dev.galois_names.sources import Sources


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a name is. Empty texts: not found."""

    name: Name
    header: str  # which programs include
    definition: str  # which has the definition
    test: str


def _defining(sources: Sources, header: str, name: Name) -> str:
    """The header that defines a name or, for a member, that names it beside its type."""
    reach = sources.closure(header)
    if not name.name:
        return header
    if not name.owner:
        where = sources.defined_in(name.name)
        return next((path for path in reach if path in where), "")
    types = sources.defined_in(name.owner)
    owner = next((path for path in reach if path in types), "")
    if not owner:
        return ""
    # A member may come from a base class.
    near = (owner, *sources.source(owner).includes)
    return next((path for path in near if name.name in sources.source(path).words), "")


def _test(sources: Sources, header: str, definition: str, name: Name) -> str:
    """The test that uses a name: one whose name is that of the header, if there is one."""
    stems = [pathlib.PurePosixPath(path).stem for path in (header, definition)]

    def distance(path: str) -> tuple[int, int, str]:
        stem = pathlib.PurePosixPath(path).stem
        rank = next((i for i, own in enumerate(stems) if stem == f"{own}Test"), len(stems))
        return rank, 0 if stem.endswith("Test") else 1, path

    wanted = {word for word in (name.name, name.owner) if word}
    fits = [path for path in sources.tests
            if wanted <= sources.source(path).words and header in sources.closure(path)]
    return min(fits, key=distance, default="")


def place_of(sources: Sources, name: Name) -> Place:
    """Where a name is."""
    header = sources.header(name.header)
    if header is None:
        return Place(name, "", "", "")
    definition = _defining(sources, header, name)
    test = _test(sources, header, definition, name) if definition else ""
    return Place(name, header, definition, test)


def problems_of(sources: Sources, places: list[Place]) -> list[str]:
    """A line for each name that is not as names.toml says."""
    found = []
    for place in places:
        name = place.name
        if name.later:
            elsewhere = sources.defined_in(name.name) if name.name and not name.owner else ()
            where = place.definition or next(iter(elsewhere), "")
            if where:
                found.append(f"{name}: it exists ({where}); it is not `later` any more")
        elif not place.header:
            found.append(f"{name}: there is no header {name.header}")
        elif not place.definition:
            where = ", ".join(sources.defined_in(name.name)) if not name.owner else ""
            found.append(f"{name}: {name.header} does not bring it"
                         + (f"; it is in {where}" if where else ""))
        elif not place.test:
            found.append(f"{name}: no test that includes {name.header} uses it")
    return found
