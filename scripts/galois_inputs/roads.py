"""Compares generated road networks with real ones: degrees, spread of weights, and diameter against
nodes. Prints the Markdown table of docs/lab-book/road-networks.md."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from galois_cps.runs import UserError
from lab.bench import program

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_EPILOG = """\
  inputs/compare-roads ~/roads/*.gr.xz
  inputs/compare-roads --nodes 1000000,24000000 road-USA.gr

Of a real network the largest component is taken, loops and parallel arcs left out, one-way streets made
two-way, because that is what generated networks are.
"""
HEADER = """\
| network | nodes | arcs per node | dead ends | degree 2 | 3 | 4 | more | longest path / sqrt(nodes) | \
weights: 5 % | 95 % | 99 % | mean |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="compare-roads", description=__doc__, epilog=_EPILOG)
    parser.add_argument("files", nargs="*", metavar="FILE", help="real networks, in any format that "
                        "graph-convert reads")
    parser.add_argument("--nodes", default="250000,1000000,4000000", metavar="N,N", help="sizes to "
                        "generate (default 250000,1000000,4000000)")
    parser.add_argument("--bin", default=os.fspath(_ROOT / "build" / "bin"), metavar="DIR",
                        help="where the programs are (default build/bin)")
    args = parser.parse_args(argv)
    return program.guarded("compare-roads", lambda: _run(args), advice="")


def _run(args):
    try:
        sizes = [int(text) for text in args.nodes.split(",") if text]
    except ValueError:
        raise UserError(f"--nodes={args.nodes} is no list of numbers") from None
    print(HEADER)
    with tempfile.TemporaryDirectory(prefix="galois-roads-") as folder:
        graph = os.path.join(folder, "graph.gr")
        for path in args.files:
            _call(args.bin, "graph-convert", path, graph, "--quiet", "--largest-component",
                  "--symmetrize", "--remove-loops", "--remove-duplicates")
            print(row(os.path.basename(path).partition(".")[0], _describe(args.bin, graph)))
        for size in sizes:
            _call(args.bin, "graph-gen", "road", graph, f"--nodes={size}", "--quiet")
            print(row("generated", _describe(args.bin, graph)))
    return 0


def _describe(folder, graph):
    return json.loads(_call(folder, "graph-info", graph, "--quiet", "--json=-"))


def _call(folder, name, *arguments):
    command = [os.path.join(folder, name), *arguments]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    except OSError as error:
        raise UserError(f"cannot run {command[0]}: {error.strerror}; build it, or say where with "
                        "--bin=") from None
    if done.returncode != 0:
        raise UserError(f"{name} failed on {arguments[0]}")
    return done.stdout


def row(name, record):
    """The line of one network. Weights are relative to their median."""
    nodes = record["nodes"]
    shares = {int(low): count / nodes for low, _, count in record["out_degrees"]["bins"]}
    cells = [name, f"{nodes:,}", f"{record['arcs'] / nodes:.2f}"]
    cells += [_percent(shares.get(degree, 0)) for degree in (1, 2, 3, 4)]
    cells.append(_percent(sum(share for degree, share in shares.items() if degree > 4)))
    cells.append(f"{record['diameter_hops']['at_least'] / math.sqrt(nodes):.2f}")
    if "weights" in record:
        quantiles = record["weights"]["quantiles"]
        values = [quantiles["p5"], quantiles["p95"], quantiles["p99"], record["weights"]["mean"]]
        cells += [f"{value / quantiles['p50']:.2f}" for value in values]
    else:
        cells += ["-"] * 4
    return "| " + " | ".join(cells) + " |"


def _percent(share):
    return f"{100 * share:.1f} %"


if __name__ == "__main__":
    sys.exit(main())
