"""Runs as tables: files of scripts/bench and of programs, records and results."""

import doctest
import json
import pathlib
import subprocess
import sys

import pytest

pandas = pytest.importorskip("pandas")

import galois_cps  # noqa: E402  (pandas may be missing)
from galois_cps import notebook, records  # noqa: E402  (pandas may be missing)
from galois_cps.runs import UserError  # noqa: E402

PACKAGE = pathlib.Path(__file__).resolve().parents[1]


def record(**more):
    return {"schema": "galois-cps/1", "app": "sssp", "wl": "smq", "threads": 2, "time_s": 0.5,
            "wl_params": {"delta": 4}, "tasks": {"executed": 12, "useful": 10}, **more}


def bench(repeat, warmup=False, **more):
    return {"repeat": repeat, "warmup": warmup, "key": "k", **more}


class Run:
    """Stands in for what a call returns."""

    def to_dict(self):
        return record(wl="obim")


def test_a_row_has_the_names_of_the_record():
    frame = records([record(), record(worklist={"tdf": [[0, 1], [0.5, 2]], "stolen": 3})])
    assert frame["tasks.executed"].tolist() == [12, 12] and frame["wl_params.delta"].tolist() == [4, 4]
    assert frame["worklist.tdf"].tolist()[1] == [[0, 1], [0.5, 2]]
    assert pandas.isna(frame["worklist.stolen"][0]) and frame["worklist.stolen"][1] == 3


def test_results_runs_and_records_may_be_mixed():
    result = type("Result", (), {"run": Run()})()
    assert records([record(), Run(), result])["wl"].tolist() == ["smq", "obim", "obim"]
    assert len(records(Run())) == len(records(record())) == 1
    frame = records(record())
    assert records(frame) is frame


def test_a_result_file_gives_its_measured_runs(tmp_path):
    path = tmp_path / "bench.jsonl"
    failed = {"bench": bench(2, failure={"reason": "killed"})}
    lines = [record(bench=bench(0, warmup=True)), record(bench=bench(0)), record(bench=bench(1)), failed]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    frame = records(path)
    assert frame["bench.repeat"].tolist() == [0, 1]
    assert len(records([str(path), path])) == 4


@pytest.mark.parametrize("whole", [record(), [record(), record()]], ids=["one", "several"])
def test_a_file_of_a_program_gives_its_runs(tmp_path, whole):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(whole, indent=2))
    assert len(records(path)) == (2 if isinstance(whole, list) else 1)


@pytest.mark.parametrize("text", ["no json", "[]", '{"a": 1}', '{"a": 1}\n{"a": 2}\n'])
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "other"
    path.write_text(text)
    with pytest.raises(UserError, match="other"):
        records(path)


def test_what_is_missing_is_refused(tmp_path):
    with pytest.raises(UserError, match="cannot read"):
        records(tmp_path / "none")
    with pytest.raises(UserError, match="is no run"):
        records(7)


def test_examples_of_docstrings():
    assert doctest.testmod(notebook) == (0, 2)


@pytest.mark.parametrize(("module", "kept_out"), [
    ("runs.stats", ("galois_cps._core", "pandas", "matplotlib", "networkx")),
    ("charts.plots", ("galois_cps._core", "pandas", "matplotlib.pyplot", "networkx")),
    ("charts.growth", ("galois_cps._core", "pandas", "matplotlib.pyplot", "networkx")),
    ("plots", ("galois_cps._core", "matplotlib.pyplot", "networkx")),
    ("backend_info", ("galois_cps._core", "numpy")),
])
def test_importing_it_loads_nothing_else(module, kept_out):
    program = (f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); import galois_cps.{module}; "
               f"print([name for name in {kept_out!r} if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_run_reports_itself(tmp_path):
    graph = galois_cps.Graph.from_table(
        pandas.DataFrame({"source": ["Paris", "Lyon"], "target": ["Lyon", "New York"], "weight": [465, 5836]}), weight="weight")
    answers = [galois_cps.sssp(graph, graph.node("Paris"), threads=1, verify=True), galois_cps.mst(graph, threads=1),
               galois_cps.color(graph, threads=1), galois_cps.pagerank(graph, threads=1),
               galois_cps.connected_components(graph, threads=1), galois_cps.core_numbers(graph, threads=1),
               galois_cps.triangles(graph, threads=1), galois_cps.betweenness(graph, threads=1),
               galois_cps.label_propagation(graph, threads=1),
               galois_cps.maximal_independent_set(graph, threads=1), galois_cps.maximal_matching(graph, threads=1)]
    for answer in answers:
        path = tmp_path / f"{answer.run.app}.html"
        answer.run.report(path, title="My trip")
        text = path.read_text(encoding="utf-8")
        assert "<h1>My trip</h1>" in text and "Histogram" in text and "New York</td>" in text, answer.run.app
    assert "<td>New York</td><td>6,301</td>" in (tmp_path / "sssp.html").read_text(encoding="utf-8")
    with pytest.raises(UserError, match="cannot write"):
        answers[0].run.report(tmp_path / "sssp.html" / "page.html")
