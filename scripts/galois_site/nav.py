"""The six entries of the site, and what is below them, from the tables of index pages.

Each second heading of docs/README.md is an entry, and each link in its table a page, in their
order. A link to another index page (docs/apps/README.md) stands for what that page lists.
"""

import posixpath
import re

from galois_site import tree as trees

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINK = re.compile(r"\[([^]]+)\]\(([^)#]+)(?:#[^)]*)?\)")
Entry = dict[str, "str | list[Entry]"]


def entries(tree: trees.Tree, extra: dict[str, list[Entry]]) -> list[Entry]:
    """The entries, as mkdocs.yml has them.

    :param extra: pages that are made, by the entry that they end"""
    text = tree.text(trees.GUIDE)
    parts = HEADING.split(text)
    seen = {trees.GUIDE}
    found: list[Entry] = []
    for title, body in zip(parts[1::2], parts[2::2]):
        below = _below(tree, trees.GUIDE, body, seen) + extra.get(title, [])
        if title == "Start":
            below = [{"galois-cps": "index.md"}, {"Guide": "guide.md"}, *below]
        found.append({title: below})
    return found


def _below(tree: trees.Tree, name: str, text: str, seen: set[str]) -> list[Entry]:
    found: list[Entry] = []
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    for title, link in LINK.findall(rows):
        if "://" in link:
            continue
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
        page = tree.file_of(meant)
        if page is None or page in seen or page == trees.START:
            continue
        if not page.endswith(".md") and page not in trees.MADE:
            continue
        seen.add(page)
        title = title.replace("`", "")
        if "-" not in title.partition(" ")[0]:  # not the name of a program
            title = title[:1].upper() + title[1:]
        if page.startswith("docs/") and page.endswith("/README.md"):
            inner = _below(tree, page, tree.text(page), seen)
            found.append({title: [{"Overview": trees.page_of(page)}, *inner]})
        else:
            found.append({title: trees.page_of(page)})
    return found
