"""Ratios of medians with bootstrap confidence intervals."""

import dataclasses
import os
import sys

from galois_cps.runs import UserError, answers, groups, results, stats, tables

from . import bench_cli, options, program, spec, sweep

_EPILOG = """\
Three ways:
  scripts/compare new.jsonl old.jsonl             two result files, matched by configuration
  scripts/compare r.jsonl --b algo=dijkstra       within one file, everything against a reference
  scripts/compare r.jsonl --b sequential          ... against the fastest sequential algorithm
  scripts/compare r.jsonl --a wl=smq,threads=2 --b wl=smq,threads=1
  scripts/compare --build-a build/release/bin --build-b ../old/build/release/bin \\
      --input road.gr --wl smq,obim --out results/ab.jsonl       two builds, measured interleaved

"sequential" stands for the algorithms that run on one thread and have no scheduler. For each input
the fastest one that was measured is the reference.

The ratio is median(A) / median(B): below 1, A is faster. The interval covers 95 % of 10000
bootstrap draws; sides measured in the same rounds are resampled round by round.
"""


SEQUENTIAL = "sequential"


@dataclasses.dataclass
class Pair:
    """A configuration and its reference."""

    a: groups.Group
    b: groups.Group
    ratio: stats.Ratio


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(
        prog="compare", description=__doc__, epilog=_EPILOG)
    parser.add_argument("files", nargs="*", metavar="FILE", help="one or two files of scripts/bench")
    parser.add_argument("--a", metavar="SELECTION", help="NAME=VALUE,...: what is compared "
                        "(default: everything that --b does not take)")
    parser.add_argument("--b", metavar="SELECTION", help="NAME=VALUE,...: the reference, or "
                        f"{SEQUENTIAL}: the fastest sequential algorithm")
    parser.add_argument("--metric", default="time_s", help="what is compared (default time_s), "
                        "e.g. total_s, max_rss_mib, wasted_work, tasks.executed")
    parser.add_argument("--format", choices=tables.FORMATS, default="text", help="format of the table")
    parser.add_argument("--csv", metavar="FILE", help="also write the table as CSV")
    parser.add_argument("--plot", metavar="NAME", help="draw the table: NAME.png and NAME.svg")
    builds = parser.add_argument_group("two builds")
    builds.add_argument("--build-a", metavar="DIR", help="folder of the programs A")
    builds.add_argument("--build-b", metavar="DIR", help="folder of the programs B")
    builds.add_argument("--out", metavar="FILE", default="results/compare.jsonl",
                        help="result file of that sweep (default results/compare.jsonl)")
    options.add_sweep_arguments(parser)
    args = parser.parse_args(argv)
    _require_one_way(parser, args)
    return program.guarded("compare", lambda: _run(args))


def _require_one_way(parser, args):
    """Raises usage errors before anything runs."""
    if bool(args.build_a) != bool(args.build_b):
        parser.error("--build-a and --build-b go together")
    if args.build_a:
        if args.files or args.a or args.b:
            parser.error("two builds are measured afresh; give no FILE, --a or --b beside them")
    elif len(args.files) not in (1, 2):
        parser.error(f"{len(args.files)} files given; it compares one or two, or two builds")
    elif missing := [path for path in args.files if not os.path.exists(path)]:
        parser.error(f"there is no file {missing[0]}")
    elif len(args.files) == 1 and not args.b:
        parser.error("within one file, --b says what the reference is, e.g. --b " + _reference_in(args.files[0]))


def _reference_in(path):
    """A selection that takes some configurations of a file and leaves others."""
    try:
        found = groups.group(results.read(path))
    except UserError:  # what is wrong with the file is said once --b is right
        found = []
    names = groups.varying(found)
    return f"{names[0]}={found[0].dims[names[0]]}" if names else "algo=dijkstra"


def _run(args):
    status = 0
    outputs = [args.csv, *program.pictures(args.plot)]
    program.keep_apart(args.files, outputs)
    if args.build_a:
        plan = options.sweep_from(args, args.build_a)
        if plan.presets():
            raise UserError("two builds are compared, so a preset cannot say which to run; drop it")
        program.keep_apart([args.sweep, *(given.path for given in plan.graphs())],
                           [args.out, *outputs])
        records = sweep.run(plan, {"A": args.build_a, "B": args.build_b}, args.out)
        wanted = {config.key for config in plan.configs(("A", "B"))}
        records = [record for record in records if record["bench"]["key"] in wanted]
        left, right = sides(records, {"build": "A"}, {"build": "B"})
        ignored = {"build"}
        status = bench_cli.report_failures(results.failures(records))
    elif len(args.files) == 2:
        left, right = (groups.group(_read(path)) for path in args.files)
        check_same_answers(left + right)
        a, b = (groups.parse_selection(text) if text else {} for text in (args.a, args.b))
        left, right = groups.select(left, a), groups.select(right, b)
        ignored = set(a) | set(b)
    else:
        a = groups.parse_selection(args.a) if args.a else {}
        b = args.b if args.b == SEQUENTIAL else groups.parse_selection(args.b)
        left, right = sides(_read(args.files[0]), a, b)
        ignored = {*a, "algo"} if b == SEQUENTIAL else set(a) | set(b)
    pairs = match(left, right, ignored, args.metric,
                  fastest if args.b == SEQUENTIAL and len(args.files) == 1 else None)
    shown = table(pairs, args.metric)
    print(shown.render(args.format))
    if args.metric == "time_s":
        for line in bench_cli.short_runs(_each_once(pairs)):
            print(f"note: {line}")
    if args.csv:
        shown.write_csv(args.csv)
    if args.plot:
        from galois_cps.charts import plots  # matplotlib takes half a second to load
        plots.ratios(pairs, args.metric, args.plot)
    return status


