"""The pictures of the scheduler pages: each can be drawn, is committed, and stands in a page."""

import re
import xml.etree.ElementTree

import pytest

from conftest import SCRIPTS
from lab.bench import diagrams

ROOT = SCRIPTS.parent


@pytest.mark.parametrize("name", diagrams.DIAGRAMS)
def test_a_picture_is_drawn_with_its_words(name, tmp_path):
    diagrams.DIAGRAMS[name]().save(tmp_path / f"{name}.svg")
    drawn = words(tmp_path / f"{name}.svg")
    assert drawn and drawn == words(ROOT / "docs" / "images" / f"{name}.svg")


def test_each_picture_stands_in_one_page():
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "worklists").glob("*.md"))
    shown = re.findall(r"\]\(\.\./images/([\w-]+)\.svg\)", pages)
    assert sorted(shown) == sorted(diagrams.DIAGRAMS)


def test_an_unknown_name_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["diagrams", "nonesuch"])
    with pytest.raises(SystemExit) as end:
        diagrams.main()
    assert end.value.code == 2
    assert "nonesuch" in capsys.readouterr().err


def words(svg):
    """What the picture says: the text elements, in order."""
    tree = xml.etree.ElementTree.parse(svg)
    return [element.text.strip() for element in tree.iter("{http://www.w3.org/2000/svg}text")]
