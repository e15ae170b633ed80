"""The guide stays true: links lead somewhere, named files exist, the example compiles."""

import collections
import os
import re
import shutil
import subprocess

import pytest

from lab.bench import spec
from conftest import SCRIPTS

ROOT = SCRIPTS.parent
FENCED = re.compile(r"```.*?```", re.DOTALL)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MARKDOWN = subprocess.run(["git", "-C", ROOT, "ls-files", "*.md"], capture_output=True, text=True,
                          check=False).stdout.split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    prose = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name != "claims"],
                         ids=lambda page: page.name)
def test_no_text_stands_there_twice(page):
    """An edit that leaves the old paragraph beside the new one; without tables and examples, and pages
    that scripts/figures writes."""
    lines = FENCED.sub("", page.read_text(encoding="utf-8")).splitlines()
    words = " ".join(line for line in lines if not re.match(r"\||    \S", line)).split()
    runs = collections.Counter(" ".join(words[at:at + 11]) for at in range(len(words) - 10))
    assert [text for text, count in runs.items() if count > 1] == []


PROGRAMS = [path for room in (SCRIPTS, SCRIPTS / "dev") for path in sorted(room.iterdir())
            if path.is_file() and os.access(path, os.X_OK)]


@pytest.mark.parametrize("script", PROGRAMS, ids=lambda path: path.name)
def test_scripts_explain_each_flag(script):
    done = subprocess.run([script, "--help"], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 and not done.stderr
    assert len(re.findall(r"^usage: ", done.stdout, re.M)) == 1
    assert max(map(len, done.stdout.splitlines())) <= 100
    # A flag on a line of its own is explained on the next one, which is indented further.
    assert not re.findall(r"^  -[^ ]+(?:,? [^ ]+)*\n(?! {4})", done.stdout, re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_scripts_that_a_page_names_exist(page):
    for name in re.findall(r"\bscripts/((?:[a-z][\w.-]*/)*[a-z](?:[\w.-]*\w)?)", page.read_text(encoding="utf-8")):
        assert (SCRIPTS / name).exists(), f"{page.name} names scripts/{name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_inputs_that_a_page_names_exist(page):
    for name in re.findall(r"(?<![\w/])inputs/([a-z][\w.-]*\w)", page.read_text(encoding="utf-8")):
        assert (ROOT / "inputs" / name).exists(), f"{page.name} names inputs/{name}"


@pytest.mark.skipif(not MARKDOWN, reason="no checkout of git")
@pytest.mark.parametrize("name", MARKDOWN)
def test_lines_of_prose_are_at_most_100_columns_wide(name):
    """Tables, code blocks and lines that hold nothing but a link may be longer."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = FENCED.sub(lambda block: "\n" * block[0].count("\n"), text)
    for number, line in enumerate(text.splitlines(), 1):
        exempt = line.startswith(("|", "    ")) or re.fullmatch(r"\s*!?\[[^]]*\]\(\S+\)", line)
        assert len(line) <= 100 or exempt, f"{name}:{number}"


def test_the_paper_says_what_the_findings_say():
    paper = " ".join((ROOT / "paper" / "paper.md").read_text(encoding="utf-8").split())
    page = (ROOT / "docs" / "lab-book" / "findings.md").read_text(encoding="utf-8")
    all_of = {verdict: int(count) for verdict, count in re.findall(r"^\| ([a-z, ]+?) *\|.*\| +(\d+) \|$", page, re.M)}
    claims = re.search(r"make (\d+) claims", page)[1]
    assert f"Of {claims}, {all_of['agrees']} agree here, {all_of['disagrees']} disagree, and {all_of['open']} are open" \
        in paper
    cited = set(re.findall(r"@(\w+)", paper))
    known = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text(encoding="utf-8"), re.M))
    assert cited == known
    assert len(paper.split()) < 1000, "two pages"


def test_tests_that_guard_against_known_faults_exist():
    page = (ROOT / "docs" / "published-faults.md").read_text(encoding="utf-8")
    # Two rooms may have tests of one name.
    sources = collections.defaultdict(str)
    for room in ("libgalois/test", "libgalois/compat/test", "analytics/test",
                 "lonestar/test"):
        for path in (ROOT / room).rglob("*"):
            if path.suffix in (".cpp", ".h", ".py"):
                sources[path.stem] += path.read_text(encoding="utf-8")
    named = re.findall(r"`([A-Z]\w*(?:Test|Relacy|Stress|Suite))(?:\.(\w+))?`", page)
    assert len(named) > 40
    for source, test in named:
        assert source in sources, source
        assert f", {test})" in sources[source] or not test, test


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("ninja")), reason="no cmake here")
def test_the_example_of_an_operator_is_a_project_that_builds(tmp_path):
    """As printed, the repository linked to where the page expects it, and in a project that asks for an
    older C++ itself. What is compiled is the example alone; lonestar/test/docs_cli.py runs it."""
    page = (ROOT / "docs" / "write-an-operator.md").read_text(encoding="utf-8")
    (tmp_path / "levels.cpp").write_text(re.search(r"```cpp\n(.*?)```", page, re.DOTALL)[1])
    (tmp_path / "CMakeLists.txt").write_text(re.search(r"```cmake\n(.*?)```", page, re.DOTALL)[1])
    (tmp_path / "galois-cps").symlink_to(ROOT)
    build = tmp_path / "build"
    for command in (["cmake", "-G", "Ninja", "-S", tmp_path, "-B", build, "-DCMAKE_CXX_STANDARD=17",
                     "-DCMAKE_CXX_FLAGS=-O0 -Wall -Wextra"],
                    ["ninja", "-C", build, "CMakeFiles/levels.dir/levels.cpp.o"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    targets = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], capture_output=True,
                             text=True, check=True).stdout
    assert "levels:" in targets and "sssp-cpu" not in targets, "the library alone"


def policy_table():
    """(policy, header, scheduler, tasks) of the rows of docs/write-an-operator.md."""
    page = (ROOT / "docs" / "write-an-operator.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([\w<>]+)` \| `(galois/worklists/\w+\.h)` \| `([\w-]+)` \| ([\w ]+) \|$", page, re.M)


@pytest.mark.slow
def test_policies_are_in_their_headers_and_take_the_tasks_that_the_page_says():
    """All in one compilation: what they do not take is told by its messages."""
    compiler = shutil.which("g++-12")
    if not compiler:
        pytest.skip("no g++-12 here")

    def wrong(rows, *tasks):
        """The policies of which the compiler says that they do not take the tasks, and all that it says."""
        headers = "".join(f'#line 1 "{header}"\n#include "{header}"\n' for header in sorted({row[1] for row in rows}))
        uses = "".join(f"""
#line 1 "use of {policy}."
using Policy{place} = galois::worklists::{policy}::retype<{task}>;
void push(Policy{place}& policy, const {task}& task) {{ galois::worklists::forThisThread(policy).push(task); }}
""" for place, (policy, task) in enumerate((row[0], task) for row in rows for task in tasks))
        done = subprocess.run(
            [compiler, "-std=c++17", "-fsyntax-only", "-x", "c++", f"-I{ROOT}/libgalois/include", "-"],
            input=f"""{headers}
#include <string>
#include "galois/worklists/Concept.h"
struct I {{ template <typename T> unsigned operator()(const T&) const {{ return 0; }} }};
struct Pair {{ unsigned node, level; }};
{uses}""", capture_output=True, text=True, check=False)
        return {row[0] for row in rows if f"use of {row[0]}." in done.stderr}, done.stderr

    rows = policy_table()
    few = [row for row in rows if row[3] != "any"]
    assert wrong(rows, "Pair") == (set(), "")
    assert wrong([row for row in rows if row[3] == "any"], "std::string") == (set(), "")
    told = wrong(few, "std::string")[0]
    assert len(told) > len(few) / 2
    for row in few:  # a message about a common part comes once
        assert row[0] in told or wrong([row], "std::string")[1], row[0]
    for policy, header, *_ in rows:  # which install.HeadersGcc compiles alone
        text = (ROOT / "libgalois" / "include" / header).read_text(encoding="utf-8")
        assert re.search(rf"^(?:class|struct|using) {policy.partition('<')[0]}\b", text, re.M), policy


def test_the_header_of_lockable_is_the_one_that_the_page_names():
    compiler = shutil.which("g++-12")
    if not compiler:
        pytest.skip("no g++-12 here")
    page = (ROOT / "docs" / "write-an-operator.md").read_text(encoding="utf-8")
    header = re.search(r"`galois::runtime::Lockable`\s+\(`(galois/[\w/]+\.h)`\)", page)[1]
    done = subprocess.run([compiler, "-std=c++17", "-fsyntax-only", "-x", "c++", f"-I{ROOT}/libgalois/include", "-"],
                          input=f'#include "{header}"\nstruct Account : galois::runtime::Lockable {{}} account;\n',
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_policies_with_headers_are_those_of_the_programs():
    rows, registry = policy_table(), ROOT / "analytics" / "scheduler" / "worklists"
    registered = "".join(path.read_text(encoding="utf-8") for path in registry.glob("*.h"))
    assert len(rows) > 15 and all(f'"{row[2]}"' in registered for row in rows)
    assert {row[3] for row in rows} == {"any", "trivially copyable"}


# Folders with headers of Galois' names, and the namespaces of these names.
GALOIS_FOLDERS = [ROOT / part / "include" / "galois" / folder for part in ("libgalois", "libgalois/compat")
                  for folder in ("", "graphs", "runtime", "worklists")]
GALOIS_NAMES = "namespace every {\nusing namespace galois;\n" + "".join(
    f"using namespace galois::{name};\n" for name in ("graphs", "runtime", "worklists")) + "}\n"
GALOIS_MEMBERS = {"abort", "isFirstPass", "cautiousPoint"}  # of UserContext


@pytest.mark.slow
def test_coming_from_galois_compiles():
    """Each name that the page calls the same is in a header and a namespace of Galois', and the examples
    compile, all in one C++17 source."""
    compiler = shutil.which("g++-12")
    llvm = shutil.which("llvm-config-14")
    if not compiler or not llvm:
        pytest.skip("no g++-12 or no llvm-config-14 here")
    page = (ROOT / "docs" / "coming-from-galois.md").read_text(encoding="utf-8")
    table = page[page.index("## What is the same"):page.index("## What is better")]
    headers = {f"{path.parent.name}/{path.name}" for path in (ROOT / "lonestar/liblonestar/include").rglob("*.h")}
    headers |= {path.as_posix().rpartition("/include/")[2] for folder in GALOIS_FOLDERS
                for path in folder.glob("*.h") if path.name != "FromArrays.h"}  # its interface is C++20
    uses = []
    for word in re.findall(r"`([^`]+)`", "".join(re.findall(r"^\|.*\n", table, re.M))):
        if word.endswith(".h"):
            assert {word, f"galois/{word}"} & headers, word
        elif word != ".gr":
            name = re.fullmatch(r"(?:context\.)?(\w+)(?:<>|\(\))?", word)[1]
            uses += [] if name in GALOIS_MEMBERS else [f"using every::{name};"]
    assert len(uses) > 45
    change, signatures, process = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    done = subprocess.run(
        [compiler, "-std=c++17", "-fsyntax-only", "-x", "c++", "-Wall", "-Wextra", "-Werror",
         *(f"-I{ROOT / folder}" for folder in ("libgalois/include", "libgalois/compat/include",
                                               "lonestar/liblonestar/include", "lonestar")),
         "-isystem", subprocess.check_output([llvm, "--includedir"], text=True).strip(), "-"],
        input="".join(f'#include "{name}"\n' for name in sorted(headers)) + GALOIS_NAMES
        + "".join(f"namespace name{number} {{ {use} }}\n" for number, use in enumerate(uses))
        + """
struct Indexer {
  unsigned shift;
  unsigned operator()(unsigned task) const { return task >> shift; }
};
void change(std::vector<unsigned>& initial, unsigned shift) {
  const auto op = [](unsigned, auto&) {};
""" + change + """
  galois::for_each(galois::iterate(initial), op, galois::wl<OBIM>(Indexer{shift}));
}
using Graph = galois::graphs::LC_CSR_Graph<int, void>;
using GNode = Graph::GraphNode;
bool build(GNode node);
void modify(GNode node);
static_assert(std::is_same_v<decltype(std::declval<galois::graphs::BufferedGraph<int>&>().size()),
                             std::uint32_t>);
""" + process + signatures, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

def commands(page):
    """The shell commands of a page, each as one line: those of its indented and fenced blocks."""
    text = re.sub(r"```(?:cpp|cmake|json|toml).*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    blocks = "\n".join(re.findall(r"^(?:    |\t)(.*)$", text, re.MULTILINE) + re.findall(r"```\w*\n(.*?)```", text, re.DOTALL))
    for line in blocks.replace("\\\n", " ").splitlines():
        yield from re.split(r"\s*(?:\||&&|;)\s*", line.partition(" #")[0].strip())


FORKING = [path.name for path in (ROOT / "lonestar" / "forkjoin" / "cpu").glob("*.cpp")]
FORKING_ON_GRAPHS = [path.name for path in (ROOT / "lonestar" / "forkjoin" / "graphs").glob("[a-z]*.cpp")]
CALL = re.compile(r"(?:build/(?:\w+/)?bin/)?(\w+-cpu|(?:rank|worklists|search)-bench|graph-(?:info|gen|convert|check))(?: (.*))?$")


def calls(page):
    """(program, its arguments) of the commands that run a program of ours."""
    return [(found[1], found[2] or "") for found in map(CALL.match, commands(page)) if found]


def programs_called(page):
    """Names of our own programs that begin a command."""
    return {program for program, _ in calls(page)}


def declared(*files):
    """The flags that these sources declare, and those of LLVM's parser."""
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    # A flag may state the range of its values between its name and its description.
    given = r"(?:[\w:]+(?:\((?:[^()]|\(\))*\)|\{(?:[^{}]|\{[^{}]*\})*\}),\s*)?"
    flags = re.findall(rf'"([A-Za-z][\w-]*)",\s*{given}(?:cll|llvm::cl)::desc\(', text)
    return {"help", "version", *flags, *re.findall(r'Parameter(?:::\w+\(| k\w+\{)\s*"([\w-]+)"', text)}


LIBRARY = ROOT / "libgalois" / "include" / "galois"


INPUT_FLAGS = [ROOT / "inputs" / "tools" / name for name in ("ColumnFlags.h", "RoadFlags.h")]


def flags_of(program):
    """The flags in the sources of a program."""
    lonestar = ROOT / "lonestar"
    if program.startswith("graph-"):
        tools = ROOT / "inputs" / "tools"
        generator = [tools / "GeneratorFlags.h"] if program == "graph-gen" else []
        input_flags = INPUT_FLAGS if program == "graph-convert" else []
        return declared(tools / f"{program}.cpp", *generator, *input_flags)
    shared = [*INPUT_FLAGS, *(lonestar / "liblonestar").rglob("*.cpp"),
              *(ROOT / "analytics" / "scheduler").rglob("*.h"),
              *(LIBRARY / "worklists").rglob("*.h")]
    if program.endswith("-bench"):
        return declared(*shared, *(lonestar / "bench").glob("*.cpp"))
    if f"{program.removesuffix('-cpu')}.cpp" in FORKING:
        room = lonestar / "forkjoin" / "cpu"
        settings = LIBRARY / "runtime" / "forkjoin" / "ForkJoinParameters.h"
        return declared(settings, *(lonestar / "liblonestar").rglob("*.cpp"), *room.glob("*.h"),
                        room / f"{program.removesuffix('-cpu')}.cpp")
    own = [path for room in (lonestar / "analytics" / "cpu", lonestar / "search")
           for path in (room / program.removesuffix("-cpu")).glob("*.cpp")]
    if (lonestar / "search" / program.removesuffix("-cpu")).is_dir():
        own += (lonestar / "search").glob("*Flags.cpp")
    if f"{program.removesuffix('-cpu')}.cpp" in FORKING_ON_GRAPHS:
        own += [*(lonestar / "forkjoin" / "graphs").glob("*.*"),
                lonestar / "forkjoin" / "cpu" / "GeneratedInput.h"]
    if program in ("sssp-cpu", "bfs-cpu"):
        own += [path for room in ("paths", "tables")
                for path in (lonestar / "analytics" / "cpu" / room).glob("*.cpp")]
    if program == "astar-cpu":
        own.append(lonestar / "analytics" / "cpu" / "paths" / "CoordinateInput.cpp")
    if any("AlgorithmFlag.h" in path.read_text(encoding="utf-8") for path in own):
        own.append(lonestar / "liblonestar" / "flags" / "AlgorithmFlag.h")
    return declared(*shared, *own)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_flags_in_commands_exist(page):
    for program, arguments in calls(page):
        for flag in re.findall(r"(?<!\S)--?([A-Za-z][\w-]*)", arguments):
            assert flag in flags_of(program), f"{page.name}: {program} has no {flag}"



@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_that_runs_a_benchmark_says_how_it_is_built(page):
    """They are in no build that the guide recommends."""
    text = page.read_text(encoding="utf-8")
    recipes = " ".join(command for command in commands(page) if "--target" in command)
    for name in programs_called(page):
        if name.endswith("-bench"):
            assert name in recipes or "microbenchmarks.md#" in text, f"{page.name} runs {name}"


def test_programs_of_the_guide_exist():
    sources = {path.stem for path in (ROOT / "inputs" / "tools").glob("*.cpp")}
    sources |= {f"{path.name}-cpu" for room in ("analytics/cpu", "search")
                for path in (ROOT / "lonestar" / room).iterdir()}
    sources |= {f"{name.removesuffix('.cpp')}-cpu" for name in FORKING + FORKING_ON_GRAPHS}
    sources |= {f"{name}-bench" for name in ("rank", "worklists", "session", "search")}
    named = {page.name: programs_called(page) for page in PAGES}
    assert len(set.union(*named.values())) > 8
    for page, names in named.items():
        assert names <= sources, page


def test_the_quickstart_builds_what_it_speaks_of():
    script = (SCRIPTS / "quickstart").read_text(encoding="utf-8")
    built = set(re.search(r"^programs=\((.*)\)$", script, re.MULTILINE)[1].split())
    assert set(re.findall(r"\$folder/bin/([\w-]+)", script)) <= built
    guide = (ROOT / "docs" / "your-own-graph.md").read_text(encoding="utf-8")
    said = re.search(r"`scripts/quickstart` builds only (.*?)\)", guide, re.DOTALL)[1]
    assert set(re.findall(r"`([\w-]+)`", said)) == built == {"sssp-cpu", "graph-gen"}
    for name in re.search(r"cmake --build \$folder --target ([\w -]+)", script)[1].split():
        assert (ROOT / "inputs" / "tools" / f"{name}.cpp").exists() or \
            (ROOT / "lonestar" / "analytics" / "cpu" / name.removesuffix("-cpu") / "CMakeLists.txt").exists(), name


def test_the_example_of_a_sweep_loads(tmp_path):
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    lines = page[page.index("    # road.toml"):].splitlines()
    block = [line[4:] for line in lines[:lines.index("")]]
    (tmp_path / "road.toml").write_text("\n".join(block), encoding="utf-8")
    plan = spec.load_toml(tmp_path / "road.toml")
    assert len(plan.configs()) == 2 + 3 * (1 + 3)


def test_the_citation_is_of_this_version():
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)[1]
    built = re.search(r"^project\(galois-cps VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"),
                      re.MULTILINE)[1]
    assert cited == built
