"""The catalogue: what it holds, and what is refused."""

import re

import pytest

import stand_in
from galois_cps.runs import UsageError, UserError
from lab.bench import ranks
from papers.engine.judge import claims, kept, published, scales
from papers.engine.plan import catalogue, plan


@pytest.fixture(scope="module")
def whole():
    return catalogue.load()


def test_every_figure_has_a_title_a_caption_and_either_runs_or_a_source(whole):
    for figure in whole.figures.values():
        assert figure.title and figure.caption, figure.id
        assert (figure.runs or figure.blocked or figure.chart == "published"
                or "source" in figure.options), figure.id


def test_titles_do_not_name_a_size_that_a_scale_does_not_have(whole):
    assert not [figure.id for figure in whole.figures.values() if "million" in figure.title]


def test_every_printed_table_of_inputs_has_a_figure(whole):
    files = {figure.options.get("file") for figure in whole.figures.values()
             if figure.options.get("source") == "graph-info"}
    assert files == {"smq_table01_inputs.csv", "pmod_table04_inputs.csv", "hdcps_table02_inputs.csv"}


def test_the_series_that_claims_use_exist(whole):
    wanted = """mq0 mq reld0 reld smq smq.default smq-skiplist mq-tl-tl mq-tl-tb mq-tb-tl mq-tb-tb
        smq-bucket spraylist obim.published obim0 obim.13 pmod minnow hdcps hdcps-srq hdcps-srq-tdf
        hdcps-srq-tdf-ac wasp mbq chunk-fifo bulk-sync dijkstra limit""".split()
    assert not set(wanted) - set(whole.series)


def test_a_figure_may_name_a_policy_that_has_no_line_in_the_table_of_series(tmp_path):
    text = stand_in.FIGURES.replace('series = ["mq0", "obim"]', 'series = ["mq0", "wasp"]')
    found = catalogue.load(stand_in.folder(tmp_path, figures=text))
    assert found.series["wasp"] == catalogue.Series("wasp", "wasp", "wasp")
    text = text.replace('"wasp"', '"wasp.fast"')
    with pytest.raises(UserError, match="series 'wasp.fast'"):
        catalogue.load(stand_in.folder(tmp_path, figures=text))


def test_which_policies_are_registered_changes_no_figure():
    every, none = (catalogue.load(registered=lambda name, known=known: known)
                   for known in (True, False))
    assert every == none


def test_every_case_of_every_figure_is_on_a_known_graph(whole):
    for figure in whole.figures.values():
        for run in figure.runs:
            for scale in catalogue.SCALES:
                for kind in catalogue.KINDS:
                    for case in whole.cases(run.cases, scale, kind):
                        assert case.graph in whole.graphs
                        on_ranks = {ranks.PRESET, ranks.REAL} & set(run.preset.values())
                        assert case.program.endswith(
                            ("-dist",) if on_ranks else ("-cpu", "-nodes"))


def test_smoke_runs_on_graphs_that_are_made_here(whole):
    names = {name for graphs in whole.roles["smoke"].values() for name in graphs}
    for name in names:
        source = whole.graphs[name].source.removeprefix("graph:") or name
        graph = whole.graphs[source]
        assert graph.make or graph.record or graph.generated, name


def test_figures_that_run_name_a_machine_and_threads_for_each_kind(whole):
    for figure in whole.figures.values():
        for run in figure.runs:
            peers = any(need.startswith("scheduler:") for name in run.series
                        for need in whole.series[name].needs)
            for kind in figure.kinds[:1] if peers else figure.kinds:  # others run on real threads
                for scale in catalogue.SCALES:
                    assert run.threads_of(kind, scale), (figure.id, kind, scale)
                    machines = whole.scales[scale].machines
                    if run.preset_of(kind) == ranks.PRESET:
                        assert "ranks" in run.grid and "tool:smpicxx" in figure.needs
                        continue
                    programs = {case.program for case in whole.cases(run.cases, scale, kind)}
                    if all(map(ranks.on_nodes, programs)):
                        assert "ranks" in run.grid
                        continue
                    assert kind == "T" or figure.options["machine"] in machines


def test_a_tuned_series_is_swept_by_the_figure_it_is_tuned_from(whole):
    for figure in whole.figures.values():
        for run in figure.runs:
            for name in run.series:
                source = catalogue.tuned_from(whole, figure, run, name)
                if source:
                    assert any(name in other.series and other.grid
                               for other in whole.figures[source].runs), (figure.id, name)


