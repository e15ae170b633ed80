"""Draws the pictures of the pages: how tasks move between threads, one picture per family of
schedulers, and what control costs on many ranks.

usage: scripts/diagrams --out FOLDER [NAME...]

Blue is what one thread owns, orange is what threads share. A solid arrow is a task that moves, a dashed
arrow is a thread that only reads. Writes FOLDER/NAME.svg; without names, all.
"""

import argparse
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle  # noqa: E402

from galois_cps.charts import chart_style, picture_file  # noqa: E402

from . import control_chart, program  # noqa: E402

PRIVATE, SHARED, INK = "#d9e8f5", "#fbe3c0", "#222222"
PRIVATE_EDGE, SHARED_EDGE, PANEL_EDGE = chart_style.COLOURS[0], "#B36B00", "#bbbbbb"


class Canvas:
    """A drawing surface of `width` x `height` units, origin at the lower left, 100 units per inch."""

    def __init__(self, width, height, alt):
        self.figure = plt.figure(figsize=(width / 100, height / 100))
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_xlim(0, width)
        self.axes.set_ylim(0, height)
        self.axes.axis("off")
        self.alt = alt

    def text(self, x, y, words, size=9, **style):
        self.axes.text(x, y, words, fontsize=size, color=style.pop("color", INK),
                       ha=style.pop("ha", "center"), va=style.pop("va", "center"), **style)

    def panel(self, x, y, w, h, title):
        """The area of one thread."""
        self.axes.add_patch(FancyBboxPatch((x, y), w, h, boxstyle="round,pad=0,rounding_size=8",
                                           facecolor="white", edgecolor=PANEL_EDGE))
        self.text(x + 10, y + h - 13, title, ha="left", weight="bold")

    def box(self, x, y, w, h, words, shared=False):
        self.axes.add_patch(FancyBboxPatch((x, y), w, h, boxstyle="round,pad=0,rounding_size=4",
                                           facecolor=SHARED if shared else PRIVATE,
                                           edgecolor=SHARED_EDGE if shared else PRIVATE_EDGE))
        self.text(x + w / 2, y + h / 2, words)

    def cells(self, x, y, values, shared=False, side=24):
        """A row of slots, most urgent first."""
        for place, value in enumerate(values):
            self.axes.add_patch(Rectangle((x + place * side, y), side, side,
                                          facecolor=SHARED if shared else PRIVATE,
                                          edgecolor=SHARED_EDGE if shared else PRIVATE_EDGE))
            self.text(x + (place + 0.5) * side, y + side / 2, str(value), size=8)

    def arrow(self, start, end, words="", at=None, reads=False, bend=0.0, **style):
        self.axes.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=11,
                                            color=INK, linewidth=1.1, shrinkA=1, shrinkB=1,
                                            linestyle="--" if reads else "-",
                                            connectionstyle=f"arc3,rad={bend}"))
        if words:
            x, y = at or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 9)
            self.text(x, y, words, size=8, **style)

    def save(self, path):
        with plt.rc_context({"svg.hashsalt": "galois", "svg.fonttype": "none"}):
            picture_file.save(self.figure, path, metadata={"Title": path.stem, "Description": self.alt})
        plt.close(self.figure)


def stealing_multi_queue():
    c = Canvas(860, 230, "Two threads with a heap and a stealing buffer each; one steals a batch.")
    for x, name, heap, offer in ((20, "thread 0", (5, 6, 7, 9), (1, 2, 3, 4)),
                                 (520, "thread 1", (12, 14, 20), (8, 9, 10, 11))):
        c.panel(x, 15, 320, 195, name)
        c.box(x + 15, 140, 110, 30, "running task")
        c.text(x + 70, 108, "heap", size=8, color=PRIVATE_EDGE)
        c.cells(x + 15, 72, heap)
        c.text(x + 258, 108, "stealing buffer", size=8, color=SHARED_EDGE)
        c.cells(x + 210, 72, offer, shared=True)
        c.arrow((x + 40, 140), (x + 40, 98), "push", at=(x + 24, 122))
        c.arrow((x + 100, 98), (x + 100, 140), "pop", at=(x + 114, 122))
        c.arrow((x + 15 + 24 * len(heap), 84), (x + 210, 84), "refill\nwhen taken", at=(x + 162, 58))
    c.arrow((535, 160), (325, 98), reads=True)
    c.text(430, 178, "with probability p: is its first\ntask more urgent than mine?", size=8)
    c.arrow((326, 80), (535, 78), "then take the whole batch", at=(430, 66))
    return c


