"""scripts/bench --suite over stand-ins; lonestar/test/suites_cli.py runs both suites with our programs."""

import pathlib
import struct
import subprocess
import sys

import pytest

from conftest import SCRIPTS
from galois_cps.runs import results
from lab.peers import catalogue
from lab.suites import cells, cli, graphalytics

sys.path.insert(0, str(SCRIPTS / "tests" / "peers"))
import peers_stand_in

STAND_IN = SCRIPTS / "tests" / "suites_stand_in.py"
PROGRAMS = ["graph-gen", "graph-convert", "bfs-cpu", "sssp-cpu", "pagerank-cpu", "components-cpu", "betweenness-cpu",
            "triangles-cpu", "cdlp-cpu"]
PAIRS = {"BFS": ("bfs-cpu", "1 0\n2 9223372036854775807\n3 1\n", "3 1\n1 0\n2 inf\n"),
         "PR": ("pagerank-cpu", "1 0.5\n2 0.25\n3 0.25\n", "1 0.50002\n2 0.25\n3 0.24999\n"),
         "WCC": ("components-cpu", "1 1\n2 2\n3 1\n", "1 0\n2 7\n3 0\n"),
         "CDLP": ("cdlp-cpu", "1 1\n2 2\n3 1\n", "1 1\n2 2\n3 1\n"),
         "LCC": ("triangles-cpu", "1 0\n2 0\n3 0.1\n", "1 0\n2 0\n3 0.1\n"),
         "SSSP": ("sssp-cpu", "1 0\n2 infinity\n3 2.5\n", "1 0\n2 inf\n3 2.5\n")}
PROPERTIES = """# a comment
graph.tiny.directed = {directed}
graph.tiny.algorithms = bfs, cdlp, lcc, pr, sssp, wcc
graph.tiny.bfs.source-vertex = 1
graph.tiny.cdlp.max-iterations = 4
graph.tiny.pr.damping-factor = 0.85
graph.tiny.pr.num-iterations = 3
graph.tiny.sssp.source-vertex = 1
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Stand-ins in bin/ and gapbs/, and an object with calls() and suite(NAME, FLAG, ...)."""
    for folder, names in (("bin", PROGRAMS), ("gapbs", ["bfs", "sssp", "pr", "cc", "bc", "tc"])):
        (tmp_path / folder).mkdir()
        for name in names:
            path = tmp_path / folder / name
            path.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{STAND_IN}' {name} \"$@\"\n")
            path.chmod(0o755)
    monkeypatch.setenv("SUITE_LOG", str(tmp_path / "log"))
    monkeypatch.setenv("SUITE_ANSWERS", str(tmp_path / "answers"))
    monkeypatch.setenv("PYTHONPATH", str(SCRIPTS))

    class Place:
        folder = tmp_path
        out = tmp_path / "out.jsonl"

        def suite(self, name, *flags):
            return cli.main(["--suite", name, "--bin", str(tmp_path / "bin"), "--out", str(self.out), *flags])

        def calls(self, name):
            lines = (tmp_path / "log").read_text().splitlines()
            return [line.split()[1:] for line in lines if line.split()[0] == name]

    return Place()


@pytest.fixture
def tiny(place):
    """A folder with a graph of Graphalytics, whose answers are right."""
    data = place.folder / "data"
    for folder in (data, place.folder / "answers"):
        folder.mkdir()
    (data / "tiny.properties").write_text(PROPERTIES.format(directed="true"))
    for kernel, (app, reference, answer) in PAIRS.items():
        (data / f"tiny-{kernel}").write_text(reference)
        (place.folder / "answers" / app).write_text(answer)
    return data


def lines_of(shown, kernel):
    return [line.split() for line in shown.splitlines() if line.startswith(f"{kernel} ")]


