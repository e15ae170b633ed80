"""scripts/run-dist: its messages without MPI, and real ranks under each MPI that is installed."""

import io
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

from conftest import RANK_COMPILERS, build_ranks_check, load_program

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "run-dist"
LONG = 120  # seconds in which anything here must end, however busy the machine


@pytest.fixture(name="tool")
def make_tool():
    return load_program("run-dist")


def run(*arguments):
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True,
                          timeout=LONG, check=False)


# --- without MPI -----------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments, says", [
    ([], "no program"), (["-n", "0", "ls"], "at least 1 rank"), (["-n", "-3", "ls"], "at least 1 rank"),
    (["-n", "two", "ls"], "invalid int"), (["-n", "2"], "no program"),
    (["-n", "2", "--mpi", "lam", "ls"], "invalid choice")])
def test_wrong_usage_has_status_2(arguments, says):
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("program, says", [
    ("nothing-of-this-name", "there is no program"), ("ls", "does not use MPI"),
    (str(ROOT / "README.md"), "not executable")])
def test_what_cannot_be_started_is_one_line(program, says):
    done = run("-n", "2", program)
    assert done.returncode == 1
    assert says in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("kind, library, package", [
    ("openmpi", "libmpi.so.40", "openmpi-bin"), ("mpich", "libmpich.so.12", "mpich")])
def test_a_missing_mpirun_names_its_package(tool, tmp_path, monkeypatch, capsys, kind, library, package):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tool, "libraries", lambda _: ["libc.so.6", library])
    assert tool.main(["-n", "2", "program"]) == 1
    assert f"apt-get install {package}," in capsys.readouterr().err
    mpirun = tmp_path / "mpirun"  # of the other MPI, and then of the right one
    for says, status in (("something else", 1), (tool.LAUNCHERS[kind][2], 0)):
        mpirun.write_text(f"#!/bin/sh\necho '{says} 1.0'\n", encoding="utf-8")
        mpirun.chmod(0o755)
        assert tool.main(["-n", "2", "--print", "program"]) == status
    assert str(mpirun) in capsys.readouterr().out


def test_the_mpi_is_that_of_the_program(tool, tmp_path, monkeypatch, capsys):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(tool, "libraries", lambda _: ["libmpich.so.12"])
    assert tool.main(["-n", "2", "--mpi", "openmpi", str(program)]) == 1
    assert "built with mpich, not openmpi" in capsys.readouterr().err
    assert tool.main(["-n", "2", "--smpi", "one-speed", str(program)]) == 1
    assert "smpicxx" in capsys.readouterr().err
    monkeypatch.setattr(tool, "libraries", lambda _: ["libsimgrid.so.3.32"])
    assert tool.main(["-n", "2", str(program)]) == 1
    assert "--smpi" in capsys.readouterr().err


@pytest.mark.parametrize("text, slots", [
    ("a\n", {"a": 1}), ("a:2\nb.net slots=3 max_slots=4\n\n# all\nc # the last\n", {"a": 2, "b.net": 3, "c": 1}),
    ("n1\nn2\nn1\nn1\n", {"n1": 3, "n2": 1}), ("a : 4", {"a": 4})])
def test_lists_of_hosts(tool, tmp_path, text, slots):
    (tmp_path / "hosts").write_text(text, encoding="utf-8")
    assert tool.slots_of(tmp_path / "hosts") == slots


@pytest.mark.parametrize("text, says", [
    ("", "names no host"), ("# none\n", "names no host"), ("a\nb:0\n", ":2: b:0 has no slots"), ("a b\n", ":1: a b names"),
    ("a slots=x\n", "has no slots"), ("a:b", "names no host"), (b"\xff\xfe", "cannot read"), (None, "cannot read")])
def test_wrong_lists_of_hosts(tool, tmp_path, text, says):
    if text is not None:
        (tmp_path / "hosts").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(tool.Fault, match=says):
        tool.slots_of(tmp_path / "hosts")


@pytest.fixture(name="commands", params=["openmpi", "mpich"])
def commands_of(request, tool, tmp_path, monkeypatch):
    """commands(ARGUMENT...): the command of run-dist for an MPI, and the list of hosts in it."""
    kind = request.param
    for name in ("program", tool.LAUNCHERS[kind][1]):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tool, "libraries", lambda _: [f"{tool.LAUNCHERS[kind][0]}.12"])
    for name in ("PBS_NODEFILE", "SLURM_NTASKS"):
        monkeypatch.delenv(name, raising=False)

    def commands(*arguments):
        command = tool.make_command(tool.parse([*arguments, "program"]), tmp_path)
        option = {"openmpi": "--hostfile", "mpich": "-f"}[kind]
        hosts = command[command.index(option) + 1] if option in command else None
        return command, pathlib.Path(hosts).read_text(encoding="utf-8") if hosts else None
    return kind, commands


