"""Jobs of a real Slurm whose nodes are all this machine: the scripts of docs/batch-systems.md."""

import contextlib
import json
import os
import pathlib
import pwd
import re
import shutil
import socket
import subprocess
import time

import pytest

from conftest import RANK_COMPILERS, build_ranks_check

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "batch-systems.md"
LONG = 120  # seconds in which anything here must end, however busy the machine
DAEMONS = "/usr/sbin:/sbin:" + os.environ.get("PATH", "")
# A job of the size of this machine: what is on the command line wins over the script's own lines.
SMALL = ["--nodes=2", "--ntasks-per-node=2", "--cpus-per-task=1", "--time=10"]

# Without authentication, accounts and control groups: none of them takes part in the start of ranks.
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ports[0]}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName=node1 NodeAddr=127.0.0.1 Port={ports[1]} CPUs=8
NodeName=node2 NodeAddr=127.0.0.1 Port={ports[2]} CPUs=8
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def free_ports(count):
    """Ports on which nobody listens now."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


class Slurm:
    """A cluster of two nodes. Each has a name and shared memory of its own, as real hosts have, so
    that MPI takes them for two hosts, and each finds the other by its name."""

    NODES = ("node1", "node2")
    # In a shell whose arguments are a list of hosts, the name of the node, and the command.
    AS_A_NODE = ["unshare", "--uts", "--mount", "sh", "-c",
                 'mount --bind "$0" /etc/hosts && mount -t tmpfs tmpfs /dev/shm && hostname "$1" && '
                 'shift && exec "$@"']

    def __init__(self, folder):
        self._folder = folder
        text = CONFIGURATION.format(host=socket.gethostname().split(".")[0], folder=folder,
                                    user=pwd.getpwuid(os.getuid()).pw_name, ports=free_ports(3))
        (folder / "state").mkdir()
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost {' '.join(self.NODES)}\n", encoding="utf-8")
        for node in self.NODES:
            # On a real cluster each node has a folder of its own for PMIx.
            (folder / node / "spool").mkdir(parents=True)
            (folder / node / "pmix").mkdir()
            (folder / node / "slurm.conf").write_text(text, encoding="utf-8")
            (folder / node / "mpi.conf").write_text(f"PMIxCliTmpDirBase={folder / node / 'pmix'}\n",
                                                    encoding="utf-8")
        self.environment = os.environ | {"SLURM_CONF": str(folder / "node1" / "slurm.conf")}
        self._daemons = [self._start("node1", "slurmctld")]
        self._daemons += [self._start(node, "slurmd", before=[*self.AS_A_NODE, hosts, node])
                          for node in self.NODES]
        self._wait_for("idle\nidle\n", "sinfo", "--noheader", "--Node", "--format=%T")

    def _start(self, node, daemon, before=()):
        """Starts a daemon with the configuration of a node."""
        configuration = str(self._folder / node / "slurm.conf")
        with open(self._folder / f"{daemon}.{node}.log", "w", encoding="utf-8") as log:
            return subprocess.Popen([*before, shutil.which(daemon, path=DAEMONS), "-D", "-f", configuration],
                                    stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                    env=os.environ | {"SLURM_CONF": configuration})

    def _wait_for(self, answer, *command):
        """Waits until a command of Slurm gives this answer."""
        end = time.monotonic() + LONG
        while self.call(*command).stdout != answer:
            assert time.monotonic() < end, (self.call(*command), self.logs())
            time.sleep(0.2)

    def logs(self):
        """What the daemons have to say when a test fails."""
        return "".join(f"{path.name}: {path.read_text(errors='replace')[-2000:]}\n"
                       for path in sorted(self._folder.glob("*.log")))

    def call(self, *command):
        """Runs a command of Slurm."""
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False,
                              timeout=LONG, env=self.environment)

    def submit(self, script, folder):
        """Submits a script, and returns the number of the job. Its output comes into a file `output`."""
        (folder / "job.sh").write_text(script, encoding="utf-8")
        done = self.call("sbatch", "--parsable", *SMALL, f"--chdir={folder}", f"--output={folder}/output",
                         folder / "job.sh")
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def await_end(self, job):
        """Waits for the end of a job."""
        self._wait_for("", "squeue", "--noheader", f"--jobs={job}", "--format=%T",
                       "--states=PENDING,CONFIGURING,RUNNING,SUSPENDED,COMPLETING")

    def state(self, job):
        """How a job ended."""
        return re.search(r"JobState=(\w+)", self.call("scontrol", "show", "job", job).stdout)[1]

    def await_file(self, job, path):
        """Waits until a job has made a file, and fails if the job ends before."""
        end = time.monotonic() + LONG
        while not path.exists():
            over = self.call("squeue", "--noheader", f"--jobs={job}").stdout == ""
            assert not over and time.monotonic() < end, self.logs()
            time.sleep(0.05)

    def await_output(self, job, word, path):
        """Waits until a job has written a word, and fails if the job ends before."""
        end = time.monotonic() + LONG
        while word not in (text := path.read_text() if path.exists() else ""):
            over = self.call("squeue", "--noheader", f"--jobs={job}").stdout == ""
            assert not over and time.monotonic() < end, (text, self.logs())
            time.sleep(0.1)

    def stop(self):
        """Ends all jobs and daemons."""
        self.call("scancel", "--quiet", "--full", "--signal=KILL", "--partition=all")
        for daemon in reversed(self._daemons):
            daemon.terminate()
        for daemon in self._daemons:
            try:
                daemon.wait(timeout=LONG)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


@pytest.fixture(name="slurm", scope="module")
def start_slurm(tmp_path_factory):
    for program in ("slurmctld", "slurmd", "sbatch", "srun"):
        if not shutil.which(program, path=DAEMONS):
            pytest.skip(f"no {program} here; scripts/setup --slurm")
    if subprocess.run([*Slurm.AS_A_NODE, "/etc/hosts", "node1", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("cannot give nodes names of their own here: unshare needs root")
    cluster = Slurm(tmp_path_factory.mktemp("slurm"))
    yield cluster
    cluster.stop()


@pytest.fixture(name="check", scope="module", params=["openmpi", "mpich"])
def checks(request, tmp_path_factory):
    """ranks-check for an MPI: (its name, the program)."""
    if not shutil.which(RANK_COMPILERS[request.param]):
        pytest.skip(f"no {RANK_COMPILERS[request.param]} here; scripts/setup --mpi")
    return request.param, build_ranks_check(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(name="folder")
def folder_of_a_job(tmp_path):
    """A folder in which `scripts` is that of the repository."""
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    return tmp_path


def scripts_of_the_page():
    """The scripts for Slurm in the documentation, by what starts the ranks in them, or `--restart`."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^    #!/bin/sh\n(?:    .*\n)+", text, re.MULTILINE)
    scripts = [re.sub("^    ", "", block, flags=re.MULTILINE) for block in blocks if "#SBATCH" in block]
    words = ("--restart", "run-dist", "--mpi=pmi2", "--mpi=pmix")
    return {next(word for word in words if word in script): script for script in scripts}


