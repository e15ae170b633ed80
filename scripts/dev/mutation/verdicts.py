"""What is remembered, the lists of survivors, the report."""

import collections
import json
import pathlib
import re
import tomllib

from . import UserError, mutation_sites
from .build import SOURCE_FOLDERS
from .trials import hash_of

LIST = "mutation-survivors.toml"
FUNCTION = re.compile(r"(?:\w+::)?(?:~?\w+|operator\S.*|operator \w+)")
STATEMENT = re.compile(r"[A-Za-z_]\w\w")
PLACE = re.compile(r"(.*?)(?: \(place (\d+)\))?")
MOST_LINES = 3  # of a function that one rule may excuse as a whole
WORDS = ("killed", "explained", "survived", "unreached", "invalid", "open")
OPEN = ("survived", "unreached", "open")
TITLES = {"survived": "survivor", "unreached": "not reached", "open": "survivor so far", "recorded": "open"}


class Memory:
    """Verdicts of earlier runs, which hold while the file, and the test that killed a mutant or all tests
    that it survived, are as they were, with what these include of the folders of tests."""

    def __init__(self, path, build):
        self.path = path
        self.build = build
        self.known = {}
        self.hashes = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self.known[(entry["file"], *entry["key"])] = entry
        path.parent.mkdir(parents=True, exist_ok=True)
        self.out = path.open("a", encoding="utf-8")

    def _hash(self, path):
        if path not in self.hashes:
            self.hashes[path] = hash_of(path)
        return self.hashes[path]

    def _tests(self, mutant, verdict, by):
        tests = self.build.tests_of(mutant.path)
        if verdict == "killed":
            killer = [test for test in self.build.tests if test.name == by.split()[0]]
            tests = killer or tests
        return sorted(" ".join(map(self._hash, self._sources(test))) for test in tests)

    def _sources(self, test):
        """The files of a test: itself, and headers beside tests."""
        return [test, *sorted(path for path in self.build.headers[test] - {test}
                              if "/test/" in path.as_posix() and path.is_relative_to(self.build.project.root))]

    def recall(self, mutant):
        entry = self.known.get((self._hash(mutant.path), *mutant.key))
        if entry and entry["tests"] == self._tests(mutant, entry["verdict"], entry["by"]):
            return entry["verdict"], entry["by"]
        return None

    def remember(self, mutant, verdict, by):
        entry = {"file": self._hash(mutant.path), "key": mutant.key, "verdict": verdict, "by": by,
                 "tests": self._tests(mutant, verdict, by)}
        self.out.write(json.dumps(entry) + "\n")
        self.out.flush()


