"""Axes, their product, the TOML file, and what is refused."""

import dataclasses
import pathlib
import re

import pytest

from galois_cps.runs import UserError
from lab.bench import options, program, spec

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sweep(**fields):
    fields.setdefault("inputs", [spec.make_input("/g/road.gr")])
    return spec.Sweep(**fields)


def sweep_of(*argv):
    parser = program.Parser(prog="bench")
    options.add_sweep_arguments(parser)
    return options.sweep_from(parser.parse_args([*argv]), "/default")


def test_product_of_all_axes():
    configs = sweep(worklists=["smq", "obim"], threads=[1, 2]).configs()
    assert [config.key for config in configs] == [
        "app=sssp-cpu input=road algo=worklist wl=smq threads=1",
        "app=sssp-cpu input=road algo=worklist wl=smq threads=2",
        "app=sssp-cpu input=road algo=worklist wl=obim threads=1",
        "app=sssp-cpu input=road algo=worklist wl=obim threads=2"]


def test_the_usual_scheduler_is_that_of_the_programs():
    for apps, usual in ((["sssp-cpu"], "smq-bucket"), (["fib-cpu"], "receiver"),
                        (["fib-cpu", "matching-cpu"], "receiver"), (["sssp-cpu", "fib-cpu"], "smq-bucket")):
        assert spec.Sweep(apps=apps).schedulers() == [usual]
        assert spec.Sweep(apps=apps, worklists=["smq"]).schedulers() == ["smq"]
    assert {config.wl for config in spec.Sweep(apps=["fib-cpu"]).configs()} == {"receiver"}


def test_algorithm_without_a_worklist_has_threads_and_parameters_of_its_own():
    configs = sweep(worklists=["smq", "obim"], algos=["limit"], threads=[1, 2],
                    params={"limit": {"limit-deal": ["nodes", "random"]}, "obim": {"delta": 8},
                            "virtual-costs": "far.costs"}).configs()
    assert [config.dims() for config in configs] == [
        {"app": "sssp-cpu", "input": "road", "algo": "limit", "threads": threads,
         "limit-deal": deal, "virtual-costs": "far.costs"}
        for deal in ("nodes", "random") for threads in ("1", "2")]


def test_algorithms_without_a_worklist_run_once_per_number_of_threads():
    configs = sweep(worklists=["smq", "obim"], threads=[1, 2], algos=["rounds", "peeling", "worklist"]).configs()
    assert [(config.algo, config.wl, config.threads) for config in configs] == [
        ("rounds", "", 1), ("rounds", "", 2), ("peeling", "", 1),
        *(("worklist", wl, threads) for wl in ("smq", "obim") for threads in (1, 2))]


def test_sequential_algorithm_has_neither_worklist_nor_threads():
    configs = sweep(worklists=["smq", "obim"], threads=[1, 2, 4],
                    algos=["worklist", "dijkstra"]).configs()
    sequential = [config for config in configs if config.algo == "dijkstra"]
    assert len(sequential) == 1
    assert sequential[0].dims() == {"app": "sssp-cpu", "input": "road", "algo": "dijkstra",
                                    "threads": "1"}
    assert len(configs) == 7


def test_parameters_of_one_worklist_leave_the_others_alone():
    configs = sweep(worklists=["smq", "obim"],
                    params={"chunk": [16], "obim": {"delta": [8, 12]}}).configs()
    assert [config.params for config in configs] == [
        (("chunk", "16"),),
        (("chunk", "16"), ("delta", "8")),
        (("chunk", "16"), ("delta", "12"))]


def test_worklist_parameter_overrides_the_common_one():
    configs = sweep(params={"delta": [4], "smq-bucket": {"delta": [9]}}).configs()
    assert [config.params for config in configs] == [(("delta", "9"),)]


def test_programs_without_a_graph_need_no_input():
    plan = spec.Sweep(apps=["fib-cpu"], worklists=["serial", "tbb"], threads=[1, 2])
    assert [config.key for config in plan.configs()] == [
        "app=fib-cpu input=default wl=serial threads=1",
        "app=fib-cpu input=default wl=tbb threads=1",
        "app=fib-cpu input=default wl=tbb threads=2"]
    assert plan.configs()[1].command("/bin", "/tmp/r.json", verify=True) == [
        "/bin/fib-cpu", "--wl=tbb", "-t=1", "--json=/tmp/r.json"]


