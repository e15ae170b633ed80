"""lab.peers.questions: right answers in the forms that packages give, and wrong ones."""

import numpy
import pytest
from lab.peers import grfile, questions

import peers_stand_in as stand_in

INF = float("inf")
OURS = numpy.array([0.0, 2, 4, INF])


@pytest.fixture
def graph(tmp_path):
    return grfile.read(stand_in.write_gr(tmp_path / "g.gr", [(0, 1, 1), (1, 2, 1), (2, 2, 1)], 3))


@pytest.mark.parametrize("values", [
    numpy.array([0, 2, 4, INF]), numpy.array([0, 2, 4, numpy.finfo(float).max]),
    numpy.array([0, 2, 4, -1]), numpy.array([0, 2, 4, numpy.nan]),
    numpy.array([0, 2, 4, 2**64 - 1], dtype=numpy.uint64),
    numpy.array([0, 2, 4, 2**63 - 1], dtype=numpy.int64),
    numpy.array([0, 2, 4, 2**32 - 1], dtype=numpy.uint32)])
def test_distances_of_every_form_are_equal(values, graph):
    judged = questions.judge("sssp", values, OURS, graph)
    assert judged.answer == {"checksum": 6, "summary": {"reached": 3, "max": 4}}
    assert judged.shown == "equal"


@pytest.mark.parametrize(("values", "complaint"), [
    ([0, 2, 5, INF], "1 distances differ from ours; that of node 2 is 5 instead of 4"),
    ([0, 2, 4, 9], "node 3 is 9 instead of unreached"),
    ([0, 2, INF, INF], "node 2 is unreached instead of 4"),
    ([0, 2, 4], "3 nodes instead of 4"), ([0, 2.5, 4, INF], "not whole")])
def test_wrong_distances_are_told(values, complaint, graph):
    with pytest.raises(questions.WrongAnswer, match=complaint):
        questions.judge("bfs", numpy.array(values), OURS, graph)


def test_forests_are_compared_by_edges_and_weight(graph):
    ours = numpy.array([0.0, 1, 5, 1, 2, 6])
    other = numpy.array([2, 1, 6, 0, 1, 5], dtype=numpy.uint64)
    assert questions.judge("mst", other, ours, graph).answer["checksum"] == 11
    for values, complaint in (([0, 1, 5], "1 edges instead of 2"), ([0, 1], "no multiple of 3"),
                              ([0, 1, 5, 0, 2, 7], "weighs 12 instead of 11")):
        with pytest.raises(questions.WrongAnswer, match=complaint):
            questions.judge("mst", numpy.array(values), ours, graph)


def test_ranks_may_differ_by_the_tolerance(graph):
    ours = numpy.array([0.5, 0.3, 0.2])
    assert questions.judge("pagerank", ours + [3e-5, -3e-5, 0], ours, graph).shown == "within 6e-05"
    for values in (ours + [1e-4, -1e-4, 0], ours * numpy.nan, 3 * ours):
        with pytest.raises(questions.WrongAnswer, match="from ours in L1"):
            questions.judge("pagerank", values, ours, graph)


def test_colours_are_proper_and_counted(graph):
    """The loop at node 2 does not count, and colours may have any numbers."""
    judged = questions.judge("color", numpy.array([7, 1, 7]), OURS, graph)
    assert (judged.colors, judged.shown) == (2, "2 colours")
    for values, complaint in (([1, 1, 2], "1 edges join"), ([1, INF, 1], "no colour"),
                              ([1, 2], "2 nodes have colours instead of 3")):
        with pytest.raises(questions.WrongAnswer, match=complaint):
            questions.judge("color", numpy.array(values), OURS, graph)


@pytest.mark.parametrize(("question", "values", "ours"), [
    ("components", [7, 7, 2], [0, 0, 2]), ("components", [5, 4, 3], [0, 1, 2]), ("kcore", [2, 2, 1], [2, 2, 1]),
    ("triangles", [5], [5]), ("betweenness", [0, 3 * (1 + 1e-7), 1], [0, 3, 1]), ("clustering", [0, 0.50004, 1], [0, 0.5, 1]),
    ("paths", [0, 1.00009, 1e308], [0, 1, INF]), ("paths", [0, 1, INF], [0, 1, INF]),
    ("power", [0.25, 0.75, 0], [0.25002, 0.74998, 0])])
def test_right_values(graph, question, values, ours):
    assert questions.judge(question, numpy.array(values), numpy.array(ours, dtype=float), graph).shown


@pytest.mark.parametrize(("question", "values", "ours", "complaint"), [
    ("components", [0, 0, 2], [0, 1, 2], "2 components instead of 3"),
    ("components", [0, 0, 2], [0, 1, 1], "2 components instead of 2, or other ones"),
    ("kcore", [2, 2, 2], [2, 2, 1], "number 2 is 2 instead of 1"),
    ("kcore", [2, 2], [2, 2, 1], "has 2 nodes instead of 3"),
    ("triangles", [4], [5], "number 0 is 4 instead of 5"),
    ("betweenness", [0, 3.0001, 1], [0, 3, 1], "1 values differ from ours by more than 1e-06"),
    ("clustering", [1e-9, 1, 1], [0, 1, 1], "number 0 is 1e-09 instead of 0"),
    ("paths", [0, 1, INF], [0, 1, 2], "number 2 is inf instead of 2"),
    ("paths", [0, 1, 2], [0, 1, INF], "number 2 is 2 instead of inf"),
    ("power", [0.25, numpy.nan, 0.5], [0.25, 0.25, 0.5], "number 1 is nan"),
])
def test_wrong_values(graph, question, values, ours, complaint):
    with pytest.raises(questions.WrongAnswer, match=complaint):
        questions.judge(question, numpy.array(values), numpy.array(ours, dtype=float), graph)
