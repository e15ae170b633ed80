"""Verdicts that are kept without their runs are judged again by today's rules."""

import dataclasses
import types

import judged_rows as made
import pytest

from papers.engine.judge import claims, kept, outcome
from papers.engine.judge.claims import Claim
from papers.engine.judge.expression import Expression
from papers.engine.judge.outcome import CaseValue, Verdict
from papers.engine.plan import catalogue

CLAIM = Claim("smq-90", says="It is faster.", figures=["f"], kinds=["S"], needs=["reached / threads >= 20000"],
              value='time("mq0") / time("smq.published")',
              agrees='gm(value) >= 1.1 and gm(value(kind="road")) >= 2')
CRITERIA = {name: CLAIM.words[name] for name in ("value", "agrees")}
SIZES = {"NE": 64 * 30000, "W": 64 * 30000, "USA": 64 * 30000, "rmat": 64 * 100}


def whole(threads=64):
    """A catalogue of one figure on a simulated machine, on four graphs."""
    spec = types.SimpleNamespace(cases="all", threads_of=lambda kind, scale: (1, threads))
    found = made.catalogue({"f": types.SimpleNamespace(blocked="", options={"machine": "H40"}, runs=(spec,))})
    found.graphs = {name: types.SimpleNamespace(kind="skewed" if name == "rmat" else "road",
                                                make=(f"--nodes={nodes}",)) for name, nodes in SIZES.items()}
    found.cases = lambda name, scale, kind: [types.SimpleNamespace(app="sssp", graph=name)
                                             for name in SIZES]
    found.scales = {"laptop": None}
    found.series = {name: types.SimpleNamespace(wl=wl, published=True)
                    for name, wl in (("mq0", "mq.published"), ("smq.published", "smq.published"))}
    return found


POLICIES = {"mq0": "mq.published", "smq.published": "smq.published"}


def again(verdict="agrees", graphs=("NE", "W", "USA"), same=True, claim=CLAIM, value=3.0, threads=64, **fields):
    given = Verdict(claim.id, verdict, "S", value, value, value,
                    tuple(CaseValue(f"sssp {graph}", value, value, value) for graph in graphs),
                    "Agrees often; 3 of 3 cases.", ("f",), CRITERIA, **fields)
    return kept.Again([claim], whole(threads), "laptop")(given, same)


def test_a_verdict_by_todays_rules_stays():
    assert again(policies=POLICIES).verdict == "agrees"
    assert again("too small").verdict == "too small"
    other = again(same=False, policies=POLICIES)  # other criteria on the same schedulers
    assert other.verdict == "open" and other.cases == () and "criteria have changed" in other.reason


def test_a_kept_verdict_has_the_doubt_of_today():
    claim = dataclasses.replace(CLAIM, doubt="caches have no limit")
    found = again(policies=POLICIES, claim=claim)
    assert found.verdict == "open"
    assert found.reason == "No run can decide yet: caches have no limit. Without that: agrees often; 3 of 3 cases."
    later = dataclasses.replace(claim, doubt="speed-ups are too low")
    reason = "No run can decide yet: caches have no limit; ranges not run. Without that: agrees often."
    third = kept.Again([later], whole(), "laptop")(
        dataclasses.replace(found, reason=reason), True)
    assert third.reason == "No run can decide yet: speed-ups are too low; ranges not run. Without that: agrees often."


def test_graphs_that_are_too_small():
    found = again(graphs=("rmat",))
    assert (found.verdict, found.cases) == ("too small", ())
    assert found.reason == "sssp rmat: needs reached / threads >= 20000, but reached / threads is 100. " \
                           "The scale laptop is large enough."
    some = again(graphs=("NE", "rmat"))
    assert some.verdict == "open" and "too small: 1 of 2 cases; only 1 of 3 graphs (NE)" in some.reason


def test_schedulers_that_were_others_than_the_published_ones():
    found = again(policies={"mq0": "mq.published", "smq.published": "smq"})
    assert found.verdict == "open" and found.value == 3
    assert found.reason.startswith("The published variants have not run: smq.published; ranges not run. "
                                   "Without that: agrees often")
    changed = again("disagrees", same=False)
    assert changed.verdict == "open" and changed.cases == () and changed.criteria == CRITERIA
    assert "have not run: mq0, smq.published" in changed.reason
    twice = kept.Again([CLAIM], whole(), "laptop")(dataclasses.replace(found, criteria=CRITERIA), True)
    assert twice == found


