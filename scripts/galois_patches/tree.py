"""Changes a tree of upstream Galois: all of a plan or none of it, and back.

What was done is recorded in the tree itself, in RECORD: for each file its hash before and after, and
for an edited file where the inserted bytes are. So what is taken back needs no copy of upstream's
text, and is exact. A file that was changed since is not touched.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import stat
import tempfile

from . import Refused, anchors, edits, headers

RECORD = "cps-patches.json"
FORMAT = 1


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclasses.dataclass(frozen=True)
class Change:
    """A file's content before and after; None for a file that does not exist."""

    before: bytes | None
    after: bytes | None
    pieces: tuple[tuple[int, int], ...] = ()  # inserted bytes in the longer content: (first, number)


class Tree:
    """The files of a tree. `hidden` has the contents that files would have without the patches."""

    def __init__(self, root: pathlib.Path):
        self.root = root
        self.hidden: dict[str, bytes | None] = {}

    def data(self, name: str) -> bytes | None:
        """The content of a file, or None if there is none."""
        if name in self.hidden:
            return self.hidden[name]
        return self.on_disk(name)

    def on_disk(self, name: str) -> bytes | None:
        path = self.root / name
        if path.is_symlink():
            raise Refused(f"{name}: is a symbolic link; expected a file")
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refused(f"{name}: cannot be read: {error.strerror}") from error

    def read(self, name: str) -> bytes:
        data = self.data(name)
        if data is None:
            raise Refused(f"{name}: is missing; expected a tree of Galois 6")
        return data


def plan(tree: Tree) -> dict[str, Change]:
    """What apply changes, by path."""
    changes = {}
    for name, insertions in edits.all_edits(tree.root, tree.read).items():
        before = tree.read(name)
        changes[name] = Change(before, anchors.inserted(before, insertions),
                               tuple(anchors.pieces_of(before, insertions)))
    linked = edits.libraries(tree.root, tree.read).encode()
    for name, data in headers.files().items():
        if tree.data(name) is not None:
            raise Refused(f"{name}: exists already, and not from patches/apply")
        if name.endswith("CMakeLists.txt"):
            data = data.replace(b"@LIBRARIES@", linked)
        changes[name] = Change(None, data)
    return changes


def record_of(changes: dict[str, Change], new_folders: list[str]) -> bytes:
    files = {name: {"before": digest(change.before) if change.before is not None else None,
                    "after": digest(change.after or b""), "pieces": change.pieces}
             for name, change in changes.items()}
    text = json.dumps({"format": FORMAT, "folders": new_folders, "files": files}, indent=1)
    return text.encode() + b"\n"


def recorded(tree: Tree) -> tuple[dict[str, Change], list[str]] | None:
    """What an earlier apply has changed and the folders it made; None without a record.

    Refuses a tree in which one of the files was changed since. A file that is still, or again, as
    before apply is taken for unchanged: apply was interrupted.
    """
    data = tree.on_disk(RECORD)
    if data is None:
        return None
    try:
        record = json.loads(data)
        if record["format"] != FORMAT:
            raise ValueError
        entries = [(str(name), entry["before"], entry["after"],
                    tuple((int(start), int(size)) for start, size in entry["pieces"]))
                   for name, entry in record["files"].items()]
        folders = [str(name) for name in record["folders"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused(f"{RECORD}: is not a record of this version of patches/apply") from error
    for name in [*(entry[0] for entry in entries), *folders]:
        if pathlib.PurePosixPath(name).is_absolute() or ".." in pathlib.PurePosixPath(name).parts:
            raise Refused(f"{RECORD}: names {name}, which is outside the tree")
    changes = {}
    for name, before, after, pieces in entries:
        now = tree.on_disk(name)
        state = None if now is None else digest(now)
        if state == after and now is not None:
            original = None if before is None else anchors.removed(now, list(pieces))
            if original is not None and digest(original) != before:
                raise Refused(f"{RECORD}: does not describe {name}")
            changes[name] = Change(original, now, pieces)
        elif state == before:
            changes[name] = Change(now, now)
        else:
            raise Refused(f"{name}: was changed since patches/apply; undo that change first")
    return changes, folders


def check_writable(tree: Tree, names: list[str]) -> None:
    """Refuses folders in which files cannot be replaced or made."""
    for name in names:
        folder = (tree.root / name).parent
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir():
            raise Refused(f"{folder.relative_to(tree.root)}: is no folder")
        if not os.access(folder, os.W_OK | os.X_OK):
            where = folder.relative_to(tree.root).as_posix()
            raise Refused(f"{where}: cannot be written to")


def missing_folders(tree: Tree, names: list[str]) -> list[str]:
    """The folders that must be made for these files, outer ones first."""
    found = {parent.as_posix() for name in names for parent in pathlib.PurePosixPath(name).parents
             if not (tree.root / parent).exists()}
    return sorted(found)


def put(tree: Tree, name: str, data: bytes | None) -> None:
    """Writes or removes a file, at once and keeping its mode."""
    path = tree.root / name
    if data is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~current_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".cps-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        pathlib.Path(temporary).unlink(missing_ok=True)
        raise


def current_umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def change(tree: Tree, changes: dict[str, Change], folders: list[str]) -> None:
    """Makes all changes. If one fails, the others are taken back, and `folders` are removed."""
    done: list[str] = []
    try:
        for name, each in changes.items():
            done.append(name)
            put(tree, name, each.after)
    except BaseException as error:
        for name in reversed(done):
            put(tree, name, changes[name].before)
        remove_empty(tree, folders)
        if isinstance(error, OSError):
            raise Refused(f"{done[-1]}: cannot be written: {error.strerror}; nothing was changed") \
                from error
        raise


def remove_empty(tree: Tree, folders: list[str]) -> None:
    """Removes those of the folders that are empty, inner ones first."""
    for name in sorted(folders, reverse=True):
        try:
            (tree.root / name).rmdir()
        except OSError:
            pass  # someone has put other files there, or it does not exist


def apply(tree: Tree, *, dry: bool) -> tuple[dict[str, Change], bool]:
    """Puts everything into the tree, unless `dry`.

    @return what changes, and whether that has been done before
    """
    earlier = recorded(tree)
    if earlier is not None:
        tree.hidden = {name: each.before for name, each in earlier[0].items()}
        wanted = plan(tree)
        if {name: each.after for name, each in wanted.items()} != \
                {name: each.after for name, each in earlier[0].items()}:
            raise Refused(f"{RECORD}: patches/apply of another version, or an interrupted one, was "
                          "here; run patches/apply --revert first")
        return wanted, True
    wanted = plan(tree)
    names = [*wanted, RECORD]
    check_writable(tree, names)
    if not dry:
        folders = missing_folders(tree, names)
        # The record comes first, so that --revert knows what to do after a power cut.
        record = Change(None, record_of(wanted, folders))
        change(tree, {RECORD: record, **wanted}, folders)
    return wanted, False


def revert(tree: Tree) -> dict[str, Change] | None:
    """Takes everything back. @return what changed; None if there was nothing to take back"""
    earlier = recorded(tree)
    if earlier is None:
        return None
    changes, folders = earlier
    back = {name: Change(each.after, each.before) for name, each in changes.items()
            if each.after != each.before}
    names = [*back, RECORD]
    check_writable(tree, names)
    change(tree, {**back, RECORD: Change(tree.on_disk(RECORD), None)}, [])
    remove_empty(tree, folders)
    return back
