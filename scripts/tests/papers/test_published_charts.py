"""Charts of the papers' own numbers, and these numbers in charts of our runs."""

import csv
import importlib

import pytest

from papers.engine.judge import published as reader
from papers.engine.show import charts
from papers.engine.show.charts import published, style

made = importlib.import_module("made_rows")
draw = made.draw


def test_points_of_papers_lie_inside_their_panel(tmp_path, monkeypatch):
    limits = []
    headline = style.headline

    def watch(picture, *more):
        limits.extend(axes.get_ylim()[1] for axes in picture.axes)
        headline(picture, *more)

    monkeypatch.setattr(style, "headline", watch)
    picture, = draw("published", [], tmp_path, file="ypp_appendix_a2_runs.csv", x=["run"],
                    filter={"scenario": "isolated", "benchmark": "NS-hivert", "nodes": "10"},
                    series=["policy"], value="time_ms")
    assert limits[0] > max(float(row["value"]) for row in csv.DictReader(picture.csv.open()))


def test_our_runs_stand_beside_those_of_the_paper(tmp_path):
    given = {"file": "ypp_appendix_a2_runs.csv", "x": ["run"], "series": ["policy"],
             "filter": {"scenario": "isolated", "benchmark": "NS-hivert", "nodes": "10"},
             "value": "time_ms"}
    rows = [made.row("time_s", value, series="perf", parameters="ranks=10", turn=turn)
            for turn, value in enumerate((2.0, 2.5, 2.2))]
    paper, = draw("published", rows, tmp_path, **given)
    printed, ours = draw("published", rows, tmp_path, **given, ours={"chart": "by_run"})
    assert printed.path == paper.path and ours.path.name == "smq-x-S.svg"
    assert "from 2 to 2.5 in 3 runs" in ours.alt
    assert "spread 25 %" in ours.path.read_text()
    assert [(row["run"], row["value"]) for row in csv.DictReader(ours.csv.open())] == [
        ("1", "2"), ("2", "2.5"), ("3", "2.2")]
    assert draw("published", [], tmp_path, **given, ours={"chart": "by_run"}) == [paper]


@pytest.fixture
def numbers(tmp_path, monkeypatch):
    (tmp_path / "runs.csv").write_text("policy,nodes,table,time_ms\n" + "".join(
        f"{policy},{nodes},12,{1000 / nodes + 10 * turn + extra}\n"
        for policy, extra in (("depth_pool", 50), ("driven", 0)) for nodes in (5, 10)
        for turn in range(4)))
    monkeypatch.setattr(reader, "FOLDERS", [tmp_path])
    return {"file": "runs.csv", "series": ["policy"], "x": ["nodes"], "value": "time_ms",
            "gain": ["depth_pool", "driven"]}


def test_published_numbers_with_intervals(numbers, tmp_path):
    picture, = draw("published", [], tmp_path, **numbers)
    assert "The paper's own numbers" in picture.alt and "depth pool / driven is" in picture.alt
    rows = list(csv.DictReader(picture.csv.open()))
    assert len(rows) == 4 + 2
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows)


def test_published_rows_of_a_figure(numbers):
    figure = made.figure("heatmap", **numbers, filter={"table": [12, 13], "nodes": 5})
    assert len(published.of(figure)) == 8
    assert published.of(made.figure("heatmap", filter={"table": 12})) == []


def test_points_of_papers_that_coincide_stand_side_by_side(tmp_path, monkeypatch):
    places = []
    headline = style.headline

    def watch(picture, *more):
        places.extend(tuple(line.get_xydata()[0]) for line in picture.axes[0].get_lines()
                      if len(line.get_xydata()) == 2)
        headline(picture, *more)

    monkeypatch.setattr(style, "headline", watch)
    monkeypatch.setattr(published, "read", lambda name, wanted: [
        {"scheduler": name, "label": label, "value": "3"} for name in ("a", "b")
        for label in ("first", "second")])
    draw("published", [], tmp_path, file="x.csv", series=["scheduler"], x=["label"])
    assert len(places) == len(set(places)) == 2


@pytest.mark.parametrize("chart, printed, words", [
    ("by_threads", [{"x": 16, "text": "16 is best"}, {"x": 4, "y": 2.0, "text": "2"}], "paper: 16 is best"),
    ("bars", {"pmod": 0.8}, "paper 0.8"), ("means", {"pmod": 17}, ">17<")])
def test_numbers_that_the_paper_prints_are_drawn(tmp_path, chart, printed, words):
    options = {"over": "obim", "geomean": True} if chart == "bars" else {}
    rows = made.thread_rows(series=("mq0", "obim", "pmod"))
    def text(**more):
        drawn, *_ = charts.draw(made.figure(chart, **options, **more), rows, made.catalogue(), tmp_path)
        return drawn.path.read_text(encoding="utf-8")
    assert words in text(printed=printed) and words not in text()
