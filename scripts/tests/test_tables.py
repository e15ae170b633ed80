"""Tables as text, Markdown and CSV, and numbers for people."""

import pytest

from galois_cps.runs import tables
from galois_cps.runs.tables import Table

FRUIT = Table(["fruit", "n"], [["fig|date", "7"], ["pear", "10"]])


def test_text_and_markdown():
    assert FRUIT.render() == ("fruit      n\n--------  --\nfig|date   7\npear      10")
    assert FRUIT.render("markdown") == ("| fruit     |  n |\n| --------- | -: |\n"
                                        "| fig\\|date |  7 |\n| pear      | 10 |")


def test_csv_has_plain_numbers(tmp_path):
    FRUIT.write_csv(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "fruit,n\nfig|date,7\npear,10\n"
    Table(["t"], [["5 ms"]], Table(["t_s"], [[0.005]])).write_csv(tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_text() == "t_s\n0.005\n"


@pytest.mark.parametrize("seconds, text", [(7, "7 s"), (187, "3 min 07 s"), (7500, "2 h 05 min")])
def test_times_of_waiting(seconds, text):
    assert tables.pretty_time(seconds) == text


@pytest.mark.parametrize("seconds,text", [
    (0.5e-6, "0.5 us"), (999.4e-6, "999 us"), (999.6e-6, "1 ms"), (0.9994, "999 ms"), (0.9996, "1.00 s"),
    (1.0006, "1 s"), (999.4, "999 s"), (999.6, "1000 s"), (123456, "123456 s")])
def test_times_have_no_exponent(seconds, text):
    assert tables.pretty_seconds(seconds) == text


def test_numbers_have_no_exponent():
    assert [tables.pretty(value, "tasks.executed") for value in (999.4, 999.6, 1234567)] == ["999", "1,000", "1,234,567"]
