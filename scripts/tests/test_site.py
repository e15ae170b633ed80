"""scripts/site: how pages of the site are made of files, and that the guide fits into it."""

import json
import os
import re

import pytest

from conftest import SCRIPTS
from galois_site import build, cli, links, markdown, nav, opening
from galois_site import tree as trees

ROOT = SCRIPTS.parent
OWN = trees.Tree(ROOT)


class Files(trees.Tree):
    """A repository of these files."""

    def __init__(self, texts):  # pylint: disable=super-init-not-called
        self.texts = texts
        self.names = sorted(texts)
        self._known = set(texts)
        self._folders = {name.rpartition("/")[0] for name in texts}

    def text(self, name):
        return self.texts[name]


def pages_of(texts):
    return build.Pages(Files(texts), lambda name, words, page: f"{name} of {page}: {words}")


@pytest.mark.parametrize(("name", "page"), [
    ("README.md", "index.md"), ("docs/README.md", "guide.md"), ("docs/apps/README.md", "apps/README.md"),
    ("docs/images/a.svg", "images/a.svg"), ("lonestar/README.md", "source/lonestar/README.md"),
    ("inputs/Graph.h", "source/inputs/Graph.h.md"),
])
def test_where_files_are(name, page):
    assert trees.page_of(name) == page


def test_links_lead_to_pages():
    pages = pages_of({"README.md": "[guide](docs/README.md) [x](docs/x.md#y) [web](https://example.org)",
                      "docs/README.md": "[code](../a/B.h) [folder](../lonestar/a) [b](../b) `[no](link)`\n\n    [no](link)\n",
                      "docs/x.md": "# X\n[up](../README.md)\n\n```\n[no](link)\n```\n",
                      "a/B.h": "int b;\n", "a/C.h": "int c;\n", "lonestar/a/D.h": "// d\n", "b/e.txt": ""})
    assert pages.problems == []
    assert pages.texts["index.md"].startswith("[guide](guide.md) [x](x.md#y) [web](https://example.org)")
    assert pages.texts["guide.md"] == ("[code](source/a/B.h.md) [folder](what-is-where.md#lonestar-a) [b](source/b/README.md) `[no](link)`"
                                       "\n\n    [no](link)\n")
    assert "[up](index.md)" in pages.texts["x.md"] and "[no](link)" in pages.texts["x.md"]
    assert pages.texts["source/a/B.h.md"] == "# a/B.h\n\n```cpp\nint b;\n```\n"
    assert "source/a/C.h.md" not in pages.texts  # nothing links to it
    assert pages.texts["source/b/README.md"] == "# b\n\n- `e.txt`\n"


def test_a_link_to_nothing_is_told():
    assert pages_of({"docs/x.md": "[a](gone.md)"}).problems == [
        "docs/x.md links to gone.md, which does not exist"]


def test_programs_and_placeholders():
    pages = pages_of({"docs/t.md": "Text\n\n[`p`](../lonestar/tutorial/1-p.cpp)\n\n<!-- site: picture a: b\nc -->\n",
                      "lonestar/tutorial/1-p.cpp": "int p;\n"})
    assert pages.texts["t.md"] == ("Text\n\n[`p`](source/lonestar/tutorial/1-p.cpp.md)\n\n```cpp\nint p;\n```\n"
                                   "\npicture of t.md: a: b\nc\n")


def test_entries_come_from_the_index():
    files = Files({"docs/README.md": "# G\n\n## Start\n\n| a | b |\n| --- | --- |\n| x | [a page](a.md) |\n"
                                     "\n## Use\n\n| x | [more](b/README.md), [a page](a.md) |\n",
                   "docs/a.md": "", "docs/b/README.md": "| [c](c.md) | [web](https://x.y) |", "docs/b/c.md": ""})
    assert nav.entries(files, {"Use": [{"E": "e.md"}]}) == [
        {"Start": [{"galois-cps": "index.md"}, {"Guide": "guide.md"}, {"A page": "a.md"}]},
        {"Use": [{"More": [{"Overview": "b/README.md"}, {"C": "b/c.md"}]}, {"E": "e.md"}]}]


def test_pages_that_no_table_names_follow_those_of_their_folder():
    files = Files({"docs/README.md": "# G\n\n## Use\n\n| x | [more](b/README.md) |\n| y | [later](b/a.md) |\n",
                   "docs/b/README.md": "| [c](c.md) |", "docs/b/a.md": "", "docs/b/c.md": "",
                   "docs/b/bare.md": "no heading", "docs/b/new-one.md": "# `new-one` is new\n\n# More\n",
                   "docs/b/x.txt": "", "docs/b/below/d.md": "", "docs/lost.md": "# Lost\n"})
    assert nav.entries(files, {}) == [{"Use": [
        {"More": [{"Overview": "b/README.md"}, {"C": "b/c.md"}, {"Bare": "b/bare.md"},
                  {"new-one is new": "b/new-one.md"}]},
        {"Later": "b/a.md"}]}]