def job_of(check, word, by=None):
    """The script by which a user of this MPI starts ranks, for a check in place of the search."""
    kind, program = check
    by = by or {"openmpi": "--mpi=pmix", "mpich": "--mpi=pmi2"}[kind]
    script, count = re.subn(r"build/mpi(?:ch)?/bin/.*", f"{program} {word}", scripts_of_the_page()[by])
    assert count == 1
    return script


@pytest.fixture(name="by", params=["run-dist", None], ids=["run-dist", "srun"])
def launchers(request):
    return request.param


def test_the_page_has_a_script_for_each_way():
    assert sorted(scripts_of_the_page()) == ["--mpi=pmi2", "--mpi=pmix", "--restart", "run-dist"]


def test_the_scripts_of_the_page_run_on_all_nodes(slurm, check, by, folder):
    job = slurm.submit(job_of(check, "all", by), folder)
    slurm.await_end(job)
    assert (folder / "output").read_text() == "all on 4 ranks: ok\n", slurm.logs()
    assert slurm.state(job) == "COMPLETED"


def test_a_signal_before_the_limit_ends_a_job_in_good_order(slurm, check, by, folder):
    job = slurm.submit(job_of(check, "signal", by), folder)
    slurm.await_output(job, "ready", folder / "output")
    # As --signal of the script says: to the script itself, or to the ranks.
    to = ["--batch"] if by == "run-dist" else []
    assert slurm.call("scancel", *to, "--signal=TERM", job).returncode == 0
    slurm.await_end(job)
    assert "best so far" in (folder / "output").read_text().splitlines(), (folder / "output").read_text()
    assert slurm.state(job) == "COMPLETED"


def test_a_job_that_was_killed_goes_on_in_the_next_one(slurm, folder):
    program = ROOT / "build" / "mpi" / "bin" / "uts-dist"
    if not program.exists():
        pytest.skip("no build/mpi/bin/uts-dist here; cmake --preset mpi && cmake --build --preset mpi")
    (folder / "build").symlink_to(ROOT / "build")
    script = scripts_of_the_page()["--restart"].replace("T1L", "T1").replace("=60s", "=100ms")
    # Ranks that waste most of their time make a search that takes long enough to be killed.
    job = slurm.submit(script.replace("-t=1", "-t=1 --load=0-3:0.95"), folder)
    saved = folder / "uts.checkpoint" / "checkpoint"
    slurm.await_file(job, saved)
    assert slurm.call("scancel", "--full", "--signal=KILL", job).returncode == 0
    slurm.await_end(job)
    assert saved.exists() and not (folder / "uts.json").exists(), (folder / "output").read_text()
    job = slurm.submit(script, folder)
    slurm.await_end(job)
    assert slurm.state(job) == "COMPLETED", (folder / "output").read_text()
    record = json.loads((folder / "uts.json").read_text())
    assert record["search"]["nodes"] == 4130071 and record["search"]["complete"]
    assert record["checkpoint"]["restarted_from"]["nodes"] > 0
    assert not saved.exists()


def test_an_srun_that_the_mpi_does_not_know_is_refused(slurm, check):
    done = slurm.call("srun", "--ntasks=3", "--mpi=none", check[1], "ring")
    assert done.returncode != 0 and "ok" not in done.stdout
    if check[0] == "mpich":  # Open MPI ends such a program itself
        assert done.stderr.count("started by an srun that its MPI does not know") == 1
        assert "--mpi=pmi2 (MPICH)" in done.stderr
