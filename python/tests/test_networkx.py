"""The networkx backend: the same answers as networkx, and the reasons for which it declines."""

import doctest
import importlib.metadata
import inspect
import itertools
import random

import numpy as np
import pytest

nx = pytest.importorskip("networkx", minversion="3.6")

import galois_cps  # noqa: E402  (networkx may be missing)
from galois_cps import backend, backend_info  # noqa: E402  (networkx may be missing)

KINDS = {"graph": nx.Graph, "digraph": nx.DiGraph, "multigraph": nx.MultiGraph,
         "multidigraph": nx.MultiDiGraph}
SEEDS = range(2)


def random_graph(kind, seed, weights="int", nodes=60, edges=150):
    """A graph whose nodes are no numbers, with loops, zero weights and unreachable nodes."""
    chance = random.Random(f"{kind} {seed} {weights}")
    graph = KINDS[kind]()
    names = [f"n{number}" for number in range(nodes)]
    chance.shuffle(names)
    graph.add_nodes_from(names)
    for _ in range(edges):
        weight = chance.randrange(9) if weights == "int" else round(chance.random() * 9, 1)
        ends = chance.choice(names[:-5]), chance.choice(names[:-5])
        if chance.random() < 0.1:
            graph.add_edge(*ends)  # weighs 1
        else:
            graph.add_edge(*ends, weight=weight)
    return graph


@pytest.fixture(autouse=True)
def no_warning_of_the_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


@pytest.fixture(params=[(kind, seed, weights) for kind in KINDS for seed in SEEDS
                        for weights in ("int", "float")], ids=str)
def graph(request):
    return random_graph(*request.param)


def both(function, *args, **options):
    """(our answer, networkx' answer)."""
    return (function(*args, backend="galois_cps", **options),
            function(*args, backend="networkx", **options))


def length(graph, path, weight="weight"):
    """The length of a path by the lightest of parallel edges."""
    return nx.path_weight(graph, path, weight) if len(path) > 1 else 0


def assert_same_distances(ours, theirs):
    assert ours == pytest.approx(theirs, rel=1e-12) and list(ours.values()) == sorted(ours.values())
    assert {type(value) for value in ours.values()} <= {int, float}


@pytest.mark.parametrize("options", [{}, {"cutoff": 6}, {"weight": None}, {"cutoff": 0}], ids=str)
def test_distances_are_those_of_networkx(graph, options):
    source = next(iter(graph))
    assert_same_distances(*both(nx.single_source_dijkstra_path_length, graph, source, **options))
    sources = list(graph)[:3]
    assert_same_distances(*both(nx.multi_source_dijkstra_path_length, graph, sources, **options))
    options.pop("weight", None)
    assert_same_distances(*both(nx.single_source_shortest_path_length, graph, source, **options))


CUTOFFS = [-1, -0.5, 0, 0.5, 1, 2.5, 6, 6.0, 2**64, 10**400, float("inf"), float("-inf"), float("nan")]


@pytest.mark.parametrize("cutoff", CUTOFFS, ids=lambda cutoff: str(cutoff)[:9])
def test_cutoffs_are_those_of_networkx(graph, cutoff):
    """Negative ones, which leave the sources alone, and fractions, with which networkx adds a level."""
    sources = list(graph)[:2]
    assert_same_distances(*both(nx.single_source_dijkstra_path_length, graph, sources[0], cutoff=cutoff))
    assert_same_distances(*both(nx.multi_source_dijkstra_path_length, graph, sources, cutoff=cutoff))
    assert_same_distances(*both(nx.single_source_shortest_path_length, graph, sources[0], cutoff=cutoff))
    ours, theirs = both(nx.single_source_dijkstra_path, graph, sources[0], cutoff=cutoff)
    assert ours.keys() == theirs.keys()
    distances = nx.single_source_dijkstra_path_length(graph, sources[0], backend="networkx")
    for target in list(graph)[1:20]:
        if target in distances and not distances[target] > cutoff:
            ours, _ = nx.single_source_dijkstra(graph, sources[0], target, cutoff, backend="galois_cps")
            assert ours == pytest.approx(distances[target], rel=1e-12)
        else:
            with pytest.raises(nx.NetworkXNoPath):
                nx.single_source_dijkstra(graph, sources[0], target, cutoff, backend="galois_cps")


