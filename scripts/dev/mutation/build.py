"""How each test is compiled and linked, and which tests are nearest to a file."""

import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import time

from .. import compile_commands
from . import UserError, mutation_sites

MOST_TESTS = 4  # of a file, nearest first
TEST_FILE = re.compile(r"(Test|Stress|Relacy)\.cpp$")
SHARED = re.compile(r"\border::|\bAtomic(?:Ref|s)?\b|\bstd::(?:atomic|condition_variable|mutex|stop_callback)\b")
SOURCE_FOLDERS = ("libgalois", "libdist", "analytics", "lonestar", "inputs")
# Tests whose names do not say what they test, nearest first.
NEAR = {
    "Executor_DoAll.h": ("Executor_DoAllTest", "LoopsTest", "RangeTest"),
    "Executor_ForEach.h": ("Executor_ForEachTest", "LoopsTest", "CycleMeterTest", "LoopWatchTest", "SharedMemSysTest"),
    "Executor_OnEach.h": ("LoopsTest", "FirstExceptionTest", "RangeTest"),
    **dict.fromkeys(("MultiQueueThread.h", "QueueInserter.h", "QueueDelivery.h", "BetterOfTwo.h", "OwnQueueTaker.h"),
                    ("MultiQueueThreadTest", "MultiQueueTest", "MultiQueueBatchingTest", "MultiBucketQueueTest",
                     "MultiQueueLocalityTest")),
    "BucketMap.h": ("BucketMapRelacy", "SharedBagsRelacy", "BucketMapTest", "OrderedBagsTest"),
    "ParkedWorkers.h": ("ParkedWorkersRelacy", "ParkedWorkersTest", "ForkJoinSenderTest"),
    "TaskFrame.h": ("TaskFrameRelacy", "AwaitedFrameRelacy", "TaskFrameTest", "ForkJoinSenderTest"),
    "PointTree.h": ("PointTreeRelacy", "SpatialTreeTest", "SpatialTreeStress"),
    "Rounds.h": ("Executor_DeterministicTest", "Executor_OrderedTest", "Executor_DeterministicEndsTest",
                 "Executor_DeterministicStress"),
    "OrderedBags.h": ("OrderedBagsTest", "ObimTest", "AdaptiveObimTest", "MinnowTest"),
    "ExternalReference.h": ("GaloisWorklistsTest",),
    "LC_CSR_Graph.h": ("ConstructSerialTest", "LC_CSR_GraphTest", "LC_CSR_CSC_GraphTest"),
    "LocalQueue.h": ("GaloisWorklistsTest", "GaloisNamesTest"),
    "MultiQueue.h": ("MultiQueueTest", "ReldTest", "MultiQueueBatchingTest", "MultiQueueLocalityTest"),
    "OrderedList.h": ("GaloisWorklistsTest",),
    "Simple.h": ("GaloisWorklistsTest", "GaloisNamesTest"),
    "StableIterator.h": ("GaloisWorklistsTest",),
    "ThroughHandles.h": ("ReldTest", "CancellationTest", "CycleMeterTest"),
    "ForkJoin.h": ("ForkJoinRelacy", "ThreadPoolTest", "ThreadPoolForkTest"),
    "LockedQueue.h": ("LockedQueueTest", "LockedQueueRelacy", "MultiQueueThreadRelacy", "LockedQueueStress"),
    "CountedCall.h": ("CountedCallTest", "CountedCallRelacy"),
    "Context.h": ("ContextRelacy", "SpeculationTest", "SpeculationEndsTest", "MarksTest", "SpeculationStress"),
    "Speculation.h": ("SpeculationTest", "SpeculationEndsTest", "SpeculationRelacy", "SpeculationStress"),
    "LoopSignals.h": ("CancellationTest", "TaskProgressTest"),
    "Threads.cpp": ("SharedMemSysTest", "LoopsTest"),
    "UserContext.h": ("UserContextTest", "LoopsTest", "SpeculationTest", "Executor_DeterministicEndsTest",
                      "Executor_DeterministicTest"),
    "UserContextAccess.h": ("UserContextTest", "LoopsTest", "Executor_DeterministicEndsTest",
                            "Executor_DeterministicTest"),
    "ParkingGate.h": ("ParkingGateTest", "ParkingGateRelacy", "ThreadPoolTest", "ThreadPoolForkTest"),
    "Parking.cpp": ("ThreadPoolTest", "ThreadPoolForkTest"),
    "TaskChunk.h": ("TaskChunkTest", "ThrowingTasksTest", "ChunkListTest"),
    "PagePool.cpp": ("PagePoolTest",),
    "TaskProgress.cpp": ("TaskProgressTest",),
    "TaskWorker.h": ("TaskWorkerTest", "LazyLoopTest", "Executor_ForkJoinTest"),
}
FAR = ("GaloisProgramTest.cpp",)  # takes long to compile, and tests all parts together
MOST_MEMORY = 4 << 30  # bytes of a test that allocates without end


