"""The GAP Benchmark Suite. The graphs are made by graph-gen. Every trial is checked in full by the program
that ran it, against a sequential algorithm or the definition; that is at least as strict as the checks of the
reference implementation."""

import dataclasses
import os
import pathlib
import re
import struct
import subprocess
from collections.abc import Iterator
from typing import Any

import numpy

from galois_cps.runs import UserError, tables
from lab.bench import runner
from lab.peers import grfile, plan

from . import packages
from .cells import Cell, chosen, flags, make, whole_times

# Both ends of an edge have it, once, with a weight from 1 to 255: the rules of the benchmark.
_UNDIRECTED = ["--symmetrize", "--remove-duplicates", "--remove-loops", "--weights=uniform:1:255"]
_TRIAL = re.compile(r"^Trial Time:\s+([\d.]+)", re.MULTILINE)
_OURS, _THEIRS = "ours", "GAPBS"


class Suite:
    """The kernels and graphs of a TOML file, at one scale."""

    def __init__(self, spec: dict[str, Any], args: Any) -> None:
        self._spec = spec
        self._args = args
        self._scale = args.scale or spec["scale"]
        self._folder = pathlib.Path(args.out).absolute().parent / "suites"
        self._graphs = chosen("graph", args.graphs, spec["graphs"])

    def cells(self, threads: list[int]) -> Iterator[Cell]:
        """Measures everything, graph by graph and kernel by kernel."""
        for name in self._graphs:
            graph = self._made(name)
            target = plan.targets([f"{name}={graph}"], "random:64")[0]
            for kernel, about in self._spec["kernels"].items():
                if kernel not in self._args.kernels:
                    continue
                trials = min(about["trials"], self._args.trials or about["trials"])
                for count in threads:
                    yield self._ours(kernel, about, target, count, trials)
                    if self._args.gapbs:
                        yield self._theirs(kernel, about, target, count, trials)
                if self._args.peers:
                    asked = target.sources[:trials * about.get("sources", 1)]
                    yield from packages.cells(self._args, kernel, about["question"],
                                              dataclasses.replace(target, sources=asked), threads)

    def table(self, cells: list[Cell]) -> tables.Table:
        """Kernels by graphs, as the benchmark's own tables: seconds per trial."""
        graphs = list(dict.fromkeys(cell.graph for cell in cells))
        rows: dict[tuple[str, str, int], dict[str, Cell]] = {}
        for cell in cells:
            rows.setdefault((cell.kernel, cell.program, cell.threads), {})[cell.graph] = cell
        order = list(self._spec["kernels"])
        lines = []
        for (kernel, program, threads), found in sorted(
                rows.items(), key=lambda row: (order.index(row[0][0]), row[0][2], row[0][1] != _OURS)):
            shown = [f"{found[graph].shown(self._args.statistic):.5f}" if graph in found and not found[graph].trouble else "-"
                     for graph in graphs]
            right = dict.fromkeys(cell.trouble or cell.right for cell in found.values())
            trials = max(len(cell.seconds) for cell in found.values())
            lines.append([kernel, program, str(threads), str(trials), *shown, ", ".join(right)])
        heads = [f"{graph}, 2^{self._scale}" for graph in graphs]
        return tables.Table(["kernel", "program", "threads", "trials", *heads, "answers"], lines)

    def _program(self, name: str) -> str:
        return runner.find_binary(self._args.bin, name)

    def _made(self, name: str) -> pathlib.Path:
        path = self._folder / f"{name}{self._scale}.gr"
        kind, *rest = flags(self._spec["graphs"][name], {"scale": self._scale, "nodes": 1 << self._scale})
        make([self._program("graph-gen"), kind, os.fspath(path), *rest, *_UNDIRECTED, "--quiet"], path)
        return path

    def _ours(self, kernel: str, about: dict[str, Any], target: plan.Target, threads: int,
              trials: int) -> Cell:
        cell = Cell(kernel, target.label, _OURS, threads, right=f"--verify={self._args.verify}")
        argv = [self._program(about["app"]), os.fspath(target.path), f"-t={threads}",
                "--symmetricGraph",
                f"--verify={self._args.verify}", *about.get("flags", [])]
        each = about.get("sources", 0)
        if each == 0:
            cell.add([*argv, f"--runs={trials}"], self._args.timeout, whole_times)
        elif each == 1:
            listed = self._sources(target, 0, trials)
            cell.add([*argv, f"--sources={listed}", "--source-batch=tasks"], self._args.timeout, whole_times)
        else:
            for trial in range(trials):
                listed = self._sources(target, trial * each, each)
                if not cell.add([*argv, f"--sources={listed}"], self._args.timeout, whole_times):
                    break
        return cell

    def _sources(self, target: plan.Target, first: int, count: int) -> pathlib.Path:
        """A file with some of the 64 sources; all kernels have the same."""
        path = target.path.with_suffix(f".sources-{first}-{count}")
        nodes = [target.sources[i % len(target.sources)] for i in range(first, first + count)]
        path.write_text("".join(f"{node}\n" for node in nodes), encoding="ascii")
        return path

    def _theirs(self, kernel: str, about: dict[str, Any], target: plan.Target, threads: int,
                trials: int) -> Cell:
        """The reference implementation, with the sources that it draws itself."""
        cell = Cell(kernel, target.label, _THEIRS, threads, right="-v")
        program, *rest = about["gapbs"].split()
        rest += ["-n", str(trials)]
        weighted = kernel == "SSSP"
        graph = target.path.with_suffix(".wsg" if weighted else ".sg")
        if not graph.exists():
            _serialize(grfile.read(target.path), graph, weighted)
        binary = os.path.join(self._args.gapbs, program)
        if not os.access(binary, os.X_OK):
            raise UserError(f"no program {binary}; run make in {self._args.gapbs}")
        try:
            done = subprocess.run([binary, "-f", os.fspath(graph), *rest, "-v"], capture_output=True,
                                  text=True, timeout=self._args.timeout, check=False,
                                  env={**os.environ, "OMP_NUM_THREADS": str(threads)})
        except subprocess.TimeoutExpired:
            cell.trouble = f"ran past its {self._args.timeout:g} s"
            return cell
        cell.seconds = [float(seconds) for seconds in _TRIAL.findall(done.stdout)]
        passed = len(re.findall(r"Verification:\s+PASS", done.stdout))
        if done.returncode or not cell.seconds:
            cell.trouble = f"exit status {done.returncode}, {len(cell.seconds)} trials"
        elif passed != len(cell.seconds):
            cell.trouble = f"{passed} of {len(cell.seconds)} answers passed"
        return cell


def _serialize(graph: grfile.Graph, path: pathlib.Path, weighted: bool) -> None:
    """Writes a graph as the reference implementation serializes one without directions: a byte, the numbers of
    arcs and nodes, where rows begin, and the rows in ascending order, with weights or without."""
    heads = graph.targets.astype("<i4")
    order = numpy.lexsort((heads, graph.sources))
    columns = [heads[order], graph.lengths()[order].astype("<i4")] if weighted else [heads[order]]
    unfinished = path.with_suffix(".new")
    with unfinished.open("wb") as file:
        file.write(struct.pack("<?qq", False, len(heads), graph.nodes))
        file.write(graph.offsets.astype("<i8").tobytes())
        file.write(numpy.stack(columns, axis=1).tobytes())
    unfinished.replace(path)
