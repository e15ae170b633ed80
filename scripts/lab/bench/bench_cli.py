"""Sweeps over applications, inputs, worklists, parameters and threads."""

import collections
import os
import pathlib
import sys

from galois_cps.runs import groups, results, summary, tables, whole_file

from . import options, policies, program, sweep

_ROOT = pathlib.Path(__file__).resolve().parents[3]
# Shorter runs mostly measure the start of threads and the clock.
SHORT_S = 0.01

_EPILOG = """\
Rounds are interleaved: each runs every configuration once, in an order drawn from --seed. Run the
same command again after an interruption and it goes on where it stopped. Exit status: 0 all runs
succeeded and agree, 1 a run failed or two answers differ, 2 wrong usage, which is found before the
first run, 130 interrupted.

  scripts/bench --input road.gr --wl smq,obim --param obim:delta=8,12 --algo worklist,dijkstra \\
      --threads 1,2 --repeats 7 --out results/road.jsonl
  scripts/compare results/road.jsonl --b algo=dijkstra

scripts/bench --suite gap --help: the GAP Benchmark Suite and LDBC Graphalytics, by their own rules.
"""


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(
        prog="bench", description=__doc__, epilog=_EPILOG)
    options.add_sweep_arguments(parser)
    others = parser.add_argument_group("what else to run")
    others.add_argument("--cmd", dest="commands", action="append", metavar="NAME='COMMAND'",
                        help="any other program, in the same rounds: its whole process is timed, and "
                        "its exit status has to be 0; {input} and {threads} stand for the graph and "
                        "the number of threads")
    others.add_argument("--counters", action="store_true", default=None, help="also count cycles, "
                        "instructions, branches and cache misses of each process, by perf stat, "
                        "where the machine has counters")
    report = parser.add_argument_group("results")
    report.add_argument("--out", metavar="FILE", default="results/bench.jsonl",
                        help="JSON lines, appended run by run (default results/bench.jsonl)")
    report.add_argument("--fresh", action="store_true", help="begin anew; what is in --out is then in FILE.old")
    report.add_argument("--csv", metavar="FILE", help="also write the summary table as CSV")
    report.add_argument("--plot", metavar="NAME", help="draw the table: NAME.png and NAME.svg")
    report.add_argument("--plot-scaling", metavar="NAME",
                        help="draw speed-up and wasted work by threads: NAME.png and NAME.svg")
    report.add_argument("--plot-growth", metavar="NAME",
                        help="draw time per edge and memory per node by the size of the graph")
    report.add_argument("--report", metavar="FILE", help="write a page with the table, its charts and "
                        "a run of each configuration: FILE.html, which needs nothing else")
    report.add_argument("--format", choices=tables.FORMATS, default="text", help="format of the table")
    report.add_argument("--dry-run", action="store_true", help="print the commands and stop")
    args = parser.parse_args(argv)
    return program.guarded("bench", lambda: _run(args))


def _run(args):
    program.require_matplotlib(args.plot, args.plot_scaling, args.plot_growth, args.report)
    if args.report:
        whole_file.require_page(args.report)
    plan = options.sweep_from(args, default_bin())
    results.require_file(args.out)
    program.keep_apart(
        [args.sweep, *(given.path for given in plan.graphs())],
        [args.out, args.csv, args.report, *program.pictures(args.plot), *program.pictures(args.plot_scaling),
         *program.pictures(args.plot_growth)])
    builds = {name: preset_bin(name) for name in plan.presets()}
    if not all(part.preset for part in plan.parts()):
        builds[""] = plan.bin
    for part, table in zip(plan.parts(), plan.sweeps or [vars(plan)]):
        table["worklists"] = policies.named(os.path.join(builds[part.preset], part.apps[0]),
                                            part.schedulers())
    records = sweep.run(plan, builds, args.out, dry_run=args.dry_run, fresh=args.fresh)
    if args.dry_run:
        return 0
    wanted = {config.key for config in plan.configs()}
    mine = [record for record in records if record["bench"]["key"] in wanted]
    measured = groups.group(mine)
    if measured:
        table = summary.summary(measured)
        print(table.render(args.format))
        names = sorted({record["bench"]["command"] for record in mine if "command" in record["bench"]})
        if names:
            print(f"note: the time of {', '.join(names)} is that of the whole process, which the "
                  "column process has for all", file=sys.stderr)
        for line in short_runs(measured):
            print(f"warning: {line}", file=sys.stderr)
        if args.csv:
            table.write_csv(args.csv)
        if args.plot:
            from galois_cps.charts import plots  # matplotlib takes half a second to load
            plots.times(measured, args.plot)
        if args.plot_scaling:
            from galois_cps.charts import scaling
            scaling.draw(measured, args.plot_scaling)
        if args.plot_growth:
            from galois_cps.charts import growth
            growth.draw(measured, args.plot_growth)
        if args.report:
            from galois_cps.charts import run_page
            run_page.write(mine, args.report)
    print(f"\n{len(results.successes(mine))} measured runs in {args.out}")
    return report_failures(results.failures(mine))


def default_bin():
    """The release programs of the repository that contains these scripts."""
    return str(_ROOT / "build" / "bin")


def preset_bin(preset):
    """The programs of a preset of the repository that contains these scripts."""
    return str(_ROOT / "build" / preset / "bin")


def short_runs(measured):
    """One line about the configurations whose runs are too short for meaningful times, if there are
    any. Virtual time is exact however short it is."""
    names = groups.varying(measured) or ["wl"]
    medians = {groups.label(item.dims, names): item.median()
               for item in measured if not item.records[0].get("virtual")}
    short = {label: median for label, median in medians.items() if median < SHORT_S}
    if not short:
        return []
    least, most = min(short.values()), max(short.values())
    times = " to ".join(dict.fromkeys(map(tables.pretty_seconds, (least, most))))
    what = next(iter(short)) if len(short) == 1 else \
        f"{len(short)} of {len(measured)} configurations ({next(iter(short))}, ...)"
    return [f"{what}: runs of {times} are too short to compare, at least "
            f"{tables.pretty_seconds(SHORT_S)} are needed; take a larger graph, or another --startNode "
            "if few nodes are reached"]


def report_failures(failed):
    """Prints each failure once, with its configurations, the number of runs and the command that
    repeats it. Returns the exit status."""
    if not failed:
        return 0
    kinds = {}
    for record in failed:
        kinds.setdefault(sweep.complaint(record), []).append(record)
    print(f"\n{len(failed)} {'run' if len(failed) == 1 else 'runs'} failed:", file=sys.stderr)
    for text, records in kinds.items():
        print(f"  {text}", file=sys.stderr)
        counts = collections.Counter(record["bench"]["key"] for record in records)
        for key, count in counts.items():
            print(f"    {key}" + (f" ({count} runs)" if count > 1 else ""), file=sys.stderr)
        print(f"    to repeat it: {records[0]['bench']['replay']}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
