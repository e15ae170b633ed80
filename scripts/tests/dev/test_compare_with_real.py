"""scripts/dev/compare-with-real: the errors of simulated times."""

import importlib.machinery
import importlib.util
import math

from conftest import SCRIPTS


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / "dev" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def test_errors_count_both_ways():
    typical = load("compare-with-real").typical
    assert math.isclose(typical([0.5, 2.0, 2.0]), 100)
