"""Tools for simulated machines: what moved between two runs, and the errors of predictions."""

import importlib.machinery
import importlib.util
import math
import subprocess

from conftest import SCRIPTS


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / "dev" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def test_regressions_say_what_moved():
    moved = load("recorded_numbers/simulated.py").moved
    assert moved({"a": {"steals": 4}}, {"a": {"steals": 4}}) == []
    assert moved({"a": {"steals": 4}}, {"a": {"steals": 5}})[0].split() == ["a", "steals", "4", "->", "5", "(+25.0%)"]


def test_errors_of_predictions_count_both_ways():
    typical = load("compare-with-real").typical
    assert math.isclose(typical([0.5, 2.0, 2.0]), 100)


def test_programs_that_are_missing_are_named():
    for script, args in (("check-policies", ["--out=/dev/null", "a.gr"]), ("recorded_numbers/simulated.py", [])):
        done = subprocess.run([str(SCRIPTS / "dev" / script), "--bin=/nowhere", *args],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1 and "cmake --preset virtual" in done.stderr
