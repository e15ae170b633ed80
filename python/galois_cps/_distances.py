"""Tables of distances, and the nearest of several sources."""

from __future__ import annotations

import errno
import math
import operator
import os
import time
from collections.abc import Hashable, Iterator
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _arrays, _calls, _core
from ._algorithms import bfs, distance_type, finish, nodes_of, sssp, start_nodes
from ._calls import Progress, Scheduler
from ._graph import Graph, GraphLike, as_graph
from ._results import NearestSources, unreached
from ._run import Answer, Run
from .runs.node_values import NodeValues

_CELLS = ("uint16", "uint32", "uint64", "float32", "float64")
_BLOCK_S = 0.25  # a block that takes longer is not followed by a greater one


class SparseDistances:
    """The nodes that each source reaches, and their distances, in compressed sparse rows.

    Row ``r`` has the entries ``indptr[r]`` to ``indptr[r + 1] - 1``, by ascending numbers of nodes.

    Attributes
    ----------
    indptr : numpy.ndarray, (num_sources + 1,) int64
        Where the rows begin.
    indices : numpy.ndarray, (num_entries,) uint32
        The node of each entry.
    data : numpy.ndarray, (num_entries,)
        Its distance.
    sources : numpy.ndarray
        The source of each row.
    run : Run
        What the run did.
    """

    def __init__(self, graph: Graph, sources: NDArray[np.uint32], indptr: NDArray[np.int64],
                 indices: NDArray[np.uint32], data: NDArray[Any]) -> None:
        self.graph = graph
        self.sources = sources
        self.indptr = indptr
        self.indices = indices
        self.data = data
        self.run: Run

    def row(self, row: int) -> tuple[NDArray[np.uint32], NDArray[Any]]:
        """Returns the nodes and the distances of a row, without a copy."""
        number = _arrays.whole_number(row, "row", 0, len(self.sources) - 1)
        entries = slice(self.indptr[number], self.indptr[number + 1])
        return self.indices[entries], self.data[entries]

    def to_dict(self, row: int) -> dict[Hashable, int | float]:
        """Returns {name: distance} of the nodes of a row. Nodes without names have their numbers."""
        nodes, distances = self.row(row)
        return dict(zip(self.graph._names_of(nodes), distances.tolist()))

    def to_scipy(self) -> Any:
        """Returns a ``scipy.sparse.csr_array`` of the shape (num_sources, num_nodes).

        A distance of 0 is an explicit element, as that of a source from itself. What SciPy does not store
        reads as 0, too, and is a node that is not within reach.
        """
        import scipy.sparse  # type: ignore[import-untyped]

        wide = np.int64 if self.graph.num_nodes > np.iinfo(np.int32).max else np.int32
        return scipy.sparse.csr_array((self.data, self.indices.astype(wide), self.indptr),
                                      shape=(len(self.sources), self.graph.num_nodes))

    def __len__(self) -> int:
        return len(self.sources)

    def __repr__(self) -> str:
        return f"<SparseDistances: {len(self.data)} entries of {len(self)} sources>"

    def _answer(self) -> Answer:
        total = self.data.sum(dtype=np.float64 if self.data.dtype.kind == "f" else np.uint64).item()
        return total, {"rows": len(self), "reached": len(self.data), "max": self.data.max(initial=0).item()}

    def _values(self) -> NodeValues | None:
        return None


def _limit_of(limit: Any, integers: bool) -> int | float | None:
    """The argument `limit` for the compiled module; None if nothing lies beyond it."""
    if limit is None:
        return None
    if isinstance(limit, (bool, np.bool_)) or not hasattr(limit, "__index__"):
        limit = _arrays.real_number(limit, "limit")
    else:
        limit = operator.index(limit)
    if not limit >= 0:
        raise ValueError(f"limit={limit}: a number of at least 0 is needed")
    if limit > (_arrays.GREATEST if integers else np.finfo(float).max):
        return None
    return math.floor(limit) if integers else float(limit)


