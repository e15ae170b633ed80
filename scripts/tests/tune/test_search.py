"""Successive halving over measurements that a function makes: nothing runs here."""

import random

import pytest

from galois_cps.runs import UserError
from lab.tune import halving, search
from lab.tune.space import Candidate

REFERENCE = Candidate("obim")
CANDIDATES = [Candidate("obim", (("delta", str(delta)),)) for delta in range(32) if delta != 13]


class Evaluator:
    """Times that are a function of the candidate and the round."""

    def __init__(self, time, affordable=lambda runs: True):
        self.time = time
        self.affordable = affordable
        self.calls = []

    def seconds(self, candidate, number):
        self.calls.append((candidate, number))
        return self.time(candidate, number)

    def affords(self, runs):
        return self.affordable(runs)

    def expect(self, runs):
        assert runs >= 0


def delta_of(candidate):
    return int(dict(candidate.params).get("delta", 13))


def noise(seed, spread):
    """A factor for each measurement, and one for each round, as of a busy machine."""
    def of(candidate, number):
        own = random.Random(f"{seed} {candidate.label} {number}").lognormvariate(0, spread)
        return own * random.Random(f"{seed} {number}").uniform(1, 3)
    return of


def run(time, seed=1, first=1, **options):
    evaluator = Evaluator(time, **options)
    rungs = halving.rungs(len(CANDIDATES), first)
    return search.run(evaluator, REFERENCE, CANDIDATES, rungs, seed), evaluator


def test_a_known_optimum_is_found():
    result, _ = run(lambda candidate, number: (number % 5 + 1) * (1 + abs(delta_of(candidate) - 7)))
    assert result.chosen.candidate.params == (("delta", "7"),)
    assert result.chosen.ratio.value == pytest.approx(1 / 7)
    assert result.chosen.searched == pytest.approx(1 / 7)


def test_noise_of_a_tenth_hides_little():
    """The best may lose to a neighbour, but what is chosen is nearly as good."""
    def noisy(disturbed):
        return lambda candidate, number: ((1 + 0.1 * abs(delta_of(candidate) - 7))
                                          * disturbed(candidate, number))

    for seed in range(10):
        result, _ = run(noisy(noise(seed, 0.1)), seed)
        assert result.chosen is not None, seed
        assert abs(delta_of(result.chosen.candidate) - 7) <= 3, seed


def test_noise_alone_seldom_looks_like_a_gain():
    """A gain is claimed if at least eight of nine rounds show it, which chance does to one finalist
    in fifty."""
    fooled = sum(run(noise(seed, 0.1), seed)[0].chosen is not None for seed in range(60))
    assert fooled <= 6


def test_equal_times_keep_the_default():
    result, _ = run(lambda candidate, number: number % 7 + 1.0)
    assert result.chosen is None
    assert [final.ratio.verdict for final in result.finals] == ["no difference shown"] * 2


def test_a_better_default_is_kept():
    result, _ = run(lambda candidate, number: 1.0 if candidate == REFERENCE else 1.5)
    assert result.chosen is None and result.finals[0].ratio.verdict == "slower"


def test_training_on_other_rounds_than_the_final_is_not_enough():
    """What is faster on training queries alone is not written."""
    result, _ = run(lambda candidate, number:
                    0.5 if candidate != REFERENCE and number < search.HELD_OUT else 1.0)
    assert result.chosen is None
    assert result.finals[0].searched == 0.5 and result.finals[0].ratio.value == 1.0


def test_every_round_has_the_reference_and_all_that_are_left():
    _, evaluator = run(lambda candidate, number: 1 + 0.01 * delta_of(candidate), first=2)
    rounds = {}
    for candidate, number in evaluator.calls:
        rounds.setdefault(number, []).append(candidate)
    sizes = [len(rounds[number]) for number in sorted(rounds) if number < search.HELD_OUT]
    assert sizes == [32] * 2 + [17] * 2 + [9] * 4 + [5] * 8
    assert all(REFERENCE in members and len({*members}) == len(members)
               for members in rounds.values())
    assert sum(number >= search.HELD_OUT for number in rounds) == halving.HELD_OUT_ROUNDS
    first = [members.index(REFERENCE) for members in rounds.values()]
    assert len({*first}) > 3, "the reference has no fixed place in the order"


def test_the_budget_ends_a_rung_after_a_whole_round():
    _, evaluator = run(lambda candidate, number: 1 + 0.01 * delta_of(candidate), first=4,
                 affordable=lambda runs: False)
    rounds = {number for _, number in evaluator.calls}
    assert sum(number < search.HELD_OUT for number in rounds) == 4  # one for each rung
    assert sum(number >= search.HELD_OUT for number in rounds) == halving.HELD_OUT_ROUNDS


def test_what_fails_is_dropped_and_not_tried_again():
    bad = CANDIDATES[3]
    result, evaluator = run(lambda candidate, number: None if candidate == bad
                      else 1 + abs(delta_of(candidate) - 7), first=3)
    assert sum(candidate == bad for candidate, _ in evaluator.calls) == 1
    assert delta_of(result.chosen.candidate) == 7


def test_a_finalist_that_fails_at_the_end_is_not_written():
    result, _ = run(lambda candidate, number: None if number >= search.HELD_OUT
                    and candidate != REFERENCE else 1 + abs(delta_of(candidate) - 7))
    assert result.finals == [] and result.chosen is None


def test_without_the_reference_there_is_nothing():
    with pytest.raises(UserError, match="obim failed"):
        run(lambda candidate, number: None if candidate == REFERENCE else 1.0)


def test_if_all_fail_the_default_is_kept():
    result, evaluator = run(lambda candidate, number: 1.0 if candidate == REFERENCE else None)
    assert result.finals == [] and result.chosen is None
    assert len(evaluator.calls) == len(CANDIDATES) + 1


def test_no_parameters_are_an_error():
    with pytest.raises(UserError, match="no parameters"):
        search.run(Evaluator(lambda *_: 1.0), REFERENCE, [], [], 1)
