"""When two answers are the same."""

import pytest

from galois_cps.runs import answers


def ranks(top, tolerance=None, key="a"):
    record = {"answer": {"checksum": None, "summary": {"sum": 1.0, "top": top}},
              "bench": {"problem": "p", "key": key, "replay": "", "config": {"app": "a", "input": "i"}}}
    if tolerance:
        record["params"] = {"tolerance": tolerance}
    return record


def test_whole_numbers_are_compared_exactly():
    assert answers.same({"sum": 3, "list": [1, 2]}, {"sum": 3, "list": [1, 2]})
    assert not answers.same({"sum": 3}, {"sum": 4})
    assert not answers.same([1, 2], [1])


def test_another_solution_as_good_is_no_difference():
    assert answers.same({"size": 2, "clique": [1, 2]}, {"size": 2, "clique": [4, 5]})
    assert not answers.same({"size": 2, "clique": [1, 2]}, {"size": 3, "clique": [1, 2, 3]})
    assert not answers.same({"size": 2, "clique": [1, 2]}, {"size": 2})


def test_rounding_is_no_difference():
    assert answers.same(1.0, 1.0 + 1e-9)
    assert not answers.same(1.0, 1.001)


def test_a_tolerance_that_was_asked_for_is_granted():
    book = answers.AnswerBook()
    book.check(ranks([[5, 0.2], [7, 0.1]], 1e-3))
    book.check(ranks([[7, 0.2009], [5, 0.0999]], 1e-3))
    with pytest.raises(answers.AnswerMismatch):
        book.check(ranks([[5, 0.204], [7, 0.1]], 1e-3))


def test_without_one_nodes_keep_their_places():
    book = answers.AnswerBook()
    book.check(ranks([[5, 0.2], [7, 0.1]]))
    with pytest.raises(answers.AnswerMismatch):
        book.check(ranks([[7, 0.2], [5, 0.1]]))
