"""Where a C++ file can be damaged, and how.

The kinds of damage:
  orders      a memory order is weakened by one step: seq_cst to acq_rel (acquire for loads, release
              for stores), acq_rel to acquire and to release, acquire and release to relaxed
  statements  an expression statement (a call, an assignment, ++ or --) is removed
  parts       one part of a condition is dropped: of `a && b` it becomes true, of `a || b` false

A statement that only calls a function of EFFECTLESS is never removed. Only code that clang-format has
formatted is understood, and no more of C++ than is needed: what a statement is, and where a function
begins.
"""

import collections
import dataclasses
import pathlib
import re

from lib import cpp_text

KINDS = ("orders", "statements", "parts")
COMPILED = ("orders",)  # what must be known when the program is compiled

ORDER = re.compile(r"\border::(seq_cst|acq_rel|acquire|release)\b")

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|::|->|\+\+|--|<<=|<=>|<<|&&|\|\||[-+*/%&|^<>=!]=|\S")
CLOSING = {"(": ")", "[": "]", "{": "}"}
JOINING = {"&&": "true", "||": "false"}  # what a part of a condition is when it is dropped
# What a condition that is joined by these ends at, apart from brackets.
AROUND_PARTS = {",", ";", "?", ":", "return", "case", "throw", "else", "do", "||"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
# What no expression statement begins with.
DECLARING = set("auto bool char class const constexpr delete double enum extern float friend inline int "
                "long mutable namespace register short signed static static_assert struct template "
                "thread_local typedef typename union unsigned using void volatile wchar_t throw goto "
                "break continue co_await co_return co_yield new".split())
# What is compiled for the simulated machine alone; tests of that build are not run here.
SIMULATED = re.compile(r"^#ifdef GALOIS_VIRTUAL\n.*?^#(?:else|endif)", re.DOTALL | re.MULTILINE)
# Lines of the preprocessor, and assertions.
UNTESTED = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|\b(?:static_)?assert\(.*?\)\s*;",
                      re.MULTILINE | re.DOTALL)
# Whole files of that kind, which that build tests.
HARDWARE = re.compile(r"/hardware/|Hardware\.h$")
SCOPES = {"class", "struct", "union", "namespace"}
SPECIFIERS = {"const", "noexcept", "override", "final", "mutable", "try"}
NOT_CALLED = {"if", "while", "for", "switch", "catch", "sizeof", "alignof", "decltype", "noexcept", "return",
              "requires", "explicit", "alignas", "constexpr"}
# Functions that change nothing that a program computes, whatever is passed to them: they bring memory into
# the cache, count time on the simulated machine alone, or keep a compiler from warning.
EFFECTLESS = re.compile(r"(?:\w+(?:::|\.|->))*(?:prefetchTo(?:Read|Write)|__builtin_prefetch|charge(?:Memory|Level)?)\([^;]*;|static_cast<void>\(\w+\);")


@dataclasses.dataclass(frozen=True)
class Mutant:
    """`text[start:end]` of a file replaced, or removed where there is no replacement."""

    path: pathlib.Path
    name: str  # the path from the root of the project
    kind: str
    line: int
    code: str  # the line in which the damage begins, without margins
    nth: int  # which such place in the file
    before: str
    after: str
    start: int
    end: int
    function: str = ""  # in whose body it is, `Class::function`; empty outside of functions

    @property
    def change(self):
        return "removed" if self.kind == "statements" else f"{self.before} -> {self.after}"

    @property
    def key(self):
        """Names the mutant in the list of survivors; says nothing of line numbers, which move."""
        return (self.name, self.code, self.nth, self.change)

    def __str__(self):
        return f"{self.name}:{self.line}: {self.change} (place {self.nth})\n    {self.code}"


def blanked(text, simulated=False):
    """The text with comments and strings overwritten by blanks, and assertions, lines of the
    preprocessor and, unless `simulated`, what is for the simulated machine alone, so that offsets stay."""
    if not simulated:
        text = SIMULATED.sub(_blank, text)
    code = list(cpp_text.blanked(text, *cpp_text.KINDS))
    for kind, start, _ in cpp_text.tokens(text):
        if kind == cpp_text.LITERAL:
            code[start] = "0"  # so that there is an argument
    return UNTESTED.sub(_blank, "".join(code))


def _blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def for_hardware(path):
    """Whether only builds for the simulated machine compile what stands in the file."""
    return HARDWARE.search(path.as_posix()) is not None


