"""Stands in for our programs and for GAPBS in the tests of scripts/bench --suite. The first argument is what it is
called. With --verify it writes a record per run, or per source, and copies SUITE_ANSWERS/NAME to --output; without
it is the stand-in of scripts/peers. SUITE_FAIL and SUITE_UNCHECKED name a program, SUITE_LOG collects the calls."""

import json
import os
import pathlib
import shutil
import sys

sys.path.insert(0, os.fspath(pathlib.Path(__file__).parent / "peers"))

import peers_stand_in
import peers_stand_in_solver


def main():
    name = sys.argv.pop(1)
    flags = dict(arg.lstrip("-").partition("=")[::2] for arg in sys.argv[1:] if arg[0] == "-")
    with open(os.environ["SUITE_LOG"], "a", encoding="utf-8") as log:
        log.write(f"{name} {' '.join(sys.argv[1:])}\n")
    if os.environ.get("SUITE_FAIL") == name:
        sys.exit(f"{name}: out of luck")
    if name == "graph-gen":
        peers_stand_in.write_gr(pathlib.Path(sys.argv[2]), peers_stand_in.both_ways(peers_stand_in.EDGES), 6)
    elif name == "graph-convert":
        peers_stand_in.write_gr(pathlib.Path(sys.argv[2]), peers_stand_in.both_ways(peers_stand_in.EDGES), 6)
        lines = "".join(f"{node} {node + 1}\n" for node in range(6))
        pathlib.Path(flags["mapping"]).write_text(f"# Ids\n{lines}", encoding="ascii")
    elif not name.endswith("-cpu"):
        trials = int(sys.argv[sys.argv.index("-n") + 1])
        passed = "FAIL" if name == os.environ.get("SUITE_WRONG") else "PASS"
        trial = f"Trial Time:          0.25000\nVerification:           {passed}\n"
        print(f"Read Time: 1.0\n{trial * trials}Average Time:        0.25000")
    elif "verify" not in flags:
        peers_stand_in_solver.program(name)
    else:
        run(name, flags)


def run(name, flags):
    sources = pathlib.Path(flags["sources"]).read_text().split() if "sources" in flags else []
    count = len(sources) if "source-batch" in flags else int(flags.get("runs", 1))
    if "output" in flags:
        shutil.copy(pathlib.Path(os.environ["SUITE_ANSWERS"]) / name, flags["output"])
    # A run takes 0.75 s, of which 0.25 s are the check.
    record = {"schema": "galois-cps/1", "app": name, "nodes": 10, "edges": 40, "cores": 2, "answer": None,
              "time_s": 0.5 if count == 1 else 0.375, "load_s": 0.25,
              "verified": "skipped" if os.environ.get("SUITE_UNCHECKED") == name else True,
              "host": {"cpu": "a test", "memory_gib": 4},
              "build": {"commit": "abc", "type": "Release", "compiler": "g++"}}
    records = [{**record, "total_s": 1 + 0.75 * (run + 1),
                "phases": {"earlier_runs_s": 0.75 * run, "answer_s": 0, "check_s": 0.25}} for run in range(count)]
    pathlib.Path(flags["json"]).write_text(json.dumps(records if count > 1 else records[0]), encoding="utf-8")


if __name__ == "__main__":
    main()
