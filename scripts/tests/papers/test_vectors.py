"""Numbers and vectors of claims: what functions compute from made rows."""

import math

import numpy as np
import pytest
from judged_rows import KINDS, row, rows

from galois_cps.runs import UserError, stats
from papers.engine.judge import vectors
from papers.engine.judge.cases import Facts
from papers.engine.judge.claims import Need, Ran
from papers.engine.judge.expression import Expression
from papers.engine.judge.samples import SampledCells
from papers.engine.judge.selection import CaseNumbers, Scope, matches
from papers.engine.judge.vectors import Missing, Vector, plain

FACTS = {"app": "sssp", "graph": "NE", "kind": "road", "threads": 4, "nodes": 1000.0,
         "edges": 3000.0, "source": "S", "machine": ""}


def made():
    """A heat map of SMQ, a delta sweep of OBIM, thread counts, counters, failures, two graphs."""
    found = rows({"time_s": 2.0, "tasks.executed": 100, "tasks.useful": 80, "wasted_work": 1.25,
                  "nodes": 1000, "edges": 3000}, series="mq0")
    for prob in ("1/2", "1/8"):
        for size in (1, 4, 64):
            cost = 1 + abs(math.log2(size) - 2) / 4 + (prob == "1/2") / 8
            found += rows({"time_s": cost, "tasks.executed": 90 * cost},
                          parameters=f"steal-prob={prob} steal-size={size}")
    for delta, cost in ((8, 9.0), (10, 4.0), (12, 1.5), (14, 1.0), (16, 1.2), (18, 3.0)):
        for chunk in (16, 64):
            found += rows({"time_s": cost * (1 + (chunk == 16) / 10)}, series="obim",
                          parameters=f"chunk={chunk} delta={delta}")
    for threads in (1, 2, 8):
        found += rows({"time_s": 16.0 / threads, "tasks.executed": 100 * threads}, series="pmod",
                      threads=threads)
    found += rows({"time_s": 3.0, "drift.mean": 7.0, "breakdown.enqueue": 0.2,
                   "breakdown.dequeue": 0.3, "worklist.steals": 12, "history.lmf.last": 13,
                   "rank.p99": 40}, series="hdcps-srq")
    found += rows({"time_s": 5.0}, series="reld", graph="rmat")
    found += [row("failure", math.nan, series="spraylist")]
    return found


@pytest.fixture(scope="module")
def table():
    return SampledCells(made(), lambda graph: KINDS[graph], 50, 1)


def value(table, text, scope=Scope(frozenset({("sssp", "NE")}), 4)):
    """The complete sample's element of what a claim may write."""
    result = Expression(text).of(CaseNumbers(table, scope, FACTS))
    if isinstance(result, Vector):
        return list(result.data[:, 0])
    return np.broadcast_to(plain(result), (table.draws.size,))[0]


MEASURED = {
    'time("mq0")': 2,
    'tasks("mq0")': 100,
    'useful("mq0")': 80, 'ww("mq0")': 1.25, 'drift("hdcps-srq")': 7,
    'share("hdcps-srq", "dequeue")': 0.3,
    'share("hdcps-srq", "enqueue", "dequeue")': 0.5,
    'counter("hdcps-srq", "steals")': 12, 'history("hdcps-srq", "lmf", "last")': 13,
    'metric("hdcps-srq", "rank.p99")': 40,
    'argbest("smq", "steal-size")': 4, 'argbest("obim", "delta", chunk=16)': 14,
    'time("smq.best")': 1,
    'tasks("smq.best")': 90,
    'time("smq", steal_prob="1/2", steal_size=4)': 1.125,
    'time("smq", steal_prob=0.125, steal_size=64)': 2,
    'time("smq.best", steal_size=">4")': 2,
    'time("smq.best", steal_size=[1, 64])': 1.5,
    'time("pmod", threads=1)': 16,
    'time("pmod", threads=">2")': 2,
    'time("reld", graph="rmat")': 5,
    'time("reld", kind="skewed")': 5,
    'argmin(time("obim.best", over="delta"))': 14,
    'argmax(time("obim.best", over="delta"))': 8,
    'at(time("obim.best", over="delta"), 12)': 1.5,
    'at(time("obim.best", over="delta"), argmin(time("obim.best", over="delta")))': 1,
    'threads': 4,
    'nodes / threads': 250,
    'min(time(["mq0", "smq.best"]))': 1,
    'min(time("mq0"), 1.5, 7)': 1.5,
    'max(time("mq0"), 3)': 3,
    'min(time(["spraylist", "mq0"]))': 2,
    'count(time("smq", over="cells") <= 1.3)': 2,
    'share_of(time("smq", over="cells", steal_size="<=4") <= 1.5)': 0.75,
    'unimodal(time("obim.best", over="delta"))': True,
    'unimodal(-time("obim.best", over="delta"))': False,
    'falling(time("pmod", over="threads"))': True,
    'rising(time("pmod", over="threads"))': False,
    'rising(tasks("pmod", over="threads"))': True,
    'slope(log(time("pmod", over="threads")), log(labels(time("pmod", over="threads"))))': -1,
    'slope(tasks("pmod", over="threads"))': 100,
    'r2(tasks("pmod", over="threads"))': 1,
    'spearman(time("smq", over="cells"), tasks("smq", over="cells"))': 1,
    'first(time("pmod", over="threads"))': 16,
    'last(time("pmod", over="threads"))': 2,
    'sum(time("pmod", over="threads"))': 26,
    'mean(tasks("pmod", over="threads"))': 1100 / 3,
    'median(time("pmod", over="threads"))': 8,
    'gm(time("pmod", over="threads", threads=[1, 2]))': 128 ** .5,
    'sd(tasks("pmod", over="threads", threads=[1, 2]))': 50,
    'any(time("pmod", over="threads") > 15)': True,
    'all(time("pmod", over="threads") > 15)': False,
    'max(time("pmod", over="threads"))': 16,
    'if_else(time("mq0") > 3, 1, 4)': 4,
    '~(time("mq0") > 3)': True,
    '(time("mq0") > 1) + (time("pmod", threads=1) > 1)': 2,
    '1 - time("mq0") / 4': 0.5, 'abs(-time("mq0")) ** 2 - 1': 3,
    '(time("mq0") > 3) | (time("mq0") > 1)': True,
    'time("mq0", stat="cv")': 0,
    'time("mq0", stat="range")': 0,
    'time("mq0", stat="mean")': 2,
}


