"""Bootstrap draws and their intervals, against a direct computation."""

import math

import numpy as np
import pytest

from galois_cps.runs import bootstrap
from galois_cps.runs.bootstrap import RoundDraws

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
    draws = RoundDraws(range(rounds), 500, 7)
    mine = draws.statistic(values, name)
    picks = np.random.default_rng(7).integers(rounds, size=(500, rounds))
    direct = DIRECT[name](values[picks], axis=1)
    assert draws.spread_out(mine) == pytest.approx(direct, nan_ok=True)
    assert mine[0] == pytest.approx(DIRECT[name](values[None, :], axis=1)[0])


def test_equal_draws_are_computed_once():
    assert RoundDraws(range(5), 10000, 1).size == 1 + 126
    assert RoundDraws([4], 100, 1).size == 1 + 1


def test_a_draw_without_a_value_is_unknown():
    draws = RoundDraws(range(3), 1000, 1)
    found = draws.statistic(np.array([math.nan, math.nan, 2.0]), "median")
    assert found[0] == 2 and np.isnan(found).any() and set(found[~np.isnan(found)]) == {2.0}


def test_picks_repeat_with_their_seed_and_go_on_with_a_generator():
    assert (bootstrap.picks(5, 20, 3) == bootstrap.picks(5, 20, 3)).all()
    generator = np.random.default_rng(3)
    first, second = (bootstrap.picks(5, 20, generator) for _ in range(2))
    assert (first == bootstrap.picks(5, 20, 3)).all() and (first != second).any()
    assert first.shape == (20, 5) and first.min() >= 0 and first.max() < 5


def test_an_interval_leaves_out_what_is_not_finite():
    draws = np.arange(1001.0)
    assert bootstrap.interval(draws) == pytest.approx((25, 975))
    assert bootstrap.interval([*draws, math.nan, math.inf]) == pytest.approx((25, 975))
    assert all(map(math.isnan, bootstrap.interval([math.nan])))
