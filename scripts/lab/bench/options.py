"""The command-line flags that describe a sweep, shared by bench and compare."""

from galois_cps.runs import UsageError

from . import commands, spec


def add_sweep_arguments(parser):
    """Adds the flags for axes and for running. None means not given: keep the file's value or the default."""
    axes = parser.add_argument_group(
        "what to run", "every combination is run; lists are comma-separated, flags may be repeated")
    axes.add_argument("--sweep", metavar="FILE", help="a TOML file with the same names; "
                      "flags given beside it override it")
    axes.add_argument("--app", dest="apps", action="append", metavar="NAME",
                      help="application (default sssp-cpu)")
    axes.add_argument("--input", dest="inputs", action="append", metavar="[NAME=]FILE[@FLAG,...]",
                      help="graph; flags after @ apply to it, e.g. road.gr@--startNode=7; a program "
                      "that makes its input has flags alone, e.g. small=@--n=30")
    axes.add_argument("--wl", dest="worklists", action="append", metavar="NAME",
                      help="worklist (default smq-bucket, or receiver for programs that fork and join; "
                      "sssp-cpu --wl=help lists them); all, or "
                      "ordered: those with priorities; -NAME leaves one out again, e.g. all,-mq")
    axes.add_argument("--algo", dest="algos", action="append", metavar="NAME",
                      help="algorithm (default worklist; dijkstra is the sequential reference, limit the bound)")
    axes.add_argument("--threads", "-t", dest="threads", action="append", metavar="N",
                      help="thread counts (default 1)")
    axes.add_argument("--param", dest="params", action="append", metavar="[WL:]NAME=V,V",
                      help="a worklist flag and the values to try, for one worklist or for all")
    axes.add_argument("--flag", dest="flags", action="append", metavar="--NAME=VALUE",
                      help="passed to every run, e.g. --flag=--startNode=7")
    how = parser.add_argument_group("how to run it")
    how.add_argument("--bin", metavar="DIR", help="where the programs are (default build/bin)")
    how.add_argument("--preset", metavar="NAME", help="take the programs from build/NAME/bin, such as "
                     "virtual; their results are labelled build=NAME")
    how.add_argument("--jobs", type=int, metavar="N", help="runs side by side, for simulated machines "
                     "only, whose time the others do not change (default 1)")
    how.add_argument("--repeats", type=int, metavar="N", help="measured rounds (default 5)")
    how.add_argument("--warmup", type=int, metavar="N", help="first rounds, which are left out of all "
                     "statistics (default 1)")
    how.add_argument("--seed", type=int, metavar="N", help="order within the rounds (default 1)")
    how.add_argument("--vary-seed", action="store_true", default=None, help="round r runs with "
                     "--seed=r: for simulated machines, where equal seeds repeat a run exactly")
    how.add_argument("--timeout", type=float, metavar="S", help="seconds a run may take (default 600)")
    how.add_argument("--verify", choices=spec.VERIFY_CHOICES,
                     help="which runs check their answer in full: the first of each configuration "
                     "(default), all, never; answers are compared with each other in any case")


def sweep_from(args, default_bin):
    """The Sweep that the arguments describe. Flags override the values of its file."""
    sweep = spec.load_toml(args.sweep) if args.sweep else spec.Sweep()
    given = {name: _split(getattr(args, name)) for name in ("apps", "worklists", "algos")
             if getattr(args, name) is not None}
    if args.inputs is not None:
        given["inputs"] = [spec.parse_input(text) for text in args.inputs]
    if args.threads is not None:
        given["threads"] = [_count(text) for text in _split(args.threads)]
    if args.flags is not None:
        given["flags"] = args.flags
    if getattr(args, "commands", None) is not None:
        given["commands"] = dict(commands.parse(text) for text in args.commands)
    if getattr(args, "counters", None) is not None:
        given["counters"] = args.counters
    for name in ("bin", "preset", "jobs", "repeats", "warmup", "seed", "timeout", "verify",
                 "vary_seed"):
        if getattr(args, name) is not None:
            given[name] = getattr(args, name)
    if args.bin and args.preset:
        raise UsageError("--bin and --preset both say where the programs are; give one")
    if args.bin or args.preset:
        given |= {"bin": args.bin or "", "preset": args.preset or ""}
    for name, value in given.items():
        setattr(sweep, name, value)
    sweep.sweeps = [{name: value for name, value in table.items() if name not in given}
                    for table in sweep.sweeps]
    for table in sweep.sweeps:
        if "params" in table:
            table["params"] = {name: dict(value) if isinstance(value, dict) else value
                               for name, value in table["params"].items()}
    for text in args.params or []:
        for params in [sweep.params, *(table["params"] for table in sweep.sweeps
                                       if "params" in table)]:
            spec.parse_param(text, params)
    if not sweep.bin and not all(part.preset for part in sweep.parts()):
        sweep.bin = default_bin
    return sweep


def _split(texts):
    return [part for text in texts for part in text.split(",") if part]


def _count(text):
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"thread count {text!r} is not a whole number") from None
