"""patches/apply on trees: all or nothing, again without effect, and back to the byte."""

import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

from galois_patches import ROOT, edits, headers
from galois_patches.tree import PATCH
from patches_support import MINIATURE, SSSP, contents

pytest_plugins = ("patches_fixtures",)
CPU = "lonestar/analytics/cpu"


def refused(tool, tree, *words):
    """Whether applying is refused in one line that has the words, and changes nothing."""
    before = contents(tree)
    for flags in ((), ("--check",)):
        status, out, error = tool(*flags, tree)
        assert (status, out) == (1, "")
        assert error.count("\n") == 1 and error.startswith("patches/apply: ")
        for word in words:
            assert word in error, error
        assert contents(tree) == before
    return True


def edit(path, old, new):
    text = path.read_bytes()
    assert old in text
    path.write_bytes(text.replace(old, new))


@pytest.fixture(params=["miniature", "fetched"])
def any_tree(request, tree, tmp_path):
    """Also a copy of the tree that GALOIS6 names, if it names one."""
    if request.param == "miniature":
        return tree
    if "GALOIS6" not in os.environ:
        pytest.skip("GALOIS6 names no tree of Galois 6")
    return shutil.copytree(os.environ["GALOIS6"], tmp_path / "fetched")


def test_apply_check_and_revert(any_tree, tool):
    tree = any_tree
    before = contents(tree)
    status, out, error = tool("--check", tree)
    assert (status, error) == (0, "")
    assert f"insert 4 lines into {SSSP}\n" in out and f"add 2 files to {CPU}/astar\n" in out
    assert contents(tree) == before

    status, out, error = tool(tree)
    assert (status, error) == (0, "") and out.startswith("applied: 5 files edited, ")
    after = contents(tree)
    for name in headers.files():
        assert name in after
    for name, content in before.items():
        if content and content != after[name]:  # nothing but lines are inserted
            assert len(after[name][0]) > len(content[0])
            old = iter(after[name][0].splitlines(keepends=True))
            assert all(line in old for line in content[0].splitlines(keepends=True))
            assert after[name][1] == content[1]  # the mode

    for flags in ((), ("--check",)):
        assert tool(*flags, tree) == (0, "applied already: nothing to do\n", "")
        assert contents(tree) == after

    assert tool("--revert", tree) == (0, "reverted: the tree is as it was before\n", "")
    assert contents(tree) == before
    assert tool("--revert", tree)[0] == 0
    assert contents(tree) == before


def test_modes_of_edited_files_stay(tree, tool):
    (tree / SSSP).chmod(0o755)
    tool(tree)
    assert (tree / SSSP).stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("last_line", [b"\r\n", b""], ids=["", "without the last line end"])
def test_files_with_crlf_keep_it(tree, tool, last_line):
    for path in tree.rglob("*"):
        if path.is_file():
            data = path.read_bytes().replace(b"\n", b"\r\n")
            path.write_bytes(data.removesuffix(b"\r\n") + last_line)
    before = contents(tree)
    assert tool(tree)[0] == 0
    changed = [name for name, content in before.items() if content and content != contents(tree)[name]]
    assert len(changed) == 5
    for name in changed:
        data = (tree / name).read_bytes()
        assert data.count(b"\n") == data.count(b"\r\n"), name
    assert tool(tree)[1].startswith("applied already")
    assert tool("--revert", tree)[0] == 0
    assert contents(tree) == before


@pytest.mark.parametrize("name", [SSSP, f"{CPU}/CMakeLists.txt", "libgalois/include/galois/Threads.h"])
def test_a_missing_file_is_named(tree, tool, name):
    (tree / name).unlink()
    assert refused(tool, tree, name, "missing")


def test_what_is_no_tree_is_refused(tmp_path, tool):
    assert refused(tool, tmp_path, "libgalois/include/galois/Galois.h: is missing")
    status, _, error = tool(tmp_path / "none")
    assert (status, error) == (1, f"patches/apply: {tmp_path}/none: is no folder\n")


def test_an_older_galois_is_refused(tree, tool):
    edit(tree / "libgalois/include/galois/Traits.h", b"disable_conflict_detection", b"no_conflicts")
    assert refused(tool, tree, "galois/Traits.h", "disable_conflict_detection")


