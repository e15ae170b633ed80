"""The headers that go into a tree: none is forgotten, and all names are renamed."""

import re

import pytest

from galois_patches import ROOT, headers
from lib import cpp_text
from patches_support import compile_headers, compilers

pytest_plugins = ("patches_fixtures",)


def test_the_manifest_says_what_becomes_of_every_header_that_worklists_include():
    kinds = headers.manifest()
    listed = kinds["copied"] + kinds["adapted"] + kinds["upstream"]
    assert sorted(listed) == sorted(set(listed))
    replaced = frozenset(kinds["adapted"] + kinds["upstream"])
    included = [name for name in headers.closure(replaced)
                if not name.startswith(("worklists/", "scheduler/"))]
    assert sorted(listed) == sorted(included)


def test_every_policy_and_the_parts_that_it_includes_are_copied():
    folder = headers.INCLUDE_DIRS[0]
    names = set(headers.copied())
    assert {path.relative_to(folder).as_posix() for path in (folder / "worklists").glob("*.h")} <= names
    assert sum(name.startswith("worklists/parts/") for name in names) > 50


def test_a_header_that_the_manifest_does_not_know_is_refused(monkeypatch):
    kinds = headers.manifest()
    monkeypatch.setattr(headers, "manifest",
                        lambda: {**kinds, "copied": [n for n in kinds["copied"] if "Random" not in n]})
    with pytest.raises(headers.Refused, match=r"parts\.toml: .*substrate/Random\.h"):
        headers.copied()


def test_every_adapter_exists_and_nothing_is_copied_over_it():
    for name in headers.manifest()["adapted"]:
        path = f"{headers.FOLDER}/{name}"
        assert (headers.OVERLAY / path).exists()
        assert headers.files()[path] == (headers.OVERLAY / path).read_bytes()


def test_nothing_that_is_copied_has_a_name_of_upstream():
    """Outside comments, which do not matter."""
    for name in headers.copied():
        text = headers.renamed(headers.read(name))
        code = cpp_text.blanked(text, cpp_text.COMMENT)
        for guard in re.findall(r"#\s*(?:define|ifndef|ifdef)\s+(\w+)", code):
            assert guard.startswith(("GALOIS_CPS_", "__cpp_")), name
        assert not re.search(r"(?<!\w)galois::(?!cps\b|optional\b|wl\b)", code), name
        assert "lonestar" not in code, name
        assert not re.search(r"\bGALOIS_(?!CPS_)", code), name
        assert not re.search(r"^\s*namespace galois(?!::cps)", code, re.MULTILINE), name
        for include in re.findall(r'#\s*include\s*"([^"]+)"', code):
            assert include.startswith("galois/worklists/cps/") or \
                include in ("galois/optional.h", "galois/Traits.h"), name


def test_every_header_that_is_included_is_there():
    files = headers.files()
    for name, data in files.items():
        for include in re.findall(rb'#\s*include\s*"galois/worklists/cps/([^"]+)"', data):
            assert f"{headers.FOLDER}/{include.decode()}" in files, name


def test_renaming_changes_includes_names_and_macros_and_nothing_else():
    text = '''#include "galois/worklists/parts/X.h"
#include "galois/substrate/Y.h"
#include "galois/optional.h"
#include "analytics/scheduler/worklists/W.h"
#include "galois/analytics/Options.h"
#include <vector>
#ifndef GALOIS_X
namespace galois::worklists { substrate::Z z; galois::optional<int> o; ::galois::order::x; }
namespace lonestar::worklists { lonestar::A a; galois::wl<galois::worklists::B>(); my_lonestar::C c; }
namespace lonestar {
namespace galois {
namespace galois::substrate { galois::worklists::A a; my_galois::B b; MAKE_LOCK_GUARD(l); }
'''
    assert headers.renamed(text) == '''#include "galois/worklists/cps/parts/X.h"
#include "galois/worklists/cps/substrate/Y.h"
#include "galois/optional.h"
#include "galois/worklists/cps/registry/worklists/W.h"
#include "galois/worklists/cps/analytics/Options.h"
#include <vector>
#ifndef GALOIS_CPS_X
namespace galois::cps { substrate::Z z; galois::optional<int> o; ::galois::cps::order::x; }
namespace galois::cps::registry::worklists { galois::cps::registry::A a; galois::wl<galois::cps::B>(); my_lonestar::C c; }
namespace galois::cps::registry {
namespace galois::cps {
namespace galois::cps::substrate { galois::cps::A a; my_galois::B b; GALOIS_CPS_MAKE_LOCK_GUARD(l); }
'''


