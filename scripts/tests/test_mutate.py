"""The mutation gate: which places it damages and how, what it makes of the outcome, and whether its list of
survivors speaks of mutants that there are."""

import collections
import importlib.machinery
import importlib.util
import sys

import pytest

from conftest import SCRIPTS

_LOADER = importlib.machinery.SourceFileLoader("mutate", str(SCRIPTS / "mutate"))
_SPEC = importlib.util.spec_from_loader("mutate", _LOADER)
mutate = importlib.util.module_from_spec(_SPEC)
sys.modules["mutate"] = mutate  # where its dataclass looks for itself
_LOADER.exec_module(mutate)

CODE = """\
#include <atomic>
// Not here: a < b, order::release.
static_assert(kSize == 8, "nor here: order::acquire");
template <typename T>
void f() {
  word_.store(1, order::seq_cst);
  if (word_.load(order::seq_cst) != 0 && a <= b) g("a == b");
  word_.exchange(2, order::acq_rel);
  while (i < n) word_.fetch_add(1, order::relaxed);
}
"""


@pytest.fixture
def part(tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    path = tmp_path / "Part.h"
    path.write_text(CODE)
    return path


def test_orders_are_weakened_by_a_notch_and_comparisons_moved_by_one(part):
    found = collections.Counter((m.line, m.before, m.after) for m in mutate.mutants_of(part))
    assert found == collections.Counter([
        (6, "seq_cst", "release"),
        (7, "seq_cst", "acquire"), (7, "!=", "=="), (7, "<=", "<"),
        (8, "acq_rel", "acquire"), (8, "acq_rel", "release"),
        (9, "<", "<="),
    ])
    for m in mutate.mutants_of(part):
        assert CODE[m.start:m.end] == m.before


def outcome(part, monkeypatch, verdicts, listed=()):
    """What report() returns when the part's mutants have these verdicts, in turn."""
    wanted = mutate.mutants_of(part)
    monkeypatch.setattr(mutate, "listed_survivors", lambda: {wanted[i].key: "why" for i in listed})
    given = list(verdicts) + ["killed"] * (len(wanted) - len(verdicts))
    return mutate.report(wanted, {m: (verdict, "test") for m, verdict in zip(wanted, given)})


def test_a_survivor_fails_the_gate_unless_it_is_listed(part, monkeypatch, capsys):
    assert outcome(part, monkeypatch, []) == 0
    assert outcome(part, monkeypatch, ["invalid"]) == 0
    assert outcome(part, monkeypatch, ["survived"], listed=[0]) == 0
    capsys.readouterr()
    assert outcome(part, monkeypatch, ["survived"]) == 1
    assert "word_.store(1, order::seq_cst)" in capsys.readouterr().out


def test_every_listed_survivor_is_a_mutant_and_has_its_reason():
    mutants = {m.key for path in mutate.shared_files() for m in mutate.mutants_of(path)}
    assert mutants
    for key, why in mutate.listed_survivors().items():
        assert key in mutants, "the code has changed: try it again, or drop it"
        assert len(why.split()) >= 3
