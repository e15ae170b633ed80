"""Whether an entry is complete and right: it builds, its answers are right, and its queue keeps what it promises."""

import dataclasses
import datetime
import time
from collections.abc import Callable, Iterator

from galois_cps.runs import UserError, results
from lab.peers import execute, plan
from lab.peers.adapter_process import Limits, free_mib

from . import build, inputs, mixes
from .entry import QUEUE, Entry

# Graphs of the check, by name: how graph-gen makes them.
GRAPHS = {"road": ("road", ["--nodes=20000"]), "rmat": ("rmat", ["--scale=12", "--edge-factor=8"]),
          "sparse": ("uniform", ["--nodes=1000", "--edge-factor=1"])}
WEIGHTS = "uniform:1:10000"
THREADS = (1, 2, 4)
_SOURCES = "random:3"


@dataclasses.dataclass(frozen=True)
class Plan:
    """How much is done. A fault that happens once in N items is missed with probability exp(-items / N)."""

    items: int = 1 << 24
    history: int = 100_000
    graphs: tuple[str, ...] = tuple(GRAPHS)
    seed: int = 1
    timeout: float = 120.0


def run(entry: Entry, builds: build.Builds, checkout: str, what: Plan, say: Callable[[str], None]) -> list[str]:
    """Checks an entry; returns what is wrong with it. It is noted as checked if nothing is."""
    wrong = []

    def step(name: str, found: Iterator[tuple[bool, str]]) -> None:
        try:
            for good, text in found:
                say(f"  {name:9} {text}")
                if not good:
                    wrong.append(f"{name}: {text}")
        except UserError as error:
            say(f"  {name:9} {error}")
            wrong.append(f"{name}: {error}")

    say(f"{entry.name}: {entry.title}")
    step("complete", iter([(True, f"{entry.folder / 'entry.toml'}: {entry.kind}, {entry.licence}")]))
    step("builds", _builds(entry, builds, checkout))
    if wrong:
        return wrong
    step("answers", _answers(entry, builds, what))
    if entry.kind == QUEUE:
        for threads in (1, 4):
            step("counts", _counts(entry, builds, what, threads))
        step("history", _history(entry, builds, what))
    if not wrong:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        builds.note(entry.name, dataclasses.replace(builds.noted()[entry.name], checked=today))
    return wrong


def _builds(entry: Entry, builds: build.Builds, checkout: str) -> Iterator[tuple[bool, str]]:
    began = time.monotonic()
    built = builds.make(entry, checkout)
    yield True, f"{time.monotonic() - began:.0f} s: {built.command}"


def targets(builds: build.Builds, names: tuple[str, ...], seed: int) -> list[plan.Target]:
    """The graphs of the check, with weights from the seed."""
    folder = builds.folder / "inputs"
    made = []
    for name in names:
        kind, flags = GRAPHS[name]
        made.append(f"{name}=" + str(inputs.generated(kind, [*flags, f"--weights={WEIGHTS}", f"--seed={seed}"],
                                                      folder / f"check-{name}-{seed}.gr", builds.programs)))
    return plan.targets(made, _SOURCES, seed)


def _answers(entry: Entry, builds: build.Builds, what: Plan) -> Iterator[tuple[bool, str]]:
    out = builds.folder / "check" / f"{entry.name}.jsonl"
    out.unlink(missing_ok=True)
    peer = build.peer_of(entry, entry.settings, "check", builds.noted()[entry.name])
    executor = execute.Executor(builds, out, Limits(what.timeout, free_mib() * 3 / 4), what.seed)
    batches = list(plan.askings(targets(builds, what.graphs, what.seed), entry.questions, [peer], THREADS, 1,
                                what.seed))
    outcome = executor.run(batches, fresh=True)
    asked = sum(len(asking.sources) for batch in batches for asking in batch)
    right = len(results.successes(results.read(str(out))))
    threads = ", ".join(map(str, THREADS)) if entry.parallel else "1"
    yield right == asked, (f"{right} of {asked} right ({', '.join(entry.questions)} on {', '.join(what.graphs)} with "
                           f"{threads} threads)")
    for complaint in outcome.failed[:3]:
        yield False, complaint


def _counts(entry: Entry, builds: build.Builds, what: Plan, threads: int) -> Iterator[tuple[bool, str]]:
    mix = mixes.Mix(threads, what.items // threads, what.seed, timeout=what.timeout)
    found = mixes.counts(builds, entry, entry.settings, "check", mix)
    told = []
    for key, text in (("lost", "lost"), ("repeated", "returned more than once"),
                      ("invented", "returned that nobody had pushed")):
        if found[key]:
            told.append(f"{found[key]} {text}")
    if found["too_early"] and (threads == 1 or entry.about.get("empty", "item") != "any"):
        told.append(f"{found['too_early']} empty answers while items were there")
    whole = f"{found['pushed']:,} items of {threads} thread{'s'[:threads != 1]} in {found['seconds']:.0f} s: "
    yield not told, whole + (", ".join(told) or f"each returned once, {found['empty']} empty answers, none too early")


def _history(entry: Entry, builds: build.Builds, what: Plan) -> Iterator[tuple[bool, str]]:
    mix = mixes.Mix(4, what.history // 4, what.seed, start=1000, timeout=what.timeout)
    found = mixes.judged(builds, entry, entry.settings, mix)
    low, high = found.ranks.at_least.mean(), found.ranks.at_most.mean()
    promised = [f"empty {entry.about.get('empty', 'item')}", *entry.about.get("thread_order", [])]
    if "bound" in entry.about:
        promised.append(entry.about["bound"])
    faults = "; ".join(f"{fault.kind}: {fault.count} {fault.what}" for fault in found.faults)
    yield found.fits, (f"{len(found.history):,} operations of 4 threads, mean rank error {low:.3g} to {high:.3g}; " +
                       (f"broken: {faults}" if faults else f"fits {', '.join(promised)}"))


def require_checked(entry: Entry, builds: build.Builds) -> build.Built:
    """What was built of an entry that passed the check as it is now. Raises UserError."""
    known = builds.noted().get(entry.name)
    if known and known.checked and known.source == build.source_hash(entry, known.checkout):
        return known
    why = "has changed since it was checked" if known and known.checked else "has not passed its check"
    raise UserError(f"{entry.name} {why}; scripts/enter check {entry.name}")


def checked(entries: list[Entry], builds: build.Builds) -> list[Entry]:
    """Those that passed the check as they are now."""
    found = []
    for entry in entries:
        try:
            require_checked(entry, builds)
            found.append(entry)
        except UserError:
            pass
    return found
