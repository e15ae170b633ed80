"""Fixed runs on simulated machines: tasks, steals and virtual time.

Runs sssp-cpu of the preset virtual on generated graphs, under those of the policies that it was
built with. Every run repeats exactly, so nothing may differ.
"""

import json

from ..programs import Failure, call, policies

PRESET = "virtual"
NEEDS = ("sssp-cpu", "graph-gen")
SLACK = 0
GRAPHS = {
    "road": ["road", "--nodes=10000", "--seed=1"],
    "rmat": ["rmat", "--scale=11", "--seed=1", "--symmetrize"],
}
RUNS = [("road", "smq-bucket", 64), ("road", "smq", 17), ("road", "obim", 64), ("road", "wasp", 256),
        ("road", "smq-skiplist", 256), ("rmat", "smq-bucket", 256), ("rmat", "mq", 16),
        ("rmat", "hdcps", 40), ("rmat", "pmod", 64)]


def numbers(record):
    """What is compared, of a record."""
    kept = {name: record["tasks"][name] for name in ("executed", "pushed", "stale")}
    kept["steals"] = record["worklist"].get("steal_successes", 0)
    kept["time_us"] = round(record["time_s"] * 1e6, 3)
    kept["checksum"] = record["answer"]["checksum"]
    return kept


def measure(args, _recorded, folder):
    """{run: {name: number}} of all runs that the program can do."""
    program = args.bin.resolve() / "sssp-cpu"
    chosen = policies(program, args.wl)
    runs = [run for run in RUNS if run[1] in chosen]
    if not runs:
        raise Failure(f"{program} was built with none of the policies of the runs")
    if len(runs) < len(RUNS):
        print(f"{len(RUNS) - len(runs)} runs left out: they have other policies")
    for graph, flags in GRAPHS.items():
        call([args.bin / "graph-gen", *flags, "--quiet", folder / f"{graph}.gr"])
    return {f"{graph} {wl} {cores}": numbers(json.loads(call(
                [program, folder / f"{graph}.gr", f"--wl={wl}", "-t", cores, "--json=-"])))
            for graph, wl, cores in runs}
