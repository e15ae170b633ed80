"""From figures to runs: cells, tuned series, rounds, and what is left out."""

import dataclasses
import pathlib

import stand_in
from papers.engine.plan import builds, catalogue, plan
from papers.engine.plan.graphs import Graphs


def cells(session, *names, kinds=("T", "S"), chosen=None):
    figures = [session.catalogue.figures[name] for name in names]
    return session.planner.wanted(figures, kinds, chosen or {})


def test_a_cell_has_the_command_of_its_series_case_and_values(tmp_path):
    session = stand_in.session(tmp_path)
    cell = next(cell for cell in cells(session, "map").cells
                if cell.source == "S" and cell.parameters == "steal-prob=1/4 steal-size=4")
    argv = cell.config.command("bin", "FILE", True, 7)
    assert argv[0] == "bin/sssp-cpu" and argv[1].endswith("/graphs/road.gr")
    assert {"--wl=smq", "--steal-prob=1/4", "--steal-size=4", "-t=16", "--startNode=3", "--seed=7",
            "--virtual-topology=pack:2 core:8", "--drift=100"} <= set(argv)
    assert cell.parameters == "steal-prob=1/4 steal-size=4"


def test_real_runs_have_neither_machine_nor_drift(tmp_path):
    for cell in cells(stand_in.session(tmp_path), "map", kinds=("T",)).cells:
        assert cell.config.flags == () and cell.config.build == "release"


def test_a_scale_thins_the_grid(tmp_path):
    found = cells(stand_in.session(tmp_path), "map", kinds=("T",)).cells
    swept = {cell.swept for cell in found if cell.series == "smq"}
    assert len(swept) == 4 and {dict(each)["steal-size"] for each in swept} == {"1", "4"}


def test_a_series_whose_needs_are_not_met_is_left_out_with_a_note(tmp_path):
    found = cells(stand_in.session(tmp_path), "map")
    assert "later" not in {cell.series for cell in found.cells}
    assert "later is left out, it needs policy:later" in found.notes


def test_a_graph_that_cannot_be_made_is_named_with_its_command(tmp_path):
    found = cells(stand_in.session(tmp_path, "laptop"), "map")
    assert "far" not in {cell.graph for cell in found.cells}
    assert any("inputs/fetch far-away" in note for note in found.notes)


def test_a_tuned_series_waits_until_its_cell_is_chosen(tmp_path):
    session = stand_in.session(tmp_path)
    found = cells(session, "lines")
    # What its runs need is known before the values of the best cell are.
    assert [(cell.config.app, cell.config.wl) for cell in found.undecided] == [("sssp-cpu", "smq")]
    assert "smq" not in {cell.series for cell in found.cells}
    best = (("steal-prob", "1"), ("steal-size", "4"))
    found = cells(session, "lines", chosen={("map", "T", "sssp", "road", "smq"): best})
    assert not found.undecided
    assert {cell.swept for cell in found.cells if cell.series == "smq"} == {best}


def test_figures_with_tuned_series_take_fresh_rounds(tmp_path):
    session = stand_in.session(tmp_path)
    for name, rounds in (("lines", [100, 101]), ("map", [0, 1])):
        found = cells(session, name).cells
        assert found and all(list(cell.rounds(2)) == rounds for cell in found)
    assert session.planner.sources(session.catalogue.figures["lines"]) == ["map"]


def test_a_sequential_algorithm_has_one_thread_and_the_applications_own_name(tmp_path):
    found = [cell for cell in cells(stand_in.session(tmp_path), "lines").cells
             if cell.series == "dijkstra"]
    assert {cell.threads for cell in found} == {1}
    assert {cell.config.algo for cell in found} == {"dijkstra"}


def test_thread_counts_beyond_the_machine_are_left_out(tmp_path):
    session = stand_in.session(tmp_path)
    planner = plan.Planner(session.catalogue, "smoke", session.graphs,
                           session.builds, cores=1)
    figure = session.catalogue.figures["plain"]
    found = planner.wanted([figure], ["T"], {}).cells
    assert {cell.threads for cell in found} == {2}, "two threads run on any machine"


def test_every_run_is_planned_once_however_many_figures_want_it(tmp_path):
    session = stand_in.session(tmp_path)
    rounds = plan.rounds_of(cells(session, "map", "plain", kinds=("T",)).cells, 2)
    for number, batch in enumerate(rounds):
        idents = [run.ident for run in batch]
        assert len(idents) == len(set(idents))
        assert {run.repeat % plan.AGAIN for run in batch} == {number}
    shared = [run for run in rounds[0] if run.config.wl == "mq" and run.config.app == "sssp-cpu"
              and run.repeat < plan.AGAIN]
    assert len(shared) == 1


def test_a_cell_of_two_runs_of_a_figure_is_there_once(tmp_path):
    session = stand_in.session(tmp_path)
    figure = session.catalogue.figures["map"]
    once = session.planner.wanted([figure], ("S",), {}).cells
    again = dataclasses.replace(figure, runs=figure.runs + figure.runs)
    assert once and session.planner.wanted([again], ("S",), {}).cells == once


