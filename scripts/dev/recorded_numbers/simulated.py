#!/usr/bin/env python3
"""Repeats fixed runs on simulated machines and compares them with recorded numbers.

usage: scripts/dev/recorded_numbers/simulated.py [--bin DIR] [--update]

Runs sssp-cpu of the virtual preset on generated graphs, under those of the policies that it was
built with, and compares tasks, steals and virtual time with simulated.json beside this file,
exactly. A change that is meant to change them is followed by --update, which shows what moved and
rewrites the file: look at it before committing.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KNOWN = HERE / "simulated.json"
GRAPHS = {
    "road": ["road", "--nodes=10000", "--seed=1"],
    "rmat": ["rmat", "--scale=11", "--seed=1", "--symmetrize"],
}
RUNS = [(graph, wl, cores)
        for graph, wl, cores in (("road", "smq-bucket", 64), ("road", "smq", 17), ("road", "obim", 64),
                                 ("road", "wasp", 256),
                                 ("road", "smq-skiplist", 256), ("rmat", "smq-bucket", 256),
                                 ("rmat", "mq", 16), ("rmat", "hdcps", 40), ("rmat", "pmod", 64))]


def numbers(record):
    """What is compared, of a record."""
    kept = {name: record["tasks"][name] for name in ("executed", "pushed", "stale")}
    kept["steals"] = record["worklist"].get("steal_successes", 0)
    kept["time_us"] = round(record["time_s"] * 1e6, 3)
    kept["checksum"] = record["answer"]["checksum"]
    return kept


def call(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"simulated: {command[0]}: {done.stderr.strip()}")
    return done.stdout


def built_with(binaries):
    """The policies that the program knows."""
    return {entry["name"] for entry in json.loads(call([binaries / "sssp-cpu", "--wl=json"]))}


def measure(binaries, folder):
    """{name: numbers} of all runs that the program can do."""
    known = built_with(binaries)
    for graph, flags in GRAPHS.items():
        call([binaries / "graph-gen", *flags, "--quiet", folder / f"{graph}.gr"])
    results = {}
    for graph, wl, cores in RUNS:
        if wl not in known:
            continue
        record = json.loads(call([binaries / "sssp-cpu", folder / f"{graph}.gr", f"--wl={wl}", "-t",
                                  cores, "--json=-"]))
        results[f"{graph} {wl} {cores}"] = numbers(record)
    return results


def moved(before, now):
    """Lines that say what differs."""
    lines = []
    for run in sorted(before.keys() | now.keys()):
        old, new = before.get(run, {}), now.get(run, {})
        for name in sorted(old.keys() | new.keys()):
            a, b = old.get(name), new.get(name)
            if a != b:
                share = f" ({b / a - 1:+.1%})" if a and b is not None and name != "checksum" else ""
                lines.append(f"{run:22} {name:10} {a} -> {b}{share}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--bin", type=pathlib.Path, default=HERE.parents[2] / "build/virtual/bin",
                        help="programs of the virtual preset (default: %(default)s)")
    parser.add_argument("--update", action="store_true", help="write the numbers down as right")
    args = parser.parse_args()
    if not (args.bin / "sssp-cpu").exists():
        sys.exit(f"simulated: no {args.bin}/sssp-cpu; build it: cmake --preset virtual && "
                 "cmake --build --preset virtual")
    with tempfile.TemporaryDirectory() as folder:
        now = measure(args.bin.resolve(), pathlib.Path(folder))
    if not now:
        sys.exit(f"simulated: {args.bin}/sssp-cpu was built with none of the policies of the runs")
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    left_out = {run: known[run] for run in known.keys() - now.keys()}
    lines = moved({run: known[run] for run in known.keys() & now.keys()}, now)
    print("\n".join(lines) if lines else f"{len(now)} runs as before")
    if left_out:
        print(f"{len(left_out)} not run: this build lacks their policies")
    if args.update and lines:
        fresh = KNOWN.with_suffix(".json.new")
        fresh.write_text(json.dumps({**left_out, **now}, indent=1, sort_keys=True) + "\n")
        os.replace(fresh, KNOWN)
        return 0
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
