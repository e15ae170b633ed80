"""What makers of graphs take, and what they refuse."""

import functools
import gzip
import json
import os
import pickle

import numpy as np
import pytest
from conftest import random_csr

import galois_cps
from galois_cps import Graph, _messages


def edges_of(graph):
    indptr, indices, data = graph.to_csr()
    rows = np.repeat(np.arange(graph.num_nodes), np.diff(indptr))
    weights = [None] * len(rows) if data is None else data.tolist()
    return sorted(zip(rows.tolist(), indices.tolist(), weights))


def test_edges_become_rows(rng):
    source, target = rng.integers(0, 50, 400), rng.integers(0, 50, 400)
    weight = rng.random(400)
    graph = Graph.from_edges(source, target, weight, num_nodes=60)
    assert edges_of(graph) == sorted(zip(source.tolist(), target.tolist(), weight.tolist()))
    assert graph.num_nodes == len(graph) == 60 and graph.weight_type == "float64"
    both = Graph.from_edges(source, target, directed=False)
    reverse = [(v, u, None) for u, v in zip(source.tolist(), target.tolist()) if u != v]
    forward = [(u, v, None) for u, v in zip(source.tolist(), target.tolist())]
    assert edges_of(both) == sorted(forward + reverse)


def test_arrays_come_back(rng):
    for dtype in ("uint32", "uint64", "float64"):
        indptr, indices, data = random_csr(rng, 50, 300, dtype)
        graph = Graph.from_csr(indptr, indices, data)
        for mine, theirs in zip(graph.to_csr(), (indptr, indices, data)):
            np.testing.assert_array_equal(mine, theirs)
        again = pickle.loads(pickle.dumps(graph))
        assert edges_of(again) == edges_of(graph) and again.input_id == graph.input_id


@pytest.mark.parametrize(("arrays", "error", "text"), [
    (([0, 1], [1]), ValueError, "leads to node 1"),
    (([0, 2], [0]), ValueError, "the last offset is 2"),
    (([1, 1], [0]), ValueError, "the first offset is 1"),
    (([0, 2, 1, 3], [0, 0, 0]), ValueError, "less than the one before"),
    (([], []), ValueError, "indptr is empty"),
    (([0, 1], [-1]), ValueError, "negative|leads to node"),
    (([0, 1], np.array([-1], np.int32)), ValueError, "leads to node"),
    (([0, 1], [2**40]), ValueError, "32 bits"),
    (([0, 1], [0.5]), TypeError, "integers"),
    (([0.0, 1.0], [0]), TypeError, "integers"),
    (([0, 1], [0], [-1]), ValueError, "negative"),
    (([0, 1], [0], [1, 2]), ValueError, "2 weights for 1 edges"),
    (([0, 1], [0], ["a"]), TypeError, "numbers"),
    (([0, 1], [[0]]), ValueError, "one dimension"),
])
def test_what_is_no_graph_is_refused(arrays, error, text):
    with pytest.raises(error, match=text):
        Graph.from_csr(*arrays)


@pytest.mark.parametrize(("arguments", "error", "text"), [
    (dict(source=[0], target=[-1]), IndexError, "numbered from 0"),
    (dict(source=[0], target=[1], num_nodes=1), IndexError, "node 1 is not"),
    (dict(source=[0], target=[1, 2]), ValueError, "1 sources for 2 targets"),
    (dict(source=[0], target=[1], weight=[1, 2]), ValueError, "2 weights for 1 edges"),
    (dict(source=[0], target=[1], num_nodes=-1), ValueError, "num_nodes"),
])
def test_wrong_edges_are_refused(arguments, error, text):
    with pytest.raises(error, match=text):
        Graph.from_edges(**arguments)


def masked(values, **options):
    """An array with its first value masked."""
    array = np.ma.MaskedArray(values, **options)
    array[0] = np.ma.masked
    return array


