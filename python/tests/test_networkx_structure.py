"""Components, cores and triangles by the networkx backend: the same answers and errors as networkx."""

import logging

import pytest

nx = pytest.importorskip("networkx", minversion="3.6")

from galois_cps import backend  # noqa: E402  (networkx may be missing)
from test_networkx import KINDS, both, call, random_graph  # noqa: E402

UNDIRECTED = ("graph", "multigraph")
SEEDS = range(6)
WEAK = {False: (nx.connected_components, nx.number_connected_components, nx.is_connected),
        True: (nx.weakly_connected_components, nx.number_weakly_connected_components, nx.is_weakly_connected)}
STRONG = (nx.strongly_connected_components, nx.number_strongly_connected_components, nx.is_strongly_connected)
ALL = [*WEAK[False], *WEAK[True], *STRONG]


@pytest.fixture(autouse=True)
def no_warning_of_the_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


def no_loops(graph):
    graph.remove_edges_from(list(nx.selfloop_edges(graph, keys=True) if graph.is_multigraph() else nx.selfloop_edges(graph)))
    return graph


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edges", [0, 40, 400])
def test_components_are_those_of_networkx(kind, seed, edges):
    graph = random_graph(kind, seed, edges=edges)
    sets, number, whole = WEAK[graph.is_directed()]
    ours, theirs = both(sets, graph)
    assert next(ours) == next(theirs)
    ours, theirs = list(ours), list(theirs)
    assert ours == theirs and {type(each) for each in ours} <= {set}
    ours, theirs = both(number, graph)
    assert ours == theirs and type(ours) is int
    for some in (graph, graph.subgraph(max(sets(graph), key=len))):
        ours, theirs = both(whole, some)
        assert ours is theirs
    if graph.is_directed():
        sets, number, whole = STRONG
        ours, theirs = map(list, both(sets, graph))
        assert ours == theirs
        ours, theirs = both(number, graph)
        assert ours == theirs and type(ours) is int
        for some in (graph, graph.subgraph(max(sets(graph), key=len))):
            ours, theirs = both(whole, some)
            assert ours is theirs
    else:
        for node in list(graph)[:9]:
            ours, theirs = both(nx.node_connected_component, graph, node)
            assert ours == theirs and type(ours) is set


def same_error(function, *args, **options):
    """Both raise the same."""
    told = []
    for name in ("galois_cps", "networkx"):
        with pytest.raises(Exception) as caught:
            answer = function(*args, backend=name, **options)
            next(answer)  # of an iterator
        told.append((caught.type, str(caught.value)))
    assert told[0] == told[1]
    return told[0][0]


@pytest.mark.parametrize("function", ALL, ids=lambda function: function.__name__)
def test_errors_of_components_are_those_of_networkx(function):
    directed = function not in WEAK[False]
    for graph in (nx.Graph(), nx.path_graph(3), nx.MultiGraph([(0, 1)])):
        other = graph if directed else nx.DiGraph(graph)
        assert same_error(function, other) is nx.NetworkXNotImplemented
    empty = nx.DiGraph() if directed else nx.Graph()
    if function.__name__.startswith("is_"):
        assert same_error(function, empty) is nx.NetworkXPointlessConcept
    elif function.__name__.startswith("number_"):
        assert both(function, empty) == (0, 0)
    else:
        assert [list(each) for each in both(function, empty)] == [[], []]


def test_errors_of_nodes_are_those_of_networkx():
    graph = nx.path_graph(3)
    assert same_error(nx.node_connected_component, graph, 7) is KeyError
    assert same_error(nx.node_connected_component, graph, [0]) is TypeError
    for function in (nx.triangles, nx.clustering):
        for wrong in (7, [[0]], 0.5):
            assert same_error(function, graph, wrong) is nx.NetworkXError
    assert same_error(nx.average_clustering, graph, 1) is AttributeError  # of one number there is no mean
    assert same_error(nx.average_clustering, nx.Graph()) is ZeroDivisionError
    assert same_error(nx.average_clustering, graph, count_zeros=False) is ZeroDivisionError


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edges", [0, 40, 400])
def test_core_numbers_are_those_of_networkx(seed, edges):
    graph = no_loops(random_graph("graph", seed, edges=edges))
    ours, theirs = both(nx.core_number, graph)
    assert ours == theirs and list(ours) == list(theirs) and {type(each) for each in ours.values()} == {int}
    assert both(nx.core_number, nx.Graph()) == ({}, {})
    graph.add_edge("n1", "n1")
    assert same_error(nx.core_number, graph) is nx.NetworkXNotImplemented
    assert same_error(nx.core_number, nx.MultiGraph(graph)) is nx.NetworkXNotImplemented


def test_cores_take_their_numbers_from_the_backend(caplog):
    """As all functions of networkx that call the functions of the backend."""
    graph = nx.gnm_random_graph(400, 3000, seed=1)
    graph.nodes[3]["colour"] = "red"
    caplog.set_level(logging.DEBUG, "networkx.utils.backends")
    for function in (nx.k_core, nx.k_shell, nx.k_crust):
        expected = function(graph, backend="networkx")
        caplog.clear()
        with nx.config(backend_priority=["galois_cps"]):
            found = function(graph)
        assert "Using backend 'galois_cps' for call to 'core_number'" in caplog.text
        assert nx.utils.graphs_equal(found, expected)


@pytest.mark.parametrize("kind", UNDIRECTED)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edges", [0, 40, 400])
def test_triangles_are_those_of_networkx(kind, seed, edges):
    graph = random_graph(kind, seed, edges=edges)
    ours, theirs = both(nx.triangles, graph)
    assert ours == theirs and list(ours) == list(theirs) and {type(each) for each in ours.values()} == {int}
    assert both(nx.triangles, nx.Graph()) == ({}, {})