class Listed:
    """The lists of survivors: single mutants, rules for one kind of statement in one function, and what is
    still open. Each list lies with the tests of the files of which it speaks.
    @throws UserError of an entry that says too little, or excuses too much"""

    def __init__(self, root):
        self.single, self.rules, self.open = {}, [], {}
        for path in sorted(lists(root)):
            try:
                table = tomllib.loads(path.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise UserError(f"{path}: {error}") from error
            where = path.relative_to(root)
            if unknown := set(table) - {"survivors", "rule", "open"}:
                raise UserError(f"{where}: [{min(unknown)}] is none of [survivors], [[rule]] and [[open]]")
            for entry in excused(table.get("survivors", {}), where):
                self.single[self._key(entry, where, root, ("why",))] = reason(entry, where)
            for entry in table.get("open", []):
                self.open[self._key(entry, where, root)] = where
            for entry in table.get("rule", []):
                belongs(entry, where, root)
                self.rules.append(Rule(entry, where))

    @staticmethod
    def _key(entry, where, root, more=()):
        belongs(entry, where, root)
        expect(entry, where, ("file", "code", "change", *more), ("place",))
        return (entry["file"], entry["code"], entry.get("place", 1), entry["change"])

    def why(self, mutant):
        """The reason why the mutant need not be killed, or None."""
        if mutant.key in self.single:
            return self.single[mutant.key]
        return next((rule.why for rule in self.rules if rule.fits(mutant)), None)

    def check(self, mutants):
        """@throws UserError of a rule that leaves nothing of its function to the tests"""
        of = collections.defaultdict(list)
        for mutant in mutants:
            of[mutant.name, mutant.function].append(mutant)
        for rule in self.rules:
            inside = of[rule.file, rule.function]
            lines = {mutant.line for mutant in inside}
            if len(lines) > MOST_LINES and all(map(rule.fits, inside)):
                raise UserError(f"{rule.where}: the rule for `{rule.code}` excuses all of {rule.function}; "
                                "a rule may excuse one kind of statement")


class Rule:
    """Mutants of some kinds whose line has a text, in one function."""

    def __init__(self, table, where):
        expect(table, where, ("file", "function", "code", "kinds", "why"))
        self.where, self.why = where, reason(table, where)
        self.file, self.function, self.code, self.kinds = (table[k] for k in ("file", "function", "code", "kinds"))
        if not FUNCTION.fullmatch(self.function):
            raise UserError(f"{where}: `{self.function}` names no function; write one as Class::function")
        if not STATEMENT.search(self.code):
            raise UserError(f"{where}: `{self.code}` says of no statement which it is; write what it calls, or changes")
        if wrong := [kind for kind in self.kinds if kind not in mutation_sites.KINDS] or ([] if self.kinds else [""]):
            raise UserError(f"{where}: `{wrong[0]}` is no kind of damage; there are {', '.join(mutation_sites.KINDS)}")

    def fits(self, mutant):
        return mutant.name == self.file and mutant.function == self.function and mutant.kind in self.kinds and \
            self.code in mutant.code


def excused(files, where):
    """The entries of the tables [survivors.FILE], in which CODE.CHANGE = WHY excuses one mutant. A change of
    another than the first such place of the file ends with "(place N)"."""
    for file, codes in files.items():
        for code, changes in codes.items():
            if not isinstance(changes, dict):
                raise UserError(f"{where}: the entry of `{code}` has no `change`")
            for change, why in changes.items():
                change, place = PLACE.fullmatch(change).groups()
                yield {"file": file, "code": code, "change": change, "place": int(place or 1), "why": why}


def lists(root):
    """The lists of survivors of a project."""
    return [path for name in SOURCE_FOLDERS for path in (root / name).glob(f"**/test/**/{LIST}")]


def list_of(name, root):
    """The list that speaks of a file, given by its path from the root: the one of the nearest folder of tests."""
    folder, *rest = pathlib.PurePath(name).parts
    if rest[0] == "compat":  # a room with tests of its own
        folder, rest = f"{folder}/compat", rest[1:]
    tests = root / folder / "test"
    rest = [part for part in rest[:-1] if part not in ("include", "src", "galois", "parts", "analytics")]
    while rest and not tests.joinpath(*rest).is_dir():
        rest.pop()
    return tests.joinpath(*rest, LIST).relative_to(root)


def belongs(entry, where, root):
    name = entry.get("file", "")
    if not (root / name).is_file():
        raise UserError(f"{where}: an entry names no file: `{name}`")
    if list_of(name, root) != where:
        raise UserError(f"{where}: what is said of {name} stands in {list_of(name, root)}")


def expect(entry, where, keys, optional=()):
    """@throws UserError of an entry that lacks a key, or has another one"""
    name = entry.get("code") or entry.get("why") or entry["file"]
    for key in keys:
        if not entry.get(key):
            raise UserError(f"{where}: the entry of `{name}` has no `{key}`")
    if unknown := set(entry) - set(keys) - set(optional):
        raise UserError(f"{where}: the entry of `{name}` has `{min(unknown)}`, which means nothing")


def reason(entry, where):
    if len(entry["why"].split()) < 3:
        raise UserError(f"{where}: `{entry['why']}` is no reason that a reader can check")
    return entry["why"]


def report(wanted, verdicts, listed, by_file=False):
    """Prints the score and what is open: survivors that are not listed; 1 when there are any, or mutants that
    were not tried."""
    counts = collections.defaultdict(collections.Counter)
    for mutant in wanted:
        if mutant not in verdicts:
            continue
        verdict, _ = verdicts[mutant]
        if verdict in OPEN and listed.why(mutant):
            verdict = "explained"
        counts[mutant.kind][verdict] += 1
        counts[mutant.name][verdict] += 1
    unlisted = list_open([mutant for mutant in wanted if mutant in verdicts], verdicts, listed)
    print(f"\n{'':40}" + "".join(f"{word:>10}" for word in WORDS))
    rows = [*mutation_sites.KINDS, *(sorted({m.name for m in wanted}) if by_file else [])]
    for row in rows:
        print(f"{row[-40:]:40}" + "".join(f"{counts[row][word]:10}" for word in WORDS))
    left = sum(mutant not in verdicts for mutant in wanted)
    if left:
        print(f"not tried: {left}")
    return 1 if unlisted or left else 0


def list_open(wanted, verdicts, listed):
    """Prints what no test kills and no reason excuses, as far as is known; returns how many these are."""
    count = 0
    for mutant in wanted:
        verdict, by = verdicts.get(mutant, ("not tried", ""))
        if mutant.key in listed.open and verdict == "not tried":
            verdict, by = "recorded", f"nothing here; {listed.open[mutant.key]} has it"
        if verdict in (*OPEN, "recorded") and not listed.why(mutant):
            count += 1
            print(f"\n{TITLES[verdict]}: {mutant}\n    tried: {by}")
    return count
