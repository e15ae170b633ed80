"""Simulated runs with the costs of this machine, and what they predict."""

import pytest

import stand_in
from galois_cps.runs import UserError
from papers.engine.plan import catalogue, kinds, plan
from papers.engine.plan.kinds import measured_costs
from papers.engine.plan.session import Session

HERE = stand_in.FIGURES + """
[[figure]]
id = "here"
covers = ["Fig. 3"]
title = "Simulated against measured"
caption = "Words."
chart = "scatter"
kinds = ["T", "S"]
options = { machine = "Here", costs = "measured" }
runs = [{ series = ["mq0", "obim"], cases = "one", threads = "one" }]
"""
CASES = stand_in.CASES.replace('machines = { A = "pack:2 core:8" }',
                               'machines = { A = "pack:2 core:8", Here = "pack:1 core:{cores}" }') \
    + "[threads.one]\nT = [1, 0]\nS = [1, 0]\n"


@pytest.fixture
def session(tmp_path):
    folder = stand_in.folder(tmp_path, cases=CASES, figures=HERE)
    bins = {preset: stand_in.programs(tmp_path / preset) for preset in ("release", "virtual")}
    return Session("smoke", bins, tmp_path / "out", catalogue=catalogue.load(folder))


def calibrate(session, body):
    stand_in.script(session.builds.folder("release") / "calibrate-costs", body)


def measure(session):
    said = []
    figure = session.catalogue.figures["here"]
    assert measured_costs.MeasuredCosts().is_for(figure)
    work = kinds.Work(None, 1, False, False, said.append)
    measured_costs.MeasuredCosts().prepare(session, figure, work)
    return said


def test_simulated_runs_have_the_cores_and_the_costs_of_this_machine(session):
    cells = session.wanted(session.catalogue.figures["here"]).cells
    flags = {cell.config.flags for cell in cells if cell.source == "S"}
    file = plan.measured_costs(session.graphs)
    assert len(flags) == 1 and f"--virtual-costs={file}" in flags.pop()
    planned = {cell.config.flags[0] for cell in cells if cell.source == "S"}
    assert planned < {f"--virtual-topology=pack:1 core:{cores}" for cores in range(1, 2000)}


def test_costs_are_measured_once(session):
    calibrate(session, 'echo "hit 1 ns"')
    assert measure(session) == ["measuring the costs of this machine"]
    file = plan.measured_costs(session.graphs)
    assert file.read_text() == "hit 1 ns\n" and not file.with_suffix(".new").exists()
    calibrate(session, 'echo "hit 2 ns"')
    assert measure(session) == [] and file.read_text() == "hit 1 ns\n"


def test_other_figures_need_no_measured_costs(session):
    assert not measured_costs.MeasuredCosts().is_for(session.catalogue.figures["map"])


def test_a_program_that_is_missing_or_fails_is_named(session):
    with pytest.raises(UserError, match="calibrate-costs of the preset release is not built"):
        measure(session)
    calibrate(session, 'echo "no clock" >&2; exit 1')
    with pytest.raises(UserError, match="calibrate-costs: no clock"):
        measure(session)
    assert not plan.measured_costs(session.graphs).exists()


def test_a_real_run_gets_the_time_of_the_simulated_run_of_its_round():
    def row(source, round_, metric, value, threads=2):
        return {"source": source, "app": "sssp", "graph": "road", "series": "mq0", "parameters": "",
                "threads": threads, "round": round_, "metric": metric, "value": value}
    table = [row("T", 0, "time_s", 1.0), row("T", 1, "time_s", 2.0), row("T", 2, "time_s", 3.0),
             row("T", 0, "nodes", 9.0), row("S", 0, "time_s", 1.5), row("S", 1, "time_s", 2.5),
             row("S", 1, "nodes", 9.0), row("S", 2, "time_s", 3.5, threads=1)]
    found = measured_costs.predictions(table)
    assert [(each["source"], each["round"], each["metric"], each["value"]) for each in found] == [
        ("T", 0, "predicted.time_s", 1.5), ("T", 1, "predicted.time_s", 2.5)]
