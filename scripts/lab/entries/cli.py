"""Measures queues and programs of anyone by one set of rules: docs/entries.md."""

import argparse
import os
import pathlib
import sys
from typing import Any

from galois_cps.runs import UsageError, UserError, results
from lab.bench import bench_cli, program
from lab.peers import plan
from lab.peers.adapter_process import Limits, free_mib

from . import build, check, divisions, entry, page, picture, run, table

_QUESTIONS = ("sssp", "bfs")
_EPILOG = """\
  scripts/enter list                                  the entries of the folder entries/
  scripts/enter check locked-heap                     whether an entry is complete and right
  scripts/enter check ../my-queue                     any folder with an entry.toml
  scripts/enter check gapbs --checkout ../gapbs       one whose source is elsewhere
  scripts/enter run road.gr rmat.gr --seed 20261130   what passed its check, on these graphs
  scripts/enter run road.gr --seed 7 --division open  with settings searched for each graph
  scripts/enter table                                 what was measured
  scripts/enter picture                               the same as pictures
  scripts/enter page --site build/entries             tables and pictures as static pages

The same run goes on after an interruption. Exit status: 0 done, 1 an entry or an answer is wrong,
2 wrong usage, 130 interrupted.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    args = _parser().parse_args(argv)
    return int(program.guarded("enter", lambda: args.action(args)))


def _parser() -> argparse.ArgumentParser:
    parser = program.Parser(prog="enter", description=__doc__, epilog=_EPILOG)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=program.Parser)

    def command(name: str, action: Any, about: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=about, description=about)
        found.set_defaults(action=action)
        found.add_argument("--out", type=pathlib.Path, default=pathlib.Path("results/entries"), metavar="DIR",
                           help="folder of all files (default results/entries)")
        found.add_argument("--bin", type=pathlib.Path, default=None, metavar="DIR",
                           help="where our programs are (default GALOIS_BIN, or build/bin)")
        return found

    command("list", _list, "List the entries, and which of them passed their check.")
    found = command("check", _check, "Say whether an entry is complete and right.")
    found.add_argument("name", metavar="NAME", help="an entry, or a folder with an entry.toml")
    found.add_argument("--checkout", default="", metavar="DIR", help="the entry's source")
    found.add_argument("--items", type=program.positive, default=check.Plan.items, metavar="N",
                       help=f"items that are counted (default {check.Plan.items:,})")
    found.add_argument("--history", type=program.positive, default=check.Plan.history, metavar="N",
                       help=f"items of the history, at least 4,000 (default {check.Plan.history:,})")
    found.add_argument("--seed", type=program.positive, default=1, metavar="N",
                       help="seed of weights, sources and priorities (default 1)")
    found.add_argument("--timeout", type=float, default=check.Plan.timeout, metavar="S",
                       help=f"seconds a step may take (default {check.Plan.timeout:g})")
    found = command("run", _run, "Measure entries that passed their check.")
    found.add_argument("graphs", nargs="*", metavar="GRAPH", help="[NAME=]FILE, in any format")
    found.add_argument("--entries", default="", metavar="LIST",
                       help="names or folders (default: all in entries/ that passed)")
    found.add_argument("--division", choices=divisions.DIVISIONS, default=divisions.CLOSED,
                       help="closed: one set of settings for all graphs; open: searched for each (default closed)")
    found.add_argument("--question", default="sssp", metavar="LIST", help="sssp, bfs (default sssp)")
    found.add_argument("--threads", "-t", default="", metavar="LIST", help="thread counts (default 1 and all cores)")
    found.add_argument("--sources", type=program.positive, default=64, metavar="N",
                       help="sources, drawn from the seed (default 64)")
    found.add_argument("--seed", type=program.positive, required=True, metavar="N",
                       help="of weights, sources and orders; announce it after entries are frozen")
    found.add_argument("--weights", default=check.WEIGHTS, metavar="KIND",
                       help="weights drawn from the seed, as --weights of graph-convert, or file, those of the file "
                       f"(default {check.WEIGHTS})")
    found.add_argument("--repeats", type=program.positive, default=5, metavar="N",
                       help="interleaved rounds (default 5)")
    found.add_argument("--pages", choices=run.PAGES, default="huge",
                       help="memory of all entries: huge, as our programs take it, or small (default huge)")
    found.add_argument("--no-queues", action="store_true", help="do not measure queues without a graph")
    found.add_argument("--timeout", type=float, default=600.0, metavar="S", help="limit of an answer (default 600)")
    found.add_argument("--fresh", action="store_true", help="measure again what is there")
    found = command("table", _table, "Print what was measured.")
    found.add_argument("--format", choices=("text", "markdown"), default="text", help="of the tables (default text)")
    _choice(found)
    found = command("picture", _picture, "Draw what was measured, one picture per input.")
    found.add_argument("--suffix", choices=("svg", "png", "pdf"), default="svg", help="of the files (default svg)")
    _choice(found)
    found = command("page", _page, "Write a page with tables and pictures.")
    found.add_argument("--site", type=pathlib.Path, metavar="DIR", help="make a static site of it in this folder")
    _choice(found)
    return parser


def _choice(found: argparse.ArgumentParser) -> None:
    found.add_argument("--division", choices=divisions.DIVISIONS, default=divisions.CLOSED,
                       help="which division (default closed)")


def _builds(args: argparse.Namespace) -> build.Builds:
    return build.Builds(args.out.absolute(), pathlib.Path(args.bin or bench_cli.default_bin()).absolute())


def _list(args: argparse.Namespace) -> int:
    builds = _builds(args)
    for name in entry.names():
        found = entry.find(name)
        try:
            state = f"passed its check on {check.require_checked(found, builds).checked}"
        except UserError as error:
            state = str(error).removeprefix(f"{name} ").partition(";")[0]
        print(f"{name:16} {found.kind:8} {found.title}; {state}")
    return 0


def _check(args: argparse.Namespace) -> int:
    if args.history < 4000:
        raise UsageError(f"--history={args.history}: a history of fewer than 4,000 items says little")
    what = check.Plan(args.items, args.history, seed=args.seed, timeout=args.timeout)
    wrong = check.run(entry.find(args.name), _builds(args), args.checkout, what, lambda text: print(text, flush=True))
    print("  " + ("wrong: " + "; ".join(line.partition(":")[0] for line in wrong) if wrong else "complete and right"))
    return 1 if wrong else 0


def _run(args: argparse.Namespace) -> int:
    builds = _builds(args)
    if args.entries:
        chosen = [entry.find(name) for name in args.entries.split(",") if name]
        for each in chosen:
            check.require_checked(each, builds)
    else:
        chosen = check.checked([entry.find(name) for name in entry.names()], builds)
    if not chosen:
        raise UserError("no entry has passed its check; scripts/enter check NAME")
    questions = tuple(word for word in args.question.split(",") if word)
    for word in questions:
        if word not in _QUESTIONS:
            raise UsageError(f"--question={args.question}: {word!r} is none of {', '.join(_QUESTIONS)}")
    rules = run.Rules(args.division, questions, tuple(plan.thread_counts(args.threads)), args.sources, args.seed,
                      args.repeats, args.weights, Limits(args.timeout, free_mib() * 3 / 4), args.pages)
    run.use_pages(rules.pages)
    failed = run.on_graphs(args.graphs, chosen, builds, rules, args.fresh) if args.graphs else []
    if not args.no_queues:
        failed += run.without_graphs(chosen, builds, rules, args.fresh)
    print(table.render(*_measured(builds, args.division, need=False), "text"))
    return 1 if failed else 0


def _measured(builds: build.Builds, division: str, need: bool = True) -> tuple[list[table.Row], list[table.QueueRow]]:
    files = [run.file_of(builds, name) for name in (division, "queues")]
    records = [results.read(os.fspath(path)) if path.exists() else [] for path in files]
    if need and not any(records):
        raise UserError(f"there is no {files[0]}; scripts/enter run GRAPH --seed N makes it")
    return table.rows(records[0]), table.queue_rows(records[1])


def _table(args: argparse.Namespace) -> int:
    print(table.render(*_measured(_builds(args), args.division), args.format))
    return 0


def _picture(args: argparse.Namespace) -> int:
    program.require_matplotlib(True)
    made = picture.draw(*_measured(_builds(args), args.division), args.out / "pictures", args.suffix)
    for path in made.values():
        print(path)
    return 0


def _page(args: argparse.Namespace) -> int:
    program.require_matplotlib(True)
    builds = _builds(args)
    found, queues = _measured(builds, args.division)
    index = page.write(found, queues, _about(builds, args.division), args.out / f"page-{args.division}")
    print(page.site(index.parent, args.site) if args.site else index)
    return 0


def _about(builds: build.Builds, division: str) -> str:
    """What the records say of their conditions."""
    for name in (division, "queues"):
        path = run.file_of(builds, name)
        for record in results.successes(results.read(os.fspath(path))) if path.exists() else []:
            known = record["peer"]["conditions"]
            return (f"Division: {division}. Weights {known['weights']}, {known['sources']} sources, seed {known['seed']}, "
                    f"{known['pages']} pages, {len(known['affinity'])} cores, threads not pinned.")
    return ""


if __name__ == "__main__":
    sys.exit(main())