@pytest.mark.parametrize(("name", "text", "line"), [
    ("a.h", "/**\n * Does this. Here\n * is more.\n *\n * Not this.\n */\nint a;\n", "Does this. Here is more."),
    ("a.h", "// One line.\n#include <x>\n", "One line."),
    ("a.py", '"""Does that:\n\nmore."""\n', "Does that."),
    ("a.h", "int a; // no opening\n", ""),
])
def test_opening_comments(name, text, line):
    assert opening.line(name, text) == line


def test_every_header_of_the_library_says_what_it_does():
    page = opening.page(OWN, set())
    assert page.count("\n| `") > 600
    assert "| `Backoff.h` | " in page and "Backoff.h` |  |" not in page


def test_broken_links_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#there">1</a><a href="b.html#gone">2</a><a href="c.html">3</a>'
                                     '<script src="https://x.y/z.js"></script><img src="b.html">'
                                     '<a href="https://x.y">4</a><a href="../out.html#a">5</a>')
    (tmp_path / "b.html").write_text('<h1 id="there">x</h1>')
    (tmp_path.parent / "out.html").write_text("")
    assert links.problems(tmp_path) == [
        "a.html: the picture b.html has no alternative text",
        "a.html links to b.html#gone, and there is no such anchor",
        "a.html links to c.html, which does not exist",
        "a.html needs https://x.y/z.js, which is not in the folder",
        "a.html links to ../out.html#a, which is not in the folder"]


def test_the_search_leaves_listings_out(tmp_path):
    (tmp_path / "search").mkdir()
    found = [{"location": where} for where in ("a.html#b", "source/a/index.html", "source/a/B.h.html")]
    (tmp_path / "search" / "search_index.json").write_text(json.dumps({"docs": found}))
    build.offline_search(tmp_path)
    script = (tmp_path / "search" / "search_index.js").read_text()
    assert script.startswith("var __index = {") and "source/a/index.html" in script and "B.h" not in script


@pytest.mark.parametrize(("flags", "said"), [
    (["--out", "{file}"], "{file} is a file; name a folder"),
    (["--out", "{file}/x"], "{file}/x: Not a directory"),
    (["--out", "/proc/x"], "/proc/x: No such file or directory"),
    (["--out", "{folder}"], "{folder} is no site that this program wrote; name another folder"),
    (["--pages", "{file}", "--out", "{folder}/x"], "{file} is no folder with an index.md"),
    (["--pages", "{folder}", "--out", "{folder}/x"], "{folder} is no folder with an index.md"),
])
def test_a_folder_that_cannot_be_used_is_told_in_one_line(tmp_path, capsys, flags, said):
    names = {"file": tmp_path / "kept.txt", "folder": tmp_path}
    names["file"].write_text("kept")
    assert cli.main([flag.format(**names) for flag in flags]) == 1
    assert capsys.readouterr().err == f"site: {said.format(**names)}\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_others_is_told(tmp_path, capsys):
    (tmp_path / "theirs").mkdir(0o500)
    assert cli.main(["--out", str(tmp_path / "theirs")]) == 1
    assert "theirs cannot be written; name another folder" in capsys.readouterr().err


def test_the_guide_has_its_entries_and_every_page_is_below_one():
    entries = nav.entries(OWN, {})
    assert [title for entry in entries for title in entry] == [
        "Start", "Use", "Python", "Program", "Schedulers", "Measure", "Lab book"]
    named = re.findall(r'"([\w/.-]+\.md)"', json.dumps(entries))
    assert len(named) == len(set(named))
    pages = {trees.page_of(name) for name in OWN.names if name.startswith("docs/") and name.endswith(".md")}
    assert pages <= set(named)


def test_the_asterisk_of_a_star_opens_nothing():
    settings = pytest.importorskip("mkdocs.config").load_config(str(ROOT / "mkdocs.yml"))
    html = pytest.importorskip("markdown").markdown(
        "SSSP and A* on roads, A*, and *both* under **A***.", extensions=settings["markdown_extensions"],
        extension_configs=settings["mdx_configs"])
    assert html == "<p>SSSP and A* on roads, A*, and <em>both</em> under <strong>A*</strong>.</p>"


def test_the_tutorial_has_a_section_for_each_program():
    text = OWN.text("docs/tutorial.md")
    shown = [f"lonestar/tutorial/{found[1].rpartition('/')[2]}"
             for line in text.splitlines() if (found := markdown.LISTED.match(line))]
    assert shown == [name for name in OWN.names if re.match(r"lonestar/tutorial/\d-.*\.cpp$", name)]
