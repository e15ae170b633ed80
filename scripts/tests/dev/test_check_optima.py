"""scripts/dev/check-optima: every search of a published problem has the published optimum."""

import json
import stat
import subprocess

import pytest

from conftest import SCRIPTS

# A search that prints the number that its input has, twice as much under --wl=mq if that is in its name.
PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
if sys.argv[1] == "--wl=json":
    print('[{"name": "smq"}, {"name": "mq"}]')
    sys.exit()
value = int(pathlib.Path(sys.argv[1]).read_text())
while value == 0:
    pass
if value < 0:
    sys.exit("it has no bottom")
if "wrong" in sys.argv[1] and "--wl=mq" in sys.argv:
    value *= 2
print(json.dumps({"verified": True, "answer": {"checksum": value}, "search": {"nodes": 7}, "time_s": 1,
                  "max_rss_mib": 3, "build": {"commit": "abc"}}))
"""


@pytest.fixture
def check(tmp_path):
    """Runs it on a clique of 5 vertices, a knapsack of 70 and tours of 9, of which one is for other programs."""
    inputs = tmp_path / "inputs"
    for name, text in (("clique_omega_literature.json", '{"five": 5, "wrong": 6, "long": 4, "broken": 3}'),
                       ("clique/five.clq", "5"), ("knapsack/optima.csv", "name,optimum\nn_1,70\n"),
                       ("knapsack/n_1/test.in", "70"), ("tsplib/solutions", "a9 : 9\nb99 : 99 (CEIL_2D)\n"),
                       ("tsplib/a9.tsp", "9"), ("tsplib/b99.tsp", "99")):
        (inputs / name).parent.mkdir(parents=True, exist_ok=True)
        (inputs / name).write_text(text)
    for name in ("maxclique-cpu", "knapsack-cpu", "tsp-cpu"):
        (tmp_path / name).write_text(PROGRAM)
        (tmp_path / name).chmod(stat.S_IRWXU)
    return lambda *args: subprocess.run(
        [SCRIPTS / "dev" / "check-optima", f"--bin={tmp_path}", f"--out={tmp_path}/out", f"--inputs={inputs}", *args],
        capture_output=True, text=True, check=False)


def lines(tmp_path):
    return [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]


def test_every_combination_runs_once(check, tmp_path):
    done = check()
    assert done.returncode == 0, done.stdout + done.stderr
    found = {(line["program"], line["order"], line["by"], line["threads"]) for line in lines(tmp_path)}
    # Two policies, and four skeletons beside seq, which has one thread.
    assert len(found) == len(lines(tmp_path)) == 3 * (2 * 3 + 4 * 3 + 1)
    assert "| `tsp-cpu` | best-first | 1 | 1 | 1 | 0 | 6 | 6 | 0 | 0 |" in done.stdout
    assert check().returncode == 0 and len(lines(tmp_path)) == len(found), "done before"


def test_what_is_slow_runs_in_some_combinations_or_alone(check, tmp_path):
    assert check("--full=0").returncode == 0
    tours = [(line["order"], line["by"], line["threads"]) for line in lines(tmp_path) if line["program"] == "tsp-cpu"]
    assert tours == [("depth-first", "seq", 1), ("best-first", "smq", 1), ("depth-first", "budget", 2),
                     ("depth-first", "depthbounded", 5), ("depth-first", "stacksteal", 1),
                     ("depth-first", "ordered", 2), ("best-first", "mq", 2)]
    (tmp_path / "out").unlink()
    assert check("--full=0", "--some=0").returncode == 0
    assert len(lines(tmp_path)) == 6


def test_a_wrong_answer_and_a_failure_are_named(check, tmp_path):
    (tmp_path / "inputs/clique/wrong.clq").write_text("6")
    (tmp_path / "inputs/clique/broken.clq").write_text("-1")
    done = check()
    assert done.returncode == 1
    assert "maxclique-cpu wrong best-first mq 5: wrong: 12, not 6" in done.stdout.splitlines()
    assert "maxclique-cpu broken depth-first seq 1: it has no bottom" in done.stdout.splitlines()


def test_a_search_without_end_is_tried_with_each_limit(check, tmp_path):
    (tmp_path / "inputs/clique/long.clq").write_text("0")
    done = check("--limits=1,2", "--full=0", "--some=0")
    assert done.returncode == 0 and "| `maxclique-cpu` | depth-first | 2 | 1 |" in done.stdout
    assert [line["limit"] for line in lines(tmp_path) if line["name"] == "long"] == [1, 1, 2, 2]


def test_only_some_problems(check, tmp_path):
    assert check("--only=fi.e|b.*", "--full=0", "--some=0").returncode == 0
    assert {line["name"] for line in lines(tmp_path)} == {"five"}


@pytest.mark.parametrize(("flags", "words"), [
    (["--bin=/nowhere"], "cmake --preset release"), (["--inputs=/nowhere"], "--inputs names the folder"),
    (["--wl=obim"], "knows no policy obim")])
def test_what_is_missing_is_named_in_a_line(check, flags, words):
    done = check(*flags)
    assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1


def test_a_wrong_expression_is_named(check):
    done = check("--only=(")
    assert done.returncode == 2 and "--only: (: " in done.stderr


def test_a_file_of_something_else_is_refused(check, tmp_path):
    (tmp_path / "out").write_text("[]\n")
    done = check()
    assert done.returncode == 1 and "name another file" in done.stderr
