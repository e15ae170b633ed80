"""Stands in for an application: understands its flags and writes a record, so that the sweep's own
behaviour can be tested without building anything. The environment says how it misbehaves:
FAKE_WRONG, FAKE_FAIL (with FAKE_STATUS), FAKE_HANG, FAKE_UNVERIFIED, FAKE_SHORT name a worklist; FAKE_LOG collects the calls.
FAKE_IDLE is the name of a flag that has no effect, of which a warning tells.
FAKE_FAST is a flag that makes a run ten times faster, and FAKE_VIRTUAL makes all runs simulated.
FAKE_POLICIES, if set, are the names that --wl=json lists; otherwise it lists none. With it,
--help=json describes the flags --algo and --delta. FAKE_ABSENT is a worklist that the build leaves out."""

import os
import sys
import time

# Thousands of these processes start, and each module takes as long as Python itself.
if len(sys.argv) == 2 and sys.argv[1].endswith("=json"):
    import json

HELP = {"groups": [{"flags": [
    {"name": "--algo", "choices": [{"name": "worklist", "help": ""}, {"name": "dijkstra", "help": ""},
                                 {"name": "radix-heap", "help": ""}]},
    {"name": "--delta"}]}]}


def text(value):
    """The value as JSON; strings here need no escapes but those of Python's."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text(name)}: {text(each)}" for name, each in value.items()) + "}"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)


def main():
    if sys.argv[1:] == ["--help=json"]:
        print(json.dumps(HELP) if "FAKE_POLICIES" in os.environ else "")
        return
    if sys.argv[1:] == ["--wl=json"]:
        print(json.dumps([{"name": name} for name in os.environ.get("FAKE_POLICIES", "").split()]))
        return
    if len(sys.argv) == 2 and sys.argv[1].startswith("--wl="):
        absent = sys.argv[1] == f"--wl={os.environ.get('FAKE_ABSENT')}"
        sys.exit(f"sssp-cpu: {sys.argv[1]}: " + ("this build leaves it out; to add it: brew it" if absent
                                                 else "no such worklist"))
    flags, graph = {}, ""
    for arg in sys.argv[1:]:
        name, _, value = arg.lstrip("-").partition("=")
        if arg.startswith("-"):
            flags[name] = value
        else:
            graph = arg
    wl = flags.get("wl", flags.get("algo", "smq"))
    if "FAKE_LOG" in os.environ:
        with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
            log.write(" ".join(sys.argv[1:]) + "\n")
    if os.environ.get("FAKE_IDLE") in flags:
        print(f"warning: --{os.environ['FAKE_IDLE']} has no effect with --wl={wl}", file=sys.stderr)
    if os.environ.get("FAKE_HANG") == wl:
        if "FAKE_HANGS" in os.environ:  # the fixture `hangs`
            open(f"{os.environ['FAKE_HANGS']}.{os.getpid()}", "w", encoding="utf-8").close()
        time.sleep(3600)
    if os.environ.get("FAKE_FAIL") == wl:
        print(f"fake: no such worklist {wl}", file=sys.stderr)
        sys.exit(int(os.environ.get("FAKE_STATUS", "1")))
    threads = int(flags.get("t", "1"))
    noise = 0.95 + os.urandom(1)[0] / 2550
    seconds = {"dijkstra": 0.10, "radix-heap": 0.05, "obim": 0.08}.get(wl, 0.12) * noise / threads ** 0.9
    seconds *= float(os.environ.get("FAKE_SLOWER", "1"))
    if os.environ.get("FAKE_SHORT") == wl:
        seconds *= 1e-4
    if os.environ.get("FAKE_FAST") in sys.argv:
        seconds /= 10
    record = {
        "schema": "galois-cps/1", "app": "sssp-cpu", "input": os.path.basename(graph),
        "input_id": "1234-abcd", "nodes": 1000, "edges": 4000, "wl": wl, "wl_params": {},
        "threads": threads, "cores": 2, "pinned": True, "seed": 1,
        "build": {"type": "Release", "compiler": "g++", "commit": "0123456789ab", "preset": "release"},
        "host": {"cpu": "a test", "sockets": 1, "numa_nodes": 1, "memory_gib": 4, "synthetic": False},
        "time_s": seconds, "load_s": 0.1, "total_s": seconds + 0.2, "max_rss_mib": 64,
        "tasks": {"executed": 1100, "useful": 1000, "pushed": 1100, "stale": 50},
        "wasted_work": 1.1, "worklist": {"pushes": 1100},
        "answer": {"checksum": 41 if os.environ.get("FAKE_WRONG") == wl else 42,
                   "summary": {"reached": 1000, "max": 9}},
        "verified": "skipped" if "noverify" in flags else os.environ.get("FAKE_UNVERIFIED") != wl,
    }
    if "FAKE_VIRTUAL" in os.environ:
        record["virtual"] = {"topology": os.environ["FAKE_VIRTUAL"]}
        time.sleep(0.05)
    if not graph:
        for name in ("nodes", "edges", "tasks", "wasted_work"):
            del record[name]
    with open(flags["json"], "w", encoding="utf-8") as file:
        file.write(text(record))
    sys.exit(1 if record["verified"] is False else 0)


if __name__ == "__main__":
    main()
