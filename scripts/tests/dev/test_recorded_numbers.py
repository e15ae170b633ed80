"""scripts/dev/recorded_numbers/instructions.py: what is counted, what is over budget, and where nothing can be said."""

import importlib.machinery
import importlib.util
import os
import subprocess

from conftest import SCRIPTS


def load():
    loader = importlib.machinery.SourceFileLoader("instructions", str(SCRIPTS / "dev" / "recorded_numbers" / "instructions.py"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("instructions", loader))
    loader.exec_module(module)
    return module


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
    assert load().own_instructions(PROFILE, "/bin/app") == 42
    assert load().own_instructions(PROFILE, "/lib/libc.so") == 1000


def test_three_percent_either_way_are_within_the_budget():
    compare = load().compare
    budget = {"smq": 1000, "obim": 1000, "mq": 1000}
    assert compare(budget, {"smq": 1030, "obim": 970})[1]
    for count, word in ((1031, "MORE"), (969, "LESS")):
        lines, good = compare(budget, {"smq": 1000, "mq": count})
        assert not good and word not in lines[0] and word in lines[1]
    lines, good = compare(budget, {"new": 5})
    assert not good and "no budget yet" in lines[0]


def test_without_valgrind_it_says_so(tmp_path):
    for name in ("sssp-cpu", "graph-gen"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
    python = tmp_path / "python3"
    python.symlink_to("/usr/bin/python3")
    done = subprocess.run([python, SCRIPTS / "dev" / "recorded_numbers" / "instructions.py", f"--bin={tmp_path}"], capture_output=True,
                          text=True, check=False, env={**os.environ, "PATH": str(tmp_path)})
    assert done.returncode == 77 and done.stdout.startswith("skipped: no valgrind")


def test_programs_that_are_missing_are_named():
    done = subprocess.run([SCRIPTS / "dev" / "recorded_numbers" / "instructions.py", "--bin=/nowhere"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 2 and "cmake --preset tests" in done.stderr


def test_one_thread_is_counted_whatever_the_machine_has(tmp_path, monkeypatch):
    tool, commands = load(), []

    def run(command, **_):
        commands.append([str(word) for word in command])
        (tmp_path / "smq.callgrind").write_text(PROFILE)

    monkeypatch.setattr(tool, "call", run)
    assert tool.count("/bin/app", "graph.gr", "smq", tmp_path) > 0
    assert "-t=1" in commands[0]
