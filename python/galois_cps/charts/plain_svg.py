"""Times relative to a reference, and wasted work, as SVG where there is no matplotlib."""

import html
import textwrap

from ..runs import groups, stats, whole_file
from . import captions, chart_style, scales

_WIDTH, _LEFT, _GAP, _BAR = 900, 130, 46, 15  # pixels: of the picture, of labels, between panels, of a bar
_WHITE = 'paint-order="stroke" stroke="white" stroke-width="3"'  # below a text, so that lines do not cross it


def relative(measured, reference, path, title):
    """Draws what plots.relative() draws, by another hand, to one file: PATH."""
    base = reference.median()
    rest = [item for item in measured if item is not reference]
    names = captions.setting_names(rest)
    labels = list(dict.fromkeys(groups.label(item.dims, names) for item in rest))
    threads = sorted({int(item.dims["threads"]) for item in rest})
    row = _BAR * len(threads) + 10
    top, bottom = 64, 64 + row * len(labels)
    inner = _WIDTH - _LEFT - _GAP - 20
    panels = [
        (_LEFT, inner * 0.6, captions.relative_to(reference),
         lambda item: [value / base for value in item.values("time_s").values()]),
        (_LEFT + inner * 0.6 + _GAP, inner * 0.4, captions.WASTE,
         lambda item: [record["wasted_work"] for record in item.records if record.get("wasted_work")])]
    parts = [_text(8, 24, title, size=16, weight="bold")]
    for place, label in enumerate(labels):
        parts.append(_text(_LEFT - 8, top + row * (place + 0.5) + 4, label, anchor="end"))
    widths = []  # pixels per unit of each panel
    for left, width, axis, samples in panels:
        bars = [(labels.index(groups.label(item.dims, names)), threads.index(int(item.dims["threads"])),
                 stats.spread(samples(item))) for item in rest if samples(item)]
        greatest = max((spread.high for _, _, spread in bars), default=1) * 1.15
        widths.append(width / greatest)
        parts += _ticks(left, width, greatest, top, bottom)
        for place, series, spread in bars:
            parts += _bar(left, widths[-1], top + row * place + 5 + _BAR * series, series, spread)
        parts.append(_text(left + width / 2, bottom + 36, axis, anchor="middle"))
    parts.append(f'<path d="M{_LEFT + widths[0]:.1f} {top}V{bottom}" stroke="{chart_style.GREY}" stroke-dasharray="5 3"/>')
    if len(threads) > 1:
        for series, count in enumerate(threads):
            parts.append(f'<rect x="{panels[1][0] + 90 * series:.0f}" y="40" width="18" height="11" '
                         f'fill="{_colour(series)}"/>')
            parts.append(_text(panels[1][0] + 90 * series + 24, 50, groups.threads_text(count)))
    caption = textwrap.wrap(captions.caption(measured, captions.WHISKERS), 150)
    for place, text in enumerate(caption):
        parts.append(_text(8, bottom + 62 + 13 * place, text, size=10, colour=chart_style.GREY))
    height = bottom + 66 + 13 * len(caption)
    whole_file.write(path, (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="DejaVu Sans, Verdana, sans-serif">'
        f'<title>{html.escape(title)}</title><rect width="100%" height="100%" fill="white"/>'
        f'{"".join(parts)}</svg>\n').encode())


def _colour(series):
    return chart_style.COLOURS[series % len(chart_style.COLOURS)]


def _text(x, y, text, size=12, anchor="start", weight="normal", colour="black", more=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'font-weight="{weight}" fill="{colour}" {more}>{html.escape(text)}</text>')


def _bar(left, scale, y, series, spread):
    """A bar from 0 to the median, a line from the least to the greatest, and the median as a number."""
    middle = y + _BAR / 2
    end = max(spread.high, spread.median)
    return [f'<rect x="{left:.1f}" y="{y + 1:.1f}" width="{spread.median * scale:.1f}" height="{_BAR - 2}" '
            f'fill="{_colour(series)}"/>',
            f'<path d="M{left + spread.low * scale:.1f} {middle}H{left + spread.high * scale:.1f}" '
            'stroke="black"/>',
            _text(left + end * scale + 4, middle + 4, f"{spread.median:.2f}", size=11, more=_WHITE)]


def _ticks(left, width, greatest, top, bottom):
    """Lines with numbers, four to eight of them."""
    step = scales.even_step(greatest)
    parts = []
    for place in range(int(greatest / step) + 1):
        x = left + width * place * step / greatest
        parts.append(f'<path d="M{x:.1f} {top}V{bottom}" stroke="{chart_style.GRID}"/>')
        parts.append(_text(x, bottom + 16, f"{place * step:g}", size=11, anchor="middle"))
    return parts