def test_ranks_run_on_the_hosts_of_a_list(commands, tmp_path):
    kind, make = commands
    (tmp_path / "list").write_text("n1:2\nn2\nn1\n", encoding="utf-8")
    for given, ranks in (([], "4"), (["-n", "7"], "7")):
        command, hosts = make(*given, "--hostfile", str(tmp_path / "list"))
        assert command[command.index("-n") + 1] == ranks
        assert hosts == {"openmpi": "n1 slots=3\nn2 slots=1\n", "mpich": "n1:3\nn2:1\n"}[kind]


def test_a_job_says_how_many_ranks_there_are(tool, commands, tmp_path, monkeypatch):
    _, make = commands
    with pytest.raises(tool.Fault, match="Give -n"):
        make()
    monkeypatch.setenv("SLURM_NTASKS", "6")
    command, hosts = make()
    assert (command[command.index("-n") + 1], hosts) == ("6", None)
    assert make("-n", "2")[0][-2] == "2"
    (tmp_path / "nodes").write_text("x1\nx1\nx2\n", encoding="utf-8")
    monkeypatch.setenv("PBS_NODEFILE", str(tmp_path / "nodes"))
    command, hosts = make()
    assert command[command.index("-n") + 1] == "3" and hosts.startswith("x1") and hosts.count("\n") == 2


@pytest.mark.parametrize("name, hosts, first", [
    ("one-speed", 64, ["host-0", "host-1"]), ("two-speeds.xml", 256, ["fast-0", "slow-0", "fast-1"]),
    ("hosts-256", 256, ["host-0"]), ("fat-tree", 1024, ["host-0", "host-1"])])
def test_hosts_of_platforms_take_turns(tool, name, hosts, first):
    found = tool.hosts_of(tool.find_platform(name))
    assert len(found) == len(set(found)) == hosts
    assert found[:len(first)] == first


def test_wrong_platforms_are_faults(tool, tmp_path):
    with pytest.raises(tool.Fault, match="no platform nowhere; .*two-speeds"):
        tool.find_platform("nowhere")
    for text, says in (("<platform", "no platform"), ("<platform/>", "no hosts")):
        (tmp_path / "bad.xml").write_text(text, encoding="utf-8")
        with pytest.raises(tool.Fault, match=says):
            tool.hosts_of(tmp_path / "bad.xml")


BANNER = b"""\

===================================================================================
=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES
=   PID 25861 RUNNING AT here
=   EXIT CODE: 9
=   CLEANING UP REMAINING PROCESSES
=   YOU CAN IGNORE THE BELOW CLEANUP MESSAGES
===================================================================================
YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)
This typically refers to a problem with your application.
Please see the FAQ page for debugging suggestions
"""
ABORT = b"Abort(3) on node 2 (rank 2 in comm 496): application called MPI_Abort(comm=0x84, 3) - process 2\n"


@pytest.mark.parametrize("text, kept, status", [
    (b"a\n\nb\n\n", b"a\n\nb\n\n", 9), (b"a\n\n\nb", b"a\n\n\nb", 9), (b"out\n" + BANNER, b"out\n", 137),
    (b"rank 2: why\n" + ABORT + BANNER, b"rank 2: why\n", 3), (b"", b"", 9)])
def test_what_launchers_add_is_left_out(tool, text, kept, status):
    target, ends = io.BytesIO(), {}
    tool.copy_output(io.BytesIO(text), target, ends)
    assert target.getvalue() == kept
    assert tool.exit_status(9, ends) == status


RUN = """
import sys, importlib.machinery, importlib.util
loader = importlib.machinery.SourceFileLoader("run_dist", sys.argv[1])
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_dist", loader))
loader.exec_module(tool)
sys.exit(tool.run(["sh", "-c", sys.argv[2]], "sh", None))
"""


@pytest.mark.parametrize("lines", [1, 100_000])
@pytest.mark.parametrize("status", [0, 3])
def test_output_that_cannot_be_written_is_a_fault(lines, status):
    """Neither does it hold up the ranks, which would wait for ever."""
    command = f"yes result | head -n {lines}; exit {status}"
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-c", RUN, SCRIPT, command], stdout=full, stderr=subprocess.PIPE,
                              text=True, timeout=LONG, check=False)
        assert done.returncode == (status or 1)
        assert done.stderr == "run-dist: cannot write standard output: No space left on device\n"
        done = subprocess.run([sys.executable, "-c", RUN, SCRIPT, f"({command}) >&2"], stdout=subprocess.PIPE,
                              stderr=full, text=True, timeout=LONG, check=False)
        assert (done.returncode, done.stdout) == (status or 1, "")


