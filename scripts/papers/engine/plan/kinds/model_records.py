"""What the records of smq-process, pd-model and rank-bench say."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Read(NamedTuple):
    """What one record says: its seed, its parameters as expressions know them, pairs of a metric and
    a value, what stands for the graph, and the number of threads."""

    seed: int
    parameters: str
    numbers: list[tuple[str, float]]
    graph: str = ""
    threads: int = 1


_QUEUES = {"queues": "n", "batch": "batch", "steal_prob": "steal_prob", "gamma": "gamma"}
_CELL = ("dag", "depth", "forks", "tree", "coalesce", "processors", "delta", "protocol", "requests", "dates", "batch")  # what a cell of pd-model is
_UNUSED = ("seed", "runs", "app", "study")
# Parameters that claims compare numbers with are metrics as well.
_BOTH = ("delta", "forks", "processors")


def of_queues(text: str) -> Iterator[Read]:
    """The records of smq-process, a JSON array."""
    for record in json.loads(text):
        params = record["params"]
        known = {name: params[given] for given, name in _QUEUES.items()}
        if params["steps"]:  # the number of steps is a parameter only where it was set
            known["steps"] = params["steps"]
        queues = params["queues"]
        summary = record["answer"]["summary"]
        numbers = [(f"{table}.{name}", float(value)) for table, values in summary.items()
                   for name, value in values.items()]
        numbers.append(("rank.max_over_nlogn",
                        summary["rank"]["max"] / (queues * math.log(queues))))
        yield Read(record["seed"], _text(known), numbers)


def of_deques(text: str) -> Iterator[Read]:
    """The records of pd-model, one per line."""
    for line in text.splitlines():
        record = json.loads(line)
        known = {name: record[name] for name in _CELL if record.get(name) is not None}
        numbers = [(name, float(value)) for name, value in record.items()
                   if (name not in _CELL or name in _BOTH) and name not in _UNUSED
                   and isinstance(value, (int, float)) and not isinstance(value, bool)]
        if record.get("bound"):
            numbers.append(("time_over_bound", record["time"] / record["bound"]))
        if record.get("time_error"):
            numbers.append(("excess", (record["time"] - record["bound"]) / record["time_error"]))
        yield Read(record["seed"], _text(known), numbers)


def of_order(text: str) -> Iterator[Read]:
    """The records of rank-bench, a JSON array. The mix of operations stands for the graph."""
    for record in json.loads(text):
        operations = record["params"]["operations"]
        numbers = [("seconds_per_operation", record["time_s"] / operations)]
        numbers += [(f"answer.summary.{table}.{name}", float(value))
                    for table, values in record["answer"]["summary"].items()
                    if isinstance(values, dict) for name, value in values.items()]
        yield Read(record["seed"], "", numbers, record["params"]["mix"], record["threads"])


READERS: dict[str, Callable[[str], Iterator[Read]]] = {
    "smq-process": of_queues, "pd-model": of_deques, "rank-bench": of_order}


def _text(known: dict[str, Any]) -> str:
    return " ".join(f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
                    for name, value in sorted(known.items()))
