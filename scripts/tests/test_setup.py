"""scripts/setup against a stand-in for Debian's package tools: nothing is installed here."""

import os
import re
import shutil
import subprocess

import pytest

from conftest import SCRIPTS

FAKES = {
    # A package is installed unless the file "missing" names it.
    "dpkg-query": 'for last; do :; done\n'
                  'if grep -qx "$last" "$STATE/missing"; then exit 1; fi\nprintf installed\n',
    # Fails as often as the file "hiccups" has lines; installing empties "missing".
    "apt-get": 'echo "$*" >>"$STATE/calls"\n'
               'if [ -s "$STATE/hiccups" ]; then sed -i 1d "$STATE/hiccups"; echo broken; exit 100; fi\n'
               'if [ "$1" = install ]; then : >"$STATE/missing"; fi\n',
    "id": 'cat "$STATE/uid"\n',
    "sleep": "",
    "sudo": "exit 1\n",
}
TOOLS = ("awk", "bash", "cat", "dirname", "env", "grep", "mktemp", "rm", "sed", "tail")


@pytest.fixture
def setup(tmp_path):
    """Runs scripts/setup; keywords: missing packages, uid, hiccups, without (tools that are absent)."""
    tools = tmp_path / "bin"
    tools.mkdir()

    def call(*args, missing=(), uid="0", hiccups=0, without=(), slow=""):
        for name in TOOLS:
            (tools / name).unlink(missing_ok=True)
            (tools / name).symlink_to(shutil.which(name))
        for name, body in FAKES.items():
            if name not in without:
                more = slow.replace("sleep", shutil.which("sleep")) if name == "apt-get" else ""
                (tools / name).write_text(f"#!{shutil.which('bash')}\n{body}{more}")
                (tools / name).chmod(0o755)
        (tmp_path / "missing").write_text("".join(f"{name}\n" for name in missing))
        (tmp_path / "uid").write_text(f"{uid}\n")
        (tmp_path / "hiccups").write_text("x\n" * hiccups)
        (tmp_path / "calls").write_text("")
        done = subprocess.run([shutil.which("bash"), str(SCRIPTS / "setup"), *args], text=True,
                              capture_output=True, check=False, stdin=subprocess.DEVNULL,
                              env={"PATH": str(tools), "STATE": str(tmp_path), "HOME": os.devnull})
        done.calls = (tmp_path / "calls").read_text().splitlines()
        return done

    return call


def test_silent_when_everything_is_there(setup):
    done = setup("--dev")
    assert (done.returncode, done.stdout, done.stderr, done.calls) == (0, "", "", [])


def test_installs_only_what_is_missing_and_says_so(setup):
    done = setup(missing=["llvm-dev", "libgtest-dev"])
    assert done.returncode == 0 and "installing 1 packages and what they need, a minute or two: llvm-dev" in done.stdout
    assert done.calls == [
        "update -qq", "install -y -o DPkg::Lock::Timeout=600 --no-install-recommends llvm-dev"]


def test_dev_installs_what_tests_need_too(setup):
    done = setup("--dev", missing=["llvm-dev", "libgtest-dev"])
    assert done.calls[-1].endswith(" llvm-dev libgtest-dev")


def test_the_quickstart_does_without_the_larger_ones(setup):
    larger = ["python3-matplotlib", "libboost-context-dev"]
    assert setup("--least", missing=larger).calls == []
    assert setup(missing=larger).calls[-1].endswith(" libboost-context-dev python3-matplotlib")
    assert setup("--least", missing=["llvm-dev", *larger]).calls[-1].endswith(" llvm-dev")


@pytest.mark.slow
def test_a_long_installation_says_how_far_it_is(setup):
    """Each package is fetched, unpacked and set up; 7 of these 12 steps took 5 seconds here."""
    done = setup(missing=["llvm-dev"], slow="""echo "0 upgraded, 4 newly installed, 0 to remove"
        printf "Get:%d http://deb.debian.org one\\n" 1 2 3 4
        printf "Unpacking %s ...\\n" one two; echo "Setting up one ..."; sleep 6""")
    assert re.search(r"    apt-get install: [56] s so far; 58%, about [34] s left\n", done.stdout), done.stdout


def test_who_writes_a_scheduler_needs_few_packages_for_its_suites(setup):
    done = setup("--least", "--tests", missing=["libgtest-dev", "libboost-context-dev", "valgrind",
                                                  "python3-matplotlib"])
    assert done.calls[-1].endswith(" libgtest-dev libboost-context-dev")


def test_doxygen_is_for_the_reference_and_the_tests(setup):
    assert setup(missing=["doxygen"]).calls == []
    for flag in ("--api", "--dev"):
        assert setup(flag, missing=["doxygen"]).calls[-1].endswith(" doxygen")


def test_other_schedulers_are_for_those_who_ask(setup):
    assert setup("--dev", missing=["libtbb-dev"]).calls == []
    assert setup("--peers", missing=["libtbb-dev"]).calls[-1].endswith(" libtbb-dev")


def test_a_flaky_mirror_is_asked_again(setup):
    done = setup(missing=["llvm-dev"], hiccups=2)
    assert done.returncode == 0 and "attempt 2 failed, trying again" in done.stdout


def test_a_dead_mirror_is_an_error_with_its_last_words(setup):
    done = setup(missing=["llvm-dev"], hiccups=100)
    assert done.returncode == 1 and "broken" in done.stderr and "could not install" in done.stderr


def test_without_root_it_prints_the_one_missing_command(setup):
    done = setup(missing=["llvm-dev"], uid="1000")
    assert done.returncode == 1 and done.calls == []
    command = done.stderr.splitlines()[-1].strip()
    assert command == "apt-get update && apt-get install -y --no-install-recommends llvm-dev"


def test_list_names_what_is_missing(setup):
    assert setup("--list").returncode == 0
    done = setup("--list", missing=["llvm-dev"])
    assert (done.returncode, done.stdout) == (1, "llvm-dev\n")


def test_other_systems_are_told_what_is_needed(setup):
    done = setup(without=["apt-get"])
    assert done.returncode == 1 and "no apt" in done.stderr and "llvm-dev" in done.stderr


def test_unknown_arguments_are_usage_errors(setup):
    done = setup("--everything")
    assert done.returncode == 2 and "--everything" in done.stderr
