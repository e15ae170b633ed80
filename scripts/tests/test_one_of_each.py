"""That the records and charts of lab know no command line, and that scripts/ has one median, one
bootstrap, one table and one reader of numbers."""

import re
import sys

import pytest

from conftest import SCRIPTS
from dev.rooms import imported

# What notebooks use: these know no command line, and need few packages of others.
FOR_NOTEBOOKS = ("records", "charts")
THEIR_PACKAGES = {"numpy", "matplotlib", "lab"}
COMMAND_LINE = {"argparse", "getopt", "optparse"}


def unfit(name, text):
    """What a module for notebooks imports that they may lack, or that is for programs."""
    tops = {module.partition(".")[0] for module in imported(name, text)}
    return sorted(top for top in tops if top in COMMAND_LINE
                  or top not in {*sys.stdlib_module_names, *THEIR_PACKAGES})


@pytest.mark.parametrize("room", FOR_NOTEBOOKS)
def test_what_notebooks_use_knows_no_command_line(room):
    for path in (SCRIPTS / "lab" / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not unfit(path.relative_to(SCRIPTS).as_posix(), text) and "sys.argv" not in text, path


@pytest.mark.parametrize("text", ["import argparse", "import scipy.stats"])
def test_an_unfit_import_is_seen(text):
    assert unfit("lab/charts/plots.py", "import numpy\nfrom ..records import stats\n" + text)


# What lab.records has, and nothing else in scripts/ has again.
DOUBLES = {
    "median": re.compile(r"\b(?:statistics|np|numpy)\.(?:nan)?median|\[len\(\w+\) // 2\]"),
    "bootstrap": re.compile(r"\.integers\(|\b(?:np|numpy)\.(?:nan)?quantile"),
    "table": re.compile(r"\bcsv\.writer\("),
    "reader of numbers": re.compile(r"""(?<!r)partition\("/"|removeprefix\("1/"|Fraction\([a-z_]*text"""),
}
# lab.records itself, its tests, and the tools of developers, which import nothing of lab.
ON_THEIR_OWN = ("lab/records/", "tests/", "dev/")


def doubles(text):
    return [what for what, pattern in DOUBLES.items() if pattern.search(text)]


def python_files():
    """(name, text) of all modules and programs in scripts/."""
    for path in sorted(SCRIPTS.rglob("*")):
        name = path.relative_to(SCRIPTS).as_posix()
        if path.is_file() and path.suffix in (".py", ""):
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".py" or "python" in text.partition("\n")[0]:
                yield name, text


def test_statistics_tables_and_readers_of_numbers_exist_once():
    files = {name: text for name, text in python_files() if not name.startswith(ON_THEIR_OWN)}
    assert len(files) > 100
    assert not {name: found for name, text in files.items() if (found := doubles(text))}


@pytest.mark.parametrize(("text", "what"), [
    ("m = statistics.median(times)", "median"), ("np.nanmedian(a, axis=1)", "median"),
    ("middle = ordered[len(ordered) // 2]", "median"), ("g.integers(n, size=(draws, n))", "bootstrap"),
    ("low, high = np.quantile(draws, ends)", "bootstrap"), ("csv.writer(file).writerow(header)", "table"),
    ('top, _, bottom = text.partition("/")', "reader of numbers"),
    ('int(text.removeprefix("1/"))', "reader of numbers"),
])
def test_a_second_one_is_seen(text, what):
    assert doubles(text) == [what]
