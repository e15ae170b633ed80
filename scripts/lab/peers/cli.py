"""The same questions answered by other people's graph packages, in a table beside ours."""

import argparse
import contextlib
import os
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

from galois_cps.runs import UsageError, UserError, results
from lab.bench import program, spec

from . import catalogue, execute, plan, table
from .adapter_process import Limits, free_mib
from .catalogue import QUESTIONS, USUAL, WITH_WEIGHTS, Peer
from .install import KINDS, Installation, available
from .plan import Target

_ROOT = pathlib.Path(__file__).resolve().parents[3]
_EPILOG = """\
  scripts/peers install                    all packages; those from PyPI into results/peers/venv
  scripts/peers run road.gr rmat.gr        every question to every peer that is installed
  scripts/peers run road.gr --question sssp --peer scipy,lemon --sources random:10
  scripts/peers table --format markdown    what was measured
  scripts/compare results/peers/runs.jsonl --b peer=galois,threads=1

The same command goes on after an interruption. Exit status: 0 done, 1 an installation or an answer
failed, 2 wrong usage, 130 interrupted.
"""


def main(argv: list[str] | None = None, peers: Sequence[Peer] = catalogue.PEERS) -> int:
    """Runs the program; returns its exit status."""
    args = _parser().parse_args(argv)
    return int(program.guarded("peers", lambda: args.action(args, peers)))


def _parser() -> argparse.ArgumentParser:
    parser = program.Parser(prog="peers", description=__doc__, epilog=_EPILOG)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND",
                                     parser_class=program.Parser)

    def command(name: str, action: Any, about: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=about, description=about)
        found.set_defaults(action=action)
        found.add_argument("--out", type=pathlib.Path, default=pathlib.Path("results/peers"),
                           metavar="DIR", help="folder of all files (default results/peers)")
        return found

    found = command("install", _install, "Install packages and compile adapters.")
    found.add_argument("names", nargs="*", metavar="NAME", help="peers (default: all)")
    found.add_argument("--list", action="store_true", help="list the peers and stop")
    found = command("run", _run, "Ask the peers and our own programs; compare their answers.")
    found.add_argument("graphs", nargs="+", metavar="GRAPH",
                       help="[NAME=]FILE: binary .gr files with whole weights of 4 bytes")
    found.add_argument("--question", default="", metavar="LIST",
                       help=f"questions (default {','.join(QUESTIONS)}; without weights not "
                       f"{' or '.join(WITH_WEIGHTS)})")
    found.add_argument("--peer", default="", metavar="LIST",
                       help="peers (default: our programs and all that are installed)")
    found.add_argument("--sources", default="random:5", metavar="WHICH",
                       help="sources of sssp and bfs: nodes like 0,17, or random:K "
                       "(default random:5)")
    found.add_argument("--threads", default="", metavar="LIST",
                       help="thread counts (default 1 and all cores); more than 1 only where a "
                       "package has them")
    found.add_argument("--repeats", type=program.positive, default=1, metavar="N",
                       help="rounds, each with processes of its own (default 1)")
    found.add_argument("--timeout", type=_positive, default=600.0, metavar="SECONDS",
                       help="limit of building a structure, and of each answer (default 600)")
    found.add_argument("--memory", type=_positive, default=0.0, metavar="GIB",
                       help="limit of each process (default: three quarters of what is free)")
    found.add_argument("--bin", type=pathlib.Path, default=None, metavar="DIR",
                       help="where our programs are (default GALOIS_BIN, or build/bin)")
    found.add_argument("--fresh", action="store_true", help="measure again what is there")
    found.add_argument("--dry-run", action="store_true", help="print the commands and stop")
    found = command("table", _table, "Print what was measured.")
    found.add_argument("--format", choices=table.FORMATS, default="text",
                       help="of the table (default text)")
    found.add_argument("--question", default="", metavar="LIST", help="only these questions")
    found.add_argument("--graph", default="", metavar="LIST", help="only these graphs, by name")
    return parser


