"""scripts/new: what it writes and refuses, and, with GALOIS_TEST_LONG, that it builds and its suites pass."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess

import pytest

from conftest import BARE, LONG, SCRIPTS, missing_targets

ROOT = SCRIPTS.parent
# Other names than those of CONTRIBUTING.md: whoever follows it has these already.
ASKED = {"worklist": "try-out", "application": "tryout", "format": "tryout2"}
MOST = {"worklist": 6, "application": 8, "format": 4}  # files, new and edited
# What scripts/new looks at.
LOOKED_AT = ("scripts/new", "scripts/templates", "analytics/scheduler", "lonestar/forkjoin", "lonestar/search",
             "inputs/formats", "inputs/test", "libgalois/include/galois/worklists", "docs/apps", "docs/graph-formats.md",
             "CHANGELOG.md")


def tracked(*paths):
    """The files of the repository below these paths, those that are not committed yet included."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *paths], cwd=ROOT, text=True,
                            capture_output=True, check=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def copy_of(folder, names):
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return folder


@pytest.fixture
def tree(tmp_path):
    return copy_of(tmp_path / "tree", tracked(*LOOKED_AT))


def new(tree, *arguments, **more):
    return subprocess.run([tree / "scripts" / "new", *arguments], capture_output=True, text=True, check=False,
                          **more)


def contents(tree):
    return {path.relative_to(tree).as_posix(): path.read_text(encoding="utf-8")
            for path in tree.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", MOST)
def test_few_files_change_and_all_have_the_name(kind, tree):
    before, name = contents(tree), ASKED[kind]
    done = new(tree, kind, name)
    assert done.returncode == 0, done.stderr
    after = contents(tree)
    changed = sorted(path for path in after if after[path] != before.get(path))
    assert len(changed) == MOST[kind], changed
    assert sorted(re.findall(r"^(?:wrote|edited) (\S+)$", done.stdout, re.MULTILINE)) == changed
    assert "cmake --build" in done.stdout
    camel = "".join(word.title() for word in name.split("-"))
    for path in changed:
        added = after[path][len(os.path.commonprefix([after[path], before.get(path, "")])):]
        assert re.search(rf"{name}|{camel}", added), path
        assert "newcomer" not in f"{path}{added}".lower(), path


def test_the_build_finds_a_format_with_a_digit_in_its_name(tree):
    assert new(tree, "format", ASKED["format"]).returncode == 0
    script = tree / "formats.cmake"
    script.write_text(f"include({ROOT}/cmake/GaloisFormats.cmake)\n"
                      f"file(GLOB SOURCES {tree}/inputs/formats/*.cpp)\n"
                      "galois_formats(FOUND ${SOURCES})\nmessage(\"${FOUND}\")\n")
    done = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=True)
    assert {"Tryout2", "EdgeList", "Metis"} <= set(done.stderr.strip().split(";"))


def test_a_name_can_be_used_once(tree):
    for kind, name in ASKED.items():
        assert new(tree, kind, name).returncode == 0
        before = contents(tree)
        done = new(tree, kind, name)
        assert done.returncode == 1 and "taken" in done.stderr and done.stderr.count("\n") == 1
        assert contents(tree) == before


@pytest.mark.parametrize(("kind", "name", "status", "words"), [
    ("worklist", "Locked", 2, "'Locked' is no name"), ("worklist", "a--b", 2, "such as locked-heap"),
    ("worklist", "../x", 2, "no name"), ("worklist", "smq", 1, "Smq.h"),
    ("worklist", "chunk-list", 1, "ChunkList"), ("worklist", "newcomer", 1, "taken"),
    ("application", "two-words", 2, "such as rings"), ("application", "mst", 1, "docs/apps/mst.md"),
    ("application", "fib", 1, "lonestar/forkjoin/cpu/fib.cpp"), ("application", "uts", 1, "lonestar/search/uts"),
    ("worklist", "help", 1, "taken"), ("format", "help", 1, "taken"),
    ("application", "namespace", 1, "taken by C++"), ("format", "gr", 1, "--from=help"),
    ("format", "metis", 1, "Metis.cpp"), ("format", "9p", 2, "no name"), ("colour", "x", 2, "invalid choice")])
def test_other_names_are_refused_in_one_line(kind, name, status, words, tree):
    before = contents(tree)
    done = new(tree, kind, name)
    assert done.returncode == status
    assert words in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr
    assert contents(tree) == before


def test_after_an_error_nothing_is_changed(tree):
    changelog = (tree / "CHANGELOG.md").read_text(encoding="utf-8")
    (tree / "CHANGELOG.md").write_text("# Changelog\n")
    before, folders = contents(tree), {path for path in tree.rglob("*") if path.is_dir()}
    done = new(tree, "application", ASKED["application"])
    assert done.returncode == 1 and done.stderr == "new: CHANGELOG.md: found no section Added\n"
    assert contents(tree) == before
    (tree / "CHANGELOG.md").write_text(changelog)
    (tree / "lonestar/analytics").mkdir()
    folders.add(tree / "lonestar/analytics")
    (tree / "lonestar/analytics/cpu").write_text("no folder")  # the page is written by then
    before = contents(tree)
    done = new(tree, "application", ASKED["application"])
    assert done.returncode == 1 and done.stderr.endswith("Not a directory; nothing was changed\n")
    assert contents(tree) == before and {path for path in tree.rglob("*") if path.is_dir()} == folders


