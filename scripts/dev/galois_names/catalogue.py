"""Reads names.toml."""

import dataclasses
import pathlib
import tomllib

FILE = pathlib.Path(__file__).with_name("names.toml")
TIERS = (1, 2, 3)


class Malformed(Exception):
    """The file of names is not as its first lines say."""


@dataclasses.dataclass(frozen=True)
class Name:
    """A name and the header by which programs get it."""

    header: str
    tier: int
    name: str  # empty: the header itself
    owner: str  # the type of a member, else empty
    later: bool

    def __str__(self) -> str:
        if not self.name:
            return self.header
        return f"{self.owner}::{self.name}" if self.owner else self.name


def names_of(text: str) -> list[Name]:
    """The names in the text of such a file. Raises Malformed."""
    try:
        tiers = tomllib.loads(text)["tier"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise Malformed(f"names.toml: {error}") from error
    unknown = set(tiers) - set(map(str, TIERS))
    if unknown:
        raise Malformed(f"names.toml: {min(unknown)} is no tier; there are {TIERS}")
    found: list[Name] = []
    entries = [(int(tier), *header) for tier, headers in tiers.items() for header in headers.items()]
    for tier, path, entry in entries:
        where = f"names.toml: {path}"
        owners = dict(entry) if isinstance(entry, dict) else {"names": entry}
        later = owners.pop("later", [])
        wrong = [owner for owner, names in owners.items() if not isinstance(names, list)]
        if wrong:
            raise Malformed(f"{where}: {wrong[0]} is no list of names")
        every = [(name, "" if owner == "names" else owner)
                 for owner, names in owners.items() for name in names]
        labels = {f"{owner}::{name}" if owner else name for name, owner in every}
        if later is not True and set(later) - labels:
            raise Malformed(f"{where}: later names {min(set(later) - labels)}, which is not listed")
        if not every:
            every = [("", "")]
        for name, owner in every:
            label = f"{owner}::{name}" if owner else name
            found.append(Name(path, tier, name, owner, later is True or label in later))
    double = {name for name in found if found.count(name) > 1}
    if double:
        raise Malformed(f"names.toml: {min(map(str, double))} is listed twice under its header")
    return found
