"""What this machine is set to before a sweep starts, and what about it makes times unreliable.

Files of Linux that are missing, as in most virtual machines and containers, leave out what they
would say.
"""

import os
import pathlib

# Load from which other programs are taken to be running; an idle system stays below it.
BUSY = 0.5
# Memory of a run per byte of its largest graph: the file, the arrays made of it, and a reserve.
_PER_BYTE = 4
_GIB = 2**30


def look(root="/", cores=None):
    """{name: value} of governor, turbo, smt, load and memory_available_gib, as far as they are known.

    `root` is where /sys and /proc are, and `cores` the processors that the process may use.
    """
    root = pathlib.Path(root)
    cores = sorted(os.sched_getaffinity(0)) if cores is None else cores
    cpus = root / "sys/devices/system/cpu"
    found = {}
    governors = {_read(cpus / f"cpu{core}/cpufreq/scaling_governor") for core in cores} - {""}
    if governors:
        found["governor"] = ", ".join(sorted(governors))
    for path, on in (("intel_pstate/no_turbo", "0"), ("cpufreq/boost", "1")):
        text = _read(cpus / path)
        if text:
            found["turbo"] = text == on
            break
    text = _read(cpus / "smt/active")
    if text:
        found["smt"] = text == "1"
    text = _read(root / "proc/loadavg")
    if text:
        found["load"] = float(text.split()[0])
    for line in _read(root / "proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            found["memory_available_gib"] = round(int(line.split()[1]) * 1024 / _GIB, 2)
    return found


def physical_cores(root="/", cores=None):
    """How many physical cores the processors that the process may use belong to."""
    cores = sorted(os.sched_getaffinity(0)) if cores is None else cores
    cpus = pathlib.Path(root) / "sys/devices/system/cpu"
    return len({_read(cpus / f"cpu{core}/topology/thread_siblings_list") or str(core)
                for core in cores})


def warnings(found, threads, graph_bytes=0, jobs=1, root="/", cores=None):
    """One line per fact of look() that makes times of runs unreliable: with at most so many threads,
    graphs of at most so many bytes, and so many runs side by side. With 0 threads all times are those of
    a simulated machine, which depend on nothing but the lack of memory."""
    cores = sorted(os.sched_getaffinity(0)) if cores is None else cores
    lines = _of_times(found, threads, root, cores) if threads else []
    needed = _PER_BYTE * graph_bytes * jobs / _GIB
    if found.get("memory_available_gib", needed) < needed:
        lines.append(f"{found['memory_available_gib']:.1f} GiB of memory are available, and runs may "
                     f"need {needed:.1f} GiB: they may be killed, or wait for the disk")
    return lines


def _of_times(found, threads, root, cores):
    lines = []
    if found.get("governor", "performance") != "performance":
        lines.append(f"the frequency governor is {found['governor']}, so the clock follows the load; "
                     "better: cpupower frequency-set -g performance")
    if found.get("turbo"):
        lines.append("turbo is on: one busy core runs at a higher frequency than several, so speed-ups "
                     "are too small")
    if found.get("smt") and threads > physical_cores(root, cores):
        lines.append(f"hardware threads: up to {threads} threads run on "
                     f"{physical_cores(root, cores)} physical cores")
    if found.get("load", 0) >= BUSY:
        lines.append(f"the load is {found['load']:.1f} on {len(cores)} cores: other programs are "
                     "running, and times include their share")
    everything = list((pathlib.Path(root) / "sys/devices/system/cpu").glob("cpu[0-9]*"))
    if len(everything) > len(cores):
        lines.append(f"this process may use {len(cores)} of {len(everything)} cores")
    return lines


def with_system(record, found):
    """The record of a run with the settings of the machine in its `host`. A simulated machine has
    none of them."""
    if record.get("host", {}).get("synthetic", True):
        return record
    return record | {"host": record["host"] | found}


def _read(path):
    """The text of a small file without the last newline, "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
