"""A tree of upstream Galois: the patch for it, which git applies and takes back.

The patch is made of the tree itself, since no text of upstream is stored here. It stays in the tree, as
PATCH, so that git can take it back.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

from . import Refused, edits, headers

PATCH = "cps.patch"
FLAGS = ("--whitespace=nowarn",)  # of git apply: our lines end as those of the file
Contents = dict[str, tuple[bytes | None, bytes]]  # of files, before (None: the file is new) and after


def plan(root: pathlib.Path) -> Contents:
    """What changes, by path. Refuses what is no tree of Galois 6."""
    found: Contents = dict(edits.edited(root))
    linked = edits.libraries(root).encode()
    for name, data in headers.files().items():
        found[name] = None, data.replace(b"@LIBRARIES@", linked) if name.endswith("CMakeLists.txt") else data
    return found


def patch_of(root: pathlib.Path, contents: Contents) -> bytes:
    """The patch that makes these changes."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (before, after) in contents.items():
            for side, data in (("a", before), ("b", after)):
                path = pathlib.Path(folder, side, name)
                if data is not None:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
                    if before is not None:
                        shutil.copymode(root / name, path)
        return git(folder, "diff", "--no-index", "--no-prefix", "--no-ext-diff", "--no-color", "a", "b", good=1)


def git(folder: pathlib.Path | str, *arguments: str, given: bytes = b"", good: int = 0) -> bytes:
    """What git prints in a folder, of whose repository above, if there is one, it knows nothing.

    @throws Refused where its exit status is not the good one
    """
    where = {"GIT_CEILING_DIRECTORIES": os.path.dirname(os.path.realpath(folder)), "LC_ALL": "C"}
    try:
        done = subprocess.run(["git", "-c", "core.autocrlf=false", *arguments], cwd=folder, input=given,
                              capture_output=True, check=False, env={**os.environ, **where})
    except FileNotFoundError as error:
        raise Refused("git is missing; install it") from error
    if done.returncode != good:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [f"git ends with status {done.returncode}"]
        raise Refused(said[-1].removeprefix("error: "))
    return done.stdout


def check(root: pathlib.Path, patch: bytes, *flags: str) -> None:
    """Refuses a patch that does not fit, or whose files are in folders that cannot be written to."""
    git(root, "apply", *FLAGS, "--check", *flags, given=patch)
    for line in [f"\t\t{PATCH}", *git(root, "apply", "--numstat", given=patch).decode().splitlines()]:
        folder = next(each for each in (root / line.split("\t")[2]).parents if each.exists())
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Refused(f"{folder.relative_to(root).as_posix()}: cannot be written to")


def check_kept(root: pathlib.Path) -> bytes:
    """The patch that the tree has; refuses to take back what was changed since."""
    patch = (root / PATCH).read_bytes()
    try:
        git(root, "apply", *FLAGS, "--check", "--reverse", given=patch)
    except Refused as error:
        raise Refused(f"{error}; undo first what was changed since patches/apply") from error
    return patch


def apply(root: pathlib.Path, *, dry: bool) -> Contents | None:
    """Applies the patch, unless `dry`. @return what changes; None if that has been done before"""
    if (root / PATCH).exists():
        check_kept(root)
        for name, data in headers.files().items():
            path = root / name
            if not name.endswith("CMakeLists.txt") and not (path.exists() and path.read_bytes() == data):
                raise Refused(f"{PATCH}: is of another version; run patches/apply --revert first")
        return None
    contents = plan(root)
    patch = patch_of(root, contents)
    check(root, patch)
    if not dry:
        (root / PATCH).write_bytes(patch)
        git(root, "apply", *FLAGS, given=patch)
    return contents


def revert(root: pathlib.Path) -> bool:
    """Takes everything back. @return whether there was something to take back"""
    if not (root / PATCH).exists():
        return False
    patch = check_kept(root)
    check(root, patch, "--reverse")
    git(root, "apply", *FLAGS, "--reverse", given=patch)
    (root / PATCH).unlink()
    return True