def test_what_is_for_the_simulated_machine_only_stays_here():
    text = "a\n#ifdef GALOIS_VIRTUAL\nb\n#if X\nc\n#endif\n#else\nd\n#if Y\ne\n#endif\n#endif\nf\n"
    assert headers.without_simulation(text) == "a\nd\n#if Y\ne\n#endif\nf\n"
    assert headers.without_simulation("#ifdef GALOIS_VIRTUAL\nb\n#endif\nf\n") == "f\n"
    with pytest.raises(ValueError, match="ifndef"):
        headers.without_simulation("#ifndef GALOIS_VIRTUAL\n#endif\n")


def test_every_policy_of_a_real_machine_is_in_the_registry_of_a_tree():
    listed = (headers.REGISTRY_DIR / "Worklists.def").read_text(encoding="utf-8")
    names = re.findall(r"^GALOIS_WORKLIST\((\w+)\)", listed, re.MULTILINE)
    assert len(names) > 25 and "HdcpsHw" in listed and "HdcpsHw" not in names
    new = headers.files()
    folder = f"{headers.FOLDER}/registry"
    assert new[f"{folder}/BuiltWorklists.def"].decode().split() == \
        [f"GALOIS_CPS_WORKLIST({name})" for name in names]
    for name in names:
        assert f"{folder}/worklists/{name}.h" in new
    assert f"{folder}/worklists/HdcpsHw.h" not in new


@pytest.mark.parametrize("compiler", ["g++-12", "clang++-14"])
def test_all_headers_and_one_policy_compile_as_cpp17(compiler, tree, tool, tmp_path):
    """Beside the tree's own worklists of the same names."""
    if compiler not in compilers():
        pytest.skip(f"no {compiler} here")
    assert tool(tree)[0] == 0
    folder = tree / headers.FOLDER
    names = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.h"))
             if "programs" not in path.parts]
    source = tmp_path / "all.cpp"
    source.write_text("".join(f'#include "galois/worklists/cps/{name}"\n' for name in names) + '''
#include "galois/Galois.h"
#include "galois/worklists/Obim.h"
using galois::cps::internal::isListed;
static_assert(isListed("", "Mq") && isListed("smq,mq.published", "Mq"));
static_assert(isListed("obim.published", "ObimPublished") && !isListed("smq,mq-tb-tb", "Mq"));
static_assert(galois::cps::registry::HasPresets<galois::cps::registry::worklists::Mq>::value);
static_assert(!galois::cps::registry::HasPresets<galois::cps::registry::worklists::Smq>::value);
struct Itself {
  unsigned operator()(unsigned task) const { return task; }
};
void run(std::vector<unsigned>& tasks) {
  const bool found = galois::cps::dispatch("smq", Itself(), {}, [&](const auto& worklist) {
    galois::for_each(galois::iterate(tasks), [](unsigned, auto&) {}, worklist);
  });
  galois::for_each(galois::iterate(tasks), [](unsigned, auto&) {},
                   galois::wl<galois::worklists::OrderedByIntegerMetric<>>());
  static_cast<void>(found);
}
''', encoding="utf-8")
    done = compile_headers(tree, compiler, source, '-DGALOIS_CPS_WORKLISTS="smq"')
    assert done.returncode == 0, done.stderr


def test_the_examples_of_the_page_compile(tree, tool, tmp_path):
    if not compilers():
        pytest.skip("neither g++-12 nor clang++-14 here")
    assert tool(tree)[0] == 0
    page = (ROOT / "docs" / "patches.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    source = tmp_path / "page.cpp"
    source.write_text("".join(blocks) + """
struct Graph {
  template <typename Context>
  void visit(const Task& task, Context& context) {
    context.push(Task{task.node, task.distance + 1});
  }
};
bool use(Graph& graph, std::vector<Task>& tasks) {
  relax(graph, tasks);
  return relaxUnder("smq", graph, tasks, ByDistance());
}
""", encoding="utf-8")
    done = compile_headers(tree, compilers()[0], source, '-DGALOIS_CPS_WORKLISTS="smq"')
    assert done.returncode == 0, done.stderr
