"""The report: its pages say everything there is to say, and the site made of them is whole."""

import importlib.util
import math
import re
import shutil
import subprocess
import types

import pytest

from conftest import SCRIPTS
from galois_site import browser, links
from papers.engine.judge import outcome
from papers.engine.judge import published as reader
from papers.engine.show import charts, claim_counts, markdown, report, report_claims, report_figures
from papers.engine.show.charts import answer

made = importlib.import_module("made_rows")
SITE = SCRIPTS / "site"
needs_mkdocs = pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="no mkdocs here")


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """(folder, claims, pictures) of pages with pictures and all kinds of verdicts."""
    folder = tmp_path_factory.mktemp("report")
    rows = {"smq-heatmap": made.heat_rows(made.CASES[:1], size=3),
            "smq-by_threads": made.thread_rows(made.CASES[:1], ("mq0", "smq", "obim", "spraylist"),
                                               (1, 4), 2),
            "smq-table": made.thread_rows(made.CASES[:1], ("mq0",), (1,), 2)}
    figures = [made.figure(name.partition("-")[2], name) for name in rows]
    figures.append(made.figure("bars", "pmod-fig7"))
    figures.append(made.figure("heatmap", "smq-again"))
    blocked = made.figure("bars", "pd-fig4")
    blocked.blocked, blocked.needs = "private deques are missing", ("policy:pd-recv",)
    catalogue = made.catalogue([*figures, blocked])
    pictures = {each.id: charts.draw(each, rows[each.id], catalogue, folder) for each in figures[:3]}
    pictures["smq-again"] = pictures["smq-heatmap"]
    pictures["answer"] = answer.draw(rows, catalogue, folder)
    claims = made.claims()
    facts = {"machine": {"cpu": "A <fast> one", "cores": 2}, "date": "2026-01-02", "commit": "abc",
             "scale": "smoke", "hours": 1.5, "noise": ["two equal runs"], "banner": "From another build.",
             "figures": {"smq-heatmap": {"time": "3 min", "threads": "simulated cores: 64"}}}
    report.write(catalogue, claims, made.verdicts(claims), pictures, facts, folder / "pages")
    return folder / "pages", claims, pictures


def text_of(folder):
    return "\n".join(path.read_text() for path in sorted(folder.glob("*.md")))


def site_of(pages, out):
    return subprocess.run([SITE, "--pages", pages, "--out", out], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [
    "Of 30 claims, 3 agree with what was measured here and 3 disagree", "A &lt;fast&gt; one",
    "&lt;the&gt; classic", "Our reason: unknown.", "one of the ten claims that decide most",
    "blocked: private deques are missing. Needs policy:pd-recv", "scripts/figures make pmod-fig7 --scale=smoke",
    "From another build.", "took: 3 min", "Not decided.", "Decided: the second.", "ran out of time after 60 s",
    "two equal runs.", "**Suitable comparison.**", "agrees if:    all(value > 1) and gm(value) >= 1.5",
    "Simulated cores: the same runs as in [smq-heatmap](smq.md#smq-heatmap)",
    "| hours measured | 1.5 ", "## Figures: 4 of 4 are drawn"])
def test_the_report_says(full, words):
    assert words in text_of(full[0])


def test_every_claim_has_a_part_and_a_line_by_its_verdict(full):
    folder, claims, _ = full
    text, index = text_of(folder), (folder / "index.md").read_text()
    first = {each.id: each.verdict for each in reversed(made.verdicts(claims))}
    for claim in claims:
        assert text.count(f"{{ #{claim.id} }}") == 1
        assert f"### {claim.id} {report_claims.marked(first[claim.id])} " in text
        assert claim.contradiction or re.search(
            rf"^\| \[{claim.id}\]\({claim.paper}.md#{claim.id}\) .*\| {first[claim.id]} ", index, re.M)
    titles = re.findall("^## (.*)", index, re.M)
    assert titles[:3] == ["Disagreements", "Open claims", "Agreements"] and titles[-1] == "How to doubt this"


def test_every_picture_has_a_text_and_its_data(full):
    folder, _, pictures = full
    shown = re.findall(r"^!\[(.*)\]\((.*?)\)\{ width=\d+ style=\"min-width: \d+px\" \}$", text_of(folder), re.M)
    drawn = [each for name in ("smq-heatmap", "smq-by_threads", "answer") for each in pictures[name]]
    assert sorted(name for _, name in shown) == sorted(f"pictures/{each.path.name}" for each in drawn)
    assert all(len(alternative) > 40 for alternative, _ in shown)
    for each in drawn:
        assert (folder / "pictures" / each.csv.name).read_bytes() == each.csv.read_bytes()


def test_a_table_is_text(full):
    page = (full[0] / "smq.md").read_text()
    part = page[page.index("{ #smq-table }"):]
    assert re.search(r"\| case +\| series +\|.*\n\| -", part) and "[data](pictures/smq-table-S.csv)" in part


def test_without_runs_everything_is_said_to_be_missing(tmp_path):
    claims = made.claims(5)
    report.write(made.catalogue(), claims, [], {}, {}, tmp_path / "pages")
    text = text_of(tmp_path / "pages")
    assert "and 5 were not tested" in text and "no figure with tuned OBIM was run" in text
    assert "No batch has an A/A pair" in text and text.count("\u25cb not run {") == 8


