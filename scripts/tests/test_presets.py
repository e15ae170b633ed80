"""The builds that guides name can be configured where nothing but scripts/setup has run, and have the
targets and the programs that the same page names."""

import json
import os
import re
import shlex
import shutil
import subprocess

import pytest

from conftest import BARE, LONG, SCRIPTS, missing_targets

ROOT = SCRIPTS.parent
# What other calls of scripts/setup install, which the guides name beside these builds.
EXTRAS = {"mpi": "--mpi", "mpich": "--mpi", "smpi": "--mpi", "-DGALOIS_MPI=ON": "--mpi",
          "-DGALOIS_PEERS=ON": "--peers", "fuzz": "--dev"}
# Pages for who has called scripts/setup --dev.
DEVELOPERS = ("CONTRIBUTING.md", "inputs/fuzz/README.md")
PRESETS = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
OTHER_COMPILERS = [preset["name"] for preset in PRESETS["configurePresets"]
                   if "CMAKE_CXX_COMPILER" in preset.get("cacheVariables", {}) or "toolchainFile" in preset]
# What scripts/new writes before these are built.
NOT_YET = ("worklists.LockedHeap", "rings-cpu", "LockedHeap")


def words_after(command, words):
    """What follows these words of a command."""
    return shlex.split(command[command.index(words) + len(words):].partition("  #")[0])


def steps(page):
    """(preset, options of its configuration, targets) of each build of a page, in its order. Without
    targets, they are those of the build preset. A preset that the page does not configure is taken as
    it is."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    found, options = [], {}
    for command in re.findall(r"cmake --(?:preset|build --preset) [^\n`&|]+", text):
        if command.startswith("cmake --preset "):
            preset, *given = words_after(command, "--preset ")
            options[preset] = tuple(word for word in given if "LockedHeap" not in word)
            found.append((preset, options[preset], None))
        else:
            preset, *rest = words_after(command, "--preset ")
            targets = rest[rest.index("--target") + 1:] if "--target" in rest else []
            found.append((preset, options.get(preset, ()), tuple(targets)))
    return found


def guides():
    pages = (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md")),
             *(ROOT / name for name in DEVELOPERS))
    return [page for page in pages if "experiments" not in page.parts]


def builds():
    """{configuration: {targets}} of all pages; a configuration is the words of its call of cmake."""
    found = {}
    for page in guides():
        bare = () if page.relative_to(ROOT).as_posix() in DEVELOPERS else BARE
        for preset, options, targets in steps(page):
            if targets == ():
                entry = next(each for each in PRESETS["buildPresets"] if each["name"] == preset)
                targets = tuple(entry.get("targets", ["all"]))
            found.setdefault((preset, *options, *bare), set()).update(set(targets or ()) - set(NOT_YET))
    return found


BUILDS = builds()


@pytest.mark.slow
@pytest.mark.parametrize("arguments", BUILDS, ids=lambda words: " ".join(word for word in words if word not in BARE))
def test_a_build_that_a_guide_names_has_its_targets(tmp_path, answers, arguments):
    for word in EXTRAS.keys() & set(arguments):
        if subprocess.run([SCRIPTS / "setup", EXTRAS[word], "--list"], capture_output=True,
                          check=False).returncode != 0:
            pytest.skip(f"scripts/setup {EXTRAS[word]} was not called here")
    known = [] if arguments[0] in OTHER_COMPILERS else answers
    done = subprocess.run(["cmake", *known, "--preset", *arguments, "-B", tmp_path], cwd=ROOT,
                          capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert missing_targets(tmp_path, BUILDS[arguments]) == []
    if BARE[0] in arguments:
        assert "GALOIS_BUILD_TESTS:BOOL=ON" not in (tmp_path / "CMakeCache.txt").read_text()


def test_the_builds_of_all_guides_are_found():
    """So that a page that writes them in another way is not passed over."""
    assert {("package", "-DGALOIS_PROGRAMS=OFF", "-DGALOIS_WORKLISTS=SmqBucket;Smq", *BARE),
            ("tests", "-DGALOIS_WORKLISTS=SmqBucket;Smq;Obim")} <= BUILDS.keys()
    assert {"sssp-cpu", "graph-gen"} <= BUILDS["tests", "-DGALOIS_WORKLISTS=SmqBucket;Smq;Obim"]
    assert len(BUILDS) > 15 and sum(len(targets) for targets in BUILDS.values()) > 30


@pytest.mark.parametrize("page", [page for page in guides() if steps(page)], ids=lambda page: page.name)
def test_a_page_builds_the_programs_that_it_runs(page):
    """What lies in the folder of a preset for which the page builds some targets is among these."""
    built = {}
    for preset, _, targets in steps(page):
        if targets is not None:
            built.setdefault(preset, set()).update(targets or ["all"])
    for preset, name in re.findall(r"build/(?:([a-z]\S*)/)?bin/([\w-]+)", page.read_text(encoding="utf-8")):
        targets = built.get(preset or "release", {"all"})
        assert name in targets or targets & {"all", "galois_to_install"}, f"{name} of {preset or 'release'}"


@pytest.mark.skipif(not LONG, reason="compiles the library: GALOIS_TEST_LONG=1")
@pytest.mark.timeout(7200)
def test_the_page_about_cpp_works_as_it_is_printed(tmp_path):
    """In a fresh copy of the tree and an empty home: the installation, both examples, and then the packages
    of the same checkout, as far as their build's configuration."""
    tree, home = tmp_path / "tree", tmp_path / "home"
    home.mkdir()
    for name in subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True,
                               capture_output=True, check=True).stdout.splitlines():
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    page = (tree / "docs" / "use-from-cpp.md").read_text(encoding="utf-8")
    install, example = re.findall(r"(?:^    \S.*\n)+", page, re.M)[:2]

    def run(commands, folder):
        done = subprocess.run(["bash", "-euc", commands], cwd=folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "HOME": str(home)})
        assert done.returncode == 0, f"{commands}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    run(install, tree)
    assert "smq-bucket: 0 5 12 13; verified\nsmq: 0 5 12 13; verified\n" in run(example, tree / "docs" / "example")
    steps = example.replace("build/paths", "build/steps 1000")
    assert "14 steps to 1000\n" in run(steps, tree / "docs" / "example" / "operator")
    run("cmake --preset package", tree)
    assert missing_targets(tree / "build" / "package", ["sssp-cpu", "program_docs", "galois_to_install"]) == []


def test_asking_for_tests_without_their_packages_names_the_command(tmp_path):
    done = subprocess.run(["cmake", "--preset", "debug", "-B", tmp_path, "-DGALOIS_BUILD_TESTS=ON",
                           "-DGALOIS_PROGRAMS=OFF", *BARE], cwd=ROOT, capture_output=True, text=True,
                          check=False, timeout=300)
    assert done.returncode != 0 and "scripts/setup --dev" in done.stderr


def test_every_preset_can_be_built():
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    shown = [preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")]
    assert set(shown) == {preset["name"] for preset in presets["buildPresets"]}
