"""compare() over stand-in algorithms, and what the charts of notebooks show."""

import itertools

import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402  (after the choice of no display)

import galois_cps  # noqa: E402  (pandas may be missing)
from galois_cps import compare, plots  # noqa: E402
from galois_cps.runs import UserError  # noqa: E402
from galois_cps.runs.answers import AnswerMismatch  # noqa: E402


class Result:
    """What a stand-in returns."""

    def __init__(self, record, scheduler="smq", **answer):
        self.run = self
        self.scheduler = scheduler
        self.algorithm = "levels"
        self.to_dict = lambda: record
        self.__dict__.update(answer)


@pytest.fixture
def calls(monkeypatch):
    """(scheduler, threads) of each call of stand-ins for sssp, pagerank and color."""
    made = []

    def sssp(graph, source, scheduler, threads):
        made.append((scheduler, threads))
        distances = np.array([0, source, 5 + (graph == "unequal" and len(made) == 4)])
        return Result({"wl": scheduler, "threads": threads, "time_s": 1.0}, distances=distances)

    def pagerank(graph, scheduler, threads, tolerance=1e-4):
        made.append((scheduler, threads))
        return Result({"wl": scheduler, "threads": threads}, ranks=np.array([0.5, graph * len(made)]))

    def color(graph, scheduler, threads):
        made.append((scheduler, threads))
        return Result({"wl": scheduler, "threads": threads}, scheduler=graph, colors=len(made))

    for function in (sssp, pagerank, color):
        monkeypatch.setitem(vars(galois_cps), function.__name__, function)
    return made


def test_rounds_are_interleaved_and_rotate(calls):
    frame = compare("graph", "sssp", source=3, schedulers=["smq", "obim"], threads=[1, 2], repeats=4)
    configurations = set(itertools.product(["smq", "obim"], [1, 2]))
    rounds = [calls[start:start + 4] for start in range(0, len(calls), 4)]
    assert len(rounds) == 5 and all(set(each) == configurations for each in rounds)
    assert len({each[0] for each in rounds[1:]}) == 4  # every configuration begins once
    assert frame["repeat"].value_counts().to_dict() == dict.fromkeys(range(4), 4)
    assert list(zip(frame["wl"], frame["threads"])) == calls[4:]


def test_unequal_answers_are_refused(calls):
    with pytest.raises(AnswerMismatch, match="sssp under obim on 2 threads"):
        compare("unequal", "sssp", source=3, schedulers=["smq", "obim"], threads=[1, 2], warmup=0)


def test_ranks_may_differ_by_their_tolerance(calls):
    assert len(compare(1e-5, "pagerank", schedulers=["smq"], repeats=3)) == 3
    with pytest.raises(AnswerMismatch):
        compare(1e-5, "pagerank", schedulers=["smq"], repeats=3, tolerance=1e-6)


def test_colours_may_differ(calls):
    assert len(compare("smq", "color", schedulers=["smq"], repeats=3)) == 3


def test_an_algorithm_without_a_scheduler_is_refused(calls):
    with pytest.raises(ValueError, match="ran without a scheduler, by levels"):
        compare("", "color", schedulers=["smq"])


@pytest.mark.parametrize("wrong", [{"repeats": 0}, {"schedulers": []}, {"threads": []}])
def test_nothing_to_compare_is_refused(calls, wrong):
    with pytest.raises(ValueError, match="at least 1"):
        compare("graph", "sssp", source=0, **wrong)
    with pytest.raises(ValueError, match="sssp, bfs"):
        compare("graph", "sort")


TIMES = {("smq", 1): 0.2, ("smq", 2): 0.1, ("obim", 1): 0.3, ("obim", 2): 0.2}


@pytest.fixture
def runs():
    """Three runs each of two schedulers on one and two threads."""
    return pandas.DataFrame([
        {"app": "sssp", "wl": wl, "threads": threads, "time_s": seconds * (1 + 0.1 * repeat), "wasted_work": 1.5,
         "drift.mean": 100.0 * threads, "repeat": repeat,
         "worklist.tdf": [[0, 10], [0.001, 20 + repeat]] if wl == "obim" else np.nan}
        for (wl, threads), seconds in TIMES.items() for repeat in range(3)])


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def rows(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def widths(axes):
    return sorted(round(float(bar.get_width()), 6) for bar in axes.patches)


def test_times_are_medians_by_scheduler_and_threads(runs):
    axes = plots.time(runs)
    assert rows(axes) == ["smq", "obim"] and widths(axes) == [0.11, 0.22, 0.22, 0.33]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["1 thread", "2 threads"]
    assert "time" in axes.get_xlabel() and axes.get_title(loc="left") == "sssp"
    runs = runs[(runs["threads"] == 2) & (runs["wl"] == "smq")]
    assert plots.time(runs).get_title(loc="left") == "sssp, smq, 2 threads"


def test_times_that_are_far_apart_are_points(runs):
    runs.loc[runs["wl"] == "obim", "time_s"] *= 100
    axes = plots.time(runs)
    assert axes.get_xscale() == "log" and not axes.patches


def test_speed_ups_are_over_the_best_on_one_thread(runs):
    axes = plots.speedup(runs)
    lines = {line.get_label(): list(line.get_ydata()) for line in axes.lines}
    assert lines["smq"] == pytest.approx([1, 2]) and lines["obim"] == pytest.approx([2 / 3, 1])
    with pytest.raises(UserError, match="two thread counts"):
        plots.speedup(runs[runs["threads"] == 1])


def test_waste_and_drift_have_a_bar_per_configuration(runs):
    assert widths(plots.waste(runs)) == [1.5] * 4
    assert widths(plots.drift(runs)) == [100, 100, 200, 200]


def test_histories_are_steps_of_the_runs_that_have_them(runs):
    axes = plots.histories(runs, "tdf")
    assert [list(line.get_ydata()) for line in axes.lines] == [[10, 20 + n] for n in (0, 1, 2)] * 2
    assert list(axes.lines[0].get_xdata()) == pytest.approx([0, 1]) and axes.get_ylabel() == "tdf"
    with pytest.raises(UserError, match="there are tdf"):
        plots.histories(runs, "lmf")
    with pytest.raises(UserError, match="no run has a history; there are none"):
        plots.histories(runs.drop(columns="worklist.tdf"))


@pytest.mark.parametrize("chart", [plots.time, plots.waste, plots.drift, plots.speedup, plots.histories])
def test_a_chart_is_drawn_on_given_axes(runs, chart):
    axes = plt.figure().add_subplot()
    assert chart(runs, ax=axes) is axes and axes.has_data()


def test_parameters_that_vary_tell_rows_apart(runs):
    runs["wl_params.delta"] = [4.0, 4.0, 4.0, 4.0, 4.0, 4.0] + [3.0] * 3 + [5.0] * 3
    runs["wl_params.chunk"] = 64
    runs = runs[(runs["wl"] == "obim") | (runs["threads"] == 1)]
    assert rows(plots.time(runs)) == ["smq delta=4", "obim delta=3", "obim delta=5"]


def test_a_metric_that_no_run_has_is_named(runs):
    with pytest.raises(UserError, match="no run has wasted_work"):
        plots.waste(runs.drop(columns="wasted_work"))
