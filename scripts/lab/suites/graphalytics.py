"""LDBC Graphalytics. A graph is a NAME.properties file, which says which algorithms are asked about it, with
which parameters, beside its reference outputs NAME-BFS, NAME-PR, ... Answers are compared with these by the
rules of the benchmark."""

import math
import os
import pathlib
import statistics
import tempfile
from collections.abc import Iterator
from typing import Any

from galois_cps.runs import UserError, tables
from lab.bench import runner
from lab.peers import grfile, plan
from lab.peers.catalogue import DAMPING

from . import packages
from .cells import Cell, algorithm_times, chosen, flags, make

_EPSILON = 1e-4
# What stands for no path: the greatest integer in references of BFS, a word in those of SSSP and in ours.
_FAR = {"9223372036854775807": math.inf}


class Suite:
    """The algorithms of a TOML file, and the graphs of a folder."""

    def __init__(self, spec: dict[str, Any], args: Any) -> None:
        self._spec = spec
        self._args = args
        self._data = pathlib.Path(args.data or _shared())
        self._graphs = {path.stem: path for path in sorted(self._data.glob("*.properties"))}
        if not self._graphs:
            raise UserError(f"{self._data} has no NAME.properties of a graph; --data names a folder that has some, "
                            "see https://ldbcouncil.org/benchmarks/graphalytics/")
        self._chosen = chosen("graph", args.graphs, self._graphs)
        self._converted: set[str] = set()

    def cells(self, threads: list[int]) -> Iterator[Cell]:
        """Measures everything, graph by graph and algorithm by algorithm."""
        for name in self._chosen:
            facts = properties(self._graphs[name])
            listed = [word.strip().upper() for word in facts.get("algorithms", "").split(",")]
            for kernel, about in self._spec["kernels"].items():
                if kernel not in listed or kernel not in self._args.kernels:
                    continue
                for count in threads:
                    yield self._cell(name, kernel, about, facts, count)
                if self._args.peers and self._comparable(about, facts):
                    target = self._target(name, facts, kernel)
                    yield from packages.cells(self._args, kernel, about["question"], target, threads)

    def table(self, cells: list[Cell]) -> tables.Table:
        """A line per job."""
        lines = []
        for cell in cells:
            shown = ["-"] * 5
            if not cell.trouble:
                size = cell.nodes + cell.edges / (1 if self._directed(cell.graph) else 2)
                seconds = cell.shown(self._args.statistic)
                shown = [str(cell.nodes), f"{statistics.fmean(cell.load):.4f}", f"{seconds:.6f}",
                         f"{statistics.fmean(cell.makespan):.3f}" if cell.makespan else "-", f"{size / seconds:.3g}"]
            lines.append([cell.graph, cell.kernel, cell.program, str(cell.threads), str(len(cell.seconds)), *shown,
                          cell.trouble or cell.right])
        return tables.Table(["graph", "algorithm", "program", "threads", "runs", "nodes", "load, s",
                             "processing, s", "makespan, s", "EVPS", "reference"], lines)

    def _directed(self, name: str) -> bool:
        return properties(self._graphs[name]).get("directed") != "false"

    @staticmethod
    def _comparable(about: dict[str, Any], facts: dict[str, str]) -> bool:
        """Whether packages have the algorithm: none has CDLP, none Graphalytics' LCC of directed graphs,
        and they are asked with one damping factor."""
        question = about.get("question")
        return question is not None and not (
            question == "clustering" and facts.get("directed") != "false"
            or question == "power" and float(facts["pr.damping-factor"]) != DAMPING)

    def _target(self, name: str, facts: dict[str, str], kernel: str) -> plan.Target:
        """The graph as packages know it: a binary, whose nodes are called by their numbers."""
        path = pathlib.Path(self._args.out).absolute().parent / "suites" / "graphalytics" / f"{name}.gr"
        listed = path.with_suffix(".ids")
        if name not in self._converted:
            self._converted.add(name)
            path.unlink(missing_ok=True)  # perhaps of another graph of this name
        make([runner.find_binary(self._args.bin, "graph-convert"), os.fspath(self._graphs[name]), os.fspath(path),
              f"--mapping={listed}", "--weight-type=float", "--quiet"], path)
        head = grfile.header(path)
        os.truncate(path, head.weights_at + head.edge_bytes * head.edges)  # the ids of the vertices come last
        source = facts.get(f"{kernel.lower()}.source-vertex")
        return plan.Target(name, path, grfile.fingerprint(path), kernel == "SSSP",
                           (_node(listed, source),) if source else (), int(facts.get("pr.num-iterations", 0)))

    def _cell(self, name: str, kernel: str, about: dict[str, Any], facts: dict[str, str], threads: int) -> Cell:
        cell = Cell(kernel, name, "ours", threads)
        own = {key.removeprefix(f"{kernel.lower()}."): value for key, value in facts.items()}
        try:
            words = flags(about.get("flags", []), own)
        except KeyError as error:
            raise UserError(f"{self._graphs[name]} does not say {kernel.lower()}.{error.args[0]}") from None
        reference = self._graphs[name].with_name(f"{name}-{kernel}")
        with tempfile.TemporaryDirectory(prefix="galois-suite-") as folder:
            out = os.path.join(folder, "answer")
            argv = [runner.find_binary(self._args.bin, about["app"]), os.fspath(self._graphs[name]), f"-t={threads}",
                    f"--verify={self._args.verify}", f"--output={out}", *words]
            for _ in range(self._args.trials or self._spec["trials"]):
                if not cell.add(argv, self._args.timeout, algorithm_times):
                    return cell
                if reference.exists():
                    wrong = difference(about["match"], answers(pathlib.Path(out)), answers(reference))
                    if wrong:
                        cell.trouble = f"wrong answer: {wrong}"
                        return cell
        cell.right = about["match"] if reference.exists() else f"none there; --verify={self._args.verify}"
        return cell


