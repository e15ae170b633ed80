"""Runs newcomer-cpu as a user would: unusual graphs under every worklist, and flags. app_cases.py says how to
run these tests.
"""

import app_cases
from app_cases import GRAPHS


class CliTest(app_cases.CliTest):
    program = "newcomer-cpu"


class Graphs(CliTest):
    """Every unusual graph under every worklist, with a check in this file."""

    @staticmethod
    def right(nodes, arcs):
        """The labels by their definition: the least node from which arcs lead to a node."""
        labels = list(range(nodes))
        changed = True
        while changed:
            changed = False
            for tail, head, _ in arcs:
                if labels[tail] < labels[head]:
                    labels[head], changed = labels[tail], True
        return labels

    def test_worklists(self):
        out = self.dir / "labels.txt"
        for name, worklist, threads in self.turns():
            with self.subTest(worklist=worklist, threads=threads, graph=name):
                path, right = self.graph(name, *GRAPHS[name]), self.right(*GRAPHS[name])
                record = self.record(path, f"--wl={worklist}", f"-t={threads}", f"--output={out}")
                self.assertIs(record["verified"], True)
                self.assertEqual(out.read_text().split(),
                                 [text for node, label in enumerate(right) for text in (str(node), str(label))])
                self.assertEqual(record["answer"]["checksum"], sum(right))
                self.assertEqual(record["tasks"]["executed"], record["tasks"]["pushed"])


class Flags(CliTest):
    """Weights of any kind, and wrong flags."""

    def test_weights_do_not_matter(self):
        self.weights_do_not_matter()

    def test_errors(self):
        path = self.graph("grid", *GRAPHS["grid"])
        self.fails(2, path, "--no-such-flag", saying=["--no-such-flag"])
        self.fails(1, self.dir / "missing.gr", saying=["missing.gr"])


if __name__ == "__main__":
    app_cases.main()
