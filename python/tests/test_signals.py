"""Ctrl-C in each algorithm."""

import os
import signal
import threading

import numpy as np
import pytest
from conftest import grid

import galois_cps
from galois_cps import _core


def chain(side):
    """A path of side * side nodes, on which a search by levels takes long."""
    number = np.arange(side * side - 1)
    return galois_cps.Graph.from_edges(number, number + 1, directed=False)


def random_graph(side):
    rng = np.random.default_rng(1)
    edges = 4 * side * side
    return galois_cps.Graph.from_edges(rng.integers(0, side * side, edges), rng.integers(0, side * side, edges),
                                       rng.integers(1, 2**31, edges), num_nodes=side * side)


CASES = {
    "sssp-worklist": ("sssp", grid, lambda graph: galois_cps.sssp(graph, 0)),
    "sssp-delta-stepping": ("sssp", grid, lambda graph: galois_cps.sssp(graph, 0, algorithm="delta-stepping", delta=0)),
    "sssp-dijkstra": ("sssp", grid, lambda graph: galois_cps.sssp(graph, 0, algorithm="dijkstra")),
    "bfs-levels": ("bfs", chain, lambda graph: galois_cps.bfs(graph, 0)),
    "bfs-worklist": ("bfs", grid, lambda graph: galois_cps.bfs(graph, 0, algorithm="worklist")),
    "mst": ("mst", random_graph, galois_cps.mst),
    "mst-kruskal": ("mst", random_graph, lambda graph: galois_cps.mst(graph, algorithm="kruskal")),
    "color": ("color", random_graph, galois_cps.color),
    "components": ("components", random_graph, galois_cps.connected_components),
    "components-union-find": ("components", random_graph, lambda graph: galois_cps.connected_components(graph, algorithm="union-find")),
    "components-strong": ("components", random_graph, galois_cps.strongly_connected_components),
    "kcore-worklist": ("kcore", random_graph, lambda graph: galois_cps.core_numbers(graph, algorithm="worklist")),
    "kcore-rounds": ("kcore", random_graph, lambda graph: galois_cps.core_numbers(graph, algorithm="rounds")),
    "kcore-peeling": ("kcore", random_graph, lambda graph: galois_cps.core_numbers(graph, algorithm="peeling")),
    "triangles": ("triangles", random_graph, galois_cps.triangles),
    "betweenness": ("betweenness", random_graph, galois_cps.betweenness),
    "betweenness-levels": ("betweenness", random_graph, lambda graph: galois_cps.betweenness(graph, algorithm="levels")),
    "cdlp": ("cdlp", random_graph, galois_cps.label_propagation),
    "mis": ("mis", random_graph, galois_cps.maximal_independent_set),
    "matching": ("greedy_matching", random_graph, galois_cps.maximal_matching),
    "pagerank": ("pagerank", chain, lambda graph: galois_cps.pagerank(graph, 0.999999, 1e-10)),
}


@pytest.mark.parametrize("name", CASES)
def test_interrupt(name, monkeypatch, small):
    function, make, call = CASES[name]
    handler = signal.getsignal(signal.SIGINT)
    affinity = os.sched_getaffinity(0)
    original = getattr(_core, function)
    returned = []

    def watched(*arguments):
        # In one step of the interpreter, so that an interrupt which waits until the call is over leaves
        # an answer behind.
        returned.extend(map(original, *([each] for each in arguments)))
        return returned.pop()

    monkeypatch.setattr(_core, function, watched)
    for side in (150, 400, 1000, 2500):
        graph = make(side)
        timer = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT))
        interrupted = False
        try:
            timer.start()
            call(graph)
            timer.join()  # the interrupt comes here if the call was short
        except KeyboardInterrupt:
            interrupted = not returned
        returned.clear()
        if interrupted:
            break
    assert interrupted, "no call was interrupted"
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGINT) is handler
    assert os.sched_getaffinity(0) == affinity
    assert galois_cps.sssp(small, 0, verify=True).reached.all()
    # The graph of the interrupted call stays usable.
    assert galois_cps.bfs(graph, 0, verify=True).distances[0] == 0


def test_interrupt_of_a_query(small):
    graph = grid(1200)
    search = galois_cps.Astar(graph)
    handled = []
    previous = signal.signal(signal.SIGUSR1, lambda *_: handled.append(1) or (_ for _ in ()).throw(LookupError()))
    try:
        timer = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1))
        with pytest.raises(LookupError):
            timer.start()
            search.query(0, graph.num_nodes - 1)
            timer.join()
    finally:
        signal.signal(signal.SIGUSR1, previous)
    assert handled == [1]
    assert search.query(0, 1, verify=True).path.tolist()[0] == 0


@pytest.mark.parametrize("wait", [False, True], ids=["endless", "silent"])
@pytest.mark.parametrize("read", [galois_cps.Graph.read, galois_cps.read_coordinates])
def test_interrupt_of_a_read(read, wait, tmp_path):
    """A named pipe whose other end never closes: reading it ends by the interrupt alone."""
    text = b"p sp 2 9999999999\n" + b"a 1 2 3\n" if read == galois_cps.Graph.read else b"p aux sp co 99999999\nv 1 2 3\n"
    comments = b"c a comment\n" * 1000
    pipe = tmp_path / "pipe.gr"
    os.mkfifo(pipe)
    reader, done = threading.get_ident(), threading.Event()

    def write():
        end = os.open(pipe, os.O_WRONLY)
        try:
            os.write(end, text)
            for _ in range(50):
                os.write(end, comments)
            signal.pthread_kill(reader, signal.SIGINT)
            while not wait and not done.is_set():
                os.write(end, comments)
            done.wait()
        except BrokenPipeError:
            pass
        finally:
            os.close(end)

    writer = threading.Thread(target=write)
    writer.start()
    with pytest.raises(KeyboardInterrupt):
        read(pipe)
    done.set()
    writer.join()


def test_interrupt_of_from_edges():
    """However many edges there are, all passes over them look for the request."""
    rng = np.random.default_rng(1)
    interrupted = False
    for edges in (10**6, 10**7, 4 * 10**7):
        ends = rng.integers(0, 2**20, (2, edges), dtype=np.uint32)
        timer = threading.Timer(0.06, os.kill, (os.getpid(), signal.SIGINT))
        graph = None
        try:
            timer.start()
            graph = galois_cps.Graph.from_edges(*ends, num_nodes=2**20)
            timer.join()
        except KeyboardInterrupt:
            interrupted = graph is None
        if interrupted:
            break
    assert interrupted, "no call was interrupted"
    assert galois_cps.Graph.from_edges([0], [1]).num_edges == 1


def test_signals_are_not_taken_from_python(small):
    """The library installs no handler, and its threads block signals."""
    before = {number: signal.getsignal(number) for number in signal.valid_signals()
              if number not in (signal.SIGKILL, signal.SIGSTOP)}
    galois_cps.sssp(small, 0)
    assert {number: signal.getsignal(number) for number in before} == before
    own = threading.get_native_id()
    for task in os.listdir("/proc/self/task"):
        status = open(f"/proc/self/task/{task}/status", encoding="utf-8").read()
        name = status.split()[1]
        blocked = int(status.split("SigBlk:")[1].split()[0], 16)
        if int(task) != own and name.startswith("galois"):
            assert blocked >> (signal.SIGINT - 1) & 1, name
