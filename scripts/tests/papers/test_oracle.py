"""The search for the best share of each interval: by hand, and over stand-in programs."""

import os

import pytest

import stand_in
from papers.engine.plan import make, tidy
from papers.hdcps.kinds import oracle

VALUES = ("10", "50", "90")


def run(ends, time):
    """A record whose intervals end at these times."""
    history = [[0.0, 50.0]] + [[end, 50.0] for end in ends]
    return {"bench": {}, "time_s": time, "worklist": {"tdf": history}}


def failed():
    return {"bench": {"failure": {"reason": "crash"}}}


def found(records, reading, intervals=5, values=VALUES):
    return oracle.greedy(values, intervals, reading, records.get)


# The first interval is shortest with 90, but the run is shortest if it begins with 10.
RUNS = {("10",): run([5, 9], 12), ("50",): run([4, 8], 13), ("90",): run([3, 8], 14),
        ("90", "10"): run([3, 5], 9), ("90", "50"): run([3, 6], 8),
        ("10", "50"): run([5, 10], 13), ("10", "90"): run([5, 8], 11),
        ("90", "10", "50"): run([3, 5], 10), ("90", "10", "90"): run([3, 5], 8.5),
        ("10", "90", "10"): run([5, 8], 12), ("10", "90", "50"): run([5, 8], 10)}


def test_the_best_share_for_the_interval():
    # 90 ends first at 3; then 10 at 5; in the third interval, which no run finishes, the end counts.
    assert found(RUNS, "interval") == oracle.Step(("90", "10", "90"))
    assert found(RUNS, "interval", intervals=2) == oracle.Step(("90", "10"))
    assert found(RUNS, "interval", intervals=1) == oracle.Step(("90",))


def test_the_best_share_for_the_run():
    assert found(RUNS, "run") == oracle.Step(("10", "90", "50"))
    assert found(RUNS, "run", intervals=2) == oracle.Step(("10", "90"))


def test_the_best_run_is_no_slower_than_a_fixed_share():
    steps = [found(RUNS, "run", intervals=n).found for n in (1, 2, 3)]
    times = [RUNS[shares]["time_s"] for shares in steps]
    assert times == sorted(times, reverse=True)
    assert times[0] == min(RUNS[value,]["time_s"] for value in VALUES)


def test_a_search_waits_for_the_runs_of_its_next_interval():
    assert found({}, "run") == oracle.Step(None, (("10",), ("50",), ("90",)))
    known = {shares: record for shares, record in RUNS.items() if len(shares) == 1}
    assert found(known, "interval") == oracle.Step(None, (("90", "10"), ("90", "50")))
    assert found(known, "run") == oracle.Step(None, (("10", "50"), ("10", "90")))
    del known["50",]
    assert found(known, "run").missing == (("50",),)


def test_values_that_stay_are_one_schedule():
    assert oracle.trimmed(("50", "50", "50")) == ("50",)
    assert oracle.trimmed(("10", "50", "50")) == ("10", "50")
    assert oracle.trimmed(("10", "10", "50")) == ("10", "10", "50")


def test_failed_runs_are_not_taken():
    assert found(RUNS | {("90",): failed()}, "interval", intervals=1).found == ("50",)
    assert found({(value,): failed() for value in VALUES}, "run") == oracle.Step(None)


def test_equal_values_count_in_order():
    same = {(value,): run([], 7) for value in VALUES}
    assert found(same, "run").found == ("10",)


FIGURE = """
[[figure]]
id = "oracle"
covers = []
title = "An oracle"
caption = "Words."
chart = "bars"
kinds = ["S"]
runs = [{ series = ["obim"], cases = "both", threads = "many" }]
[figure.options]
machine = "A"
[figure.options.search]
series = "obim"
parameter = "shares"
values = ["10", "50", "90"]
intervals = { smoke = 4, laptop = 4 }
fixed = "obim.fixed"
interval = "obim.oracle"
run = "obim.oracle-run"
"""
SERIES = "".join(f'\n["obim.{name}"]\nlabel = "{name}"\nwl = "obim"\n'
                 for name in ("fixed", "oracle", "oracle-run"))


