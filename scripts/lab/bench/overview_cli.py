"""Compares all configurations of a result file with a reference: relative time, speed-up, wasted work."""

import os
import sys

from galois_cps.charts import overview, plain_svg
from galois_cps.runs import UserError, groups, results, tables

from . import compare_cli, program


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="overview", description=__doc__)
    parser.add_argument("file", help="a result file of scripts/bench")
    parser.add_argument("--b", default=compare_cli.SEQUENTIAL, metavar="SELECTION",
                        help="the reference (default: the fastest sequential algorithm)")
    parser.add_argument("--title", default="", help="title of the chart")
    parser.add_argument("--csv", metavar="FILE")
    parser.add_argument("--plot", metavar="NAME", help="draw the table: NAME.svg, and NAME.png where there "
                        "is matplotlib")
    parser.add_argument("--format", choices=tables.FORMATS, default="text", help="format of the table")
    args = parser.parse_args(argv)
    return program.guarded("overview", lambda: _run(args))


def _run(args):
    program.keep_apart([args.file], [args.csv, *program.pictures(args.plot)])
    every = groups.group(results.read(args.file))
    if not every:
        raise UserError(f"{args.file} has no measured run")
    compare_cli.check_same_answers(every)
    if args.b == compare_cli.SEQUENTIAL:
        reference = [compare_cli.fastest(compare_cli.sequential(every))]
    else:
        reference = groups.select(every, groups.parse_selection(args.b))
    if len(reference) != 1:
        raise UserError(f"--b {args.b} takes {len(reference)} configurations; the reference is one")
    table = overview.table(every, reference[0])
    print(table.render(args.format))
    if args.csv:
        table.write_csv(args.csv)
    if args.plot:
        os.makedirs(os.path.dirname(os.path.abspath(args.plot)), exist_ok=True)
        if program.has_matplotlib():
            from galois_cps.charts import plots  # matplotlib takes half a second to load
            plots.relative(every, reference[0], args.plot, args.title)
        else:
            plain_svg.relative(every, reference[0], f"{args.plot}.svg", args.title)
    return 0


if __name__ == "__main__":
    sys.exit(main())
