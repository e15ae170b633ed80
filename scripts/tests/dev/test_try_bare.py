"""scripts/dev/try-bare: wrong usage. What it does is measured on a quiet machine, and needs root."""

import subprocess

import pytest

from conftest import SCRIPTS


@pytest.mark.parametrize(("args", "complaint"), [
    (["--fast"], "unknown argument --fast"), (["--keep"], "--keep needs a value"),
    (["--system", "hurd"], "--system needs debian-12 or ubuntu-24.04, not hurd")])
def test_wrong_usage(args, complaint):
    done = subprocess.run([SCRIPTS / "dev" / "try-bare", *args], text=True, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=600)
    assert done.returncode == 2 and done.stderr.startswith(f"try-bare: {complaint}\n")
