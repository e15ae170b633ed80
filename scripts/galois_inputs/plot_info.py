"""Draws the distributions of degrees and weights, and the components, that graph-info found."""

import json
import math
import os
import sys
import textwrap

from galois_cps.charts import chart_style, parts, scales
from galois_cps.runs import UserError
from lab.bench import program

_EPILOG = """\
  build/bin/graph-info road.gr --plot=road.svg          calls this
  build/bin/graph-info road.gr --json=road.json --quiet
  inputs/plot-graph-info road.json road.svg
"""
_STYLES = ({"linewidth": 3.6}, {"linewidth": 1.4, "linestyle": "--"})  # of curves, out and in
_MANY = 20  # bins, above which degrees and weights are drawn as a curve
_NARROW = 1 / 1000  # of its values: graph-info tells large values only to a part in two thousand


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="plot-graph-info", description=__doc__, epilog=_EPILOG)
    parser.add_argument("record", metavar="JSON", help="what graph-info --json wrote; - is standard "
                        "input")
    parser.add_argument("picture", metavar="PICTURE", help="file to write: .svg, .png or .pdf")
    args = parser.parse_args(argv)
    return program.guarded("plot-graph-info", lambda: _run(args), advice="")


def _run(args):
    program.keep_apart([args.record], [args.picture])
    draw(read(args.record), args.picture)
    return 0


def read(path):
    """The record in a file. Raises UserError if there is none."""
    try:
        if path == "-":
            record = json.load(sys.stdin)
        else:
            with open(path, encoding="utf-8") as file:
                record = json.load(file)
    except OSError as error:
        raise UserError(f"cannot open {path}: {error.strerror}") from None
    except ValueError:
        record = None
    if not isinstance(record, dict) or "out_degrees" not in record:
        raise UserError(f"{path} is not what graph-info --json writes")
    return record


def draw(record, path):
    """Writes the picture."""
    from galois_cps.charts import picture_file  # matplotlib takes half a second to load

    weighted = bool(record.get("weights", {}).get("bins"))
    shares = components(record)
    with picture_file.drawing(path, (10 if weighted else 5.6, 4.8), nrows=2,
                              ncols=2 if weighted else 1, squeeze=False, height_ratios=(1, 0.1)) as (figure, axes):
        _degrees(axes[0][0], record)
        if weighted:
            _weights(axes[0][1], record["weights"])
        grid = axes[1][0].get_gridspec()
        for each in axes[1]:
            each.remove()
        if shares:
            strip = figure.add_subplot(grid[1, :])
            parts.draw(strip, shares, "share of all nodes")
            parts.legend(strip, len(shares) if weighted else 1)
        figure.suptitle(os.path.basename(record["input"]), x=0.01, ha="left", fontsize=12,
                        fontweight="bold")
        figure.tight_layout()
        text = textwrap.fill(caption(record), 130 if weighted else 75)
        figure.text(0.01, -0.01, text, fontsize=8, color=chart_style.GREY, va="top", ha="left")
    return 0


def caption(record):
    """The counts, in a sentence."""
    told = [f"{record['nodes']:,} nodes, {record['arcs']:,} arcs"]
    told.append("symmetric" if record["symmetric"] else "directed")
    told.append(f"{record['components']:,} weakly connected component"
                + ("" if record["components"] == 1 else "s"))
    if "diameter_hops" in record:
        told.append(f"diameter at least {record['diameter_hops']['at_least']:,.0f} arcs")
    return ", ".join(told) + "."


def components(record):
    """{name: nodes} of the largest weakly connected component, the other ones, and isolated nodes;
    empty for a graph without nodes, and for a record that does not tell."""
    nodes, isolated = record["nodes"], record.get("isolated_nodes", 0)
    if not nodes or "largest_component" not in record:
        return {}
    found = {}
    if record["components"] > isolated:
        largest = record["largest_component"]
        others = record["components"] - isolated - 1
        found["all nodes are in one component" if largest == nodes else
              f"largest component: {largest:,} nodes"] = largest
        if others:
            found[f"{others:,} other component{'s' if others > 1 else ''}: "
                  f"{nodes - largest - isolated:,} nodes"] = nodes - largest - isolated
    if isolated:
        found[f"{isolated:,} isolated node{'s' if isolated > 1 else ''}"] = isolated
    return found


