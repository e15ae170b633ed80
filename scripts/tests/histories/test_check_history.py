"""scripts/check-history as a user calls it: what it prints, its exit status, and what it refuses."""

import json
import re
import subprocess

import pytest

from conftest import SCRIPTS
from histories import cli

GOOD = "0,0,1,push,3,a\n1,2,3,push,5,b\n0,4,6,pop,5,b\n1,5,7,pop,3,a\n0,8,9,empty,,\n"


@pytest.fixture
def check(tmp_path, capsys):
    """Checks lines with some flags; returns the exit status and what is printed, which is one line if that is an
    error."""

    def call(lines, *flags):
        path = tmp_path / "q.csv"
        path.write_text(lines)
        try:
            status = cli.main([str(path), *flags])
        except SystemExit as exit_:
            status = exit_.code
        printed = capsys.readouterr()
        assert bool(printed.err) == (status == 2)
        return status, (printed.err or printed.out).replace(str(path), "q.csv")

    return call


def test_what_a_right_queue_gets(check):
    status, text = check(GOOD)
    assert status == 0
    assert text == """\
q.csv: 5 operations of 2 threads: 2 pushes, 2 pops, 1 empty answers

                      mean  p50  p99  max
--------------------  ----  ---  ---  ---
rank error at least   0.00    0    0    0
rank error, estimate  0.50    0    1    1
rank error at most    0.50    0    1    1
times overtaken       0.50    0    1    1

fits: all that was promised
"""


FAULTS = {
    "lost": "0,10,11,push,1,c\n",
    "duplicated": "0,10,11,pop,3,a\n",
    "invented": "0,10,11,pop,4,a\n",
    "premature": "0,10,11,pop,7,c\n0,12,13,push,7,c\n",
    "empty": "0,10,11,push,1,c\n1,12,13,empty,,\n0,14,15,pop,1,c\n",
    "rank": "0,10,11,push,1,c\n0,12,13,push,2,d\n1,14,15,pop,2,d\n1,16,17,pop,1,c\n",
    "own": "0,10,11,push,1,c\n0,12,13,push,2,d\n0,14,15,pop,2,d\n1,16,17,pop,1,c\n",
    "fifo": "0,10,11,push,1,c\n0,12,13,push,1,d\n1,14,15,pop,1,d\n1,16,17,pop,1,c\n",
}
FLAGS = {"rank": ["--bound=rank:0"], "own": ["--thread-order=own"], "fifo": ["--thread-order=own,fifo"]}


@pytest.mark.parametrize("kind", FAULTS)
def test_each_fault_has_a_name_and_an_example(check, kind):
    status, text = check(GOOD + FAULTS[kind], *FLAGS.get(kind, []))
    assert status == 1 and text.endswith(f"broken: {kind}\n")
    assert re.search(rf"^{kind}: 1 \([^()]+\)\n  line \d+: thread [01] (pushed|popped|found nothing)", text, re.M)
    if kind in FLAGS:
        assert check(GOOD + FAULTS[kind])[0] == 0, "that was not promised"


def test_an_invented_item_may_be_one_with_another_priority(check):
    assert "  line 6: thread 0 popped a with priority 4, which was pushed with priority 3\n" in \
        check(GOOD + FAULTS["invented"])[1]


def test_examples_are_as_many_as_one_wants(check):
    lines = GOOD + "".join(f"0,{at},{at},push,{at},x{at}\n" for at in range(10, 20))
    assert check(lines)[1].count("\n  line ") == 3 and "\n  and 7 more\n" in check(lines)[1]
    assert check(lines, "--show=10")[1].count("\n  line ") == 10
    assert check(lines, "--show=0")[1].count("\n  ") == check(GOOD)[1].count("\n  ")


def test_what_is_left_in_a_queue_that_nobody_emptied_is_not_lost(check):
    status, text = check(GOOD + FAULTS["lost"], "--undrained")
    assert status == 0 and "\n1 items were not returned\n" in text
    status, text = check(GOOD + FAULTS["lost"] + "1,12,13,empty,,\n", "--undrained")
    assert status == 1 and text.endswith("broken: empty\n")


def test_an_item_that_was_pushed_twice_is_returned_twice(check):
    twice = GOOD + "0,10,11,push,3,a\n1,12,13,pop,3,a\n"
    assert check(twice)[0] == 0
    assert check(twice + "1,14,15,pop,3,a\n")[1].endswith("broken: duplicated\n")


