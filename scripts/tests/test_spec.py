"""Axes, their product, the TOML file, and what is refused."""

import pytest

from galois_bench import UserError, options, program, spec


def sweep(**fields):
    fields.setdefault("inputs", [spec.make_input("/g/road.gr")])
    return spec.Sweep(**fields)


def test_product_of_all_axes():
    configs = sweep(worklists=["smq", "obim"], threads=[1, 2]).configs()
    assert [config.key for config in configs] == [
        "app=sssp-cpu input=road algo=worklist wl=smq threads=1",
        "app=sssp-cpu input=road algo=worklist wl=smq threads=2",
        "app=sssp-cpu input=road algo=worklist wl=obim threads=1",
        "app=sssp-cpu input=road algo=worklist wl=obim threads=2"]


def test_algorithm_without_a_worklist_has_threads_and_parameters_of_its_own():
    configs = sweep(worklists=["smq", "obim"], algos=["limit"], threads=[1, 2],
                    params={"limit": {"limit-deal": ["nodes", "random"]}, "obim": {"delta": 8},
                            "virtual-costs": "far.costs"}).configs()
    assert [config.dims() for config in configs] == [
        {"app": "sssp-cpu", "input": "road", "algo": "limit", "threads": threads,
         "limit-deal": deal, "virtual-costs": "far.costs"}
        for deal in ("nodes", "random") for threads in ("1", "2")]


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


def test_command_line_of_a_run():
    graph = spec.parse_input("road=/g/r.gr@--startNode=7")
    config = sweep(inputs=[graph], params={"steal-size": [8]}, flags=["--delta=3"]).configs()[0]
    assert config.command("/bin", "/tmp/r.json", verify=False) == [
        "/bin/sssp-cpu", "/g/r.gr", "--wl=smq-bucket", "--steal-size=8", "-t=1", "--startNode=7",
        "--delta=3", "-noverify", "--json=/tmp/r.json"]
    assert "-noverify" not in config.command("/bin", "/tmp/r.json", verify=True)


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
    ("inputs = [{ name = 'x' }]", "has path, name and flags"),
])
def test_toml_mistakes_are_named(tmp_path, text, said):
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(UserError, match=said):
        spec.load_toml(tmp_path / "s.toml")


@pytest.mark.parametrize("fields, said", [
    ({"inputs": []}, "no input given"),
    ({"inputs": [spec.make_input("a/x.gr"), spec.make_input("b/x.gr")]}, "two inputs are called x"),
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
