"""Writes pictures completely or not at all, in the format of their suffix."""

import contextlib
import os
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from galois_cps.charts import chart_style  # noqa: E402
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
    """Writes the figure under a temporary name and renames it."""
    suffix = os.path.splitext(path)[1]
    # The SVG and the PDF have no date, so that a rerun is a small difference.
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(suffix=suffix, prefix=f"{path}.tmp-", dir=".")
        os.close(handle)
        os.chmod(temporary, 0o666 & ~_umask())
        figure.savefig(temporary, bbox_inches="tight", pad_inches=0.12, metadata=metadata,
                       dpi=150 if suffix == ".png" else None)
        os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            os.remove(temporary)


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