def test_cutoffs_between_long_integers():
    graph = nx.path_graph(3, create_using=nx.DiGraph)
    graph.edges[0, 1]["weight"], graph.edges[1, 2]["weight"] = 2**53, 1
    for cutoff in (2**53, 2.0**53, 2**53 + 1):
        assert_same_distances(*both(nx.single_source_dijkstra_path_length, graph, 0, cutoff=cutoff))


def test_paths_are_shortest(graph):
    source = next(iter(graph))
    (_, paths), (distances, _) = both(nx.single_source_dijkstra, graph, source)
    assert paths.keys() == distances.keys()
    assert paths.keys() == nx.single_source_dijkstra_path(graph, source, backend="galois_cps").keys()
    lightest = nx.DiGraph() if graph.is_directed() else nx.Graph()
    for one, other, weight in graph.edges(data="weight", default=1):
        if not lightest.has_edge(one, other) or lightest[one][other]["weight"] > weight:
            lightest.add_edge(one, other, weight=weight)
    for node, path in paths.items():
        assert path[0] == source and path[-1] == node and len(set(path)) == len(path)
        assert length(lightest, path) == pytest.approx(distances[node], rel=1e-12)


def lightest_of(graph, weight="weight"):
    """The weight of the lightest edge between each two nodes."""
    found = {}
    for one, other, value in graph.edges(data="weight", default=1):
        for pair in [(one, other)] if graph.is_directed() else [(one, other), (other, one)]:
            found[pair] = 1 if weight is None else min(value, found.get(pair, value))
    return found


def assert_same_paths(lightest, ours, theirs):
    """Of the same lengths, and sorted by them."""
    assert ours.keys() == theirs.keys()
    lengths, expected = ([sum(map(lightest.__getitem__, itertools.pairwise(paths[node]))) for node in ours]
                         for paths in (ours, theirs))
    np.testing.assert_allclose(lengths, expected, rtol=1e-12)
    np.testing.assert_allclose(lengths, sorted(lengths), rtol=1e-12)
    assert all(type(path) is list and path[-1] == node and len(set(path)) == len(path) for node, path in ours.items())


@pytest.mark.parametrize("cutoff", [None, 3, 4.5, 0, -1, float("nan")], ids=str)
@pytest.mark.parametrize("weight", ["weight", None])
def test_all_pairs_are_those_of_networkx(graph, weight, cutoff):
    options = {"cutoff": cutoff, "weight": weight}
    ours, theirs = both(nx.all_pairs_dijkstra_path_length, graph, **options)
    assert inspect.isgenerator(ours) == inspect.isgenerator(theirs)
    ours, theirs, lightest = list(ours), list(theirs), lightest_of(graph, weight)
    expected_of = dict(ours)
    assert [node for node, _ in ours] == [node for node, _ in theirs]
    for (_, found), (_, expected) in zip(ours, theirs):
        assert_same_distances(found, expected)
    for (node, (lengths, paths)), (same, found), (_, (_, wanted)) in zip(*(
            nx.all_pairs_dijkstra(graph, backend="galois_cps", **options),
            nx.all_pairs_dijkstra_path(graph, backend="galois_cps", **options),
            nx.all_pairs_dijkstra(graph, backend="networkx", **options))):
        assert node == same and lengths == expected_of[node] and paths == found and list(paths) == list(lengths)
        assert paths[node] == [node]
        assert_same_paths(lightest, paths, wanted)


