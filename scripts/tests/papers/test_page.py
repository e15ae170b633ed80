"""The report is built with everything and with nothing, and its checks find what is wrong."""

import base64
import gzip
import importlib
import json
import math
import re
import shutil
import subprocess
import sys
import types

import pytest

from papers.engine.show import (charts, claim_counts, page, page_check, page_claims, page_figures,
                                page_svg)
from papers.engine.judge import published as reader
from papers.engine.show.charts import answer
from lab.records import UserError

made = importlib.import_module("made_rows")


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """(path, claims, folder) of a report with pictures and all kinds of verdicts."""
    folder = tmp_path_factory.mktemp("report")
    rows = {"smq-heatmap": made.heat_rows(made.CASES[:1], size=3),
            "smq-by_threads": made.thread_rows(made.CASES[:1], ("mq0", "smq", "obim", "spraylist"),
                                               (1, 4), 2),
            "smq-table": made.thread_rows(made.CASES[:1], ("mq0",), (1,), 2)}
    figures = [made.figure(name.partition("-")[2], name, machine="A256") for name in rows]
    figures.append(made.figure("bars", "pmod-fig7"))
    blocked = made.figure("bars", "pd-fig4")
    blocked.blocked, blocked.needs = "private deques are missing", ("policy:pd-recv",)
    catalogue = made.catalogue([*figures, blocked])
    pictures = {each.id: charts.draw(each, rows[each.id], catalogue, folder) for each in figures[:3]}
    pictures["answer"] = answer.draw(rows, catalogue, folder)
    claims = made.claims()
    facts = {"machine": {"cpu": "A <fast> one", "cores": 2}, "date": "2026-01-02", "commit": "abc",
             "scale": "smoke", "hours": 1.5, "machines": {"A256": "pack:2 core:128"},
             "noise": [1.01, 1.2, 1.03], "other_build": ["old.jsonl"],
             "figures": {"smq-heatmap": {"time": "3 min", "banner": "From another build."}}}
    out = folder / "report.html"
    page.build(catalogue, claims, made.verdicts(claims), pictures, facts, out)
    return out, claims, folder


def test_full_report_has_no_problem(full):
    out, claims, _ = full
    assert page_check.structure(out.read_text(), [claim.id for claim in claims]) == []
    assert out.stat().st_size < page.LIMIT


def test_browser_finds_no_problem(full):
    if not any(map(shutil.which, page_check.BROWSERS)):
        pytest.skip("no browser is installed, so the report was not opened")
    assert [line for line in page_check.in_browser(full[0].read_text())
            if not line.startswith(page_check.SKIPPED)] == []


_DRIVE = """<script>addEventListener("load", () => {
  const shown = () => [...document.querySelectorAll("#claims-table tbody tr")].filter((row) =>
    row.getClientRects().length).map((row) => row.id.replace("claim-", "")).join(" ");
  const [paper, verdict] = document.querySelectorAll("#filter select");
  const search = document.querySelector("#filter input");
  const set = (field, value, kind) => { field.value = value; field.dispatchEvent(new Event(kind)); };
  const found = [];
  set(paper, "pmod", "change"); found.push(shown());
  set(verdict, "disagrees", "change"); found.push(shown());
  set(paper, "", "change"); set(verdict, "", "change");
  set(search, "SCHEDULER 21 is", "input"); found.push(shown());
  document.body.append(Object.assign(document.createElement("pre"),
    { id: "probe", textContent: JSON.stringify(found) }));
});</script>"""


