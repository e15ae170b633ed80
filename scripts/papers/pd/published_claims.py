"""Claims of the paper, judged by its own tables.

These tables have one number per case and no spread, so there are no intervals: a criterion holds for
the printed numbers, or it does not.
"""

from galois_cps.runs import stats

from ..engine.judge import published
from ..engine.judge.published import Found


def pd_07() -> Found:
    """Both protocols take the same time within 5 % in 12 of 14 programs."""
    receiver, sender = _deques("receiver_initiated"), _deques("sender_initiated")
    ratios = {name: receiver[name] / sender[name] for name in receiver}
    near = sum(abs(value - 1) <= 0.05 for value in ratios.values())
    mean = stats.geometric_mean(ratios.values())
    return published.compared(near >= 12, abs(mean - 1) > 0.05, mean, ratios,
                  f"They are within 5 % in {near} of {len(ratios)} programs.")


def pd_08() -> Found:
    """Private deques are as fast as concurrent ones in the geometric mean."""
    ratios = {(*name, protocol.partition("_")[0]): value
              for protocol in ("receiver_initiated", "sender_initiated")
              for name, value in _deques(protocol).items()}
    mean = stats.geometric_mean(ratios.values())
    return published.compared(0.95 <= mean <= 1.05, mean > 1.1, mean, ratios,
                  f"They take {min(ratios.values()):.2f} to {max(ratios.values()):.2f} times as "
                  "long.")


def pd_11() -> Found:
    """The paper's Chase-Lev deques are at most 8 % slower than Cilk Plus."""
    ratios = {name: 1 / value for name, value in _deques("cilk_plus").items()}
    worst = max(ratios.values())
    return published.compared(worst <= 1.08, None, worst, ratios,
                  f"They take {min(ratios.values()):.2f} to {worst:.2f} times as long.")


def pd_13() -> Found:
    """All 14 programs speed up by 15 or more on 30 cores."""
    speeds = {(row["label"],): row["value"] for row in published.rows("pd_figure04")
              if row["metric"] == "speedup"}
    least = min(speeds.values())
    return published.compared(least >= 15, None, least, speeds,
                  f"The speed-ups are {least} to {max(speeds.values())}.")


def _deques(scheduler: str) -> dict[tuple[str], float]:
    """Time over that of the concurrent deques, by program."""
    return {(row["label"],): 1 + row["value"] / 100 for row in published.rows("pd_figure04")
            if row["scheduler"] == scheduler and row["metric"] == "relative_time"}
