"""Compiles, runs and judges mutants.

A verdict is (word, by): "killed" by a test, "survived" these tests, "unreached" where the nearest tests
never come to the place, "invalid" where no program can be built with it; "open" if it has survived these
tests, and longer ones were left out.
"""

import concurrent.futures
import dataclasses
import hashlib
import json
import math
import os
import re
import threading

from . import schemata
from .build import Tree, run, run_test

ROUNDS = 12  # in which what does not compile is left out


@dataclasses.dataclass(frozen=True)
class Baseline:
    """What a test does when nothing is damaged."""

    cpu: float
    reached: frozenset

    @property
    def cpu_limit(self):
        return math.ceil(4 * self.cpu + 2)

    @property
    def wall_limit(self):
        return 15 + 8 * self.cpu


class Schemata:
    """All shared files instrumented at once; each test is compiled with them once."""

    def __init__(self, build, folder, files, jobs):
        self.build = build
        self.jobs = jobs
        self.folder = folder
        self.objects = folder / "objects"
        self.objects.mkdir(parents=True, exist_ok=True)
        self.tree = Tree(build, folder / "tree", leave=set(files))
        self.runtime = folder / "galois_mutant.h"
        self.runtime.write_text(schemata.RUNTIME, encoding="utf-8")
        self.numbers = {path: schemata.numbered(build.project.mutants(path)) for path in files}
        self.number_of = {m: n for numbers in self.numbers.values() for n, m in numbers.items()}
        self.dropped = {path: set() for path in files}
        self._kept = folder / "dropped.json"
        self._recall()
        for path in files:
            self._write(path)
        self._baselines, self._library = {}, None
        self._lock, self._library_lock = threading.RLock(), threading.Lock()

    def _recall(self):
        """What did not compile the last time, of files that are as they were."""
        kept = json.loads(self._kept.read_text(encoding="utf-8")) if self._kept.exists() else {}
        for path, dropped in self.dropped.items():
            entry = kept.get(str(path))
            if entry and entry["text"] == hash_of(path):
                dropped.update(entry["numbers"])

    def _write(self, path):
        text = path.read_text(encoding="utf-8")
        self.tree.write(path, schemata.instrumented(text, self.numbers[path], self.dropped[path]))

    def _drop(self, output):
        """Leaves out what stands on the lines that the compiler complains of, or else on those that it
        came by; whether there was anything."""
        with self._lock:
            found = set()
            for lines in (r"^(/[^:\n]+):(\d+):\d+: error:", r"(/[^:\s]+):(\d+)[:,]"):
                for path, line in re.findall(lines, output, re.MULTILINE):
                    found |= self._on_line(path, int(line))
                if found:
                    break
            for path, number in found:
                self.dropped[path].add(number)
            for path in {path for path, _ in found}:
                self._write(path)
            if found:
                self._kept.write_text(json.dumps({
                    str(path): {"text": hash_of(path), "numbers": sorted(dropped)}
                    for path, dropped in self.dropped.items() if dropped}), encoding="utf-8")
            return bool(found)

    def _on_line(self, copy, line):
        for path, numbers in self.numbers.items():
            if str(self.tree.place(path)) == copy:
                return {(path, n) for n, m in numbers.items()
                        if n not in self.dropped[path] and m.line == line}
        return set()

    def _flags(self, source):
        # Checked containers notice what reads past their end.
        return ["-include", os.fspath(self.runtime), "-D_GLIBCXX_ASSERTIONS",
                *([] if "Relacy" in source.name else ["-O1"])]

    @staticmethod
    def _name(source):
        return f"{source.parent.name}.{source.stem}"

    def _object(self, source):
        """Where the object of a source lies, named by all that it is made of."""
        digest = hashlib.sha256(" ".join(self.tree.compile_command(source, self._flags(source))).encode())
        digest.update(schemata.RUNTIME.encode())
        for path in sorted({source, *self.build.headers[source]}):
            if path.is_relative_to(self.build.project.root):
                copy = self.tree.place(path)
                digest.update((copy if copy.exists() else path).read_bytes())
        return self.objects / f"{self._name(source)}-{digest.hexdigest()[:16]}.o"

    def compile(self, source):
        """The object file of a source, or None if it does not compile."""
        for _ in range(ROUNDS):
            with self._lock:
                obj = self._object(source)
            if obj.exists():
                return obj
            for stale in self.objects.glob(f"{self._name(source)}-*"):
                stale.unlink()
            made = obj.with_suffix(f".{os.getpid()}.o")  # complete, once it has its name
            status, output = run([*self.tree.compile_command(source, self._flags(source)), "-o", os.fspath(made)],
                                 self.folder)
            if status == 0:
                made.rename(obj)
            elif not self._drop(output) and self._object(source) == obj:  # nor has another thread
                break
        print(f"mutate: {source.name} does not compile instrumented: {first_error(output)}", flush=True)
        return None

    def prepare(self, tests):
        """Compiles tests, and the library if they need it."""
        if any(map(self.build.needs_library, tests)):
            self.library()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(self.compile, tests))

    def library(self):
        """Objects of the library whose sources, or headers, are instrumented."""
        with self._library_lock:
            if self._library is None:
                shared = set(self.numbers)
                sources = [s for s in self.build.library if s in shared or self.build.headers[s] & shared]
                with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                    self._library = [obj for obj in pool.map(self.compile, sources) if obj]
            return self._library

    def baseline(self, source):
        """(program, Baseline) of a test, or None if it cannot be built or fails undamaged."""
        with self._lock:
            known = self._baselines.get(source)
            if known is None:
                known = self._baselines[source] = concurrent.futures.Future()
                mine = True
            else:
                mine = False
        if mine:
            try:
                known.set_result(self._baseline(source))
            except BaseException as error:
                known.set_exception(error)
                raise
        return known.result()

    def known_tests(self):
        return [source for source, future in self._baselines.items() if future.done() and future.result()]

    def _baseline(self, source):
        library = []
        if self.build.needs_library(source):
            library = [*self.library(), *filter(None, map(self.compile, self.build.beside_test(source)))]
        obj = self.compile(source)
        if not obj:
            return None
        parts = hashlib.sha256("".join(map(str, [obj, *library])).encode()).hexdigest()[:8]
        program, facts = obj.with_suffix(f".{parts}.test"), obj.with_suffix(f".{parts}.json")
        if not program.exists():
            status, output = self.tree.link(source, obj, library, program)
            if status != 0:
                print(f"mutate: {source.name} does not link: {first_error(output)}", flush=True)
                return None
        if not facts.exists():
            reached = obj.with_suffix(".reached")
            reached.unlink(missing_ok=True)
            status, cpu, _ = run_test(program, self.build.folder, {
                schemata.VARIABLE: str(schemata.RECORD), schemata.REACHED: os.fspath(reached)}, 300, 600)
            numbers = sorted(set(map(int, reached.read_text().split()))) if reached.exists() else []
            facts.write_text(json.dumps({"status": status, "cpu": cpu, "reached": numbers}), encoding="utf-8")
        found = json.loads(facts.read_text(encoding="utf-8"))
        if found["status"] != 0:
            print(f"mutate: {source.name} fails undamaged ({found['status']})", flush=True)
            return None
        return program, Baseline(found["cpu"], frozenset(found["reached"]))

    def reaching(self, mutant, tests):
        """Those of the tests that come to the mutant's place, quickest first."""
        number = self.number_of[mutant]
        found = [(self.baseline(test)[1].cpu, test) for test in tests
                 if self.baseline(test) and number in self.baseline(test)[1].reached]
        return [test for _, test in sorted(found)]

    def judge(self, mutant, tests, seconds=math.inf):
        """Leaves out tests that take more than so many seconds of processor time."""
        number = self.number_of[mutant]
        if number in self.dropped[mutant.path]:
            return "invalid", "does not compile behind a switch"
        reaching = self.reaching(mutant, tests)
        if not reaching:
            return "unreached", " ".join(test.name for test in tests) or "no test"
        short = [test for test in reaching if self.baseline(test)[1].cpu <= seconds]
        for test in short:
            program, base = self.baseline(test)
            status, _, stopped = run_test(program, self.build.folder,
                                          {schemata.VARIABLE: str(number), "GTEST_FAIL_FAST": "1"},
                                          base.cpu_limit, base.wall_limit)
            if status != 0:
                return "killed", test.name + (" (hung)" if stopped else "")
        return "survived" if short == reaching else "open", " ".join(test.name for test in short)


