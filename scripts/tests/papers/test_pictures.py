"""The charts of figures: drawn side by side, kept, and drawn again when their data change."""

import importlib
import types

import pytest

from papers.engine.plan import tidy
from papers.engine.show import pictures

made = importlib.import_module("made_rows")
NAMES = ("smq-x", "smq-y", "smq-z")


@pytest.fixture
def session(tmp_path):
    """A scale with the tables of two figures of three."""
    for name in NAMES[:2]:
        tidy.write(tmp_path / "tidy" / f"{name}.csv",
                   made.thread_rows(made.CASES[:1], ("mq0", "smq"), (1, 4), 2))
    return types.SimpleNamespace(folder=tmp_path, catalogue=made.catalogue(all_figures()))


def all_figures():
    return [made.figure("by_threads", name) for name in NAMES]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_figure_with_a_table_gets_its_pictures_in_order(session, jobs):
    drawn = pictures.of(session, all_figures(), jobs)
    assert sorted(drawn) == sorted(NAMES) and drawn["smq-z"] == []
    for name in NAMES[:2]:
        assert drawn[name] and all(name in each.path.name and each.path.exists()
                                   for each in drawn[name])


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_what_has_changed_is_drawn_again(session, jobs):
    first = pictures.of(session, all_figures(), jobs)
    paths = [each.path for name in NAMES[:2] for each in first[name]]
    before = [path.stat().st_mtime_ns for path in paths]
    changed = session.folder / "tidy" / "smq-y.csv"
    tidy.write(changed, made.thread_rows(made.CASES[:1], ("mq0", "smq"), (1, 4), 3))
    second = pictures.of(session, all_figures(), jobs)
    assert second["smq-x"] == first["smq-x"]
    assert [each.path for each in second["smq-y"]] == [each.path for each in first["smq-y"]]
    again = [path.stat().st_mtime_ns != old for path, old in zip(paths, before, strict=True)]
    assert again == ["smq-y" in path.name for path in paths]


def test_what_fails_in_a_process_is_an_error_here(session):
    wrong = all_figures()
    for each in wrong:
        each.chart = "pie"
    with pytest.raises(ValueError, match="no chart of kind pie"):
        pictures.of(session, wrong, 2)
