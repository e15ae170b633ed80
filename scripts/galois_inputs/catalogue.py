"""The data sets that inputs/catalogue.toml describes."""

import dataclasses
import difflib
import tomllib

from galois_cps.runs import UserError


@dataclasses.dataclass(frozen=True)
class Dataset:
    """One data set; the comments in the file describe the fields."""

    name: str
    about: str
    page: str
    licence: str
    url: str
    nodes: int
    arcs: tuple
    aliases: tuple = ()
    coords: str | None = None
    megabytes: int | None = None
    sha256: str | None = None
    member: str | None = None
    convert: tuple = ()


def load(path):
    """All data sets in the order of the file. Raises UserError, which names the entry, if one is not valid."""
    try:
        with open(path, "rb") as file:
            tables = tomllib.load(file)
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from None
    templates = tables.pop("template", {})
    return [_dataset(path, name, table, templates) for name, table in tables.items()]


def _dataset(path, name, table, templates):
    for key, template in templates.items():
        if key in table:
            part = table.pop(key)
            table = {k: v.format(**{key: part}) for k, v in template.items()} | table
    if isinstance(table.get("arcs"), int):
        table["arcs"] = [table["arcs"]]
    for key in ("arcs", "aliases", "convert"):
        if key in table:
            table[key] = tuple(table[key])
    try:
        return Dataset(name=name, **table)
    except TypeError as error:
        raise UserError(f"{path}: [{name}]: {str(error).partition('() ')[2]}") from None


def find(datasets, name):
    """The data set of this name or alias, in any case. Raises UserError with the nearest name."""
    known = {}
    for dataset in datasets:
        for called in (dataset.name, *dataset.aliases):
            known.setdefault(called.lower(), dataset)
    if name.lower() in known:
        return known[name.lower()]
    near = difflib.get_close_matches(name.lower(), known, 1, 0.5)
    hint = f"did you mean {known[near[0]].name}?" if near else "inputs/fetch list shows them all"
    raise UserError(f"there is no data set {name!r}; {hint}")