def _positive(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (value := float(text)) < float("inf"):
            return value
    raise argparse.ArgumentTypeError(f"{text!r} is no positive number")


def _list(text: str) -> list[str]:
    return [part for part in text.split(",") if part]


def _installation(args: argparse.Namespace) -> Installation:
    given = getattr(args, "bin", None) or os.environ.get("GALOIS_BIN") or _ROOT / "build" / "bin"
    return Installation(args.out.absolute(), pathlib.Path(given).absolute())


def _install(args: argparse.Namespace, peers: Sequence[Peer]) -> int:
    installation = _installation(args)
    chosen = catalogue.find(peers, args.names) if args.names else [
        peer for peer in peers if peer.kind != catalogue.OWN]
    if args.list:
        there = installation.installed()
        for peer in chosen:
            known = there.get(peer.name)
            state = f"{known.version}, installed {known.date}" if known else "not installed"
            print(f"{peer.name:12} {peer.title}, {KINDS[peer.kind]}: {state}; "
                  f"{' '.join(peer.questions)}")
        return 0
    return 1 if installation.install(chosen, _say) else 0


def _run(args: argparse.Namespace, peers: Sequence[Peer]) -> int:
    installation = _installation(args)
    named = catalogue.questions(_list(args.question))
    chosen = catalogue.find(peers, _list(args.peer)) if args.peer else available(peers,
                                                                                 installation)
    threads = plan.thread_counts(args.threads)
    for text in args.graphs:
        path = spec.parse_input(text).path
        if not os.path.isfile(path):
            raise UserError(f"no input file {path}")
    targets = plan.targets(args.graphs, args.sources)
    asked = named or list(USUAL)
    batches = [batch for target in targets for batch in plan.askings(
        [target], _fitting(target, asked, bool(named)), chosen, threads, args.repeats, 1)]
    batches.sort(key=lambda batch: batch[0].repeat if batch else 0)
    if not any(batches):
        raise UserError(f"none of {', '.join(peer.name for peer in chosen)} offers "
                        f"{', '.join(asked)}")
    limits = Limits(args.timeout, 1024 * args.memory if args.memory else free_mib() * 3 / 4)
    out = installation.folder / "runs.jsonl"
    executor = execute.Executor(installation, out, limits)
    if args.dry_run:
        for line in execute.dry_run(executor, batches):
            print(line)
        return 0
    outcome = executor.run(batches, args.fresh)
    labels = {target.label for target in targets}
    shown = [row for row in table.rows(results.read(os.fspath(out)), peers)
             if row.graph in labels and row.question in asked]
    print(table.render(shown, "text"))
    return 1 if outcome.failed else 0


def _fitting(target: Target, asked: Sequence[str], named: bool) -> list[str]:
    """The questions that can be asked about a graph; UserError if a named one cannot."""
    if target.weighted:
        return list(asked)
    if named and (missing := [question for question in asked if question in WITH_WEIGHTS]):
        raise UserError(f"{target.path} has no weights, which {' and '.join(missing)} need; "
                        "build/bin/graph-convert IN OUT.gr --weights=uniform:1:10000 gives it some")
    left = [question for question in asked if question not in WITH_WEIGHTS]
    _say(f"{target.path} has no weights, so {' and '.join(WITH_WEIGHTS)} are not asked")
    return left


def _table(args: argparse.Namespace, peers: Sequence[Peer]) -> int:
    path = args.out.absolute() / "runs.jsonl"
    if not path.exists():
        raise UserError(f"there is no {path}; scripts/peers run GRAPH makes it")
    found = table.rows(results.read(os.fspath(path)), peers)
    wanted, graphs = catalogue.questions(_list(args.question)), _list(args.graph)
    there = list(dict.fromkeys(row.graph for row in found))
    for name in graphs:
        if name not in there:
            raise UsageError(f"no graph {name!r} was measured; there are {', '.join(there)}")
    print(table.render([row for row in found if (not wanted or row.question in wanted)
                        and (not graphs or row.graph in graphs)], args.format))
    return 0


def _say(text: str) -> None:
    """Tells the user something; results alone go to standard output."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
