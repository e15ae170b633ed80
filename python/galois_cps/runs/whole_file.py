"""Writing a file completely or not at all."""

import os
import pathlib
import tempfile

from . import UserError


def write(path: str, content: str) -> None:
    """Writes a file, which appears under its name when it is complete. Makes its folder if need be."""
    target = pathlib.Path(path).absolute()
    temporary = ""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=target.parent, prefix=f".{target.name}.",
                                         encoding="utf-8", delete=False) as file:
            temporary = file.name
            file.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except OSError as error:
        if temporary:
            pathlib.Path(temporary).unlink(missing_ok=True)
        raise UserError(f"cannot write {path}: {error.strerror}") from error
