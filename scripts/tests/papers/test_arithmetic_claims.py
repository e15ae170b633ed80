"""Claims that arithmetic decides: the numbers, and independent checks of the shortcuts in them."""

import fractions
import math

import pytest

from papers.contradictions import printed_runs
from papers.engine.judge import claims, published, verdicts
from papers.hdcps import broadcast_end
from papers.engine.judge.claims import Claim
from papers.pd import arithmetic_claims as of_pd
from papers.smq import arithmetic_claims as of_smq

WANTED = {  # verdict and value
    "smq_09": ("agrees", 1), "pd_04": ("agrees", 2.6783), "pd_27": ("disagrees", 33), "hdcps_29": ("agrees", 1280),
    "hdcps_31": ("disagrees", 305),
    "x_04": ("disagrees", 1.2708), "x_05": ("open", 1.1458), "x_06": ("agrees", 51.17),
    "x_07": ("agrees", 4.028), "x_24": ("disagrees", -0.1477), "x_37": ("open", 0.912),
    "x_43": ("disagrees", 107.682), "x_52": ("disagrees", 7.2162)}
WANTED_OF_TABLES = {
    "x_19": ("disagrees", 3.58), "x_20": ("disagrees", 3.58 / 2.86),
    "x_21": ("disagrees", 2.54 / 2.99), "x_22": ("disagrees", 1.0), "x_25": ("disagrees", 1.0247),
    "x_26": ("disagrees", 1.0774),
    "x_49": ("disagrees", 0.0041), "x_50": ("disagrees", 0.6199), "x_51": ("disagrees", 1.2714),
    "x_63": ("disagrees", 0.2747)}


FUNCTIONS = {function.__name__: function for claim in claims.load()
             if claim.contradiction or claim.exact or claim.evidence == "published"
             for function in (claim.exact, claim.own_data) if function}


def computed(name):
    claim = Claim(id="x-01", says="It holds.", evidence="exact", exact=FUNCTIONS[name])
    verdict, = verdicts.judge([claim], {}, None)
    return verdict


@pytest.mark.parametrize("name", WANTED)
def test_arithmetic(name):
    verdict = computed(name)
    wanted, value = WANTED[name]
    assert verdict.verdict == wanted and verdict.value == pytest.approx(value, 1e-3)
    assert verdict.reason.endswith(".") and all(len(each.case) for each in verdict.cases)


@pytest.mark.parametrize("name", WANTED_OF_TABLES)
def test_printed_tables(name):
    wanted, value = WANTED_OF_TABLES[name]
    verdict = computed(name)
    assert verdict.verdict == wanted and verdict.value == pytest.approx(value, 5e-3)
    assert verdict.reason.endswith(".")


def test_every_function_is_tested():
    assert set(FUNCTIONS) == {*WANTED, *WANTED_OF_TABLES, "pd_05"}


def test_reasons_name_the_cases():
    assert "Intel SSSP TWITTER, Intel BFS TWITTER, Intel BFS WEB" in computed("x_20").reason
    assert "6 of 12" in computed("x_20").reason
    rates = [each.value for each in computed("x_63").cases]
    assert rates == pytest.approx([27.4, 28.0, 21.6, 23.3, 20.4, 22.7], abs=0.05)
    assert all(each.low < 0 < each.high for each in computed("x_50").cases)


def test_lemma_2_at_every_i_by_its_definition():
    """The ends decide: the same ratio at every i is never less, and the definition agrees."""
    for queues in (2, 5, 33):
        for stealing in (fractions.Fraction(1, 3), fractions.Fraction(1, 16)):
            skew = min(fractions.Fraction(1, 2), stealing / (1 - stealing) / (2 * queues))
            ratios = [of_smq.lemma_2_ratio(queues, best, stealing, skew)
                      for best in range(1, queues + 1)]
            assert min(ratios) >= 1 and ratios[-1] == 1
            best, local = 1, fractions.Fraction(1, queues) / (1 + skew)
            beta = stealing / (2 * (1 + skew))
            two = 1 - fractions.Fraction(queues - best, queues) ** 2  # better of two queues
            ours = local + (1 - local) * stealing * fractions.Fraction(best, queues)
            assert ratios[0] == ours / ((1 - beta) * fractions.Fraction(best, queues) + beta * two)


def test_lemma_2_fails_beyond_its_condition():
    half = fractions.Fraction(1, 2)
    assert of_smq.lemma_2_ratio(64, 63, fractions.Fraction(1, 64), half) < 1


def test_lemma_b1_at_every_n():
    assert of_pd.pd_05()["verdict"] == "agrees"
    for workers in (1, 2, 7, 100):
        for thieves in range(1, workers + 1):
            chance = 1 - (1 - 1 / workers) ** thieves
            assert chance >= (1 - 1 / math.e) * thieves / workers


def test_numerical_semigroups_by_search():
    """Counts by genus: a child removes one generator that is greater than the Frobenius number."""
    found, level = [], [frozenset()]  # semigroups by their gaps
    for _ in range(11):
        found.append(len(level))
        level = [gaps | {number} for gaps in level
                 for number in range(max(gaps, default=0) + 1, 2 * max(gaps, default=0) + 3)
                 if _is_generator(number, gaps)]
    assert found == list(printed_runs.SEMIGROUPS[:11])
    assert len(printed_runs.SEMIGROUPS) == 48
    golden = printed_runs.SEMIGROUPS[47] / printed_runs.SEMIGROUPS[46]
    assert golden == pytest.approx((1 + math.sqrt(5)) / 2, abs=0.01)


def _is_generator(number, gaps):
    return number not in gaps and not any(
        part not in gaps and number - part not in gaps for part in range(1, number))


def test_without_the_published_tables_nothing_is_computed(monkeypatch, tmp_path):
    monkeypatch.setattr(published, "FOLDERS", [tmp_path])
    verdict = computed("x_19")
    assert verdict.verdict == "not run" and "`smq_table" in verdict.reason


def test_termination_is_found_early_only_if_others_may_work():
    assert of_pd.early_ends(2, and_all_idle=False) > 0
    assert of_pd.early_ends(2, and_all_idle=True) == of_pd.early_ends(3, and_all_idle=True) == 0
    assert of_pd.early_ends(2, and_all_idle=False, tasks=0) == 0  # nothing is left from the start


READINGS = [broadcast_end.Protocol(delayed, incoming, settled) for delayed in (False, True)
            for incoming in (False, True) for settled in (False, True)]


@pytest.mark.parametrize("protocol", READINGS)
def test_a_broadcast_end_is_early_unless_it_is_settled_and_known_at_once(protocol):
    ends = broadcast_end.search(protocol)
    assert ends.stuck == 0
    assert (ends.early == 0) == (protocol.settled and not protocol.delayed)


@pytest.mark.parametrize("protocol", READINGS)
def test_a_broadcast_end_is_right_if_nothing_is_sent(protocol):
    assert broadcast_end.search(protocol, tasks=2, sends=0)[1:] == (0, 0)
