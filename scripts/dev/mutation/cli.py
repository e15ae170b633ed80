"""The program behind scripts/dev/mutate."""

import argparse
import concurrent.futures
import math
import os
import pathlib
import re
import sys
import time

from . import UserError, mutation_sites
from .build import MOST_TESTS, Build, Project
from .trials import Schemata, Separately
from .verdicts import Listed, Memory, list_open, report

ROOT = pathlib.Path(__file__).resolve().parents[3]

ABOUT = """The mutation gate: do the tests notice when a concurrent part is wrong?

Every file that threads share is damaged in one place at a time, and the tests nearest to that file
are expected to fail: memory orders are weakened, statements removed, and parts of conditions
dropped. A mutant that no test kills, or comes to, is listed with a reason in the
mutation-survivors.toml of the folder of its tests; any other makes this program fail. A line of a
table [survivors.FILE] there excuses one mutant: CODE.CHANGE = WHY. A [[rule]] excuses one kind of
statement in one function; nothing excuses a file. An [[open]] is a survivor that nobody has
explained yet: it fails, too.

Needs a configured release build with tests, and its libraries. Memory orders cost a few
compilations each. All else is compiled once for each test, with every damage behind a switch, and
then a mutant is a run of the tests that come to its place. Verdicts are kept in
BUILD/mutants/verdicts.jsonl, and reused while the file and its tests stay as they are. Modelled
hardware is tested by builds of the preset virtual: scripts/dev/mutate --build build/virtual-tests.
"""


def parse(argv):
    parser = argparse.ArgumentParser(prog="mutate", description=ABOUT,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, metavar="DIR", default=ROOT / "build" / "release",
                        help="a configured build with tests (default build/release)")
    parser.add_argument("--jobs", type=int, metavar="N", default=len(os.sched_getaffinity(0)),
                        help="compilers and tests at once (default: all cores)")
    parser.add_argument("--only", choices=mutation_sites.KINDS, action="append", help="this kind of damage only; may be repeated")
    parser.add_argument("--list", action="store_true", help="print the mutants and their tests, run nothing")
    parser.add_argument("--report", action="store_true", help="say what is known, run nothing")
    parser.add_argument("--list-open", action="store_true",
                        help="print what is known to survive without a reason, run nothing")
    parser.add_argument("--compile", action="store_true", help="compile what the run will need, and stop")
    parser.add_argument("--quick", type=float, metavar="SECONDS", default=math.inf,
                        help="leave out tests that take more processor time; what survives then is open")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no more files after so long")
    parser.add_argument("filter", nargs="?", default="", help="regular expression on the path")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    try:
        return run(args)
    except UserError as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 2


def run(args):
    project = Project(ROOT)
    listed = Listed(ROOT)
    listed.check(mutant for path in project.shared_files() for mutant in project.mutants(path))
    build = Build(project, args.build)
    files = [path for path in build.shared_files()
             if re.search(args.filter, os.fspath(path.relative_to(ROOT)))]
    wanted = {path: project.mutants(path, args.only or mutation_sites.KINDS) for path in files}
    every = [mutant for path in files for mutant in wanted[path]]
    if args.list:
        for mutant in every:
            print(mutant)
            print("    " + " ".join(test.name for test in build.tests_of(mutant.path)))
        return 0

    memory = Memory(build.folder / "mutants" / "verdicts.jsonl", build)
    verdicts = {m: known for m in every if (known := memory.recall(m))
                and (known[0] != "open" or args.report or args.list_open or args.quick < math.inf)}
    if args.list_open:
        return 1 if list_open(every, verdicts, listed) else 0
    if not args.report:
        pending = {path: [m for m in wanted[path] if m not in verdicts] for path in files}
        print(f"mutate: {len(verdicts)} mutants known, {sum(map(len, pending.values()))} to try", flush=True)
        campaign = Campaign(build, memory, verdicts, listed, args)
        if args.compile:
            return campaign.compile(pending)
        campaign.run(pending)
    return report(every, verdicts, listed, by_file=True)


class Campaign:
    """Tries mutants, file by file, those with the fewest first."""

    def __init__(self, build, memory, verdicts, listed, args):
        self.build, self.memory, self.verdicts, self.listed, self.args = build, memory, verdicts, listed, args
        folder = build.folder / "mutants"
        self.schemata = Schemata(build, folder, build.shared_files(), args.jobs)
        self.separately = Separately(build, folder)
        self.number = 0

    def compile(self, pending):
        paths = [path for path in pending if any(m.kind not in mutation_sites.COMPILED for m in pending[path])]
        self.schemata.prepare(sorted({test for path in paths for test in self.build.tests_of(path)}))
        return 0

    def run(self, pending):
        begin = time.monotonic()
        self.total = sum(map(len, pending.values()))
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for path in sorted(pending, key=lambda p: len(pending[p])):
                if self.args.minutes and time.monotonic() - begin > 60 * self.args.minutes:
                    print(f"mutate: time is up before {path.name}", flush=True)
                    continue
                tests = self.build.tests_of(path)
                if any(m.kind not in mutation_sites.COMPILED for m in pending[path]):
                    if not all(pool.map(self.schemata.baseline, tests)):
                        print(f"mutate: {path.name} is left out: see above", flush=True)
                        continue
                self._try(pool, pending[path], lambda m, near=tests: self._judge(m, near))
            again = [m for m, (verdict, by) in self.verdicts.items()
                     if verdict in ("survived", "unreached") and m.kind not in mutation_sites.COMPILED and
                     m.path in pending and not self.listed.why(m) and self._others(m, by)]
            if again:
                print(f"mutate: {len(again)} survivors against tests that are less near", flush=True)
                self.total += len(again)
                self._try(pool, again, self._judge_again)

    def _judge(self, mutant, tests):
        if mutant.kind in mutation_sites.COMPILED:
            return self.separately.judge(mutant, tests)
        return self.schemata.judge(mutant, tests, self.args.quick)

    def _others(self, mutant, by):
        """Tests compiled for other files that come to this place, and have not been tried."""
        tried = set(by.split())
        others = [t for t in self.schemata.known_tests() if t.name not in tried]
        return self.schemata.reaching(mutant, others)[:MOST_TESTS]

    def _judge_again(self, mutant):
        before, by = self.verdicts[mutant]
        verdict, found = self.schemata.judge(mutant, self._others(mutant, by), self.args.quick)
        if verdict == "survived":
            return verdict, f"{by} {found}" if before == "survived" else found
        return verdict, found

    def _try(self, pool, mutants, judge):
        jobs = {pool.submit(judge, mutant): mutant for mutant in mutants}
        for job in concurrent.futures.as_completed(jobs):
            mutant, (verdict, by) = jobs[job], job.result()
            self.verdicts[mutant] = (verdict, by)
            self.memory.remember(mutant, verdict, by)
            self.number += 1
            print(f"[{self.number}/{self.total}] {verdict:9} {mutant.path.name}:{mutant.line} "
                  f"{mutant.change[:60]}  {by}", flush=True)