def _read(path):
    """A file's records, each with the name of its file."""
    records = results.read(path)
    if not results.successes(records):
        raise UserError(f"{path} has no measured run")
    for record in records:
        record["bench"]["origin"] = os.path.abspath(path)
    failed = results.failures(records)
    if failed:
        print(f"note: {len(failed)} failed runs in {path} are left out", file=sys.stderr)
    return records


def check_same_answers(measured):
    """Raises an error if runs solved different problems, or solved one wrongly."""
    book = answers.AnswerBook()
    for item in measured:
        for record in item.records:
            book.check(record)


def sides(records, a, b):
    """The two groups of one file that selections a and b (a may be empty) pick. SEQUENTIAL as b picks
    the sequential algorithms."""
    every = groups.group(records)
    check_same_answers(every)
    right = sequential(every) if b == SEQUENTIAL else groups.select(every, b)
    left = groups.select(every, a) if a else [item for item in every if item not in right]
    if not left:
        raise UserError("the reference takes every run; nothing is left to compare with it")
    return left, right


def sequential(every):
    """The groups of sequential algorithms; an error if there is none."""
    found = [item for item in every if item.dims.get("algo") in spec.SEQUENTIAL_ALGOS]
    if not found:
        raise UserError("there is no run of a sequential algorithm: "
                        + " or ".join(f"algo={name}" for name in spec.SEQUENTIAL_ALGOS))
    return found


def fastest(candidates, metric="time_s"):
    """The group with the least median."""
    return min(candidates, key=lambda item: item.spread(metric).median)


def match(left, right, ignored, metric, choose=None):
    """Pairs each group of the left with its reference: the one of the right that has the same value
    in every dim outside `ignored`, or else the only one for the same application and input. If there are
    several, `choose` takes one of them."""
    pairs = []
    for item in left:
        candidates = [other for other in right if _agree(item, other, ("app", "input"))]
        names = (set(item.dims) | {name for other in candidates for name in other.dims}) - ignored
        exact = [other for other in candidates if _agree(item, other, names)]
        chosen = exact or candidates
        if not chosen:
            continue
        if choose:
            chosen = [choose(candidates, metric)]
        if len(chosen) > 1:
            apart = ", ".join(groups.varying(chosen))
            raise UserError(f"{len(chosen)} references fit {groups.label(item.dims, item.dims)}; "
                            f"they differ in {apart}: name one in --b")
        ratio = stats.ratio_of_medians(item.values(metric), chosen[0].values(metric))
        pairs.append(Pair(item, chosen[0], ratio))
    if not pairs:
        raise UserError("the two sides have no application and input in common")
    return pairs


def _each_once(pairs):
    """The groups of all pairs; a reference may be in many of them."""
    return list({id(item): item for pair in pairs for item in (pair.a, pair.b)}.values())


def _agree(item, other, names):
    return all(item.dims.get(name) == other.dims.get(name) for name in names)


def table(pairs, metric):
    """The Table of all pairs."""
    every = [pair.a for pair in pairs] + [pair.b for pair in pairs]
    names = groups.varying(every) or ["wl"]
    rows, csv_rows = [], []
    for pair in pairs:
        a, b = (side.spread(metric) for side in (pair.a, pair.b))
        ratio, few = pair.ratio, min(a.n, b.n) < 5
        sides_text = [groups.label(side.dims, names) for side in (pair.a, pair.b)]
        rows.append([*sides_text, tables.pretty(a.median, metric), tables.pretty(b.median, metric),
                     f"{ratio.value:.3f}", f"{ratio.low:.3f} .. {ratio.high:.3f}",
                     f"{a.n}, {b.n}", ratio.verdict_on(metric) + (" (few runs)" if few else "")])
        csv_rows.append([*sides_text, a.median, b.median, ratio.value, ratio.low, ratio.high,
                         a.n, b.n, ratio.verdict_on(metric)])
    header = ["A", "B", f"A {metric}", f"B {metric}", "A/B", "95 % interval", "n", "A is"]
    csv_header = ["a", "b", f"a_median_{metric}", f"b_median_{metric}", "ratio", "ratio_low",
                  "ratio_high", "a_n", "b_n", "verdict"]
    return tables.Table(header, rows, tables.Table(csv_header, csv_rows))


if __name__ == "__main__":
    sys.exit(main())
