"""scripts/dev/check-models with stand-ins for SPIN and the compiler: what it says of their results. The step
`models` of scripts/test runs it on the models."""

import re
import shutil
import subprocess
import sys

import pytest

from conftest import SCRIPTS, load_program

check_models = load_program("dev/check-models")

SPIN = """#!/bin/sh
case "$*" in *-a*) : >pan.c ;; *) printf '%s' "$TRACE" ;; esac
"""
COMPILER = """#!/bin/sh
printf '#!/bin/sh\\nprintf "%%s" "$SAID"\\n' >pan && chmod +x pan
"""


def said(errors, states, more=""):
    return (f"{more}State-vector 9 byte, depth reached 87, errors: {errors}\n"
            f"  {states} states, stored\n  3 transitions (= stored+matched)\npan: elapsed time 0.01 seconds\n")


@pytest.fixture
def run(tmp_path):
    """Runs the program; keywords: what the verifier says, the trace of SPIN's simulator, whether SPIN is there."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "chmod"):
        (tools / name).symlink_to(shutil.which(name))

    def call(verifier="", trace="", spin=True):
        for name, text in (("spin", SPIN), ("cc", COMPILER)):
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
        if not spin:
            (tools / "spin").unlink()
        return subprocess.run([sys.executable, SCRIPTS / "dev" / "check-models", "--out", tmp_path / "models"],
                              env={"PATH": str(tools), "SAID": verifier, "TRACE": trace}, text=True,
                              capture_output=True, check=False)

    return call


def test_says_that_spin_is_missing(run):
    done = run(spin=False)
    assert (done.returncode, done.stdout) == (77, "skipped: no spin (scripts/setup --dev)\n")


def test_fails_if_a_property_does_not_hold(run):
    done = run(verifier=said(1, 5))
    assert done.returncode == 1 and "sends=3" in done.stdout and "does not hold" in done.stdout


def test_fails_if_the_page_has_other_numbers_and_if_a_planted_fault_is_not_found(run):
    done = run(verifier=said(0, 2816010))
    assert done.returncode == 1
    assert "docs/verification.md does not have the row | `rank-termination.pml` | safety | 2 |" in done.stdout
    assert "not have the row | `rank-termination.pml` | safety | 3 |" not in done.stdout
    assert "rank-termination: CHARM is not found (the end is when nobody has received" in done.stdout
    assert done.stdout.count("is not found") == len(check_models.PLANTS)


@pytest.mark.parametrize("more", ["error: max search depth too small\n", "pan: out of memory\n"])
def test_fails_if_an_exploration_was_cut_short(run, more):
    done = run(verifier=said(0, 2816010, more))
    assert done.returncode == 1 and "the exploration is not complete" in done.stderr


def test_fails_if_check_trace_refuses_a_run_of_a_model(run):
    done = run(verifier=said(0, 1), trace="run 4 0\n0 begun\n")
    assert "check-trace refuses round-ends with seed 20: 2: 0 begun: no wave comes" in done.stdout


def test_every_fault_of_a_model_is_planted():
    for model in (check_models.WAVES, check_models.ROUNDS):
        text = (check_models.MODELS / f"{model}.pml").read_text(encoding="utf-8")
        faults = text[text.index("#define CHARM "):].partition("\n\n")[0].splitlines()
        numbers = [int(re.match(r"#define [A-Z_]+ +(\d+) +/\*", line)[1]) for line in faults]
        assert len(numbers) >= 8 and numbers == [case.plant for case in check_models.PLANTS if case.model == model]
