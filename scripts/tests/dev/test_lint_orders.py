"""The lint of order comments: what it accepts, and each thing it must catch."""

import pytest

from conftest import load_program

lint_orders = load_program("dev/lint-orders")

GOOD = """
/**
 * A flag. Reading is O(1), and (3) of the paper's steps.
 */
void set() {
  // (1) release: synchronizes with (2), so that a reader
  // finds the data written.
  flag_.store(true, order::release);
}
bool get() {
  return flag_.load(order::acquire); // (2) acquire: pairs with (1)
}
bool hint() { return flag_.load(order::relaxed); }
"""


@pytest.fixture
def problems(tmp_path):
    def check(**files):
        sources = []
        for name, text in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_text(text)
            sources.append(lint_orders.Source(path))
        return [text.removeprefix(f"{tmp_path}/") for text in lint_orders.check(sources)]

    return check


def test_a_well_explained_file_passes(problems):
    assert problems(Flag_h=GOOD) == []


@pytest.mark.parametrize("old, new, said", [
    ("(1) release: synchronizes with (2), so that a reader", "so that a reader",
     "Flag.h:8: release without a number"),
    (" // (2) acquire: pairs with (1)", "", "Flag.h:11: acquire without a number"),
    ("synchronizes with (2)", "synchronizes with (7)", "(1) cites (7), which is nowhere in reach"),
    ("pairs with (1)", "pairs with (2)", "(2) (Flag.h:11) does not name it back"),
    ("synchronizes with (2), so", "so", "(1) release names no partner"),
    ("(2) acquire: pairs", "(1) acquire: pairs", "(1) is acquire here and release in line 6"),
    ("order::acquire", "order::seq_cst", "seq_cst here, but the comment says acquire"),
    ("order::acquire", "std::memory_order_seq_cst", "seq_cst here, but the comment says acquire"),
])
def test_each_fault_is_found(problems, old, new, said):
    assert old in GOOD
    assert any(said in text for text in problems(Flag_h=GOOD.replace(old, new)))


def test_a_statement_over_several_lines_is_covered_by_the_comment_above_it(problems):
    assert problems(Lock_h="""
      // (1)(2) acquire: synchronizes with the release (3).
      return word_.compare_exchange_strong(old, fresh,
                                           order::acquire,
                                           order::relaxed);

      word_.store(0, order::release); // (3) release: synchronizes with the acquires (1) and (2)
    """) == []


def test_a_comment_beyond_a_blank_line_covers_nothing(problems):
    assert len(problems(Lock_h="""
      // (1) acq_rel: everybody here.

      word_.exchange(1, order::acq_rel);
    """)) == 1


def test_acq_rel_may_pair_with_itself(problems):
    assert problems(Count_h="""
      // (1) acq_rel: the last arrival acquires what all others released.
      count_.fetch_add(1, order::acq_rel);
    """) == []


def test_a_number_in_passing_need_not_be_named_back(problems):
    assert problems(Lock_h=GOOD + """
      // (5) relaxed: only a hint; (2) decides.
      flag_.load(order::relaxed);
    """) == []


def test_header_and_source_of_one_name_share_numbers(problems):
    head, tail = GOOD.split("bool get()")
    assert problems(Flag_h=head, Flag_cpp="bool get()" + tail) == []
    assert problems(Flag_h=head, Other_cpp="bool get()" + tail) != []


def test_an_included_file_is_in_reach(problems):
    head, tail = GOOD.split("bool get()")
    assert problems(Flag_h=head, Other_cpp='#include "galois/Flag.h"\nbool get()' + tail) == []


def test_orders_in_comments_and_strings_do_not_count(problems):
    assert problems(Text_h='''
      // order::acquire would be too strong here.
      const char* kText = "order::release // (9) not a comment";
      /* order::seq_cst */
    ''') == []