@pytest.mark.parametrize("cutoff", [None, -0.5, 0, 2, 2.5, float("nan")], ids=str)
def test_all_numbers_of_edges_are_those_of_networkx(graph, cutoff):
    ours, theirs = (dict(each) for each in both(nx.all_pairs_shortest_path_length, graph, cutoff=cutoff))
    assert list(ours) == list(theirs)
    for node in ours:
        assert_same_distances(ours[node], theirs[node])
    ours, theirs = (dict(each) for each in both(nx.all_pairs_shortest_path, graph, cutoff=cutoff))
    lightest = lightest_of(graph, None)
    assert list(ours) == list(theirs)
    for node in ours:
        assert_same_paths(lightest, ours[node], theirs[node])
    node = list(graph)[1]
    assert_same_paths(lightest, *both(nx.single_source_shortest_path, graph, node, cutoff=cutoff))


@pytest.mark.parametrize("cutoff", [None, *CUTOFFS], ids=lambda cutoff: str(cutoff)[:9])
def test_paths_from_several_sources_are_those_of_networkx(graph, cutoff):
    for sources in (set(list(graph)[:1]), list(graph)[:3]):
        (distances, paths), (expected, wanted) = both(nx.multi_source_dijkstra, graph, sources, cutoff=cutoff)
        assert_same_distances(distances, expected)
        assert_same_paths(lightest_of(graph), paths, wanted)
        assert paths == nx.multi_source_dijkstra_path(graph, sources, cutoff, backend="galois_cps")
        for target in list(graph)[:8]:
            if target in expected:
                one, other = both(nx.multi_source_dijkstra, graph, sources, target, cutoff)
                assert one[0] == pytest.approx(other[0], rel=1e-12) and one[1][-1] == target
            else:
                with pytest.raises(nx.NetworkXNoPath, match=f"No path to {target}"):
                    nx.multi_source_dijkstra(graph, sources, target, cutoff, backend="galois_cps")


def test_all_pairs_come_as_they_are_asked_for(monkeypatch):
    graph = nx.cycle_graph(1000)
    asked = []
    search = backend.paths.within_reach
    monkeypatch.setattr(backend.paths, "within_reach",
                        lambda *args, **options: asked.append(len(args[1])) or search(*args, **options))
    found = nx.all_pairs_dijkstra_path_length(graph, cutoff=2, backend="galois_cps")
    assert asked == [] and next(found) == (0, {0: 0, 1: 1, 999: 1, 2: 2, 998: 2})
    assert sum(asked) < 100 and len(list(found)) == 999 and sum(asked) == 1000


def test_all_pairs_of_few_nodes():
    for kind in KINDS.values():
        assert list(nx.all_pairs_dijkstra(kind(), backend="galois_cps")) == []
        assert list(nx.all_pairs_shortest_path(kind(), backend="galois_cps")) == []
        lonely = kind()
        lonely.add_node("a")
        assert list(nx.all_pairs_dijkstra(lonely, backend="galois_cps")) == [("a", ({"a": 0}, {"a": ["a"]}))]


def test_all_pairs_are_left_to_networkx_before_the_first():
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, 2**63, "weight")
    with pytest.raises(NotImplementedError):
        nx.all_pairs_dijkstra_path_length(graph, backend="galois_cps")
    converted = backend.convert_from_nx(nx.path_graph(3), edge_attrs={"cost": 1})
    with pytest.raises(NotImplementedError):
        nx.all_pairs_dijkstra(converted, backend="galois_cps")


@pytest.mark.parametrize("function", [nx.dijkstra_path_length, nx.astar_path_length])
def test_the_distance_of_two_nodes(graph, function):
    source = next(iter(graph))
    reached = nx.single_source_dijkstra_path_length(graph, source, backend="networkx")
    for target in graph:
        if target in reached and not (graph.is_multigraph() and function is nx.astar_path_length):
            ours, theirs = both(function, graph, source, target)
            assert ours == pytest.approx(theirs, rel=1e-12) and type(ours) in (int, float)
        elif target not in reached:
            with pytest.raises(nx.NetworkXNoPath, match=f"{target} not reachable from {source}"):
                function(graph, source, target, backend="galois_cps")


