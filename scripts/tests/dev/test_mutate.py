"""The mutation gate: which places it damages and how, what a run makes of a stand-in project, and whether its
list of survivors speaks of mutants that there are."""

import collections
import json
import shutil
import subprocess

import pytest

from conftest import SCRIPTS

from dev.mutation import UserError, build, cli, mutation_sites, schemata, verdicts

NAME = "libgalois/include/galois/worklists/Part.h"
LIST = "libgalois/test/worklists/mutation-survivors.toml"

CODE = """\
#include <atomic>
// Not here: a < b, order::release.
static_assert(kSize == 8, "nor here; order::acquire");
template <typename T>
void f() {
  word_.store(1, order::seq_cst);
  if (word_.load(order::seq_cst) != 0 && a <= b) g("a == b");
  word_.exchange(2, order::acq_rel);
  while (i < n) word_.fetch_add(1, order::relaxed);
}
"""

STATEMENTS = """\
namespace n {
template <typename T>
class alignas(64) Part : public Base<T> {
public:
  explicit Part(int size = 1) : size_(size), parts_{size} { reset(); }
  bool tryTake(T* out) noexcept {
    const int before = count_--;
    std::vector<int> copy(values_);
    Other* other = nullptr;
    if (before > 0 && other) {
      *out = take();
      return true;
    }
    count_ += 1;
    forEach([this](int part) { parts_[part]->clear(); }, !done_);
    std::for_each<int>(begin, end, [](int x) -> bool { return x; });
    return before == 1;
  }
  int size() const { return size_; }
  void limit(int to) {
    if constexpr (kSizes[0] == 1) {
      const auto down = [&](int by) { size_ -= by; };
      down(size_ - to);
    }
  }

private:
  int size_ = 0;
  static constexpr int kSizes[] = {1, 2};
};
} // namespace n
"""


@pytest.fixture
def part(tmp_path):
    path = tmp_path / NAME
    (tmp_path / LIST).parent.mkdir(parents=True)
    path.parent.mkdir(parents=True)
    path.write_text(CODE)
    return path


def test_orders_are_weakened_by_a_notch(part, tmp_path):
    mutants = mutation_sites.mutants_of(part, tmp_path, ("orders",))
    found = collections.Counter((m.line, m.before, m.after) for m in mutants)
    assert found == collections.Counter([
        (6, "seq_cst", "release"),
        (7, "seq_cst", "acquire"),
        (8, "acq_rel", "acquire"), (8, "acq_rel", "release"),
    ])
    for m in mutants:
        assert CODE[m.start:m.end] == m.before


def test_statements_with_an_effect_are_removed_and_declarations_never(tmp_path):
    path = tmp_path / "Part.h"
    path.write_text(STATEMENTS)
    mutants = mutation_sites.mutants_of(path, tmp_path, ("statements",))
    assert [STATEMENTS[m.start:m.end] for m in mutants] == [
        "reset();",
        "*out = take();",
        "count_ += 1;",
        "forEach([this](int part) { parts_[part]->clear(); }, !done_);",
        "parts_[part]->clear();",
        "std::for_each<int>(begin, end, [](int x) -> bool { return x; });",
        "size_ -= by;",
        "down(size_ - to);",
    ]


PARTS = """\
template <typename T>
concept Small = sizeof(T) < 8 && Plain<T>;
template <typename T>
std::enable_if_t<kOne && kTwo, bool> take(T&& from, Other&& more) {
  const bool empty = size_ == 0 && !more.has(a || b, c);
  if (empty || (from && std::is_same_v<T, int>) || static_cast<Pair<int, T>>(from).full()) {
    return done_ && all(a,
                        b) &&
           left > 0 ? x : y;
  }
  if constexpr (kOne && kTwo) return (... && more);
  while (a && b || c) auto&& next = [&] { return d && e; }();
  static_assert(kOne && kTwo);
}
bool here() const&& noexcept(kOne && kTwo) { return true; }
"""


