"""Options of calls: threads, schedulers, time limits, progress, messages, records."""

import json
import logging
import os
import pickle
import signal

import numpy as np
import pytest
from conftest import grid

import galois_cps
from galois_cps import Scheduler, _calls, _core


def test_every_scheduler_has_the_same_answer(small):
    expected = galois_cps.sssp(small, 0, algorithm="dijkstra").distances
    for name in galois_cps.schedulers():
        run = galois_cps.sssp(small, 0, scheduler=name, threads=3).run
        assert run.scheduler == name and run.threads == 3
        np.testing.assert_array_equal(galois_cps.sssp(small, 0, scheduler=Scheduler(name)).distances, expected)


@pytest.mark.parametrize("name", ["spraylist", "hdcps-srq", "reld.published"])
def test_a_scheduler_that_is_left_out_is_said_with_what_adds_it(small, name):
    if name in galois_cps.schedulers():
        pytest.skip("this build has it")
    setting = r"pip install \. --config-settings=cmake\.define\.GALOIS_WORKLISTS='[A-Za-z;]+;[A-Za-z]+'"
    for call in (lambda: Scheduler(name), lambda: galois_cps.sssp(small, 0, scheduler=name),
                 lambda: galois_cps.mst(small, scheduler=name)):
        with pytest.raises(ValueError, match=f"^scheduler={name}: this build leaves it out; [^\n]*{setting}[^\n]*$"):
            call()
    with pytest.raises(ValueError, match="^scheduler=nope: auto or one of smq-bucket, [^\n]* is needed$"):
        Scheduler("nope")


def test_the_usual_schedulers_are_there():
    assert galois_cps.schedulers()[0] == "smq-bucket"
    assert {"smq", "obim", "pmod", "hdcps", "mq", "wasp"} <= set(galois_cps.schedulers())


def test_parameters_of_schedulers(small):
    scheduler = Scheduler("smq", steal_prob="1/16", steal_size=4)
    run = galois_cps.sssp(small, 0, scheduler=scheduler).run
    assert run.parameters["steal-prob"] == 1 / 16 and run.parameters["steal-size"] == 4
    assert eval(repr(scheduler)).parameters == scheduler.parameters
    assert pickle.loads(pickle.dumps(scheduler)).parameters == scheduler.parameters
    with pytest.raises(ValueError, match="smq-bucket has no such parameter; it has .*steal_prob, steal_size"):
        Scheduler("smq-bucket", nope=1)
    with pytest.raises(ValueError, match="^steal_prob=2: a probability"):
        Scheduler("smq", steal_prob=2)
    for wrong in (lambda: Scheduler("nope"), lambda: Scheduler("smq", nope=1),
                  lambda: Scheduler("smq", steal_prob="2")):
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize(("arguments", "error"), [
    (dict(source=400), IndexError), (dict(source=-1), IndexError), (dict(source=[0, 400]), IndexError),
    (dict(source="a"), TypeError), (dict(source=0.5), TypeError), (dict(source=[]), ValueError),
    (dict(source=0, algorithm="best"), ValueError), (dict(source=0, threads=0), ValueError),
    (dict(source=0, threads=10**6), ValueError), (dict(source=0, threads=1.5), TypeError),
    (dict(source=0, timeout=-1), ValueError), (dict(source=0, seed=-1), ValueError),
    (dict(source=0, progress=3), TypeError), (dict(source=0, delta=99, algorithm="delta-stepping"), ValueError),
    (dict(source=0, out=[0]), TypeError), (dict(source=0, dtype="int8"), ValueError),
])
def test_wrong_arguments(small, arguments, error):
    with pytest.raises(error):
        galois_cps.sssp(small, **arguments)
    assert galois_cps.sssp(small, 0).reached.all()


WRONG_NUMBERS = [(2.9, TypeError), ("5", TypeError), (True, TypeError), (-1, ValueError), (2**70, ValueError),
                 (np.float64(3), TypeError)]


