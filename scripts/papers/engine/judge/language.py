"""The words of claims.py: claims, their preconditions, and functions of vectors under the names that
the papers' readers know."""

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

__all__ = ["LARGE", "NO_SPRAYLIST", "Acted", "Claim", "Need", "Ran", "all", "any", "argmax", "argmin",
           "at", "count", "exp", "falling", "first", "gm", "if_else", "labels", "last", "log", "log2",
           "max", "mean", "median", "min", "r2", "rising", "sd", "share_of", "slope", "spearman",
           "sqrt", "sum", "unimodal"]
