"""How many claims were found to agree or not, in a few sentences: by runs, and without them."""

from collections.abc import Iterable

from ..judge.outcome import DIRECTION, FIRM, ITSELF, PART, RUNS, Verdict

_AGREE = ("agrees", DIRECTION)
_TENDENCIES = ("tends to agree", "tends to disagree")
_TESTED = (*FIRM, "open")


def lead(deciding: Iterable[Verdict]) -> str:
    """The sentences on the deciding verdicts of all claims. Verdicts from calculations and from tests
    are not counted as measured."""
    deciding = list(deciding)
    measured = [each.verdict for each in deciding if each.source in RUNS]
    other = [each.verdict for each in deciding if each.source not in RUNS]
    every = [each.verdict for each in deciding]
    agree, direction, partly, disagree = (measured.count(name) for name in (*_AGREE, PART, "disagrees"))
    counts = [f"{agree + direction} agree with what was measured here"]
    counts += [f"{direction} of them in direction only"] if direction else []
    counts += [f"{partly} agree in part"] if partly else []
    more = "," if len(counts) > 1 else ""
    parts = [f"Of {len(every)} claims, {', '.join(counts)}{more} and {disagree} disagree."]
    if decided := [verdict for verdict in other if verdict in ("agrees", "disagrees")]:
        parts.append(f"{decided.count('agrees')} more agree and {decided.count('disagrees')} disagree "
                     "without a run: by a calculation or a test.")
    if itself := every.count(ITSELF):
        parts.append(f"{itself} are consistent with the paper's own numbers, which decides nothing.")
    untested = sum(verdict not in (*_TESTED, ITSELF) for verdict in every)
    parts.append(f"{sum(map(every.count, _TENDENCIES))} show a tendency, {every.count('open')} are "
                 f"open, and {untested} were not tested.")
    return " ".join(parts)
