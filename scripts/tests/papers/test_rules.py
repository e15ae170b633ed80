"""The rules by which a verdict is more than what its criteria say: what it rests on has to bear it.

PYTEST_DONT_REWRITE: functions of claims are looked up in the source by their place, which pytest changes
for those that stand in assertions.
"""

import judged_rows as made
import pytest

from papers.engine.judge import claims, language, outcome, verdicts
from papers.engine.judge.claims import Claim

LEAD = {"id": "pd-01", "says": "It is faster.", "figures": ("f",), "kinds": ("S",),
        "value": lambda runs: runs.time("mq0") / runs.time("smq"),
        "agrees": lambda value: language.gm(value) >= 1.1}


def judged(rows, catalogue=None, **fields):
    """The verdicts on a claim, by default one that no rule on schedulers of graphs is about."""
    return verdicts.judge([Claim(**LEAD | fields)], {"f": rows}, catalogue or made.catalogue(), 500)


def only(rows, catalogue=None, **fields):
    found, = judged(rows, catalogue, **fields)
    return found


def test_a_papers_own_numbers_are_no_agreement():
    found = judged([], own_data=lambda: {"verdict": "agrees", "value": 2})
    assert [(each.verdict, each.source) for each in found] == [
        ("consistent with itself", "own data"), ("not run", "")]
    assert only([], evidence="published",
                own_data=lambda: {"verdict": "disagrees"}).verdict == "disagrees"
    own = {each.id: each for each in claims.load() if each.own_data}
    assert "hdcps-29" in own and own["hdcps-29"].evidence == "published"
    assert outcome.ITSELF not in outcome.FIRM


@pytest.mark.parametrize("lead, verdict", [(1.5, "agrees"), (1.9, outcome.DIRECTION), (1.0, "disagrees")])
def test_a_lead_far_beyond_that_of_the_paper_agrees_in_direction_only(lead, verdict):
    found = only(made.times(0.01, smq=1.0, mq0=lead), printed=1.3)
    assert found.verdict == verdict
    assert ("more than 2 times that of the paper, 1.3" in found.reason) == (lead == 1.9)


def test_a_gain_may_begin_at_zero():
    fields = {"value": lambda runs: 1 - runs.time("smq") / runs.time("mq0"), "neutral": 0,
              "agrees": lambda value: language.all(value > 0),
              "summary": lambda value: language.min(value)}
    rows = made.times(0.01, smq=1.0, mq0=1.25)
    assert only(rows, printed=0.05, **fields).verdict == outcome.DIRECTION
    assert only(rows, printed=0.15, **fields).verdict == "agrees"


COMPOUND = {"also": {"work": lambda runs: runs.time("obim") / runs.time("smq")},
            "agrees": lambda value, work: (language.gm(value) >= 1.5)
                & language.all((value > 1) & (work > 1))}


def test_a_compound_verdict_names_the_part_that_failed():
    found = only(made.times(0.01, smq=1.0, mq0=2.0, obim=0.5), **COMPOUND)
    assert found.verdict == "disagrees"
    assert ("failed: `language.all(work > 1)`; held: `language.gm(value) >= 1.5`, "
            "`language.all(value > 1)`" in found.reason)
    found = only(made.times(0.01, smq=1.0, mq0=2.0, obim=2.0), **COMPOUND)
    assert found.verdict == "agrees" and "failed" not in found.reason
    wide = only(made.times(0.3, smq=1.0, mq0=2.0, obim=1.0), **COMPOUND)
    assert "not sure: `language.all(work > 1)`" in wide.reason or "failed" in wide.reason
    kinds = only(made.times(0.01, smq=1.0, mq0=2.0), agrees=lambda value:
                 (language.gm(value(kind="road")) > 3) & (language.gm(value(kind="moon")) > 1))
    assert kinds.verdict == "open" and 'undefined: `language.gm(value(kind="moon")) > 1`' in kinds.reason
