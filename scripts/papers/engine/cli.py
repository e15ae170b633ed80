"""The figures and tables of six papers on schedulers, made again, and verdicts on their claims."""

import argparse
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
from typing import Any

from galois_cps.runs import UsageError, UserError, values
from lab.bench import program

from .plan import catalogue as data
from .plan import make, tidy
from .show import listing, pictures, run_summary
from .plan.session import Session

_PACKAGE = __package__
_SITE = pathlib.Path(__file__).resolve().parents[2] / "site"
_FINDINGS = _SITE.parents[1] / "docs" / "lab-book" / "findings.json"
_EPILOG = """\
  scripts/figures list --paper smq               what there is, and how long the rest takes
  scripts/figures make smq-fig17 --budget 1h     graphs, programs, runs, tables, charts of a figure
  scripts/figures make --all --scale smoke       everything, small
  scripts/figures make smq-fig2 --add-series "mine:--wl=mine --x=3"
                                                 your scheduler beside those of the figure
  scripts/figures redo pmod-fig8                 charts and verdicts again, from stored runs
  scripts/figures verdicts                       what the runs say about the papers' claims
  scripts/figures report --check                 pages with all of it, for a browser

Files are in results/figures/SCALE. The same command goes on after an interruption. Exit status: 0
done, 1 a run failed or two answers differ, 2 wrong usage, 3 asked for something that is blocked,
130 interrupted.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    args = _parser().parse_args(argv)
    return program.guarded("figures", lambda: args.action(args))


def _parser() -> argparse.ArgumentParser:
    parser = program.Parser(prog="figures", description=__doc__, epilog=_EPILOG)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND",
                                     parser_class=program.Parser)

    def command(name: str, action: Any, about: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=about, description=about)
        found.set_defaults(action=action)
        found.add_argument("--scale", choices=data.SCALES, default="laptop",
                           help="size of graphs, grids and rounds (default laptop)")
        found.add_argument("--out", type=pathlib.Path, default=pathlib.Path("results/figures"),
                           metavar="DIR", help="folder of all files (default results/figures)"
                           ) if name != "report" else found.add_argument(
            "--results", dest="out", type=pathlib.Path, default=pathlib.Path("results/figures"),
            metavar="DIR", help="folder of all files (default results/figures)")
        found.add_argument("--bin", action="append", default=[], metavar="[PRESET=]DIR",
                           help="where the programs of a preset are (default build/PRESET/bin; "
                           "release if no preset is named; also GALOIS_BIN)")
        return found

    kinds = argparse.ArgumentParser(add_help=False)
    which = kinds.add_mutually_exclusive_group()
    which.add_argument("--real", action="store_true", help="real threads only")
    which.add_argument("--simulated", action="store_true", help="simulated cores only")
    kinds.add_argument("--rounds", type=program.positive, default=0, metavar="N",
                       help="rounds of each configuration (default: as the scale says)")
    kinds.add_argument("--jobs", type=program.positive, default=len(os.sched_getaffinity(0)), metavar="N",
                       help="simulated runs, and charts, side by side (default: one per core)")

    found = command("list", _list, "List all figures: state, runs, time left, what blocks them.")
    found.add_argument("--paper", action="append", choices=data.PAPERS, help="of this paper only")
    found.add_argument("--claims", action="store_true", help="list the claims instead")
    found.add_argument("--missing", action="store_true",
                       help="only what is not done, and why series or graphs are left out")
    _take(found, kinds)
    found = command("make", _make, "Make figures: graphs, programs, runs, tables, charts.")
    found.add_argument("ids", nargs="*", metavar="ID", help="figures, as list names them")
    found.add_argument("--all", action="store_true", help="all figures")
    found.add_argument("--claim", action="append", default=[], metavar="ID",
                       help="the figures that judge this claim")
    found.add_argument("--series", default="", metavar="NAMES",
                       help="run only these schedulers, separated by commas, and the baselines "
                       "(default: all in a figure); scripts/papers/engine/plan/series.toml "
                       "has the names")
    found.add_argument("--app", default="", metavar="NAMES",
                       help="run only these applications, such as sssp,bfs (default: all)")
    found.add_argument("--graph", default="", metavar="NAMES",
                       help="run on only these graphs, separated by commas (default: all); "
                       "scripts/papers/engine/plan/cases.toml has the names")
    found.add_argument("--add-series", action="append", default=[], metavar="NAME:FLAGS",
                       help="add a scheduler to every figure that compares schedulers, such as "
                       "'mine:--wl=mine --x=3', or 'mine' for a policy without parameters; programs "
                       "that fork and join have --scheduler=NAME in place of --wl. May be given "
                       "several times. Later calls with this --out and --scale have it, too")
    found.add_argument("--remove-series", action="append", default=[], metavar="NAME",
                       help="take out a series that was added; its records stay")
    found.add_argument("--budget", default="", metavar="TIME",
                       help="start no run after 90s, 30m or 1h30m")
    found.add_argument("--no-build", action="store_true", help="build nothing, use what is there")
    found.add_argument("--dry-run", action="store_true", help="print the commands and stop")
    found.add_argument("--fresh", action="store_true", help="measure again what is there")
    _take(found, kinds)
    found = command("keep", _keep, "Store the runs of figures in scripts/papers/runs.")
    found.add_argument("ids", nargs="+", metavar="ID", help="figures, as list names them")
    found = command("redo", _redo, "Make charts and verdicts again from stored runs, in seconds.")
    found.add_argument("ids", nargs="*", metavar="ID", help="figures with stored runs (default: all)")
    found.add_argument("--ours", action="store_true", help="show our own variants beside the paper's series")
    found = command("gallery", _gallery, "Write the gallery of stored figures for the documentation.")
    found.add_argument("--to", type=pathlib.Path, required=True, metavar="FOLDER",
                       help="where pictures and data go; the page is printed")
    found.add_argument("--link", default="gallery", metavar="PATH",
                       help="what the page calls that folder (default gallery)")
    found = command("verdicts", _verdicts, "Say what the runs say about the papers' claims.")
    found.add_argument("--paper", default="", metavar="NAME",
                       help="print only claims of this paper, such as pd; not with --format=json")
    found.add_argument("--format", choices=("text", "markdown", "json"), default="text",
                       help="of the output (default text)")
    found = command("report", _report, "Write pages with figures, verdicts and doubts.")
    found.add_argument("--out", dest="site", type=pathlib.Path, metavar="FOLDER",
                       help="where to write (default results/figures/SCALE/report)")
    found.add_argument("--check", action="store_true",
                       help="then follow every link, and open the pages in headless Chromium")
    found = command("claims", _claims, "Print each claim of a paper: what was found, by which criterion.")
    found.add_argument("paper", metavar="PAPER", help="smq, pmod, hdcps, pd or ypp")
    found = command("findings", _findings, "Rewrite the generated tables of a page of findings.")
    found.add_argument("--update", type=pathlib.Path, required=True, metavar="FILE",
                       help="the page, such as docs/lab-book/findings.md; its prose stays, and "
                       "the verdicts are written beside it, as findings.json")
    found.add_argument("--keep", action="store_true",
                       help="claims without runs of these programs keep the verdicts that "
                       "findings.json has, marked with their commit and date")
    return parser


def _take(parser: argparse.ArgumentParser, other: argparse.ArgumentParser) -> None:
    """Adds the flags of another parser."""
    parser._add_container_actions(other)  # what `parents` does, after the parser exists
    parser._defaults.update(other._defaults)


def _session(args: argparse.Namespace) -> Session:
    bins = {}
    if os.environ.get("GALOIS_BIN"):
        bins["release"] = pathlib.Path(os.environ["GALOIS_BIN"]).absolute()
    for text in args.bin:
        preset, equals, folder = text.partition("=")
        if not equals:
            preset, folder = "release", text
        bins[preset] = pathlib.Path(folder).absolute()
    kinds = ["T"] if getattr(args, "real", False) else ["S"] if getattr(args, "simulated", False) \
        else data.KINDS
    return Session(args.scale, bins, args.out.absolute(), getattr(args, "rounds", 0), kinds,
                   added=getattr(args, "add_series", ()), removed=getattr(args, "remove_series", ()))


def _list(args: argparse.Namespace) -> int:
    session = _session(args)
    papers = args.paper or []
    if args.claims:
        print(listing.claims(session, _module("judge.claims").load(), papers))
        return 0
    chosen = [figure for figure in session.catalogue.figures.values()
              if not papers or figure.paper in papers]
    print(listing.figures(session, chosen, args.missing, args.jobs))
    return 0


def _make(args: argparse.Namespace) -> int:
    if sum(map(bool, (args.ids, args.all, args.claim))) != 1:
        raise UsageError("name figures, or claims with --claim, or --all")
    session = _session(args)
    names = list(session.catalogue.figures) if args.all else args.ids or _judges(args.claim)
    figures = list({figure.id: figure for figure in map(session.catalogue.figure, names)}.values())
    budget = values.parse_time(args.budget) if args.budget else 0.0
    series = session.catalogue.series_of(figures, args.series)
    _check_added(session, figures, args.add_series)
    if not args.dry_run:
        session.remember()
    options = make.Options(budget, args.jobs, not args.no_build, args.dry_run, args.fresh, series,
                           session.catalogue.apps_of(args.app),
                           session.catalogue.graphs_of(args.graph))
    return make.make(session, figures, options, not args.all,
                     lambda ready: pictures.draw(session, ready, args.jobs))


def _check_added(session: Session, figures: list, texts: list[str]) -> None:
    """UsageError if a series is added to figures that compare no schedulers."""
    there = {name for figure in figures for run in figure.runs for name in run.series}
    for name in (text.partition(":")[0] for text in texts):
        if name not in there:
            raise UsageError(f"--add-series={name}: none of these figures compares schedulers of "
                             "its kind")


def _judges(wanted: list[str]) -> list[str]:
    """The figures that judge claims."""
    known = {claim.id: claim for claim in _module("judge.claims").load()}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise UsageError(f"there is no claim {unknown[0]!r}; "
                         "scripts/figures list --claims shows all")
    found = [name for claim in wanted for name in known[claim].figures]
    if not found:
        raise UserError(f"no figure judges {', '.join(wanted)}")
    return found


def _judged(session: Session) -> tuple[list, list]:
    """Claims, and the verdicts on them; verdicts.json is written as well."""
    claims = _module("judge.claims").load()
    verdicts = _module("judge.verdicts")
    tables = _of_papers(session)
    kept = {name: each for name, each in _module("plan.stored").of_scale(session.scale.name).items()
            if name not in tables}
    found = verdicts.judge(claims, tables | {name: rows for name, (_, rows) in kept.items()},
                           session.resolved(), met=session.builds.met,
                           noise=tidy.noise(session.store), machines=session.scale.machines)
    found = _module("plan.stored").dated(found, {name: head for name, (head, _) in kept.items()})
    known = run_summary.of(session)
    machine = known["machine"] | {"simulated machines": known["simulated"]}
    text = json.dumps(verdicts.to_json(found, machine=machine, date=known["date"],
                                       commit=known["commit"], scale=known["scale"]), indent=1)
    session.folder.mkdir(parents=True, exist_ok=True)
    (session.folder / "verdicts.json").write_text(text + "\n", encoding="utf-8")
    return claims, found


def _of_papers(session: Session) -> dict[str, list[dict[str, Any]]]:
    """The tidy tables without the series that a user added: claims are not about these."""
    return {name: [row for row in rows if row["series"] not in session.added]
            for name, rows in session.tables().items()}


def _keep(args: argparse.Namespace) -> int:
    session = _session(args)
    stored = _module("plan.stored")
    for figure in map(session.catalogue.figure, args.ids):
        rows = [row for row in _module("plan.kinds").rows(session, figure) if row["series"] not in session.added]
        path = stored.write(figure.id, session.scale.name, rows, *run_summary.for_storing(session, figure, rows))
        print(path)
    return 0


def _redo(args: argparse.Namespace) -> int:
    stored, gallery = _module("plan.stored"), _module("show.gallery")
    session = _session(args)
    names = args.ids or stored.figures()
    scales = {stored.read(session.catalogue.figure(name).id)[0]["scale"] for name in names}
    if len(scales) > 1:
        raise UsageError(f"these figures are of the scales {', '.join(sorted(scales))}; redo one scale at a time")
    folder = args.out.absolute() / "redone"
    redone = gallery.redo(session.catalogue, names, folder, args.ours)
    machines = data.load().scales[scales.pop()].machines if scales else {}
    print(gallery.summary(redone, gallery.judged(session.resolved(), redone, session.builds.met, machines)))
    return 0


def _gallery(args: argparse.Namespace) -> int:
    session = _session(args)
    print(_module("show.gallery").page(session.catalogue, args.to, args.link))
    return 0


def _verdicts(args: argparse.Namespace) -> int:
    session = _session(args)
    of = {claim.id: re.split(r"\W+", claim.paper) for claim in _module("judge.claims").load()}
    papers = sorted({name for names in of.values() for name in names if name})
    if args.paper and args.paper not in papers:
        raise UsageError(f"--paper={args.paper}: it is one of {', '.join(papers)}")
    _, found = _judged(session)
    if args.paper:
        wanted = {name for name, names in of.items() if args.paper in names}
        found = [verdict for verdict in found if verdict.id in wanted]
    if args.format == "json":
        print((session.folder / "verdicts.json").read_text(encoding="utf-8"), end="")
    else:
        print(_module("judge.verdicts").render(found, args.format))
    return 0


def _report(args: argparse.Namespace) -> int:
    session = _session(args)
    claims, found = _judged(session)
    report = _module("show.report")
    tables, resolved = session.tables(), session.resolved()
    drawn = pictures.of(session, list(session.catalogue.figures.values()))
    drawn["answer"] = pictures.answer(session, resolved, tables)
    pages = session.folder / "report-pages"
    facts = run_summary.of(session, tables) | {"added": _added(session, tables)}
    report.write(resolved, claims, found, drawn, facts, pages)
    command = [_SITE, "--pages", pages, "--out", args.site or session.folder / "report"]
    return subprocess.run([*command, *(["--check"] if args.check else [])], check=False).returncode


def _added(session: Session, tables: dict[str, list[dict[str, Any]]]) -> list:
    """What the runs say about series that the user added; all comparisons are written as CSV."""
    show = _module("show.added_series")
    found = show.compare(tables, session.catalogue, session.added, session.scale.machines)
    for each in found:
        if each.pairs:
            show.write_csv(each, session.folder / "charts" / f"added-{each.series}-{each.source}.csv")
    return found


def _claims(args: argparse.Namespace) -> int:
    findings, of_papers = _module("show.findings"), _module("show.findings_claims")
    if args.paper not in of_papers.PAPERS:
        raise UsageError(f"{args.paper} is none of the papers; there are {', '.join(of_papers.PAPERS)}")
    data = findings.read(_FINDINGS)
    print(of_papers.sections(_module("judge.outcome").from_json(data), args.paper), end="")
    return 0


def _findings(args: argparse.Namespace) -> int:
    session = _session(args)
    claims, _ = _judged(session)
    found = json.loads((session.folder / "verdicts.json").read_text(encoding="utf-8"))
    findings = _module("show.findings")
    kept = args.update.with_suffix(".json")
    if kept.exists():
        earlier = findings.read(kept)
        if args.keep:
            again = _module("judge.kept").Again(claims, session.catalogue, session.scale.name)
            found = findings.merged(found, earlier, again)
        found = findings.in_words_of(found, earlier)
    findings.update(args.update, found)
    kept.write_text(findings.to_text(found), encoding="utf-8")
    print(args.update)
    return 0


def _module(name: str) -> Any:
    """A module of this package that only some commands need."""
    try:
        return importlib.import_module(f"{_PACKAGE}.{name}")
    except ImportError as error:
        raise UserError(f"this needs the module {name}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
