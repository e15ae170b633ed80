"""A public benchmark by its own rules, in the form of its own tables; every cell is verified."""

import argparse
import os
import pathlib
import sys
import tomllib
from typing import Any

from galois_cps.runs import results, tables
from lab.bench import bench_cli, program
from lab.peers import plan

from . import gap, graphalytics
from .cells import STATISTICS, chosen

_HERE = pathlib.Path(__file__).resolve().parent
_SUITES: dict[str, Any] = {"gap": gap.Suite, "graphalytics": graphalytics.Suite}
_EPILOG = """\
  scripts/bench --suite gap                                 kron and urand with 2^14 nodes
  scripts/bench --suite gap --scale 20 --gapbs ../gapbs     and the reference implementation
  scripts/bench --suite gap --peers results/peers           and what scripts/peers has installed
  scripts/bench --suite graphalytics --data graphs

Exit status: 0 all answers are right, 1 one is wrong or missing, 2 wrong usage, 130 interrupted.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="bench", description=__doc__, epilog=_EPILOG)
    parser.add_argument("--suite", choices=_SUITES, required=True, help="the benchmark")
    parser.add_argument("--scale", type=program.positive, metavar="N", help="gap: 2^N nodes (default 14; the "
                        "benchmark's own is 27)")
    parser.add_argument("--data", metavar="DIR", help="graphalytics: the folder of the graphs (default: its examples "
                        "in ../shared/inputs/graphalytics)")
    parser.add_argument("--graphs", type=_list, default=[], metavar="LIST", help="only these graphs")
    parser.add_argument("--kernels", type=_list, default=[], metavar="LIST", help="only these kernels, such as BFS,BC")
    parser.add_argument("--threads", "-t", default="", metavar="LIST", help="thread counts (default 1 and all cores)")
    parser.add_argument("--trials", type=program.positive, metavar="N", help="at most so many trials per kernel "
                        "(default: as the benchmark says)")
    parser.add_argument("--statistic", choices=STATISTICS, default="mean", help="what the table has of the "
                        "times of trials (default mean, as the benchmarks say)")
    parser.add_argument("--verify", choices=("full", "quick"), default="full",
                        help="how our programs check each answer, beside the references (default full)")
    parser.add_argument("--gapbs", metavar="DIR", help="gap: a checkout of the reference implementation, built")
    parser.add_argument("--peers", metavar="DIR", help="also ask the packages that scripts/peers has installed "
                        "in this folder, such as results/peers")
    parser.add_argument("--bin", metavar="DIR", default=bench_cli.default_bin(), help="where our programs are "
                        "(default build/bin)")
    parser.add_argument("--out", metavar="FILE", help="the records of our programs as JSON lines (default "
                        "results/SUITE.jsonl); earlier ones are then in FILE.old")
    parser.add_argument("--timeout", type=float, default=600.0, metavar="S", help="seconds a process may take "
                        "(default 600)")
    parser.add_argument("--format", choices=tables.FORMATS, default="text", help="format of the table")
    args = parser.parse_args(argv)
    args.out = args.out or f"results/{args.suite}.jsonl"
    return int(program.guarded("bench", lambda: _run(args), advice=""))


def _list(text: str) -> list[str]:
    return [part for part in text.split(",") if part]


def _run(args: argparse.Namespace) -> int:
    spec = tomllib.loads((_HERE / f"{args.suite}.toml").read_text(encoding="utf-8"))
    args.kernels = chosen("kernel", args.kernels, spec["kernels"])
    threads = plan.thread_counts(args.threads)
    suite = _SUITES[args.suite](spec, args)
    results.require_file(args.out)
    os.makedirs(os.path.dirname(os.path.abspath(args.out)), exist_ok=True)
    if os.path.exists(args.out):
        program.say(f"{args.out}: earlier runs are in {results.set_aside(args.out)}")
    cells = []
    with results.ResultFile(args.out) as file:
        for cell in suite.cells(threads):
            cells.append(cell)
            for record in cell.records:
                file.append(record)
            state = cell.trouble or f"{len(cell.seconds)} trials, {tables.pretty_seconds(cell.shown(args.statistic))}"
            program.say(f"{cell.kernel} on {cell.graph}, {cell.program}, -t {cell.threads}: {state}")
    print(f"{spec['title']}\n\n{suite.table(cells).render(args.format)}\n")
    _print_host([record for cell in cells for record in cell.records])
    return 1 if any(cell.trouble for cell in cells) else 0


def _print_host(records: list[dict[str, Any]]) -> None:
    """Where and with what the table was measured."""
    if records:
        host, build = records[0]["host"], records[0]["build"]
        print(f"host: {host['cpu']}, {records[0]['cores']} cores, {host['memory_gib']:.0f} GiB; {build['compiler']}, "
              f"{build['type']}, commit {build['commit']}")
    print(f"command: scripts/bench {' '.join(sys.argv[1:])}")


if __name__ == "__main__":
    sys.exit(main())
