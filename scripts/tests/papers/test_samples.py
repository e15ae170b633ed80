"""Tables of cells."""

import math

import numpy as np
from judged_rows import row, rows

from papers.engine.judge.samples import SampledCells

def test_a_record_in_several_figures_counts_once_and_two_runs_of_a_round_are_averaged():
    twice = [row("time_s", 1.0, figure=name, record="runs.jsonl:1") for name in ("f", "g")]
    other = row("time_s", 4.0, record="runs.jsonl:2")
    table = SampledCells([*twice, other], lambda graph: "", 10, 1)
    cell, = table.cells
    assert list(cell.values["time_s"]) == [2.5]


def test_cells_tell_configurations_apart():
    found = []
    for different in ({}, {"graph": "W"}, {"threads": 1},
                      {"parameters": "smq:steal-size=4 steal-prob=1/8"}):
        found += rows({"time_s": 1.0}, **different)
    found += [row("failure", math.nan, round=9)]
    table = SampledCells(found, lambda graph: "", 10, 1)
    assert len(table.cells) == 4 and table.draws.rounds == [0, 1, 2, 3, 4]
    assert [cell.failures for cell in table.cells] == [1, 0, 0, 0]
    assert table.cells[3].swept == {"steal_size": "4", "steal_prob": "1/8"}
    assert math.isnan(table.cells[0].median("nothing")) and table.cells[0].rounds == 5


def test_the_best_cell_is_never_judged_on_the_rounds_that_chose_it():
    """Of 40 cells that differ by noise only, the least median of the same rounds is too good."""
    random = np.random.default_rng(3)
    found = [row("time_s", float(random.lognormal(0, 0.2)), round=number, parameters=f"delta={cell}")
             for cell in range(40) for number in range(8)]
    table = SampledCells(found, lambda graph: "", 10, 1)
    best = table.judged_afresh(table.cells, "obim")
    assert min(cell.time for cell in table.cells) + 0.03 < best.time < 1.15
    parts = best.parameters.split(" | ")
    assert len(parts) == 2 and table.judged_afresh(table.cells, "obim") is best
    # Each half was chosen by the other one.
    by_name = {cell.parameters: cell for cell in table.cells}
    evens, odds = slice(0, None, 2), slice(1, None, 2)
    for part, judged, chose in ((parts[0], evens, odds), (parts[1], odds, evens)):
        assert list(best.values["time_s"][judged]) == list(by_name[part].values["time_s"][judged])
        assert np.median(by_name[part].values["time_s"][chose]) == min(
            np.median(cell.values["time_s"][chose]) for cell in table.cells)


def test_a_cell_that_is_clearly_best_is_chosen_by_both_halves():
    found = [row("time_s", 1.0 + cell, round=number, parameters=f"delta={cell}")
             for cell in range(3) for number in range(5)]
    table = SampledCells(found, lambda graph: "", 10, 1)
    assert table.judged_afresh(table.cells, "obim") is table.cells[0]
    one = SampledCells([each for each in found if each["round"] == 2], lambda graph: "", 10, 1)
    assert one.judged_afresh(one.cells, "obim") is one.cells[0]
