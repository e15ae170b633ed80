"""What is remembered, the list of survivors, the report."""

import collections
import json
import re
import tomllib

from . import places
from .trials import hash_of

WORDS = ("killed", "explained", "survived", "unreached", "invalid", "open")
TITLES = {"survived": "survivor", "unreached": "not reached", "open": "survivor so far"}


class Memory:
    """Verdicts of earlier runs, which hold while the file, and the test that killed a mutant or all tests
    that it survived, are as they were."""

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
        return sorted(self._hash(test) for test in tests)

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
    """scripts/mutation-survivors.toml: single mutants, and rules for many."""

    def __init__(self, path):
        table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.single = {(s["file"], s["code"], s.get("place", 1), s["change"]): s["why"]
                       for s in table.get("survivor", [])}
        self.rules = [Rule(r) for r in table.get("rule", [])]

    def why(self, mutant):
        """The reason why the mutant need not be killed, or None."""
        if mutant.key in self.single:
            return self.single[mutant.key]
        return next((rule.why for rule in self.rules if rule.fits(mutant)), None)


class Rule:
    """Mutants of some kinds, in files and lines that match expressions."""

    def __init__(self, table):
        self.kinds = table.get("kinds", list(places.KINDS))
        self.file = re.compile(table.get("file", ""))
        self.code = re.compile(table["code"])
        self.why = table["why"]

    def fits(self, mutant):
        return mutant.kind in self.kinds and self.file.search(mutant.name) is not None and \
            self.code.search(mutant.code) is not None


def report(wanted, verdicts, listed, by_file=False):
    """Prints the score and the survivors that are not listed; 1 when there are any."""
    counts = collections.defaultdict(collections.Counter)
    unlisted = []
    for mutant in wanted:
        if mutant not in verdicts:
            continue
        verdict, _ = verdicts[mutant]
        if verdict in ("survived", "unreached", "open") and listed.why(mutant):
            verdict = "explained"
        elif verdict in ("survived", "unreached", "open"):
            unlisted.append(mutant)
        counts[mutant.kind][verdict] += 1
        counts[mutant.name][verdict] += 1
    for mutant in unlisted:
        verdict, by = verdicts[mutant]
        print(f"\n{TITLES[verdict]}: {mutant}\n    tried: {by}")
    print(f"\n{'':40}" + "".join(f"{word:>10}" for word in WORDS))
    rows = [*places.KINDS, *(sorted({m.name for m in wanted}) if by_file else [])]
    for row in rows:
        print(f"{row[-40:]:40}" + "".join(f"{counts[row][word]:10}" for word in WORDS))
    left = sum(mutant not in verdicts for mutant in wanted)
    if left:
        print(f"not tried: {left}")
    return 1 if unlisted or left else 0
