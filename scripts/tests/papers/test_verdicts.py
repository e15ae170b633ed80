"""Verdicts on synthetic samples whose truth is known, and on claims that no run can decide."""

import dataclasses
import json
import math
import types

import judged_rows as made
import numpy as np
import pytest

from galois_cps.runs import UserError
from papers.engine.judge import claims, scales, verdicts
from papers.engine.judge.claims import Claim
from papers.smq import published_claims

CATALOGUE = made.catalogue(series=("smq", "mq0"))
RATIO = {"value": 'time("mq0") / time("smq")',
         "agrees": "all(value > 1) and gm(value) >= 1.5",
         "disagrees": "gm(value) < 1.1"}
WORDS = {"value": 'time("mq0") / time("smq")',
         "agrees": "all(value > 1) and gm(value) >= 1.5",
         "disagrees": "gm(value) < 1.1"}


def claim(**fields):
    basis = {"id": "smq-18", "says": "It holds.", "figures": ("f",), "kinds": ("S",), "graphs": 0,
             "ranges": {}}  # what test_rules.py is about does not apply
    return Claim(**basis | RATIO | fields)


def judged(rows, catalogue=CATALOGUE, draws=2000, **fields):
    return verdicts.judge([claim(**fields)], {"f": rows}, catalogue, draws)


def only(rows, **fields):
    found = judged(rows, **fields)
    assert len(found) == 1
    return found[0]


def test_a_clear_lead_agrees():
    verdict = only(made.times(0.02, smq=1.0, mq0=2.0))
    assert (verdict.verdict, verdict.source) == ("agrees", "S")
    assert verdict.low < 2 < verdict.high and verdict.high - verdict.low < 0.1
    assert verdict.value == pytest.approx(2, rel=0.03)
    assert [each.case for each in verdict.cases] == ["sssp NE", "sssp W", "sssp cage", "sssp rmat"]
    assert all(each.low <= each.value <= each.high for each in verdict.cases)
    assert verdict.reason == "Agrees in 100 % of the draws; 4 of 4 cases."
    assert verdict.criteria == WORDS and verdict.figures == ("f",)


def test_a_clear_tie_disagrees():
    assert only(made.times(0.02, smq=1.0, mq0=1.0)).verdict == "disagrees"


def test_between_the_criteria_is_open():
    verdict = only(made.times(0.02, smq=1.0, mq0=1.3), agrees="gm(value) >= 1.5")
    assert verdict.verdict == "open"
    assert "Agrees in 0 % of the draws, disagrees in 0 %" in verdict.reason


def test_a_size_between_the_criteria_agrees_in_part_if_it_is_a_gain():
    claimed = {"agrees": "gm(value) >= 1.5", "disagrees": "gm(value) < 0.5", "of_size": True, "printed": 1.6}
    assert only(made.times(0.02, smq=1.0, mq0=1.3), **claimed).verdict == "agrees in part"
    none = only(made.times(0.02, smq=1.0, mq0=1.0), **claimed)
    assert none.verdict == "open" and "and maybe no gain" in none.reason


def test_noise_is_open():
    rows = made.times(0.8, rounds=9, smq=1.0, mq0=1.5)
    for each in rows:
        each["value"] = abs(each["value"])
    verdict = only(rows, agrees="gm(value) >= 1.5", disagrees=None)
    assert verdict.verdict == "open"
    assert verdict.low < 1.5 < verdict.high


def test_without_a_second_criterion_disagreement_is_negation():
    assert only(made.times(0.02, smq=1.0, mq0=1.3), disagrees=None).verdict == "disagrees"


def test_whole_rounds_are_drawn():
    """A slow round slows both sides, so that the ratio keeps its narrow interval."""
    rows = made.times(smq=1.0, mq0=2.0, rounds=8)
    slow = np.random.default_rng(5).uniform(1, 50, 8)
    for each in rows:
        each["value"] *= slow[each["round"]]
    verdict = only(rows)
    assert verdict.verdict == "agrees"
    assert verdict.low == pytest.approx(2) and verdict.high == pytest.approx(2)