def bucket_queue():
    c = Canvas(900, 250, "A ring of buckets per thread, batches, an offer and a mailbox.")
    for x, name, first in ((20, "thread 0", 40), (540, "thread 1", 48)):
        c.panel(x, 15, 340, 220, name)
        c.box(x + 15, 165, 120, 30, "batch being run")
        for place in range(5):
            c.box(x + 15 + 42 * place, 95, 38, 34, f"{first + 4 * place}..")
        c.text(x + 120, 82, "ring of buckets, and a heap beyond it", size=8, color=PRIVATE_EDGE)
        c.arrow((x + 34, 129), (x + 46, 165), "pop a batch", at=(x + 74, 145))
        c.arrow((x + 125, 165), (x + 160, 131), "push", at=(x + 162, 152))
        c.box(x + 245, 165, 80, 30, "offer", shared=True)
        c.box(x + (245 if x == 20 else 15), 35, 80, 30, "mailbox", shared=True)
    c.arrow((218, 129), (268, 165))
    c.arrow((555, 187), (345, 184), reads=True)
    c.text(450, 208, "between two batches: steal the\noffer if its bucket is more urgent", size=8)
    c.arrow((345, 174), (555, 174))
    c.arrow((225, 95), (555, 55))
    c.text(452, 36, "a thread with many tasks sends\nchunks to one that is ahead", size=8)
    return c


def obim():
    c = Canvas(800, 300, "Bags per priority shared by all threads; threads fill and empty chunks.")
    for place, (name, chunks) in enumerate((("bag 7", 3), ("bag 8", 1), ("bag 9", 2))):
        x = 40 + 250 * place
        c.text(x + 97, 282, name, weight="bold")
        for number in range(chunks):
            c.box(x + 66 * number, 235, 60, 32, "64 tasks", shared=True)
    c.text(400, 220, "full chunks, one list per socket and bag: any thread may take one", size=8,
           color=SHARED_EDGE)
    for x, name, words in ((20, "thread 0", ("empties a chunk of 7", "fills one of 7, one of 8")),
                           (420, "thread 1", ("empties a chunk of 8", "fills one of 8, one of 9"))):
        c.panel(x, 15, 360, 105, name)
        c.box(x + 15, 55, 155, 32, words[0])
        c.box(x + 180, 55, 165, 32, words[1])
        c.text(x + 180, 33, "its copy of the map from priority to bag", size=8, color=PRIVATE_EDGE)
    c.arrow((150, 235), (150, 87), "take", at=(132, 165))
    c.arrow((270, 87), (200, 235), "publish\nwhen full", at=(285, 165))
    c.box(450, 150, 300, 28, "hint: bag 7 is the first with a published chunk", shared=True)
    c.arrow((560, 87), (560, 150), "read when out of tasks", at=(628, 136), reads=True)
    return c


def multi_queue():
    c = Canvas(760, 230, "Locked heaps, several per thread, all shared; take the better of two.")
    for place, best in enumerate((7, 3, 9, 4, 8, 6, 5, "-")):
        c.box(34 + 88 * place, 75, 82, 46, f"best: {best}\nlock, heap", shared=True)
    c.text(207, 58, "C = 4 queues of thread 0", size=8)
    c.text(559, 58, "C = 4 queues of thread 1", size=8)
    c.box(90, 185, 130, 30, "thread 0: push")
    c.box(500, 185, 130, 30, "thread 1: pop")
    c.arrow((155, 185), (163, 121), "one queue,\nat random", at=(115, 153))
    c.arrow((545, 185), (345, 121), reads=True)
    c.arrow((575, 185), (600, 121), reads=True)
    c.text(525, 143, "compare two,\ndrawn at random", size=8)
    c.arrow((320, 121), (500, 203), bend=-0.25)
    c.text(385, 208, "take from the better one", size=8)
    c.text(380, 25, "Only the better queue is locked. If its lock is taken, the thread draws again.", size=8)
    return c


def hd_cps():
    c = Canvas(860, 270, "A private queue per thread; a share of the pushes goes to receive queues.")
    for x, name, own, inbox in ((20, "thread 0", 15, 195), (530, "thread 1", 185, 15)):
        c.panel(x, 75, 310, 180, name)
        c.box(x + own, 195, 110, 30, "running task")
        c.box(x + own, 100, 110, 36, "priority queue")
        c.box(x + inbox, 100, 100, 36, "receive queue", shared=True)
        ends = (inbox, own + 110) if inbox > own else (inbox + 100, own)
        c.arrow((x + ends[0], 118), (x + ends[1], 118), "every\nfew pops",
                at=(x + sum(ends) / 2, 94))
        c.arrow((x + own + 20, 136), (x + own + 20, 195), "pop", at=(x + own + 5, 166))
        c.arrow((x + own + 85, 195), (x + own + 85, 136), "keep", at=(x + own + 104, 166))
    c.arrow((145, 208), (545, 136))
    c.text(430, 212, "send a share of the\npushes, the TDF: tasks, or\nbags of equal priority", size=8)
    c.box(280, 15, 300, 36, "priority drift of all threads decides:\nraise or lower the TDF", shared=True)
    c.arrow((120, 75), (280, 40), "priority of its task", at=(150, 45))
    c.arrow((740, 75), (580, 40), "priority of its task", at=(712, 45))
    return c


