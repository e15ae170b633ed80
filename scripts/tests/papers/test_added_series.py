"""Series that a user adds: their form, their figures, and what the report says of them."""

import dataclasses
import importlib
import json
import math

import pytest

import stand_in
from galois_cps.runs import UsageError
from papers.engine.judge import verdicts
from papers.engine.plan import added, builds, catalogue, tidy
from papers.engine.plan.session import Session
from papers.engine.show import added_series, report

made = importlib.import_module("made_rows")
MINE = "mine:--wl=obim --delta=3"


@pytest.fixture(scope="module")
def whole():
    return catalogue.load()


@pytest.fixture
def figures(tmp_path, monkeypatch):
    return stand_in.commands(tmp_path, monkeypatch)


def rows(figures, name):
    found = tidy.read(figures.out / "tidy" / f"{name}.csv")
    return [row for row in found if row["metric"] == "time_s"]


@pytest.mark.parametrize("text, said", [
    ("mine", "it has the form \"NAME:--wl=POLICY"), ("mine:", "it has the form"),
    (":--wl=smq", "the name ''"), ("my one:--wl=smq", "the name 'my one'"),
    ("smq:--wl=smq", "have a series smq already"), ("mine:--x=3", "name one --wl=POLICY"),
    ("mine:--wl=smq --scheduler=tbb", "name one --wl=POLICY"),
    ("mine:--wl=smq --delta", "'--delta' is not of the form --NAME=VALUE"),
    ("mine:--wl=smq -t=4", "'-t=4' is not of the form"), ("mine:smq", "'smq' is not of the form"),
    ("mine:--wl=smq --threads=4", "the figures set --threads themselves"),
    ("mine:--wl=smq --delta=1 --delta=2", "--delta is given twice"),
    ("mine:--wl='smq", "no closing quotation"), ("mine:--wl=smw", "did you mean smq"),
    ("mine:--wl=smq --steal-prop=1", "did you mean --steal-prob"),
    ("mine:--wl=smq --delta=1", "it has --steal-prob")])
def test_a_wrong_form_is_one_clear_line(text, said, whole, monkeypatch):
    listed = [{"name": "smq", "parameters": [{"name": "steal-prob"}]}]
    monkeypatch.setattr(builds.Builds, "_listed", lambda self: listed)
    with pytest.raises(UsageError) as raised:
        added.parsed(text, whole.series, builds.Builds())
    assert said in str(raised.value) and "\n" not in str(raised.value)
    assert str(raised.value).startswith(f"--add-series={text}")


def test_a_series_has_the_policy_and_the_parameters_of_its_flags():
    found = added.series_of("mine", "--wl=obim --delta=3 --chunk=1/2")
    assert (found.wl, found.params, found.forks) == ("obim", (("chunk", "1/2"), ("delta", "3")), False)
    assert added.series_of("mine", "--scheduler=mine").forks


def test_a_policy_alone_stands_for_itself(monkeypatch, whole):
    monkeypatch.setattr(builds.Builds, "_listed", lambda self: [{"name": "locked-heap"}])
    assert added.parsed("locked-heap", whole.series, builds.Builds()) == (
        "locked-heap", "--wl=locked-heap")


def test_figures_that_compare_schedulers_get_it_once_and_others_do_not_change(whole):
    found = added.extended(whole, {"mine": "--wl=mine", "deques": "--scheduler=deques"})
    have = {name: {figure.id for figure in found.figures.values()
                   for run in figure.runs if name in run.series} for name in found.added}
    assert have["mine"] == {
        "smq-fig2", "smq-fig15", "smq-fig16", "smq-fig21", "smq-fig22", "pmod-fig5", "pmod-fig6",
        "pmod-fig7", "pmod-fig7-dequeue", "pmod-fig13", "pmod-fig14", "pmod-mst", "pmod-table5",
        "hdcps-fig3", "hdcps-fig3-drift", "hdcps-drift", "hdcps-fig4", "hdcps-fig5", "hdcps-fig5-cycles",
        "hdcps-fig5-drift", "hdcps-fig5-more", "hdcps-fig6", "hdcps-fig8", "hdcps-fig9", "hdcps-long",
        "hdcps-feedback", "hdcps-dense"}
    assert have["deques"] == {"pd-fig4-runs", "pd-shared"}
    for name, figure in whole.figures.items():
        new = found.figures[name]
        runs = [dataclasses.replace(run, series=tuple(each for each in run.series
                                                      if each not in found.added))
                for run in new.runs]
        assert dataclasses.replace(new, runs=tuple(runs)) == figure
        assert sum(run.series.count("mine") for run in new.runs) == (name in have["mine"])


