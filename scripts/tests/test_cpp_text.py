"""lib.cpp_text: what is a comment, a literal and code."""

import pytest

from lib import cpp_text
from lib.cpp_text import COMMENT, KINDS, LITERAL


@pytest.mark.parametrize("text, code, comments", [
    ("a; // b", "a; ", "b"),
    ("/// @file x", "", "@file x"),
    ("a /* b */ c", "a  c", "b "),
    ("/** b\n * c\n */ d", "\n\n d", "b\nc\n"),
    ("x ///< of x", "x ", "of x"),
    ('f("// no") // yes', 'f("") ', "yes"),
    (r'f("\"// no") // yes', 'f("") ', "yes"),
    (r"f('\'') // yes", "f('') ", "yes"),
    ("f('\"') // yes", "f('') ", "yes"),
    ("n = 1'000'000; // '", "n = 1'000'000; ", "'"),
    ("n = 0xff'ff; f('x')", "n = 0xff'ff; f('')", ""),
    ("f(L'x', u8'y')", "f(L'', u8'')", ""),
    ('s = R"x(a\n// " b)x"; // c', 's = ""\n; ', "\nc"),
    ('s = u8R"(")"; t', 's = ""; t', ""),
    ("// a \\\nb\nc", "\n\nc", "a \\\nb\n"),
    ("a /* to the end", "a ", "to the end"),
    ('f("open\ng', 'f(""\ng', "\n"),
    ("", "", ""),
])
def test_lines_of_code_and_of_comments(text, code, comments):
    lines = cpp_text.split_lines(text)
    assert ["\n".join(part) for part in lines] == [code, comments]
    assert len(lines[0]) == len(lines[1]) == text.count("\n") + 1


def test_what_is_blanked_keeps_its_place():
    text = 'a; // "b" /*\n/* c\n */ "// d" \'"\' /* e */ f // g'
    for kinds in ((), (COMMENT,), (LITERAL,), KINDS):
        code = cpp_text.blanked(text, *kinds)
        assert len(code) == len(text) and code.count("\n") == text.count("\n")
    assert cpp_text.blanked(text) == text
    assert cpp_text.blanked(text, COMMENT).split() == ["a;", '"//', 'd"', "'\"'", "f"]
    assert cpp_text.blanked(text, *KINDS).split() == ["a;", "f"]


def test_kinds_and_places():
    text = "a 'b' \"c\" // d"
    assert [(kind, text[start:end]) for kind, start, end in cpp_text.tokens(text)] == [
        (LITERAL, "'b'"), (LITERAL, '"c"'), (COMMENT, "// d")]