@pytest.mark.parametrize(("value", "error"), WRONG_NUMBERS, ids=str)
@pytest.mark.parametrize("call", [
    lambda graph, value: galois_cps.sssp(graph, 0, delta=value, algorithm="delta-stepping"),
    lambda graph, value: galois_cps.sssp(graph, 0, edge_tile=value),
    lambda graph, value: galois_cps.bfs(graph, 0, edge_tile=value),
    lambda graph, value: galois_cps.sssp(graph, 0, threads=value),
    lambda graph, value: galois_cps.Astar(graph, threads=value),
    lambda graph, value: galois_cps.sssp(graph, 0).predecessors(threads=value),
    lambda graph, value: galois_cps.mst(graph, seed=value),
    lambda graph, value: galois_cps.color(graph, drift=value),
    lambda graph, value: galois_cps.pagerank(graph, iterations=value),
    lambda graph, value: galois_cps.pagerank(graph).top(value),
    lambda graph, value: galois_cps.core_numbers(graph).nodes_of(value),
    lambda graph, value: galois_cps.betweenness(graph, 0).top(value),
    lambda graph, value: galois_cps.label_propagation(graph, value),
    lambda _, value: galois_cps.Graph.from_edges([0], [1], num_nodes=value),
    lambda _, value: galois_cps.Graph.read(__file__, seed=value),
], ids=["delta", "sssp edge_tile", "bfs edge_tile", "threads", "Astar threads", "predecessors", "seed", "drift",
        "iterations", "top", "nodes_of", "top of scores", "rounds", "num_nodes",
        "read"])
def test_whole_numbers_are_checked(call, value, error, small):
    with pytest.raises(error, match="whole number"):
        call(small, value)


@pytest.mark.parametrize("call", [
    lambda graph, value: galois_cps.pagerank(graph, damping=value),
    lambda graph, value: galois_cps.pagerank(graph, tolerance=value),
    lambda graph, value: galois_cps.sssp(graph, 0, timeout=value),
    lambda graph, value: galois_cps.Astar(graph, np.zeros((400, 2), int), scale=value),
    lambda graph, value: galois_cps.Astar(graph, timeout=value)])
@pytest.mark.parametrize("value", ["0.5", b"1", True, [0.5]], ids=str)
def test_numbers_are_checked(call, value, small):
    with pytest.raises(TypeError, match="must be a number"):
        call(small, value)


@pytest.mark.parametrize("call", [
    lambda graph, value: galois_cps.sssp(graph, 0, algorithm=value),
    lambda graph, value: galois_cps.bfs(graph, 0, algorithm=value),
    lambda graph, value: galois_cps.mst(graph, algorithm=value),
    lambda graph, value: galois_cps.color(graph, algorithm=value),
    lambda graph, value: galois_cps.pagerank(graph, algorithm=value),
    lambda graph, value: galois_cps.connected_components(graph, algorithm=value),
    lambda graph, value: galois_cps.core_numbers(graph, algorithm=value),
    lambda graph, value: galois_cps.clustering(graph, algorithm=value),
    lambda graph, value: galois_cps.betweenness(graph, algorithm=value),
    lambda graph, value: galois_cps.maximal_independent_set(graph, algorithm=value),
    lambda graph, value: galois_cps.maximal_matching(graph, algorithm=value),
    lambda graph, value: galois_cps.Astar(graph, algorithm=value),
    lambda graph, value: galois_cps.Astar(graph, metric=value),
    lambda graph, value: galois_cps.sssp(graph, 0, scheduler=value),
    lambda _, value: galois_cps.Graph.read(__file__, format=value),
    lambda _, value: galois_cps.Graph.read(__file__, weights=value)], ids=range(16))
def test_texts_are_checked(call, small):
    """In one line each, not in that of the compiled module with its signatures."""
    for value in (3, b"auto", float, ["smq"]):
        with pytest.raises(TypeError, match="^(algorithm|metric|scheduler|format|weights) must be .*text, not [^\n]*$"):
            call(small, value)
    for value in ("no such", "\udcff"):
        with pytest.raises(ValueError, match="^[^\n]*(no such|udcff)[^\n]*$"):
            call(small, value)


@pytest.mark.parametrize("weights", [["1"] * 400, [1j] * 400, [None] * 400], ids=["text", "complex", "object"])
def test_restarts_are_numbers(weights, small):
    with pytest.raises(TypeError, match="personalize must have numbers"):
        galois_cps.pagerank(small, personalize=weights)


def test_numbers_of_numpy_are_numbers(small):
    paths = galois_cps.sssp(small, np.int64(0), delta=np.uint8(3), algorithm="delta-stepping", threads=np.int16(2),
                            seed=np.uint64(7), timeout=np.float32(600))
    assert paths.run.threads == 2 and paths.run.seed == 7
    assert galois_cps.Graph.from_edges([0], [1], num_nodes=np.int8(5)).num_nodes == 5
    assert galois_cps.pagerank(small, np.float32(0.5), iterations=np.int64(3)).top(np.int64(2)).size == 2


