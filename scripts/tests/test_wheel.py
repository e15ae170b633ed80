"""What cmake/GaloisWheel.cmake makes of the build of the Python package, and which objects of another build
it takes (cmake/GaloisBuilt.cmake). python/tests has the tests of what is installed."""

import os
import re
import shutil
import subprocess

import pytest

from conftest import SCRIPTS

ROOT = SCRIPTS.parent
USUAL = ["SmqBucket", "Smq", "Obim", "Pmod", "Mq", "Hdcps", "Wasp"]
SOURCES = ("-DGALOIS_PROGRAMS=OFF", "-DGALOIS_BUILD_TESTS=OFF", "-DGALOIS_BUILD_BENCHMARKS=OFF",
           "-DGALOIS_INSTALL=OFF", "-DGALOIS_PRECOMPILED=OFF", "-DCMAKE_BUILD_TYPE=Release")
WHEEL = ("-DSKBUILD=2", *SOURCES)

pytestmark = pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("ninja")), reason="no cmake here")


def configure(folder, *arguments):
    """Configures a build and returns what CMake said."""
    done = subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *arguments],
                          capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def built(folder):
    """The schedulers of a build, in order."""
    text = (folder / "analytics/scheduler/include/analytics/scheduler/BuiltWorklists.def").read_text()
    return re.findall(r"\((\w+)\)", text)


def every():
    text = (ROOT / "analytics/scheduler/Worklists.def").read_text()
    return re.findall(r"^GALOIS_WORKLIST\((\w+)\)", text, re.MULTILINE)


def sources(folder):
    """What a build compiles, below its folder and that of the sources."""
    text = (folder / "build.ninja").read_text()
    return {os.path.relpath(path, folder if path.startswith(f"{folder}/") else ROOT)
            for path in re.findall(r"^build \S+\.o: CXX_COMPILER\S* (\S+)", text, re.MULTILINE)}


def test_the_package_has_the_schedulers_of_the_comparison_and_a_setting_adds_the_rest(tmp_path):
    configure(tmp_path, *WHEEL)
    assert sorted(built(tmp_path)) == sorted(USUAL)
    few = sources(tmp_path)
    assert len(few) < 110
    configure(tmp_path, *WHEEL)
    assert sources(tmp_path) == few, "the next build in this folder compiles nothing anew"
    configure(tmp_path, *WHEEL, "-DGALOIS_WORKLISTS=all")
    assert built(tmp_path) == every() and len(every()) > 25
    configure(tmp_path, *WHEEL)
    assert built(tmp_path) == every(), "the folder remembers the setting"
    # What all builds compile of these schedulers is one object, which ccache knows.
    assert {path for path in few if ".policies." in path} <= sources(tmp_path)
    configure(tmp_path, *WHEEL, "-DGALOIS_WORKLISTS=SprayList;Smq")
    assert built(tmp_path) == ["Smq", "SprayList"]


def test_what_auto_takes_is_in_the_package():
    """Else `auto` would take another scheduler, without a word (automaticWorklist())."""
    taken = set(re.findall(r'"([a-z-]+)"', (ROOT / "analytics/color/Coloring.h").read_text()
                           .partition("preferredWorklist")[2].partition("}")[0]))
    assert taken == {"wasp", "pmod"} and every()[0] == "SmqBucket"
    assert {"Wasp", "Pmod", "SmqBucket"} <= set(USUAL)
    # Whoever prefers another one is to add it here.
    users = [path.name for path in (ROOT / "analytics").glob("*/*.h")
             if path.parent.name != "scheduler" and "preferredWorklist" in path.read_text()]
    assert users == ["Coloring.h"]


@pytest.fixture
def other(tmp_path):
    """A build of the same flags with two objects, which are empty; the folder, and these."""
    folder = tmp_path / "other"
    configure(folder, *SOURCES, "-DGALOIS_HWLOC=none", "-DGALOIS_INPUTS=OFF", "-DGALOIS_NATIVE=ON",
              "-DGALOIS_WORKLISTS=SmqBucket;Smq")
    objects = [f"analytics/scheduler/CMakeFiles/galois_scheduler.dir/{name}.cpp.o"
               for name in ("WorklistInfo", "Scheduler")]
    for path in objects:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    return folder, objects


def inputs_of(library, folder):
    return re.search(rf"^build \S*/{library}: (.*)$", (folder / "build.ninja").read_text(), re.MULTILINE)[1].split()


