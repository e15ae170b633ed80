"""Tables of cells."""

import math

from judged_rows import row, rows

from papers.engine.judge.samples import Table

def test_a_record_in_several_figures_counts_once_and_two_runs_of_a_round_are_averaged():
    twice = [row("time_s", 1.0, figure=name, record="runs.jsonl:1") for name in ("f", "g")]
    other = row("time_s", 4.0, record="runs.jsonl:2")
    table = Table([*twice, other], lambda graph: "", 10, 1)
    cell, = table.cells
    assert list(cell.values["time_s"]) == [2.5]


def test_cells_tell_configurations_apart():
    found = []
    for different in ({}, {"graph": "W"}, {"threads": 1},
                      {"parameters": "smq:steal-size=4 steal-prob=1/8"}):
        found += rows({"time_s": 1.0}, **different)
    found += [row("failure", math.nan, round=9)]
    table = Table(found, lambda graph: "", 10, 1)
    assert len(table.cells) == 4 and table.draws.rounds == [0, 1, 2, 3, 4]
    assert [cell.failures for cell in table.cells] == [1, 0, 0, 0]
    assert table.cells[3].swept == {"steal_size": "4", "steal_prob": "1/8"}
    assert math.isnan(table.cells[0].median("nothing")) and table.cells[0].rounds == 5