@pytest.mark.slow
@needs_mkdocs
def test_the_site_is_whole_and_nothing_is_too_wide(full, tmp_path):
    wide = tmp_path / "wide.svg"
    wide.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="2400pt" height="90pt"><path d="M0 0"/></svg>')
    pages = tmp_path / "pages"
    shutil.copytree(full[0], pages)
    shutil.copy(wide, pages / "pictures")
    (pages / "wide.md").write_text("# Wide\n\n" + markdown.picture("pictures/wide.svg", "Wide", markdown.size(wide))
                                   + "\n\n" + markdown.table([f"column {i}" for i in range(30)], [["123456"] * 30]))
    out = tmp_path / "site"
    done = site_of(pages, out)
    assert (done.returncode, done.stdout) == (0, f"{out}/index.html\n"), done.stderr
    assert links.problems(out) == []
    assert browser.WIDTHS == (400, 1400)
    assert browser.problems(out, ["smq.html", "wide.html"], []) == []


@needs_mkdocs
def test_broken_links_are_seen(full, tmp_path):
    pages = tmp_path / "pages"
    shutil.copytree(full[0], pages)
    (pages / "index.md").write_text("# A\n\n[a](gone.md), [b](smq.md#gone), [c](smq.md#smq-01), ![d](gone.svg)\n")
    done = site_of(pages, tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert links.problems(tmp_path / "site") == [
        "index.html links to gone.md, which does not exist",
        "index.html links to smq.html#gone, and there is no such anchor",
        "index.html links to gone.svg, which does not exist"]


@pytest.mark.parametrize("agrees, summary, zone", [
    ("all(value > 1) and gm(value) >= 1.5", "gm(value)", (1.5, math.inf)),
    ("gm(value) < 1.1", "gm(value)", (-math.inf, 1.1)), ("all(value <= -0.7)", "value", (-math.inf, -0.7)),
    ("all(value >= 1 and value <= 3)", "gm(value)", (1.0, 3.0)),
    ("share_of(value >= 1) >= 10 / 12", "share_of(value >= 1)", (10 / 12, math.inf)),
    ("gm(value) < gm(other)", "gm(value)", None), ("all(lead > 1)", "value", None), ("", "value", None)])
def test_zones(agrees, summary, zone):
    assert report_claims.zone(agrees, summary) == zone


def test_a_value_of_printed_numbers_stands_in_no_zone_of_the_runs():
    words = {"agrees": "min(best) >= 6", "summary": "min(best)"}
    drawn = [report_claims.strip(words, outcome.Verdict("a", "open", source, 7.0, 6.5, 7.5))
             for source in ("T", "own data")]
    assert [drawing.count("<rect") > 1 for drawing in drawn] == [True, False]


def test_only_runs_count_as_measured():
    found = [outcome.Verdict("a", verdict, source) for verdict, source in (
        ("agrees", "S"), (outcome.DIRECTION, "S"), ("disagrees", "T"), (outcome.ITSELF, "own data"),
        ("agrees", "exact"), ("disagrees", "test"), ("open", "S"), ("tends to agree", "T"), ("not run", ""),
        (outcome.PART, "S"))]
    assert claim_counts.lead(found) == (
        "Of 10 claims, 2 agree with what was measured here, 1 of them in direction only, 1 agree in part, "
        "and 1 disagree. "
        "1 more agree and 1 disagree without a run: by a calculation or a test. 1 are consistent with the "
        "paper's own numbers, which decides nothing. 1 show a tendency, 1 are open, and 1 were not tested.")
    assert "without a run" not in claim_counts.lead(found[:3])


def test_a_strip_shows_the_interval_over_its_zones():
    words = {"agrees": "gm(value) > 2", "disagrees": "gm(value) < 1", "summary": "gm(value)"}
    drawing = report_claims.strip(words, outcome.Verdict("a", "open", "S", 1.5, 1.2, 1.9))
    assert drawing.count("<rect") == 3 and "<circle" in drawing
    assert report_claims.strip(words, outcome.Verdict("a", "not run")) == ""


def test_published_values_beside_a_figure(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "FOLDERS", [tmp_path])
    (tmp_path / "t.csv").write_text(
        "table,graph,label,param1_name,param1_str,param1,metric,value,doubt\n"
        "12,USA,SSSP USA,p_steal,1/4,0.25,speedup,2.28,\n"
        "12,USA,SSSP USA,p_steal,1/4,0.25,work_increase,1.18,\n"
        "12,WEB,SSSP WEB,p_steal,1/8,0.125,speedup,2.92,\n"
        "13,WEB,SSSP WEB,p_steal,1/8,0.125,speedup,9.99,\n")
    figure = made.figure("heatmap", file="t.csv", filter={"table": 12})
    pages = types.SimpleNamespace(facts={}, pictures={}, claims=[])
    text = report_figures.section(pages, figure)
    assert "| graph | p steal | speedup | work increase |" in text
    assert re.search(r"\| USA +\| +1/4 \| +2.28 \| +1.18 \|", text) and "9.99" not in text
