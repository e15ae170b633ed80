"""scripts/compare and the overview: selections, matching, two files, two builds."""

import json

import pytest

from galois_cps.runs import stats
from lab.bench import bench_cli, compare_cli, overview_cli
from conftest import make_fake_bin


@pytest.fixture
def measured(fake_bin, graph, tmp_path):
    out = tmp_path / "m.jsonl"
    assert bench_cli.main(["--bin", str(fake_bin), "--input", str(graph), "--wl", "smq,obim",
                           "--algo", "worklist,dijkstra", "--threads", "1,2", "--repeats", "5",
                           "--out", str(out)]) == 0
    return out


def test_everything_against_one_reference(measured, capsys):
    assert compare_cli.main([str(measured), "--b", "algo=dijkstra"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("dijkstra 1 thread") == 4
    assert "smq 2 threads" in shown and "faster" in shown and "slower" in shown


def test_the_fastest_sequential_algorithm(fake_bin, graph, tmp_path, capsys):
    both = tmp_path / "both.jsonl"
    assert bench_cli.main(["--bin", str(fake_bin), "--input", str(graph), "--wl", "smq", "--threads", "1,2",
                           "--algo", "worklist,dijkstra,radix-heap", "--out", str(both)]) == 0
    capsys.readouterr()
    assert compare_cli.main([str(both), "--b", "sequential"]) == 0
    rows = capsys.readouterr().out.splitlines()[-2:]
    assert all(row.startswith("smq") and "radix-heap" in row and "dijkstra" not in row for row in rows)
    assert overview_cli.main([str(both), "--csv", str(tmp_path / "o.csv")]) == 0
    rows = [line.split(",") for line in (tmp_path / "o.csv").read_text().splitlines()]
    assert rows[1][0] == "radix-heap" and float(rows[1][3]) == 1.0
    assert [float(row[3]) > 1.5 for row in rows[2:] if row[0] == "dijkstra"] == [True]


def test_without_a_sequential_algorithm(fake_bin, graph, tmp_path, capsys):
    none = tmp_path / "none.jsonl"
    assert bench_cli.main(["--bin", str(fake_bin), "--input", str(graph), "--wl", "smq",
                           "--out", str(none)]) == 0
    for main, arguments in ((compare_cli.main, ["--b", "sequential"]), (overview_cli.main, [])):
        assert main([str(none), *arguments]) == 1
        assert "algo=dijkstra or algo=radix-heap" in capsys.readouterr().err


def test_two_selections(measured, capsys):
    assert compare_cli.main([str(measured), "--a", "threads=2", "--b", "threads=1,algo=worklist"]) == 0
    rows = capsys.readouterr().out.splitlines()[-2:]
    assert [row.split()[0] for row in rows] == ["obim", "smq"]
    assert all(row.count(row.split()[0]) == 2 for row in rows), "each worklist against itself"


def test_two_files(measured, graph, tmp_path, capsys):
    slower = make_fake_bin(tmp_path / "slower", "export FAKE_SLOWER=2")
    other = tmp_path / "other.jsonl"
    assert bench_cli.main(["--bin", str(slower), "--input", str(graph), "--wl", "smq,obim",
                           "--threads", "1,2", "--out", str(other)]) == 0
    capsys.readouterr()
    table = tmp_path / "c.csv"
    assert compare_cli.main([str(other), str(measured), "--csv", str(table),
                             "--plot", str(tmp_path / "c")]) == 0
    rows = [line.split(",") for line in table.read_text().splitlines()]
    assert len(rows) == 1 + 4
    for row in rows[1:]:
        assert 1.7 < float(row[4]) < 2.3 and row[-1] == "slower"
    assert (tmp_path / "c.svg").exists() and (tmp_path / "c.png").exists()


def test_two_builds_are_measured_interleaved(fake_bin, graph, tmp_path, capsys):
    slower = make_fake_bin(tmp_path / "slower", "export FAKE_SLOWER=1.5")
    out = tmp_path / "ab.jsonl"
    assert compare_cli.main(["--build-a", str(slower), "--build-b", str(fake_bin), "--input",
                             str(graph), "--repeats", "5", "--out", str(out)]) == 0
    builds = [json.loads(text)["bench"]["config"]["build"] for text in out.read_text().splitlines()]
    assert len(builds) == 12
    assert all({builds[i], builds[i + 1]} == {"A", "B"} for i in range(0, 12, 2))
    assert "slower" in capsys.readouterr().out


def test_runs_that_are_too_short_are_noted_once_each(fake_bin, graph, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_SHORT", "dijkstra")
    out = tmp_path / "short.jsonl"
    assert bench_cli.main(["--bin", str(fake_bin), "--input", str(graph), "--wl", "smq,obim",
                           "--algo", "worklist,dijkstra", "--repeats", "2", "--out", str(out)]) == 0
    capsys.readouterr()
    assert compare_cli.main([str(out), "--b", "algo=dijkstra"]) == 0
    notes = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note: ")]
    assert len(notes) == 1 and "dijkstra" in notes[0] and "too short" in notes[0]
    assert compare_cli.main([str(out), "--b", "algo=dijkstra", "--metric", "total_s"]) == 0
    assert "note: " not in capsys.readouterr().out


def test_other_metrics(measured, capsys):
    assert compare_cli.main([str(measured), "--b", "algo=dijkstra", "--metric", "tasks.executed"]) == 0
    said = capsys.readouterr().out
    assert "faster" not in said and "slower" not in said  # of what is no time there is less or more
    assert "1,100" in said
    assert stats.Ratio(0.5, 0.4, 0.6, True).verdict_on("wasted_work") == "less"
    assert stats.Ratio(2, 1.9, 2.1, True).verdict_on("max_rss_mib") == "more"
    assert stats.Ratio(2, 1.9, 2.1, True).verdict_on("total_s") == "slower"
    assert compare_cli.main([str(measured), "--b", "algo=dijkstra", "--metric", "speed"]) == 1
    assert "they have" in capsys.readouterr().err


@pytest.mark.parametrize("arguments, said", [
    (["--b", "wl=smp"], "did you mean smq"),
    (["--b", "colour=red"], "they have"),
    (["--b", "wl"], "NAME=VALUE"),
    (["--a", "wl=smq", "--b", "wl=obim,algo=dijkstra"], "at once"),
    (["--a", "threads=2", "--b", "algo=worklist"], "2 references"),
])
def test_selections_that_cannot_be_are_explained(measured, capsys, arguments, said):
    assert compare_cli.main([str(measured), *arguments]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [
    [], ["a", "b", "c"], ["a"], ["--build-a", "x"], ["--build-a", "x", "--build-b", "y", "a"]])
def test_usage_errors(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        compare_cli.main(arguments)
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_contradicting_answers_are_not_compared(measured, tmp_path, capsys):
    lines = [json.loads(text) for text in measured.read_text().splitlines()]
    lines[-1]["answer"]["checksum"] += 1
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert compare_cli.main([str(wrong), "--b", "algo=dijkstra"]) == 1
    assert "disagree" in capsys.readouterr().err


def test_overview_puts_the_reference_first(measured, tmp_path, capsys):
    assert overview_cli.main([str(measured), "--csv", str(tmp_path / "o.csv"),
                          "--plot", str(tmp_path / "pictures" / "o"), "--title", "A title"]) == 0
    rows = [line.split(",") for line in (tmp_path / "o.csv").read_text().splitlines()]
    assert rows[0][0] == "scheduler" and rows[1][0] == "dijkstra" and float(rows[1][3]) == 1.0
    assert {row[-1] for row in rows[1:]} == {"yes"}
    assert (tmp_path / "pictures" / "o.svg").stat().st_size < 200_000


def test_markdown_table(measured, capsys):
    assert overview_cli.main([str(measured), "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| scheduler") and set(lines[1]) <= set("|-: ")


def test_nothing_overwrites_the_results_it_reads(measured, tmp_path, capsys):
    before = measured.read_bytes()
    link = tmp_path / "link.csv"
    link.symlink_to(measured.name)
    (tmp_path / "m.svg").hardlink_to(measured)
    for outputs in (["--csv", str(measured)], ["--csv", str(link)], ["--plot", str(tmp_path / "m")],
                    ["--csv", str(tmp_path / "new.svg"), "--plot", str(tmp_path / "new")]):
        for main, arguments in ((compare_cli.main, ["--b", "algo=dijkstra"]), (overview_cli.main, [])):
            capsys.readouterr()
            assert main([str(measured), *arguments, *outputs]) == 2, outputs
            error = capsys.readouterr().err
            assert "is the same file as the" in error and error.count("\n") == 1
    assert measured.read_bytes() == before


def test_two_builds_do_not_overwrite_the_graph(fake_bin, graph, capsys):
    assert compare_cli.main(["--build-a", str(fake_bin), "--build-b", str(fake_bin), "--input", str(graph),
                             "--out", str(graph)]) == 2
    assert "same file as the input" in capsys.readouterr().err
    assert graph.read_bytes() == b"graph"
