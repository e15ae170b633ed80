"""The class Graph: its makers, and what it tells about itself."""

from __future__ import annotations

import inspect
import os
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _core
from ._adjacency import arcs_of, is_of_networkx, numbers_of, refuse_other_attributes
from ._calls import default_threads, deliver_messages
from ._files import readable
from ._messages import in_terms_of
from ._places import degrees_of, nearest_nodes
from ._positions import EdgeList, EdgesOfNetworkx, Origin
from ._tables import columns_of, names_of, number_names, values_of

#: What functions take as a graph: a `Graph`, or what its makers take.
GraphLike = Any

_MISSING = object()


class Graph:
    """A directed graph. Nodes are numbered from 0, and edges may have weights.

    Graphs are made by `from_csr`, `from_scipy`, `from_edges`, `from_table`, `from_networkx` and
    `read`. A graph never changes, and may be used by several threads. What algorithms need besides,
    such as the reversed edges, is computed at first use and kept.

    Attributes
    ----------
    names : numpy.ndarray or list or None
        The name of each node, if nodes have names other than their numbers.
    coordinates : numpy.ndarray or None
        The positions of nodes (num_nodes, 2) int32, if the file had some: longitude and latitude in
        1e-6 degrees, or x and y. They may be set; `nearest_node` and `isochrone` also take floats in
        degrees.
    name : str
        The path of the file, or ``"memory"``.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_csr([0, 2, 2], [0, 1])
    >>> graph
    Graph(num_nodes=2, num_edges=2, weights=None)
    """

    def __init__(self, core: _core.Graph, *, names: Any = None, coordinates: Any = None,
                 name: str = "memory", load_s: float = 0.0) -> None:
        if not isinstance(core, _core.Graph):
            raise TypeError("a Graph is made by Graph.from_csr() and the other makers")
        self._core = core
        self.names = names
        self.coordinates = coordinates
        self.name = name
        self.load_s = load_s
        self._numbers: dict[Hashable, int] | None = None
        self._narrow: Graph | None = None
        self._borrowed: tuple[NDArray[Any], ...] = ()  # arrays of users that the graph refers to
        self._origin: Origin | None = None  # of edges whose order is not that of rows

    # --- makers ---------------------------------------------------------------------------------

    @classmethod
    def from_csr(cls, indptr: ArrayLike, indices: ArrayLike, data: ArrayLike | None = None, *,
                 copy: bool | None = None) -> Graph:
        """Makes a graph from the arrays of compressed sparse rows.

        Edges ``indptr[n]`` to ``indptr[n + 1] - 1`` are those of node ``n``.

        Parameters
        ----------
        indptr : array_like of int, (num_nodes + 1,)
            Ascending from 0 to the number of edges.
        indices : array_like of int, (num_edges,)
            The node to which each edge leads. Or an array of records with the fields ``dst`` and
            ``weight``. With the layout of ``numpy.dtype([("dst", "u4"), ("weight", "u4")])``, or
            with "u8" or "f8" and ``align=True``, they need not be copied.
        data : array_like of numbers, (num_edges,), optional
            The weight of each edge. Integers of up to 32 bits become uint32, longer ones uint64, and
            floats float64.
        copy : bool, optional
            With False, the graph uses the arrays themselves, and ValueError is raised where that is
            impossible: with `data`, and with `indices` of other than 32 bits. With None, it does so
            where it is possible. The arrays must then not change, and are refused as ``out=``.

        Returns
        -------
        Graph

        Raises
        ------
        ValueError
            If the arrays describe no graph, if values are masked, or if a copy that is excluded would
            be needed.
        TypeError
            If an array has no numbers, or records have other fields.

        Examples
        --------
        >>> import galois_cps
        >>> graph = galois_cps.Graph.from_csr([0, 1, 2], [1, 0], [2.5, 1.0])
        >>> graph.weight_type
        'float64'
        """
        copies = _arrays.Copies(copy)
        offsets = _arrays.offsets_of(indptr, "indptr", copies)
        threads = default_threads()
        edges = indices if isinstance(indices, np.ndarray) else None
        if edges is not None and edges.dtype.fields:
            return cls._of_records(offsets, edges, data, copies, threads)
        targets = _arrays.nodes_of(indices, "indices", copies)
        if data is None:
            return cls._on((offsets, targets), _core.borrow(offsets, targets, (offsets, targets), threads))
        copies.need("weights are stored beside the edges' targets, so that one access finds both")
        weights = _arrays.weights_of(data, "data")
        return cls(_core.pack(offsets, targets, weights, threads))

    @classmethod
    def _on(cls, arrays: tuple[NDArray[Any], ...], core: _core.Graph) -> Graph:
        """A graph that refers to these arrays."""
        made = cls(core)
        made._borrowed = arrays
        return made

    @classmethod
    def _of_records(cls, offsets: NDArray[Any], edges: NDArray[Any], data: Any, copies: _arrays.Copies,
                    threads: int) -> Graph:
        if data is not None:
            raise TypeError("data must be None if indices are records, which have the weights")
        edges = _arrays.as_array(edges, "indices")
        names = edges.dtype.names or ()
        if sorted(names) != ["dst", "weight"]:
            raise TypeError(f"indices has records with the fields {', '.join(names)}; the fields dst and "
                            "weight are needed")
        edges = copies.contiguous(edges, "indices")
        weights = _arrays.record_type(edges)
        if weights is None:
            copies.need("records that are used in place are laid out as in "
                        + " or ".join(str(dtype) for dtype in _arrays.RECORDS.values()))
            targets = _arrays.nodes_of(edges["dst"], "indices", copies)
            return cls(_core.pack(offsets, targets, _arrays.weights_of(edges["weight"], "indices"), threads))
        made = _core.borrow_edges(offsets, edges.view(np.uint8), weights, (offsets, edges), threads)
        return cls._on((offsets, edges), made)

    @classmethod
    def from_scipy(cls, matrix: Any, *, copy: bool | None = None) -> Graph:
        """Makes a graph from a sparse matrix or array of SciPy: an edge for every stored element.

        Parameters
        ----------
        matrix : scipy.sparse matrix or array, (num_nodes, num_nodes)
            The element in row u and column v is the weight of an edge from u to v. Explicit zeros
            are edges of weight 0. Duplicates are summed, as by SciPy's conversions, whatever the
            format; `from_csr` makes parallel edges of them. The elements of a matrix of dtype bool
            are edges without weights.
        copy : bool, optional
            As for `from_csr`. Another format than CSR is always converted, and duplicates need a
            copy.

        Returns
        -------
        Graph

        Raises
        ------
        TypeError
            If it is no sparse matrix.
        ValueError
            If the matrix is not square, or a copy that is excluded would be needed.

        Examples
        --------
        >>> import galois_cps, scipy.sparse
        >>> matrix = scipy.sparse.csr_array([[0, 3], [0, 0]])
        >>> galois_cps.Graph.from_scipy(matrix)
        Graph(num_nodes=2, num_edges=1, weights='uint64')
        """
        if not hasattr(matrix, "tocsr"):
            raise TypeError(f"{type(matrix).__name__} is no sparse matrix or array of SciPy; "
                            "scipy.sparse.csr_array() makes one of an array")
        return cls._from_scipy(matrix, copy=copy, weighted=matrix.dtype != bool)

    @classmethod
    def _from_scipy(cls, matrix: Any, *, copy: bool | None, weighted: bool) -> Graph:
        if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"the matrix of a graph is square, and this one has the shape {matrix.shape}")
        copies = _arrays.Copies(copy)
        if matrix.format != "csr":
            copies.need(f"the matrix has the format {matrix.format}")
            matrix = matrix.tocsr()  # which sums the duplicates of some formats
        if not matrix.has_canonical_format:
            summed = matrix.copy()
            summed.sum_duplicates()
            if summed.nnz < matrix.nnz:
                copies.need("the matrix has duplicates, which are summed")
                matrix = summed
        return cls.from_csr(matrix.indptr, matrix.indices, matrix.data if weighted else None, copy=copy)

    @classmethod
    def from_edges(cls, source: ArrayLike, target: ArrayLike, weight: ArrayLike | None = None, *,
                   num_nodes: int | None = None, directed: bool = True) -> Graph:
        """Makes a graph from the two ends of each edge.

        The graph keeps `source`, and `target` if edges lead both ways, in 32 bits: `path_edges` of an
        answer gives positions in them.

        Parameters
        ----------
        source, target : array_like of int, (num_edges,)
            The node where each edge begins, and that where it ends. Arrays of 32 bits are not copied,
            and must not change.
        weight : array_like of numbers, (num_edges,), optional
            The weight of each edge; types as for `from_csr`.
        num_nodes : int, optional
            The number of nodes; by default one more than the greatest number of a node.
        directed : bool
            With False, each edge leads both ways.

        Returns
        -------
        Graph

        Raises
        ------
        ValueError
            If the arrays differ in length.
        IndexError
            If an end of an edge is no node.

        Examples
        --------
        >>> import galois_cps
        >>> galois_cps.Graph.from_edges([0, 1], [1, 2], directed=False).num_edges
        4
        """
        copies = _arrays.Copies(None)
        ends = [_arrays.as_array(source, "source"), _arrays.as_array(target, "target")]
        for name, array in zip(("source", "target"), ends):
            if array.size and array.dtype.kind == "i" and array.min() < 0:
                raise IndexError(f"{name} has the number {array.min()}; nodes are numbered from 0")
        first, second = (_arrays.nodes_of(array, name, copies)
                         for array, name in zip(ends, ("source", "target")))
        if first.size != second.size:
            raise ValueError(f"{first.size} sources for {second.size} targets")
        greatest = max((int(array.max()) for array in (first, second) if array.size), default=-1)
        nodes = greatest + 1
        if num_nodes is not None:
            nodes = _arrays.whole_number(num_nodes, "num_nodes", 0, _arrays.MAX_NODES)
        if greatest >= nodes:
            raise IndexError(f"node {greatest} is not in a graph with {nodes} nodes, numbered from 0")
        threads = default_threads()
        if weight is None:
            made = cls(_core.from_edges(nodes, first, second, not directed, threads))
        else:
            weights = _arrays.weights_of(weight, "weight")
            if weights.size != first.size:
                raise ValueError(f"{weights.size} weights for {first.size} edges")
            made = cls(_core.from_weighted_edges(nodes, first, second, weights, not directed, threads))
        made._origin = EdgeList(first, None if directed else second)
        return made

    @classmethod
    def from_table(cls, table: Any, source: str = "source", target: str = "target",
                   weight: str | None = None, *, directed: bool = True) -> Graph:
        """Makes a graph from a table with a row per edge.

        Parameters
        ----------
        table : pandas.DataFrame, pyarrow.Table, polars.DataFrame, or a mapping of columns
            Or whatever else exports itself as a stream of Arrow.
        source, target : str
            The columns with the names of the nodes that an edge joins. Names are numbers or texts,
            and the number 7 and the text "7" are two nodes. Nodes are numbered in the order in which
            their names first appear, all sources first.
        weight : str, optional
            The column with the weights.
        directed : bool
            With False, each edge leads both ways.

        Returns
        -------
        Graph
            ``graph.names`` has the name of each node, and ``graph.node(name)`` its number.

        Raises
        ------
        KeyError
            If there is no such column.
        ValueError
            If a name or a weight is missing.

        Examples
        --------
        >>> import galois_cps
        >>> table = {"from": ["Bonn", "Ulm"], "to": ["Ulm", "Linz"], "km": [420, 390]}
        >>> graph = galois_cps.Graph.from_table(table, "from", "to", "km")
        >>> paths = galois_cps.sssp(graph, graph.node("Bonn"))
        >>> int(paths.distances[graph.node("Linz")])
        810
        """
        first, second, *rest = columns_of(table, [source, target, *([] if weight is None else [weight])])
        names, ends = number_names(names_of(first, source), names_of(second, target))
        graph = cls.from_edges(*ends, *(values_of(each, str(weight)) for each in rest),
                               num_nodes=len(names), directed=directed)
        graph.names = names
        return graph

    @classmethod
    def from_networkx(cls, graph: Any, weight: str | None = "weight", *,
                      default: float | None = None) -> Graph:
        """Makes a graph from one of networkx, of any of its four classes.

        Parameters
        ----------
        graph : networkx.Graph
            An edge of an undirected graph leads both ways.
        weight : str or None
            The attribute of edges with their weights. With None, the graph has no weights. Integers
            become uint64, everything else float64.
        default : int or float, optional
            The weight of edges without the attribute, by default 1. If no edge has it, `default` must
            be given, unless `weight` is "weight" and the edges have no numbers at all.

        Returns
        -------
        Graph
            Nodes are numbered in the order of ``graph``, and ``names`` has them.

        Raises
        ------
        KeyError
            If no edge has the attribute; the text names those that edges have.
        TypeError
            If a weight is no number.
        ValueError
            If an integer is negative.

        Examples
        --------
        >>> import galois_cps, networkx
        >>> graph = galois_cps.Graph.from_networkx(networkx.path_graph(3))
        >>> graph.num_edges
        4
        """
        names, indptr, targets, weights = arcs_of(graph, weight, _MISSING)
        if weight is not None:
            if default is None:
                refuse_other_attributes(graph, weight, weights, _MISSING)
            weights = [(1 if default is None else default) if value is _MISSING else value for value in weights]
        made = cls.from_csr(indptr, targets, None if weight is None else numbers_of(weights))
        made.names = names
        if not graph.is_directed():
            made._origin = EdgesOfNetworkx()
        return made

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, format: str | None = None,
             weights: str | bool | None = None, seed: int = 1, source_column: str | int | None = None,
             target_column: str | int | None = None, weight_column: str | int | None = None,
             profile: str | os.PathLike[str] | None = None, osm_weight: str | None = None,
             osm_connected: bool = False) -> Graph:
        """Reads a graph from a file, plain or compressed.

        Parameters
        ----------
        path : path-like
            A file in one of the formats of ``docs/graph-formats.md``.
        format : str, optional
            The name of its format; by default it is recognised.
        weights : str or False, optional
            What the weights are: "int" (without a sign), "signed" or "float". By default integers,
            and in a binary file what its values show. False leaves them out, and "uniform:LO:HI"
            makes random ones.
        seed : int
            The seed of random weights.
        source_column, target_column : str or int, optional
            The columns of a table in which edges begin and end, by name, or by number from 1. By
            default they are found by their usual names.
        weight_column : str or int, optional
            The same for weights, also those of edges in GraphML and the like; "none" leaves
            them out.
        profile : str or path-like, optional
            Of a map of OpenStreetMap: who travels, "car" (default), "bicycle", "foot", or a file of
            rules (``docs/roads.md``).
        osm_weight : {'time', 'length'}, optional
            The same: whether a piece of road weighs the time that it takes in tenths of a second
            (default) or its length in decimetres.
        osm_connected : bool
            The same: keeps only the largest part in which every place can be reached from every other.

        Returns
        -------
        Graph
            With ``names`` where nodes have names or ids of their own in the file.

        Raises
        ------
        OSError
            If the file cannot be opened.
        ValueError
            If it is no graph; the text names the line.

        Warns
        -----
        RuntimeWarning
            If something in the file may mean something else, such as numbers that may be weights.

        Examples
        --------
        >>> import galois_cps, pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "edges.el")
        >>> _ = path.write_text("0 1\\n1 2\\n")
        >>> galois_cps.Graph.read(path).num_nodes
        3
        """
        import time

        place = readable(path)
        spelled = _arrays.text(weights, "weights") if isinstance(weights, str) else ""
        random, kind = (spelled, None) if ":" in spelled else (None, spelled or None)
        if weights is not None and weights is not False and not isinstance(weights, str):
            raise TypeError(f"weights must be None, False or a text, not {weights!r}")
        seed = _arrays.whole_number(seed, "seed")
        begin = time.perf_counter()
        columns = (None if each is None else str(each) for each in (source_column, target_column, weight_column))
        parameters = inspect.signature(cls.read).parameters
        with in_terms_of(parameters):
            core, names, coordinates = _core.read(place, _arrays.text(format or "", "format"), kind, random, seed,
                                                  weights is False, default_threads(), *columns,
                                                  None if profile is None else os.fspath(profile),
                                                  None if osm_weight is None else _arrays.text(osm_weight, "osm_weight"),
                                                  bool(osm_connected))
        deliver_messages(parameters)
        return cls(core, names=names, coordinates=coordinates, name=os.fsdecode(path),
                   load_s=time.perf_counter() - begin)

    # --- what it is -----------------------------------------------------------------------------

    @property
    def num_nodes(self) -> int:
        """The number of nodes."""
        return self._core.num_nodes

    @property
    def num_edges(self) -> int:
        """The number of directed edges; an edge that leads both ways counts twice."""
        return self._core.num_edges

    @property
    def weight_type(self) -> str | None:
        """The type of weights: 'uint32', 'uint64' or 'float64'; None if there are none."""
        return self._core.weight_type

    def node(self, name: Hashable) -> int:
        """Returns the number of the node with this name.

        Raises
        ------
        KeyError
            If there is none.
        """
        if self.names is None:
            if isinstance(name, (int, np.integer)) and not isinstance(name, bool) and 0 <= name < self.num_nodes:
                return int(name)
            raise KeyError(name)
        if self._numbers is None:
            names: Iterable[Hashable] = self.names.tolist() if isinstance(
                self.names, np.ndarray) else self.names
            self._numbers = {each: number for number, each in enumerate(names)}
        return self._numbers[name]

    def nearest_node(self, latitude: ArrayLike, longitude: ArrayLike) -> Any:
        """Returns the number of the node that is nearest to a place, as the crow flies.

        Takes a pass over the nodes for each place.

        Parameters
        ----------
        latitude, longitude : float or array_like of float
            In degrees.

        Returns
        -------
        int or numpy.ndarray of int64
            The lowest of several nodes at one distance; an array for arrays.

        Raises
        ------
        TypeError
            If the graph has no coordinates.
        ValueError
            If its coordinates, or those of the place, are no degrees.

        Examples
        --------
        >>> import galois_cps
        >>> graph = galois_cps.Graph.from_edges([0], [1])
        >>> graph.coordinates = [[11.58, 48.14], [9.99, 48.40]]
        >>> graph.nearest_node(48.37, 10.9)
        0
        """
        found = nearest_nodes(degrees_of(None, self.coordinates, self.num_nodes), latitude, longitude)
        return int(found) if found.ndim == 0 else found

    def _names_of(self, nodes: NDArray[Any]) -> list[Hashable]:
        """The names of some nodes as values of Python, or else their numbers."""
        if isinstance(self.names, np.ndarray):
            return self.names[nodes].tolist()
        return nodes.tolist() if self.names is None else [self.names[node] for node in nodes.tolist()]

    def to_csr(self) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[Any] | None]:
        """Returns copies of ``indptr``, ``indices`` and ``data``, which is None without weights.

        Examples
        --------
        >>> import galois_cps
        >>> indptr, indices, data = galois_cps.Graph.from_edges([0], [1]).to_csr()
        >>> indptr.tolist(), indices.tolist(), data
        ([0, 1, 1], [1], None)
        """
        return self._core.to_arrays(default_threads())

    def _edges_of_path(self, path: NDArray[np.uint32], edges: bool) -> NDArray[np.int64]:
        """The positions of the edges of a path in what the graph was made of.

        :param edges: whether the path has the fewest edges, rather than the least weight"""
        places, begins = _core.path_edges(self._core, path, edges)
        return places if self._origin is None else self._origin.positions(self, path, places, begins)

    def _narrowed(self) -> Graph:
        """Returns the graph with weights of type uint32 if it has longer integers that all fit, else
        itself. Made at first use and kept."""
        if self._narrow is None:
            self._narrow = self
            if self.weight_type == "uint64":
                indptr, indices, data = self.to_csr()
                if data is not None and data.max(initial=0) < 2**32:
                    self._narrow = Graph.from_csr(indptr, indices, data.astype(np.uint32))
        return self._narrow

    @property
    def input_id(self) -> str:
        """Equal for graphs that are equal, for records of runs."""
        return f"{self.num_nodes}-{self.num_edges}-{self._core.fingerprint:016x}"

    def __len__(self) -> int:
        return self.num_nodes

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return (f"Graph(num_nodes={self.num_nodes}, num_edges={self.num_edges}, "
                f"weights={self.weight_type!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.to_csr(), self.names, self.coordinates, self.name, self._origin)


def _unpickle(arrays: tuple[Any, Any, Any], names: Any, coordinates: Any, name: str,
              origin: Origin | None = None) -> Graph:
    graph = Graph.from_csr(*arrays)
    graph.names, graph.coordinates, graph.name, graph._origin = names, coordinates, name, origin
    return graph


def as_graph(graph: GraphLike, *, weighted: bool = True) -> Graph:
    """The graph that an argument means.

    :param weighted: whether the caller needs weights; without, fewer copies are made
    """
    if isinstance(graph, Graph):
        return graph
    if hasattr(graph, "tocsr") and hasattr(graph, "shape"):
        return Graph._from_scipy(graph, copy=None, weighted=weighted and graph.dtype != bool)
    if is_of_networkx(graph):
        return Graph.from_networkx(graph, weight="weight" if weighted else None)
    if isinstance(graph, tuple) and len(graph) in (2, 3):
        return Graph.from_csr(*(graph if weighted else graph[:2]))
    if isinstance(graph, (str, bytes, os.PathLike)):
        return Graph.read(graph, weights=None if weighted else False)
    raise TypeError(
        f"{type(graph).__name__} is no graph: a galois_cps.Graph, a SciPy matrix, (indptr, indices) "
        "or (indptr, indices, data), a networkx graph, or the path of a file is needed")