def test_inputs_without_a_file_are_flags():
    plan = spec.Sweep(apps=["cilksort-cpu"], worklists=["tbb"], inputs=[
        spec.parse_input("few=@--n=30,--input=exptintseq"), spec.parse_input("more=@--n=40")])
    assert [config.input.label for config in plan.configs()] == ["few", "more"]
    assert plan.configs()[0].command("/bin", "/tmp/r.json", verify=True) == [
        "/bin/cilksort-cpu", "--wl=tbb", "-t=1", "--n=30", "--input=exptintseq", "--json=/tmp/r.json"]


def test_an_input_may_be_for_one_application(tmp_path):
    (tmp_path / "sweep.toml").write_text("""
apps = ["sssp-cpu", "fib-cpu", "hull-cpu"]
[[inputs]]
path = "road.gr"
app = "sssp-cpu"
[[inputs]]
name = "default"
app = "fib-cpu"
[[inputs]]
name = "default"
app = "hull-cpu"
flags = ["--input=plummer2d"]
""")
    plan = spec.load_toml(tmp_path / "sweep.toml")
    assert [(config.app, config.input.label, config.input.flags, config.algo)
            for config in plan.configs()] == [
        ("sssp-cpu", "road", (), "worklist"), ("fib-cpu", "default", (), ""),
        ("hull-cpu", "default", ("--input=plummer2d",), "")]


def test_the_programs_without_a_graph_are_those_of_their_folder():
    text = (ROOT / "lonestar/forkjoin/CMakeLists.txt").read_text()
    names = re.search(r"foreach\(NAME ([a-z ]+)\)", text)[1].split()
    assert spec.WITHOUT_GRAPH == tuple(f"{name}-cpu" for name in names)


def test_programs_that_may_make_their_graph_are_those_of_the_build():
    files = (ROOT / "lonestar/forkjoin/graphs").glob("[a-z]*.cpp")
    makers = sorted(f"{file.stem}-cpu" for file in files if "GraphKindFlag" in file.read_text())
    assert spec.MAYBE_GRAPH == tuple(makers)
    made = spec.Sweep(apps=["matching-cpu"], inputs=[spec.Input("x", "", ("--n=3",))])
    made.check()
    read = spec.Sweep(apps=["matching-cpu"], inputs=[spec.Input("x", "/x.gr", ())])
    read.check()
    assert [config.algo for config in made.configs() + read.configs()] == ["", ""]


def test_command_line_of_a_run():
    graph = spec.parse_input("road=/g/r.gr@--startNode=7")
    config = sweep(inputs=[graph], params={"steal-size": [8]}, flags=["--delta=3"]).configs()[0]
    assert config.command("/bin", "/tmp/r.json", verify=False) == [
        "/bin/sssp-cpu", "/g/r.gr", "--wl=smq-bucket", "--steal-size=8", "-t=1", "--startNode=7",
        "--delta=3", "-noverify", "--json=/tmp/r.json"]
    assert "-noverify" not in config.command("/bin", "/tmp/r.json", verify=True)


PLAN = """
repeats = 2
threads = [1]
inputs = ["road.gr"]
[[sweeps]]
worklists = ["obim"]
[sweeps.params.obim]
delta = [8, 12]
[[sweeps]]
worklists = ["smq"]
threads = [1, 64]
preset = "virtual"
[[sweeps]]
apps = ["mst-cpu"]
inputs = [{ path = "web.gr", flags = ["--symmetrize"] }]
"""


