"""What `figures make` does: graphs, programs, runs, tidy tables, charts."""

import dataclasses
import shlex
import sys
import time
from collections.abc import Sequence

from lab.bench import runner

from . import plan, tidy
from .kinds import measured_costs, model_runs
from ..show import pictures
from ...hdcps import oracle, swarm_runs
from ...pmod import traces
from .catalogue import Figure
from .execute import Executor, Outcome
from .plan import Cell
from .session import Session

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


def say(text: str) -> None:
    """Tells the user something; results alone go to standard output."""
    print(text, file=sys.stderr)


def make(session: Session, figures: Sequence[Figure], options: Options, asked: bool = True) -> int:
    """Makes the figures; the exit status. `asked` says that the user named them one by one."""
    reasons = {figure.id: session.planner.blocked(figure) for figure in figures}
    blocked = {name: why for name, why in reasons.items() if why}
    for name, why in blocked.items():
        if asked:
            say(f"{name} is blocked: {why}")
    ready = [figure for figure in figures if figure.id not in blocked]
    started = time.monotonic()
    outcome = _run(session, ready, options)
    outcome.left += _processes(session, ready, options, started)
    outcome.left += _traces(session, ready, options, started)
    _searches(session, ready, options, started, outcome)
    outcome.left += _models(session, ready, options, started)
    if not options.dry_run:
        write(session, session.with_sources(ready, options.series))
        draw(session, ready, options.jobs)
    for text in outcome.failed + outcome.differ:
        say(text)
    if outcome.left:
        say(f"{outcome.left} runs are left for lack of time; the same command goes on with them")
    if outcome.failed or outcome.differ:
        return 1
    return BLOCKED if blocked and asked else 0


def write(session: Session, figures: Sequence[Figure]) -> None:
    """Writes the tidy tables of figures."""
    for figure in figures:
        table = session.rows(figure)
        if table:
            tidy.write(session.folder / "tidy" / f"{figure.id}.csv", table)


def draw(session: Session, figures: Sequence[Figure], jobs: int) -> None:
    """Draws the charts of figures, and prints their places."""
    for drawn in pictures.of(session, figures, jobs).values():
        for picture in drawn:
            print(picture.path)


def _run(session: Session, figures: Sequence[Figure], options: Options) -> Outcome:
    """Runs what is missing: first the figures that cells are chosen from, then those that wait."""
    everything = session.with_sources(figures, options.series)
    first = [figure for figure in everything if not session.planner.sources(figure)]
    second = [figure for figure in everything if session.planner.sources(figure)]
    found = session.planner.wanted(everything, session.kinds, session.chosen(second),
                                   options.series)
    for note in found.notes:
        say(note)
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
            late = session.planner.wanted(second, session.kinds, session.chosen(second),
                                          options.series)
            batch = _with_programs(session, late.cells, no_build, quiet=True)
            if late.undecided:
                say(f"{len(late.undecided)} cells wait for the runs that their values are "
                    "chosen from")
        else:
            batch = early
        budget = options.budget * (share if number == 0 else 1.0)
        _batch(session, batch, options, started + budget if budget else None, total)
    return total


def _processes(session: Session, figures: Sequence[Figure], options: Options,
               started: float) -> int:
    """Does the runs of figures that need no graph; returns the number of those that are left."""
    mine = [figure for figure in figures if model_runs.is_for(figure)]
    if not mine or "T" not in session.kinds:
        return 0
    if options.dry_run:
        for figure in mine:
            for run in model_runs.runs(session, figure):
                if options.fresh or not run.path.exists():
                    print(shlex.join([model_runs.program(figure), *run.args]))
        return 0
    absent = session.builds.missing({"release": {model_runs.program(each): set() for each in mine}})
    if absent and options.build:
        session.builds.build(absent, say)
    deadline = started + options.budget if options.budget else None
    return sum(model_runs.make(session, figure, deadline, options.fresh, say) for figure in mine)


def _traces(session: Session, figures: Sequence[Figure], options: Options, started: float) -> int:
    """Computes the traces of tasks that figures show; returns the number of those that are left."""
    mine = [figure for figure in figures if traces.is_for(figure)]
    if "T" not in session.kinds or options.dry_run:
        return 0
    deadline = started + options.budget if options.budget else None
    return sum(traces.make(session, figure, deadline, options.fresh, say) for figure in mine)


def _searches(session: Session, figures: Sequence[Figure], options: Options, started: float,
              total: Outcome) -> None:
    """Does the runs that depend on other runs; a dry run prints the first of them."""
    deadline = started + options.budget if options.budget else None
    for figure in filter(oracle.is_for, figures):
        if options.dry_run:
            for command in oracle.commands(session, figure):
                print(command)
        else:
            oracle.make(session, figure, deadline, options.jobs, options.fresh, total)


def _models(session: Session, figures: Sequence[Figure], options: Options, started: float) -> int:
    """Runs the models of figures on their simulated cores; returns the number of runs that are
    left."""
    mine = [figure for figure in figures if swarm_runs.is_for(figure)] if "S" in session.kinds else []
    if options.dry_run:
        for figure in mine:
            for run in swarm_runs.wanted(session, figure):
                if options.fresh or not run.path.exists():
                    print(shlex.join(run.command))
        return 0
    deadline = started + options.budget if options.budget else None
    return sum(swarm_runs.make(session, figure, deadline, options.jobs, options.fresh, say)
               for figure in mine)


def _batch(session: Session, cells: Sequence[Cell], options: Options, deadline: float | None,
           total: Outcome) -> None:
    rounds = plan.rounds_of(cells, session.rounds)
    if options.dry_run:
        for run in (run for batch in rounds for run in batch
                    if options.fresh or not session.store.done(run)):
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
    outcome = executor.run(rounds, deadline)
    total.ran += outcome.ran
    total.left += outcome.left
    total.failed += outcome.failed
    total.differ += outcome.differ


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
    measured_costs.make(session, figures, options.build, say)
