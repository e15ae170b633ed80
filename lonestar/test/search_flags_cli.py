"""Runs the programs that search trees with flags and files that are wrong, and with files of every kind. app_cases.py
says how to run these tests."""

import app_cases
import search_cases
from search_cases import ORDERED, PROGRAMS, SearchTest


class Flags(SearchTest):
    def test_numbers(self):
        self.refused("semigroups-cpu", "-g=71", saying=("a whole number from 0 to 70 is needed",))
        self.refused("semigroups-cpu", "-g=-1", saying=("-1",))
        self.refused("semigroups-cpu", "-g=many")
        self.refused("nqueens-cpu", "--n=0", saying=("from 1 to 32",))
        self.refused("nqueens-cpu", "--n=33", saying=("from 1 to 32",))
        self.refused("nqueens-cpu", "--n=5", "--decision=6", saying=("--decision=6: a number of queens from 1 to 5",))
        self.refused("uts-cpu", "--branching=0", saying=("above 0",))
        self.refused("uts-cpu", "--branching=nan")
        self.refused("uts-cpu", "--shape=binomial", "--probability=0.5", "--children=2", saying=("no end",))
        self.refused("uts-cpu", "T7", saying=("T1, T1L or T3",))
        self.refused("uts-cpu", "T1", "--branching=3", saying=("--branching has no effect with the sample tree T1",))
        self.refused("uts-cpu", "--shape=binomial", "--levels=3", saying=("--levels has no effect",))
        self.refused("uts-cpu", "--children=3", saying=("--children has no effect with --shape=geometric",))
        self.refused("nqueens-cpu", "--n=5", "--decision=0", saying=("from 1 to 5",))
        self.refused("uts-cpu", "--tree-seed=4294967296")
        graph = search_cases.write_clq(self.dir / "tiny.clq", 2, [(0, 1)])
        self.refused("maxclique-cpu", graph, "--decision=4097", saying=("at most 4096",))
        self.refused("maxclique-cpu", graph, "--decision=-1")

    def test_skeletons(self):
        for program in ("semigroups-cpu", "nqueens-cpu", "uts-cpu"):
            self.refused(program, "--skeleton=depth", saying=("depthbounded",))
            self.refused(program, "-b=0", saying=("a whole number from 1",))
            self.refused(program, "-b=-5")
            self.refused(program, "--skeleton=ordered", "-d=0", saying=("1 or more",))
            self.refused(program, "--time-limit=-1", saying=("0 or more",))
            self.refused(program, "--time-limit=inf", saying=("0 or more",))
            self.refused(program, "--budget-spawn=some", saying=("all, shallowest",))
            self.refused(program, "-t=0", saying=("a whole number from 1 to 1024",))
        for program in ("semigroups-cpu", "uts-cpu"):
            self.refused(program, "--decision=5", saying=("decision",))

    def test_flags_without_effect_are_named(self):
        result = self.launch("nqueens-cpu", "--n=4", "--skeleton=seq", "-d=3", "--chunked")
        self.assertEqual(result.stderr, "warning: -d, --chunked have no effect with --skeleton=seq\n")
        result = self.launch("nqueens-cpu", "--n=4", "--skeleton=budget", "--task-order=sequential", "-t=2")
        self.assertEqual(result.stderr, "warning: --task-order has no effect with --skeleton=budget\n")

    def test_help(self):
        for program in PROGRAMS:
            text = self.launch(program, "--help").stdout
            for flag in ("--skeleton", "--time-limit", "--json", "--budget-spawn", "-b", "-d"):
                self.assertIn(flag, text)
            for flag in ("symmetricGraph", "--drift"):
                self.assertNotIn(flag, text)
            self.assertEqual("--wl" in text, program in ORDERED, program)
        self.assertNotIn("--decision", self.launch("uts-cpu", "--help").stdout)


