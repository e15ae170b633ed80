"""scripts/dev/recorded-numbers: what is measured, what differs too much, and where nothing can be said."""

import json
import os
import pathlib
import stat
import subprocess
import sys

import pytest

from dev import recorded_numbers
from dev.recorded_numbers import instructions, simulated
from conftest import SCRIPTS

PROGRAM = SCRIPTS / "dev" / "recorded-numbers"


def run(*args, python=sys.executable, **more):
    return subprocess.run([python, PROGRAM, *args], capture_output=True, text=True, check=False, **more)


# Relative positions, a line without costs, a call whose inclusive cost is the callee's, and a library.
PROFILE = """\
version: 1
positions: line
events: Ir

ob=(1) /bin/app
fl=(1) app.cpp
fn=(1) main
10 5
+2 7
* 
cob=(2) /lib/libc.so
cfn=(2) memcpy
calls=1 0
13 1000

ob=(2)
fn=(2)
0 1000

ob=(1)
fn=(3) loop
-3 30
summary: 1042
"""


def test_instructions_of_libraries_and_callees_are_left_out():
    assert instructions.own_instructions(PROFILE, "/bin/app") == 42
    assert instructions.own_instructions(PROFILE, "/lib/libc.so") == 1000


def test_only_policies_that_the_build_optimises_are_counted(tmp_path):
    assert instructions.optimised(tmp_path) is None
    for value in ("OFF", "ON"):
        (tmp_path / "CMakeCache.txt").write_text(f"// help\nGALOIS_TESTS_ONCE:BOOL={value}\nX:BOOL=ON\n")
        chosen = instructions.optimised(tmp_path)
        assert bool(chosen) == (value == "ON")
    assert {"smq-bucket", "obim", "wasp"} < set(chosen.split(","))
    recorded = recorded_numbers.read(pathlib.Path(instructions.__file__).with_suffix(".json"))
    assert set(chosen.split(",")) < set(next(iter(recorded.values())))


def test_three_percent_either_way_are_within_the_budget():
    recorded = {"g++": {"smq": 1000, "obim": 1000, "mq": 1000}}

    def compare(**counts):
        return recorded_numbers.compare(recorded, {"g++": counts}, instructions.SLACK)

    lines, good = compare(smq=1030, obim=970)
    assert good and [line.split()[-1] for line in lines[:-1]] == ["(+3.00%)", "(-3.00%)"]
    for count, word in ((1031, "MORE"), (969, "LESS")):
        lines, good = compare(smq=1000, mq=count)
        assert not good and len(lines) == 2 and word in lines[0]
    lines, good = compare(new=5)
    assert good and "None -> 5" in lines[0] and "new" in lines[0]


def test_simulated_runs_may_not_differ_at_all():
    recorded = {"a": {"steals": 4, "checksum": 7}}
    lines, good = recorded_numbers.compare(recorded, recorded, simulated.SLACK)
    assert good and lines == ["2 numbers, 0 of them differ"]
    lines, good = recorded_numbers.compare(recorded, {"a": {"steals": 5, "checksum": 8}}, simulated.SLACK)
    assert not good
    assert lines[0].split() == ["a", "steals", "4", "->", "5", "(+25.00%)", "MORE", "THAN", "RECORDED"]
    assert "%" not in lines[1], "a checksum is no size"


def test_without_valgrind_it_says_so(tmp_path):
    for name in ("sssp-cpu", "graph-gen"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
    python = tmp_path / "python3"
    python.symlink_to("/usr/bin/python3")
    done = run("instructions", f"--bin={tmp_path}", python=python, env={**os.environ, "PATH": str(tmp_path)})
    assert done.returncode == 77 and done.stdout.startswith("skipped: no valgrind")


@pytest.mark.parametrize(("kind", "preset"), [("instructions", "tests"), ("simulated", "virtual")])
def test_programs_that_are_missing_are_named(kind, preset):
    done = run(kind, "--bin=/nowhere")
    assert done.returncode == 2 and f"cmake --preset {preset} " in done.stderr


def test_one_thread_is_counted_whatever_the_machine_has(tmp_path, monkeypatch):
    commands = []

    def call(command, _environment):
        commands.append([str(word) for word in command])
        (tmp_path / "smq.callgrind").write_text(PROFILE)

    monkeypatch.setattr(instructions, "call", call)
    assert instructions.count("/bin/app", "graph.gr", "smq", tmp_path) > 0
    assert "-t=1" in commands[0]


@pytest.fixture
def simulator(tmp_path):
    """Programs of which sssp-cpu has two policies, and executes as many tasks as the file `tasks` says."""
    record = {"tasks": {"executed": 0, "pushed": 2, "stale": 1}, "worklist": {}, "time_s": 1e-6,
              "answer": {"checksum": 3}}
    (tmp_path / "record").write_text(json.dumps(record))
    (tmp_path / "tasks").write_text("100")
    (tmp_path / "graph-gen").write_text("#!/bin/sh\n")
    (tmp_path / "sssp-cpu").write_text(f"""#!/bin/sh
case "$*" in
--wl=json) echo '[{{"name": "mq"}}, {{"name": "wasp"}}]' ;;
*) sed "s/\\"executed\\": 0/\\"executed\\": $(cat '{tmp_path}/tasks')/" '{tmp_path}/record' ;;
esac
""")
    for name in ("graph-gen", "sssp-cpu"):
        (tmp_path / name).chmod(stat.S_IRWXU)
    return tmp_path


def test_an_update_keeps_what_was_not_measured(simulator):
    recorded = simulator / "recorded.json"
    recorded.write_text('{"road obim 64": {"executed": 1}}')
    args = ("simulated", f"--bin={simulator}", f"--recorded={recorded}")
    done = run(*args)
    assert done.returncode == 0 and "new: --update records it" in done.stdout
    assert run(*args, "--update").returncode == 0
    after = json.loads(recorded.read_text())
    assert sorted(after) == ["rmat mq 16", "road obim 64", "road wasp 256"]
    assert after["rmat mq 16"]["executed"] == 100
    done = run(*args)
    assert done.returncode == 0 and "7 runs left out" in done.stdout and "12 numbers, 0" in done.stdout
    (simulator / "tasks").write_text("101")
    assert run(*args).returncode == 1
    assert run(*args, "--wl=wasp").stdout.count("100 -> 101 (+1.00%)") == 1
    assert json.loads(recorded.read_text()) == after, "only --update writes"
    assert run(*args, "--wl=smq").returncode == 2


def test_what_is_recorded_is_of_runs_that_exist():
    known = recorded_numbers.read(SCRIPTS / "dev" / "recorded_numbers" / "simulated.json")
    assert sorted(known) == sorted(" ".join(map(str, run)) for run in simulated.RUNS)
