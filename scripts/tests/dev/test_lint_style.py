"""The lint of layout and wording."""

import subprocess

import pytest

from conftest import load_program

lint = load_program("dev/lint-style")

PART = "libgalois/include/galois/worklists/parts/queues/Heap.h"


def header(body="", opening="/// A header.\n"):
    return f"{opening}#pragma once\n{body}\n"


def only(files):
    """The single message about files, or None; fails if there are more."""
    messages = lint.check(files)
    assert len(messages) < 2, messages
    return messages[0] if messages else None


@pytest.mark.parametrize("code", [
    "std::thread worker;", "std::jthread worker;", "std::this_thread::yield();",
    "thread_local int x;", "pthread_self();", "syscall(SYS_futex, &word);",
])
def test_threads_of_the_system_stay_in_substrate(code):
    for path in ("libgalois/src/substrate/X.cpp", "libgalois/src/virtual/X.cpp",
                 "libgalois/test/XTest.cpp", "lonestar/bench/x.cpp"):
        assert only({path: code}) is None
    for path in ("libgalois/src/runtime/X.cpp", "lonestar/analytics/cpu/sssp/sssp-cpu.cpp"):
        assert only({path: code}).startswith(f"{path}:1: ")


def test_what_a_model_check_covers_has_the_atomics_of_its_policy():
    path = "libgalois/include/galois/runtime/X.h"
    text = header("  substrate::Atomic<int> word_; // or galois::Atomic<int>")
    model = '#include "galois/runtime/X.h"'
    message = only({path: text, "libgalois/test/runtime/XRelacy.cpp": model})
    assert message.startswith(f"{path}:3: substrate::Atomic<")
    assert only({path: text, "libgalois/test/runtime/XTest.cpp": model}) is None
    assert only({path: text, "libgalois/test/runtime/YRelacy.cpp": model}) is None
    assert only({path: text, "libgalois/test/papers/XRelacy.cpp": "#include <deque>"}) is None
    policy = text.replace("substrate::Atomic<", "typename Atomics::template Atomic<")
    assert only({path: policy, "libgalois/test/runtime/XRelacy.cpp": model}) is None


@pytest.mark.parametrize("code", [
    "if (a) b();", "if constexpr (f(a, (b)))\n  return;", "else\n  b();", "for (;;) b();",
    "while (a)\n  ++b;", "do b(); while (a);", "if (a) [[likely]] b();",
])
def test_bodies_have_braces(code):
    assert "without braces" in only({"a/X.cpp": code})


def test_braces_are_recognised():
    assert only({"a/X.cpp": """
        if (a) [[unlikely]] { b(); } else if constexpr (f(x ? "(" : ")")) { c('('); } else { d(); }
        while (i < 1'000'000) { do { ++i; } while (b()); }
        #define F(x) if (x) \\
            return
        for (auto x : y) { // if (a) b();
        }"""}) is None


def test_enumerators():
    path = "a/X.cpp"
    assert "write kRed" in only({path: "enum class Colour : std::uint8_t {\n kBlue, RED = 3 };"})
    assert only({path: "enum { kOne, k2nd = f(3), };\nenum class Later : int;"}) is None
    assert only({path: "enum Type { SINGLE, TMIN };"}) is None


def test_std_atomic_stays_in_substrate():
    path = "inputs/describe/X.cpp"
    assert "galois::Atomic" in only({path: "std::atomic<int> word;"})
    assert "galois::Atomic" in only({path: "std::atomic_ref<int>(word).load();"})
    assert only({path: "galois::Atomic<int> word; // as std::atomic\n#include <atomic>"}) is None
    assert only({"libgalois/src/substrate/X.cpp": "std::atomic<int> word;"}) is None


@pytest.mark.parametrize("name", [
    "galois/substrate/Atomics.h", "galois/worklists/parts/queues/Other.h", "galois/optional.h",
    "galois/config.h", "vector",
])
def test_parts_may_include(name):
    assert only({PART: header(f'#include "{name}"')}) is None


@pytest.mark.parametrize("name", [
    "galois/worklists/Obim.h", "galois/runtime/Mem.h", "galois/Bag.h",
])
def test_parts_may_not_include(name):
    assert f"includes {name}" in only({PART: header(f'#include "{name}"')})
    policy = "libgalois/include/galois/worklists/Policy.h"
    assert only({policy: header(f'#include "{name}"')}) is None