@pytest.mark.parametrize("name, old, new, words", [
    (SSSP, b"switch (algo)", b"switch (way)", ["found no `switch (algo)`"]),
    (SSSP, b"execTime.stop();", b"switch (algo) {}", ["found 2 `switch (algo)`"]),
    (SSSP, b"execTime.start();", b"execTime.start(), void()\n", ["expected a whole statement"]),
    (SSSP, b"source", b"origin", ["variable `source`"]),
    (SSSP, b'"delta"', b'"step"', ['flag "delta"']),
    (SSSP, b'#include "', b'#include "other/', ["Lonestar/BoilerPlate.h"]),
    (SSSP, b'"reportNode"', b'"wl"', ["--wl of its own"]),
    (SSSP, b'BoilerPlate.h"', b'BoilerPlate.h" /* a\n b */', ["a comment goes over the end"]),
    (SSSP, b"  switch (algo)", b"  /* a\n b */ switch (algo)", ["a comment goes over the end"]),
    (f"{CPU}/pagerank/PageRank-push.cpp", b"tolerance", b"limit", ["`tolerance`"]),
    (f"{CPU}/spanning/Spanning.cpp", b"&inputFilename", b"nullptr", ["LonestarStart(..., &FLAG)"]),
    (f"{CPU}/spanning/Spanning.cpp", b"LonestarStart", b"Start", ["call of LonestarStart()"]),
    (f"{CPU}/CMakeLists.txt", b"add_subdirectory(sssp)", b"add_subdirectory(\nsssp)", ["(sssp)"]),
    (f"{CPU}/CMakeLists.txt", b"(bfs)", b"(astar)", ["a folder astar of its own"]),
    (f"{CPU}/CMakeLists.txt", b"add_subdirectory(sssp)", b"# add_subdirectory(sssp)", ["(sssp)"]),
])
def test_a_place_that_is_not_as_expected_is_refused(tree, tool, name, old, new, words):
    edit(tree / name, old, new)
    assert refused(tool, tree, name, *words)


@pytest.mark.parametrize("old, new", [
    (b"add_executable(sssp-cpu SSSP.cpp)", b"# add_executable(sssp-cpu SSSP.cpp)"),
    (b"add_executable(sssp-cpu SSSP.cpp)", b"add_executable(sssp-cpu SSSP.cpp more.cpp)"),
    (b"target_link_libraries(sssp-cpu", b"link(sssp-cpu"),
])
def test_a_build_that_is_not_as_expected_is_refused(tree, tool, old, new):
    edit(tree / f"{CPU}/sssp/CMakeLists.txt", old, new)
    assert refused(tool, tree, CPU, "sssp-cpu")


@pytest.mark.parametrize("name, old, new", [
    (SSSP, b"  switch (algo) {", b"  // switch (algo)\n  switch( algo.getValue() )\n  {"),
    (SSSP, b'#include "Lonestar/BoilerPlate.h"', b'#  include <Lonestar/BoilerPlate.h> // flags'),
    (SSSP, b'#include "Lonestar/BoilerPlate.h"', b'#include "Lonestar/Other.h"'),
    (SSSP, b"cll::opt<unsigned int> stepShift(", b"llvm::cl::opt< uint32_t >\n   shift_by ( "),
    (f"{CPU}/CMakeLists.txt", b"add_subdirectory(sssp)", b"  add_subdirectory( sssp )  # paths"),
    (f"{CPU}/spanning/Spanning.cpp", b"LonestarStart(", b"LonestarStart (\n"),
    (f"{CPU}/sssp/CMakeLists.txt", b"add_executable(", b"add_executable (\n"),
])
def test_other_spellings_of_the_same_are_accepted(tree, tool, name, old, new):
    edit(tree / name, old, new)
    before = contents(tree)
    assert tool(tree)[0] == 0
    assert tool("--revert", tree)[0] == 0
    assert contents(tree) == before


def test_programs_are_found_by_their_targets(tree, tool):
    (tree / CPU / "sssp").rename(tree / CPU / "paths")
    (tree / CPU / "paths" / "SSSP.cpp").rename(tree / CPU / "paths" / "main.cpp")
    edit(tree / CPU / "paths" / "CMakeLists.txt", b"SSSP.cpp", b"main.cpp")
    assert refused(tool, tree, f"{CPU}/CMakeLists.txt", "add_subdirectory(paths)")
    edit(tree / CPU / "CMakeLists.txt", b"(sssp)", b"(paths)")
    assert tool(tree)[0] == 0
    assert b"relaxFrom" in (tree / CPU / "paths" / "main.cpp").read_bytes()


def test_new_programs_link_what_the_others_link(tree, tool):
    edit(tree / CPU / "sssp" / "CMakeLists.txt", b"PRIVATE Galois::shmem lonestar",
         b"PRIVATE\n  lonestar other")
    tool(tree)
    assert b"target_link_libraries(color-cpu PRIVATE lonestar other)" in \
        (tree / CPU / "color" / "CMakeLists.txt").read_bytes()


@pytest.mark.parametrize("name", [SSSP, f"{CPU}/astar/astar.cpp", f"{headers.FOLDER}/Obim.h"])
def test_a_file_that_was_edited_where_we_did_is_not_touched(tree, tool, name):
    tool(tree)
    edit(tree / name, b"#include", b"# include")
    before = contents(tree)
    for flags in (("--revert",), (), ("--check",)):
        status, _, error = tool(*flags, tree)
        assert (status, error) == (1, f"patches/apply: {name}: patch does not apply; undo first what was changed since "
                                      "patches/apply\n")
        assert contents(tree) == before


def test_other_lines_may_change_meanwhile(tree, tool):
    tool(tree)
    with open(tree / SSSP, "ab") as file:
        file.write(b"// mine\n")
    assert tool("--revert", tree)[0] == 0
    assert (tree / SSSP).read_bytes() == (MINIATURE / SSSP).read_bytes() + b"// mine\n"