def planned(known, tmp_path, scale):
    """Every cell of every figure, wherever the programs and graphs are."""
    session = Session(scale, {}, tmp_path, catalogue=known)
    session.graphs.can_be_made = lambda name: True
    session.builds.met = lambda need: True
    found = session.planner.wanted(known.figures.values(), catalogue.KINDS, {})
    return [*found.cells, *found.undecided]


def test_plans_are_those_without_the_added_series_and_its_own_cells(whole, tmp_path):
    more = added.extended(whole, {"mine": "--wl=mine --x=3"})
    before, after = (planned(known, tmp_path, "smoke") for known in (whole, more))
    assert [cell for cell in after if cell.series != "mine"] == before
    mine = [cell for cell in after if cell.series == "mine"]
    assert mine and {(cell.config.wl, cell.config.params) for cell in mine} == {
        ("mine", (("x", "3"),))}


def test_it_runs_in_the_figure_and_later_calls_remember_it(figures):
    assert figures("make", "plain", "--add-series", MINE) == 0
    assert {row["series"] for row in rows(figures, "plain")} == {"mq0", "obim", "mine"}
    assert json.loads((figures.out / added.FILE).read_text()) == {"mine": "--wl=obim --delta=3"}
    assert figures("make", "plain") == 0
    assert "mine" in {row["series"] for row in rows(figures, "plain")}
    assert figures("make", "plain", "--remove-series=mine") == 0
    assert "mine" not in {row["series"] for row in rows(figures, "plain")}
    assert figures("make", "plain", "--remove-series=mine") == 2


def test_a_later_call_may_run_it_alone_or_with_others(figures):
    assert figures("make", "plain", "--add-series", MINE, "--add-series=too:--wl=mq",
                   "--series=mine") == 0
    assert {row["series"] for row in rows(figures, "plain")} == {"mine"}
    assert figures("make", "plain", "--add-series=mine:--wl=obim --delta=4") == 0
    assert {row["series"] for row in rows(figures, "plain")} == {"mine", "mq0", "obim", "too"}
    lines = [json.loads(line) for path in (figures.out / "runs").glob("*sssp-cpu*.jsonl")
             for line in path.read_text().splitlines()]
    assert {line["bench"]["config"].get("delta", "") for line in lines} == {"", "3", "4"}


@pytest.mark.parametrize("name, texts, said", [
    ("map", [MINE], "none of these figures compares schedulers"),
    ("plain", [MINE, "mine:--wl=mq"], "names mine twice"),
    ("plain", ["mine:--scheduler=x"], "none of these figures"), ("plain", ["mine"], "the form")])
def test_wrong_usage_changes_nothing(figures, capsys, name, texts, said):
    assert figures("make", name, *(f"--add-series={text}" for text in texts)) == 2
    assert said in capsys.readouterr().err
    assert not (figures.out / added.FILE).exists()


def test_a_dry_run_remembers_nothing(figures, capsys):
    assert figures("make", "plain", "--add-series", MINE, "--dry-run") == 0
    assert "--delta=3" in capsys.readouterr().out and not figures.out.exists()


def test_claims_are_judged_without_it(figures, monkeypatch):
    assert figures("make", "plain", "--add-series", MINE) == 0
    seen = []
    monkeypatch.setattr(verdicts, "judge", lambda claims, tables, *more, **keywords:
                        seen.append(tables) or [])
    assert figures("verdicts") == 0
    assert {row["series"] for row in seen[0]["plain"]} == {"mq0", "obim"}


def times(name, values, case=made.CASES[0], threads=4, source="S"):
    return [made.row("time_s", value, source, case, name, "", threads, turn)
            for turn, value in enumerate(values)]


