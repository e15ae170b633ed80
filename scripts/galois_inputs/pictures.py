"""Writes pictures completely or not at all, in the format of their suffix."""

import contextlib
import os

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from galois_cps.charts import chart_style, picture_file  # noqa: E402
from galois_cps.runs import UserError  # noqa: E402

SUFFIXES = (".svg", ".png", ".pdf")


def check_name(path):
    """Raises UserError unless save() can write the format of the suffix."""
    if not path.endswith(SUFFIXES):
        raise UserError(f"{path}: a picture ends in one of {', '.join(SUFFIXES)}")


@contextlib.contextmanager
def drawing(path, **subplots):
    """with drawing(path, nrows=2) as (figure, axes): ... writes the picture at the end."""
    check_name(path)
    with plt.rc_context(chart_style.STYLE):
        figure, axes = plt.subplots(**subplots)
        yield figure, axes
        save(figure, path)
        plt.close(figure)


def save(figure, path):
    """Writes the figure. UserError if its folder is not there."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise UserError(f"cannot write {path}: there is no such folder")
    picture_file.save_trimmed(figure, path)
