"""docs/lab-book/findings.md: generated tables, and prose that has to fit the verdicts."""

import json
import pathlib
import re

import pytest

from galois_cps.runs import UserError
from papers.engine.judge import claims, verdicts
from papers.engine.judge.verdicts import Verdict
from papers.engine.show import findings, findings_claims

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "lab-book"
MADE = [Verdict("smq-18", "agrees", "S", 2.1, 1.9, 2.3, reason="Agrees | often."),
        Verdict("smq-18", "tends to disagree", "T"),
        Verdict("pmod-20", "disagrees", "S", 0.5, 0.4, 0.6),
        Verdict("ypp-01", "blocked", reason="It needs MPI."),
        Verdict("ypp-01", "agrees", "own data", 7.3, 7.0, 7.6),
        Verdict("smq-26", "open", "S", 0.7)]
DATA = verdicts.to_json(MADE, machine={"cpu": "x"}, date="2026-01-01", commit="c", scale="smoke")
PAGE = """# Findings

By hand: smq-18 agrees.

<!-- figures: {name} -->
old
<!-- end -->

The end."""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "findings.md"
    path.write_text(PAGE.format(name="disagrees"))
    return path


def test_tables_are_rewritten_and_prose_stays(page):
    assert findings.check(page, DATA) != []
    assert findings.update(page, DATA)
    text = page.read_text()
    assert "old" not in text and text.startswith("# Findings\n\nBy hand: smq-18 agrees.\n")
    assert text.endswith("The end.") and "| disagrees | simulated runs |" in text
    row = next(line for line in text.splitlines() if line.startswith("| pmod-20 | "))
    assert "without any tuning" in row  # what the claim says
    assert "smq-18 |" not in text and "0.4 .. 0.6" in text
    assert not findings.update(page, DATA)
    assert findings.check(page, DATA) == []


def test_claims_without_runs_keep_earlier_verdicts_with_their_commit():
    later = verdicts.to_json(
        [Verdict("smq-18", "agrees", "own data"), Verdict("smq-18", "not run"), Verdict("pmod-20", "agrees", "S", 1.5),
         Verdict("smq-26", "not run", criteria={"agrees": "another"}), Verdict("smq-01", "not run"),
         Verdict("ypp-01", "blocked")],
        machine={"cpu": "y", "simulated machines": "b; a"}, date="2026-02-02", commit="d")
    earlier = DATA | {"machine": {"cpu": "x", "simulated machines": "a; c"}}
    data = findings.merged(later, earlier)
    found = {each.id: each for each in verdicts.deciding(verdicts.from_json(data)).values()}
    assert (found["smq-18"].verdict, found["smq-18"].runs_of) == ("agrees", "c, 2026-01-01")
    assert (found["pmod-20"].verdict, found["pmod-20"].runs_of) == ("agrees", "")
    # Other criteria, no earlier verdict, and a verdict without runs: nothing to keep.
    assert {found[name].verdict for name in ("smq-26", "smq-01")} == {"not run"}
    assert found["ypp-01"].verdict == "blocked" and len(data["verdicts"]) == 7
    # What the paper's own numbers say is computed afresh.
    assert [(each.source, each.verdict) for each in verdicts.from_json(data) if each.id == "smq-18"] == [
        ("S", "agrees"), ("T", "tends to disagree"), ("own data", "agrees")]
    assert (data["commit"], data["machine"]["cpu"]) == ("d", "y")
    assert data["machine"]["simulated machines"] == "a; b; c"
    text = findings.generated(PAGE.format(name="agrees"), data)
    assert "(Runs of c, 2026-01-01.)" in text
    # A second time, the mark stays that of the first runs.
    again = findings.merged(later | {"commit": "e"}, data)
    kept = verdicts.deciding(verdicts.from_json(again))["smq-18"]
    assert kept.runs_of == "c, 2026-01-01"