def test_each_part_of_a_condition_is_dropped(tmp_path):
    path = tmp_path / "Part.h"
    path.write_text(PARTS)
    mutants = mutation_sites.mutants_of(path, tmp_path, ("parts",))
    assert [(m.line, m.before, m.after) for m in mutants] == [
        (5, "size_ == 0", "true"), (5, "!more.has(a || b, c)", "true"), (5, "a", "false"), (5, "b", "false"),
        (6, "empty", "false"), (6, "(from && std::is_same_v<T, int>)", "false"), (6, "from", "true"),
        (6, "std::is_same_v<T, int>", "true"), (6, "static_cast<Pair<int, T>>(from).full()", "false"),
        (7, "done_", "true"), (7, "all(a, b)", "true"), (9, "left > 0", "true"),
        (12, "a && b", "false"), (12, "a", "true"), (12, "b", "true"), (12, "c", "false"),
        (12, "d", "true"), (12, "e", "true"),
    ]
    text = schemata.instrumented(PARTS, schemata.numbered(mutants))
    assert text.count("::galois_mutant::on(") == len(mutants) and text.count("\n") == PARTS.count("\n")


def test_each_place_knows_its_function(tmp_path):
    path = tmp_path / "Part.h"
    path.write_text(STATEMENTS + """\
GALOIS_CHECK(Part)
template <typename T>
auto Part<T>::begin() -> int { count_ = 0; }
bool operator==(const Part& a, const Part& b) { return a.x == b.x && a.y == b.y; }
void free() noexcept(false) {
  struct Guard {
    ~Guard() { done(); }
    void operator()() { done(); }
  };
  run([&] { again(); });
}
""")
    found = [m.function for m in mutation_sites.mutants_of(path, tmp_path, ("statements", "parts"))]
    assert set(found) == {"Part::Part", "Part::tryTake", "Part::limit", "Part::begin", "operator==", "Guard::~Guard",
                          "Guard::operator()", "free"}


def test_calls_without_an_effect_are_never_removed(tmp_path):
    path = tmp_path / "Part.h"
    path.write_text("void f(int* x) {\n  substrate::prefetchToRead(x);\n  charge(Work::kPop);\n  chargeMemory(x, 8);\n"
                    "  chargeLevel(8);\n  static_cast<void>(x);\n  prefetchRow(f(x));\n}\n")
    assert [m.line for m in mutation_sites.mutants_of(path, tmp_path)] == [7]


def test_switches_nest_and_keep_lines(tmp_path):
    path = tmp_path / "Part.h"
    path.write_text("bool f() {\n  if (a && b) g(c);\n  else h([] { i(); });\n  return x || y;\n}\n")
    numbers = schemata.numbered(mutation_sites.mutants_of(path, tmp_path))
    text = schemata.instrumented(path.read_text(), numbers)
    assert text.count("\n") == 5
    for number in numbers:
        assert str(number) in text
    lines = text.split("\n")
    assert lines[1].count(" ? true : static_cast<bool>(") == 2 and lines[1].endswith("g(c); } }")
    assert lines[2].count("{ if (!::galois_mutant::on(") == 2 and lines[2].endswith("}); } }")
    assert lines[3].count(" ? false : static_cast<bool>(") == 2 and lines[3].endswith("(y));")
    one = next(iter(numbers))
    assert str(one) not in schemata.instrumented(path.read_text(), numbers, {one})


def test_numbers_do_not_depend_on_other_files(tmp_path):
    for name in ("A.h", "B.h"):
        (tmp_path / name).write_text("void f() {\n  g();\n}\n")
    a, b = (list(schemata.numbered(mutation_sites.mutants_of(tmp_path / name, tmp_path))) for name in ("A.h", "B.h"))
    assert len(a) == len(b) == 1 and a != b


