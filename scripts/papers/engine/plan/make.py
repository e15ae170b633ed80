"""What `figures make` does: graphs, programs, runs, tidy tables."""

import dataclasses
import shlex
import sys
import time
from collections.abc import Callable, Sequence

from galois_cps.runs import UsageError
from lab.bench import runner

from . import kinds, plan, tidy
from .catalogue import Figure
from .execute import Executor, Outcome
from .plan import Cell
from .session import Session
from .stops import Stops

BLOCKED = 3


@dataclasses.dataclass
class Options:
    """How to make figures."""

    budget: float = 0.0
    jobs: int = 1
    build: bool = True
    dry_run: bool = False
    fresh: bool = False
    series: tuple[str, ...] = ()  # run only these and the baselines; (): all
    apps: tuple[str, ...] = ()  # run only these applications; (): all
    graphs: tuple[str, ...] = ()  # run on only these graphs; (): all

    def take(self, cell: Cell) -> bool:
        """Whether a cell is of the applications and graphs that are wanted."""
        return ((not self.apps or cell.app in self.apps)
                and (not self.graphs or cell.graph in self.graphs))


def say(text: str) -> None:
    """Tells the user something; results alone go to standard output."""
    print(text, file=sys.stderr)


def make(session: Session, figures: Sequence[Figure], options: Options, asked: bool = True,
         draw: Callable[[Sequence[Figure]], None] = lambda figures: None) -> int:
    """Makes the figures; the exit status. `asked` says that the user named them one by one. `draw`
    draws the charts of those that are not blocked."""
    reasons = {figure.id: session.planner.blocked(figure) for figure in figures}
    blocked = {name: why for name, why in reasons.items() if why}
    for name, why in blocked.items():
        if asked:
            say(f"{name} is blocked: {why}")
    ready = [figure for figure in figures if figure.id not in blocked]
    idle = [figure for figure in ready if _is_idle(session, figure)]
    if asked and idle:
        words = (f"no runs with {plan.WORDS[kind]}" for kind in session.kinds)
        why = f"{', '.join(figure.id for figure in idle)}: there are {' and '.join(words)}"
        if idle == ready:
            raise UsageError(f"{why}, so that nothing is left to make")
        say(why)
    started = time.monotonic()
    outcome = _run(session, ready, options)
    _of_kinds(session, ready, options, started, outcome)
    if not options.dry_run:
        write(session, session.with_sources(ready, options.series))
        draw(ready)
    for text in outcome.failed + outcome.differ:
        say(text)
    if outcome.left:
        say(f"{outcome.left} runs are left for lack of time; the same command goes on with them")
    if outcome.failed or outcome.differ:
        return 1
    return BLOCKED if blocked and asked else 0


def _is_idle(session: Session, figure: Figure) -> bool:
    """Whether a figure has runs, but none of the kinds that are wanted."""
    there = {*figure.kinds, *(kind.source for kind in kinds.of(figure))} - {""}
    return bool(there) and not there & set(session.kinds)


def write(session: Session, figures: Sequence[Figure]) -> None:
    """Writes the tidy tables of figures."""
    for figure in figures:
        table = kinds.rows(session, figure)
        if table:
            tidy.write(session.folder / "tidy" / f"{figure.id}.csv", table)


def _run(session: Session, figures: Sequence[Figure], options: Options) -> Outcome:
    """Runs what is missing: first the figures that cells are chosen from, then those that wait."""
    everything = session.with_sources(figures, options.series)
    first = [figure for figure in everything if not session.planner.sources(figure)]
    second = [figure for figure in everything if session.planner.sources(figure)]
    asked = {figure.id for figure in figures}
    found = _wanted(session, everything, second, options, asked)
    for note in found.notes:
        say(note)
    if (options.apps or options.graphs) and not found.cells and not found.undecided:
        raise UsageError("none of these figures runs these applications on these graphs")
    # Later builds would change programs that have run, so those of undecided cells are built now.
    _with_programs(session, [*found.cells, *found.undecided], options)
    no_build = dataclasses.replace(options, build=False)
    cells = _with_programs(session, found.cells, no_build, quiet=True)
    _prepare(session, cells, figures, options)
    total, started = Outcome(), time.monotonic()
    share = len(found.cells) / max(1, len(found.cells) + len(found.undecided))
    early = [cell for cell in cells if not cell.fresh]
    if not second:
        share = 1.0
    for number, part in enumerate((first, second)):
        if not part:
            continue
        if number:
            late = _wanted(session, second, second, options, asked)
            batch = _with_programs(session, late.cells, no_build, quiet=True)
            if late.undecided:
                say(f"{len(late.undecided)} cells wait for the runs that their values are "
                    "chosen from")
        else:
            batch = early
        budget = options.budget * (share if number == 0 else 1.0)
        _batch(session, batch, options, started + budget if budget else None, total)
    return total


