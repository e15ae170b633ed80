"""The chart of control: what it draws, and that the table of the lab book grows as the pages say."""

import math
import re

import pytest

from lab.bench import control_chart

TEXT = control_chart.PAGE.read_text(encoding="utf-8")
TABLE = """\
| ranks | one | other |
| ---: | ---: | ---: |
| 2 | 0.5, 1; 32 | 1.0, 2; 48 |
| 4 | 0.8, 3; 64 | 1.5, 4; 176 |
"""


def test_a_table():
    assert control_chart.table(f"# Page\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n{TABLE}") == {
        "one": {2: (1, 32), 4: (3, 64)}, "other": {2: (2, 48), 4: (4, 176)}}


def test_a_page_without_the_table():
    with pytest.raises(control_chart.program.UserError, match="no table of control-bench"):
        control_chart.table("| ranks | one |\n| ---: | ---: |\n| 2 | 3 |\n")


def test_messages_grow_with_the_logarithm_of_the_ranks_up_to_4096():
    events = control_chart.table(TEXT)
    assert len(events) == 6
    for event, costs in events.items():
        assert list(costs) == [2**power for power in range(1, 13)], event
        for ranks, (messages, size) in costs.items():
            assert messages <= 2 * math.log2(ranks), (event, ranks)
            assert size <= (20 * ranks + 8) * math.log2(ranks) + 32, (event, ranks)


def test_a_line_per_event_and_panel(tmp_path):
    events = {"one": {2: (1, 32), 4: (3, 64)}, "other": {2: (2, 48), 4: (4, 176)}}
    control_chart.Chart(events).save(tmp_path / "control.svg")
    text = (tmp_path / "control.svg").read_text()
    for colour in control_chart.chart_style.COLOURS[:2]:
        assert len(re.findall(f"<path [^>]*stroke: {colour.lower()}", text)) >= 2
    assert {"one", "other"} <= set(re.findall(r">([a-z]+)</text>", text))
