"""Schedulers that a user adds to the figures of a folder, without a line in the catalogue.

`figures make --add-series "mine:--wl=mine --x=3"` gives a name and flags. From then on the series
is in every figure that compares schedulers; the file added-series.json in the folder of the scale
remembers it for later calls.
"""

import dataclasses
import difflib
import json
import pathlib
import re
import shlex
from collections.abc import Iterable

from galois_cps.runs import UsageError, UserError, whole_file
from lab.bench import spec

from .builds import Builds
from .catalogue import Catalogue, Figure, RunSpec, Series

FILE = "added-series.json"
_FORM = '"NAME:--wl=POLICY --PARAMETER=VALUE ..."'
_NAME = re.compile(r"[A-Za-z][\w.-]*")
_FLAG = re.compile(r"--([A-Za-z][\w-]*)=(.+)", re.DOTALL)
# Flags that figures or their runs set.
_TAKEN = re.compile(r"json|t|threads|algo|runs|verify|noverify|seed|drift|virtual-.*")
# Charts in which each series stands for one scheduler, if no parameter is swept.
_CHARTS = ("by_threads", "lines", "dots", "bars", "breakdown", "means")
_FORKING = spec.WITHOUT_GRAPH + spec.MAYBE_GRAPH


def parsed(text: str, known: Iterable[str], builds: Builds) -> tuple[str, str]:
    """(name, flags) of a text such as "mine:--wl=mine --x=3". A policy alone stands for itself
    without flags. UsageError if the text is wrong, or if the catalogue has a series of this name."""
    name, colon, rest = text.partition(":")
    if not colon and builds.has_policy(name):
        rest = f"--wl={name}"
    elif not colon or not rest.strip():
        raise UsageError(f"--add-series={text}: it has the form {_FORM}")
    if not _NAME.fullmatch(name):
        raise UsageError(f"--add-series={text}: the name {name!r} is not letters, digits, '.', '-' "
                         "and '_' after a letter")
    if name in known:
        raise UsageError(f"--add-series={text}: the figures have a series {name} already; "
                         "choose another name")
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise UsageError(f"--add-series={text}: {str(error).lower()}") from None
    series_of(name, shlex.join(words), builds)
    return name, shlex.join(words)


def series_of(name: str, flags: str, builds: Builds | None = None) -> Series:
    """The series with these flags. UsageError if they are wrong, or, with `builds`, if there is no
    such policy or it has no such parameter."""
    where = f"--add-series={name}:{flags}"
    found: dict[str, str] = {}
    for word in shlex.split(flags):
        match = _FLAG.fullmatch(word)
        if not match:
            raise UsageError(f"{where}: {word!r} is not of the form --NAME=VALUE")
        if match[1] in found:
            raise UsageError(f"{where}: --{match[1]} is given twice")
        if _TAKEN.fullmatch(match[1]):
            raise UsageError(f"{where}: the figures set --{match[1]} themselves")
        found[match[1]] = match[2]
    if ("wl" in found) == ("scheduler" in found):
        raise UsageError(f"{where}: name one --wl=POLICY, or one --scheduler=NAME for programs that "
                         "fork and join")
    forks = "scheduler" in found
    wl = found.pop("scheduler" if forks else "wl")
    if builds and not forks:
        _check(where, wl, found, builds)
    return Series(name, name, wl, params=tuple(sorted(found.items())), forks=forks)


def _check(where: str, wl: str, params: Iterable[str], builds: Builds) -> None:
    if not builds.has_policy(wl):
        near = difflib.get_close_matches(wl, builds.policies(), 1)
        raise UsageError(f"{where}: there is no policy {wl!r}; " + (
            f"did you mean {near[0]}?" if near else "--wl=help lists all"))
    known = builds.parameters(wl)
    for name in params:
        if known is not None and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise UsageError(f"{where}: {wl} has no parameter --{name}; " + (
                f"did you mean --{near[0]}?" if near else
                f"it has {', '.join(f'--{each}' for each in known) or 'none'}"))


def read(folder: pathlib.Path) -> dict[str, str]:
    """{name: flags} of the series that were added to a folder."""
    path = folder / FILE
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read {path}: {error}") from error


def write(folder: pathlib.Path, added: dict[str, str]) -> None:
    """Remembers these series for the folder, and no others."""
    path = folder / FILE
    if added == read(folder):
        return
    whole_file.write(path, json.dumps(added, indent=1) + "\n")


def extended(catalogue: Catalogue, added: dict[str, str]) -> Catalogue:
    """The catalogue with these series in every figure that compares schedulers."""
    if not added:
        return catalogue
    series = {name: series_of(name, flags) for name, flags in added.items()}
    figures = {name: _with(catalogue, figure, series) for name, figure in catalogue.figures.items()}
    return dataclasses.replace(catalogue, figures=figures, series=catalogue.series | series,
                               added=tuple(series))


def _with(catalogue: Catalogue, figure: Figure, series: dict[str, Series]) -> Figure:
    runs = list(figure.runs)
    for forks in (False, True):
        names = tuple(name for name, each in series.items() if each.forks == forks)
        place = comparison(catalogue, figure, forks)
        if names and place is not None:
            runs[place] = dataclasses.replace(runs[place], series=(*runs[place].series, *names))
    return dataclasses.replace(figure, runs=tuple(runs))


def comparison(catalogue: Catalogue, figure: Figure, forks: bool = False) -> int | None:
    """Which of a figure's runs a scheduler is added to, of loops over tasks or, if it `forks`, of
    programs that fork and join: those with most schedulers. None if the figure compares no
    schedulers with each other, as where it sweeps a parameter."""
    if figure.chart not in _CHARTS or figure.options.get("x", "threads") != "threads":
        return None
    schedulers = [_schedulers(catalogue, run) if forks == _forks(catalogue, run) else set()
                  for run in figure.runs]
    if len(set().union(*schedulers)) < 2:
        return None
    places = [index for index, run in enumerate(figure.runs) if schedulers[index] and not run.grid]
    return max(places, key=lambda index: len(schedulers[index]), default=None)


def _schedulers(catalogue: Catalogue, run: RunSpec) -> set[str]:
    known = (catalogue.series[name] for name in run.series)
    return {each.wl for each in known if each.algo == spec.DEFAULT_ALGO} - {
        "", *spec.SEQUENTIAL_WORKLISTS}


def _forks(catalogue: Catalogue, run: RunSpec) -> bool:
    """Whether all programs of these runs fork and join."""
    return all(catalogue.programs[app]["program"] in _FORKING
               for row in catalogue.sets[run.cases] for app in row["apps"])