# A counter whose test looks at the sum but never at the number of calls, nor into never(); one declaration that
# looks like a call, so that it cannot stand behind a switch; and one statement without which the test does not end.
PART = """\
#pragma once
#include <atomic>
struct Step { int by = 1; };
struct Part {
  int sum = 0, calls = 0;
  bool odd = false;
  std::atomic<int> word{0};
  constexpr static bool small(int x) { return x > 0 && x < 4; }
  void add(int x) {
    for (int left = x; left > 0;) {
      --left;
      Step(step); sum += step.by - 1;
      ++sum;
    }
    ++calls;
    odd = sum % 2 == 1;
  }
  void never() { sum = 0; }
  void inChild() { ++sum; }
  bool enough() const { return calls < 9 && sum >= 3; }
};
static_assert(Part::small(3) && !Part::small(4), "within a constant expression nothing changes");
"""
SUITE = "inline bool right(int calls, int sum) { return sum == 3; }\n"
PART_TEST = """\
#include "Suite.h"
#include "galois/worklists/Part.h"
#include <sys/wait.h>
#include <unistd.h>
int main() {
  Part part;
  if (part.enough()) return 1;
  if (fork() == 0) {
    part.inChild();
    _exit(0);
  }
  wait(nullptr);
  part.add(3);
  return right(part.calls, part.sum) && part.odd && Part::small(part.sum) ? 0 : 1;
}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one part and its test, and a build folder that knows how to compile them."""
    if not shutil.which("c++") or not shutil.which("ninja"):
        pytest.skip("needs a compiler and ninja")
    root, folder = tmp_path / "project", tmp_path / "project" / "build"
    header = root / "libgalois/include/galois/worklists/Part.h"
    test = root / "libgalois/test/worklists/PartTest.cpp"
    for path, text in ((header, PART), (test, PART_TEST), (test.parent / "Suite.h", SUITE)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    folder.mkdir()
    (folder / "compile_commands.json").write_text(json.dumps([{
        "file": str(test), "directory": str(folder),
        "command": f"c++ -I{root}/libgalois/include -std=c++20 -Werror -o PartTest.cpp.o -c {test}"}]))
    (folder / "build.ninja").write_text("rule link\n  command = : && c++ $in -o $out && :\n"
                                        "build test/worklists.Part: link PartTest.cpp.o\n")
    monkeypatch.setattr(cli, "ROOT", root)
    monkeypatch.setattr(build, "MOST_TESTS", 4)
    return root


def known(root):
    lines = (root / "build/mutants/verdicts.jsonl").read_text().splitlines()
    return {tuple(entry["key"][i] for i in (1, 3)): entry["verdict"] for entry in map(json.loads, lines)}


ENOUGH = "bool enough() const { return calls < 9 && sum >= 3; }"
SMALL = "constexpr static bool small(int x) { return x > 0 && x < 4; }"


def single(code, change, table="survivors", why="Nobody asks for it."):
    if table == "open":
        return f'[[open]]\nfile = "{NAME}"\ncode = "{code}"\nchange = "{change}"\n'
    return f'{table}."{NAME}"."{code}"."{change}" = "{why}"\n'


def rule(**changed):
    entry = {"file": NAME, "function": "Part::never", "code": "sum = 0;", "kinds": ["statements"],
             "why": "It is never called."} | changed
    return "[[rule]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items() if value)


@pytest.mark.slow
def test_a_run_tells_what_is_killed_survives_is_not_reached_and_cannot_be_built(project, capsys):
    command = ["--build", str(project / "build"), "--jobs", "2"]
    assert cli.main(command) == 1
    output = capsys.readouterr().out
    found = known(project)
    assert found["++sum;", "removed"] == "killed"
    assert found["--left;", "removed"] == "killed" and "(hung)" in output
    assert found["odd = sum % 2 == 1;", "removed"] == "killed"
    assert found["++calls;", "removed"] == "survived"
    assert found[SMALL, "x > 0 -> true"] == "survived"  # also where the compiler computes it
    assert found["void never() { sum = 0; }", "removed"] == "unreached"
    assert found["void inChild() { ++sum; }", "removed"] == "survived"  # reached in a process of its own
    assert found[ENOUGH, "sum >= 3 -> true"] == "killed"  # at first the calls are few and the sum is 0
    assert found[ENOUGH, "calls < 9 -> true"] == "survived"
    assert found["Step(step); sum += step.by - 1;", "removed"] == "invalid"
    assert f"survivor: {NAME}:15: removed" in output
    assert f"not reached: {NAME}:18: removed" in output

    # What is known is not tried again; what is listed does not count, and what is open does.
    (project / LIST).write_text(
        single("++calls;", "removed") + single(SMALL, "x > 0 -> true") + single(SMALL, "x < 4 -> true") +
        single("void inChild() { ++sum; }", "removed") + single(ENOUGH, "calls < 9 -> true") + rule())
    assert cli.main(command) == 0
    assert ", 0 to try" in capsys.readouterr().out
    assert cli.main([*command, "--list-open"]) == 0 and not capsys.readouterr().out
    (project / LIST).write_text((project / LIST).read_text().replace(rule(), ""))
    assert cli.main([*command, "--list-open"]) == 1
    assert f"not reached: {NAME}:18: removed" in capsys.readouterr().out

    # A suite that asks: only what it could change is tried again.
    (project / "libgalois/test/worklists/Suite.h").write_text(SUITE.replace("sum == 3", "calls == 1 && sum == 3"))
    cli.main(command)
    assert known(project)["++calls;", "removed"] == "killed"


def test_a_source_outside_the_library_is_damaged_in_the_tests_that_include_its_header(project):
    folder = project / "build"
    scheduler, tests = project / "analytics/scheduler", project / "analytics/test"
    scheduler.mkdir(parents=True)
    tests.mkdir(parents=True)
    (scheduler / "Call.h").write_text("int twice(int x);\n")
    (scheduler / "Call.cpp").write_text('#include "Call.h"\n#include <atomic>\nstd::atomic<int> calls{0};\n'
                                        "int twice(int x) {\n  int sum = x;\n  sum += x;\n  ++calls;\n"
                                        "  return sum;\n}\n")
    (tests / "CallTest.cpp").write_text('#include "Call.h"\nint main() { return twice(2) == 4 ? 0 : 1; }\n')
    (folder / "compile_commands.json").write_text(json.dumps([
        {"file": str(source), "directory": str(folder),
         "command": f"c++ -I{scheduler} -std=c++20 -o {source.name}.o -c {source}"}
        for source in (scheduler / "Call.cpp", tests / "CallTest.cpp")]))
    subprocess.run(["ar", "rcs", folder / "libgalois.a"], check=True)
    (folder / "build.ninja").write_text("rule link\n  command = : && c++ $in -o $out && :\n"
                                        "build test/analytics.Call: link CallTest.cpp.o libgalois.a\n")
    cli.main(["--build", str(folder), "--jobs", "1", "Call"])
    assert known(project) == {("sum += x;", "removed"): "killed", ("++calls;", "removed"): "survived"}


def test_modelled_hardware_is_left_to_builds_for_the_simulated_machine(tmp_path):
    worklists = tmp_path / "libgalois/include/galois/worklists"
    source = tmp_path / "libgalois/src/Machine.cpp"
    for path in (worklists / "parts/hardware/Port.h", worklists / "Part.h", source):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#ifdef GALOIS_VIRTUAL\nvoid f() {\n  g();\n}\n#endif\n")
    project = build.Project(tmp_path)
    assert len(project.mutants(worklists / "parts/hardware/Port.h")) == 1
    assert not project.mutants(worklists / "Part.h")
    for flag, names in (("", {"Part.h"}), ("-DGALOIS_VIRTUAL=1 ", {"Port.h"})):
        (tmp_path / "compile_commands.json").write_text(json.dumps([
            {"file": str(source), "directory": str(tmp_path), "command": f"c++ {flag}-o x.o -c {source}"}]))
        assert {path.name for path in build.Build(project, tmp_path).shared_files()} == names


def listed(root, text):
    (root / LIST).write_text(text)
    return verdicts.Listed(root)


def outcome(root, verdict, text=""):
    """What report() returns when the first of the part's mutants has this verdict, and all others are killed."""
    mutants = mutation_sites.mutants_of(root / NAME, root)
    given = {m: ("killed", "test") for m in mutants} | {mutants[0]: (verdict, "test")}
    return verdicts.report(mutants, given, listed(root, text))


def test_a_survivor_fails_the_gate_unless_it_is_listed(part, tmp_path, capsys):
    store = "word_.store(1, order::seq_cst);"
    narrow = rule(function="f", code="word_.store(", kinds=["orders"])
    assert outcome(tmp_path, "killed") == 0
    assert outcome(tmp_path, "invalid") == 0
    for verdict in ("survived", "unreached"):
        assert outcome(tmp_path, verdict, single(store, "seq_cst -> release")) == 0
        assert outcome(tmp_path, verdict, narrow) == 0
        capsys.readouterr()
        for text in ("", single(store, "seq_cst -> release", "open"), narrow.replace("orders", "parts"),
                     narrow.replace('"f"', '"g"'), narrow.replace("word_.store(", "word_.load(")):
            assert outcome(tmp_path, verdict, text) == 1
            assert store in capsys.readouterr().out


@pytest.mark.parametrize("entry, complaint", [
    (rule(function=None), "has no `function`"),
    (rule(code=None), "has no `code`"),
    (rule(file=None), "names no file"),
    (rule(kinds=None), "has no `kinds`"),
    (rule(why=None), "has no `why`"),
    (rule(why="speed"), "is no reason"),
    (rule(function=".*"), "names no function"),
    (rule(function="Part::"), "names no function"),
    (rule(code="= "), "says of no statement"),
    (rule(code="."), "says of no statement"),
    (rule(kinds=["all"]), "is no kind of damage"),
    (rule(file="worklists/"), "names no file"),
    (rule(line="7"), "means nothing"),
    (single("++calls;", "removed", why="speed"), "is no reason"),
    (single("++calls;", ""), "has no `change`"),
    (single("++calls;", "removed", "excuse"), "is none of"),
    (f'survivors."{NAME}"."++calls;" = "It only counts calls."', "has no `change`"),
    ("[[rule", "mutation-survivors.toml"),
])
def test_what_excuses_too_much_or_says_too_little_is_refused(project, capsys, entry, complaint):
    (project / LIST).write_text(entry)
    assert cli.main(["--build", str(project / "build"), "--list"]) == 2
    assert complaint in capsys.readouterr().err


def test_a_rule_that_excuses_a_whole_function_is_refused(tmp_path, part, project):
    part.write_text("void f() {\n" + "  part.step();\n" * 4 + "}\n")
    mutants = mutation_sites.mutants_of(part, tmp_path)
    broad = rule(function="f", code="part.step(")
    with pytest.raises(UserError, match="excuses all of f"):
        listed(tmp_path, broad).check(mutants)
    part.write_text(part.read_text().replace("}", "  part.stop();\n}"))
    listed(tmp_path, broad).check(mutation_sites.mutants_of(part, tmp_path))


def test_what_is_recorded_as_open_is_told_before_anything_was_tried(part, tmp_path, capsys):
    mutants = mutation_sites.mutants_of(part, tmp_path)
    found = listed(tmp_path, single("word_.store(1, order::seq_cst);", "seq_cst -> release", "open"))
    assert verdicts.list_open(mutants, {}, found) == 1
    assert f"open: {NAME}:6: seq_cst -> release" in capsys.readouterr().out
    assert verdicts.list_open(mutants, {mutants[0]: ("killed", "test")}, found) == 0


def test_a_list_lies_with_the_tests_of_its_files(part, tmp_path):
    other = tmp_path / "libgalois/test" / verdicts.LIST
    other.write_text(rule())
    with pytest.raises(UserError, match=f"stands in {LIST}"):
        verdicts.Listed(tmp_path)


def test_every_listed_survivor_is_a_mutant_and_has_its_reason():
    root = SCRIPTS.parent
    project = build.Project(root)
    mutants = [m for path in project.shared_files() for m in project.mutants(path)]
    keys = {m.key for m in mutants}
    found = verdicts.Listed(root)
    found.check(mutants)
    for key in [*found.single, *found.open]:
        assert key in keys, "the code has changed: try it again, or drop it"
    for rule_ in found.rules:
        assert any(map(rule_.fits, mutants)), f"no mutant fits {rule_.code} in {rule_.function}"


def test_the_program_says_how_it_is_used():
    done = subprocess.run([SCRIPTS / "dev" / "mutate", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "memory orders are weakened" in done.stdout
