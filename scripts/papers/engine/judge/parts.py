"""The conditions that a criterion joins: which of them hold, and whether a claim agrees in part."""

import dataclasses
from collections.abc import Callable, Iterable

from galois_cps.runs.bootstrap import SURE

from .claims import Claim
from .expression import Expression
from .vectors import Missing

_STATES = ("failed", "not sure", "undefined", "held")


@dataclasses.dataclass(frozen=True)
class Parts:
    """The conditions of one compound criterion for agreement; empty if it has only one."""

    states: dict[str, str]  # what is known of each condition, by its text
    groups: dict[str, list[str]]  # the conditions on each quantity that the claim is about
    between: bool = False  # whether it is sure that neither criterion is met

    @property
    def held(self) -> frozenset[str]:
        """The quantities on which all conditions hold."""
        return frozenset(name for name, texts in self.groups.items()
                         if all(self.states[text] == "held" for text in texts))

    @property
    def failed(self) -> frozenset[str]:
        """The quantities on which a condition fails."""
        return frozenset(name for name, texts in self.groups.items()
                         if any(self.states[text] == "failed" for text in texts))

    @property
    def known(self) -> bool:
        """Whether it is sure of each quantity if its conditions hold or not."""
        return len(self.held) + len(self.failed) == len(self.groups)

    def notes(self, undefined: str = "undefined") -> list[str]:
        """The conditions by what is known of them, for people; `undefined` are words for those of which
        nothing is."""
        named = {state: [f"`{text}`" for text, own in self.states.items() if own == state]
                 for state in _STATES}
        return [f"{undefined if state == 'undefined' else state}: {', '.join(texts)}"
                for state, texts in named.items() if texts]


def parts(claim: Claim, share: Callable[[Expression], float]) -> Parts:
    """The conditions of a claim. `share` is the share of the draws in which one of them holds; it may
    raise Missing."""
    found = claim.agrees.parts() if claim.agrees else []
    if len(found) < 2:
        return Parts({}, {})
    # What both criteria ask for is no part of what the claim says.
    both = set(claim.disagrees.parts()) if claim.disagrees else set()
    states: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for part in found:
        states[part.text] = _state(part, share)
        if part not in both:
            groups.setdefault(part.bounded, []).append(part.text)
    return Parts(states, groups)


def _state(part: Expression, share: Callable[[Expression], float]) -> str:
    try:
        found = share(part)
    except Missing:
        return "undefined"
    return "held" if found >= SURE else "failed" if found <= 1 - SURE else "not sure"


def in_part(several: Iterable[Parts]) -> frozenset[str]:
    """The quantities on which all conditions hold wherever the claim was judged, if others fail
    somewhere and nothing is unsure; else none."""
    several = list(several)
    held = frozenset.intersection(*(each.held for each in several))
    sure = all(each.known for each in several) and any(each.failed for each in several)
    return held if sure else frozenset()
