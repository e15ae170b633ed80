"""What the tests of the scripts share: a stand-in application, and a sweep over it."""

import os
import pathlib
import stat
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))


@pytest.fixture
def fake_bin(tmp_path):
    """A folder with programs sssp-cpu and fib-cpu in it that behave as the FAKE_ variables say."""
    return make_fake_bin(tmp_path / "bin")


def make_fake_bin(folder, prelude=""):
    """Writes the stand-in application into a folder; prelude is shell that runs before it."""
    folder.mkdir()
    fake = SCRIPTS / "tests" / "fake_app.py"
    for name in ("sssp-cpu", "fib-cpu"):
        program = folder / name
        program.write_text(f"#!/bin/sh\n{prelude}\nexec '{sys.executable}' -S '{fake}' \"$@\"\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


@pytest.fixture
def graph(tmp_path):
    """An input file; the stand-in never opens it."""
    path = tmp_path / "road.gr"
    path.write_bytes(b"graph")
    return path


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The file to which the stand-in writes each call, and a reader of it."""
    path = tmp_path / "calls"
    monkeypatch.setenv("FAKE_LOG", os.fspath(path))
    return lambda: path.read_text().splitlines() if path.exists() else []
