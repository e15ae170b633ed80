"""What the tests of all programs share: how they start one."""

import subprocess

import app_cases
from app_cases import BIN, GRAPHS

TOOLS = {"graph-info": [], "graph-convert": ["out.gr"], "graph-check": []}


class CommonTest(app_cases.CliTest):
    def built(self, programs):
        found = {name: flags for name, flags in programs.items() if (BIN / name).exists()}
        self.assertTrue(found)
        return found.items()

    def launch(self, program, *args, **options):
        return subprocess.run([str(BIN / program), *map(str, args)], cwd=self.dir, env=self.env,
                              capture_output=True, text=True, timeout=900, check=False, **options)

    def grid(self):
        return self.graph("grid", *GRAPHS["grid"])