def test_kept_verdicts_are_judged_again():
    later = verdicts.to_json([Verdict("smq-18", "not run"), Verdict("pmod-20", "not run",
                             criteria={"agrees": "another"})], machine={}, commit="d", date="", scale="")
    asked = []

    def again(kept, same):
        asked.append((kept.id, kept.verdict, same))
        return Verdict(kept.id, "too small", kept.source) if kept.source == "S" else None
    found = verdicts.from_json(findings.merged(later, DATA, again))
    assert asked == [("smq-18", "agrees", True), ("smq-18", "tends to disagree", True),
                     ("pmod-20", "disagrees", False)]
    assert [(each.id, each.verdict, each.runs_of) for each in found] == [
        ("smq-18", "too small", "c, 2026-01-01"), ("pmod-20", "too small", "c, 2026-01-01")]


def test_real_runs_are_kept_where_only_simulated_ones_are_new():
    earlier = verdicts.to_json([Verdict("pd-12", "disagrees", "T", 1.02), Verdict("pd-12", "open", "S", 1.1)],
                               machine={}, commit="c", date="2026-01-01", scale="laptop")
    later = verdicts.to_json([Verdict("pd-12", "agrees", "S", 1.2), Verdict("pd-12", "agrees", "own data")],
                             machine={}, commit="d", date="2026-02-02", scale="laptop")
    found = verdicts.from_json(findings.merged(later, earlier))
    assert [(each.source, each.verdict, each.runs_of) for each in found] == [
        ("T", "disagrees", "c, 2026-01-01"), ("S", "agrees", ""), ("own data", "agrees", "")]


def test_a_kept_verdict_that_is_open_stands_behind_one_that_decides():
    earlier = verdicts.to_json([Verdict("pd-14", "open", "T", 1.02)], machine={}, commit="c",
                               date="2026-01-01", scale="laptop")
    later = verdicts.to_json([Verdict("pd-14", "agrees", "S", 1.0)], machine={}, commit="d",
                             date="2026-02-02", scale="laptop")
    found = verdicts.from_json(findings.merged(later, earlier))
    assert [(each.source, each.verdict) for each in found] == [("S", "agrees"), ("T", "open")]


def test_verdicts_on_more_cases_are_kept():
    cases = tuple(verdicts.CaseValue(f"fib {number}", 1.0, 1.0, 1.0) for number in range(3))
    earlier = verdicts.to_json([Verdict("pd-12", "disagrees", "S", 1.02, cases=cases)],
                               machine={}, commit="c", date="2026-01-01", scale="laptop")

    def after(number, **fields):
        later = verdicts.to_json([Verdict("pd-12", "agrees", "S", 1.2, cases=cases[:number], **fields)],
                                 machine={}, commit="d", date="2026-02-02", scale="laptop")
        return [(each.verdict, each.runs_of)
                for each in verdicts.from_json(findings.merged(later, earlier))]

    assert after(2) == [("disagrees", "c, 2026-01-01")]
    assert after(3) == [("agrees", "")]
    assert after(2, criteria={"value": "1"}) == [("agrees", "")]  # judged by others


def test_that_nothing_ran_is_not_kept():
    earlier = verdicts.to_json([Verdict("smq-20", "disagrees", "own data"), Verdict("smq-20", "not run", "S")],
                               machine={}, commit="c", date="2026-01-01", scale="laptop")
    later = verdicts.to_json([Verdict("smq-20", "disagrees", "own data"), Verdict("smq-20", "not run")],
                             machine={}, commit="d", date="2026-02-02", scale="laptop")
    found = verdicts.from_json(findings.merged(later, earlier))
    assert [(each.source, each.verdict) for each in found] == [("own data", "disagrees"), ("", "not run")]