def _refuse_too_large(size: int, shape: tuple[int, int], dtype: str) -> None:
    """:raises MemoryError: if there is not so much memory, which the system may promise nevertheless"""
    with open("/proc/meminfo", encoding="ascii") as file:
        available = next((int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable")), None)
    if available is not None and size > available:
        raise MemoryError(f"a table of {shape[0]} x {shape[1]} of {dtype} needs {size / 2**30:.3g} GiB, and "
                          f"{available / 2**30:.3g} GiB are available: give out=numpy.memmap(...), a shorter "
                          "dtype, fewer targets, or a limit")


def _table_for(out: Any, shape: tuple[int, int], dtype: DTypeLike | None, own: str, graph: Graph) -> NDArray[Any]:
    """The array of the answer: `out`, or a new one."""
    name = own if dtype is None else np.dtype(dtype).name
    if out is None:
        if name not in _CELLS:
            raise ValueError(f"dtype={name}: distances can have the dtype " + " or ".join(_CELLS))
        _refuse_too_large(math.prod(shape) * np.dtype(name).itemsize, shape, name)
        return np.empty(shape, name)
    table = _arrays.out_array(out, graph._borrowed)
    if table.dtype.name not in _CELLS or not table.dtype.isnative or (dtype is not None and table.dtype.name != name):
        wanted = " or ".join(_CELLS) if dtype is None else name
        raise TypeError(f"out has dtype {table.dtype}; {wanted} is needed")
    if table.shape != shape:
        raise ValueError(f"out has the shape {table.shape} instead of {shape}: a row per source, and a cell per "
                         "target")
    if not (table.flags.c_contiguous and table.flags.writeable and table.flags.aligned):
        raise TypeError("out must be a contiguous, writable array")
    _reserve(table)
    return table


def _reserve(table: NDArray[Any]) -> None:
    """Takes the room that a file in memory needs: a disk that is full would else end the process.

    :raises OSError: if there is too little"""
    if not isinstance(table, np.memmap) or table.filename is None or table.mode == "c":
        return
    with open(table.filename, "r+b") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, os.fstat(file.fileno()).st_size)
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):  # what file systems say that cannot
                raise


def _blocks(first: int, end: int, least: int) -> Iterator[tuple[int, int]]:
    """Ranges of rows that grow until one takes long."""
    size = max(least, 1)
    while first < end:
        last = min(first + size, end)
        begin = time.perf_counter()
        yield first, last
        if time.perf_counter() - begin < _BLOCK_S:
            size *= 2
        first = last


@overload
def distances(graph: GraphLike, sources: int | ArrayLike, targets: ArrayLike | None = None, *,
              limit: float | None = None, dtype: DTypeLike | None = None, out: NDArray[Any],
              start: int = 0, sparse: Literal[False] | None = None, weighted: bool = True,
              threads: int | None = None, timeout: float | None = None, progress: Progress = None,
              verify: bool = False) -> NDArray[Any]: ...


@overload
def distances(graph: GraphLike, sources: int | ArrayLike, targets: ArrayLike | None = None, *,
              limit: float | None = None, dtype: DTypeLike | None = None, out: None = None,
              start: int = 0, sparse: Literal[True], weighted: bool = True,
              threads: int | None = None, timeout: float | None = None, progress: Progress = None,
              verify: bool = False) -> SparseDistances: ...


@overload
def distances(graph: GraphLike, sources: int | ArrayLike, targets: ArrayLike | None = None, *,
              limit: float | None = None, dtype: DTypeLike | None = None, out: None = None,
              start: int = 0, sparse: Literal[False], weighted: bool = True,
              threads: int | None = None, timeout: float | None = None, progress: Progress = None,
              verify: bool = False) -> NDArray[Any]: ...