class Project:
    """The sources: which files threads share, and which are tests."""

    def __init__(self, root):
        self.root = root
        self.include = root / "libgalois" / "include"
        self.compat = root / "libgalois" / "compat"  # for programs written for Galois

    def shared_files(self):
        """Files that touch atomics, mutexes or requests to stop, the seam for atomics left out; the parts
        and policies of worklists, and the executors, in any case."""
        files = [*self.include.rglob("*.h"), *(self.compat / "include").rglob("*.h"), *self.library_sources(),
                 *self._tested_operators()]
        return [path for path in sorted(files) if self._is_shared(path)]

    def _tested_operators(self):
        """Files of the applications whose memory orders are stronger than relaxed, or that have a test of
        their name. The rest of the applications is tested by whole programs that check their answers."""
        lonestar = self.root / "lonestar"
        own = self.root / "analytics" / "test"
        tests = {TEST_FILE.sub("", path.name)
                 for room in (lonestar / "test", own) for path in room.rglob("*.cpp")}
        rooms = [self.root / "analytics", *(lonestar / room for room in ("analytics", "dist", "forkjoin", "search"))]
        files = [path for room in rooms for suffix in ("h", "cpp") for path in room.rglob(f"*.{suffix}")
                 if not path.is_relative_to(own)]
        for path in files:
            text = mutation_sites.blanked(path.read_text(encoding="utf-8"))
            if path.stem in tests or re.search(r"\border::(?!relaxed)", text):
                yield path

    def library_sources(self):
        """Sources of the library, those of the simulated machine left out."""
        source = self.root / "libgalois" / "src"
        found = [*source.rglob("*.cpp"), *(self.compat / "src").rglob("*.cpp")]
        return [path for path in found if not path.is_relative_to(source / "virtual")]

    def _is_shared(self, path):
        if path.name in ("Atomics.h", "VirtualAtomics.h"):
            return False
        if path.is_relative_to(self.include / "galois" / "worklists") or path.name.startswith("Executor_"):
            return True
        return SHARED.search(mutation_sites.blanked(path.read_text(encoding="utf-8"))) is not None

    def mutants(self, path, kinds=mutation_sites.KINDS):
        return mutation_sites.mutants_of(path, self.root, kinds)


