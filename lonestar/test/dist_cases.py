"""A test case that runs programs on several ranks under mpirun."""

import json
import random
import shutil
import subprocess

import app_cases
from app_cases import BIN

RANKS = (1, 2, 3, 8)
EXECUTIONS = ("Async", "Sync")
# Names of variables that let Open MPI run as root and with more ranks than cores. MPICH needs none.
PERMISSIONS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}


def mpirun(program):
    """Returns the launcher of the MPI that the program is linked with."""
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    own = "mpirun.mpich" if "libmpich" in libraries else "mpirun.openmpi"
    return shutil.which(own) or "mpirun"


class DistTest(app_cases.CliTest):
    def converted(self, name, text):
        """Returns a graph whose nodes have ids or names."""
        (self.dir / f"{name}.csv").write_text(text)
        path = self.dir / f"{name}.gr"
        subprocess.run([str(BIN / "graph-convert"), str(self.dir / f"{name}.csv"), str(path)], check=True,
                       capture_output=True, env=self.env)
        return path

    def launch(self, program, ranks, *args):
        path = str(BIN / program)
        return subprocess.run([mpirun(path), "-n", str(ranks), path, *map(str, args)], capture_output=True,
                              text=True, env={**self.env, **PERMISSIONS}, timeout=900, check=False)

    def run_of(self, program, ranks, *args):
        """Returns the record of a run that must succeed."""
        result = self.launch(program, ranks, *args, "--json=-")
        self.assertEqual(result.returncode, 0, f"{program} {ranks} {args}\n{result.stderr}")
        return json.loads(result.stdout)

    def refused(self, program, ranks, *args, status=1, saying=()):
        """The program says in one line what is wrong."""
        result = self.launch(program, ranks, *args)
        self.assertEqual(result.returncode, status, f"{program} {args}\n{result.stderr}")
        lines = [line for line in result.stderr.splitlines() if line.startswith(f"{program}: ")]
        self.assertEqual(len(lines), 1, result.stderr)
        for text in saying:
            self.assertIn(text, lines[0])

    def parts(self, nodes, ranks):
        """Returns the flag of a file that deals the nodes at random."""
        dealt = random.Random(nodes + ranks)
        path = self.dir / f"parts-{nodes}-{ranks}"
        path.write_text("".join(f"{dealt.randrange(ranks)}\n" for _ in range(nodes)))
        return f"--partition=file:{path}"
