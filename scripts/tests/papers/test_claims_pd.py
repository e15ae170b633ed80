"""The claims on private deques, judged on made rows: what agrees, disagrees, and is too small."""

import dataclasses

import pytest
from judged_rows import rows

from papers.engine.judge import claims, verdicts
from papers.engine.plan import catalogue

# Without the band of costs and doubts, which test_rules.py is about.
CLAIMS = {claim.id: dataclasses.replace(claim, ranges={}, doubt="") for claim in claims.load()
          if claim.paper == "pd" and not claim.contradiction}
WHOLE = catalogue.load()
THREADS, DEPTH, WORK = 30, 20, 48.24  # seconds; the limit on delta is then 30 ms
LIMIT = WORK / (THREADS * 2.68 * DEPTH)
DELTAS = {"100us": 1e-4, "300us": 3e-4, "1ms": 1e-3, "3ms": 3e-3, "10ms": 1e-2, "200ms": 0.2}


def judged(name, table, figure=None):
    """The first verdict on a claim of runs that stand in the claim's figure."""
    for row in table:
        row["figure"] = figure or CLAIMS[name].figures[0]
    tables = {CLAIMS[name].figures[0]: table}
    return verdicts.judge([CLAIMS[name]], tables, WHOLE, draws=200)[0]


def by_delta(cost, idle=lambda delta: 1.0, deals=100.0):
    """Fibonacci under a sender; `cost` and `idle` per deal, over delta, by delta."""
    found = rows({"time_s": WORK}, app="fib", graph="recursion", series="serial", threads=1)
    for text, delta in DELTAS.items():
        found += rows({"time_s": WORK / THREADS * cost(delta), "worklist.max_depth": DEPTH,
                       "worklist.deals": deals, "worklist.forks": 1e6,
                       "worklist.idle_s": deals * delta * idle(delta)}, app="fib",
                      graph="recursion", series="pd-send", parameters=f"delta={text}",
                      threads=THREADS)
    return found


@pytest.mark.parametrize("cost,verdict", [
    (lambda delta: 1 + delta / LIMIT / 10, "agrees"),
    (lambda delta: 1 + delta / LIMIT * 3, "disagrees"),  # rises long before the limit
    (lambda delta: 1.0, "disagrees")])  # never rises
def test_time_rises_only_near_the_limit_on_delta(cost, verdict):
    assert judged("pd-14", by_delta(cost)).verdict == verdict


def test_short_runs_are_too_small_for_the_limit():
    table = by_delta(lambda delta: 1.0)
    for row in table:
        row["value"] *= 1e-3 if row["metric"] == "time_s" else 1
    assert judged("pd-14", table).verdict == "too small"


@pytest.mark.parametrize("idle,verdict", [(1.05, "agrees"), (1.5, "disagrees"), (0.5, "disagrees")])
def test_idle_time_per_deal_is_delta(idle, verdict):
    table = by_delta(lambda delta: 1.0,
                     lambda delta: idle if 1e-3 <= delta <= LIMIT else 9.0)  # outside is ignored
    assert judged("pd-15", table).verdict == verdict


@pytest.mark.parametrize("idle,deals,verdict", [
    (lambda delta: 1.0, 100.0, "agrees"), (lambda delta: 1.0, 1e5, "disagrees"),
    (lambda delta: 1e-4 / delta ** 2, 100.0, "disagrees")])
def test_idle_time_is_linear_and_migrations_are_few(idle, deals, verdict):
    assert judged("pd-16", by_delta(lambda delta: 1.0, idle, deals)).verdict == verdict


def fourteen(receiver, sender, shared=1.0, count=14, alone=3.0):
    """Times over those of concurrent deques for so many programs, which take `alone` on one thread."""
    return [row for number in range(count)
            for name, time, threads in (("pd-recv", 0.1 * receiver, 30), ("pd-send", 0.1 * sender, 30),
                                        ("chase-lev", 0.1 * shared, 30), ("chase-lev", alone, 1))
            for row in rows({"time_s": time}, app=f"app{number}", graph="g", series=name,
                            threads=threads)]


@pytest.mark.parametrize("receiver,sender,count,like_other,like_shared", [
    (1.0, 1.02, 14, "agrees", "agrees"), (1.2, 1.2, 14, "agrees", "disagrees"),
    (0.9, 1.1, 14, "disagrees", "agrees"), (1.0, 1.02, 3, "open", "open")])
def test_private_deques_are_compared_on_most_programs(receiver, sender, count, like_other,
                                                      like_shared):
    table = fourteen(receiver, sender, count=count)
    assert judged("pd-07", table).verdict == like_other
    assert judged("pd-08", table).verdict == like_shared
    assert judged("pd-08", fourteen(receiver, sender, count=count, alone=0.1)).verdict == "too small"


def model(series, cells):
    """Rows of pd-model; `cells` are pairs of parameters and metrics."""
    found = [row for parameters, metrics in cells
             for row in rows(metrics, app="", graph="", series=series, parameters=parameters,
                             threads=1, source="M")]
    return found


@pytest.mark.parametrize("ratio,excess,verdict", [(0.9, -5.0, "agrees"), (1.01, 4.0, "disagrees"),
                                                  (1.01, 1.0, "open")])
def test_the_bound_holds_in_every_cell(ratio, excess, verdict):
    table = model("pd-model", [
        ("processors=1", {"time_over_bound": 1.1, "excess": 9.0}),  # equal there, so not judged
        ("processors=4", {"time_over_bound": 0.5, "excess": -9.0}),
        ("processors=8", {"time_over_bound": ratio, "excess": excess})])
    assert judged("pd-01", table).verdict == verdict


@pytest.mark.parametrize("idle,verdict", [(2.6, "agrees"), (0.1, "agrees"), (2.8, "disagrees")])
def test_idle_time_of_the_model_stays_below_its_bound(idle, verdict):
    """An upper bound, so that less idle time is no disagreement."""
    table = model("pd-model.idle", [
        (f"delta={delta} forks={forks} processors=2 protocol={protocol}",
         {"idle_per_fork": c * (idle if forks == 64 else 0.2 if forks > 64 else 9), "delta": delta, "c": c})
        for delta in (16, 32, 64) for forks in (16, 64, 256) for protocol, c in (("sender", 1), ("receiver", 1.58))])
    assert judged("pd-02", table).verdict == verdict


@pytest.mark.parametrize("speedup,tasks,verdict", [(1.0, 0.3, "agrees"), (1.0, 0.1, "disagrees"),
                                                   (9.0, 0.3, "disagrees")])
def test_rules_that_group_nodes(speedup, tasks, verdict):
    table = model("pd-model.coalescing", [
        ("coalesce=constant tree=binary processors=64", {"speedup": speedup}),
        ("coalesce=constant tree=wide processors=64", {"speedup": 50.0}),
        ("coalesce=cong tree=binary processors=64", {"tasks_per_node": tasks})])
    assert judged("pd-23", table).verdict == verdict


def test_every_claim_has_a_criterion_or_says_why_not():
    assert sorted(CLAIMS) == [f"pd-{number:02}" for number in range(1, 30)]
    for claim in CLAIMS.values():
        assert claim.agrees or claim.tests or claim.exact or claim.testable, claim.id
        assert all(WHOLE.figures[name].blocked == "" for name in claim.figures)
