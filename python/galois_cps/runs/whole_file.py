"""Writing a file completely or not at all.

This is the one place that decides how an output replaces what is there, as openPendingFile() of the
library does for programs. A regular file is written under a temporary name in its folder and then renamed.
It keeps its permissions, and a new file gets those that the umask leaves. A symbolic link is followed, so
that it stays a link. Devices and pipes are written directly, since renaming would replace them by a regular
file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat

from . import UsageError, UserError


def write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes a file, which appears under its name when it is complete. Makes its folder if need be. Text is
    written in UTF-8; a byte of a file name that is none becomes ``\\xNN``."""
    shown = visible(os.fspath(path))
    if isinstance(content, str):
        content = shown_bytes(content).encode("utf-8")
    try:
        _write(os.fspath(path), content)
    except OSError as error:
        raise UserError(f"cannot write {shown}: {error.strerror}") from error


def require_page(path: str | os.PathLike[str]) -> None:
    """Raises UsageError if the name of a file says that it is no page in HTML. A name without a suffix, and
    one of a device or a pipe, says nothing."""
    suffix = os.path.splitext(path)[1].lower()
    special = os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
    if suffix not in ("", ".html", ".htm") and not special:
        raise UsageError(f"{visible(os.fspath(path))}: a page in HTML is written; give a name that ends in "
                         ".html or .htm")


def require_writable(path: str | os.PathLike[str]) -> None:
    """Raises an error where it shows already that write() would fail. It is for outputs of long work."""
    shown = visible(os.fspath(path))
    if os.path.isdir(path):
        raise UsageError(f"{shown} is a folder; name a file in it")
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise UserError(f"cannot write {shown}: {os.strerror(errno.EACCES)}")
    if os.path.exists(path) and not os.path.isfile(path):
        return  # a device or a pipe
    folder = os.path.dirname(os.path.realpath(path))
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"cannot write {shown}: no file can be made in {visible(folder)}")


def shown_bytes(text: str) -> str:
    """The text, in which bytes of file names that are no UTF-8 are ``\\xNN``."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def visible(text: str) -> str:
    """The text for a message of one line: control characters are ``\\xNN`` as well."""
    return "".join(f"\\x{ord(each):02x}" if ord(each) < 0x20 or 0x7f <= ord(each) <= 0x9f else each
                   for each in shown_bytes(text))


def _write(path: str, content: bytes) -> None:
    try:
        before = os.stat(path)
    except FileNotFoundError:
        before = None
    if before and not stat.S_ISREG(before.st_mode):
        _write_directly(path, content)
        return
    if before and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    os.makedirs(folder, exist_ok=True)
    temporary = os.path.join(folder, f".galois-cps-{secrets.token_hex(8)}.tmp")
    # A new file, which no link under its name leads elsewhere.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW,
                     0o600 if before else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if before:
                _become_like(before, file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _write_directly(path: str, content: bytes) -> None:
    # Without O_CREAT and O_TRUNC: it is there, and a folder is refused.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_NOCTTY), "wb") as file:
        file.write(content)


def _become_like(before: os.stat_result, handle: int) -> None:
    """Gives a file the owner and the permissions of the one that it replaces, as far as it may."""
    mode = stat.S_IMODE(before.st_mode) & 0o777
    now = os.fstat(handle)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        try:
            os.fchown(handle, before.st_uid, before.st_gid)
        except OSError:
            try:
                os.fchown(handle, -1, before.st_gid)
            except OSError:
                mode &= ~0o070  # the group is another one
    os.fchmod(handle, mode)