@pytest.mark.parametrize(("function", "args", "error"), [
    (nx.dijkstra_path, ("a", "far"), nx.NetworkXNoPath),
    (nx.dijkstra_path, ("a", "none"), nx.NetworkXNoPath),
    (nx.dijkstra_path, ("none", "a"), nx.NodeNotFound),
    (nx.dijkstra_path_length, ("a", "far"), nx.NetworkXNoPath),
    (nx.dijkstra_path_length, ("none", "a"), nx.NodeNotFound),
    (nx.single_source_dijkstra, ("a", "far"), nx.NetworkXNoPath),
    (nx.single_source_dijkstra, ("a", "c", 1), nx.NetworkXNoPath),
    (nx.single_source_dijkstra_path_length, ("none",), nx.NodeNotFound),
    (nx.single_source_shortest_path_length, ("none",), nx.NodeNotFound),
    (nx.single_source_shortest_path, ("none",), nx.NodeNotFound),
    (nx.multi_source_dijkstra, ([],), ValueError),
    (nx.multi_source_dijkstra, (["a", "none"],), nx.NodeNotFound),
    (nx.multi_source_dijkstra, (["a"], "none"), nx.NetworkXNoPath),
    (nx.multi_source_dijkstra, (["b", "a"], "far"), nx.NetworkXNoPath),
    (nx.multi_source_dijkstra_path, (["a", "none"],), nx.NodeNotFound),
    (nx.multi_source_dijkstra_path_length, ([],), ValueError),
    (nx.multi_source_dijkstra_path_length, (["a", "none"],), nx.NodeNotFound),
    (nx.astar_path, ("a", "none"), nx.NodeNotFound),
    (nx.astar_path, ("a", "far"), nx.NetworkXNoPath),
    (nx.astar_path_length, ("none", "a"), nx.NodeNotFound),
])
def test_errors_are_those_of_networkx(function, args, error):
    graph = nx.path_graph(["a", "b", "c"])
    graph.add_node("far")
    with pytest.raises(error) as theirs:
        function(graph, *args, backend="networkx")
    with pytest.raises(error) as ours:
        function(graph, *args, backend="galois_cps")
    assert str(ours.value) == str(theirs.value)


def test_a_straight_line_is_a_heuristic_with_and_without_the_backend():
    grid = nx.grid_2d_graph(12, 12)
    chance = random.Random(3)
    for one, other in grid.edges:
        grid.edges[one, other]["weight"] = chance.randrange(1, 9)
    straight = backend.Straight({node: node for node in grid})
    for target in [(0, 0), (11, 11), (3, 8)]:
        ours, theirs = both(nx.astar_path, grid, (0, 0), target, heuristic=straight)
        assert length(grid, ours) == length(grid, theirs)
        ours, theirs = both(nx.astar_path_length, grid, (0, 0), target, heuristic=straight)
        assert ours == theirs and type(ours) is int


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("weights", ["int", "float"])
@pytest.mark.parametrize("metric", ["euclidean", "great-circle"])
@pytest.mark.parametrize("side", [5, 30])
def test_a_straight_line_finds_shortest_paths_wherever_it_runs(seed, weights, metric, side):
    """Small graphs and weights of floats are left to networkx, where edges may weigh much less than the
    distance of their ends."""
    chance = random.Random(seed)
    grid = nx.grid_2d_graph(side, side)
    for edge in grid.edges:
        weight = chance.randrange(1, 30)
        grid.edges[edge]["weight"] = weight if weights == "int" else weight / 64
    step = 100 if metric == "euclidean" else 1
    straight = backend.Straight({node: (step * node[0], step * node[1]) for node in grid}, metric)
    start, end = (0, 0), (side - 1, chance.randrange(side))
    expected = nx.dijkstra_path_length(grid, start, end, backend="networkx")
    with nx.config(backend_priority=["galois_cps"]):
        assert nx.astar_path_length(grid, start, end, heuristic=straight) == expected
        assert length(grid, nx.astar_path(grid, start, end, heuristic=straight)) == expected
    assert nx.astar_path_length(grid, start, end, heuristic=straight, backend="networkx") == expected


