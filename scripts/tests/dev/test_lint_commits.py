"""The lint of commit subjects."""

import subprocess

import pytest

from conftest import load_program

lint = load_program("dev/lint-commits")


@pytest.mark.parametrize("subject", [
    "smq-bucket: Halve the batch when the victim is far behind", "bench: Resume after a kill",
    "docs/worklists: Draw pictures", "mst: Fix lost union in concurrent path compression",
    "wasp: Speed up steals", ".ci: Install pytest",
])
def test_good_subjects_pass(subject):
    assert lint.complaint(subject) is None


@pytest.mark.parametrize("subject, problem", [
    ("Let no thread undo what another has flattened", "form"), ("mst: fix a race", "form"),
    ("mst: Fix a race.", "full stop"), ("mst: Fixed a race", "imperative"), ("mst: Fixing a race", "imperative"),
    ("mst: Fix " + "x" * 64, "at most 72"), ("mst:Fix a race", "form"),
    ("bench, compare: Resume after a kill", "one component"),
    ("the bench: Resume after a kill", "one component"),
])
def test_bad_subjects_are_named(subject, problem):
    assert problem in lint.complaint(subject)


def test_only_new_commits_are_checked(tmp_path, capsys):
    def commit(subject):
        subprocess.run(["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q",
                        "--allow-empty", "-m", subject], check=True)
        return subprocess.run(["git", "-C", tmp_path, "rev-parse", "HEAD"], capture_output=True, text=True,
                              check=True).stdout.strip()

    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    old = commit("Old commits had another form")
    commit("mst: Fix a race")
    assert lint.main(["--since", old], tmp_path) == 0
    commit("Bad subject")
    assert lint.main(["--since", old], tmp_path) == 1
    assert "Bad subject" in capsys.readouterr().out
    assert lint.main(["--since", "0" * 40], tmp_path) == 77