@overload
def distances(graph: GraphLike, sources: int | ArrayLike, targets: ArrayLike | None = None, *,
              limit: float | None = None, dtype: DTypeLike | None = None,
              out: NDArray[Any] | None = None, start: int = 0, sparse: bool | None = None,
              weighted: bool = True, threads: int | None = None, timeout: float | None = None,
              progress: Progress = None, verify: bool = False) -> Any: ...


def distances(graph: GraphLike, sources: int | ArrayLike, targets: ArrayLike | None = None, *,
              limit: float | None = None, dtype: DTypeLike | None = None,
              out: NDArray[Any] | None = None, start: int = 0, sparse: bool | None = None,
              weighted: bool = True, threads: int | None = None, timeout: float | None = None,
              progress: Progress = None, verify: bool = False) -> Any:
    """Finds the distance from each source to each target.

    Each thread searches from one source at a time, and ends the search when all targets have their
    distance or the limit is passed.

    Parameters
    ----------
    graph : Graph or what its makers take
        Weights are at least 0. Without weights, a distance is a number of edges.
    sources, targets : int or array_like of int
        Nodes, which may repeat. Without targets, all nodes are.
    limit : int or float, optional
        The greatest distance that is of interest.
    dtype : {'uint16', 'uint32', 'uint64', 'float32', 'float64'}, optional
        The type of distances, by default that of weights.
    out : numpy.ndarray, (num_sources, num_targets), optional
        Receives a dense table, row by row. A ``numpy.memmap`` may be larger than the memory.
    start : int
        With `out`: the first row that is computed. The rows before it stay as they are.
    sparse : bool, optional
        Whether the answer is sparse: it has only what is reached within the limit. By default it is with
        a limit and without targets and `out`.
    weighted : bool
        With False, a distance is a number of edges, as for `bfs`.
    threads, timeout
        As for `sssp`.
    progress : bool or callable, optional
        As for `sssp`, but it tells the number of rows that are finished.
    verify : bool
        Checks each row by another search and its check, which takes longer than the table.

    Returns
    -------
    numpy.ndarray or SparseDistances
        A row per source. In an array, the greatest integer of the dtype, or inf, stands where no path
        leads, or none within the limit.

    Raises
    ------
    IndexError
        If a source or a target is no node.
    ValueError
        If a weight is negative, infinite or NaN, or an argument is out of range.
    OverflowError
        If a distance within the limit is longer than `dtype` can hold.
    MemoryError
        If the table does not fit into memory.
    OSError
        If the disk has no room for the file of `out`.
    TimeoutError, KeyboardInterrupt
        If the call was ended. Its attribute ``rows_done`` says how many rows of `out` are finished, also
        in the other errors once the search has begun: a call with this number as `start` goes on there.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 0], [5, 1, 2])
    >>> galois_cps.distances(graph, [0, 1], [1, 2]).tolist()
    [[5, 6], [0, 1]]
    >>> galois_cps.distances(graph, [0, 1], limit=3).to_dict(1)
    {0: 3, 1: 0, 2: 1}
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=weighted)
    rows = nodes_of(sources, known, "sources")
    columns = None if targets is None else nodes_of(targets, known, "targets", least=0)
    own = (known.weight_type if weighted else None) or "uint32"
    reach = _limit_of(limit, own != "float64")
    first = _arrays.whole_number(start, "start", 0, len(rows))
    if sparse is None:
        sparse = limit is not None and targets is None and out is None
    if sparse and out is not None:
        raise ValueError("out is given, and a sparse answer has no place for it: leave sparse or out out")
    if first and out is None:
        raise ValueError("start is given without out: rows that a call left out would be lost")
    if sparse:
        return _sparse(known, rows, columns, reach, dtype, own, weighted, threads, timeout, progress, verify, begin)
    shape = len(rows), known.num_nodes if columns is None else len(columns)
    table = _table_for(out, shape, dtype, own, known)
    done = first
    try:
        with _calls.options(what="distances", threads=threads, timeout=timeout, progress=progress, begin=begin,
                            rows=lambda: (done, len(rows))) as options:
            for done, last in _blocks(first, len(rows) if shape[1] else first, threads or _calls.default_threads()):
                _core.distances(known._core, rows[done:last], columns, np.asarray(table[done:last]).reshape(-1),
                                table.dtype.name, reach, weighted, options)
                if verify:
                    for row in range(done, last):
                        _check(known, rows[row], columns, reach, weighted, threads, table[row])
            done = len(rows)
    except BaseException as error:
        error.rows_done = done  # type: ignore[attr-defined]
        raise
    return table


def _sparse(known: Graph, rows: NDArray[np.uint32], columns: NDArray[np.uint32] | None, reach: int | float | None,
            dtype: DTypeLike | None, own: str, weighted: bool, threads: int | None, timeout: float | None,
            progress: Progress, verify: bool, begin: float) -> SparseDistances:
    name = own if dtype is None else np.dtype(dtype).name
    if name not in _CELLS:
        raise ValueError(f"dtype={name}: distances can have the dtype " + " or ".join(_CELLS))
    if columns is not None and not columns.size:
        raise ValueError("targets is empty: at least one node is needed in a sparse answer")
    found = "uint64" if own == "uint32" and name not in ("uint16", "uint32") else own
    done = 0
    with _calls.options(what="distances", threads=threads, timeout=timeout, progress=progress, begin=begin,
                        rows=lambda: (done, len(rows))) as options:
        indptr, indices, data, _, execution = _core.sparse_distances(known._core, rows, columns, found, reach, False,
                                                                     weighted, options)
        done = len(rows)
    answer = SparseDistances(known, rows, indptr, indices, _narrowed(data, np.dtype(name), indptr, indices, rows))
    if verify:
        for row in range(len(rows)):
            line = np.full(known.num_nodes, unreached(answer.data.dtype), answer.data.dtype)
            nodes, values = answer.row(row)
            line[nodes] = values
            _check(known, rows[row], columns, reach, weighted, threads, line if columns is None else line[columns])
    answer.run = Run("sssp" if weighted else "bfs", known, execution, params=start_nodes(rows), answer=answer._answer,
                     values=answer._values, total_s=time.perf_counter() - begin, verified=True if verify else None)
    return answer


def within_reach(graph: Graph, sources: NDArray[np.uint32], limit: int | float | None, *, weighted: bool,
                 predecessors: bool) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[Any], NDArray[np.uint32] | None]:
    """The arrays of a sparse answer, and the node before that of each entry if it is asked for; a source is its
    own. For callers in the package, who have checked the sources."""
    own = (graph.weight_type if weighted else None) or "uint32"
    with _calls.options(what="distances") as options:
        return _core.sparse_distances(graph._core, sources, None, own, _limit_of(limit, own != "float64"), predecessors,
                                      weighted, options)[:4]


def _narrowed(data: NDArray[Any], dtype: np.dtype[Any], indptr: NDArray[np.int64], indices: NDArray[np.uint32],
              sources: NDArray[np.uint32]) -> NDArray[Any]:
    """Distances as another type.

    :raises OverflowError: if one does not fit"""
    if data.dtype == dtype:
        return data
    if dtype.kind == "f":
        limit: float = float(np.finfo(dtype).max)
    else:
        limit = unreached(dtype) - 1
        data = np.rint(data) if data.dtype.kind == "f" else data
    wrong = np.flatnonzero(data > limit)
    if wrong.size:
        source = sources[np.searchsorted(indptr, wrong[0], side="right") - 1]
        raise OverflowError(f"the distance from node {source} to node {indices[wrong[0]]} does not fit {dtype}")
    return data.astype(dtype)


def _check(known: Graph, source: np.uint32, columns: NDArray[np.uint32] | None, reach: int | float | None,
           weighted: bool, threads: int | None, row: NDArray[Any]) -> None:
    """:raises RuntimeError: if a row of a table is wrong"""
    if not weighted:
        right = bfs(known, int(source), threads=threads, verify=True)
    else:
        wide = "uint64" if known.weight_type != "float64" else None
        right = sssp(known, int(source), dtype=wide, threads=threads, verify=True)
    within = right.reached if reach is None else right.reached & (right.distances <= reach)
    values, within = (right.distances, within) if columns is None else (right.distances[columns], within[columns])
    expected = np.full(values.shape, unreached(row.dtype), row.dtype)
    expected[within] = np.rint(values[within]) if values.dtype.kind == "f" and row.dtype.kind == "u" else values[within]
    equal = expected == row
    if values.dtype.kind == "f" and row.dtype.kind == "u":  # of two whole numbers that are as near, either
        equal |= within & (np.abs(values - row) <= 0.5)
    wrong = np.flatnonzero(~equal)
    if wrong.size:
        node = wrong[0] if columns is None else columns[wrong[0]]
        raise RuntimeError("the answer is wrong, which is a fault of galois-cps: the distance from node "
                           f"{source} to node {node} is {expected[wrong[0]]}, not {row[wrong[0]]}")


def nearest(graph: GraphLike, sources: ArrayLike, *, dtype: DTypeLike | None = None, weighted: bool = True,
            scheduler: str | Scheduler = "auto", threads: int | None = None, seed: int = 1,
            timeout: float | None = None, progress: Progress = None, verify: bool = False) -> NearestSources:
    """Finds the distance of every node from the nearest source, and which source that is.

    For the distances from each source, see `distances`.

    Parameters
    ----------
    graph : Graph or what its makers take
        Weights are at least 0. Without weights, a distance is a number of edges.
    sources : int or array_like of int
        Nodes, which may repeat.
    weighted : bool
        With False, a distance is a number of edges, as for `bfs`.
    dtype, scheduler, threads, seed, timeout, progress, verify
        As for `sssp`. Without weights, the dtype is uint32.

    Returns
    -------
    NearestSources
        What `sssp` returns, and also ``positions`` and ``nearest``. If several sources are equally near,
        it is one of them, and the same in each run.

    Raises
    ------
    IndexError
        If a source is no node.
    ValueError, OverflowError, TimeoutError, KeyboardInterrupt
        As for `sssp`.

    Examples
    --------
    >>> import galois_cps
    >>> graph = galois_cps.Graph.from_edges([0, 1, 2], [1, 2, 3], [5, 1, 2], directed=False)
    >>> found = galois_cps.nearest(graph, [0, 3])
    >>> found.distances.tolist(), found.nearest.tolist()
    ([0, 3, 2, 0], [0, 3, 3, 3])
    """
    begin = time.perf_counter()
    known = as_graph(graph, weighted=weighted)
    rows = nodes_of(sources, known, "sources")
    edges = not weighted or known.weight_type is None
    if edges and dtype is not None and np.dtype(dtype) != np.uint32:
        raise ValueError(f"dtype={np.dtype(dtype).name}: without weights, distances have the dtype uint32")
    name = "uint32" if edges else distance_type(known, dtype)
    app = "bfs" if edges else "sssp"
    with _calls.options(what="nearest", scheduler=scheduler, threads=threads, seed=seed, timeout=timeout,
                        progress=progress, begin=begin) as options:
        found, positions, execution = _core.nearest(known._core, rows, name, not edges, options)
        verdict = None
        if verify:
            check = _core.verify_bfs if edges else _core.verify_sssp
            verdict = check(known._core, rows, found, False, options)
    answer = NearestSources(known, rows, found, edges, positions)
    if verify and not verdict:
        verdict = answer._wrong()
    params = start_nodes(rows) if edges else {**start_nodes(rows), "distance-bits": 8 * found.dtype.itemsize}
    return finish(app, answer, execution, begin, params, verdict)