@pytest.fixture
def swept(tmp_path):
    """Gives the figure values of another parameter."""
    def give(grid):
        path = tmp_path / "catalogue/smq/figures.toml"
        text = path.read_text()
        plain = 'series = ["obim"], cases = "both", threads = "many" }]\n[figure.options]'
        assert plain in text
        path.write_text(text.replace(plain, plain.replace(' }]', f', grid = {grid} }}]')))
    return give


@pytest.fixture
def figures(tmp_path, monkeypatch):
    """Runs scripts/figures over a small catalogue in which 50 is the fastest share."""
    call, folder = stand_in.commands(tmp_path, monkeypatch), tmp_path / "catalogue"
    for name, more in (("smq/figures.toml", FIGURE), ("engine/plan/series.toml", SERIES)):
        (folder / name).write_text((folder / name).read_text() + more)
    monkeypatch.setenv("FAKE_VIRTUAL", "pack:2")
    monkeypatch.setenv("FAKE_FAST", "--shares=50")
    monkeypatch.setenv("FAKE_LOG", os.fspath(tmp_path / "calls"))

    def calls():
        log = tmp_path / "calls"
        return [line for line in log.read_text().splitlines() if "--json=" in line] \
            if log.exists() else []

    call.calls = calls
    call.table = lambda: tidy.read(call.out / "tidy" / "oracle.csv")
    return call


def test_a_figure_gets_its_schedules(figures, capsys):
    assert figures("make", "oracle") == 0
    times = [row for row in figures.table() if row["metric"] == "time_s"]
    by_series = {}
    for row in times:
        by_series.setdefault(row["series"], []).append(row)
    cells = 2 * 2  # applications and rounds; the stand-in's runs have one interval
    assert {name: len(mine) for name, mine in by_series.items()} == {
        "obim": cells, "obim.fixed": 3 * cells, "obim.oracle": cells, "obim.oracle-run": cells}
    assert {row["parameters"] for row in by_series["obim.fixed"]} == {
        "shares=10", "shares=50", "shares=90"}
    fast = {row["record"] for row in by_series["obim.fixed"] if row["parameters"] == "shares=50"}
    assert {row["record"] for row in by_series["obim.oracle"]} == fast
    assert {row["seed"] for row in times} == {"1"}, "what the stand-in says"
    assert len(figures.calls()) == 4 * cells
    assert all("--seed=1" in line or "--seed=2" in line for line in figures.calls())
    assert figures("list") == 0
    assert "12/12" in next(line for line in capsys.readouterr().out.splitlines()
                           if line.strip().startswith("oracle"))


def test_each_value_of_another_parameter_has_its_own_search(figures, swept):
    swept('{ chunk = ["1", "64"] }')
    assert figures("make", "oracle") == 0
    times = [row for row in figures.table() if row["metric"] == "time_s"]
    assert {row["parameters"] for row in times if row["series"] == "obim.fixed"} == {
        f"chunk={chunk} shares={share}" for chunk in (1, 64) for share in VALUES}
    for name in ("obim", "obim.oracle", "obim.oracle-run"):
        mine = [row["parameters"] for row in times if row["series"] == name]
        assert sorted(mine) == ["chunk=1"] * 4 + ["chunk=64"] * 4


def test_a_second_call_runs_nothing_again_and_fresh_all(figures):
    assert figures("make", "oracle") == 0
    before = figures.calls()
    assert figures("make", "oracle") == 0
    assert figures.calls() == before
    assert figures("make", "oracle", "--fresh") == 0
    assert len(figures.calls()) == 2 * len(before)


def test_a_budget_leaves_runs_for_later(figures, monkeypatch, capsys):
    clock = iter(range(0, 100000, 10))
    monkeypatch.setattr(make.time, "monotonic", lambda: float(next(clock)))
    assert figures("make", "oracle", "--budget=35s") == 0
    assert "left for lack of time" in capsys.readouterr().err
    some = len(figures.calls())
    assert some < 16
    monkeypatch.undo()


def test_a_dry_run_prints_the_runs_that_are_known(figures, capsys):
    assert figures("make", "oracle", "--dry-run") == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "--shares=" in line]
    assert len(lines) == 2 * 2 * 3 and not figures.calls()
    assert {word for line in lines for word in line.split() if "shares" in word} == {
        "--shares=10", "--shares=50", "--shares=90"}
