"""The guide stays true: links lead somewhere, named files exist, the example compiles."""

import pathlib
import re
import shutil
import subprocess

import pytest

from galois_bench import spec
from conftest import SCRIPTS

ROOT = SCRIPTS.parent
FENCED = re.compile(r"```.*?```", re.DOTALL)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    prose = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_scripts_that_a_page_names_exist(page):
    for name in re.findall(r"\bscripts/([a-z](?:[\w.-]*\w)?)", page.read_text(encoding="utf-8")):
        assert (SCRIPTS / name).exists(), f"{page.name} names scripts/{name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_inputs_that_a_page_names_exist(page):
    for name in re.findall(r"(?<![\w/])inputs/([a-z][\w.-]*\w)", page.read_text(encoding="utf-8")):
        assert (ROOT / "inputs" / name).exists(), f"{page.name} names inputs/{name}"


def test_tests_that_guard_against_known_faults_exist():
    page = (ROOT / "docs" / "published-faults.md").read_text(encoding="utf-8")
    sources = {path.stem: path for room in ("libgalois/test", "lonestar/test")
               for path in (ROOT / room).rglob("*") if path.suffix in (".cpp", ".h", ".py")}
    named = re.findall(r"`([A-Z]\w*(?:Test|Relacy|Stress|Suite))(?:\.(\w+))?`", page)
    assert len(named) > 40
    for source, test in named:
        assert source in sources, source
        assert f", {test})" in sources[source].read_text(encoding="utf-8") or not test, test


@pytest.mark.parametrize("folder", [ROOT / "docs", ROOT / "docs" / "experiments"],
                         ids=lambda folder: folder.name)
def test_every_page_is_in_the_index(folder):
    index = (folder / "README.md").read_text(encoding="utf-8")
    for page in folder.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


@pytest.mark.skipif(not shutil.which("g++"), reason="no g++ here")
def test_the_example_of_an_operator_compiles(tmp_path):
    page = (ROOT / "docs" / "write-an-operator.md").read_text(encoding="utf-8")
    source = tmp_path / "example.cpp"
    source.write_text(re.search(r"```cpp\n(.*?)```", page, re.DOTALL)[1], encoding="utf-8")
    include = pathlib.Path(ROOT, "libgalois", "include")
    done = subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", f"-I{include}",
                           source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_example_of_a_sweep_loads(tmp_path):
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    lines = page[page.index("    # road.toml"):].splitlines()
    block = [line[4:] for line in lines[:lines.index("")]]
    (tmp_path / "road.toml").write_text("\n".join(block), encoding="utf-8")
    plan = spec.load_toml(tmp_path / "road.toml")
    assert len(plan.configs()) == 1 + 3 * (1 + 3)
