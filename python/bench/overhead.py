#!/usr/bin/env python3
"""Measures what a call from Python costs beside the program sssp-cpu on the same graph.

    python python/bench/overhead.py GRAPH --program build/release/bin/sssp-cpu
        [--rounds 5] [--threads 1,2] [--source 0] [--schedulers NAME,NAME]

Rounds alternate between the program and the package. The table has, for each scheduler, the median of
`run.time_s` in Python over that of the program, and the median of a whole call over it. The last line is
the median of a call on a graph of one node. The targets are 1.03, 1.10 and 150 microseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time

import galois_cps
import numpy as np
from galois_cps.runs import stats


def program_times(options: argparse.Namespace, scheduler: str, threads: int) -> list[float]:
    """The times of two runs of the program; it warms up by a first one, which is not counted."""
    command = [options.program, options.graph, f"--wl={scheduler}", "-t", str(threads), "--runs=3",
               f"--startNode={options.source}", "--noverify", "--json=-"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [record["time_s"] for record in json.loads(done.stdout[done.stdout.index("["):])[1:]]


def call_times(graph: galois_cps.Graph, options: argparse.Namespace, scheduler: str,
               threads: int) -> tuple[list[float], list[float]]:
    """What two calls say of themselves, and how long they took; the first one is not counted."""
    inner, whole = [], []
    for number in range(3):
        begin = time.perf_counter()
        paths = galois_cps.sssp(graph, options.source, scheduler=scheduler, threads=threads)
        took = time.perf_counter() - begin
        if number:
            whole.append(took)
            inner.append(paths.run.time_s)
    return inner, whole


def one_node() -> float:
    graph = galois_cps.Graph.from_edges(np.array([], np.uint32), np.array([], np.uint32),
                                        np.array([], np.uint32), num_nodes=1)
    times = []
    for _ in range(2001):
        begin = time.perf_counter()
        galois_cps.sssp(graph, 0, threads=1)
        times.append(time.perf_counter() - begin)
    return stats.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph", help="a file that the program and Graph.read() take")
    parser.add_argument("--program", required=True, help="sssp-cpu of the same sources")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--source", type=int, default=0)
    parser.add_argument("--schedulers", default="smq-bucket,smq,obim,pmod,wasp,mq,hdcps")
    options = parser.parse_args()
    graph = galois_cps.Graph.read(options.graph)
    print(f"{options.graph}: {graph}; load {os.getloadavg()[0]:.1f}")
    print(f"{'scheduler, threads':24} {'time_s / program':>17} {'call / program':>15}")
    for scheduler in options.schedulers.split(","):
        for threads in (int(text) for text in options.threads.split(",")):
            theirs, inner, whole = [], [], []
            for _ in range(options.rounds):
                theirs += program_times(options, scheduler, threads)
                told, took = call_times(graph, options, scheduler, threads)
                inner += told
                whole += took
            base = stats.median(theirs)
            print(f"{f'{scheduler}, {threads}':24} {stats.median(inner) / base:17.3f} "
                  f"{stats.median(whole) / base:15.3f}")
    print(f"a call on one node: {one_node() * 1e6:.0f} us")


if __name__ == "__main__":
    main()
