"""scripts/dev/lint-tidy: which units are looked at again."""

import json
import os
import sys

import pytest

from conftest import load_program

UNITS = {"one": {"both"}, "two": {"both", "second"}, "three": set()}


@pytest.fixture(name="tidy")
def tree(tmp_path, monkeypatch, capsys):
    """Calls the program for three units, of which two share a header, with a clang-tidy that objects to
    files with the word BAD: (exit status, the units it looked at, its output)."""
    tool = load_program("dev/lint-tidy")
    build, source = tmp_path / "build", tmp_path / "libgalois"
    for folder in (build, source, tmp_path / "bin"):
        folder.mkdir()
    for name in [*UNITS, "both.h", "second.h"]:
        (source / (name if "." in name else f"{name}.cpp")).write_text(name)
    (tmp_path / ".clang-tidy").write_text("Checks: all\n")
    (build / "compile_commands.json").write_text(json.dumps([
        {"directory": str(build), "file": str(source / f"{name}.cpp"), "command": f"c++ -c {name}.cpp"}
        for name in UNITS]))
    program = tmp_path / "bin" / "clang-tidy-14"
    program.write_text(f"#!{sys.executable}\nimport sys\nif '--version' in sys.argv: raise SystemExit\n"
                       f"open('{tmp_path}/looked', 'a').write(sys.argv[-1] + '\\n')\n"
                       "raise SystemExit('BAD' in open(sys.argv[-1]).read())\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "dependencies", lambda _: {
        source / f"{name}.cpp": {source / f"{header}.h" for header in headers} for name, headers in UNITS.items()})

    def run(*arguments):
        (tmp_path / "looked").write_text("")
        tool.content.cache_clear()
        status = tool.main(["--build", str(build), "--jobs", "1", *arguments])
        looked = [os.path.basename(line) for line in (tmp_path / "looked").read_text().split()]
        return status, sorted(looked), capsys.readouterr().out

    run.source = source
    return run


def test_clean_units_are_looked_at_once(tidy):
    assert tidy()[:2] == (0, ["one.cpp", "three.cpp", "two.cpp"])
    assert tidy()[:2] == (0, [])
    (tidy.source / "three.cpp").write_text("BAD")
    assert tidy()[:2] == tidy()[:2] == (1, ["three.cpp"]), "what has findings is not remembered"


def test_a_header_that_has_changed_is_in_all_units(tidy):
    tidy()
    (tidy.source / "both.h").write_text("changed")
    assert tidy()[:2] == (0, ["one.cpp", "two.cpp"])


def test_changed_looks_at_it_in_one_unit(tidy):
    tidy()
    (tidy.source / "both.h").write_text("changed")
    status, looked, out = tidy("--changed")
    assert (status, looked) == (0, ["one.cpp"]) and "1 units known to be clean, 1 to check, 1 whose files" in out
    assert tidy("--changed")[1] == []
    assert tidy()[1] == ["two.cpp"], "the other one stays due for a whole run"


def test_changed_looks_at_every_file(tidy):
    """At first, and where each unit has a header of its own that has changed."""
    assert tidy("--changed")[1] == ["one.cpp", "three.cpp", "two.cpp"]
    for header in ("both.h", "second.h"):
        (tidy.source / header).write_text(f"{header} again")
    assert "two.cpp" in tidy("--changed")[1]
    (tidy.source / "one.cpp").write_text("BAD")
    for _ in range(2):
        assert tidy("--changed")[:2] == (1, ["one.cpp"])


def test_what_no_time_was_left_for_stays_due(tidy):
    status, looked, out = tidy("--changed", "--minutes", "0")
    assert (status, looked) == (0, []) and "3 not reached" in out
    assert len(tidy("--changed")[1]) == 3


def test_other_checks_look_at_all_units(tidy):
    tidy()
    (tidy.source.parent / ".clang-tidy").write_text("Checks: more\n")
    assert len(tidy("--changed")[1]) == 3


def test_sources_that_are_compiled_together_are_looked_at_one_by_one(tidy):
    build = tidy.source.parent / "build"
    unit = build / "Unity" / "unity_0_cxx.cxx"
    unit.parent.mkdir()
    unit.write_text("".join(f'#include "{tidy.source}/{name}.cpp"\n\n' for name in ("one", "two")))
    (build / "compile_commands.json").write_text(json.dumps([
        {"directory": str(build), "file": str(unit), "command": f"c++ -c {unit}"}]))
    assert tidy()[:2] == (0, ["one.cpp", "two.cpp"])
    (tidy.source / "two.cpp").write_text("BAD")
    assert tidy()[:2] == (1, ["two.cpp"])