@pytest.mark.parametrize("call", [
    lambda graph, **given: galois_cps.sssp(graph, 0, algorithm="dijkstra", **given),
    lambda graph, **given: galois_cps.sssp(graph, 0, algorithm="radix-heap", **given),
    lambda graph, **given: galois_cps.sssp(graph, 0, algorithm="buckets", **given),
    lambda graph, **given: galois_cps.sssp(graph, 0, algorithm="delta-stepping", **given),
    lambda graph, **given: galois_cps.bfs(graph, 0, algorithm="levels", **given),
    lambda graph, **given: galois_cps.bfs(graph, 0, algorithm="sequential", **given),
    lambda graph, **given: galois_cps.mst(graph, algorithm="kruskal", **given),
    lambda graph, **given: galois_cps.mst(graph, algorithm="filter-kruskal", **given),
    lambda graph, **given: galois_cps.mst(graph, algorithm="boruvka", **given),
    lambda graph, **given: galois_cps.color(graph, algorithm="dsatur", **given),
    lambda graph, **given: galois_cps.color(graph, algorithm="greedy", **given),
    lambda graph, **given: galois_cps.color(graph, algorithm="parallel-greedy", **given),
    lambda graph, **given: galois_cps.pagerank(graph, algorithm="power", **given),
    lambda graph, **given: galois_cps.pagerank(graph, iterations=3, **given),
    lambda graph, **given: galois_cps.core_numbers(graph, algorithm="rounds", **given),
    lambda graph, **given: galois_cps.core_numbers(graph, algorithm="peeling", **given),
    lambda graph, **given: galois_cps.Astar(graph, algorithm="sequential").query(0, 9, **given),
    lambda graph, **given: galois_cps.astar(graph, 0, 9, algorithm="dijkstra", **given),
    lambda graph, **given: galois_cps.astar(graph, 0, 9, algorithm="bidirectional", **given)], ids=range(19))
def test_a_scheduler_is_used_or_refused(call, small):
    for scheduler in ("obim", Scheduler("smq")):
        with pytest.raises(ValueError, match="scheduler is given"):
            call(small, scheduler=scheduler)
    assert call(small, scheduler=Scheduler("auto")).run.scheduler == ""


def test_a_named_scheduler_is_used(small):
    for answer in (galois_cps.sssp(small, 0, scheduler="obim"), galois_cps.bfs(small, 0, scheduler="obim"),
                   galois_cps.mst(small, scheduler="obim"), galois_cps.color(small, scheduler="obim"),
                   galois_cps.pagerank(small, scheduler="obim"), galois_cps.astar(small, 0, 9, scheduler="obim")):
        assert (answer.run.scheduler, answer.run.algorithm) == ("obim", "worklist")


def test_options_of_other_algorithms_are_refused(small):
    with pytest.raises(ValueError, match="delta is given"):
        galois_cps.sssp(small, 0, delta=3)
    with pytest.raises(ValueError, match="edge_tile is given"):
        galois_cps.sssp(small, 0, algorithm="buckets", edge_tile=3)
    with pytest.raises(ValueError, match="edge_tile is given"):
        galois_cps.bfs(small, 0, algorithm="levels", edge_tile=3)
    assert galois_cps.bfs(small, 0, edge_tile=3).run.algorithm == "worklist"


def test_wrong_weights_and_long_paths():
    for weight in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError):
            galois_cps.sssp(galois_cps.Graph.from_edges([0], [1], [weight]), 0)
    with pytest.raises(ValueError):
        galois_cps.mst(galois_cps.Graph.from_edges([0], [1], [float("nan")]))
    assert galois_cps.mst(galois_cps.Graph.from_edges([0], [1], [-1.5])).weight == -1.5
    heavy = np.array([2**63, 2**63, 3], np.uint64)
    forest = galois_cps.mst(galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3], heavy), verify=True)
    assert forest.weight == 2**64 + 3 and f"{2**64 + 3}" in repr(forest)
    long = galois_cps.Graph.from_edges([0, 1], [1, 2], np.array([2**32 - 2, 2**32 - 2], np.uint32))
    with pytest.raises(OverflowError):
        galois_cps.sssp(long, 0)
    assert galois_cps.sssp(long, 0, dtype="uint64").distances[2] == 2 * (2**32 - 2)
    for weight in (0.5, 2**32):
        with pytest.raises(TypeError, match="below 2"):
            galois_cps.astar(galois_cps.Graph.from_edges([0], [1], [weight]), 0, 1)
    assert galois_cps.astar(galois_cps.Graph.from_edges([0], [1], [2**32 - 2]), 0, 1).distance == 2**32 - 2


