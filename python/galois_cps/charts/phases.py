"""Bars of the phases of runs (`phases` of docs/result-record.md): one stacked bar per run, in seconds."""

from . import chart_style

# How the phases are called in charts, and their colours. The same phase has the same colour everywhere.
_PHASES = {
    "start_s": ("start of the program", chart_style.COLOURS[6]),
    "convert_s": ("finding or converting the input", chart_style.COLOURS[4]),
    "read_s": ("reading the graph", chart_style.COLOURS[0]),
    "prepare_s": ("preparing", chart_style.COLOURS[1]),
    "earlier_runs_s": ("earlier runs", chart_style.GREY),
    "algorithm_s": ("the algorithm", chart_style.COLOURS[2]),
    "answer_s": ("summing up the answer", chart_style.COLOURS[5]),
    "check_s": ("the check", chart_style.COLOURS[3]),
}


def of(record):
    """Returns {name for people: seconds} of a record, in the order of time; {} if it has no phases."""
    return {_named(phase)[0]: seconds for phase, seconds in (record.get("phases") or {}).items()}


def _named(phase):
    return _PHASES.get(phase, (phase.removesuffix("_s").replace("_", " "), chart_style.GREY))


def draw(axes, runs):
    """Draws one bar per run on the axes, the first at the top.

    :param runs: pairs of a label and a record with `phases`
    :return: what the bars show, as a sentence without its point"""
    shown = {}
    for place, (_, record) in enumerate(runs):
        left = 0.0
        for phase, seconds in record["phases"].items():
            name, colour = _named(phase)
            bar = axes.barh(place, seconds, left=left, height=0.7, color=colour)
            shown.setdefault(name, bar)
            left += seconds
    axes.set_yticks(range(len(runs)), [label for label, _ in runs])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("seconds from the start of the program")
    axes.legend(shown.values(), shown.keys(), loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=3,
                fontsize=9, frameon=False, borderaxespad=0.2, handlelength=1.0, columnspacing=1.2)
    return "Seconds by phase: " + "; ".join(
        f"{label}: " + ", ".join(f"{name} {seconds:.3g}" for name, seconds in of(record).items())
        for label, record in runs)
