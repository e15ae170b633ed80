"""What a sweep runs: the axes, their product, and where they come from (a TOML file or flags)."""

import dataclasses
import difflib
import itertools
import os
import pathlib
import tomllib

from galois_cps.runs import UsageError, UserError

from . import applications, commands, ranks

# Algorithms that run on one thread and have no worklist: those axes do not apply to them.
SEQUENTIAL_ALGOS = ("dijkstra", "radix-heap", "buckets", "peeling", "greedy", "union-find", "tarjan")
# Algorithms without a worklist that run on several threads; parameters can be given for each.
PARALLEL_ALGOS = ("delta-stepping", "limit", "rounds", "sampling", "proposals")
# Schedulers of programs that fork and join under which they run on one thread.
SEQUENTIAL_WORKLISTS = ("serial",)
# Programs that make their input instead of reading a graph. They have no choice of algorithms.
WITHOUT_GRAPH = tuple(applications.fork_join("cpu"))
# Programs that read a graph or, without one, make it. They have no choice of algorithms either.
MAYBE_GRAPH = tuple(applications.fork_join("graphs"))
# The algorithm that every application runs when none is named.
DEFAULT_ALGO = "worklist"
VERIFY_CHOICES = ("first", "all", "never")
# Keys of a file that a plan has once, for all of its sweeps.
_ONCE = ("sweeps", "bin", "repeats", "warmup", "seed", "timeout", "verify", "vary_seed", "jobs",
         "counters")
# Values may begin a path with this, which stands for the folder scripts/ of this tree. So results do not
# depend on where the tree is.
_SCRIPTS = "@scripts/"
# Flags that the sweep itself sets; giving them by hand would contradict an axis.
_OWN_FLAGS = ("json", "wl", "t", "threads", "algo", "runs", "verify", "noverify")


@dataclasses.dataclass(frozen=True)
class Input:
    """A graph: its label in results, its file, and its flags, such as the source. What a program makes
    itself has flags that say what, and no file. With `app`, only that application runs on it."""

    label: str
    path: str
    flags: tuple[str, ...] = ()
    app: str = ""


@dataclasses.dataclass(frozen=True)
class Config:
    """One point of the sweep: everything that decides what a run does, except the round."""

    app: str
    input: Input
    algo: str
    wl: str
    params: tuple[tuple[str, str], ...]
    threads: int
    build: str
    flags: tuple[str, ...]

    def dims(self):
        """Name -> value of each axis, with the names that selections and tables use."""
        dims = {"build": self.build, "app": self.app, "input": self.input.label, "algo": self.algo}
        dims |= {"wl": self.wl, "threads": str(self.threads)}
        dims = {name: value for name, value in dims.items() if value}
        return dims | dict(self.params)

    @property
    def key(self):
        """A line that identifies this configuration in results and messages."""
        parts = [f"{name}={value}" for name, value in self.dims().items()]
        return " ".join(parts + list(self.input.flags) + list(self.flags))

    @property
    def program(self):
        """Where the sweep keeps the binary."""
        return self.build, self.app

    @property
    def problem(self):
        """The problem of a run; the answers of all runs of one problem are compared."""
        return " ".join([self.app, self.input.label, *self.input.flags, *self.flags])

    def command(self, bin_dir, json_file, verify, seed=None):
        """The argument vector of one run, with the record written to json_file."""
        argv = [os.path.join(bin_dir, self.app)]
        if self.input.path:
            argv.append(self.input.path)
        if ranks.runs_on(self.build, self.app):
            argv = ranks.command(self.build, argv[0], self.params, self.threads,
                                 (*argv[1:], *self.input.flags, *self.flags))
            return self._ended(argv, json_file, verify, seed)
        if self.algo and self.algo != DEFAULT_ALGO:
            argv.append(f"--algo={self.algo}")
        if self.wl:
            argv.append(f"--wl={self.wl}")
        argv += [f"--{name}={value}" for name, value in self.params]
        argv += [f"-t={self.threads}", *self.input.flags, *self.flags]
        return self._ended(argv, json_file, verify, seed)

    @staticmethod
    def _ended(argv, json_file, verify, seed):
        """The argument vector with what all programs have."""
        if seed is not None:
            argv.append(f"--seed={seed}")
        if not verify:
            argv.append("-noverify")
        scripts = f"{pathlib.Path(__file__).resolve().parents[2]}/"
        return [word.replace(_SCRIPTS, scripts) for word in argv] + [f"--json={json_file}"]


