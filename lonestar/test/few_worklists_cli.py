"""A program whose build leaves worklists and tables out names those, and the commands that add one."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess

import app_cases
from app_cases import REPOSITORY, CliTest

PROGRAM = pathlib.Path(os.environ["FEW_WORKLISTS"])
BUILT = ["smq-bucket", "smq", "obim"]  # and presets of these
WHY = ": this build leaves it out; "


class Few(CliTest):
    """Runs the program where it is no part of a build, and where it is."""

    program = "few-worklists"

    def command(self):
        return str(PROGRAM)

    def test_it_lists_what_it_has_and_what_it_lacks(self):
        names = [entry["name"] for entry in json.loads(self.call("--wl=json").stdout)]
        self.assertEqual([name for name in names if name in BUILT], BUILT)
        self.assertFalse({"spraylist", "mq", "hdcps"} & set(names))
        table = self.call("--wl=help")
        self.assertEqual(table.returncode, 0)
        has, _, lacks = table.stdout.partition("\nNot in this build (--wl=<name> says how to add it):\n\n")
        self.assertIn("\n  obim         a bag of chunks", has)
        missing = [line.split()[0] for line in lacks.splitlines()]
        self.assertFalse(set(missing) & set(names))
        self.assertLessEqual({"spraylist", "mq", "mq.published", "hdcps", "hdcps.published"}, set(missing))

    def test_each_that_it_lacks_is_named_in_one_line(self):
        lacks = self.call("--wl=help").stdout.partition("\nNot in this build")[2].splitlines()[2:]
        self.assertGreater(len(lacks), 20)
        for name in (line.split()[0] for line in lacks):
            self.fails(2, f"--wl={name}", saying=[f"--wl={name}{WHY}"])
        self.fails(2, "--wl=smq,spraylist", saying=[f"--wl=spraylist{WHY}"])
        self.fails(2, "--wl=spraylst", saying=["no such worklist"])

    def test_a_parameter_of_one_that_it_lacks_is_no_unknown_flag(self):
        self.fails(2, "--mq-c=2", "--wl=mq", saying=[f"--wl=mq{WHY}"])
        self.assertEqual(self.call("--wl=smq", "--mq-c=2").returncode, 0)
        self.assertNotIn("mq-c", self.call("--help").stdout + self.call("--help=json").stdout)
        self.assertIn("--steal-size", self.call("--help").stdout)

    def test_a_file_may_name_one_that_it_lacks(self):
        config = self.dir / "tuned.json"
        config.write_text('{"wl": "spraylist"}')
        self.fails(2, f"--wl-config={config}", saying=[f"--wl-config={config}: --wl=spraylist{WHY}"])

    def test_away_from_a_build_it_says_which_build_has_it(self):
        installed = self.dir / "usr" / "bin"
        installed.mkdir(parents=True)
        program = shutil.copy2(PROGRAM, installed / "sssp-cpu")
        done = subprocess.run([program, "--wl=mq"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (
            2, f"sssp-cpu: --wl=mq{WHY}a build with cmake -DGALOIS_WORKLISTS= has all\n"))

    def test_tables_that_it_lacks_are_named_in_one_line(self):
        self.fails(2, "--table=times.csv", "--limit=5", saying=["--table" + WHY])
        self.fails(2, "--limit=5", saying=["give --table=FILE"])
        self.assertIn("--table=<file>", self.call("--help").stdout)

    def test_its_advice_adds_what_it_lacks_and_keeps_the_rest(self):
        """Of each advice, the first command is run. The steps of the second, which takes minutes, are listed."""
        build = self.dir / "two words"
        subprocess.run(["cmake", "--preset", "release", "-B", build, "-DGALOIS_BUILD_TESTS=OFF",
                        "-DGALOIS_BUILD_BENCHMARKS=OFF", "-DGALOIS_TABLES=OFF",
                        "-DGALOIS_WORKLISTS=SmqBucket;Smq;Obim"],
                       cwd=REPOSITORY, check=True, capture_output=True)
        program = shutil.copy2(PROGRAM, build / "bin" / "sssp-cpu")

        def steps_after(flag):
            done = subprocess.run([program, flag], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            advice = done.stderr.partition("; to add it: ")[2].strip()
            self.assertTrue(advice, done.stderr)
            add, _, make = advice.partition(" && ")
            added = subprocess.run(["bash", "-euc", add], cwd=self.dir, capture_output=True, text=True, check=False)
            self.assertEqual(added.returncode, 0, added.stderr)
            self.assertEqual(shlex.split(make), ["cmake", "--build", str(build), "--target", "sssp-cpu"])
            return subprocess.run(["ninja", "-C", build, "-t", "commands", "sssp-cpu"], capture_output=True, text=True,
                                  check=True).stdout

        steps = steps_after("--wl=spraylist")
        for policy in ("SmqBucket", "Smq", "Obim", "SprayList"):
            self.assertIn(f"sssp.policies.{policy}.cpp.o", steps)
        for other in ("sssp.policies.Mq.cpp.o", "TableRun.cpp.o"):
            self.assertNotIn(other, steps)
        steps = steps_after("--table=times.csv")
        for added in ("sssp.policies.SprayList.cpp.o", "TableRun.cpp.o", "Distances.cpp.o"):
            self.assertIn(added, steps)
        for other in ("LevelDistances.cpp.o", "bfs.policies"):
            self.assertNotIn(other, steps, "numbers of edges are those of bfs-cpu")


if __name__ == "__main__":
    app_cases.main()
