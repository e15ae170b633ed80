"""Pages about runs: what stands in them, and that they fit into a narrow and into a wide window."""

import json
import re

import numpy as np
import pytest

from galois_cps.charts import run_page
from galois_cps.runs import UserError, node_values, ways
from galois_site import browser
from lab.bench import bench_cli, report_cli
from test_bench import bench  # noqa: F401  (a fixture)


def record(**more):
    return {"schema": "galois-cps/1", "app": "sssp-cpu", "input": "some/<cities>.csv", "nodes": 1234567,
            "edges": 5000000, "input_id": "12-ab", "params": {"startNode": "Paris", "algo": "worklist"},
            "wl": "smq", "wl_params": {"steal-size": 8}, "threads": 2, "cores": 2, "pinned": True, "seed": 1,
            "build": {"type": "Release", "compiler": "g++", "commit": "0123456789ab"},
            "host": {"cpu": "A processor with a long name"}, "time_s": 0.25, "load_s": 0.5, "total_s": 1.0,
            "max_rss_mib": 64, "tasks": {"executed": 1100, "useful": 1000, "pushed": 1100, "stale": 60},
            "wasted_work": 1.1, "worklist": {"pushes": 1100, "lock_acquisitions_of_a_long_name": 3,
                                             "tdf": [[0.0, 1.0], [0.1, 0.5]]},
            "answer": {"checksum": 42, "summary": {"reached": 1000, "max": 9}}, "verified": True, **more}


def page(tmp_path, records, values=None):
    path = tmp_path / "page.html"
    run_page.write(records, str(path), values)
    return path.read_text()


def cell(text, name):
    return re.search(rf"<th>{name}</th><td>(.*?)</td>", text)[1]


def test_a_page_says_what_ran_and_what_came_out(tmp_path):
    values = node_values.NodeValues([0.0, 465.0, 5836.0, np.inf], ["Paris", "Lyon", "New York", "Rome"])
    text = page(tmp_path, [record()], values)
    assert "<title>sssp-cpu on &lt;cities&gt;.csv</title>" in text and "some/<cities>" not in text
    assert "250 ms under smq (steal-size 8) on 2 threads." in text
    assert cell(text, "startNode") == "Paris" and cell(text, "nodes") == "1,234,567"
    assert "<tr><td>New York</td><td>5,836</td></tr>" in text
    assert "1 nodes have no value" in text and "Histogram of the distance from the source of 3 nodes" in text
    assert (cell(text, "reading the input"), cell(text, "the algorithm"), cell(text, "all else")) == (
        "500 ms", "250 ms", "250 ms")
    assert (cell(text, "useful"), cell(text, "without effect")) == ("1,000", "40")
    assert cell(text, "pushes") == "1,100" and "tdf by time" in text
    assert "The answer was checked: right" in text and "Not counted." in text


GEOJSON = {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"source": "Ann's", "target": 8, "length": 1000},
     "geometry": {"type": "LineString", "coordinates": [[11.5, 48.0], [11.51, 48.0], [11.51, 48.01]]}},
    {"type": "Feature", "properties": {"roads": True},
     "geometry": {"type": "MultiLineString", "coordinates": [[[11.5, 48.0], [11.5, 48.01]]]}}]}


def test_a_page_shows_a_way_on_a_map(tmp_path, capsys):
    (tmp_path / "way.geojson").write_text(json.dumps(GEOJSON))
    run = record(app="astar-cpu", answer={"checksum": 1000, "summary": {"reached": True, "length": 1000}})
    (tmp_path / "run.json").write_text(json.dumps(run))
    call = [str(tmp_path / "run.json"), "--answer", str(tmp_path / "way.geojson"), "-o", str(tmp_path / "p.html")]
    assert report_cli.main(call) == 0
    text = (tmp_path / "p.html").read_text()
    assert "Map of the way from Ann&#x27;s to 8" in text and "Histogram" not in text
    # Of another run, of another program, and what is no such file.
    for change, said in (({"answer": {"summary": {"length": 7}}}, "a length of 1000, and the run 7"),
                         ({"answer": {"summary": {"reached": 3}}}, "ways, which this program does not search")):
        (tmp_path / "run.json").write_text(json.dumps({**run, **change}))
        assert report_cli.main(call) == 1 and said in capsys.readouterr().err
    (tmp_path / "way.geojson").write_text('{"features": [1]}')
    assert report_cli.main(call) == 1 and "is no GeoJSON" in capsys.readouterr().err


