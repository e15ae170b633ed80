"""Claims: their fields and words, faults in them, and that all claims of the papers are there
once."""

import contextlib
import dataclasses
import inspect

import judged_rows as made
import numpy as np
import pytest

from galois_cps.runs import UserError
from papers.engine.judge import claims, language, wording
from papers.engine.judge.cases import OverCases
from papers.engine.judge.claims import Claim
from papers.engine.judge.language import if_else
from papers.engine.judge.selection import CaseNumbers
from papers.engine.judge.vectors import Missing, Number, Vector
from papers.engine.plan import catalogue

# The claims and contradictions that were read out of the papers: how many, by prefix.
NUMBERS = {"smq": 40, "pmod": 32, "pd": 29, "ypp": 21, "hdcps": 32}
CONTRADICTIONS = 64
DECIDE_MOST = {"smq-26", "smq-11", "smq-01", "pmod-20", "pmod-18", "hdcps-01", "hdcps-04", "pd-01",
               "pd-08", "ypp-01"}

GOOD = {"id": "smq-18", "source": "Tables 12 and 13", "figures": ["f"], "kinds": ["S", "T*"],
        "says": "Tuned SMQ is faster than a Multi-Queue", "decides": True,
        "where": lambda case: case.threads >= 40 and case.app in ("sssp", "bfs") and case.nodes > 1,
        "needs": [language.Need("nodes / threads", 4000), "program:smq-process"],
        "value": lambda runs: runs.time("mq0") / runs.time("smq.best"),
        "also": {"work": lambda runs: -runs.share(["smq.best", "mq0"], "enqueue", over="series")},
        "agrees": lambda value, work: language.all((value > 1) & ~(work > 1)) | (
            language.gm(value(kind="road")) > 1 - 0.5) & if_else(work > 0, 1, 0),
        "disagrees": lambda value: language.gm(value) < 1.1}
READINGS = {"readings": ["It rises.", "It falls."]}


def made_claim(**changed):
    return Claim(**GOOD | changed)


def test_a_claim_has_its_fields():
    claim = made_claim()
    assert (claim.id, claim.paper, claim.evidence, claim.decides) == ("smq-18", "smq", "runs", True)
    assert claim.kinds == ("S", "T*") and list(claim.quantities) == ["value", "work"]
    assert claim.requirements == ("program:smq-process",) and len(claim.conditions) == 1
    assert claim.summary is None and not claim.contradiction


def test_functions_have_words():
    words = {name: text.replace("language.", "") for name, text in made_claim().words.items()}
    assert words == {
        "value": 'time("mq0") / time("smq.best")',
        "work": '-share(["smq.best", "mq0"], "enqueue", over="series")',
        "where": 'threads >= 40 and app in ("sssp", "bfs") and nodes > 1',
        "agrees": 'all(value > 1 and (not work > 1)) or '
                  '(gm(value(kind="road")) > 1 - 0.5 and (1 if work > 0 else 0))',
        "disagrees": "gm(value) < 1.1"}
    def several(runs):
        return runs.argbest("a", "delta") / runs.metric(["b", "c"], "x")
    assert wording.text(several) == 'argbest("a", "delta") / metric(["b", "c"], "x")'
    assert list(wording.calls(several)) == [("argbest", ["a"], []), ("metric", ["b", "c"], ["x"])]


def test_contradictions_know_what_decides_them():
    found = [Claim(id="x-01", paper="HDCPS", decided="second", consequence="A flag.", **READINGS),
             Claim(id="x-02", exact=lambda: {}, **READINGS),
             Claim(id="x-03", figures=["f"], value=lambda runs: runs.time("smq"),
                   agrees=lambda value: language.all(value > 1), **READINGS)]
    assert [each.evidence for each in found] == ["none", "exact", "runs"]
    assert all(each.contradiction and each.says == "It rises. / It falls." for each in found)


DAMAGED = {
    "no words": ({"says": ""}, "`says` is missing"),
    "name": ({"agrees": lambda value, word: value > word},
             "smq-18: agrees: `word` is neither value, cases, nor in also"),
    "kind": ({"kinds": ["X"]}, "kind `X` is none of"),
    "case": ({"case": ["app", "day"]}, "case `day` is none of"),
    "needs": ({"needs": ["noodles > 1"]}, "`noodles > 1` in needs is no requirement"),
    "ranges": ({"ranges": {"machine": "m"}}, "`ranges` has a machine and a parameter"),
    "reserved": ({"also": {"cases": len}}, "`cases` in also"),
    "evidence": ({"evidence": "hearsay"}, "evidence `hearsay` is none of"),
    "no value": ({"value": None}, "`value` is missing"),
    "no tests": ({"evidence": "test"}, "`tests` is missing"),
    "test": ({"evidence": "test", "tests": {"a.B": "maybe"}}, "`agrees` or `disagrees`"),
    "readings": ({"readings": ["one"]}, "two readings")}