def test_gap_has_the_trials_and_sources_of_the_benchmark(place, capsys):
    assert place.suite("gap", "--threads", "1,2", "--scale", "5") == 0
    shown = capsys.readouterr().out
    for kernel, trials in (("BFS", 64), ("SSSP", 64), ("PR", 16), ("CC", 16), ("BC", 16), ("TC", 3)):
        lines = lines_of(shown, kernel)
        assert [line[:4] for line in lines] == [[kernel, "ours", threads, str(trials)] for threads in "12"]
        assert {(line[4], line[5]) for line in lines} == {("0.50000", "0.50000")}
    assert "kron, 2^5" in shown and "urand, 2^5" in shown and "host: a test, 2 cores" in shown
    assert {call[0] for call in place.calls("graph-gen")} == {"rmat", "uniform"}
    assert all("--scale=5" in call or "--nodes=32" in call for call in place.calls("graph-gen"))
    bfs, sssp, bc = ([word for call in place.calls(f"{name}-cpu") for word in call if word.startswith("--sources=")]
                     for name in ("bfs", "sssp", "betweenness"))
    assert set(bfs) == set(sssp) and len(bc) == 2 * 2 * 16
    per_trial = [pathlib.Path(word.partition("=")[2]).read_text().split() for word in bc]
    all_of_them = pathlib.Path(bfs[0].partition("=")[2]).read_text().split()
    assert sum(per_trial[:16], []) == all_of_them and len(all_of_them) == 64
    assert all("--verify=full" in call for call in place.calls("triangles-cpu"))
    records = results.read(str(place.out))
    assert len(records) == 2 * 2 * (64 + 64 + 16 + 16 + 16 + 3)
    assert {record["bench"]["config"]["threads"] for record in records} == {"1", "2"}


def test_gap_beside_its_reference_implementation(place, capsys, monkeypatch):
    flags = ["--threads", "2", "--trials", "4", "--graphs", "kron", "--gapbs", str(place.folder / "gapbs")]
    assert place.suite("gap", *flags) == 0
    shown = capsys.readouterr().out
    assert lines_of(shown, "PR") == [["PR", "ours", "2", "4", "0.50000", "--verify=full"],
                                     ["PR", "GAPBS", "2", "4", "0.25000", "-v"]]
    assert place.calls("bc")[0][2:] == ["-i", "4", "-n", "4", "-v"]
    weighted, plain = (pathlib.Path(place.calls(name)[0][1]).read_bytes() for name in ("sssp", "tc"))
    for data, columns in ((weighted, 2), (plain, 1)):
        directed, arcs, nodes = struct.unpack_from("<?qq", data)
        offsets = struct.unpack_from(f"<{nodes + 1}q", data, 17)
        row = struct.unpack_from(f"<{2 * columns}i", data, 17 + 8 * (nodes + 1))
        assert (directed, arcs, nodes) == (False, 10, 6) and offsets == (0, 2, 4, 6, 9, 10, 10)
        assert row == ((1, 2, 3, 9) if columns == 2 else (1, 3)), "node 0: heads ascend, with weights or without"
        assert len(data) == 17 + 8 * (nodes + 1) + 4 * columns * arcs
    monkeypatch.setenv("SUITE_WRONG", "cc")
    assert place.suite("gap", *flags, "--kernels", "CC") == 1
    assert "0 of 4 answers passed" in capsys.readouterr().out
    (place.folder / "gapbs" / "cc").unlink()
    assert place.suite("gap", *flags, "--kernels", "CC") == 1
    assert "run make in" in capsys.readouterr().err


def test_gap_beside_other_packages(place, capsys, monkeypatch):
    (place.folder / "peers").mkdir()
    stand_ins = peers_stand_in.Place(place.folder / "peers", ["quick", "wrong"])
    peers = [peers_stand_in.OURS, peers_stand_in.peer("quick", ["bfs", "pagerank"], ["pagerank"]),
             peers_stand_in.peer("wrong", ["bfs"]), peers_stand_in.peer("absent", ["bfs"])]
    monkeypatch.setattr(catalogue, "PEERS", peers)
    flags = ["--threads", "1,2", "--graphs", "kron", "--trials", "3", "--peers", str(stand_ins.out), "--kernels"]
    assert place.suite("gap", *flags, "PR,CC") == 0
    shown = capsys.readouterr().out
    assert [line[1:3] for line in lines_of(shown, "PR")] == [
        ["ours", "1"], ["Quick", "1"], ["ours", "2"], ["Quick", "2"]]
    assert len(lines_of(shown, "CC")) == 2
    assert place.suite("gap", *flags, "BFS") == 1
    shown = capsys.readouterr().out
    assert ["BFS", "Quick", "1", "3", "0.06000", "as", "ours"] in lines_of(shown, "BFS")
    assert any("wrong answer" in " ".join(line) for line in lines_of(shown, "BFS"))