def test_a_reader_that_has_read_enough_is_no_fault():
    with subprocess.Popen([sys.executable, "-c", RUN, SCRIPT, "yes result | head -n 100000"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "result\n"
        process.stdout.close()
        assert (process.stderr.read(), process.wait(timeout=LONG)) == ("", 0)


# --- real ranks ------------------------------------------------------------------------------------


@pytest.fixture(name="check", scope="session", params=sorted(RANK_COMPILERS))
def build_check(request, tmp_path_factory):
    """ranks-check for an MPI: (its name, the program, what precedes it on the command line)."""
    kind = request.param
    if not shutil.which(RANK_COMPILERS[kind]):
        pytest.skip(f"no {RANK_COMPILERS[kind]} here; scripts/setup --mpi")
    program = build_ranks_check(kind, tmp_path_factory.mktemp(kind))
    return kind, program, (["--smpi", "two-speeds"] if kind == "smpi" else [])


@pytest.fixture(name="real")
def only_real(check):
    if check[0] == "smpi":
        pytest.skip("simulated ranks are threads of one process")
    return check


@pytest.mark.slow
@pytest.mark.parametrize("ranks", [1, 2, 3, 8])
def test_all_checks_pass(real, ranks):
    for word in ("all", "leftover"):
        done = run("-n", ranks, real[1], word)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert done.stdout == f"{word} on {ranks} ranks: ok\n"


@pytest.mark.slow
@pytest.mark.parametrize("ranks", [1, 3, 64])
def test_simulated_ranks_pass(check, ranks):
    kind, program, before = check
    if kind != "smpi":
        pytest.skip("real ranks have their own test")
    for word in ("gather", "termination"):
        done = run("-n", ranks, *before, program, word)
        assert (done.returncode, done.stdout) == (0, f"{word} on {ranks} ranks: ok\n"), done.stderr


@pytest.mark.parametrize("word, line", [
    ("abort", "rank 2: no such file: x.gr"), ("throw", "rank 2: a rank throws"),
    ("disagree", "ranks-check: ranks 0 and 2 differ in parameters: -b 100 and x.gr; start all ranks "
                 "with the same")])
def test_a_fault_of_one_rank_is_one_line_and_status_1(check, word, line):
    _, program, before = check
    done = run("-n", 3, *before, program, word, "x.gr")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line + "\n")


def test_a_rank_that_is_killed_ends_all(real):
    done = run("-n", 3, real[1], "die")
    assert (done.returncode, done.stdout) == (128 + signal.SIGKILL, "")
    assert done.stderr == "run-dist: a rank was ended by SIGKILL, and with it all others\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_reaches_the_ranks(real, number):
    with subprocess.Popen([SCRIPT, "-n", "3", real[1], "signal"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=LONG)
    assert (process.returncode, out, err) == (0, "best so far\n", "")


def test_the_mpirun_of_another_mpi_is_noticed(real):
    kind, program, _ = real
    other = {"openmpi": "mpirun.mpich", "mpich": "mpirun.openmpi"}[kind]
    if not shutil.which(other):
        pytest.skip(f"no {other} here; scripts/setup --mpi")
    arguments = ["--oversubscribe"] if other == "mpirun.openmpi" else []
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run([other, *arguments, "-n", "2", program, "ring"], capture_output=True, text=True,
                          timeout=LONG, check=False, env=os.environ | root)
    assert done.returncode != 0 and "ok" not in done.stdout
    assert len(re.findall("started by another MPI's mpirun", done.stderr)) == 1
    assert "run-dist" in done.stderr


def test_a_list_of_hosts_may_name_this_one(real, tmp_path):
    (tmp_path / "hosts").write_text("localhost\nlocalhost\nlocalhost\n", encoding="utf-8")
    done = run("--hostfile", tmp_path / "hosts", real[1], "all")
    assert (done.returncode, done.stdout) == (0, "all on 3 ranks: ok\n"), done.stderr


def test_arguments_reach_the_program(real):
    done = run("-n", 1, "--", real[1], "no-such-check")
    assert (done.returncode, done.stderr) == (1, "rank 0: there is no check no-such-check\n")