@dataclasses.dataclass
class Sweep:
    """The axes of a sweep and how it is run. Every field has the name that the TOML file uses.

    With `sweeps` it is a plan of several sweeps, which share rounds, order and result file. Each is a
    table of the fields in which it differs from this one. `preset` names a folder build/PRESET/bin
    with the programs, in place of `bin`.
    """

    apps: list = dataclasses.field(default_factory=lambda: ["sssp-cpu"])
    inputs: list = dataclasses.field(default_factory=list)
    worklists: list = dataclasses.field(default_factory=list)  # none: see schedulers()
    algos: list = dataclasses.field(default_factory=lambda: [DEFAULT_ALGO])
    threads: list = dataclasses.field(default_factory=lambda: [1])
    params: dict = dataclasses.field(default_factory=dict)
    flags: list = dataclasses.field(default_factory=list)
    commands: dict = dataclasses.field(default_factory=dict)
    bin: str = ""
    preset: str = ""
    sweeps: list = dataclasses.field(default_factory=list)
    jobs: int = 1
    repeats: int = 5
    warmup: int = 1
    seed: int = 1
    timeout: float = 600.0
    counters: bool = False
    verify: str = "first"
    vary_seed: bool = False

    def parts(self):
        """The sweeps of the plan: those of `sweeps`, or this one alone."""
        return [dataclasses.replace(self, sweeps=[], **table) for table in self.sweeps] or [self]

    def schedulers(self):
        """The worklists, or without any the one that is usual for the programs."""
        forks = all(app in WITHOUT_GRAPH + MAYBE_GRAPH for app in self.apps)
        return self.worklists or ["receiver" if forks else "smq-bucket"]

    def graphs(self):
        """The inputs of all parts."""
        return list(dict.fromkeys(graph for part in self.parts() for graph in part.inputs))

    def presets(self):
        """The presets of all parts that name one."""
        return sorted({part.preset for part in self.parts() if part.preset})

    def configs(self, builds=("",)):
        """All configurations, each once, in the order of parts and axes. Those of a part with a
        preset have its name as their build."""
        self.check()
        found = {}
        for part in self.parts():
            for config in part._configs((part.preset,) if part.preset else builds):
                found.setdefault(config.key, config)
            for config in commands.configs(part.commands, part.apps, part._inputs(), part.threads):
                found.setdefault(config.key, config)
        return list(found.values())

    def _configs(self, builds):
        axes = itertools.product(builds, self.apps, self._inputs(), self.algos)
        for build, app, graph, algo in axes:
            if graph.app not in ("", app):
                continue
            if app in WITHOUT_GRAPH + MAYBE_GRAPH:
                algo = ""
            for wl, params, threads in self._scheduling(algo):
                yield Config(app, graph, algo, wl, params, threads, build, tuple(self.flags))

    def _inputs(self):
        """The inputs; what programs without a graph make by default, if none is named."""
        return self.inputs or [Input("default", "")]

    def _scheduling(self, algo):
        """The (worklist, parameters, threads) that an algorithm runs under."""
        if algo in SEQUENTIAL_ALGOS:
            yield "", (), 1
            return
        worklists = [algo] if algo in PARALLEL_ALGOS else self.schedulers()
        for wl in worklists:
            mine = {}
            for name, value in self.params.items():
                if isinstance(value, dict):
                    mine |= value if name == wl else {}
                else:
                    mine[name] = value
            names = sorted(mine)
            for values in itertools.product(*(_as_list(mine[name]) for name in names)):
                params = tuple((name, str(value)) for name, value in zip(names, values))
                for threads in [1] if wl in SEQUENTIAL_WORKLISTS else self.threads:
                    yield "" if wl == algo else wl, params, threads

    def seed_of(self, item):
        """The seed that a planned run is given, or None for the program's own."""
        return item.repeat + 1 if self.vary_seed else None

    def check(self):
        """Raises UsageError on a value that no sweep can have."""
        for part in self.parts():
            part._check()
        for one, other in itertools.combinations(self.graphs(), 2):
            if one.label == other.label and one.path != other.path:
                raise UsageError(f"{one.label} is {one.path} in one sweep and {other.path} in another; "
                                "name them apart")

    def _check(self):
        reading = [app for app in self.apps if app not in WITHOUT_GRAPH + MAYBE_GRAPH]
        if not self.inputs and reading:
            raise UsageError("no input given; name a graph with --input FILE, or inputs = [...]")
        for graph in self.inputs:
            label = graph.label
            if graph.app and graph.app not in self.apps:
                raise UsageError(f"input {label} is for {graph.app}, which is not among the apps: "
                                + ", ".join(self.apps))
            apps = [graph.app] if graph.app else self.apps
            for app in apps:
                if graph.path and app in WITHOUT_GRAPH:
                    raise UsageError(f"{app} makes its input and reads no graph; name it without a "
                                    f"file: --input {label}=@FLAG")
                if not graph.path and app not in WITHOUT_GRAPH + MAYBE_GRAPH:
                    raise UsageError(f"input {label} has no file, and {app} reads a graph; name it: "
                                    f"--input {label}=FILE")
            same = [each for each in self.inputs if each.label == label
                    and (each.app == graph.app or "" in (each.app, graph.app))]
            if len(same) > 1:
                raise UsageError(f"two inputs are called {label}; name them apart: --input NAME=FILE")
        for name, least in (("repeats", 1), ("warmup", 0), ("jobs", 1)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < least:
                raise UsageError(f"{name} is {value!r}; it is a whole number, at least {least}")
        for count in self.threads:
            if not isinstance(count, int) or count < 1:
                raise UsageError(f"threads has {count!r}; thread counts are whole numbers from 1")
        if self.timeout <= 0:
            raise UsageError(f"timeout is {self.timeout}; it is a positive number of seconds")
        if self.verify not in VERIFY_CHOICES:
            raise UsageError(f"verify is {self.verify!r}; it is one of {', '.join(VERIFY_CHOICES)}")
        known = {*self.schedulers(), *(algo for algo in self.algos if algo in PARALLEL_ALGOS)}
        for name, value in self.params.items():
            if isinstance(value, dict) and name not in known:
                raise UsageError(f"parameters for {name}, which is not among the worklists: "
                                + ", ".join(self.schedulers()))
        if self.vary_seed and ("seed" in self.params or any(
                flag.lstrip("-").startswith("seed=") for flag in self.flags)):
            raise UsageError("a seed is given, and --vary-seed gives each round its own; drop one")
        for flag in [*self.flags, *(flag for graph in self.inputs for flag in graph.flags)]:
            name = flag.lstrip("-").partition("=")[0]
            if not flag.startswith("-"):
                raise UsageError(f"{flag!r} is not a flag; write it as --name=value")
            if name in _OWN_FLAGS:
                raise UsageError(f"{flag} is set by the sweep itself (axes and --verify, --repeats)")


def parse_input(text, folder="."):
    """An Input from `[NAME=]FILE[@FLAG,FLAG...]`, FILE relative to folder; NAME defaults to its stem.
    `NAME=@FLAG,...` has no file."""
    place, _, flags = text.partition("@")
    name, equals, path = place.partition("=")
    if not equals:
        name, path = "", place
    if not name and not path:
        raise UsageError(f"the input {text!r} has no file; use --input [NAME=]FILE[@FLAG,...]")
    return make_input(path, name, tuple(flag for flag in flags.split(",") if flag), folder)


def make_input(path, name="", flags=(), folder=".", app=""):
    """An Input with its path, if it has one, made absolute and its label filled in."""
    if path:
        path = os.path.expanduser(os.path.expandvars(path))
        path = os.path.abspath(os.path.join(folder, path))
    label = name or pathlib.Path(path).name.split(".")[0]
    if any(char.isspace() or char in ",=" for char in label):
        raise UsageError(f"the input's name {label!r} has a space, comma or '='; use --input NAME=FILE")
    return Input(label, path, tuple(flags), app)


def parse_param(text, into):
    """Adds `[WL:]NAME=V1,V2,...` to a params table."""
    head, equals, values = text.partition("=")
    wl, colon, name = head.rpartition(":")
    if not equals or not name or not values:
        raise UsageError(f"parameter {text!r} is not of the form [WORKLIST:]NAME=VALUE[,VALUE...]")
    table = into.setdefault(wl, {}) if colon else into
    table[name.lstrip("-")] = values.split(",")


def load_toml(path):
    """A Sweep from a TOML file; relative paths in it start at the file's own folder."""
    try:
        data = tomllib.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:  # not TOML, or no text
        raise UsageError(f"{path} is not TOML: {error}") from error
    folder = os.path.dirname(os.path.abspath(path))
    sweep = Sweep(**_fields(path, data, folder))
    known = [field.name for field in dataclasses.fields(Sweep) if field.name not in _ONCE]
    sweep.sweeps = [_fields(f"{path}: [[sweeps]] {number}", table, folder, known)
                    for number, table in enumerate(sweep.sweeps, 1)]
    if sweep.bin and sweep.preset:
        raise UsageError(f"{path}: bin and preset both say where the programs are; name one")
    if sweep.bin:
        sweep.bin = os.path.join(folder, os.path.expanduser(sweep.bin))
    return sweep


def _fields(path, table, folder, known=()):
    """Checked values of the fields of a Sweep. `known` are the keys that may be there, if not all."""
    if not isinstance(table, dict):
        raise UsageError(f"{path}: {table!r} is no table; write [[sweeps]]")
    fields = {field.name: field for field in dataclasses.fields(Sweep)}
    known = known or list(fields)
    found = {}
    for name, value in table.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = ("; the whole plan has one" if name in fields else
                    f"; did you mean {near[0]}?" if near else f"; known: {', '.join(known)}")
            raise UsageError(f"{path}: unknown key {name}{hint}")
        wanted = type(getattr(Sweep(), name))
        if wanted is list:
            value = _as_list(value)
        elif wanted is float and isinstance(value, int):
            value = float(value)
        if not isinstance(value, wanted) or isinstance(value, bool) != (wanted is bool):
            raise UsageError(f"{path}: {name} is {value!r}; expected a {wanted.__name__}")
        found[name] = value
    if "inputs" in found:
        found["inputs"] = [_toml_input(path, entry, folder) for entry in found["inputs"]]
    return found


def _toml_input(path, entry, folder):
    if isinstance(entry, str):
        return parse_input(entry, folder)
    if not isinstance(entry, dict):
        raise UsageError(f"{path}: an input is a file or a table; this one is {entry!r}")
    unknown = set(entry) - {"name", "path", "flags", "app"}
    if unknown or not ("path" in entry or "name" in entry):
        raise UsageError(f"{path}: an input has path, name, flags and app; this one has {sorted(entry)}")
    return make_input(entry.get("path", ""), entry.get("name", ""), _as_list(entry.get("flags", [])),
                      folder, entry.get("app", ""))


def _as_list(value):
    return value if isinstance(value, list) else [value]
