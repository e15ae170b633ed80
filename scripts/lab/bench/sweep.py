"""Runs a sweep: interleaved, resumable, every answer checked against the others."""

import datetime
import functools
import os

from galois_cps.runs import UserError, answers, machine, results

from . import commands, concurrent_runs, counters, policies, progress, ranks, runner, schedule


def run(sweep, builds, out, dry_run=False, stream=None, fresh=False):
    """Does the missing runs of a sweep and returns every record of the result file.

    builds maps a label ("" when there is only one, or a preset) to the folder of its programs. An
    interrupt leaves a file that a second call continues. `fresh` sets the file aside when all that can be
    checked before the first run is right. Raises UserError when nothing can start,
    and answers.AnswerMismatch when two runs of one problem disagree.
    """
    configs = sweep.configs(tuple(label for label in builds if label not in sweep.presets()))
    binaries = {config.program: _binary(sweep, config, builds) for config in configs}
    prints = {name: runner.fingerprint(path) for name, path in binaries.items()}
    _require_inputs(sweep)
    _require_policies(configs, binaries)
    plan = schedule.plan(configs, sweep.repeats, sweep.warmup, sweep.seed)
    if dry_run:
        for run_ in plan:
            argv = run_.config.command(builds.get(run_.config.build), "RECORD",
                                       _verifies(sweep, run_, set()), sweep.seed_of(run_))
            print(runner.replay(argv) + ("   # warm-up" if run_.warmup else ""))
        return []

    aside = results.set_aside(out) if fresh else ""
    records = results.read(out) if os.path.exists(out) else []
    done = results.finished(records)
    _require_same_programs(records, prints, out)
    book = answers.AnswerBook()
    for record in records:
        if "failure" not in record["bench"]:
            book.check(record)
    pending = [item for item in plan if item.ident not in done]
    meter = progress.Progress(pending, stream, sweep.jobs)
    if aside:
        meter.note(f"{out}: earlier runs are in {aside}")
    if len(pending) < len(plan):
        meter.note(f"{out}: {len(plan) - len(pending)} of {len(plan)} runs are there already")
    system = _look(sweep, pending, binaries, meter)
    hardware = counters.look() if sweep.counters and pending else counters.NONE
    if hardware.reason:
        meter.note(f"hardware counters are not available: {hardware.reason}")
    checked = {record["bench"]["key"] for record in records if record.get("verified") is True}
    hopeless, told = set(), set()

    def one(item, begun=None):
        """One run; the line for the result file. It may run in another thread."""
        record = measure(item, builds.get(item.config.build), prints[item.config.program], 0,
                         verify=_verifies(sweep, item, checked), seed=sweep.seed_of(item),
                         plan_seed=sweep.seed, timeout=sweep.timeout, begun=begun,
                         hardware=hardware)
        return machine.with_system(record, system)

    def keep(item, record):
        """Writes the record of a run and notes what is wrong with it."""
        record["bench"]["order"] = len(records)
        file.append(record)
        records.append(record)
        meter.finish(item, record["bench"]["wall_s"])
        failure = record["bench"].get("failure")
        if failure:
            text = complaint(record)
            if (item.config.key, text) not in told:
                told.add((item.config.key, text))
                meter.note(f"failed: {item.config.key}: {text}")
            if failure["timeout"] or failure.get("usage"):
                hopeless.add(item.config.key)
            return
        if sweep.jobs > 1 and "virtual" not in record:
            raise UserError(f"{item.config.app} ran on real threads, whose times runs side by side "
                            "change; --jobs is for simulated machines")
        if record.get("verified") is True:
            checked.add(item.config.key)
        book.check(record)

    with results.ResultFile(out) as file:
        if file.torn:
            meter.note(f"{out}: cut off a half-written last line")
        try:
            concurrent_runs.run(pending, sweep.jobs, one, keep, meter,
                                lambda item: item.config.key in hopeless)
        finally:
            meter.close()
    return records


def _look(sweep, pending, binaries, meter):
    """The settings of the machine, after a warning of each that makes times unreliable. Simulated times
    never are."""
    system = machine.look()
    if pending:
        simulated = {name: _is_simulated(*name, path) for name, path in binaries.items()}
        largest = max((os.path.getsize(item.config.input.path) for item in pending
                       if item.config.input.path), default=0)
        real = [item.config.threads for item in pending if not simulated[item.config.program]]
        for line in machine.warnings(system, max(real, default=0), largest, sweep.jobs):
            meter.note(f"warning: {line}")
    return system


