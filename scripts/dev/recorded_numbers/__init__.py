"""What scripts/dev/recorded-numbers measures, and how it compares.

    instructions  instructions of a run on one thread
    simulated     runs on simulated machines
    compilation   what compiling a few units takes

Each has a function measure(), and its numbers in a file of JSON of its name: {row: {name: number}}.
"""

import json
import os


class Skipped(Exception):
    """Why nothing can be compared here."""


def read(path):
    return json.loads(path.read_text()) if path.exists() else {}


def write(path, recorded, measured):
    """Adds what was measured to what is recorded, in place of what it had."""
    rows = {row: recorded.get(row, {}) | numbers for row, numbers in measured.items()}
    fresh = path.with_suffix(".json.new")
    fresh.write_text(json.dumps(recorded | rows, indent=1, sort_keys=True) + "\n")
    os.replace(fresh, path)


def compare(recorded, measured, slack):
    """(lines about what differs and a last one that counts, whether all is as recorded but for the
    share `slack`, or {name: share}). A number that is not recorded yet, such as that of a new
    policy, may be any."""
    lines, wrong, count = [], 0, 0
    for row, numbers in measured.items():
        for name, now in numbers.items():
            before, mark = recorded.get(row, {}).get(name), ""
            count += 1
            if now == before:
                continue
            if before is None:
                mark = "  new: --update records it"
            elif abs(now - before) > (slack[name] if isinstance(slack, dict) else slack) * before:
                wrong += 1
                mark = "  MORE THAN RECORDED" if now > before else "  LESS"
            share = f" ({now / before - 1:+.2%})" if before and name != "checksum" else ""
            lines.append(f"{row:22} {name:16} {before} -> {now}{share}{mark}")
    limit = ""
    if isinstance(slack, dict):
        limit = " by more than they may"
    elif slack:
        limit = f" by more than {100 * slack:.0f} %"
    lines.append(f"{count} numbers, {wrong} of them differ{limit}")
    return lines, wrong == 0
