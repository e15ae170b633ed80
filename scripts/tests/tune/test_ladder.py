"""The rungs of successive halving, and how they fit a budget."""

import itertools

import pytest

from galois_bench import UserError
from galois_tune import ladder


def test_each_rung_keeps_half_and_doubles_the_rounds():
    rungs = ladder.rungs(32, 1)
    assert [(rung.configurations, rung.rounds) for rung in rungs] == [
        (32, 1), (16, 1), (8, 2), (4, 4)]
    assert ladder.kept(rungs[-1].configurations) == ladder.FINALISTS
    assert [rung.rounds for rung in ladder.rungs(32, 3)] == [3, 3, 6, 12]
    assert ladder.rungs(2, 1) == []


@pytest.mark.parametrize("count", range(3, 200, 7))
def test_two_are_left_at_the_end(count):
    rungs = ladder.rungs(count, 1)
    assert all(before.configurations > after.configurations
               for before, after in itertools.pairwise(rungs))
    assert ladder.kept(rungs[-1].configurations) == ladder.FINALISTS


def test_runs_count_the_reference_and_the_final_comparison():
    assert ladder.runs(ladder.rungs(32, 1), 32) == 33 + 17 + 2 * 9 + 4 * 5 + 9 * 3
    assert ladder.runs([], 1) == 9 * 2


def test_more_budget_gives_more_configurations_and_then_more_rounds():
    found = [ladder.fit(lambda count: count, budget, run_s=1.0) for budget in (80, 120, 200, 600)]
    assert [per_policy for per_policy, _ in found] == sorted(per for per, _ in found)
    assert found[-1][0] == 32 and found[-1][1][0].rounds > 1
    for budget, (per_policy, rungs) in zip((80, 120, 200, 600), found, strict=True):
        assert ladder.runs(rungs, per_policy) <= budget


def test_too_little_is_an_error_that_says_what_would_do():
    with pytest.raises(UserError, match="takes about 42 s"):
        ladder.fit(lambda count: count, 10, run_s=1.0)
