"""scripts/package against stand-ins for the compiler's tools: usage, and what is missing; and what the build
would put into packages. The packages themselves are made and tried by `scripts/package --test`."""

import os
import re
import shutil
import subprocess

import pytest

from conftest import SCRIPTS
from lab.bench import applications

ROOT = SCRIPTS.parent

TOOLS = ("bash", "dirname", "realpath", "nproc", "mktemp", "rm", "mkdir", "cat", "env")


def package(tmp_path, *args, tools=()):
    """Runs scripts/package where only TOOLS and `tools` (which do nothing) are found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(shutil.which(name))
    for name in tools:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return subprocess.run([shutil.which("bash"), str(SCRIPTS / "package"), *args], text=True,
                          capture_output=True, check=False, stdin=subprocess.DEVNULL,
                          env={"PATH": str(folder), "HOME": os.devnull})


def test_a_missing_zstd_is_one_line_that_names_the_remedy(tmp_path):
    done = package(tmp_path, "--only", "tar", "--out", str(tmp_path / "out"), tools=["patchelf"])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("package: no zstd here, which compresses the archive; "
                           "run scripts/setup --package\n")
    assert not (tmp_path / "out").exists()


def test_debian_packages_need_no_zstd(tmp_path):
    done = package(tmp_path, "--only=deb")
    assert done.returncode == 2
    (tmp_path / "second").mkdir()
    done = package(tmp_path / "second", "--only", "deb", tools=["file"])
    assert done.returncode == 1 and "no dpkg-shlibdeps here" in done.stderr


def test_wrong_usage(tmp_path):
    for number, (args, complaint) in enumerate([
            (["--fast"], "unknown argument --fast"), (["--out"], "--out needs a value"),
            (["--only", "rpm"], "--only needs deb, tar or source, not rpm")]):
        (tmp_path / str(number)).mkdir()
        done = package(tmp_path / str(number), *args)
        assert done.returncode == 2 and done.stderr.startswith(f"package: {complaint}\n")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout of git")
def test_a_release_folder_has_the_source_and_how_to_cite_it(tmp_path):
    clone, out = tmp_path / "clone", tmp_path / "out"
    subprocess.run(["git", "clone", "-q", "--shared", ROOT, clone], check=True)
    made = [clone / "scripts" / "package", "--only", "source", "--out", out]
    assert subprocess.run(made, capture_output=True, check=False).returncode == 0
    [release] = out.iterdir()
    names = {path.name for path in release.iterdir()}
    assert names == {f"{release.name}.tar.gz", "CITATION.cff", "LICENSE", "paper.md", "paper.bib", "SHA256SUMS"}
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=release, check=True)
    listed = subprocess.run(["tar", "-tzf", release / f"{release.name}.tar.gz"], capture_output=True, text=True,
                            check=True).stdout
    assert f"{release.name}/CITATION.cff\n" in listed and "/.git/" not in listed
    (clone / "LICENSE").write_text("none")
    done = subprocess.run(made, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "package: there are changes that are not committed; a release has none\n"


def configure(folder, *arguments):
    subprocess.run(["cmake", "--preset", "package", "-B", folder, *arguments], cwd=ROOT, capture_output=True,
                   check=True, timeout=300)


def installed_programs(folder):
    return set(re.findall(rf'"{folder}/bin/([\w-]+)"', (folder / "cmake_install.cmake").read_text()))


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("ninja")), reason="no cmake here")
def test_all_programs_are_packed_whatever_was_left_out_before(tmp_path):
    """docs/use-from-cpp.md installs the libraries alone, in the same folder."""
    configure(tmp_path, "-DGALOIS_PROGRAMS=OFF", "-DGALOIS_WORKLISTS=SmqBucket;Smq")
    assert installed_programs(tmp_path) == set()
    configure(tmp_path)
    assert installed_programs(tmp_path) == {
        *applications.programs(), *applications.fork_join("cpu"), *applications.fork_join("graphs"),
        *applications.searches(), *(path.stem for path in (ROOT / "inputs/tools").glob("graph-*.cpp"))}
    assert "GALOIS_WORKLISTS:STRING=\n" in (tmp_path / "CMakeCache.txt").read_text()