class Build:
    """What the build system knows."""

    def __init__(self, project, folder):
        self.project = project
        self.folder = folder.resolve()
        try:
            listed = compile_commands.entries(self.folder)
        except OSError as error:
            raise UserError(f"no {error.filename}; build first: cmake --preset release && "
                            f"ninja -C {folder}") from error
        # A damaged header must be read, not what a precompiled one says.
        self.compile = {pathlib.Path(source).resolve(): compile_commands.without_precompiled(words)
                        for source, _, words in listed}
        self.tests = sorted(source for source in self.compile
                            if TEST_FILE.search(source.name) and "/test/" in str(source))
        self.library = sorted(self.compile.keys() & set(project.library_sources()))
        self.simulated = any("-DGALOIS_VIRTUAL=1" in self.compile[source] for source in self.library)
        self.beside = sorted(path for path in self.compile.keys() & set(project.shared_files())
                             if path not in self.library)
        self.headers = self._dependencies()
        self._links = {}

    def shared_files(self):
        """Files that threads share and that this build tests: modelled hardware if it is for the simulated
        machine, all others if it is not."""
        return [path for path in self.project.shared_files()
                if mutation_sites.for_hardware(path) == self.simulated]

    def _dependencies(self):
        """{source: the files that it includes}, asked of the compiler and remembered by date."""
        kept = self.folder / "mutants" / "includes.json"
        old = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}

        def ask(source):
            before = old.get(str(source))
            if before and all(os.path.exists(p) and os.stat(p).st_mtime_ns <= before["at"] for p in before["files"]):
                return before
            now = time.time_ns()
            command = [*plain(self.compile[source]), "-MM", "-MF", "-", str(source)]
            command = [word for word in command if word != "-c"]
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
            words = done.stdout.replace("\\\n", " ").split()[1:]
            return {"at": now, "files": [str((self.folder / word).resolve()) for word in words]}

        sources = [*self.tests, *self.library, *self.beside]
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            found = dict(zip(map(str, sources), pool.map(ask, sources)))
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(found), encoding="utf-8")
        return {pathlib.Path(source): set(map(pathlib.Path, entry["files"])) for source, entry in found.items()}

    def tests_of(self, path):
        """Test sources that exercise the file, nearest first: those of its name, those that include it
        themselves, those that include little else; model checking before anything that only runs."""
        if path.name in NEAR:
            return [test for name in NEAR[path.name] for test in self.tests if test.stem == name]
        stem = path.stem
        header = self._header_of(path) if path.suffix == ".cpp" else path
        candidates = []
        for source in self.tests:
            if header in self.headers[source] and source.name not in FAR:
                named = re.fullmatch(rf"{stem}\w*(Test|Stress|Relacy)\.cpp", source.name) is not None
                direct = f'/{header.name}"' in source.read_text(encoding="utf-8")
                candidates.append((not named, not direct, "Relacy" not in source.name,
                                   len(self.headers[source]), source))
        near = [c for c in sorted(candidates) if not c[0] or not c[1]]
        return [c[-1] for c in (near or sorted(candidates)[:2])][:MOST_TESTS]

    def _header_of(self, source):
        """The header of a source's name, or None."""
        return next((header for header in sorted(self.headers.get(source, ()))
                     if header.name == f"{source.stem}.h"), None)

    def beside_test(self, test):
        """Sources outside the library, whose headers the test includes."""
        return [source for source in self.beside if self._header_of(source) in self.headers[test]]

    def needs_library(self, source):
        """Whether the test is linked with the library; the model checker's bring everything along."""
        return any(word.endswith("libgalois.a") for word in self.link_command(source))

    def link_command(self, source):
        """The link line of the test."""
        if source not in self._links:
            tests = self.project.root / "libgalois" / "test"
            if source.is_relative_to(self.project.root / "lonestar"):
                rooms = ("lonestar", source.parent.name)
            elif source.is_relative_to(self.project.root / "analytics"):
                rooms = ("analytics",)
            elif source.is_relative_to(self.project.root / "libdist"):
                rooms = ("dist",)
            elif source.is_relative_to(self.project.compat / "test"):
                rooms = source.relative_to(self.project.compat / "test").parts[:1]
            elif source.is_relative_to(tests):
                rooms = source.relative_to(tests).parts[:1] # also of a file in a subfolder
            else:
                rooms = ("bench",)
            targets = [f"test/{room}.{source.stem}" for room in rooms]
            for name in [*targets, *(re.sub("Test$", "", target) for target in targets)]:
                listing = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", "-s", name],
                                         capture_output=True, text=True, check=False)
                if listing.returncode == 0:
                    line = listing.stdout.strip().removeprefix(": &&").removesuffix("&& :")
                    self._links[source] = shlex.split(line)
                    break
            else:
                raise LookupError(f"no target links {source}")
        return self._links[source]


