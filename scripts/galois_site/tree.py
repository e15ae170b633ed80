"""The files of the repository, and where the site has them.

A page under docs/ keeps its place. Other Markdown files, and each other file that a page links to,
are below source/. A file that is no Markdown becomes a page with a listing.
"""

import pathlib
import subprocess

START = "README.md"  # the first page of the site
GUIDE = "docs/README.md"


class Tree:
    """The files of a repository."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"],
                                capture_output=True, text=True, check=True).stdout.splitlines()
        self.names = sorted(name for name in listed if (root / name).is_file())
        self._known = set(self.names)
        self._folders = {parent.as_posix() for name in self.names
                         for parent in pathlib.PurePath(name).parents}

    def text(self, name: str) -> str:
        """The text of a file."""
        return (self.root / name).read_text(encoding="utf-8")

    def file_of(self, name: str) -> str | None:
        """The file that a link to `name` means: a folder's is its README.md. None if there is none."""
        if name in self._known:
            return name
        readme = f"{name}/README.md" if name != "." else "README.md"
        return readme if readme in self._known else None

    def is_folder(self, name: str) -> bool:
        """Whether there are files below `name`."""
        return name in self._folders


def page_of(name: str) -> str:
    """The page of a file, relative to the root of the site's sources."""
    if name == START:
        return "index.md"
    if name == GUIDE:
        return "guide.md"
    if name.startswith("docs/") and name.endswith((".md", ".svg", ".png")):
        return name.removeprefix("docs/")
    return f"source/{name}" if name.endswith((".md", ".svg", ".png")) else f"source/{name}.md"