def _degrees(axes, record):
    series = [("out of a node", record["out_degrees"])]
    if "in_degrees" in record:
        series.append(("into a node", record["in_degrees"]))
    if any(len(values["bins"]) > _MANY for _, values in series):
        # A thin broken line over a broad one: both can be seen where they are the same.
        for colour, (name, values), style in zip(chart_style.COLOURS, series, _STYLES):
            lows, shares = from_one(*at_least(values["bins"]))
            axes.step(lows, shares, where="pre", color=colour, label=f"arcs {name}", **style)
        scales.decades(axes, "x")
        scales.decades(axes, "y")
        axes.set_ylabel("share of nodes with that many or more\n(logarithmic)")
        axes.set_xlabel("arcs of a node (logarithmic)")
    else:
        width = 0.8 / len(series)
        for i, (colour, (name, values)) in enumerate(zip(chart_style.COLOURS, series)):
            total = sum(count for _, _, count in values["bins"]) or 1
            at = [low + width * (i - (len(series) - 1) / 2) for low, _, _ in values["bins"]]
            axes.bar(at, [count / total for _, _, count in values["bins"]], width * 0.95,
                     color=colour, label=f"arcs {name}")
        axes.set_ylabel("share of nodes")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(visible=False, axis="x")
        axes.set_xlabel("arcs of a node")
    if len(series) > 1:
        axes.legend()


def at_least(bins):
    """The low end of each bin above zero, and the share of all values that are not below it."""
    total = sum(count for _, _, count in bins) or 1
    lows, shares, above = [], [], total
    for low, _, count in bins:
        if low > 0:
            lows.append(low)
            shares.append(above / total)
        above -= count
    return lows, shares


def from_one(lows, shares):
    """The same points after one at a single arc, so that even one point is a line."""
    return ([1, *lows], [shares[0], *shares]) if lows else (lows, shares)


def density(bins):
    """Edges, and the share of all values for each factor of two between them: bins above zero."""
    total = sum(count for _, _, count in bins) or 1
    edges, shares = [], []
    for low, high, count in bins:
        if low <= 0:
            continue
        if low == high:  # one value for itself: a whole number, or the only one
            high = low + 1 if low >= 1 else low * 1.1
        if edges and edges[-1] < low:
            edges.append(low)
            shares.append(0)
        if not edges:
            edges.append(low)
        edges.append(high)
        shares.append(count / total / math.log2(high / low))
    return edges, shares


def _weights(axes, values):
    if len(values["bins"]) <= _MANY and all(high - low <= _NARROW * abs(low)
                                            for low, high, _ in values["bins"]):
        _each_weight(axes, values)
    else:
        _weight_curve(axes, values)
    chart_style.median_line(axes, values["quantiles"]["p50"])


def _each_weight(axes, values):
    """A line with a point for each of few different weights, which may be far apart."""
    total = sum(count for _, _, count in values["bins"])
    at = [low for low, _, _ in values["bins"]]
    shares = [count / total for _, _, count in values["bins"]]
    axes.vlines(at, 0, shares, color=chart_style.COLOURS[0], linewidth=3)
    axes.plot(at, shares, "o", color=chart_style.COLOURS[0], markersize=7)
    axes.set_ylim(0, 1.2 * max(shares))
    axes.margins(x=0.1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.6g}")
    axes.set_xlabel("weight of an arc")
    axes.set_ylabel("share of arcs")


def _weight_curve(axes, values):
    edges, shares = density(values["bins"])
    scale = ""
    if edges:
        axes.stairs(shares, edges, fill=True, color=chart_style.COLOURS[0])
        if edges[-1] > 16 * edges[0]:
            scale = " (logarithmic)"
            if edges[-1] < 256 * edges[0]:
                axes.set_xscale("log", base=2)
            else:
                scales.decades(axes)
    axes.set_xlabel("weight of an arc" + scale)
    axes.set_ylabel("share of arcs for each factor of two")


if __name__ == "__main__":
    sys.exit(main())
