"""lab.peers.adapter_process: sources one by one, limits, and failures."""

import os
import sys
import time

import pytest
from lab.peers import adapter_process

LIMITS = adapter_process.Limits(3600, 1024)
# What an adapter does: events in the folder, one answer per line of input.
ADAPTER = """
import json, os, pathlib, subprocess, sys, time
def tell(**fields):
    with open(os.path.join(sys.argv[1], "events"), "a") as file:
        file.write(json.dumps(fields) + "\\n")
"""
HANG = """
open(f"{os.environ['FAKE_HANGS']}.{os.getpid()}", "w").close()
time.sleep(3600)
"""
ECHO = ADAPTER + """
tell(built=1)
for line in sys.stdin:
    tell(source=json.loads(line), time_s=0)
"""


@pytest.fixture
def ask(tmp_path):
    def call(text, sources, heard=lambda event: False, limits=LIMITS):
        return adapter_process.ask([sys.executable, "-S", "-c", text, os.fspath(tmp_path)],
                           dict(os.environ), tmp_path, limits, sources, heard)
    return call


def test_each_source_is_asked_once_in_order(ask):
    events = []
    ending = ask(ECHO, [5, 3, None], lambda event: events.append(event) or False)
    assert [event.get("source") for event in events[1:]] == [5, 3, None]
    assert (ending.kind, ending.reason) == ("", "")


def test_a_source_is_asked_again_on_demand(ask):
    events = []

    def heard(event):
        events.append(event)
        return len(events) == 2

    ask(ECHO, [5, 3], heard)
    assert [event.get("source") for event in events[1:]] == [5, 5, 3]


def test_the_next_source_waits_until_the_last_is_kept(ask, tmp_path):
    def heard(event):
        time.sleep(0.2)
        assert (tmp_path / "events").read_text().count("\n") == len(seen) + 1
        seen.append(event)
        return False

    seen = []
    ask(ECHO, [5, 3], heard)
    assert len(seen) == 3


def test_time_limits_say_what_was_late(ask, hours):
    limits = adapter_process.Limits(7, 1024)
    assert ask(ADAPTER + HANG, [1], limits=limits).reason == "building ran past its 7 s"
    ending = ask(ADAPTER + "tell(built=1); sys.stdin.readline()" + HANG, [1], limits=limits)
    assert (ending.kind, ending.reason) == ("time", "the answer ran past its 7 s")


def test_a_limit_of_memory_also_counts_children(ask):
    text = ADAPTER + """
child = "import time; held = b'x' * (100 << 20); time.sleep(3600)"
subprocess.run([sys.executable, "-S", "-c", child])
"""
    ending = ask(text, [1], limits=adapter_process.Limits(3600, 64))
    assert (ending.kind, ending.reason) == ("memory", "needed more than 0.0625 GiB")
    assert ending.peak_mib > 64


def test_no_child_outlives_the_call(ask, hours, tmp_path):
    text = ADAPTER + """
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(3600)"])
pathlib.Path(sys.argv[1], "child").write_text(str(child.pid))
""" + HANG
    assert ask(text, [1], limits=adapter_process.Limits(7, 1024)).kind == "time"
    pid = (tmp_path / "child").read_text()
    while os.path.exists(f"/proc/{pid}/stat"):
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            if file.read().split()[2] == "Z":  # ended, and nobody here waits for it
                return
        time.sleep(0.05)


@pytest.mark.parametrize(("text", "kind", "reason", "stderr"), [
    ("import sys; sys.exit('no graph')", "crash", "exit status 1", "no graph"),
    ("import os; os.kill(os.getpid(), 11)", "crash", "killed by SIGSEGV", ""),
    ("import sys; sys.exit('out of memory')", "memory", "ran out of memory", "out of memory")])
def test_failures_have_reasons(ask, text, kind, reason, stderr):
    ending = ask(text, [1])
    assert (ending.kind, ending.reason, ending.stderr) == (kind, reason, stderr)