def test_claims_are_filtered_by_paper_verdict_and_words(full, tmp_path):
    browser = next(filter(None, map(shutil.which, page_check.BROWSERS)), None)
    if browser is None:
        pytest.skip("no browser is installed, so the report was not opened")
    text, claims = full[0].read_text(), full[1]
    copy = tmp_path / "report.html"
    copy.write_text(text.replace("</body>", f"{_DRIVE}</body>"))
    done = subprocess.run([*page_check.command(browser, tmp_path / "profile"), "--dump-dom",
                           copy.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout)
    if not found:
        pytest.skip(f"the browser ends with {done.returncode} and shows no page")
    first = {each.id: each.verdict for each in reversed(made.verdicts(claims))}
    pmod = [claim.id for claim in claims if claim.paper == "pmod"]
    refuted = [name for name in pmod if first[name] == "disagrees"]
    assert refuted and json.loads(found.group(1)) == [
        " ".join(pmod), " ".join(refuted), claims[21].id]


def test_parts_are_in_order(full):
    text = full[0].read_text()
    parts = ["1. Answer", "2. Disagreements first", "Disagreements (", "Open (", "Agreements (",
             "3. Figures", "4. All claims", "5. Contradictions", "6. Not tested",
             "7. How to doubt this"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize("words", [
    "Of 30 claims, 5 agree with what was measured here and 3 disagree",
    "A &lt;fast&gt; one", "&lt;the&gt; classic", "Our reason: unknown.",
    "one of the ten that decide most", "private deques are missing", "Needs policy:pd-recv",
    "scripts/figures make pmod-fig7", "scripts/figures make smq-heatmap --scale=smoke",
    "simulated pack:2 core:128", "From another build.", "old.jsonl", "3 min", "Not decided.",
    "Decided: second.", "ran out of time after 60 s", "1.03 times as long",
    "the simulator was not compared with this machine", "Suitable comparison"])
def test_report_says(full, words):
    assert words in full[0].read_text()


def test_data_is_in_the_page(full):
    path, _, folder = full
    text = path.read_text()
    name = "smq-heatmap-smq-S64.csv"
    data = re.search(rf'download="{name}.gz" href="data:application/gzip;base64,([^"]*)"', text)
    assert gzip.decompress(base64.b64decode(data.group(1))) == (folder / name).read_bytes()
    assert "http://" not in text and "https://" not in text
    assert "<script src" not in text and "@import" not in text


def test_pictures_follow_the_style_of_the_page(full):
    _, _, folder = full
    text = page_svg.inline(folder / "smq-heatmap-smq-S64.svg", "words", "p1")
    assert "var(--ink)" in text and "#1b1f24" not in text and 'aria-labelledby="p1-title p1-desc"' in text


def test_pictures_have_short_names_and_no_groups_without_effect(tmp_path):
    path = tmp_path / "a.svg"
    path.write_text('<svg role="img"><title>t</title><desc>d</desc><g><defs><path id="mark" d="M 0 1 '
                    'L 2 3 "/></defs><g class="series"><g><use xlink:href="#mark"/></g></g></g>'
                    '<g clip-path="url(#mark)"/></svg>')
    text = page_svg.inline(path, "words", "p1")
    assert ('<defs><path id="p1-0" d="M0 1L2 3"/></defs><g class="series"><use href="#p1-0"/></g>'
            '<g clip-path="url(#p1-0)"/></svg>') in text


def test_a_picture_of_the_same_runs_is_shown_once(full, tmp_path):
    _, _, folder = full
    picture = charts.Picture(folder / "smq-heatmap-smq-S64.svg", "alt",
                             folder / "smq-heatmap-smq-S64.csv")
    figures = [made.figure("heatmap", name) for name in ("smq-fig17", "smq-fig18")]
    out = tmp_path / "report.html"
    page.build(made.catalogue(figures), [], [], {each.id: [picture] for each in figures}, {}, out)
    text = out.read_text()
    assert text.count("<svg ") == 1
    assert ('Simulated cores: the same runs as in <a href="#figure-smq-fig17">smq-fig17</a>'
            in text[text.index('id="figure-smq-fig18"'):])


def test_styles_of_pictures_are_written_once():
    svg = ('<svg a="1"><text style="fill: red" x="1">a</text><use href="#m" style="fill: red"/>'
           '<g class="series" style="fill: blue"/><path d="M 0 0" style="fill: none"/></svg>')
    body, rules = page_svg.shared_styles(f'<p style="flex: 1">{svg}</p>')
    assert body == ('<p style="flex: 1"><svg a="1"><text class="k0" x="1">a</text>'
                    '<use href="#m" class="k0"/><g class="series" style="fill: blue"/>'
                    '<path d="M 0 0" class="k1"/></svg></p>')
    assert rules == ".k0.k0 { fill: red }\n.k1.k1 { fill: none }\n"


def test_the_page_has_the_rules_of_its_pictures(full):
    text = full[0].read_text()
    used = set(re.findall(r'<[^>]* class="(k\d+)"', text))
    assert used and used == set(re.findall(r"\.(k\d+)\.\1 \{", text))


def test_empty_report(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(page_check, "BROWSERS", ("no-such-browser",))
    out = tmp_path / "empty.html"
    page.build(made.catalogue(), [], [], {}, {}, out)
    assert page.check(out) == []
    assert "skipped: no browser" in capsys.readouterr().err
    text = out.read_text()
    assert "There are no claims." in text and "no figure with tuned OBIM was run" in text
    assert "unknown" in text and "no batch has an A/A pair" in text


def test_claims_without_verdicts_are_not_run(tmp_path):
    claims = made.claims(5)
    out = tmp_path / "report.html"
    page.build(made.catalogue(), claims, [], {}, {}, out)
    assert page_check.structure(out.read_text(), [claim.id for claim in claims]) == []
    assert "and 5 were not tested" in out.read_text()


def test_large_pictures_are_left_out_and_named(full, tmp_path, monkeypatch):
    monkeypatch.setattr(page, "LIMIT", 120_000)
    folder = full[2]
    figure = made.figure("heatmap", "smq-heatmap")
    picture = folder / "smq-heatmap-smq-S64.svg"
    large = tmp_path / "large.svg"
    large.write_text(picture.read_text().replace("</svg>", "<g>" + " " * 150_000 + "</g></svg>"))
    out = tmp_path / "report.html"
    pictures = {"smq-heatmap": [charts.Picture(large, "alt", picture.with_suffix(".csv"))]}
    page.build(made.catalogue([figure]), [], [], pictures, {}, out)
    assert "These pictures are left out" in out.read_text() and "large.svg" in out.read_text()
    monkeypatch.setattr(page, "LIMIT", 100)
    with pytest.raises(UserError):
        page.build(made.catalogue(), [], [], {}, {}, out)


@pytest.mark.parametrize("body, problem", [
    ("<p><b>x</p></b>", "closes"), ("<div>", "is not closed"), ("<img src='data:,'>", "img has no"),
    ("<svg><g></g></svg>", "svg has no alternative"), ("<i id='a'></i><i id='a'></i>", "2 elements"),
    ("<a href='#gone'>x</a>", "leads nowhere"), ("<img alt='x' src='https://x.org/a'>", "needs"),
    ("<link href='//x.org/a'>", "needs"), ("<style>a { background: url(http://x) }</style>", "style"),
    ("<p style='background: url(http://x)'></p>", "style of <p>"), ("</br>", "is not a tag")])
def test_structure_finds(body, problem):
    found = page_check.structure(f'<main data-claims="0">{body}</main>', [])
    assert any(problem in line for line in found), found


def test_structure_finds_missing_claims():
    found = page_check.structure('<main data-claims="2"><p id="claim-a"></p></main>', ["b"])
    assert found == ["the claim b is not in the page", "1 of 2 claims are in the page"]
    assert page_check.structure("<main></main>", []) == ["the page does not say how many claims it has"]


@pytest.mark.parametrize("output, problem", [
    ('{"width": 400, "over": 30, "found": ["table."], "claims": 1}', "30 pixels too wide: table."),
    ('{"width": 500, "over": 0, "found": [], "claims": 1}', "opens 500 instead of"),
    ('{"width": 400, "over": 0, "found": [], "claims": 0}', "0 of 1 claims are shown")])
def test_browser_problems(tmp_path, monkeypatch, output, problem):
    browser = tmp_path / "browser"
    browser.write_text(f"#!{sys.executable}\nprint('<pre id=\"probe\">{output}</pre>')\n")
    browser.chmod(0o755)
    monkeypatch.setattr(page_check, "BROWSERS", (str(browser),))
    found = page_check.in_browser('<main data-claims="1" data-rows="1"></main>')
    assert any(problem in line for line in found), found


def test_browser_errors_of_scripts(tmp_path, monkeypatch):
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho '[1:INFO:CONSOLE(3)] \"x is not defined\"' >&2\n"
                       "echo '<pre id=\"probe\">{\"width\": 400, \"over\": 0, \"found\": [], "
                       "\"claims\": 0}</pre>'\n")
    browser.chmod(0o755)
    monkeypatch.setattr(page_check, "BROWSERS", (str(browser),))
    assert any("x is not defined" in line for line in page_check.in_browser("<main></main>"))


@pytest.mark.parametrize("agrees, summary, value, zone", [
    ("all(value > 1) and gm(value) >= 1.5", "gm(value)", "gm(value)", (1.5, math.inf)),
    ("gm(value) < 1.1", "gm(value)", "gm(value)", (-math.inf, 1.1)),
    ("all(value <= -0.7)", "", "value", (-math.inf, -0.7)),
    ("all(value >= 1 and value <= 3)", "gm(value)", "gm(value)", (1.0, 3.0)),
    ("share_of(value >= 1) >= 10 / 12", "share_of(value >= 1)", "share_of(value >= 1)", (10 / 12, math.inf)),
    ("gm(value) < gm(other)", "gm(value)", "gm(value)", None), ("all(lead > 1)", "", "value", None),
    ("", "", "value", None), ("a b", "", "value", None)])
def test_zones(agrees, summary, value, zone):
    claim = types.SimpleNamespace(words={"agrees": agrees, "summary": summary})
    assert page_claims.shown(claim) == value
    assert page_claims.zones(agrees, value) == zone


def test_a_value_of_printed_numbers_stands_in_no_zone_of_the_runs():
    claim = types.SimpleNamespace(words={"agrees": "min(best) >= 6", "summary": "min(best)"})
    verdict = types.SimpleNamespace(value=7.0, low=math.nan, high=math.nan, source="T")
    assert '<rect class="good"' in page_claims.strip(verdict, claim)
    verdict.value, verdict.source = 1.2, "own data"  # another quantity, such as a ratio of times
    assert "<rect" not in page_claims.strip(verdict, claim)


def test_only_runs_count_as_measured():
    found = [types.SimpleNamespace(verdict=verdict, source=source) for verdict, source in (
        ("agrees", "S"), ("disagrees", "T"), ("agrees", "own data"), ("agrees", "exact"),
        ("disagrees", "test"), ("open", "S"), ("tends to agree", "T"), ("not run", ""))]
    assert claim_counts.lead(found) == (
        "Of 8 claims, 1 agree with what was measured here and 1 disagree. 2 more agree and 1 disagree "
        "without a run: by the paper's own numbers, a calculation or a test. 1 show a tendency, 1 are "
        "open, and 1 were not tested.")
    assert "without a run" not in claim_counts.lead(found[:2])


def test_published_values_beside_a_figure(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "FOLDERS", [tmp_path])
    (tmp_path / "t.csv").write_text(
        "table,graph,label,param1_name,param1_str,param1,metric,value,doubt\n"
        "12,USA,SSSP USA,p_steal,1/4,0.25,speedup,2.28,\n"
        "12,USA,SSSP USA,p_steal,1/4,0.25,work_increase,1.18,\n"
        "12,WEB,SSSP WEB,p_steal,1/8,0.125,speedup,2.92,\n"
        "13,WEB,SSSP WEB,p_steal,1/8,0.125,speedup,9.99,\n")
    figure = made.figure("heatmap", file="t.csv", published_where="table == 12")
    text = page_figures._published(figure, [])
    assert "<th>graph</th><th>p steal</th><th>speedup</th><th>work increase</th>" in text
    assert "<td>USA</td><td>1/4</td><td>2.28</td><td>1.18</td>" in text and "9.99" not in text


def test_script_is_short():
    assert len(page._read("page.js").splitlines()) < 200
