"""Claims judged by the papers' own numbers."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from papers.engine.judge import claims, published  # noqa: E402
from papers.smq import published_claims as of_smq  # noqa: E402
from papers.pd import published_claims as of_pd  # noqa: E402
from papers.ypp import published_claims  # noqa: E402

EXPECTED = {
    "ypp_01": "agrees", "ypp_02": "open", "ypp_03": "open", "ypp_04": "agrees", "ypp_05": "open",
    "ypp_06": "open", "ypp_07": "disagrees", "ypp_08": "disagrees", "ypp_10": "agrees",
    "smq_12": "open", "smq_15": "agrees", "smq_16": "agrees", "smq_18": "agrees",
    "smq_19": "agrees", "smq_20": "disagrees", "smq_21": "open", "smq_22": "agrees",
    "smq_31": "agrees", "smq_34": "agrees", "smq_35": "agrees", "smq_37": "open",
    "pmod_18": "agrees", "pmod_19": "agrees", "pd_07": "agrees", "pd_08": "agrees",
    "pd_11": "agrees", "pd_13": "agrees"}

COUNTS = {"hdcps": 32, "pd": 29, "ypp": 21}
CLAIMS = {paper: [claim for claim in claims.load() if claim.paper == paper and not claim.contradiction]
          for paper in ("smq", "pmod", *COUNTS)}
FUNCTIONS = {claim.own_data.__name__: claim.own_data for each in CLAIMS.values() for claim in each
             if claim.own_data and claim.own_data.__module__.endswith("published_claims")}


@pytest.mark.parametrize("paper", COUNTS)
def test_every_claim_of_the_paper_is_there_once(paper):
    assert [claim.id for claim in CLAIMS[paper]] == [
        f"{paper}-{number:02}" for number in range(1, COUNTS[paper] + 1)]


@pytest.mark.parametrize("paper", COUNTS)
def test_claims_name_their_place_and_what_exists(paper):
    assert claims.check(CLAIMS[paper]) == []
    for claim in CLAIMS[paper]:
        assert claim.source and claim.says.endswith(".") and claim.kinds


def test_claims_without_evidence_today_name_what_blocks_them():
    for claim in CLAIMS["pd"] + CLAIMS["ypp"]:
        assert (claim.figures or claim.requirements or claim.evidence in ("exact", "test")
                or claim.testable), claim.id


def test_claims_that_need_feedback_ask_for_long_runs():
    for claim in CLAIMS["hdcps"]:
        if claim.id in ("hdcps-01", "hdcps-07", "hdcps-08", "hdcps-11", "hdcps-12", "hdcps-15"):
            assert any("tasks / threads >=" in getattr(need, "text", "") for need in claim.needs), claim.id


def test_the_claims_that_decide_most_are_marked():
    assert [claim.id for paper in COUNTS for claim in CLAIMS[paper] if claim.decides] == [
        "hdcps-01", "hdcps-04", "pd-01", "pd-08", "ypp-01"]


def test_every_function_is_named_after_its_claim():
    for claim in (claim for each in CLAIMS.values() for claim in each if claim.own_data):
        assert claim.own_data.__name__ == claim.id.replace("-", "_")


def test_every_function_is_expected():
    assert set(FUNCTIONS) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict(name):
    found = FUNCTIONS[name]()
    assert found["verdict"] == EXPECTED[name]
    assert found["reason"].endswith(".")
    assert found["cases"] and all(len(case) == 4 for case in found["cases"])
    assert len({case[0] for case in found["cases"]}) == len(found["cases"])


@pytest.mark.parametrize("name", ["ypp_01", "ypp_08"])
def test_draws_repeat(name):
    function = FUNCTIONS[name]
    assert function() == function()


@pytest.mark.parametrize("name, percentages", [
    ("ypp_01", [7.30, 8.50, 9.58, 10.06]), ("ypp_03", [11.41, 4.78, 0.62, 1.11]),
    ("ypp_04", [9.36, 10.71, 13.36, 13.46]), ("ypp_05", [4.69, 12.96, 6.68, 8.01]),
    ("ypp_07", [2.16])])
def test_gains_are_the_printed_percentages(name, percentages):
    gains = [100 * case[1] for case in FUNCTIONS[name]()["cases"]]
    assert gains == pytest.approx(percentages, abs=0.005)


def test_intervals_hold_their_value():
    for name in ("ypp_01", "ypp_03", "ypp_04", "ypp_05", "ypp_07"):
        for _, value, low, high in FUNCTIONS[name]()["cases"]:
            assert low < value < high


def _runs_with(monkeypatch, old, new):
    rows = [{"scenario": scenario, "benchmark": benchmark, "nodes": nodes, "policy": policy,
             "time_ms": time}
            for scenario in (published_claims.ALONE, published_claims.SHARED)
            for benchmark in (published_claims.CLIQUE, published_claims.SEMIGROUPS)
            for nodes in published_claims.SIZES
            for policy, times in ((published_claims.OLD, old), (published_claims.NEW, new)) for time in times]
    monkeypatch.setattr(published, "rows", lambda name: rows)
    published_claims._gain.cache_clear()


def test_runs_without_a_difference_are_no_gain(monkeypatch):
    _runs_with(monkeypatch, [100, 110, 90, 105, 95], [100, 110, 90, 105, 95])
    try:
        assert published_claims.ypp_01()["verdict"] == "disagrees"
        assert published_claims.ypp_03()["verdict"] == "open"
    finally:
        published_claims._gain.cache_clear()


def test_runs_that_are_slower_disagree(monkeypatch):
    _runs_with(monkeypatch, [100, 101, 99], [120, 121, 119])
    try:
        assert published_claims.ypp_03()["verdict"] == "disagrees"
        assert published_claims.ypp_05()["verdict"] == "disagrees"
    finally:
        published_claims._gain.cache_clear()


def test_printed_numbers_that_differ_change_the_verdict(monkeypatch):
    def rows(name):
        return [row | {"value": 10.0} if row["metric"] == "speedup" else row for row in real(name)]

    real = published.rows
    monkeypatch.setattr(published, "rows", rows)
    assert of_pd.pd_13()["verdict"] == "disagrees"


def test_printed_geometric_means_of_smq_and_skip_lists():
    cases = dict((case[0], case[1]) for case in of_smq.smq_21()["cases"])
    assert sum(value > 1 for key, value in cases.items() if key.startswith("AMD")) == 9
    assert sum(value > 1 for key, value in cases.items() if key.startswith("Intel")) == 11
