"""Charts: what their axes, panels and titles are, with graphs and schedulers that are far apart."""

import re
import sys
import xml.etree.ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from galois_cps.charts import plain_svg, plots, scales, scaling
from galois_cps.runs import groups
from lab.bench import bench_cli, compare_cli


def record(graph, wl, threads, seconds, repeat, origin=""):
    config = {"app": "sssp-cpu", "input": graph, "algo": "worklist", "wl": wl, "threads": str(threads)}
    return {"nodes": 1000, "edges": 4000, "cores": 64, "host": {"cpu": "a test"}, "time_s": seconds,
            "build": {"commit": "0123456789ab", "preset": "release"}, "wasted_work": 1.1,
            "answer": {}, "verified": True,
            "bench": {"key": " ".join(config.values()), "config": config, "problem": graph,
                      "repeat": repeat, "warmup": False, "origin": origin}}


def measured(seconds, threads=(1, 4), origin=""):
    """Groups of {(graph, wl): seconds}, three runs each."""
    return groups.group([record(graph, wl, count, base * (1 + 0.1 * repeat) / count, repeat, origin)
                         for (graph, wl), base in seconds.items() for count in threads
                         for repeat in range(3)])


FAR_APART = {("road", "smq"): 0.01, ("road", "chunk-fifo"): 0.9,
             ("twitter", "smq"): 30.0, ("twitter", "chunk-fifo"): 70.0}


@pytest.fixture
def drawn(monkeypatch):
    """The figures that are about to be written, laid out."""
    figures = []

    def keep(figure, *_):
        figure.tight_layout()
        FigureCanvasAgg(figure).draw()
        figures.append(figure)

    monkeypatch.setattr(plots, "finish", keep)
    return figures


def test_each_graph_has_a_panel_and_an_axis_of_its_own(drawn):
    plots.times(measured(FAR_APART), "x")
    road, twitter = drawn[0].axes
    assert (road.get_title(loc="left"), twitter.get_title(loc="left")) == ("road", "twitter")
    assert road.get_xscale() == "log", "one scheduler takes ninety times as long as the other"
    assert road.get_xlim()[0] < 0.01 / 4 and 0.9 < road.get_xlim()[1] < 3
    assert twitter.get_xscale() == "linear" and 70 < twitter.get_xlim()[1] < 100
    assert [label.get_text() for label in road.get_yticklabels()] == ["chunk-fifo", "smq"]


def test_times_near_each_other_are_bars_from_nought(drawn):
    plots.times(measured({("road", "smq"): 0.01, ("road", "obim"): 0.02}, threads=(1,)), "x")
    axes, = drawn[0].axes
    assert axes.get_xscale() == "linear" and axes.get_xlim()[0] == 0 and len(axes.patches) == 2
    assert axes.get_title(loc="left") == "sssp-cpu road"


def compare(left, right):
    return compare_cli.match(left, right, set(), "time_s")


def test_ratios_have_a_logarithmic_axis_and_a_title(drawn):
    base = {key: value for key, value in FAR_APART.items() if key[1] == "smq"}
    pairs = compare(measured({**base, ("road", "smq"): 0.5}, origin="/a/new.jsonl"),
                    measured(base, origin="/b/old.jsonl"))
    plots.ratios(pairs, "time_s", "x")
    road, twitter = drawn[0].axes
    assert road.get_xscale() == "log" and road.get_xlim() == twitter.get_xlim()
    assert road.get_xlim()[0] < 1 < 50 < road.get_xlim()[1]
    title = drawn[0].texts[0].get_text()
    assert title == "Median time_s: new.jsonl (A) relative to old.jsonl (B)"
    assert [label.get_text() for label in road.get_yticklabels()] == ["1 thread", "4 threads"]


def test_one_reference_is_named_in_the_title(drawn):
    every = measured({("road", wl): 0.1 for wl in ("smq", "obim", "pmod")}, threads=(1,))
    plots.ratios(compare(every[:2], every[2:]), "time_s", "x")
    assert drawn[0].texts[0].get_text() == "Median time_s, relative to smq (B)"
    axes, = drawn[0].axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["obim", "pmod"]


@pytest.mark.parametrize("wl", ["smq", "a-scheduler-with-a-name-as-long-as-names-of-schedulers-get"])
def test_what_is_written_on_the_axes_fits_on_the_picture(drawn, wl):
    pairs = compare(measured({("road", wl): 0.1}), measured({("road", "obim"): 0.2}, threads=(1,)))
    plots.ratios(pairs, "worklist.some_counter", "x")
    plots.times(measured({("road", wl): 0.1, ("twitter", "obim"): 9}), "x")
    for figure in drawn:
        for axes in figure.axes:
            low, high = axes.get_xlim()
            shown = [tick.label1 for tick in axes.xaxis.get_major_ticks() if low <= tick.get_loc() <= high]
            for text in (axes.xaxis.label, axes.title, *shown):
                box = text.get_window_extent()
                assert box.x0 >= 0 and box.x1 <= figure.bbox.width, text


def test_lines_by_threads_stand_side_by_side_without_bands(drawn, monkeypatch):
    every = measured({("road", wl): 0.1 for wl in ("smq", "obim", "pmod", "wasp")}, threads=(1, 2, 4))
    monkeypatch.setattr(scales, "doublings", lambda *_: None)
    scaling.draw(every, "x")
    axes = drawn[0].axes[0]
    lines = [line for line in axes.lines if line.get_marker() != "None"]
    at_two = {round(line.get_xdata()[1], 6) for line in lines}
    assert len(lines) == len(at_two) == 4 and all(1.5 < x < 2.7 for x in at_two)
    kinds = {type(each).__name__ for each in axes.collections}
    assert kinds == {"LineCollection"}, "bars, no filled bands"


def test_without_matplotlib_the_comparison_is_drawn_by_another_hand(tmp_path, monkeypatch):
    """Both draw the same bars: a number beside each, from the medians."""
    lines = measured({("road", "smq"): 0.02, ("road", "a<b"): 0.05})
    reference = next(item for item in lines if (item.dims["wl"], item.dims["threads"]) == ("smq", "1"))
    plain_svg.relative(lines, reference, tmp_path / "plain.svg", "Paths & more")
    root = xml.etree.ElementTree.parse(tmp_path / "plain.svg").getroot()
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Paths & more" and {"a<b", "smq", "1 thread", "4 threads"} <= set(texts)
    assert {"2.50", "0.62", "0.25"} < set(texts) and texts.count("1.10") == 3, "times and wasted work"
    assert any(text.startswith("time / worklist (22 ms); left of the line") for text in texts)
    assert any(text.startswith("road: 1,000 nodes, 4,000 edges. a test, 64 cores.") for text in texts)
    drawn = []
    monkeypatch.setattr(plots, "finish", lambda figure, *_: drawn.append(figure))
    plots.relative(lines, reference, "x", "Paths & more")
    shown = [text.get_text() for axes in drawn[0].axes for text in axes.texts]
    assert sorted(shown) == sorted(text for text in texts if re.fullmatch(r"\d+\.\d\d", text))


@pytest.mark.parametrize("flag", ["--plot", "--plot-scaling", "--plot-growth", "--report"])
def test_what_draws_says_at_once_that_it_cannot(flag, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert bench_cli.main(["--input", str(tmp_path / "x.gr"), flag, str(tmp_path / "x.html")]) == 1
    assert capsys.readouterr().err == ("bench: to draw, it needs Debian's package python3-matplotlib; "
                                       "scripts/setup installs it\n")