def test_a_scale_is_for_networkx():
    straight = backend.Straight({"a": (0, 0), "b": (3, 4)}, scale=0.5)
    assert straight("a", "b") == 2.5 and backend.Straight(straight.positions)("a", "b") == 0
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="at least 0"):
            backend.Straight({}, scale=wrong)


@pytest.mark.parametrize("weight", [0.5, 2**32, 2**31])
def test_lengths_that_astar_cannot_hold_are_left_to_networkx(weight):
    graph = nx.path_graph([(0, 0), (1, 0), (2, 0), (3, 0)])
    nx.set_edge_attributes(graph, weight, "weight")
    straight = backend.Straight({node: node for node in graph}, scale=0.1)
    with pytest.raises(NotImplementedError):
        nx.astar_path(graph, (0, 0), (3, 0), heuristic=straight, backend="galois_cps")
    assert len(nx.astar_path(graph, (0, 0), (3, 0), heuristic=straight)) == len(graph)


def test_a_straight_line_on_the_earth_is_in_metres():
    straight = backend.Straight({"pole": (0, 90), "equator": (0, 0)}, "great-circle", scale=1)
    assert straight("pole", "equator") == pytest.approx(10_007_557, abs=1)
    assert straight.coordinates(["pole"]).tolist() == [[0, 90_000_000]]


@pytest.mark.parametrize("positions", [{"a": (0, 0)}, {"a": (0, 0), "b": (0.5, 0)},
                                       {"a": (0, 0), "b": (2**31, 0)}])
def test_positions_that_do_not_fit_are_left_to_networkx(positions):
    straight = backend.Straight(positions)
    with pytest.raises(NotImplementedError):
        nx.astar_path(nx.path_graph(["a", "b"]), "a", "b", heuristic=straight,
                      backend="galois_cps")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [{}, {"alpha": 0.5}, {"personalization": {"n3": 2, "n7": 1}}],
                         ids=str)
def test_ranks_are_those_of_networkx(kind, options):
    graph = random_graph(kind, 1)
    for *_, data in graph.edges(data=True):
        data["weight"] = 2.5
    ours, theirs = both(nx.pagerank, graph, tol=1e-9, **options)
    assert ours == pytest.approx(theirs, abs=1e-6) and list(ours) == list(theirs)
    assert {type(rank) for rank in ours.values()} == {float}
    assert nx.pagerank(KINDS[kind](), backend="galois_cps") == {}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", ["int", "float"])
@pytest.mark.parametrize("options", [{}, {"personalization": {"n3": 2, "n7": 1}}], ids=str)
def test_weighted_ranks_are_those_of_networkx(kind, weights, options):
    graph = random_graph(kind, 2, weights)
    node = next(iter(graph))
    for *_, data in graph.edges(node, data=True):
        data["weight"] = 0  # a node with edges of weight 0 alone is as one without
    ours, theirs = both(nx.pagerank, graph, tol=1e-9, max_iter=1000, **options)
    assert ours == pytest.approx(theirs, abs=1e-6)
    plain, right = both(nx.pagerank, graph, weight=None, tol=1e-9, max_iter=1000, **options)
    assert plain == pytest.approx(right, abs=1e-6) and plain != pytest.approx(theirs, abs=1e-6)


def test_a_text_names_the_weights_of_ranks():
    graph = nx.DiGraph()
    graph.add_edge(0, 1, km=3, weight=1)
    graph.add_edge(0, 2, km=1, weight=1)
    graph.add_edges_from([(1, 0), (2, 0)], km=1, weight=1)
    by_km, alike = (galois_cps.pagerank(graph, tolerance=1e-9, weight=weight).ranks for weight in ("km", "weight"))
    assert by_km.tolist() == pytest.approx(list(nx.pagerank(graph, weight="km", tol=1e-9, max_iter=1000).values()), abs=1e-6)
    assert by_km[1] > by_km[2] + 0.1 and alike[1] == pytest.approx(alike[2])


