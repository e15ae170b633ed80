"""scripts/dev/check-policies: answers are right and the same, and a run repeats."""

import json
import stat
import subprocess

import pytest

from conftest import SCRIPTS


@pytest.fixture
def check(tmp_path):
    """Runs it with programs of which sssp-cpu has two policies; what `mq` and `wasp` print is in files."""
    for wl in ("mq", "wasp"):
        (tmp_path / wl).write_text(json.dumps({
            "tasks": {"useful": 60}, "nodes": 100, "verified": True, "answer": {"checksum": 5}, "time_s": 1,
            "wasted_work": 1, "virtual": {"events": 7}}))
    program = tmp_path / "sssp-cpu"
    program.write_text(f"""#!/bin/sh
case "$1" in --wl=json) echo '[{{"name": "mq"}}, {{"name": "wasp"}}]'; exit ;; esac
for each; do case "$each" in
--wl=*) wl=${{each#--wl=}} ;;
--json=*) record=${{each#--json=}} ;;
esac; done
cp '{tmp_path}'/"$wl" "$record"
""")
    program.chmod(stat.S_IRWXU)
    return lambda *args: subprocess.run(
        [SCRIPTS / "dev" / "check-policies", f"--bin={tmp_path}", f"--out={tmp_path}/out", "a.gr", *args],
        capture_output=True, text=True, check=False)


def test_every_policy_of_the_program_is_checked_once(check, tmp_path):
    done = check("--cores=1,16")
    assert done.returncode == 0 and done.stdout == "4 cells: 4 good (4 of them run twice), 0 bad, 0 to do\n"
    cells = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [(cell["wl"], cell["cores"]) for cell in cells] == [("mq", 1), ("wasp", 1), ("mq", 16), ("wasp", 16)]
    assert check("--cores=1,16").returncode == 0
    assert len((tmp_path / "out").read_text().splitlines()) == 4, "done before"


def test_another_answer_is_seen(check, tmp_path):
    text = (tmp_path / "mq").read_text()
    (tmp_path / "mq").write_text(text.replace('"checksum": 5', '"checksum": 6'))
    done = check("--cores=1")
    assert done.returncode == 1 and "a has 2 different answers" in done.stderr


def test_programs_that_are_missing_are_named(check):
    done = check("--bin=/nowhere")
    assert done.returncode == 1 and "cmake --preset virtual" in done.stderr


@pytest.mark.parametrize(("flags", "status", "words"), [
    (["--cores=1,x"], 2, "whole numbers"), (["b.gr@x"], 2, "no number of a node"),
    (["--wl=obim"], 1, "knows no policy obim, only mq, wasp")])
def test_wrong_flags_are_one_line(check, flags, status, words):
    done = check(*flags)
    assert done.returncode == status and words in done.stderr.splitlines()[-1]


def test_a_file_of_something_else_and_a_run_that_dies_in_silence(check, tmp_path):
    (tmp_path / "out").write_text("{}\n")
    done = check("--cores=1")
    assert done.returncode == 1 and "name another file" in done.stderr and done.stderr.count("\n") == 1
    (tmp_path / "out").unlink()
    program = tmp_path / "sssp-cpu"
    program.write_text(program.read_text().replace("cp '", "kill -9 $$; cp '"))
    done = check("--cores=1", "--wl=mq")
    assert done.returncode == 1 and "a mq 1: ends with status -9" in done.stdout