def test_schedulers_of_a_build_stay(tree):
    """The commands name few schedulers where there is no build, and all where a build has all."""
    assert "-DGALOIS_WORKLISTS='SmqBucket;Smq;Obim;TryOut'\n" in new(tree, "worklist", "try-out").stdout
    cache = tree / "build" / "release" / "CMakeCache.txt"
    cache.parent.mkdir(parents=True)
    cache.write_text("GALOIS_WORKLISTS:STRING=Smq;Wasp\n")
    assert "-DGALOIS_WORKLISTS='Smq;Wasp;TryTwo'\n" in new(tree, "worklist", "try-two").stdout
    cache.write_text("GALOIS_WORKLISTS:STRING=\n")
    assert "    cmake --preset release\n" in new(tree, "worklist", "try-three").stdout


def test_help_says_what_each_kind_is(tree):
    done = new(tree, "--help")
    assert done.returncode == 0 and all(f"scripts/new {kind}" in done.stdout for kind in ASKED)


def printed(output):
    """The commands that scripts/new prints, as words."""
    return [shlex.split(line.replace("|", " | ")) for line in re.findall(r"^    (\S.*)$", output, re.MULTILINE)]


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("ninja")), reason="no cmake here")
@pytest.mark.parametrize("kind", MOST)
def test_the_commands_it_prints_work_where_nothing_but_the_quickstart_has_run(kind, answers, tmp_path):
    """Those before scripts/setup --dev do without its packages. Targets are looked for, not built."""
    tree = copy_of(tmp_path / "tree", tracked())
    # As scripts/quickstart does it.
    kept = ["SmqBucket", "Smq", "Obim", "Pmod", "Hdcps"]
    subprocess.run(["cmake", *answers, "--preset", "release", "-DGALOIS_BUILD_TESTS=OFF", "-DGALOIS_BUILD_BENCHMARKS=OFF",
                    f"-DGALOIS_WORKLISTS={';'.join(kept)}"], cwd=tree, check=True, capture_output=True)
    done = new(tree, kind, ASKED[kind])
    assert done.returncode == 0, done.stderr
    assert ("-DGALOIS_WORKLISTS='" + ";".join([*kept, "TryOut"]) in done.stdout) == (kind == "worklist")
    assert kind == "worklist" or "-DGALOIS_WORKLISTS" not in done.stdout, "it keeps the schedulers of the build"
    bare, built, ran = BARE, {}, []
    for words in printed(done.stdout):
        if words == ["scripts/setup", "--least", "--tests"]:
            if subprocess.run([*words, "--list"], cwd=tree, check=False, capture_output=True).returncode != 0:
                break
            bare = ["-U" + word[2:].partition("=")[0] for word in BARE]  # they are in the cache
        elif words[:2] == ["cmake", "--preset"]:
            configured = subprocess.run([*words, *bare], cwd=tree, check=False, capture_output=True, text=True)
            assert configured.returncode == 0, configured.stderr
        elif words[:3] == ["cmake", "--build", "--preset"]:
            assert words[4] == "--target"
            assert missing_targets(tree / "build" / words[3], words[5:]) == []
            built.setdefault(words[3], set()).update(words[5:])
        else:
            ran.append(words)
            if words[0] == "ctest":
                listed = subprocess.run([*words, "-N"], cwd=tree, check=True, capture_output=True, text=True)
                assert re.search(r"Total Tests: [1-9]", listed.stdout)
            for name in filter(re.compile("build/").match, words[:words.index("-R")] if "-R" in words else words):
                preset = name.split("/")[1] if name.split("/")[1] in built else "release"
                assert pathlib.PurePath(name).name in built[preset] | {preset}, words
    assert set(built) == {"release"}, "in the tree that the quickstart has built"
    assert len(ran) > (0 if bare is BARE else 1)


@pytest.mark.skipif(not LONG, reason="takes half an hour: GALOIS_TEST_LONG=1")
@pytest.mark.timeout(7200)
def test_what_it_writes_compiles_runs_and_passes_its_suites(tmp_path):
    tree = copy_of(tmp_path / "tree", tracked())

    def run(*command):
        done = subprocess.run([str(word) for word in command], cwd=tree, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    run("git", "init", "-q")
    outputs = [run("scripts/new", kind, name) for kind, name in ASKED.items()]
    run("scripts/dev/lint-style")
    run("scripts/dev/lint-orders")
    run("cmake", "--preset", "tests", "-DGALOIS_BUILD_TESTS=ON", "-DGALOIS_WORKLISTS=SmqBucket;Smq;Obim;TryOut")
    run("cmake", "--build", "--preset", "tests", "--target", "worklists.TryOut", "policies.Memory", "registry-cxx17",
        "inputs.Tryout2", "inputs.Mutation", "sssp-cpu", "tryout-cpu", "graph-convert", "graph-gen")
    names = r"^(worklists\.TryOut|policies\.Memory|inputs\.(Tryout2|Mutation)|lonestar\.tryout-cpu\..*)$"
    assert "100% tests passed" in run("ctest", "--test-dir", "build/tests", "--output-on-failure", "-R", names)
    bin_dir = pathlib.Path("build/tests/bin")
    run(bin_dir / "graph-gen", "road", "road.gr", "--nodes=20000", "--quiet")
    run(bin_dir / "sssp-cpu", "road.gr", "--wl=try-out", "--try-out-buffer=4", "-t=3", "--verify=full")
    # And each command as it is printed.
    for output in outputs:
        run("bash", "-euc", "".join(f"{line}\n" for line in re.findall(r"^    (\S.*)$", output, re.MULTILINE)
                                    if not line.startswith("scripts/setup")))