def test_the_default_number_of_threads(monkeypatch, small):
    for name in ("GALOIS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    usable = len(os.sched_getaffinity(0))
    quota = _core.cpu_quota("/sys/fs/cgroup", "/proc/self/cgroup")
    wanted = usable if quota is None else max(1, min(usable, int(quota + 0.5)))
    assert galois_cps.default_threads() == wanted
    monkeypatch.setenv("OMP_NUM_THREADS", "3,2")
    assert galois_cps.default_threads() == 3
    monkeypatch.setenv("GALOIS_NUM_THREADS", "2")
    assert galois_cps.sssp(small, 0).run.threads == 2
    for wrong in ("many", "0", str(2**40)):
        monkeypatch.setenv("GALOIS_NUM_THREADS", wrong)
        with pytest.raises(ValueError, match=f"GALOIS_NUM_THREADS={wrong}: a whole number"):
            galois_cps.sssp(small, 0)


def test_a_small_graph_takes_one_thread_where_nobody_says_how_many(monkeypatch, small):
    for name in ("GALOIS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    usable = galois_cps.default_threads()
    for call in (galois_cps.bfs, galois_cps.sssp):
        assert call(small, 0).run.threads == 1
        assert call(small, 0, threads=2).run.threads == 2
        assert call(small, 0, per_thread=True).run.threads == usable
    assert galois_cps.sssp(small, 0, scheduler=galois_cps.schedulers()[0]).run.threads == usable
    for call in (galois_cps.mst, galois_cps.color, galois_cps.pagerank):
        assert call(small).run.threads == 1


@pytest.mark.parametrize(("own", "files", "quota"), [
    ("0::/a/b\n", {"a/b/cpu.max": "150000 100000", "a/cpu.max": "max 100000"}, 1.5),
    ("0::/a/b\n", {"a/b/cpu.max": "max 100000", "a/cpu.max": "50000 100000"}, 0.5),
    ("0::/\n", {}, None),
    ("4:cpu,cpuacct:/x\n", {"cpu/x/cpu.cfs_quota_us": "300000", "cpu/x/cpu.cfs_period_us": "100000"}, 3.0),
    ("4:cpu:/x\n", {"cpu/x/cpu.cfs_quota_us": "-1", "cpu/x/cpu.cfs_period_us": "100000"}, None),
])
def test_quotas_of_control_groups(tmp_path, own, files, quota):
    (tmp_path / "cgroup").write_text(own)
    root = tmp_path / "fs"
    root.mkdir()
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text + "\n")
    assert _core.cpu_quota(str(root), str(tmp_path / "cgroup")) == quota


def long_call(graph, **options):
    """A call that takes much longer than the time between two polls, however fast the machine is."""
    return galois_cps.pagerank(graph, damping=0.999999, tolerance=1e-10, **options)


def test_a_timeout_ends_a_call(small):
    with pytest.raises(TimeoutError):
        long_call(grid(300), timeout=0.05)
    assert galois_cps.sssp(small, 0, timeout=600).reached.all()


def test_a_time_limit_covers_the_whole_call(monkeypatch, small):
    """What makes a Graph of the argument, the preparation of A*, and the check of the answer."""
    clock = iter(range(10**6))
    monkeypatch.setattr(_calls.time, "perf_counter", lambda: next(clock))  # every look at it takes a second
    arrays, places = small.to_csr(), np.zeros((400, 2), int)
    for call in (lambda **given: galois_cps.sssp(arrays, 0, **given), lambda **given: galois_cps.bfs(arrays, 0, **given),
                 lambda **given: galois_cps.mst(arrays, **given), lambda **given: galois_cps.color(arrays, **given),
                 lambda **given: galois_cps.pagerank(arrays, **given),
                 lambda **given: galois_cps.connected_components(arrays, **given),
                 lambda **given: galois_cps.strongly_connected_components(arrays, **given),
                 lambda **given: galois_cps.core_numbers(arrays, **given),
                 lambda **given: galois_cps.triangles(arrays, **given),
                 lambda **given: galois_cps.clustering(arrays, **given),
                 lambda **given: galois_cps.betweenness(arrays, 0, **given),
                 lambda **given: galois_cps.label_propagation(arrays, **given),
                 lambda **given: galois_cps.maximal_independent_set(arrays, **given),
                 lambda **given: galois_cps.maximal_matching(arrays, **given),
                 lambda **given: galois_cps.Astar(arrays, places, **given),
                 lambda **given: galois_cps.Astar(arrays, places).query(0, 9, **given),
                 lambda **given: galois_cps.astar(arrays, 0, 9, places, **given)):
        with pytest.raises(TimeoutError, match="timeout of 0.5 s"):
            call(timeout=0.5)
        call(timeout=100)
    with pytest.raises(TimeoutError, match="timeout of 2 s"):
        galois_cps.astar(arrays, 0, 9, places, timeout=2)  # a second of it for the preparation


def test_a_timeout_ends_the_check_of_ranks():
    """Which would take millions of steps to tell that these are right."""
    graph = grid(100)
    ranks = galois_cps.pagerank(graph, 0.5).ranks
    with _calls.options(timeout=0.2) as options, pytest.raises(TimeoutError):
        _core.verify_pagerank(graph._core, ranks, 1 - 1e-9, 0.5, None, True, None, None, options)


def test_progress_is_reported():
    seen = []

    def report(executed, seconds):
        seen.append((executed, seconds))
        if len(seen) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        long_call(grid(300), progress=report)
    assert len(seen) == 3
    assert seen == sorted(seen) and all(seconds > 0 for _, seconds in seen)


@pytest.mark.parametrize("inner", [
    lambda graph: galois_cps.sssp(graph, 0), lambda graph: graph.to_csr(), lambda _: galois_cps.Graph.from_edges([0], [1]),
    lambda _: galois_cps.Graph.read(__file__)], ids=["sssp", "to_csr", "from_edges", "read"])
def test_a_progress_function_cannot_call_the_library(inner, small):
    """Its call would wait for the end of the one that reports, past its time limit."""
    with pytest.raises(RuntimeError, match="call it afterwards"):
        long_call(grid(300), progress=lambda *_: inner(small), timeout=600)
    assert galois_cps.sssp(small, 0).reached.all()


def test_a_signal_handler_cannot_call_the_library_during_a_call(small):
    previous = signal.signal(signal.SIGUSR1, lambda *_: galois_cps.sssp(small, 0))
    try:
        os.kill(os.getpid(), signal.SIGUSR1)  # when no call runs, it can
        began = []
        with pytest.raises(RuntimeError, match="call it afterwards"):
            long_call(grid(300), progress=lambda *_: began or began.append(os.kill(os.getpid(), signal.SIGUSR1)))
    finally:
        signal.signal(signal.SIGUSR1, previous)


def test_progress_by_tqdm(capsys):
    pytest.importorskip("tqdm")
    with pytest.raises(TimeoutError):
        long_call(grid(300), progress=True, timeout=0.2)
    printed = capsys.readouterr()
    assert "pagerank" in printed.err and not printed.out


def test_messages_are_warnings_and_log_records(small, caplog):
    _core.take_messages()
    _core.add_message(logging.WARNING, "something is odd")
    _core.add_message(logging.INFO, "something is so")
    with caplog.at_level(logging.INFO, logger="galois_cps"), \
            pytest.warns(RuntimeWarning, match="something is odd") as caught:
        galois_cps.sssp(small, 0)
        _core.add_message(logging.WARNING, "something is odd")
        galois_cps.astar(small, 0, 9)
    assert [warning.filename for warning in caught] == [__file__, __file__]
    assert [record.getMessage() for record in caplog.records] == ["something is odd", "something is so",
                                                                  "something is odd"]
    assert not _core.take_messages()


RECORD = {"schema", "app", "input", "input_id", "nodes", "edges", "params", "wl", "wl_params", "threads",
          "cores", "pinned", "seed", "build", "host", "time_s", "load_s", "total_s", "max_rss_mib", "tasks",
          "wasted_work", "worklist", "answer", "verified"}


@pytest.mark.parametrize("call", [
    lambda graph, **options: galois_cps.sssp(graph, 0, **options),
    lambda graph, **options: galois_cps.bfs(graph, 0, algorithm="worklist", **options),
    lambda graph, **options: galois_cps.mst(graph, algorithm="worklist", **options),
    lambda graph, **options: galois_cps.color(graph, **options),
    lambda graph, **options: galois_cps.pagerank(graph, algorithm="worklist", **options),
    lambda graph, **options: galois_cps.core_numbers(graph, **options),
    lambda graph, **options: galois_cps.astar(graph, 0, 399, **options)],
    ids=["sssp", "bfs", "mst", "color", "pagerank", "core_numbers", "astar"])
def test_records(call, small):
    answer = call(small, verify=True, threads=2, seed=5, drift=1, per_thread=True)
    record = json.loads(json.dumps(answer.run.to_dict()))
    assert set(record) >= RECORD
    assert (record["schema"], record["nodes"], record["edges"]) == ("galois-cps/1", 400, 1520)
    assert (record["threads"], record["seed"], record["verified"]) == (2, 5, True)
    assert (record["wl"], next(iter(record["wl_params"]))) in (("smq-bucket", "steal-prob"), ("wasp", "chunk"))
    assert record["tasks"]["useful"] > 0 and len(record["per_thread"]) == 2
    assert set(record["answer"]) == {"checksum", "summary"}
    assert repr(answer).startswith("<") and "2 threads" in repr(answer.run)


def test_the_answer_of_a_record(small):
    run = galois_cps.sssp(small, 0).run.to_dict()
    distances = galois_cps.sssp(small, 0, algorithm="dijkstra").distances
    assert run["answer"] == {"checksum": int(distances.sum(dtype=np.uint64)),
                             "summary": {"reached": 400, "max": int(distances.max())}}
    assert run["verified"] == "skipped"


def test_a_wrong_answer_is_an_error(small, monkeypatch):
    monkeypatch.setattr(_core, "verify_sssp", lambda *_: "node 3 is too far")
    with pytest.raises(RuntimeError, match="node 3 is too far"):
        galois_cps.sssp(small, 0, verify=True)


def test_checks_can_fail(small):
    """The checks behind verify=True see a wrong answer."""
    with _calls.options() as options:
        sources = np.zeros(1, np.uint32)
        distances = galois_cps.sssp(small, 0).distances
        distances[7] += 1
        assert _core.verify_sssp(small._core, sources, distances, False, options)
        levels = galois_cps.bfs(small, 0).distances
        levels[7] += 1
        assert _core.verify_bfs(small._core, sources, levels, False, options)
        colors = galois_cps.color(small).colors
        assert _core.verify_color(small._core, np.zeros_like(colors), options)
        ranks = galois_cps.pagerank(small).ranks
        assert _core.verify_pagerank(small._core, 2 * ranks, 0.85, 1e-4, None, True, None, None,
                                     options)
        labels = galois_cps.connected_components(small).labels
        for strong in (False, True):
            assert _core.verify_components(small._core, np.arange(400, dtype=np.uint32), strong, options)
            assert not _core.verify_components(small._core, labels, strong, options)
        cores = galois_cps.core_numbers(small).cores
        assert _core.verify_kcore(small._core, cores - 1, options)
        counts = galois_cps.triangles(small).triangles
        assert _core.verify_triangles(small._core, counts + 1, np.empty(0), options)
        assert _core.verify_triangles(small._core, counts, np.ones(400), options)
        scores = galois_cps.betweenness(small, 0).scores
        assert _core.verify_betweenness(small._core, sources, False, scores + 1, False, False, None, options)
        labels = galois_cps.label_propagation(small).labels
        assert _core.verify_cdlp(small._core, labels[::-1].copy(), 10, None, options)
        nobody = np.zeros(400, np.uint8)
        assert _core.verify_mis(small._core, nobody, "random", 1, options)
        assert _core.verify_greedy_matching(small._core, np.full(400, 2**32 - 1, np.uint32), "id", 1, options)
        forest = galois_cps.mst(small)
        assert _core.verify_mst(small._core, forest.edges[1:].reshape(-1), forest.weights[1:], False, options)
        search = galois_cps.Astar(small)
        route = search.query(0, 399)
        assert search._core.verify(0, 399, route.distance + 1, route.path, options)


def test_changed_distances_have_no_paths(small):
    paths = galois_cps.sssp(small, 0)
    paths.distances[5] = 0
    with pytest.raises(ValueError):
        paths.predecessors()
    with pytest.raises(IndexError):
        galois_cps.sssp(small, 0).path_to(400)
