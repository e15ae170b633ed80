"""Histories as text: what can be read, and the one line about what cannot."""

import numpy as np
import pytest

from galois_cps.runs import UsageError
from histories import history

LINES = "0,10,12,push,3,a\n1,11,15,pop,3,a\n1,16,17,empty,,\n"


def columns(text):
    found = history.parse(text, "q.csv")
    return [found.thread.tolist(), found.begin.tolist(), found.end.tolist(), found.operation.tolist(),
            found.priorities[found.priority].tolist()[:2], [found.values[found.value[0]], found.threads]]


@pytest.mark.parametrize("text", [
    "thread,begin,end,operation,priority,value\n" + LINES,
    "# of a queue\n\n" + LINES.replace(",", " , "),
    LINES.replace("empty,,", "empty"),
    '{"thread":0,"begin":10,"end":12,"operation":"push","priority":3,"value":"a"}\n'
    '{"thread":1,"begin":11,"end":15,"operation":"pop","priority":3,"value":"a"}\n'
    '{"thread":1,"begin":16,"end":17,"operation":"empty"}\n',
])
def test_all_forms_say_the_same(text):
    assert columns(text) == columns(LINES) == \
        [[0, 1, 1], [0, 1, 6], [2, 5, 7], [history.PUSH, history.POP, history.EMPTY], [3, 3], ["a", ["0", "1"]]]


@pytest.mark.parametrize("priorities", [
    ["-9223372036854775808", "-1", "9223372036854775807"],
    ["0", "9223372036854775807", "9223372036854775808", "18446744073709551615"],
    ["-1", "0", "18446744073709551615"],
    ["-inf", "-0.5", "1e3", "1000.5"],
])
def test_the_order_of_priorities_is_exact(priorities):
    text = "".join(f"0,{at},{at},push,{word},{at}\n" for at, word in enumerate(reversed(priorities)))
    found = history.parse(text, "q.csv")
    assert found.priority.tolist() == list(reversed(range(len(priorities))))
    assert len(found.priorities) == len(priorities)


@pytest.mark.parametrize(("line", "told"), [
    ("0,1,2,push,3", "q.csv:4: has 5 fields; a line is thread,begin,end,operation,priority,value"),
    ("0,x,2,push,3,b", "q.csv:4: begin is 'x', which is no whole number"),
    ("0,1,2.5,push,3,b", "q.csv:4: end is '2.5', which is no whole number"),
    ("0,100,99,push,3,b", "q.csv:4: ends at 99, before it begins at 100"),
    (",100,101,push,3,b", "q.csv:4: names no thread"),
    ("0,100,101,Push,3,b", "q.csv:4: the operation is 'Push'; the operations are push, pop and empty"),
    ("0,100,101,push,high,b", "q.csv:4: priority is 'high', which is no number"),
    ("0,100,101,push,nan,b", "q.csv:4: priority is 'nan', which is no number"),
    ("0,100,101,pop,3,", "q.csv:4: pop has no value; a line is thread,begin,end,operation,priority,value"),
    ("0,100,101,pop", "q.csv:4: pop has no value; a line is thread,begin,end,operation,priority,value"),
    ("0,100,101,empty,3,a", "q.csv:4: an empty answer has no priority and no value"),
    (f"0,100,{1 << 70},push,3,b", "q.csv:4: has a time that is no number of 64 bits"),
    ("0,11,13,push,3,b", "q.csv:4: thread 0 begins before its operation of line 1 ends; a thread does one thing at a time"),
])
def test_a_wrong_line_is_named(line, told):
    with pytest.raises(UsageError) as error:
        history.parse(LINES + line + "\n", "q.csv")
    assert str(error.value) == told


@pytest.mark.parametrize(("line", "told"), [
    ('{"thread":0', "q.json:2: is no JSON: "),
    ("[1]", 'q.json:2: is no object; one is {"thread":0,'),
    ('{"thread":0,"begin":1,"end":2,"op":"empty"}', "q.json:2: knows no field 'op'; the fields are thread, begin, "),
    ('{"thread":0,"begin":1.5,"end":2,"operation":"empty"}', "q.json:2: begin is '1.5', which is no whole number"),
    ('{"begin":1,"end":2,"operation":"empty"}', "q.json:2: names no thread"),
])
def test_a_wrong_line_of_json_is_named(line, told):
    good = '{"thread":7,"begin":1,"end":2,"operation":"empty"}\n'
    with pytest.raises(UsageError) as error:
        history.parse(good + line + "\n", "q.json")
    assert str(error.value).startswith(told)


def test_a_history_has_operations():
    for text in ("", "# nothing\n", "thread,begin,end,operation,priority,value\n"):
        with pytest.raises(UsageError, match="^q.csv: has no operations; a line of a history is thread,begin"):
            history.parse(text, "q.csv")


def test_times_are_those_of_any_clock():
    base = 1_700_000_000_000_000_000
    found = history.parse(f"a,{base},{base + 5},push,1,x\nb,{base - 2},{base},empty\n", "q.csv")
    assert found.begin.tolist() == [2, 0] and found.end.tolist() == [7, 2]
    with pytest.raises(UsageError):
        history.parse(f"a,{-(1 << 62)},{1 << 62},push,1,x\n", "q.csv")


def test_random_damage_is_one_line_or_a_history():
    generator = np.random.default_rng(1)
    text = "thread,begin,end,operation,priority,value\n" + LINES
    for _ in range(500):
        damaged = list(text)
        for place in generator.integers(0, len(text), 2):
            damaged[place] = generator.choice(list("0,-e.\n#{x"))
        try:
            history.parse("".join(damaged), "q.csv")
        except UsageError as error:
            assert "\n" not in str(error) and str(error).startswith("q.csv:")