def test_the_same_seed_gives_the_same_verdicts():
    rows = made.times(0.3, smq=1.0, mq0=1.5)
    first, second = judged(rows), judged(rows)
    assert first == second
    assert verdicts.judge([claim()], {"f": rows}, CATALOGUE, 2000, seed=2) != first


def test_intervals_cover_as_often_as_a_direct_bootstrap():
    rows = made.times(0.2, rounds=7, smq=1.0, mq0=1.0)
    mine = only(rows, draws=10000, where='graph == "NE"',
                agrees="median(value) > 0")
    by_series = {name: np.array([each["value"] for each in rows
                                 if (each["series"], each["graph"]) == (name, "NE")])
                 for name in ("smq", "mq0")}
    picks = np.random.default_rng(99).integers(7, size=(10000, 7))
    ratios = np.median(by_series["mq0"][picks], axis=1) / np.median(by_series["smq"][picks], axis=1)
    low, high = np.quantile(ratios, [0.025, 0.975])
    assert (mine.low, mine.high) == pytest.approx((low, high), rel=0.02)


def test_few_rounds_only_tend():
    verdict = only(made.times(0.02, rounds=4, smq=1.0, mq0=2.0))
    assert verdict.verdict == "tends to agree" and "only 4 rounds" in verdict.reason
    assert only(made.times(rounds=1, smq=1.0, mq0=1.0)).verdict == "tends to disagree"


def test_a_tendency_kind_only_tends():
    verdict = only(made.times(0.02, source="T", smq=1.0, mq0=2.0), kinds=("S", "T*"))
    assert (verdict.verdict, verdict.source) == ("tends to agree", "T")
    assert "few cores show a tendency only" in verdict.reason


def test_the_first_kind_with_a_verdict_decides():
    rows = made.times(0.02, source="T", smq=1.0, mq0=1.0) + made.times(0.02, smq=1.0, mq0=2.0)
    found = judged(rows, kinds=("T", "S"))
    assert [(each.source, each.verdict) for each in found] == [("T", "disagrees"), ("S", "agrees")]
    found = judged(rows, kinds=("S", "T*"))
    assert [(each.source, each.verdict) for each in found] == [
        ("S", "agrees"), ("T", "tends to disagree")]
    only_other = made.times(source="T", smq=1.0) + made.times(0.02, smq=1.0, mq0=2.0)
    assert judged(only_other, kinds=("T", "S"))[0].source == "S"
    assert verdicts.deciding(judged(rows, kinds=("T", "S")))["smq-18"].source == "T"
    undecided = made.times(0.02, source="T", smq=1.0, mq0=1.3) + made.times(0.02, smq=1.0, mq0=2.0)
    found = judged(undecided, kinds=("T", "S"), agrees="gm(value) >= 1.5")
    assert [(each.source, each.verdict) for each in found] == [("S", "agrees"), ("T", "open")]
    found = judged(undecided, kinds=("T*", "S"))
    assert [(each.source, each.verdict) for each in found] == [("S", "agrees"), ("T", "open")]


def test_runs_are_compared_with_what_is_computed():
    rows = made.times(smq=1.0, mq0=2.0)
    for place, graph in enumerate(made.KINDS):
        rows += made.rows({"trace.spread": 3.0 + place}, source="M", series="dijkstra", graph=graph,
                          threads=1)
    fields = {"where": "threads > 1",
              "value": 'metric("dijkstra", "trace.spread", threads=1)',
              "also": {"lead": 'time("mq0") / time("smq")'}, "disagrees": None,
              "agrees": "all(value >= 3) and all(lead > 1)"}
    verdict = only(rows, **fields)
    assert (verdict.verdict, verdict.source, len(verdict.cases)) == ("agrees", "S", 4)
    assert judged(rows, **fields | {"kinds": ("S", "M")})[0].verdict == "not run"
    assert only(rows, **fields | {"where": "threads == 1"}).verdict == "not run"


