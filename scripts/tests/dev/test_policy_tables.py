"""scripts/dev/policy-tables: facts come from the schedulers, meanings stay as a person wrote them."""

import json

import pytest

from conftest import SCRIPTS, load_program

ROOT = SCRIPTS.parent
tables = load_program("dev/policy-tables")


def parameter(name, kind, default, **more):
    return {"name": name, "kind": kind, "default": default, "help": f"help of {name}", **more}


POLICIES = [
    {"name": "a", "parameters": [parameter("size", "number", "4", low=1, high=1 << 30),
                                 parameter("delta", "number", "13", low=0, high=63),
                                 parameter("how", "one of the words", "x", choices=["x", "y"])]},
    {"name": "b", "parameters": [parameter("size", "number", "64", low=1, high=1 << 30),
                                 parameter("delta", "number", None, low=0, high=63),
                                 parameter("plan", "numbers or none", "none", low=1, high=9)]},
    {"name": "c", "parameters": [parameter("size", "number", "4", low=1, high=1 << 30),
                                 parameter("some", "number or auto", "auto", low=2, high=9)]},
]
PAGE = """# Page

<!-- made by scripts/dev/policy-tables: a b c -->
| flag | default | meaning |
| --- | --- | --- |
| `--size` | wrong | by hand |
| `--gone` | 1 | no longer there |
<!-- end of the table -->

Text.
"""
MADE = """# Page

<!-- made by scripts/dev/policy-tables: a b c -->
| flag | of | default | values | meaning |
| --- | --- | --- | --- | --- |
| `--size` | all | 4; `b`: 64 | 1 to 2^30 | by hand |
| `--how` | `a` | `x` | `x`, `y` | help of how |
| `--plan` | `b` | `none` | `none`, or 1 to 9, with commas between them | help of plan |
| `--some` | `c` | `auto` | `auto`, 2 to 9 | help of some |
| `--delta` | all but `c` | the application's; `b`: none | 0 to 63 | help of delta |
<!-- end of the table -->

Text.
"""


@pytest.fixture
def tree(tmp_path):
    """A repository with one page, and a program that lists POLICIES."""
    page = tmp_path / "docs" / "worklists" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE)
    program = tmp_path / "build" / "release" / "bin" / "sssp-cpu"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(POLICIES)}\nEND\n")
    program.chmod(0o755)
    return tmp_path, page, program


def test_facts_come_from_the_program_and_meanings_from_the_page(tree):
    root, page, _ = tree
    assert tables.main([], root) == 0 and page.read_text() == MADE
    assert tables.main([], root) == 0 and page.read_text() == MADE


def test_check_writes_nothing_and_names_the_difference(tree, capsys):
    root, page, _ = tree
    assert tables.main(["--check"], root) == 1 and page.read_text() == PAGE
    assert capsys.readouterr().out.startswith("docs/worklists/page.md: ")
    page.write_text(MADE)
    assert tables.main(["--check"], root) == 0 and capsys.readouterr().out == ""


def test_a_single_scheduler_needs_no_column_for_it(tree):
    root, page, _ = tree
    page.write_text(PAGE.replace(": a b c", ": c"))
    assert tables.main([], root) == 0
    assert "| `--size` | 4 | 1 to 2^30 | by hand |\n" in page.read_text()


def test_builds_that_lack_schedulers_cannot_check(tree, capsys):
    root, page, program = tree
    page.write_text(PAGE.replace(": a b c", ": a other"))
    assert tables.main(["--check"], root) == 77 and "lacks other" in capsys.readouterr().out
    program.unlink()
    assert tables.main(["--check"], root) == 77 and "build it" in capsys.readouterr().out


def test_tables_that_the_build_does_not_know_stay(tree, capsys):
    root, page, _ = tree
    other = PAGE.replace(": a b c", ": a other").replace("by hand", "other hand")
    page.write_text(PAGE + other)
    assert tables.main([], root) == 0 and page.read_text() == MADE + other
    assert capsys.readouterr().out == (
        "policy-tables: this build lacks other; their tables stay as they were\n")


def test_every_page_with_parameters_has_a_made_table():
    for page in (ROOT / "docs" / "worklists").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        assert ("\n| flag |" in text) == bool(tables.TABLE.search(text)), page


def test_the_pages_are_those_of_the_build(capsys):
    status = tables.main(["--check"])
    said = capsys.readouterr().out
    if status == 77:
        pytest.skip(said.strip())
    assert status == 0, said
