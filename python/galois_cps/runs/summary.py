"""The table of the time of each configuration."""

from . import groups, tables


def summary(measured):
    """The Table of the time of each configuration. If there are commands among them, whose time is that
    of their whole process, another column has it for all. Hardware counters have columns, too. If some
    times are those of a simulated machine, a column says which."""
    names = groups.varying(measured) or ["wl"]
    metrics = _more(measured)
    more = [title for title, _ in metrics]
    simulated = ["time"] if any(map(_is_simulated, measured)) else []
    header = [*names, "n", *simulated, "median", "min", "max", "IQR", *more, "wasted work", "verified"]
    csv_header = [*names, "n", *simulated, "median_s", "min_s", "max_s", "q1_s", "q3_s",
                  *(metric.removeprefix("bench.") for _, metric in metrics), "wasted_work", "verified"]
    rows, csv_rows = [], []
    for item in measured:
        time, waste = item.spread(), item.wasted_work
        extra = [item.median(metric) if item.has(metric) else "" for _, metric in metrics]
        dims = [item.dims.get(name, "-") for name in names]
        what = ["simulated" if _is_simulated(item) else "real" for _ in simulated]
        rows.append([*dims, str(time.n), *what,
                     *map(tables.pretty_seconds, (time.median, time.low, time.high, time.iqr)),
                     *("-" if value == "" else tables.pretty(value, metric)
                       for value, (_, metric) in zip(extra, metrics)),
                     f"{waste:.3f}" if waste else "-", item.verified])
        csv_rows.append([*dims, time.n, *what, time.median, time.low, time.high, time.q1, time.q3, *extra,
                         waste or "", item.verified])
    return tables.Table(header, rows, tables.Table(csv_header, csv_rows))


def _is_simulated(item):
    """Whether the times of a configuration are those of a simulated machine."""
    return any(record.get("virtual") for record in item.records)


def _more(measured):
    """(title, metric) of further columns."""
    benches = [record["bench"] for item in measured for record in item.records]
    found = [("process", "bench.wall_s")] if any("command" in bench for bench in benches) else []
    counted = dict.fromkeys(name for bench in benches for name in bench.get("counters", ()))
    return found + [(name, f"bench.counters.{name}") for name in counted]