def test_ranges_and_mechanisms():
    in_ranges = again(policies={"mq0": "mq.published"})
    assert "ranges not run" in in_ranges.reason
    acts = {"bags, share": 'counter("smq.published", "bags") >= 0.3'}
    found = again(claim=dataclasses.replace(CLAIM, acts=acts))
    assert found.verdict == "open" and "not known whether bags acted" in found.reason


def test_the_part_that_failed_is_named_from_kept_values():
    found = again("disagrees", value=1.5)
    assert found.reason.endswith('failed: `gm(value(kind="road")) >= 2`; '
                                 'held: `gm(value) >= 1.1`.')


def test_other_evidence_stays():
    assert again(claim=dataclasses.replace(CLAIM, stands_on="On little.")).reason.endswith(" On little.")
    exact = Verdict("smq-90", "agrees", "exact", 1)
    judge = kept.Again([CLAIM], whole(), "laptop")
    assert judge(exact, True) == exact and judge(exact, False) is None
    assert judge(Verdict("smq-99", "agrees", "S"), True).verdict == "agrees"


def test_a_kept_gain_far_beyond_that_of_the_paper():
    models = dataclasses.replace(CLAIM, id="ypp-90", paper="ypp", needs=(), graphs=0, printed=1.5)
    assert again(claim=models, policies=POLICIES | {"mq0": ""}).verdict == "open"
    plain = dataclasses.replace(models, value='time("perf")')
    assert again(claim=plain).verdict == outcome.DIRECTION
    assert again(claim=dataclasses.replace(plain, printed=2.5)).verdict == "agrees"


@pytest.mark.parametrize("name, wanted", [("smq-18", "too small"), ("hdcps-01", "open"), ("pd-10", "open"),
                                          ("pd-12", "disagrees"), ("ypp-06", "open")])
def test_the_verdicts_that_are_kept_today(name, wanted):
    """What the rules say of the verdicts that were firm before they existed."""
    claim = next(each for each in claims.load() if each.id == name)
    labels = {"smq-18": "bfs delaware", "hdcps-01": "bfs NE-uniform", "pd-10": "matching eggrid2d 30",
              "pd-12": "samplesort exptseq", "ypp-06": "semigroups genus25"}
    source = "T" if name == "pd-12" else "S"
    value = 7.0 if name == "ypp-06" else 2.0
    given = Verdict(name, "disagrees" if name == "pd-12" else "agrees", source, value, value, value,
                    (CaseValue(labels[name], value, value, value),), "Agrees.")
    judge = kept.Again([claim], catalogue.load(), "laptop")
    assert judge(given, True).verdict == wanted
    assert wanted in (*outcome.FIRM, "open", "too small")


def test_cases_that_reach_too_few_nodes_are_left_out_or_leave_a_verdict_open():
    graphs = ("NE", "W", "USA", "rmat")
    found = again(graphs=graphs, policies=POLICIES)
    assert found.verdict == "open" and found.reason.startswith("Too small: 1 of 4 cases. Without that: agrees")
    every = dataclasses.replace(CLAIM, agrees="all(value >= 1.1 and abs(value) < 9)")
    found = again(graphs=graphs, policies=POLICIES, claim=every)
    assert found.verdict == "agrees" and len(found.cases) == 3 and "reach too few nodes" in found.reason
    assert again(graphs=("NE", "W", "rmat"), policies=POLICIES, claim=every).verdict == "open"  # two graphs
    assert again("disagrees", graphs=graphs, policies=POLICIES, claim=every).verdict == "open"
    assert again(graphs=("rmat",), policies=POLICIES).verdict == "too small"


@pytest.mark.parametrize("text, each", [("all(value > 1)", True), ("all(abs(value - 6) <= 1 and work > 1)", True),
                                        ("all(value > 1) and gm(value) > 2", False), ("any(value > 1)", False),
                                        ("all(value < max(work))", False)])
def test_criteria_that_say_the_same_of_each_case(text, each):
    assert Expression(text).of_each_case() is each
