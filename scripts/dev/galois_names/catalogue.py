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
        entries = tomllib.loads(text)["header"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise Malformed(f"names.toml: {error}") from error
    found: list[Name] = []
    for entry in entries:
        where = f"names.toml: {entry.get('path', 'a header without a path')}"
        unknown = set(entry) - {"path", "tier", "names", "members", "later"}
        if unknown:
            raise Malformed(f"{where}: unknown key {min(unknown)}")
        if "path" not in entry or entry.get("tier") not in TIERS:
            raise Malformed(f"{where}: a path and a tier of {TIERS} are needed")
        later = entry.get("later", [])
        members = entry.get("members", {})
        every = [(name, "") for name in entry.get("names", [])]
        every += [(member, owner) for owner, these in members.items() for member in these]
        labels = {f"{owner}::{name}" if owner else name for name, owner in every}
        if later is not True and set(later) - labels:
            raise Malformed(f"{where}: later names {min(set(later) - labels)}, which is not listed")
        if not every:
            every = [("", "")]
        for name, owner in every:
            label = f"{owner}::{name}" if owner else name
            found.append(Name(entry["path"], entry["tier"], name, owner,
                              later is True or label in later))
    double = {name for name in found if found.count(name) > 1}
    if double:
        raise Malformed(f"names.toml: {min(map(str, double))} is listed twice under its header")
    return found
