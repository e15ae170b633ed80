"""scripts/dev/compile-cost and the step `compilation`: what compiling a unit takes."""

import json
import runpy
import sys

import pytest

from dev import compilation, compile_commands, recorded_numbers
from dev.recorded_numbers import compilation as budget
from conftest import SCRIPTS

PROGRAM = SCRIPTS / "dev" / "compile-cost"
LOOPS = """\
namespace galois { namespace runtime {
template <int N> void for_each_gen(int* all) { for (int i = 0; i < N; ++i) all[i] += N; }
template void for_each_gen<3>(int*);
template void for_each_gen<5>(int*);
} }
"""


@pytest.fixture
def build(tmp_path, monkeypatch):
    """A build of two units, of which one has two loops; the commands begin with a compiler cache.
    The yardstick is a short one."""
    monkeypatch.setattr(compilation, "YARDSTICK", tmp_path / "plain.cpp")
    (tmp_path / "loops.cpp").write_text(LOOPS)
    (tmp_path / "more.h").write_text("inline int twice(int x) { return 2 * x; }\n" + "//\n" * 1000)
    (tmp_path / "plain.cpp").write_text('#include "more.h"\nint f(int x) { return twice(x); }\n')
    (tmp_path / "compile_commands.json").write_text(json.dumps([
        {"directory": str(tmp_path), "file": str(tmp_path / f"{name}.cpp"),
         "command": f"/usr/bin/cmake -E env A=b /usr/bin/ccache c++ -O1 -MD -MT {name}.o -MF {name}.d "
                    f"-o {name}.o -c {tmp_path}/{name}.cpp"} for name in ("loops", "plain")]))
    return tmp_path


@pytest.fixture
def run(monkeypatch, capsys):
    """Calls the program here: (exit status, what it prints, what it says is wrong)."""
    main = runpy.run_path(str(PROGRAM))["main"]

    def call(*args):
        monkeypatch.setattr(sys, "argv", ["compile-cost", *map(str, args)])
        return main(), *capsys.readouterr()

    return call


def test_a_unit_is_compiled_by_the_compiler_alone_and_its_loops_are_counted(build):
    found = compilation.units(build)
    assert [command[0] for _, command in found.values()] == ["c++", "c++"]
    yardstick, costs = compilation.measure_all(found, 2, parts=True)
    assert yardstick > 0
    assert {cost.unit.rsplit("/", 1)[-1]: cost.loops for cost in costs} == {"loops.cpp": 2,
                                                                            "plain.cpp": 0}
    for cost in costs:
        assert cost.code > 0 and cost.megabytes > 5
    assert not list(build.glob("*.o")) and not list(build.glob("*.d"))


def test_other_tools_read_headers_anew_and_know_no_compiler_cache(tmp_path):
    command = ("/usr/bin/cmake -E env CCACHE_SLOPPINESS=pch_defines /usr/bin/ccache /usr/bin/x86_64-linux-gnu-g++-12 "
               "-O2 -Winvalid-pch -fpch-preprocess -include /b/x.dir/cmake_pch.hxx -include mine.h -o x.o -c x.cpp")
    (tmp_path / "compile_commands.json").write_text(json.dumps(
        [{"file": "x.cpp", "directory": "/b", "command": command}]))
    (source, folder, words), = compile_commands.entries(tmp_path)
    assert (source, folder, words[0]) == ("x.cpp", "/b", "/usr/bin/x86_64-linux-gnu-g++-12")
    assert compile_commands.without_precompiled(words)[1:] == [
        "-O2", "-include", "mine.h", "-o", "x.o", "-c", "x.cpp"]


def test_the_yardstick_compiles(tmp_path):
    assert compilation.yardstick("c++", tmp_path) > 0


def test_the_table_ends_with_the_sum(build, run):
    shown = run("--build", build, "--most", "1")[1].splitlines()
    assert len(shown) == 3 and shown[-1].startswith("2 units, ")


def test_headers_are_listed_with_the_text_that_they_bring(build, run):
    assert "more.h" in run("--build", build, "--headers")[1]
    assert not list(build.glob("*.d")), "nothing is written into the build"


@pytest.mark.parametrize("args, said", [
    (["--units", "nothing"], "has no such units"),
    (["--build", "/nowhere"], "configure it"),
])
def test_what_is_wrong_is_one_line(build, run, args, said):
    status, _, wrong = run(*([] if "--build" in args else ["--build", build]), *args)
    assert status == 2 and said in wrong and wrong.count("\n") == 1


@pytest.mark.parametrize("args, said", [
    (["--units", "["], "is no regular expression"), (["--jobs", "0"], "no whole number from 1 on"),
    (["--most", "-1"], "no whole number from 1 on"),
])
def test_wrong_values_are_named(build, run, capsys, args, said):
    with pytest.raises(SystemExit) as ended:
        run("--build", build, f"{args[0]}={args[1]}")
    assert ended.value.code == 2 and said in capsys.readouterr().err


def test_a_unit_that_does_not_compile_ends_with_what_the_compiler_says(build, run):
    (build / "loops.cpp").write_text("int f( {\n")
    status, _, wrong = run("--build", build)
    assert status == 2 and "loops.cpp:1" in wrong


def test_each_number_has_a_limit_of_its_own():
    recorded = {"unit": {"loops": 4, "code": 1000, "memory": 300, "time": 2.0}}

    def compare(**now):
        return recorded_numbers.compare(recorded, {"unit": recorded["unit"] | now}, budget.SLACK)[1]

    assert compare(code=1040, memory=320, time=3.0)
    assert not compare(loops=5)
    assert not compare(code=1060)
    assert not compare(memory=340)
    assert not compare(time=3.5)
