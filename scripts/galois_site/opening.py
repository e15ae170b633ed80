"""The page "What is where": a line per file from the comment that opens it, folder by folder."""

import itertools
import re

from galois_site import tree as trees
from lib import cpp_text

PAGE = "what-is-where.md"
HEAD = """# What is where

What each header, source and Python module does, from the comment that opens it. Rules of a folder,
and what its files have in common, are in its README.
"""
ROOMS = ("libgalois/include", "libgalois/compat", "libgalois/src", "libgalois/bench", "libdist", "inputs",
         "analytics", "lonestar", "scripts")
SKIPPED = re.compile(r"(?:^|/)(?:test|tests|fuzz)/|(?:^|/)__init__\.py$")
DOCSTRING = re.compile(r'(?:#[^\n]*\n|\s)*[rR]?"""(?P<text>.*?)"""', re.DOTALL)
SENTENCE = re.compile(r"(?<=[.:!?])\s+(?=[A-Z`])")


def words(name: str, text: str) -> str:
    """The comment that opens a file, without its marks; "" if there is none."""
    if name.endswith(".py") or re.match(r"#!.*python", text):
        found = DOCSTRING.match(text)
        return found["text"].strip() if found else ""
    code, comments = cpp_text.split_lines(text)
    opening = itertools.takewhile(lambda pair: not pair[0].strip(), zip(code, comments))
    return "\n".join(comment for _, comment in opening).strip()


def line(name: str, text: str) -> str:
    """The first paragraph of the opening comment, or its first sentences if it is long."""
    paragraph = " ".join(re.split(r"\n\s*\n", words(name, text), maxsplit=1)[0].split())
    paragraph = re.sub(r"^@file\S*\s*", "", paragraph)
    kept = ""
    for sentence in SENTENCE.split(paragraph):
        if kept and len(kept) + len(sentence) > 240:
            break
        kept = f"{kept} {sentence}".strip()
    return kept.removesuffix(":") + ("." if kept.endswith(":") else "")


def _cell(text: str) -> str:
    """Markdown that shows a comment as it is written."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if at % 2 else re.sub(r"([\\*_<>\[\]~])", r"\\\1", part)
                   for at, part in enumerate(parts)).replace("|", "&#124;")


def is_listed(name: str) -> bool:
    """Whether the page has a line for a file, if a comment opens it."""
    return (name.startswith(ROOMS) and name.endswith((".h", ".cpp", ".py"))
            and not SKIPPED.search(name))


def page(tree: trees.Tree, linked: set[str]) -> str:
    """The page. Files of `linked` have pages of their own."""
    folders: dict[str, list[str]] = {}
    for name in filter(is_listed, tree.names):
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    text = [HEAD]
    room = ""
    for folder, names in sorted(folders.items()):
        rows = [(name, line(name, tree.text(name))) for name in names]
        rows = [row for row in rows if row[1]]
        if not rows:
            continue
        top = next(each for each in ROOMS if folder.startswith(each))
        if top != room:
            text.append(f"\n## {top}\n")
            room = top
        readme = tree.file_of(folder)
        rules = f" ([README]({trees.page_of(readme)}))" if readme else ""
        text.append(f"\n### `{folder}/`{rules} {{ #{folder.replace('/', '-')} }}\n")
        text.append("| file | what it does |\n| --- | --- |")
        for name, what in rows:
            short = name.rpartition("/")[2]
            shown = f"[`{short}`]({trees.page_of(name)})" if name in linked else f"`{short}`"
            text.append(f"| {shown} | {_cell(what)} |")
    return "\n".join(text) + "\n"
