"""What the 340 runs in appendix A.2 of the YPP thesis say about its statements. The numbers are
those of published/ypp_appendix_a2_runs.csv, and gains are (old - new) / old of mean times."""

import functools
from typing import Any

import numpy as np

from galois_cps.runs import bootstrap, stats

from ..engine.judge import published

_RUNS = "ypp_appendix_a2_runs.csv"
_OLD, _NEW = "depthpool", "performance_driven"
_CLIQUE, _SEMIGROUPS = "maxclique-16", "NS-hivert"
_SIZES = (5, 10, 15, 20)
_WORKERS = 15  # per cluster node

# Printed percentages of chapter 4: scenario, program, cluster nodes.
_STATED = {("isolated", _CLIQUE, 5): 11.41, ("isolated", _CLIQUE, 15): 0.62,
           ("isolated", _CLIQUE, 20): 1.11, ("isolated", _SEMIGROUPS, 20): 10.06,
           ("simultaneous", _SEMIGROUPS, 5): 9.36, ("simultaneous", _SEMIGROUPS, 20): 13.46,
           ("simultaneous", _CLIQUE, 20): 8.01}

# Numerical semigroups by genus, from 0 (J. Fromentin, F. Hivert, "Exploring the tree of numerical
# semigroups", 2016). A search to genus g visits all up to g.
SEMIGROUPS = (
    1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204, 343, 592, 1001, 1693, 2857, 4806, 8045, 13467, 22464,
    37396, 62194, 103246, 170963, 282828, 467224, 770832, 1270267, 2091030, 3437839, 5646773,
    9266788, 15195070, 24896206, 40761087, 66687201, 109032500, 178158289, 290939807,
    474851445, 774614284, 1262992840, 2058356522, 3353191846, 5460401576, 8888486816,
    14463633648, 23527845502)


@functools.cache
def _times() -> dict[tuple[str, str, int, str], np.ndarray]:
    """{(scenario, program, nodes, policy): seconds of the runs}."""
    found: dict[tuple[str, str, int, str], list[float]] = {}
    for row in published.printed(_RUNS):
        key = (row["scenario"], row["benchmark"], int(row["nodes"]), row["policy"])
        found.setdefault(key, []).append(float(row["time_ms"]) / 1000)
    return {key: np.array(times) for key, times in found.items()}


def _means(scenario: str, program: str, nodes: int) -> tuple[float, float]:
    """Mean time of the old and of the new policy."""
    return tuple(float(_times()[scenario, program, nodes, policy].mean())
                 for policy in (_OLD, _NEW))  # type: ignore[return-value]  # a pair


def _gain(scenario: str, program: str, nodes: int) -> float:
    old, new = _means(scenario, program, nodes)
    return 100 * (old - new) / old


def x_49() -> dict[str, Any]:
    """Equation 4.1 divides by the new time; the printed percentages are compared with both."""
    cases, by_new, by_old = [], [], []
    for (scenario, program, nodes), printed in _STATED.items():
        old, new = _means(scenario, program, nodes)
        by_new.append(abs(100 * (old - new) / new - printed))
        by_old.append(abs(100 * (old - new) / old - printed))
        value = 100 * (old - new) / new
        cases.append([f"{scenario} {program} {nodes}", value, value, value])
    verdict = "disagrees" if max(by_old) < max(by_new) else "agrees"
    return {"verdict": verdict, "value": max(by_old), "cases": cases, "reason":
            f"With the old time as denominator all {len(cases)} percentages are met within "
            f"{max(by_old):.3f} points, with the new time they are up to {max(by_new):.2f} off."}


def x_50() -> dict[str, Any]:
    """MaxClique is consistently faster: intervals of the gain by size, and medians."""
    generator = np.random.default_rng(1)
    cases = []
    for nodes in _SIZES:
        means = {}
        for policy in (_OLD, _NEW):
            times = _times()["isolated", _CLIQUE, nodes, policy]
            picks = bootstrap.picks(len(times), seed=generator)
            means[policy] = times[picks].mean(axis=1)
        low, high = bootstrap.interval(100 * (1 - means[_NEW] / means[_OLD]))
        cases.append([f"isolated {nodes}", _gain("isolated", _CLIQUE, nodes), low, high])
    old, new = (stats.median(_times()["simultaneous", _CLIQUE, 5, policy])
                for policy in (_OLD, _NEW))
    shown = [row[0] for row in cases if row[2] > 0]
    good = len(shown) == len(cases) and new < old
    return {"verdict": "agrees" if good else "disagrees", "value": min(row[1] for row in cases),
            "low": min(row[2] for row in cases), "high": max(row[3] for row in cases),
            "cases": cases, "reason":
            f"The interval of the gain lies above zero at {', '.join(shown) or 'no size'}. With 5 "
            f"shared nodes the medians change by {100 * (old - new) / old:.1f} %."}


def x_51() -> dict[str, Any]:
    """The new policy doubles MaxClique's variability, (max - min) / min: new over old by size."""
    cases = []
    for nodes in _SIZES:
        spread = {policy: times.max() / times.min() - 1 for policy in (_OLD, _NEW)
                  for times in [_times()["isolated", _CLIQUE, nodes, policy]]}
        ratio = float(spread[_NEW] / spread[_OLD])
        cases.append([f"isolated {nodes}", ratio, ratio, ratio])
    reversed_at = [row[0] for row in cases if row[1] < 1]
    mean = stats.geometric_mean(row[1] for row in cases)
    factors = ", ".join(f"{row[1]:.2f}" for row in cases)
    return {"verdict": "disagrees" if reversed_at else "agrees", "value": mean, "cases": cases,
            "reason": f"The factors are {factors} on 5 to 20 nodes. It is the other way round at "
            f"{', '.join(reversed_at) or 'no size'}."}


def x_63() -> dict[str, Any]:
    """The gain grows with the nodes: rates per worker, alone, on 5 and on 20 cluster nodes."""
    cases = []
    for label, key, genus, workers in (
            ("alone", ("single_thread", _SEMIGROUPS, 1), 37, 1),
            ("5 nodes", ("isolated", _SEMIGROUPS, 5), 47, 5 * _WORKERS),
            ("20 nodes", ("isolated", _SEMIGROUPS, 20), 47, 20 * _WORKERS)):
        work = sum(SEMIGROUPS[:genus + 1]) / 1e6 / workers
        for policy, seconds in zip(("old", "new"), _means(*key)):
            rate = work / seconds
            cases.append([f"{label}, {policy}", rate, rate, rate])
    most, first = _gain("isolated", _SEMIGROUPS, 20), _gain("isolated", _SEMIGROUPS, 5)
    share = (most - first) / most
    return {"verdict": "agrees" if share > 0.5 else "disagrees", "value": share, "cases": cases,
            "reason": f"Of the gain of {most:.2f} %, {most - first:.1f} points appear beyond 5 "
            "nodes. The cases are millions of tree nodes per second and worker."}
