"""Replays a sequential run as Swarm would: speculatively, on many cores, with bounded queues.

The run is recorded first: the tasks of SSSP or BFS on a binary .gr graph, in order of priority. The
result is a record in JSON: time, tasks that ran, tasks that were undone, and the shares of the
cores' time. docs/worklists/hd-cps-hardware.md says what the model leaves out.
"""

import argparse
import json
import pathlib
import sys

from galois_cps.runs import UsageError, whole_file
from lab.bench import program
from lab.peers import grfile

from . import swarm_model

COSTS = pathlib.Path(__file__).resolve().parents[2] / "virtual"


def _parser() -> argparse.ArgumentParser:
    found = program.Parser(prog="swarm-model", description=__doc__)
    found.add_argument("graph", type=pathlib.Path, help="a binary .gr file")
    found.add_argument("--app", choices=swarm_model.APPS, default="sssp", help="default sssp")
    found.add_argument("--start", type=int, default=0, metavar="NODE", help="source (default 0)")
    found.add_argument("--cores", type=program.positive, default=64, metavar="N", help="default 64")
    found.add_argument("--task-queue", type=program.positive, default=64, metavar="N",
                       help="entries per core for tasks that wait (default 64)")
    found.add_argument("--commit-queue", type=program.positive, default=16, metavar="N",
                       help="entries per core for tasks that wait for their commit (default 16)")
    found.add_argument("--costs", type=pathlib.Path, action="append", default=[], metavar="FILE",
                       help="costs on top of server.costs; repeatable (default tiled.costs)")
    found.add_argument("--json", type=pathlib.Path, metavar="FILE",
                       help="write the record here instead of to standard output")
    return found


def _run(argv: list[str] | None) -> int:
    args = _parser().parse_args(argv)
    costs = swarm_model.costs_of([COSTS / "server.costs", *(args.costs or [COSTS / "tiled.costs"])])
    graph = grfile.read(args.graph)
    if not 0 <= args.start < graph.nodes:
        raise UsageError(f"--start={args.start}: the graph has the nodes 0 to {graph.nodes - 1}")
    tasks = swarm_model.record(args.app, graph, args.start)
    result = swarm_model.replay(tasks, costs, args.cores, args.task_queue, args.commit_queue)
    record = result.to_json() | {"app": args.app, "nodes": graph.nodes, "edges": len(graph.targets),
                                 "sequential": swarm_model.sequential(tasks, costs),
                                 "task_queue": args.task_queue, "commit_queue": args.commit_queue}
    text = json.dumps(record, indent=1) + "\n"
    if args.json is None:
        sys.stdout.write(text)
        return 0
    whole_file.write(args.json, text)
    return 0


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    return program.guarded("swarm-model", lambda: _run(argv), "")


if __name__ == "__main__":
    sys.exit(main())
