"""Medians and bootstrap intervals on samples whose truth is known."""

import math

import numpy as np
import pytest

from galois_cps.runs import UserError, bootstrap, stats


@pytest.mark.parametrize("values, median", [([5, 1, 3], 3), ([4, 1, 2, 3], 2.5), ([7], 7)])
def test_the_median_is_that_of_an_array(values, median):
    assert stats.median(values) == stats.median(iter(values)) == median
    assert list(stats.medians([values, values], 1)) == [median, median]
    assert stats.spread(values).median == median


def test_nothing_has_no_median():
    assert math.isnan(stats.median([]))
    assert stats.median([], None) is None and stats.median(iter([3, 1, 2]), None) == 2


def test_spread_of_a_known_sample():
    spread = stats.spread([5, 1, 2, 4, 3])
    assert (spread.n, spread.median, spread.low, spread.high) == (5, 3, 1, 5)
    assert (spread.q1, spread.q3, spread.iqr) == (2, 4, 2)


def test_constant_samples_have_a_point_interval():
    ratio = stats.ratio_of_medians([2.0] * 5, [4.0] * 5)
    assert (ratio.value, ratio.low, ratio.high) == (0.5, 0.5, 0.5)
    assert ratio.verdict == "faster"


def test_the_same_seed_gives_the_same_interval():
    generator = np.random.default_rng(3)
    a, b = generator.normal(10, 1, 9), generator.normal(10, 1, 9)
    assert stats.ratio_of_medians(a, b, seed=5) == stats.ratio_of_medians(a, b, seed=5)
    assert stats.ratio_of_medians(a, b, seed=5) != stats.ratio_of_medians(a, b, seed=6)


def test_interval_covers_the_true_ratio_about_as_often_as_it_says():
    generator = np.random.default_rng(1)
    trials, covered = 200, 0
    for _ in range(trials):
        a, b = generator.normal(12, 1, 25), generator.normal(10, 1, 25)
        ratio = stats.ratio_of_medians(a, b, draws=500)
        covered += ratio.low <= 1.2 <= ratio.high
    assert 0.88 * trials <= covered <= trials


def test_a_clear_difference_is_shown_and_none_is_not_invented():
    generator = np.random.default_rng(2)
    slow, fast = generator.normal(20, 0.5, 15), generator.normal(10, 0.5, 15)
    assert stats.ratio_of_medians(slow, fast).verdict == "slower"
    assert stats.ratio_of_medians(fast, slow).verdict == "faster"
    invented = sum(
        stats.ratio_of_medians(generator.normal(10, 1, 15), generator.normal(10, 1, 15),
                               draws=500).verdict != "no difference shown" for _ in range(100))
    assert invented <= 15


def test_rounds_measured_together_cancel_the_machines_drift():
    drift = np.linspace(1, 3, 11)
    a = {i: 1.1 * drift[i] for i in range(11)}
    b = {i: 1.0 * drift[i] for i in range(11)}
    paired = stats.ratio_of_medians(a, b)
    apart = stats.ratio_of_medians(list(a.values()), list(b.values()))
    assert paired.paired and not apart.paired
    assert paired.low == pytest.approx(1.1) and paired.high == pytest.approx(1.1)
    assert apart.low < 1 < apart.high


@pytest.mark.parametrize("b", [{0: 2.0, 1: 5.0, 2: 3.0}, {0: 2.0, 1: 5.0, 3: 3.0}, [2.0, 5.0]])
def test_drawn_logarithms_have_the_interval_of_the_ratio(b):
    a = {2: 7.0, 1: 4.0, 0: 6.0}
    ratio = stats.ratio_of_medians(a, b, draws=300)
    low, high = np.exp(bootstrap.interval(stats.drawn_logarithms(a, b, draws=300)))
    assert (low, high) == pytest.approx((ratio.low, ratio.high), rel=1e-2)


def test_rounds_that_do_not_match_are_not_paired():
    assert not stats.ratio_of_medians({0: 1.0, 1: 1.0}, {0: 1.0, 2: 1.0}).paired


@pytest.mark.parametrize("a, b, said", [([], [1.0], "empty"), ([1.0], [0.0], "is 0")])
def test_impossible_ratios_are_refused(a, b, said):
    with pytest.raises(UserError, match=said):
        stats.ratio_of_medians(a, b)
