"""That the runs and charts of the package galois_cps know no command line, that scripts/ and the package
have one median, one rank correlation, one bootstrap, one geometric mean, one table and one reader of
numbers, and that no program reads text meant for people."""

import ast
import re
import sys

import pytest

from conftest import SCRIPTS
from dev.rooms import imported, our_scripts, text_of_file

PACKAGE = SCRIPTS.parent / "python" / "galois_cps"
# What notebooks use: these know no command line, and need few packages of others.
FOR_NOTEBOOKS = ("runs", "charts")
THEIR_PACKAGES = {"numpy", "matplotlib", "galois_cps"}
COMMAND_LINE = {"argparse", "getopt", "optparse"}


def unfit(name, text):
    """What a module for notebooks imports that they may lack, or that is for programs."""
    tops = {module.partition(".")[0] for module in imported(name, text)}
    return sorted(top for top in tops if top in COMMAND_LINE
                  or top not in {*sys.stdlib_module_names, *THEIR_PACKAGES})


@pytest.mark.parametrize("room", FOR_NOTEBOOKS)
def test_what_notebooks_use_knows_no_command_line(room):
    for path in (PACKAGE / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(PACKAGE.parent).as_posix()
        assert not unfit(name, text) and "sys.argv" not in text, path


@pytest.mark.parametrize("text", ["import argparse", "import scipy.stats"])
def test_an_unfit_import_is_seen(text):
    assert unfit("galois_cps/charts/plots.py", "import numpy\nfrom ..records import stats\n" + text)


# What galois_cps.runs has, and nothing else in scripts/ or the package has again.
DOUBLES = {
    "median": re.compile(r"\b(?:statistics|np|numpy)\.(?:nan)?median|\[len\(\w+\) // 2\]|\bmiddle = len\("),
    "rank correlation": re.compile(r"\bcorrcoef\(|\bargsort\(argsort\(|def _?ranks\("),
    "bootstrap": re.compile(r"\.integers\(|\b(?:np|numpy)\.(?:nan)?quantile"),
    "geometric mean": re.compile(r"\bgeometric_mean\(\w+: |\b(?:statistics\.geometric_|g)mean\(|"
                                 r"\bexp\((?:sum|[\w.]*mean)\(|\bexp\([\w.]*log\d*\("),
    "table": re.compile(r"\bcsv\.writer\(|^class Table\b", re.MULTILINE),
    "reader of numbers": re.compile(r"""(?<!r)partition\("/"|removeprefix\("1/"|Fraction\([a-z_]*text"""),
}
# galois_cps.runs itself, its tests, and the tools of developers, which import nothing of lab.
ON_THEIR_OWN = ("galois_cps/runs/", "tests/", "dev/")


def doubles(text):
    return [what for what, pattern in DOUBLES.items() if pattern.search(text)]


def python_files():
    """(name, text) of all modules and programs in scripts/ and in the package."""
    for top in (SCRIPTS, PACKAGE.parent):
        for path in sorted(top.rglob("*")):
            if path.is_file() and path.suffix in (".py", ""):
                text = path.read_text(encoding="utf-8")
                if path.suffix == ".py" or "python" in text.partition("\n")[0]:
                    yield path.relative_to(top).as_posix(), text


def test_statistics_tables_and_readers_of_numbers_exist_once():
    files = {name: text for name, text in python_files() if not name.startswith(ON_THEIR_OWN)}
    assert len(files) > 100
    assert not {name: found for name, text in files.items() if (found := doubles(text))}


@pytest.mark.parametrize(("text", "what"), [
    ("m = statistics.median(times)", "median"), ("np.nanmedian(a, axis=1)", "median"),
    ("middle = ordered[len(ordered) // 2]", "median"), ("    middle = len(ordered) // 2", "median"),
    ("np.corrcoef(ranked, other)[0, 1]", "rank correlation"), ("def ranks(data):", "rank correlation"),
    ("g.integers(n, size=(draws, n))", "bootstrap"),
    ("low, high = np.quantile(draws, ends)", "bootstrap"), ("csv.writer(file).writerow(header)", "table"),
    ("import math\n\n\nclass Table:", "table"),
    ("math.exp(sum(logs) / len(logs))", "geometric mean"), ("np.exp(np.log(a).mean(axis=0))", "geometric mean"),
    ("m = statistics.geometric_mean(ratios)", "geometric mean"), ("scipy.stats.gmean(a)", "geometric mean"),
    ("def geometric_mean(values: Iterable[float]) -> float:", "geometric mean"),
    ('top, _, bottom = text.partition("/")', "reader of numbers"),
    ('int(text.removeprefix("1/"))', "reader of numbers"),
])
def test_a_second_one_is_seen(text, what):
    assert doubles(text) == [what]


# What programs describe as data, with --help=json and --wl=json, is not read from the texts that they
# print for people. These tests are about the texts themselves, or about programs that have no others.
ABOUT_TEXTS = {
    "lonestar/test/common_flags_cli.py": {"test_json", "test_flags"},
    "lonestar/test/few_worklists_cli.py": {"test_each_that_it_lacks_is_named_in_one_line",
                                           "test_it_lists_what_it_has_and_what_it_lacks"},
    "scripts/tests/test_docs.py": {"test_scripts_explain_each_flag"},
    "scripts/tests/patches/all_programs.py": {"test_wrong_flags"},
}
ASKS_FOR_TEXT = re.compile(r"(?:--?(?:[a-z-]+=)?|=)help")
TAKE_APART = {"findall", "finditer", "fullmatch", "match", "partition", "rpartition", "rsplit", "search",
              "split", "splitlines"}
PIPED = re.compile(r"--?(?:[a-z-]+=)?help\b(?!=json)[^#\n]*\|(?!\|) *(?:awk|cut|grep|sed)\b")


def readers_of_help(text):
    """The functions of a Python file that take apart what a program prints with --help or --wl=help."""
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        told = set()  # the variables that have such a text

        def has_text(node, told=told):
            return any(ASKS_FOR_TEXT.fullmatch(str(each.value)) if isinstance(each, ast.Constant)
                       else isinstance(each, ast.Name) and each.id in told for each in ast.walk(node))

        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Compare) and has_text(node.value):
                told |= {each.id for target in node.targets for each in ast.walk(target)
                         if isinstance(each, ast.Name)}
        if any(isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
               and node.func.attr in TAKE_APART and has_text(node) for node in ast.walk(function)):
            yield function.name


