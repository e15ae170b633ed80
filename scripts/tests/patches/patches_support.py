"""What the tests of patches/apply share: what a tree holds, and compilers."""

import pathlib
import shutil
import subprocess

from galois_patches import ROOT

MINIATURE = ROOT / "patches" / "test" / "miniature"
SSSP = "lonestar/analytics/cpu/sssp/SSSP.cpp"


def contents(tree: pathlib.Path) -> dict[str, tuple[bytes, int] | None]:
    """All files with their modes, and all folders."""
    return {path.relative_to(tree).as_posix():
            (path.read_bytes(), path.stat().st_mode) if path.is_file() else None
            for path in tree.rglob("*")}


def compilers() -> list[str]:
    """The names of the compilers that the headers are for, if there are here."""
    return [name for name in ("g++-12", "clang++-14") if shutil.which(name)]


def compile_headers(tree: pathlib.Path, compiler: str, source: pathlib.Path,
                    *flags: str) -> subprocess.CompletedProcess[str]:
    """Compiles a file as C++17 against the headers of a tree, without output."""
    return subprocess.run(
        [compiler, "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
         "-I", tree / "libgalois" / "include", *flags, source],
        capture_output=True, text=True, check=False)
