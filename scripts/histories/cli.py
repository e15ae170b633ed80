"""Checks the history of a concurrent priority queue: what threads asked of it and what it answered."""

import argparse
import json
import pathlib
import sys

from galois_cps.runs import UsageError
from lab.bench import program

from . import bounds, corpus, history, orders, verdict

_EPILOG = """\
A line of the history is thread,begin,end,operation,priority,value. The operation is push, pop or
empty, which is a pop that found nothing and has no priority and no value. Times are whole numbers
of one clock, smaller priorities are more urgent, and a value is any word that names the item. Lines
of JSON with these names do, too. docs/check-history.md says more, and how to record a history.

  scripts/check-history queue.csv
  scripts/check-history queue.csv --bound=rank:0            # it returns the most urgent item
  scripts/check-history queue.csv --bound=multiqueue:8      # of 8 queues
  scripts/check-history queue.csv --empty=any --thread-order=own --json

Exit status: 0 the history fits what is promised, 1 it does not, 2 wrong usage or no history.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="check-history", description=__doc__, epilog=_EPILOG)
    parser.add_argument("history", nargs="?", metavar="FILE", help="the history; - is standard input")
    parser.add_argument("--empty", choices=list(orders.EMPTY_MEANS), default="item", metavar="MEANING",
                        help="what an empty answer promises: " +
                        "; ".join(f"{name}, {means}" for name, means in orders.EMPTY_MEANS.items()) +
                        " (default item)")
    parser.add_argument("--undrained", action="store_true",
                        help="the threads stopped before the queue was empty, so items that were not "
                        "returned are not lost")
    parser.add_argument("--thread-order", default="", metavar="ORDERS",
                        help="what the queue promises each thread, separated by commas: own, no pop passes "
                        "over a more urgent item of its own thread; fifo, items of one thread and one "
                        "priority come in their order (default: nothing)")
    parser.add_argument("--bound", metavar="BOUND",
                        help="what it promises of rank errors: rank:K, at most K each; mean:M, at most M on "
                        "average; multiqueue:Q,C, the average of Q queues with C choices (2)")
    parser.add_argument("--alpha", type=float, default=0.001, metavar="P",
                        help="a promised average is broken if a history like this has at most this "
                        "probability (default 0.001)")
    parser.add_argument("--show", type=int, default=3, metavar="N", help="examples of each fault (default 3)")
    parser.add_argument("--json", action="store_true", help="print one object of JSON")
    parser.add_argument("--write-corpus", metavar="DIR",
                        help="instead, write histories of right and of wrong queues, each with what is to "
                        "be found in it")
    args = parser.parse_args(argv)
    return program.guarded("check-history", lambda: _run(args), advice="")


def _run(args: argparse.Namespace) -> int:
    if args.write_corpus:
        if args.history:
            raise UsageError("--write-corpus=DIR checks nothing; leave out the history")
        written = corpus.write(pathlib.Path(args.write_corpus))
        print(f"{args.write_corpus}: {written} histories")
        return 0
    if not args.history:
        raise UsageError("give the file of a history (see check-history --help)")
    named = [word for word in args.thread_order.split(",") if word]
    for word in named:
        if word not in orders.THREAD_ORDERS:
            raise UsageError(f"--thread-order={args.thread_order}: is none of {', '.join(orders.THREAD_ORDERS)}")
    if not 0 < args.alpha < 1:
        raise UsageError(f"--alpha={args.alpha:g}: is no probability between 0 and 1")
    promises = verdict.Promises(not args.undrained, args.empty, tuple(named),
                                bounds.parse(args.bound) if args.bound else None, args.alpha)
    found = verdict.judge(history.read(args.history), promises)
    name, most = history.called(args.history), max(0, args.show)
    print(json.dumps(verdict.record(found, name, most)) if args.json else verdict.text(found, name, most))
    return 0 if found.fits else 1


if __name__ == "__main__":
    sys.exit(main())
