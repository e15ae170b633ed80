"""scripts/quickstart says from its first second what it does, and how far a long step is. Stand-ins take the
place of what installs and compiles; the whole of it runs in `scripts/test --only quickstart`."""

import os
import pathlib
import pty
import re
import subprocess

import pytest

from conftest import SCRIPTS

BUILD = """\
ninja: Entering directory `build'
@0 1 0.002@ Re-checking globbed directories...
@1 200 0.9@ Building CXX object one.o
@50 200 30.5@ Building CXX object two.o
FAILED: three.o
three.cpp:1:1: error: no such thing
@200 200 99.1@ Linking CXX executable bin/sssp-cpu
"""


def shell(script, text="", **more):
    """Runs bash with what the scripts share."""
    return subprocess.run(["bash", "-euc", f'set -o pipefail; source "{SCRIPTS}/lib/common.sh"\n{script}'],
                          input=text, capture_output=True, text=True, check=False, timeout=600, **more)


def test_a_build_shows_how_far_it_is_and_how_long_the_rest_takes():
    done = shell("kSecondsBetweenSigns=0; showBuild cat", BUILD)
    assert done.stdout.splitlines() == [
        "ninja: Entering directory `build'", "    0%: 1 of 200 steps", "    25%: 50 of 200 steps, about 1 min 30 s left",
        "FAILED: three.o", "three.cpp:1:1: error: no such thing", "    100%: 200 of 200 steps"]
    # What takes long comes last, so the pace is that of the last 20 to 40 seconds.
    steps = "".join(f"@{step} 200 {step if step <= 100 else 100 + 10 * (step - 100)}.0@ step\n" for step in range(1, 105))
    lines = shell("kSecondsBetweenSigns=0; showBuild cat", steps).stdout.splitlines()
    assert lines[99:101] + lines[-1:] == [
        "    50%: 100 of 200 steps, about 1 min 40 s left", "    50%: 101 of 200 steps, about 2 min 21 s left",
        "    52%: 104 of 200 steps, about 16 min 00 s left"]
    # Away from a terminal there is not a line for each step.
    steps = "".join(f"@{step} 500 1.0@ step\n" for step in range(1, 501))
    lines = shell("kSecondsBetweenSigns=1000; showBuild cat", steps).stdout.splitlines()
    assert lines == ["    0%: 1 of 500 steps", "    100%: 500 of 500 steps"]


def test_a_build_gives_signs_before_its_first_step_ends(tmp_path):
    """What comes waits for two signs, within a line, too."""
    out = tmp_path / "out"
    wait = f'until [ "$(grep -c "so far" "{out}")" -ge 2 ]; do sleep 0.05; done'
    done = shell(f"kSecondsBetweenSigns=0; showBuild bash -c 'echo \"@0 1 0.002@ Re-checking\"; printf @1; {wait}; "
                 f"echo \" 4 9.5@ one\"; sleep 1.5; echo \"@4 4 9.9@ four\"; printf end' >\"{out}\"")
    assert done.returncode == 0, done.stderr
    lines = out.read_text().splitlines()
    assert lines[-3:] == ["    25%: 1 of 4 steps, about 27 s left", "    100%: 4 of 4 steps", "end"]
    assert all(re.fullmatch(r"    the first steps: \d+ s so far", line) for line in lines[:-3]) and len(lines) >= 5


def test_on_a_terminal_the_line_is_rewritten():
    leader, follower = pty.openpty()
    subprocess.run(["bash", "-euc", f'source "{SCRIPTS}/lib/common.sh"; showBuild cat'], input=BUILD.encode(),
                   stdout=follower, check=True, timeout=600)
    os.close(follower)
    shown = os.read(leader, 65536).decode()
    os.close(leader)
    assert "\r\x1b[K    0%: 1 of 200 steps\r\x1b[K    25%: 50 of 200 steps, about 1 min 30 s left\r\nFAILED" in shown
    assert shown.endswith("    100%: 200 of 200 steps\r\n")