@pytest.mark.parametrize("call", [
    lambda: Graph.from_edges([0, 1], [1, 2], masked([5, 6])),
    lambda: Graph.from_edges([0, 1], masked([1, 2])),
    lambda: Graph.from_edges(masked([0, 1]), [1, 2]),
    lambda: Graph.from_csr([0, 2], [0, 0], masked([5, 6])),
    lambda: Graph.from_csr([0, 2], masked([0, 0], dtype=np.uint32)),
    lambda: Graph.from_csr(masked([0, 2]), [0, 0]),
    lambda: Graph.from_csr([0, 2], masked(np.array([(0, 5), (0, 6)], [("dst", "u4"), ("weight", "u4")]))),
    lambda: Graph.from_table({"source": masked([0, 1]), "target": [1, 2]}),
    lambda: Graph.from_table({"source": [0, 1], "target": [1, 2], "w": masked([1, 2])}, weight="w"),
    lambda: galois_cps.sssp(([0, 1, 1], [1]), masked([0, 1])),
    lambda: galois_cps.pagerank(([0, 1, 1], [1]), personalize=masked([0.5, 0.5])),
    lambda: galois_cps.astar(([0, 1, 1], [1]), 0, 1, masked([[0, 0], [1, 1]])),
], ids=range(12))
def test_masked_values_are_refused(call):
    with pytest.raises(ValueError, match="masked values"):
        call()


def test_a_mask_that_hides_nothing_is_none():
    graph = Graph.from_edges([0, 1], np.ma.MaskedArray([1, 2]), np.ma.MaskedArray([5, 6], mask=False))
    assert edges_of(graph) == [(0, 1, 5), (1, 2, 6)]
    with pytest.raises(TypeError, match="without a mask"):
        galois_cps.sssp(graph, 0, out=np.ma.MaskedArray(np.zeros(3, np.uint64)))


def test_the_empty_graph():
    graph = Graph.from_edges([], [], num_nodes=0)
    assert (graph.num_nodes, graph.num_edges) == (0, 0) and graph
    assert galois_cps.color(graph).num_colors == 0
    assert galois_cps.mst(graph).num_trees == 0
    for parts in (galois_cps.connected_components(graph), galois_cps.strongly_connected_components(graph)):
        assert (parts.num_components, parts.sizes.size, parts.numbers.size, parts.groups()) == (0, 0, 0, [])
        assert parts.run.to_dict()["answer"] == {"checksum": 0, "summary": {"components": 0, "largest": 0}}
    cores = galois_cps.core_numbers(graph)
    assert (cores.cores.size, cores.greatest, cores.nodes_of().size) == (0, 0, 0)
    scores = galois_cps.betweenness(graph, verify=True)
    assert scores.scores.size == scores.top().size == 0
    assert scores.run.to_dict()["answer"]["summary"] == {"sum": 0.0, "greatest": 0.0, "greatest_node": None, "sources": 0}
    assert galois_cps.label_propagation(graph, verify=True).num_communities == 0
    found = galois_cps.clustering(graph, verify=True)
    assert (found.total, found.mean, found.coefficients.size) == (0, 0.0, 0)
    with pytest.raises(IndexError):
        galois_cps.sssp(graph, 0)
    with pytest.raises(ValueError, match="no nodes"):
        galois_cps.pagerank(graph)


def tables():
    columns = {"a": ["x", "y", "x"], "b": ["y", "z", "z"], "w": [1, 2, 5]}
    yield columns
    try:
        import pandas
        yield pandas.DataFrame(columns)
        yield pandas.DataFrame(columns).astype({"a": "category", "b": "category"})
    except ImportError:
        pass
    try:
        import pyarrow
        yield pyarrow.table(columns)
    except ImportError:
        pass


@pytest.mark.parametrize("table", list(tables()), ids=lambda table: type(table).__name__)
def test_tables_have_names(table):
    graph = Graph.from_table(table, "a", "b", "w")
    assert list(graph.names) == ["x", "y", "z"]
    assert edges_of(graph) == [(0, 1, 1), (0, 2, 5), (1, 2, 2)]
    assert graph.node("z") == 2
    with pytest.raises(KeyError):
        graph.node("q")
    assert galois_cps.sssp(graph, graph.node("x")).distances.tolist() == [0, 1, 3]
    assert Graph.from_table(table, "a", "b", directed=False).num_edges == 6
    with pytest.raises(KeyError):
        Graph.from_table(table, "a", "c")


def test_parquet_and_arrow_files_are_tables(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    feather, parquet = pytest.importorskip("pyarrow.feather"), pytest.importorskip("pyarrow.parquet")
    flights = pyarrow.table({"from": ["Paris", "Lyon", "Paris"], "to": ["Lyon", "New York", "New York"],
                             "km": [391, 6165, 5837]})
    parquet.write_table(flights, tmp_path / "flights.parquet")
    feather.write_feather(flights, tmp_path / "flights.arrow")
    for table in (parquet.read_table(tmp_path / "flights.parquet"), feather.read_table(tmp_path / "flights.arrow")):
        graph = Graph.from_table(table, "from", "to", "km")
        paths = galois_cps.sssp(graph, graph.node("Paris"))
        assert dict(zip(graph.names, paths.distances)) == {"Paris": 0, "Lyon": 391, "New York": 5837}


def test_missing_names_are_refused():
    for values in (["x", None], [1.0, float("nan")]):
        with pytest.raises(ValueError, match="missing values"):
            Graph.from_table({"source": values, "target": [1, 2]})
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="missing values"):
        Graph.from_table(pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}))