def test_objects_of_a_build_with_the_same_flags_are_taken(tmp_path, other):
    folder, (taken, named) = other
    wheel = tmp_path / "wheel"
    same = (*WHEEL, f"-DGALOIS_BUILT={folder}", "-DGALOIS_HWLOC=none", "-DGALOIS_INPUTS=OFF",
            "-DGALOIS_WORKLISTS=SmqBucket;Smq",
            f"-DCMAKE_CXX_COMPILER={shutil.which('g++')}")  # which the other build may call c++
    assert f"Takes no objects of {folder}: GALOIS_NATIVE is 'ON' there and 'OFF' here" in configure(wheel, *same)
    compiled = sources(wheel)
    assert "Takes 1 objects" in configure(wheel, *same, "-DGALOIS_NATIVE=ON")
    assert str(folder / taken) in inputs_of("libgalois_analytics.a", wheel)
    # A source with definitions of its own is compiled, as they name the build.
    assert (folder / named).exists() and str(folder / named) not in inputs_of("libgalois_analytics.a", wheel)
    assert "analytics/scheduler/Scheduler.cpp" in compiled & sources(wheel)
    # It is never older than its source: what is, is compiled where it comes from.
    os.utime(folder / taken, (1, 1))
    subprocess.run(["cmake", "--build", wheel, "--target", "galois_taken"], capture_output=True, check=True, timeout=600)
    assert (folder / taken).stat().st_mtime > 1 and (folder / taken).stat().st_size > 0
    assert (folder / named).stat().st_size == 0
    # Of other schedulers, only the policies are the same.
    assert "Takes" not in configure(wheel, *same, "-DGALOIS_NATIVE=ON", "-DGALOIS_WORKLISTS=Smq")
    for path in ("analytics/bfs/CMakeFiles/bfs.policies.dir/bfs.policies.Smq.cpp.o",
                 "analytics/bfs/CMakeFiles/galois_bfs.dir/Bfs.cpp.o"):
        (folder / path).touch()
    assert "Takes 1 objects" in configure(wheel, *same, "-DGALOIS_NATIVE=ON", "-DGALOIS_WORKLISTS=Smq;Obim")
    left = {path for path in sources(wheel) if path.startswith("analytics/bfs/")}
    assert len(left) == 2 and "analytics/bfs/bfs.policies.Obim.cpp" in left


def test_a_library_is_taken_as_a_whole(tmp_path, other):
    """However the other build divides its sources among objects."""
    folder, _ = other
    same = (*WHEEL, f"-DGALOIS_BUILT={folder}", "-DGALOIS_HWLOC=none", "-DGALOIS_INPUTS=OFF", "-DGALOIS_NATIVE=ON")
    objects = re.findall(r"^build (libgalois/CMakeFiles/galois\.dir/\S+\.o):", (folder / "build.ninja").read_text(),
                         re.MULTILINE)
    for path in objects[1:]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    assert len(objects) > 10 and "Takes" not in configure(tmp_path / "wheel", *same)
    (folder / objects[0]).touch()
    assert f"Takes {len(objects)} objects" in configure(tmp_path / "wheel", *same)
    assert not {path for path in sources(tmp_path / "wheel") if path.startswith("libgalois/src/")}
    assert {str(folder / path) for path in objects} <= set(inputs_of("libgalois.a", tmp_path / "wheel"))


def test_other_flags_are_said_and_nothing_is_taken(tmp_path, other):
    folder, _ = other
    same = (*WHEEL, f"-DGALOIS_BUILT={folder}", "-DGALOIS_HWLOC=none", "-DGALOIS_INPUTS=OFF", "-DGALOIS_NATIVE=ON")
    for number, (setting, difference) in enumerate([
            ("-DCMAKE_CXX_FLAGS=-O1", "CMAKE_CXX_FLAGS is '' there and '-O1' here"),
            ("-DCMAKE_BUILD_TYPE=Debug", "CMAKE_BUILD_TYPE is 'Release' there and 'Debug' here"),
            ("-DGALOIS_PROFILE=ON", "GALOIS_PROFILE is 'OFF' there and 'ON' here"),
            ("-DGALOIS_BUILT=", None)]):
        said = configure(tmp_path / str(number), *same, setting)
        assert re.findall(r"Takes .*", said) == (
            [f"Takes no objects of {folder}: {difference}"] if difference else [])