def plain(command):
    """A compile command without its output, its dependencies and its sources, warnings off."""
    cleaned, skip = [], False
    for word in command:
        if skip:
            skip = False
        elif word in ("-MT", "-MF", "-o"):
            skip = True
        elif word not in ("-MD", "-Werror", "-c") and not word.endswith(".cpp"):
            cleaned.append(word)
    return [*cleaned, "-w", "-c"]


class Tree:
    """A copy of the sources in which files can be damaged, and tests compiled and linked."""

    def __init__(self, build, folder, leave=()):
        """Files to `leave` are not copied: somebody else writes them."""
        self.build = build
        self.folder = folder
        self.root = build.project.root
        self.leave = leave
        for name in SOURCE_FOLDERS:
            if (self.root / name).is_dir():
                self._refresh(self.root / name)

    def _refresh(self, source):
        wanted = set()
        for path in source.rglob("*"):
            if path.suffix in (".h", ".cpp", ".hpp", ".inc", ".def"):
                copy = self.place(path)
                wanted.add(copy)
                if path not in self.leave:
                    self.write(path, path.read_text(encoding="utf-8"))
        for copy in self.place(source).rglob("*"):
            if copy.is_file() and copy not in wanted:
                copy.unlink()

    def place(self, path):
        return self.folder / path.relative_to(self.root)

    def write(self, path, text):
        """Replaces a file of the copy, whose date changes only with its text."""
        copy = self.place(path)
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")

    def compile_command(self, source, flags=()):
        """How the copy of a source is compiled; its name is the last word."""
        words = []
        for word in plain(self.build.compile[source]):
            for name in SOURCE_FOLDERS:
                word = re.sub(rf"^(-I)?{re.escape(str(self.root / name))}(?=/|$)", rf"\g<1>{self.folder / name}", word)
            words.append(word)
        return [*words, *flags, os.fspath(self.place(source))]

    def compile(self, source, out):
        """(status, output)"""
        return run([*self.compile_command(source), "-o", os.fspath(out)], self.build.folder)

    def link(self, source, obj, extra, out):
        """Links a test whose object is `obj`, with other objects in front of the library's."""
        link = list(self.build.link_command(source))
        link[link.index("-o") + 1] = os.fspath(out)
        at = next(i for i, word in enumerate(link) if word.endswith(f"{source.name}.o"))
        link[at:at + 1] = [os.fspath(obj), *map(os.fspath, extra if self.build.needs_library(source) else [])]
        return run(link, self.build.folder)


def run(command, folder):
    """(status, output) of a tool."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False)
        return done.returncode, done.stdout
    except OSError as error:
        return 1, str(error)


def run_test(program, folder, environment, cpu_seconds, wall_seconds):
    """(status, seconds of processor time, stopped): its output is of no interest. The limit on processor time
    stops what spins, on however busy a machine; the other one what sleeps. Moments in which this process does not
    run either do not count."""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))

    with subprocess.Popen([program], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limits,
                          env={**os.environ, **environment}) as process:
        stopped = False
        pause, waited, before = 0.002, 0.0, time.monotonic()
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            waited += min(time.monotonic() - before, 2 * pause)
            before = time.monotonic()
            if waited > wall_seconds and not stopped:
                stopped = True
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
        process.returncode = os.waitstatus_to_exitcode(status)
        try:
            os.killpg(process.pid, signal.SIGKILL)  # what it has left behind
        except ProcessLookupError:
            pass
        stopped = stopped or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        return process.returncode, usage.ru_utime + usage.ru_stime, stopped
