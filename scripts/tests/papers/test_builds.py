"""Programs: what is missing, how it is built, and preconditions."""

import pytest

import stand_in
from galois_cps.runs import UserError
from papers.engine.plan import builds


@pytest.fixture
def tree(tmp_path):
    """A repository with one policy, one preset and one program in its sources."""
    scheduler = tmp_path / "analytics" / "scheduler"
    scheduler.mkdir(parents=True)
    (scheduler / "Worklists.def").write_text("GALOIS_WORKLIST(SmqBucket)\nGALOIS_WORKLIST(Obim)\n"
                                             "GALOIS_VIRTUAL_WORKLIST(HdcpsHw)\n")
    (scheduler / "CMakeLists.txt").write_text("add_executable(sssp-cpu sssp.cpp)\n")
    (scheduler / "Flags.h").write_text('Flag delta("delta");\n')
    (tmp_path / "CMakePresets.json").write_text('{"configurePresets": [{"name": "virtual"}]}')
    return tmp_path


def test_preconditions_are_looked_up_in_the_tree(tree):
    there = builds.Builds(root=tree)
    for need in ("program:sssp-cpu", "policy:smq-bucket", "policy:hdcps-hw", "preset:virtual",
                 "flag:sssp-cpu:--delta", "tool:sh"):
        assert there.met(need), need
    for need in ("program:sssp", "policy:smq", "preset:virtual-profile", "flag:sssp-cpu:--del",
                 "range:obim:chunk:0", "tool:no-such-tool"):
        assert not there.met(need), need
    with pytest.raises(UserError, match="no known kind"):
        there.met("weather:fine")


def test_a_program_tells_its_flags_and_ranges_itself(tree):
    folder = tree / "bin"
    folder.mkdir()
    program = folder / "sssp-cpu"
    program.write_text("""#!/bin/sh
case $1 in
--help=json) echo '{"groups": [{"flags": [{"name": "--chunk"}]}]}' ;;
--wl=json) echo '[{"name": "obim", "parameters": [{"name": "chunk", "low": 1}]}]' ;;
esac
""")
    program.chmod(0o755)
    there = builds.Builds({"release": folder}, tree)
    assert there.met("flag:sssp-cpu:--chunk") and not there.met("flag:sssp-cpu:--delta")
    assert there.met("range:obim:chunk:1") and not there.met("range:obim:chunk:0")
    assert there.has("release", "sssp-cpu", "obim") and not there.has("release", "sssp-cpu", "smq")


def test_what_is_missing_is_built_by_preset_program_and_policy(tree):
    there = builds.Builds(root=tree)
    needed = {"virtual": {"sssp-cpu": {"obim"}, "bfs-cpu": {"smq-bucket", "obim"}}}
    assert there.missing(needed) == needed
    assert there.commands(needed) == [
        ["cmake", "--preset", "virtual", "-DGALOIS_WORKLISTS=Obim;SmqBucket"],
        ["cmake", "--build", "--preset", "virtual", "--target", "bfs-cpu", "sssp-cpu"]]


def test_a_policy_with_a_point_in_its_name_is_built_by_its_struct_or_is_a_preset(tree):
    (tree / "analytics" / "scheduler" / "Worklists.def").write_text(
        "GALOIS_WORKLIST(Smq)\nGALOIS_WORKLIST(SmqPublished)\nGALOIS_WORKLIST(Mq)\n")
    needed = {"virtual": {"sssp-cpu": {"smq.published", "mq.published"}}}
    command, _ = builds.Builds(root=tree).commands(needed)
    assert command[-1] == "-DGALOIS_WORKLISTS=Mq;SmqPublished"


def test_a_build_folder_keeps_the_policies_that_it_has(tree):
    cache = tree / "build" / "virtual" / "CMakeCache.txt"
    cache.parent.mkdir(parents=True)
    cache.write_text("GALOIS_WORKLISTS:STRING=SmqBucket\n")
    command = builds.Builds(root=tree).commands({"virtual": {"sssp-cpu": {"obim"}}})[0]
    assert command[-1] == "-DGALOIS_WORKLISTS=Obim;SmqBucket"


def test_a_folder_that_was_named_is_never_built_into(tree, tmp_path):
    there = builds.Builds({"release": tmp_path / "mine"}, tree)
    with pytest.raises(UserError, match="used as they are"):
        there.build({"release": {"sssp-cpu": set()}}, print)


def test_the_fingerprint_follows_the_program(tmp_path):
    folder = stand_in.programs(tmp_path / "bin")
    before = builds.Builds({"release": folder}).fingerprint("release", "sssp-cpu")
    with open(folder / "sssp-cpu", "a") as program:
        program.write("# changed\n")
    assert before and builds.Builds({"release": folder}).fingerprint("release", "sssp-cpu") != before
    assert builds.Builds({"release": folder}).fingerprint("release", "none") == ""


def test_schedulers_of_forks_are_those_that_fib_lists(tree):
    folder = tree / "bin"
    folder.mkdir()
    program = folder / "fib-cpu"
    program.write_text("""#!/bin/sh
[ "$1" = --help=json ] && echo '{"groups": [{"flags": [
  {"name": "--scheduler", "choices": [{"name": "tbb", "help": "oneTBB"}]}]}]}'
""")
    program.chmod(0o755)
    there = builds.Builds({"release": folder}, tree)
    assert there.met("scheduler:tbb")
    assert not there.met("scheduler:openmp") and not there.met("scheduler:tb")
    assert not builds.Builds(root=tree).met("scheduler:tbb")
