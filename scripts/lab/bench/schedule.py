"""The order of a sweep's runs: every round runs every configuration once, in its own random order.

A machine that slows down for a minute then slows all configurations alike, and no configuration
always follows the same neighbour.
"""

import dataclasses
import random

from .spec import Config


@dataclasses.dataclass(frozen=True)
class Run:
    """One run: which configuration, in which round. Warm-up rounds are counted apart."""

    config: Config
    repeat: int
    warmup: bool

    @property
    def ident(self):
        """The key by which a resumed sweep recognises a finished run."""
        return (self.config.key, self.repeat, self.warmup)


def plan(configs, repeats, warmup, seed):
    """All runs in order. The same arguments give the same order on every machine."""
    runs = []
    for is_warmup, rounds in ((True, warmup), (False, repeats)):
        for repeat in range(rounds):
            order = list(configs)
            random.Random(f"{seed} {is_warmup} {repeat}").shuffle(order)
            runs += [Run(config, repeat, is_warmup) for config in order]
    return runs
