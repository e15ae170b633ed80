"""Parameters and their ranges from --wl=json, and the configurations drawn from them."""

import itertools

import pytest
import tuning_app

from galois_cps.runs import UserError
from lab.tune import space

OBIM, SMQ, PLAIN = (
    space._parameters(policy) for policy in tuning_app.POLICIES)


def values(parameters, name):
    return next(parameter.values for parameter in parameters if parameter.name == name)


def test_sizes_are_tried_in_equal_factors_around_the_default():
    chunk = [int(value) for value in values(OBIM, "chunk")]
    assert (chunk[0], chunk[-1]) == (1, 4096)
    assert {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096} < {*chunk}
    assert all(after / before <= 2 for before, after in itertools.pairwise(chunk))


def test_logarithms_are_tried_in_equal_steps_around_the_default():
    assert values(OBIM, "delta") == tuple(map(str, range(1, 26)))
    assert values(SMQ, "delta") == tuple(map(str, range(25)))


def test_lists_are_not_searched():
    assert "plan" not in [parameter.name for parameter in SMQ]


def test_every_kind_has_values_of_its_form():
    assert values(SMQ, "steal-prob")[:3] == ("1/1", "1/2", "1/3")
    assert values(SMQ, "steal-prob")[-1] == "1/512"
    assert values(SMQ, "heap-arity") == ("2", "4", "8")
    assert values(SMQ, "batch")[-1] == "auto" and values(SMQ, "batch")[0] == "1"
    share = [int(value) for value in values(SMQ, "share")]
    assert (share[0], share[-1]) == (1, 100) and len(share) > 30
    assert max(after - before for before, after in itertools.pairwise(share)) <= 3


def test_configurations_are_different_and_never_the_default():
    for parameters, wl in ((OBIM, "obim"), (SMQ, "smq")):
        drawn = space.candidates(wl, parameters, 32, seed=1)
        assert len({*drawn}) == len(drawn) > 25
        assert space.Candidate(wl) not in drawn
        for candidate in drawn:
            for name, value in candidate.params:
                parameter = next(each for each in parameters if each.name == name)
                assert value in parameter.values and value != parameter.default


def test_a_parameter_is_spread_over_its_whole_range():
    drawn = space.candidates("obim", OBIM, 32, seed=3)
    deltas = sorted(int(dict(candidate.params)["delta"]) for candidate in drawn
                    if "delta" in dict(candidate.params))
    assert deltas[0] <= 3 and deltas[-1] >= 23
    assert max(after - before for before, after in itertools.pairwise(deltas)) <= 4
    assert any("delta" not in dict(candidate.params) for candidate in drawn)


def test_the_seed_decides():
    assert space.candidates("smq", SMQ, 32, 1) == space.candidates("smq", SMQ, 32, 1)
    assert space.candidates("smq", SMQ, 32, 1) != space.candidates("smq", SMQ, 32, 2)


@pytest.mark.parametrize("nodes, there", [(1, False), (2, True)])
def test_numa_parameters_are_tried_where_they_act(nodes, there):
    drawn = space.candidates("smq", SMQ, 32, 1, nodes)
    assert any("numa-weight" in dict(candidate.params) for candidate in drawn) == there


def test_small_spaces_give_what_there_is():
    assert space.candidates("plain", PLAIN, 32, 1) == []
    arity = [parameter for parameter in SMQ if parameter.name == "heap-arity"]
    drawn = space.candidates("smq", arity, 32, 1)
    assert sorted(candidate.label for candidate in drawn) == ["smq heap-arity=2",
                                                              "smq heap-arity=8"]


def test_equal_factors_begin_at_one_where_zero_is_allowed(tmp_path):
    program = tmp_path / "app"
    program.write_text('#!/bin/sh\necho \'[{"name": "a", "parameters": [{"name": "b", "kind": "number", '
                       '"default": "2", "low": 0, "high": 100, "scale": "logarithmic"}]}]\'\n')
    program.chmod(0o755)
    drawn = space.candidates("a", space.policies(program)["a"], 32, 1)
    assert {candidate.label for candidate in drawn} >= {"a b=1", "a b=4"}
    assert "a b=0" not in {candidate.label for candidate in drawn}


def test_a_program_without_scales_is_refused(tmp_path):
    program = tmp_path / "old"
    program.write_text('#!/bin/sh\necho \'[{"name": "a", "parameters": [{"name": "b", '
                       '"kind": "number", "default": "1", "low": 1, "high": 2}]}]\'\n')
    program.chmod(0o755)
    with pytest.raises(UserError, match="build it anew"):
        space.policies(program)
    with pytest.raises(UserError, match="build it anew"):
        space.policies(tmp_path / "absent")


def test_a_parameter_does_not_exceed_its_bound():
    numbers = tuple(map(str, range(1, 200)))
    pair = [space.Parameter("least", "3", numbers, at_most="most"), space.Parameter("most", "10", numbers)]
    drawn = [dict(candidate.params) for candidate in space.candidates("bags", pair, 64, 1)]
    assert any("least" in row and "most" not in row for row in drawn)
    assert all(int(row.get("least", 1)) <= int(row.get("most", 10)) for row in drawn)
