"""What charts compute from tidy rows: samples per round, medians, ratios with intervals, failures.

A sample is {(round, number in the round): value}. Ratios of two samples are of medians; their
intervals resample whole rounds, by `stats.ratio_of_medians`, and are empty when there is one round
only.
"""

import math
from typing import Iterable

import numpy as np

from galois_cps.runs import bootstrap, stats, values
from galois_cps.runs.groups import threads_text

Sample = dict[tuple[int, int], float]
Case = tuple[str, str]
SOURCES = {"T": "real threads", "S": "simulated cores"}
TUNED_OBIM = "obim0"  # the series that others are compared with
_DRAWS = 2000
_UNITS = {"time_s": "time of the parallel loop (s)", "tasks.executed": "executed tasks",
         "wasted_work": "executed / useful tasks", "drift.mean": "mean priority drift",
         "breakdown.cycles_per_enqueue": "cycles per enqueue",
         "breakdown.cycles_per_dequeue": "cycles per dequeue",
         "worklist.queue_length": "mean length of the queue of a thread (tasks)"}


class Samples:
    """Tidy rows of one source, indexed by case, series, parameters, threads and metric."""

    def __init__(self, rows: Iterable[dict]) -> None:
        self.samples: dict[tuple, Sample] = {}
        self.failures: dict[tuple, list[str]] = {}
        seen: dict[tuple, None] = {}
        for row in rows:
            key = (row["app"], row["graph"], row["series"], row["parameters"], int(row["threads"]))
            seen.setdefault(key)
            if row["metric"] == "failure":
                self.failures.setdefault(key, []).append(str(row["record"]))
            elif math.isfinite(float(row["value"])):
                sample = self.samples.setdefault((*key, row["metric"]), {})
                turn = (int(row["round"]), 0)
                while turn in sample:  # several seeds in one round
                    turn = (turn[0], turn[1] + 1)
                sample[turn] = float(row["value"])
        places = {name: place for place, name in enumerate(dict.fromkeys(key[2] for key in seen))}
        self.keys = sorted(seen, key=lambda key: (places[key[2]], _order(key[3]), key[4]))
        self._cases = list(dict.fromkeys(key[:2] for key in seen))

    def cases(self) -> list[Case]:
        """The (application, graph) pairs in order of appearance."""
        return self._cases

    def series(self, case: Case | None = None) -> list[str]:
        """The names of the series, of one case or of all."""
        return list(dict.fromkeys(key[2] for key in self.keys if case in (None, key[:2])))

    def settings(self, case: Case | None = None) -> list[tuple[str, str]]:
        """The pairs of series and parameters, of one case or of all."""
        return list(dict.fromkeys(key[2:4] for key in self.keys if case in (None, key[:2])))

    def parameters(self, series: str) -> list[str]:
        """The swept parameters with which a series ran."""
        return list(dict.fromkeys(key[3] for key in self.keys if key[2] == series))

    def threads(self, case: Case | None = None) -> list[int]:
        """The numbers of threads, ascending."""
        return sorted({key[4] for key in self.keys if case in (None, key[:2])})

    def metrics(self) -> list[str]:
        """The names of the metrics in order of appearance."""
        return list(dict.fromkeys(key[5] for key in self.samples))

    def sample(self, case: Case, series: str, parameters: str, threads: int, metric: str) -> Sample:
        """The values of one cell by round; empty if it has none."""
        return self.samples.get((*case, series, parameters, threads, metric), {})

    def failed(self, case: Case, series: str, parameters: str, threads: int) -> list[str]:
        """The reasons of the failed runs of one cell."""
        return self.failures.get((*case, series, parameters, threads), [])

    def best(self, case: Case, series: str, threads: int) -> str:
        """The parameters of the series that have the least median time. Without times, as in tables
        of other metrics, the only parameters, or the first."""
        times = {each: median(self.sample(case, series, each, threads, "time_s"))
                 for each in self.parameters(series)}
        times = {each: value for each, value in times.items() if not math.isnan(value)}
        if times:
            return min(times, key=times.__getitem__)
        return next(iter(self.parameters(series)), "")

    def count(self, case: Case, series: str, threads: int) -> int:
        """This number of threads if the series ran or failed with it, else the most it ran with."""
        counts = {key[4] for key in self.keys if key[:3] == (*case, series)}
        return threads if threads in counts else max(counts, default=threads)

    def usual(self, case: Case, series: str, threads: int, metric: str) -> Sample:
        """What other series are compared with: this one's best setting, with as many threads if it
        ran so, else with the most it ran with."""
        count = self.count(case, series, threads)
        return self.sample(case, series, self.best(case, series, count), count, metric)

    def rounds(self) -> str:
        """The number of rounds in words: "1 round", "5 rounds", "3 to 5 rounds, few". A setting has as
        many as the number that most of its runs tell, since some runs do not tell all."""
        most: dict[tuple, int] = {}
        for (*key, _), sample in self.samples.items():
            most[tuple(key)] = max(most.get(tuple(key), 0), len(sample))
        counts = sorted(set(most.values())) or [0]
        if counts == [1]:
            return "1 round"
        few = ", few" if counts[-1] < 5 else ""
        span = f"{counts[0]}" if counts[0] == counts[-1] else f"{counts[0]} to {counts[-1]}"
        return f"{span} rounds{few}"