@pytest.mark.parametrize("fault", DAMAGED)
def test_damaged_claims_are_one_line_with_their_id(fault):
    changed, problem = DAMAGED[fault]
    with pytest.raises(UserError) as raised:
        made_claim(**changed)
    assert problem in str(raised.value) and "\n" not in str(raised.value)
    assert str(raised.value).startswith("smq-18: ")


def test_an_id_occurs_once_and_contradictions_come_last():
    contradiction = Claim(id="x-01", **READINGS)
    with pytest.raises(UserError, match="smq-18: more than one claim"):
        claims.joined([[made_claim()], [made_claim()]])
    found = claims.joined([[contradiction], [made_claim()]])
    assert [each.id for each in found] == ["smq-18", "x-01"]


def test_names_that_lead_nowhere():
    claim = made_claim()
    assert claims.check([claim], made.catalogue(series=("smq", "mq0"))) == []
    assert claims.check([claim]) == []
    waiting = made.catalogue({"g": made.Figure()}, ("smq",))
    assert claims.check([claim], waiting) == ["smq-18: there is no figure `f`"]
    ready = dataclasses.replace(claim, needs=())
    assert claims.check([ready], waiting) == ["smq-18: there is no figure `f`",
                                              "smq-18: there is no series `mq0`"]
    blocked = made.catalogue({"f": made.Figure(blocked="No program.")}, ("smq",))
    assert claims.check([ready], blocked) == []
    wrong = dataclasses.replace(claim, tests={"papers.No": "agrees"})
    assert claims.check([wrong]) == ["smq-18: there is no test `papers.No`"]


def test_knows_the_tests_of_the_repository():
    for name in ("papers.PrivateDequesRelacy", "worklists.MergeController", "bench.SmqTheorem"):
        assert claims.test_exists(name)
    assert not claims.test_exists("papers.Nothing")


@pytest.fixture(scope="module")
def loaded():
    return claims.load()


def test_every_claim_is_there_once(loaded):
    wanted = [f"{prefix}-{number:02}" for prefix, count in NUMBERS.items()
              for number in range(1, count + 1)]
    assert sorted(each.id for each in loaded if not each.contradiction) == sorted(wanted)
    wanted = [f"x-{number:02}" for number in range(1, CONTRADICTIONS + 1)]
    assert sorted(each.id for each in loaded if each.contradiction) == wanted
    assert {each.id for each in loaded if each.decides} == DECIDE_MOST


def test_what_claims_name_exists(loaded):
    assert claims.check(loaded, catalogue.load()) == []


class AnyRuns:
    """Numbers for every call that runs of a case understand."""

    app, graph, kind, threads, nodes, edges, source, machine = "sssp", "NE", "road", 4, 1e3, 3e3, "S", ""

    def __getattr__(self, name):
        method = inspect.signature(getattr(CaseNumbers, name))

        def number(series, *texts, **keywords):
            method.bind(self, series, *texts, **keywords)
            many = "over" in keywords or isinstance(series, list) or "*" in series
            return Vector(("1", "2"), np.ones((2, 3))) if many and name != "argbest" else Number(np.ones(3))
        return number


def test_every_function_of_a_claim_can_be_called(loaded):
    called = 0
    for claim in loaded:
        known = {}
        for name, function in claim.quantities.items():
            with contextlib.suppress(Missing):  # such as a label that these vectors lack
                assert not isinstance(function(AnyRuns()), Vector), (claim.id, name)
                called += 1
            known[name] = OverCases(("a",), np.ones((1, 3)))
        for criterion in filter(None, (claim.agrees, claim.disagrees, claim.summary)):
            with contextlib.suppress(Missing):  # of cases that are selected
                criterion(**{name: (known | {"cases": 1})[name] for name in claims.parameters(criterion)})
        assert claim.where is None or claim.where(AnyRuns()) in (True, False)
    assert called > 250


def test_untestable_claims_say_why(loaded):
    assert [each.id for each in loaded if each.testable.startswith("no")
            and not each.testable.partition(":")[2].strip()] == []
    assert [each.id for each in loaded if each.evidence == "none" and not each.testable
            and not (each.reason or each.consequence)] == []