class Separately:
    """Each mutant compiled for itself: what must be known when it is compiled."""

    SECONDS = 120  # of processor time

    def __init__(self, build, folder):
        self.build = build
        self.folder = folder
        self._lock = threading.Lock()
        self._trees, self._made = [], 0

    def _tree(self):
        """A copy of the sources that nobody else uses."""
        with self._lock:
            if self._trees:
                return self._trees.pop()
            self._made += 1
            return Tree(self.build, self.folder / f"tree{self._made}")

    def judge(self, mutant, tests):
        tree = self._tree()
        text = mutant.path.read_text(encoding="utf-8")
        try:
            tree.write(mutant.path, text[:mutant.start] + mutant.after + text[mutant.end:])
            return self._judge(mutant, tests, tree)
        finally:
            tree.write(mutant.path, text)
            with self._lock:
                self._trees.append(tree)

    def _judge(self, mutant, tests, tree):
        extra = []
        if mutant.path.suffix == ".cpp":
            extra = [tree.folder / "mutant.o"]
            if tree.compile(mutant.path, extra[0])[0] != 0:
                return "invalid", "does not compile"
        compiled, refused = False, None
        for test in tests:
            obj, program = tree.folder / "test.o", tree.folder / "test"
            if tree.compile(test, obj)[0] != 0:
                refused = refused or test
                continue
            if tree.link(test, obj, extra, program)[0] != 0:
                continue
            compiled = True
            status, _, stopped = run_test(program, self.build.folder, {}, self.SECONDS, 3 * self.SECONDS)
            if status != 0:
                return "killed", test.name + (" (hung)" if stopped else "")
        if not tests:
            return "unreached", "no test"
        if not compiled:
            return "invalid", "does not compile"
        if refused:
            return "killed", f"{refused.name} (does not compile)"
        return "survived", " ".join(test.name for test in tests)


def first_error(output):
    """What a compiler or linker complained of first."""
    return next((line for line in output.splitlines() if re.search(r"error|cannot find|undefined", line)), output[:200])


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


