"""Finds parameters of worklist policies that are faster than the defaults on one graph."""

import argparse
import difflib
import os
import re
import sys

from galois_cps.runs import UsageError, UserError, results, tables, values, whole_file
from lab.bench import bench_cli, program, runner, spec

from . import halving, output, search, space, survey
from .apps import APPS, App
from .evaluate import Programs, command, fields
from .journal import Journal

_EPILOG = """\
The reference is the default configuration of the first policy. Random configurations are compared
with it in interleaved rounds, each on another source, and after some rounds the better half goes
on. The last two run against the reference on sources that were not used before. The file has the
best if the whole interval of its ratio shows a gain, else the reference. Programs read it with
--wl-config=FILE.

  scripts/tune sssp road.gr --wl obim --threads 2 --budget 10m --out tuned.json
  build/bin/sssp-cpu road.gr --wl-config=tuned.json -t=2

The same command goes on after an interruption. Exit status: 0 the file is written, 1 a run of the
reference failed or two answers differ, 2 wrong usage, 130 interrupted.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="tune", description=__doc__, epilog=_EPILOG)
    parser.add_argument("app", choices=list(APPS), help="what to compute: " + ", ".join(APPS),
                        metavar="APP")
    parser.add_argument("graph", metavar="GRAPH", help="the graph to tune for")
    parser.add_argument("--wl", metavar="NAMES", default="",
                        help="policies, separated by commas; the first one's default is the "
                        "reference (default: the program's own)")
    parser.add_argument("--threads", "-t", type=int, default=len(os.sched_getaffinity(0)),
                        metavar="N", help="number of threads (default: all cores)")
    parser.add_argument("--budget", default="10m", metavar="TIME",
                        help="time for all runs, such as 90s, 10m or 1h30m (default 10m)")
    parser.add_argument("--out", default="tuned.json", metavar="FILE",
                        help="the configuration (default tuned.json)")
    parser.add_argument("--runs", metavar="FILE",
                        help="the runs, as JSON lines (default: --out with the suffix .jsonl)")
    parser.add_argument("--fresh", action="store_true", help="begin anew; what is in --runs is then in FILE.old")
    parser.add_argument("--bin", default=bench_cli.default_bin(), metavar="DIR",
                        help="where the programs are (default build/bin)")
    parser.add_argument("--flag", dest="flags", action="append", default=[],
                        metavar="--NAME=VALUE", help="passed to every run; one that selects the "
                        "source, such as --flag=--startNode=7, tunes for this source alone")
    parser.add_argument("--seed", type=int, default=1, metavar="N",
                        help="seed of configurations, sources and order (default 1)")
    args = parser.parse_args(argv)
    return program.guarded("tune", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    app = APPS[args.app]
    budget = values.parse_time(args.budget)
    runs = args.runs or os.path.splitext(args.out)[0] + ".jsonl"
    graph = _graph(app, args)
    if os.path.isdir(args.out):
        raise UsageError(f"--out={args.out} is a folder; a file is needed")
    program.keep_apart([graph.path], [args.out, runs])
    path = runner.find_binary(args.bin, app.program)
    known = space.policies(path)
    names = _names(args.wl, known)
    _require_free(args.flags, [parameter for name in names for parameter in known[name]])
    reference = space.Candidate(names[0])
    fingerprint = runner.fingerprint(path)
    settings = {"app": app.name, "input": graph.label, "size": os.path.getsize(graph.path),
                "wl": ",".join(names), "threads": args.threads, "budget": budget,
                "flags": " ".join(args.flags), "seed": args.seed, "build": fingerprint}
    if args.fresh and (aside := results.set_aside(runs)):
        print(f"{runs}: earlier runs are in {aside}", file=sys.stderr)
    journal = Journal(runs, settings)
    try:
        if journal.order:
            print(f"{runs}: {journal.order} runs are there already", file=sys.stderr)
        found = survey.take(
            app, command(args.bin, app.program, graph, reference, args.threads, args.flags),
            args.flags, args.seed, budget, journal,
            fields(app.program, graph, args.threads, reference, fingerprint, settings))
        _warn(args.threads, found)
        result = _search(args, app, graph, known, names, found, journal, budget, fingerprint)
    finally:
        journal.close()
    queries = "the same query" if found.shared else f"{len(found.held_out)} other queries"
    whole_file.write(args.out, output.text(
        f"{app.program} on {os.path.basename(graph.path)}, {args.threads} "
        f"thread{'s'[:args.threads != 1]}", reference, result, queries))
    if result.finals:
        print(output.table(result) + "\n")
    print(output.verdict(reference, result, queries))
    print(f"{args.out}: use it with --wl-config={args.out}; the runs are in {runs}")
    return 0


def _search(args: argparse.Namespace, app: App, graph: spec.Input,
            known: dict[str, list[space.Parameter]], names: list[str], found: survey.Survey,
            journal: Journal, budget: float, fingerprint: str) -> search.Result:
    """Draws configurations, as many as the budget allows, and searches among them."""
    reference = space.Candidate(names[0])

    def drawn(per_policy: int) -> list[space.Candidate]:
        own = [space.Candidate(name) for name in names[1:]]
        return own + [candidate for name in names for candidate in space.candidates(
            name, known[name], per_policy, args.seed, found.numa_nodes)]

    assert journal.first is not None
    left = budget - journal.first["bench"]["wall_s"]
    try:
        per_policy, rungs = halving.fit(lambda count: len(drawn(count)), left, found.run_s)
    except UserError:
        journal.discard()  # so that the same command with a greater budget is no other search
        raise
    candidates = drawn(per_policy)
    evaluator = Programs(app, args.bin, fingerprint, graph, args.flags, args.threads, reference,
                         found, journal, budget, args.seed)
    evaluator.meter.note(
        f"{len(candidates)} configurations of {', '.join(names)} against the default of "
        f"{reference.wl}, in {halving.runs(rungs, len(candidates))} runs on "
        f"{len(found.training)} + {len(found.held_out)} queries")
    try:
        return search.run(evaluator, reference, candidates, rungs, args.seed, evaluator.meter.note)
    finally:
        evaluator.meter.close()


def _graph(app: App, args: argparse.Namespace) -> spec.Input:
    """The graph; checks what the command line says about runs."""
    label = re.sub(r"[\s,=]", "_", os.path.basename(args.graph).split(".")[0]) or "graph"
    graph = spec.make_input(args.graph, label)
    try:
        spec.Sweep(inputs=[graph], threads=[args.threads], flags=args.flags).check()
    except UserError as error:
        raise UsageError(str(error)) from error
    app.draws(args.flags)  # reports flags that contradict the search
    if not os.path.isfile(graph.path):
        raise UsageError(f"no input file {args.graph}")
    return graph


def _names(text: str, known: dict[str, list[space.Parameter]]) -> list[str]:
    """The policies to tune, each once."""
    names = list(dict.fromkeys(name for name in text.split(",") if name)) or list(known)[:1]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
            raise UsageError(f"--wl={name}: the program has no such policy{hint}")
    return names


def _require_free(flags: list[str], parameters: list[space.Parameter]) -> None:
    """Refuses flags that fix what the search varies."""
    varied = {parameter.name for parameter in parameters} | {"wl-config", "seed"}
    for flag in flags:
        if flag.lstrip("-").partition("=")[0] in varied:
            raise UsageError(f"{flag} is set by the search itself; leave it out")


def _warn(threads: int, found: survey.Survey) -> None:
    """Says what makes times of this machine doubtful. Virtual times never are."""
    cores = len(os.sched_getaffinity(0))
    if found.simulated:
        return
    if found.time_s < bench_cli.SHORT_S:
        print(f"warning: runs take {tables.pretty_seconds(found.time_s)}, and at least "
              f"{tables.pretty_seconds(bench_cli.SHORT_S)} are needed; take a larger graph",
              file=sys.stderr)
    if threads > cores:
        print(f"warning: {threads} threads on {cores} cores also measure the system's scheduler",
              file=sys.stderr)
    if os.getloadavg()[0] > cores / 2:
        print(f"warning: other programs keep this machine busy (load {os.getloadavg()[0]:.1f}); "
              "a small gain will not show", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