def test_numbers_are_names_as_well():
    graph = Graph.from_table({"source": [900, 7], "target": [7, 8]})
    assert list(graph.names) == [900, 7, 8] and graph.node(8) == 2


@pytest.mark.parametrize(("source", "target", "names"), [
    (np.array([2**62, 2**62 + 1]), np.array([2**63, 2**63 + 1], np.uint64), [2**62, 2**62 + 1, 2**63, 2**63 + 1]),
    (np.array([-1, 2**62 + 1]), np.array([2**63, 2**63 + 1], np.uint64), [-1, 2**62 + 1, 2**63, 2**63 + 1]),
    ([-1, 2**53], [2**63, 2**53 + 1], [-1, 2**53, 2**63, 2**53 + 1]),
    ([2**64, 1], [2**64 + 1, 1], [2**64, 1, 2**64 + 1]),
    ([2**53 + 1, 0.5], [2**53, 1], [2**53 + 1, 0.5, 2**53, 1]),
    (np.array([2**53, 2**53 + 1]), np.array([0.5, 2.0**53]), [2**53, 2**53 + 1, 0.5]),
    ([1, "1"], ["1", 1.0], [1, "1"]),
    (np.array([1, 2]), np.array(["1", "2"]), [1, 2, "1", "2"]),
    (np.array(["1", "2"]), np.array([b"1", b"2"]), ["1", "2", b"1", b"2"]),
    (["a", "a\0"], ["a ", "a"], ["a", "a\0", "a "]),
    (np.array([7, 8], "M8[ns]"), np.array([7, 8]), [np.datetime64(7, "ns"), np.datetime64(8, "ns"), 7, 8]),
    ([], [], []),
], ids=range(12))
def test_names_stay_what_they_are(source, target, names):
    """Names that differ are different nodes, whatever types NumPy would give them together."""
    graph = Graph.from_table({"source": source, "target": target})
    assert list(graph.names) == names and [type(name) for name in graph.names.tolist()] == list(map(type, names))
    ends = zip(list(source), list(target))
    assert edges_of(graph) == sorted((names.index(u), names.index(v), None) for u, v in ends)
    assert [graph.node(name) for name in names] == list(range(len(names)))


def test_mixed_names_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": [1, "1"], "target": [2, 1]})
    assert list(Graph.from_table(frame).names) == [1, "1", 2]
    long = pandas.DataFrame({"source": np.array([2**63 + 1], np.uint64), "target": [2**53 + 1]})
    assert Graph.from_table(long).names.tolist() == [2**63 + 1, 2**53 + 1]