def test_nothing_takes_help_apart():
    found = {}
    for name in our_scripts():
        text = text_of_file(name)
        if name.endswith(".py") or "python" in text.partition("\n")[0]:
            found[name] = set(readers_of_help(text))
        else:
            assert not PIPED.search(text), name
    assert len(found) > 300
    assert {name: functions for name, functions in found.items() if functions} == ABOUT_TEXTS


@pytest.mark.parametrize("line", [
    "re.findall('-(.*)', run('sssp-cpu', '--help').stdout)", "run('sssp-cpu', '--wl=help').stdout.splitlines()",
    "shown = run('x', '--help')\n    return re.search('a', shown.stdout)",
    "text = run(f'--{flag}=help').partition('USAGE')[2]",
])
def test_a_reader_of_help_is_seen(line):
    assert list(readers_of_help(f"def names():\n    {line}\n")) == ["names"]


def test_what_only_looks_like_a_reader_of_help():
    assert not list(readers_of_help("def f():\n    a = run('--help=json')\n    b = run('--help')\n"
                                    "    assert 'x' in b\n    return a.split()\n"))


@pytest.mark.parametrize(("line", "seen"), [
    ('"$program" --help | grep -q -- --wl', True), ("sssp-cpu --wl=help 2>&1 | sed s/a/b/", True),
    ("sssp-cpu --help=json | grep x", False), ("-h | --help) usage && exit 0 ;;", False),
])
def test_a_shell_script_that_reads_help_is_seen(line, seen):
    assert bool(PIPED.search(line)) == seen
