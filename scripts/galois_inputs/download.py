"""Downloads that resume after an interruption.

The received part is in FILE.part. FILE.part.from records the address and its version, so that a file
that has changed on the server is downloaded again from the start. FILE appears when it is complete.
"""

import contextlib
import errno
import hashlib
import http.client
import json
import os
import shutil
import time
import urllib.error
import urllib.request

from galois_cps.runs import UserError

ATTEMPTS = 5  # in a row that bring nothing
_BLOCK = 1 << 18
_TIMEOUT = 60  # seconds of silence


def fetch(url, path, progress, sha256=None):
    """Downloads `url` to `path`, and returns its SHA-256. progress(done, total or None) is called now and
    then. Raises UserError on failure; the received part stays for the next attempt, unless it is
    wrong. A part of another program is not touched."""
    if _size(path + ".part") and not os.path.exists(path + ".part.from"):
        raise UserError(f"{path}.part is there and is no download of ours; move it away")
    failures = 0
    while True:
        before = _size(path + ".part")
        try:
            _attempt(url, path, progress)
            break
        except _Broken as broken:
            failures = 0 if _size(path + ".part") > before else failures + 1
            if failures >= ATTEMPTS:
                raise UserError(f"{url}: {broken}; {_size(path + '.part'):,} bytes are here, run the "
                                "same command again to go on") from None
            time.sleep(min(2 ** failures, 30) * pause_unit)
    digest = digest_of(path + ".part")
    if sha256 and digest != sha256.lower():
        _forget(path)
        raise UserError(f"{url}: the checksum is {digest} and should be {sha256.lower()}; deleted what "
                        "came, so run the same command again, and if it stays so the file has changed "
                        "there")
    os.replace(path + ".part", path)
    _forget(path)
    return digest


pause_unit = 1  # seconds; tests do not wait


class _Broken(Exception):
    """The transfer broke off; trying again may help."""


def _attempt(url, path, progress):
    part, origin = path + ".part", path + ".part.from"
    start, validator = _resumable(url, part, origin)
    request = urllib.request.Request(url, headers={"User-Agent": "galois-cps-fetch"})
    if start:
        request.add_header("Range", f"bytes={start}-")
        request.add_header("If-Range", validator)
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
            if answer.status != 206:
                start = 0
            length = answer.headers.get("Content-Length")
            total = start + int(length) if length else None
            _need_room(part, (total or 0) - start)
            with contextlib.suppress(FileNotFoundError):
                os.remove(origin)  # until it fits what the file holds
            with open(part, "r+b" if start else "wb") as file:
                file.seek(start)
                file.truncate()
                _remember(origin, url, answer.headers)
                _copy(answer, file, start, total, progress)
    except urllib.error.HTTPError as error:
        if error.code == 416:  # no byte is left to request: the part belongs to another file
            _forget(path)
            raise _Broken("what was here did not fit") from None
        if error.code >= 500 or error.code == 429:
            raise _Broken(f"the server says {error.code} {error.reason}") from None
        raise UserError(f"{url}: the server says {error.code} {error.reason}; is the data set still "
                        "there?") from None
    except urllib.error.URLError as error:
        if start == 0 and isinstance(error.reason, OSError):
            raise UserError(f"cannot reach {urllib.request.Request(url).host}: "
                            f"{error.reason.strerror or error.reason}; is there a network?") from None
        raise _Broken(str(error.reason)) from None
    except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
        raise _Broken(f"the transfer broke off ({type(error).__name__})") from None
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise UserError(f"the disk is full: {part}; free some space and run the same command again "
                            "to go on") from None
        raise UserError(f"{error.filename or part}: {error.strerror}") from None


def _copy(answer, file, done, total, progress):
    progress(done, total)
    while block := answer.read(_BLOCK):
        file.write(block)
        done += len(block)
        progress(done, total)
    if total is not None and done < total:
        raise _Broken(f"the transfer broke off after {done:,} of {total:,} bytes")


def _resumable(url, part, origin):
    """The received size of the file, and its version; 0 if the download has to start again."""
    try:
        with open(origin, encoding="utf-8") as file:
            known = json.load(file)
        if known["url"] == url and known["validator"]:
            return _size(part), known["validator"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return 0, None


def _remember(origin, url, headers):
    # A weak tag tells versions apart, not bytes; If-Range does not take it.
    tag = headers.get("ETag", "")
    validator = tag if tag.startswith('"') else headers.get("Last-Modified")
    with open(origin, "w", encoding="utf-8") as file:
        json.dump({"url": url, "validator": validator}, file)


def _need_room(path, more):
    folder = os.path.dirname(path) or "."
    free = shutil.disk_usage(folder).free
    if more > free:
        raise UserError(f"{folder} has {free / 1e6:,.0f} MB left, and {more / 1e6:,.0f} MB are to come; "
                        "choose another folder with --dir=")


def digest_of(path):
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _size(path):
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _forget(path):
    for leftover in (path + ".part", path + ".part.from"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(leftover)
