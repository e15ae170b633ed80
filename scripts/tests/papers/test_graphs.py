"""Graphs of a scale: how they are made, what is missing, and when they have changed."""

import pytest

import stand_in
from galois_cps.runs import UserError
from papers.engine.plan import catalogue, graphs

CONVERTED = """
[graphs.collected]
about = "a graph that others collected"
source = "road/collected.gr.xz"
convert = ["--weights=uniform:1:9"]
[graphs.heavy]
about = "the same, heavier"
source = "graph:collected"
convert = ["--scale-weights=64"]
[graphs.tree]
about = "a recorded tree"
record = ["-g=9"]
suffix = "tree"
[graphs.clique]
about = "a graph of another format"
source = "graph:road"
suffix = "clq"
"""


@pytest.fixture
def some(tmp_path):
    folder = stand_in.folder(tmp_path, cases=stand_in.CASES + CONVERTED)
    tools = stand_in.programs(tmp_path / "bin")
    converter = tools / "graph-convert"
    converter.write_text('#!/bin/sh\ncat "$1" > "$2"; echo "$3" >> "$2"\n')
    converter.chmod(0o755)
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    return graphs.Graphs(catalogue.load(folder), tmp_path / "graphs", tools, inputs)


def test_a_made_graph_has_the_arguments_of_the_catalogue(some):
    assert some.prepare(["road", "road"], lambda text: None) == []
    assert some.path("road").read_text().split()[2] == "--nodes=10"


def test_what_cannot_be_made_is_returned_with_advice(some):
    assert some.prepare(["far", "collected", "heavy"], lambda text: None) \
        == ["far", "collected", "heavy"]
    assert "inputs/fetch far-away" in some.advice("far")
    assert "GALOIS_SHARED_INPUTS" in some.advice("heavy")


def test_a_graph_of_a_graph_makes_the_first_one_too(some, tmp_path):
    text = tmp_path / "inputs" / "road" / "collected.gr.xz"
    text.parent.mkdir()
    text.write_text("arcs\n")
    assert some.tools(["heavy", "road"]) == ["graph-convert", "graph-gen"]
    assert some.prepare(["heavy"], lambda text: None) == []
    assert some.path("heavy").read_text() == "arcs\n--weights=uniform:1:9\n--scale-weights=64\n"


def test_a_graph_may_have_another_format(some):
    assert some.prepare(["clique"], lambda text: None) == []
    assert some.path("clique").name == "clique.clq" and some.there("clique")
    assert some.path("clique").read_text().startswith(some.path("road").read_text())


def test_a_tree_is_recorded_by_the_program_that_searches_it(some, tmp_path):
    stand_in.script(tmp_path / "bin" / "semigroups-cpu", 'echo "$@" > "${3#--record-tree=}"')
    assert some.can_be_made("tree") and some.tools(["tree"]) == ["semigroups-cpu"]
    assert some.prepare(["tree"], lambda text: None) == []
    assert some.path("tree").read_text().split() == [
        "-g=9", "--skeleton=seq", f"--record-tree={some.path('tree')}"]


def test_a_tool_that_fails_is_named_with_its_last_words(some, tmp_path):
    (tmp_path / "bin" / "graph-gen").write_text("#!/bin/sh\necho no space >&2\nexit 1\n")
    with pytest.raises(UserError, match="cannot make road: no space"):
        some.prepare(["road"], lambda text: None)
    (tmp_path / "bin" / "graph-gen").unlink()
    with pytest.raises(UserError, match="cannot run"):
        some.prepare(["road"], lambda text: None)


def test_the_fingerprint_follows_the_content(some, tmp_path):
    some.prepare(["road"], lambda text: None)
    before = some.fingerprint("road")
    other = graphs.Graphs(some._catalogue, tmp_path / "graphs", tmp_path)
    assert other.fingerprint("road") == before
    some.path("road").write_text("something else")
    changed = graphs.Graphs(some._catalogue, tmp_path / "graphs", tmp_path)
    assert changed.fingerprint("road") != before
