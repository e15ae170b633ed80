"""The pages as mkdocs reads them, mkdocs, and what is added to the folder that it writes."""

import collections.abc
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

from galois_site import markdown, nav, opening
from galois_site import tree as trees

THEME = pathlib.Path(__file__).parent / "theme"
PICTURES = "images"


class UserError(Exception):
    """What is wrong, as a line for who called."""


class Pages:
    """The Markdown of all pages, by their paths below the sources of the site."""

    def __init__(self, tree: trees.Tree,
                 placeholder: collections.abc.Callable[[str, str, str], str]) -> None:
        """Makes the pages.

        :param placeholder: (name, words, page) -> Markdown"""
        self.problems: list[str] = []
        self.linked: set[str] = set()  # files that are no Markdown and have pages
        self.copied: set[str] = set()  # pictures
        self.texts: dict[str, str] = {}
        self._tree = tree
        self._placeholder = placeholder
        self._waiting: list[str] = [name for name in tree.names
                                    if name.endswith(".md") and "/test" not in name]
        done: set[str] = set()
        while self._waiting:
            name = self._waiting.pop()
            if name not in done:
                done.add(name)
                self._add(name)
        self.texts[opening.PAGE] = opening.page(tree, self.linked)

    def _add(self, name: str) -> None:
        page = trees.page_of(name)
        if name.endswith((".svg", ".png")):
            self.copied.add(name)
            return
        if not name.endswith(".md"):
            self.linked.add(name)
            self.texts[page] = f"# {name}\n\n{markdown.listing(name, self._tree.text(name))}"
            return
        text = markdown.with_listings(self._tree.text(name), name, self._tree.text)
        text = markdown.with_links(text, name, lambda meant, link: self._target(name, page, meant, link))
        self.texts[page] = markdown.with_placeholders(
            text, lambda what, words: self._placeholder(what, words, page))

    def _folder(self, name: str) -> str:
        """Where the files of a folder without a README are: its part of "What is where", or a list."""
        files = [each for each in self._tree.names if each.rpartition("/")[0] == name]
        if any(opening.is_listed(each) for each in files):
            return f"{opening.PAGE}#{name.replace('/', '-')}"
        page = f"source/{name}/README.md"
        self.texts[page] = f"# {name}\n\n" + "".join(f"- `{each[len(name) + 1:]}`\n" for each in files)
        return page

    def _target(self, name: str, page: str, meant: str, link: str) -> str:
        file = self._tree.file_of(meant)
        if file is None and self._tree.is_folder(meant):
            return posixpath.relpath(self._folder(meant), posixpath.dirname(page))
        if file is None:
            self.problems.append(f"{name} links to {link}, which does not exist")
            return link
        self._waiting.append(file)
        return posixpath.relpath(trees.page_of(file), posixpath.dirname(page))


def write(pages: Pages, tree: trees.Tree, folder: pathlib.Path) -> None:
    """Writes the sources of the site; what was there before goes."""
    for page, text in pages.texts.items():
        path = folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in pages.copied:
        path = folder / trees.page_of(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree.root / name, path)


def mkdocs(root: pathlib.Path, source: pathlib.Path, out: pathlib.Path,
           entries: list[nav.Entry]) -> None:
    """Runs mkdocs with the settings of mkdocs.yml. @throws UserError"""
    settings = {"INHERIT": str(root / "mkdocs.yml"), "docs_dir": str(source), "site_dir": str(out),
                "nav": entries, "theme": {"custom_dir": str(THEME)}}
    path = source.with_name(source.name + ".yml")
    path.write_text(json.dumps(settings, indent=1), encoding="utf-8")  # JSON is YAML
    done = subprocess.run([sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--quiet",
                           "--config-file", str(path)],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONWARNINGS": "ignore"})
    lines = [line for line in (done.stdout + done.stderr).splitlines()
             if re.match(r"(?:WARNING|ERROR|Error|\w*Error:)", line)]
    if done.returncode or lines:
        shutil.rmtree(out, ignore_errors=True)  # half of a site is none that the next call may replace
        raise UserError("; ".join(lines[:5]) or f"mkdocs ends with status {done.returncode}: "
                        + (done.stderr.strip().splitlines() or ["no output"])[-1])


def offline_search(out: pathlib.Path) -> None:
    """Leaves the listings out of the search, and writes its index as a script, which a page may
    load from a file."""
    path = out / "search" / "search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] = [each for each in index["docs"]
                     if not re.match(r"source/.*\.\w+\.html", each["location"])]
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".js").write_text(f"var __index = {text};\n", encoding="utf-8")
