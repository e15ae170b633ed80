"""What all programs in Python do with streams that are closed or full, and with names that are no text."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from lab.bench import program, report_cli
from test_run_page import record

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]


def shell(command, folder):
    """The result of a command in which PY runs a module of ours."""
    python = f"PYTHONPATH={SCRIPTS} {sys.executable} -m"
    return subprocess.run(["bash", "-c", command.replace("PY", python)], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=100)


@pytest.fixture
def place(tmp_path):
    (tmp_path / "x.co").write_text("p aux sp co 2\nv 1 5 -7\nv 2 500000000 3\n")
    return tmp_path


def test_standard_output_that_cannot_be_written_is_an_error(place):
    command = "PY galois_inputs.find_node x.co 5 5"
    assert shell(command, place).stdout == "0\n"
    done = shell(f"{command} >/dev/full", place)
    assert (done.returncode, done.stderr) == (1, "find-node: cannot write standard output: No space left on device\n")
    done = shell(f"{command} >&-", place)
    assert done.returncode == 1 and done.stderr.count("\n") == 1


def test_messages_may_get_lost(place):
    for closed in ("2>&-", "2>/dev/full"):
        done = shell(f"PY galois_inputs.find_node nowhere.co 5 5 {closed}", place)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
        done = shell(f"PY galois_inputs.find_node x.co 5 5 {closed}", place)
        assert (done.returncode, done.stdout) == (0, "0\n")


def test_messages_have_no_control_characters(place, capsys):
    from galois_inputs import find_node
    assert find_node.main([str(place / "no\x1b[2Jwhere\n.co"), "1", "1"]) == 1
    said = capsys.readouterr().err
    assert "no\\x1b[2Jwhere\\x0a.co" in said and said.count("\n") == 1


def test_an_interrupted_program_ends_with_130(capsys):
    def interrupted():
        raise KeyboardInterrupt
    assert program.guarded("x", interrupted) == 130
    assert "x: interrupted" in capsys.readouterr().err


def test_names_that_are_no_text(tmp_path, capsys):
    odd = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"caf\xe9.json"))
    pathlib.Path(odd).write_text(json.dumps(record(input=os.fsdecode(b"caf\xe9"))))
    page = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"caf\xe9.html"))
    assert report_cli.main([odd, "-o", page, "--title", os.fsdecode(b"\xe9")]) == 0
    assert "<h1>\\xe9</h1>" in pathlib.Path(page).read_text(encoding="utf-8")
    assert sorted(os.listdir(os.fsencode(tmp_path))) == [b"caf\xe9.html", b"caf\xe9.json"]
    assert report_cli.main([odd + "x", "-o", page]) == 1
    assert "caf\\xe9.jsonx" in capsys.readouterr().err


def answered(tmp_path, lines, **answer):
    """The arguments of a report of a run with an answer in a file."""
    (tmp_path / "answer.txt").write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "run.json").write_text(json.dumps(record(nodes=4, answer=answer)))
    return [str(tmp_path / "run.json"), "--answer", str(tmp_path / "answer.txt"), "-o", str(tmp_path / "page.html")]


DISTANCES = {"checksum": 10, "summary": {"reached": 3, "max": 7}}


@pytest.mark.parametrize("lines,answer,said", [
    (["p 0", "q 3", "r 7", "s inf"], DISTANCES, ""),
    (["p 0", "q 3", "r 6", "s inf"], DISTANCES, "a greatest value of 6, and the run 7"),
    (["p 0", "q 4", "r 7", "s inf"], DISTANCES, "a sum of 11, and the run 10"),
    (["p 0", "q 3", "r 7", "s 0"], DISTANCES, "4 finite values, and the run 3"),
    (["p 0", "q 3", "r 7"], DISTANCES, "3 values, and the run 4"),
    (["p 0.1", "q 0.2", "r inf", "s inf"], {"checksum": 0.1 + 0.2, "summary": {"reached": 2, "max": 0.2}}, ""),
    (["p 9223372036854775807", "q 9223372036854775807", "r 2", "s inf"],
     {"checksum": 0, "summary": {"reached": 3, "max": 9223372036854775807}}, ""),  # modulo 2^64
    (["p 9223372036854775807", "q 9223372036854775807", "r 2", "s inf"],
     {"checksum": 0, "summary": {"reached": 4, "max": 9223372036854775807}}, "3 finite values, and the run 4"),
    (["p 0", "q 1", "r 1", "s 2"], {"checksum": 3, "summary": {"colors": 3}}, ""),
    (["p 0", "q 1", "r 1", "s 1"], {"checksum": 3, "summary": {"colors": 3}}, "2 colours, and the run 3"),
    (["p q 5", "q r 6"], {"checksum": 11, "summary": {"weight": 11, "trees": 2, "edges": 2}}, ""),
    (["p q 5", "q r 7"], {"checksum": 11, "summary": {"weight": 11, "trees": 2, "edges": 2}}, "a weight of 12"),
    (["p 0.25", "q 0.5", "r 0.25", "s 0"], {"checksum": None, "summary": {"sum": 1.0000001, "top": []}}, ""),
    (["p 0.25", "q 0.6", "r 0.25", "s 0"], {"checksum": None, "summary": {"sum": 1.0, "top": []}}, "a sum of 1.1"),
    (["p 3", "q 4"], {"checksum": 5, "summary": {"reached": True, "length": 5}}, ""),
])
def test_an_answer_belongs_to_the_run(tmp_path, capsys, lines, answer, said):
    status = report_cli.main(answered(tmp_path, lines, **answer))
    err = capsys.readouterr().err
    assert status == (1 if said else 0) and (tmp_path / "page.html").exists() == (not said)
    if said:
        assert "answer.txt is not the answer of sssp-cpu: it has " + said in err and err.count("\n") == 1


def test_a_page_is_html(tmp_path, capsys):
    arguments = answered(tmp_path, ["p 0"], checksum=None, summary={})
    assert report_cli.main([*arguments[:-1], str(tmp_path / "page.pdf")]) == 2
    assert "page.pdf: a page in HTML is written; give a name that ends in .html" in capsys.readouterr().err
    assert not (tmp_path / "page.pdf").exists()