def _wanted(session: Session, figures: Sequence[Figure], tuned: Sequence[Figure], options: Options,
            asked: set[str]) -> plan.Wanted:
    """What figures want of the applications and graphs that were asked for. `tuned` are those whose
    series run their best cells."""
    found = session.planner.wanted(figures, session.kinds, session.chosen(tuned), options.series, asked)
    return dataclasses.replace(found, cells=list(filter(options.take, found.cells)),
                               undecided=list(filter(options.take, found.undecided)))


def _of_kinds(session: Session, figures: Sequence[Figure], options: Options, started: float,
              total: Outcome) -> None:
    """Makes what ordinary runs do not give; a dry run prints the commands."""
    pairs = [(kind, figure) for kind in kinds.every() if kind.source in (*session.kinds, "")
             for figure in figures if kind.is_for(figure)]
    if options.dry_run:
        for kind, figure in pairs:
            for command in kind.commands(session, figure, options.fresh):
                print(command)
        return
    programs = {name: set() for kind, figure in pairs for name in kind.programs(figure)}
    absent = session.builds.missing({"release": programs})
    if absent and options.build:
        session.builds.build(absent, say)
    work = _work(options, started + options.budget if options.budget else None, total)
    for kind, figure in pairs:
        kind.make(session, figure, work)


def _work(options: Options, deadline: float | None, total: Outcome) -> kinds.Work:
    return kinds.Work(deadline, options.jobs, options.build, options.fresh, say, total)


def _batch(session: Session, cells: Sequence[Cell], options: Options, deadline: float | None,
           total: Outcome) -> None:
    rounds = plan.rounds_of(cells, session.rounds)
    stops = Stops(session.catalogue.figures, cells, session.store)
    if options.dry_run:
        stopped = stops.keys()
        for run in (run for batch in rounds for run in batch
                    if options.fresh or not (session.store.done(run) or run.config.key in stopped)):
            virtual = run.config.build.startswith("virtual")
            seed = run.repeat + 1 if virtual else None
            folder = str(session.builds.folder(run.config.build))
            print(runner.replay(run.config.command(folder, "", True, seed)))
        return
    if options.fresh:
        session.store.forget(run for batch in rounds for run in batch)
    simulated = {cell.config.key for cell in cells if cell.source == "S"}
    executor = Executor(session.store, session.builds, session.scale.timeout, options.jobs,
                        simulated)
    total.add(executor.run(rounds, deadline, stops.keys))


def _with_programs(session: Session, cells: Sequence[Cell], options: Options,
                   quiet: bool = False) -> list[Cell]:
    """The cells whose programs exist, after building what is missing if that is wanted."""
    missing = session.builds.missing(plan.needed(cells))
    if missing and options.build and not options.dry_run:
        session.builds.build(missing, say)
        missing = session.builds.missing(plan.needed(cells))
    if missing and not quiet:
        for preset, programs in missing.items():
            names = ", ".join(f"{name} ({', '.join(sorted(policies))})" if policies else name
                              for name, policies in sorted(programs.items()))
            say(f"preset {preset} is not built with {names}; to build it:")
        for command in session.builds.commands(missing):
            say(f"  {shlex.join(command)}")
    return [cell for cell in cells
            if options.dry_run
            or session.builds.has(cell.config.build, cell.config.app, cell.config.wl)]


def _prepare(session: Session, cells: Sequence[Cell], figures: Sequence[Figure],
             options: Options) -> None:
    """Makes the graphs that the cells run on, and those that tables describe."""
    names = [cell.graph for cell in cells]
    for figure in figures:
        for given in figure.options.get("sets", []):
            for kind in session.kinds:
                names += [case.graph for case in
                          session.catalogue.cases(given, session.scale.name, kind)]
    lacking = [name for name in dict.fromkeys(names)
               if not session.graphs.there(name) and not session.graphs.generated(name)]
    if options.dry_run:
        for name in lacking:
            print(f"# {shlex.join(session.graphs.command(name, session.graphs.path(name)))}"
                  if session.graphs.can_be_made(name) else f"# {session.graphs.advice(name)}")
        return
    tools = {tool: set() for tool in session.graphs.tools(lacking)}
    absent = session.builds.missing({"release": tools})
    if absent and options.build:
        session.builds.build(absent, say)
    session.graphs.prepare(lacking, say)
    work = _work(options, None, Outcome())
    for figure in figures:
        for kind in kinds.of(figure):
            kind.prepare(session, figure, work)