def test_a_map_has_room_around_the_ways(tmp_path):
    (tmp_path / "way.geojson").write_text(json.dumps(GEOJSON))
    found = ways.read(str(tmp_path / "way.geojson"))
    low, high = found.window()
    assert (low < [11.5, 48.0]).all() and (high > [11.51, 48.01]).all() and len(found.roads) == 1
    assert found.aspect() == pytest.approx(1 / np.cos(np.radians(48.005)), rel=1e-4)


def ended_record():
    kept = {name: value for name, value in record().items()
            if name in ("schema", "app", "input", "nodes", "edges", "params", "threads", "cores", "seed")}
    return {**kept, "failure": {"kind": "time", "reason": "the run took longer than 30 s", "limit_s": 30}}


def test_a_page_says_that_a_run_was_ended(tmp_path):
    text = page(tmp_path, [ended_record()])
    assert "A run was ended: the run took longer than 30 s." in text and "1 failed run<" in text
    assert cell(text, "startNode") == "Paris" and cell(text, "nodes") == "1,234,567"
    assert "The answer" not in text and "<title>sssp-cpu on" in text
    text = page(tmp_path, [record(), record(), ended_record()])
    assert "(median of 2 runs). A run was ended: the run took longer than 30 s." in text
    assert "The answer was checked: right" in text


def test_the_values_are_those_of_the_last_source(tmp_path):
    records = [record(params={"startNode": name}, answer={"checksum": place, "summary": {}})
               for place, name in enumerate(["Paris", "Lyon", "Rome"])]
    text = page(tmp_path, records, node_values.NodeValues([0, 1, 2]))
    assert text.count("Histogram of") == 1
    assert "startNode=Rome" in text.partition("Histogram of")[0].rpartition("<details><summary>")[2]


def test_an_answer_that_is_no_value_per_node(tmp_path):
    """The page of such a program does not say how to show its distribution."""
    assert "--answer" in page(tmp_path, [record()])
    text = page(tmp_path, [record(app="fib-cpu")])
    assert "The answer was checked: right" in text and "--answer" not in text


def test_it_needs_nothing_else(tmp_path):
    text = page(tmp_path, [record()])
    assert not re.findall(r'(?:src|href)="(?!data:)|url\(|@import|<script', text)
    assert len(re.findall(r'<img alt="[^"]+" src="data:image/svg', text)) == text.count("<img")


def test_a_call_of_the_package_does_not_read_the_graph(tmp_path):
    text = page(tmp_path, [record(app="sssp")])
    assert cell(text, "all else") == "750 ms"


PHASES = {"start_s": 0.125, "convert_s": 0.25, "read_s": 0.25, "prepare_s": 0.0625, "algorithm_s": 0.25,
          "answer_s": 0.03125, "check_s": 0.03125}


def test_the_phases_of_a_run_stand_instead_of_all_else(tmp_path):
    text = page(tmp_path, [record(phases=PHASES)])
    assert (cell(text, "start of the program"), cell(text, "reading the graph"), cell(text, "the algorithm")) == (
        "125 ms", "250 ms", "250 ms")
    assert "all else" not in text and "From the start to the checked answer" not in text
    assert "some-new phase" not in text and cell(
        page(tmp_path, [record(phases=PHASES | {"some-new_phase_s": 0.5})]), "some-new phase") == "500 ms"


def test_each_run_has_a_bar_of_its_phases(tmp_path):
    later = {**PHASES, "earlier_runs_s": 0.5}
    text = page(tmp_path, [record(phases=PHASES), record(phases=later)])
    shown = re.search(r'alt="(Seconds by phase: [^"]*)"', text)[1]
    assert shown.count("the check 0.0312") == 2 and shown.index("run 1: ") < shown.index("run 2: ")
    assert "earlier runs 0.5" in shown.partition("run 2")[2] and "earlier runs" not in shown.partition("run 2")[0]
    assert "Seconds by phase" not in page(tmp_path, [record(), record()]), "records without phases"


def test_many_runs_have_a_bar_per_configuration(tmp_path):
    text = page(tmp_path, [record(phases=PHASES, threads=threads) for threads in (1, 2) for _ in range(30)])
    shown = re.search(r'alt="(Seconds by phase: [^"]*)"', text)[1]
    assert shown.count("the check") == 2 and "1 thread" in shown and "2 threads" in shown


def test_several_runs_of_a_program_are_one_configuration(tmp_path):
    text = page(tmp_path, [record(time_s=seconds) for seconds in (0.3, 0.1, 0.2)])
    assert "200 ms under smq" in text and "median of 3 runs" in text
    assert "Medians of 3 runs" in text
    assert "all else" not in text, "the second run has no time of a process of its own"


