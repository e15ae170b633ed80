"""A page about runs: what ran, on which graph, how the answer is spread, where the time went, and what the
scheduler counted. It is one HTML file with its pictures inside, which needs no network."""

import base64
import dataclasses
import html
import io
import json
import os
import string
from collections.abc import Mapping

import matplotlib
from matplotlib.figure import Figure

from ..runs import UserError, groups, node_values, results, summary, tables, ways, whole_file
from . import captions, chart_style, distribution, parts, phases, plots, way_map

# What the values of an answer are, and what has them, by the name of the application.
_ANSWERS = {"sssp": ("distance from the source", "nodes"), "bfs": ("arcs from the source", "nodes"),
            "pagerank": ("rank", "nodes"), "color": ("colour", "nodes"),
            "mst": ("weight of an edge of the forest", "edges"), "kcore": ("core number", "nodes"),
            "components": ("lowest node of the component", "nodes"), "triangles": ("triangles", "nodes"),
            "betweenness": ("betweenness", "nodes"), "cdlp": ("label of the community", "nodes"),
            "mis": ("1 in the set, 0 outside", "nodes"), "greedymatching": ("partner", "nodes")}
_PROGRAM = "-cpu"
_EXTREMES = 5  # of an answer, the greatest values that are shown with their nodes
_STEPS = 2  # a history has pairs of seconds and a value
_BARS = 40  # of more runs, the chart of phases has one per configuration
_TEMPLATE = string.Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light; --line: #dddddd; --grey: #555555 }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: white; color: #1a1a1a;
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 }
h2 { font-size: 1.15rem; margin: 0 0 0.5rem }
.lead { color: var(--grey); margin: 0 0 1.25rem }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr));
  align-items: start }
.card { border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; min-width: 0 }
.wide { margin-bottom: 1rem }
.scroll { overflow-x: auto }
figure { margin: 0.5rem 0 }
figure img { display: block; width: 100%; height: auto }
figcaption { color: var(--grey); font-size: 0.85rem }
table { border-collapse: collapse; margin: 0.75rem 0; font-variant-numeric: tabular-nums }
.facts { width: 100%; table-layout: fixed }
th, td { border-bottom: 1px solid var(--line); padding: 0.2rem 0.8rem 0.2rem 0; text-align: left;
  vertical-align: top }