def test_too_small_says_what_is_missing():
    rows = made.times(smq=1.0, mq0=2.0)
    for graph in made.KINDS:
        rows += made.rows({"nodes": 100000 if graph == "W" else 400}, graph=graph)
    assert only(rows, needs=("nodes / threads >= 100",)).verdict == "agrees"
    verdict = only(rows, needs=("nodes / threads >= 4000",))
    assert verdict.verdict == "agrees" and [each.case for each in verdict.cases] == ["sssp W"]
    assert "1 of 4 cases" in verdict.reason
    verdict = only(rows, needs=("nodes / threads >= 4000000", "rounds >= 3"))
    assert verdict.verdict == "too small" and math.isnan(verdict.value)
    assert "needs nodes / threads >= 4000000, but nodes / threads is 25,000" in verdict.reason
    unknown = only(rows, needs=("edges >= 1",))
    assert unknown.verdict == "not run"
    assert unknown.reason == "sssp W: needs edges >= 1, but edges is unknown."
    for needs in ('has("spraylist")', "rounds >= 50", "runs >= 99"):
        assert only(rows, needs=(needs,)).verdict == "not run"


def test_too_small_names_the_scale_that_is_large_enough():
    spec = types.SimpleNamespace(cases="12", threads_of=lambda kind, scale: (64,))
    figure = made.Figure()
    figure.runs = (spec,)
    catalogue = made.catalogue({"f": figure}, ("smq", "mq0"))
    for graph, arguments in (("small", ("road", "--nodes=10000")),
                             ("large", ("rmat", "--scale=20"))):
        catalogue.graphs[graph] = types.SimpleNamespace(kind="road", make=arguments)
    catalogue.scales = {"smoke": None, "laptop": None}
    case = {"smoke": [types.SimpleNamespace(app="sssp", graph="small")],
            "laptop": [types.SimpleNamespace(app="sssp", graph="large")]}
    catalogue.cases = lambda name, scale, kind: case[scale]
    rows = made.times(smq=1.0, mq0=2.0) + made.rows({"nodes": 400})
    reason = judged(rows, catalogue, needs=("nodes / threads >= 4000",))[0].reason
    assert reason.endswith("The scale laptop is large enough.")
    spec.threads_of = lambda kind, scale: (1, 4, 64)  # a case has the most threads that were run
    reason = judged(rows, catalogue, needs=("nodes / threads >= 20000",))[0].reason
    assert reason.endswith("but nodes / threads is 100.")
    for needs in (["nodes / threads >= 400000"],
                  ["nodes / threads >= 4000", "runs >= 9"]):
        assert "scale" not in judged(rows, catalogue, needs=needs)[0].reason
    assert scales.made_nodes(("road", "--nodes=2M")) == 2e6


def test_where_picks_cases():
    rows = made.times(smq=1.0, mq0=2.0)
    assert len(only(rows, where='kind == "road"').cases) == 2
    verdict = only(rows, where="threads >= 40")
    assert verdict.verdict == "not run" and "threads >= 40" in verdict.reason


def test_criteria_select_cases():
    rows = made.times(smq=1.0, mq0=2.0)
    for each in rows:
        if each["graph"] == "rmat" and each["series"] == "mq0":
            each["value"] = 0.5
    fields = {"agrees": 'all(value(kind="road") > 1) and all(value(graph=["rmat"]) < 1)'}
    assert only(rows, **fields, disagrees=None).verdict == "agrees"
    verdict = only(rows, agrees='all(value(app="mst") > 1)', disagrees=None)
    assert verdict.verdict == "open" and "no case has app=mst" in verdict.reason


def test_threads_are_the_most_that_where_allows_unless_they_are_a_case():
    rows = []
    for threads, cost in ((1, 8.0), (2, 4.0), (8, 1.0)):
        rows += made.rows({"time_s": cost}, threads=threads)
    fields = {"value": 'time("smq", threads=1) / time("smq")', "disagrees": None}
    assert only(rows, **fields, agrees="all(value == 8)").verdict == "agrees"
    assert only(rows, **fields, where="threads <= 2",
                agrees="all(value == 2)").verdict == "agrees"
    verdict = only(rows, **fields, case=("graph", "threads"),
                   agrees="cases == 3 and max(value) == 8")
    assert verdict.verdict == "agrees"
    assert [each.case for each in verdict.cases] == ["NE 1", "NE 2", "NE 8"]


