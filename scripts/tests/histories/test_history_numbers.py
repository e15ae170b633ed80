"""Numbers that are computed by sorting, against their definitions, operation by operation."""

import math

import numpy as np
import pytest

from galois_cps.runs import UsageError
from histories import bounds, counts, history, items, orders, ranks


def random_history(seed, threads=5, operations=60):
    """Operations of any lengths, of which a pop returns an item that is pushed somewhere, before or after: also
    what no queue does."""
    generator = np.random.default_rng(seed)
    rows, pushed = [], []
    clocks = generator.integers(0, 10, threads)
    for number in range(operations):
        thread = int(generator.integers(threads))
        begin = int(clocks[thread] + generator.integers(0, 4))
        end = begin + int(generator.integers(0, 12))
        clocks[thread] = end
        kind = generator.random()
        if kind < 0.5 or not pushed:
            item = (int(generator.integers(6)), number)
            pushed.append(item)
            rows.append((thread, begin, end, "push", *item))
        elif kind < 0.9:
            item = pushed.pop(int(generator.integers(len(pushed))))
            rows.append((thread, begin, end, "pop", *item))
        else:
            rows.append((thread, begin, end, "empty", "", ""))
    generator.shuffle(rows)
    return history.parse("".join(",".join(map(str, row)) + "\n" for row in rows), "random")


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_ranks_and_delays_are_what_they_are_said_to_be(seed):
    matched, _ = items.match(random_history(seed), drained=False)
    found = ranks.of_pops(matched)
    count = len(matched)
    middle = [int(matched.push_middle[y]) for y in range(count)]
    for x in range(matched.returned):
        begin, end, pop = int(matched.pop_begin[x]), int(matched.pop_end[x]), int(matched.pop_middle[x])
        urgent = [y for y in range(count) if matched.priority[y] < matched.priority[x]]
        assert found.at_least[x] == sum(matched.push_end[y] < begin and matched.pop_begin[y] > end for y in urgent)
        assert found.estimate[x] == sum(middle[y] < pop <= matched.pop_middle[y] for y in urgent)
        assert found.at_most[x] == sum(matched.push_begin[y] <= end and matched.pop_end[y] >= begin for y in urgent)
        assert found.at_least[x] <= found.estimate[x] <= found.at_most[x]
    delays = ranks.delays(matched)
    for y in range(count):
        assert delays[y] == sum(matched.priority[x] > matched.priority[y] and
                                middle[y] < matched.pop_middle[x] <= matched.pop_middle[y]
                                for x in range(matched.returned))
    assert delays.sum() == found.estimate.sum()


@pytest.mark.parametrize("seed", SEEDS)
def test_empty_answers_are_judged_as_they_are_said_to_be(seed):
    told = random_history(seed)
    matched, _ = items.match(told, drained=False)

    def broken(means):
        return [place for fault in orders.empties(told, matched, means) for place in fault.places.tolist()]

    there = [(int(a), int(b)) for a, b in zip(matched.push_end, matched.pop_begin) if a < b]
    item, quiet, moment = [], [], []
    for place in told.which(history.EMPTY).tolist():
        begin, end = int(told.begin[place]), int(told.end[place])
        others = [other for other in range(len(told)) if told.thread[other] != told.thread[place]]
        if any(a < begin and b > end for a, b in there):
            item.append(place)
            if not any(told.begin[other] <= end and told.end[other] >= begin for other in others):
                quiet.append(place)
        halves = range(2 * begin, 2 * end + 1)  # at ticks and between them
        if all(any(2 * a < at < 2 * b for a, b in there) for at in halves):
            moment.append(place)
    assert broken("item") == item and broken("quiet") == quiet and broken("moment") == moment
    assert broken("any") == []


@pytest.mark.parametrize("seed", SEEDS)
def test_orders_of_threads_are_judged_as_they_are_said_to_be(seed):
    told = random_history(seed, threads=3)
    matched, _ = items.match(told, drained=False)
    every = range(len(matched))
    own = {int(matched.pop[x]) for x in range(matched.returned) for y in every
           if told.thread[matched.push[y]] == told.thread[matched.pop[x]]
           and matched.priority[y] < matched.priority[x]
           and matched.push_end[y] < matched.pop_begin[x] and matched.pop_begin[y] > matched.pop_end[x]}
    fifo = {int(matched.push[x]) for x in every for y in every
            if told.thread[matched.push[x]] == told.thread[matched.push[y]]
            and matched.priority[x] == matched.priority[y]
            and (matched.push_begin[x], matched.push_end[x]) < (matched.push_begin[y], matched.push_end[y])
            and matched.pop_end[y] < matched.pop_begin[x]}
    assert [set(fault.places.tolist()) for fault in orders.own(told, matched)] == [own] * bool(own)
    assert [set(fault.places.tolist()) for fault in orders.fifo(told, matched)] == [fifo] * bool(fifo)


def test_intervals_are_taken_in_blocks(monkeypatch):
    generator = np.random.default_rng(3)
    times = np.sort(generator.integers(0, 100, 80))
    begins = generator.integers(0, 90, 40)
    ends = begins + generator.integers(0, 30, 40)
    wanted = [(call, at) for call in range(40) for at in range(80) if begins[call] <= times[at] <= ends[call]]
    for size in (1, 7, 1 << 20):
        monkeypatch.setattr(counts, "_PAIRS", size)
        found = [pair for block in counts.within(times, begins, ends) for pair in zip(*map(np.ndarray.tolist, block))]
        assert found == wanted


def test_the_mean_of_a_multiqueue_is_that_of_the_paper():
    for queues in (1, 2, 3, 8, 100):
        assert bounds.multiqueue(queues, 2) == pytest.approx(5 / 6 * queues - 1 + 1 / (6 * queues))
    assert bounds.multiqueue(8, 3) < bounds.multiqueue(8, 2) / 1.9


def test_the_tail_of_students_t():
    # From the density, by the trapezoidal rule.
    freedom = bounds.BATCHES - 1
    grid = np.linspace(-60, 60, 1_200_001)
    density = (1 + grid ** 2 / freedom) ** (-(freedom + 1) / 2)
    density *= math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) / math.sqrt(freedom * math.pi)
    for t in (-2.5, -0.3, 0.0, 0.7, 2.0, 5.0):
        assert bounds.above(t) == pytest.approx(float(np.trapz(density[grid >= t - 1e-9], grid[grid >= t - 1e-9])),
                                                rel=1e-5)


def test_a_mean_is_broken_by_chance_as_often_as_the_p_value_says():
    generator = np.random.default_rng(5)
    values = [bounds.test_mean(generator.geometric(0.2, 3200) - 1.0, 4.0).p for _ in range(400)]
    assert 8 <= sum(value < 0.05 for value in values) <= 36
    assert bounds.test_mean(np.full(640, 3.0), 3.0).p == 1 and bounds.test_mean(np.full(640, 3.0), 2.9).p == 0


def test_a_mean_needs_enough_pops():
    with pytest.raises(UsageError, match="^the test of a mean rank error needs 320 pops, and the history has 319$"):
        bounds.test_mean(np.zeros(319), 1.0)


@pytest.mark.parametrize("text", ["rank", "rank:-1", "rank:x", "mean:-1", "mean:nan", "mean:inf", "multiqueue:0",
                                  "multiqueue:8,1", "multiqueue:8,2,3", "k:3"])
def test_bounds_that_are_none_are_refused(text):
    with pytest.raises(UsageError, match="is none of rank:K, mean:M, multiqueue:Q and multiqueue:Q,C"):
        bounds.parse(text)
