"""Runs that the repository stores, and what is made of them again."""

import json
import lzma

import pytest

import made_rows as made
import stand_in
from galois_cps.runs import UserError
from papers.engine.judge import verdicts
from papers.engine.judge.verdicts import Verdict
from papers.engine.plan import catalogue, stored
from papers.engine.plan.catalogue import Series
from papers.engine.show import gallery

ROWS = [row | {"record": f"a.jsonl:{number // 2}"} for number, row in enumerate(
    made.row(metric, value + turn, series=series, turn=turn)
    for series in ("mq0", "smq") for turn in (0, 1) for metric, value in (("time_s", 1.0), ("nodes", 8.0)))]
FACTS = {f"a.jsonl:{number}": {"commit": "abc", "costs": {"near": 60}} for number in range(4)}


def written(folder, rows=ROWS, **more):
    given = {"machine": "simulated, 4 x 10 cores", "date": "2026-11-30"} | more
    return stored.write("f", "laptop", rows, FACTS, folder=folder, **given)


def test_runs_come_back_as_the_rows_that_they_were(tmp_path):
    failed = made.row("failure", float("nan"), series="obim", record="a.jsonl:9 ran out of time")
    path = written(tmp_path, [*ROWS, failed, made.row("load_s", 3.0, record="a.jsonl:0")])
    head, rows = stored.read("f", tmp_path)
    assert head["machine"] == "simulated, 4 x 10 cores" and head["facts"] == [FACTS["a.jsonl:0"], {}]
    def plain(found):
        return [{name: value for name, value in row.items() if name != "record"} for row in found]
    assert plain(rows[:-1]) == plain(ROWS), "without numbers of the machine"
    assert rows[-1]["metric"] == "failure" and rows[-1]["record"] == "f.jsonl.xz:6 ran out of time"
    assert stored.figures(tmp_path) == ["f"] and stored.of_scale("smoke", tmp_path) == {}
    first = path.read_bytes()
    assert written(tmp_path, [*ROWS, failed]).read_bytes() == first, "the same runs make the same file"


def test_a_file_has_a_line_per_run_with_its_seed_and_facts(tmp_path):
    lines = lzma.decompress(written(tmp_path).read_bytes()).decode().splitlines()
    assert len(lines) == 1 + 4
    assert json.loads(lines[1]) == {
        "source": "S", "app": "sssp", "graph": "road", "series": "mq0", "parameters": "", "threads": 64,
        "round": 0, "seed": 0, "of": 0, "numbers": {"time_s": 1.0, "nodes": 8.0}}


def test_what_is_refused(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="no runs to store"):
        written(tmp_path, [])
    with pytest.raises(UserError, match="no runs of g are stored; stored are none"):
        stored.read("g", tmp_path)
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(UserError, match="is damaged"):
        stored.read("f", tmp_path)
    path.write_bytes(lzma.compress(b'{"schema": "other"}\n'))
    with pytest.raises(UserError, match="its schema is not"):
        stored.read("f", tmp_path)
    monkeypatch.setattr(stored, "LIMIT", 100)
    with pytest.raises(UserError, match="store fewer"):
        written(tmp_path)


def test_only_series_of_the_paper_are_shown_unless_asked():
    figure = made.figure("bars")
    series = {"mq0": Series("mq0", "Multi-Queue", "mq.published", published=True),
              "smq": Series("smq", "SMQ, tuned", "smq"), "wasp": Series("wasp", "Wasp", "wasp")}
    assert {row["series"] for row in stored.shown(figure, ROWS, series)} == {"mq0"}
    assert stored.shown(figure, ROWS, series, ours=True) == ROWS
    mine = [row for row in ROWS if row["series"] == "smq"]
    assert stored.shown(figure, mine, series) == mine, "a figure of ours alone"


@pytest.mark.parametrize("sources, words", [
    ({"S"}, "simulated, 4 x 10 cores"), ({"T"}, "2 real cores (EPYC)"), ({"M"}, "computed by a model or from a trace"),
    ({"S", "T"}, "simulated, 4 x 10 cores, and 2 real cores (EPYC)")])
def test_the_machine_in_words(sources, words):
    assert gallery.words(sources, "pack:4 core:10", 2, "EPYC") == words
    assert gallery.words({"S"}, "pack:1 core:64", 2, "") == "simulated, 64 cores"
    assert gallery.words({"S"}, "", 2, "", "nodes of 15 workers") == "simulated, nodes of 15 workers"


def test_verdicts_on_stored_runs_name_their_commit():
    head = {"facts": [{"commit": "abc"}, {}], "date": "2026-11-30"}
    found = stored.dated([Verdict("smq-01", "agrees", "M", figures=("f",), cases=(verdicts.CaseValue("all", 1, 1, 1),)),
                          Verdict("smq-02", "agrees", "M", figures=("g",))], {"f": head})
    assert [each.runs_of for each in found] == ["abc, 2026-11-30", ""]


def test_a_figure_is_stored_and_made_again_without_programs(tmp_path, monkeypatch, capsys):
    figures = stand_in.commands(tmp_path, monkeypatch)
    monkeypatch.setattr(stored, "FOLDER", tmp_path / "stored")
    for function in (stored.write, stored.read, stored.figures, stored.of_scale):
        defaults = tuple(tmp_path / "stored" if each == catalogue.FOLDER / "runs" else each
                         for each in function.__defaults__)
        monkeypatch.setattr(function, "__defaults__", defaults)
    assert figures("make", "plain") == 0 and figures("keep", "plain") == 0
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "calls"))
    capsys.readouterr()
    assert figures("redo", "plain") == 0
    assert capsys.readouterr().out.strip().endswith("plain-T.svg")
    assert not (tmp_path / "calls").exists(), "no program runs"
    assert figures("gallery", "--to", str(tmp_path / "pages")) == 0
    page = capsys.readouterr().out
    assert "### plain: Two applications" in page and "2 rounds" in page and "plain.jsonl.xz" in page
    assert (tmp_path / "pages" / "plain-T.svg").exists() and (tmp_path / "pages" / "plain.jsonl.xz").exists()
    assert figures("redo", "wall") == 1


def test_what_is_stored_here_fits_the_catalogue():
    whole = catalogue.load()
    assert sum(path.stat().st_size for path in stored.FOLDER.glob("*")) < stored.LIMIT
    for name in stored.figures():
        head, rows = stored.read(name)
        assert head["figure"] == name and name in whole.figures and head["scale"] in catalogue.SCALES
        assert {row["series"] for row in rows} <= set(whole.series)
        assert {row["graph"] for row in rows} - {""} <= set(whole.graphs)
        assert all(fact["commit"] for fact in head["facts"])
