"""What is written below charts and beside their axes."""

from ..runs import groups, tables

WHISKERS = "whiskers reach from the fastest to the slowest"
WASTE = "executed / useful tasks (1 = nothing wasted)"


def relative_to(reference):
    """The title of an axis of times relative to those of a group."""
    label = reference.dims.get("algo") or groups.label(reference.dims, reference.dims)
    return f"time / {label} ({tables.pretty_seconds(reference.median())}); left of the line is faster"


def setting_names(measured):
    """The dims that a row's label shows: those that vary, threads (shown by colour) apart."""
    names = [name for name in groups.varying(measured) if name != "threads"]
    return names or ["wl"]


def caption(measured, marks, *, interleaved=True):
    """The caption: the origin of the numbers, taken from the records, and the meaning of the marks."""
    records = [record for item in measured for record in item.records]
    graphs = {record["bench"]["config"]["input"]: record for record in records}
    parts = [f"{name}: {record['nodes']:,} nodes, {record['edges']:,} edges"
             for name, record in graphs.items() if "nodes" in record and "edges" in record]
    # Commands of others do not tell their machine, which is that of the other runs.
    first = next((record for record in records if "host" in record), records[0])
    host, build = first.get("host", {}), first.get("build", {})
    machine = host.get("cpu", "Unknown processor")
    if first.get("virtual"):
        machine = _simulated(records)
    else:
        if first.get("cores"):
            machine += f", {first['cores']} cores"
        if any(record.get("host", {}).get("synthetic") for record in records):
            machine += " (synthetic topology)"
    parts.append(machine)
    if build.get("commit"):
        parts.append(f"Commit {str(build['commit'])[:10]}, {build.get('preset', '')} build".rstrip())
    runs = sorted({len(item.records) for item in measured})
    count = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    parts.append(f"Medians of {count} {'interleaved ' if interleaved else ''}runs; {marks}")
    return ". ".join(parts) + "."


def _simulated(records):
    """The part of the caption that says which machine was simulated."""
    cores = sorted({record["virtual"]["cores"] for record in records})
    costs = {record["virtual"]["costs"]["name"] for record in records}
    count = str(cores[0]) if len(cores) == 1 else f"{cores[0]} to {cores[-1]}"
    return (f"Simulated: virtual time on {count} virtual cores, costs {', '.join(sorted(costs))}; "
            "trends, not times")
