"""The package itself: docstrings, types, what is in the wheel, symbol versions."""

import doctest
import importlib
import importlib.metadata
import inspect
import os
import pathlib
import re
import subprocess
import sys

import galois_cps
import pytest

FOLDER = pathlib.Path(galois_cps.__file__).parent
MODULE = next(FOLDER.glob("_core*.so"))
MODULES = ["galois_cps", *(f"galois_cps.{path.stem}" for path in FOLDER.glob("_[a-z]*.py"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name):
    results = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


def public():
    for name in galois_cps.__all__:
        thing = getattr(galois_cps, name)
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                function = getattr(value, "__func__", value)
                if not member.startswith("_") and inspect.isfunction(function):
                    yield f"{name}.{member}", function


@pytest.mark.parametrize(("name", "thing"), list(public()), ids=[name for name, _ in public()])
def test_docstrings_name_every_parameter(name, thing):
    text = inspect.getdoc(thing)
    assert text and text[0].isupper() and text.splitlines()[0].endswith((".", ":"))
    if "Parameters\n" in text:
        function = thing.__init__ if inspect.isclass(thing) else thing
        for parameter in inspect.signature(function).parameters:
            if parameter not in ("self", "cls"):
                assert re.search(rf"^\**(.*, )?\**{parameter}\b.*", text, re.MULTILINE), parameter
    if inspect.isfunction(thing) and "." not in name:
        assert ">>> " in text


def test_types_are_those_of_the_module():
    """stubtest compares _core.pyi with the module. What it says of all classes and functions that nanobind
    makes is left out: their metaclass, that functions have a type of their own, __init__, and that their
    arguments are not known (from Python 3.12 on)."""
    pytest.importorskip("mypy")
    assert (FOLDER / "py.typed").exists() and (FOLDER / "_core.pyi").exists()
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "--concise", "galois_cps._core"],
                          capture_output=True, text=True, check=False, cwd="/")
    assert not done.stderr
    told = [line for line in done.stdout.splitlines() if "galois_cps._core." in line]
    assert len(told) > 10  # it has compared
    usual = re.compile(r"metaclass differs|is not a function|\.__init__ is inconsistent|@final|disjoint"
                       r"|stub does not have \*\*?(kw)?args parameter")
    assert [line for line in told if not usual.search(line)] == []


def test_types_of_users(tmp_path):
    pytest.importorskip("mypy")
    good = ("import galois_cps\nfrom galois_cps import Graph\n"
            "paths = galois_cps.sssp(Graph.from_edges([0], [1]), 0, threads=2)\n"
            "run: galois_cps.Run = paths.run\n")
    path = tmp_path / "user.py"
    for text, status in ((good, 0), (good + "galois_cps.sssp(1, 0, threads='two')\n", 1),
                         (good + "paths.nothing\n", 1)):
        path.write_text(text)
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(path)], capture_output=True,
                              text=True, check=False, cwd=tmp_path)
        assert done.returncode == status, done.stdout + done.stderr


def test_the_version_is_that_of_the_package():
    assert galois_cps.__version__ == importlib.metadata.version("galois-cps")


def test_one_file_serves_all_versions():
    assert MODULE.name == "_core.abi3.so"


# The newest versions of symbols that a system of 2018 has (glibc 2.28, the libstdc++ of GCC 8): those of
# manylinux_2_28.
LIMITS = {"GLIBC": (2, 28), "GLIBCXX": (3, 4, 25), "CXXABI": (1, 3, 11), "GCC": (8, 0, 0)}
# g++ 12 on Debian 12 links against glibc 2.36 and its own libstdc++, which has newer versions only of
# some symbols: those of threads and of dl moved into libc in 2.34, and the mathematical functions in
# 2.29. So a wheel that is made there runs on systems from 2022 on. cibuildwheel makes those for others.
DEBIAN = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}


def versions_of(text):
    """The newest version of each name that `objdump -T` shows."""
    newest = {}
    for name, version in re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)\b", text):
        number = tuple(int(part) for part in version.split("."))
        newest[name] = max(newest.get(name, (0,)), number)
    return newest


def test_versions_of_symbols():
    done = subprocess.run(["objdump", "-T", str(MODULE)], capture_output=True, text=True, check=False)
    newest = versions_of(done.stdout)
    assert set(newest) >= {"GLIBC", "GLIBCXX"}, done.stderr
    limits = LIMITS if "manylinux_2_28" in os.environ.get("AUDITWHEEL_PLAT", "") else DEBIAN
    assert {name: version for name, version in newest.items() if version > limits[name]} == {}


def test_versions_are_compared_as_numbers():
    assert versions_of("GLIBC_2.4 GLIBC_2.28 GLIBC_2.9 GLIBCXX_3.4.9") == {
        "GLIBC": (2, 28), "GLIBCXX": (3, 4, 9)}


def needed_by(library):
    done = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True)
    return re.findall(r"NEEDED.*\[(.*)\]", done.stdout)


def test_the_module_needs_no_llvm():
    needed = needed_by(MODULE)
    assert needed and not [name for name in needed if "LLVM" in name or "boost" in name.lower()]


def test_the_wheel_carries_its_libraries():
    """Except for those that every system of manylinux has."""
    carried = FOLDER.parent / "galois_cps.libs"
    if not carried.is_dir():
        pytest.skip("the wheel was not repaired by auditwheel")
    system = re.compile(r"lib(c|m|z|expat|stdc\+\+|gcc_s|pthread|dl|rt)\.so\.|ld-linux")
    for library in (MODULE, *carried.iterdir()):
        outside = [name for name in needed_by(library)
                   if not system.match(name) and not (carried / name).exists()]
        assert outside == []


def test_the_module_exports_its_start_alone():
    done = subprocess.run(["nm", "-D", "--defined-only", str(MODULE)], capture_output=True, text=True, check=True)
    names = [line.split()[-1].partition("@")[0] for line in done.stdout.splitlines()]
    ours = [name for name in names if "galois" in name.lower() and not name.startswith("PyInit")]
    assert "PyInit__core" in names and not ours


def test_the_module_lacks_none_of_our_functions():
    """What the build leaves out of our libraries would else be missed by the first call that needs it."""
    done = subprocess.run(["nm", "-D", "--undefined-only", str(MODULE)], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    assert "PyErr_SetObject" in names and not [name for name in names if "galois" in name.lower()]
