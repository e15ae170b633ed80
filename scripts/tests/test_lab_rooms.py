"""Which package of scripts/lab may import which, that its records and charts know no command line, and that
scripts/ has one median, one bootstrap, one table and one reader of numbers."""

import ast
import re
import sys

import pytest

from conftest import SCRIPTS

# The packages of scripts/lab, and those that each may import besides itself.
LAB = {"records": [], "charts": ["records"], "bench": ["records", "charts"],
       "tune": ["records", "charts", "bench"], "peers": ["records", "charts", "bench"]}
# What notebooks use: these know no command line, and need few packages of others.
FOR_NOTEBOOKS = ("records", "charts")
THEIR_PACKAGES = {"numpy", "pandas", "matplotlib"}
COMMAND_LINE = {"argparse", "getopt", "optparse"}


def imported(name, text):
    """The absolute names of all modules that a module imports, from its functions, too."""
    package = name.removesuffix(".py").split("/")[:-1]
    for node in ast.walk(ast.parse(text, name)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            found = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{found}.{each.name}" for each in node.names)


def forbidden_imports(name, text):
    """What a module of scripts/lab imports against the rules above. `name` begins with lab/."""
    room = name.split("/")[1]
    for module in imported(name, text):
        top, *rest = module.split(".")
        if top == "lab":
            if rest[0] not in (room, *LAB[room]):
                yield f"{name} imports {module}: {room} may not import {rest[0]}"
        elif (SCRIPTS / top).exists():
            yield f"{name} imports {module}: lab imports no other package of scripts/"
        elif room in FOR_NOTEBOOKS and (top in COMMAND_LINE
                                        or top not in {*sys.stdlib_module_names, *THEIR_PACKAGES}):
            yield f"{name} imports {module}: {room} may not import it"


def lab_modules():
    return [path.relative_to(SCRIPTS).as_posix() for room in LAB
            for path in sorted((SCRIPTS / "lab" / room).rglob("*.py"))]


@pytest.mark.parametrize("name", lab_modules())
def test_packages_of_lab_import_only_those_below_them(name):
    text = (SCRIPTS / name).read_text(encoding="utf-8")
    assert not list(forbidden_imports(name, text))
    assert "sys.argv" not in text or name.split("/")[1] not in FOR_NOTEBOOKS


def test_every_package_of_lab_has_its_arrows():
    assert {path.parent.name for path in (SCRIPTS / "lab").glob("*/__init__.py")} == {*LAB}


@pytest.mark.parametrize(("name", "text"), [
    ("lab/records/stats.py", "from lab.charts import plots"), ("lab/records/stats.py", "from ..bench import spec"),
    ("lab/records/stats.py", "import lab.tune.cli"), ("lab/charts/plots.py", "def f():\n    from lab.bench import spec"),
    ("lab/bench/sweep.py", "from lab.peers import grfile"), ("lab/tune/cli.py", "from lab.peers import cli"),
    ("lab/peers/cli.py", "from papers.engine.plan import plan"), ("lab/charts/plots.py", "import argparse"),
    ("lab/records/stats.py", "import scipy.stats"),
])
def test_an_import_upwards_is_seen(name, text):
    assert len(list(forbidden_imports(name, text))) == 1


def test_imports_downwards_are_allowed():
    assert not list(forbidden_imports("lab/charts/plots.py", "import numpy\nfrom ..records import stats\n"
                                      "from . import chart_style\nfrom lab import records"))


def test_tools_of_developers_import_nothing_of_lab():
    tools = {name: text for name, text in python_files() if name.startswith("dev/")}
    assert len(tools) > 10
    assert not [name for name, text in tools.items()
                if any(module.split(".")[0] == "lab" for module in imported(name, text))]


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