def test_runs_on_virtual_ranks_start_by_run_dist():
    graph = spec.Input("genus20", "", ("-g=20",))
    config = spec.Config("semigroups-dist", graph, "", "", (
        ("load", "shared"), ("ranks", "5"), ("refresh", "100"), ("spawn-depth", "3"),
        ("speed-ratio", "2"), ("victim", "perf")), 1, "smpi", ("--per-rank",))
    assert config.command("/bin", "/tmp/r.json", verify=False, seed=4) == [
        str(ROOT / "scripts" / "run-dist"), "-n", "5", "--smpi", "speeds-2", "/bin/semigroups-dist",
        "--load=0-1:0.5,2-4:0.25", "--refresh-timer=100:0:0:100:100", "-d=3", "--victim=perf",
        "-g=20", "--per-rank", "--seed=4", "-noverify", "--json=/tmp/r.json"]
    alone = dataclasses.replace(config, params=(("load", "alone"),))
    assert alone.command("/bin", "r", verify=True)[1:6] == [
        "-n", "1", "--smpi", "one-speed", "/bin/semigroups-dist"]


def test_runs_on_nodes_start_the_program_itself_and_real_ranks_start_by_run_dist():
    tree = spec.Input("genus20-tree", "20.tree", ("-b=100",))
    config = spec.Config("semigroups-nodes", tree, "", "", (
        ("load", "shared"), ("ranks", "5"), ("victim", "perf")), 15, "release", ())
    assert config.command("/bin", "r", verify=True, seed=4) == [
        "/bin/semigroups-nodes", "--virtual-nodes=5", "--load=0-1:0.5,2-4:0.25", "-t=15",
        "--victim=perf", "20.tree", "-b=100", "--seed=4", "--json=r"]
    real = dataclasses.replace(config, app="semigroups-dist", build="mpi", threads=1,
                               params=(("ranks", "1"),))
    assert real.command("/bin", "r", verify=True) == [
        str(ROOT / "scripts" / "run-dist"), "-n", "1", "/bin/semigroups-dist", "-t=1", "20.tree",
        "-b=100", "--json=r"]