def wasp():
    c = Canvas(860, 220, "Private buckets per thread; chunks of the current one lie in a deque.")
    for x, name, buckets, now in ((20, "thread 0", ("bucket 5", "bucket 6", "bucket 8"), 5),
                                  (530, "thread 1", ("bucket 9", "bucket 12"), 9)):
        c.panel(x, 15, 310, 190, name)
        for place, bucket in enumerate(buckets):
            c.box(x + 15, 140 - 38 * place, 90, 32, bucket)
        c.box(x + 180, 140, 115, 32, "deque of chunks", shared=True)
        c.box(x + 180, 64, 115, 32, f"advertises: {now}", shared=True)
        c.text(x + 60, 40, "private", size=8, color=PRIVATE_EDGE)
        c.arrow((x + 105, 156), (x + 180, 156), "offer", at=(x + 142, 166))
    c.arrow((545, 150), (315, 86), reads=True)
    c.text(430, 80, "before it drops to\nbucket 9: is any\nthread more urgent?", size=8, va="top")
    c.arrow((315, 162), (545, 162), "5 < 9: steal a chunk", at=(430, 174))
    return c


def spraylist():
    c = Canvas(760, 210, "One shared skip list; a pop walks a few random steps per level from the front.")
    rows = {2: (0, 5, 8), 1: (0, 3, 5, 7, 8), 0: range(9)}
    keys = ("head", 3, 7, 9, 12, 14, 15, 22, 30)
    for level, places in rows.items():
        y = 40 + 55 * level
        places = list(places)
        for place in places:
            c.box(40 + 78 * place, y, 46, 28, str(keys[place]), shared=True)
        for left, right in zip(places, places[1:]):
            c.arrow((86 + 78 * left, y + 14), (40 + 78 * right, y + 14))
    c.arrow((63, 150), (63, 123), "0 steps", at=(30, 137))
    c.arrow((275, 95), (275, 68), "1 step, down", at=(232, 82))
    c.arrow((310, 40), (440, 40), "2 steps: claims this one", at=(375, 12), bend=0.3)
    return c


def unordered():
    c = Canvas(760, 230, "Each thread fills one chunk and empties another; full ones go to a list.")
    for place in range(3):
        x = 20 + 190 * place
        c.panel(x, 115, 175, 100, f"thread {place}")
        c.box(x + 10, 150, 75, 32, "filling")
        c.box(x + 92, 150, 75, 32, "emptying")
        c.arrow((x + 47, 150), (x + 66, 72), "full", at=(x + 38, 100))
        c.arrow((x + 110, 72), (x + 130, 150), "take", at=(x + 140, 100))
    for place in range(4):
        c.box(44 + 134 * place, 40, 126, 32, "64 tasks", shared=True)
    c.text(310, 22, "list of the socket: FIFO takes the oldest chunk, LIFO the newest", size=8,
           color=SHARED_EDGE)
    c.box(630, 36, 110, 40, "list of another\nsocket", shared=True)
    c.arrow((630, 56), (574, 56))
    c.text(668, 96, "only when nothing\nis left here", size=8)
    return c


def private_deques():
    c = Canvas(860, 250, "A private deque per thread; tasks change hands through two cells.")
    for x, name in ((20, "thread 0 has tasks in a private deque"), (530, "thread 1 is idle")):
        c.panel(x, 15, 310, 225, name)
    for place, words in enumerate(("oldest chunk", "chunk", "youngest")):
        c.box(35 + 97 * place, 150, 90, 32, words)
    c.box(229, 85, 90, 32, "emptying")
    c.box(132, 85, 90, 32, "filling")
    c.arrow((274, 150), (274, 117), "pop", at=(292, 134))
    c.arrow((177, 117), (215, 150), "full", at=(180, 136))
    c.box(35, 30, 130, 32, "request: thread 1", shared=True)
    c.box(545, 150, 130, 32, "answer", shared=True)
    c.box(690, 150, 130, 32, "deque, empty")
    c.arrow((545, 46), (165, 46), "1. posts its number", at=(430, 58))
    c.arrow((60, 150), (60, 62), "2. polls", at=(84, 100), reads=True)
    c.arrow((80, 182), (590, 182), bend=-0.07)
    c.text(430, 212, "3. gives the older half", size=8)
    c.arrow((675, 166), (690, 166))
    c.text(430, 120, "pd-send: no request. Thread 1\nannounces that it is idle, and\nthread 0 gives at its next date", size=8)
    return c


DIAGRAMS = {
    "stealing-multi-queue": stealing_multi_queue, "bucket-queue": bucket_queue, "obim": obim,
    "multi-queue": multi_queue, "hd-cps": hd_cps, "wasp": wasp, "spraylist": spraylist,
    "unordered": unordered, "private-deques": private_deques, "control": control_chart.chart,
}


def main():
    parser = argparse.ArgumentParser(prog="diagrams", description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(DIAGRAMS))
    parser.add_argument("--out", type=pathlib.Path, metavar="FOLDER", required=True,
                        help="where to write")
    options = parser.parse_args()
    if wrong := next((name for name in options.names if name not in DIAGRAMS), None):
        parser.error(f"no diagram is called {wrong}; there are {', '.join(DIAGRAMS)}")
    return program.guarded("diagrams", lambda: _draw(options), advice="")


def _draw(options):
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or DIAGRAMS:
        DIAGRAMS[name]().save(options.out / f"{name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
