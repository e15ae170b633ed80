"""The words of claims.py: claims, their preconditions, and functions of vectors under the names that
the papers' readers know."""

from typing import Any

from .claims import Acted, Claim, Need, Ran
from .vectors import (argmax, argmin, at, count, exp, falling, first, gm, if_else, labels, last, log,
                      log2, mean, median, r2, rising, sd, share_of, slope, spearman, sqrt, unimodal)
from .vectors import every as all
from .vectors import greatest as max
from .vectors import least as min
from .vectors import some as any
from .vectors import total as sum

# What a case on software schedulers needs: with less, beginning and ending the loop decide.
LARGE = Need("nodes / threads", 20_000)
# What a claim stands on that names the SprayList among others (docs/worklists/spraylist.md).
NO_SPRAYLIST = "SprayList is not judged, since ours is another variant."


def most_threads_fastest(runs: Any) -> Any:
    """The share of three Multi-Queues that are faster with the largest number of threads than with
    any other, which a claim and a contradiction are about."""
    return (if_else(runs.time("mq0")
                    < min(runs.time("mq0", over="threads",
                                    threads=f"<{runs.threads}")), 1, 0)
            + if_else(runs.time("smq.published")
                      < min(runs.time("smq.published", over="threads",
                                      threads=f"<{runs.threads}")), 1, 0)
            + if_else(runs.time("smq.published.tuned.best")
                      < min(runs.time("smq.published.tuned.best", over="threads",
                                      threads=f"<{runs.threads}")), 1, 0)) / 3


__all__ = ["LARGE", "NO_SPRAYLIST", "Acted", "Claim", "Need", "Ran", "all", "any", "argmax", "argmin",
           "at", "count", "exp", "falling", "first", "gm", "if_else", "labels", "last", "log", "log2",
           "max", "mean", "median", "min", "most_threads_fastest", "r2", "rising", "sd", "share_of",
           "slope", "spearman", "sqrt", "sum", "unimodal"]