@pytest.mark.parametrize("weights", ["int", "float"])
@pytest.mark.parametrize("seed", SEEDS)
def test_trees_weigh_what_those_of_networkx_weigh(seed, weights):
    graph = random_graph("graph", seed, weights)
    ours, theirs = map(list, both(nx.minimum_spanning_edges, graph, data=False))
    weigh = [[graph.edges[edge].get("weight", 1) for edge in tree] for tree in (ours, theirs)]
    assert sorted(weigh[0]) == sorted(weigh[1]) and weigh[0] == sorted(weigh[0])
    assert nx.is_forest(nx.Graph(ours)) and all(graph.has_edge(*edge) for edge in ours)
    unweighted = list(nx.minimum_spanning_edges(graph, weight=None, data=False,
                                                backend="galois_cps"))
    assert len(unweighted) == len(ours)


@pytest.mark.parametrize("strategy", ["DSATUR", "saturation_largest_first"])
def test_colours_differ_between_neighbours(strategy):
    graph = random_graph("multidigraph", 2)
    graph.remove_edges_from(list(nx.selfloop_edges(graph, keys=True)))
    colours = nx.greedy_color(graph, strategy, backend="galois_cps")
    assert colours.keys() == set(graph)
    assert all(colours[one] != colours[other] for one, other in graph.edges())
    assert {type(colour) for colour in colours.values()} == {int}
    assert nx.greedy_color(nx.Graph(), strategy, backend="galois_cps") == {}


def call(name, graph, *args, **options):
    return backend.can_run(name, (graph, *args), options)


@pytest.mark.parametrize(("told", "reason"), [
    (lambda g: call("single_source_dijkstra", g, 0, weight=lambda *_: 1), "is a function"),
    (lambda g: call("all_pairs_dijkstra_path", g, weight=lambda *_: 1), "is a function"),
    (lambda g: call("astar_path", g, 0, 1, heuristic=lambda *_: 0), "heuristic"),
    (lambda g: call("astar_path", g, 0, 1, cutoff=3), "cutoff"),
    (lambda g: call("pagerank", g, max_iter=3), "rounds"),
    (lambda g: call("pagerank", g, nstart={0: 1}), "nstart"),
    (lambda g: call("pagerank", g, dangling={0: 1}), "dangling"),
    (lambda g: call("pagerank", g, alpha=1.0), "alpha"),
    (lambda g: call("minimum_spanning_edges", g), "attributes"),
    (lambda g: call("minimum_spanning_edges", g, "best", data=False), "no algorithm best"),
    (lambda g: call("minimum_spanning_edges", g.to_directed(), data=False), "directed"),
    (lambda g: call("minimum_spanning_edges", nx.MultiGraph(g), data=False), "parallel"),
    (lambda g: call("greedy_color", g), "DSATUR"),
    (lambda g: call("greedy_color", g, "DSATUR", interchange=True), "interchange"),
    (lambda g: call("closeness_centrality", g), "has no closeness"),
    (lambda g: call("dijkstra_path", g, 0), "target"),
])
def test_what_it_declines_has_a_reason(told, reason):
    assert reason in told(nx.path_graph(3))


def test_what_it_can_answer():
    graph = nx.path_graph(3)
    assert call("dijkstra_path", graph, 0, target=2) is True
    assert call("astar_path", graph, 0, 2, heuristic=backend.Straight({})) is True
    assert call("pagerank", graph) is True
    assert call("minimum_spanning_edges", graph, "prim", data=False) is True
    assert call("greedy_color", graph, strategy="DSATUR") is True


@pytest.mark.parametrize("weight", [-1, -0.5, float("inf"), float("nan"), "3", True, None, 2**64])
def test_weights_that_are_left_to_networkx(weight):
    graph = nx.path_graph(4)
    graph.edges[1, 2]["weight"] = weight
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path_length(graph, 0, 3, backend="galois_cps")


@pytest.mark.parametrize("integer", [2**53 + 1, 10**400])
def test_an_integer_that_is_no_float_is_left_to_networkx(integer):
    graph = nx.path_graph(3)
    graph.edges[0, 1]["weight"], graph.edges[1, 2]["weight"] = integer, 0.5
    with pytest.raises(NotImplementedError):
        backend.convert_from_nx(graph, edge_attrs={"weight": 1})


