"""scripts/dev/rooms-picture: which arrows the picture has."""

import pytest
from conftest import load_program

rooms = load_program("dev/rooms-picture")
ARROWS = {"top": {"middle", "low"}, "middle": {"low", "lower"}, "low": {"lower"}, "lower": {"low"}}


def test_rooms_that_need_each_other_are_one_box():
    assert rooms.joined(ARROWS) == {"top": {"middle", "low\nlower"}, "middle": {"low\nlower"}, "low\nlower": set()}


def test_an_arrow_that_follows_from_others_is_left_out():
    assert rooms.reduced(rooms.joined(ARROWS)) == {"top": {"middle"}, "middle": {"low\nlower"}, "low\nlower": set()}


def test_the_text_for_graphviz():
    text = rooms.graph({"libgalois/a": {"libgalois/b\nlibgalois/c"}, "libgalois/b\nlibgalois/c": set()})
    assert '"libgalois/a" -> "libgalois/b\\nlibgalois/c";' in text and text.count("fillcolor=") == 2


@pytest.mark.slow
def test_rooms_of_c_and_python_have_arrows():
    found = rooms.all_rooms()
    assert "libgalois/substrate" in found["libgalois/worklists"]
    assert "python/galois_cps/runs" in found["scripts/lab/bench"]
    assert "scripts/papers/engine/judge" in found["scripts/papers/engine/show"]
    assert found["scripts/dev"] == {"scripts/lib"}