def test_a_missing_column_is_named_with_those_there_are():
    records = np.array([(0, 1, 5)], [("source", "u4"), ("target", "u4"), ("km", "u4")])
    assert edges_of(Graph.from_table(records, weight="km")) == [(0, 1, 5)]
    tables = [records, {"source": [0], "target": [1], "km": [5]}]
    for module, make in (("pandas", lambda pandas: pandas.DataFrame(tables[1])),
                         ("pyarrow", lambda pyarrow: pyarrow.table(tables[1]))):
        try:
            tables.append(make(__import__(module)))
        except ImportError:
            pass
    for table in tables:
        with pytest.raises(KeyError, match="no column 'kilometres'; there are 'source', 'target', 'km'"):
            Graph.from_table(table, weight="kilometres")


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_networkx(kind):
    networkx = pytest.importorskip("networkx")
    theirs = getattr(networkx, kind)()
    theirs.add_edge("a", "b", weight=2)
    theirs.add_edge("b", "c")
    theirs.add_edge("b", "c", weight=7)
    graph = Graph.from_networkx(theirs)
    assert graph.names == ["a", "b", "c"] and graph.weight_type == "uint64"
    edges = [("a", "b", 2), ("b", "c", 7)] + ([("b", "c", 1)] if theirs.is_multigraph() else [])
    expected = [(graph.node(u), graph.node(v), w) for u, v, w in edges]
    if not theirs.is_directed():
        expected += [(v, u, w) for u, v, w in expected]
    assert edges_of(graph) == sorted(expected)
    assert Graph.from_networkx(theirs, weight=None).weight_type is None
    distances = galois_cps.sssp(theirs, 0).distances
    assert distances[2] == networkx.single_source_dijkstra_path_length(theirs, "a")["c"]
    theirs.add_edge("a", "b", weight=0.5)
    assert Graph.from_networkx(theirs).weight_type == "float64"
    theirs.add_edge("a", "b", weight="far")
    with pytest.raises(TypeError):
        Graph.from_networkx(theirs)
    theirs.remove_node("a")
    theirs.add_edge("a", "b", weight=-3)
    with pytest.raises(ValueError, match="at least 0"):
        Graph.from_networkx(theirs)


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_an_attribute_that_no_edge_has_is_an_error(kind):
    networkx = pytest.importorskip("networkx")
    theirs = getattr(networkx, kind)()
    theirs.add_edge(1, 2, length=5.0, name="B1")
    theirs.add_edge(2, 3, length=5.0)
    for call in (lambda: Graph.from_networkx(theirs), lambda: Graph.from_networkx(theirs, weight="lenght"),
                 lambda: Graph.from_networkx(theirs, "lenght"), lambda: galois_cps.sssp(theirs, 0),
                 lambda: galois_cps.mst(theirs)):
        with pytest.raises(KeyError, match="no edge has the attribute '(weight|lenght)'; there are 'length', 'name'"):
            call()
    assert galois_cps.sssp(Graph.from_networkx(theirs, "length"), 0).distances.tolist() == [0, 5, 10]
    assert galois_cps.sssp(Graph.from_networkx(theirs, "lenght", default=2), 0).distances.tolist() == [0, 2, 4]
    assert Graph.from_networkx(theirs, None).weight_type is None
    assert galois_cps.bfs(theirs, 0).distances.tolist() == [0, 1, 2]  # which needs no weights
    theirs.add_edge(3, 1, weight=7.5)
    assert Graph.from_networkx(theirs).to_csr()[2].tolist().count(1.0) == (2 if theirs.is_directed() else 4)
    partly = Graph.from_networkx(theirs, default=0.25)
    assert set(partly.to_csr()[2].tolist()) == {7.5, 0.25}


def test_edges_without_numbers_weigh_1():
    networkx = pytest.importorskip("networkx")
    theirs = networkx.path_graph(3)
    assert galois_cps.sssp(theirs, 0).distances.tolist() == [0, 1, 2]
    networkx.set_edge_attributes(theirs, "asphalt", "surface")
    assert galois_cps.sssp(theirs, 0).distances.tolist() == [0, 1, 2]
    with pytest.raises(KeyError, match="no edge has the attribute 'km'; there are 'surface'"):
        Graph.from_networkx(theirs, "km")
    with pytest.raises(KeyError, match="they have none"):
        Graph.from_networkx(networkx.path_graph(3), "km")
    assert Graph.from_networkx(networkx.empty_graph(3), "km").num_edges == 0


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "bsr"])
@pytest.mark.parametrize("make", ["array", "matrix"])
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 2, 1, 0]], ids=["sorted", "unsorted"])
def test_duplicates_of_a_matrix_are_summed(form, make, order):
    """Whatever the format is: SciPy sums those of some, when it converts them."""
    sparse = pytest.importorskip("scipy.sparse")
    rows, columns, values = np.array([[0, 0, 0, 1], [1, 1, 2, 2], [2, 3, 4, 5]])[:, order]
    coo = getattr(sparse, f"coo_{make}")((values, (rows, columns)), shape=(3, 3))
    matrix = coo
    if form == "csr":
        at = np.argsort(rows, kind="stable")
        matrix = getattr(sparse, f"csr_{make}")((values[at], columns[at], [0, 3, 4, 4]), shape=(3, 3))
    elif form == "csc":
        at = np.argsort(columns, kind="stable")
        matrix = getattr(sparse, f"csc_{make}")((values[at], rows[at], [0, 0, 2, 4]), shape=(3, 3))
    elif form == "bsr":
        at = np.argsort(rows, kind="stable")
        matrix = getattr(sparse, f"bsr_{make}")((values[at].reshape(-1, 1, 1), columns[at], [0, 3, 4, 4]), shape=(3, 3))
    assert matrix.nnz == 4
    expected = [(0, 1, 5), (0, 2, 4), (1, 2, 5)]
    assert edges_of(Graph.from_scipy(matrix)) == expected
    assert galois_cps.sssp(matrix, 0).distances.tolist() == [0, 5, 4]
    assert galois_cps.pagerank(matrix).graph.num_edges == 3
    assert matrix.nnz == 4  # it is the caller's
    if form == "csr":
        plain = type(matrix)((np.ones(4, bool), matrix.indices, matrix.indptr), shape=(3, 3))
        assert Graph.from_scipy(plain).num_edges == 3
        with pytest.raises(ValueError, match="unable to avoid a copy: the matrix has duplicates"):
            Graph.from_scipy(plain, copy=False)


