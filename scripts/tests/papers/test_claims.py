"""Claims as data: what a file may hold, faults in it, and that all claims of the papers are there
once."""

import dataclasses

import judged_rows as made
import pytest

from papers.engine.judge import claims
from lab.records import UserError

# The claims and contradictions that were read out of the papers: how many, by prefix.
NUMBERS = {"smq": 40, "pmod": 32, "pd": 29, "ypp": 21, "hdcps": 32}
CONTRADICTIONS = 64
DECIDE_MOST = {"smq-26", "smq-11", "smq-01", "pmod-20", "pmod-18", "hdcps-01", "hdcps-04", "pd-01",
               "pd-08", "ypp-01"}

GOOD = '''
[[claim]]
id = "smq-18"
source = "Tables 12 and 13"
says = "Tuned SMQ is faster than a Multi-Queue"
figures = ["f"]
kinds = ["S", "T*"]
where = "threads >= 40"
needs = ["nodes / threads >= 4000", "program:smq-process"]
case = ["app", "graph"]
value = "time(mq0) / time(smq.best)"
also = { work = "tasks(smq.best) / tasks(mq0)" }
agrees = "all(value > 1 and work > 1)"
disagrees = "gm(value) < 1.1"
decides = true
'''
READINGS = 'readings = ["It rises.", "It falls."]\n'


def read(tmp_path, text):
    path = tmp_path / "made.toml"
    path.write_text(text)
    return claims.read(path)