def test_a_figure_is_found_by_what_it_covers(whole):
    assert whole.figure("smq-table12").id == "smq-fig17"
    assert whole.figure("smq-fig17").id == "smq-fig17"
    with pytest.raises(UsageError, match="did you mean smq-fig17"):
        whole.figure("smq-fig177")


def test_grids_are_thinned_evenly_with_both_ends():
    values = tuple("abcdefghijk")
    assert catalogue.thin(values, 3) == ("a", "f", "k")
    assert catalogue.thin(values, 6) == ("a", "c", "e", "g", "i", "k")
    assert catalogue.thin(values, 11) == values == catalogue.thin(values, 20)


def test_a_scale_names_the_values_of_pairs_that_it_runs(whole):
    pairs = {name: whole.scales[name].pairs for name in whole.scales}
    assert set(pairs["laptop"]) == {"steal-prob", "steal-size", "mq-insert", "mq-delete"}
    assert not pairs["paper"]
    grid = whole.figures["smq-fig18"].runs[0].grid
    assert whole.thinned(grid, "laptop") == {name: pairs["laptop"][name] for name in grid}
    assert all(set(pairs["laptop"][name]) <= set(values) for name, values in grid.items())
    assert len(whole.thinned({"steal-size": grid["steal-size"]}, "laptop")["steal-size"]) == 11
    assert len(whole.thinned(grid, "paper")["steal-size"]) == 11


def test_a_grid_has_those_of_the_named_values_that_are_its_own(whole):
    grid = whole.figures["smq-fig12"].runs[0].grid
    assert whole.thinned(grid, "laptop") == {"mq-insert": ("1", "4", "32", "256"),
                                             "mq-delete": ("1", "1/4", "1/32", "1/256")}


def test_like_takes_what_is_not_given(tmp_path):
    text = stand_in.FIGURES + '[[figure]]\nid = "twin"\nlike = "map"\ntitle = "Another"\n' \
        'options = { machine = "B" }\n'
    twin = catalogue.load(stand_in.folder(tmp_path, figures=text)).figures["twin"]
    assert twin.title == "Another" and twin.caption == "Words." and len(twin.runs) == 2
    assert twin.options == {"machine": "B", "baseline": "mq0"}


@pytest.mark.parametrize("before, after, said", [
    ('cases = "both"', 'cases = "bth"', "did you mean both"),
    ('series = ["mq0", "obim"]', 'series = ["mq0", "obin"]', "did you mean obim"),
    ('chart = "bars"', 'chart = "bar"', "it is one of"),
    ('caption = "Words."', 'captoin = "Words."', "did you mean caption"),
    ('threads = "many"', 'threads = "may"', "is not in cases.toml"),
    ('id = "lines"', 'id = "map"', "two figures are called map"),
    ('kinds = ["T"]', 'kinds = ["X"]', "kinds are"),
])
def test_a_wrong_entry_is_named(tmp_path, before, after, said):
    with pytest.raises(UserError, match=said):
        catalogue.load(stand_in.folder(tmp_path, figures=stand_in.FIGURES.replace(before, after)))


def test_flags_of_swept_parameters_are_not_those_of_the_series(whole):
    for figure in whole.figures.values():
        for run in figure.runs:
            for name in run.series:
                both = set(run.grid) & set(dict(whole.series[name].params))
                assert not both or figure.id.startswith(("smq-table2", "smq-table3")), (figure.id, name)


def test_fresh_rounds_and_repeated_rounds_never_meet(whole):
    assert max(scale.rounds for scale in whole.scales.values()) <= plan.FRESH
    assert plan.AGAIN > 2 * plan.FRESH


def test_a_sweep_keeps_the_values_that_claims_compare(whole):
    for name, values in whole.kept.items():
        grids = [run.grid[name] for figure in whole.figures.values() for run in figure.runs
                 if tuple(run.grid) == (name,)]
        assert grids, name
        for grid in grids:
            assert set(values) <= set(whole.thinned({name: grid}, "smoke")[name])
    pair = {"chunk": tuple(map(str, range(1, 100))), "delta": ("0", "8", "16")}
    assert len(whole.thinned(pair, "smoke")["chunk"]) == 3


def test_few_pairs_of_values_stay_whole(whole):
    few = {"chunk": ("1", "4", "16", "64"), "delta": ("0", "8")}
    assert whole.thinned(few, "smoke") == few  # no more than 3 x 3 pairs
    more = {"chunk": ("1", "4", "16", "64", "256"), "delta": ("0", "8")}
    assert {name: len(values) for name, values in whole.thinned(more, "smoke").items()} == {
        "chunk": 3, "delta": 2}