@pytest.mark.parametrize("text", MEASURED)
def test_computes(table, text):
    assert value(table, text) == pytest.approx(MEASURED[text])


def test_vectors_have_an_element_for_each_label_in_order(table):
    assert value(table, 'time("pmod", over="threads")') == [16, 8, 2]
    assert value(table, 'labels(time("obim.best", over="delta"))') == [8, 10, 12, 14, 16, 18]
    assert len(value(table, 'time("smq", over=["steal_prob", "steal_size"])')) == 6
    assert value(table, 'time("*q0")') == [2]
    assert value(table, 'time(["mq0", "smq.best", "spraylist"])') == [2, 1]


def test_vectors_meet_by_label(table):
    both = ('time("obim.best", over="delta", delta=">=14")'
            ' / time("obim.best", over="delta", delta="<=16")')
    assert value(table, both) == [1, 1]
    with pytest.raises(Missing, match="no label in common"):
        value(table, both.replace("<=16", "<=8"))


def test_statistics_over_rounds():
    table = SampledCells([row("time_s", float(number + 1), round=number) for number in range(4)],
                  lambda graph: "", 20, 1)
    assert value(table, 'time("smq")') == 2.5
    assert value(table, 'time("smq", stat="min")') == 1
    assert value(table, 'time("smq", stat="max")') == 4
    assert value(table, 'time("smq", stat="range")') == 3
    assert value(table, 'time("smq", stat="sd")') == pytest.approx(np.std([1, 2, 3, 4], ddof=1))
    assert value(table, 'time("smq", stat="cv")') == pytest.approx(np.std([1, 2, 3, 4], ddof=1) / 2.5)


MISSING = ['time("spraylist")', 'time("nothing")', 'drift("mq0")', 'time("mq0", threads=64)',
           'time("mq0", delta=3)', 'at(time("pmod", over="threads"), 3)', 'time("reld")',
           'spearman(time(["mq0"]), time(["mq0"]))', 'gm(time("mq0"))']


@pytest.mark.parametrize("text", MISSING)
def test_without_runs_there_is_no_value(table, text):
    with pytest.raises(Missing):
        value(table, text)


def test_an_ambiguous_cell_is_an_error_that_names_the_rest(table):
    with pytest.raises(UserError, match="smq has 6 cells here .*steal-size.*; say .best"):
        value(table, 'time("smq")')
    with pytest.raises(UserError, match="several applications, graphs"):
        value(table, 'time("pmod.best", threads=">0")')


def test_conditions_on_facts():
    facts = Facts(FACTS | {"runs": 3, "edges": math.nan}, frozenset({"smq"}))

    assert facts.unmet(Need("nodes / threads", 250)) == facts.unmet(Ran("smq.best")) == ""
    assert facts.unmet(Need("nodes / threads", 251)) == \
        "needs nodes / threads >= 251, but nodes / threads is 250"
    assert facts.unmet(Ran("reld")) == 'needs has("reld")'
    assert facts.unmet(Need("edges", 1)) == "needs edges >= 1, but edges is unknown"
    with pytest.raises(AttributeError):
        assert facts.noodles


def test_selectors():
    assert matches(4, 4) and matches("4", 4) and matches("1/8", 0.125) and matches("pull", "pull")
    assert matches(4, ">=4") and matches("1/8", "<1/4") and not matches(4, ">4")
    assert matches(4, [1, 4]) and not matches(4, [1, 2]) and not matches("pull", "push")


def test_correlation_is_unknown_where_one_side_is_constant():
    flat = Vector((1, 2, 3), np.ones((3, 2)))
    tied = Vector((1, 2, 3), np.array([[1.0, 3], [1, 2], [2, 1]]))
    assert np.isnan(vectors.spearman(flat, tied).data).all()
    assert vectors.spearman(tied, tied).data == pytest.approx([1, 1])
    assert list(stats.ranks(tied.data)[:, 0]) == [1.5, 1.5, 3]


def test_the_label_of_the_least_is_unknown_in_a_draw_without_a_value():
    data = Vector((8, 16), np.array([[1.0, np.nan], [2.0, 1.0]]))
    least = vectors.argmin(data).data
    assert least[0] == 8 and np.isnan(least[1]) and vectors.argmax(data).data[0] == 16


def test_times_are_numbers_of_seconds():
    assert [vectors.number_of(text) for text in ("500ns", "30us", "1.5ms", "2s", "1/8")] == [
        5e-7, 3e-5, 1.5e-3, 2.0, 0.125]
    with pytest.raises(Missing):
        vectors.number_of("8p")
    assert matches("30us", "<=1ms") and not matches("3ms", "<=1ms")


def test_a_condition_of_draws_is_no_truth(table):
    with pytest.raises(UserError, match="join two comparisons by `and`"):
        value(table, '1 < time("mq0") < 3')
