"""What the pages of the report are made of."""

import pathlib
from typing import Any

from ..judge import outcome


class Report:
    """All that the parts need, with verdicts grouped by claim."""

    def __init__(self, catalogue: Any, claims: list[Any], verdicts: list[outcome.Verdict],
                 pictures: dict[str, list[Any]], facts: dict[str, Any], folder: pathlib.Path) -> None:
        self.catalogue, self.figures, self.claims = catalogue, catalogue.figures, claims
        self.pictures, self.facts, self.folder = pictures, facts, folder
        self.all_verdicts = verdicts
        self.verdicts: dict[str, list[Any]] = {}
        for verdict in verdicts:
            self.verdicts.setdefault(verdict.id, []).append(verdict)
        for claim in claims:
            self.verdicts.setdefault(claim.id, [outcome.Verdict(claim.id, "not run")])
        self.shown: dict[tuple[str, bytes], str] = {}  # kind and data of a picture: figure with it

    def link(self, name: str) -> str:
        """A link to a claim or a figure, if the report has it."""
        if figure := self.figures.get(name):
            return f"[{name}]({figure.paper}.md#{name})"
        return f"[{name}]({name.partition('-')[0]}.md#{name})" if name in self.verdicts else name