def test_several_quantities_and_cases_without_one_of_them():
    rows = made.times(smq=1.0, mq0=2.0) + made.rows({"tasks.executed": 5}, graph="NE")
    verdict = only(rows, also={"work": 'tasks("smq")'},
                   agrees="all(value > 1 and work == 5)")
    assert verdict.verdict == "agrees" and "1 of 4 cases" in verdict.reason
    assert "sssp W: no runs of smq with tasks.executed" in verdict.reason


def test_a_case_without_one_of_several_series_that_others_compare_is_left_out():
    rows = made.times(smq=1.0, mq0=2.0) + made.rows({"time_s": 0.5}, series="obim", graph="NE")
    fields = {"value": 'min(time(["mq0", "obim"])) / time("smq")',
              "agrees": "all(value > 1)"}
    verdict = only(rows, **fields)
    assert "1 of 4 cases" in verdict.reason and verdict.value == 0.5
    assert "without sssp W: no runs of obim, which is compared elsewhere" in verdict.reason
    nowhere = only(made.times(smq=1.0, mq0=2.0), **fields)
    assert nowhere.verdict == "agrees" and "4 of 4 cases" in nowhere.reason


def test_machines_are_apart():
    figures = {"a": made.Figure(options={"machine": "A256"}),
               "i": made.Figure(options={"machine": "I128"})}
    tables = {name: made.times(figure=name, smq=1.0, mq0=ratio)
              for name, ratio in (("a", 2.0), ("i", 3.0))}
    question = claim(figures=("a", "i"), disagrees=None,
                     agrees='cases == 8 and gm(value(machine="I128")) > gm(value(machine="A256"))')
    assert verdicts.judge([question], tables, made.catalogue(figures), 100)[0].verdict == "agrees"
    tables["i"] = tables["a"]  # the same records, shown twice
    question = claim(figures=("a", "i"), agrees="cases == 4")
    assert verdicts.judge([question], tables, made.catalogue(figures), 100)[0].verdict == "agrees"


def test_machines_of_one_topology_are_one():
    topologies = {"X40": "pack:4 core:10", "H40": "pack:4 core:10", "T40": "pack:4 core:10"}
    figures = {"x": made.Figure(options={"machine": "X40"}),
               "h": made.Figure(options={"machine": "H40"}),
               "t": made.Figure(options={"machine": "T40", "costs": "tiled.costs"})}
    tables = {name: made.times(figure=name, smq=1.0, mq0=ratio)
              for name, ratio in (("x", 2.0), ("h", 4.0), ("t", 8.0))}

    def judged(*names, **known):
        question = claim(figures=names, agrees="gm(value) > 1", disagrees=None)
        found = verdicts.judge([question], tables, made.catalogue(figures), 100, **known)[0]
        return [case.value for case in found.cases]

    assert judged("x", machines=topologies) == [2] * 4
    assert judged("x", "h", machines=topologies) == [3] * 4
    assert sorted(judged("x", "h")) == [2] * 4 + [4] * 4
    assert sorted(judged("x", "t", machines=topologies)) == [2] * 4 + [8] * 4


def test_the_time_on_one_thread_can_be_a_precondition():
    rows = [row for threads, cost in ((1, 8.0), (8, 2.0))
            for row in made.rows({"time_s": cost}, threads=threads)]
    fields = {"value": 'time("smq", threads=1) / time("smq")',
              "agrees": "all(value == 4)"}
    assert only(rows, **fields, needs=("alone / threads >= 1",)).verdict == "agrees"
    small = only(rows, **fields, needs=("alone / threads >= 2",))
    assert small.verdict == "too small" and "alone / threads is 1" in small.reason
    lone = [row for row in rows if row["threads"] == 8]
    unknown = only(lone, value='time("smq")',
                   agrees="all(value == 2)", needs=("alone >= 0",))
    assert "alone is unknown" in unknown.reason


