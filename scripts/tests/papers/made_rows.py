"""Tidy rows, figures, claims and verdicts made from a seed, for tests of charts and of the
report."""

import types

import numpy as np

from papers.engine.judge import outcome
from papers.engine.show import charts

CASES = (("sssp", "road"), ("bfs", "road"), ("sssp", "web"), ("bfs", "web"))
TEN = ("mq0", "mq", "reld", "smq", "smq.default", "smq-skiplist", "obim", "obim.13", "pmod",
       "spraylist")
PARTS = {"good": 0.4, "useless": 0.15, "enqueue": 0.15, "dequeue": 0.15, "failed_dequeue": 0.05,
         "other": 0.1}


def catalogue(figures=()):
    """What charts and the report use of a catalogue."""
    labels = {"mq0": "MQ, C = 4", "mq": "MQ, buffered", "reld": "RELD", "smq": "SMQ tuned",
              "smq.default": "SMQ default", "smq-skiplist": "SMQ on skip lists",
              "obim": "OBIM tuned", "obim.13": "OBIM delta 13", "pmod": "PMOD",
              "spraylist": "SprayList"}
    series = {name: types.SimpleNamespace(name=name, label=label) for name, label in labels.items()}
    return types.SimpleNamespace(series=series, figures={each.id: each for each in figures})


def figure(chart, name="smq-fig17", **options):
    """A figure of a kind of chart."""
    titles = {"heatmap": "Steal probability and steal size", "by_threads": "All schedulers by threads",
              "bars": "Times", "breakdown": "Where cycles go", "history": "Merge factor over time",
              "scatter": "Priority drift and redundant work", "table": "Input graphs",
              "means": "Geometric means", "lines": "Times by delta",
              "published": "Mean time by nodes", "by_run": "Single runs"}
    paper = name.split("-")[0]
    return types.SimpleNamespace(
        id=name, paper=paper, covers=("Fig. 17",), title=titles[chart], caption="Made for a test.",
        chart=chart, kinds=("T", "S"), runs=(), options=options, blocked="", needs=())


def draw(kind, rows, folder, **options):
    """The pictures of a figure of a kind of chart, in a folder."""
    return charts.draw(figure(kind, "smq-x", **options), rows, catalogue(), folder)


def row(metric, value, source="S", case=CASES[0], series="smq", parameters="", threads=64, turn=0,
        record="runs.jsonl:1"):
    """One tidy row."""
    return {"figure": "f", "source": source, "app": case[0], "graph": case[1], "series": series,
            "parameters": parameters, "threads": threads, "round": turn, "seed": turn,
            "metric": metric, "value": value, "record": record}


def heat_rows(cases=CASES, size=6, rounds=3, failures=2, source="S"):
    """A sweep of two parameters of smq, with its baseline; some cells fail."""
    generator = np.random.default_rng(7)
    rows = []
    for number, case in enumerate(cases):
        for turn in range(rounds):
            time, tasks = 0.8 * generator.lognormal(0, 0.03), 1e5
            rows += [row("time_s", time, source, case, "mq0", "", 64, turn),
                     row("tasks.executed", tasks, source, case, "mq0", "", 64, turn)]
            for i in range(size):
                for j in range(size):
                    parameters = f"steal-prob={'1' if not i else f'1/{4 ** i}'} steal-size={4 ** j}"
                    if turn == 0 and number == 0 and i == size - 1 and j >= size - failures:
                        rows.append(row("failure", float("nan"), source, case, "smq", parameters,
                                        64, turn, "ran out of time after 60 s"))
                        continue
                    if number == 0 and i == size - 1 and j >= size - failures:
                        continue
                    work = 1 + 0.04 * (j + i / 2) ** 2
                    speed = 2.3 * np.exp(-0.12 * (i - 1.5) ** 2 - 0.1 * (j - 1 - number % 2) ** 2)
                    rows += [row("time_s", 0.8 / speed * generator.lognormal(0, 0.03), source, case,
                                 "smq", parameters, 64, turn),
                             row("tasks.executed", tasks * work, source, case, "smq", parameters, 64,
                                 turn)]
    return rows


def thread_rows(cases=CASES[:2], series=TEN, threads=(1, 4, 16, 64), rounds=5, source="S"):
    """Times and tasks by threads; the SprayList fails at the greatest count."""
    generator = np.random.default_rng(3)
    rows = []
    for case in cases:
        for index, name in enumerate(series):
            for count in threads:
                for turn in range(rounds):
                    if name == "spraylist" and count == threads[-1]:
                        rows.append(row("failure", float("nan"), source, case, name, "", count, turn,
                                        "ran out of time after 60 s"))
                        continue
                    noise = generator.lognormal(0, 0.04)
                    time = (1 + 0.12 * index) / count ** (0.95 - 0.05 * index) * noise
                    rows += [row("time_s", time, source, case, name, "", count, turn),
                             row("tasks.executed", 1e5 * (1 + 0.02 * index * np.log2(count)) * noise,
                                 source, case, name, "", count, turn)]
    return rows