def test_one_real_configuration_runs_twice_per_round_and_simulated_ones_never(tmp_path):
    found = cells(stand_in.session(tmp_path), "map").cells
    simulated = {cell.config.key for cell in found if cell.source == "S"}
    for batch in plan.rounds_of(found, 3):
        again = [run for run in batch if run.repeat >= plan.AGAIN]
        assert len(again) == 1 and again[0].config.key not in simulated
        first = [run.config.key in simulated for run in batch]
        assert first == sorted(first), "real runs come before simulated ones"


def test_the_order_depends_on_the_seed_alone(tmp_path):
    found = cells(stand_in.session(tmp_path), "map").cells
    assert plan.rounds_of(found, 2, seed=3) == plan.rounds_of(list(reversed(found)), 2, seed=3)
    assert plan.rounds_of(found, 2, seed=3) != plan.rounds_of(found, 2, seed=4)


def test_a_figure_is_blocked_until_its_needs_exist(tmp_path):
    session = stand_in.session(tmp_path)
    wall = session.catalogue.figures["wall"]
    assert "program:no-such-program" in session.planner.blocked(wall)
    stand_in.programs(tmp_path / "release", ["no-such-program"])
    assert session.planner.blocked(wall) == ""


FORKING_SERIES = """
[algos]
[receiver]
label = "Receiver"
wl = "receiver"
[serial]
label = "Sequential"
wl = "serial"
"""
FORKING_CASES = """
[scales.smoke]
rounds = 2
sweep = 3
grid = 2
timeout = 20
machines = { A = "pack:2 core:8" }
[threads.many]
T = [0, -4, 1]
"S.smoke" = [16, 64]
[threads.real]
T = [2]
[grids.cut]
cut = ["lazy", "8p"]
[apps.sort]
program = "cilksort-cpu"
size = { smoke = 100, "smoke.S" = 50 }
[[sets.sorts]]
apps = ["sort"]
on = ["numbers"]
[roles.any]
numbers = ["few"]
[roles.smoke]
[graphs.few]
about = "few different numbers"
generated = true
flags = { sort = ["--input=few"] }
"""
FORKING_FIGURES = """
[[figure]]
id = "forks"
covers = []
title = "Forks"
caption = "Words."
chart = "lines"
kinds = ["T", "S"]
options = { machine = "A" }
runs = [
  { series = ["receiver"], cases = "sorts", grid = "cut", threads = "many" },
  { series = ["serial"], cases = "sorts", threads = "real" },
]
"""


def forking(tmp_path):
    place = stand_in.folder(tmp_path, FORKING_SERIES, FORKING_CASES, FORKING_FIGURES)
    graphs = Graphs(catalogue.load(place), tmp_path / "graphs", tmp_path)
    planner = plan.Planner(catalogue.load(place), "smoke", graphs, builds.Builds(), 2)
    return planner.wanted(planner.catalogue.figures.values(), ("T", "S"), {}).cells, graphs


def test_programs_that_make_their_input_have_its_size_and_no_file(tmp_path):
    found, graphs = forking(tmp_path)
    argv = found[0].config.command("bin", "FILE", True)
    assert argv == ["bin/cilksort-cpu", "--wl=receiver", "--cut=lazy", "-t=1", "--n=100",
                    "--input=few", "--json=FILE"]
    simulated = next(cell for cell in found if cell.source == "S").config.command("bin", "F", True, 1)
    assert "--n=50" in simulated and not any("drift" in flag for flag in simulated)
    assert graphs.can_be_made("few") and graphs.tools(["few"]) == []
    assert graphs.prepare(["few"], print) == [] and not graphs.there("few")
    assert plan.needed(found) == {"release": {"cilksort-cpu": set()},
                                  "virtual": {"cilksort-cpu": set()}}


def test_thread_counts_may_be_multiples_of_the_cores(tmp_path):
    found, _ = forking(tmp_path)
    assert {cell.threads for cell in found if cell.source == "T" and cell.swept} == {1, 2, 8}
    assert {cell.threads for cell in found if cell.source == "S"} == {16, 64}
    assert {(cell.source, cell.threads) for cell in found if cell.series == "serial"} == {("T", 1)}


def test_a_machine_with_costs_of_its_own_names_the_file_wherever_the_tree_is(tmp_path):
    session = stand_in.session(tmp_path)
    figure = session.catalogue.figures["map"]
    session.catalogue.figures["map"] = dataclasses.replace(
        figure, options=figure.options | {"costs": "tiled.costs"})
    cell = next(cell for cell in cells(session, "map").cells if cell.source == "S")
    assert "--virtual-costs=@scripts/virtual/tiled.costs" in cell.config.key
    argv = cell.config.command("bin", "FILE", True, 7)
    path = next(word.partition("=")[2] for word in argv if word.startswith("--virtual-costs="))
    assert pathlib.Path(path).is_absolute() and "hop" in pathlib.Path(path).read_text()
    assert not any("--virtual-costs" in flag for cell in cells(session, "map", kinds=("T",)).cells
                   for flag in cell.config.flags)
