"""A bar that is divided into parts of a whole, with a legend of their names."""

from . import chart_style


def draw(axes, parts, label):
    """Draws the bar on the axes.

    :param parts: {name for the legend: number}, in which some number is above 0
    :param label: what the shares are of
    :return: the names with their shares, as a sentence without its point"""
    total = sum(parts.values())
    left = 0.0
    for colour, (name, value) in zip(chart_style.COLOURS, parts.items()):
        axes.barh(0, value / total, left=left, color=colour, label=name)
        left += value / total
    axes.set_xlim(0, 1)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(visible=False)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_xlabel(label)
    return f"{label}: " + "; ".join(f"{name}, {value / total:.1%}" for name, value in parts.items())


def legend(axes, columns):
    """Adds the names above the bar."""
    axes.legend(loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=columns, fontsize=9,
                frameon=False,
                borderaxespad=0.2, handlelength=1.0, columnspacing=1.2)
