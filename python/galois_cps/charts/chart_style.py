"""The style of all charts: colours that colour-blind readers can distinguish, marks, lines, and light
axes."""

# Okabe and Ito's palette, without its yellow, which is invisible on white.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
GREY, GRID = "#666666", "#dddddd"
MARKERS, LINES = "osD^vPX*<>hp", ("-", "--", ":", "-.")
STYLE = {
    "font.size": 10, "axes.titlesize": 12, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.8, "legend.frameon": False,
    "svg.hashsalt": "galois", "svg.fonttype": "path", "figure.dpi": 100,
}


def beside(axes, text, place, offset, size, *, room=0.5, **how):
    """Writes a text beside a place, so many points away, on white, so that lines do not cross it."""
    axes.annotate(text, place, offset, textcoords="offset points", fontsize=size,
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": room}, **how)


def median_line(axes, value, at_left=False):
    """A broken line at the median of what is spread across, with its number at the top."""
    axes.axvline(value, color=COLOURS[5], linewidth=1.4, linestyle="--")
    beside(axes, f"median {value:,.6g}", (value, 1), (-4 if at_left else 4, -2), 9, room=0.8, va="top",
           ha="right" if at_left else "left", xycoords=("data", "axes fraction"))