def test_a_plan_has_several_sweeps(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    plan = spec.load_toml(path)
    assert [config.key for config in plan.configs()] == [
        "app=sssp-cpu input=road algo=worklist wl=obim threads=1 delta=8",
        "app=sssp-cpu input=road algo=worklist wl=obim threads=1 delta=12",
        "build=virtual app=sssp-cpu input=road algo=worklist wl=smq threads=1",
        "build=virtual app=sssp-cpu input=road algo=worklist wl=smq threads=64",
        "app=mst-cpu input=web algo=worklist wl=smq-bucket threads=1 --symmetrize"]
    assert plan.presets() == ["virtual"] and [graph.label for graph in plan.graphs()] == ["road", "web"]


@pytest.mark.parametrize("path", sorted((ROOT / "scripts").glob("**/sweeps/*.toml")),
                         ids=lambda path: path.stem)
def test_sweeps_of_the_lab_look_for_their_graphs_in_results(path):
    graphs = spec.load_toml(path).inputs
    assert graphs
    for graph in graphs:
        assert pathlib.Path(graph.path).resolve().parent == ROOT / "results", graph.path


def test_flags_override_every_sweep_of_a_plan(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    plan = sweep_of("--sweep", str(path), "--threads", "4", "--wl", "obim", "--bin", "there",
                    "--param", "obim:delta=9")
    assert [(config.build, config.threads, config.wl, config.params) for config in plan.configs()] == [
        ("", 4, "obim", (("delta", "9"),)), ("", 4, "obim", (("delta", "9"),))]
    assert plan.presets() == []


@pytest.mark.parametrize("text, said", [
    ("[[sweeps]]\nrepeats = 3", "[[sweeps]] 1: unknown key repeats; the whole plan has one"),
    ("[[sweeps]]\n[[sweeps]]\nworklist = 'x'", "[[sweeps]] 2: unknown key worklist; did you mean"),
    ("[[sweeps]]\nthreads = 'many'\n[[sweeps]]", "thread counts are whole numbers"),
    ("sweeps = ['smq']", "'smq' is no table"),
    ("bin = 'x'\npreset = 'virtual'", "name one"),
    ("[[sweeps]]\ninputs = ['g=a.gr']\n[[sweeps]]\ninputs = ['g=b.gr']", "in one sweep and"),
])
def test_mistakes_in_plans_are_named(tmp_path, text, said):
    path = tmp_path / "plan.toml"
    path.write_text(text if "g=a" in text or "bin" in text else "inputs = ['r.gr']\n" + text)
    with pytest.raises(UserError, match=re.escape(said)):
        spec.load_toml(path).check()


def test_a_plan_that_is_no_text_is_named(tmp_path):
    (tmp_path / "plan.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="is not TOML"):
        spec.load_toml(tmp_path / "plan.toml")


def test_toml_file(tmp_path):
    (tmp_path / "s.toml").write_text("""
        worklists = ["smq", "obim"]
        threads = 2
        repeats = 3
        timeout = 5
        inputs = ["sub/road.gr", { path = "/g/x.gr", name = "far", flags = ["--startNode=1"] }]
        [params.obim]
        delta = [8, 10]
    """)
    plan = spec.load_toml(tmp_path / "s.toml")
    assert plan.threads == [2] and plan.repeats == 3 and plan.timeout == 5.0
    assert plan.inputs[0] == spec.Input("road", str(tmp_path / "sub/road.gr"))
    assert plan.inputs[1] == spec.Input("far", "/g/x.gr", ("--startNode=1",))
    assert len(plan.configs()) == 2 * (1 + 2)


@pytest.mark.parametrize("text, said", [
    ("worklist = ['smq']", "did you mean worklists"),
    ("repeats = 'many'", "expected a int"),
    ("repeats = ", "not TOML"),
    ("inputs = [1]", "an input is a file or a table; this one is 1"),
    ("inputs = [{ flags = 'x' }]", "has path, name, flags and app"),
    ("inputs = [{ name = 'x', file = 'y' }]", "has path, name, flags and app"),
])
def test_toml_mistakes_are_named(tmp_path, text, said):
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(UserError, match=said):
        spec.load_toml(tmp_path / "s.toml")


@pytest.mark.parametrize("fields, said", [
    ({"inputs": []}, "no input given"),
    ({"inputs": [spec.make_input("a/x.gr"), spec.make_input("b/x.gr")]}, "two inputs are called x"),
    ({"inputs": [spec.Input("x", "/x.gr"), spec.Input("x", "/y.gr", (), "sssp-cpu")]}, "two inputs"),
    ({"inputs": [spec.Input("x", "/x.gr", (), "bfs-cpu")]}, "x is for bfs-cpu, which is not among"),
    ({"inputs": [spec.Input("x", "", ("--n=3",))]}, "x has no file, and sssp-cpu reads a graph"),
    ({"apps": ["fib-cpu"]}, "fib-cpu makes its input and reads no graph"),
    ({"apps": ["fib-cpu", "sssp-cpu"], "inputs": []}, "no input given"),
    ({"repeats": 0}, "at least 1"),
    ({"threads": [0]}, "from 1"),
    ({"timeout": 0.0}, "positive"),
    ({"params": {"obim": {"delta": [1]}}}, "not among the worklists"),
    ({"flags": ["--wl=smq"]}, "set by the sweep itself"),
    ({"flags": ["startNode=3"]}, "not a flag"),
    ({"verify": "maybe"}, "one of first, all, never"),
])
def test_impossible_sweeps_are_refused(fields, said):
    with pytest.raises(UserError, match=said):
        sweep(**fields).configs()


def test_flags_override_the_file(tmp_path):
    (tmp_path / "s.toml").write_text("inputs = ['a.gr']\nrepeats = 9\nthreads = [1, 2]\n")
    parser = program.Parser(prog="x")
    options.add_sweep_arguments(parser)
    args = parser.parse_args(["--sweep", str(tmp_path / "s.toml"), "--threads", "4,8",
                              "--param", "smq:steal-size=4,8"])
    plan = options.sweep_from(args, "/default")
    assert (plan.repeats, plan.threads, plan.bin) == (9, [4, 8], "/default")
    assert plan.params == {"smq": {"steal-size": ["4", "8"]}}


def test_label_is_the_name_before_the_first_dot():
    assert spec.parse_input("/g/NE.tw.xz").label == "NE"
    with pytest.raises(UserError, match="space"):
        spec.parse_input("/g/a b.gr")
    with pytest.raises(UserError, match="has no file"):
        spec.parse_input("@--n=3")