def _ranged(**ratios):
    """The verdict that smq is faster, where an assumption on another machine sets by how much."""
    figures = {"a": made.Figure(options={"machine": "T64"}),
               "r": made.Figure(options={"machine": "T64-ranges"})}
    rows = [row | {"parameters": f"virtual-costs=@a/tiled.costs,@a/{name}.costs"}
            for name, ratio in ratios.items()
            for row in made.times(figure="r", smq=1.0, mq0=ratio)]
    question = claim(figures=("a", "r"), where='machine == "T64"',
                     agrees="gm(value) >= 1.5 and gm(of_reld) > 3", disagrees="gm(value) < 1.1",
                     also={"of_reld": 'time("reld") / time("smq")'},
                     ranges={"machine": "T64-ranges", "parameter": "virtual-costs"})
    tables = {"a": made.times(figure="a", smq=1.0, mq0=2.0, reld=4.0), "r": rows}
    return verdicts.judge([question], tables, made.catalogue(figures), 100)[0]


def test_a_verdict_that_an_assumption_turns_is_open_and_names_it():
    same = _ranged(slow=1.9, fast=2.5)
    assert same.verdict == "agrees" and same.value == pytest.approx(2)
    assert "4 of 4 cases; the same in each assumed range." in same.reason
    turned = _ranged(slow=1.0, middle=1.3, fast=2.5)
    assert turned.verdict == "open" and turned.value == pytest.approx(2)
    assert turned.reason.startswith(
        "Depends on virtual-costs: agrees in part with middle, disagrees with slow. ")
    never = _ranged()
    assert never.verdict == "open" and never.reason.startswith("Ranges not run. ")


def test_summary():
    rows = made.times(smq=1.0, mq0=2.0)
    assert only(rows).value == pytest.approx(2)
    assert only(rows, summary="share_of(value > 1)").value == 1
    assert only(rows, agrees="all(value > 1)").value == pytest.approx(2)
    assert only(rows, summary="sum(value)").value == pytest.approx(8)
    assert only(rows, value="0 - 1", agrees="all(value < 0)").value == -1


def test_failures_are_told():
    rows = made.times(smq=1.0, mq0=2.0) + [made.row("failure", math.nan, series="mq0", round=7)]
    assert "1 failed runs" in only(rows).reason
    failed = [made.row("failure", math.nan, series=name) for name in ("smq", "mq0")]
    assert only(failed).verdict == "not run"


def test_a_round_that_lacks_a_value_is_left_out():
    rows = made.times(0.02, rounds=6, smq=1.0, mq0=2.0)
    rows = [each for each in rows if not (each["round"] == 2 and each["series"] == "mq0")]
    assert only(rows).verdict == "agrees"


def test_not_run():
    assert only([]).verdict == "not run"
    assert only([], figures=()).verdict == "not run"
    verdict = only(made.times(smq=1.0))
    assert verdict.verdict == "not run" and "no runs of mq0" in verdict.reason.lower()


def test_blocked():
    blocked = made.catalogue({"f": made.Figure(blocked="There is no program yet.")})
    found = judged([], blocked)[0]
    assert (found.verdict, found.reason) == ("blocked", "There is no program yet.")
    found = only([], needs=("program:smq-process",))
    assert (found.verdict, found.reason) == ("blocked", "It needs program:smq-process.")
    assert only(made.times(smq=1.0, mq0=2.0), needs=("flag:sssp-cpu:--x",)).verdict == "agrees"
    waiting = made.catalogue(series=("smq", "mq0"))
    waiting.series["mq0"].needs = ("policy:mq-skiplist",)
    found = judged(made.times(smq=1.0), waiting)[0]
    assert found.verdict == "blocked" and "policy:mq-skiplist" in found.reason


