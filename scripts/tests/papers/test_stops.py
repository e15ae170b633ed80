"""Sweeps in which cells that are far from the best run once only."""

import dataclasses
import os

import pytest

import stand_in
from papers.engine.plan import tidy
from papers.engine.plan.catalogue import COSTS
from papers.engine.plan.session import Session
from papers.engine.plan.stops import Stops

STOP = stand_in.FIGURES.replace('options = { machine = "A", baseline = "mq0" }',
                                'options = { machine = "A", baseline = "mq0", stop = 1.5 }', 1)
FAST = "--steal-size=4"  # of the grid's sizes, 1 and 4; the probabilities are 1 and 1/4


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The runs so far of SMQ, which is swept; FAST is ten times as fast."""
    path = tmp_path / "calls"
    monkeypatch.setenv("FAKE_LOG", os.fspath(path))
    monkeypatch.setenv("FAKE_FAST", FAST)
    return lambda: [call for call in (path.read_text().splitlines() if path.exists() else [])
                    if "--json=" in call and "--wl=smq" in call]


@pytest.fixture
def figures(tmp_path, monkeypatch, log):
    return stand_in.commands(tmp_path, monkeypatch, figures=STOP)


@pytest.fixture
def ran(tmp_path, figures):
    """What figures make left: the figures, the simulated cells of the sweep, and the records."""
    assert figures("make", "map", "--simulated") == 0
    bins = {preset: tmp_path / preset for preset in ("release", "virtual")}
    here = Session("smoke", bins, tmp_path / "out", kinds=["S"])
    return here.catalogue.figures, here.wanted(here.catalogue.figures["map"]).cells, here.store


def times(figures, name="map"):
    """The times of SMQ, by its parameters."""
    found = {}
    for row in tidy.read(figures.out / "tidy" / f"{name}.csv"):
        if row["metric"] == "time_s" and row["series"] == "smq":
            found.setdefault(row["parameters"], []).append(row)
    return found


def test_simulated_cells_far_from_the_best_run_in_the_first_round_only(figures, log):
    assert figures("make", "map", "--simulated", "--rounds=4") == 0
    fast = [call for call in log() if FAST in call]
    assert len(fast) == 2 * 4 and len(log()) - len(fast) == 2


def test_what_a_cell_took_in_the_first_round_stands_for_all_rounds(figures):
    assert figures("make", "map", "--simulated", "--rounds=3") == 0
    found = times(figures)
    assert len(found) == 4
    for parameters, rows in found.items():
        assert [row["round"] for row in rows] == [0, 1, 2]
        alone = len({row["record"] for row in rows}) == 1
        assert alone == ("steal-size=4" not in parameters)


def test_real_runs_go_on(figures, log):
    assert figures("make", "map", "--real", "--rounds=3") == 0
    assert len([call for call in log() if FAST not in call]) == 2 * 3
    assert all(len({row["record"] for row in rows}) == 3 for rows in times(figures).values())


def test_figures_without_the_option_run_all_rounds(tmp_path, monkeypatch, log):
    plain = stand_in.commands(tmp_path, monkeypatch)
    assert plain("make", "map", "--simulated", "--rounds=3") == 0
    assert len(log()) == 4 * 3


def test_nothing_is_missing_once_the_near_cells_have_run(figures, log, capsys):
    assert figures("make", "map", "--simulated") == 0
    before = log()
    assert figures("make", "map", "--simulated") == 0 and log() == before
    capsys.readouterr()
    assert figures("make", "map", "--simulated", "--dry-run") == 0
    assert "--wl=" not in capsys.readouterr().out
    assert figures("list", "--simulated") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "done" in next(line for line in lines if line.startswith("map ")).split()


def test_a_sweep_goes_on_while_a_cell_has_yet_to_run(ran):
    known, cells, store = ran
    assert len(Stops(known, cells, store).keys()) == 2
    later = dataclasses.replace(cells[0].config, params=(("steal-size", "64"),))
    wider = [*cells, dataclasses.replace(cells[0], swept=later.params, config=later)]
    assert not Stops(known, wider, store).keys()


def test_a_cell_that_another_figure_wants_goes_on(ran):
    known, cells, store = ran
    plain = [dataclasses.replace(cell, figure="plain") for cell in cells]
    assert not Stops(known, cells + plain, store).keys()


def test_costs_of_the_machine_are_sweeps_of_their_own(ran):
    known, cells, store = ran
    cells = [cell for cell in cells if cell.swept]
    apart = [dataclasses.replace(cell, swept=(*cell.swept, (COSTS, str("steal-size=4" in cell.parameters))))
             for cell in cells]
    assert not Stops(known, apart, store).keys()