def test_what_is_no_matrix_is_refused():
    pytest.importorskip("scipy.sparse")
    for wrong in (np.eye(3), [[0, 1], [1, 0]], None):
        with pytest.raises(TypeError, match="no sparse matrix"):
            Graph.from_scipy(wrong)
    with pytest.raises(TypeError, match="is no graph"):
        galois_cps.sssp(np.eye(3), 0)


def test_columns_of_files(tmp_path):
    path = tmp_path / "roads.csv"
    path.write_text("id,von,nach,km,minutes\n9,0,1,7,70\n8,1,2,5,50\n")
    by_name = Graph.read(path, source_column="von", target_column="nach", weight_column="minutes")
    assert edges_of(by_name) == [(0, 1, 70), (1, 2, 50)]
    by_number = Graph.read(path, source_column=3, target_column=2, weight_column=4)
    assert edges_of(by_number) == [(1, 0, 7), (2, 1, 5)]
    assert Graph.read(path, source_column="von", target_column="nach", weight_column="none").weight_type is None
    with pytest.raises(ValueError, match='"von", "nach", "km" and "minutes"'):
        Graph.read(path, source_column="from", target_column="nach", weight_column="km")
    path = tmp_path / "roads.graphml"
    path.write_text('<graphml><key id="k" for="edge" attr.name="lanes" attr.type="int"/><graph>'
                    '<edge source="a" target="b"><data key="k">4</data></edge></graph></graphml>')
    with pytest.warns(RuntimeWarning, match='numbers under "lanes"; say weight_column="lanes" if') as said:
        assert Graph.read(path).weight_type is None
    assert said[0].filename == __file__
    assert edges_of(Graph.read(path, weight_column="lanes")) == [(0, 1, 4)]


def test_files(tmp_path):
    text = "p sp 3 3\na 1 2 4\na 2 3 5\na 1 3 20\n"
    path = tmp_path / "three.dimacs"
    path.write_text(text)
    graph = Graph.read(path)
    assert galois_cps.sssp(graph, 0).distances.tolist() == [0, 4, 9]
    assert graph.name == str(path) and graph.weight_type == "uint32"
    packed = tmp_path / "three.dimacs.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert galois_cps.sssp(str(packed), 0).distances.tolist() == [0, 4, 9]
    assert Graph.read(path, weights=False).weight_type is None
    assert Graph.read(path, weights="float").weight_type == "float64"
    random = Graph.read(path, weights="uniform:5:5")
    assert galois_cps.sssp(random, 0).distances.tolist() == [0, 5, 5]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["three.dimacs", "three.dimacs.gz"]
    with pytest.raises(FileNotFoundError):
        Graph.read(tmp_path / "none.gr")
    path.write_text("p sp 3 1\na 1 9 4\n")
    with pytest.raises(ValueError, match="three.dimacs"):
        Graph.read(path)
    with pytest.raises(ValueError, match="weights"):
        Graph.read(packed, weights="complex")


def test_sparse_ids_become_names(tmp_path):
    path = tmp_path / "sparse.el"
    path.write_text("1000000000 7\n7 12\n")
    graph = Graph.read(path)
    assert sorted(graph.names.tolist()) == [7, 12, 1000000000]
    assert galois_cps.bfs(graph, graph.node(1000000000)).distances[graph.node(12)] == 2


def advice(path, **options):
    with pytest.raises(ValueError) as refusal:
        Graph.read(path, **options)
    assert " --" not in str(refusal.value).replace("graph-convert --", "")
    return str(refusal.value)


@pytest.mark.parametrize(("text", "options", "argument", "value"), [
    ("0 1 2.5\n1 2 0.5\n", {}, "weights", "float"), ("0 1 -2\n", {}, "weights", "signed"),
    ("0 1 -2.5\n", {}, "weights", "float"), ("x y z\ny z x\nz x\n", {}, "format", "adjlist"),
    ("# adjacency list of NetworkX\n# GMT\n#\n0 1 2\n1 2\n2\n", {}, "format", "adjlist")])