class Files(SearchTest):
    """Broken files give one line with the place, and exit status 1."""

    BROKEN = {
        "maxclique-cpu": (
            ("", "no header"), ("e 1 2\n", "header"), ("p edge 2\n", ":1:"), ("p edge x 1\n", ":1:"),
            ("p sp 2 1\n", "p edge"), ("p edge 2 1\ne 1 3\n", ":2:"), ("p edge 2 1\ne 1\n", ":2:"),
            ("p edge 2 1\ne 1 1\n", "itself"), ("p edge 2 1\np edge 2 1\n", "second header"),
            ("p edge 5000 1\n", "at most 4096"), ("p edge 99999999999999999999 1\n", ":1:"),
            ("p edge 2 1\nx 1 2\n", ":2:"), ("p edge 2 1\ne 1 -2\n", ":2:")),
        "knapsack-cpu": (
            ("", "ends early"), ("x\n", ":1:"), ("1\n0 1\n5\n", ":2:"), ("1\n0 1 1\n", "ends early"),
            ("2\n0 1 1\n5\n", ":3:"), ("1\n0 0 1\n5\n", "1 or more"), ("1\n0 1 0\n5\n", "1 or more"),
            ("1\n0 1 1\n5\n6\n", "more lines"), ("3000\n", "at most 2048"), ("1\n0 -1 1\n5\n", ":2:"),
            ("2\n0 9223372036854775807 1\n1 1 1\n5\n", "63 bits"), ("1\n0 1 1\n9223372036854775808\n", ":3:")),
        "tsp-cpu": (
            ("", "DIMENSION"), ("nonsense\n", "not expected"), ("DIMENSION: 0\n", "1 to 64"),
            ("DIMENSION: 65\n", "1 to 64"), ("DIMENSION: x\n", ":1:"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: SPECIAL\n", "SPECIAL"), ("DIMENSION: 2\n", "EUC_2D"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n", "1 coordinates"),
            ("DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 0\n", "one city more"),
            ("DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 nan\n", ":4:"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1e30 0\n", "2^40"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_SECTION\n0 1 1 0\n", "FULL_MATRIX"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
             "EDGE_WEIGHT_SECTION\n0 1 2 0\n", "symmetric"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
             "EDGE_WEIGHT_SECTION\n0 1 1\n", "too few"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
             "EDGE_WEIGHT_SECTION\n1 1\n", "too many"),
            ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
             "EDGE_WEIGHT_SECTION\n-1\n", ":5:")),
    }

    def test_broken_files(self):
        for program, cases in self.BROKEN.items():
            for text, said in cases:
                with self.subTest(program=program, text=text):
                    path = self.file("broken.txt", text)
                    self.refused(program, path, status=1, saying=("broken.txt", said))

    def test_files_that_cannot_be_used(self):
        for program in self.BROKEN:
            self.refused(program, self.dir / "absent", status=1, saying=("absent",))
            self.refused(program, self.dir, status=1)
            self.refused(program)
            path = self.file("binary", "p edge \0\0\1\n")
            self.refused(program, path, status=1, saying=("binary",))
            self.refused(program, path, f"--json={path}", saying=("is an input",))

    def test_distances_of_all_formats(self):
        """The same three cities in each format of explicit distances: a tour of length 3 + 4 + 5."""
        for name, numbers in (("FULL_MATRIX", "0 3 4 3 0 5 4 5 0"), ("UPPER_ROW", "3 4 5"),
                              ("LOWER_ROW", "3 4 5"), ("UPPER_DIAG_ROW", "0 3 4 0 5 0"),
                              ("LOWER_DIAG_ROW", "0 3 0 4 5 0")):
            path = self.file("formats.tsp", f"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : {name}"
                                            f"\nEDGE_WEIGHT_SECTION\n{numbers}\nEOF\n")
            self.assertEqual(self.run_of("tsp-cpu", path)["answer"]["checksum"], 12)
        for kind, length in (("EUC_2D", 12), ("CEIL_2D", 12), ("MAN_2D", 14), ("MAX_2D", 11), ("ATT", 5)):
            path = self.file("places.tsp", f"DIMENSION: 3\nEDGE_WEIGHT_TYPE: {kind}\nNODE_COORD_SECTION\n"
                                           "1 0 0\n2 3 0\n3 3 4\nEOF\n")
            self.assertEqual(self.run_of("tsp-cpu", path)["answer"]["checksum"], length)


if __name__ == "__main__":
    app_cases.main()
