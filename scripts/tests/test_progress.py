"""Times as people write them."""

import pytest

from lab.bench import progress
from lab.records import UsageError


@pytest.mark.parametrize("text, value", [("90s", 90), ("30m", 1800), ("1h", 3600), ("1h30m", 5400),
                                         ("45", 45), ("0.5m", 30)])
def test_times(text, value):
    assert progress.parse_time(text) == value


@pytest.mark.parametrize("text", ["", "x", "0", "h", "1d", "-5s", "inf"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(UsageError):
        progress.parse_time(text)