def test_a_silent_command_gives_signs_and_keeps_its_status(tmp_path):
    """The command waits for two signs."""
    log, out = tmp_path / "log", tmp_path / "out"
    done = shell(f'kSecondsBetweenSigns=0.05\nwithSigns "trying" "{log}" bash -c \'echo said; '
                 f'until [ "$(grep -c trying "{out}")" -gt 1 ]; do sleep 0.05; done; exit 7\' >"{out}" && exit 1\n'
                 'withSigns "again" "/dev/null" true')
    assert done.returncode == 0, done.stderr
    assert log.read_text() == "said\n"
    assert re.fullmatch(r"(    trying: \d+ s so far\n){2,}", out.read_text())


def tree_with_stand_ins(tmp_path, fake_cmake, status=0):
    """(program, environment): scripts/quickstart in a tree where nothing is installed or compiled."""
    tools = tmp_path / "tools"
    tools.mkdir()
    fake = tools / "cmake"
    fake.write_text(f"#!/bin/sh\n{fake_cmake}\nexit {status}\n")
    fake.chmod(0o755)
    root = tmp_path / "tree"
    (root / "scripts" / "lib").mkdir(parents=True)
    for name in ("quickstart", "lib/common.sh"):
        (root / "scripts" / name).write_bytes((SCRIPTS / name).read_bytes())
    (root / "scripts" / "setup").write_text('#!/bin/sh\necho "packages: $*"\n')
    for name in ("quickstart", "setup"):
        (root / "scripts" / name).chmod(0o755)
    return root / "scripts" / "quickstart", {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}


@pytest.mark.parametrize(("flags", "there", "packages", "expected"), [
    ((), False, "--least", ["-DGALOIS_TABLES=OFF -DGALOIS_WORKLISTS=SmqBucket;Smq;Obim;Pmod;Hdcps",
                             "sssp-cpu graph-gen$"]),
    ((), True, "--least", ["sssp-cpu graph-gen$"]),
    (("--all",), False, "", ["-DGALOIS_TABLES=ON -DGALOIS_WORKLISTS=$", "sssp-cpu graph-gen galois_to_install$"]),
    (("--all",), True, "", ["-DGALOIS_TABLES=ON -DGALOIS_WORKLISTS= /", "sssp-cpu graph-gen galois_to_install$"])])
def test_it_builds_what_it_runs_and_takes_nothing_away(tmp_path, flags, there, packages, expected):
    """Each call of cmake has what is expected of it. There are no more calls: who has a build keeps its
    schedulers."""
    program, env = tree_with_stand_ins(tmp_path, f'echo "$*" >>"{tmp_path}/calls"')
    build = tmp_path / "build"
    build.mkdir()
    if there:
        (build / "build.ninja").touch()
    done = subprocess.run([program, *flags, "--build", build], text=True, capture_output=True, check=False, timeout=600,
                          env=env)
    assert f"packages: {packages}\n" in done.stdout, done.stderr
    calls = (tmp_path / "calls").read_text().splitlines()
    assert len(calls) == len(expected), calls
    for call, pattern in zip(calls, expected):
        assert re.search(pattern, call), call
    assert re.match(r"==> packages, build, graph, measurement, comparison: "
                    + ("a minute" if there and not flags else r"about \d+ min \d\d s the first time"), done.stdout)


@pytest.mark.parametrize("status", [0, 3])
def test_it_speaks_at_once_and_shows_the_build(tmp_path, status):
    """A build that ends here, well or not: there is no graph-gen in it."""
    program, env = tree_with_stand_ins(
        tmp_path, 'for step in 1 2 3 4; do echo "$(echo "$NINJA_STATUS" | '
        'sed "s/%f/$step/; s/%t/4/; s/%e/$step.5/")compiling"; done', status)
    build = tmp_path / "build"
    build.mkdir()
    (build / "build.ninja").touch()
    done = subprocess.run([program, "--smoke", "--build", build], text=True, capture_output=True, check=False,
                          timeout=600, env=env)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("==> packages, build, graph")
    assert "    100%: 4 of 4 steps" in lines and not any("@" in line for line in lines)
    assert done.returncode != 0
    assert "stopped while " + ("making the graph" if status == 0 else "building") in done.stderr
    assert pathlib.Path(program.parents[1] / "build" / "quickstart-smoke").is_dir()
