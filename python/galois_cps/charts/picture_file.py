"""Pictures of matplotlib as files that are written completely or not at all."""

import io
import os

from ..runs import whole_file


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
