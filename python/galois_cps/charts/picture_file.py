"""Pictures of matplotlib as files that are written completely or not at all."""

import contextlib
import io
import os

import matplotlib
from matplotlib.figure import Figure

from ..runs import UserError, whole_file
from . import chart_style

SUFFIXES = (".svg", ".png", ".pdf")


def check_name(path):
    """Raises UserError unless save() can write the format of the suffix."""
    if not path.endswith(SUFFIXES):
        raise UserError(f"{path}: a picture ends in one of {', '.join(SUFFIXES)}")


@contextlib.contextmanager
def drawing(path, figsize=None, **subplots):
    """with drawing(path, nrows=2) as (figure, axes): ... writes the picture at the end. UserError if its
    folder is not there."""
    check_name(path)
    with matplotlib.rc_context(chart_style.STYLE):
        figure = Figure(figsize)
        yield figure, figure.subplots(**subplots)
        if not os.path.isdir(os.path.dirname(path) or "."):
            raise UserError(f"cannot write {path}: there is no such folder")
        save_trimmed(figure, path)


def save(figure, path, **how):
    """Writes a figure in the format of the suffix. `how` is what savefig() takes besides the file. Without
    a date in it, so that a picture that is drawn again differs little."""
    suffix = os.path.splitext(path)[1].lower()
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix, {})
    content = io.BytesIO()
    figure.savefig(content, format=suffix[1:], metadata=metadata | how.pop("metadata", {}), **how)
    whole_file.write(path, content.getvalue())


def save_trimmed(figure, path):
    """save() with a narrow margin around what is drawn, whatever the size of the figure."""
    save(figure, path, bbox_inches="tight", pad_inches=0.12, dpi=150 if path.endswith(".png") else None)
