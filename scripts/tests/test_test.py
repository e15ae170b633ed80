"""scripts/test: steps are picked by name, and the last line can be read by a program."""

import os
import re
import subprocess
import sys

import pytest
from conftest import SCRIPTS


@pytest.fixture(autouse=True, name="logs")
def own_logs(tmp_path, monkeypatch):
    """The folder of logs, which is not that of the run to which this test belongs."""
    folder = tmp_path / "logs"
    folder.mkdir()
    monkeypatch.setenv("GALOIS_TEST_LOGS", str(folder))
    return folder


def with_program(folder, name, lines):
    """The environment in which a program is these lines of Python."""
    program = folder / name
    program.write_text(f"#!{sys.executable}\n{lines}\n")
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def run(*args, **more):
    return subprocess.run([str(SCRIPTS / "test"), *args], capture_output=True, text=True, check=False, **more)


def test_one_step_and_the_closing_line():
    done = run("--only", "^lint.python$")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed"
    assert "lint.orders" not in done.stdout


def test_a_name_that_matches_nothing_is_no_success():
    done = run("--only", "no-such-step")
    assert done.returncode == 1 and done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_levels_differ_in_their_steps():
    assert run("--quick", "--only", "^fuzz").returncode == 1
    done = run("--all", "--only", "^lint.python$")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1 passed, 0 failed"


@pytest.mark.slow
def test_times_of_steps_stand_beside_those_of_the_last_run(logs):
    times = logs / "times.usual"
    times.write_text("lint.python 3605 61\nlint.pythons 1 1\nwhole 9 9\n")
    first = run("--only", "^lint.python$").stdout
    assert re.search(r"lint\.python .* s \(last 60 min 05 s\), CPU \d+ s \(last 1 min 01 s\)\n", first)
    assert re.search(r"\ntook \d+ s, CPU \d+ s\n", first), "what has run is not all"
    assert re.fullmatch(r"lint\.pythons 1 1\nwhole 9 9\nlint\.python \d \d\n", times.read_text())
    # A run that leaves tests out, and one of another kind, is not what the next one is compared with.
    times.write_text("lint.python 3605 61\n")
    run("--only", "^lint.python$", "--tests", "none")
    assert "(last" not in run("--all", "--only", "^lint.python$").stdout
    assert times.read_text() == "lint.python 3605 61\n"


def test_a_step_that_fails_is_compared_but_not_remembered(logs, tmp_path):
    (logs / "times.usual").write_text("lint.shell 71 60\n")
    done = run("--only", "^lint.shell$", env=with_program(tmp_path, "shellcheck", "raise SystemExit(1)"))
    assert done.returncode == 1 and "(last 1 min 11 s)" in done.stdout
    assert (logs / "times.usual").read_text() == "lint.shell 71 60\n"


@pytest.mark.slow
def test_cpu_time_is_that_of_what_the_step_has_called(tmp_path):
    busy = "import os\nwhile sum(os.times()[:2]) < 2.5: pass"  # what `times` counts
    done = run("--only", "^lint.shell$", env=with_program(tmp_path, "shellcheck", busy))
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"lint\.shell .*, CPU (\d+) s", done.stdout).group(1)) >= 2


def test_quick_leaves_out_the_tests_that_take_seconds(tmp_path):
    stand_in = f"""import os, sys
if sys.argv[1:3] != ["-m", "pytest"]:
    os.execv({sys.executable!r}, [{sys.executable!r}, *sys.argv[1:]])
print(sys.argv, "1 passed in 0.01s")"""
    env = {**with_program(tmp_path, "python", stand_in), "GALOIS_PYTHON": str(tmp_path / "python")}
    for level, fewer in (("--quick", True), ("--all", False)):
        assert run(level, "--only", "^python$", env=env).returncode == 0
        log = (tmp_path / "logs" / "python.log").read_text()
        assert log.endswith("passed in 0.01s\n") and ("'-m', 'not slow'" in log) == fewer


@pytest.mark.slow
def test_a_step_for_which_there_is_no_time_left_is_named(tmp_path):
    # A step that is ended, one that is not begun, and one that has passed before.
    waits = with_program(tmp_path, "shellcheck", "import time\nprint('begins', flush=True)\ntime.sleep(600)")
    done = run("--only", r"^lint\.(shell|commits|python|api)$", "--minutes", "0.25", env=waits)
    said = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    assert sum("not done: the 0.25 minutes of --minutes are over" in line for line in said) == 6  # and in the summary
    assert said[-2:] == ["no time was left for: lint.shell lint.python lint.api", "1 passed, 0 failed"]
    assert "begins" in (tmp_path / "logs" / "lint.shell.log").read_text()


@pytest.mark.slow
def test_what_has_failed_when_the_time_is_over_has_failed(tmp_path):
    fails = with_program(tmp_path, "shellcheck", "import time\nprint('[  FAILED  ] A.B', flush=True)\ntime.sleep(600)")
    done = run("--only", r"^lint\.shell$", "--minutes", "0.05", env=fails)
    assert done.returncode == 1 and done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_a_run_without_time_is_no_success():
    done = run("--only", "^lint.python$", "--minutes", "0")
    assert done.returncode == 1 and "no time was left for: lint.python" in done.stdout


def test_usage_errors():
    assert run("--minutes", "soon").returncode == 2
    assert run("--fast").returncode == 2
    assert run("--only").returncode == 2


def test_all_schedulers_are_compiled_whatever_the_folder_remembers(tmp_path):
    cmake = tmp_path / "cmake"
    cmake.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/calls\n')
    cmake.chmod(0o755)
    done = run("--only", "^release.build$", env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stdout
    configured, built = (tmp_path / "calls").read_text().splitlines()
    assert configured.startswith("--preset tests ") and configured.endswith(" -DGALOIS_WORKLISTS=")
    assert built.startswith("--build --preset tests ") and "--target" not in built


def test_quick_builds_the_unit_tests_alone(tmp_path):
    calls = tmp_path / "calls"
    environment = with_program(tmp_path, "cmake", f"import sys\nopen({str(calls)!r}, 'a').write(sys.argv[-1] + '\\n')")
    done = run("--quick", "--only", "^release.build$", env=environment)
    assert done.returncode == 0, done.stdout
    assert calls.read_text().splitlines()[1] == "unit_tests"
