"""Which calls the backend takes: those that it can answer as networkx would, and that gain by it."""

import inspect
from collections.abc import Callable
from typing import Any

# Below so many arcs, networkx is done before the graph is converted.
FEWEST_ARCS = 2000
# The same for searches from every node.
FEWEST_ARCS_OF_ALL_PAIRS = 100

_Reason = Callable[..., str]


def _none(*_: Any, **__: Any) -> str:
    return ""


_functions: dict[str, tuple[inspect.Signature, _Reason, _Reason]] = {}


def answers(refusal: _Reason = _none, slower: _Reason = _none) -> Callable[..., Any]:
    """Registers a function of the backend under its name.

    refusal(**arguments) gets all arguments of a call, defaults included, and returns the reason why
    the function cannot answer it, or "". slower(converted, **arguments) returns the reason why
    networkx is faster although the graph is large, or was converted.
    """
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _functions[function.__name__] = inspect.signature(function), refusal, slower
        return function
    return register


def can_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """True, or the reason why the backend cannot answer this call."""
    if name not in _functions:
        return f"galois_cps has no {name}"
    signature, refusal, _ = _functions[name]
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        return str(error)
    bound.apply_defaults()
    return refusal(**bound.arguments) or True


def should_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """True, or the reason why networkx is faster."""
    graph = args[0] if args else kwargs["G"]
    known = (getattr(graph, "__networkx_cache__", None) or {}).get("backends", {})
    converted = any(not isinstance(each, str) for each in known.get("galois_cps", {}).values())
    signature, _, slower = _functions[name]
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    if reason := slower(converted, **bound.arguments):
        return reason
    if converted:
        return True
    every = name.startswith("all_pairs_") or name == "betweenness_centrality" and bound.arguments["k"] is None
    fewest = FEWEST_ARCS_OF_ALL_PAIRS if every else FEWEST_ARCS
    arcs = 0
    for neighbours in graph._adj.values():
        arcs += len(neighbours)
        if arcs >= fewest:
            return True
    return f"the graph has {arcs} arcs, and converting pays from {fewest} on"
