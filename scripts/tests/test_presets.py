"""The builds that guides name can be configured where nothing but scripts/setup has run."""

import json
import re
import shlex
import subprocess

import pytest

from conftest import SCRIPTS

ROOT = SCRIPTS.parent
# As if the packages of scripts/setup --dev were not there.
BARE = ("-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON", "-DRELACY_INCLUDE_DIR=RELACY_INCLUDE_DIR-NOTFOUND")
# What other calls of scripts/setup install, which the guides name beside these builds.
EXTRAS = {"mpi": "--mpi", "mpich": "--mpi", "smpi": "--mpi", "-DGALOIS_MPI=ON": "--mpi",
          "-DGALOIS_PEERS=ON": "--peers"}


def commands():
    """The calls of cmake that configure a preset, in README and below docs/, each once."""
    found = {}
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))):
        if "experiments" not in page.parts:
            for command in re.findall(r"cmake --preset [^\n`&]+", page.read_text(encoding="utf-8")):
                found.setdefault(tuple(shlex.split(command)[2:]), page.name)
    return list(found)


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_a_build_that_a_guide_names_needs_no_packages_of_the_tests(tmp_path, arguments):
    for word in EXTRAS.keys() & set(arguments):
        if subprocess.run([SCRIPTS / "setup", EXTRAS[word], "--list"], capture_output=True,
                          check=False).returncode != 0:
            pytest.skip(f"scripts/setup {EXTRAS[word]} was not called here")
    done = subprocess.run(["cmake", "--preset", *arguments, "-B", tmp_path, *BARE], cwd=ROOT,
                          capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "GALOIS_BUILD_TESTS:BOOL=ON" not in (tmp_path / "CMakeCache.txt").read_text()


def test_asking_for_tests_without_their_packages_names_the_command(tmp_path):
    done = subprocess.run(["cmake", "--preset", "debug", "-B", tmp_path, "-DGALOIS_BUILD_TESTS=ON",
                           "-DGALOIS_PROGRAMS=OFF", *BARE], cwd=ROOT, capture_output=True, text=True,
                          check=False, timeout=300)
    assert done.returncode != 0 and "scripts/setup --dev" in done.stderr


def test_every_preset_can_be_built():
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    shown = [preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")]
    assert set(shown) == {preset["name"] for preset in presets["buildPresets"]}
