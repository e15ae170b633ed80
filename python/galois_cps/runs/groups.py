"""Records grouped by configuration, and the selections that pick among the groups."""

import dataclasses
import difflib

from . import UserError, stats

# The order in which dims are shown; worklist parameters come between wl and threads.
_FIRST = ("build", "app", "input", "algo", "wl")


@dataclasses.dataclass
class Group:
    """All measured runs of one configuration."""

    dims: dict
    records: list
    checked: bool = False  # some run, perhaps a warm-up, verified its answer in full

    def values(self, metric):
        """{(origin, round): value} of a metric such as time_s or tasks.executed."""
        return {(record["bench"].get("origin", ""), record["bench"]["repeat"]):
                pick(record, metric) for record in self.records}

    def spread(self, metric="time_s"):
        """The Spread of a metric."""
        return stats.spread(self.values(metric).values())

    def median(self, metric="time_s"):
        """The median of a metric."""
        return stats.median(self.values(metric).values())

    def has(self, metric):
        """Whether each run has a metric."""
        try:
            return bool(self.values(metric))
        except UserError:
            return False

    @property
    def wasted_work(self):
        """Median of executed / useful tasks, or None if the application does not report it."""
        return stats.median((record["wasted_work"] for record in self.records if record.get("wasted_work")), None)

    @property
    def verified(self):
        """yes when a run was checked in full; all others then gave the same answer."""
        return "yes" if self.checked else "no"


def pick(record, metric):
    """The number under a dotted name, or a message that lists what there is."""
    value = record
    for part in metric.split("."):
        if not isinstance(value, dict) or part not in value:
            known = [name for name, field in record.items() if isinstance(field, (int, float))]
            raise UserError(f"records have no number {metric}; they have {', '.join(known)}, "
                            "tasks.executed, worklist.<counter> ...")
        value = value[part]
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise UserError(f"{metric} is {value!r}, which is not a number")
    return float(value)


def group(records):
    """Groups of the measured runs among a result file's records, in the order of their axes."""
    found = {}
    for record in records:
        bench = record["bench"]
        if "failure" in bench:
            continue
        item = found.setdefault(bench["key"], Group(bench["config"], []))
        item.checked |= record.get("verified") is True
        if not bench["warmup"]:
            item.records.append(record)
    return sorted((item for item in found.values() if item.records),
                  key=lambda item: _sort_key(item.dims))


def _sort_key(dims):
    return [(name, int(value)) if value.isdigit() else (name, 0, value)
            for name, value in dims.items() if name != "threads"] + [("", int(dims["threads"]))]


def parse_selection(text):
    """{name: value} from `wl=smq,threads=2`."""
    wanted = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            raise UserError(f"selection {text!r} is not of the form NAME=VALUE[,NAME=VALUE...]")
        wanted[name.strip().lstrip("-")] = value.strip()
    return wanted


def select(groups, wanted):
    """The groups whose dims have every wanted value; at least one, or a message that helps."""
    chosen = [item for item in groups
              if all(item.dims.get(name) == value for name, value in wanted.items())]
    if chosen:
        return chosen
    text = ",".join(f"{name}={value}" for name, value in wanted.items())
    for name, value in wanted.items():
        values = sorted({item.dims[name] for item in groups if name in item.dims})
        if not values:
            names = sorted({known for item in groups for known in item.dims})
            raise UserError(f"no run has {name}; they have {', '.join(names)}")
        if value not in values:
            near = difflib.get_close_matches(value, values, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UserError(f"no run has {name}={value}; there are {', '.join(values)}{hint}")
    raise UserError(f"no run has all of {text} at once")


def varying(groups):
    """Names of the dims that tell these groups apart, in order."""
    names = {name for item in groups for name in item.dims}
    params = sorted(names - {*_FIRST, "threads"})
    return [name for name in (*_FIRST, *params, "threads")
            if len({item.dims.get(name) for item in groups}) > 1]


def threads_text(count):
    """1 thread, 2 threads."""
    return f"{count} thread" + ("" if int(count) == 1 else "s")


def label(dims, names):
    """A short name from the dims in names: values alone where they speak for themselves."""
    parts = []
    for name in names:
        value = dims.get(name)
        if value is None:
            continue
        if name == "algo":
            parts += [] if "wl" in dims else [value]
        elif name in ("wl", "app", "input", "build"):
            parts.append(value)
        elif name == "threads":
            parts.append(threads_text(value))
        else:
            parts.append(f"{name}={value}")
    return " ".join(parts) or dims.get("wl") or dims.get("algo", "")
