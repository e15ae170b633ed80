"""scripts/dev/explore: its table, how it plants faults, and what it makes of results. The step `executions` of
scripts/test runs it."""

import concurrent.futures
import pathlib
import tomllib

import pytest

from conftest import load_program

explore = load_program("dev/explore")
ENTRIES = tomllib.loads(explore.TABLE.read_text(encoding="utf-8"))["structure"]


def structures(folder):
    return [explore.Structure(entry, folder, [], False) for entry in ENTRIES]


def test_plants_thirty_faults_of_these_kinds(tmp_path):
    kinds = [fault["kind"] for structure in structures(tmp_path) for fault in structure.faults]
    assert len(kinds) >= 30 and {"wrong order", "dropped recheck", "ABA", "early empty"} <= set(kinds)


@pytest.mark.parametrize("structure", structures(pathlib.Path("unused")), ids=lambda structure: structure.name)
def test_each_entry_is_about_what_there_is(structure):
    assert structure.test.is_file() and structure.scenarios
    plants = structure.all_plants()
    assert [plant.number for plant in plants] == list(range(1, len(plants) + 1))
    excused = [plant for plant in plants if plant.why]
    assert len(excused) >= len(structure.kept)  # none of them speaks of an access that is gone


def test_puts_each_fault_behind_its_number(tmp_path):
    structure = next(each for each in structures(tmp_path) if each.name == "ChaseLevDeque")
    plants = structure.all_plants()
    structure.write_headers(plants)
    text = (structure.folder / "headers/galois/worklists/parts/stealing/ChaseLevDeque.h").read_text(encoding="utf-8")
    for plant in plants:
        assert text.count(f"planted({plant.number})") == 1
    assert "(::galois::test::planted(2) ? order::relaxed : order::release)" in text


def test_says_which_execution_fails():
    output = ("Deque<2u>: 2 threads, 7 executions, 0 blocked, 0 cut, at most 9 events, 0.00 s, complete\n"
              "Deque<3u>: 3 threads, 2 executions, 0 blocked, 0 cut, at most 9 events, 0.00 s, a fault\n"
              "failed: a | b\n  in file:3 by thread 1\n")
    assert explore.witness(output) == ("Deque<3u>", "failed: a \\| b")
    assert explore.witness("Deque: /home/Deque.h:7: offer(): Assertion `isTaken()' failed.\n") == \
        ("", "assertion of the header: `isTaken()`")
    assert explore.witness("") == ("", "a crash")


def test_one_of_the_structures_of_a_header_has_to_refuse_a_weaker_order():
    plants = [explore.Plant(number, pathlib.Path("List.h"), number, number + 1, "relaxed", f"order {number}")
              for number in (1, 2)]

    class Structure:
        faults: list = []
        planted = "program"

        def __init__(self, name, refuses):
            self.name, self.refuses, self.tried, self.plants = name, refuses, [], plants

        def run(self, program, number):
            self.tried.append(number)
            return (1, "a crash") if number in self.refuses else (0, "")

    first, second, problems, orders = Structure("first", {1}), Structure("second", set()), [], {}
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for structure in (first, second):
            explore.plant(structure, pool, orders, [])
    assert first.tried == [1, 2] and second.tried == [2]
    for tried in orders.values():
        explore.judge(tried, problems)
    assert problems == ["nothing refuses second: order 2"]


def test_times_may_differ_from_those_of_the_page():
    assert explore.without_time("| A | `B` | 2 | 1,440 | 0 | 0 | 0.25 s |") == "| A | `B` | 2 | 1,440 | 0 | 0 |"
    assert explore.without_time("| `A.h` | `b = 1;` | failed: b == 1 |") == "| `A.h` | `b = 1;` | failed: b == 1 |"


def test_the_page_has_what_was_explored():
    page = explore.PAGE.read_text(encoding="utf-8")
    rows = explore.section(page, "executions")
    for entry in ENTRIES:
        assert f"| {entry['name']} | " in rows
    assert explore.section(explore.section(page, "faults", "none\n"), "faults") == "none\n"


def test_refuses_a_name_that_nothing_has(tmp_path, monkeypatch):
    monkeypatch.setattr(explore, "explorer_objects", lambda folder: [])
    monkeypatch.setattr("sys.argv", ["explore", "--out", str(tmp_path), "NoSuchDeque"])
    with pytest.raises(SystemExit) as ended:
        explore.main()
    assert "NoSuchDeque is neither a structure" in str(ended.value)
