#!/usr/bin/env python3
"""Runs every application under every worklist, on 1, 2, 3 and 16 threads, on unusual and on real graphs.
The application checks each run with a sequential algorithm (--verify=full), and the answer is compared with
that of the application's own sequential run. Prints one row per graph after each application.

    APP_BIN=build/release/bin python3 lonestar/test/matrix.py           # ten minutes and more on two cores
    APP_BIN=build/release/bin python3 lonestar/test/matrix.py --short   # a minute

With --short, each application runs under every worklist, while graphs and thread counts alternate.
Applications that are not built, worklists that this build does not have, and real graphs that are missing
(app_cases.py says where they are searched) are listed and skipped.
"""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from app_cases import BIN, GRAPHS, INPUTS, applications, worklist_names, write_gr

from galois_cps.runs import answers  # found by a line of app_cases

THREADS = (1, 2, 3, 16)
LONGEST = 600  # seconds per run

# name: (flags of every run, of runs under a worklist, of the sequential run, or None if there is none)
APPLICATIONS = dict.fromkeys(applications.programs(applications.under_worklists()), ([], [], None)) | {
    "sssp-cpu": ([], [], ["--algo=dijkstra"]),
    "bfs-cpu": ([], ["--algo=worklist"], ["--algo=sequential"]),
    "astar-cpu": (["--target=0", "--heuristic=none"], [], ["--algo=sequential"]),
    "mst-cpu": ([], [], ["--algo=kruskal"]),
    "pagerank-cpu": (["--tolerance=1e-5"], [], ["--algo=power"]),
    "components-cpu": ([], [], ["--algo=union-find"]),
}

# Flags that shorten runs of ten minutes: with LIFO order each residue is propagated before more arrives.
EASIER = {("pagerank-cpu", worklist): ["--tolerance=1e-3"]
          for worklist in ("chunk-lifo", "pd-recv", "pd-send", "chase-lev")}

# Real graphs, with the flags for reading them.
REAL = {
    "road/osm_liechtenstein.gr.xz": [],
    "web_social/soc-Slashdot0902.txt.gz": ["--weights=uniform:1:255"],
    "web_social/socfb-Northwestern25.edges.gz": ["--symmetrize", "--weights=uniform:1:255"],
}
# These applications ignore weights.
UNWEIGHTED = ("bfs-cpu", "pagerank-cpu", "color-cpu", "components-cpu")


class Matrix:
    """The runs, and their results by application and graph."""

    def __init__(self, folder, cache):
        self.folder = folder
        self.env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        self.sequential = {}
        self.results = {}  # (application, graph): [passed, failed, seconds of the slowest]
        self.failures = []

    def graphs(self):
        """Returns {name: [path, flags]}, unusual graphs first."""
        found = {}
        for name, (nodes, arcs) in GRAPHS.items():
            path = self.folder / f"{name}.gr"
            write_gr(path, nodes, arcs)
            found[name] = [path]
        for name, flags in REAL.items():
            if (INPUTS / name).exists():
                found[pathlib.PurePath(name).name.split(".")[0]] = [INPUTS / name, *flags]
        return found

    def run(self, application, graph, flags):
        """Returns the record of a run, or a line that says what went wrong."""
        if application in UNWEIGHTED:
            graph = [part for part in graph if not str(part).startswith("--weights")]
        given = {flag.partition("=")[0] for flag in flags}
        usual = [flag for flag in APPLICATIONS[application][0] if flag.partition("=")[0] not in given]
        command = [str(BIN / application), *map(str, graph), *usual, *flags, "--verify=full", "--json=-"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, env=self.env,
                                  timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired:
            return None, f"{' '.join(command)}\n    not done after {LONGEST} s"
        if done.returncode != 0:
            return None, f"{' '.join(command)}\n    {done.stderr.strip() or done.returncode}"
        return json.loads(done.stdout), " ".join(command)

    def reference(self, application, name, graph):
        """Returns the record of the sequential run, or None if there is none."""
        flags = APPLICATIONS[application][2]
        if flags is None:
            return None
        key = (application, name)
        if key not in self.sequential:
            record, said = self.run(application, graph, flags)
            if record is None:
                self.failures.append(said)
            self.sequential[key] = record
        return self.sequential[key]

    def cell(self, application, name, graph, worklist, threads):
        """Makes one run and its comparisons."""
        result = self.results.setdefault((application, name), [0, 0, 0.0])
        began = time.monotonic()
        record, said = self.run(application, graph, [
            *APPLICATIONS[application][1], f"--wl={worklist}", f"-t={threads}",
            *EASIER.get((application, worklist), [])])
        result[2] = max(result[2], time.monotonic() - began)
        right = self.reference(application, name, graph)
        if record is not None and right is not None:
            tolerance = max(map(answers.asked_tolerance, (record, right)))
            if not answers.same(record["answer"], right["answer"], tolerance):
                said += f"\n    {record['answer']}\n    sequential: {right['answer']}"
                record = None
        result[0 if record is not None else 1] += 1
        if record is None:
            self.failures.append(said)

    def table(self, application):
        """Returns one row per graph of `application`."""
        return [f"{name:14}{graph:24}{passed:8}{failed:8}{slowest:8.2f} s"
                for (name, graph), (passed, failed, slowest) in self.results.items() if name == application]

    def total(self):
        """Returns the last line of the output."""
        passed = sum(row[0] for row in self.results.values())
        failed = sum(row[1] for row in self.results.values())
        return f"{passed} runs passed, {failed} failed"


def cells(pairs, graphs, short):
    """Yields (application, graph, worklist, threads) per run; `pairs` are (application, worklist)."""
    if short:
        turns = zip(pairs, itertools.cycle(graphs), itertools.cycle((*THREADS, 2)))
    else:
        turns = itertools.product(pairs, graphs, THREADS)
    return ((application, graph, worklist, threads)
            for (application, worklist), graph, threads in turns)


def main():
    parser = argparse.ArgumentParser(description="Every application under every worklist.")
    parser.add_argument("--short", action="store_true", help="every pair once, the rest in turns")
    parser.add_argument("--apps", default=",".join(APPLICATIONS), help="only these, by commas")
    wanted = parser.parse_args()
    built = [name for name in wanted.apps.split(",") if (BIN / name).exists()]
    for name in set(wanted.apps.split(",")) - set(built):
        print(f"{name} is not built")
    for name in REAL:
        if not (INPUTS / name).exists():
            print(f"{INPUTS / name} is not there")
    with tempfile.TemporaryDirectory() as folder:
        cache = pathlib.Path(os.environ.get("TEST_CACHE", folder)) / "cli_cache"
        matrix = Matrix(pathlib.Path(folder), cache)
        graphs = matrix.graphs()
        pairs = [(name, worklist) for name in built for worklist in worklist_names(BIN / name)]
        print(f"{'application':14}{'graph':24}{'passed':>8}{'failed':>8}{'slowest':>10}")
        for application, group in itertools.groupby(cells(pairs, graphs, wanted.short), lambda cell: cell[0]):
            for _, name, worklist, threads in group:
                matrix.cell(application, name, graphs[name], worklist, threads)
            print("\n".join(matrix.table(application)), flush=True)
        print(matrix.total())
    for failure in matrix.failures:
        print(failure, file=sys.stderr)
    return 1 if matrix.failures or not matrix.results else 0


if __name__ == "__main__":
    sys.exit(main())
