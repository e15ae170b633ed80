"""Stand-in programs for the tests of scripts/figures, and a small catalogue that runs them."""

import os
import pathlib
import stat
import sys

from papers.engine import cli
from papers.engine.plan import catalogue, kinds
from papers.engine.plan.session import Session
from papers.engine.show import pictures

SCRIPTS = pathlib.Path(__file__).resolve().parents[2]
FAKE = SCRIPTS / "tests" / "fake_app.py"

SERIES = """
[algos]
sequential = { sssp = "dijkstra" }
[mq0]
label = "Multi-Queue"
wl = "mq"
params = { mq-c = "4" }
published = true
[smq]
label = "SMQ, tuned"
wl = "smq"
tuned_from = "map"
[obim]
label = "OBIM"
wl = "obim"
[dijkstra]
label = "Sequential"
algo = "sequential"
[later]
label = "Not written yet"
wl = "later"
needs = ["policy:later"]
"""

CASES = """
[scales.smoke]
rounds = 2
sweep = 3
grid = 2
timeout = 3600
machines = { A = "pack:2 core:8" }
[scales.laptop]
rounds = 3
sweep = 3
grid = 3
timeout = 3600
machines = { A = "pack:2 core:8" }
[threads.many]
T = [2]
S = [16]
[grids.stealing]
steal-prob = ["1", "1/2", "1/4"]
steal-size = [1, 2, 4]
[apps.sssp]
program = "sssp-cpu"
[apps.bfs]
program = "bfs-cpu"
[[sets.both]]
apps = ["sssp", "bfs"]
on = ["road"]
[[sets.one]]
apps = ["sssp"]
on = ["road", "web"]
[roles.smoke]
road = ["road"]
[roles.laptop]
road = ["road"]
web = ["web", "far"]
[graphs.road]
about = "a road network"
kind = "road"
make = ["road", "--nodes=10"]
flags = { sssp = ["--startNode=3"] }
[graphs.web]
about = "another graph"
make = ["rmat", "--scale=3"]
[graphs.far]
about = "a graph that has to be fetched"
fetch = "far-away"
"""

FIGURES = """
[[figure]]
id = "map"
covers = ["Fig. 1", "Table 2"]
title = "A heat map"
caption = "Words."
chart = "heatmap"
kinds = ["T", "S"]
options = { machine = "A", baseline = "mq0" }
runs = [
  { series = ["smq"], cases = "one", grid = "stealing", threads = "many" },
  { series = ["mq0", "later"], cases = "one", threads = "many" },
]
[[figure]]
id = "lines"
covers = ["Fig. 2"]
title = "A comparison"
caption = "Words."
chart = "by_threads"
kinds = ["T"]
options = { machine = "A", baseline = "mq0" }
runs = [{ series = ["smq", "mq0", "dijkstra"], cases = "one", threads = "many" }]
[[figure]]
id = "plain"
covers = []
title = "Two applications"
caption = "Words."
chart = "bars"
kinds = ["T"]
options = { machine = "A" }
runs = [{ series = ["mq0", "obim"], cases = "both", threads = "many" }]
[[figure]]
id = "wall"
covers = []
title = "Blocked"
caption = "Words."
chart = "bars"
blocked = "the program is missing"
needs = ["program:no-such-program"]
"""


def folder(tmp_path, series=SERIES, cases=CASES, figures=FIGURES):
    """A folder with the small catalogue."""
    place = tmp_path / "catalogue"
    for name, text in (("engine/plan/series", series), ("engine/plan/cases", cases), ("smq/figures", figures)):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.toml").write_text(text)
    return place


def programs(place, names=("sssp-cpu", "bfs-cpu")):
    """A folder with stand-ins for applications and for graph-gen, which writes its arguments."""
    place.mkdir(exist_ok=True)
    for name in names:
        script(place / name, f"exec '{sys.executable}' -S '{FAKE}' \"$@\"")
    script(place / "graph-gen", 'echo "$@" > "$2"')
    return place


def session(tmp_path, scale="smoke", **more):
    """A session over the small catalogue; the programs are the same for real and simulated runs."""
    bins = {preset: programs(tmp_path / preset) for preset in ("release", "virtual")}
    return Session(scale, bins, tmp_path / "out", catalogue=catalogue.load(folder(tmp_path)),
                   **more)


def commands(tmp_path, monkeypatch, **texts):
    """Runs scripts/figures over the small catalogue, but draws nothing; returns the exit status."""
    load, place = catalogue.load, folder(tmp_path, **texts)
    monkeypatch.setattr(catalogue, "load", lambda: load(place))
    monkeypatch.setattr(pictures, "draw", lambda session, chosen, jobs: None)
    bins = [f"--bin={preset}={programs(tmp_path / preset)}" for preset in ("release", "virtual")]

    def call(command, *more):
        out = "--results" if command == "report" else "--out"
        return cli.main([command, *more, "--scale=smoke", f"{out}={tmp_path / 'out'}", *bins])

    call.out = tmp_path / "out" / "smoke"
    return call


def made(kind, session, figure, deadline=None, fresh=False, say=print, jobs=1):
    """Makes what a kind of figure lacks; the number of runs that are left."""
    work = kinds.Work(deadline, jobs, False, fresh, say)
    kind.make(session, figure, work)
    return work.total.left


def script(path, body):
    """Writes a program in the language of sh."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    os.chmod(path, path.stat().st_mode | stat.S_IXUSR)
