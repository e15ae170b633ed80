"""Each kind of chart draws from made rows: with failures, one round, one case, and none at all."""

import csv
import functools
import importlib
import math
import re
import types
import xml.etree.ElementTree as ElementTree

import pytest

from galois_cps.charts import scales
from papers.engine.show import charts
from papers.engine.show.charts import answer, style

made = importlib.import_module("made_rows")
draw = made.draw
TWO = made.CASES[:2]
FEW = ("mq0", "smq", "obim", "spraylist")


def rows_of(kind, cases=TWO, rounds=2):
    """Few rows for a kind of chart, with failures where the kind has them."""
    if kind == "heatmap":
        return made.heat_rows(cases, size=3, rounds=rounds)
    if kind == "breakdown":
        return made.breakdown_rows(cases, FEW[:2], rounds)
    if kind == "history":
        return [row for row in made.history_rows(cases) if row["round"] < rounds]
    if kind == "scatter":
        return made.scatter_rows(cases)
    return made.thread_rows(cases, FEW, (1, 4), rounds)


DRAWN = ("heatmap", "by_threads", "by_run", "bars", "breakdown", "history", "scatter", "table",
         "means")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Draws the usual rows of a kind once."""
    return functools.cache(lambda kind: draw(kind, rows_of(kind), tmp_path_factory.mktemp(kind))[0])


@pytest.mark.parametrize("kind", DRAWN)
def test_draws_files_with_a_description(kind, drawn):
    picture = drawn(kind)
    root = ElementTree.parse(picture.path).getroot()
    texts = {child.tag.rpartition("}")[2]: child.text for child in root[:2]}
    assert texts["desc"] == picture.alt and texts["title"]
    assert picture.path.with_suffix(".png").stat().st_size > 1000
    assert "sssp on road" in picture.alt and "bfs on road" in picture.alt
    assert "Simulated cores" in picture.alt
    assert list(csv.DictReader(picture.csv.open()))
    assert not re.search(r"(src|href)=.https?:", picture.path.read_text())


@pytest.mark.parametrize("kind", ["heatmap", "by_threads", "bars", "breakdown", "table"])
def test_failures_are_marks_and_words(kind, drawn):
    picture = drawn(kind)
    assert "failed or ran out of time" in picture.alt
    assert "\u00d7" in picture.path.read_text()
    reasons = [row["reason"] for row in csv.DictReader(picture.csv.open()) if row.get("reason")]
    assert reasons


@pytest.mark.parametrize("kind", DRAWN)
def test_one_round_and_one_case(kind, tmp_path):
    picture, = draw(kind, rows_of(kind, TWO[:1], 1), tmp_path)
    text = picture.path.read_text()
    assert "One round" in text or "one round" in text
    assert "bfs on road" not in picture.alt and "nan" not in picture.alt


@pytest.mark.parametrize("kind", (*DRAWN, "published"))
def test_no_rows_make_no_picture(kind, tmp_path):
    assert draw(kind, [], tmp_path) == []


@pytest.mark.parametrize("kind", ["heatmap", "by_threads", "bars", "breakdown", "table"])
def test_only_failures(kind, tmp_path):
    rows = [made.row("failure", math.nan, case=case, series=name, parameters=parameters,
                     record="runs.jsonl:1 exit status 1")
            for case in TWO for name, parameters in (("mq0", ""), ("smq", "a=1 b=2"))]
    for picture in draw(kind, rows, tmp_path):
        assert "failed" in picture.alt


def test_real_and_simulated_runs_never_share_a_picture(tmp_path):
    rows = [made.row("time_s", 1.0, source=source, threads=threads)
            for source in "ST" for threads in (1, 4)]
    pictures = draw("by_threads", rows, tmp_path, cores=2)
    assert len(pictures) == 2
    simulated, real = pictures
    assert "simulated cores" in simulated.path.read_text()
    assert "more threads" in real.path.read_text()
    assert "more threads" not in simulated.path.read_text()


def test_heat_map_names_the_best_cell(tmp_path):
    picture, = draw("heatmap", made.heat_rows(TWO, size=3), tmp_path)
    cells = [row for row in csv.DictReader(picture.csv.open())
             if row["app"] == "sssp" and row["speedup"] != "nan"]
    best = max(cells, key=lambda row: float(row["speedup"]))
    assert f"is {best['parameters']} with a speed-up of {float(best['speedup']):.3g}" in picture.alt
    assert picture.path.read_text().count('class="tip"') == 2 * 2 * 9


def test_heat_maps_by_the_costs_of_the_machine_compare_equal_costs(tmp_path):
    costs = {"near": 1.0, "far": 3.0}
    rows = [row | {"parameters": f"{row['parameters']} virtual-costs=@a/{name}.costs".strip(),
                   "value": row["value"] * (factor if row["series"] == "mq0" else 1)}
            for name, factor in costs.items() for row in made.heat_rows(TWO, size=3)]
    far, near = draw("heatmap", rows, tmp_path, paired="virtual-costs")
    assert [each.path.stem.rpartition("-")[2] for each in (far, near)] == ["far", "near"]
    tables = [list(csv.DictReader(each.csv.open())) for each in (far, near)]
    assert {row["paired"] for row in tables[0]} == {"far"} and len(tables[0]) == len(tables[1]) == 2 * 9
    for one, other in zip(*tables, strict=True):
        assert one["parameters"] == other["parameters"] and "costs" not in one["parameters"]
        if one["speedup"] != "nan":
            assert float(one["speedup"]) == pytest.approx(3 * float(other["speedup"]), rel=1e-4)
    assert ", far" in far.alt and ", near" in near.alt


def test_heat_map_of_one_parameter_without_its_baseline(tmp_path):
    rows = [made.row("time_s", 1.0 + i, parameters=f"delta={i}", series="obim") for i in range(3)]
    picture, = draw("heatmap", rows + [made.row("time_s", 2.0, series="other")], tmp_path,
                    baseline="missing")
    assert picture.alt


def test_threads_chart_compares_with_tuned_obim(tmp_path):
    rows = []
    for turn in range(3):
        rows += [made.row("time_s", 2.0, series="obim0", turn=turn),
                 made.row("time_s", 1.0, series="smq", turn=turn)]
    picture, = draw("by_threads", rows, tmp_path)
    found = [row for row in csv.DictReader(picture.csv.open()) if row["metric"]]
    assert [(row["series"], float(row["value"])) for row in found] == [("smq", 2.0)]
    assert "2 times as fast as tuned OBIM" in picture.alt


def test_threads_chart_over_a_parameter(tmp_path):
    rows = [made.row("time_s", 3.0 - i / 4, series="obim", parameters=f"delta={i}", turn=turn)
            for i in (0, 4, 8) for turn in range(2)]
    picture, = draw("by_threads", rows, tmp_path, x="delta", baseline="obim",
                    baseline_parameters="delta=4")
    found = {row["x"]: float(row["speedup"]) for row in csv.DictReader(picture.csv.open())
             if row["x"]}
    assert found["4"] == 1 and found["8"] == pytest.approx(2)


@pytest.mark.parametrize("values, scale", [(("0", "2", "4", "8", "10"), "linear"),
                                           (("1", "4", "16", "64"), "log")])
def test_a_swept_parameter_has_the_scale_of_its_steps(tmp_path, monkeypatch, values, scale):
    seen, panels = [], style.panels
    monkeypatch.setattr(style, "panels",
                        lambda *given: [seen.append(found := panels(*given)), found][1])
    rows = [made.row("time_s", 1.0 + float(value), series="obim", parameters=f"delta={value}",
                     turn=0) for value in values]
    draw("by_threads", rows, tmp_path, x="delta", baseline="obim")
    for panel in seen[0][1][0][:2]:
        assert panel.get_xscale() == scale
        assert list(panel.get_xticks()) == [float(value) for value in values]


def test_threads_chart_without_the_wanted_baseline_parameters(tmp_path):
    rows = [made.row("time_s", time, series="minnow", parameters=f"helpers={helpers}")
            for helpers, time in ((1, 2.0), (16, 1.0))]
    picture, = draw("by_threads", rows, tmp_path, x="helpers", baseline="minnow",
                    baseline_parameters="helpers=4")
    found = {row["x"]: float(row["speedup"]) for row in csv.DictReader(picture.csv.open())}
    assert found == {"1": 0.5, "16": 1.0}
    assert "minnow (fastest)" in picture.alt and "OBIM" not in picture.alt


def test_threads_chart_says_that_the_baseline_is_missing(tmp_path):
    rows = [made.row("time_s", 2.0 - i / 4, series="smq", parameters=f"delta={i}") for i in range(3)]
    picture, = draw("by_threads", rows, tmp_path, x="delta", baseline="mq0", baseline_threads=1)
    assert "was not run for sssp on" in picture.path.read_text()
    assert picture.alt.endswith("the baseline was not run.")
    rows.append(made.row("time_s", 4.0, series="mq0", threads=1))
    picture, = draw("by_threads", rows, tmp_path, x="delta", baseline="mq0", baseline_threads=1)
    assert "was not run for" not in picture.path.read_text() and "not run" not in picture.alt


def test_threads_chart_says_that_tuned_obim_is_missing_where_it_is_wanted(tmp_path):
    rows = made.thread_rows(TWO, ("mq0", "smq"), (1, 4), 2)
    figure = made.figure("by_threads", "smq-x")
    for series, said in ((("mq0", "smq"), False), (("mq0", "obim0"), True)):
        figure.runs = (types.SimpleNamespace(series=series),)
        picture, = charts.draw(figure, rows, made.catalogue(), tmp_path)
        assert ("Tuned OBIM was not run." in picture.alt) == said


@pytest.mark.parametrize("kind", ["lines", "by_threads"])
def test_charts_by_a_parameter_spread_its_values_with_zero_among_them(kind, tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(scales, "set_ticks", lambda axes, ticks, even: seen.append((ticks, even)))
    rows = [made.row("time_s", 2.0, series="smq", parameters=f"step={each}") for each in (0, 1, 50)]
    draw(kind, rows, tmp_path, x="step", baseline="smq")
    assert seen == [({"0": 0.5, "1": 1.0, "50": 50.0}, False)], "and no panel for tasks that nothing counts"


def test_a_case_without_the_baseline_has_one_of_its_own(tmp_path):
    rows = made.thread_rows(TWO[:1], ("dijkstra", "mq0", "smq"), (1, 4), 2)
    rows += made.thread_rows(TWO[1:], ("mq0", "smq"), (1, 4), 2)
    picture, = draw("by_threads", rows, tmp_path, baseline="dijkstra")
    first, second = (text for text in picture.alt.split(". ") if " on road: " in text)
    assert " over " not in first and " over MQ, C = 4, 1 thread" in second
    found = [row["speedup"] for row in csv.DictReader(picture.csv.open()) if row["app"] == "bfs"]
    assert found and all(math.isfinite(float(each)) for each in found)


def test_bars_name_a_baseline_of_0(tmp_path):
    rows = [made.row("drift.mean", value, series=name, turn=turn) for turn in range(2)
            for name, value in (("pmod", 0.0), ("smq", 2.0))]
    picture, = draw("bars", rows, tmp_path, metric="drift.mean", over="pmod")
    assert "the baseline has 0" in picture.path.read_text()


def test_a_history_of_one_value_says_that_nothing_changed(tmp_path):
    rows = [made.row("history.lmf.0", 0.0, series="pmod", turn=turn) for turn in range(2)]
    picture, = draw("history", rows, tmp_path)
    assert "no change" in picture.path.read_text()


def test_a_series_has_one_look_in_both_pictures_at_the_top(tmp_path, monkeypatch):
    simulated = made.thread_rows(TWO, ("smq", "mq0", "obim0"), (1, 4), 2)
    real = made.thread_rows(TWO, ("reld", "obim0", "smq"), (1, 4), 2, source="T")
    asked = []
    series = style.series
    monkeypatch.setattr(style, "series", lambda names: asked.append(names) or series(names))
    assert len(answer.draw({"smq-fig2": real + simulated}, made.catalogue(), tmp_path)) == 2
    assert asked == [["mq0", "reld", "smq"]]


def test_a_series_of_one_thread_is_no_failure(tmp_path):
    rows = [made.row("time_s", 1.0, series=name, threads=threads)
            for name, counts in (("obim0", (1, 64)), ("dijkstra", (1,))) for threads in counts]
    picture, = draw("by_threads", rows, tmp_path)
    text = picture.path.read_text()
    assert "\u00d7" not in text and "dijkstra, 1<" in text
    assert "reld" not in text


def test_bars_of_ratios_and_geometric_means(tmp_path):
    rows = [made.row("time_s", value, case=case, series=name)
            for case, pair in zip(TWO, ((2.0, 1.0), (8.0, 1.0)))
            for name, value in zip(("smq", "obim"), pair)]
    picture, = draw("bars", rows, tmp_path, over="obim", geomean=True)
    found = {row["app"]: float(row["value"]) for row in csv.DictReader(picture.csv.open())}
    assert found["sssp"] == 2 and found["bfs"] == 8
    assert found["geometric mean of 2 cases"] == pytest.approx(4)


def test_a_case_without_a_baseline_is_in_no_geometric_mean(tmp_path):
    three = [*TWO, ("sssp", "cage")]
    rows = [made.row("time_s", value, case=case, series=name) for case in three[:2]
            for name, value in (("smq", 2.0), ("obim", 1.0), ("mq", 3.0))]
    rows += [made.row("time_s", 8.0, case=three[2], series="smq")]
    picture, = draw("bars", rows, tmp_path, over="obim", geomean=True)
    found = {row["series"]: float(row["value"]) for row in csv.DictReader(picture.csv.open())
             if row["app"] == "geometric mean of 2 cases"}
    assert found == pytest.approx({"smq": 2, "mq": 3})


def test_bars_may_show_geometric_means_only(tmp_path):
    rows = [made.row("time_s", value, case=case, series=name)
            for case, pair in zip(TWO, ((2.0, 1.0), (8.0, 1.0)))
            for name, value in zip(("smq", "obim"), pair)]
    picture, = draw("bars", rows, tmp_path, over="obim", geomean="only")
    text = picture.path.read_text()
    assert "geometric mean of 2 cases" in text
    assert "sssp on" not in text and "whiskers" not in text
    assert {row["app"] for row in csv.DictReader(picture.csv.open())} == {
        "sssp", "bfs", "geometric mean of 2 cases"}


def test_paired_bars_compare_equal_parameters_and_name_files_in_short(tmp_path):
    path = "virtual-costs=@scripts/virtual/tiled.costs,@scripts/virtual/assumed/"
    rows = [made.row("time_s", value, series=name, parameters=f"{path}{costs}.costs")
            for costs, pair in (("lines-20", (2.0, 1.0)), ("lines-60", (8.0, 2.0)))
            for name, value in zip(("smq", "obim"), pair)]
    picture, = draw("bars", rows, tmp_path, over="obim", paired=True)
    found = {row["parameters"]: float(row["value"]) for row in csv.DictReader(picture.csv.open())}
    assert found == {f"{path}lines-20.costs": 2, f"{path}lines-60.costs": 4}
    text = picture.path.read_text()
    assert "virtual-costs=lines-20" in text and "@scripts" not in text


def test_bars_may_be_paired_by_one_parameter(tmp_path):
    rows = [made.row("time_s", value, series=name, parameters=text)
            for costs, pair in (("a", (2.0, 1.0)), ("b", (8.0, 2.0)))
            for name, text, value in zip(("smq", "obim"), (f"delta=3 costs={costs}", f"costs={costs}"),
                                         pair)]
    picture, = draw("bars", rows, tmp_path, over="obim", paired="costs")
    found = {row["parameters"]: float(row["value"]) for row in csv.DictReader(picture.csv.open())}
    assert found == {"delta=3 costs=a": 2, "delta=3 costs=b": 4}
    rows += [made.row("time_s", 9.0, series="smq", parameters="delta=4 costs=a")]
    picture, = draw("bars", rows, tmp_path, over="obim", paired="costs")
    found = {row["parameters"]: float(row["value"]) for row in csv.DictReader(picture.csv.open())}
    assert found == {"delta=3 costs=a": 2, "delta=4 costs=a": 9, "delta=3 costs=b": 4}


def test_means_of_paired_bars_have_series_that_are_tuned_per_case(tmp_path):
    rows = [made.row("time_s", value, case=case, series=name, parameters=f"delta={delta} costs={costs}")
            for case, delta, pair in ((TWO[0], 3, (2.0, 1.0)), (TWO[1], 7, (8.0, 1.0)))
            for costs, slower in (("a", 1), ("b", 3))
            for name, value in zip(("smq", "obim"), (pair[0] * slower, pair[1]))]
    picture, = draw("bars", rows, tmp_path, over="obim", paired="costs", geomean="only")
    means = {row["parameters"]: float(row["value"])
             for row in csv.DictReader(picture.csv.open()) if "geometric" in row["app"]}
    assert means == pytest.approx({"costs=a": 4, "costs=b": 12})


def test_means_have_tuned_series_once_and_swept_ones_by_parameter(tmp_path):
    rows = [made.row("time_s", value, case=case, series=name, parameters=text)
            for case, tuned, factor in ((TWO[0], "delta=3", 2.0), (TWO[1], "delta=7", 8.0))
            for name, text, value in (("smq", tuned, factor), ("obim", "", 1.0),
                                      ("mq", "chunk=1", 1.0), ("mq", "chunk=2", factor),
                                      ("reld", "batch=1", 1.0))]
    picture, = draw("bars", rows, tmp_path, over="obim", geomean=True)
    found = {(row["series"], row["parameters"]): float(row["value"])
             for row in csv.DictReader(picture.csv.open()) if "geometric" in row["app"]}
    assert found == pytest.approx({("smq", ""): 4, ("mq", "chunk=1"): 1, ("mq", "chunk=2"): 4,
                                   ("reld", "batch=1"): 1})


def test_breakdown_leaves_out_what_is_no_share(tmp_path):
    rows = made.breakdown_rows(TWO[:1], FEW[:1], 1) + [
        made.row("breakdown.cycles_per_enqueue", 300.0, series="mq0", threads=40)]
    picture, = draw("breakdown", rows, tmp_path)
    assert "cycles_per_enqueue" not in picture.csv.read_text()


def test_great_ratios_have_no_exponent(tmp_path):
    rows = [made.row("time_s", time, series=name, turn=turn) for turn in range(3)
            for name, time in (("obim", 1.0), ("mq", 28830.0))]
    picture, = draw("bars", rows, tmp_path, over="obim")
    text = picture.path.read_text()
    assert "28,800" in text and "10,000" in text and "e+0" not in text
    assert "28,800" in picture.alt


def test_breakdown_shortens_a_bar_that_is_far_longer_than_the_others(tmp_path):
    rows = made.breakdown_rows(TWO[:1], ("mq0", "smq", "obim", "pmod"), 1)[:-1]
    rows += [made.row("time_s", time, series=name, threads=40)
             for name, time in (("mq0", 3.0), ("smq", 2.0), ("obim", 1.0), ("pmod", 80.0))]
    text = draw("breakdown", rows, tmp_path, over="obim")[0].path.read_text()
    assert text.count("shortened") == 1 and "80, shortened" in text
    assert "shortened" not in draw("breakdown", rows, tmp_path)[0].path.read_text()


def test_swept_table_marks_the_best(tmp_path):
    rows = [made.row("time_s", time, series=name, parameters=parameters)
            for name, parameters, time in (("mq0", "", 2.0), ("mq", "c=2", 1.0), ("mq", "c=4", 4.0))]
    picture, = draw("table", rows, tmp_path, x="c")
    text = picture.path.with_suffix(".md").read_text()
    assert r"2.00 \*" in text and "0.50" in text
    assert "best is c=2 with 2" in picture.alt


def test_means_are_over_cases_that_all_series_have(tmp_path):
    rows = [made.row("time_s", time, case=case, series=name, threads=threads)
            for name, threads, case, time in (
                ("obim", 1, TWO[0], 8.0), ("obim", 4, TWO[0], 4.0), ("smq", 4, TWO[0], 1.0),
                ("obim", 1, TWO[1], 9.0), ("obim", 4, TWO[1], 1.0), ("smq", 4, TWO[1], 2.0),
                ("obim", 4, ("astar", "road"), 5.0))]
    picture, = draw("means", rows, tmp_path, baseline="obim", baseline_threads=1)
    found = {(row["series"], row["threads"]): (float(row["speedup"]), float(row["of_best"]))
             for row in csv.DictReader(picture.csv.open())}
    assert found[("smq", "4")] == pytest.approx(((8 * 4.5) ** 0.5, 0.5 ** 0.5))
    assert found[("obim", "4")] == pytest.approx(((2 * 9) ** 0.5, 0.25 ** 0.5))
    assert found[("obim", "1")] == pytest.approx((1, 1))
    text = picture.path.with_suffix(".md").read_text()
    assert "without astar on road" in text and r"6 \[4.5, 8\]" in text
    assert "With 4 threads SMQ tuned has the greatest speed-up, 6." in picture.alt


def test_table_of_graphs_has_no_series(tmp_path):
    rows = [made.row("nodes", 100.0, source="T", case=("", "road"), series="", threads=0)]
    picture, = draw("table", rows, tmp_path)
    text = picture.path.with_suffix(".md").read_text()
    head = text.splitlines()[2]
    assert "series" not in head and "threads" not in head and "nodes" in head


def test_history_ignores_summaries(tmp_path):
    rows = [made.row("history.lmf.first", 1.0), made.row("history.lmf.0.5", 3.0),
            made.row("history.lmf.1e-05", 2.0)]
    picture, = draw("history", rows, tmp_path)
    assert "lmf goes from 2 to 3 in 2 values" in picture.alt


def test_answer_counts_wins_and_losses(tmp_path):
    rows = [made.row("time_s", time, case=case, series=name, turn=turn)
            for case in TWO for turn in range(4)
            for name, time in (("obim0", 2.0), ("smq", 1.0), ("mq", 4.0))]
    picture, = answer.draw({"f": rows}, made.catalogue(), tmp_path)
    assert "SMQ tuned: 2 (95 % interval 2 to 2), 2 wins and 0 losses in 2 cases" in picture.alt
    assert "0 wins and 2 losses" in picture.alt
    assert answer.draw({}, made.catalogue(), tmp_path) == []


def test_unknown_kind(tmp_path):
    with pytest.raises(ValueError):
        charts.draw(_unknown(), [], made.catalogue(), tmp_path)


def _unknown():
    figure = made.figure("bars")
    figure.chart = "pie"
    return figure


def deal_rows(rounds=2):
    """A sender by delta, a scheduler without it, and a failed run."""
    rows = []
    for turn in range(rounds):
        for delta, seconds in (("30us", 3e-5), ("1ms", 1e-3)):
            rows += [made.row("time_s", 1 + seconds, series="send", parameters=f"delta={delta}",
                              turn=turn),
                     made.row("worklist.idle_s", 20 * seconds, series="send",
                              parameters=f"delta={delta}", turn=turn),
                     made.row("worklist.deals", 10.0, series="send", parameters=f"delta={delta}",
                              turn=turn)]
        rows.append(made.row("time_s", 0.8, series="level", turn=turn))
    return rows + [made.row("failure", math.nan, series="send", parameters="delta=10us",
                            record="runs.jsonl:1 exit status 1")]


def lines(rows, folder, **options):
    figure = made.figure("bars", "pd-x", **options)
    figure.chart = "lines"
    picture, = charts.draw(figure, rows, made.catalogue(), folder)
    return picture, [row for row in csv.DictReader(picture.csv.open()) if row["metric"] != "failure"]


def test_lines_by_a_time_are_in_its_order_and_have_levels_and_failures(tmp_path):
    picture, points = lines(deal_rows(), tmp_path, x="delta")
    assert [(point["series"], point["x"]) for point in points] == [
        ("send", "10us"), ("send", "30us"), ("send", "1ms"), ("level", "")]
    assert float(points[2]["value"]) == pytest.approx(1.001)
    assert "least is level with 0.8, greatest is send at 1ms with 1." in picture.alt
    assert "failed or ran out of time" in picture.alt and "\u00d7" in picture.path.read_text()


def test_lines_divide_by_another_metric_or_another_series(tmp_path):
    picture, points = lines(deal_rows(), tmp_path, x="delta", metric="worklist.idle_s",
                            per="worklist.deals", equal=True, unit="idle time per deal (s)")
    known = [float(point["value"]) for point in points if point["value"] != "nan"]
    assert known == pytest.approx([6e-5, 2e-3])
    assert "equal to x" in picture.path.read_text() and "idle time per deal (s)" in picture.alt
    _, points = lines(deal_rows(), tmp_path, x="delta", over="level")
    assert {point["series"] for point in points} == {"send"}
    assert float(points[-1]["value"]) == pytest.approx(1.001 / 0.8)
    _, points = lines(deal_rows(), tmp_path, x="delta", speedup="level")
    assert float(points[-1]["value"]) == pytest.approx(0.8 / 1.001)


def test_lines_compare_settings_with_the_same_value_of_the_reference(tmp_path):
    rows = [made.row("time_s", time, series=name, parameters=parameters)
            for name, parameters, time in (
                ("base", "leaf=1", 2.0), ("base", "leaf=2", 4.0), ("mine", "leaf=1 poll=no", 3.0),
                ("mine", "leaf=2 poll=no", 5.0))]
    _, points = lines(rows, tmp_path, x="leaf", over="base")
    assert [float(point["value"]) for point in points] == pytest.approx([1.5, 1.25])
    assert {point["line"] for point in points} == {"mine poll=no"}


def test_dots_have_a_panel_per_thread_count_and_geometric_means(tmp_path):
    rows = made.thread_rows(TWO, FEW, (1, 4), 2)
    figure = made.figure("bars", "pd-x", over="mq0")
    figure.chart = "dots"
    picture, = charts.draw(figure, rows, made.catalogue(), tmp_path)
    marks = list(csv.DictReader(picture.csv.open()))
    means = [mark for mark in marks if mark["case"] == "geometric mean"]
    assert {(mark["series"], mark["threads"]) for mark in means} == {
        ("smq", "1"), ("obim", "1"), ("spraylist", "1"), ("smq", "4"), ("obim", "4")}
    each = [float(mark["value"]) for mark in marks
            if mark["series"] == "smq" and mark["threads"] == "4" and mark["app"]]
    assert len(each) == 2
    assert float(means[3]["value"]) == pytest.approx(math.prod(each) ** 0.5)
    text = picture.path.read_text()
    assert "4 threads" in text and "\u00d7" in text and "failed" in picture.alt
    figure.options["over"] = "not-run"
    assert charts.draw(figure, rows, made.catalogue(), tmp_path) == []


def test_a_scatter_names_only_what_it_shows(tmp_path):
    rows = [made.row(metric, float(turn), case=("", ""), series="shown", parameters=f"n={turn}")
            for turn in (1, 2, 3) for metric in ("bound", "time")]
    rows.append(made.row("other", 1.0, case=("", ""), series="hidden"))
    picture, = draw("scatter", rows, tmp_path, x="bound", y="time", across="steps", unit="ratio")
    text = picture.path.read_text()
    assert "shown" in text and ">hidden<" not in text and ">rank correlation 1.00<" in text
    assert ">steps<" in text and ">ratio<" in text


def swept(chart, rows, folder, **options):
    """Draws a figure whose runs sweep a parameter of OBIM, beside another series."""
    figure = made.figure(chart, "smq-x", **options)
    figure.runs = (types.SimpleNamespace(series=("obim",), grid={"delta": ("0", "8")}),
                   types.SimpleNamespace(series=("smq",), grid={"virtual-costs": ("a",)}))
    series = {"obim": types.SimpleNamespace(label="OBIM, tuned"),
              "smq": types.SimpleNamespace(label="SMQ, tuned")}
    return charts.draw(figure, rows, types.SimpleNamespace(series=series, figures={}), folder)


@pytest.mark.parametrize("chart", ["heatmap", "by_threads", "bars", "lines", "table"])
def test_a_series_that_a_figure_sweeps_is_not_called_tuned(chart, tmp_path):
    rows = [made.row("time_s", 1.0 + delta, series="obim", parameters=f"delta={delta}", turn=turn)
            for delta in (0, 8) for turn in range(2)]
    rows += [made.row("time_s", 1.0, series="smq", turn=turn) for turn in range(2)]
    picture, = swept(chart, rows, tmp_path, x="delta", baseline="smq", versus="none")
    texts = picture.path.read_text() + picture.alt
    assert "OBIM" in texts and "OBIM, tuned" not in texts
    if chart != "heatmap":
        assert "SMQ, tuned" in texts


@pytest.mark.parametrize("chart, options", [
    ("bars", {}), ("bars", {"over": "obim"}), ("by_threads", {"x": "delta", "baseline": "obim"}),
    ("lines", {"x": "delta"}), ("history", {})])
def test_a_picture_of_one_number_of_threads_says_which(chart, options, tmp_path):
    rows = [made.row(metric, value, series=name, parameters=parameters, threads=16, turn=turn)
            for metric, value in (("time_s", 1.0), ("history.lmf.0", 1.0), ("history.lmf.5", 2.0))
            for name, parameters in (("smq", "delta=1"), ("smq", "delta=4"), ("obim", ""))
            for turn in range(2)]
    picture, = draw(chart, rows, tmp_path, **options)
    assert "16 threads" in picture.path.read_text()


def test_a_sweep_says_at_how_many_of_several_threads_it_is_shown(tmp_path):
    rows = [made.row("time_s", 1.0, series="obim", parameters=f"delta={delta}", threads=threads)
            for delta in (0, 8) for threads in (1, 16)]
    for chart in ("by_threads", "lines"):
        picture, = draw(chart, rows, tmp_path, x="delta", baseline="obim", baseline_threads=1)
        assert "; 16 threads;" in picture.path.read_text()


def test_bars_of_several_numbers_of_threads_name_them_in_every_panel(tmp_path):
    rows = [made.row("time_s", 1.0, case=case, series="smq", threads=threads)
            for case, counts in zip(TWO, ((1, 16), (16,))) for threads in counts]
    text = draw("bars", rows, tmp_path)[0].path.read_text()
    assert text.count("SMQ tuned, 16 threads") == 2 and text.count("SMQ tuned, 1 thread<") == 1


def test_a_history_has_a_line_and_a_name_for_each_number_of_threads(tmp_path):
    rows = [made.row(f"history.lmf.{x}", x * threads, series="pmod", threads=threads, turn=turn)
            for threads in (1, 16) for x in (0, 5, 9) for turn in range(2)]
    picture, = draw("history", rows, tmp_path)
    text = picture.path.read_text()
    assert "PMOD, 1 thread<" in text and "PMOD, 16 threads<" in text
    looks = style.series(["pmod 1", "pmod 16"])
    assert all(look["color"].lower() in text.lower() for look in looks.values())
    assert looks["pmod 1"]["color"] != looks["pmod 16"]["color"]


def test_a_table_of_inputs_says_nothing_of_threads_and_rounds(tmp_path):
    rows = [made.row(metric, value, "T", ("", graph), "", "", 0) | {"record": "graph-info"}
            for graph in ("road", "web") for metric, value in (("nodes", 100.0), ("arcs", 250.0))]
    picture, = draw("table", rows, tmp_path, source="graph-info")
    texts = picture.path.read_text() + picture.path.with_suffix(".md").read_text() + picture.alt
    assert "As graph-info describes the graphs." in texts
    assert not re.search(r"threads|rounds|bracket", texts)
