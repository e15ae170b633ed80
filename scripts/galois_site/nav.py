"""The entries of the site, and what is below them, from the tables of index pages.

Each second heading of docs/README.md is an entry, and each link in its table a page, in their
order. A link to another index page (docs/apps/README.md) stands for what that page lists, and then
for the pages of its folder that no table names.
"""

import posixpath
import re

from galois_site import tree as trees

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
LINK = re.compile(r"\[([^]]+)\]\(([^)#]+)(?:#[^)]*)?\)")
Entry = dict[str, "str | list[Entry] | list[str]"]


def entries(tree: trees.Tree, extra: dict[str, list[Entry]]) -> list[Entry]:
    """The entries, as mkdocs.yml has them.

    :param extra: pages that are made, by the entry that they end"""
    text = tree.text(trees.GUIDE)
    parts = HEADING.split(text)
    seen = {trees.GUIDE}
    folders: dict[str, list[Entry]] = {}
    found: list[Entry] = []
    for title, body in zip(parts[1::2], parts[2::2]):
        below = _below(tree, trees.GUIDE, body, seen, folders) + extra.get(title, [])
        if title == "Start":
            below = [{"galois-cps": "index.md"}, {"Guide": "guide.md"}, *below]
        found.append({title: below})
    for name in tree.names:
        folder = posixpath.dirname(name)
        if name.endswith(".md") and folder in folders and name not in seen:
            heading = TITLE.search(tree.text(name))
            title = heading[1] if heading else posixpath.basename(name).removesuffix(".md")
            folders[folder].append({_cleaned(title): trees.page_of(name)})
    return found


def _cleaned(title: str) -> str:
    title = title.replace("`", "")
    if "-" in title.partition(" ")[0]:  # the name of a program
        return title
    return title[:1].upper() + title[1:]


def _below(tree: trees.Tree, name: str, text: str, seen: set[str],
           folders: dict[str, list[Entry]]) -> list[Entry]:
    """What the tables of `text` list. Notes the entries of each index page in `folders`."""
    found: list[Entry] = []
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    for title, link in LINK.findall(rows):
        if "://" in link:
            continue
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
        page = tree.file_of(meant)
        if page is None or page in seen or page == trees.START:
            continue
        if not page.endswith(".md"):
            continue
        seen.add(page)
        title = _cleaned(title)
        if page.startswith("docs/") and page.endswith("/README.md"):
            inner: list[Entry] = [{"Overview": trees.page_of(page)}]
            folders[posixpath.dirname(page)] = inner
            inner += _below(tree, page, tree.text(page), seen, folders)
            found.append({title: inner})
        else:
            found.append({title: trees.page_of(page)})
    return found