def some_of(graph):
    """What `nodes` may be."""
    nodes = list(graph)
    return [nodes[0], nodes[3:9], set(nodes), iter(nodes[5:2:-1]), [nodes[1], "none", nodes[1]], [], (nodes[2],), None]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edges", [0, 40, 400])
def test_clustering_is_that_of_networkx(seed, edges):
    graph = random_graph("graph", seed, edges=edges)
    for function in (nx.triangles, nx.clustering):
        for ours, theirs in zip(some_of(graph), some_of(graph)):
            ours = function(graph, ours, backend="galois_cps")
            theirs = function(graph, theirs, backend="networkx")
            assert ours == theirs
            if isinstance(theirs, dict):
                assert list(ours) == list(theirs)
                ours, theirs = list(ours.values()), list(theirs.values())
            assert repr(ours) == repr(theirs)  # the types, too
    for options in ({}, {"nodes": list(graph)[:20]}):
        ours, theirs = both(nx.average_clustering, graph, **options)
        assert repr(ours) == repr(theirs)
    if any(nx.triangles(graph).values()):
        ours, theirs = both(nx.average_clustering, graph, count_zeros=False)
        assert repr(ours) == repr(theirs)
    ours, theirs = both(nx.transitivity, graph)
    assert repr(ours) == repr(theirs)
    assert both(nx.clustering, nx.Graph()) == ({}, {}) and both(nx.transitivity, nx.Graph()) == (0, 0)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edges", [0, 40, 400])
def test_matchings_are_those_of_networkx_if_edges_are_sorted(seed, edges):
    graph = random_graph("graph", seed, edges=edges)
    found = nx.maximal_matching(graph, backend="galois_cps")
    assert type(found) is set and nx.is_maximal_matching(graph, found)
    places = {node: place for place, node in enumerate(graph)}
    ordered = nx.Graph()
    ordered.add_nodes_from(graph)
    ordered.add_edges_from(sorted((sorted(edge, key=places.get) for edge in graph.edges),
                                  key=lambda edge: (places[edge[0]], places[edge[1]])))
    assert found == nx.maximal_matching(ordered, backend="networkx")
    for wrong in (nx.DiGraph(graph), nx.MultiGraph(graph)):
        assert same_error(nx.maximal_matching, wrong) is nx.NetworkXNotImplemented
    assert "has its own" in call("maximal_matching", Complement())
    assert both(nx.maximal_matching, nx.Graph()) == (set(), set())


@pytest.mark.parametrize(("told", "reason"), [
    (lambda g: call("core_number", g.to_directed()), "two edges"),
    (lambda g: call("triangles", nx.MultiGraph(g), [0]), "parallel"),
    (lambda g: call("clustering", g, weight="weight"), "weights"),
    (lambda g: call("clustering", g.to_directed()), "directed"),
    (lambda g: call("average_clustering", nx.MultiGraph(g)), "parallel"),
    (lambda g: call("average_clustering", g, None, "weight"), "weights"),
    (lambda g: call("transitivity", g.to_directed()), "directed"),
])
def test_what_it_declines_has_a_reason(told, reason):
    assert reason in told(nx.path_graph(3))


class Complement(nx.Graph):
    """Its neighbours are the nodes to which it has no edge."""

    def neighbors(self, n):
        return iter(set(self) - set(self._adj[n]) - {n})

    @property
    def adj(self):
        return {node: self[node] for node in self}

    def __getitem__(self, n):
        return dict.fromkeys(self.neighbors(n), {})


@pytest.mark.parametrize("function", [nx.core_number, nx.triangles, nx.clustering, nx.average_clustering, nx.transitivity],
                         ids=lambda function: function.__name__)
def test_graphs_with_neighbours_of_their_own_are_left_to_networkx(function):
    graph = nx.gnm_random_graph(70, 1200, seed=1, create_using=Complement)
    assert "Complement has its own adj" in call(function.__name__, graph)
    expected = function(graph, backend="networkx")
    with nx.config(backend_priority=["galois_cps"]):
        assert function(graph) == expected
    assert call(function.__name__, nx.Graph(nx.path_graph(9))) is True


@pytest.mark.parametrize(("function", "options"), [
    (nx.core_number, {}), (nx.clustering, {"weight": "weight"}), (nx.average_clustering, {}), (nx.transitivity, {})])
def test_what_it_declines_is_answered_by_networkx(function, options):
    graph = no_loops(random_graph("digraph", 3, edges=2600, nodes=90))
    expected = function(graph, backend="networkx", **options)
    with nx.config(backend_priority=["galois_cps"]):
        assert function(graph, **options) == expected


def test_it_runs_if_networkx_takes_longer():
    graph = nx.gnm_random_graph(500, 2000, seed=1)
    for name in ("core_number", "triangles", "clustering", "average_clustering", "transitivity"):
        assert backend.should_run(name, (graph,), {}) is True
    assert backend.should_run("strongly_connected_components", (graph.to_directed(),), {}) is True
    for name in ("connected_components", "number_connected_components", "is_connected"):
        assert "before it is converted" in backend.should_run(name, (graph,), {})
    assert "before it is converted" in backend.should_run("node_connected_component", (graph, 3), {})
    nx.core_number(graph, backend="galois_cps")
    assert backend.should_run("connected_components", (graph,), {}) is True
    for nodes in (3, [3, 4], iter(range(500))):
        assert "alone" in backend.should_run("triangles", (graph, nodes), {})
    for nodes in (None, list(range(100)), {"nodes"} | set(range(100))):
        assert backend.should_run("clustering", (graph,), {"nodes": nodes}) is True
