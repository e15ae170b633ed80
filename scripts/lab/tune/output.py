"""The file that `--wl-config` reads, and what is printed about a search."""

import json

from galois_cps.runs import tables

from .halving import HELD_OUT_ROUNDS
from .search import Final, Result
from .space import Candidate


def share(final: Final) -> str:
    """The ratio with its interval."""
    ratio = final.ratio
    return f"{ratio.value:.3f} ({ratio.low:.3f} to {ratio.high:.3f})"


def verdict(reference: Candidate, result: Result, queries: str) -> str:
    """One line that says what was found."""
    rounds = f"{HELD_OUT_ROUNDS} rounds on {queries}"
    if result.chosen is not None:
        return (f"{result.chosen.candidate.label} takes {share(result.chosen)} of the time of the "
                f"default, {reference.wl}, in {rounds}")
    if result.finals:
        return (f"keep the default, {reference.wl}: no configuration is shown to be faster; the "
                f"best takes {share(result.finals[0])} of its time in {rounds}")
    return f"keep the default, {reference.wl}: every other configuration failed"


def table(result: Result) -> str:
    """The finalists as a table."""
    rows = [[final.candidate.label, f"{final.searched:.3f}", share(final),
             final.ratio.verdict] for final in result.finals]
    return tables.Table(["finalist", "in the search", "on held-out queries", "verdict"], rows).render()


def text(about: str, reference: Candidate, result: Result, queries: str) -> str:
    """The file's content."""
    chosen = result.chosen.candidate if result.chosen else reference
    return json.dumps({
        "about": [f"Written by scripts/tune for {about}.",
                  f"{verdict(reference, result, queries)}."],
        "wl": chosen.wl,
        "params": {name: int(value) if value.isdigit() else value for name, value in chosen.params},
    }, indent=2) + "\n"
