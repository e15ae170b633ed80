"""Bootstrap draws of rounds, against a direct computation, and tables of cells."""

import math

import numpy as np
import pytest
from judged_rows import row, rows

from galois_figures.samples import Draws, Table

DIRECT = {"median": np.nanmedian, "mean": np.nanmean, "min": np.nanmin, "max": np.nanmax,
          "sd": lambda a, axis: np.nanstd(a, axis=axis, ddof=1),
          "cv": lambda a, axis: np.nanstd(a, axis=axis, ddof=1) / np.nanmean(a, axis=axis),
          "range": lambda a, axis: np.nanmax(a, axis=axis) / np.nanmin(a, axis=axis) - 1}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("gaps", [0, 2])
@pytest.mark.parametrize("rounds", [5, 6])
@pytest.mark.parametrize("name", DIRECT)
def test_statistics_of_draws(name, rounds, gaps):
    values = np.random.default_rng(3).uniform(1, 9, rounds)
    values[:gaps] = math.nan
    draws = Draws(range(rounds), 500, 7)
    mine = draws.statistic(values, name)
    picks = np.random.default_rng(7).integers(rounds, size=(500, rounds))
    direct = DIRECT[name](values[picks], axis=1)
    assert draws.spread_out(mine) == pytest.approx(direct, nan_ok=True)
    assert mine[0] == pytest.approx(DIRECT[name](values[None, :], axis=1)[0])


def test_equal_draws_are_computed_once():
    assert Draws(range(5), 10000, 1).size == 1 + 126
    assert Draws([4], 100, 1).size == 1 + 1


def test_a_draw_without_a_value_is_unknown():
    draws = Draws(range(3), 1000, 1)
    found = draws.statistic(np.array([math.nan, math.nan, 2.0]), "median")
    assert found[0] == 2 and np.isnan(found).any() and set(found[~np.isnan(found)]) == {2.0}


def test_a_record_in_several_figures_counts_once_and_two_runs_of_a_round_are_averaged():
    twice = [row("time_s", 1.0, figure=name, record="runs.jsonl:1") for name in ("f", "g")]
    other = row("time_s", 4.0, record="runs.jsonl:2")
    table = Table([*twice, other], lambda graph: "", 10, 1)
    cell, = table.cells
    assert list(cell.values["time_s"]) == [2.5]


def test_cells_tell_configurations_apart():
    found = []
    for different in ({}, {"graph": "W"}, {"threads": 1},
                      {"parameters": "smq:steal-size=4 steal-prob=1/8"}):
        found += rows({"time_s": 1.0}, **different)
    found += [row("failure", math.nan, round=9)]
    table = Table(found, lambda graph: "", 10, 1)
    assert len(table.cells) == 4 and table.draws.rounds == [0, 1, 2, 3, 4]
    assert [cell.failures for cell in table.cells] == [1, 0, 0, 0]
    assert table.cells[3].swept == {"steal_size": "4", "steal_prob": "1/8"}
    assert math.isnan(table.cells[0].median("nothing")) and table.cells[0].rounds == 5
