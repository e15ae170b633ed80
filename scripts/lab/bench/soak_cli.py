"""soak: random combinations of application, worklist, its parameters, graph, question, threads and
seed, one after the other, each with its answer checked in full, until the time is up.

Besides the program's own check, all runs of one problem must give the same answer, whatever the
worklist and the threads. A failure is printed with the command that repeats it, and the log has one
JSON object per run. The exit status is 1 if anything failed. Equal --seed values give the same
combinations.

  scripts/soak --minutes=30
  scripts/soak --minutes=5 --app sssp-cpu --wl smq,obim --threads 2,16
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import time

from galois_cps.runs import UserError

from . import applications, policies, program, runner

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARED = pathlib.Path(os.environ.get("GALOIS_SHARED_INPUTS", ROOT.parent / "shared" / "inputs"))

# How applications are asked a question, others without flags; {node} is a random node of the graph.
QUESTIONS = {
    "sssp-cpu": (["--startNode={node}"], ["--startNode={node}", "--distance-bits=64"]),
    "bfs-cpu": (["--startNode={node}"],),
    "astar-cpu": (["--startNode={node}", "--target={node}", "--heuristic=none"],),
    "mst-cpu": ([], ["--algo=boruvka"]),
    "pagerank-cpu": ([], ["--priority=detailed"]),
    "color-cpu": ([], ["--algo=parallel-greedy"]),
    "components-cpu": ([], ["--algo=sampling"]),
}
# Applications whose answer depends on the schedule.
MANY_ANSWERS = {"pagerank-cpu", "color-cpu"}

# name: arguments of graph-gen. Small, so that there are many runs.
GENERATED = {
    "road": ["road", "--nodes=50000"],
    "grid": ["grid", "--size=200x200"],
    "long": ["grid", "--size=20000x2"],
    "rmat": ["rmat", "--scale=13", "--symmetrize", "--remove-loops", "--remove-duplicates"],
    "loops": ["rmat", "--scale=11", "--edge-factor=8"],
    "uniform": ["uniform", "--nodes=20000", "--edge-factor=4"],
    "zeros": ["uniform", "--nodes=5000", "--weights=uniform:0:2"],
}
REAL = ("road/osm_liechtenstein.gr.xz", "road/osm_amsterdam.gr.xz", "road_usa_topology/NY.gr.xz")

# Values that are tried besides the default, for worklists that have the flag.
PARAMETERS = {
    "steal-prob": ("1/1", "1/2", "1/64"), "steal-size": ("1", "4", "256"), "own-batch": ("1", "64"),
    "heap-arity": ("2", "8"), "chunk": ("1", "16", "256"), "numa-weight": ("1", "64", "auto"),
    "stickiness": ("1", "16"), "batch": ("1", "32"), "mbq-buckets": ("128", "1024"),
    "minnow-helpers": ("1", "2"), "hdcps-interval": ("50",), "lmf": ("4",), "delta": ("0", "6", "16"),
}
# Without priorities, or with such that are nearly all equal, a run takes up to a thousand times as many
# tasks; so it does where pagerank's finest priorities are not rounded by the worklist as it sees fit.
SLOW = {"chunk-lifo", "chunk-fifo", "pd-recv", "pd-send", "chase-lev"}
COARSE = "--delta=16"
FINEST = "--priority=detailed"
SLOW_NODES = 6000


def parse(argv):
    parser = program.Parser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, metavar="M", help="length of the soak in minutes (default 30)")
    parser.add_argument("--runs", type=int, default=None, metavar="N", help="also stop after N runs")
    parser.add_argument("--bin", default=str(ROOT / "build" / "bin"), metavar="DIR",
                        help="where the programs are (default build/bin)")
    parser.add_argument("--app", metavar="NAMES", help="these applications only")
    parser.add_argument("--wl", metavar="NAMES", help="these worklists only")
    parser.add_argument("--threads", "-t", default="1,2,3,16", metavar="N,N",
                        help="thread counts to draw from (default 1,2,3,16)")
    parser.add_argument("--seed", type=int, default=None, metavar="N",
                        help="seed of the combinations (default: from the clock, and printed)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S",
                        help="seconds after which a run counts as hung (default 120)")
    parser.add_argument("--out", default=str(ROOT / "results" / "soak"), metavar="DIR",
                        help="log and generated graphs (default results/soak)")
    args = parser.parse_args(argv)
    if args.minutes <= 0:
        parser.error("--minutes: a positive number of minutes")
    try:
        args.threads = [int(text) for text in args.threads.split(",")]
    except ValueError:
        parser.error("--threads: numbers, separated by commas")
    return args


def chosen(every, wanted, what):
    """The items of `every` that the comma-separated `wanted` names; without it, all."""
    if wanted is None:
        return list(every)
    names = wanted.split(",")
    for name in names:
        if name not in every:
            raise UserError(f"no {what} {name} here; there are {', '.join(every)}")
    return names


def worklists(binary):
    """{worklist: its flags}."""
    return {entry["name"]: [parameter["name"] for parameter in entry["parameters"]]
            for entry in policies.described(binary) or []}


def make(bin_dir, name, *arguments):
    """Runs a program that writes a graph."""
    done = subprocess.run([runner.find_binary(bin_dir, name), *arguments], stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode != 0:
        raise UserError(f"{name} fails: {(done.stderr.strip().splitlines() or ['it says nothing'])[-1]}")


def make_graphs(bin_dir, folder):
    """{name: (path, nodes)} of generated graphs, and of real ones if they are present."""
    folder.mkdir(parents=True, exist_ok=True)
    graphs = {}
    for name, arguments in GENERATED.items():
        path = folder / f"{name}.gr"
        if not path.exists():
            make(bin_dir, "graph-gen", *arguments, str(path), "--quiet")
        graphs[name] = path
    for name in REAL:
        if (SHARED / name).is_file():
            path = folder / (pathlib.Path(name).name.split(".")[0] + ".gr")
            if not path.exists():
                make(bin_dir, "graph-convert", str(SHARED / name), str(path), "--quiet")
            graphs[path.stem] = path
    return {name: (path, nodes_of(path)) for name, path in graphs.items()}


def nodes_of(path):
    """The number of nodes in the header of a .gr file."""
    with open(path, "rb") as file:
        return int.from_bytes(file.read(24)[16:24], "little")


class Soak:
    """Draws random runs, runs them, and records their results."""

    def __init__(self, args):
        self.args = args
        self.rng = random.Random(args.seed)
        built = [name for name in applications.programs(applications.under_worklists())
                 if os.access(os.path.join(args.bin, name), os.X_OK)]
        if not built:
            raise UserError(f"no application in {args.bin}; build them (cmake --preset release && "
                            "cmake --build --preset release) or say where with --bin DIR")
        self.apps = chosen(built, args.app, "application")
        self.flags = worklists(os.path.join(args.bin, self.apps[0]))
        self.worklists = chosen(self.flags, args.wl, "worklist")
        self.graphs = make_graphs(args.bin, pathlib.Path(args.out, "graphs"))
        self.answers = {}
        self.counts = collections.Counter()

    def draw(self):
        """(question, command): a random run, without its record's file."""
        rng = self.rng
        app, worklist = rng.choice(self.apps), rng.choice(self.worklists)
        threads = rng.choice(self.args.threads)
        if app in ("mst-cpu", "color-cpu") or rng.random() < 0.5:
            tune = []
        else:
            tune = [f"--{flag}={rng.choice(PARAMETERS[flag])}" for flag in self.flags[worklist]
                    if flag in PARAMETERS and rng.random() < 0.3]
            tune = [flag for flag in tune if flag != "--minnow-helpers=2" or threads > 1]
        question = rng.choice(QUESTIONS.get(app, ([],)))
        slow = (worklist in SLOW or COARSE in tune
                or (FINEST in question and any(flag.startswith("--delta=") for flag in tune)))
        graph = rng.choice([name for name, (_, nodes) in self.graphs.items() if not slow or nodes <= SLOW_NODES])
        path, nodes = self.graphs[graph]
        # Few nodes are drawn, so that questions come again and answers can be compared.
        ask = [text.format(node=rng.randrange(16) * (nodes // 16)) for text in question]
        command = [os.path.join(self.args.bin, app), str(path), *ask, f"--wl={worklist}", *tune,
                   f"-t={threads}", f"--seed={rng.randrange(1, 10 ** 6)}",
                   "--verify=full"]
        return (app, graph, *ask), command

    def once(self):
        """Runs one combination; returns its line for the log."""
        question, command = self.draw()
        outcome = runner.run(lambda record: [*command, f"--json={record}"], self.args.timeout)
        trouble = outcome.reason
        checksum = outcome.record["answer"]["checksum"] if outcome.record else None
        if not trouble and outcome.record.get("verified") is not True:
            trouble = "not verified"
        if not trouble and question[0] not in MANY_ANSWERS:
            first = self.answers.setdefault(question, (checksum, command))
            if first[0] != checksum:
                trouble = f"answer {checksum}, but {first[0]} from: {runner.replay(first[1])}"
        self.counts[question[0], "failed" if trouble else "right"] += 1
        return {"replay": runner.replay(command), "wall_s": round(outcome.wall_s, 3),
                "checksum": checksum, "trouble": trouble, "stderr": outcome.stderr if trouble else ""}

    def table(self):
        lines = [f"{'application':14} {'right':>8} {'failed':>8}"]
        for app in self.apps:
            lines.append(f"{app:14} {self.counts[app, 'right']:8} {self.counts[app, 'failed']:8}")
        return "\n".join(lines)


def main(argv=None):
    args = parse(argv)
    return program.guarded("soak", lambda: run(args), advice="")


def run(args):
    """Soaks until the time is up; returns the exit status."""
    if args.seed is None:
        args.seed = time.time_ns() % 10 ** 9
    soak = Soak(args)
    log_path = pathlib.Path(args.out, "log.jsonl")
    print(f"seed {args.seed}, log {log_path}", flush=True)
    end, shown, runs, failed = time.monotonic() + 60 * args.minutes, time.monotonic(), 0, 0
    with open(log_path, "a", encoding="utf-8") as log:
        try:
            while time.monotonic() < end and runs != args.runs:
                line = soak.once()
                log.write(json.dumps(line) + "\n")
                log.flush()
                runs += 1
                if line["trouble"]:
                    failed += 1
                    print(f"FAILED: {line['trouble']}\n    {line['replay']}\n    {line['stderr']}", flush=True)
                if time.monotonic() - shown > 60:
                    shown = time.monotonic()
                    print(f"{runs} runs, {failed} failed, {(end - shown) / 60:.0f} min left", flush=True)
        except KeyboardInterrupt:
            print("interrupted")
    print(soak.table())
    print(f"{runs} runs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