def test_claims_that_are_blocked_here_keep_the_verdicts_of_runs_elsewhere():
    earlier = verdicts.to_json([Verdict("ypp-09", "disagrees", "S", 0.8)], machine={}, commit="c",
                               date="2026-01-01", scale="laptop")
    later = verdicts.to_json([Verdict("ypp-09", "blocked", reason="It needs MPI.")], machine={},
                             commit="d", date="2026-02-02", scale="laptop")
    kept = verdicts.deciding(verdicts.from_json(findings.merged(later, earlier)))["ypp-09"]
    assert (kept.verdict, kept.runs_of) == ("disagrees", "c, 2026-01-01")
    # Runs of some of the series that a claim is about are none.
    later["verdicts"][0] |= {"verdict": "not run", "source": "S"}
    kept = verdicts.deciding(verdicts.from_json(findings.merged(later, earlier)))["ypp-09"]
    assert (kept.verdict, kept.runs_of) == ("disagrees", "c, 2026-01-01")
    later["verdicts"][0] |= {"verdict": "blocked", "source": ""}
    earlier["verdicts"][0] |= {"verdict": "not run", "source": ""}
    kept = verdicts.deciding(verdicts.from_json(findings.merged(later, earlier)))["ypp-09"]
    assert (kept.verdict, kept.runs_of) == ("not run", "")


def test_a_damaged_file_of_verdicts_is_refused(tmp_path):
    path = tmp_path / "findings.json"
    path.write_text("[")
    with pytest.raises(UserError, match="no file of verdicts"):
        findings.read(path)


@pytest.mark.parametrize("name", findings.TABLES)
def test_every_table_can_be_made(name):
    text = findings.generated(PAGE.format(name=name), DATA)
    assert "old" not in text
    assert text == findings.generated(text, DATA)


def test_counts_tell_real_simulated_and_other_evidence_apart():
    lines = findings.generated(PAGE.format(name="counts"), DATA).splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in lines if line[:1] == "|"]
    assert rows[0] == ["paper", "decided by", "agrees", "disagrees", "open", "blocked"]
    assert rows[2:] == [["smq", "simulated runs", "1", "", "1", ""],
                        ["pmod", "simulated runs", "", "1", "", ""], ["ypp", "-", "", "", "", "1"]]


def test_the_papers_own_numbers_have_a_table():
    assert "| ypp-01 | agrees" in findings.generated(PAGE.format(name="own data"), DATA)


def test_what_open_claims_lack():
    made = [Verdict("smq-18", "too small", "S", reason="bfs NE: needs nodes / threads >= 20000, but .."),
            Verdict("smq-26", "open", "S", reason="Only 1 of 3 graphs (NE); ranges not run. Without that: .."),
            Verdict("smq-27", "open", "S", reason="Agrees in 40 % of the draws; 3 of 3 cases."),
            Verdict("smq-28", "open", "S", reason="No run can decide yet: caches have no limit."),
            Verdict("smq-31", "open", "S", reason="The criteria have changed since these runs."),
            Verdict("smq-29", "open", "S", reason="Agrees in 0.2 % of the draws, disagrees in 2.4 % of the "
                    "draws; 3 of 3 cases."),
            Verdict("smq-30", "open", "S", reason="Agrees in 0 % of the draws, disagrees in 0 % of the "
                    "draws; 3 of 3 cases; only 1 round."),
            Verdict("pmod-20", "disagrees", "S", reason="Only 1 of 3 graphs."), Verdict("x-01", "open")]
    data = verdicts.to_json(made, machine={}, date="", commit="", scale="smoke")
    lines = findings.generated(PAGE.format(name="lacks"), data).splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in lines if line[:1] == "|"]
    assert rows[2:] == [["1", "smq-18"], ["1", "smq-26"], ["1", "smq-26"], ["1", "smq-31"], ["1", "smq-28"],
                        ["3", "smq-27, smq-29, smq-30"]]


def test_bars_in_reasons_do_not_break_a_table():
    assert "Agrees \\| often." in findings.generated(PAGE.format(name="agrees"), DATA)


@pytest.mark.parametrize("text, problem", [
    ("No marker.", "has no <!-- figures"), (PAGE.format(name="moods"), "no table `moods`"),
    ("<!-- figures: agrees -->\n", "no <!-- end -->")])
def test_damaged_pages(text, problem):
    with pytest.raises(UserError, match=problem):
        findings.generated(text, DATA)


GOOD = ["smq-18 agrees.", "The claims agree: smq-18.\n\nHere pmod-20 disagrees.", "smq-26 is open.",
        "Claim pmod-20 disagrees, by half", "ypp-01 is blocked.", "This agrees with the paper.",
        "- smq-18 agrees\n- pmod-20 disagrees", "| smq-18 | agrees |\n| pmod-20 | disagrees |",
        "See smq-26."]


