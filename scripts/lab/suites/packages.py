"""Other people's packages beside our programs: those that scripts/peers has installed."""

import argparse
import os
import pathlib
from collections.abc import Iterator

from galois_cps.runs import results
from lab.peers import catalogue, execute, plan
from lab.peers.adapter_process import Limits, free_mib
from lab.peers.install import Installation, available

from .cells import Cell


def cells(args: argparse.Namespace, kernel: str, question: str, target: plan.Target,
          threads: list[int]) -> Iterator[Cell]:
    """The answers of all packages that offer a question; those that differ from ours are trouble."""
    installation = Installation(pathlib.Path(args.peers).absolute(), pathlib.Path(args.bin).absolute())
    peers = {peer.name: peer for peer in available(catalogue.PEERS, installation)
             if peer.kind != catalogue.OWN and question in peer.questions}
    batches = list(plan.askings([target], [question], list(peers.values()), threads, 1, 1))
    out = installation.folder / f"suite-{args.suite}.jsonl"
    execute.Executor(installation, out, Limits(args.timeout, free_mib() * 3 / 4)).run(batches, fresh=True)
    found = {(asking.peer.name, asking.threads): Cell(kernel, target.label, asking.peer.title, asking.threads,
                                                      right="as ours") for batch in batches for asking in batch}
    for record in results.read(os.fspath(out)):
        config = record["bench"]["config"]
        if (config["input"], config["question"]) == (target.label, question):
            cell = found[config["peer"], int(config["threads"])]
            if "failure" in record["bench"]:
                cell.trouble = record["bench"]["failure"]["reason"]
            else:
                cell.seconds.append(record["time_s"])
                cell.load.append(record["build_s"])
                cell.nodes, cell.edges = record["nodes"], record["edges"]
    yield from sorted(found.values(), key=lambda cell: (cell.program.lower(), cell.threads))