def test_distances_beyond_64_bits_are_left_to_networkx(monkeypatch):
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, 2**63, "weight")
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path_length(graph, 0, 3, backend="galois_cps")
    monkeypatch.setattr(backend.selection, "FEWEST_ARCS", 0)
    with nx.config(backend_priority=["galois_cps"]):
        assert nx.dijkstra_path_length(graph, 0, 3) == 3 * 2**63


def test_it_runs_if_the_graph_is_large_or_was_converted():
    small, large = nx.path_graph(10), nx.path_graph(1001)
    assert "converting pays from 100 on" in backend.should_run("all_pairs_shortest_path", (small,), {})
    assert backend.should_run("all_pairs_shortest_path", (nx.path_graph(51),), {}) is True
    assert "18 arcs" in backend.should_run("dijkstra_path", (small, 0, 9), {})
    assert backend.should_run("dijkstra_path", (), {"G": large, "source": 0, "target": 9}) is True
    nx.dijkstra_path(small, 0, 9, backend="galois_cps")
    assert backend.should_run("dijkstra_path", (small, 0, 9), {}) is True


def test_networkx_calls_it_by_itself_and_converts_once(monkeypatch):
    graph = nx.path_graph(1001)
    calls = []
    convert = backend.convert_from_nx
    monkeypatch.setattr(backend, "convert_from_nx",
                        lambda *args, **options: calls.append(1) or convert(*args, **options))
    with nx.config(backend_priority=["galois_cps"], warnings_to_ignore={"cache"}):
        assert nx.dijkstra_path_length(graph, 0, 1000) == 1000
        assert nx.dijkstra_path_length(graph, 0, 500) == 500
        assert nx.single_source_shortest_path_length(graph, 0)[3] == 3
        assert len(calls) == 1
        graph.add_edge(0, 1000)
        assert nx.dijkstra_path_length(graph, 0, 1000) == 1
        assert len(calls) == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("attributes", [None, {"weight": 1}])
def test_a_converted_graph_comes_back(kind, attributes):
    graph = random_graph(kind, 3)
    for *_, data in graph.edges(data=True):
        data.setdefault("weight", 1)
    converted = backend.convert_from_nx(graph, edge_attrs=attributes)
    assert converted.__networkx_backend__ == "galois_cps" and converted.__networkx_cache__ == {}
    again = backend.convert_to_nx(converted)
    assert type(again) is type(graph) and list(again) == list(graph)
    wanted = sorted((sorted(edge) if not graph.is_directed() else edge, weight if attributes else None)
                    for *edge, weight in graph.edges(data="weight"))
    found = sorted((sorted(edge) if not graph.is_directed() else edge, weight)
                   for *edge, weight in again.edges(data="weight"))
    assert found == wanted and backend.convert_to_nx(7) == 7


def test_a_graph_with_other_weights_is_declined():
    converted = backend.convert_from_nx(nx.path_graph(3), edge_attrs={"cost": 1})
    assert nx.dijkstra_path_length(converted, 0, 2, weight="cost", backend="galois_cps") == 2
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path_length(converted, 0, 2, backend="galois_cps")
    with pytest.raises(NotImplementedError):
        backend.convert_from_nx(nx.path_graph(3), edge_attrs={"cost": 1, "toll": 0})


def test_its_description_names_what_it_has():
    have = {name for name in dir(backend)
            if callable(getattr(backend, name)) and hasattr(nx, name)}
    assert have == set(backend_info.FUNCTIONS) == set(backend_info.get_info()["functions"])
    for group in ("networkx.backends", "networkx.backend_info"):
        assert "galois_cps" in importlib.metadata.entry_points(group=group).names
    assert "galois_cps" in nx.utils.backends.backend_info


def test_examples_of_docstrings():
    assert doctest.testmod(backend.paths).failed == 0


def test_expected_failures_are_few_and_have_reasons():
    assert len(backend.their_tests.EXPECTED_FAILURES) <= 10
    assert all(len(reason) > 20 for reason in backend.their_tests.EXPECTED_FAILURES.values())
