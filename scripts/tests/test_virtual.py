"""scripts/virtual: what moved between two runs, and how claims are judged."""

import importlib.machinery
import importlib.util
import math
import subprocess

from conftest import SCRIPTS


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / "virtual" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def seeds_of(module, *times):
    """A seed for each dict {scheduler: seconds}."""
    seeds = {}
    for number, each in enumerate(times):
        seeds[number] = module.Seed()
        for wl, seconds in each.items():
            seeds[number].add({"wl": wl, "wl_params": {}, "time_s": seconds, "wasted_work": 1.0,
                               "tasks": {"executed": 100}})
    return seeds


def test_regressions_say_what_moved():
    moved = load("regressions").moved
    assert moved({"a": {"steals": 4}}, {"a": {"steals": 4}}) == []
    assert moved({"a": {"steals": 4}}, {"a": {"steals": 5}})[0].split() == ["a", "steals", "4", "->", "5", "(+25.0%)"]


def test_a_claim_needs_all_seeds():
    claims = load("claims")
    claim = next(each for each in claims.CLAIMS if each[0] == "smq-18")  # mq / smq: A from 1.5, D below 1.1
    both = seeds_of(claims, {"smq": 1, "mq": 2}, {"smq": 1, "mq": 1.6})
    assert claims.judge(both, claim) == ("A", 1.8)
    assert claims.judge(seeds_of(claims, {"smq": 1, "mq": 2}, {"smq": 1, "mq": 1.2}), claim)[0] == "-"
    assert claims.judge(seeds_of(claims, {"smq": 1, "mq": 0.9}, {"smq": 1, "mq": 1}), claim)[0] == "D"
    assert claims.judge(seeds_of(claims, {"smq": 1}), claim) == ("?", None)


def test_drift_is_compared_with_waste_by_ranks():
    claims = load("claims")
    assert claims.ranks([5, 1, 5, 9]) == [2.5, 1, 2.5, 4]
    claim = next(each for each in claims.CLAIMS if each[0] == "hdcps-04")
    seeds = seeds_of(claims, {str(number): 1 for number in range(8)})
    assert claims.judge(seeds, claim) == ("?", None)
    for number, by_delta in enumerate(seeds[0].records.values()):
        by_delta[None] |= {"drift": {"mean": 10 ** number}, "wasted_work": 1 + number}
    assert claims.judge(seeds, claim) == ("A", 1)


def test_ladders_are_as_good_as_their_worst_step():
    ladder = load("claims").ladder
    assert ladder([1, 2, 3]) == 1.5
    assert ladder([1, 2, 1]) == 0.5


def test_errors_of_predictions_count_both_ways():
    typical = load("predict").typical
    assert math.isclose(typical([0.5, 2.0, 2.0]), 100)


def test_programs_that_are_missing_are_named():
    for script, args in (("matrix", ["--out=/dev/null", "a.gr"]), ("regressions", [])):
        done = subprocess.run([str(SCRIPTS / "virtual" / script), "--bin=/nowhere", *args],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1 and "cmake --preset virtual" in done.stderr
