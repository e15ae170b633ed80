"""scripts/dev/api-reference: every item of the public headers has a comment; one without is found."""

import shutil
import subprocess

import pytest

from conftest import SCRIPTS

ROOT = SCRIPTS.parent

needs_doxygen = pytest.mark.skipif(not shutil.which("doxygen"),
                                   reason="no doxygen here; scripts/setup --api installs it")


def run(*args, scripts=SCRIPTS):
    return subprocess.run([str(scripts / "dev" / "api-reference"), *args], capture_output=True, text=True,
                          check=False)


@pytest.fixture
def tree(tmp_path):
    """A copy of what the reference is made from."""
    for folder in ("scripts/lib", "docs", "inputs", "libgalois/include", "libgalois/compat/include",
                   "libdist/include", "analytics/include"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for file in ("scripts/dev/api-reference", "CMakeLists.txt"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


@pytest.mark.slow
@needs_doxygen
def test_an_item_without_a_comment_is_named(tree):
    done = run("--check", scripts=tree / "scripts")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    header = tree / "libgalois/include/galois/Version.h"
    text = header.read_text()
    line = text.count("\n", 0, text.index("int getCopyrightYear();")) + 2
    known = "int getCopyrightYear();"
    header.write_text(text.replace(known, f"{known}\nint secret();"))
    done = run("--check", scripts=tree / "scripts")
    assert done.returncode == 1
    complaint = done.stderr.splitlines()[0]
    assert complaint.startswith(f"libgalois/include/galois/Version.h:{line}: ")
    assert "secret()" in complaint and "not documented" in complaint
    assert not (tree / "build/docs/api").exists()


@pytest.mark.slow
@needs_doxygen
def test_the_first_page_is_printed_and_leads_to_the_headers(tree):
    done = run(scripts=tree / "scripts")
    assert done.returncode == 0, done.stderr
    page = tree / "build/docs/api/index.html"
    assert done.stdout == f"{page}\n"
    text = page.read_text(encoding="utf-8")
    for header in ("analytics/Sssp.h", "Loops.h", "LogSink.h"):
        assert f'">galois/{header}</a>' in text, header
    assert ">inputs/Graph.h</a>" in text


def test_usage():
    assert run("--help").stdout.startswith("usage: scripts/dev/api-reference")
    done = run("--everything")
    assert done.returncode == 2 and "--everything" in done.stderr
