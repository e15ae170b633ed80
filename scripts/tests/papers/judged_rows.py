"""Made tidy rows and catalogues for the tests of claims and verdicts."""

import dataclasses
import types

import numpy as np

KINDS = {"NE": "road", "W": "road", "rmat": "skewed", "cage": "uniform"}


def row(metric, value, *, series="smq", parameters="", app="sssp", graph="NE", threads=4, round=0,
        source="S", figure="f", record=None):
    """One row of a tidy table."""
    place = f"{source} {figure} {app} {graph} {threads} {series} {parameters} {round}"
    return {"figure": figure, "source": source, "app": app, "graph": graph, "series": series,
            "parameters": parameters, "threads": threads, "round": round, "seed": round,
            "metric": metric, "value": value, "record": record or f"runs.jsonl:{place}"}


def rows(metrics, rounds=5, noise=0.0, seed=1, **where):
    """Rows of all rounds of one configuration; noise is relative and differs by round."""
    factors = 1 + noise * np.random.default_rng(seed).standard_normal((rounds, len(metrics)))
    return [row(name, value * factors[number, place], round=number, **where)
            for number in range(rounds) for place, (name, value) in enumerate(metrics.items())]


def times(noise=0.0, rounds=5, figure="f", source="S", seed=1, **by_series):
    """time_s of series on the two roads and two other graphs, one value per series."""
    found = []
    for index, (series, value) in enumerate(by_series.items()):
        for place, graph in enumerate(KINDS):
            found += rows({"time_s": value}, rounds, noise, seed + 10 * index + place,
                          series=series, graph=graph, figure=figure, source=source)
    return found


@dataclasses.dataclass
class Figure:
    """As much of a figure as verdicts need."""

    blocked: str = ""
    options: dict = dataclasses.field(default_factory=dict)


def catalogue(figures=None, series=()):
    """As much of a catalogue as claims and verdicts need."""
    return types.SimpleNamespace(
        figures=figures or {"f": Figure()},
        series={name: types.SimpleNamespace(needs=()) for name in series},
        graphs={name: types.SimpleNamespace(kind=kind) for name, kind in KINDS.items()})