def test_a_file_that_was_removed_since_is_named(tree, tool):
    tool(tree)
    (tree / SSSP).unlink()
    assert tool("--revert", tree)[2].startswith(f"patches/apply: {SSSP}: No such file")


def test_a_patched_file_without_the_patch_is_refused(tree, tool):
    tool(tree)
    (tree / PATCH).unlink()
    assert refused(tool, tree, f"{CPU}/CMakeLists.txt: has a folder astar of its own")
    shutil.copy(MINIATURE / CPU / "CMakeLists.txt", tree / CPU / "CMakeLists.txt")
    assert refused(tool, tree, f"{SSSP}: has lines of patches/apply")


def test_a_file_of_ours_that_exists_already_is_named(tree, tool):
    path = tree / headers.FOLDER / "Obim.h"
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    assert refused(tool, tree, f"{headers.FOLDER}/Obim.h: already exists")


def test_files_of_others_in_new_folders_stay(tree, tool):
    tool(tree)
    other = tree / CPU / "astar" / "notes.txt"
    other.write_text("mine")
    assert tool("--revert", tree)[0] == 0
    assert other.read_text() == "mine"
    assert not (tree / CPU / "color").exists()


def test_a_patch_of_something_else_is_refused(tree, tool):
    (tree / PATCH).write_text("mine")
    assert refused(tool, tree, "undo first")


def test_a_tree_with_another_version_must_be_reverted_first(tree, tool, monkeypatch):
    before = contents(tree)
    tool(tree)
    files = headers.files()
    monkeypatch.setattr(headers, "files", lambda: {**files, "libgalois/new.h": b"new\n"})
    status, _, error = tool(tree)
    assert status == 1 and "--revert first" in error
    assert tool("--revert", tree)[0] == 0
    assert contents(tree) == before
    assert tool(tree)[0] == 0
    assert (tree / "libgalois/new.h").exists()


@pytest.mark.parametrize("above", [".", "a tree with spaces"])
def test_a_repository_around_the_tree_does_not_matter(tree, tool, above):
    subprocess.run(["git", "init", "--quiet", tree.parent / above], check=True)
    before = contents(tree)
    assert tool(tree)[1].startswith("applied: 5 files")
    assert tool("--revert", tree)[0] == 0 and contents(tree) == before


def test_without_git_the_message_says_so(tree, tool, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refused(tool, tree, "git is missing; install it")


def test_a_symbolic_link_is_refused(tree, tool):
    (tree / SSSP).rename(tree / "elsewhere.cpp")
    (tree / SSSP).symlink_to(tree / "elsewhere.cpp")
    assert refused(tool, tree, f"{SSSP}: wrong type")


def as_nobody(*arguments):
    """Runs the tool as a user who may not write everywhere, as root may."""
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    return subprocess.run([ROOT / "patches" / "apply", *arguments], capture_output=True, text=True,
                          check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, **user)


@pytest.fixture
def open_tree():
    """A copy of the miniature where other users can reach it."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder).chmod(0o755)
        copy = pathlib.Path(folder) / "a tree"
        shutil.copytree(MINIATURE, copy)
        for path in [copy, *copy.rglob("*")]:
            path.chmod(0o777 if path.is_dir() else 0o644)  # as git has them
        if as_nobody("--help").returncode != 0:
            pytest.skip("other users cannot run programs of this checkout")
        yield copy


@pytest.mark.parametrize("folder", [f"{CPU}/sssp", "libgalois/include/galois/worklists", "."])
def test_a_read_only_folder_is_named(open_tree, folder):
    (open_tree / folder).chmod(0o555)
    before = contents(open_tree)
    done = as_nobody(open_tree)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"patches/apply: {folder}: cannot be written to\n"
    assert contents(open_tree) == before


def test_another_user_can_apply_and_revert(open_tree):
    before = contents(open_tree)
    assert as_nobody(open_tree).returncode == 0
    (open_tree / f"{CPU}/color").chmod(0o555)
    done = as_nobody("--revert", open_tree)
    assert (done.returncode, done.stderr) == (1, f"patches/apply: {CPU}/color: cannot be written to\n")
    (open_tree / f"{CPU}/color").chmod(0o777)
    assert as_nobody("--revert", open_tree).returncode == 0
    assert contents(open_tree) == before


@pytest.mark.parametrize("arguments", [[], ["--other", "."], ["--check", "--revert", "."], [".", "."]])
def test_wrong_usage(tool, arguments):
    status, out, error = tool(*arguments)
    assert (status, out) == (2, "") and "usage: patches/apply" in error


def test_a_reader_that_stops_is_no_failure(tree):
    done = subprocess.run(["bash", "-c", 'set -o pipefail; "$0" --check "$1" | true',
                           ROOT / "patches" / "apply", tree], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_help(tool):
    status, out, _ = tool("--help")
    assert status == 0 and "--revert" in out


def test_no_anchor_is_a_line_of_a_file():
    """Anchors are names and patterns; the inserted lines are ours."""
    for pattern in (edits.BOILERPLATE, edits.GALOIS, edits.SWITCH):
        assert "\n" not in pattern.replace("\\n", "")
