"""Records to tidy rows, CSV and back, the choice of the best cell."""

import math

import pytest

import stand_in
from papers.engine.plan import plan, tidy

RECORD = {
    "time_s": 2.0, "wasted_work": 1.5, "nodes": 10, "edges": 20, "verified": True,
    "tasks": {"executed": 15, "useful": 10},
    "drift": {"mean": 3.5, "max": 9.0, "samples": 4},
    "breakdown": {"good_work": 0.5, "cycles_per_enqueue": 12.0},
    "worklist": {"pushes": 7, "lmf": [[0.0, 0], [0.5, 3], [0.75, 2], [1.0, 2]], "empty": []},
}


def test_every_number_of_a_record_has_its_dotted_name():
    found = dict(tidy.numbers(RECORD))
    assert found["time_s"] == 2 and found["nodes"] == 10
    assert found["tasks.executed"] == 15 and found["drift.mean"] == 3.5
    assert found["breakdown.good_work"] == 0.5 and found["worklist.pushes"] == 7
    assert "verified" not in found and "worklist.lmf" not in found


def test_a_history_is_summarised():
    found = dict(tidy.numbers(RECORD))
    wanted = {"first": 0, "last": 2, "min": 0, "max": 3, "mean": 1.75, "changes": 2, "rises": 1,
              "falls": 1, "first_change": 0.5}
    assert {name: found[f"history.lmf.{name}"] for name in wanted} == wanted
    assert "history.lmf.0.75" not in found


def test_the_points_of_a_history_are_rows_where_they_are_wanted():
    found = dict(tidy.numbers(RECORD, points=True))
    assert found["history.lmf.0.5"] == 3 and found["history.lmf.0.75"] == 2


def test_tasks_taken_place_a_history():
    record = {"worklist": {"lmf": [[0.0, 0], [0.5, 3], [0.75, 2]],
                           "lmf_pops": [[0.0, 0], [0.5, 640], [0.75, 900]]}}
    found = dict(tidy.numbers(record, points=True))
    assert found["history.lmf.first_change_pops"] == 640
    assert {found[f"history.lmf.{tasks}"] for tasks in (0, 640, 900)} == {0, 3, 2}
    assert "history.lmf.0.5" not in found and "history.lmf_pops.last" not in found
    del record["worklist"]["lmf_pops"]
    found = dict(tidy.numbers(record, points=True))
    assert found["history.lmf.0.5"] == 3 and "history.lmf.first_change_pops" not in found


def test_a_history_that_never_changes_has_no_first_change():
    found = dict(tidy.numbers({"worklist": {"tdf": [[0.0, 50.0]]}}))
    assert found["history.tdf.changes"] == 0 and "history.tdf.first_change" not in found


def test_a_table_survives_csv(tmp_path):
    row = {"figure": "f", "source": "T", "app": "sssp", "graph": "road", "series": "smq",
           "parameters": "a=1 b=2", "threads": 2, "round": 0, "seed": 1, "metric": "time_s",
           "value": 0.1, "record": "file:1"}
    failed = row | {"metric": "failure", "value": math.nan, "record": "file:2 ran past its 1 s"}
    tidy.write(tmp_path / "f.csv", [row, failed])
    first, second = tidy.read(tmp_path / "f.csv")
    assert first == row | {"seed": "1"}
    assert math.isnan(second["value"]) and second["record"] == failed["record"]


class Records:
    """Stands in for a store: times by swept value and round; None is a failure."""

    def __init__(self, times):
        self._times = times

    def find(self, config, repeat):
        times = self._times[dict(config.params)["steal-size"]]
        if repeat >= len(times):
            return None
        time = times[repeat]
        return "file:1", {"bench": {"failure": {}}} if time is None else {"bench": {}, "time_s": time}


def test_the_best_cell_has_the_least_median(tmp_path):
    session = stand_in.session(tmp_path)
    found = session.planner.wanted([session.catalogue.figures["map"]], ["S"], {}).cells
    cells = [cell for cell in found if dict(cell.swept).get("steal-prob") == "1"]
    best = tidy.choose(cells, Records({"1": [0.1, 9, 9], "4": [3, 4, 5]}), 3)
    assert dict(best["map", "S", "sssp", "road", "smq"])["steal-size"] == "4"


def test_a_cell_without_a_success_is_never_the_best(tmp_path):
    session = stand_in.session(tmp_path)
    found = session.planner.wanted([session.catalogue.figures["map"]], ["S"], {}).cells
    cells = [cell for cell in found if dict(cell.swept).get("steal-prob") == "1"]
    best = tidy.choose(cells, Records({"1": [None, None], "4": [3, None]}), 2)
    assert dict(best["map", "S", "sssp", "road", "smq"])["steal-size"] == "4"
    assert tidy.choose(cells, Records({"1": [None], "4": [None]}), 2) == {}


def test_nothing_is_chosen_while_a_cell_has_not_run(tmp_path):
    session = stand_in.session(tmp_path)
    found = session.planner.wanted([session.catalogue.figures["map"]], ["S"], {}).cells
    cells = [cell for cell in found if dict(cell.swept).get("steal-prob") == "1"]
    assert tidy.choose(cells, Records({"1": [1.0], "4": []}), 2) == {}


def test_noise_compares_the_two_runs_of_one_round():
    class Store:
        def records(self):
            for repeat, time in ((0, 2.0), (1, 3.0), (plan.AGAIN, 3.0), (plan.AGAIN + 5, 1.0)):
                yield {"bench": {"key": "k", "repeat": repeat}, "time_s": time}

    assert tidy.noise(Store()) == [1.5]


@pytest.mark.parametrize("summary, reached", [({"reached": 445213, "max": 6}, 445213), ({"reached": True}, 90),
                                              ({"trees": 1}, 1000), (None, 1000)])
def test_the_size_of_a_run_is_the_nodes_that_it_reaches(summary, reached):
    record = {"nodes": 1000, "tasks": {"useful": 90}, "answer": {"checksum": 1, "summary": summary}}
    assert dict(tidy.numbers(record))["reached"] == reached
    assert "reached" not in dict(tidy.numbers({"answer": {"checksum": 1}}))
