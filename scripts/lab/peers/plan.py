"""Which answers are wanted: graphs, questions, peers, threads, sources, rounds."""

import dataclasses
import os
import pathlib
import random
from collections.abc import Iterable, Iterator, Sequence

import numpy

from galois_cps.runs import UsageError, UserError
from lab.bench import spec

from . import grfile
from .catalogue import SOURCES_AT_ONCE, WITH_SOURCES, Peer

_RANDOM = "random:"
# What one answer is about: a node, several nodes, a number of rounds, or just the graph.
Source = int | tuple[int, ...] | None
_SEED_OF_SOURCES = 1


def spelled(source: Source) -> str:
    """A source as words have it: 7, or 7+12+3+5."""
    return "+".join(map(str, source)) if isinstance(source, tuple) else str(source)


@dataclasses.dataclass(frozen=True)
class Target:
    """A graph: its name in tables, its file, and its content."""

    label: str
    path: pathlib.Path
    fingerprint: str
    weighted: bool
    sources: tuple[int, ...]
    rounds: int = 0


@dataclasses.dataclass(frozen=True)
class Asking:
    """One process: a peer builds its structure of a graph and answers a question per source."""

    target: Target
    question: str
    peer: Peer
    threads: int
    repeat: int

    @property
    def sources(self) -> tuple[Source, ...]:
        """What each answer is about: None alone for a question about the graph as a whole."""
        if self.question == "power":
            return (self.target.rounds,)
        if self.question in SOURCES_AT_ONCE:
            size, given = SOURCES_AT_ONCE[self.question], self.target.sources
            return tuple(given[at:at + size] for at in range(0, len(given), size))
        return self.target.sources if self.question in WITH_SOURCES else (None,)

    @property
    def name(self) -> str:
        """A line for messages; the same for all sources and rounds."""
        return f"{self.target.label} {self.question} {self.peer.name} threads={self.threads}"

    def config(self, source: Source) -> dict[str, str]:
        """The run by axis, with the names that selections of scripts/compare use."""
        found = {"app": "peer", "input": self.target.label, "question": self.question,
                 "peer": self.peer.name}
        if source is not None:
            found["source"] = spelled(source)
        return found | {"threads": str(self.threads)}

    def key(self, source: Source) -> str:
        """The run's configuration as one line."""
        return " ".join(f"{name}={value}" for name, value in self.config(source).items())

    def problem(self, source: Source) -> str:
        """What all right answers have in common."""
        return " ".join(part for part in (
            self.question, self.target.label, f"source={spelled(source)}" if source is not None else "")
            if part)


def targets(graphs: Sequence[str], sources: str, seed: int = _SEED_OF_SOURCES) -> list[Target]:
    """The graphs of the command line, each `[NAME=]FILE`. The seed draws random sources."""
    found = []
    for text in graphs:
        given = spec.parse_input(text)
        if given.flags:
            raise UsageError(f"{text}: a graph is [NAME=]FILE here, without flags")
        path = pathlib.Path(given.path)
        head = grfile.header(path)
        if head.nodes == 0:
            raise UserError(f"{path} has no nodes")
        graph = grfile.read(path)
        grfile.require_whole_weights(path, graph)
        found.append(Target(given.label, path, grfile.fingerprint(path), graph.weights is not None,
                            _sources(sources, seed, graph, path)))
    labels = [target.label for target in found]
    for label in labels:
        if labels.count(label) > 1:
            raise UsageError(f"two graphs are called {label}; name them apart: NAME=FILE")
    return found


def _sources(text: str, seed: int, graph: grfile.Graph, path: pathlib.Path) -> tuple[int, ...]:
    """Nodes from `random:K`, drawn among nodes with edges, or from `7,12`."""
    if text.startswith(_RANDOM):
        count = text.removeprefix(_RANDOM)
        if not count.isdigit() or int(count) < 1:
            raise UsageError(f"--sources={text}: {count!r} is no number of sources, at least 1")
        nodes = numpy.flatnonzero(numpy.diff(graph.offsets)).tolist()
        if not nodes:
            raise UserError(f"{path} has no edges")
        return tuple(random.Random(seed).sample(nodes, min(int(count), len(nodes))))
    found = []
    for part in text.split(","):
        if not part.isdigit():
            raise UsageError(f"--sources={text}: {part!r} is no node; write 0,17 or random:5")
        if int(part) >= graph.nodes:
            raise UserError(f"source {part} is no node of {path}, which has 0 to "
                            f"{graph.nodes - 1}")
        found.append(int(part))
    return tuple(dict.fromkeys(found))


def askings(graphs: Iterable[Target], questions: Sequence[str], peers: Sequence[Peer],
            threads: Sequence[int], repeats: int, seed: int) -> Iterator[list[Asking]]:
    """All processes, by round and graph and question. Within one of these, peers come in random
    order, so that none always follows the same neighbour."""
    for repeat in range(repeats):
        for target in graphs:
            for question in questions:
                batch = [Asking(target, question, peer, count, repeat) for peer in peers
                         if question in peer.questions for count in threads
                         if count == 1 or question in peer.parallel]
                random.Random(f"{seed} {repeat} {target.label} {question}").shuffle(batch)
                yield batch


def thread_counts(text: str) -> list[int]:
    """[1, 2] from `1,2`; one and all cores from an empty text."""
    if not text:
        return sorted({1, len(os.sched_getaffinity(0))})
    if not all(part.isdigit() and int(part) > 0 for part in text.split(",")):
        raise UsageError(f"--threads={text}: thread counts are whole numbers from 1, like 1,2")
    return sorted({int(part) for part in text.split(",")})

