"""The style of all charts: colours that colour-blind readers can distinguish, and light axes."""

import math

# Okabe and Ito's palette, without its yellow, which is invisible on white.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
GREY = "#666666"
STYLE = {
    "font.size": 10, "axes.titlesize": 12, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": "#dddddd", "grid.linewidth": 0.8, "legend.frameon": False,
    "svg.hashsalt": "galois", "svg.fonttype": "path", "figure.dpi": 100,
}


def doublings(axes, which="y"):
    """Makes an axis logarithmic after drawing, with numbers at doublings; at more values if there are
    few doublings, and at fewer if there are many."""
    getattr(axes, f"set_{which}scale")("log", base=2)
    low, high = getattr(axes, f"get_{which}lim")()
    count = math.log2(high / low)
    between = (1, 1.25, 1.5) if count < 4 else (1, 1.5) if count < 6 else (1,)
    first = math.floor(math.log2(low))
    ticks = [step * 2.0**power
             for power in range(first, math.ceil(math.log2(high)) + 1, math.ceil(count / 10))
             for step in between]
    ticks = [tick for tick in ticks if low <= tick <= high]
    getattr(axes, f"set_{which}ticks")(ticks, [f"{tick:.3g}" for tick in ticks])
    axes.minorticks_off()
