"""The C++ files of the repository: what they include, define and mention."""

import collections
import dataclasses
import pathlib
import re

HEADERS = ("libgalois/include/galois", "libgalois/compat/include/galois",
           "lonestar/liblonestar/include")  # where programs look
DEFINING = ("libgalois/include/galois", "libgalois/compat/include/galois", "lonestar/liblonestar")
TESTS = ("libgalois/test", "libgalois/compat/test", "lonestar/test", "lonestar/tutorial")
ROOTS = ("libgalois/include", "libgalois/include/galois", "libgalois/compat/include",
         "libgalois/compat/include/galois", "lonestar/liblonestar/include", "lonestar",
         "libgalois/test", "lonestar/test")
TEST_FILE = re.compile(r"(Test|Stress|Relacy|Cxx17)\.cpp$|/(galois_style|tutorial)/[^/]+\.cpp$")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


@dataclasses.dataclass(frozen=True)
class Source:
    """A file without its comments and literals."""

    path: str
    code: str
    words: frozenset[str]
    includes: tuple[str, ...]  # paths in the repository


def definition(name: str) -> re.Pattern[str]:
    """Matches the definition of a type, a function, a variable or a macro outside of classes and
    functions, as the format of this repository writes it."""
    word = re.escape(name)
    template = r"(?:template\s*<.*>\s*)?"
    return re.compile(
        rf"^ *#\s*define\s+{word}\b"
        rf"|^{template}(?:class|struct|union|enum(?:\s+class)?)\s"
        rf"(?:[^;:{{()=]|::|\([^)]*\))*?\b{word}\b(?!\s*(?:;|::))"
        rf"|^{template}using\s+(?:[\w:]+::)?{word}\s*[=;]"
        rf"|^(?!class|struct|union|enum|friend|using|return|namespace)"
        rf"(?:[\w:<>,.&*()\[\]\"]+[ \t]+[&*]*)+{word}\s*(?:\(|=|;|\{{)", re.MULTILINE)


class Sources:
    """The headers and the tests of a repository."""

    def __init__(self, root: pathlib.Path) -> None:
        self._root = root
        self._read: dict[str, Source] = {}
        self.headers = self._below(DEFINING, "*.h")
        self.tests = [path for path in self._below(TESTS, "*.cpp") if TEST_FILE.search(path)]
        self._closures: dict[str, tuple[str, ...]] = {}
        self._definers: dict[str, tuple[str, ...]] = {}

    def _below(self, folders: tuple[str, ...], pattern: str) -> list[str]:
        return sorted(path.relative_to(self._root).as_posix()
                      for folder in folders for path in (self._root / folder).rglob(pattern))

    def header(self, path: str) -> str | None:
        """The path in the repository of a header that names.toml names, if it is there."""
        for folder in HEADERS:
            if f"{folder}/{path}" in self.headers:
                return f"{folder}/{path}"
        return None

    def source(self, path: str) -> Source:
        """The contents of a file."""
        if path not in self._read:
            text = (self._root / path).read_text()
            included = []
            for name in INCLUDE.findall(text):
                beside = (pathlib.PurePosixPath(path).parent / name).as_posix()
                for candidate in (beside, *(f"{folder}/{name}" for folder in ROOTS)):
                    if (self._root / candidate).is_file():
                        included.append(candidate)
                        break
            code = LITERAL.sub('""', COMMENT.sub(" ", text))
            self._read[path] = Source(path, code, frozenset(re.findall(r"\w+", code)),
                                      tuple(included))
        return self._read[path]

    def closure(self, path: str) -> tuple[str, ...]:
        """The file and all that it includes, nearest first."""
        if path not in self._closures:
            seen = {path: None}
            queue = collections.deque([path])
            while queue:
                for included in self.source(queue.popleft()).includes:
                    if included not in seen:
                        seen[included] = None
                        queue.append(included)
            self._closures[path] = tuple(seen)
        return self._closures[path]

    def defined_in(self, name: str) -> tuple[str, ...]:
        """The headers that define a name."""
        if name not in self._definers:
            pattern = definition(name)
            self._definers[name] = tuple(path for path in self.headers
                                         if name in self.source(path).words
                                         and pattern.search(self.source(path).code))
        return self._definers[name]
