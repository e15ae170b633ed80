"""A page about runs: what ran, on which graph, how the answer is spread, where the time went, and what
the scheduler counted."""

import json
import sys

from galois_cps.runs import UserError, node_values, results, ways, whole_file

from . import program

_EPILOG = """\
  build/bin/sssp-cpu cities.csv --startNode=Paris --json=run.json --output=distances.txt
  scripts/report run.json --answer distances.txt -o run.html
  scripts/report results/road.jsonl -o road.html          runs of scripts/bench

The page is one file, with its pictures inside. It needs no network and no server.
"""


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="report", description=__doc__, epilog=_EPILOG)
    parser.add_argument("records", nargs="+", metavar="RECORD", help="what a program wrote with "
                        "--json, or a file of scripts/bench; - is standard input")
    parser.add_argument("-o", "--out", metavar="FILE", required=True, help="the page: FILE.html")
    parser.add_argument("--answer", metavar="FILE", help="what the program wrote with --output, of "
                        "which the page shows the distribution, or GeoJSON of --output-path, which it shows "
                        "on a map")
    parser.add_argument("--title", default="", help="title of the page")
    args = parser.parse_args(argv)
    return program.guarded("report", lambda: _run(args), advice="")


def _run(args):
    program.keep_apart([*args.records, args.answer], [args.out])
    whole_file.require_page(args.out)
    records = [record for path in args.records for record in _read(path)]
    values = _answer(args.answer) if args.answer else None
    if values:
        _require_answer_of(records, values, args.answer)
    from galois_cps.charts import run_page  # matplotlib takes half a second to load
    run_page.write(records, args.out, values, args.title)
    return 0


def _answer(path):
    return ways.read(path) if ways.is_geojson(path) else node_values.read(path)


def _require_answer_of(records, values, path):
    """UserError if a file is the answer of another run than the last, which a page shows."""
    ran = [record for record in records if "failure" not in record and "failure" not in record.get("bench", {})]
    if ran and (wrong := values.contradicts(ran[-1])):
        raise UserError(f"{path} is not the answer of {ran[-1].get('app', 'this run')}: it has {wrong}; give the "
                        "file that --output of the same run wrote")


def _read(path):
    if path != "-":
        return results.read_any(path)
    try:
        found = json.load(sys.stdin)
    except ValueError:
        found = None
    found = found if isinstance(found, list) else [found]
    if not all(isinstance(record, dict) and "schema" in record for record in found):
        raise UserError("standard input is not what a program writes with --json")
    return found


if __name__ == "__main__":
    sys.exit(main())