def test_a_kernel_that_fails_is_a_cell(place, capsys, monkeypatch):
    monkeypatch.setenv("SUITE_FAIL", "betweenness-cpu")
    monkeypatch.setenv("SUITE_UNCHECKED", "components-cpu")
    assert place.suite("gap", "--threads", "1", "--trials", "2") == 1
    shown = capsys.readouterr().out
    assert "betweenness-cpu: out of luck" in shown and "an answer was not checked" in shown
    assert lines_of(shown, "TC")[0][3:6] == ["2", "0.50000", "0.50000"]
    monkeypatch.setenv("SUITE_FAIL", "graph-gen")
    assert place.suite("gap", "--scale", "6") == 1
    assert capsys.readouterr().err.splitlines()[-1] == "bench: graph-gen: out of luck"


def test_graphalytics_compares_with_its_references(place, tiny, capsys):
    assert place.suite("graphalytics", "--data", str(tiny), "--threads", "1,2") == 0
    shown = capsys.readouterr().out
    rules = {"BFS": "exact", "PR": "epsilon", "WCC": "equivalence", "CDLP": "exact", "LCC": "epsilon",
             "SSSP": "epsilon"}
    rows = [line.split() for line in shown.splitlines() if line.startswith("tiny ")]
    assert [(row[1], row[3], row[-1]) for row in rows] == [
        (kernel, threads, rule) for kernel, rule in rules.items() for threads in "12"]
    assert all(row[2] == "ours" and row[4] == "3" and row[6:8] == ["0.2500", "0.500000"] and row[9] == "100"
               for row in rows)
    assert "--iterations=3" in place.calls("pagerank-cpu")[0] and "--iterations=4" in place.calls("cdlp-cpu")[0]
    (tiny / "tiny.properties").write_text(PROPERTIES.format(directed="false"))
    assert place.suite("graphalytics", "--data", str(tiny), "--threads", "1", "--kernels", "WCC") == 0
    captured = capsys.readouterr()
    assert " 60 " in captured.out and "out.jsonl.old" in captured.err, "each edge is there twice"


def test_graphalytics_beside_other_packages(place, tiny, capsys, monkeypatch):
    (place.folder / "peers").mkdir()
    stand_ins = peers_stand_in.Place(place.folder / "peers", ["quick"])
    monkeypatch.setattr(catalogue, "PEERS", [
        peers_stand_in.OURS, peers_stand_in.peer("quick", ["bfs", "components", "power", "clustering"])])
    flags = ["--data", str(tiny), "--threads", "1,2", "--peers", str(stand_ins.out), "--kernels"]

    def asked(kernel):
        assert place.suite("graphalytics", *flags, kernel) == 0
        rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("tiny ")]
        return [row for row in rows if row[2] != "ours"]

    assert asked("BFS") == [["tiny", "BFS", "Quick", "1", "1", "6", "0.2500", "0.060000", "-", "117", "as", "ours"]]
    assert place.calls("bfs-cpu")[-1][-1].endswith("output") and "--startNode=0" in place.calls("bfs-cpu")[-1]
    older = place.folder / "suites" / "graphalytics" / "tiny.gr"
    older.write_bytes(b"of another graph of this name")
    assert len(asked("WCC")) == len(asked("PR")) == 1
    assert "--iterations=3" in place.calls("pagerank-cpu")[-1]
    assert asked("CDLP") == [] and asked("LCC") == [], "nobody has these of a directed graph"
    text = PROPERTIES.format(directed="false").replace("= 0.85", "= 0.5")
    (tiny / "tiny.properties").write_text(text)
    assert asked("PR") == [], "packages are asked with one damping factor"
    assert len(asked("LCC")) == 1


