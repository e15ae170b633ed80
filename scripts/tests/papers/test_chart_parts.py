"""What charts are made of: samples, scales, looks, and texts of pictures."""

import importlib
import math

import pytest

from galois_cps.charts import scales
from papers.engine.show import charts
from papers.engine.show.charts import data, style, svg

made = importlib.import_module("made_rows")


def test_names_of_ticks_do_not_overlap():
    near = {each: float(each) for each in ("100", "1000", "2000", "2500", "5000")}
    assert scales.with_room(near, False) == ["100", "1000", "2000", "", "5000"]
    small = {each: float(each) for each in ("16", "24", "32", "1024")}
    assert scales.with_room(small, False) == list(small)
    assert scales.with_room({"64": 64.0}, False) == ["64"]
    assert scales.with_room({"0": 0.0, "10": 10.0, "10.1": 10.1}, True) == ["0", "10", ""]


def test_zero_has_a_place_on_the_axis_of_a_swept_parameter():
    sizes = [scales.place(each) for each in ("0", "1", "50")]
    assert sizes == [0.5, 1, 50] and scales.place("0", even=True) == 0
    assert scales.evenly_spaced([0, 16, 8]) and not scales.evenly_spaced([0, 1, 5, 50])
    assert not scales.evenly_spaced([3])


def test_settings_are_in_the_order_of_their_numbers():
    table = data.Samples([made.row("time_s", 1.0, parameters=f"delta={i}") for i in (10, 2)] +
                       [made.row("failure", math.nan, parameters="delta=4", record="exit status 1")])
    assert table.parameters("smq") == ["delta=2", "delta=4", "delta=10"]


def test_series_have_distinct_marks_and_colours_of_families():
    looks = style.series(made.TEN)
    assert len({look["marker"] for look in looks.values()}) == len(looks)
    assert looks["smq"]["color"] == looks["smq.default"]["color"] != looks["obim"]["color"]
    assert looks["smq"]["linestyle"] != looks["smq.default"]["linestyle"]
    alone = style.series(["smq", "smq.default"])
    assert alone["smq"]["color"] != alone["smq.default"]["color"]


@pytest.mark.parametrize("low, high", [(0.9, 1.1), (0.2, 60), (1e-4, 1e5), (0.99, 1.01)])
def test_ticks_are_few_and_inside(low, high):
    ticks = scales.log_ticks(low, high)
    assert 2 <= len(ticks) <= 7 and all(low <= tick <= high for tick in ticks)


def test_ticks_keep_a_distance_where_an_axis_is_short():
    assert 1.25 in scales.log_ticks(0.9, 3.2)
    ticks = scales.log_ticks(0.9, 3.2, 0.16)
    assert 1 in ticks and len(ticks) >= 3
    assert min(math.log(b / a) for a, b in zip(ticks, ticks[1:])) >= 0.16 * math.log(3.2 / 0.9)


def test_a_number_that_few_runs_tell_does_not_change_the_rounds():
    rows = [made.row("time_s", 1.0, turn=i) for i in range(5)] + [made.row("history.tdf.first", 2.0)]
    assert data.Samples(rows).rounds() == "5 rounds"


def test_ratio_of_one_round_has_no_interval():
    value, low, high = data.ratio({(0, 0): 2.0}, {(0, 0): 1.0})
    assert value == 2 and math.isnan(low) and math.isnan(high)


def test_numbers_in_texts_of_a_picture_are_not_rounded():
    text = svg.finish('<svg width="1pt"><path d="M 1.23456 2"/><text x="3.45678">0.1234</text></svg>',
                      "title", "words & more")
    assert "M 1.23 2" in text and 'x="3.46"' in text and "0.1234" in text
    assert "words &amp; more" in text


def test_axes_have_the_symbols_of_the_papers():
    assert charts.style.symbol("delta") == "\u0394" and charts.style.symbol("hw-hrq") == "hw-hrq"
