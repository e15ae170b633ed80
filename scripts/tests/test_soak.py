"""scripts/soak over the stand-in application."""

import json
import stat

import pytest

from lab.bench import soak_cli

POLICIES = [{"name": "smq", "parameters": [{"name": "steal-size"}]},
            {"name": "obim", "parameters": [{"name": "chunk"}, {"name": "delta"}]}]


@pytest.fixture
def soak(tmp_path, monkeypatch):
    from conftest import make_fake_bin

    folder = make_fake_bin(tmp_path / "bin", f"case \"$*\" in --wl=json) echo '{json.dumps(POLICIES)}'; exit 0;; esac")
    program = folder / "graph-gen"
    program.write_text('#!/bin/sh\nfor last; do case "$last" in *.gr) out=$last;; esac; done\n'
                       "printf '\\001\\0\\0\\0\\0\\0\\0\\0\\004\\0\\0\\0\\0\\0\\0\\0\\350\\003\\0\\0\\0\\0\\0\\0' > \"$out\"\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(soak_cli, "SHARED", tmp_path / "absent")
    monkeypatch.setattr(soak_cli, "GENERATED", {"road": ["road"]})
    out = tmp_path / "out"

    def call(*more):
        return soak_cli.main(["--bin", str(folder), "--out", str(out), "--runs", "12", "--seed", "3", *more])

    call.log = lambda: [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    return call


def test_runs_are_logged_with_the_command_that_repeats_them(soak, capsys):
    assert soak() == 0
    lines = soak.log()
    assert len(lines) == 12
    assert all("--verify=full" in line["replay"] and "--seed=" in line["replay"] for line in lines)
    assert {"--wl=smq", "--wl=obim"} <= {word for line in lines for word in line["replay"].split()}
    assert "0 failed" in capsys.readouterr().out


def test_the_seed_decides_the_combinations(soak):
    assert soak() == 0
    first = [line["replay"] for line in soak.log()]
    assert soak() == 0
    both = [line["replay"] for line in soak.log()]
    assert len(first) == 12 and both == first + first


@pytest.mark.parametrize("fault, reason", [("FAKE_WRONG", "answer"), ("FAKE_FAIL", "exit status"),
                                           ("FAKE_UNVERIFIED", "verif")])
def test_what_fails_is_told_with_its_command(soak, monkeypatch, capsys, fault, reason):
    monkeypatch.setenv(fault, "obim")
    assert soak("--runs", "40") == 1
    told = capsys.readouterr().out
    assert "FAILED" in told and reason in told and "--wl=obim" in told
    assert any(line["trouble"] for line in soak.log())


@pytest.mark.slow
def test_where_hardly_any_order_is_left_graphs_are_small(soak, monkeypatch):
    make = soak_cli.make_graphs

    def with_large(*args):
        [(path, nodes)] = make(*args).values()
        return {"small": (path, nodes), "large": (path.with_name("large.gr"), soak_cli.SLOW_NODES + 1)}

    monkeypatch.setattr(soak_cli, "make_graphs", with_large)
    soak("--runs", "150", "--wl", "obim")
    coarse = [line["replay"] for line in soak.log() if "--delta=16" in line["replay"]]
    finer = [line["replay"] for line in soak.log() if "--delta=6" in line["replay"]]
    assert coarse and not any("large.gr" in command for command in coarse)
    assert any("large.gr" in command for command in finer)


def test_a_run_that_does_not_end_has_failed(soak, monkeypatch, capsys, hangs):
    monkeypatch.setenv("FAKE_HANG", "obim")
    assert soak("--timeout", "7", "--wl", "obim", "--runs", "2") == 1
    assert "ran past" in capsys.readouterr().out


def test_wrong_names_are_answered_with_the_right_ones(soak, capsys):
    assert soak("--wl", "sqm") == 1
    assert "smq, obim" in capsys.readouterr().err
    assert soak("--app", "prim-cpu") == 1
    assert "sssp-cpu" in capsys.readouterr().err


def test_a_graph_that_cannot_be_made_is_one_line(soak, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(soak_cli, "GENERATED", {"other": ["no-such-kind"]})
    program = tmp_path / "bin" / "graph-gen"
    program.write_text("#!/bin/sh\necho 'graph-gen: no such kind' >&2\nexit 2\n")
    program.chmod(0o755)
    assert soak() == 1
    assert capsys.readouterr().err == "soak: graph-gen fails: graph-gen: no such kind\n"
