"""Graph algorithms under concurrent priority schedulers.

Everything is imported when it is first named, so that galois_cps.runs and galois_cps.charts need
neither the compiled part of the package nor pandas.
"""

import importlib
from typing import Any

_HOMES = {"records": ".notebook", "compare": ".notebook", "plots": ".plots"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(_HOMES[name], __name__)
    value = module if name == _HOMES[name][1:] else getattr(module, name)
    globals()[name] = value
    return value
