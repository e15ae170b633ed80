"""The pictures of the pages: each can be drawn, and stands in a page."""

import re
import xml.etree.ElementTree

import pytest

from conftest import SCRIPTS
from lab.bench import diagrams

ROOT = SCRIPTS.parent


@pytest.mark.parametrize("name", diagrams.DIAGRAMS)
def test_a_picture_is_drawn_with_words(name, tmp_path):
    diagrams.DIAGRAMS[name]().save(tmp_path / f"{name}.svg")
    tree = xml.etree.ElementTree.parse(tmp_path / f"{name}.svg")
    assert len([*tree.iter("{http://www.w3.org/2000/svg}text")]) > 5


def test_each_picture_stands_in_one_page():
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*/*.md"))
    shown = re.findall(r"<!-- site: picture ([\w-]+): ", pages)
    assert sorted(shown) == sorted(diagrams.DIAGRAMS)


def test_an_unknown_name_is_an_error(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("sys.argv", ["diagrams", "--out", str(tmp_path), "nonesuch"])
    with pytest.raises(SystemExit) as end:
        diagrams.main()
    assert end.value.code == 2
    assert "nonesuch" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_an_error_of_one_line(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("sys.argv", ["diagrams", "--out", str(tmp_path / "file"), "obim"])
    assert diagrams.main() == 1
    assert capsys.readouterr().err == f"diagrams: {tmp_path}/file: File exists\n"
