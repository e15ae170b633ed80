"""Interleaving and seeded order."""

from lab.bench import schedule, spec

CONFIGS = spec.Sweep(inputs=[spec.make_input("/g/road.gr")], worklists=["a", "b", "c", "d", "e"],
                     threads=[1, 2]).configs()


def test_each_round_runs_every_configuration_once():
    runs = schedule.plan(CONFIGS, repeats=4, warmup=1, seed=1)
    rounds = [runs[i:i + len(CONFIGS)] for i in range(0, len(runs), len(CONFIGS))]
    assert len(rounds) == 5
    for number, items in enumerate(rounds):
        assert {run.config.key for run in items} == {config.key for config in CONFIGS}
        assert {run.warmup for run in items} == {number == 0}
        assert {run.repeat for run in items} == {max(0, number - 1)}


def test_order_differs_by_round_and_by_seed_and_repeats_for_one_seed():
    def order(seed, number):
        runs = schedule.plan(CONFIGS, repeats=3, warmup=0, seed=seed)
        return [run.config.key for run in runs[number * len(CONFIGS):(number + 1) * len(CONFIGS)]]

    assert order(1, 0) == order(1, 0)
    assert order(1, 0) != order(1, 1)
    assert order(1, 0) != order(2, 0)


def test_more_repeats_extend_a_plan_without_changing_it():
    short = schedule.plan(CONFIGS, repeats=2, warmup=1, seed=7)
    assert schedule.plan(CONFIGS, repeats=5, warmup=1, seed=7)[:len(short)] == short


def test_no_two_runs_share_an_identity():
    runs = schedule.plan(CONFIGS, repeats=3, warmup=2, seed=1)
    assert len({run.ident for run in runs}) == len(runs)
