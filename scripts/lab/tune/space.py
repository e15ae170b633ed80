"""The parameters of policies, as `--wl=json` lists them, and random configurations of them."""

import dataclasses
import random
from collections.abc import Sequence
from typing import Any

from galois_cps.runs import UserError, values
from lab.bench import policies as listing

# How far from its default a parameter is tried: a size by this factor, a logarithm by this much.
_FACTOR = 64
_EXPONENTS = 12
# The greatest logarithm that is tried where the default is to have none.
_MOST_EXPONENT = 24
# The share of the parameters that a configuration changes.
_CHANGED = 2 / 3
# Parameters that act only on machines with several NUMA nodes.
_OF_NUMA = ("numa-weight",)
# The kind of parameters that are lists, which are for experiments and not searched.
_LISTS = "numbers or none"


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter with the values to try, as texts, in the order of their effect."""

    name: str
    default: str | None
    values: tuple[str, ...]
    at_most: str | None = None  # the parameter whose value this one does not exceed


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A policy, and the values of its parameters that are not defaults, by name."""

    wl: str
    params: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """A short name."""
        return " ".join([self.wl, *(f"{name}={value}" for name, value in self.params)])


def policies(program: str) -> dict[str, list[Parameter]]:
    """The policies of a program and their parameters; the first is the reference."""
    listed = listing.described(program)
    try:
        if listed is not None:
            return {policy["name"]: _parameters(policy) for policy in listed}
    except (LookupError, TypeError):
        pass  # those of an older program lack some of it
    raise UserError(f"{program} --wl=json does not list its policies with ranges and scales; "
                    "build it anew")


def _parameters(policy: dict[str, Any]) -> list[Parameter]:
    return [_parameter(entry) for entry in policy["parameters"] if entry["kind"] != _LISTS]


def _parameter(entry: dict[str, Any]) -> Parameter:
    default = None if entry["default"] is None else str(entry["default"])
    if "choices" in entry:
        return Parameter(entry["name"], default, tuple(map(str, entry["choices"])))
    kind, scale = entry["kind"], entry["scale"]
    low, high = (1, 1 << 32) if kind == "probability" else (entry["low"], entry["high"])
    middle = _number(default)
    if scale == "linear":
        tried = _linear(low, high)
    elif scale == "exponent":
        most = _MOST_EXPONENT if middle is None else middle + _EXPONENTS
        tried = list(range(max(low, (middle or 0) - _EXPONENTS), min(high, most) + 1))
    else:  # by equal factors, so from 1 on, although some parameters may be 0
        least = max(low, 1)
        first, last = (least, least * _FACTOR) if middle is None else (middle // _FACTOR, middle)
        tried = _powers(max(least, first), min(high, last * _FACTOR))
    texts = [f"1/{value}" if kind == "probability" else str(value) for value in tried]
    if kind == "number or auto":
        texts.append("auto")
    return Parameter(entry["name"], default, tuple(texts), entry.get("at_most"))


def _number(default: str | None) -> int | None:
    """The number that a default stands for: N for N and for the probability 1/N."""
    value = values.fraction(default or "")
    if value is None or 1 not in (value.numerator, value.denominator):
        return None
    return value.numerator if value.denominator == 1 else value.denominator


def _linear(low: int, high: int) -> list[int]:
    """At most about 40 numbers at equal distances."""
    step = max(1, round((high - low) / 40))
    return sorted({*range(low, high + 1, step), high})


def _powers(low: int, high: int) -> list[int]:
    """The powers of the square root of 2 in a range, as whole numbers, and its ends."""
    found = {low, high}
    power = 0
    while 2 ** (power / 2) <= high:
        value = round(2 ** (power / 2))
        if low <= value <= high:
            found.add(value)
        power += 1
    return sorted(found)


def _fit(parameter: Parameter, row: dict[str, str], defaults: dict[str, str | None]) -> None:
    """Replaces a value that is above that of the parameter that bounds it by the greatest one that is
    not."""
    bound = _number(row.get(parameter.at_most or "", defaults.get(parameter.at_most or "")))
    value = _number(row.get(parameter.name))
    if bound is not None and value is not None and value > bound:
        row[parameter.name] = str(bound)


def candidates(wl: str, parameters: Sequence[Parameter], count: int, seed: int,
               numa_nodes: int = 1) -> list[Candidate]:
    """At most `count` different configurations of a policy, none of them the default.

    Each changes about two thirds of the parameters. The values of one parameter are spread evenly
    over all configurations that change it. The same arguments give the same configurations.
    """
    used = [parameter for parameter in parameters
            if len(parameter.values) > 1 and (numa_nodes > 1 or parameter.name not in _OF_NUMA)]
    generator = random.Random(f"{seed} {wl}")
    changed = [[parameter for parameter in used
                if len(used) == 1 or generator.random() < _CHANGED] for _ in range(count)]
    for row in changed:
        if used and not row:
            row.append(generator.choice(used))
    chosen: list[dict[str, str]] = [{} for _ in range(count)]
    for parameter in used:
        rows = [place for place, row in enumerate(changed) if parameter in row]
        generator.shuffle(rows)
        for stratum, place in enumerate(rows):
            at = (stratum + generator.random()) / len(rows)
            chosen[place][parameter.name] = parameter.values[int(at * len(parameter.values))]
    defaults = {parameter.name: parameter.default for parameter in used}
    for parameter in used:
        for configuration in chosen:
            _fit(parameter, configuration, defaults)
    found = dict.fromkeys(
        Candidate(wl, tuple(sorted((name, value) for name, value in row.items()
                                   if value != defaults[name]))) for row in chosen)
    found.pop(Candidate(wl), None)
    return list(found)