def test_a_claim_whose_needs_are_met_is_only_not_run():
    question = claim(needs=("program:smq-process",))
    found, = verdicts.judge([question], {}, CATALOGUE, met=lambda need: need == "program:smq-process")
    assert (found.verdict, found.reason) == ("not run", "No runs of f.")


def test_without_runs_a_papers_own_data_decide():
    found = verdicts.judge([claim(own_data=published_claims.smq_12)], {}, CATALOGUE)
    assert [each.source for each in found] == ["own data", ""]
    assert found[1].verdict == "not run"


def test_an_expression_that_cannot_be_evaluated_is_reported():
    rows = made.times(smq=1.0, mq0=2.0) + made.rows({"time_s": 1.0}, parameters="steal-size=4")
    verdict = only(rows, value='time("smq")',
                   agrees="all(value > 0)")
    assert verdict.verdict == "not run" and "cannot be evaluated" in verdict.reason
    vector = only(made.times(smq=1.0), value='time("smq", over="threads")',
                  agrees="all(value > 0)")
    assert "is a vector" in vector.reason
    assert "agrees is a vector" in only(made.times(smq=1.0, mq0=2.0),
                                        agrees="value > 0").reason


def test_other_evidence():
    untestable = only([], testable="no: needs a cluster")
    assert (untestable.verdict, untestable.reason) == ("not testable", "Needs a cluster.")
    none = only([], evidence="none", reason="Words only.")
    assert (none.verdict, none.reason) == ("not testable", "Words only.")
    shown = only([], evidence="test", tests={"papers.PrivateDequesRelacy": "disagrees"})
    assert (shown.verdict, shown.source) == ("disagrees", "test")
    mixed = only([], evidence="test", tests={"a.B": "disagrees", "a.C": "agrees"})
    assert mixed.verdict == "open"
    computed = only([], evidence="exact", exact=lambda: {
        "verdict": "agrees", "value": 0.5, "reason": "One half.", "cases": [["a", 1, 0, 2]]})
    assert (computed.verdict, computed.source, computed.value) == ("agrees", "exact", 0.5)
    assert computed.cases == (verdicts.CaseValue("a", 1, 0, 2),) and math.isnan(computed.low)


def test_own_data_adds_a_verdict():
    def gain():
        return {"verdict": "open", "value": 7.3}
    found = judged(made.times(smq=1.0, mq0=2.0), own_data=gain)
    assert [(each.verdict, each.source) for each in found] == [
        ("agrees", "S"), ("open", "own data")]
    found = judged(made.times(smq=1.0), own_data=gain)  # mq0 has no runs
    assert [(each.verdict, each.source) for each in found] == [
        ("open", "own data"), ("not run", "S")]
    found = judged([], evidence="published", own_data=gain)
    assert [(each.verdict, each.source) for each in found] == [("open", "published")]


def test_what_the_papers_own_data_refute_stays_so_while_runs_are_open():
    def refuted():
        return {"verdict": "disagrees", "value": 0.9}
    rows = made.times(smq=1.0, mq0=2.0)
    undecided = {"agrees": "all(value > 3)",
                 "disagrees": "all(value < 1)"}
    assert [(each.verdict, each.source) for each in judged(rows, own_data=refuted, **undecided)] == [
        ("disagrees", "own data"), ("open", "S")]
    assert [(each.verdict, each.source) for each in judged(rows, own_data=refuted)] == [
        ("agrees", "S"), ("disagrees", "own data")]


def test_json_and_back():
    found = judged(made.times(0.02, smq=1.0, mq0=2.0)) + judged([])
    data = verdicts.to_json(found, machine={"cpu": "x"}, date="2026-01-01", commit="c",
                            scale="smoke")
    text = json.dumps(data, allow_nan=False)
    assert data["schema"] == "galois-figures/1" and data["scale"] == "smoke"
    back = verdicts.from_json(json.loads(text))
    assert back[0] == found[0] and math.isnan(back[1].value)
    for damaged in ({}, [], {"schema": verdicts.SCHEMA, "verdicts": [{"id": "a"}]},
                    {"schema": verdicts.SCHEMA, "verdicts": [{"id": "a", "verdict": "perhaps"}]}):
        with pytest.raises(UserError):
            verdicts.from_json(damaged)