@pytest.mark.parametrize("without", ["tasks", "worklist", "nodes", "host", "params", "load_s", "wl_params"])
def test_what_a_record_lacks_is_left_out(tmp_path, without):
    data = record()
    del data[without]
    assert "</html>" in page(tmp_path, [data])


@pytest.mark.parametrize("values", [
    [7], [0, 0, 0], range(10), range(100000), [0.5, 0.25], [1e-9, 1.0, 3.0], [-4, 3, 900], [2**40] * 3])
def test_any_answer_is_drawn(tmp_path, values):
    assert "Histogram" in page(tmp_path, [record()], node_values.NodeValues(list(values)))


def test_answers_are_read(tmp_path):
    path = tmp_path / "answer.txt"
    path.write_text("# from Paris\nParis 0\n\"New York\" 5836\n\"a \"\"b\"\"\" inf\n3 4 2.5\n")
    found = node_values.read(str(path))
    assert found.greatest(9) == [("New York", 5836), ("3 4", 2.5), ("Paris", 0)] and found.missing == 1
    path.write_text("# node Paris \"New York\"\nParis 0 5836\nRome 1105 inf\n")
    found = node_values.read(str(path))
    assert found.greatest(9) == [("Paris", 5836)] and found.missing == 1
    path.write_text("Paris 0\nLyon\n")
    with pytest.raises(UserError, match=r"answer.txt:2: this line does not end in a number"):
        node_values.read(str(path))


def test_the_program(tmp_path, capsys):
    source, out = tmp_path / "run.json", tmp_path / "run.html"
    source.write_text(json.dumps([record(), record()]))
    assert report_cli.main([str(source), "-o", str(out), "--title", "My <run>"]) == 0
    assert "<h1>My &lt;run&gt;</h1>" in out.read_text()
    for argv, status, said in [
            ([source, "-o", source], 2, "is the same file as the input"),
            ([source, "-o", tmp_path / "run.json" / "x.html"], 1, "cannot write"),
            ([tmp_path / "no.json", "-o", out], 1, "cannot read"),
            ([out, "-o", tmp_path / "x.html"], 1, "is no measured run")]:
        assert report_cli.main([str(word) for word in argv]) == status
        told = capsys.readouterr().err
        assert said in told and told.count("\n") == 1
    assert not (tmp_path / "x.html").exists()


def test_a_page_of_bench_has_all_configurations(bench, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setenv("FAKE_FAIL", "obim")
    out = tmp_path / "bench.html"
    assert bench("--wl", "smq,mq,obim", "--report", str(out)) == 1
    text = out.read_text()
    assert "2 configurations, 6 measured runs" in text and "failed runs" in text
    assert "Medians of 3 interleaved runs" in text
    assert text.count("its run with the median time") == 2
    again = tmp_path / "again.html"
    assert report_cli.main([str(bench.out), "-o", str(again)]) == 0
    assert again.read_text() == text
    assert bench_cli.main(["--input", "x.gr", "--out", str(out), "--report", str(out)]) == 2


@pytest.mark.skipif(browser.find() is None, reason="no browser here")
def test_pages_fit_into_any_window(tmp_path):
    values = node_values.NodeValues(np.arange(100000) ** 1.5)
    long = {"bench": {"key": "a", "repeat": 0, "warmup": False, "replay": "x" * 300, "command": "net-" * 9,
                      "counters": {"cycles": 10**12, "instructions": 2 * 10**12, "cache-misses": 5},
                      "wall_s": 1.5, "config": {"app": "sssp-cpu", "input": "road", "wl": "net-" * 9,
                                                "threads": "1"}}}
    other = {"bench": {**long["bench"], "key": "b", "config": {**long["bench"]["config"], "wl": "smq"}}}
    threads = [{"pushes": 10**9 + place, "pops": 3, "a_counter_of_a_long_name": 2} for place in range(16)]
    run_page.write([record(per_thread=threads, drift={"mean": 1.5, "max": 3, "samples": 7})],
                   str(tmp_path / "one.html"), values)
    run_page.write([record(**long), record(**other)], str(tmp_path / "two.html"))
    text = (tmp_path / "two.html").read_text().replace("<details>", "<details open>")
    (tmp_path / "open.html").write_text(text)
    assert browser.measured(browser.find(), tmp_path, ["one.html", "two.html", "open.html"]) == []
    (tmp_path / "wrong.html").write_text("<div style='width: 900px'>x</div><script>throw 1</script>")
    found = "\n".join(browser.measured(browser.find(), tmp_path, ["wrong.html"]))
    assert "console" in found and "wrong.html at 400 pixels" in found
