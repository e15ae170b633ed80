"""All configurations compared with a reference: relative time, speed-up, wasted work."""

from ..runs import groups, stats, tables


def table(every, reference):
    """The Table of all groups and of their ratios to one of them, which comes first."""
    names = [name for name in groups.varying(every) if name != "threads"] or ["wl"]
    base = reference.values("time_s")
    alone = {groups.label(item.dims, names): item.median() for item in every
             if item.dims["threads"] == "1"}
    rows, csv_rows = [], []
    for item in [reference, *(item for item in every if item is not reference)]:
        name, median = groups.label(item.dims, names), item.median()
        ratio = stats.ratio_of_medians(item.values("time_s"), base)
        waste = item.wasted_work
        speed_up = alone[name] / median if name in alone else None
        rows.append([
            name, item.dims["threads"], tables.pretty_seconds(median),
            "1" if item is reference else f"{ratio.value:.2f}",
            "" if item is reference else f"{ratio.low:.2f} .. {ratio.high:.2f}",
            f"{speed_up:.2f}" if speed_up else "-", f"{waste:.3f}" if waste else "-", item.verified])
        csv_rows.append([name, item.dims["threads"], median, ratio.value, ratio.low, ratio.high,
                         speed_up or "", waste or "", item.verified])
    label = groups.label(reference.dims, names)
    header = ["scheduler", "threads", "time", f"vs {label}", "95 % interval", "speed-up",
              "wasted work", "verified"]
    csv_header = ["scheduler", "threads", "time_s", "ratio", "ratio_low", "ratio_high", "speed_up",
                  "wasted_work", "verified"]
    return tables.Table(header, rows, tables.Table(csv_header, csv_rows))
