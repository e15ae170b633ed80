"""Compares all configurations of a result file with a reference: relative time, speed-up, wasted work."""

import os
import sys

from lab.records import UserError, groups, results, stats, tables

from . import bench_cli, compare_cli, program


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="overview", description=__doc__)
    parser.add_argument("file", help="a result file of scripts/bench")
    parser.add_argument("--b", default="algo=dijkstra", metavar="SELECTION", help="the reference")
    parser.add_argument("--title", default="", help="title of the chart")
    parser.add_argument("--csv", metavar="FILE")
    parser.add_argument("--plot", metavar="NAME", help="draw the table: NAME.png and NAME.svg")
    parser.add_argument("--format", choices=tables.FORMATS, default="text", help="format of the table")
    args = parser.parse_args(argv)
    return program.guarded("overview", lambda: _run(args))


def _run(args):
    program.keep_apart([args.file], [args.csv, *program.pictures(args.plot)])
    every = groups.group(results.read(args.file))
    if not every:
        raise UserError(f"{args.file} has no measured run")
    compare_cli.check_same_answers(every)
    reference = groups.select(every, groups.parse_selection(args.b))
    if len(reference) != 1:
        raise UserError(f"--b {args.b} takes {len(reference)} configurations; the reference is one")
    header, rows, raw = table(every, reference[0])
    print(tables.render(header, rows, args.format))
    if args.csv:
        tables.write_csv(args.csv, *raw)
    if args.plot:
        from lab.charts import plots  # matplotlib takes half a second to load
        os.makedirs(os.path.dirname(os.path.abspath(args.plot)), exist_ok=True)
        plots.relative(every, reference[0], args.plot, args.title)
    return 0


def table(every, reference):
    """(header, rows for people, (CSV header, CSV rows)), the reference first."""
    names = [name for name in groups.varying(every) if name != "threads"] or ["wl"]
    base = reference.values("time_s")
    alone = {groups.label(item.dims, names): _median(item) for item in every
             if item.dims["threads"] == "1"}
    rows, csv_rows = [], []
    for item in [reference, *(item for item in every if item is not reference)]:
        name, median = groups.label(item.dims, names), _median(item)
        ratio = stats.ratio_of_medians(item.values("time_s"), base)
        waste = bench_cli.wasted_work(item)
        speed_up = alone[name] / median if name in alone else None
        rows.append([
            name, item.dims["threads"], tables.pretty_seconds(median),
            "1" if item is reference else f"{ratio.value:.2f}",
            "" if item is reference else f"{ratio.low:.2f} .. {ratio.high:.2f}",
            f"{speed_up:.2f}" if speed_up else "-", f"{waste:.3f}" if waste else "-", item.verified])
        csv_rows.append([name, item.dims["threads"], median, ratio.value, ratio.low, ratio.high,
                         speed_up or "", waste or "", item.verified])
    label = groups.label(reference.dims, names)
    header = ["scheduler", "threads", "time", f"vs {label}", "95 % interval", "speed-up",
              "wasted work", "verified"]
    csv_header = ["scheduler", "threads", "time_s", "ratio", "ratio_low", "ratio_high", "speed_up",
                  "wasted_work", "verified"]
    return header, rows, (csv_header, csv_rows)


def _median(item):
    return stats.spread(list(item.values("time_s").values())).median


if __name__ == "__main__":
    sys.exit(main())
