"""How all pictures here look: colours that colour-blind readers tell apart, quiet axes."""

# Okabe and Ito's palette, without its yellow, which vanishes on white.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
GREY = "#666666"
STYLE = {
    "font.size": 10, "axes.titlesize": 12, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": "#dddddd", "grid.linewidth": 0.8, "legend.frameon": False,
    "svg.hashsalt": "galois", "svg.fonttype": "path", "figure.dpi": 100,
}