def test_advice_about_a_file_is_for_python_and_works(text, options, argument, value, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    assert f'{argument}="{value}"' in advice(path, **options)
    assert Graph.read(path, **{**options, argument: value}).num_edges > 0


def test_flags_in_messages_become_arguments():
    words = functools.partial(_messages.without_flags, parameters=["format", "weights", "weight_column"])
    assert words("keep it with --weight-type=float, or round it with --scale-weights=1000") == (
        'keep it with weights="float", or round it with graph-convert --scale-weights=1000')
    assert words("name it with --from=") == "name it with format="
    assert words("leave --from out (--weight-column=km)") == 'leave format out (weight_column="km")'
    assert words("--weights=uniform:9:1: uniform:LO:HI is needed") == 'weights="uniform:9:1": uniform:LO:HI is needed'
    assert words("holds coordinates; give it with --coords=") == "holds coordinates; give it with read_coordinates()"
    assert words("'graph-convert {f} --relabel': or --names") == "'graph-convert {f} --relabel': or graph-convert --names"
    assert words("well--known a-b --- -- x") == "well--known a-b --- -- x"


@pytest.mark.parametrize(("name", "text"), [
    ("rivers.csv", "source,target,weight\nRhône,Bonn,2\nBonn,Ulm,5\n"),
    ("rivers.el", "Rhône Bonn 2\nBonn Ulm 5\n"),
    ("rivers.graphml", '<graphml><key id="w" for="edge" attr.name="weight" attr.type="int"/><graph edgedefault="directed">'
     '<node id="Rhône"/><node id="Bonn"/><node id="Ulm"/><edge source="Rhône" target="Bonn"><data key="w">2</data></edge>'
     '<edge source="Bonn" target="Ulm"><data key="w">5</data></edge></graph></graphml>'),
    ("rivers.gml", 'graph [ directed 1 node [ id 7 label "Rh&#244;ne" ] node [ id 8 label "Bonn" ] node [ id 9 label "Ulm" ]\n'
     'edge [ source 7 target 8 weight 2 ] edge [ source 8 target 9 weight 5 ] ]\n'),
    ("rivers.net", '*Vertices 3\n1 "Rhône"\n2 "Bonn"\n3 "Ulm"\n*Arcs\n1 2 2\n2 3 5\n'),
    ("rivers.json", '{"directed": true, "nodes": [{"id": "Rh\\u00f4ne"}, {"id": "Bonn"}, {"id": "Ulm"}], "links": ['
     '{"source": "Rhône", "target": "Bonn", "weight": 2}, {"source": "Bonn", "target": "Ulm", "weight": 5}]}')])
def test_names_in_a_file_are_kept(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    graph = Graph.read(path)
    assert graph.names == ["Rhône", "Bonn", "Ulm"]
    assert galois_cps.sssp(graph, graph.node("Rhône")).distances[graph.node("Ulm")] == 7
    assert pickle.loads(pickle.dumps(graph)).names == graph.names


def test_files_whose_names_are_not_utf_8(tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"edges\xff.el")
    with open(path, "w", encoding="utf-8") as file:
        file.write("0 1\n1 2\n")
    for given in (path, os.fsdecode(path)):
        assert galois_cps.bfs(given, 0).distances.tolist() == [0, 1, 2]
        graph = Graph.read(given)
        assert graph.num_edges == 2 and graph.name == os.fsdecode(path)
        json.dumps(galois_cps.bfs(graph, 0).run.to_dict())
    with open(path, "w", encoding="utf-8") as file:
        file.write("0 1 5\n1 x 2\n")
    with pytest.raises(ValueError, match=r"edges\\xff.el"):
        Graph.read(path)
    places = os.path.join(os.fsencode(tmp_path), b"places\xff.co")
    with open(places, "w", encoding="utf-8") as file:
        file.write("p aux sp co 1\nv 1 10 20\n")
    assert galois_cps.read_coordinates(places).tolist() == [[10, 20]]


def test_what_is_no_graph_at_all():
    for wrong in (None, 3, [1, 2], {"a": 1}):
        with pytest.raises(TypeError, match="is no graph"):
            galois_cps.sssp(wrong, 0)
    with pytest.raises(TypeError, match="made by"):
        Graph([0])


def test_attributes_may_be_added(small):
    graph = Graph.from_edges([0], [1])
    graph.__networkx_cache__ = {}
    assert graph.__networkx_cache__ == {} and repr(small).startswith("Graph(num_nodes=400")
