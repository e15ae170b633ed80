"""Claims of the paper, judged by its own tables.

These tables have one number per case and no spread, so there are no intervals: a criterion holds for
the printed numbers, or it does not.
"""

from ..engine.judge import published
from ..engine.judge.published import Found


def pmod_18() -> Found:
    """PMOD and tuned OBIM lead OBIM at its default, then RELD and MQ, then SprayList."""
    speeds = _pmod("geomean_speedup_vs_1_thread_obim")
    order = ["PMOD", "obim-O", "obim-D", "RELD", "MQ", "SL"]
    steps = {(f"{one} / {two}",): speeds[one] / speeds[two] for one, two in zip(order, order[1:])}
    values = list(steps.values())
    ties, least = (values[0], values[3]), min(values[at] for at in (1, 2, 4))
    agrees = least > 1 and all(1 / 1.1 <= tie <= 1.1 for tie in ties)
    return published.compared(agrees, speeds["MQ"] > speeds["obim-D"], least, steps,
                  "The printed geometric means have this order.",
                  "MQ is ahead of OBIM at its default.")


def pmod_19() -> Found:
    """PMOD is the nearest to the best of each case, with 0.85 or more."""
    shares = _pmod("geomean_speedup_vs_best_cps")
    return published.compared(shares["PMOD"] == max(shares.values()) and shares["PMOD"] >= 0.85, None,
                  shares["PMOD"], {(name,): share for name, share in shares.items()},
                  "PMOD's share is the largest. The other column of the table excludes it (x-37).")


def _pmod(metric: str) -> dict[str, float]:
    return {row["scheduler"]: row["value"] for row in published.rows("pmod_table05_geomeans")
            if row["metric"] == metric}