def sections(rows, **options):
    """The sections on `mine` from rows of one figure that compares schedulers."""
    runs = (catalogue.RunSpec(("mq0", "obim0"), "all"),)
    figure = catalogue.Figure("smq-fig2", "smq", (), "Title", "Caption", "bars", ("T", "S"), runs,
                              {"machine": "A", **options})
    known = dataclasses.replace(
        catalogue.load(), figures={"smq-fig2": figure}, sets={"all": [{"apps": ["sssp"], "on": []}]})
    found = added_series.compare({"smq-fig2": rows}, known, {"mine": "--wl=mine"},
                                 {"A": "a machine"})
    return found, known


def test_ahead_behind_and_open_by_the_interval():
    found, known = sections(times("mine", (1.0, 1.1, 0.9)) + times("mq0", (2.0, 2.1, 1.9))
                            + times("obim0", (0.5, 0.55, 0.45)) + times("smq", (0.8, 1.3, 1.0)))
    assert [each.source for each in found] == ["S"]
    assert [(each.other, each.verdict, round(each.value, 9)) for each in found[0].against] == [
        ("mq0", added_series.AHEAD, 2), ("smq", added_series.OPEN, 1),
        ("obim0", added_series.BEHIND, 0.5)]
    ahead = found[0].against[0]
    assert ahead.low <= 2 <= ahead.high and ahead.count(added_series.AHEAD) == 1
    assert {pair.machine for pair in found[0].pairs} == {"a machine"}
    assert "over 3 rounds only" in added_series.lead(found[0], known)


def test_the_mean_is_over_cases_at_the_greatest_number_of_threads():
    values = times("mine", (1.0, 1.0)) + times("mine", (1.0, 1.0), threads=1)
    for case, time in zip(made.CASES[:2], (2.0, 8.0)):
        values += times("mq0", (time, time), case) + times("mine", (1.0, 1.0), case)
    values += times("mq0", (0.1, 0.1), threads=1)
    values = [row for number, row in enumerate(values) if row not in values[:number]]
    (section,), _ = sections(values)
    assert section.against[0].value == pytest.approx(4) and len(section.pairs) == 3


def test_one_round_decides_nothing_and_failures_are_named():
    failed = made.row("failure", math.nan, case=made.CASES[1], series="mine", threads=4)
    (section,), known = sections(times("mine", (1.0,)) + times("mq0", (2.0,)) + [failed])
    assert section.against[0].verdict == added_series.OPEN
    said = added_series.lead(section, known)
    assert "single round" in said and "failed on bfs on road, 4 threads" in said


def test_the_section_as_markdown_and_csv(tmp_path):
    found, known = sections(times("mine", (1.0, 1.1, 0.9)) + times("mq0", (2.0, 2.1, 1.9)))
    text = added_series.markdown(found, known)
    assert text.startswith("## Added: mine\n\n### mine (`--wl=mine`), simulated cores\n")
    assert "Of 1 other series, in the geometric mean over cases, it is ahead of 1 (" in text
    assert "| sssp on road | " in text and "Multi-Queue, classic 2 [" in text
    added_series.write_csv(found[0], tmp_path / "x" / "mine.csv")
    head, line = (tmp_path / "x" / "mine.csv").read_text().splitlines()
    assert line.startswith("mine,mq0,sssp,road,4,a machine,2.0,") and line.endswith(",3,ahead")
    assert added_series.markdown([], known) == ""


def test_figures_that_sweep_or_count_cycles_say_nothing():
    values = times("mine", (1.0, 1.0)) + times("mq0", (2.0, 2.0))
    (section,), known = sections(values, x="delta")
    assert section.source == "" and "no runs yet" in added_series.markdown([section], known)


def test_the_report_begins_with_it(tmp_path):
    found, known = sections(times("mine", (1.0, 1.1, 0.9)) + times("mq0", (2.0, 2.1, 1.9)))
    for facts in ({"added": found}, {}):
        report.write(known, [], [], {}, facts, tmp_path / "pages")
        text = (tmp_path / "pages" / "index.md").read_text()
        assert ("`--wl=mine`" in text.partition("\n## ")[2].partition("\n## ")[0]) == bool(facts)
