"""scripts/dev/compare-with-real: the errors of simulated times."""

import math

from conftest import load_program


def test_errors_count_both_ways():
    typical = load_program("dev/compare-with-real").typical
    assert math.isclose(typical([0.5, 2.0, 2.0]), 100)