def _is_simulated(build, program, path):
    """Whether the times of a program are those of a simulated machine."""
    if build in (commands.BUILD, ranks.REAL):
        return False
    return build == ranks.PRESET or ranks.on_nodes(program) or policies.is_simulated(path)


def complaint(record):
    """Why a run failed, with the last line that the program wrote about it."""
    failure = record["bench"]["failure"]
    last = failure["stderr"].splitlines()[-1:]
    return ": ".join([failure["reason"], *last])


def measure(item, folder, program, order, *, verify, seed, plan_seed, timeout, begun=None,
            hardware=counters.NONE, all_act=False):
    """Runs one run of a plan and returns its line for the result file.

    folder has the programs, and program is the fingerprint of this one. plan_seed decided the order
    of the plan; seed is the run's own, or None. begun is called with the process. hardware counts.
    With all_act, a run fails if a parameter of its configuration has no effect.
    """
    config = item.config
    foreign = isinstance(config, commands.Command)
    started = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    outcome = runner.run(lambda json_file: config.command(folder, json_file, verify, seed),
                         timeout, begun, counters=hardware,
                         make_record=functools.partial(commands.record, config) if foreign else None)
    bench = {
        "key": config.key, "config": config.dims(), "problem": config.problem,
        "repeat": item.repeat, "warmup": item.warmup, "seed": plan_seed, "order": order,
        "replay": runner.replay(config.command(folder, "", verify, seed)), "started": started,
        "wall_s": round(outcome.wall_s, 4), "program": program,
    }
    if foreign:
        bench["command"] = config.name
    if hardware.events:
        bench["counters"] = outcome.counters
    elif hardware.reason:
        bench["no_counters"] = hardware.reason
    idle = [name for name in runner.without_effect(outcome.stderr)
            if name in dict(config.params)] if all_act and outcome.record is not None else []
    if idle:
        bench["failure"] = {"reason": f"--{idle[0]} has no effect", "stderr": outcome.stderr,
                            "timeout": False, "usage": True}
        return {"bench": bench}
    if outcome.record is None:
        bench["failure"] = {"reason": outcome.reason, "stderr": outcome.stderr,
                            "timeout": outcome.reason.startswith("ran past"),
                            "usage": outcome.reason == runner.USAGE}
        return {"bench": bench}
    return {**outcome.record, "bench": bench}


def _verifies(sweep, item, checked):
    if sweep.verify == "first":
        return item.config.key not in checked
    return sweep.verify == "all"


def _binary(sweep, config, builds):
    """The path of the program of a configuration."""
    if isinstance(config, commands.Command):
        return commands.find(config)
    return runner.find_binary(builds[config.build], config.app,
                              config.build if config.build in sweep.presets() else "release")


def _require_inputs(sweep):
    sweep.check()
    for graph in sweep.graphs():
        if graph.path and not os.path.isfile(graph.path):
            raise UserError(f"no input file {graph.path}")


def _require_policies(configs, binaries):
    """Raises UsageError if a program does not have what it is to run with: worklists, algorithms,
    parameters."""
    wanted = {}
    for config in configs:
        if config.build != commands.BUILD and not ranks.runs_on(*config.program):
            program = binaries[config.program]
            worklists, algos, params = wanted.setdefault(program, ({}, {}, {}))
            worklists |= {config.wl: None} if config.wl else {}
            algos |= {config.algo: None} if config.algo else {}
            params |= {name: None for name, _ in config.params}
    for program, (worklists, algos, params) in wanted.items():
        policies.require(program, worklists)
        policies.require_flags(program, algos, params)


def _require_same_programs(records, prints, out):
    """Raises an error if the file has results of another build, because they would be averaged."""
    for record in records:
        bench = record["bench"]
        name = bench.get("command") or bench["config"]["app"]
        build = commands.BUILD if "command" in bench else bench["config"].get("build", "")
        now = prints.get((build, name))
        if now and bench["program"] != now:
            raise UserError(f"{out} was measured with another build of {name}; "
                            "write to a new --out, or begin anew (--fresh)")
