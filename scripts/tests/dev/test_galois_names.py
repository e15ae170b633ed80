"""scripts/dev/galois-names: names are found where they are, and what is missing is said."""

import pytest

from dev.galois_names import catalogue, cli, page, search, sources

HEADERS = {
    "galois/Bag.h": """#include "galois/Part.h"
/// class Comment {}; is no definition
class Forward;
template <typename T>
class InsertBag : public Base {
public:
  void push(const T& item);
  using value_type = T;
};
template <typename T, typename... Args>
auto makeBag(Args&&... args) { return InsertBag<T>(nothing(args...)); }
using Alias = InsertBag<int>;
#define BAG_MACRO(x) x
inline constexpr unsigned kSize = 4;
decltype(auto) timed(int f);
extern int flag;
""",
    "galois/Part.h": "struct alignas(64) Base { void pop(); };\nenum class Kind { kOne };\n",
    "galois/Far.h": "void far(int a);\n",
}
TESTS = {
    "runtime/BagTest.cpp": '#include "galois/Bag.h"\n'
                           'InsertBag<int> bag; int f() { bag.push(kSize); bag.pop(); return flag; }\n'
                           '// makeBag\nconst char* s = "Alias";\n',
    "runtime/AlphaTest.cpp": '#include "galois/Bag.h"\nInsertBag<int> b; int g() { b.push(1); }\n',
    "runtime/FarTest.cpp": "void far(int a);\nint h() { far(1); BAG_MACRO(1); }\n",
    "runtime/Support.cpp": '#include "galois/Bag.h"\nauto b = makeBag<int>();\n',
}


@pytest.fixture
def tree(tmp_path):
    """A small repository."""
    for name, text in HEADERS.items():
        path = tmp_path / "libgalois/include" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name, text in TESTS.items():
        path = tmp_path / "libgalois/test" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def place(tree, name, header="Bag.h", owner="", later=False):
    files = sources.Sources(tree)
    found = search.place_of(files, catalogue.Name(header, 1, name, owner, later))
    return found, search.problems_of(files, [found])


@pytest.mark.parametrize("name", ["InsertBag", "makeBag", "Alias", "BAG_MACRO", "kSize", "timed",
                                  "flag"])
def test_definitions_are_found(tree, name):
    assert sources.Sources(tree).defined_in(name) == ("libgalois/include/galois/Bag.h",)


@pytest.mark.parametrize("name", ["Comment", "Forward", "nothing", "push", "value_type", "args", "T"])
def test_what_is_no_definition(tree, name):
    assert sources.Sources(tree).defined_in(name) == ()


def test_a_name_gets_the_test_that_is_named_after_its_header(tree):
    found, problems = place(tree, "InsertBag")
    assert problems == []
    assert found.test == "libgalois/test/runtime/BagTest.cpp"  # and not AlphaTest.cpp


def test_members_are_found_also_in_bases(tree):
    assert place(tree, "push", owner="InsertBag")[1] == []
    found, problems = place(tree, "pop", owner="InsertBag")
    assert problems == [] and found.definition == "libgalois/include/galois/Part.h"
    assert place(tree, "missing", owner="InsertBag")[1] == [
        "InsertBag::missing: Bag.h does not bring it"]


def test_comments_literals_and_files_that_are_no_tests_do_not_count(tree):
    assert place(tree, "makeBag")[1] == ["makeBag: no test that includes Bag.h uses it"]
    assert place(tree, "Alias")[1] == ["Alias: no test that includes Bag.h uses it"]


def test_a_test_must_include_the_header(tree):
    assert place(tree, "BAG_MACRO")[1] == ["BAG_MACRO: no test that includes Bag.h uses it"]


def test_what_a_header_does_not_bring(tree):
    assert place(tree, "far")[1] == [
        "far: Bag.h does not bring it; it is in libgalois/include/galois/Far.h"]
    assert place(tree, "nowhere")[1] == ["nowhere: Bag.h does not bring it"]
    assert place(tree, "far", header="None.h")[1] == ["far: there is no header None.h"]
    assert place(tree, "Base")[0].definition == "libgalois/include/galois/Part.h"


def test_what_is_marked_later_must_not_exist(tree):
    assert place(tree, "nowhere", later=True)[1] == []
    assert place(tree, "nowhere", header="None.h", later=True)[1] == []
    line = "it exists (libgalois/include/galois/Far.h); it is not `later` any more"
    assert place(tree, "far", header="None.h", later=True)[1] == [f"far: {line}"]
    assert place(tree, "", header="Far.h", later=True)[1] == [f"Far.h: {line}"]


def test_catalogue():
    names = catalogue.names_of('[tier.2]\n"A.h".names = ["a", "b"]\n"A.h".b = ["c"]\n'
                               '"A.h".later = ["b::c"]\n"C.h" = ["d"]\n'
                               '[tier.1]\n"B.h" = []\n"D.h".later = true\n')
    assert [(str(name), name.tier, name.later) for name in names] == [
        ("a", 2, False), ("b", 2, False), ("b::c", 2, True), ("d", 2, False), ("B.h", 1, False),
        ("D.h", 1, True)]


@pytest.mark.parametrize("text, complaint", [
    ("x", "names.toml: "),
    ("[other]\n", "names.toml: "),
    ('[tier.4]\n"A.h" = []\n', "4 is no tier"),
    ('[tier.1]\n"A.h".wrong = 1\n', "A.h: wrong is no list of names"),
    ('[tier.1]\n"A.h" = "a"\n', "A.h: names is no list of names"),
    ('[tier.1]\n"A.h".later = ["a"]\n', "later names a, which is not listed"),
    ('[tier.1]\n"A.h" = ["a", "a"]\n', "a is listed twice"),
])
def test_malformed_catalogues(text, complaint):
    with pytest.raises(catalogue.Malformed, match=complaint):
        catalogue.names_of(text)


def test_page(tree):
    files = sources.Sources(tree)
    names = [catalogue.Name("Bag.h", 1, "InsertBag", "", False),
             catalogue.Name("Bag.h", 1, "push", "InsertBag", False),
             catalogue.Name("Bag.h", 1, "pop", "InsertBag", False),
             catalogue.Name("New.h", 3, "Newer", "", True)]
    text = page.text_of([search.place_of(files, name) for name in names])
    link = "[`Bag.h`](../libgalois/include/galois/Bag.h) | [`BagTest.cpp`]" \
           "(../libgalois/test/runtime/BagTest.cpp) |\n"
    assert f"| `InsertBag` | {link}" in text
    assert f"| `InsertBag`: `push`, `pop` | {link}" in text
    assert "## Tier 3" not in text
    assert text.endswith("| `Newer` | 3 | `New.h` |\n")


def test_the_command(tree, monkeypatch, capsys, tmp_path):
    listed = tmp_path / "names.toml"
    monkeypatch.setattr(catalogue, "FILE", listed)
    listed.write_text('[tier.1]\n"Bag.h" = ["InsertBag"]\n')
    assert cli.main(["--check"], tree) == 0
    assert capsys.readouterr().out == ""
    assert cli.main([], tree) == 0
    assert "| `InsertBag` |" in capsys.readouterr().out
    listed.write_text('[tier.1]\n"Bag.h" = ["nowhere"]\n')
    assert cli.main([], tree) == 1
    assert capsys.readouterr().out == "nowhere: Bag.h does not bring it\n"
    listed.write_text("x")
    assert cli.main([], tree) == 1
    assert capsys.readouterr().err.startswith("galois-names: names.toml: ")


def test_the_repository_has_every_name():
    assert cli.main(["--check"]) == 0
