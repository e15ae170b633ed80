"""What the tests of the scripts share: a stand-in application, and a sweep over it."""

import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import time

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))

#: Whether to test at length, as scripts/test --all does.
LONG = os.environ.get("GALOIS_TEST_LONG") == "1"

# Options of cmake, as if the packages of scripts/setup --dev were not there.
BARE = ("-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON", "-DRELACY_INCLUDE_DIR=RELACY_INCLUDE_DIR-NOTFOUND")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes seconds, because it builds, configures or draws much; "
                            "scripts/test --quick leaves it out")


@pytest.fixture(scope="session")
def answers(tmp_path_factory):
    """Arguments of cmake that spare it half of a configuration: what checks that compile, and programs that are
    asked, have said about this machine. They are the same for all presets of one compiler."""
    folder = tmp_path_factory.mktemp("answers")
    subprocess.run(["cmake", "--preset", "release", "-B", folder / "build"], cwd=SCRIPTS.parent, check=True,
                   capture_output=True)
    kept = re.findall(r"^((?!CMAKE_(?!HAVE_)|GALOIS_|FIND_PACKAGE_|.*-ADVANCED)[\w.+-]+):INTERNAL=(.*)$",
                      (folder / "build" / "CMakeCache.txt").read_text(), re.M)
    assert len(kept) > 20
    shutil.rmtree(folder / "build")
    (folder / "answers.cmake").write_text("".join(f'set({name} [==[{value}]==] CACHE INTERNAL "")\n'
                                                  for name, value in kept))
    return ["-C", folder / "answers.cmake"]


def missing_targets(folder, targets):
    """Those of these targets that a build folder does not have."""
    known = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], capture_output=True, text=True,
                           check=True).stdout
    names = {line.partition(":")[0] for line in known.splitlines()}
    return sorted(target for target in targets if target not in names)


def load_program(name):
    """A program below scripts/ as a module, though its name is none."""
    loader = importlib.machinery.SourceFileLoader(pathlib.Path(name).name.replace("-", "_"), str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


# The compilers of the MPIs for which the checks of ranks can be built.
RANK_COMPILERS = {"openmpi": "mpicxx.openmpi", "mpich": "mpicxx.mpich", "smpi": "smpicxx"}


def build_ranks_check(kind, folder):
    """Compiles ranks-check for an MPI into a folder, and returns its path."""
    root, program = SCRIPTS.parent, folder / "ranks-check"
    cache = [shutil.which("ccache")] if shutil.which("ccache") else []  # which knows no call that links
    subprocess.run([*cache, RANK_COMPILERS[kind], "-std=c++20", "-O1", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX",
                    f"-I{root}/libdist/include", f"-I{root}/libgalois/include", "-c",
                    root / "libdist" / "test" / "mpi" / "ranks-check.cpp", "-o", f"{program}.o", "-pthread"],
                   check=True)
    subprocess.run([RANK_COMPILERS[kind], f"{program}.o", "-o", program, "-pthread"], check=True)
    return program


@pytest.fixture
def fake_bin(tmp_path):
    """A folder with programs sssp-cpu and fib-cpu in it that behave as the FAKE_ variables say."""
    return make_fake_bin(tmp_path / "bin")


def make_fake_bin(folder, prelude=""):
    """Writes the stand-in application into a folder; prelude is shell that runs before it."""
    folder.mkdir()
    fake = SCRIPTS / "tests" / "fake_app.py"
    for name in ("sssp-cpu", "fib-cpu"):
        program = folder / name
        program.write_text(f"#!/bin/sh\n{prelude}\nexec '{sys.executable}' -S '{fake}' \"$@\"\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


@pytest.fixture
def graph(tmp_path):
    """An input file; the stand-in never opens it."""
    path = tmp_path / "road.gr"
    path.write_bytes(b"graph")
    return path


class Hangs:
    """Which stand-ins hang: each makes a file of its own, says so to nobody, and then sleeps for an hour."""

    def __init__(self, prefix):
        self.prefix = prefix

    def now(self, pid=None):
        """Whether a process, or any, hangs now. It does until somebody has ended it and waited for it."""
        return any(os.path.exists(f"/proc/{path.suffix[1:]}")
                   for path in self.prefix.parent.glob(f"{self.prefix.name}.*")
                   if pid is None or path.suffix == f".{pid}")


@pytest.fixture
def hangs(tmp_path, monkeypatch):
    """Limits of time are over as soon as a stand-in hangs, and never before, however slow the machine is."""
    found = Hangs(tmp_path / "hangs")
    monkeypatch.setenv("FAKE_HANGS", os.fspath(found.prefix))
    wait = subprocess.Popen.wait

    def wait_for_a_hang(process, timeout=None):
        while timeout is not None and process.poll() is None:
            if found.now(process.pid):
                raise subprocess.TimeoutExpired(process.args, timeout)
            time.sleep(0.01)
        return wait(process)

    monkeypatch.setattr(subprocess.Popen, "wait", wait_for_a_hang)
    return found


class Hours:
    """Stands in for the module `time`: while a stand-in hangs, an hour passes from each look to the next.

    Otherwise no time passes. One hour per hang would not do: whoever looks at the clock after the
    stand-in has begun to hang, and only then begins to count, would wait for as long as it hangs.
    """

    sleep = staticmethod(time.sleep)

    def __init__(self, hangs):
        self.hangs = hangs
        self.now = 0.0

    def monotonic(self):
        self.now += 3600.0 * self.hangs.now()
        return self.now


@pytest.fixture
def hours(hangs, monkeypatch):
    """The clock by which scripts/peers ends adapters, however slow the machine is."""
    from lab.peers import adapter_process

    monkeypatch.setattr(adapter_process, "time", Hours(hangs))


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The file to which the stand-in writes each call, and a reader of it."""
    path = tmp_path / "calls"
    monkeypatch.setenv("FAKE_LOG", os.fspath(path))
    return lambda: path.read_text().splitlines() if path.exists() else []
