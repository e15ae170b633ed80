"""Numbers as people and flags write them."""

import fractions

import pytest

from galois_cps.runs import UsageError, values


@pytest.mark.parametrize("text, value", [("90s", 90), ("30m", 1800), ("1h", 3600), ("1h30m", 5400),
                                         ("45", 45), ("0.5m", 30)])
def test_times(text, value):
    assert values.parse_time(text) == value


@pytest.mark.parametrize("text, value", [
    ("4", "4"), ("0.5", "1/2"), ("1/8", "1/8"), ("30us", "3/100000"), ("0.2ms", "1/5000"),
    ("1.5s", "3/2"), ("7ns", "7/1000000000"), ("-3", "-3"), ("1e3", "1000")])
def test_fractions_are_exact(text, value):
    assert values.fraction(text) == fractions.Fraction(value)
    assert values.number(text) == float(fractions.Fraction(value))


@pytest.mark.parametrize("text", ["", "auto", "none", "1/0", "us", "1.2.3s", "inf", "nan", "1/8us"])
def test_other_words_have_no_value(text):
    assert values.fraction(text) is None and values.number(text) is None


@pytest.mark.parametrize("text", ["", "x", "0", "h", "1d", "-5s", "inf"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(UsageError):
        values.parse_time(text)
