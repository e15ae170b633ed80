"""Each defect of Galois that is known by a number, U1 to U23, has a test that names the number."""

import re
import subprocess

from conftest import SCRIPTS

ROOT = SCRIPTS.parent
LAST = 23


def test_every_number_is_named_by_a_test():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", "*.cpp"],
                            cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = set()
    for name in listed.splitlines():
        if re.search(r"/test/.*(Test|Stress|Relacy|Cxx17)\.cpp$", name):
            named |= {int(number) for number in
                      re.findall(r"(?<![A-Za-z0-9])U(\d+)(?=[:_A-Z])", (ROOT / name).read_text())}
    assert named == set(range(1, LAST + 1))
