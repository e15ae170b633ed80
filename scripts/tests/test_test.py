"""scripts/test: steps are picked by name, and the last line can be read by a program."""

import os
import subprocess

from conftest import SCRIPTS


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


def test_usage_errors():
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
    assert built.startswith("--build --preset tests ")