def test_render():
    found = judged(made.times(0.02, smq=1.0, mq0=2.0)) + judged([], testable="no: a | b")
    text = verdicts.render(found).splitlines()
    assert text[0].split() == ["claim", "verdict", "by", "value", "95", "%", "interval", "why"]
    assert text[2].startswith("smq-18  agrees")
    marked = verdicts.render(found, "markdown").splitlines()
    assert marked[0].startswith("| claim") and "A \\| b." in marked[3]
    assert json.loads(verdicts.render(found, "json"))["verdicts"][0]["verdict"] == "agrees"
    with pytest.raises(UserError, match="none of text, markdown, json"):
        verdicts.render(found, "html")


def of_the_papers(name, rows):
    """The verdict of a claim of the papers on rows of its first figure, with default costs only and without
    doubts."""
    claim_ = next(dataclasses.replace(each, ranges={}, doubt="") for each in claims.load() if each.id == name)
    rows = [each | {"figure": claim_.figures[0]} for each in rows]
    figure = made.Figure()
    catalogue = made.catalogue({each: figure for each in claim_.figures})
    found = verdicts.judge([claim_], {claim_.figures[0]: rows}, catalogue, 500)
    return next(each for each in found if each.source == "S")


@pytest.mark.parametrize("counts, verdict", [((10, 40), "agrees"), ((40, 10), "disagrees"), ((40,), "not run")])
def test_the_largest_number_of_threads_is_compared_with_others(counts, verdict):
    variants = ("mq0", "smq.published", "smq.published.tuned")
    rows = [row | {"threads": threads} for speed, threads in enumerate(counts)
            for row in made.times(0.01, **dict.fromkeys(variants, 2.0 - speed))]
    rows += [made.row("reached", 10 ** 6, series=series, graph=graph, round=number, threads=threads)
             for series in variants for graph in made.KINDS for number in range(5) for threads in counts]
    found = of_the_papers("smq-17", rows)
    assert found.verdict == verdict
    assert verdict != "not run" or "no runs of mq0 with time_s, threads=<40" in found.reason


@pytest.mark.parametrize("lead, verdict", [
    (2.0, "agrees"), (1.3, "agrees in part"), (0.9, "disagrees")])
def test_the_lead_of_smq_over_multi_queues(lead, verdict):
    tuned = "smq.published.tuned"
    rows = made.times(0.01, **{tuned: 1.0, "mq0": lead})
    rows += [made.row("reached", 10 ** 6, series=series, graph=graph, round=number)
             for series in (tuned, "mq0") for graph in made.KINDS for number in range(5)]
    found = of_the_papers("smq-18", rows)
    assert found.verdict == verdict and found.value == pytest.approx(lead, rel=0.05)


@pytest.mark.parametrize("sign, runs, verdict", [(1, 8, "agrees"), (-1, 8, "disagrees"),
                                                 (1, 4, "not run")])
def test_less_drift_is_less_waste_by_ranks(sign, runs, verdict):
    rows = []
    for number in range(runs):
        for graph in made.KINDS:
            rows += made.rows({"drift.mean": 10.0 ** number, "wasted_work": 20 + sign * number,
                               "time_s": 1.0, "tasks.executed": 10 ** 6, "reached": 10 ** 6},
                              series=f"s{number}", graph=graph)
    assert of_the_papers("hdcps-04", rows).verdict == verdict


def test_a_ladder_is_as_good_as_its_worst_step():
    assert only(made.times(smq=1.0, mq0=2.0, obim=3.0),
                value='min(time("mq0") / time("smq"), time("obim") / time("mq0"))').value == 1.5
    assert only(made.times(smq=1.0, mq0=2.0, obim=1.0),
                value='min(time("mq0") / time("smq"), time("obim") / time("mq0"))').value == 0.5
