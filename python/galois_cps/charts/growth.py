"""A chart of how cost grows with the graph: time per edge and memory per node, one line per
configuration, two panels per family of graphs (road1M, road2M and road4M are one family)."""

import re

from ..runs import UserError, groups

from . import scaling_lines

_NANO = 1e9
_MIB = 1 << 20


def draw(measured, name):
    """Writes the chart to NAME.png and NAME.svg."""
    families = {}
    for item in measured:
        families.setdefault(family(item.dims["input"]), []).append(item)
    for kind, items in families.items():
        if not all("nodes" in record for item in items for record in item.records):
            raise UserError(f"a chart by size needs graphs, and {kind} is none")
        if len({item.dims["input"] for item in items}) < 2:
            raise UserError(f"a chart by size needs two graphs or more of a kind, as in "
                            f"--input {kind}1M=FILE --input {kind}2M=FILE")
    names = [each for each in groups.varying(measured) if each != "input"] or ["wl"]
    scaling_lines.chart(
        families, lambda kind, items, axes: _panels(items, kind, names, axes), measured, name)


def family(name):
    """The part of a graph's name before its size: `road` of road16M, `rmat` of rmat20."""
    return re.sub(r"[-_.]?\d+[kKMG]?$", "", name) or name


def _panels(items, kind, names, axes):
    for each, style, place in scaling_lines.series(items, names):
        scaling_lines.draw(axes[0], _points(each, "time_s", "edges", _NANO), style, place)
        if all("max_rss_mib" in record for item in each for record in item.records):
            scaling_lines.draw(axes[1], _points(each, "max_rss_mib", "nodes", _MIB), style, place)
    axes[0].set_title(kind)
    axes[0].set_ylabel("ns per edge")
    axes[1].set_ylabel("peak memory, bytes per node")
    nodes = sorted({record["nodes"] for item in items for record in item.records})
    for axis in axes:
        scaling_lines.across(axis, "nodes", nodes, [_short(each) for each in nodes])
        axis.set_ylim(bottom=0)


def _points(items, metric, per, unit):
    """{nodes: [metric divided by the graph's `per`]} of a line."""
    found = {}
    for item in items:
        for record in item.records:
            found.setdefault(record["nodes"], []).append(
                groups.pick(record, metric) * unit / max(record[per], 1))
    return found


def _short(value):
    """16000000 as 16M."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"