def properties(path: pathlib.Path) -> dict[str, str]:
    """What a file says about its graph, without the prefix `graph.NAME.`."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found[key.strip().removeprefix(f"graph.{path.stem}.")] = value.strip()
    return found


def _node(listed: pathlib.Path, vertex: str) -> int:
    """The number of a vertex, from lines `NODE ID`."""
    lines = (line.split() for line in listed.read_text(encoding="ascii").splitlines())
    return next(int(line[0]) for line in lines if line[1] == vertex)


def answers(path: pathlib.Path) -> dict[str, float]:
    """{vertex: value} of an output."""
    pairs = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if line)
    return {vertex: _FAR[value] if value in _FAR else float(value) for vertex, value in pairs}


def difference(match: str, found: dict[str, float], right: dict[str, float]) -> str:
    """"" if an answer is right, otherwise what is wrong first.

    :param match: the rule: equal values, labels that name the same groups, or a relative error of 1e-4"""
    if found.keys() != right.keys():
        return f"{len(found)} vertices in place of {len(right)}" if len(found) != len(right) else "other vertices"
    there: dict[float, float] = {}
    back: dict[float, float] = {}
    for vertex, wanted in right.items():
        value = found[vertex]
        if match == "equivalence":
            good = there.setdefault(value, wanted) == wanted and back.setdefault(wanted, value) == value
        elif match == "epsilon" and wanted != value:
            good = abs(value - wanted) <= _EPSILON * abs(wanted) and math.isfinite(wanted)
        else:
            good = value == wanted
        if not good:
            return f"vertex {vertex} has {value:g}, and {wanted:g} in the reference"
    return ""


def _shared() -> pathlib.Path:
    """The examples of the benchmark that lie beside the repository."""
    root = pathlib.Path(__file__).resolve().parents[3]
    return pathlib.Path(os.environ.get("GALOIS_SHARED_INPUTS", root.parent / "shared" / "inputs")) / "graphalytics"