def test_graphalytics_shows_what_is_wrong(place, tiny, capsys):
    (place.folder / "answers" / "cdlp-cpu").write_text("1 1\n2 2\n3 3\n")
    (tiny / "tiny-LCC").unlink()
    assert place.suite("graphalytics", "--data", str(tiny), "--threads", "1") == 1
    shown = capsys.readouterr().out
    assert "wrong answer: vertex 3 has 3, and 1 in the reference" in shown
    assert "none there; --verify=full" in shown
    (tiny / "tiny.properties").write_text(PROPERTIES.replace("graph.tiny.pr.num-iterations = 3\n", ""))
    assert place.suite("graphalytics", "--data", str(tiny), "--threads", "1") == 1
    assert "does not say pr.num-iterations" in capsys.readouterr().err


def test_the_statistic_of_a_cell():
    cell = cells.Cell("BFS", "kron", "ours", 1, [0.5, 0.25, 0.75])
    assert (cell.shown("mean"), cell.shown("min")) == (0.5, 0.25)


@pytest.mark.parametrize("match, found, right, wrong", [
    ("exact", {"1": 2.0}, {"1": 2.0}, ""),
    ("exact", {"1": 2.0}, {"1": 3.0}, "vertex 1 has 2, and 3 in the reference"),
    ("exact", {"1": 2.0}, {"1": 2.0, "2": 1.0}, "1 vertices in place of 2"),
    ("exact", {"1": 2.0}, {"2": 2.0}, "other vertices"),
    ("epsilon", {"1": 1.00009}, {"1": 1.0}, ""),
    ("epsilon", {"1": 1.00011}, {"1": 1.0}, "vertex 1 has 1.00011, and 1 in the reference"),
    ("epsilon", {"1": float("inf")}, {"1": float("inf")}, ""),
    ("epsilon", {"1": 1.0}, {"1": float("inf")}, "vertex 1 has 1, and inf in the reference"),
    ("epsilon", {"1": 1e-9}, {"1": 0.0}, "vertex 1 has 1e-09, and 0 in the reference"),
    ("equivalence", {"1": 5.0, "2": 5.0, "3": 6.0}, {"1": 1.0, "2": 1.0, "3": 2.0}, ""),
    ("equivalence", {"1": 5.0, "2": 6.0}, {"1": 1.0, "2": 1.0}, "vertex 2 has 6, and 1 in the reference"),
    ("equivalence", {"1": 5.0, "2": 5.0}, {"1": 1.0, "2": 2.0}, "vertex 2 has 5, and 2 in the reference"),
])
def test_rules_of_comparison(match, found, right, wrong):
    assert graphalytics.difference(match, found, right) == wrong


def test_what_is_not_there_is_one_line(place, tiny, capsys):
    for flags, status, said in ((["gap", "--kernels", "BSF"], 2, "there are BFS, SSSP"),
                                (["gap", "--graphs", "web"], 2, "kron, urand"),
                                (["graphalytics", "--data", str(tiny), "--graphs", "huge"], 2, "there are tiny"),
                                (["graphalytics", "--data", str(place.folder)], 1, "--data names a folder")):
        assert place.suite(*flags) == status
        err = capsys.readouterr().err
        assert said in err and len(err.splitlines()) == 1
    (place.folder / "bin" / "cdlp-cpu").unlink()
    assert place.suite("graphalytics", "--data", str(tiny), "--kernels", "CDLP") == 2
    assert "--target cdlp-cpu" in capsys.readouterr().err


def test_the_program_takes_suites():
    for flags, words in ((["--suite", "gap", "--help"], "--gapbs"), (["--suite=gap", "--help"], "--gapbs"),
                         (["--help"], "--sweep")):
        shown = subprocess.run([SCRIPTS / "bench", *flags], capture_output=True, text=True, check=True).stdout
        assert words in shown
