"""The result file survives being killed."""

import json
import os
import threading

import pytest

from galois_cps.runs import UsageError, UserError, results


def line(key, repeat=0, warmup=False, **bench):
    return {"time_s": 1.0, "bench": {"key": key, "repeat": repeat, "warmup": warmup, **bench}}


def test_what_is_appended_is_read_back(tmp_path):
    path = tmp_path / "deep" / "r.jsonl"
    with results.ResultFile(path) as file:
        file.append(line("a"))
        file.append(line("b"))
    assert results.read(path) == [line("a"), line("b")]


@pytest.mark.parametrize("keep", [1, 20, -1])
def test_half_written_last_line_is_ignored_then_cut_off(tmp_path, keep):
    path = tmp_path / "r.jsonl"
    whole = json.dumps(line("a")) + "\n"
    path.write_text(whole + json.dumps(line("b"))[:keep])
    assert results.read(path) == [line("a")]
    with results.ResultFile(path) as file:
        assert file.torn
        file.append(line("c"))
    assert results.read(path) == [line("a"), line("c")]


def test_a_file_that_is_only_half_a_line(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('{"bench": {"ke')
    with results.ResultFile(path) as file:
        assert file.torn
    assert path.read_text() == ""


def test_damage_before_the_last_line_is_an_error_with_its_place(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(line("a")) + "\n{broken\n" + json.dumps(line("b")) + "\n")
    with pytest.raises(UserError, match=r"r\.jsonl:2"):
        results.read(path)


@pytest.mark.parametrize("text, said", [
    ("0 1 7\n1 2 3\n", "r.jsonl:1: this line is no measured run"),
    ("\x01\x00 a graph without a newline", "r.jsonl:1: this line is no measured run"),
    ('{"bench": {"key": "a"}}\n', "is JSON, but no result file"),
    ('{"time_s": 1}\n', "is JSON, but no result file"),
    ('{"time_s": 1}', "is JSON, but no result file"),
    ('[1, 2]\n', "is JSON, but no result file"),
    ('{\n  "schema": "galois-cps/1",\n  "bench": 1\n}\n', "wrote with --json"),
    ('[{"schema": "galois-cps/1"}]', "wrote with --json"),
])
def test_another_file_is_named_and_what_it_should_be(tmp_path, text, said):
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    with pytest.raises(UserError) as error:
        results.read(path)
    message = str(error.value)
    assert said in message and "scripts/bench --out" in message and "\n" not in message
    assert path.read_text() == text


def test_a_failure_counts_until_a_later_attempt_succeeds():
    failed = line("a", failure={"reason": "x"})
    assert results.failures([failed, line("b")]) == [failed]
    assert results.failures([failed, failed, line("a")]) == []
    assert results.finished([failed]) == set()
    assert results.successes([line("a", warmup=True), failed, line("b")]) == [line("b")]


def test_two_sweeps_cannot_write_one_file(tmp_path):
    path = tmp_path / "r.jsonl"
    with results.ResultFile(path):
        with pytest.raises(UserError, match="another sweep"):
            results.ResultFile(path)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/full", "/"])
def test_a_device_or_folder_is_neither_read_nor_written(place):
    with pytest.raises(UsageError, match="is not a regular file"):
        results.read(place)
    with pytest.raises(UsageError, match="is not a regular file"):
        results.ResultFile(place)


def test_results_may_come_through_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(json.dumps(line("a")) + "\n",))
    writer.start()
    assert results.read(pipe) == [line("a")]
    writer.join()
