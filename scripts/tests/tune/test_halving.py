"""The rungs of successive halving, and how they fit a budget."""

import itertools

import pytest

from galois_cps.runs import UserError
from lab.tune import halving


def test_each_rung_keeps_half_and_doubles_the_rounds():
    rungs = halving.rungs(32, 1)
    assert [(rung.configurations, rung.rounds) for rung in rungs] == [
        (32, 1), (16, 1), (8, 2), (4, 4)]
    assert halving.kept(rungs[-1].configurations) == halving.FINALISTS
    assert [rung.rounds for rung in halving.rungs(32, 3)] == [3, 3, 6, 12]
    assert halving.rungs(2, 1) == []


@pytest.mark.parametrize("count", range(3, 200, 7))
def test_two_are_left_at_the_end(count):
    rungs = halving.rungs(count, 1)
    assert all(before.configurations > after.configurations
               for before, after in itertools.pairwise(rungs))
    assert halving.kept(rungs[-1].configurations) == halving.FINALISTS


def test_runs_count_the_reference_and_the_final_comparison():
    assert halving.runs(halving.rungs(32, 1), 32) == 33 + 17 + 2 * 9 + 4 * 5 + 9 * 3
    assert halving.runs([], 1) == 9 * 2


def test_more_budget_gives_more_configurations_and_then_more_rounds():
    found = [halving.fit(lambda count: count, budget, run_s=1.0) for budget in (80, 120, 200, 600)]
    assert [per_policy for per_policy, _ in found] == sorted(per for per, _ in found)
    assert found[-1][0] == 32 and found[-1][1][0].rounds > 1
    for budget, (per_policy, rungs) in zip((80, 120, 200, 600), found, strict=True):
        assert halving.runs(rungs, per_policy) <= budget


def test_too_little_is_an_error_that_says_what_would_do():
    with pytest.raises(UserError, match="takes about 42 s"):
        halving.fit(lambda count: count, 10, run_s=1.0)