def _order(parameters: str) -> list[tuple[float, str]]:
    """Sorts settings by the numbers in them, then by their words."""
    return [(number(value), value) for value in parsed(parameters).values()]


def median(sample: Sample) -> float:
    """The median, nan of an empty sample."""
    return stats.median(sample.values())


def ratio(top: Sample, bottom: Sample) -> tuple[float, float, float]:
    """(value, low, high) of the ratio of medians; nan where there is nothing to compute it from."""
    if not top or not bottom or median(bottom) <= 0:
        return math.nan, math.nan, math.nan
    if min(len(top), len(bottom)) < 2:
        return median(top) / median(bottom), math.nan, math.nan
    found = stats.ratio_of_medians(top, bottom, draws=_DRAWS)
    return found.value, found.low, found.high


def mean_ratio(pairs: Iterable[tuple[Sample, Sample]]) -> tuple[float, float, float]:
    """(value, low, high) of the geometric mean of the ratios of medians of several pairs of samples; nan
    for the ends if one of them has a single round."""
    pairs = list(pairs)
    value = geomean(median(top) / median(bottom) for top, bottom in pairs)
    if not pairs or min(len(sample) for pair in pairs for sample in pair) < 2:
        return value, math.nan, math.nan
    draws = np.mean([stats.drawn_logarithms(*pair, draws=_DRAWS) for pair in pairs], axis=0)
    low, high = map(math.exp, bootstrap.interval(draws))
    return value, low, high


def geomean(values: Iterable[float]) -> float:
    """The geometric mean of the finite positive values, nan if there are none."""
    return stats.geometric_mean(value for value in values if math.isfinite(value) and value > 0)


def baseline(table: Samples, options: dict, case: Case | None = None) -> str:
    """The series to which ratios refer, in all cases or in one that may lack the wanted series."""
    wanted = options.get("baseline", "mq0")
    names = table.series(case)
    plain = [name for name in names if not any(table.parameters(name))]
    return wanted if wanted in names else next(iter(plain + names), "")


def parsed(parameters: str) -> dict[str, str]:
    """{name: value} of swept parameters."""
    return dict(part.split("=", 1) for part in parameters.split())


def unit(metric: str) -> str:
    """The words for a metric on an axis."""
    return _UNITS.get(metric, metric.replace("_", " "))


def number(text: str) -> float:
    """The value of a number or a fraction, and the seconds of a time such as "30us"; infinity for
    other words, so that they sort last."""
    value = values.number(str(text))
    return math.inf if value is None else value


def case_name(case: Case) -> str:
    """The words for a case: "SSSP on road"."""
    app, graph = case
    short = app.removesuffix("-cpu").removesuffix("-cpp")
    return " on ".join(each for each in (short, graph) if each)


def short(value: float) -> str:
    """A number with three digits, without an exponent up to a million: "0.85", "28,800"."""
    if not 1000 <= abs(value) < 1e6:
        return f"{value:.3g}"
    return f"{float(f'{value:.3g}'):,.0f}"


def times(value: float) -> str:
    """A ratio in words: "1.31 times"."""
    return f"{value:.3g} times"


def below(table: Samples, source: str, options: dict, *more: str) -> str:
    """The line under a title: where the numbers come from, and what the marks mean."""
    parts = [options.get("machine_in_words") or SOURCES.get(source, ""), _rounds(table), *more]
    if source == "S" and options.get("simulated"):
        parts.insert(1, str(options["simulated"]))
    failed = sum(len(each) for each in table.failures.values())
    if failed:
        parts.append(f"{failed} runs failed or ran out of time, marked with a cross")
    text = "; ".join(part for part in parts if part)
    return text[:1].upper() + text[1:] + "."


def threads_of(table: Samples, source: str, shown: int = 0) -> str:
    """"16 threads", for the line under a title: the number of threads of all runs, or the one that is
    shown of several; empty if no number is meant."""
    counts = {count for count in table.threads() if count}
    if source not in SOURCES or not (shown or len(counts) == 1):
        return ""
    return threads_text(shown or counts.pop())


def _rounds(table: Samples) -> str:
    rounds = table.rounds()
    return "one round, so no intervals" if rounds == "1 round" else f"medians of {rounds}"


def kind(source: str) -> str:
    """The words for a source at the start of a sentence."""
    return SOURCES.get(source, "numbers of the tables").capitalize()


def joined(sentences: Iterable[str]) -> str:
    """Sentences as one text."""
    return " ".join(each for each in sentences if each)


def failures_in_words(table: Samples) -> str:
    """A sentence for alternative texts; empty if nothing failed."""
    count = sum(len(each) for each in table.failures.values())
    if not count:
        return ""
    where = sorted({key[2] for key in table.failures})
    return f"{count} runs failed or ran out of time ({', '.join(where)})."


def failure_rows(table: Samples) -> list[dict]:
    """Rows of the picture's CSV file that name the failed runs."""
    return [{"app": key[0], "graph": key[1], "series": key[2], "parameters": key[3],
             "threads": key[4], "metric": "failure", "reason": reason}
            for key, reasons in table.failures.items() for reason in reasons]