def test_no_two_public_headers_share_a_name():
    one, two = "libgalois/include/galois/Bag.h", "libgalois/include/galois/worklists/Bag.h"
    assert one in only({one: header(), two: header()})
    for name in lint.NAMED_BY_GALOIS:
        paths = f"libgalois/include/galois/{name}", f"libgalois/include/galois/runtime/{name}"
        assert only({path: header() for path in paths}) is None


@pytest.mark.parametrize("text, line", [
    ("/// A header.\nint x;\n", 2), ("/// A header.\n", 1), ("/* A\n header. */\n#include <x>\n#pragma once\n", 3),
    ("/// A header.\n// #pragma once\n\nint x;\n", 4),
])
def test_a_header_is_read_once(text, line):
    assert only({"a/X.h": text}) == f"a/X.h:{line}: no #pragma once behind the opening comment"


@pytest.mark.parametrize("opening, right", [
    ("/** A header. */\n", True), ("// A header.\n", True), ("\n/// A header.\n", True),
    ("", False), ("#include <vector>\n/// A header.\n", False),
])
def test_a_comment_opens_each_header(opening, right):
    message = only({"elsewhere/X.h": header(opening=opening)})
    assert message is None if right else "no opening comment" in message


@pytest.mark.parametrize("wrong, right", [
    ("tasks a thread", "tasks per thread"), ("bytes an edge", "bytes per edge"),
    ("one heap a thread", "one heap per thread"), ("memory a node", "memory per node"),
])
def test_rates_are_per_thread(wrong, right):
    for path in ("docs/page.md", "scripts/tool.py", "libgalois/src/runtime/X.cpp"):
        assert lint.check({path: f"// {wrong}\n"}) and not lint.check({path: f"// {right}\n"})
    for path in lint.QUOTING:
        assert only({path: wrong}) is None


@pytest.mark.parametrize("wrong, right", [
    ("uint64_t x;", "std::uint64_t x;"), ("f(int8_t(1));", "f(std::int8_t(1));"),
    ("uintptr_t x;", "std::uintptr_t x;"),
    ("struct alignas(64) Own {};", "struct alignas(kCacheLineSize) Own {};"),
    ("/// @throw Error", "/// @throws Error"), ("/// \\throws Error", "/// @throws Error"),
    ("/// @exception Error", "/// @throws Error"),
    ("// (1) release: synchronises with (2)", "// (1) release: synchronizes with (2)"),
    ("// It synchronised with (2)", "// It synchronized with (2)"),
])
def test_spellings(wrong, right):
    path = "libgalois/src/runtime/X.cpp"
    assert only({path: right}) is None
    assert only({path: f"int y;\n{wrong}"}).startswith(f"{path}:2: ")


def test_spellings_concern_code_and_not_what_it_quotes():
    path = "libgalois/src/runtime/X.cpp"
    assert only({path: '#include <uint64_t.h>\nauto s = "uint64_t"; // a uint64_t'}) is None
    assert only({"docs/page.md": "uint64_t"}) is None


def test_no_two_paths_differ_in_capital_letters_only():
    files = {"lonestar/x/Sssp.cpp": "", "lonestar/x/sssp-cpu.cpp": "", "lonestar/y/sssp.cpp": ""}
    assert not lint.check(files)
    assert only(files | {"lonestar/x/sssp.cpp": ""}).startswith(
        "lonestar/x/sssp.cpp:1: it is lonestar/x/Sssp.cpp where file names have no case")


def test_a_folder_of_more_than_five_files_has_a_readme():
    files = {f"docs/page{i}.md": "" for i in range(5)} | {"docs/sub/page.md": ""}
    assert only(files) is None
    files["docs/page5.md"] = ""
    assert only(files).startswith("docs/README.md:1: 6 files")
    files["docs/README.md"] = ""
    assert only(files) is None


def test_tracked_files_are_checked(tmp_path, capsys):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "good.md").write_text("One heap per thread.\n", encoding="utf-8")
    (tmp_path / "image.png").write_bytes(b"\xff\xfe\x00")
    subprocess.run(["git", "-C", tmp_path, "add", "."], check=True)
    (tmp_path / "bad.md").write_text("One heap a thread.\n", encoding="utf-8")
    assert lint.main([], tmp_path) == 0
    subprocess.run(["git", "-C", tmp_path, "add", "."], check=True)
    assert lint.main([], tmp_path) == 1
    assert "bad.md:1: `heap a thread`" in capsys.readouterr().out
    assert lint.main([str(tmp_path / "good.md")], tmp_path) == 0


def test_a_file_that_is_not_tracked_is_not_passed_over(capsys, tmp_path):
    with pytest.raises(SystemExit):
        lint.main([str(tmp_path / "other.h")])
    assert "git does not track" in capsys.readouterr().err
