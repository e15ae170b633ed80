"""All faults of the corpus are found, by their names, and none in right queues."""

import re

import pytest

from histories import cli, corpus
from histories.history import parse


def check(case, tmp_path, capsys):
    """The exit status for a case, and the kinds of faults that are printed."""
    path = tmp_path / "history.csv"
    path.write_text(case.text())
    status = cli.main([str(path), *case.options])
    printed = capsys.readouterr()
    assert not printed.err
    verdict = printed.out.splitlines()[-1]
    return status, set(re.findall(r"\w+", verdict.removeprefix("broken:"))) if status else verdict


@pytest.mark.parametrize("case", [*corpus.published(), *corpus.mutants()], ids=lambda case: case.name)
def test_each_fault_is_found(case, tmp_path, capsys):
    status, kinds = check(case, tmp_path, capsys)
    assert status == 1 and case.expect and case.expect <= kinds


def test_the_corpus_has_what_it_is_said_to_have():
    published, mutants = list(corpus.published()), list(corpus.mutants())
    assert len(published) >= 15 and len(mutants) >= 40
    assert len({case.name for case in [*published, *mutants]}) == len(published) + len(mutants)
    kinds = {kind for case in mutants for kind in case.expect}
    assert kinds == {"lost", "duplicated", "invented", "empty", "rank", "mean", "own", "fifo"}
    assert all(len(case.text().splitlines()) < 25 for case in published)


@pytest.mark.parametrize("case", corpus.right_queues(), ids=lambda case: case.name)
def test_nothing_is_found_in_right_queues(case, tmp_path, capsys):
    assert check(case, tmp_path, capsys) == (0, "fits: all that was promised")


@pytest.mark.slow
@pytest.mark.parametrize("case", corpus.right_queues(50), ids=lambda case: case.name)
def test_nothing_is_found_in_a_million_operations(case, tmp_path, capsys):
    """Each of the five queues has a fifth of them; and one item less of one of them is seen."""
    assert check(case, tmp_path, capsys) == (0, "fits: all that was promised")
    text = case.lines()
    assert text.count("\n") >= 200_000
    lines = text.splitlines(keepends=True)
    place = next(at for at in range(len(lines) // 2, len(lines)) if ",pop," in lines[at])
    (tmp_path / "history.csv").write_text("".join(lines[:place] + lines[place + 1:]))
    assert cli.main([str(tmp_path / "history.csv"), *case.options]) == 1
    assert re.search(r"^lost: 1 \(items that were pushed and never returned\)$", capsys.readouterr().out, re.M)


def test_the_same_seed_gives_the_same_history():
    first, second = (next(corpus.mutants()).text() for _ in range(2))
    assert first == second
    assert len(parse(first, "first")) > 2000


def test_a_folder_of_the_corpus(tmp_path, capsys):
    assert cli.main([f"--write-corpus={tmp_path / 'corpus'}"]) == 0
    files = sorted((tmp_path / "corpus").rglob("*.csv"))
    assert capsys.readouterr().out == f"{tmp_path / 'corpus'}: {len(files)} histories\n"
    assert {path.parent.name for path in files} == {"published", "mutants", "right"}
    right = (tmp_path / "corpus" / "right" / "exact.csv").read_text()
    assert right.startswith("# fault: none\n# expect: nothing\n# options: --bound=rank:0 --empty=moment\nthread,begin,")
    assert cli.main([str(tmp_path / "corpus" / "published" / "missing-else.csv")]) == 1
