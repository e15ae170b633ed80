"""A folder of Markdown with tables and pictures, of which the site's generator makes a static page."""

import os
import pathlib
import subprocess
from collections.abc import Sequence

from galois_cps.runs import UserError, whole_file

from . import picture, table
from .entry import ROOT

RULES = """\
Times are medians over sources of the medians over rounds. What follows in brackets is the interval that covers 95 %
of the medians of samples that are drawn again. "From the file" includes reading the graph and building what the
entry needs. Entries on the frontier are beaten by no other one in both time and tasks. All answers were compared
with verified ones outside the process of the entry.
"""


def write(found: Sequence[table.Row], queues: Sequence[table.QueueRow], about: str, folder: pathlib.Path) -> pathlib.Path:
    """Writes index.md and its pictures; returns its path."""
    pictures = picture.draw(found, queues, folder, "svg")
    parts = ["# Entries", about, RULES]
    for title, group in table.groups(found).items():
        parts += [f"## {title}", f"![{_alt(title)}]({pictures[title].name})", table.graph_table(group).render("markdown")]
    for title, queue_group in table.queue_groups(queues).items():
        parts += [f"## {title}", f"![{_alt(title)}]({pictures[title].name})",
                  table.queue_table(queue_group).render("markdown")]
    index = folder / "index.md"
    whole_file.write(index, "\n\n".join(part.strip() for part in parts) + "\n")
    return index


def _alt(title: str) -> str:
    return f"Picture of the table below: {title}"


def site(folder: pathlib.Path, out: pathlib.Path) -> str:
    """The first page of the static site of a folder."""
    done = subprocess.run([os.fspath(ROOT / "scripts" / "site"), "--pages", os.fspath(folder), "--out", os.fspath(out)],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError((done.stderr.strip().splitlines() or ["scripts/site failed"])[-1])
    return (done.stdout.strip().splitlines() or [""])[-1]
