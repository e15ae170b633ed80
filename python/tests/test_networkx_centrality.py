"""Betweenness by the networkx backend: networkx' answers, samples and errors."""

import random

import pytest

nx = pytest.importorskip("networkx", minversion="3.6")

import galois_cps  # noqa: E402  (networkx may be missing)
from galois_cps import backend  # noqa: E402  (networkx may be missing)
from test_networkx import KINDS, both, call, random_graph  # noqa: E402

OPTIONS = [{}, {"normalized": False}, {"endpoints": True}, {"normalized": False, "endpoints": True},
           *({"k": k, "seed": 5, "normalized": normalized, "endpoints": endpoints}
             for k in (1, 2, 17, 60) for normalized in (False, True) for endpoints in (False, True))]


@pytest.fixture(autouse=True)
def no_warning_of_the_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


def graph_of(kind, seed, weights="int", edges=150):
    graph = random_graph(kind, seed, weights, edges=edges)
    for *_, data in graph.edges(data=True):
        data["weight"] = data.get("weight", 1) + 1
    return graph


def assert_same(ours, theirs):
    assert list(ours) == list(theirs) and {type(each) for each in ours.values()} == {float}
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_betweenness_is_that_of_networkx(kind, options):
    for edges in (0, 60, 400):
        for weight in (None, "weight"):
            assert_same(*both(nx.betweenness_centrality, graph_of(kind, 1, edges=edges), weight=weight, **options))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_weights_of_betweenness(kind, seed):
    graph = graph_of(kind, seed, "float")
    assert_same(*both(nx.betweenness_centrality, graph, weight="weight"))
    assert_same(*both(nx.betweenness_centrality, graph, weight="none"))


@pytest.mark.parametrize("nodes", range(5))
@pytest.mark.parametrize("options", OPTIONS[:4], ids=str)
def test_small_graphs(nodes, options):
    for make in (nx.Graph, nx.DiGraph):
        graph = nx.path_graph(nodes, create_using=make)
        ours, theirs = both(nx.betweenness_centrality, graph, **options)
        assert ours == theirs
        for k in range(1, nodes):
            ours, theirs = both(nx.betweenness_centrality, graph, k=k, seed=3, **options)
            assert ours == pytest.approx(theirs, nan_ok=True)


@pytest.mark.parametrize("seed", [7, None, "random"])
def test_the_sample_is_that_of_networkx(seed):
    """Also by a generator that the caller goes on with."""
    graph = graph_of("graph", 2)
    answers, after = [], []
    for name in ("galois_cps", "networkx"):
        random.seed(11)
        given = random.Random(4) if seed == "random" else seed
        answers.append(nx.betweenness_centrality(graph, k=9, seed=given, backend=name))
        after.append((random.random(), given.random() if seed == "random" else 0))
    assert_same(*answers)
    assert after[0] == after[1]


def test_what_it_gives_up_is_sampled_once(monkeypatch):
    """networkx draws the same nodes as without the backend, when that finds out that it cannot go on."""
    graph = graph_of("graph", 2, edges=1700)
    expected = nx.betweenness_centrality(graph, k=5, seed=random.Random(3), backend="networkx")

    called = []

    def fail(*_, **__):
        called.append(1)
        raise ValueError("too many paths")

    monkeypatch.setattr(galois_cps, "betweenness", fail)
    with nx.config(backend_priority=["galois_cps"]):
        assert nx.betweenness_centrality(graph, k=5, seed=random.Random(3)) == expected
    assert called
    with pytest.raises(NotImplementedError) as caught:
        nx.betweenness_centrality(graph, k=5, seed=3, backend="galois_cps")
    assert str(caught.value.__cause__) == "too many paths"


def test_an_edge_without_weight_is_left_to_networkx():
    graph = graph_of("graph", 3)
    graph.add_edge("n1", "n2", weight=0)
    with pytest.raises(NotImplementedError) as caught:
        nx.betweenness_centrality(graph, weight="weight", backend="galois_cps")
    assert str(caught.value.__cause__) == "an edge weighs nothing"
    expected = nx.betweenness_centrality(graph, weight="weight", backend="networkx")
    with nx.config(backend_priority=["galois_cps"]):
        assert nx.betweenness_centrality(graph, weight="weight") == expected
    assert_same(*both(nx.betweenness_centrality, graph))


def test_samples_that_are_too_large_are_errors_of_networkx():
    for k in (61, -1):
        told = []
        for name in ("galois_cps", "networkx"):
            with pytest.raises(ValueError) as caught:
                nx.betweenness_centrality(graph_of("graph", 1), k=k, seed=1, backend=name)
            told.append(str(caught.value))
        assert told[0] == told[1]


@pytest.mark.parametrize(("options", "reason"), [({"weight": lambda *_: 1}, "is a function"), ({"k": 0}, "is drawn")])
def test_what_it_declines_has_a_reason(options, reason):
    assert reason in call("betweenness_centrality", nx.path_graph(3), **options)


def test_it_runs_if_networkx_takes_longer():
    graph = nx.gnm_random_graph(100, 200, seed=1)
    assert backend.should_run("betweenness_centrality", (graph,), {}) is True
    assert "400 arcs" in backend.should_run("betweenness_centrality", (graph, 3), {})
    assert "8 arcs" in backend.should_run("betweenness_centrality", (nx.path_graph(5),), {})
