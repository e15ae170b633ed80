"""scripts/dev/check-trace, on traces by hand and on those of headers with planted faults."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import SCRIPTS, load_program

ROOT = SCRIPTS.parent
DIST = ROOT / "libdist" / "include" / "galois" / "dist"
check_trace = load_program("dev/check-trace")

WAVE = """run 2 7
0 detector
1 detector
0 sent 1
0 begin
1 received 1
1 begun
1 answer -1 1
0 answered 1 -1 1
0 again 0 1
0 begin
1 begun
1 answer -1 0
0 answered 1 -1 0
0 over 0 0
1 ended
end
"""
ROUND = """run 2 7
0 rounds
1 rounds
0 update 1 0
0 counted 1 0
1 counted 0 0
0 next 0 1
1 updated 0
1 next 1 1
end
"""


def check(text):
    return check_trace.check("trace", text.splitlines())


def test_counts_runs_ends_and_steps():
    assert check(WAVE) == (1, 1, 0, 15)
    assert check(ROUND) == (1, 0, 2, 8)
    assert check(WAVE + ROUND + WAVE) == (3, 2, 2, 38)


@pytest.mark.parametrize("text, old, new, why", [
    (WAVE, "0 again 0 1\n", "0 over 0 1\n", "trace:10: 0 over 0 1: the computation is not over"),
    (WAVE, "1 answer -1 1", "1 answer -1 0", "the model answers -1 1"),
    (WAVE, "1 answer -1 0", "1 sent 1\n1 answer 0 0", "the model answers -1 0|passive"),
    (WAVE, "1 ended", "1 sent 1", "a passive rank has sent a message"),
    (WAVE, "0 sent 1\n", "", "nobody has counted as sent"),
    (WAVE, "1 ended\n", "", "the run ends within a wave"),
    (WAVE, "0 answered 1 -1 1\n", "", "an answer before all children's"),
    (WAVE, "0 over 0 0", "0 again 0 0", "the computation is over"),
    (WAVE, "0 begin\n1 received", "1 begun\n1 received", "no wave comes"),
    (WAVE, "0 detector", "0 detecter", "no step of a model"),
    (WAVE, "0 detector", "2 detector", "no step of a model"),
    (WAVE, "0 detector", "0 parent", "no step of a model"),
    (ROUND, "1 updated 0\n", "", "messages of this round are under way"),
    (ROUND, "1 next 1 1", "1 next 0 1", "1 messages were sent"),
    (ROUND, "0 next 0 1", "0 next 0 0", "decides otherwise"),
    (ROUND, "0 counted 1", "0 counted 0", "has a priority"),
    (ROUND, "1 counted 0 0\n", "", "not all ranks have counted"),
    (ROUND, "0 update 1 0", "0 update 1 1", "a message of another round"),
    (ROUND, "0 next 0 1", "0 update 1 0", "has counted its messages of this round"),
    (ROUND, "1 updated 0", "1 updated 1", "no such message is under way"),
])
def test_refuses_what_is_no_step_of_the_models(text, old, new, why):
    assert old in text
    with pytest.raises(check_trace.Refused, match=why):
        check(text.replace(old, new, 1))


def test_a_run_that_failed_may_stop_anywhere():
    assert check(WAVE.partition("0 answered")[0] + "failed\n" + WAVE) == (2, 1, 0, 22)


def test_a_trace_in_which_nothing_ends_is_no_success(tmp_path):
    trace = tmp_path / "trace"
    trace.write_text("run 2 7\nend\n")
    command = [sys.executable, str(SCRIPTS / "dev" / "check-trace"), str(trace)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "no end of a detection" in done.stderr
    done = subprocess.run([*command, "--any"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "1 runs, 0 ends" in done.stdout


def test_has_the_steps_that_the_models_print():
    for model, part in (("rank-termination", check_trace.Detection), ("round-ends", check_trace.Rounds)):
        text = (ROOT / "libdist" / "models" / f"{model}.pml").read_text()
        printed = set(re.findall(r'printf\("%d (\w+)', text))
        assert printed <= set(check_trace.steps_of(part)), model
        assert set(check_trace.steps_of(part)) - printed <= {"reset"}, model


# Faults in copies of the headers: number, file, the code, and the code with `planted`.
FAULTS = [
    # Charm++'s #1658: the end is found by what was processed, and what was created is not looked at.
    (1, "messages/RankTermination.h", "answer.balance == 0 && !answer.black",
     "(planted == 1 || answer.balance == 0) && !answer.black"),
    (2, "messages/RankTermination.h", "black_ = true;", "black_ = planted != 2;"),
    (3, "messages/RankTermination.h", "answers_ == tree_.children.size()",
     "(planted == 3 || answers_ == tree_.children.size())"),
    (4, "messages/RankTermination.h", "balance_ += static_cast<std::int64_t>(messages);",
     "balance_ += planted == 4 && waves_ == 0 ? 0 : static_cast<std::int64_t>(messages);"),
    (5, "push/RoundEnds.h", "received_[parity_] < all.sum", "planted != 5 && received_[parity_] < all.sum"),
    (6, "push/RoundEnds.h", "parity_ = 1 - parity_;", "parity_ = planted == 6 ? 0 : 1 - parity_;"),
    (7, "messages/Endpoint.h", "entries.at(next) += taken[next];",
     "entries.at(next) += planted == 7 && next > 0 ? 0 : taken[next];"),
]


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """The program with faults, and its folder."""
    folder = tmp_path_factory.mktemp("planted")
    for header in {fault[1] for fault in FAULTS}:
        text = (DIST / header).read_text()
        for _, _, code, damaged in (fault for fault in FAULTS if fault[1] == header):
            assert code in text, code
            text = text.replace(code, damaged)
        path = folder / "galois" / "dist" / header
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    cache = [shutil.which("ccache")] if shutil.which("ccache") else []
    subprocess.run([*cache, "c++", "-std=c++20", "-O0", f"-I{folder}", f"-I{ROOT}/libdist/include",
                    f"-I{ROOT}/libgalois/include", "-c", ROOT / "libdist" / "test" / "traces" / "planted.cpp",
                    "-o", folder / "planted.o"], check=True)
    subprocess.run(["c++", folder / "planted.o", "-o", folder / "planted", "-lboost_context", "-pthread"], check=True)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("fault", range(len(FAULTS) + 1))
def test_finds_faults_of_the_code(planted, fault):
    trace = planted / f"{fault}.trace"
    subprocess.run([planted / "planted", str(fault)], check=True, env=os.environ | {"GALOIS_RANK_TRACE": str(trace)})
    if fault == 0:
        _, detections, rounds, _ = check(trace.read_text())
        assert detections == 30 and rounds == 30 * 4 * 6
    else:
        with pytest.raises(check_trace.Refused):
            check(trace.read_text())