def weaker(order, text, start):
    """The orders a notch below, as the operation in front allows."""
    if order in ("acquire", "release"):
        return ["relaxed"]
    if order == "acq_rel":
        return ["acquire", "release"]
    calls = re.findall(r"\b(load|store|exchange|compare_exchange_\w+|fetch_\w+)\(", text[max(0, start - 200):start])
    return {"load": ["acquire"], "store": ["release"]}.get(calls[-1] if calls else "", ["acq_rel"])


def mutants_of(path, root, kinds=KINDS):
    """The mutants of a file, in the order of the file, kind by kind."""
    text = path.read_text(encoding="utf-8")
    code = blanked(text, for_hardware(path))
    sites = []
    if "orders" in kinds:
        sites += [("orders", *m.span(1), after) for m in ORDER.finditer(code)
                  for after in weaker(m[1], code, m.start())]
    parser = Parser(code)
    sites += [*parser.statements(), *parser.parts()]
    sites = [site for site in sites if site[0] in kinds]

    found, seen = [], collections.Counter()
    name = str(path.relative_to(root))
    for kind, start, end, after in sites:
        begin = text.rfind("\n", 0, start) + 1
        whole = text[begin:text.find("\n", start)].strip()
        before = " ".join(text[start:end].split())
        place = (whole, "removed" if kind == "statements" else (before, after))
        seen[place] += 1
        found.append(Mutant(path, name, kind, text.count("\n", 0, start) + 1, whole, seen[place], before,
                            after, start, end, parser.function_at(start)))
    return found