def breakdown_rows(cases=CASES[:2], series=TEN[:6], rounds=2):
    """Shares of six categories."""
    generator = np.random.default_rng(5)
    rows = []
    for case in cases:
        for name in series:
            for turn in range(rounds):
                shares = generator.dirichlet([30 * share for share in PARTS.values()])
                rows += [row(f"breakdown.{part}", share, "S", case, name, "", 40, turn)
                         for part, share in zip(PARTS, shares)]
        rows.append(row("failure", float("nan"), "S", case, "spraylist", "", 40, 0, "exit status 1"))
    return rows


def history_rows(cases=CASES[:2]):
    """A merge factor that changes during a run."""
    generator = np.random.default_rng(6)
    return [row(f"history.lmf.{0.1 * step:.1f}", float(value), "S", case, name, "", 40, turn)
            for case in cases for name in ("pmod", "obim") for turn in range(3)
            for step, value in enumerate(np.cumsum(generator.integers(0, 3, 12)))]


def scatter_rows(cases=CASES[:3]):
    """Drift and redundant work of several series, correlated."""
    generator = np.random.default_rng(9)
    rows = []
    for case in cases:
        for name in TEN[:6]:
            for count in (16, 64):
                drift = float(generator.lognormal(3, 1))
                rows += [row("drift.mean", drift, "S", case, name, "", count),
                         row("wasted_work", 1 + drift / 60 * generator.lognormal(0, 0.2), "S", case,
                             name, "", count)]
    return rows


def claims(count=30):
    """Claims of five of the papers with every kind of verdict, and three contradictions."""
    papers = ("smq", "pmod", "hdcps", "pd", "ypp")
    found = []
    for index in range(count):
        paper = papers[index % 5]
        found.append(types.SimpleNamespace(
            id=f"{paper}-{index + 1:02}", paper=paper, source=f"Section {index % 6 + 1}, Fig. {index}",
            says=f"Scheduler {index} is faster than <the> classic Multi-Queue & needs no tuning",
            figures=("smq-heatmap",) if index % 3 == 0 else ("smq-by_threads", "smq-not-there"),
            kinds=("S", "T*"), case=("app", "graph"), also={}, published="", evidence="runs",
            words={"where": "threads >= 40", "value": "time(mq0) / time(smq.best)",
                   "agrees": "all(value > 1) and gm(value) >= 1.5", "summary": "gm(value)",
                   **({"disagrees": "gm(value) < 1.1"} if index % 2 else {})},
            testable="", reason="", decides=index % 6 == 1, contradiction=False, readings=(),
            consequence="", decided=""))
    for index in range(3):
        found.append(types.SimpleNamespace(
            id=f"x-{index + 1:02}", paper="", source="HD-CPS, algorithm 2", figures=(), kinds=(),
            words={}, also={}, published="", decides=False,
            says="What happens when the priority drift has improved",
            readings=("The factor rises.", "The factor falls."), contradiction=True,
            consequence="The feedback runs in opposite directions.", reason="Pinned by a test.",
            decided=("second", "", "first")[index]))
    return found


def verdicts(claims_):
    """A verdict of each kind in turn; every fourth claim has a second one, of real threads."""
    names = ("agrees", "disagrees", "tends to agree", "tends to disagree", "open", "too small",
             "not run", "not testable", "blocked", "consistent with itself",
             "agrees in direction, not in size")
    generator = np.random.default_rng(11)
    nothing = float("nan")
    found = []
    for index, claim in enumerate(claims_):
        name = names[index % len(names)]
        decided = index % len(names) < 5
        value = float(generator.lognormal(0.3, 0.3)) if decided else nothing
        cases = tuple(outcome.CaseValue(f"{app}, {graph}", value * 1.1, value * 0.9, value * 1.3)
                      for app, graph in CASES)
        found.append(outcome.Verdict(
            claim.id, name, "S" if decided else "", value, value * 0.93, value * 1.08,
            cases if decided else (), "" if decided else f"{name}: 64 cores need 256,000 nodes",
            claim.figures))
        if index % 4 == 0:
            found.append(outcome.Verdict(claim.id, "tends to agree", "T", 1.2, figures=claim.figures))
    return found
