"""Copies of the miniature tree, and calls of patches/apply. A plugin of pytest."""

import pathlib
import shutil

import pytest

from galois_patches import cli
from patches_support import MINIATURE


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> pathlib.Path:
    """A copy of the miniature, under a path with spaces."""
    copy = tmp_path / "a tree with spaces"
    shutil.copytree(MINIATURE, copy)
    return copy


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]):
    """Calls patches/apply: (exit status, stdout, stderr)."""
    def call(*arguments: object) -> tuple[int, str, str]:
        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
        out = capsys.readouterr()
        return status, out.out, out.err
    return call