def test_costs_stay_whole_beside_other_parameters(whole):
    band = whole.thinned({"delta": tuple(map(str, range(20))), "virtual-costs": tuple("abcd")}, "smoke")
    assert band["virtual-costs"] == tuple("abcd")
    alone = whole.thinned({"delta": tuple(map(str, range(20)))}, "smoke")
    assert band["delta"] == alone["delta"] and len(alone["delta"]) < 20


def test_simulated_runs_at_laptop_scale_have_the_nodes_that_claims_need(whole):
    """Reached ones: else their verdicts could be nothing but "too small". PageRank would take minutes."""
    large = claims.need(claims.TERMS["LARGE"])
    judged = [(whole.figures[name], run) for claim in claims.load() if large in claim.conditions
              and {"S", "S*"} & set(claim.kinds) for name in claim.figures
              for run in whole.figures[name].runs if "S" in whole.figures[name].kinds]
    assert len(judged) > 50
    for figure, run in judged:
        threads = max(run.threads.get("S.laptop") or run.threads.get("S"))
        for case in whole.cases(run.cases, "laptop", "S"):
            assert case.app in ("pr", "pr-d") or _reached(whole, case) >= large.limit * threads, (
                figure.id, case.app, case.graph, threads)


def _reached(whole, case):
    graph = whole.graphs[case.graph]
    nodes = scales.nodes_of(whole.graphs, case.graph, kept.NODES)
    return scales.reached_nodes(graph, case.app, nodes)


def test_flags_take_earlier_names_of_graphs(whole):
    assert whole.graphs_of("NE,road1m") == ("NE-uniform", "road1m")
    assert set(whole.renamed.values()) <= set(whole.graphs) and not set(whole.renamed) & set(whole.graphs)


def test_claims_name_graphs_that_their_figures_run_on(whole):
    known = {case.graph for name in ("hdcps-fig3", "hdcps-long", "hdcps-dense")
             for run in whole.figures[name].runs for scale in catalogue.SCALES
             for kind in catalogue.KINDS for case in whole.cases(run.cases, scale, kind)}
    claim = next(each for each in claims.load() if each.id == "hdcps-30")
    named = set(re.findall(r'"([\w-]+)"', claim.words["agrees"]))
    assert named <= known, named - known


def test_every_series_that_a_claim_needs_is_in_its_figures(whole):
    wanted = {"smq-fig2": "pmod.tuned", "pmod-fig7": "smq.default", "hdcps-fig4": "obim0"}
    for name, series in wanted.items():
        assert any(series in run.series for run in whole.figures[name].runs)
    deltas = [run.grid["delta"] for run in whole.figures["pmod-fig10"].runs if run.grid]
    assert max(int(value) for grid in deltas for value in grid) == 24


def test_inputs_that_programs_make_are_as_large_as_the_scale_says(whole):
    sizes = {(scale, kind): [case.flags for case in whole.cases("PDloops", scale, kind)]
             for scale in catalogue.SCALES for kind in catalogue.KINDS}
    assert sizes["smoke", "T"] == [("--n=100000", "--input=exptseq"),
                                   ("--n=100000", "--input=randdblseq")]
    assert sizes["paper", "T"] != sizes["paper", "S"] and sizes["laptop", "T"] != sizes["smoke", "T"]
    assert [case.flags for case in whole.cases("PDfib", "laptop", "S")] == [("--n=44",)]
    assert all(whole.graphs[case.graph].generated for case in whole.cases("PD14", "smoke"))


def test_figure_4_of_private_deques_has_the_fourteen_rows_of_the_paper(whole):
    rows = published.rows("pd_figure04")
    names = {"fibonacci": "fib", "sort": "samplesort", "mis": "independentset"}
    printed = {(names.get(row["benchmark"].lower(), row["benchmark"]),
                row["input"].replace("1g", "lg")) for row in rows}  # the print reads r1g
    cases = whole.cases("PD14", "laptop")
    assert len(cases) == len(printed) == 14
    given = {(case.app, "" if case.graph in ("matrices", "recursion") else case.graph)
             for case in cases}
    assert given == printed


@pytest.mark.parametrize("name, parts", [("H16", ("H16-flat", "H16-search")), ("I12", ("I12-flat", "I12-search")),
                                         ("P12", ("P12-flat", "search"))])
def test_the_parts_that_tune_obim_are_all_cases_once(whole, name, parts):
    for scale in catalogue.SCALES:
        for kind in catalogue.KINDS:
            cases = [case for part in parts for case in whole.cases(part, scale, kind)]
            assert sorted(map(repr, cases)) == sorted(map(repr, whole.cases(name, scale, kind)))
