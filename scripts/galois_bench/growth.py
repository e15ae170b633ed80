"""A chart of how cost grows with the graph: time an edge and memory a node, a line for each
configuration, two panels for each family of graphs (road1M, road2M and road4M are one)."""

import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

from . import UserError, groups, lines, look, plots  # noqa: E402

_NANO = 1e9
_MIB = 1 << 20


def draw(measured, name):
    """Written to NAME.png and NAME.svg."""
    families = {}
    for item in measured:
        families.setdefault(family(item.dims["input"]), []).append(item)
    for kind, items in families.items():
        if len({item.dims["input"] for item in items}) < 2:
            raise UserError(f"a chart by size needs two graphs or more of a kind, as in "
                            f"--input {kind}1M=FILE --input {kind}2M=FILE")
    with plt.rc_context(look.STYLE):
        figure, rows = plt.subplots(len(families), 2, squeeze=False,
                                    figsize=(10, 1 + 3.4 * len(families)))
        names = [each for each in groups.varying(measured) if each != "input"] or ["wl"]
        for (kind, items), axes in zip(families.items(), rows):
            _panels(items, kind, names, axes)
        handles, labels = rows[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5))
        plots.finish(figure, measured, name, lines.BANDS)


def family(name):
    """What a graph's name says before its size: `road` of road16M, `rmat` of rmat20."""
    return re.sub(r"[-_.]?\d+[kKMG]?$", "", name) or name


def _panels(items, kind, names, axes):
    series = {}
    for item in items:
        series.setdefault(groups.label(item.dims, names), []).append(item)
    for index, (label, each) in enumerate(series.items()):
        style = lines.style(index, label)
        lines.draw(axes[0], _points(each, "time_s", "edges", _NANO), style)
        if all("max_rss_mib" in record for item in each for record in item.records):
            lines.draw(axes[1], _points(each, "max_rss_mib", "nodes", _MIB), style)
    axes[0].set_title(kind)
    axes[0].set_ylabel("ns an edge")
    axes[1].set_ylabel("bytes a node, greatest")
    for axis in axes:
        lines.scales(axis, "nodes")
        axis.xaxis.set_major_formatter(lambda value, _: _short(value))


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
