"""Stands in for applications: understands their flags and writes records, whose times are a
function of the flags, so that the best configuration is known. Nothing waits for these times.

STAND_IN is the landscape, `delta` or `flat`, and STAND_IN_SCALE a factor of all times.
STAND_IN_NOISE is the greatest relative error of a time, which is a function of the command line.
STAND_IN_LOG collects the calls. STAND_IN_FAIL is a flag that fails a run, STAND_IN_WRONG one that
makes its answer wrong. STAND_IN_KILL is a number: the call with this number kills the process that
called it.
"""

import json
import os
import random
import signal
import sys

# The best value of --delta, far from the default.
BEST_DELTA = 5

POLICIES = [
    {"name": "obim", "parameters": [
        {"name": "chunk", "kind": "number", "default": "64", "low": 1, "high": 4096,
         "scale": "logarithmic"},
        {"name": "delta", "kind": "number", "default": "13", "low": 0, "high": 63,
         "scale": "exponent"}]},
    {"name": "smq", "parameters": [
        {"name": "steal-prob", "kind": "probability", "default": "1/8", "scale": "logarithmic"},
        {"name": "heap-arity", "kind": "one of the numbers", "default": "4",
         "choices": ["2", "4", "8"], "scale": "logarithmic"},
        {"name": "batch", "kind": "number or auto", "default": "auto", "low": 1, "high": 4096,
         "scale": "logarithmic"},
        {"name": "share", "kind": "number", "default": "50", "low": 1, "high": 100,
         "scale": "linear"},
        {"name": "plan", "kind": "numbers or none", "default": "none", "low": 1, "high": 100},
        {"name": "numa-weight", "kind": "number or auto", "default": "8", "low": 1, "high": 65536,
         "scale": "logarithmic"},
        {"name": "delta", "kind": "number", "default": None, "low": 0, "high": 63,
         "scale": "exponent"}]},
    {"name": "plain", "parameters": []},
]


def seconds(flags, source):
    """The time of a run without noise. Sources differ by a factor of up to 3."""
    base = 0.1 * (1 + source % 3) * float(os.environ.get("STAND_IN_SCALE", "1"))
    if flags.get("wl") != "obim" or os.environ.get("STAND_IN") == "flat":
        return base
    delta, chunk = int(flags.get("delta", 13)), int(flags.get("chunk", 64))
    return base * (1 + 0.1 * abs(delta - BEST_DELTA)) * (1.1 if chunk < 8 else 1)


def record(app, flags, source, wrong):
    """The record of one query."""
    words = [f"{name}={flags[name]}" for name in sorted(flags) if name != "json"]
    noise = float(os.environ.get("STAND_IN_NOISE", "0"))
    factor = 1 + random.Random(f"{words} {source}").uniform(-noise, noise)
    isolated = source % 5 == 4
    return {
        "schema": "galois-cps/1", "app": app, "input": "a.gr", "input_id": "12-ab",
        "nodes": 1000, "edges": 4000, "wl": flags["wl"], "wl_params": {},
        "params": {"startNode": source}, "threads": int(flags["t"]), "seed": 1,
        "host": {"cpu": "a test", "numa_nodes": 1}, "load_s": 0.0,
        "time_s": seconds(flags, source) * factor * (0.01 if isolated else 1),
        "tasks": {"executed": 1000, "useful": 1 if isolated else 1000},
        "answer": {"checksum": source + wrong, "summary": {}},
        "verified": "skipped" if "noverify" in flags else True,
    }


def call(app, args, complain):
    """Does what the program does; its exit status."""
    flags = {}
    for arg in args[1:]:
        name, _, value = arg.lstrip("-").partition("=")
        flags[name] = value
    log = os.environ["STAND_IN_LOG"]
    with open(log, "a", encoding="utf-8") as file:
        file.write(" ".join(args) + "\n")
    with open(log, encoding="utf-8") as file:
        if len(file.readlines()) == int(os.environ.get("STAND_IN_KILL", "0")):
            os.kill(os.getppid(), signal.SIGKILL)
    if os.environ.get("STAND_IN_FAIL") in args:
        complain("stand-in: it cannot do this")
        return 1
    wrong = int(os.environ.get("STAND_IN_WRONG") in args)
    if "sources" in flags:
        count = int(flags["sources"].removeprefix("random:"))
        found = [record(app, flags, 10 + 7 * place, wrong) for place in range(count)]
    else:
        found = record(app, flags, int(flags.get("startNode", 0)), wrong)
    with open(flags["json"], "w", encoding="utf-8") as file:
        json.dump(found, file)
    return 0


def main():
    app, args = sys.argv[1], sys.argv[2:]
    if args == ["--wl=json"]:
        print(json.dumps(POLICIES))
        return 0
    return call(app, args, lambda text: print(text, file=sys.stderr))


if __name__ == "__main__":
    sys.exit(main())
