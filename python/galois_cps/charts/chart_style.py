"""The style of all charts: colours that colour-blind readers can distinguish, and light axes."""

import math

# Okabe and Ito's palette, without its yellow, which is invisible on white.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
GREY = "#666666"
_FEW_NUMBERS = 3  # an axis has at least so many, so that its scale can be read
STYLE = {
    "font.size": 10, "axes.titlesize": 12, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": "#dddddd", "grid.linewidth": 0.8, "legend.frameon": False,
    "svg.hashsalt": "galois", "svg.fonttype": "path", "figure.dpi": 100,
}


def decades(axes, which="x"):
    """Makes an axis logarithmic after drawing, with a number at each power of ten; at more values if
    these would be fewer than three, so that every axis says what its distances mean."""
    getattr(axes, f"set_{which}scale")("log")
    low, high = getattr(axes, f"get_{which}lim")()
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8)):
        ticks = [step * 10.0**power for power in powers for step in steps
                 if low <= step * 10.0**power <= high]
        if len(ticks) >= _FEW_NUMBERS:
            break
    else:
        ticks = [low + (high - low) * part / 4 for part in range(5)]
    if steps != (1,):
        getattr(axes, f"set_{which}ticks")(ticks, [f"{tick:.3g}" for tick in ticks])
        axes.tick_params(axis=which, which="minor", labelbottom=False, labelleft=False)


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