@pytest.mark.parametrize("text", GOOD)
def test_prose_that_fits(text):
    assert findings.prose_problems(text, MADE) == []


BAD = {"smq-18 disagrees.": "smq-18 is `agrees`, not `disagrees`",
       "smq-18 and pmod-20 agree.": "pmod-20 is `disagrees`, not `agrees`",
       "smq-18 tends to agree.": "not `tends to agree`", "smq-18\nis open.": "not `open`",
       "smq-18 agrees in part.": "not `agrees in part`",
       "smq-99 is a claim.": "smq-99 has no verdict",
       "smq-18 agrees and pmod-20 disagrees.": "one verdict per sentence",
       "pmod-20 does not agree.": "one verdict per sentence"}


@pytest.mark.parametrize("text", BAD)
def test_prose_that_does_not_fit(text):
    problems = findings.prose_problems(text, MADE)
    assert len(problems) == 1 and BAD[text] in problems[0]


def test_tables_are_not_prose():
    table = "<!-- figures: agrees -->\nsmq-18 disagrees.\n<!-- end -->"
    assert findings.prose_problems(table, MADE) == []


def test_contradictions_name_the_reading_that_is_right():
    made = [*MADE, Verdict("x-38", "tends to disagree", "S", 0.5), Verdict("x-01", "open", "S")]
    data = verdicts.to_json(made, machine={}, date="", commit="", scale="smoke")
    text = findings.generated(PAGE.format(name="contradictions"), data)
    assert "| rather the second | Its curve is said to stay just above 1." in text
    assert "x-01" not in text
    assert "x-38" not in findings.generated(PAGE.format(name="disagrees"), data)


def test_the_file_has_a_line_per_verdict():
    text = findings.to_text(DATA)
    assert json.loads(text) == json.loads(json.dumps(DATA))
    assert [line for line in text.splitlines() if '"id": "smq-26"' in line and line.endswith("}")]


@pytest.mark.skipif(not (DOCS / "findings.json").exists(), reason="no verdicts are committed yet")
def test_the_committed_page_says_what_the_committed_verdicts_say():
    data = json.loads((DOCS / "findings.json").read_text(encoding="utf-8"))
    assert findings.check(DOCS / "findings.md", data) == []


def test_claims_that_hang_on_held_out_speed_ups_are_open():
    doubted = {claim.id for claim in claims.load() if claim.doubt == claims.TERMS["HELD_OUT"]}
    page = (DOCS / "calibration.md").read_text(encoding="utf-8")
    assert doubted == set(re.findall(r"\b(?:smq|pmod|pd|ypp|hdcps)-\d\d\b", page)) != set()
    found = verdicts.deciding(verdicts.from_json(findings.read(DOCS / "findings.json")))
    assert {found[name].verdict for name in doubted} == {"open"}


@pytest.mark.parametrize("paper", findings_claims.PAPERS)
def test_each_line_of_a_claim_leads_to_its_reasons(paper):
    verdicts_of_page = verdicts.from_json(findings.read(DOCS / "findings.json"))
    sections = re.findall("^## (.+)$", findings_claims.sections(verdicts_of_page, paper), re.MULTILINE)
    text = (DOCS / "findings.md").read_text(encoding="utf-8")
    assert sections == re.findall(rf"\(claims/{paper}\.md#([\w-]+)\)", text)
    assert f"<!-- site: claims {paper} -->" in (DOCS / "claims" / f"{paper}.md").read_text(encoding="utf-8")


def test_claims_by_verdict_and_paper():
    lines = findings.generated(PAGE.format(name="verdicts"), DATA).splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"]
    assert rows[0] == ["verdict", "smq", "pmod", "pd", "ypp", "hdcps", "relaxed", "all"]
    assert rows[2:] == [["agrees", "1", "", "", "", "", "", "1"], ["disagrees", "", "1", "", "", "", "", "1"],
                        ["open", "1", "", "", "", "", "", "1"], ["blocked", "", "", "", "1", "", "", "1"]]