.facts th { color: var(--grey); font-weight: normal; width: 45% }
.rows th, .rows td { white-space: nowrap }
.good { color: #006b4d } .bad { color: #b03000; font-weight: bold }
pre { overflow-x: auto; background: #f6f6f6; padding: 0.75rem; font-size: 0.85rem }
summary { cursor: pointer; margin: 0.75rem 0 }
</style>
</head>
<body>
<h1>$title</h1>
<p class="lead">$lead</p>
$body
</body>
</html>
""")


@dataclasses.dataclass
class Page:
    """A page, section by section."""

    title: str
    lead: str
    sections: list

    def write(self, path):
        """Writes the file completely or not at all."""
        whole_file.require_page(path)
        whole_file.write(path, _TEMPLATE.substitute(
            title=html.escape(self.title), lead=html.escape(self.lead), body="\n".join(self.sections)))


def write(records, path, values=None, title=""):
    """Writes a page about runs to a file.

    :param records: runs in the form of docs/result-record.md, of one program or of a result file
    :param values: the NodeValues or the Ways of the answer, if they are to be shown
    :param title: of the page; by default it names the program and the input"""
    interleaved = all("bench" in record for record in records)  # by scripts/bench
    records = [_with_place(record, number) for number, record in enumerate(records)]
    measured, failed = groups.group(records), results.failures(records)
    ended = [record for record in records if "failure" in record]
    if not measured and not ended:
        raise UserError("there is no run to report: none succeeded")
    chosen = [_middle(item) for item in measured]
    last = [_checksum(record) for record in records if "failure" not in record["bench"]][-1:]
    page = Page(title or _title(chosen or ended), _lead(measured, ended), [])
    if len(measured) > 1 or (measured and len(measured[0].records) > 1):
        page.sections.append(_overview(measured, interleaved))
        page.sections.append(_phases_by_run(measured, chosen))
    if failed:
        page.sections.append(_failures(failed))
    for item, record in zip(measured, chosen):
        # Of several sources, the values are those of the last.
        own = values if [_checksum(record)] == last else None
        cards = _cards(item, record, own)
        if len(measured) == 1:
            page.sections.append(cards)
        else:
            name = groups.label(item.dims, groups.varying(measured))
            page.sections.append(f"<details><summary>{html.escape(name)}: its run with the median "
                              f"time</summary>\n{cards}\n</details>")
    if not measured:
        page.sections.append(_cards_of_ended(ended[-1]))
    page.write(path)


def _with_place(record, number):
    """A record with `bench`: a program's own records are the rounds of their configuration."""
    if "bench" in record:
        return record
    dims = {name: _text(record[name]) for name in ("app", "input", "wl", "threads") if name in record}
    for part in ("params", "wl_params"):
        dims |= {name: _text(value) for name, value in record.get(part, {}).items()
                 if name not in dims and not isinstance(value, (list, Mapping))}
    dims.setdefault("threads", "1")
    key = " ".join(f"{name}={value}" for name, value in dims.items())
    place = {"key": key, "config": dims, "repeat": number, "warmup": False, "alone": number == 0}
    if "failure" in record:
        place["failure"] = record["failure"]
    return {**record, "bench": place}


def _text(value):
    return value if isinstance(value, str) else json.dumps(value)


def _checksum(record):
    return (record.get("answer") or {}).get("checksum")


def _middle(item):
    """The run whose time is nearest to the median; the first of several."""
    middle = item.median()
    return min(item.records, key=lambda record: abs(record["time_s"] - middle))


def _program(record):
    return record["bench"].get("command") or record.get("app", "")


def _title(records):
    programs, inputs = ({name(record): None for record in records} for name in (
        _program, lambda record: os.path.basename(str(record.get("input", "")))))
    where = ", ".join(filter(None, inputs))
    return ", ".join(filter(None, programs)) + (f" on {where}" if where else "")


def _lead(measured, ended):
    return " ".join(filter(None, [_lead_of_measured(measured), *(
        f"A run was ended: {record['failure']['reason']}." for record in ended)]))


def _lead_of_measured(measured):
    if not measured:
        return ""
    runs = sum(len(item.records) for item in measured)
    if len(measured) > 1:
        return f"{len(measured)} configurations, {runs} measured runs."
    item, record = measured[0], measured[0].records[0]
    time = tables.pretty_seconds(item.median())
    text = f"{time} under {_scheduler(record)} on {groups.threads_text(item.dims['threads'])}"
    if runs > 1:
        text += f" (median of {runs} runs)"
    return text + (". Its times are virtual, those of a simulated machine." if "virtual" in record
                   else ".")


def _scheduler(record):
    params = ", ".join(f"{name} {_text(value)}"
                       for name, value in (record.get("wl_params") or {}).items())
    return f"{record.get('wl', '')}" + (f" ({params})" if params else "")


def _cards(item, record, values):
    cards = [_facts("What ran", _what_ran(record)), _input(record),
             _answer(record, values), _phases(record), _tasks(record), _counters(record),
             _hardware(item)]
    return _grid(cards, record)


def _cards_of_ended(record):
    """What is known of a run that was ended: it has no outcome."""
    return _grid([_facts("What ran", _what_ran(record)), _input(record)], record)


def _grid(cards, record):
    return ('<div class="cards">\n' + "\n".join(filter(None, cards)) + "\n</div>\n"
            "<details><summary>The record of this run</summary>\n<pre>"
            + html.escape(json.dumps({name: value for name, value in record.items()
                                      if name != "bench" or "program" in value}, indent=2))
            + "</pre></details>")


def _what_ran(record):
    build, host = record.get("build", {}), record.get("host", {})
    rows = [("program", _program(record)), ("scheduler", _scheduler(record)),
            ("threads", _number(record.get("threads", 1))
             + (f" of {record['cores']} cores" if "cores" in record else "")
             + ("" if record.get("pinned", True) else ", not pinned"))]
    rows += [(name, _text(value)) for name, value in record.get("params", {}).items()
             if not isinstance(value, Mapping)]
    rows += [("seed", record.get("seed")), ("processor", host.get("cpu"))]
    if "virtual" in record:
        rows.append(("simulated machine", f"{record['virtual'].get('cores', '?')} cores"))
    rows += [("build", " ".join(str(build[name]) for name in ("type", "compiler", "commit")
                                if build.get(name))),
             ("peak memory", f"{record['max_rss_mib']:,.0f} MiB" if "max_rss_mib" in record else None),
             ("command", record["bench"].get("replay"))]
    return rows


def _input(record):
    rows = [("input", record.get("input")), ("nodes", _maybe(record.get("nodes"))),
            ("edges", _maybe(record.get("edges"))),
            ("edges per node", f"{record['edges'] / record['nodes']:.2f}"
             if record.get("nodes") and "edges" in record else None),
            ("identity", record.get("input_id"))]
    return _facts("The graph" if "nodes" in record else "The input", rows)


def _answer(record, values):
    answer = record.get("answer") or {}
    verdict = {True: ("checked: right", "good"), False: ("checked: wrong", "bad")}.get(
        record.get("verified"), ("not checked", ""))
    rows = [("checksum", _maybe(answer.get("checksum")))]
    rows += [(name, _maybe(value)) for name, value in (answer.get("summary") or {}).items()
             if not isinstance(value, (list, Mapping))]
    app = record.get("app", "").removesuffix(_PROGRAM)
    known = app in _ANSWERS
    what, of = _ANSWERS.get(app, ("value", "nodes"))
    more, text, greatest = "", "", ""
    if isinstance(values, ways.Ways):
        more = _map(values)
    elif values is not None and len(values.values):
        figure, axes = _figure(3.0)
        far = distribution.draw(axes, values.values, what, of)
        more = _picture(figure, f"Histogram of the {what} of {len(values.values):,} {of}"
                        + (", on a logarithmic axis" if far else ""))
        greatest = _rows([of.removesuffix("s"), f"greatest {what}"],
                         [[name, _number(value)] for name, value in values.greatest(_EXTREMES)])
    if isinstance(values, node_values.NodeValues) and values.missing:
        text = f"<p>{values.missing:,} {of} have no value: no path leads there.</p>"
    elif values is None and known:
        text = ("<p>How the answer is spread is not in a record. The file of <code>--output</code> "
                "shows it: <code>scripts/report RECORD --answer FILE</code>; <code>--report</code> of "
                "the program does both.</p>")
    if record["bench"].get("command"):
        return _card("The answer", "<p>Only the exit status of this command was looked at.</p>")
    return _card("The answer", f'<p class="{verdict[1]}">The answer was {verdict[0]}.</p>' + more
                 + text + _table(rows) + greatest)


def _map(answer):
    """The ways of an answer among the roads around them."""
    if not answer.lines:
        return ""
    figure, axes = _figure(4.6)
    way_map.draw(axes, answer.lines, answer.roads, answer.ends, answer.window(), answer.aspect())
    axes.set_xlabel("longitude (degrees)")
    axes.set_ylabel("latitude (degrees)")
    (begin, end), *others = answer.ends
    return _picture(figure, f"Map of {1 + len(others)} ways" if others else
                    f"Map of the way from {begin} to {end}")


def _phases(record):
    """Where the time of the process went. A call of the Python package does not read the graph."""
    spent = phases.of(record) or _phases_from_times(record)
    rows = [(name, tables.pretty_seconds(value)) for name, value in spent.items()]
    more = _stacked(spent, tables.pretty_seconds, "share of the time") if len(spent) > 1 else ""
    note = ("<p>All else is memory for the answer, constructing the scheduler, the check and the end "
            "of the process.</p>" if "all else" in spent else "")
    shares = record.get("breakdown")
    if shares:
        kept = {name.replace("_", " "): shares[name] for name in (
            "good_work", "useless_work", "enqueue", "dequeue", "failed_dequeue", "other")
            if name in shares}
        more += "<h3>Cycles of the threads</h3>" + _stacked(kept, lambda value: f"{value:.1%}",
                                                            "share of the cycles")
        rows += [(name, f"{value:.1%}") for name, value in kept.items()]
    return _card("Where the time went", more + _table(rows) + note)


def _phases_from_times(record):
    """The phases of a record that does not divide its `total_s`."""
    load, time, total = (record.get(name) for name in ("load_s", "time_s", "total_s"))
    spent = {}
    if load:
        spent["reading the input"] = load
    spent["the algorithm"] = time
    program = record.get("app", "").endswith(_PROGRAM)
    if total is not None and record["bench"].get("alone", True) and "virtual" not in record:
        spent["all else"] = max(0.0, total - time - (load or 0 if program else 0))
    return spent


def _tasks(record):
    tasks = record.get("tasks")
    if not tasks:
        return ""
    useful, stale = tasks.get("useful", 0), tasks.get("stale", 0)
    kinds = {"useful": useful, "stale, dropped": stale,
             "without effect": max(0, tasks.get("executed", 0) - useful - stale)}
    rows = [("executed", _number(tasks.get("executed", 0))), *(
        (name, _number(value)) for name, value in kinds.items()),
        ("pushed", _maybe(tasks.get("pushed"))),
        ("executed per useful task", f"{record.get('wasted_work') or 0:.3f}")]
    drift = record.get("drift")
    if isinstance(drift, Mapping):
        rows += [(f"priority drift, {name}", _maybe(value)) for name, value in drift.items()]
    return _card("Tasks", _stacked(kinds, _number, "share of the executed tasks") + _table(rows))


def _counters(record):
    """What the scheduler counted: numbers, the courses of values that it adapted, and threads."""
    found = record.get("worklist") or {}
    plain = [(name, _maybe(value)) for name, value in found.items() if _is_number(value)]
    more = "".join(_course(name, value) for name, value in found.items() if _is_history(value))
    threads = record.get("per_thread")
    if threads:
        names = [name for name in threads[0] if _is_number(threads[0][name])]
        rows = [[str(place), *(_maybe(each.get(name)) or "" for name in names)]
                for place, each in enumerate(threads)]
        more += _rows(["thread", *names], rows)
    if not plain and not more:
        return _card("The scheduler", "<p>The scheduler counts nothing.</p>")
    return _card("The scheduler", f"<p>Counters of {html.escape(str(record.get('wl', '')))}, summed "
                 "over the threads.</p>" + _table(plain) + more)


def _course(name, steps):
    figure, axes = _figure(2.4)
    axes.step([1e3 * at for at, _ in steps], [value for _, value in steps], where="post",
              color=chart_style.COLOURS[0], linewidth=1.4)
    axes.set_xlabel("ms since the loop began")
    axes.set_ylabel(name)
    return _picture(figure, f"{name} by time")


def _hardware(item):
    counted = [record["bench"]["counters"] for record in item.records
               if record["bench"].get("counters")]
    if counted:
        medians = {name: item.median(f"bench.counters.{name}") for name in counted[0]
                   if all(name in each for each in counted) and len(counted) == len(item.records)}
        rows = [(name, _number(value)) for name, value in medians.items()]
        if medians.get("cycles") and "instructions" in medians:
            rows.append(("instructions per cycle",
                         f"{medians['instructions'] / medians['cycles']:.2f}"))
        return _card("Hardware counters", "<p>Medians of whole processes.</p>" + _table(rows))
    reason = next((record["bench"]["no_counters"] for record in item.records
                   if "no_counters" in record["bench"]), "")
    text = f"Not available: {reason}." if reason else \
        "Not counted. <code>scripts/bench --counters</code> counts them."
    return _card("Hardware counters", f"<p>{text if not reason else html.escape(text)}</p>")


def _overview(measured, interleaved):
    table = summary.summary(measured)
    height = 1.2 + 0.42 * len(measured)
    with matplotlib.rc_context(chart_style.STYLE):
        figure = Figure(figsize=(7.5, height))
        axes = figure.subplots()
        handles = plots.draw_times(axes, measured)
        plots.legend(axes, handles)
    caption = captions.caption(measured, captions.WHISKERS, interleaved=interleaved)
    return ('<section class="card wide">\n<h2>Times</h2>\n'
            + _picture(figure, "Median time of each configuration, as in the table below", caption)
            + _rows(table.header, table.rows) + "</section>")


def _phases_by_run(measured, chosen):
    """A bar per run; of many runs, one per configuration. Without phases in the records, nothing."""
    varying = groups.varying(measured)
    runs = [(item, record) for item in measured for record in item.records if record.get("phases")]
    if len(runs) > _BARS:
        runs = [(item, record) for item, record in zip(measured, chosen) if record.get("phases")]
    if not runs:
        return ""
    several = len(measured) > 1
    labels = [" ".join(filter(None, [groups.label(item.dims, varying) if several else "",
                                     f"run {record['bench'].get('repeat', 0) + 1}"]))
              for item, record in runs]
    with matplotlib.rc_context(chart_style.STYLE):
        figure = Figure(figsize=(7.5, 1.4 + 0.3 * len(runs)))
        told = phases.draw(figure.subplots(),
                           list(zip(labels, [record for _, record in runs])))
    return ('<section class="card wide">\n<h2>From the start to the checked answer</h2>\n'
            + _picture(figure, told) + "</section>")


def _failures(failed):
    rows = [(record["bench"]["key"], record["bench"]["failure"]["reason"]) for record in failed]
    return ('<section class="card wide">\n<h2 class="bad">'
            f"{len(failed)} failed {'run' if len(failed) == 1 else 'runs'}</h2>\n"
            + _table(rows) + "</section>")


def _figure(height):
    """(figure, axes) in the style of all charts, as wide as a column."""
    with matplotlib.rc_context(chart_style.STYLE):
        figure = Figure(figsize=(5.2, height))
        return figure, figure.subplots()


def _stacked(shares, form, label):
    """A bar that is divided into parts, with a legend of their names and values."""
    if sum(shares.values()) <= 0:
        return ""
    figure, axes = _figure(1.25)
    told = parts.draw(axes, {f"{name}: {form(value)}": value for name, value in shares.items()},
                      label)
    parts.legend(axes, 2)
    return _picture(figure, told)


def _picture(figure, text, caption=""):
    """A figure inside the page, with what it shows in words."""
    buffer = io.BytesIO()
    with matplotlib.rc_context(chart_style.STYLE):
        figure.savefig(buffer, format="svg", bbox_inches="tight", pad_inches=0.05,
                       metadata={"Date": None})
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    below = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    return (f'<figure><img alt="{html.escape(text)}" src="data:image/svg+xml;base64,{data}">{below}'
            "</figure>\n")


def _facts(title, rows):
    return _card(title, _table(rows))


def _card(title, inside):
    return f'<section class="card">\n<h2>{html.escape(title)}</h2>\n{inside}</section>'


def _table(rows):
    """Names and values; rows without a value are left out."""
    cells = "".join(f"<tr><th>{html.escape(str(name))}</th><td>{html.escape(str(value))}</td></tr>\n"
                    for name, value in rows if value not in (None, ""))
    return f'<table class="facts">\n{cells}</table>\n' if cells else ""


def _rows(header, rows):
    head = "".join(f"<th>{html.escape(each)}</th>" for each in header)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(each)}</td>" for each in row) + "</tr>\n"
                   for row in rows)
    return f'<div class="scroll"><table class="rows">\n<tr>{head}</tr>\n{body}</table></div>\n'


def _maybe(value):
    return None if value is None else _number(value)


def _number(value):
    """A number for people: whole ones with commas, others to six digits."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.6g}"


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_history(value):
    return isinstance(value, list) and bool(value) and all(
        isinstance(step, list) and len(step) == _STEPS for step in value)