class Parser:
    """Finds statements that can be removed, and parts of conditions that can be dropped."""

    def __init__(self, code):
        self.code = code
        found = list(TOKEN.finditer(code))
        self.tokens = [m[0] for m in found]
        self.starts = [m.start() for m in found]
        self.ends = [m.end() for m in found]
        self.found = []
        self.functions = []  # (start, end, name) of each, an outer one before those inside it
        self.classes = []  # whose bodies are open
        self.match = {}
        open_ = []
        for i, token in enumerate(self.tokens):
            if token in CLOSING:
                open_.append(i)
            elif token in CLOSING.values():
                if not open_ or CLOSING[self.tokens[open_[-1]]] != token:
                    line = code.count("\n", 0, self.starts[i]) + 1
                    raise ValueError(f"line {line}: `{token}` closes nothing")
                begin = open_.pop()
                self.match[begin], self.match[i] = i, begin
        if open_:
            raise ValueError(f"line {code.count(chr(10), 0, self.starts[open_[-1]]) + 1}: nothing closes this")

    def statements(self):
        """(kind, start, end, replacement) of each statement that can be removed. Also finds the functions."""
        self._scope(0, len(self.tokens))
        return sorted(self.found, key=lambda site: (site[1], -site[2]))

    def parts(self):
        """(kind, start, end, replacement) of each part of a condition, once statements() has found the functions.
        What is known when the program is compiled has none."""
        found = set()
        for i, token in enumerate(self.tokens):
            if token not in JOINING or not self._joins(i):
                continue
            stops = AROUND_PARTS | ASSIGNMENTS | ({token} if token == "&&" else set())
            for begin, end in ((self._left_of(i, stops), i), (i + 1, self._right_of(i, stops))):
                if begin is not None and end is not None and begin < end:
                    found.add(("parts", self.starts[begin], self.ends[end - 1], JOINING[token]))
        return sorted(found, key=lambda site: (site[1], -site[2], site[3]))

    def _joins(self, i):
        """Whether the token joins two conditions that are computed at run time: not `T&& x`, a fold over
        parameters, a concept, or an argument of a template."""
        start, end = self.starts[i], self.ends[i]
        if not (self.code[start - 1].isspace() and self.code[end].isspace() and self.function_at(start)):
            return False
        if "." in (self._at(i - 1), self._at(i + 1)) or self._at(i + 1) in ("{", ";", "noexcept", "->", "="):
            return False
        statement = self.code[max(self.code.rfind(c, 0, start) for c in ";{}") + 1:start]
        return not re.search(r"\b(?:constexpr|consteval|concept|requires|template|using|typename|noexcept|"
                             r"decltype|explicit)\b", statement)

    def _left_of(self, i, stops):
        """Where the part that ends in front of `i` begins; None if that cannot be told."""
        i -= 1
        while i >= 0 and self.tokens[i] not in stops and self.tokens[i] not in CLOSING:
            if self.tokens[i] in CLOSING.values():
                i = self.match[i]
            elif self.tokens[i] == ">" and not self.code[self.starts[i] - 1].isspace():
                i = self._before_angles(i)
                if i is None:
                    return None
            elif self.tokens[i] == "<" and not self.code[self.starts[i] - 1].isspace():
                return None
            i -= 1
        return i + 1

    def _right_of(self, i, stops):
        """Where the part that begins behind `i` ends; None if that cannot be told."""
        i += 1
        while i < len(self.tokens) and self.tokens[i] not in stops and self.tokens[i] not in CLOSING.values():
            spaced = self.code[self.starts[i] - 1].isspace()
            if self.tokens[i] == "<" and not spaced:
                i = self._after_angles(i, len(self.tokens))
                if i is None:
                    return None
            elif self.tokens[i] == ">" and not spaced:
                return None
            else:
                i = self.match[i] + 1 if self.tokens[i] in CLOSING else i + 1
        return i

    def _before_angles(self, i):
        """The token that opens the template arguments that end at `i`, or None if they are none."""
        depth = 0
        while i >= 0 and self.tokens[i] not in (";", "{", "}"):
            depth += (self.tokens[i] == ">") - (self.tokens[i] == "<")
            if depth == 0:
                return i
            i = self.match[i] - 1 if self.tokens[i] in CLOSING.values() else i - 1
        return None

    def _at(self, i):
        return self.tokens[i] if 0 <= i < len(self.tokens) else ""

    def _scope(self, i, end):
        """Declarations: a file, a namespace or a class."""
        head = i
        while i < end:
            token = self.tokens[i]
            if i == head and token.startswith("GALOIS_") and self._at(i + 1) == "(":
                head = i = self.match[i + 1] + 1  # a macro that is a declaration
            elif token in "([":
                i = self.match[i] + 1
            elif token == ";" or (token == ":" and self._at(i - 1) in ("public", "private", "protected")):
                i += 1
                head = i
            elif token == "{":
                close = self.match[i]
                words = self._outside_brackets(head, i)
                if SCOPES & set(words) and "(" not in words and "enum" not in words:
                    self._class(words, i + 1, close)
                    head = close + 1
                elif self._is_body(head, i, words):
                    self.functions.append((self.starts[head], self.ends[close], self._function(head, i)))
                    self._block(i + 1, close)
                    head = close + 1
                else:
                    self._expression(i + 1, close)  # an initializer; of an enum at worst
                i = close + 1
            else:
                i += 1

    def _class(self, words, i, end):
        """The body of a class, or of a namespace, which names no function."""
        after = next((k + 1 for k, word in enumerate(words) if word in SCOPES), 0)
        named = [word for word in words[after:] if re.match(r"[A-Za-z_]", word)]
        self.classes.append("" if "namespace" in words or not named else named[0])
        self._scope(i, end)
        self.classes.pop()

    def _function(self, head, brace):
        """The name of the function whose head begins here, with its innermost class."""
        i, depth = head, 0
        while i < brace:
            token, before = self.tokens[i], self._at(i - 1)
            if token == "<" and before != "operator":
                depth += 1
            elif token == ">" and before != "operator" and depth > 0:
                depth -= 1
            elif token == "(" and depth == 0 and i > head and (before == "operator" or before not in NOT_CALLED):
                break
            i = self.match[i] + 1 if token in "([" and (depth > 0 or before != "operator") else i + 1
        begin = next((k for k in range(max(head, i - 3), i) if self.tokens[k] == "operator"), i - 1)
        if self.tokens[begin] == "operator":
            symbols = self.tokens[begin + 1:i] or ["()"]
            name = "operator" + "".join(f" {s}" if re.match(r"\w", s) else s for s in symbols)
        else:
            begin -= self._at(begin - 1) == "~"
            name = "".join(self.tokens[begin:i])
        owner = self._owner(begin - 2) if self._at(begin - 1) == "::" else "".join(self.classes[-1:])
        return f"{owner}::{name}" if owner else name

    def _owner(self, i):
        """The class whose name, perhaps with template arguments, ends at `i`."""
        depth = 0
        while self._at(i) == ">" or depth > 0:
            depth += (self._at(i) == ">") - (self._at(i) == "<")
            i -= 1
        return self._at(i)

    def function_at(self, offset):
        """The name of the innermost function with a body at the offset."""
        return next((name for start, end, name in reversed(self.functions) if start <= offset < end), "")

    def _outside_brackets(self, i, end):
        """The words of a head that stand outside parameters of both kinds, without its alignment; "(" for
        parameters."""
        words, depth = [], 0
        while i < end:
            token = self.tokens[i]
            if token == "alignas":
                i = self.match[i + 1]
            elif token == "<" and self._at(i - 1) != "operator":
                depth += 1
            elif token == ">" and depth > 0:
                depth -= 1
            elif depth == 0:
                words.append(token)
            i = self.match[i] + 1 if self.tokens[i] == "(" else i + 1
        return words

    def _is_body(self, head, i, words):
        """Whether the brace at `i` opens a function's body."""
        if self._is_lambda(i):
            return True
        if "enum" in words or "(" not in words or ("=" in words and "operator" not in words):
            return False
        before = self._at(i - 1)
        if before in (")", "}") or before in SPECIFIERS:
            return True
        # A trailing return type; otherwise a member that its constructor initializes.
        return "->" in words

    def _is_lambda(self, i):
        """Whether the brace at `i` opens a lambda's body."""
        back = i - 1
        while self._at(back) in ("mutable", "noexcept"):
            back -= 1
        if self._at(back) not in ("]", ")"):  # over a trailing return type
            at = back
            while at > 0 and re.match(r"\w|::|[<>*&,]", self.tokens[at]) and self.tokens[at] != "return":
                at -= 1
            if self._at(at) != "->":
                return False
            back = at - 1
        if self._at(back) == "]":
            return self._at(self.match[back] - 1) != "[" and not self._indexes(self.match[back])
        if self._at(back) == ")":
            opening = self.match[back] - 1
            return self._at(opening) == "]" and not self._indexes(self.match[opening])
        return False

    def _indexes(self, i):
        """Whether the bracket at `i` is an index, or an attribute, rather than captures."""
        before = self._at(i - 1)
        return before == "[" or self._at(i + 1) == "[" or \
            (re.match(r"[\w)\]]", before) is not None and before not in ("return", "else"))

    def _block(self, i, end):
        while i < end:
            i = self._statement(i, end)

    def _statement(self, i, end):
        """Deals with the statement at `i`; returns where the next one begins."""
        if i >= end:
            return end
        token = self.tokens[i]
        if token == ";":
            return i + 1
        if token == "{":
            self._block(i + 1, self.match[i])
            return self.match[i] + 1
        if token == "[" and self._at(i + 1) == "[":
            return self._statement(self.match[i] + 1, end)
        if token in ("else", "do", "try"):
            return self._statement(i + 1, end)
        if token in ("if", "while", "for", "switch", "catch"):
            i += 2 if self._at(i + 1) == "constexpr" else 1
            self._expression(i, self.match[i] + 1)
            return self._statement(self.match[i] + 1, end)
        if token in ("case", "default"):
            while self.tokens[i] != ":":
                i += 1
            return i + 1
        stop = i
        while stop < end and self.tokens[stop] != ";":
            stop = self.match[stop] + 1 if self.tokens[stop] in CLOSING else stop + 1
        if token in SCOPES:
            brace = next((k for k in range(i, stop) if self.tokens[k] == "{"), None)
            if brace is not None:
                self._class(self._outside_brackets(i, brace), brace + 1, self.match[brace])
            return stop + 1
        if token != "return" and self._is_expression(i, stop) \
                and not EFFECTLESS.fullmatch(self.code, self.starts[i], self.ends[stop]):
            self.found.append(("statements", self.starts[i], self.ends[stop], ""))
        self._expression(i, stop)
        return stop + 1

    def _expression(self, i, end):
        """Looks for lambdas."""
        while i < end:
            if self.tokens[i] == "{" and self._is_lambda(i):
                self._block(i + 1, self.match[i])
                i = self.match[i]
            i += 1

    def _is_expression(self, i, end):
        """Whether the tokens up to a semicolon are an expression with an effect, not a declaration."""
        if self.tokens[i] in ("++", "--", "*"):
            return True
        if self.tokens[i] == "(":
            return self._at(i + 1) != "void"
        if self.tokens[i] == "::":
            i += 1
        called = False
        while i < end:
            token = self.tokens[i]
            if not re.match(r"[A-Za-z_]", token) or token in DECLARING:
                return False
            i += 1
            if self._at(i) == "<":
                after = self._after_angles(i, end)
                if after is not None:
                    i = after
            while i < end and self.tokens[i] in CLOSING:
                called = called or self.tokens[i] == "("
                i = self.match[i] + 1
            if i >= end:
                return called
            token = self.tokens[i]
            if token in ("::", ".", "->"):
                i += 1
                if self._at(i) in ("template", "~"):
                    i += 1
                continue
            return token in ASSIGNMENTS or token in ("++", "--", "<<")
        return False

    def _after_angles(self, i, end):
        """The token after template arguments that begin at `i`, or None if they are none."""
        depth = 0
        while i < end:
            token = self.tokens[i]
            if token == "<":
                depth += 1
            elif token == ">":
                depth -= 1
                if depth == 0:
                    return i + 1
            elif not re.match(r"\w|::|[,*&(]", token):
                return None
            i = self.match[i] + 1 if token in CLOSING else i + 1
        return None