def test_meanings_of_an_empty_answer(check):
    # Some item is there at each moment, but none for the whole of the call.
    relay = "0,0,1,push,1,a\n1,2,20,empty,,\n0,5,6,push,1,b\n0,8,9,pop,1,a\n0,30,31,pop,1,b\n"
    assert check(relay)[0] == 0 and check(relay, "--empty=moment")[0] == 1
    # One is, and another thread is busy meanwhile.
    busy = "0,0,1,push,1,a\n1,2,20,empty,,\n0,5,6,push,1,b\n0,28,29,pop,1,a\n0,30,31,pop,1,b\n"
    assert check(busy)[0] == 1 and check(busy, "--empty=quiet")[0] == 0
    # Nobody is.
    quiet = "0,0,1,push,1,a\n1,2,4,empty,,\n0,28,29,pop,1,a\n"
    assert check(quiet, "--empty=quiet")[0] == 1 and check(quiet, "--empty=any")[0] == 0


def test_json_has_the_same(check):
    status, text = check(GOOD + FAULTS["rank"], "--bound=rank:0", "--json")
    found = json.loads(text)
    assert status == 1 and found["fits"] is False
    assert found["faults"] == {"rank": {"count": 1, "what": "pops that passed over more than 0 more urgent items",
                                        "lines": [8]}}
    assert (found["operations"], found["threads"], found["pushes"], found["pops"], found["empty"]) == (9, 2, 4, 4, 1)
    assert found["rank_error"]["at_least"] == {"mean": 0.25, "p50": 0, "p99": 1, "max": 1}
    assert found["rank_error"]["estimate"] == found["rank_error"]["at_most"] == found["delay"] == \
        {"mean": 0.5, "p50": 0, "p99": 1, "max": 1}
    assert found["promises"] == {"drained": True, "empty": "item", "thread_order": [], "bound": "rank:0"}


def test_a_promised_mean_is_tested(check):
    # Two by two in the wrong order: the mean rank error is 1/2.
    lines = "".join(f"0,{8 * n},{8 * n + 1},push,{2 * n},a{n}\n0,{8 * n + 2},{8 * n + 3},push,{2 * n + 1},b{n}\n"
                    f"0,{8 * n + 4},{8 * n + 5},pop,{2 * n + 1},b{n}\n0,{8 * n + 6},{8 * n + 7},pop,{2 * n},a{n}\n"
                    for n in range(320))
    status, text = check(lines, "--bound=mean:0.5")
    assert status == 0 and re.search(r"^mean rank error at least: 0.5; promised at most 0.5; p = 1 "
                                     r"\(t-test of 32 batches of 20 pops, correlation of neighbours 0.00\)$", text, re.M)
    status, text = check(lines, "--bound=mean:0.4", "--json")
    test = json.loads(text)["mean_test"]
    assert status == 1 and test["promised"] == 0.4 and test["at_least"]["p"] == 0
    status, text = check("".join(lines.splitlines(True)[:600]), "--bound=multiqueue:4")
    assert status == 2 and text == "check-history: the test of a mean rank error needs 320 pops, and the history has 300\n"


@pytest.mark.parametrize(("flags", "told"), [
    (["--bound=k"], "--bound=k: is none of rank:K, mean:M, multiqueue:Q and multiqueue:Q,C, such as "),
    (["--thread-order=lifo"], "--thread-order=lifo: is none of own, fifo"),
    (["--alpha=1"], "--alpha=1: is no probability between 0 and 1"),
    (["--empty=never"], "argument --empty: invalid choice: 'never' "),
    (["--write-corpus=x"], "--write-corpus=DIR checks nothing; leave out the history"),
])
def test_wrong_flags_are_named(check, flags, told):
    status, text = check(GOOD, *flags)
    assert status == 2 and text.startswith(f"check-history: {told}") and text.count("\n") == 1


def test_files_that_are_no_history_are_named(tmp_path, capsys):
    (tmp_path / "bytes").write_bytes(b"0,1,2,push,3,a\n\xff\xfe\n")
    for path, told in ((tmp_path / "none", "none: No such file or directory"), (tmp_path, ": Is a directory"),
                       (tmp_path / "bytes", "bytes:2: is no text in UTF-8")):
        assert cli.main([str(path)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("check-history: ") and error.endswith(f"{told}\n") and error.count("\n") == 1
    assert cli.main([]) == 2
    assert capsys.readouterr().err == "check-history: give the file of a history (see check-history --help)\n"


def test_the_program_reads_standard_input():
    done = subprocess.run([SCRIPTS / "check-history", "-"], input=GOOD, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("standard input: 5 operations of 2 threads: ")