def replaced(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


def test_reads_a_claim(tmp_path):
    claim, = read(tmp_path, GOOD)
    assert (claim.id, claim.paper, claim.evidence, claim.decides) == ("smq-18", "smq", "runs", True)
    assert claim.kinds == ("S", "T*") and claim.quantities == ("value", "work")
    assert claim.requirements == ("program:smq-process",) and len(claim.preconditions()) == 1
    assert claim.criterion("summary") is None and not claim.contradiction


def test_reads_contradictions(tmp_path):
    found = read(tmp_path, '[[contradiction]]\nid = "x-01"\npaper = "HDCPS"\ndecided = "second"\n'
                 'consequence = "A flag."\n' + READINGS + '[[contradiction]]\nid = "x-02"\n'
                 'exact = "x_02"\n' + READINGS + '[[contradiction]]\nid = "x-03"\nfigures = ["f"]\n'
                 'value = "time(smq)"\nagrees = "all(value > 1)"\n' + READINGS)
    assert [each.evidence for each in found] == ["none", "exact", "runs"]
    assert all(each.contradiction and each.says == "It rises. / It falls." for each in found)


DAMAGED = {
    "unknown key": (replaced("says", "sais"), "smq-18: unknown key `sais`"),
    "no words": (replaced('says = "Tuned SMQ is faster than a Multi-Queue"', ""),
                 "`says` is missing"),
    "no id": (replaced('id = "smq-18"', ""), "made.toml: a claim has no id"),
    "function": (replaced("gm(value) < ", "gn(value) < "),
                 "smq-18: disagrees: `gn` is not a known"),
    "name": (replaced("and work", "and word"),
             "smq-18: agrees: `word` is not a known name here; did you mean `work`?"),
    "syntax": (replaced("time(mq0) / ", "time(mq0 / "),
               "smq-18: value: `time(mq0 / time(smq.best)`"),
    "where": (replaced("threads >= 40", "treads >= 40"), "smq-18: where: `treads`"),
    "needs": (replaced("nodes / threads >= 4000", "noodles > 1"), "smq-18: needs: `noodles`"),
    "also": (replaced("tasks(smq.best) /", "value /"), "smq-18: work: `value`"),
    "kind": (replaced('"T*"', '"X"'), "kind `X` is none of"),
    "case": (replaced('"app", "graph"]', '"app", "day"]'), "case `day` is none of"),
    "type": (replaced('["f"]', '"f"'), "`figures` has to be a list of texts"),
    "ranges": (replaced("decides = true", 'ranges = { machine = "m" }'),
               "`ranges` has a machine and a parameter"),
    "truth": (replaced("decides = true", 'decides = "yes"'), "`decides` has to be true or false"),
    "number": (replaced('"threads >= 40"', "40"), "`where` has to be a text"),
    "table": (replaced('{ work = "tasks(smq.best) / tasks(mq0)" }', '"work"'), "a table of texts"),
    "reserved": (replaced("{ work =", "{ cases ="), "`cases` in also"),
    "evidence": (GOOD + 'evidence = "hearsay"', "evidence `hearsay` is none of"),
    "no value": (replaced("value = ", "published = "), "`value` is missing"),
    "no tests": (GOOD + 'evidence = "test"', "`tests` is missing"),
    "test": (GOOD + 'evidence = "test"\ntests = { "a.B" = "maybe" }', "`agrees` or `disagrees`"),
    "heading": (GOOD.replace("[[claim]]", "[[clam]]"), "unknown table `clam`"),
    "toml": ("[[claim", "made.toml: cannot be read"),
    "readings": ('[[contradiction]]\nid = "x-01"\nsays = ""\nreadings = ["one"]', "two readings")}


@pytest.mark.parametrize("fault", DAMAGED)
def test_damaged_claims_are_one_line_with_their_id(tmp_path, fault):
    text, problem = DAMAGED[fault]
    with pytest.raises(UserError) as raised:
        read(tmp_path, text)
    assert problem in str(raised.value) and "\n" not in str(raised.value)


def test_every_faulty_claim_is_told(tmp_path):
    with pytest.raises(UserError) as raised:
        read(tmp_path, DAMAGED["where"][0] + DAMAGED["kind"][0].replace("smq-18", "smq-19"))
    assert [line[:6] for line in str(raised.value).splitlines()] == ["smq-18", "smq-19"]


def test_an_id_occurs_once(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "claims.toml").write_text(GOOD)
    with pytest.raises(UserError, match="smq-18: more than one claim"):
        claims.load(tmp_path)
    with pytest.raises(UserError, match="cannot be read"):
        claims.read(tmp_path / "absent.toml")


def test_contradictions_come_after_claims(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "claims.toml").write_text('[[contradiction]]\nid = "x-01"\n' + READINGS)
    (tmp_path / "b" / "claims.toml").write_text(GOOD)
    assert [each.id for each in claims.load(tmp_path)] == ["smq-18", "x-01"]


def test_names_that_lead_nowhere(tmp_path):
    claim, = read(tmp_path, GOOD)
    assert claims.check([claim], made.catalogue(series=("smq", "mq0"))) == []
    assert claims.check([claim]) == []
    waiting = made.catalogue({"g": made.Figure()}, ("smq",))
    assert claims.check([claim], waiting) == ["smq-18: there is no figure `f`"]
    ready = dataclasses.replace(claim, needs=())
    assert claims.check([ready], waiting) == ["smq-18: there is no figure `f`",
                                              "smq-18: there is no series `mq0`"]
    blocked = made.catalogue({"f": made.Figure(blocked="No program.")}, ("smq",))
    assert claims.check([ready], blocked) == []
    wrong = dataclasses.replace(claim, exact="nothing", own_data="nothing",
                                tests={"papers.No": "agrees"})
    assert claims.check([wrong]) == ["smq-18: arithmetic_claims.py has no function `nothing`",
                                     "smq-18: published_claims.py has no function `nothing`",
                                     "smq-18: there is no test `papers.No`"]


def test_knows_the_tests_of_the_repository():
    for name in ("papers.PrivateDequesRelacy", "worklists.MergeController", "bench.SmqTheorem"):
        assert claims.test_exists(name)
    assert not claims.test_exists("papers.Nothing")


@pytest.fixture(scope="module")
def loaded():
    if len(list(claims.FOLDER.glob("*/claims.toml"))) < 6:
        pytest.skip("the files of claims are not all there")
    return claims.load()


def test_every_claim_is_there_once(loaded):
    wanted = [f"{prefix}-{number:02}" for prefix, count in NUMBERS.items()
              for number in range(1, count + 1)]
    assert sorted(each.id for each in loaded if not each.contradiction) == sorted(wanted)
    wanted = [f"x-{number:02}" for number in range(1, CONTRADICTIONS + 1)]
    assert sorted(each.id for each in loaded if each.contradiction) == wanted
    assert {each.id for each in loaded if each.decides} == DECIDE_MOST


def test_what_claims_name_exists(loaded):
    catalogue = pytest.importorskip("papers.engine.plan.catalogue")
    assert claims.check(loaded, catalogue.load()) == []


def test_untestable_claims_say_why(loaded):
    assert [each.id for each in loaded if each.testable.startswith("no")
            and not each.testable.partition(":")[2].strip()] == []
    assert [each.id for each in loaded if each.evidence == "none" and not each.testable
            and not (each.reason or each.consequence)] == []
