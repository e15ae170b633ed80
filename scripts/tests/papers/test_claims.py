"""Claims: their fields and words, faults in them, and that all claims of the papers are there
once."""

import contextlib
import dataclasses
import inspect

import judged_rows as made
import numpy as np
import pytest

from galois_cps.runs import UserError
from papers.engine.judge import claims
from papers.engine.judge.cases import Facts, OverCases
from papers.engine.judge.claims import Claim
from papers.engine.judge.expression import Expression
from papers.engine.judge.selection import CaseNumbers
from papers.engine.judge.vectors import Missing, Number, Vector
from papers.engine.plan import catalogue

# The claims and contradictions that were read out of the papers: how many, by prefix.
NUMBERS = {"smq": 40, "pmod": 32, "pd": 29, "ypp": 21, "hdcps": 32, "relaxed": 1}
CONTRADICTIONS = 64
DECIDE_MOST = {"smq-26", "smq-11", "smq-01", "pmod-20", "pmod-18", "hdcps-01", "hdcps-04", "pd-01",
               "pd-08", "ypp-01"}

GOOD = {"id": "smq-18", "source": "Tables 12 and 13", "figures": ["f"], "kinds": ["S", "T*"],
        "says": "Tuned SMQ is faster than a Multi-Queue", "decides": True,
        "where": 'threads >= 40 and app in ("sssp", "bfs") and nodes > 1',
        "needs": ["nodes / threads >= 4000", "program:smq-process"],
        "value": 'time("mq0") / time("smq.best")',
        "also": {"work": '-share(["smq.best", "mq0"], "enqueue", over="series")'},
        "agrees": """all(value > 1 and (not work > 1)) or
                  (gm(value(kind="road")) > 1 - 0.5 and (1 if work > 0 else 0))""",
        "disagrees": "gm(value) < 1.1"}
READINGS = {"readings": ["It rises.", "It falls."]}


def made_claim(**changed):
    return Claim(**GOOD | changed)


def test_a_claim_has_its_fields():
    claim = made_claim()
    assert (claim.id, claim.paper, claim.evidence, claim.decides) == ("smq-18", "smq", "runs", True)
    assert claim.kinds == ("S", "T*") and list(claim.quantities) == ["value", "work"]
    assert claim.requirements == ("program:smq-process",) and len(claim.conditions) == 1
    assert claim.summary is None and not claim.contradiction


def test_expressions_are_their_words():
    assert made_claim().words == {
        "value": 'time("mq0") / time("smq.best")',
        "work": '-share(["smq.best", "mq0"], "enqueue", over="series")',
        "where": 'threads >= 40 and app in ("sssp", "bfs") and nodes > 1',
        "agrees": 'all(value > 1 and (not work > 1)) or '
                  '(gm(value(kind="road")) > 1 - 0.5 and (1 if work > 0 else 0))',
        "disagrees": "gm(value) < 1.1"}
    several = Expression('argbest("a", "delta") / metric(["b", "c"], "x")')
    assert list(several.calls()) == [("argbest", ["a"], []), ("metric", ["b", "c"], ["x"])]
    both = Expression("all(value > 1 and (not work > 1)) and gm(value) > 2 and (value or work)")
    assert [each.text for each in both.parts()] == ["all(value > 1)", "all(not work > 1)",
                                                    "gm(value) > 2", "value or work"]
    assert both.names == ("value", "work")


def test_words_join_draw_by_draw():
    known = {"low": Number(np.array([1, 2, 3])), "flag": Number(np.array([True, False, True]))}
    for text, wanted in (("low > 1 and flag", [False, False, True]), ("low > 2 or not flag", [False, True, True]),
                         ("low if flag else 0 - low", [1, -2, 3])):
        assert Expression(text)(known).data.tolist() == wanted
    facts = Facts({"app": "bfs", "nodes": float("nan")})
    assert not Expression('app == "sssp" and nodes > 1').holds(facts)  # need not know the nodes
    assert Expression('not (app == "sssp")').holds(facts)
    with pytest.raises(UserError, match="`low >` is no expression"):
        Expression("low >")


def written(folder, text):
    path = folder / "smq" / "claims.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_entries_of_a_file_may_name_its_terms(tmp_path):
    found, = claims.read(written(tmp_path, """
[terms]
FAR = ["f", "g"]
RATIO = 'time("mq0") / time("smq")'
[smq-01]
says = \"\"\"SMQ is faster
than MQ\"\"\"
figures = ["e", "FAR"]
needs = ["LARGE", 'has("smq")', "program:p"]
value = "1 - RATIO"
acts."steals" = 'counter("smq", "steals") >= 2'
agrees = "all(value > 0)"
"""))
    assert found.says == "SMQ is faster than MQ" and found.figures == ("e", "f", "g")
    assert found.words["value"] == '1 - time("mq0") / time("smq")'
    assert found.needs == (claims.Need("reached / threads", 20000), claims.Ran("smq"), "program:p")
    assert [(each.mechanism, each.measure.text, each.least) for each in found.acts] == [
        ("steals", 'counter("smq", "steals")', 2)]


@pytest.mark.parametrize("text, problem", [("[smq-01", "end of document"), ("[smq-01]\nword = 1", "smq-01: .*word")])
def test_a_damaged_file_is_named(tmp_path, text, problem):
    with pytest.raises(UserError, match=f"claims.toml: .*{problem}"):
        claims.read(written(tmp_path, text))


def test_contradictions_know_what_decides_them():
    found = [Claim(id="x-01", paper="HDCPS", decided="second", consequence="A flag.", **READINGS),
             Claim(id="x-02", exact=lambda: {}, **READINGS),
             Claim(id="x-03", figures=["f"], value='time("smq")',
                   agrees="all(value > 1)", **READINGS)]
    assert [each.evidence for each in found] == ["none", "exact", "runs"]
    assert all(each.contradiction and each.says == "It rises. / It falls." for each in found)


DAMAGED = {
    "no words": ({"says": ""}, "`says` is missing"),
    "name": ({"agrees": "value > word"},
             "smq-18: agrees: `word` is neither value, cases, nor in also"),
    "kind": ({"kinds": ["X"]}, "kind `X` is none of"),
    "case": ({"case": ["app", "day"]}, "case `day` is none of"),
    "needs": ({"needs": ["noodles > 1"]}, "`noodles > 1` in needs is no requirement"),
    "ranges": ({"ranges": {"machine": "m"}}, "`ranges` has a machine and a parameter"),
    "reserved": ({"also": {"cases": "threads"}}, "`cases` in also"),
    "function": ({"also": {"gm": "threads"}}, "`gm` in also"),
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
        for name, quantity in claim.quantities.items():
            with contextlib.suppress(Missing):  # such as a label that these vectors lack
                assert not isinstance(quantity.of(AnyRuns()), Vector), (claim.id, name)
                called += 1
            known[name] = OverCases(("a",), np.ones((1, 3)))
        for criterion in filter(None, (claim.agrees, claim.disagrees, claim.summary)):
            with contextlib.suppress(Missing):  # of cases that are selected
                criterion(known | {"cases": 1})
        assert claim.where is None or claim.where.holds(AnyRuns()) in (True, False)
    assert called > 250


def test_untestable_claims_say_why(loaded):
    assert [each.id for each in loaded if each.testable.startswith("no")
            and not each.testable.partition(":")[2].strip()] == []
    assert [each.id for each in loaded if each.evidence == "none" and not each.testable
            and not (each.reason or each.consequence)] == []
