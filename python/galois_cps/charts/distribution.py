"""A chart of how the values of an answer are spread."""

import numpy as np

from ..runs import stats
from . import chart_style, scales

_FEW = 24  # different values, up to which each has a bar of its own
_BINS = 40
_FAR = 1000  # from this ratio of the greatest to the least value on, the axis is logarithmic


def draw(axes, values, what, of):
    """Draws a histogram on the axes, with the median.

    :param values: finite numbers, at least one
    :param what: what the values are, such as "distance"
    :param of: what has these values, such as "nodes"
    :return: whether the axis of the values is logarithmic"""
    values = np.asarray(values, dtype=float)
    distinct = np.unique(values)
    whole = bool((distinct == np.floor(distinct)).all())
    far = values.min() > 0 and values.max() > _FAR * values.min()
    if whole and len(distinct) <= _FEW and distinct[-1] - distinct[0] <= 2 * _FEW:
        counts = [(values == each).sum() for each in distinct]
        axes.bar(distinct, counts, 0.8, color=chart_style.COLOURS[0])
        axes.xaxis.get_major_locator().set_params(integer=True)
    else:
        edges = _edges(values, far, whole)
        counts, _ = np.histogram(values, edges)
        axes.stairs(counts, edges, fill=True, color=chart_style.COLOURS[0])
        if far:
            scales.decades(axes)
    axes.set_ylim(0, max(counts) * 1.15)
    middle = stats.median(values)
    chart_style.median_line(axes, middle, middle > (values.min() + values.max()) / 2 and not far)
    axes.set_xlabel(what + (", logarithmic axis" if far else ""))
    axes.set_ylabel(f"number of {of}")
    axes.grid(visible=False, axis="x")
    if not far:
        axes.xaxis.get_major_locator().set_params(nbins=5)
        axes.xaxis.set_major_formatter(_number)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.set_major_formatter(_number)
    return far


def _number(value, _):
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:.4g}"


def _edges(values, far, whole):
    low, high = values.min(), values.max()
    if low == high:
        return np.array([low - 0.5, high + 0.5])
    if far:
        return np.geomspace(low, high, _BINS + 1)
    if whole:  # bins of equally many whole numbers
        width = np.ceil((high - low + 1) / _BINS)
        return np.arange(low, high + width + 1, width) - 0.5
    return np.linspace(low, high, _BINS + 1)
